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
//!     )],
//! )
//! ```

pub(super) mod entries;

use std::path::{Path, PathBuf};

use serde::Deserialize;
use thiserror::Error;
use tilewright_dlx::{OptionId, StopFlag};

use super::{Identity, SymmetryClasses, fingerprint};
use crate::cover::{Instance, InstanceError};
use crate::puzzle::{
    self, Diagnostic, Node, Part, Puzzle, PuzzleFile, Raw, Reader, Source, SourceError, Span,
    is_meant_as_puzzle, outer_fields,
};
use crate::reason::deduction::Grade;
use crate::support::label::{Label, shown};
use entries::Reading;

/// The longest title of a file of challenges, in characters: that of a puzzle, and more.
pub const MAX_TITLE: usize = 1_000;

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
    /// Where it stands in the file; empty if it stands in none.
    pub span: Span,
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
        let (puzzle_path, puzzle_text) = find_puzzle(puzzle_node, path).map_err(wrong)?;
        let puzzle_file = match puzzle::load(&puzzle_text) {
            Ok(read) => read,
            Err(what) => {
                return Err(ChallengeFileError::Wrong {
                    what,
                    text: puzzle_text,
                });
            }
        };
        let puzzle = meant(reader, &file, puzzle_file, puzzle_node).map_err(wrong)?;
        let instance = Instance::new(puzzle)?;
        if let Some(raw) = file.fingerprint {
            check_fingerprint(&fingerprint(&instance), &puzzle_path, reader.node(raw))
                .map_err(wrong)?;
        }
        let seed = file.seed.map(|raw| read_seed(reader.node(raw)));
        let seed = seed.transpose().map_err(wrong)?;
        let title = match file.title {
            Some(raw) => {
                let title = reader.node(raw).read_label("a title", MAX_TITLE);
                title.map_err(wrong)?
            }
            None => instance.puzzle().title.clone(),
        };
        let mut challenges = Reading::new(reader, &instance)
            .challenges(list)
            .map_err(wrong)?;
        name_the_nameless(&instance, &mut challenges)?;
        Ok(Self {
            title,
            puzzle_path,
            puzzle_text,
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

/// The whole file as it is written.
#[derive(Debug, Deserialize)]
#[serde(rename = "Challenges", deny_unknown_fields)]
pub(super) struct Outline<'s> {
    #[serde(borrow)]
    pub(super) title: Option<Raw<'s>>,
    #[serde(borrow)]
    puzzle: Option<Raw<'s>>,
    #[serde(borrow)]
    pub(super) case: Option<Raw<'s>>,
    #[serde(borrow)]
    pub(super) goal: Option<Raw<'s>>,
    #[serde(borrow)]
    pub(super) fingerprint: Option<Raw<'s>>,
    #[serde(borrow)]
    pub(super) seed: Option<Raw<'s>>,
    #[serde(borrow)]
    challenges: Option<Raw<'s>>,
}

/// The file's fields, and the two that it must have.
pub(super) fn outline<'s>(
    reader: Reader<'s>,
    text: &Source,
) -> Result<(Outline<'s>, Node<'s>, Node<'s>), Diagnostic> {
    let example = "a file of challenges is one struct: (puzzle: \"kanoodle.ron\", challenges: […])";
    if text.text().trim().is_empty() {
        return Err(Diagnostic::error("this file is empty", Span::new(0, 0), "").help(example));
    }
    if is_meant_as_puzzle(text) {
        let message = "this is a puzzle, not a file of challenges";
        return Err(Diagnostic::error(message, Span::new(0, 1), "").help(example));
    }
    let file: Outline<'_> = reader.root().read()?;
    let missing = |name: &str| {
        let end = text.text().trim_end().len();
        let last = Span::new(end.saturating_sub(1), end);
        Diagnostic::error(
            format!("the field `{name}` is missing"),
            last,
            "the file ends here",
        )
        .help(example)
    };
    let puzzle = file.puzzle.ok_or_else(|| missing("puzzle"))?;
    let list = file.challenges.ok_or_else(|| missing("challenges"))?;
    let nodes = (reader.node(puzzle), reader.node(list));
    Ok((file, nodes.0, nodes.1))
}

/// The puzzle's file: named as a path from the folder of the challenges, or
/// without its ending.
pub(super) fn find_puzzle(node: Node<'_>, path: &Path) -> Result<(PathBuf, Source), Diagnostic> {
    let name: String = node.read()?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let whole = folder.join(&name);
    let mut with_ending = whole.clone().into_os_string();
    with_ending.push(".ron");
    let with_ending = PathBuf::from(with_ending);
    let found = if whole.is_file() || !with_ending.is_file() {
        whole
    } else {
        with_ending
    };
    match Source::load(&found) {
        Ok(text) => Ok((found, text)),
        Err(error) => Err(Diagnostic::error(error.to_string(), node.span(), "")
            .help("the puzzle's path begins in the folder of this file")),
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

pub(super) fn read_seed(node: Node<'_>) -> Result<u64, Diagnostic> {
    let read = node.read::<u64>();
    read.map_err(|error| error.help(format!("a seed is a whole number from 0 to {}", u64::MAX)))
}

/// Whether a file's fingerprint is that of the puzzle at a path.
pub(super) fn check_fingerprint(
    found: &str,
    path: &Path,
    node: Node<'_>,
) -> Result<(), Diagnostic> {
    let wanted: String = node.read()?;
    if wanted == found {
        return Ok(());
    }
    Err(Diagnostic::error(
        "these challenges were made for another puzzle",
        node.span(),
        format!("that of {} is {found:?}", shown(path)),
    )
    .help(
        "the board, the pieces or their names differ; name the right file, \
         or leave the fingerprint out if the givens are still meant",
    ))
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
