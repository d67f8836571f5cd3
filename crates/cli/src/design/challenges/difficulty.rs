//! Ranges of difficulty as text: `easy..hard`, `3.5..6`, `expert`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::reason::deduction::{Grade, Rating, Technique};

/// An end of a range: a grade, or ten times a score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RangeEnd {
    Grade(Grade),
    Tenths(u32),
}

impl RangeEnd {
    /// Compares a rating with this end of a range.
    fn of(self, rating: Rating) -> std::cmp::Ordering {
        match self {
            Self::Grade(grade) => rating.grade().cmp(&grade),
            Self::Tenths(tenths) => rating.tenths().cmp(&tenths),
        }
    }
}

/// A range of ratings, both ends included.
///
/// ```
/// use tilewright::design::challenges::Difficulty;
/// use tilewright::reason::deduction::{Rating, Technique};
///
/// let rating = Rating { hardest: Technique::ShutOut, effort: 83 };
/// assert_eq!((rating.score(), rating.grade().to_string()), (4.5, "medium".into()));
/// for range in ["medium", "easy..hard", "..4.5", "4.5..medium", "4..5"] {
///     assert!(range.parse::<Difficulty>()?.contains(rating), "{range}");
/// }
/// assert!(!"hard..".parse::<Difficulty>()?.contains(rating));
/// assert!("hard..easy".parse::<Difficulty>().is_err());
/// # Ok::<(), tilewright::design::challenges::DifficultyError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Difficulty {
    from: Option<RangeEnd>,
    to: Option<RangeEnd>,
}

/// Why a text is not a range of difficulty.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DifficultyError {
    /// An end of the range is neither a grade nor a score. Holds the end, as written.
    #[error(
        "{0:?} is not a difficulty: write a grade (easy, medium, hard, expert) or a score such as \
         4.5"
    )]
    End(String),
    /// The range contains no possible rating.
    #[error(
        "no rating is in the range {0}; scores go from 1 to 10.9, and a range starts with its \
         lower end"
    )]
    Empty(String),
}

impl Difficulty {
    /// Whether a rating is in the range.
    pub fn contains(self, rating: Rating) -> bool {
        self.from.is_none_or(|end| end.of(rating).is_ge())
            && self.to.is_none_or(|end| end.of(rating).is_le())
    }

    /// Whether the range begins above a rating.
    pub fn is_above(self, rating: Rating) -> bool {
        self.from.is_some_and(|end| end.of(rating).is_lt())
    }

    /// Whether the range ends below a rating.
    pub fn is_below(self, rating: Rating) -> bool {
        self.to.is_some_and(|end| end.of(rating).is_gt())
    }

    /// Whether the range contains a possible rating.
    fn is_possible(self) -> bool {
        let mut effort = 0_u32;
        while effort < 1 << 16 {
            let hardest = Technique::ForcedCell;
            if self.contains(Rating { effort, hardest }) {
                return true;
            }
            // An increase of the effort by 5 % changes the score by less than a tenth of a point.
            effort += effort / 20 + 1;
        }
        false
    }
}

impl FromStr for Difficulty {
    type Err = DifficultyError;

    fn from_str(text: &str) -> Result<Self, DifficultyError> {
        let range = match text.split_once("..") {
            None => {
                let end = Some(end(text)?);
                Self { from: end, to: end }
            }
            Some((from, to)) => {
                let optional = |text: &str| (!text.is_empty()).then(|| end(text)).transpose();
                Self {
                    from: optional(from.trim())?,
                    to: optional(to.trim())?,
                }
            }
        };
        if range.is_possible() {
            Ok(range)
        } else {
            Err(DifficultyError::Empty(text.to_owned()))
        }
    }
}

fn end(text: &str) -> Result<RangeEnd, DifficultyError> {
    let named = |grade: &Grade| grade.to_string().eq_ignore_ascii_case(text.trim());
    if let Some(grade) = Grade::ALL.into_iter().find(named) {
        return Ok(RangeEnd::Grade(grade));
    }
    tenths(text.trim())
        .map(RangeEnd::Tenths)
        .ok_or_else(|| DifficultyError::End(text.to_owned()))
}

/// Ten times a number that has at most one decimal; `None` if the text is no such number.
fn tenths(text: &str) -> Option<u32> {
    let (whole, tenth) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(tenth) || tenth.len() > 1 {
        return None;
    }
    let whole: u32 = whole.parse().ok()?;
    whole.checked_mul(10)?.checked_add(tenth.parse().ok()?)
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = |end: Option<RangeEnd>| match end {
            None => String::new(),
            Some(RangeEnd::Grade(grade)) => grade.to_string(),
            Some(RangeEnd::Tenths(tenths)) => format!("{}.{}", tenths / 10, tenths % 10),
        };
        if self.from == self.to {
            f.write_str(&end(self.from))
        } else {
            write!(f, "{}..{}", end(self.from), end(self.to))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_and_shown() {
        for (text, shown) in [
            ("easy", "easy"),
            ("Easy..HARD", "easy..hard"),
            ("4", "4.0"),
            ("..4.5", "..4.5"),
            ("1..", "1.0.."),
            ("3.9..medium", "3.9..medium"),
            ("10.9", "10.9"),
        ] {
            let range: Difficulty = text.parse().expect(text);
            assert_eq!(range.to_string(), shown);
        }
    }

    #[test]
    fn what_is_none_is_refused() {
        for text in [
            "",
            "esay",
            "4.25",
            "-1",
            "4.",
            ".5",
            "1e3",
            "99999999999",
            "easy..hrad",
        ] {
            let error = text.parse::<Difficulty>().unwrap_err();
            assert!(matches!(error, DifficultyError::End(_)), "{text}: {error}");
        }
        for text in [
            "0.9",
            "..0",
            "11..",
            "hard..easy",
            "5..4",
            "expert..6.9",
            "4..easy",
        ] {
            let error = text.parse::<Difficulty>().unwrap_err();
            assert!(
                matches!(error, DifficultyError::Empty(_)),
                "{text}: {error}"
            );
        }
    }

    #[test]
    fn a_rating_is_beyond_a_range_on_one_side_at_most() {
        let rating = |effort| Rating {
            effort,
            hardest: Technique::ForcedCell,
        };
        for text in ["easy", "4.5..6", "..3.0", "hard.."] {
            let range: Difficulty = text.parse().unwrap();
            for effort in [0, 8, 56, 83, 172, 173, 600, 3000] {
                let rating = rating(effort);
                let sides = [
                    range.is_above(rating),
                    range.contains(rating),
                    range.is_below(rating),
                ];
                let count = sides.into_iter().filter(|side| *side).count();
                assert_eq!(count, 1, "{text} {effort}");
            }
        }
        assert!("hard..".parse::<Difficulty>().unwrap().is_above(rating(0)));
        assert!("..3.0".parse::<Difficulty>().unwrap().is_below(rating(600)));
    }
}
