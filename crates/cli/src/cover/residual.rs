//! The part of a puzzle that its givens leave: cells to cover, pieces to use, and placements
//! compatible with the givens.

use tilewright_geometry::{BoardCell, Placement};

use crate::cover::Instance;
use crate::puzzle::{Copies, PieceId};

/// The part of a puzzle that its givens leave.
#[derive(Debug, Clone)]
pub(crate) struct ResidualPuzzle<'a> {
    /// The cells that no given covers, in the board's order.
    pub cells: Vec<BoardCell>,
    /// The pieces with copies left, in the puzzle's order. The faces of a tile are listed together
    /// under the first face.
    pub pieces: Vec<PieceLeft<'a>>,
}

/// A piece of which copies are left to place.
#[derive(Debug, Clone)]
pub(crate) struct PieceLeft<'a> {
    pub piece: PieceId,
    /// The minimum and the maximum number of copies that are left to place. The maximum is at least 1.
    pub copies: Copies,
    /// The placements of the piece that are compatible with the givens.
    pub placements: Vec<&'a Placement>,
}

impl<'a> ResidualPuzzle<'a> {
    /// The residual puzzle of an instance.
    ///
    /// Cost: linear in the entries of the matrix.
    pub(crate) fn of(instance: &'a Instance) -> Self {
        let puzzle = instance.puzzle();
        let mut covered = vec![false; puzzle.board.cells().len()];
        let mut crossed = vec![false; instance.junctions().count()];
        let mut given = vec![false; instance.meanings().len()];
        for option in instance.givens() {
            given[option.index()] = true;
            let placement = &instance.meaning(*option).placement;
            for cell in &placement.cells {
                covered[cell.index()] = true;
            }
            for junction in &placement.junctions {
                crossed[junction.index()] = true;
            }
        }
        let tiles = puzzle.tiles();
        let tile = |piece: PieceId| tiles[piece.index()];
        let mut left: Vec<PieceLeft<'a>> = puzzle
            .pieces()
            .map(|(piece, what)| {
                let givens = puzzle.givens.iter();
                let givens = givens.filter(|given| tile(given.piece) == piece);
                let used = u32::try_from(givens.count()).unwrap_or(u32::MAX);
                // The copies of a tile are counted at its first face.
                let copies = if tile(piece) == piece {
                    what.copies_of_tile()
                } else {
                    Copies { min: 0, max: 0 }
                };
                PieceLeft {
                    piece,
                    copies: Copies {
                        min: copies.min.saturating_sub(used),
                        max: copies.max.saturating_sub(used),
                    },
                    placements: Vec::new(),
                }
            })
            .collect();
        for (meaning, _) in instance
            .meanings()
            .iter()
            .zip(given)
            .filter(|(_, given)| !given)
        {
            let placement = &meaning.placement;
            let free = !placement.cells.iter().any(|cell| covered[cell.index()])
                && !placement.junctions.iter().any(|j| crossed[j.index()]);
            if free {
                left[tile(meaning.piece).index()].placements.push(placement);
            }
        }
        left.retain(|piece| piece.copies.max > 0);
        Self {
            cells: puzzle
                .board
                .indices()
                .filter(|cell| !covered[cell.index()])
                .collect(),
            pieces: left,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Source, load};

    #[test]
    fn givens_take_cells_copies_and_placements_away() {
        let text = r#"(lattice: Square, board: Rect(4, 3), pieces: [
                Piece(name: "D", cells: Rect(2, 1), copies: (2, 6)),
                Piece(name: "L", cells: Cells([(0, 0), (1, 0), (0, 1)]), copies: (0, 1)),
            ],
            givens: [(piece: "L", cells: Cells([(0, 0), (1, 0), (0, 1)])),
                (piece: "D", cells: Shift((2, 0), Rect(2, 1)))])"#;
        let puzzle = load(&Source::new("test", text)).unwrap().puzzle;
        let instance = Instance::new(puzzle).unwrap();
        let rest = ResidualPuzzle::of(&instance);
        // Seven cells are left: a row of three above a row of four.
        assert_eq!(rest.cells.len(), 7);
        let [dominoes] = rest.pieces.as_slice() else {
            panic!("the L is used up");
        };
        assert_eq!((dominoes.copies.min, dominoes.copies.max), (1, 5));
        assert_eq!(dominoes.placements.len(), 8);
    }

    #[test]
    fn sticks_may_not_cross_a_given() {
        let text = r#"(lattice: Stick, board: Rect(2, 2), pieces: [
                Piece(name: "I", cells: Cells([(0, 0, 0), (1, 0, 0)]), copies: (0, 6)),
            ],
            givens: [(piece: "I", cells: Cells([(0, 1, 0), (1, 1, 0)]))])"#;
        let puzzle = load(&Source::new("test", text)).unwrap().puzzle;
        let instance = Instance::new(puzzle).unwrap();
        // There are six straight pairs. One is the given, and another would cross it.
        assert_eq!(ResidualPuzzle::of(&instance).pieces[0].placements.len(), 4);
    }
}
