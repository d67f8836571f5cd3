//! Packs: puzzles, challenges, hints and solutions as one JSON document, for other apps and pages.
//!
//! ```text
//! Instance, solutions ─► PackedPuzzle ────┐
//! Challenge ─► PackedChallenge (in words) ┴► pack ─► JSON, as SCHEMA says
//! ```
//!
//! A reader of a pack needs no knowledge of lattices. The appearance and positions of cells, the
//! effects of turns and the places of each orientation are all written out, in edge lengths.
//! [`SCHEMA`] describes every field; the guide's page on packs explains how to play with them.

mod board;
mod challenges;
mod lattice;
mod pieces;
mod place;

use std::collections::BTreeMap;

use serde::Serialize;
use thiserror::Error;
use tilewright_dlx::OptionId;

use self::place::{PackPlacement, laid, millionths};
use super::interchange::table::{Record, Value, record};
use super::open_goals::OpenGoal;
use super::viewer::{Choice, EmbeddedSolutions};
use crate::cover::Instance;
use crate::puzzle::{Condition, Puzzle, Tray};
use crate::support::label::Label;
use board::board_record;
pub use challenges::PackedChallenge;
use challenges::challenge_record;
use lattice::lattice_record;
use pieces::{PackPlaces, PackedSet};

/// The JSON schema of packs, draft 2020-12.
pub const SCHEMA: &str = include_str!("pack/schema.json");

/// The version of the format. It increases with each change that a reader of the previous version could
/// misinterpret. Additional fields alone do not increase it.
pub const VERSION: u32 = 1;

/// The version of packs with coloured cells: a reader of version 1 would let any colours meet.
pub const VERSION_WITH_COLORS: u32 = 2;

/// The version of packs with `goals` that leave cells of a puzzle's board open: a reader of the other
/// versions would play the puzzle with all its cells.
pub const VERSION_WITH_GOALS: u32 = 3;

/// The maximum number of cells of a board in a pack.
pub const MAX_CELLS: usize = 4096;

/// The maximum number of placements of pieces in a pack, over all its puzzles.
pub const MAX_PLACES: usize = 2_000_000;

/// A puzzle to be packed, with a choice of its solutions.
#[derive(Debug)]
pub struct PackedPuzzle<'a> {
    /// The name in the pack: that of the goal or of the card, or the puzzle's title.
    pub name: Label,
    /// The puzzle with its exact cover problem.
    pub instance: &'a Instance,
    /// The solutions to include.
    pub solutions: EmbeddedSolutions,
}

/// Why a pack cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PackError {
    /// A board is too large.
    #[error("the board of {name:?} has {cells} cells; a board in a pack has at most {MAX_CELLS}")]
    Cells {
        /// The puzzle's name in the pack.
        name: Label,
        /// The number of cells of the puzzle's board.
        cells: usize,
    },
    /// The pieces of all puzzles together have more than [`MAX_PLACES`] placements.
    #[error(
        "the pieces of all puzzles have more than {MAX_PLACES} placements, the limit of a pack; \
         make several packs, or name one --goal"
    )]
    Places,
    /// A board wraps around.
    #[error("the board of {name:?} wraps around, so a pack cannot show it")]
    Wraps {
        /// The puzzle's name in the pack.
        name: Label,
    },
}

#[derive(Serialize)]
struct PackDocument<'a> {
    format: &'static str,
    version: u32,
    title: &'a str,
    lattices: Vec<Record>,
    sets: Vec<Record>,
    puzzles: Vec<PuzzleData<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    goals: Vec<Record>,
    challenges: Vec<Record>,
}

#[derive(Serialize)]
struct PuzzleData<'a> {
    name: &'a str,
    title: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'a str>,
    lattice: usize,
    set: usize,
    /// The number of layers of a tray with depth; `None` for other boards.
    #[serde(skip_serializing_if = "Option::is_none")]
    tray_layers: Option<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    conditions: Vec<String>,
    /// The pairs of colours that may be next to each other, if not all may.
    #[serde(skip_serializing_if = "Option::is_none")]
    meeting: Option<Vec<[usize; 2]>>,
    board: Record,
    places: PackPlaces,
    givens: Vec<PackPlacement>,
    solutions: SolutionsData,
}

#[derive(Serialize)]
struct SolutionsData {
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<String>,
    choice: &'static str,
    held: Vec<Vec<PackPlacement>>,
}

/// A pack as JSON text, compact, with a line break at its end.
///
/// Challenges refer to their puzzles by index. Their numbers are their positions in the list.
///
/// Cost: linear in the size of the output: about 100 bytes for each cell, 40 bytes for each cell of an
/// orientation, 3 bytes for each place, 8 bytes for each piece of a solution.
///
/// # Errors
///
/// [`PackError`]: a pack cannot contain one of the puzzles.
///
/// # Panics
///
/// If the puzzle of a challenge is not in the list.
pub fn pack(
    title: &str,
    puzzles: &[PackedPuzzle<'_>],
    challenges: &[PackedChallenge],
) -> Result<String, PackError> {
    document(title, puzzles, &[], challenges)
}

/// A pack of goals that leave cells of one puzzle's board open. It contains the board and the places of the
/// pieces once, and no solutions of the goals.
///
/// Cost: linear in the size of the output: that of [`pack`] for the one puzzle, and about 50 bytes for each
/// goal.
///
/// # Errors
///
/// [`PackError`], as [`pack`].
pub fn pack_of_goals(board: &PackedPuzzle<'_>, goals: &[OpenGoal]) -> Result<String, PackError> {
    document(&board.name, std::slice::from_ref(board), goals, &[])
}

/// The text of a pack. All goals belong to the first puzzle.
fn document(
    title: &str,
    puzzles: &[PackedPuzzle<'_>],
    goals: &[OpenGoal],
    challenges: &[PackedChallenge],
) -> Result<String, PackError> {
    let mut lattices: Vec<Record> = Vec::new();
    let mut sets: Vec<Record> = Vec::new();
    let mut packed = Vec::with_capacity(puzzles.len());
    let mut placements: Vec<BTreeMap<OptionId, PackPlacement>> = Vec::with_capacity(puzzles.len());
    let mut count = 0;
    for puzzle in puzzles {
        check(puzzle)?;
        let model = puzzle.instance.puzzle();
        let lattice = index_of(&mut lattices, lattice_record(model.lattice));
        let PackedSet {
            colors,
            pieces,
            places,
            lying,
        } = PackedSet::of(puzzle.instance);
        count += places.iter().flatten().map(Vec::len).sum::<usize>();
        if count > MAX_PLACES {
            return Err(PackError::Places);
        }
        let set = record! { lattice: lattice, colors?: colors.unless_empty(), pieces: pieces };
        let set = index_of(&mut sets, set);
        packed.push(PuzzleData {
            name: &puzzle.name,
            title: &model.title,
            source: model.source.as_deref(),
            lattice,
            set,
            tray_layers: match model.tray {
                Tray::Flat => None,
                Tray::Projected { layers } => Some(layers),
            },
            conditions: model.conditions.iter().map(ToString::to_string).collect(),
            meeting: meeting(model),
            board: board_record(model),
            places,
            givens: laid(&lying, puzzle.instance.givens()),
            solutions: SolutionsData::of(&puzzle.solutions, &lying),
        });
        placements.push(lying);
    }
    let has_colors = sets.iter().any(|set| *set.get("colors") != Value::Missing);
    let document = PackDocument {
        format: "tilewright-pack",
        version: match (goals.is_empty(), has_colors) {
            (false, _) => VERSION_WITH_GOALS,
            (true, true) => VERSION_WITH_COLORS,
            (true, false) => VERSION,
        },
        title,
        lattices,
        sets,
        puzzles: packed,
        goals: (goals.iter())
            .map(|OpenGoal { name, cells }| record! { name: name, puzzle: 0, open: cells.clone() })
            .collect(),
        challenges: (1..)
            .zip(challenges)
            .map(|(number, challenge)| {
                challenge_record(number, challenge, &placements[challenge.puzzle])
            })
            .collect(),
    };
    // Plain data with names as keys can always be serialized to a string.
    let mut text = serde_json::to_string(&document).unwrap_or_default();
    text.push('\n');
    Ok(text)
}

/// Checks that a pack can contain a puzzle.
fn check(puzzle: &PackedPuzzle<'_>) -> Result<(), PackError> {
    let model = puzzle.instance.puzzle();
    let name = || puzzle.name.clone();
    let cells = model.board.cells().len();
    if cells > MAX_CELLS {
        let name = name();
        return Err(PackError::Cells { name, cells });
    }
    if !model.board.seams().is_empty() {
        return Err(PackError::Wraps { name: name() });
    }
    Ok(())
}

/// The pairs of colours that may be next to each other; `None` if all may.
fn meeting(puzzle: &Puzzle) -> Option<Vec<[usize; 2]>> {
    if !puzzle.conditions.iter().any(Condition::is_of_colors) {
        return None;
    }
    let known = puzzle.cell_colors();
    let pairs = (0..known.len()).flat_map(|one| (one..known.len()).map(move |other| [one, other]));
    let meet = |[one, other]: &[usize; 2]| puzzle.lets_meet(known[*one], known[*other]);
    Some(pairs.filter(meet).collect())
}

/// The index of a value in a list; appends it if it is new.
fn index_of(list: &mut Vec<Record>, thing: Record) -> usize {
    if let Some(known) = list.iter().position(|known| *known == thing) {
        return known;
    }
    list.push(thing);
    list.len() - 1
}

impl SolutionsData {
    fn of(held: &EmbeddedSolutions, lying: &BTreeMap<OptionId, PackPlacement>) -> Self {
        Self {
            count: held.total.as_ref().map(ToString::to_string),
            choice: match held.choice {
                Choice::All => "all",
                Choice::Sample { .. } => "sample",
                Choice::First => "first",
                Choice::None => "none",
            },
            held: held
                .solutions
                .iter()
                .map(|solution| laid(lying, solution))
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests;
