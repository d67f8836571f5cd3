//! The fields of `goals:`, as structs for serde.

use serde::Deserialize;

use super::super::node::{Pairs, Raw};
use super::super::symmetry::SymmetryFile;

/// An entry of `goals:`.
#[derive(Debug, Deserialize)]
#[serde(rename = "GoalEntry", deny_unknown_fields)]
pub(super) enum GoalFile<'s> {
    /// One goal, given by its differences from the puzzle.
    Goal {
        #[serde(borrow)]
        name: Raw<'s>,
        /// The board, if it differs from the puzzle's.
        #[serde(borrow, default)]
        board: Option<Raw<'s>>,
        /// The pieces, if they differ from the puzzle's.
        #[serde(borrow, default)]
        pieces: Option<Raw<'s>>,
        /// The only pieces of the puzzle that are used.
        #[serde(borrow, default)]
        only: Option<Raw<'s>>,
        /// The pieces of the puzzle that are left out.
        #[serde(borrow, default)]
        except: Option<Raw<'s>>,
        /// Further givens, in addition to the puzzle's.
        #[serde(borrow, default)]
        givens: Option<Raw<'s>>,
        /// The cells removed from the board.
        #[serde(borrow, default)]
        open: Option<Raw<'s>>,
        /// The published numbers, such as that of the solutions. The command `verify` checks them.
        #[serde(borrow, default)]
        expect: Option<Raw<'s>>,
    },
    /// A goal for each choice of one labelled cell from each of several groups. The chosen cells are
    /// removed from the board.
    Each {
        /// The groups; by default those of the puzzle's `labels:`.
        #[serde(borrow, default)]
        of: Option<Vec<Raw<'s>>>,
        /// The labels, or combinations of labels, whose goals are left out.
        #[serde(borrow, default)]
        except: Option<Raw<'s>>,
        /// The published numbers of goals, each under the name of its goal.
        #[serde(borrow, default)]
        expect: Option<Raw<'s>>,
    },
    /// A goal for each choice of `count` required cells. The chosen cells are removed from the
    /// board.
    Holes {
        /// The number of cells that are removed.
        #[serde(borrow)]
        count: Raw<'s>,
        /// The only cells to choose from.
        #[serde(borrow, default)]
        within: Option<Raw<'s>>,
        /// Whether only one of several symmetric choices is a goal.
        #[serde(default)]
        distinct: bool,
        /// The published numbers of goals, each under the name of its goal.
        #[serde(borrow, default)]
        expect: Option<Raw<'s>>,
    },
    /// A goal for each named board.
    Boards {
        /// A list of boards, each with its name.
        #[serde(borrow)]
        of: Raw<'s>,
        /// The published numbers of goals, each under the name of its goal.
        #[serde(borrow, default)]
        expect: Option<Raw<'s>>,
    },
    /// A goal for each rectangle or box with this number of cells.
    Rectangles {
        /// How many cells a board has: a number or a range.
        #[serde(borrow)]
        cells: Raw<'s>,
        /// The published numbers of goals, each under the name of its goal.
        #[serde(borrow, default)]
        expect: Option<Raw<'s>>,
    },
    /// A goal for each polyform with this number of cells, as the board.
    Polyforms {
        /// How many cells a board has: a number or a range.
        #[serde(borrow)]
        cells: Raw<'s>,
        /// The prefix of the goals' names.
        #[serde(borrow, default)]
        name: Option<Raw<'s>>,
        /// The published numbers of goals, each under the name of its goal.
        #[serde(borrow, default)]
        expect: Option<Raw<'s>>,
    },
    /// A goal for each board with this number of cells that remains when other cells are removed.
    SubBoards {
        /// How many cells a board has: a number or a range.
        #[serde(borrow)]
        cells: Raw<'s>,
        /// The symmetry that each board must have.
        #[serde(default)]
        symmetry: Option<SymmetryFile>,
        /// The only cells that may be removed.
        #[serde(borrow, default)]
        without: Option<Raw<'s>>,
        /// Whether each board must be connected.
        #[serde(default = "yes")]
        connected: bool,
        /// The prefix of the goals' names.
        #[serde(borrow, default)]
        name: Option<Raw<'s>>,
        /// The published numbers of goals, each under the name of its goal.
        #[serde(borrow, default)]
        expect: Option<Raw<'s>>,
    },
    /// A goal for each row of pieces on each board. It uses as many pieces from the beginning of
    /// the row as fit on the board.
    Growing {
        #[serde(borrow)]
        boards: Vec<Raw<'s>>,
        /// The rows, each under its name. A row is a list of names of pieces.
        #[serde(borrow)]
        rows: Raw<'s>,
        /// The published numbers of goals, each under the name of its goal.
        #[serde(borrow, default)]
        expect: Option<Raw<'s>>,
    },
}

fn yes() -> bool {
    true
}

/// A group of labelled cells: an entry of `of:` in `Each`.
#[derive(Debug, Deserialize)]
#[serde(rename = "Group")]
pub(super) enum GroupFile<'s> {
    /// Labels in rows, starting at a cell; the labels of a row are separated by spaces.
    Rows(#[serde(borrow)] Raw<'s>, #[serde(borrow)] Vec<Raw<'s>>),
    /// The cells of the group, each under its label.
    Cells(#[serde(borrow)] Pairs<'s>),
}
