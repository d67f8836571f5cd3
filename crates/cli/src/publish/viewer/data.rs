//! What a page is told: the puzzle, its placements, the solutions, the challenges.
//!
//! Placements are numbered by piece, then by orientation, then by the cell that comes first on the
//! board. The page finds their cells by adding vectors, so a placement takes a few bytes.

mod challenges;
mod ground;
mod levels;
mod pieces;
mod solutions;

pub(crate) use ground::kind_of;
pub(super) use levels::PageData;

use serde::Serialize;

use super::content::PlayablePuzzle;
use super::embedded_solutions::EmbeddedSolutions;
use super::error::{MAX_CELLS, MAX_PLACEMENTS, ViewerError};
use super::options::PageOptions;
use super::turns::{Turn, turns};
use crate::puzzle::Tray;
use challenges::{Challenge, challenges};
use ground::Ground;
use pieces::{CellColors, Piece, pieces};
use solutions::Solutions;

/// What a page is told of a puzzle.
#[derive(Debug, Serialize)]
pub(super) struct Data<'a> {
    title: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'a str>,
    /// What a cell is called in English, by which the page finds its word for it.
    cell: &'static str,
    /// Pictures have several layers.
    solid: bool,
    board: Ground,
    turns: Vec<Turn>,
    pieces: Vec<Piece<'a>>,
    /// The colours of their cells, if they have any.
    #[serde(skip_serializing_if = "Option::is_none")]
    colors: Option<CellColors>,
    /// The placements that the puzzle gives.
    givens: Vec<u32>,
    solutions: Solutions,
    challenges: Vec<Challenge<'a>>,
    /// The techniques that hints name by number.
    techniques: Vec<&'static str>,
}

impl<'a> Data<'a> {
    /// What a page is told of a puzzle.
    ///
    /// # Errors
    ///
    /// [`ViewerError`]: it is too large for a page, or its board wraps around.
    pub(super) fn new(
        content: &'a PlayablePuzzle<'_>,
        options: &'a PageOptions,
    ) -> Result<Self, ViewerError> {
        let instance = content.instance;
        let puzzle = instance.puzzle();
        let cells = puzzle.board.cells().len();
        if cells > MAX_CELLS {
            return Err(ViewerError::Cells { cells });
        }
        let placements = instance.meanings().len();
        if placements > MAX_PLACEMENTS {
            return Err(ViewerError::Placements { placements });
        }
        if !puzzle.board.seams().is_empty() {
            let name = puzzle.title.clone();
            return Err(ViewerError::Wraps { name });
        }
        let turns = turns(puzzle.lattice);
        let (pieces, numbers) = pieces(instance, &turns, &options.texts);
        let (challenges, techniques) = challenges(&content.challenges, &numbers);
        let none = EmbeddedSolutions::none();
        let held = if options.is_play_only {
            &none
        } else {
            &content.held
        };
        let (low, high) = puzzle.board.bounding_box();
        Ok(Self {
            title: &puzzle.title,
            source: puzzle.source.as_deref(),
            cell: match puzzle.tray {
                Tray::Flat => puzzle.lattice.table().cell_names[0],
                // What is to be filled is flat, whatever it is filled with.
                Tray::Projected { .. } => "cell",
            },
            solid: puzzle.tray == Tray::Flat && low.z < high.z,
            board: Ground::of(puzzle),
            givens: numbers.sorted(instance.givens()),
            solutions: Solutions::of(held, &numbers),
            turns,
            colors: CellColors::of(puzzle),
            pieces,
            challenges,
            techniques,
        })
    }
}
