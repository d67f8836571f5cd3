//! How hard a challenge is for a person.

use std::fmt;

use serde::Deserialize;

use super::technique::Technique;

/// How hard a challenge is: by the hardest deduction it takes, then by how
/// much there is to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rating {
    /// The hardest deduction without which it can't be solved.
    pub hardest: Technique,
    /// How much there is to do: the pieces to be placed, and each time that
    /// the easier deductions are stuck and the hardest one is needed, the
    /// placements then still possible.
    pub total: u32,
}

impl Rating {
    /// One number for both, with one decimal: the level of the hardest
    /// deduction before the point, and after it how far the total is from
    /// none to endless. The greater rating never has the lesser score.
    ///
    /// ```
    /// use tilewright::reason::deduction::{Rating, Technique};
    ///
    /// let rating = Rating { hardest: Technique::ShutOut, total: 120 };
    /// assert_eq!(rating.score(), 4.5);
    /// ```
    pub fn score(self) -> f64 {
        f64::from(self.tenths()) / 10.0
    }

    /// Ten times the score.
    pub fn tenths(self) -> u32 {
        /// The total that is half way from none to endless.
        const HALF_WAY: u64 = 100;
        let total = u64::from(self.total);
        let tenths = 10 * total / (total + HALF_WAY);
        self.hardest.level() * 10 + u32::try_from(tenths).unwrap_or(9)
    }

    /// The grade.
    pub fn grade(self) -> Grade {
        match self.tenths() {
            0..40 => Grade::Easy,
            40..70 => Grade::Medium,
            70..80 => Grade::Hard,
            _ => Grade::Expert,
        }
    }
}

/// The bands of scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
pub enum Grade {
    /// Below 4: forced cells and pieces, and pockets, are enough.
    Easy,
    /// From 4 to below 7: it takes shut-outs, pairs or colours.
    Medium,
    /// From 7 to below 8: it takes look-ahead.
    Hard,
    /// From 8: it takes look-ahead within look-ahead.
    Expert,
}

impl Grade {
    /// All grades, easiest first.
    pub const ALL: [Self; 4] = [Self::Easy, Self::Medium, Self::Hard, Self::Expert];
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Expert => "expert",
        })
    }
}
