//! Solutions compared one by one under the isometries of the definition.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use tilewright::cover::Instance;
use tilewright::puzzle::{Piece, Puzzle, Tray};
use tilewright_dlx::{Links, OptionId};
use tilewright_geometry::{Cell, Lattice, Matrix, Polyform, Sides, Vector};

/// A placement: the piece's name and its cells.
type Placed = (String, BTreeSet<Cell>);
pub(super) type Solution = BTreeSet<Placed>;

/// An isometry: a matrix, then a translation.
#[derive(Clone, Copy)]
struct Isometry {
    matrix: Matrix,
    shift: Vector,
}

impl Isometry {
    fn cell(&self, lattice: Lattice, cell: Cell) -> Option<Cell> {
        lattice.cell_at(self.matrix.apply(cell.vector()) + self.shift)
    }

    fn cells(&self, lattice: Lattice, cells: &BTreeSet<Cell>) -> Option<BTreeSet<Cell>> {
        cells.iter().map(|cell| self.cell(lattice, *cell)).collect()
    }
}

/// An isometry that maps a puzzle to itself.
pub(super) struct Symmetry {
    isometry: Isometry,
    /// The images of the pieces' names.
    names: BTreeMap<String, String>,
    /// Whether a rotation does the same.
    pub(super) is_rotation: bool,
}

/// The isometries that map the puzzle to itself, told apart by what they do to the
/// board's cells and to the pieces that fit somewhere.
pub(super) fn symmetries(instance: &Instance) -> Vec<Symmetry> {
    let puzzle = instance.puzzle();
    let lattice = puzzle.lattice;
    let placeable: BTreeSet<&str> = instance
        .meanings()
        .iter()
        .map(|meaning| puzzle.piece(meaning.piece).name.as_str())
        .collect();
    let board: BTreeSet<Cell> = puzzle.board.cells().iter().copied().collect();
    let required: BTreeSet<Cell> = puzzle
        .board
        .indices()
        .filter(|cell| puzzle.board.is_required(*cell))
        .map(|cell| puzzle.board.cell(cell))
        .collect();
    let givens: BTreeSet<Placed> = puzzle
        .givens
        .iter()
        .map(|given| {
            let cells = given.cells.iter().map(|cell| puzzle.board.cell(*cell));
            (puzzle.piece(given.piece).name.to_string(), cells.collect())
        })
        .collect();
    let first = *board.first().expect("a cell");
    let mut found: Vec<Symmetry> = Vec::new();
    let mut seen: BTreeMap<(Vec<Cell>, Vec<&String>), usize> = BTreeMap::new();
    let of_pieces: Vec<_> = lattice
        .symmetries(Sides::Free)
        .iter()
        .map(|matrix| (matrix, images_of_pieces(puzzle, matrix)))
        .collect();
    for (matrix, names) in &of_pieces {
        // The first cell goes to some cell: try every translation that does so.
        for target in &board {
            let shift = target.vector() - matrix.apply(first.vector());
            let isometry = Isometry {
                matrix: **matrix,
                shift,
            };
            let kept = isometry.cells(lattice, &board).as_ref() == Some(&board)
                && isometry.cells(lattice, &required).as_ref() == Some(&required);
            let Some(names) = names.as_ref().filter(|_| kept) else {
                continue;
            };
            let moved: Option<BTreeSet<Placed>> = givens
                .iter()
                .map(|(name, cells)| Some((names[name].clone(), isometry.cells(lattice, cells)?)))
                .collect();
            if moved.as_ref() != Some(&givens) {
                continue;
            }
            let images = board
                .iter()
                .map(|c| isometry.cell(lattice, *c).expect("kept"));
            let pieces = placeable.iter().map(|name| &names[*name]);
            let index = *seen
                .entry((images.collect(), pieces.collect()))
                .or_insert(found.len());
            if index == found.len() {
                found.push(Symmetry {
                    isometry,
                    names: names.clone(),
                    is_rotation: false,
                });
            }
            found[index].is_rotation |= matrix.determinant() == 1;
        }
    }
    found
}

/// What is seen from above of a polycube of that height.
fn seen(polycube: &Polyform, layers: u32) -> Option<Polyform> {
    let cells = || polycube.cells().iter().map(|cell| cell.vector());
    let (low, high) = (cells().map(|c| c.z).min()?, cells().map(|c| c.z).max()?);
    if high - low + 1 != i32::try_from(layers).ok()? {
        return None;
    }
    let flat: BTreeSet<Cell> = cells()
        .filter_map(|cell| Lattice::Cube.cell_at(Vector::new(cell.x, cell.y, 0)))
        .collect();
    Polyform::new(Lattice::Cube, flat).ok()
}

/// Where each piece goes, if the set of pieces goes to itself.
fn images_of_pieces(puzzle: &Puzzle, matrix: &Matrix) -> Option<BTreeMap<String, String>> {
    // A shape under its sides is the set of all ways to turn it; in a tray with depth, as
    // they are seen from above.
    let ways = |piece: &Piece| -> BTreeSet<Polyform> {
        let symmetries = puzzle.lattice.symmetries(piece.sides).iter();
        let ways = symmetries.map(|m| piece.polyform.transformed(m));
        match puzzle.tray {
            Tray::Flat => ways.collect(),
            Tray::Projected { layers } => ways.filter_map(|way| seen(&way, layers)).collect(),
        }
    };
    let mut taken = BTreeSet::new();
    puzzle
        .pieces
        .iter()
        .map(|piece| {
            let own = ways(piece);
            let image: BTreeSet<Polyform> = own.iter().map(|w| w.transformed(matrix)).collect();
            // A piece that is its own image stays itself; no two go to one.
            let other = std::iter::once(piece).chain(&puzzle.pieces).find(|other| {
                other.copies == piece.copies && !taken.contains(&other.name) && ways(other) == image
            })?;
            taken.insert(&other.name);
            Some((piece.name.to_string(), other.name.to_string()))
        })
        .collect()
}

/// All solutions, as sets of named placements.
pub(super) fn solutions(instance: &Instance) -> BTreeSet<Solution> {
    let puzzle = instance.puzzle();
    let mut found = BTreeSet::new();
    Links::new(instance.problem()).run(&mut |options: &[OptionId]| {
        let solution = options
            .iter()
            .map(|option| instance.meaning(*option))
            .map(|meaning| {
                let cells = meaning
                    .placement
                    .cells
                    .iter()
                    .map(|c| puzzle.board.cell(*c));
                (
                    puzzle.piece(meaning.piece).name.to_string(),
                    cells.collect(),
                )
            })
            .collect();
        assert!(found.insert(solution), "every solution comes once");
        ControlFlow::Continue(())
    });
    found
}

/// The number of classes under a group.
pub(super) fn classes(puzzle: &Puzzle, solutions: &BTreeSet<Solution>, group: &[&Symmetry]) -> u64 {
    let mut seen: BTreeSet<Solution> = BTreeSet::new();
    let mut classes = 0;
    for solution in solutions {
        if seen.contains(solution) {
            continue;
        }
        classes += 1;
        for Symmetry {
            isometry, names, ..
        } in group
        {
            let image: Solution = solution
                .iter()
                .map(|(name, cells)| {
                    let cells = isometry.cells(puzzle.lattice, cells).expect("on the board");
                    (names[name].clone(), cells)
                })
                .collect();
            assert!(solutions.contains(&image), "an image of a solution is one");
            seen.insert(image);
        }
    }
    classes
}
