//! All solutions of a puzzle by exhaustive search, and their classes under its symmetries.
//!
//! A solution is a set of placements such that every required cell is covered once and every optional one
//! at most once, each piece has a number of copies within its bounds, all givens and restrictions are
//! obeyed, and no two pieces of sticks cross.

use std::collections::BTreeSet;

use crate::grid::{Cell, Cells, Grid};
use crate::puzzle::{Piece, Puzzle, Rule};
use crate::symmetries::symmetries;

/// A placement: the index of a piece, and its cells.
pub(crate) type Placed = (usize, Cells);

/// The solutions of a puzzle, and their numbers up to symmetry.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) placements: Vec<Placed>,
    /// Each solution is a sorted list of placement indices.
    pub(crate) solutions: BTreeSet<Vec<usize>>,
    pub(crate) distinct: usize,
    pub(crate) distinct_rotations: usize,
    /// The number of distinct solutions that no symmetry except the identity maps to itself.
    pub(crate) asymmetric: usize,
    /// The number of symmetries of the puzzle, distinguished by their effect on placements.
    pub(crate) symmetries: usize,
}

/// The maximum number of steps of the search. A puzzle that takes more is skipped.
const MOST_STEPS: usize = 8_000;

/// Solves a puzzle; `None` if it takes too many steps.
pub(crate) fn solve(puzzle: &Puzzle) -> Option<Answer> {
    let placements = placements(puzzle);
    let solutions = Search::run(puzzle, &placements)?;
    let symmetries = symmetries(puzzle, &placements);
    let everything = orbits(&solutions, symmetries.keys());
    let rotations = symmetries.iter().filter(|(_, rotates)| **rotates);
    let by_rotation = orbits(&solutions, rotations.map(|(images, _)| images));
    Some(Answer {
        distinct: everything.len(),
        distinct_rotations: by_rotation.len(),
        asymmetric: everything.iter().filter(|fixing| **fixing == 1).count(),
        symmetries: symmetries.len(),
        placements,
        solutions,
    })
}

/// For each orbit of solutions, the number of symmetries that fix a solution in it.
fn orbits<'a>(
    solutions: &BTreeSet<Vec<usize>>,
    symmetries: impl Iterator<Item = &'a Vec<usize>>,
) -> Vec<usize> {
    let symmetries: Vec<&Vec<usize>> = symmetries.collect();
    let mut seen: BTreeSet<Vec<usize>> = BTreeSet::new();
    let mut orbits = Vec::new();
    for solution in solutions {
        if seen.contains(solution) {
            continue;
        }
        let mut fixing = 0;
        for images in &symmetries {
            let mut image: Vec<usize> = solution.iter().map(|at| images[*at]).collect();
            image.sort_unstable();
            assert!(solutions.contains(&image), "the image of a solution is one");
            fixing += usize::from(image == *solution);
            seen.insert(image);
        }
        orbits.push(fixing);
    }
    orbits
}

/// All placements of pieces on the board. If all copies of a piece are givens, it has only the
/// placements of these.
fn placements(puzzle: &Puzzle) -> Vec<Placed> {
    let cells = puzzle.cells();
    let mut placements = BTreeSet::new();
    for (index, piece) in puzzle.pieces.iter().enumerate() {
        let given = |cells: &Cells| {
            puzzle
                .givens
                .iter()
                .any(|(of, on)| *of == index && on == cells)
        };
        let givens = puzzle.givens.iter().filter(|(of, _)| *of == index).count();
        for shape in allowed_shapes(puzzle, index, piece) {
            for laid in translations(puzzle.grid, &shape, &cells) {
                let allowed = puzzle.rules.iter().all(|rule| allows(rule, index, &laid));
                if allowed && (givens < piece.copies.1 || given(&laid)) {
                    placements.insert((index, laid));
                }
            }
        }
    }
    placements.into_iter().collect()
}

/// The shapes that a piece covers in the orientations allowed by its sides and the rules.
fn allowed_shapes(puzzle: &Puzzle, index: usize, piece: &Piece) -> BTreeSet<Cells> {
    let grid = puzzle.grid;
    let mut shapes = grid.orientations(&piece.shape, piece.sides);
    for rule in &puzzle.rules {
        match rule {
            Rule::Sides(of, sides) if *of == index => {
                let kept = grid.orientations(&piece.shape, *sides);
                shapes.retain(|shape| kept.contains(shape));
            }
            Rule::Orientations(of, kept) if *of == index => {
                shapes.retain(|shape| kept.iter().any(|kept| grid.normal(kept.clone()) == *shape));
            }
            _ => {}
        }
    }
    as_laid(puzzle, shapes)
}

/// The cells of the board covered by shapes: in a tray with depth, their projections.
pub(crate) fn as_laid(puzzle: &Puzzle, shapes: BTreeSet<Cells>) -> BTreeSet<Cells> {
    match puzzle.layers {
        None => shapes,
        Some(layers) => shapes
            .into_iter()
            .filter_map(|shape| projected(puzzle.grid, &shape, layers))
            .collect(),
    }
}

/// A shape seen from above, if it has exactly `layers` layers.
pub(crate) fn projected(grid: Grid, shape: &Cells, layers: usize) -> Option<Cells> {
    let heights: BTreeSet<i32> = shape.iter().map(|[_, _, z]| *z).collect();
    (heights.len() == layers).then(|| grid.normal(shape.iter().map(|[x, y, _]| [*x, *y, 1])))
}

/// A shape at all positions where it lies within the cells.
pub(crate) fn translations<'a>(
    grid: Grid,
    shape: &'a Cells,
    cells: &'a Cells,
) -> impl Iterator<Item = Cells> + 'a {
    let first = *shape.first().expect("a shape has cells");
    cells.iter().filter_map(move |target| {
        let step = [0, 1, 2].map(|axis| target[axis] - first[axis]);
        let moved: Cells = shape
            .iter()
            .map(|cell| [0, 1, 2].map(|axis| cell[axis] + step[axis]))
            .collect();
        let whole = step.iter().all(|step| step % grid.unit() == 0);
        (whole && moved.is_subset(cells)).then_some(moved)
    })
}

/// Whether a rule about cells allows a placement of a piece.
fn allows(rule: &Rule, index: usize, laid: &Cells) -> bool {
    match rule {
        Rule::Placed(of, cells) => *of != index || laid == cells,
        Rule::Within(of, cells) => *of != index || laid.is_subset(cells),
        Rule::Covers(of, cells) => *of != index || laid.is_superset(cells),
        Rule::Avoids(of, cells) => of.is_some_and(|of| of != index) || laid.is_disjoint(cells),
        Rule::Where(of, cells, also) => {
            of.is_some_and(|of| of != index) || laid.is_disjoint(cells) || laid.is_superset(also)
        }
        Rule::Sides(..) | Rule::Orientations(..) => true,
    }
}

/// The vertices that a piece of sticks runs straight through.
fn straight_through(cells: &Cells) -> BTreeSet<Cell> {
    let along = |cell: &Cell, step: [i32; 2]| {
        let [x, y, z] = *cell;
        let next = [x + 2 * step[0], y + 2 * step[1], z];
        cells
            .contains(&next)
            .then_some([x + step[0], y + step[1], z])
    };
    cells
        .iter()
        .filter_map(|cell| match cell[0].rem_euclid(2) {
            1 => along(cell, [1, 0]),
            _ => along(cell, [0, 1]),
        })
        .collect()
}

/// The search: covers the first open required cell, then adds placements on optional ones.
struct Search<'a> {
    puzzle: &'a Puzzle,
    placements: &'a [Placed],
    straight: Vec<BTreeSet<Cell>>,
    chosen: Vec<usize>,
    found: BTreeSet<Vec<usize>>,
    steps: usize,
}

impl<'a> Search<'a> {
    /// All solutions; `None` if the search takes too many steps.
    fn run(puzzle: &'a Puzzle, placements: &'a [Placed]) -> Option<BTreeSet<Vec<usize>>> {
        let sticks = puzzle.grid == Grid::Stick;
        let straight = placements.iter().map(|(_, cells)| {
            if sticks {
                straight_through(cells)
            } else {
                BTreeSet::new()
            }
        });
        let mut search = Self {
            puzzle,
            placements,
            straight: straight.collect(),
            chosen: Vec::new(),
            found: BTreeSet::new(),
            steps: 0,
        };
        for (piece, cells) in &puzzle.givens {
            // There is no solution if a rule forbids a given, or if a given is not a placement.
            let Some(at) = placements
                .iter()
                .position(|(of, on)| of == piece && on == cells)
            else {
                return Some(BTreeSet::new());
            };
            if !search.fits(at) {
                return Some(BTreeSet::new());
            }
            search.chosen.push(at);
        }
        search.required().then_some(search.found)
    }

    /// Whether a placement can be added to the chosen ones.
    fn fits(&self, at: usize) -> bool {
        let (piece, cells) = &self.placements[at];
        let others = || {
            self.chosen
                .iter()
                .map(|other| (*other, &self.placements[*other]))
        };
        let copies = others().filter(|(_, (of, _))| of == piece).count();
        copies < self.puzzle.pieces[*piece].copies.1
            && others().all(|(other, (_, covered))| {
                covered.is_disjoint(cells) && self.straight[other].is_disjoint(&self.straight[at])
            })
    }

    /// Covers the required cells in order. Returns false if the search takes too many steps.
    fn required(&mut self) -> bool {
        let open = self.puzzle.required.iter().find(|cell| {
            let covers = |at: &usize| self.placements[*at].1.contains(*cell);
            !self.chosen.iter().any(covers)
        });
        let Some(open) = open else {
            return self.optional(0);
        };
        for at in 0..self.placements.len() {
            if self.placements[at].1.contains(open) && self.fits(at) {
                self.steps += 1;
                self.chosen.push(at);
                let within = self.steps < MOST_STEPS && self.required();
                self.chosen.pop();
                if !within {
                    return false;
                }
            }
        }
        true
    }

    /// Records the chosen placements if they are a solution, then adds placements from index `first` on, which
    /// cover only optional cells. Returns false if the search takes too many steps.
    fn optional(&mut self, first: usize) -> bool {
        let used = |piece: usize| {
            let is_it = |at: &&usize| self.placements[**at].0 == piece;
            self.chosen.iter().filter(is_it).count()
        };
        let mut pieces = self.puzzle.pieces.iter().enumerate();
        if pieces.all(|(index, piece)| used(index) >= piece.copies.0) {
            let mut solution = self.chosen.clone();
            solution.sort_unstable();
            assert!(self.found.insert(solution), "every solution comes once");
        }
        for at in first..self.placements.len() {
            if self.fits(at) {
                self.steps += 1;
                self.chosen.push(at);
                let within = self.steps < MOST_STEPS && self.optional(at + 1);
                self.chosen.pop();
                if !within {
                    return false;
                }
            }
        }
        true
    }
}
