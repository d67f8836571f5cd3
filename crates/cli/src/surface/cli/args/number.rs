//! Parses whole numbers given to options; the errors are in plain words.

use std::ops::{Bound, RangeBounds};

use crate::support::format::grouped;

/// A parser of whole numbers within bounds. Its errors name the bounds. If the only upper bound is
/// that of the type, a number above it is reported as too large, without the bound.
pub(super) fn whole<T: TryFrom<u64>>(
    bounds: impl RangeBounds<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    let least = match bounds.start_bound() {
        Bound::Included(least) => *least,
        Bound::Excluded(below) => below.saturating_add(1),
        Bound::Unbounded => 0,
    };
    let most = match bounds.end_bound() {
        Bound::Included(most) => *most,
        Bound::Excluded(above) => above.saturating_sub(1),
        Bound::Unbounded => u64::MAX,
    };
    move |text| {
        let number = within(text, least, most)?;
        T::try_from(number).map_err(|_| format!("{} is too large", grouped(number)))
    }
}

fn within(text: &str, least: u64, most: u64) -> Result<u64, String> {
    let allowed = match most {
        u64::MAX => format!("write {} or more", grouped(least)),
        _ => format!("write {} to {}", grouped(least), grouped(most)),
    };
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.chars().all(|c| c.is_ascii_digit()) {
        return Err(format!("`{text}` is not a whole number: {allowed}"));
    }
    if text.starts_with('-') {
        return Err(format!("{text} is too small: {allowed}"));
    }
    match digits.parse::<u64>() {
        Ok(number) if number < least => Err(format!("{text} is too small: {allowed}")),
        Ok(number) if number <= most => Ok(number),
        Err(_) if most == u64::MAX => Err(format!("{text} is too large")),
        _ => Err(format!("{text} is too large: {allowed}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_numbers_are_explained_in_plain_words() {
        let percent = |text: &str| whole::<u32>(1..=1_000)(text);
        assert_eq!(percent("7"), Ok(7));
        let of = |text: &str| percent(text).unwrap_err();
        assert_eq!(
            of("three"),
            "`three` is not a whole number: write 1 to 1,000"
        );
        assert_eq!(of("1.5"), "`1.5` is not a whole number: write 1 to 1,000");
        assert_eq!(of(""), "`` is not a whole number: write 1 to 1,000");
        assert_eq!(of("-1"), "-1 is too small: write 1 to 1,000");
        assert_eq!(of("0"), "0 is too small: write 1 to 1,000");
        assert_eq!(of("1001"), "1001 is too large: write 1 to 1,000");
        let count = |text: &str| whole::<u32>(1..)(text).unwrap_err();
        assert_eq!(count("0"), "0 is too small: write 1 or more");
        assert_eq!(count("4294967296"), "4,294,967,296 is too large");
        assert_eq!(
            count("99999999999999999999"),
            "99999999999999999999 is too large"
        );
    }
}
