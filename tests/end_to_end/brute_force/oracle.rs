//! Solutions compared one by one under the isometries of the definition.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::ControlFlow;

use tilewright::cover::Instance;
use tilewright::puzzle::{Piece, Puzzle, Tray};
use tilewright_dlx::{Links, OptionId};
use tilewright_geometry::{Cell, Isometry as LatticeSymmetry, Lattice, Polyform, Sides, Vector};

/// A placement: the piece's name and its cells.
pub(super) type Placed = (String, BTreeSet<Cell>);

/// An isometry: a symmetry of the lattice, then a translation.
#[derive(Clone, Copy)]
struct Isometry {
    symmetry: LatticeSymmetry,
    shift: Vector,
}

impl Isometry {
    fn cell(&self, lattice: Lattice, cell: Cell) -> Option<Cell> {
        lattice.cell_at(self.symmetry.apply(cell.vector()) + self.shift)
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
    /// Whether a rotation has the same effect.
    pub(super) is_rotation: bool,
}

/// The isometries that map the puzzle to itself, distinguished by their effect on the board's cells and on
/// the pieces that fit somewhere.
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
        .map(|symmetry| (symmetry, images_of_pieces(puzzle, symmetry)))
        .collect();
    for (symmetry, names) in &of_pieces {
        // An isometry maps the first cell to one of the board's cells, so every translation to such
        // a cell is tried.
        for target in &board {
            let shift = target.vector() - symmetry.apply(first.vector());
            let scale = lattice.table().scale;
            if [shift.x, shift.y, shift.z].iter().any(|c| c % scale != 0) {
                continue;
            }
            let isometry = Isometry {
                symmetry: **symmetry,
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
            found[index].is_rotation |= symmetry.is_rotation();
        }
    }
    found
}

/// A polycube of this height seen from above.
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

/// The image of each piece, if the set of pieces is mapped to itself.
fn images_of_pieces(
    puzzle: &Puzzle,
    symmetry: &LatticeSymmetry,
) -> Option<BTreeMap<String, String>> {
    // A shape is represented by the set of the orientations that its sides allow; in a tray with
    // depth, by these orientations as seen from above.
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
            let image: BTreeSet<Polyform> = own.iter().map(|w| w.transformed(symmetry)).collect();
            // A piece that is its own image stays itself; no two pieces have the same image.
            let other = std::iter::once(piece).chain(&puzzle.pieces).find(|other| {
                other.copies == piece.copies && !taken.contains(&other.name) && ways(other) == image
            })?;
            taken.insert(&other.name);
            Some((piece.name.to_string(), other.name.to_string()))
        })
        .collect()
}

/// All solutions, each a sorted list of placement numbers.
pub(super) struct Solutions {
    placements: BTreeMap<Placed, usize>,
    found: BTreeSet<Vec<usize>>,
}

impl Solutions {
    pub(super) fn len(&self) -> usize {
        self.found.len()
    }

    /// Keeps the solutions whose placements meet a condition.
    pub(super) fn retain(&mut self, mut keeps: impl FnMut(&[&Placed]) -> bool) {
        let by_number: BTreeMap<usize, &Placed> = self
            .placements
            .iter()
            .map(|(placed, number)| (*number, placed))
            .collect();
        self.found.retain(|solution| {
            let placed: Vec<&Placed> = solution.iter().map(|number| by_number[number]).collect();
            keeps(&placed)
        });
    }
}

/// All solutions as sets of named placements.
pub(super) fn solutions(instance: &Instance) -> Solutions {
    let puzzle = instance.puzzle();
    // Several options can be the same placement of the same piece.
    let mut placements: BTreeMap<Placed, usize> = BTreeMap::new();
    let mut numbers: BTreeMap<OptionId, usize> = BTreeMap::new();
    let mut number = |option: OptionId| {
        *numbers.entry(option).or_insert_with(|| {
            let meaning = instance.meaning(option);
            let cells = meaning.placement.cells.iter();
            let cells = cells.map(|c| puzzle.board.cell(*c)).collect();
            let name = puzzle.piece(meaning.piece).name.to_string();
            let next = placements.len();
            *placements.entry((name, cells)).or_insert(next)
        })
    };
    let mut found = BTreeSet::new();
    Links::new(instance.problem()).run(&mut |options: &[OptionId]| {
        let mut solution: Vec<usize> = options.iter().map(|option| number(*option)).collect();
        solution.sort_unstable();
        assert!(found.insert(solution), "every solution comes once");
        ControlFlow::Continue(())
    });
    Solutions { placements, found }
}

/// The number of classes under a group.
pub(super) fn classes(puzzle: &Puzzle, solutions: &Solutions, group: &[&Symmetry]) -> u64 {
    let placements = &solutions.placements;
    // The image of each placement under each isometry, if a solution has it.
    let images = |symmetry: &&Symmetry| {
        let mut images = vec![None; placements.len()];
        for ((name, cells), number) in placements {
            let cells = symmetry.isometry.cells(puzzle.lattice, cells);
            let image = (symmetry.names[name].clone(), cells.expect("on the board"));
            images[*number] = placements.get(&image).copied();
        }
        images
    };
    let images: Vec<Vec<Option<usize>>> = group.iter().map(images).collect();
    let mut seen: HashSet<Vec<usize>> = HashSet::new();
    let mut classes = 0;
    for solution in &solutions.found {
        if seen.contains(solution) {
            continue;
        }
        classes += 1;
        for images in &images {
            let mut image: Vec<usize> = (solution.iter())
                .map(|number| images[*number].expect("an image of a solution is one"))
                .collect();
            image.sort_unstable();
            assert!(
                solutions.found.contains(&image),
                "an image of a solution is one"
            );
            seen.insert(image);
        }
    }
    classes
}
