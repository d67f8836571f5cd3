//! Fixed forms that a symmetry of the lattice maps to a translate of themselves.
//!
//! Let `s` be a symmetry with matrix `M`, and `L` the translations of the lattice. If `s(F)` is a
//! translate of a form `F`, then exactly one isometry `φ`, which is `s` followed by a translation,
//! maps `F` to itself. Since `F` is finite, some power of `φ` is the identity. If `F` is translated
//! by `u`, the shift `v` of `φ` becomes `v + (I − M)u`. So only finitely many `φ` matter: those
//! whose shift satisfies `Σ Mᵏv = 0`, up to `(I − M)L`. For each of them, this module counts the
//! sets of cells that it maps to themselves, up to the translations that commute with it. These are
//! the translations with `Mu = u`.
//!
//! Such a set is a union of orbits of `φ`. Redelmeier's method grows it orbit by orbit. It begins
//! with the orbit that contains the first cell in reading order. A set of orbits may be connected
//! even though its cells are not (for example, two halves that do not touch). So each orbit taken
//! is given a power of `φ`, its *sheet*: the power that maps the orbit's first cell to a cell
//! connected with the very first cell. If an orbit is reached in two ways, the two powers may
//! differ; or a power of `φ` may fix the orbit's cells. In both cases, the difference of the powers
//! connects a cell with its image under that power. The cells are connected if these powers
//! generate all powers.
//!
//! Source: D. H. Redelmeier, "Counting polyominoes: yet another attack", Discrete Mathematics 36
//! (1981). Section 4 counts symmetric polyominoes by such quotients, with one method for each
//! symmetry of the square. Here the quotients follow from the group.

use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::ControlFlow::{self, Break, Continue};

use crate::isometry::Isometry;
use crate::lattice::table::LatticeTable;
use crate::lattice::{Kind, Lattice};
use crate::vector::{Matrix, Vector, gcd};

/// The index of an orbit in an [`OrbitGraph`].
type OrbitId = usize;

/// The number of orbits taken between two calls of `stop`; the work is under a millisecond.
const PULSE: u64 = 1 << 12;

/// The largest coordinate, in translations, of the shifts that are tried. If all entries of a
/// matrix are 0 or ±1, each class of shifts has such a member. The number of classes found is
/// checked.
const REACH: i32 = 1;

/// The largest coordinate of the translations `u` that are tried to decide whether two shifts
/// belong to the same class: whether they differ by `(I − M)u`. It suffices for shifts up to
/// [`REACH`].
const FURTHEST: i32 = 6;

/// The region in which the first cells of forms are searched for is this number of steps wider than necessary, so
/// that it is connected.
const MARGIN: i32 = 8;

/// The error of a count that `stop` has ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopped;

/// Counts the fixed forms of one size that a symmetry maps to translates of themselves.
pub(super) struct InvariantForms {
    lattice: Lattice,
    size: usize,
    distances: Distances,
}

impl InvariantForms {
    /// Prepares counts for forms of `size` cells, at least 1.
    pub(super) fn new(lattice: Lattice, size: usize) -> Self {
        Self {
            lattice,
            size,
            distances: Distances::new(lattice, size),
        }
    }

    /// Counts the forms for one symmetry. Ends early if `stop` returns true.
    ///
    /// Takes about as long as counting fixed forms of `size / k` cells, where `k` is the order of
    /// the symmetry, times the number of candidates for the first cell: at most `size²` in the
    /// plane. Forms that lie on a mirror take as long as all forms of that size.
    pub(super) fn count(
        &self,
        symmetry: &Isometry,
        stop: &impl Fn() -> bool,
    ) -> Result<u64, Stopped> {
        let order = i64::from(symmetry.matrix.order().unwrap_or(1));
        let mut forms = 0;
        for isometry in finite_isometries(self.lattice, symmetry) {
            let mut graph = OrbitGraph::new(self.lattice, isometry);
            for first in graph.first_cells(self.size) {
                if stop() {
                    return Err(Stopped);
                }
                let root = graph.orbit(first);
                if graph.joins(root, &self.distances) {
                    let mut growth = Growth::new(&mut graph, root, order, stop);
                    if growth.extend(0, self.size, order).is_break() {
                        return Err(Stopped);
                    }
                    forms += growth.forms;
                }
            }
        }
        Ok(forms)
    }
}

/// The isometries that are `symmetry` followed by a translation, and have a power that is the
/// identity; one for each class up to translations of the lattice.
fn finite_isometries(lattice: Lattice, symmetry: &Isometry) -> Vec<Isometry> {
    let table = lattice.table();
    let order = symmetry.matrix.order().unwrap_or(1);
    let returns = |shift: Vector| {
        let mut sum = Vector::ZERO;
        let mut image = shift;
        for _ in 0..order {
            sum = sum + image;
            image = symmetry.matrix.apply(image);
        }
        sum == Vector::ZERO
    };
    let differences: HashSet<Vector> = translations(table, FURTHEST)
        .map(|u| u - symmetry.matrix.apply(u))
        .collect();
    let mut found: Vec<Isometry> = Vec::new();
    for v in translations(table, REACH) {
        let shift = symmetry.shift + v;
        let is_known = |known: &Isometry| differences.contains(&(shift - known.shift));
        if returns(shift) && !found.iter().any(is_known) {
            found.push(Isometry {
                matrix: symmetry.matrix,
                shift,
            });
        }
    }
    assert!(
        found.is_empty() || found.len() == classes(&symmetry.matrix),
        "invariant: each class of shifts is found once"
    );
    found
}

/// Whether [`InvariantForms::count`] is certain to find all isometries: all entries of the matrix
/// are 0 or ±1.
pub(super) fn is_plain(symmetry: &Isometry) -> bool {
    let mut entries = symmetry.matrix.rows().iter().flatten();
    entries.all(|entry| entry.abs() <= 1)
}

/// The number of classes of shifts: the index of `(I − M)L` among the translations whose images sum
/// to 0. It is the greatest common divisor of the largest minors of `I − M` that are not all 0.
fn classes(matrix: &Matrix) -> usize {
    let rows: [[i32; 3]; 3] =
        std::array::from_fn(|y| std::array::from_fn(|x| i32::from(x == y) - matrix.rows()[y][x]));
    let pairs = [(0, 1), (0, 2), (1, 2)];
    let minor = |(a, b): (usize, usize), (c, d): (usize, usize)| {
        rows[a][c] * rows[b][d] - rows[a][d] * rows[b][c]
    };
    let minors = [
        vec![Matrix::from_rows(rows).determinant()],
        pairs
            .iter()
            .flat_map(|&at| pairs.map(|by| minor(at, by)))
            .collect(),
        rows.concat(),
    ];
    let divisors = minors
        .iter()
        .map(|minors| (minors.iter()).fold(0, |divisor, minor| gcd(divisor, i64::from(*minor))));
    let mut divisors = divisors.filter(|divisor| *divisor > 0);
    divisors
        .next()
        .and_then(|divisor| usize::try_from(divisor).ok())
        .unwrap_or(1)
}

/// The translations of a lattice whose coordinates are between `-reach` and `reach` units.
fn translations(table: &LatticeTable, reach: i32) -> impl Iterator<Item = Vector> {
    let (scale, depth) = (table.scale, if table.dimensions == 3 { reach } else { 0 });
    (-depth..=depth).flat_map(move |z| {
        (-reach..=reach).flat_map(move |y| {
            (-reach..=reach).map(move |x| Vector::new(x * scale, y * scale, z * scale))
        })
    })
}

/// The graph of the orbits of cells under an isometry of finite order. Orbits are numbered in the
/// order in which they are found.
struct OrbitGraph {
    table: &'static LatticeTable,
    isometry: Isometry,
    /// For each cell, its orbit, and its place in the orbit: the power of the isometry that maps the
    /// orbit's first cell to it.
    places: HashMap<Vector, (OrbitId, i64)>,
    orbits: Vec<Orbit>,
}

struct Orbit {
    /// The orbit's first cell in reading order.
    least: Vector,
    /// The number of cells of the orbit.
    length: usize,
    /// The neighbours of the orbit's first cell, each as its orbit and its place there: the power of the isometry
    /// that maps that orbit's first cell to it. Empty until computed. The neighbours of the other cells are images
    /// of these.
    near: Vec<(OrbitId, i64)>,
}

impl OrbitGraph {
    fn new(lattice: Lattice, isometry: Isometry) -> Self {
        Self {
            table: lattice.table(),
            isometry,
            places: HashMap::new(),
            orbits: Vec::new(),
        }
    }

    /// The orbit of a cell, added to the graph if it is new.
    fn orbit(&mut self, cell: Vector) -> OrbitId {
        self.place(cell).0
    }

    fn place(&mut self, cell: Vector) -> (OrbitId, i64) {
        if let Some(place) = self.places.get(&cell) {
            return *place;
        }
        let id = self.orbits.len();
        let images = std::iter::successors(Some(cell), |image| {
            Some(self.isometry.apply(*image)).filter(|image| *image != cell)
        });
        let images: Vec<Vector> = images.collect();
        let first = (0..images.len())
            .min_by_key(|&at| images[at])
            .unwrap_or_default();
        let from_least = images[first..].iter().chain(&images[..first]);
        for (power, &image) in (0..).zip(from_least) {
            self.places.insert(image, (id, power));
        }
        self.orbits.push(Orbit {
            least: images[first],
            length: images.len(),
            near: Vec::new(),
        });
        self.places[&cell]
    }

    /// Computes the neighbours of an orbit, unless they are known.
    fn expand(&mut self, id: OrbitId) {
        if self.orbits[id].near.is_empty() {
            let near: Vec<Vector> = neighbours(self.table, self.orbits[id].least).collect();
            self.orbits[id].near = near.into_iter().map(|cell| self.place(cell)).collect();
        }
    }

    /// The candidates for the first cell, in reading order, of a connected set of `size` cells that
    /// the isometry maps to itself. Includes one cell of each class up to the translations that
    /// commute with the isometry; it may include more.
    ///
    /// A cell of the set and its image are fewer than `size` steps apart, since both are in the
    /// set. If two cells of a kind have the same difference to their images, they differ by a
    /// translation that commutes.
    fn first_cells(&self, size: usize) -> Vec<Vector> {
        let kinds = self.table.kinds;
        let longest = |vector: Vector| vector.x.abs().max(vector.y.abs()).max(vector.z.abs());
        let steps = kinds.iter().flat_map(|kind| kind.neighbours);
        let step = steps.map(|&step| longest(step)).max().unwrap_or(0);
        let difference = |cell: Vector| cell - self.isometry.apply(cell);
        let seeds = kinds.iter().map(|kind| kind.origin);
        let nearest = seeds.clone().map(|seed| longest(difference(seed)));
        let most = step * i32::try_from(size).unwrap_or(i32::MAX);
        let reach = most
            + nearest.max().unwrap_or(0)
            + MARGIN * step * (1 + largest_row(&self.isometry.matrix));

        let key = |cell: Vector| (self.table.kind_of(cell), difference(cell));
        let mut queue: VecDeque<Vector> = seeds.collect();
        let mut seen: HashSet<_> = queue.iter().map(|&cell| key(cell)).collect();
        let mut found = Vec::new();
        while let Some(cell) = queue.pop_front() {
            if longest(difference(cell)) <= most && self.is_least(cell) {
                found.push(cell);
            }
            for near in neighbours(self.table, cell) {
                if longest(difference(near)) <= reach && seen.insert(key(near)) {
                    queue.push_back(near);
                }
            }
        }
        found
    }

    /// Whether a cell is the first of its orbit in reading order.
    fn is_least(&self, cell: Vector) -> bool {
        let mut image = self.isometry.apply(cell);
        while image > cell {
            image = self.isometry.apply(image);
        }
        image == cell
    }

    /// Whether a path of at most `distances.most` steps leads from a cell of an orbit to its
    /// image. The path may use only this orbit and orbits whose first cell comes later than its
    /// first cell.
    fn joins(&mut self, root: OrbitId, distances: &Distances) -> bool {
        let least = self.orbits[root].least;
        let goal = self.isometry.apply(least);
        let mut seen = HashSet::from([least]);
        let mut front = vec![least];
        for steps in 0..=distances.most {
            if seen.contains(&goal) {
                return true;
            }
            let mut next = Vec::new();
            for cell in front {
                for near in neighbours(self.table, cell) {
                    let rest = distances.between(near, goal);
                    if rest.is_some_and(|rest| steps + 1 + rest <= distances.most)
                        && seen.insert(near)
                    {
                        let orbit = self.orbit(near);
                        if self.orbits[orbit].least >= least {
                            next.push(near);
                        }
                    }
                }
            }
            front = next;
        }
        false
    }
}

/// The numbers of steps between cells of a lattice.
struct Distances {
    table: &'static LatticeTable,
    /// The maximum distance of two cells that is considered, in steps: one less than the number of cells of a
    /// form.
    most: usize,
    /// For two cells, the number of steps from the first to the second. The key is the kind of the first cell and
    /// the difference to the second.
    steps: HashMap<(Option<Kind>, Vector), usize>,
}

impl Distances {
    fn new(lattice: Lattice, size: usize) -> Self {
        let table = lattice.table();
        let mut distances = Self {
            table,
            most: size - 1,
            steps: HashMap::new(),
        };
        for start in table.kinds.iter().map(|kind| kind.origin) {
            let from = table.kind_of(start);
            let mut front = vec![start];
            distances.steps.insert((from, Vector::ZERO), 0);
            for steps in 1..size {
                let mut next = Vec::new();
                for near in front.into_iter().flat_map(|cell| neighbours(table, cell)) {
                    distances
                        .steps
                        .entry((from, near - start))
                        .or_insert_with(|| {
                            next.push(near);
                            steps
                        });
                }
                front = next;
            }
        }
        distances
    }

    /// The number of steps from a cell to another; `None` if it exceeds `most`.
    fn between(&self, from: Vector, to: Vector) -> Option<usize> {
        let kind = self.table.kind_of(from);
        self.steps.get(&(kind, to - from)).copied()
    }
}

fn neighbours(table: &'static LatticeTable, cell: Vector) -> impl Iterator<Item = Vector> {
    let kind = table.kind_of(cell).map(|kind| table.kind(kind));
    let steps = kind.map_or(&[][..], |kind| kind.neighbours);
    steps.iter().map(move |&step| cell + step)
}

/// The largest sum of absolute values in a row of the matrix.
fn largest_row(matrix: &Matrix) -> i32 {
    let sums = matrix
        .rows()
        .iter()
        .map(|row| row.iter().map(|c| c.abs()).sum());
    sums.max().unwrap_or(1)
}

/// Redelmeier's search for connected sets of orbits that begin with the orbit `root`.
struct Growth<'g, S> {
    graph: &'g mut OrbitGraph,
    root: OrbitId,
    /// The order of the isometry: the number of its powers.
    order: i64,
    stop: &'g S,
    untried: Vec<OrbitId>,
    /// For each orbit, whether it is on the untried list or was passed over.
    seen: Vec<bool>,
    /// For each orbit, its sheet, which the documentation of this module defines; `None` if the orbit has
    /// not been taken.
    sheets: Vec<Option<i64>>,
    taken: u64,
    forms: u64,
}

impl<'g, S: Fn() -> bool> Growth<'g, S> {
    fn new(graph: &'g mut OrbitGraph, root: OrbitId, order: i64, stop: &'g S) -> Self {
        let mut growth = Self {
            graph,
            root,
            order,
            stop,
            untried: vec![root],
            seen: Vec::new(),
            sheets: Vec::new(),
            taken: 0,
            forms: 0,
        };
        growth.make_room();
        growth.seen[root] = true;
        growth
    }

    /// Lengthens `seen` and `sheets` to the number of orbits in the graph.
    fn make_room(&mut self) {
        self.seen.resize(self.graph.orbits.len(), false);
        self.sheets.resize(self.graph.orbits.len(), None);
    }

    /// Counts the ways to take further orbits with `missing` cells in total, from index `from` of
    /// the untried list on, and adds them to `forms`. `power` is the greatest common divisor of the
    /// powers that connect a cell of the taken orbits with its image.
    fn extend(&mut self, from: usize, missing: usize, power: i64) -> ControlFlow<()> {
        let length = self.untried.len();
        for at in from..length {
            let id = self.untried[at];
            let cells = self.graph.orbits[id].length;
            if cells > missing {
                continue;
            }
            self.taken += 1;
            if self.taken.is_multiple_of(PULSE) && (self.stop)() {
                return Break(());
            }
            self.graph.expand(id);
            self.make_room();
            let (sheet, power) = self.connect(id, power);
            if cells == missing {
                self.forms += u64::from(power == 1);
                continue;
            }
            self.sheets[id] = Some(sheet);
            self.push_neighbours(id);
            self.extend(at + 1, missing - cells, power)?;
            for passed in self.untried.drain(length..) {
                self.seen[passed] = false;
            }
            self.sheets[id] = None;
        }
        Continue(())
    }

    /// The sheet that an orbit gets if it is taken, and the greatest common divisor of the powers that are then
    /// known to connect cells. The orbit must be next to one already taken, or the first.
    fn connect(&self, id: OrbitId, power: i64) -> (i64, i64) {
        let orbit = &self.graph.orbits[id];
        // The isometry, applied `length` times, fixes every cell of an orbit of `length` cells.
        let length = i64::try_from(orbit.length).unwrap_or(self.order);
        let mut power = gcd(power, length);
        let mut sheet = (id == self.root).then_some(0);
        for &(near, place) in &orbit.near {
            if near == id {
                power = gcd(power, place);
            } else if let Some(other) = self.sheets[near] {
                let reached = (other - place).rem_euclid(self.order);
                match sheet {
                    None => sheet = Some(reached),
                    Some(sheet) => power = gcd(power, sheet - reached),
                }
            }
        }
        (sheet.unwrap_or(0), power)
    }

    fn push_neighbours(&mut self, id: OrbitId) {
        let orbits = &self.graph.orbits;
        let least = orbits[self.root].least;
        for &(near, _) in &orbits[id].near {
            if !self.seen[near] && orbits[near].least >= least {
                self.seen[near] = true;
                self.untried.push(near);
            }
        }
    }
}
