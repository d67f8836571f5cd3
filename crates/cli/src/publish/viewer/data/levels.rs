//! All that a page is told: its words, what is played in which order, the puzzles.

use std::collections::BTreeMap;

use serde::Serialize;
use sha2::{Digest, Sha256};

use super::super::content::{PageContent, PageKind};
use super::super::error::{MAX_PAGE_PLACEMENTS, ViewerError};
use super::super::options::PageOptions;
use super::Data;
use crate::cover::notation;
use crate::design::challenges::fingerprint;
use crate::publish::open_goals::OpenGoal;
use crate::support::label::Label;

/// How many bytes the keys have under which a browser keeps what was played.
const KEY: usize = 8;

/// All that a page is told.
#[derive(Debug, Serialize)]
pub(in super::super) struct PageData<'a> {
    /// Under what a browser keeps what belongs to the whole page.
    key: String,
    title: &'a str,
    language: String,
    /// The texts of the page; a value is its name between U+E000 and U+E001.
    texts: BTreeMap<&'static str, String>,
    /// What links call a level.
    link: &'static str,
    /// Where the page is to be found; empty if nobody has said it.
    #[serde(skip_serializing_if = "str::is_empty")]
    address: &'a str,
    is_play_only: bool,
    levels: Vec<LevelData<'a>>,
    puzzles: Vec<Data<'a>>,
}

/// Something to be played.
#[derive(Debug, Serialize)]
struct LevelData<'a> {
    /// Under what a browser keeps how far it is.
    key: String,
    /// Unique in the page; empty for the puzzle as it is.
    id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<&'a str>,
    /// Its grade, and its score.
    #[serde(skip_serializing_if = "Option::is_none")]
    grade: Option<(String, f64)>,
    puzzle: usize,
    /// Which of the puzzle's challenges it is; none of them if the puzzle is played as it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    challenge: Option<usize>,
    /// The cells of the puzzle's board that it leaves open, if the goals of the page share the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    open: Option<&'a [usize]>,
}

impl<'a> PageData<'a> {
    /// What a page is told.
    ///
    /// # Errors
    ///
    /// [`ViewerError`]: a board or its placements are too many, or all puzzles together.
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
        let puzzles = puzzles.map(|puzzle| Data::new(puzzle, options));
        let puzzles = puzzles.collect::<Result<Vec<_>, _>>()?;
        let prints: Vec<String> = content
            .puzzles
            .iter()
            .map(|puzzle| fingerprint(puzzle.instance))
            .collect();
        let levels: Vec<LevelData<'a>> = content
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

fn level<'a>(
    content: &'a PageContent<'_>,
    at: usize,
    challenge: Option<usize>,
    print: &str,
) -> LevelData<'a> {
    let puzzle = &content.puzzles[at];
    let posed = challenge.map(|challenge| &puzzle.challenges[challenge]);
    let givens = posed.map_or(&[][..], |posed| &posed.givens);
    let mut givens: Vec<String> = givens
        .iter()
        .map(|given| notation::of(puzzle.instance, *given))
        .collect();
    givens.sort_unstable();
    let board = puzzle.name.as_ref().map(Label::as_str);
    LevelData {
        key: key(std::iter::once(print).chain(givens.iter().map(String::as_str))),
        id: match content.kind {
            PageKind::Goals => board.unwrap_or_default(),
            _ => posed.map_or("", |posed| &posed.id),
        },
        number: posed
            .map(|posed| posed.number.as_str())
            .filter(|number| !number.is_empty()),
        board,
        grade: posed
            .and_then(|posed| posed.rating)
            .map(|rating| (rating.grade().to_string(), rating.score())),
        puzzle: at,
        challenge,
        open: None,
    }
}

/// A goal that leaves cells of the puzzle's board open.
fn open_level<'a>(goal: &'a OpenGoal, puzzle: usize, print: &str) -> LevelData<'a> {
    let cells: Vec<String> = goal.cells.iter().map(usize::to_string).collect();
    LevelData {
        key: key(std::iter::once(print).chain(cells.iter().map(String::as_str))),
        id: &goal.name,
        number: None,
        board: Some(&goal.name),
        grade: None,
        puzzle,
        challenge: None,
        open: Some(&goal.cells),
    }
}

/// A key that some texts have, and others with next to certainty not.
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
