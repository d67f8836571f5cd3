//! Lengths as users write them, such as `10mm`.

use std::str::FromStr;

/// A length in millimetres: `10mm`, `1cm`, `0.5in`, `36pt`; a bare number is in millimetres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Length(pub f64);

/// The minimum and the maximum length, in millimetres.
const LIMITS: (f64, f64) = (0.1, 10_000.0);

impl FromStr for Length {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        within(text, LIMITS).map(Self)
    }
}

/// Reads a length and converts it to millimetres. Returns an error if it is not within the limits.
pub(super) fn within(text: &str, (least, greatest): (f64, f64)) -> Result<f64, String> {
    let text = text.trim();
    let end = text
        .find(|c: char| !(c.is_ascii_digit() || c == '.'))
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let factor = match unit.trim() {
        "" | "mm" => 1.0,
        "cm" => 10.0,
        "in" => 25.4,
        "pt" => 25.4 / 72.0,
        other => return Err(format!("unknown unit `{other}`: use mm, cm, in or pt")),
    };
    let number: f64 = number
        .parse()
        .map_err(|_| "write a length as in 10mm".to_owned())?;
    let millimetres = number * factor;
    if !(least..=greatest).contains(&millimetres) {
        return Err(format!("write a length from {least} to {greatest} mm"));
    }
    Ok(millimetres)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_known() {
        let read = |text: &str| text.parse::<Length>().map(|length| length.0);
        assert_eq!(read("10mm"), Ok(10.0));
        assert_eq!(read("2.5 cm"), Ok(25.0));
        assert_eq!(read("1in"), Ok(25.4));
        assert_eq!(read("72pt"), Ok(25.4));
        assert_eq!(read("7"), Ok(7.0));
        for wrong in [
            "",
            "mm",
            "1px",
            "1.2.3mm",
            "-3mm",
            "0",
            "1e9",
            "99999999mm",
            "NaN",
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
