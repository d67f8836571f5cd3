//! Compact numbers of items, options and entries, and logarithms that are the same on every machine.

/// Converts an index of an item, option or entry, which fits in 32 bits.
#[inline]
pub(super) fn number(at: usize) -> u32 {
    debug_assert!(u32::try_from(at).is_ok(), "invariant: no problem has more");
    #[expect(
        clippy::cast_possible_truncation,
        reason = "items, options and entries of a problem fit in 32 bits"
    )]
    let number = at as u32;
    number
}

/// The binary logarithm of 2 in the units of [`log2`].
pub(super) const ONE: i64 = 256;

/// The binary logarithm in units of 1/256, interpolated linearly between the powers of two. The
/// error is below 0.09. The logarithm of zero counts as -1.
#[inline]
pub(super) fn log2(value: u32) -> i64 {
    let Some(whole) = value.checked_ilog2() else {
        return -ONE;
    };
    let rest = (u64::from(value) << 8 >> whole) & 255;
    i64::from(whole) * ONE + i64::try_from(rest).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms() {
        for (value, log) in [
            (0, -256),
            (1, 0),
            (2, 256),
            (3, 384),
            (4, 512),
            (1 << 31, 31 * 256),
        ] {
            assert_eq!(log2(value), log, "{value}");
        }
        assert!(log2(u32::MAX) < 32 * ONE);
        assert!((1..10_000).all(|value| log2(value) <= log2(value + 1)));
    }
}
