//! Random solvable puzzles on every lattice.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::ops::ControlFlow;

use tilewright_dlx::{Links, OptionId, Progress, Visitor};
use tilewright_geometry::{Cell, Lattice, Polyform, Sides};

use super::colored::colored;
use crate::cover::Instance;
use crate::puzzle::{Source, load};

/// The number of kinds of puzzle: one for each lattice and one for a tray with depth, each without and with
/// coloured cells.
pub(super) fn kinds() -> usize {
    2 * (lattices().len() + 1)
}

/// Splitmix64: good enough for tests.
#[derive(Clone)]
pub(super) struct TestRng(pub(super) u64);

impl TestRng {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(super) fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound as u64).unwrap()
    }

    pub(super) fn shuffle<T>(&mut self, list: &mut [T]) {
        for at in (1..list.len()).rev() {
            list.swap(at, self.below(at + 1));
        }
    }
}

/// A puzzle with all its solutions.
pub(super) struct Random {
    pub(super) text: String,
    pub(super) instance: Instance,
    pub(super) solutions: Vec<BTreeSet<OptionId>>,
}

/// The lattices on which every connected set of cells is a polyform.
pub(super) fn lattices() -> Vec<Lattice> {
    let plain = |lattice: &Lattice| lattice.table().tiles.is_none();
    Lattice::ALL.into_iter().filter(plain).collect()
}

/// Collects solutions, up to limits on their number and on the nodes.
#[derive(Default)]
struct Few(Vec<BTreeSet<OptionId>>);

impl Few {
    const MOST: usize = 2_000;
    const MOST_NODES: u64 = 1 << 18;
}

impl Visitor for Few {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        self.0.push(options.iter().copied().collect());
        if self.0.len() > Self::MOST {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        if progress.nodes > Self::MOST_NODES {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// A random puzzle of a kind; `None` if it has no solution, too many, or takes too long.
pub(super) fn random(kind: usize, rng: &mut TestRng) -> Option<Random> {
    let text = match lattices().get(kind) {
        Some(lattice) => cut_up(*lattice, rng),
        None if kind == lattices().len() => tray(rng),
        None => colored(rng),
    };
    let puzzle = load(&Source::new("random", &text)).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
    let instance = Instance::new(puzzle.puzzle).unwrap();
    let links = Links::new(instance.problem())
        .given(instance.givens())
        .unwrap();
    let mut few = Few::default();
    let is_whole = links.run(&mut few).complete;
    let Few(solutions) = few;
    (is_whole && !solutions.is_empty()).then_some(Random {
        text,
        instance,
        solutions,
    })
}

pub(super) fn sized(lattice: Lattice, rng: &mut TestRng) -> Vec<Cell> {
    let sizes: &[[i64; 3]] = match lattice {
        Lattice::Square => &[[4, 4, 1], [5, 4, 1], [6, 3, 1]],
        Lattice::Triangle => &[[3, 3, 2], [4, 2, 2], [2, 3, 2]],
        Lattice::Stick => &[[3, 3, 2], [3, 2, 2], [4, 2, 2]],
        Lattice::Cube | Lattice::Ball | Lattice::HexPrism => &[[3, 2, 2], [3, 3, 2], [4, 2, 2]],
        _ => return grown(lattice, rng),
    };
    let [a, b, c] = sizes[rng.below(sizes.len())];
    let mut cells = Vec::new();
    for x in 0..a {
        for y in 0..b {
            for z in 0..c {
                // Sticks that would extend beyond the rectangle are left out.
                let out = lattice == Lattice::Stick
                    && [a, b][usize::from(z == 1)] == [x, y][usize::from(z == 1)] + 1;
                if !out {
                    cells.push(lattice.cell(&[x, y, z][..lattice.arity()]).unwrap());
                }
            }
        }
    }
    for _ in 0..rng.below(3) {
        cells.swap_remove(rng.below(cells.len()));
    }
    cells
}

/// A randomly grown connected board.
fn grown(lattice: Lattice, rng: &mut TestRng) -> Vec<Cell> {
    let origin = [0; 3];
    let mut cells = vec![lattice.cell(&origin[..lattice.arity()]).unwrap()];
    for _ in 0..12 + rng.below(6) {
        let near = cells.iter().flat_map(|cell| lattice.neighbours(*cell));
        let near: Vec<Cell> = near.filter(|cell| !cells.contains(cell)).collect();
        cells.push(near[rng.below(near.len())]);
    }
    cells
}

pub(super) fn listed<'a>(lattice: Lattice, cells: impl IntoIterator<Item = &'a Cell>) -> String {
    let mut text = "Cells([".to_owned();
    for cell in cells {
        write!(text, "({}), ", lattice.coordinates(*cell)).unwrap();
    }
    text + "])"
}

/// The text of a puzzle made from a random dissection of a board into connected pieces. Some cells may be
/// optional, and the number of copies of some pieces may vary.
fn cut_up(lattice: Lattice, rng: &mut TestRng) -> String {
    let board = sized(lattice, rng);
    let sides = [Sides::Free, Sides::OneSided][rng.below(2)];
    let mut left: BTreeSet<Cell> = board.iter().copied().collect();
    let mut shapes: BTreeMap<Polyform, u32> = BTreeMap::new();
    while let Some(&first) = left.iter().nth(rng.below(left.len().max(1))) {
        let size = 1 + rng.below(5);
        let mut cells = vec![first];
        left.remove(&first);
        while cells.len() < size {
            let mut near: Vec<Cell> = cells
                .iter()
                .flat_map(|cell| lattice.neighbours(*cell))
                .filter(|cell| left.contains(cell))
                .collect();
            near.sort_unstable();
            if near.is_empty() {
                break;
            }
            let cell = near[rng.below(near.len())];
            left.remove(&cell);
            cells.push(cell);
        }
        *shapes
            .entry(Polyform::new(lattice, cells).unwrap().canonical(sides))
            .or_default() += 1;
    }
    let loose = rng.below(3);
    let mut optional: Vec<Cell> = Vec::new();
    if loose == 2 {
        optional.extend((0..=rng.below(2)).map(|_| board[rng.below(board.len())]));
        optional.sort_unstable();
        optional.dedup();
    }
    // On lattices without a fixed rule of crossing, use one that a random dissection satisfies.
    let crossing = if lattice.table().crossing.is_none() {
        "crossing: Allowed, "
    } else {
        ""
    };
    let required = board.iter().filter(|cell| !optional.contains(cell));
    let mut text = format!(
        "(lattice: {:?}, {}board: Union([{}, Optional({})]), pieces: [",
        lattice,
        crossing,
        listed(lattice, required),
        if optional.is_empty() {
            "Cells([])".to_owned()
        } else {
            listed(lattice, &optional)
        },
    );
    if optional.is_empty() {
        text = format!(
            "(lattice: {:?}, {}board: {}, pieces: [",
            lattice,
            crossing,
            listed(lattice, &board)
        );
    }
    for (at, (shape, copies)) in shapes.iter().enumerate() {
        let (least, most) = if loose > 0 && rng.below(3) == 0 {
            (copies - 1, copies + u32::try_from(rng.below(2)).unwrap())
        } else {
            (*copies, *copies)
        };
        write!(
            text,
            "Piece(name: \"P{at}\", cells: {}, sides: {sides:?}, copies: ({least}, {most})), ",
            listed(lattice, shape.cells())
        )
        .unwrap();
    }
    text.push(']');
    let mut conditions = vec!["Apart(by: Name)", "Apart(by: Shape)"];
    if lattice.has_lines() {
        conditions.extend(["FaultFree", "FaultFree, Apart(by: Name)"]);
    }
    if lattice == Lattice::Square && optional.is_empty() {
        conditions.extend(["NoCrossroads", "FaultFree, NoCrossroads"]);
    }
    if rng.below(3) == 0 {
        let condition = conditions[rng.below(conditions.len())];
        write!(text, ", conditions: [{condition}]").unwrap();
    }
    text + ")"
}

/// The text of a random puzzle: pieces made of cubes in a tray with two layers.
fn tray(rng: &mut TestRng) -> String {
    let (width, height) = [(3, 3), (4, 3), (4, 4)][rng.below(3)];
    let mut text = format!(
        "(lattice: Cube, tray: Projected(layers: 2), board: Rect({width}, {height}), pieces: ["
    );
    for at in 0..2 + rng.below(3) {
        let mut cells = vec![[0, 0, 0], [1, 0, 0], [0, 0, 1]];
        for _ in 0..rng.below(3) {
            let [x, y, z] = cells[rng.below(cells.len())];
            let next = [[x + 1, y, z], [x, y + 1, z]][rng.below(2)];
            if !cells.contains(&next) {
                cells.push(next);
            }
        }
        let cells: Vec<Cell> = cells
            .iter()
            .map(|cell| Lattice::Cube.cell(cell).unwrap())
            .collect();
        let list = listed(Lattice::Cube, &cells);
        let least = rng.below(2);
        write!(
            text,
            "Piece(name: \"P{at}\", cells: {list}, copies: ({least}, {})), ",
            1 + rng.below(2)
        )
        .unwrap();
    }
    text + "])"
}
