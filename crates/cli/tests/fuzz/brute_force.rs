//! All solutions of a puzzle by trying, and what they are up to its symmetries.
//!
//! A solution is a set of placements: every required cell is covered once, every optional one at
//! most once, each piece lies between its bounds, every given and every restriction is kept, and no
//! two pieces of sticks cross.

use std::collections::BTreeSet;

use crate::grid::{Cell, Cells, Grid};
use crate::puzzle::{Piece, Puzzle, Rule};
use crate::symmetries::symmetries;

/// A placement: a piece by its index, its cells.
pub(crate) type Placed = (usize, Cells);

/// What there is to know of a puzzle's solutions.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) placements: Vec<Placed>,
    /// Each a sorted list of indices of placements.
    pub(crate) solutions: BTreeSet<Vec<usize>>,
    pub(crate) distinct: usize,
    pub(crate) distinct_rotations: usize,
    /// Distinct solutions without any symmetry.
    pub(crate) asymmetric: usize,
    /// What maps the puzzle to itself, as far as placements tell.
    pub(crate) symmetries: usize,
}

/// The most steps of the search, beyond which there is no answer.
const MOST_STEPS: usize = 8_000;

/// Solves a puzzle; none if that takes too long.
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

/// By orbit of the solutions, how many of the symmetries keep a solution of it.
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

/// Every way in which a piece may lie on the board; a piece all of whose copies are given, only so.
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

/// What a piece covers in each orientation that its sides and the rules allow.
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

/// What shapes cover of the board: of a tray with depth, what lies below them.
pub(crate) fn as_laid(puzzle: &Puzzle, shapes: BTreeSet<Cells>) -> BTreeSet<Cells> {
    match puzzle.layers {
        None => shapes,
        Some(layers) => shapes
            .into_iter()
            .filter_map(|shape| projected(puzzle.grid, &shape, layers))
            .collect(),
    }
}

/// A shape seen from above, if it lies in so many layers.
pub(crate) fn projected(grid: Grid, shape: &Cells, layers: usize) -> Option<Cells> {
    let heights: BTreeSet<i32> = shape.iter().map(|[_, _, z]| *z).collect();
    (heights.len() == layers).then(|| grid.normal(shape.iter().map(|[x, y, _]| [*x, *y, 1])))
}

/// A shape wherever it lies wholly on some cells.
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

/// Whether a rule about cells lets a piece lie so.
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

/// The search: the first required cell that is open, then what more may lie on optional ones.
struct Search<'a> {
    puzzle: &'a Puzzle,
    placements: &'a [Placed],
    straight: Vec<BTreeSet<Cell>>,
    chosen: Vec<usize>,
    found: BTreeSet<Vec<usize>>,
    steps: usize,
}

impl<'a> Search<'a> {
    /// All solutions; none if there are too many steps.
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
            // A given that a rule forbids, or that lies nowhere, leaves no solution.
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

    /// Whether a placement can join those chosen.
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

    /// Covers the required cells in order; whether there were steps enough.
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

    /// Adds placements from `first` on, which cover optional cells alone.
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
