//! Random goals of a puzzle.

use itertools::Itertools;

use crate::generate::Part;
use crate::grid::{Cell, Cells};
use crate::puzzle::{Goal, Puzzle};
use crate::tape::Tape;

/// Makes a file of goals of a few puzzles. What a restriction asks for must stay on the board, so
/// these have none.
pub(crate) fn goals(tape: &mut Tape, puzzle: &mut Puzzle, parts: &[Part]) {
    if !puzzle.rules.is_empty() || parts.len() < 2 || !tape.once_in(6) {
        return;
    }
    let is_given = |cell: &Cell| puzzle.givens.iter().any(|(_, cells)| cells.contains(cell));
    let free: Vec<Cell> = puzzle
        .cells()
        .into_iter()
        .filter(|cell| !is_given(cell))
        .collect();
    if puzzle.cells().len() < 3 || free.is_empty() {
        return;
    }
    let mut goals = Vec::new();
    if tape.once_in(2) && puzzle.required.iter().any(|cell| !is_given(cell)) {
        goals.push(Goal::Holes);
    }
    for number in 0..tape.within(1..=2) {
        let mut open: Cells = (0..tape.below(3)).map(|_| *tape.pick(&free)).collect();
        let mut only = None;
        if tape.once_in(3) {
            // A part is left open, and its piece is left out if it is there once.
            let (piece, cells) = tape.pick(parts).clone();
            let once = parts.iter().filter(|(of, _)| *of == piece).count() == 1;
            let sets = puzzle.pieces.iter().any(|piece| piece.set.is_some());
            if once && !sets && cells.iter().all(|cell| !is_given(cell)) {
                open = cells;
                only = Some(
                    (0..puzzle.pieces.len())
                        .filter(|at| *at != piece)
                        .collect_vec(),
                );
            }
        }
        if open.len() == puzzle.cells().len() {
            continue;
        }
        let name = format!("goal {number}");
        goals.push(Goal::One { name, open, only });
    }
    puzzle.goals = goals;
}
