//! The data of a page: the puzzle, its placements, solutions and challenges.
//!
//! Placements are numbered by piece, then by orientation, then by their first cell on the board. The page
//! finds the other cells of a placement by adding vectors, so a placement takes a few bytes.

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
use crate::publish::interchange::table::Record;
use crate::puzzle::Tray;
use challenges::challenges;
use ground::board_record;
use pieces::{PagePiece, cell_colors, pieces};
use solutions::solutions_record;

#[derive(Debug, Serialize)]
pub(super) struct PagePuzzle<'a> {
    title: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'a str>,
    /// The English word for a cell: the key with which the page looks up the word in its language.
    cell: &'static str,
    /// Whether the pictures have several layers.
    solid: bool,
    board: Record,
    turns: Vec<Turn>,
    pieces: Vec<PagePiece<'a>>,
    /// The colours of the pieces' cells; `None` if no cell has a colour.
    #[serde(skip_serializing_if = "Option::is_none")]
    colors: Option<Record>,
    /// The numbers of the placements that the puzzle gives.
    givens: Vec<u32>,
    solutions: Record,
    challenges: Vec<Record>,
    /// The techniques; hints refer to them by index.
    techniques: Vec<&'static str>,
}

impl<'a> PagePuzzle<'a> {
    /// The data of a puzzle.
    ///
    /// # Errors
    ///
    /// [`ViewerError`]: the puzzle is too large for a page, or its board wraps around.
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
                // Cells of a board in a tray with depth are flat, even if the cells of pieces are cubes.
                Tray::Projected { .. } => "cell",
            },
            solid: puzzle.tray == Tray::Flat && low.z < high.z,
            board: board_record(puzzle),
            givens: numbers.sorted(instance.givens()),
            solutions: solutions_record(held, &numbers),
            turns,
            colors: cell_colors(puzzle),
            pieces,
            challenges,
            techniques,
        })
    }
}
