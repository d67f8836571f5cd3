//! The common parts of files of challenges and files of cards: the puzzle they name, and their
//! title and seed.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::file_error::{ChallengeFileError, ReadError};
use crate::puzzle::{
    self, Diagnostic, Node, PuzzleFile, Raw, Reader, Source, Span, is_meant_as_puzzle,
};
use crate::support::label::{Label, shown};

/// The longest title of a file of challenges, in characters.
pub(crate) const MAX_TITLE: usize = 1_000;

/// The fields of a file of challenges or cards.
#[derive(Debug, Deserialize)]
#[serde(rename = "Challenges", deny_unknown_fields)]
#[serde(bound(deserialize = "'de: 's"))]
pub(super) struct ChallengeFields<'s> {
    title: Option<Raw<'s>>,
    pub(super) puzzle: Option<Raw<'s>>,
    pub(super) case: Option<Raw<'s>>,
    pub(super) goal: Option<Raw<'s>>,
    pub(super) fingerprint: Option<Raw<'s>>,
    seed: Option<Raw<'s>>,
    challenges: Option<Raw<'s>>,
}

/// An example of a file, for error messages.
const EXAMPLE: &str =
    "a file of challenges is one struct: (puzzle: \"kanoodle.ron\", challenges: […])";

/// Reads the fields of a file of challenges or cards. Also returns its list of challenges.
pub(super) fn outline<'s>(
    reader: Reader<'s>,
    text: &Source,
) -> Result<(ChallengeFields<'s>, Node<'s>), Diagnostic> {
    if text.text().trim().is_empty() {
        return Err(Diagnostic::error("this file is empty", Span::new(0, 0), "").help(EXAMPLE));
    }
    if is_meant_as_puzzle(text) {
        let message = "this is a puzzle, not a file of challenges";
        return Err(Diagnostic::error(message, Span::new(0, 1), "").help(EXAMPLE));
    }
    let file: ChallengeFields<'_> = reader.root().read()?;
    let Some(list) = file.challenges else {
        // If several fields are missing, the one that a file lists first is reported.
        file.puzzle_node(reader, text)?;
        return Err(missing("challenges", text));
    };
    Ok((file, reader.node(list)))
}

fn missing(name: &str, text: &Source) -> Diagnostic {
    let end = text.text().trim_end().len();
    let last = Span::new(end.saturating_sub(1), end);
    let message = format!("the field `{name}` is missing");
    Diagnostic::error(message, last, "the file ends here").help(EXAMPLE)
}

/// The title and the seed of a file.
pub(super) struct Heading {
    /// The title; that of the puzzle if the file has none.
    pub(super) title: Label,
    /// The seed of the run that made the file.
    pub(super) seed: Option<u64>,
}

impl<'s> ChallengeFields<'s> {
    /// The value of the field `puzzle`, which names the puzzle of all challenges.
    ///
    /// # Errors
    ///
    /// The field is missing.
    pub(super) fn puzzle_node(
        &self,
        reader: Reader<'s>,
        text: &Source,
    ) -> Result<Node<'s>, Diagnostic> {
        let puzzle = self.puzzle.map(|raw| reader.node(raw));
        puzzle.ok_or_else(|| missing("puzzle", text))
    }

    /// The title, or `title` if the file has none, and the seed.
    pub(super) fn heading(&self, reader: Reader<'s>, title: &Label) -> Result<Heading, Diagnostic> {
        let seed = self.seed.map(|raw| read_seed(reader.node(raw)));
        Ok(Heading {
            seed: seed.transpose()?,
            title: match self.title {
                Some(raw) => reader.node(raw).read_label("a title", MAX_TITLE)?,
                None => title.clone(),
            },
        })
    }
}

/// The puzzle that a file names, with its path and text.
pub(super) struct NamedPuzzle {
    pub(super) path: PathBuf,
    pub(super) text: Source,
    pub(super) file: PuzzleFile,
}

impl NamedPuzzle {
    /// Loads the puzzle that the file at `path` names.
    pub(super) fn load(node: Node<'_>, path: &Path) -> Result<Self, ReadError> {
        let (path, text) = find_puzzle(node, path)?;
        match puzzle::load(&text) {
            Ok(file) => Ok(Self { path, text, file }),
            Err(what) => Err(ChallengeFileError::Wrong { what, text }.into()),
        }
    }
}

/// Finds the puzzle's file, by its path from the folder of the challenges, with or without the
/// ending `.ron`.
fn find_puzzle(node: Node<'_>, path: &Path) -> Result<(PathBuf, Source), Diagnostic> {
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
        Err(error) => Err(node
            .error(error.to_string())
            .help("the puzzle's path starts in the folder of this file")),
    }
}

fn read_seed(node: Node<'_>) -> Result<u64, Diagnostic> {
    let read = node.read::<u64>();
    read.map_err(|error| error.help(format!("a seed is a whole number from 0 to {}", u64::MAX)))
}

/// Checks that a file of challenges states the fingerprint `found` of the puzzle at `path`.
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
