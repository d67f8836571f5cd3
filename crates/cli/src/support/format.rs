//! Numbers in words that a person reads.

/// A number with commas, for reading.
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

/// `1 solution`, `520 solutions`.
pub(crate) fn counted(number: impl ToString, noun: &str) -> String {
    let number = grouped(number);
    let plural = if number == "1" { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// A large number for reading: whole while that is exact, then with a power of
/// ten.
pub(crate) fn about(number: f64) -> String {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    if number < 1e12 {
        grouped(number.round() as u64)
    } else {
        format!("{number:.2e}")
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
}
