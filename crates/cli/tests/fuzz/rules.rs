//! Random restrictions of a puzzle. Most of them allow the solution in which each piece covers its part of the
//! board.

use itertools::Itertools;

use crate::generate::Part;
use crate::grid::{Cell, Cells, Sides};
use crate::puzzle::{Puzzle, Rule};
use crate::tape::Tape;

/// Adds up to three restrictions of any kind.
pub(crate) fn rules(tape: &mut Tape, puzzle: &mut Puzzle, parts: &[Part]) {
    if parts.is_empty() || !tape.once_in(3) {
        return;
    }
    for _ in 0..tape.within(1..=3) {
        let (piece, cells) = tape.pick(parts).clone();
        let copies = parts.iter().filter(|(of, _)| *of == piece);
        let covered: Cells = copies.flat_map(|(_, cells)| cells).copied().collect();
        let board: Vec<Cell> = puzzle.cells().into_iter().collect();
        let others: Vec<Cell> = board
            .iter()
            .copied()
            .filter(|cell| !covered.contains(cell))
            .collect();
        let alone = covered == cells;
        let few = |tape: &mut Tape, of: &[Cell]| -> Cells {
            let most = of.len().min(4);
            (0..tape.within(1..=most.max(1)))
                .filter(|_| !of.is_empty())
                .map(|_| *tape.pick(of))
                .collect()
        };
        let rule = match tape.below(7) {
            0 => {
                let more = few(tape, &board);
                Rule::Within(piece, covered.union(&more).copied().collect())
            }
            1 if !puzzle.optional.is_empty() && tape.once_in(3) => {
                let spare = puzzle.optional.iter().copied().collect_vec();
                Rule::Avoids(None, few(tape, &spare))
            }
            1 if !others.is_empty() => Rule::Avoids(Some(piece), few(tape, &others)),
            2 if alone => Rule::Covers(piece, few(tape, &cells.into_iter().collect_vec())),
            3 if alone && tape.once_in(2) => Rule::Placed(piece, cells),
            4 => {
                // A placement that covers some cells of the part must also cover others.
                let cells = cells.into_iter().collect_vec();
                let (one, also) = (few(tape, &cells), few(tape, &cells));
                let any = tape.once_in(3);
                Rule::Where((!any).then_some(piece), one, also)
            }
            5 => {
                let own = puzzle.pieces[piece].sides;
                let fewer = [Sides::Fixed, Sides::OneSided, Sides::Free];
                let fewer = fewer
                    .into_iter()
                    .filter(|sides| *sides <= own)
                    .collect_vec();
                Rule::Sides(piece, *tape.pick(&fewer))
            }
            _ => {
                let piece_of = &puzzle.pieces[piece];
                let shapes = puzzle.grid.orientations(&piece_of.shape, piece_of.sides);
                let mut kept = shapes.into_iter().collect_vec();
                while kept.len() > 1 && tape.once_in(3) {
                    kept.remove(tape.below(kept.len()));
                }
                Rule::Orientations(piece, kept)
            }
        };
        puzzle.rules.push(rule);
    }
}
