//! Numbers of items, options and entries in 32 bits, and logarithms that are the same on every machine.

/// Converts the index of an item, option or entry to 32 bits, in which it always fits.
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

/// The value of [`log2`] at 2.
pub(super) const ONE: i64 = 256;

/// The binary logarithm, multiplied by 256. It is interpolated linearly between powers of two, so the logarithm
/// has an error below 0.09. The logarithm of zero is taken as -1.
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
