//! Formats numbers for people: groups of digits, nouns with their plurals, durations and sizes.

/// The number with commas between groups of three digits.
#[expect(
    clippy::needless_pass_by_value,
    reason = "small numbers, or references"
)]
pub(crate) fn grouped(number: impl ToString) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number and a noun with a regular plural: `1 solution`, `520 solutions`.
pub(crate) fn counted(number: impl ToString, noun: &str) -> String {
    let number = grouped(number);
    let plural = if number == "1" { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// A large number: as an integer below 10¹², else with a power of ten.
pub(crate) fn about(number: f64) -> String {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    if number < 1e12 {
        grouped(number.round() as u64)
    } else {
        format!("{number:.2e}")
    }
}

/// A duration in a single unit, for estimates.
pub(crate) fn rough(seconds: f64) -> String {
    match seconds {
        s if s < 0.1 => format!("{:.0} ms", s * 1000.0),
        s if s < 10.0 => format!("{s:.1} s"),
        s if s < 90.0 => format!("{s:.0} s"),
        s if s < 90.0 * 60.0 => format!("{:.0} min", s / 60.0),
        s if s < 48.0 * 3600.0 => format!("{:.0} h", s / 3600.0),
        s if s < 700.0 * 86_400.0 => format!("{:.0} days", s / 86_400.0),
        s => format!("{:.0} years", s / 31_557_600.0),
    }
}

/// Bytes in MiB, or in KiB below 1 MiB, rounded up: `64 MiB`.
pub(crate) fn memory_size(bytes: u64) -> String {
    if bytes < 1 << 20 {
        format!("{} KiB", bytes.div_ceil(1 << 10))
    } else {
        format!("{} MiB", grouped(bytes.div_ceil(1 << 20)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_thousands() {
        assert_eq!(grouped(0_u32), "0");
        assert_eq!(grouped(999_u32), "999");
        assert_eq!(grouped(371_020_u32), "371,020");
        assert_eq!(counted(1_u32, "solution"), "1 solution");
    }

    #[test]
    fn spans_are_rounded_to_one_unit() {
        assert_eq!(rough(0.042), "42 ms");
        assert_eq!(rough(0.42), "0.4 s");
        assert_eq!(rough(12.3), "12 s");
        assert_eq!(rough(600.0), "10 min");
        assert_eq!(rough(7200.0 * 3.0), "6 h");
        assert_eq!(rough(86_400.0 * 30.0), "30 days");
        assert_eq!(rough(31_557_600.0 * 5.0), "5 years");
    }
}
