//! All data of a page: its words, its levels in order, and its puzzles.

use std::collections::BTreeMap;

use serde::Serialize;
use sha2::{Digest, Sha256};

use super::super::content::{PageContent, PageKind};
use super::super::error::{MAX_PAGE_PLACEMENTS, ViewerError};
use super::super::options::PageOptions;
use super::PagePuzzle;
use crate::cover::notation;
use crate::design::challenges::fingerprint;
use crate::publish::interchange::table::{Record, Value, record};
use crate::publish::open_goals::OpenGoal;
use crate::support::label::Label;

/// The length in bytes of the keys under which a browser stores the player's progress.
const KEY: usize = 8;

/// All data that the page's scripts read.
#[derive(Debug, Serialize)]
pub(in super::super) struct PageData<'a> {
    /// The key under which a browser stores the settings and progress that belong to the whole page.
    key: String,
    title: &'a str,
    language: String,
    /// The texts of the page. A variable is written as its name between U+E000 and U+E001.
    texts: BTreeMap<&'static str, String>,
    /// The word for a level in links: `challenge`, `card` or `goal`.
    link: &'static str,
    /// The page's public address; empty if unknown.
    #[serde(skip_serializing_if = "str::is_empty")]
    address: &'a str,
    is_play_only: bool,
    levels: Vec<Record>,
    puzzles: Vec<PagePuzzle<'a>>,
}

impl<'a> PageData<'a> {
    /// The data of a page.
    ///
    /// # Errors
    ///
    /// [`ViewerError`]: a puzzle has too many cells or placements, all puzzles together have too many
    /// placements, or a board wraps around.
    pub(in super::super) fn new(
        content: &'a PageContent<'_>,
        options: &'a PageOptions,
    ) -> Result<Self, ViewerError> {
        let placements = content.puzzles.iter();
        let placements = placements.map(|puzzle| puzzle.instance.meanings().len());
        let placements = placements.sum();
        if placements > MAX_PAGE_PLACEMENTS {
            return Err(ViewerError::AllPlacements { placements });
        }
        let puzzles = content.puzzles.iter();
        let puzzles = puzzles.map(|puzzle| PagePuzzle::new(puzzle, options));
        let puzzles = puzzles.collect::<Result<Vec<_>, _>>()?;
        let prints: Vec<String> = content
            .puzzles
            .iter()
            .map(|puzzle| fingerprint(puzzle.instance))
            .collect();
        let levels: Vec<Record> = content
            .levels
            .iter()
            .enumerate()
            .map(
                |(at, &(puzzle, challenge))| match content.open_goals.get(at) {
                    Some(goal) => open_level(goal, puzzle, &prints[puzzle]),
                    None => level(content, puzzle, challenge, &prints[puzzle]),
                },
            )
            .collect();
        Ok(Self {
            key: key(prints.iter().map(String::as_str)),
            title: options.title.as_ref().unwrap_or(&content.title),
            language: options.texts.language.plain(),
            texts: options.texts.of_page(),
            link: match content.kind {
                PageKind::Puzzle | PageKind::Challenges => "challenge",
                PageKind::Cards => "card",
                PageKind::Goals => "goal",
            },
            address: options.address.as_deref().unwrap_or(""),
            is_play_only: options.is_play_only,
            levels,
            puzzles,
        })
    }
}

fn level(content: &PageContent<'_>, at: usize, challenge: Option<usize>, print: &str) -> Record {
    let puzzle = &content.puzzles[at];
    let posed = challenge.map(|challenge| &puzzle.challenges[challenge]);
    let givens = posed.map_or(&[][..], |posed| &posed.givens);
    let mut givens: Vec<String> = givens
        .iter()
        .map(|given| notation::of(puzzle.instance, *given))
        .collect();
    givens.sort_unstable();
    let board = puzzle.name.as_ref().map(Label::as_str);
    let rating = posed.and_then(|posed| posed.rating);
    let number = posed.map(|posed| posed.number.as_str());
    record! {
        key: key(std::iter::once(print).chain(givens.iter().map(String::as_str))),
        id: match content.kind {
            PageKind::Goals => board.unwrap_or_default(),
            _ => posed.map_or("", |posed| &posed.id),
        },
        number?: number.filter(|number| !number.is_empty()),
        board?: board,
        grade?: rating.map(|rating| [Value::display(rating.grade()), rating.score().into()]),
        puzzle: at,
        challenge?: challenge,
    }
}

/// The level of a goal that leaves cells of the puzzle's board open.
fn open_level(goal: &OpenGoal, puzzle: usize, print: &str) -> Record {
    let cells: Vec<String> = goal.cells.iter().map(usize::to_string).collect();
    record! {
        key: key(std::iter::once(print).chain(cells.iter().map(String::as_str))),
        id: &goal.name,
        board: &goal.name,
        puzzle: puzzle,
        open: goal.cells.clone(),
    }
}

/// A key for a sequence of texts: the first bytes of their SHA-256 hash. Equal sequences have equal keys;
/// different sequences have different keys except with a probability of about 2⁻⁶⁴.
fn key<'t>(parts: impl Iterator<Item = &'t str>) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part);
        hash.update([0]);
    }
    let bytes = hash.finalize();
    let bytes = bytes.iter().take(KEY);
    bytes.fold(String::new(), |key, byte| format!("{key}{byte:02x}"))
}
