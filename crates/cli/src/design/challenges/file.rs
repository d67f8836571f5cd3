//! Reading a file of challenges.
//!
//! ```text
//! (
//!     title: "Four for the train",               // optional
//!     puzzle: "kanoodle.ron",                     // next to this file, or a path from its folder
//!     case: "…",                                  // optional: a case of the puzzle,
//!     goal: "…",                                  //   or a goal
//!     fingerprint: "6f0c…",                       // optional: identifies the puzzle
//!     seed: 1,                                    // optional: the seed of the mining run
//!     challenges: [(
//!         id: "k7m2qx",                           // optional
//!         givens: [(piece: "Gray", cells: Cells([(1, 0), …]))],
//!         grade: Easy, rating: 2.3,               // optional
//!         level: 17, tier: "beginner",            // optional: its level in a progression
//!     )],
//! )
//! ```
//!
//! A challenge of another puzzle says so in its entry, with `puzzle`, `case` or `goal`, and
//! `fingerprint`.

mod challenge;
pub(super) mod entries;
mod puzzles;

pub use entries::MAX_TIER;
pub use puzzles::{ChallengePuzzle, MAX_PUZZLES};

use std::path::Path;

use itertools::Itertools;

pub use self::challenge::{Challenge, ProgressionLevel};
use super::file_error::{ChallengeFileError, ReadError};
use super::name_the_nameless;
use super::outline::{Heading, outline};
use crate::puzzle::{Reader, Source, outer_fields};
use crate::support::label::Label;
use entries::{challenges, read_entries};
use puzzles::Puzzles;

/// A file of challenges with its puzzles.
///
/// ```
/// use std::path::Path;
/// use tilewright::design::challenges::ChallengeFile;
/// use tilewright::puzzle::Source;
///
/// let text = r#"(puzzle: "kanoodle", challenges: [
///     (givens: [(piece: "LightGreen", cells: Rect(2, 2))], grade: Easy),
/// ])"#;
/// // As if it were in the folder of the puzzles.
/// let path = Path::new("../../puzzles/challenges.ron");
/// let file = ChallengeFile::read(Source::new("challenges.ron", text), path)?;
/// let given = file.challenges[0].givens[0];
/// let instance = &file.puzzles[file.challenges[0].puzzle].instance;
/// let piece = instance.meaning(given).piece;
/// assert_eq!(instance.puzzle().piece(piece).name, "LightGreen");
/// assert_eq!(file.challenges[0].id.len(), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ChallengeFile {
    /// The title; by default that of its puzzles.
    pub title: Label,
    /// The puzzles that the file names, in the order in which challenges need them: at least one,
    /// and at most [`MAX_PUZZLES`].
    pub puzzles: Vec<ChallengePuzzle>,
    /// The seed of the run that mined the challenges.
    pub seed: Option<u64>,
    /// The challenges, in the file's order.
    pub challenges: Vec<Challenge>,
    /// The file's text, for messages about its challenges.
    pub text: Source,
}

impl ChallengeFile {
    /// Whether a text is meant as a file of challenges: a struct with a field `puzzle` or a list
    /// `challenges`, even if it is incomplete or has other errors.
    pub fn is_one(text: &Source) -> bool {
        // The texts of a booklet also have a field `challenges`, a heading.
        outer_fields(text.text())
            .iter()
            .any(|(name, value)| match *name {
                "puzzle" => true,
                "challenges" => *value != Some('"'),
                _ => false,
            })
    }

    /// Reads a file of challenges and the puzzles that it names.
    ///
    /// # Errors
    ///
    /// The first error in any of them, with its position: syntax and unknown fields, a puzzle that
    /// is missing or differs from its fingerprint, givens that conflict or are not placements, an
    /// id used twice.
    pub fn load(path: &Path) -> Result<Self, ChallengeFileError> {
        Self::read(Source::load(path)?, path)
    }

    /// Reads a file of challenges from its text, as if the file were at `path`.
    ///
    /// # Errors
    ///
    /// As [`load`](Self::load).
    pub fn read(text: Source, path: &Path) -> Result<Self, ChallengeFileError> {
        let read = Self::read_all(&text, path);
        read.map_err(|error| error.in_text(text))
    }

    fn read_all(text: &Source, path: &Path) -> Result<Self, ReadError> {
        let reader = Reader::new(text);
        let (file, list) = outline(reader, text)?;
        let entries = read_entries(reader, list)?;
        let mut puzzles = Puzzles::new(reader, path, &file);
        let mut of_entries = Vec::with_capacity(entries.len());
        for entry in &entries {
            of_entries.push(puzzles.of_entry(entry.puzzle_fields(), entry.node)?);
        }
        if of_entries.is_empty() {
            let puzzle_node = file.puzzle_node(reader, text)?;
            puzzles.common(puzzle_node)?;
        }
        let puzzles = puzzles.into_found()?;
        let title = match &*puzzles {
            [only] => only.instance.puzzle().title.clone(),
            several => titles(several),
        };
        let Heading { title, seed } = file.heading(reader, &title)?;
        let mut challenges = challenges(reader, &puzzles, &entries, &of_entries)?;
        let instances = puzzles.iter().map(|puzzle| &puzzle.instance);
        name_the_nameless(instances, &mut challenges)?;
        Ok(Self {
            title,
            puzzles,
            seed,
            challenges,
            text: text.clone(),
        })
    }
}

/// A title for several puzzles: the titles of at most four of their files, in one line.
pub(crate) fn titles(puzzles: &[ChallengePuzzle]) -> Label {
    let mut titles = puzzles.iter().map(|puzzle| &puzzle.title).unique().take(4);
    Label::escaping(&titles.join(", "))
}

#[cfg(test)]
mod tests;
