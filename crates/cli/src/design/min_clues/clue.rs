//! Clues: single facts about a solution.

use std::collections::BTreeMap;

use itertools::Itertools;
use tilewright_dlx::{OptionId, Problem, ProblemError};
use tilewright_geometry::BoardCell;

use crate::cover::Instance;
use crate::puzzle::{Copies, PieceId, Puzzle};

/// What counts as one clue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// A given: the placement of a piece.
    Givens,
    /// The piece that covers a cell.
    Cells,
}

/// A fact about a solution: it contains one of these options.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clue {
    /// The piece that the clue is about.
    pub piece: PieceId,
    /// If the clue is a given, all cells that the piece covers; otherwise the one cell that it is
    /// known to cover.
    pub cells: Vec<BoardCell>,
    /// The options that make the clue true. No solution contains two of them.
    pub options: Vec<OptionId>,
}

impl Clue {
    /// Whether the clue is true of a solution.
    pub(super) fn holds(&self, solution: &[OptionId]) -> bool {
        solution.iter().any(|option| self.options.contains(option))
    }
}

/// All possible clues, in the order of the options, or of pieces and cells. The puzzle's givens are
/// not among them.
pub(super) fn all(instance: &Instance, by: By) -> Vec<Clue> {
    let options = instance.problem().options();
    let open = options.filter(|option| !instance.is_given(*option));
    match by {
        By::Givens => open
            .map(|option| {
                let meaning = instance.meaning(option);
                Clue {
                    piece: meaning.piece,
                    cells: meaning.placement.cells.to_vec(),
                    options: vec![option],
                }
            })
            .collect(),
        By::Cells => {
            let is_given = |cell: &BoardCell| {
                let mut given = instance.givens().iter();
                given.any(|given| instance.meaning(*given).placement.cells.contains(cell))
            };
            let mut covering: BTreeMap<(PieceId, BoardCell), Vec<OptionId>> = BTreeMap::new();
            for option in open {
                let meaning = instance.meaning(option);
                for cell in &meaning.placement.cells {
                    let options = covering.entry((meaning.piece, *cell)).or_default();
                    options.push(option);
                }
            }
            let given: Vec<BoardCell> =
                instance.puzzle().board.indices().filter(is_given).collect();
            covering
                .into_iter()
                .filter(|((_, cell), _)| !given.contains(cell))
                .map(|((piece, cell), options)| Clue {
                    piece,
                    cells: vec![cell],
                    options,
                })
                .collect()
        }
    }
}

/// The clues that are true of a solution.
pub(super) fn of(all: &[Clue], solution: &[OptionId]) -> Vec<Clue> {
    let holds = |clue: &&Clue| clue.holds(solution);
    all.iter().filter(holds).cloned().collect()
}

/// The problem restricted to the solutions in which some clues are true. Its options are the same;
/// each clue is an additional primary item.
///
/// # Errors
///
/// The problem has no room for another item.
pub(super) fn under<'c>(
    problem: &Problem,
    clues: impl Iterator<Item = &'c Clue>,
) -> Result<Problem, ProblemError> {
    let mut derivation = problem.derive();
    for (number, clue) in clues.enumerate() {
        derivation = derivation.add_primary(free_name(problem, number), &clue.options);
    }
    Ok(derivation.build()?.problem)
}

/// A name that no item has.
fn free_name(problem: &Problem, number: usize) -> String {
    let mut name = format!("clue-{}", number + 1);
    while problem.item(&name).is_some() {
        name.push('\'');
    }
    name
}

/// Clues that mark cells with pieces, as restrictions in the puzzle format. `None` if a clue cannot
/// be written as one: its piece may be left out or has several copies, and one of its cells is
/// optional.
pub fn as_restrictions(puzzle: &Puzzle, clues: &[Clue]) -> Option<Vec<String>> {
    let cells = |cells: &[BoardCell]| {
        let cells = cells.iter().map(|cell| {
            let numbers = puzzle.lattice.coordinates(puzzle.board.cell(*cell));
            format!("({})", numbers.iter().join(", "))
        });
        format!("Cells([{}])", { cells }.join(", "))
    };
    let mut covers: BTreeMap<PieceId, Vec<BoardCell>> = BTreeMap::new();
    let mut avoids: BTreeMap<PieceId, Vec<BoardCell>> = BTreeMap::new();
    for clue in clues {
        if puzzle.piece(clue.piece).copies == Copies::ONE {
            covers.entry(clue.piece).or_default().extend(&clue.cells);
        } else if clue
            .cells
            .iter()
            .all(|cell| puzzle.board.is_required(*cell))
        {
            // All other pieces avoid the cell, so that only this one can cover it.
            for (other, _) in puzzle.pieces().filter(|(other, _)| *other != clue.piece) {
                avoids.entry(other).or_default().extend(&clue.cells);
            }
        } else {
            return None;
        }
    }
    let line = |word: &str, piece: PieceId, on: &[BoardCell]| {
        let name = puzzle.face_name(piece);
        format!("{word}(piece: {name:?}, cells: {})", cells(on))
    };
    let covers = covers.iter().map(|(piece, on)| line("Covers", *piece, on));
    let avoids = avoids.iter().map(|(piece, on)| line("Avoids", *piece, on));
    Some(covers.chain(avoids).collect())
}
