//! Font sizes: one scale for all texts of a booklet.
//!
//! All sizes are derived from the size of the body text. Headings and titles are larger, notes are
//! smaller. No size is below a minimum size, because smaller print is hard to read.

use thiserror::Error;

use crate::picture::drawing::Paper;

/// Millimetres per point (1/72 in).
pub const POINT: f64 = 25.4 / 72.0;

/// The minimum font size in points, unless the body text is smaller.
const LEAST: f64 = 7.0;

/// The limits for the size of the body text, in points.
const LIMITS: (f64, f64) = (4.0, 36.0);

/// The font sizes of a booklet, in millimetres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Typography {
    body: f64,
}

/// A font size out of range.
#[derive(Debug, Clone, Copy, PartialEq, Error)]
#[error("a text size of {points} pt is out of range: sizes go from {} to {} pt", LIMITS.0, LIMITS.1)]
pub struct TypeSizeError {
    /// The refused size, in points.
    pub points: f64,
}

impl Typography {
    /// The sizes for a page: 10 pt on A5, 11.5 pt on A4; always from 8 to 12 pt.
    pub fn of_page(paper: Paper) -> Self {
        let shorter = paper.width.min(paper.height);
        // The size is linear in the shorter side of the page: 1.5 pt more for A4 than for A5.
        let points = 10.0 + (shorter - 148.0) * 1.5 / 62.0;
        let halves = (2.0 * points).round() / 2.0;
        Self {
            body: halves.clamp(8.0, 12.0) * POINT,
        }
    }

    /// Sizes for a body text of `points` points. The minimum size is 7 pt, or that of the body text if it is smaller.
    ///
    /// # Errors
    ///
    /// [`TypeSizeError`] below 4 or above 36 points.
    ///
    /// ```
    /// use tilewright::publish::booklet::Typography;
    /// let sizes = Typography::of_points(7.5)?;
    /// assert!((sizes.small() - 7.0 * 25.4 / 72.0).abs() < 1e-9);
    /// assert!(Typography::of_points(3.0).is_err());
    /// # Ok::<(), tilewright::publish::booklet::TypeSizeError>(())
    /// ```
    pub fn of_points(points: f64) -> Result<Self, TypeSizeError> {
        if (LIMITS.0..=LIMITS.1).contains(&points) {
            Ok(Self {
                body: points * POINT,
            })
        } else {
            Err(TypeSizeError { points })
        }
    }

    /// The minimum font size, in millimetres.
    pub fn least(&self) -> f64 {
        self.body.min(LEAST * POINT)
    }

    /// The size of the body text, in millimetres.
    pub fn body(&self) -> f64 {
        self.body
    }

    /// The distance between base lines of the body text, in millimetres.
    pub fn leading(&self) -> f64 {
        Self::leading_of(self.body)
    }

    /// The distance between base lines for a font size, in the same unit.
    pub fn leading_of(size: f64) -> f64 {
        1.38 * size
    }

    /// The additional space between paragraphs, in millimetres.
    pub fn skip(&self) -> f64 {
        0.6 * self.body
    }

    /// The size of notes, captions, hints and page numbers, in millimetres.
    pub fn small(&self) -> f64 {
        (0.82 * self.body).max(self.least())
    }

    /// The size of the number of a challenge, and of subtitles, in millimetres.
    pub fn large(&self) -> f64 {
        1.3 * self.body
    }

    /// The size of headings, in millimetres.
    pub fn heading(&self) -> f64 {
        1.7 * self.body
    }

    /// The size of titles, in millimetres.
    pub fn title(&self) -> f64 {
        2.8 * self.body
    }
}

/// A text with typographic apostrophes; `None` if it has no apostrophes.
pub(super) fn typographic(text: &str) -> Option<String> {
    if !text.contains('\'') {
        return None;
    }
    let letters: Vec<char> = text.chars().collect();
    let is_letter = |at: Option<usize>| {
        at.and_then(|at| letters.get(at))
            .is_some_and(|letter| letter.is_alphabetic())
    };
    let curly = letters.iter().enumerate().map(|(at, &letter)| {
        // Only an apostrophe between two letters is replaced. After the last letter it may be a prime: `F'`.
        let is_within = is_letter(at.checked_sub(1)) && is_letter(Some(at + 1));
        if letter == '\'' && is_within {
            '’'
        } else {
            letter
        }
    });
    Some(curly.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_follow_the_page() {
        let points = |paper| Typography::of_page(paper).body() / POINT;
        assert!((points(Paper::A5) - 10.0).abs() < 1e-9);
        assert!((points(Paper::A4) - 11.5).abs() < 1e-9);
        assert!((points(Paper::A5.turned()) - 10.0).abs() < 1e-9);
    }

    #[test]
    fn apostrophes_are_curly_but_primes_are_not() {
        let text = "the board's pieces can't be F' or 'X'";
        let printed = "the board’s pieces can’t be F' or 'X'";
        assert_eq!(typographic(text).unwrap(), printed);
        assert_eq!(typographic("none"), None);
    }

    #[test]
    fn nothing_is_smaller_than_asked_for() {
        for points in [4.0, 6.0, 7.0, 8.0, 10.0, 36.0] {
            let sizes = Typography::of_points(points).unwrap();
            let least = points.min(7.0) * POINT - 1e-9;
            for size in [
                sizes.body(),
                sizes.small(),
                sizes.large(),
                sizes.heading(),
                sizes.title(),
            ] {
                assert!(size >= least, "{points}");
            }
        }
        let refused = Typography::of_points(f64::NAN).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "a text size of NaN pt is out of range: sizes go from 4 to 36 pt"
        );
    }
}
