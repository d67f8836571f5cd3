//! Reading a file of challenges.
//!
//! ```text
//! (
//!     title: "Four for the train",               // optional
//!     puzzle: "kanoodle.ron",                     // beside this file, or a path from its folder
//!     case: "…",                                  // optional: a case of the puzzle,
//!     goal: "…",                                  //   or a goal
//!     fingerprint: "6f0c…",                       // optional: which puzzle is meant
//!     seed: 1,                                    // optional: what it was mined with
//!     challenges: [(
//!         id: "k7m2qx",                           // optional
//!         givens: [(piece: "Gray", cells: Cells([(1, 0), …]))],
//!         grade: Easy, rating: 2.3,               // optional
//!         level: 17, tier: "beginner",            // optional: its place in a progression
//!     )],
//! )
//! ```

pub(super) mod entries;

pub use entries::MAX_TIER;

use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

use thiserror::Error;
use tilewright_dlx::{OptionId, StopFlag};

use super::outline::{Heading, NamedPuzzle, Outline, outline};
use super::{Identity, SymmetryClasses, fingerprint};
use crate::cover::{Instance, InstanceError};
use crate::puzzle::{
    Diagnostic, Node, Part, Puzzle, PuzzleFile, Reader, Source, SourceError, Span, outer_fields,
};
use crate::reason::deduction::Grade;
use crate::support::label::Label;
use entries::Reading;

/// Why a file of challenges could not be read.
#[derive(Debug, Error)]
pub enum ChallengeFileError {
    /// The file could not be read at all.
    #[error(transparent)]
    Unreadable(#[from] SourceError),
    /// It, or the puzzle's file, is wrong at a place.
    #[error("{}", what.message)]
    Wrong {
        /// What is wrong, and where.
        what: Box<Diagnostic>,
        /// The text of the file that is wrong.
        text: Source,
    },
    /// The puzzle has no exact cover problem.
    #[error(transparent)]
    Instance(#[from] InstanceError),
    /// The puzzle's symmetries are no group, which would be a fault of this
    /// program.
    #[error(transparent)]
    Symmetry(#[from] tilewright_dlx::SymmetryError),
}

/// A challenge of a file.
#[derive(Debug, Clone)]
pub struct Challenge {
    /// What it is called, unique in the file.
    pub id: Label,
    /// The placements given beside the puzzle's own givens, as options of its
    /// matrix, in the file's order. They can lie together; whether they leave
    /// one solution is not known.
    pub givens: Vec<OptionId>,
    /// The grade that the file states.
    pub grade: Option<Grade>,
    /// The rating that the file states.
    pub rating: Option<f64>,
    /// Its place in a progression, if it has one.
    pub level: Option<Level>,
    /// Where it stands in the file; empty if it stands in none.
    pub span: Span,
}

/// A place in a progression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Level {
    /// Its number, unique in the file.
    pub number: NonZeroU32,
    /// What the levels of its part are called.
    pub tier: Option<Label>,
}

/// A file of challenges with its puzzle.
///
/// ```
/// use std::path::Path;
/// use tilewright::design::challenges::ChallengeFile;
/// use tilewright::puzzle::Source;
///
/// let text = r#"(puzzle: "kanoodle", challenges: [
///     (givens: [(piece: "LightGreen", cells: Rect(2, 2))], grade: Easy),
/// ])"#;
/// // As if it lay in the folder of the puzzles.
/// let path = Path::new("../../puzzles/challenges.ron");
/// let file = ChallengeFile::read(Source::new("challenges.ron", text), path)?;
/// let given = file.challenges[0].givens[0];
/// let piece = file.instance.meaning(given).piece;
/// assert_eq!(file.instance.puzzle().piece(piece).name, "LightGreen");
/// assert_eq!(file.challenges[0].id.len(), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ChallengeFile {
    /// What it is called; the puzzle's title if it has none.
    pub title: Label,
    /// The puzzle's file.
    pub puzzle_path: PathBuf,
    /// The text of the puzzle's file, into which its places point.
    pub puzzle_text: Source,
    /// The puzzle, the case or the goal if the file names one, and its matrix.
    pub instance: Instance,
    /// What the challenges were mined with.
    pub seed: Option<u64>,
    /// The challenges, in the file's order.
    pub challenges: Vec<Challenge>,
    /// The file's own text, for messages about its challenges.
    pub text: Source,
}

impl ChallengeFile {
    /// Whether a text is meant as a file of challenges: a struct with a field `puzzle` or a list
    /// `challenges`, whatever else is wrong with it, and even if it is cut off.
    pub fn is_one(text: &Source) -> bool {
        // The texts of a booklet have a `challenges` too, a heading.
        outer_fields(text.text())
            .iter()
            .any(|(name, value)| match *name {
                "puzzle" => true,
                "challenges" => *value != Some('"'),
                _ => false,
            })
    }

    /// Reads a file of challenges and the puzzle that it names.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong in either of them, with its place: syntax
    /// and unknown fields, a puzzle that is not there or another one than the
    /// fingerprint says, givens that clash or are no placements, an id used
    /// twice.
    pub fn load(path: &Path) -> Result<Self, ChallengeFileError> {
        Self::read(Source::load(path)?, path)
    }

    /// Reads a text that stands for a file at `path`.
    ///
    /// # Errors
    ///
    /// As [`load`](Self::load).
    pub fn read(text: Source, path: &Path) -> Result<Self, ChallengeFileError> {
        let wrong = |what: Diagnostic| ChallengeFileError::Wrong {
            what: Box::new(what),
            text: text.clone(),
        };
        let reader = Reader::new(&text);
        let (file, puzzle_node, list) = outline(reader, &text).map_err(wrong)?;
        let named = NamedPuzzle::load(puzzle_node, path, &wrong)?;
        let puzzle = meant(reader, &file, named.file, puzzle_node).map_err(wrong)?;
        let instance = Instance::new(puzzle)?;
        let found = || fingerprint(&instance);
        let heading = file.heading(reader, &named.path, &instance.puzzle().title, &found);
        let Heading { title, seed } = heading.map_err(wrong)?;
        let mut challenges = Reading::new(reader, &instance)
            .challenges(list)
            .map_err(wrong)?;
        name_the_nameless(&instance, &mut challenges)?;
        Ok(Self {
            title,
            puzzle_path: named.path,
            puzzle_text: named.text,
            instance,
            seed,
            challenges: challenges
                .into_iter()
                .map(|(challenge, _)| challenge)
                .collect(),
            text,
        })
    }
}

/// The puzzle that is meant: that of its file, or a case or goal of it.
fn meant(
    reader: Reader<'_>,
    file: &Outline<'_>,
    puzzle_file: PuzzleFile,
    puzzle_node: Node<'_>,
) -> Result<Puzzle, Diagnostic> {
    let (node, name): (Node<'_>, String);
    let part = match (file.case, file.goal) {
        (None, None) => {
            node = puzzle_node;
            Part::Whole
        }
        (Some(raw), None) => {
            node = reader.node(raw);
            name = node.read()?;
            Part::Case(&name)
        }
        (None, Some(raw)) => {
            node = reader.node(raw);
            name = node.read()?;
            Part::Goal(&name)
        }
        (Some(case), Some(goal)) => {
            let (case, goal) = (reader.node(case), reader.node(goal));
            return Err(Diagnostic::error(
                "challenges are of a case or of a goal, not of both",
                goal.span(),
                "",
            )
            .context(case.span(), "the case"));
        }
    };
    let first_goal = puzzle_file.goals.first().map(|goal| goal.name.clone());
    let part_of_file = puzzle_file.into_part(part).map_err(|error| {
        // It points into the puzzle's text; the mistake is here.
        let error = Diagnostic {
            primary: (node.span(), String::new()),
            ..*error
        };
        match (part, first_goal) {
            (Part::Whole, Some(goal)) => Diagnostic {
                message: "that file has many puzzles: which one?".to_owned(),
                ..error.help(format!("name a goal here: `goal: {goal:?}`"))
            },
            _ => error,
        }
    })?;
    Ok(part_of_file.puzzle)
}

/// Gives an id to those that have none.
fn name_the_nameless(
    instance: &Instance,
    challenges: &mut [(Challenge, bool)],
) -> Result<(), ChallengeFileError> {
    if challenges.iter().all(|(_, has_id)| *has_id) {
        return Ok(());
    }
    // A file is read before anybody listens for signals.
    let symmetry_classes = SymmetryClasses::new(instance, instance.symmetry(&StopFlag::new())?);
    let mut identity = Identity::new(instance, &symmetry_classes);
    for (challenge, _) in challenges.iter().filter(|(_, has_id)| *has_id) {
        identity.take(&challenge.id);
    }
    for (challenge, _) in challenges.iter_mut().filter(|(_, has_id)| !*has_id) {
        challenge.id = identity.id(&challenge.givens);
    }
    Ok(())
}

#[cfg(test)]
mod tests;
