//! Paper as users name it.

use std::str::FromStr;

use super::length::within;
use crate::picture::drawing::Paper;

/// The shortest and the longest side of paper, in millimetres.
const SIDES: (f64, f64) = (40.0, 2000.0);

/// The size of paper, as users write it: `a5`, `letter`, `170x240mm`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PaperSize(pub Paper);

impl FromStr for PaperSize {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let paper = match text.trim().to_ascii_lowercase().as_str() {
            "a3" => Paper::A3,
            "a4" => Paper::A4,
            "a5" => Paper::A5,
            "a6" => Paper::A6,
            "letter" => Paper::LETTER,
            size => own(size)?,
        };
        Ok(Self(paper))
    }
}

/// Reads paper given as width and height. A single unit at the end applies to both.
fn own(text: &str) -> Result<Paper, String> {
    let (width, height) = text
        .split_once(['x', '×'])
        .ok_or("write a3, a4, a5, a6, letter, or width and height as in 170x240mm")?;
    let unit = height.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.' || c == ' ');
    let has_unit = width.ends_with(|c: char| c.is_ascii_alphabetic());
    let width = if has_unit {
        width.to_owned()
    } else {
        format!("{width}{unit}")
    };
    Ok(Paper {
        width: within(&width, SIDES)?,
        height: within(height, SIDES)?,
        ..Paper::A4
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paper_has_names_or_sizes() {
        let size = |text: &str| {
            let PaperSize(paper) = text.parse()?;
            Ok::<_, String>((paper.width, paper.height))
        };
        assert_eq!(size("A5"), Ok((148.0, 210.0)));
        assert_eq!(size("170x240mm"), Ok((170.0, 240.0)));
        assert_eq!(size("17cm × 240"), Ok((170.0, 240.0)));
        assert_eq!(size("6x9in"), Ok((152.399_999_999_999_98, 228.6)));
        let texts = ["b5", "170", "10x10mm", "170x", "3000x200mm", "170x240px"];
        let messages = texts.map(|text| format!("{text}: {}", size(text).unwrap_err()));
        insta::assert_snapshot!(messages.join("\n"), @r"
        b5: write a3, a4, a5, a6, letter, or width and height as in 170x240mm
        170: write a3, a4, a5, a6, letter, or width and height as in 170x240mm
        10x10mm: write a length from 40 to 2000 mm
        170x: write a length as in 10mm
        3000x200mm: write a length from 40 to 2000 mm
        170x240px: unknown unit `px`: use mm, cm, in or pt
        ");
    }
}
