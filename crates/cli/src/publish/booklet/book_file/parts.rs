//! Reads the parts of a book file: content and layout.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::fields::{Fields, LayoutFields, MAX_TITLE, with_layout_fields};
use crate::cover::Instance;
use crate::design::challenges::cards::CardFile;
use crate::design::challenges::{Challenge, ChallengeFile, ChallengeFileError, ReadError};
use crate::publish::booklet::{DivisionKind, Hints, Numbers, PartLayout};
use crate::publish::shared_fields::read_path;
use crate::puzzle::{self, Diagnostic, Goal, Node, PuzzleFile, Raw, Source};
use crate::support::label::Label;

/// The maximum number of goals in a part.
const MAX_GOALS: usize = 1_000;

/// The description of a part in a book's file, with its loaded content.
#[derive(Debug)]
pub struct BookPartFile {
    /// The heading of the part.
    pub title: Label,
    /// The content of the part.
    pub subject: PartSubject,
    /// Whether the part has a worked example: an easy challenge that is not in the part, solved step by
    /// step.
    pub has_example: bool,
    /// The layout of the part's pages.
    pub layout: PartLayout,
    /// The path of the file with the content.
    pub path: PathBuf,
}

/// The content of a part of a book, with its loaded file.
#[derive(Debug)]
pub enum PartSubject {
    /// A file of challenges.
    Challenges(ChallengeFile),
    /// Cards, and an instance with the pieces of all cards.
    Cards(Box<CardFile>, Box<Instance>),
    /// Goals of a puzzle.
    Goals {
        /// The puzzle's title.
        puzzle: Label,
        /// The chosen goals, each with its name.
        goals: Vec<(Label, Instance)>,
    },
    /// Solutions of a puzzle.
    Solutions {
        /// The text of the puzzle's file.
        text: Source,
        /// The puzzle, as read from `text`.
        file: Box<PuzzleFile>,
        /// The numbers of the solutions to print, as in the output of `solve`; `None` if the file names none.
        numbers: Option<Numbers>,
        /// Whether solutions that are symmetric images of each other count once.
        distinct: bool,
    },
}

with_layout_fields! {
    #[derive(Deserialize)]
    #[serde(rename = "Part", deny_unknown_fields)]
    struct PartFields {
        title, challenges, goals, solutions, only, numbers, distinct, example,
    }
}

impl BookPartFile {
    /// Reads a part and the file that it refers to.
    pub(super) fn read<'s>(
        fields: &Fields<'s, '_>,
        raw: Raw<'s>,
        book: &Path,
        layout: &PartLayout,
    ) -> Result<Self, ReadError> {
        let node = fields.reader.node(raw);
        let part: PartFields<'s> = node.read()?;
        let mut layout = part.layout_fields().over(fields, layout)?;
        part.check(fields, node)?;
        let has_example = fields.flag(part.example, false)?;
        let (title, subject, path) = if let Some(raw) = part.challenges {
            read_challenges(fields.reader.node(raw), book, has_example)?
        } else if let Some(raw) = part.goals {
            layout.hints = Hints::Nowhere;
            layout.beside.id = false;
            read_goals(fields, raw, part.only, book)?
        } else if let Some(raw) = part.solutions {
            read_solutions(fields, raw, &part, book)?
        } else {
            let message = "this part has no contents";
            let what = node.error(message).help(
                "name a file: `challenges: \"deck.ron\"`, `goals: \"calendar.ron\"` or \
                 `solutions: \"scott.ron\"`",
            );
            return Err(what.into());
        };
        if let Some(kind) = layout.divisions
            && let Some(lack) = subject.lacks(kind)
        {
            if let Some(raw) = part.divisions {
                return Err(fields.reader.node(raw).error(lack).into());
            }
            // The kind of division is that of the whole book. A part that cannot be divided in this way ignores
            // it.
            layout.divisions = None;
        }
        let own = part
            .title
            .map(|raw| fields.label(raw, "a title", MAX_TITLE));
        Ok(Self {
            title: own.transpose()?.unwrap_or(title),
            subject,
            has_example,
            layout,
            path,
        })
    }
}

impl PartSubject {
    /// Why the content cannot be divided in this way; `None` if it can.
    fn lacks(&self, kind: DivisionKind) -> Option<&'static str> {
        let has_tier = |challenge: &Challenge| {
            let level = challenge.level.as_ref();
            level.is_some_and(|level| level.tier.is_some())
        };
        match (kind, self) {
            (DivisionKind::Nothing, _)
            | (DivisionKind::Grades, Self::Challenges(_) | Self::Cards(..))
            | (DivisionKind::Boards, Self::Goals { .. }) => None,
            (DivisionKind::Boards, Self::Challenges(file)) if file.puzzles.len() > 1 => None,
            (DivisionKind::Tiers, Self::Challenges(file))
                if file.challenges.iter().all(has_tier) =>
            {
                None
            }
            (_, Self::Solutions { .. }) => Some("solutions are not divided: leave out `divisions`"),
            (DivisionKind::Boards, Self::Cards(..)) => {
                Some("cards are divided by grades, not by boards")
            }
            (DivisionKind::Tiers, _) => Some("not every challenge of this part has a tier"),
            (DivisionKind::Grades, _) => Some("this part has no graded challenges"),
            (DivisionKind::Boards, _) => Some("the challenges of this part have one board"),
        }
    }
}

impl<'s> PartFields<'s> {
    /// Rejects a part with several contents, and fields that do not fit its content.
    fn check(&self, fields: &Fields<'s, '_>, node: Node<'s>) -> Result<(), Diagnostic> {
        let subjects = [self.challenges, self.goals, self.solutions];
        if subjects.iter().flatten().count() > 1 {
            let message = "a part has challenges, goals or solutions; name one of them";
            return Err(node.error(message));
        }
        let of_goals = [("hints", self.hints), ("later_hints", self.later_hints)];
        let of_goals = of_goals.into_iter().filter(|_| self.goals.is_some());
        let elsewhere = [
            ("only", self.only, self.goals, "goals"),
            ("numbers", self.numbers, self.solutions, "solutions"),
            ("distinct", self.distinct, self.solutions, "solutions"),
            ("example", self.example, self.challenges, "challenges"),
        ];
        let elsewhere = elsewhere
            .into_iter()
            .filter(|(_, _, with, _)| with.is_none());
        let stray = elsewhere
            .map(|(name, raw, _, with)| (raw, format!("`{name}` goes with `{with}`")))
            .chain(of_goals.map(|(name, raw)| {
                (
                    raw,
                    format!("goals have many solutions and no hints: leave out `{name}`"),
                )
            }))
            .find_map(|(raw, message)| Some((raw?, message)));
        match stray {
            None => Ok(()),
            Some((raw, message)) => Err(fields.reader.node(raw).error(message)),
        }
    }
}

/// For a part: its default title, its content, and the path of the file with the content.
type Subject = (Label, PartSubject, PathBuf);

/// Loads a file. Its path is relative to the folder of `book`.
fn load(node: Node<'_>, book: &Path) -> Result<(PathBuf, Source), Diagnostic> {
    let path = read_path(node, book)?;
    match Source::load(&path) {
        Ok(text) => Ok((path, text)),
        Err(error) => Err(node
            .error(error.to_string())
            .help("the path starts in the folder of this file")),
    }
}

fn read_challenges(node: Node<'_>, book: &Path, has_example: bool) -> Result<Subject, ReadError> {
    let (path, text) = load(node, book)?;
    let refused = |message: &str| node.error(message);
    if CardFile::is_one(&text) {
        if has_example {
            return Err(refused("cards have no worked example").into());
        }
        let file = CardFile::read(&text, &path)?;
        if file.cards.is_empty() {
            return Err(refused("the file has no challenge").into());
        }
        let pool = file.pieces_used().map_err(|given| {
            let piece = file.pool.givens[given].piece;
            let name = &file.pool.piece(piece).name;
            refused(&format!(
                "{name} is given on the pool's board, but no card has it"
            ))
        })?;
        let pool = Box::new(Instance::new(pool)?);
        return Ok((
            file.title.clone(),
            PartSubject::Cards(Box::new(file), pool),
            path,
        ));
    }
    let file = ChallengeFile::read(text, &path)?;
    if file.challenges.is_empty() {
        return Err(refused("the file has no challenge").into());
    }
    Ok((file.title.clone(), PartSubject::Challenges(file), path))
}

fn load_puzzle(node: Node<'_>, book: &Path) -> Result<(PathBuf, Source, PuzzleFile), ReadError> {
    let (path, text) = load(node, book)?;
    match puzzle::load(&text) {
        Ok(file) => Ok((path, text, file)),
        Err(what) => Err(ChallengeFileError::Wrong { what, text }.into()),
    }
}

/// The exact cover problem of a goal.
fn instance_of(file: &PuzzleFile, goal: &Goal) -> Result<Instance, ChallengeFileError> {
    Instance::new(file.with_goal(goal).puzzle).map_err(|error| ChallengeFileError::Goal {
        goal: goal.name.clone(),
        error,
    })
}

fn read_goals<'s>(
    fields: &Fields<'s, '_>,
    raw: Raw<'s>,
    only: Option<Raw<'s>>,
    book: &Path,
) -> Result<Subject, ReadError> {
    let node = fields.reader.node(raw);
    let (path, _, file) = load_puzzle(node, book)?;
    let refused = |message: String| node.error(message);
    if file.goals.is_empty() {
        return Err(refused("this puzzle has no goals".to_owned()).into());
    }
    let chosen: Vec<&Goal> = match only {
        None => file.goals.iter().collect(),
        Some(raw) => {
            let names: Vec<Raw<'s>> = fields.reader.read_raw(raw)?;
            let goal = |raw: Raw<'s>| {
                let node = fields.reader.node(raw);
                let name: String = node.read()?;
                file.goal(&name).map_err(|error| node.error(error.message))
            };
            let chosen = names.into_iter().map(goal);
            chosen.collect::<Result<_, Diagnostic>>()?
        }
    };
    if chosen.is_empty() || chosen.len() > MAX_GOALS {
        let message = format!(
            "a part has from 1 to {MAX_GOALS} goals; this has {}",
            chosen.len()
        );
        return Err(refused(message).into());
    }
    let goals = chosen
        .into_iter()
        .map(|goal| Ok((goal.name.clone(), instance_of(&file, goal)?)))
        .collect::<Result<Vec<_>, ReadError>>()?;
    let puzzle = file.puzzle.title.clone();
    let subject = PartSubject::Goals {
        puzzle: puzzle.clone(),
        goals,
    };
    Ok((puzzle, subject, path))
}

fn read_solutions<'s>(
    fields: &Fields<'s, '_>,
    raw: Raw<'s>,
    part: &PartFields<'s>,
    book: &Path,
) -> Result<Subject, ReadError> {
    let node = fields.reader.node(raw);
    let (path, text, file) = load_puzzle(node, book)?;
    if !file.goals.is_empty() {
        let message = "this puzzle has goals, and each has its own solutions";
        let what = node.error(message);
        return Err(what.help("write `goals` in place of `solutions`").into());
    }
    let numbers = match part.numbers {
        None => None,
        Some(raw) => {
            let node = fields.reader.node(raw);
            let text: String = node.read()?;
            let parsed = text.parse::<Numbers>();
            Some(parsed.map_err(|why| node.error(why))?)
        }
    };
    let title = file.puzzle.title.clone();
    let subject = PartSubject::Solutions {
        text,
        file: Box::new(file),
        numbers,
        distinct: fields.flag(part.distinct, false)?,
    };
    Ok((title, subject, path))
}
