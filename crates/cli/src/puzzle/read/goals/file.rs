//! The fields of `goals:`, as structs for serde.

use serde::Deserialize;

use super::super::node::{Pairs, Raw};
use super::super::symmetry::SymmetryFile;

/// An entry of `goals:`.
#[derive(Debug, Deserialize)]
#[serde(rename = "GoalEntry", deny_unknown_fields)]
#[serde(bound(deserialize = "'de: 's"))]
pub(super) enum GoalFile<'s> {
    /// One goal, given by its differences from the puzzle.
    Goal {
        name: Raw<'s>,
        /// The board, if it differs from the puzzle's.
        board: Option<Raw<'s>>,
        /// The pieces, if they differ from the puzzle's.
        pieces: Option<Raw<'s>>,
        /// The only pieces of the puzzle that are used.
        only: Option<Raw<'s>>,
        /// The pieces of the puzzle that are left out.
        except: Option<Raw<'s>>,
        /// Further givens, in addition to the puzzle's.
        givens: Option<Raw<'s>>,
        /// The cells removed from the board.
        open: Option<Raw<'s>>,
        /// The published numbers, such as the number of solutions. The command `verify` checks them.
        expect: Option<Raw<'s>>,
    },
    /// A goal for each choice of one labelled cell from each of several groups. The chosen cells are
    /// removed from the board.
    Each {
        /// The groups; by default those of the puzzle's `labels:`.
        of: Option<Vec<Raw<'s>>>,
        /// The labels, or combinations of labels, whose goals are left out.
        except: Option<Raw<'s>>,
        /// The published numbers of goals, each under the name of its goal.
        expect: Option<Raw<'s>>,
    },
    /// A goal for each choice of `count` required cells. The chosen cells are removed from the
    /// board.
    Holes {
        /// The number of cells that are removed.
        count: Raw<'s>,
        /// The only cells to choose from.
        within: Option<Raw<'s>>,
        /// Whether only one of several symmetric choices is a goal.
        #[serde(default)]
        distinct: bool,
        /// The published numbers of goals, each under the name of its goal.
        expect: Option<Raw<'s>>,
    },
    /// A goal for each named board.
    Boards {
        /// A list of boards, each with its name.
        of: Raw<'s>,
        /// The published numbers of goals, each under the name of its goal.
        expect: Option<Raw<'s>>,
    },
    /// A goal for each rectangle or box with this number of cells.
    Rectangles {
        /// How many cells a board has: a number or a range.
        cells: Raw<'s>,
        /// The published numbers of goals, each under the name of its goal.
        expect: Option<Raw<'s>>,
    },
    /// A goal for each polyform with this number of cells, as the board.
    Polyforms {
        /// How many cells a board has: a number or a range.
        cells: Raw<'s>,
        /// The prefix of the goals' names.
        name: Option<Raw<'s>>,
        /// The published numbers of goals, each under the name of its goal.
        expect: Option<Raw<'s>>,
    },
    /// A goal for each board with this number of cells that remains when other cells are removed.
    SubBoards {
        /// How many cells a board has: a number or a range.
        cells: Raw<'s>,
        /// The symmetry that each board must have.
        #[serde(default)]
        symmetry: Option<SymmetryFile>,
        /// The only cells that may be removed.
        without: Option<Raw<'s>>,
        /// Whether each board must be connected.
        #[serde(default = "yes")]
        connected: bool,
        /// The prefix of the goals' names.
        name: Option<Raw<'s>>,
        /// The published numbers of goals, each under the name of its goal.
        expect: Option<Raw<'s>>,
    },
    /// A goal for each row of pieces on each board. It uses as many pieces from the beginning of
    /// the row as fit on the board.
    Growing {
        boards: Vec<Raw<'s>>,
        /// The rows, each under its name. A row is a list of names of pieces.
        rows: Raw<'s>,
        /// The published numbers of goals, each under the name of its goal.
        expect: Option<Raw<'s>>,
    },
}

fn yes() -> bool {
    true
}

/// A group of labelled cells: an entry of `of:` in `Each`.
#[derive(Debug, Deserialize)]
#[serde(rename = "Group", bound(deserialize = "'de: 's"))]
pub(super) enum GroupFile<'s> {
    /// Labels in rows, starting at a cell; the labels of a row are separated by spaces.
    Rows(Raw<'s>, Vec<Raw<'s>>),
    /// The cells of the group, each under its label.
    Cells(Pairs<'s>),
}
