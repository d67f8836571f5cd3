//! The puzzles that a file of challenges names, each read once.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::super::fingerprint;
use super::super::outline::{ChallengeFields, NamedPuzzle, check_fingerprint};
use crate::cover::Instance;
use crate::design::challenges::file_error::ReadError;
use crate::puzzle::{Diagnostic, Node, Puzzle, PuzzleFile, PuzzlePart, Raw, Reader, Source};
use crate::support::format::grouped;
use crate::support::label::Label;

/// The maximum number of puzzles in a file of challenges.
pub const MAX_PUZZLES: usize = 1_000;

/// A puzzle that a file of challenges names, with its exact cover problem.
#[derive(Debug)]
pub struct ChallengePuzzle {
    /// The path of the puzzle file.
    pub path: PathBuf,
    /// The text of the puzzle's file, to which positions refer.
    pub text: Source,
    /// The title of the puzzle in its file.
    pub title: Label,
    /// The name of the goal, if the file of challenges names one.
    pub goal: Option<Label>,
    /// The position of the goal among those of the puzzle file, from 0; 0 without a goal.
    pub goal_order: usize,
    /// The puzzle, or its case or goal, with its exact cover problem.
    pub instance: Instance,
}

/// The fields that name a puzzle, for all challenges of a file or for one.
#[derive(Debug, Clone, Copy)]
pub(super) struct PuzzleFields<'s> {
    pub(super) puzzle: Option<Raw<'s>>,
    pub(super) case: Option<Raw<'s>>,
    pub(super) goal: Option<Raw<'s>>,
    pub(super) fingerprint: Option<Raw<'s>>,
}

impl ChallengePuzzle {
    /// The name that distinguishes the puzzle within its file: the goal, or the title.
    pub fn name(&self) -> &Label {
        let title = &self.instance.puzzle().title;
        self.goal.as_ref().unwrap_or(title)
    }
}

impl<'s> PuzzleFields<'s> {
    pub(super) fn of(outline: &ChallengeFields<'s>) -> Self {
        Self {
            puzzle: outline.puzzle,
            case: outline.case,
            goal: outline.goal,
            fingerprint: outline.fingerprint,
        }
    }

    /// Whether the entry names a puzzle other than the common one of the file.
    fn is_another(&self) -> bool {
        self.puzzle.or(self.case).or(self.goal).is_some()
    }
}

/// Reads the puzzles of a file. Each is read only once.
pub(super) struct Puzzles<'a, 's> {
    reader: Reader<'s>,
    path: &'a Path,
    /// The fields of the file that name the common puzzle. It is the puzzle of each challenge that
    /// names none itself.
    common: PuzzleFields<'s>,
    is_common_used: bool,
    /// The puzzle files, by the names that the file of challenges gives them.
    files: BTreeMap<String, NamedPuzzle>,
    /// The index of a puzzle, by the names of the file, the case and the goal.
    known: BTreeMap<(String, Option<String>, Option<String>), usize>,
    /// The puzzles that were read, each with its fingerprint once that is computed.
    found: Vec<(ChallengePuzzle, Option<String>)>,
}

impl<'a, 's> Puzzles<'a, 's> {
    pub(super) fn new(reader: Reader<'s>, path: &'a Path, outline: &ChallengeFields<'s>) -> Self {
        Self {
            reader,
            path,
            common: PuzzleFields::of(outline),
            is_common_used: false,
            files: BTreeMap::new(),
            known: BTreeMap::new(),
            found: Vec::new(),
        }
    }

    /// The index of the puzzle for all challenges. An error is reported at `of`.
    pub(super) fn common(&mut self, of: Node<'s>) -> Result<usize, ReadError> {
        let index = self.index(self.common, of)?;
        self.is_common_used = true;
        if let Some(raw) = self.common.fingerprint {
            self.check(index, raw)?;
        }
        Ok(index)
    }

    /// The index of a challenge's puzzle, which is named by the challenge's own fields or by the
    /// fields of the file for all challenges.
    pub(super) fn of_entry(
        &mut self,
        own: PuzzleFields<'s>,
        entry: Node<'s>,
    ) -> Result<usize, ReadError> {
        let index = if own.is_another() {
            let puzzle = own.puzzle.or(self.common.puzzle);
            self.index(PuzzleFields { puzzle, ..own }, entry)?
        } else {
            self.common(entry)?
        };
        if let Some(raw) = own.fingerprint {
            self.check(index, raw)?;
        }
        Ok(index)
    }

    /// The index of the puzzle that `fields` name.
    fn index(&mut self, fields: PuzzleFields<'s>, of: Node<'s>) -> Result<usize, ReadError> {
        let Some(raw) = fields.puzzle else {
            return Err(of
                .error("this challenge names no puzzle")
                .help("write `puzzle: \"kanoodle.ron\"` here, or once above all challenges")
                .into());
        };
        let puzzle = self.reader.node(raw);
        let name: String = puzzle.read()?;
        let text = |raw: Option<Raw<'s>>| raw.map(|raw| self.reader.node(raw).read::<String>());
        let case = text(fields.case).transpose()?;
        let goal = text(fields.goal).transpose()?;
        let key = (name, case, goal);
        if let Some(index) = self.known.get(&key) {
            return Ok(*index);
        }
        if self.found.len() >= MAX_PUZZLES {
            let message = format!(
                "the challenges use more than {} puzzles, the limit",
                grouped(MAX_PUZZLES)
            );
            return Err(of.error(message).into());
        }
        if !self.files.contains_key(&key.0) {
            let named = NamedPuzzle::load(puzzle, self.path)?;
            self.files.insert(key.0.clone(), named);
        }
        let named = &self.files[&key.0];
        let (part, goal) = meant(self.reader, fields, &named.file, of)?;
        let found = ChallengePuzzle {
            path: named.path.clone(),
            text: named.text.clone(),
            title: named.file.puzzle.title.clone(),
            goal_order: goal
                .as_ref()
                .and_then(|name| named.file.goals.iter().position(|goal| goal.name == *name))
                .unwrap_or(0),
            goal,
            instance: Instance::new(part)?,
        };
        self.found.push((found, None));
        let index = self.found.len() - 1;
        self.known.insert(key, index);
        Ok(index)
    }

    /// The puzzles that were read.
    ///
    /// # Errors
    ///
    /// A common fingerprint is given, but every challenge names another puzzle.
    pub(super) fn into_found(self) -> Result<Vec<ChallengePuzzle>, Diagnostic> {
        match self.common.fingerprint {
            Some(raw) if !self.is_common_used => {
                let span = self.reader.node(raw).span();
                Err(
                    Diagnostic::error("this fingerprint belongs to no puzzle", span, "")
                        .help("every challenge names its own puzzle: write the fingerprint there"),
                )
            }
            _ => Ok(self.found.into_iter().map(|(puzzle, _)| puzzle).collect()),
        }
    }

    /// Checks that a puzzle has the fingerprint that the file states.
    fn check(&mut self, index: usize, raw: Raw<'s>) -> Result<(), Diagnostic> {
        let (puzzle, found) = &mut self.found[index];
        let found = found.get_or_insert_with(|| fingerprint(&puzzle.instance));
        check_fingerprint(found, &puzzle.path, self.reader.node(raw))
    }
}

/// The puzzle that the fields select from a puzzle file: the whole puzzle, a case or a goal. Also
/// returns the name of the goal. An error is reported at the node `of`.
fn meant(
    reader: Reader<'_>,
    fields: PuzzleFields<'_>,
    file: &PuzzleFile,
    of: Node<'_>,
) -> Result<(Puzzle, Option<Label>), Diagnostic> {
    let (node, name): (Node<'_>, String);
    let part = match (fields.case, fields.goal) {
        (None, None) => {
            node = of;
            PuzzlePart::Whole
        }
        (Some(raw), None) => {
            node = reader.node(raw);
            name = node.read()?;
            PuzzlePart::Case(&name)
        }
        (None, Some(raw)) => {
            node = reader.node(raw);
            name = node.read()?;
            PuzzlePart::Goal(&name)
        }
        (Some(case), Some(goal)) => {
            let (case, goal) = (reader.node(case), reader.node(goal));
            return Err(goal
                .error("challenges belong to a case or to a goal, not to both")
                .context(case.span(), "the case"));
        }
    };
    let part_of_file = file.part(part).map_err(|error| {
        // The error points into the text of the puzzle, but the mistake is in the file of
        // challenges.
        let error = Diagnostic {
            primary: (node.span(), String::new()),
            ..*error
        };
        match (part, file.goals.first()) {
            (PuzzlePart::Whole, Some(goal)) => Diagnostic {
                message: "that file has several puzzles, and none is named".to_owned(),
                ..error.help(format!("name a goal here: `goal: {:?}`", goal.name))
            },
            _ => error,
        }
    })?;
    let goal = match part {
        PuzzlePart::Goal(name) => Some(Label::escaping(name)),
        PuzzlePart::Whole | PuzzlePart::Case(_) => None,
    };
    Ok((part_of_file.puzzle, goal))
}
