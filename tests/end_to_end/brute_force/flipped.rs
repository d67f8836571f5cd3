//! Strips of every plane lattice that are glued upside down, defined by positions on the page.
//!
//! The strip consists of all cells whose centres are within a height and a length. A cell beyond it is
//! mapped back by translating its centre by the length, reflecting it in the middle of the strip, and
//! taking the cell with that centre.

use std::collections::{BTreeMap, BTreeSet};

use tilewright::cover::Instance;
use tilewright::puzzle::{Source, load};
use tilewright_dlx::{Links, OptionId};
use tilewright_geometry::{Board, Cell, Lattice, Seam, Sides, Vector};

use super::lattices::{Random, listed};
use super::wrapped::solutions;

/// Centres at a smaller distance are equal.
const NEAR: f64 = 1e-6;

/// A strip, and all cells around it by their centres.
struct Strip {
    lattice: Lattice,
    board: BTreeSet<Cell>,
    /// After `halves` half translations, which are `length` on the page, the strip comes back
    /// upside down.
    halves: i32,
    length: f64,
    middle: f64,
    around: BTreeMap<(i64, i64), Cell>,
}

fn rounded([x, y]: [f64; 2]) -> (i64, i64) {
    #[expect(clippy::cast_possible_truncation, reason = "pages are small")]
    let whole = |c: f64| (c * 1e4).round() as i64;
    (whole(x), whole(y))
}

fn centre(lattice: Lattice, cell: Cell) -> [f64; 2] {
    let [x, y, _] = lattice.centre(cell);
    [x, y]
}

/// The positions of a cell's corners on the page.
fn corners(lattice: Lattice, cell: Cell) -> Vec<[f64; 2]> {
    let unit = f64::from(lattice.table().drawing.unit);
    let corners = lattice.outline(cell).corners;
    let corners = corners.into_iter().map(|corner| lattice.project(corner));
    corners.map(|[x, y, _]| [x / unit, y / unit]).collect()
}

impl Strip {
    /// The strip of a length with the cells at `heights` different heights, from 0 down.
    fn new(lattice: Lattice, heights: usize, halves: i32) -> Option<Strip> {
        let table = lattice.table();
        let scale = table.scale;
        let [step, drop, _] = lattice.project(Vector::new(scale, 0, 0));
        if drop.abs() > NEAR {
            return None;
        }
        let length = step * f64::from(halves) / 2.0;
        let mut around = BTreeMap::new();
        for (x, y) in (-30..=30).flat_map(|x| (-14..=14).map(move |y| (x, y))) {
            for kind in table.kinds {
                let cell = lattice.cell_at(kind.origin + Vector::new(x * scale, y * scale, 0))?;
                around.insert(rounded(centre(lattice, cell)), cell);
            }
        }
        let levels: BTreeSet<i64> = around.keys().map(|(_, y)| *y).filter(|y| *y >= 0).collect();
        let lowest = levels.into_iter().nth(heights - 1)?;
        let within = |cell: &&Cell| {
            let [x, y] = centre(lattice, **cell);
            let (_, height) = rounded([x, y]);
            (-NEAR..length - NEAR).contains(&x) && (0..=lowest).contains(&height)
        };
        let board: BTreeSet<Cell> = around.values().filter(within).copied().collect();
        let all = || board.iter().map(|&cell| centre(lattice, cell)[1]);
        let least = all().reduce(f64::min)?;
        let most = all().reduce(f64::max)?;
        Some(Strip {
            lattice,
            board,
            halves,
            length,
            middle: f64::midpoint(least, most),
            around,
        })
    }

    /// The cell of the board with which a cell is identified.
    fn home(&self, cell: Cell) -> Option<Cell> {
        let [mut x, mut y] = centre(self.lattice, cell);
        while x < -NEAR || x >= self.length - NEAR {
            x += if x < 0.0 { self.length } else { -self.length };
            y = 2.0 * self.middle - y;
        }
        let (x, y) = rounded([x, y]);
        let mut near = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (x + dx, y + dy)));
        let cell = near.find_map(|at| self.around.get(&at))?;
        self.board.contains(cell).then_some(*cell)
    }

    fn placements(&self, piece: &BTreeSet<Cell>) -> BTreeSet<BTreeSet<Cell>> {
        let scale = self.lattice.table().scale;
        let mut found = BTreeSet::new();
        for symmetry in self.lattice.symmetries(Sides::Free) {
            let image: Vec<Vector> = piece
                .iter()
                .map(|cell| symmetry.apply(cell.vector()))
                .collect();
            for (x, y) in (-12..=12).flat_map(|x| (-9..=9).map(move |y| (x, y))) {
                let shift = Vector::new(x * scale, y * scale, 0);
                let cells: Option<BTreeSet<Cell>> = image
                    .iter()
                    .map(|&place| self.home(self.lattice.cell_at(place + shift)?))
                    .collect();
                found.extend(cells.filter(|cells| cells.len() == piece.len()));
            }
        }
        found
    }

    /// Pieces that cover the strip, grown at random.
    fn pieces(&self, random: &mut Random) -> Vec<BTreeSet<Cell>> {
        let mut free = self.board.clone();
        let mut pieces = Vec::new();
        while let Some(&start) = free.first() {
            let mut piece = BTreeSet::from([start]);
            let mut taken = BTreeSet::from([start]);
            for _ in 0..=random.below(4) {
                let near = piece.iter().flat_map(|&cell| self.lattice.neighbours(cell));
                let is_free = |cell: &Cell| {
                    self.home(*cell)
                        .is_some_and(|home| free.contains(&home) && !taken.contains(&home))
                };
                let near: Vec<Cell> = near.filter(is_free).collect();
                if near.is_empty() {
                    break;
                }
                let next = near[random.below(near.len())];
                taken.extend(self.home(next));
                piece.insert(next);
            }
            free = &free - &taken;
            pieces.push(piece);
        }
        pieces
    }
}

/// Counts a random puzzle on a strip by dancing links and by the definition; returns whether the
/// strip exists.
fn check(lattice: Lattice, heights: usize, halves: i32, random: &mut Random) -> bool {
    let Some(strip) = Strip::new(lattice, heights, halves) else {
        return false;
    };
    let seam = Seam::Flipped { axis: 0, halves };
    let board = Board::new(lattice, strip.board.iter().copied(), []);
    let glued = board.is_ok_and(|board| board.wrapped(&[seam]).is_ok());
    // The reflection must map all cells to cells, not only those of the strip.
    let near = strip.around.values().filter(|&&cell| {
        let [x, y] = centre(lattice, cell);
        x.abs() < 5.0 && y.abs() < 4.0
    });
    let flipped = |[x, y]: [f64; 2]| [x + strip.length, 2.0 * strip.middle - y];
    let is_strip = near.copied().all(|cell| {
        let (x, y) = rounded(flipped(centre(lattice, cell)));
        let mut near = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (x + dx, y + dy)));
        // Both cells must also have the same shape: a horizontal stick is not a vertical one.
        near.find_map(|at| strip.around.get(&at))
            .is_some_and(|there| {
                let there = corners(lattice, *there);
                corners(lattice, cell)
                    .into_iter()
                    .map(flipped)
                    .all(|corner| {
                        (there.iter())
                            .any(|other| (0..2).all(|c| (other[c] - corner[c]).abs() < 1e-3))
                    })
            })
    });
    assert_eq!(
        glued, is_strip,
        "{lattice}, {heights} heights, {halves} halves"
    );
    if !glued || strip.board.len() > 16 {
        return glued;
    }
    let pieces = strip.pieces(random);
    let entry = |(at, piece): (usize, &BTreeSet<Cell>)| {
        let cells = listed(lattice, piece);
        format!("Piece(name: \"P{at}\", sides: Free, color: \"#0000{at:02x}\", cells: {cells})")
    };
    let written: Vec<String> = pieces.iter().enumerate().map(entry).collect();
    let rule = if lattice.has_crossings() {
        "crossing: Allowed, "
    } else {
        ""
    };
    let half = if strip.halves % 2 == 0 { "" } else { ".5" };
    let text = format!(
        "(lattice: {lattice:?}, {rule}board: {}, wrap: (x: {}{half}, flip: X), pieces: [{}])",
        listed(lattice, &strip.board),
        strip.halves / 2,
        written.join(", ")
    );
    let laid: Vec<BTreeSet<BTreeSet<Cell>>> =
        pieces.iter().map(|piece| strip.placements(piece)).collect();
    let mut expected = BTreeSet::new();
    solutions(&strip.board, &laid, &mut BTreeMap::new(), &mut expected);
    let puzzle = load(&Source::new("strip", text.as_str()))
        .expect(&text)
        .puzzle;
    let instance = Instance::new(puzzle).expect(&text);
    let options: usize = laid.iter().map(BTreeSet::len).sum();
    assert_eq!(instance.problem().option_count(), options, "{text}");
    let found = Links::new(instance.problem())
        .run(&mut |_: &[OptionId]| std::ops::ControlFlow::Continue(()));
    assert_eq!(found.solutions, expected.len() as u64, "{text}");
    assert!(!expected.is_empty(), "{text}");
    true
}

#[test]
fn flipped_strips_of_every_lattice_are_counted() {
    let mut with_strips = BTreeSet::new();
    for lattice in Lattice::ALL {
        let table = lattice.table();
        if lattice.dimensions() != 2 || table.tiles.is_some() {
            continue;
        }
        let mut random = Random(table.family.len() as u64);
        for (heights, halves) in
            (1..=4).flat_map(|heights| (3..=6).map(move |halves| (heights, halves)))
        {
            if check(lattice, heights, halves, &mut random) {
                with_strips.insert(lattice.to_string());
            }
        }
    }
    for lattice in ["square", "triangle", "hexagon", "stick", "trig", "twig"] {
        assert!(with_strips.contains(lattice), "{with_strips:?}");
    }
}
