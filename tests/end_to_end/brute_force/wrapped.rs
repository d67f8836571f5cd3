//! Random boards that wrap around, counted by the definition and by every engine.
//!
//! By the definition a cell is moved back into the repeated rectangle one step at a time. A placement is a
//! set of as many different cells of the board as the piece has. Two solutions are equal if an isometry
//! that preserves the identification of cells maps one to the other.

use std::collections::{BTreeMap, BTreeSet};

use tilewright::cover::Instance;
use tilewright::puzzle::{Source, load};
use tilewright::solve::counting::Known;
use tilewright_geometry::{Cell, Crossing, Isometry, Lattice, Sides, Vector};

use super::lattices::{Random, by_every_engine, listed};

/// How the rectangle of translations is glued.
#[derive(Debug, Clone, Copy)]
struct Gluing {
    width: i32,
    height: i32,
    /// The shift to the right for each step down; `None` if it is not glued at the top and bottom.
    down: Option<i32>,
    /// Whether it is glued upside down at the right; squares only.
    flipped: bool,
}

impl Gluing {
    fn random(lattice: Lattice, random: &mut Random) -> Self {
        let size = |random: &mut Random| 2 + i32::try_from(random.below(3)).expect("small");
        let flipped = lattice == Lattice::Square && random.below(2) == 0;
        let (width, height) = (size(random) + 1, size(random));
        let skew = match (flipped, random.below(3)) {
            (false, 0) => 1,
            _ => 0,
        };
        Self {
            width,
            height,
            down: (random.below(2) == 0).then_some(skew),
            flipped,
        }
    }

    fn written(self, lattice: Lattice) -> String {
        let down = match self.down {
            None => String::new(),
            Some(0) => format!(", y: {}", self.height),
            Some(skew) if lattice.dimensions() == 3 => format!(", y: ({skew}, {}, 0)", self.height),
            Some(skew) => format!(", y: ({skew}, {})", self.height),
        };
        let flip = if self.flipped { ", flip: X" } else { "" };
        format!("(x: {}{down}{flip})", self.width)
    }

    /// The position within the rectangle with which a position is identified. It is found one step
    /// at a time.
    fn home(self, lattice: Lattice, mut place: Vector) -> Option<Vector> {
        let scale = lattice.table().scale;
        let at = |place: Vector, scale: i32| (place.x.div_euclid(scale), place.y.div_euclid(scale));
        loop {
            let (x, y) = at(place, scale);
            if y < 0 || y >= self.height {
                let skew = self.down?;
                let sign = if y < 0 { 1 } else { -1 };
                place = place + Vector::new(sign * skew * scale, sign * self.height * scale, 0);
            } else if x < 0 || x >= self.width {
                let sign = if x < 0 { 1 } else { -1 };
                place = place + Vector::new(sign * self.width * scale, 0, 0);
                if self.flipped {
                    // Squares have integer coordinates.
                    place.y = self.height - 1 - place.y;
                }
            } else {
                return Some(place);
            }
        }
    }

    /// The vertex with which a vertex is identified, if nothing is flipped. It can be beyond an
    /// unglued edge.
    fn vertex(self, lattice: Lattice, mut place: Vector) -> Vector {
        if self.down.is_some() {
            return self.home(lattice, place).expect("it is glued everywhere");
        }
        place.x = place.x.rem_euclid(self.width * lattice.table().scale);
        place
    }
}

/// All isometries that map the board to itself and identified positions to identified positions, as maps of
/// the cells.
fn isometries(lattice: Lattice, gluing: Gluing, board: &BTreeSet<Cell>) -> BTreeSet<Vec<Cell>> {
    let scale = lattice.table().scale;
    let first = board.first().expect("a cell").vector();
    let mut found = BTreeSet::new();
    for symmetry in lattice.symmetries(Sides::Free) {
        for target in board {
            let shift = target.vector() - symmetry.apply(first);
            if [shift.x, shift.y, shift.z].iter().any(|c| c % scale != 0) {
                continue;
            }
            let whole = Isometry {
                matrix: symmetry.matrix,
                shift: symmetry.shift + shift,
            };
            let image = |place: Vector| {
                let place = gluing.home(lattice, whole.apply(place))?;
                lattice.cell_at(place).filter(|cell| board.contains(cell))
            };
            let images: Option<Vec<Cell>> = board.iter().map(|cell| image(cell.vector())).collect();
            // Identified positions beyond each edge.
            let beyond = |cell: &Cell, (x, y): (i32, i32)| {
                let there = cell.vector() + Vector::new(x * scale, y * scale, 0);
                let home = gluing.home(lattice, there);
                home.is_none_or(|home| {
                    let before = lattice.cell_at(home).filter(|home| board.contains(home));
                    before.is_none()
                        || before.map(|cell| image(cell.vector())) == Some(image(there))
                })
            };
            let edges = [(gluing.width, 0), (gluing.down.unwrap_or(0), gluing.height)];
            let kept = edges
                .iter()
                .all(|&edge| board.iter().all(|cell| beyond(cell, edge)));
            found.extend(images.filter(|_| kept));
        }
    }
    found
}

/// All sets of cells that a piece covers.
fn placements(
    lattice: Lattice,
    gluing: Gluing,
    piece: &BTreeSet<Cell>,
    board: &BTreeSet<Cell>,
) -> BTreeSet<BTreeSet<Cell>> {
    let scale = lattice.table().scale;
    let mut found = BTreeSet::new();
    for symmetry in lattice.symmetries(Sides::Free) {
        let image: Vec<Vector> = piece
            .iter()
            .map(|cell| symmetry.apply(cell.vector()))
            .collect();
        // All positions in the rectangle, and one unit around it.
        let columns = -1..=gluing.width;
        for (x, y) in columns.flat_map(|x| (-1..=gluing.height).map(move |y| (x, y))) {
            // The translation that moves the first cell into the unit at the origin.
            let [left, up] = [image[0].x, image[0].y].map(|c| c.div_euclid(scale));
            let depth = board.first().expect("a cell").vector().z - image[0].z;
            let shift = Vector::new((x - left) * scale, (y - up) * scale, depth);
            let cells: Option<BTreeSet<Cell>> = image
                .iter()
                .map(|&place| lattice.cell_at(gluing.home(lattice, place + shift)?))
                .collect();
            found
                .extend(cells.filter(|cells| cells.len() == piece.len() && cells.is_subset(board)));
        }
    }
    found
}

/// All solutions with one of each piece, as the cells of each piece.
pub(super) fn solutions(
    open: &BTreeSet<Cell>,
    pieces: &[BTreeSet<BTreeSet<Cell>>],
    laid: &mut BTreeMap<usize, BTreeSet<Cell>>,
    found: &mut BTreeSet<BTreeMap<usize, BTreeSet<Cell>>>,
) {
    let Some(first) = open.first() else {
        found.insert(laid.clone());
        return;
    };
    for (number, placements) in pieces.iter().enumerate() {
        if laid.contains_key(&number) {
            continue;
        }
        for placement in placements {
            if placement.contains(first) && placement.is_subset(open) {
                laid.insert(number, placement.clone());
                solutions(&(open - placement), pieces, laid, found);
                laid.remove(&number);
            }
        }
    }
}

/// The number of solutions up to the isometries.
fn orbits(
    board: &BTreeSet<Cell>,
    isometries: &BTreeSet<Vec<Cell>>,
    solutions: &BTreeSet<BTreeMap<usize, BTreeSet<Cell>>>,
) -> usize {
    let place: BTreeMap<Cell, usize> = board.iter().copied().zip(0..).collect();
    let first = |solution: &BTreeMap<usize, BTreeSet<Cell>>| {
        let image = |isometry: &Vec<Cell>| -> BTreeMap<usize, BTreeSet<Cell>> {
            let moved = |cells: &BTreeSet<Cell>| -> BTreeSet<Cell> {
                cells.iter().map(|cell| isometry[place[cell]]).collect()
            };
            let pieces = solution.iter();
            pieces
                .map(|(piece, cells)| (*piece, moved(cells)))
                .collect()
        };
        isometries.iter().map(image).min()
    };
    solutions.iter().map(first).collect::<BTreeSet<_>>().len()
}

/// Pieces grown from cell to cell on a board that wraps around, and the remaining cells.
fn grown_pieces(
    lattice: Lattice,
    gluing: Gluing,
    all: &[Cell],
    random: &mut Random,
) -> (Vec<BTreeSet<Cell>>, BTreeSet<Cell>) {
    let home = |cell: Cell| {
        let place = gluing.home(lattice, cell.vector())?;
        lattice.cell_at(place)
    };
    let mut free: BTreeSet<Cell> = all.iter().copied().collect();
    let mut pieces: Vec<BTreeSet<Cell>> = Vec::new();
    while pieces.len() < 5 && !free.is_empty() {
        let start = *free.iter().nth(random.below(free.len())).expect("a cell");
        let mut piece = BTreeSet::from([start]);
        let mut taken = BTreeSet::from([start]);
        for _ in 0..random.below(4) {
            let near: Vec<Cell> = (piece.iter().flat_map(|&cell| lattice.neighbours(cell)))
                .filter(|&cell| {
                    home(cell).is_some_and(|cell| free.contains(&cell) && !taken.contains(&cell))
                })
                .collect();
            if near.is_empty() {
                break;
            }
            let next = near[random.below(near.len())];
            taken.extend(home(next));
            piece.insert(next);
        }
        free = &free - &taken;
        pieces.push(piece);
    }
    (pieces, free)
}

/// Whether no two pieces cross, by the rule and the sticks at each vertex, across seams too.
fn is_uncrossed(
    lattice: Lattice,
    gluing: Gluing,
    rule: Crossing,
    solution: &BTreeMap<usize, BTreeSet<Cell>>,
) -> bool {
    let table = lattice.table();
    // By vertex and piece, the directions of its sticks.
    let mut ends: BTreeMap<Vector, BTreeMap<usize, BTreeSet<Vector>>> = BTreeMap::new();
    for (piece, cells) in solution {
        for cell in cells {
            for corner in table.kinds[table.offset_and_kind(*cell).1.index()].corners {
                let there = ends.entry(gluing.vertex(lattice, cell.vector() + *corner));
                let there = there.or_default();
                let step = Vector::ZERO - *corner;
                there.entry(*piece).or_default().insert(step);
            }
        }
    }
    let angle = |step: &Vector| {
        let [x, y, _] = lattice.project(*step);
        y.atan2(x)
    };
    let is_straight = |sticks: &BTreeSet<Vector>| {
        (sticks.iter()).any(|step| sticks.contains(&(Vector::ZERO - *step)))
    };
    // A stick of one piece is between two of the other, on either side.
    let alternate = |one: &BTreeSet<Vector>, other: &BTreeSet<Vector>| {
        let pairs = one.iter().flat_map(|a| one.iter().map(move |b| (a, b)));
        pairs.filter(|(a, b)| angle(a) < angle(b)).any(|(a, b)| {
            let is_within = |c: &Vector| angle(a) < angle(c) && angle(c) < angle(b);
            other.iter().any(is_within) && !other.iter().all(is_within)
        })
    };
    let cross = |one: &BTreeSet<Vector>, other: &BTreeSet<Vector>| match rule {
        Crossing::Allowed => false,
        Crossing::NotStraight => is_straight(one) && is_straight(other),
        Crossing::Never => alternate(one, other),
    };
    ends.values().all(|there| {
        let mut pieces = there.iter();
        pieces.all(|(piece, one)| {
            let mut others = there.iter().filter(|(other, _)| *other > piece);
            others.all(|(_, other)| !cross(one, other))
        })
    })
}

/// Counts a random puzzle on a board that wraps around, by each engine and by the definition;
/// returns the number of solutions.
fn check(lattice: Lattice, random: &mut Random) -> usize {
    let gluing = Gluing::random(lattice, random);
    let scale = lattice.table().scale;
    let all = (0..gluing.width).flat_map(|x| (0..gluing.height).map(move |y| (x, y)));
    let all: Vec<Cell> = all
        .flat_map(|(x, y)| {
            let shift = Vector::new(x * scale, y * scale, 0);
            let kinds = lattice.table().kinds.iter();
            kinds.filter_map(move |kind| lattice.cell_at(kind.origin + shift))
        })
        .collect();
    let (pieces, free) = grown_pieces(lattice, gluing, &all, random);
    let board: BTreeSet<Cell> = all
        .iter()
        .copied()
        .filter(|cell| !free.contains(cell))
        .collect();
    let rows: BTreeSet<i32> = board.iter().map(|cell| cell.vector().y).collect();
    let whole = rows.first() == Some(&0) && rows.last() == Some(&(gluing.height - 1));
    if gluing.flipped && !whole {
        // The middle of such a board is not that of the rectangle.
        return 0;
    }
    let rules = [Crossing::Allowed, Crossing::NotStraight, Crossing::Never];
    let crossing = if lattice.has_crossings() {
        rules[random.below(3)]
    } else {
        Crossing::Allowed
    };
    let rule = if lattice.has_crossings() {
        format!("crossing: {crossing:?}, ")
    } else {
        String::new()
    };
    let entry = |(at, piece): (usize, &BTreeSet<Cell>)| {
        let cells = listed(lattice, piece);
        format!("Piece(name: \"P{at}\", sides: Free, color: \"#0000{at:02x}\", cells: {cells})")
    };
    let written: Vec<String> = pieces.iter().enumerate().map(entry).collect();
    let text = format!(
        "(lattice: {lattice:?}, {rule}board: {}, wrap: {}, pieces: [{}])",
        listed(lattice, &board),
        gluing.written(lattice),
        written.join(", ")
    );
    let laid: Vec<BTreeSet<BTreeSet<Cell>>> = pieces
        .iter()
        .map(|piece| placements(lattice, gluing, piece, &board))
        .collect();
    let mut expected = BTreeSet::new();
    solutions(&board, &laid, &mut BTreeMap::new(), &mut expected);
    expected.retain(|solution| is_uncrossed(lattice, gluing, crossing, solution));
    let distinct_expected = orbits(&board, &isometries(lattice, gluing, &board), &expected);

    let puzzle = load(&Source::new("random", text.as_str()))
        .expect(&text)
        .puzzle;
    let again = load(&Source::new("again", puzzle.to_ron()))
        .expect(&text)
        .puzzle;
    assert_eq!(again.board, puzzle.board, "{text}");
    let instance = Instance::new(puzzle).expect(&text);
    let options: usize = laid.iter().map(BTreeSet::len).sum();
    assert_eq!(instance.problem().option_count(), options, "{text}");
    by_every_engine(&instance, &text, |engine, count| {
        assert_eq!(
            count.solutions,
            Known::Exact(expected.len().into()),
            "{engine}: {text}"
        );
        assert_eq!(
            count.distinct,
            Known::Exact(distinct_expected.into()),
            "{engine}: {text}"
        );
    });
    expected.len()
}

#[test]
fn random_boards_that_wrap_around_are_counted() {
    const ROUNDS: usize = 8;
    for lattice in Lattice::ALL {
        let table = lattice.table();
        // Lattices whose tiles are single cells; forms of larger tiles consist of several cells.
        if table.tiles.is_some() || lattice == Lattice::Ball {
            continue;
        }
        let mut random = Random(table.family.len() as u64);
        let solved: usize = (0..ROUNDS)
            .filter(|_| check(lattice, &mut random) > 0)
            .count();
        assert!(
            solved > ROUNDS / 2,
            "{lattice}: {solved} of {ROUNDS} have solutions"
        );
    }
    let mut random = Random(19);
    for _ in 0..30 {
        check(Lattice::Square, &mut random);
    }
    for lattice in [Lattice::Stick, Lattice::Trig] {
        for _ in 0..40 {
            check(lattice, &mut random);
        }
    }
}
