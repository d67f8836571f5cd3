//! Random boards of every lattice, counted by the definition and by every engine.
//!
//! A board is grown at random and cut into pieces at random. The count by the definition lays every image
//! of every piece on the board, using only the symmetries of the table, and covers the first open cell in
//! every way. Whether pieces cross is decided by the angles of their sticks on the page.

use std::collections::BTreeSet;

use tilewright::cover::Instance;
use tilewright::puzzle::{Source, load};
use tilewright::solve::checkpoint::CheckpointFile;
use tilewright::solve::counting::{CountResult, CountTask, Known};
use tilewright::solve::resources::Resources;
use tilewright::solve::search::RunContext;
use tilewright_dlx::{Distinct, Engine, StopFlag};
use tilewright_geometry::{Cell, Crossing, Lattice, Polyform, Sides, Vector};

/// A reproducible stream of numbers.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn below(&mut self, most: usize) -> usize {
        self.0 = (self.0)
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % most as u64).expect("it is below")
    }
}

/// The tiles of a lattice, up to translation: single cells unless the lattice has larger tiles.
fn tiles(lattice: Lattice) -> Vec<Vec<Vector>> {
    let table = lattice.table();
    match table.tiles {
        Some(tiles) => tiles.shapes.iter().map(|tile| tile.to_vec()).collect(),
        None => table.kinds.iter().map(|kind| vec![kind.origin]).collect(),
    }
}

/// All tiles near the origin that touch a set of cells and do not overlap it.
fn adjacent_tiles(
    lattice: Lattice,
    cells: &BTreeSet<Cell>,
    within: Option<&BTreeSet<Cell>>,
) -> Vec<Vec<Cell>> {
    let scale = lattice.table().scale;
    let depth = if lattice.dimensions() == 3 { 2 } else { 0 };
    let mut found = Vec::new();
    for z in -depth..=depth {
        for y in -4..=4 {
            for x in -4..=4 {
                let shift = Vector::new(x * scale, y * scale, z * scale);
                for tile in tiles(lattice) {
                    let tile: Vec<Cell> = tile
                        .iter()
                        .map(|&cell| lattice.cell_at(cell + shift).expect("near"))
                        .collect();
                    let free = tile.iter().all(|cell| {
                        !cells.contains(cell) && within.is_none_or(|within| within.contains(cell))
                    });
                    let near = cells.is_empty()
                        || tile
                            .iter()
                            .any(|&cell| lattice.neighbours(cell).any(|n| cells.contains(&n)));
                    if free && near {
                        found.push(tile);
                    }
                }
            }
        }
    }
    found
}

/// A connected set of whole tiles, optionally within other cells.
pub(super) fn grown(
    lattice: Lattice,
    size: usize,
    within: Option<&BTreeSet<Cell>>,
    random: &mut Random,
) -> BTreeSet<Cell> {
    let mut cells = BTreeSet::new();
    for _ in 0..size {
        let mut near = adjacent_tiles(lattice, &cells, within);
        near.retain(|tile| {
            let all: Vec<Cell> = cells.iter().chain(tile).copied().collect();
            let left: Vec<Cell> = within
                .into_iter()
                .flatten()
                .copied()
                .filter(|cell| !all.contains(cell))
                .collect();
            lattice.cut_tile(&all).is_none() && lattice.cut_tile(&left).is_none()
        });
        if near.is_empty() {
            break;
        }
        cells.extend(near.swap_remove(random.below(near.len())));
    }
    cells
}

/// A piece: its cells and its sides.
struct Part {
    cells: BTreeSet<Cell>,
    sides: Sides,
}

/// The images of a piece under the symmetries that its sides allow, at all positions on the board.
fn placements(lattice: Lattice, part: &Part, board: &BTreeSet<Cell>) -> BTreeSet<BTreeSet<Cell>> {
    let scale = lattice.table().scale;
    let mut found = BTreeSet::new();
    for symmetry in lattice.symmetries(part.sides) {
        let image: Vec<Vector> = part
            .cells
            .iter()
            .map(|cell| symmetry.apply(cell.vector()))
            .collect();
        for target in board {
            let shift = target.vector() - image[0];
            if [shift.x, shift.y, shift.z].iter().any(|c| c % scale != 0) {
                continue;
            }
            let cells: Option<BTreeSet<Cell>> =
                image.iter().map(|&v| lattice.cell_at(v + shift)).collect();
            found.extend(cells.filter(|cells| cells.is_subset(board)));
        }
    }
    found
}

/// The number of distinct images of a piece under its symmetries.
fn images(lattice: Lattice, part: &Part) -> usize {
    let form = Polyform::new(lattice, part.cells.iter().copied()).expect("a form");
    let symmetries = lattice.symmetries(part.sides).iter();
    symmetries
        .map(|symmetry| form.transformed(symmetry))
        .collect::<BTreeSet<_>>()
        .len()
}

/// The directions of a piece's sticks at each vertex, as angles on the page.
fn angles(lattice: Lattice, cells: &BTreeSet<Cell>) -> Vec<(Vector, f64)> {
    let mut found = Vec::new();
    for &cell in cells {
        for end in lattice.outline(cell).corners {
            let [x, y, _] = lattice.project(cell.vector() - end);
            found.push((end, y.atan2(x)));
        }
    }
    found
}

/// Whether the crossing rule forbids these two placements.
fn cross(lattice: Lattice, crossing: Crossing, a: &BTreeSet<Cell>, b: &BTreeSet<Cell>) -> bool {
    if lattice.table().drawing.closed || crossing == Crossing::Allowed {
        return false;
    }
    let (of_a, of_b) = (angles(lattice, a), angles(lattice, b));
    let vertices: BTreeSet<Vector> = of_a.iter().map(|(vertex, _)| *vertex).collect();
    vertices.into_iter().any(|vertex| {
        let at = |all: &[(Vector, f64)]| -> Vec<f64> {
            all.iter()
                .filter(|(there, _)| *there == vertex)
                .map(|(_, angle)| *angle)
                .collect()
        };
        let (a, b) = (at(&of_a), at(&of_b));
        let straight = |all: &[f64]| {
            all.iter().any(|x| {
                all.iter()
                    .any(|y| ((x - y).abs() - std::f64::consts::PI).abs() < 1e-6)
            })
        };
        if crossing == Crossing::NotStraight {
            return straight(&a) && straight(&b);
        }
        // Counts the changes of owner around the vertex: four if the sticks alternate.
        let mut around: Vec<(f64, bool)> = a.iter().map(|x| (*x, true)).collect();
        around.extend(b.iter().map(|x| (*x, false)));
        around.sort_by(|x, y| x.0.total_cmp(&y.0));
        let next = around.iter().cycle().skip(1);
        around.iter().zip(next).filter(|(x, y)| x.1 != y.1).count() >= 4
    })
}

/// The number of ways to cover the board with one of each piece.
fn covers(
    lattice: Lattice,
    crossing: Crossing,
    open: &BTreeSet<Cell>,
    left: &[Vec<BTreeSet<Cell>>],
    used: &mut Vec<bool>,
    laid: &mut Vec<BTreeSet<Cell>>,
) -> u64 {
    let Some(first) = open.first() else {
        return 1;
    };
    let mut total = 0;
    for piece in 0..left.len() {
        if used[piece] {
            continue;
        }
        for placement in &left[piece] {
            let fits = placement.contains(first)
                && placement.is_subset(open)
                && !laid
                    .iter()
                    .any(|other| cross(lattice, crossing, other, placement));
            if fits {
                used[piece] = true;
                laid.push(placement.clone());
                total += covers(lattice, crossing, &(open - placement), left, used, laid);
                laid.pop();
                used[piece] = false;
            }
        }
    }
    total
}

pub(super) fn listed(lattice: Lattice, cells: &BTreeSet<Cell>) -> String {
    let cells: Vec<String> = cells
        .iter()
        .map(|&cell| format!("({})", lattice.coordinates(cell)))
        .collect();
    format!("Cells([{}])", cells.join(", "))
}

/// Counts a puzzle with every engine that supports it.
pub(super) fn by_every_engine(
    instance: &Instance,
    text: &str,
    check: impl Fn(Engine, &CountResult),
) {
    let group = instance.symmetry(&StopFlag::new()).expect(text);
    let distinct = Distinct::new(instance.problem(), &group.symmetries).expect(text);
    for engine in [Engine::Links, Engine::Bits, Engine::Frontier] {
        let resources = Resources {
            engine: Some(engine),
            ..Resources::default()
        };
        let monitor = RunContext::silent().with(resources);
        let job = CountTask::new(instance, group, &distinct, &monitor);
        check(
            engine,
            &job.count(&mut CheckpointFile::nothing()).expect(text),
        );
    }
}

/// Counts a random puzzle of a lattice by each engine and by the definition; returns the number of
/// solutions.
fn check(lattice: Lattice, random: &mut Random) -> u64 {
    let board = grown(lattice, 7 + random.below(5), None, random);
    let rules = [Crossing::Allowed, Crossing::NotStraight, Crossing::Never];
    let crossing = if lattice.has_crossings() {
        rules[random.below(3)]
    } else {
        Crossing::Allowed
    };
    let mut open = board.clone();
    let mut parts: Vec<Part> = Vec::new();
    while !open.is_empty() {
        let cells = grown(lattice, 1 + random.below(4), Some(&open), random);
        if cells.is_empty() {
            return 0;
        }
        open = &open - &cells;
        let sides = [Sides::Free, Sides::OneSided, Sides::Fixed][random.below(3)];
        parts.push(Part { cells, sides });
    }
    let rule = if lattice.has_crossings() {
        format!("crossing: {crossing:?}, ")
    } else {
        String::new()
    };
    let pieces: Vec<String> = parts
        .iter()
        .enumerate()
        .map(|(at, part)| {
            let cells = listed(lattice, &part.cells);
            // Different colours make pieces of the same shape different pieces.
            format!(
                "Piece(name: \"P{at}\", sides: {:?}, color: \"#0000{at:02x}\", cells: {cells})",
                part.sides
            )
        })
        .collect();
    let text = format!(
        "(lattice: {lattice:?}, {rule}board: {}, pieces: [{}])",
        listed(lattice, &board),
        pieces.join(", ")
    );
    let all: Vec<Vec<BTreeSet<Cell>>> = parts
        .iter()
        .map(|part| placements(lattice, part, &board).into_iter().collect())
        .collect();
    let expected = covers(
        lattice,
        crossing,
        &board,
        &all,
        &mut vec![false; parts.len()],
        &mut Vec::new(),
    );

    let puzzle = load(&Source::new("random", text.as_str()))
        .expect(&text)
        .puzzle;
    let instance = Instance::new(puzzle).expect(&text);
    let moves = |part: &Part| {
        let form = Polyform::new(lattice, part.cells.iter().copied()).expect("a form");
        form.orientations(part.sides).len() > images(lattice, part)
    };
    // A drafter can lie on the grid in a way that no lattice symmetry produces; `congruence` has separate
    // tests.
    if parts.iter().any(moves) {
        assert!(lattice.table().moves_off_lattice, "{text}");
        return 1;
    }
    let options: usize = all.iter().map(Vec::len).sum();
    assert_eq!(instance.problem().option_count(), options, "{text}");
    by_every_engine(&instance, &text, |engine, count| {
        assert_eq!(
            count.solutions,
            Known::Exact(expected.into()),
            "{engine}: {text}"
        );
    });
    expected
}

#[test]
fn random_boards_of_every_lattice_are_counted() {
    const ROUNDS: u64 = 20;
    for lattice in Lattice::ALL {
        let mut random = Random(lattice.table().family.len() as u64);
        let mut solved = 0;
        for _ in 0..ROUNDS {
            solved += u64::from(check(lattice, &mut random) > 0);
        }
        assert!(
            solved > ROUNDS / 2,
            "{lattice}: {solved} of {ROUNDS} boards have solutions"
        );
    }
}
