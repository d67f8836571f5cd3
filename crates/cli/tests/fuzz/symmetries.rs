//! The symmetries of a puzzle, computed from their definition: the isometries that map its board, givens,
//! restrictions and set of pieces to themselves.

use std::collections::{BTreeMap, BTreeSet};

use crate::brute_force::{Placed, as_laid};
use crate::grid::{Cell, Cells, Map, Sides, apply, determinant};
use crate::puzzle::{Piece, Puzzle};

/// An isometry: a linear map, then a translation.
pub(crate) struct Isometry {
    map: Map,
    step: [i32; 3],
}

impl Isometry {
    pub(crate) fn image(&self, cells: &Cells) -> Cells {
        let image = |cell: &Cell| {
            let turned = apply(&self.map, *cell);
            [0, 1, 2].map(|axis| turned[axis] + self.step[axis])
        };
        cells.iter().map(image).collect()
    }

    fn is_rotation(&self) -> bool {
        determinant(&self.map) == 1
    }
}

/// The isometries that map the board to itself.
fn isometries(puzzle: &Puzzle) -> Vec<Isometry> {
    let grid = puzzle.grid;
    let cells = puzzle.cells();
    let first = *cells.first().expect("a board has cells");
    let mut found = Vec::new();
    for map in grid.maps(Sides::Free) {
        let start = apply(&map, first);
        for target in &cells {
            let step = [0, 1, 2].map(|axis| target[axis] - start[axis]);
            let isometry = Isometry { map, step };
            if step.iter().all(|step| step % grid.unit() == 0)
                && isometry.image(&puzzle.required) == puzzle.required
                && isometry.image(&puzzle.optional) == puzzle.optional
            {
                found.push(isometry);
            }
        }
    }
    found
}

/// The isometries that map the board and the set of pieces to themselves.
pub(crate) fn isometries_of_board_and_pieces(puzzle: &Puzzle) -> Vec<Isometry> {
    let sorted = |mut kinds: Vec<Kind>| {
        kinds.sort();
        kinds
    };
    let still = sorted(kinds(puzzle, &puzzle.grid.maps(Sides::Fixed)[0]));
    let mut isometries = isometries(puzzle);
    isometries.retain(|isometry| sorted(kinds(puzzle, &isometry.map)) == still);
    isometries
}

/// The effect of each symmetry on the placements, and whether a rotation has the same effect.
pub(crate) fn symmetries(puzzle: &Puzzle, placements: &[Placed]) -> BTreeMap<Vec<usize>, bool> {
    let index: BTreeMap<&Placed, usize> = placements.iter().zip(0..).collect();
    let givens: BTreeSet<Placed> = puzzle.givens.iter().cloned().collect();
    let still = kinds(puzzle, &puzzle.grid.maps(Sides::Fixed)[0]);
    let mut found = BTreeMap::new();
    for isometry in isometries(puzzle) {
        let turned = kinds(puzzle, &isometry.map);
        let moved = |cells: &Cells| isometry.image(cells);
        let Some(names) = images_of_pieces(puzzle, placements, [&still, &turned], &moved) else {
            continue;
        };
        let image = |(piece, cells): &Placed| (names[*piece], moved(cells));
        if givens.iter().map(image).collect::<BTreeSet<_>>() != givens {
            continue;
        }
        let images = placements.iter().map(|placed| index[&image(placed)]);
        *found.entry(images.collect()).or_default() |= isometry.is_rotation();
    }
    found
}

/// Numbers of copies, and shapes in all allowed orientations, ignoring restrictions. A symmetry can map a piece to
/// another one only if both have the same kind.
type Kind = ((usize, usize), BTreeSet<Cells>);

/// For each piece, the kind that its image under a linear map has.
fn kinds(puzzle: &Puzzle, map: &Map) -> Vec<Kind> {
    let grid = puzzle.grid;
    let turn = |shape: &Cells| grid.normal(shape.iter().map(|cell| apply(map, *cell)));
    let kind = |piece: &Piece| {
        let shapes = as_laid(puzzle, grid.orientations(&piece.shape, piece.sides));
        (piece.copies, shapes.iter().map(turn).collect())
    };
    puzzle.pieces.iter().map(kind).collect()
}

/// The image of each piece: itself if possible, otherwise the first piece of the right kind not yet used.
fn images_of_pieces(
    puzzle: &Puzzle,
    placements: &[Placed],
    [still, turned]: [&[Kind]; 2],
    moved: &impl Fn(&Cells) -> Cells,
) -> Option<Vec<usize>> {
    let own = |index: usize| placements.iter().filter(move |(piece, _)| *piece == index);
    let mut images: Vec<usize> = Vec::new();
    for (index, kind) in turned.iter().enumerate() {
        let laid: BTreeSet<Cells> = own(index).map(|(_, cells)| moved(cells)).collect();
        let mut candidates = std::iter::once(index).chain(0..puzzle.pieces.len());
        let image = candidates.find(|twin| {
            !images.contains(twin)
                && still[*twin] == *kind
                && own(*twin)
                    .map(|(_, cells)| cells.clone())
                    .collect::<BTreeSet<_>>()
                    == laid
        })?;
        images.push(image);
    }
    Some(images)
}
