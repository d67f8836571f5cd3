//! `goals:` as it is written.

use serde::Deserialize;

use super::super::node::{Pairs, Raw};
use super::super::symmetry::SymmetryFile;

/// An entry of `goals:`
#[derive(Debug, Deserialize)]
#[serde(rename = "GoalEntry", deny_unknown_fields)]
pub(super) enum GoalFile<'s> {
    /// One goal, by what differs from the puzzle.
    Goal {
        /// What it is called.
        #[serde(borrow)]
        name: Raw<'s>,
        /// Another board.
        #[serde(borrow, default)]
        board: Option<Raw<'s>>,
        /// Other pieces.
        #[serde(borrow, default)]
        pieces: Option<Raw<'s>>,
        /// The only ones taken of the puzzle's pieces.
        #[serde(borrow, default)]
        only: Option<Raw<'s>>,
        /// Pieces left out.
        #[serde(borrow, default)]
        except: Option<Raw<'s>>,
        /// Placements fixed beforehand, besides the puzzle's.
        #[serde(borrow, default)]
        givens: Option<Raw<'s>>,
        /// Cells taken off the board.
        #[serde(borrow, default)]
        open: Option<Raw<'s>>,
        /// What it must give.
        #[serde(borrow, default)]
        expect: Option<Raw<'s>>,
    },
    /// A goal for each choice of one labelled cell from each of several groups:
    /// the cells stay open.
    Each {
        /// The groups; those of the puzzle's labels if there are none.
        #[serde(borrow, default)]
        of: Option<Vec<Raw<'s>>>,
        /// The names of goals left out.
        #[serde(borrow, default)]
        except: Option<Raw<'s>>,
        /// What some of them must give, by name.
        #[serde(borrow, default)]
        expect: Option<Raw<'s>>,
    },
    /// A goal for each choice of so many required cells: they stay open.
    Holes {
        /// How many cells.
        #[serde(borrow)]
        count: Raw<'s>,
        /// The only cells to choose from.
        #[serde(borrow, default)]
        within: Option<Raw<'s>>,
        /// One choice of all that are images of one another.
        #[serde(default)]
        distinct: bool,
        /// What some of them must give, by name.
        #[serde(borrow, default)]
        expect: Option<Raw<'s>>,
    },
    /// A goal for each board, by name.
    Boards {
        /// The boards.
        #[serde(borrow)]
        of: Raw<'s>,
        /// What some of them must give, by name.
        #[serde(borrow, default)]
        expect: Option<Raw<'s>>,
    },
    /// A goal for each rectangle or box of so many cells.
    Rectangles {
        /// How many cells.
        #[serde(borrow)]
        cells: Raw<'s>,
        /// What some of them must give, by name.
        #[serde(borrow, default)]
        expect: Option<Raw<'s>>,
    },
    /// A goal for each polyform of so many cells: it is the board.
    Polyforms {
        /// How many cells.
        #[serde(borrow)]
        cells: Raw<'s>,
        /// What their names begin with.
        #[serde(borrow, default)]
        name: Option<Raw<'s>>,
        /// What some of them must give, by name.
        #[serde(borrow, default)]
        expect: Option<Raw<'s>>,
    },
    /// A goal for each board of so many cells that the board leaves when others are taken away.
    SubBoards {
        /// How many cells.
        #[serde(borrow)]
        cells: Raw<'s>,
        /// A symmetry that each has.
        #[serde(default)]
        symmetry: Option<SymmetryFile>,
        /// The only cells that may be taken away.
        #[serde(borrow, default)]
        without: Option<Raw<'s>>,
        /// Whether each is in one piece.
        #[serde(default = "yes")]
        connected: bool,
        /// What their names begin with.
        #[serde(borrow, default)]
        name: Option<Raw<'s>>,
        /// What some of them must give, by name.
        #[serde(borrow, default)]
        expect: Option<Raw<'s>>,
    },
    /// A goal for each of several boards and each of several rows of pieces: as
    /// many from the beginning of the row as the board has room for.
    Growing {
        /// The boards.
        #[serde(borrow)]
        boards: Vec<Raw<'s>>,
        /// The rows, by name: each a list of names of pieces.
        #[serde(borrow)]
        rows: Raw<'s>,
        /// What some of them must give, by name.
        #[serde(borrow, default)]
        expect: Option<Raw<'s>>,
    },
}

fn yes() -> bool {
    true
}

/// An entry of `of:`
#[derive(Debug, Deserialize)]
#[serde(rename = "PuzzleSymmetry")]
pub(super) enum GroupFile<'s> {
    /// Labels in rows, from a cell on: the labels of a row have blanks between
    /// them.
    Rows(#[serde(borrow)] Raw<'s>, #[serde(borrow)] Vec<Raw<'s>>),
    /// Cells by label.
    Cells(#[serde(borrow)] Pairs<'s>),
}
