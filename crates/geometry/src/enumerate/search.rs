//! The search behind enumeration: Redelmeier's method over a grid of flags.
//!
//! The grid holds a flag for every cell that a form could reach. Its index follows reading order,
//! so that the cells before the origin, which are barred, are a prefix. A flag is set while the cell
//! is barred, on the untried list, or passed over; each frame of the search clears the flags it set.
//!
//! Where forms are made of tiles of several cells, the search goes by tiles: the kinds of cell are then
//! the tiles of a translation unit. Two tiles exclude each other if they overlap, and also if their union is
//! that of an earlier pair, so that each set of cells is met as one set of tiles. A tile that is excluded
//! by one taken is passed over. Every part of a set of tiles without such pairs has none either, so the search
//! still meets each connected one exactly once (and a connected set of cells made of tiles is connected as a set of
//! tiles, however it is cut, since the tiles of a block touch each other).

use std::ops::ControlFlow;

use crate::lattice::{Cell, Lattice};
use crate::vector::Vector;

/// Cells missing of a form where a count asks whether to stop: what is counted between two
/// questions takes a millisecond at most.
const ASKED_AT: usize = 5;

/// A cell, or a tile, in the search: its place in the grid, its kind, and the translation it lies at.
#[derive(Clone, Copy)]
struct Entry {
    index: usize,
    kind: usize,
    vector: Vector,
}

/// A step to a neighbour: by how much the index and the translation change, and the kind reached.
#[derive(Clone, Copy)]
struct Step {
    index: isize,
    kind: usize,
    vector: Vector,
}

/// The state of Redelmeier's search.
pub(super) struct Search {
    /// The cells of each kind, from its translation.
    cells: Vec<Vec<Vector>>,
    /// The steps to the neighbours, for each kind.
    steps: Vec<Vec<Step>>,
    /// By how much the index changes to the kinds that a kind excludes.
    excluded: Vec<Vec<isize>>,
    /// The place at the origin, for each kind.
    starts: Vec<Entry>,
    /// By index, in reading order: whether a cell is barred, on the untried list, or passed over.
    seen: Vec<bool>,
    /// By index: how many of those taken exclude it; empty where nothing is excluded.
    excluders: Vec<u8>,
    untried: Vec<Entry>,
    chosen: Vec<Cell>,
    size: usize,
}

impl Search {
    /// The search for forms of a checked size.
    pub(super) fn new(lattice: Lattice, size: usize) -> Search {
        let table = lattice.table();
        let graph = Graph::of(lattice);
        let kinds = graph.cells.len();
        let offsets = graph.steps.iter().flatten().map(|(offset, _)| offset);
        let furthest = offsets
            .map(|offset| offset.x.abs().max(offset.y.abs()).max(offset.z.abs()))
            .max()
            .unwrap_or(0);
        // No cell of a form, nor a neighbour of one, is further than this from the origin.
        let radius = usize::try_from(furthest).unwrap_or(1) * size;
        let width = 2 * radius + 1;
        let layers = if lattice.dimensions() == 3 { width } else { 1 };
        let strides = Strides {
            row: width,
            layer: width * width,
            kinds,
        };

        let steps = graph.steps.iter().enumerate().map(|(from, steps)| {
            let step = |&(offset, kind): &(Vector, usize)| Step {
                index: strides.index(offset, from, kind),
                kind,
                vector: offset.map(|c| c * table.scale),
            };
            steps.iter().map(step).collect()
        });
        let excluded = graph.excluded.iter().enumerate().map(|(from, excluded)| {
            let index = |&kind: &usize| strides.index(Vector::ZERO, from, kind);
            excluded.iter().map(index).collect()
        });
        let origin = (layers / 2) * strides.layer + radius * strides.row + radius;
        let starts = (0..kinds).map(|kind| Entry {
            index: origin * kinds + kind,
            kind,
            vector: Vector::ZERO,
        });
        let places = layers * width * width * kinds;
        let excludes = graph.excluded.iter().any(|excluded| !excluded.is_empty());
        Search {
            steps: steps.collect(),
            excluded: excluded.collect(),
            starts: starts.collect(),
            seen: vec![false; places],
            excluders: vec![0; if excludes { places } else { 0 }],
            untried: Vec::new(),
            chosen: Vec::with_capacity(size * lattice.cells_per_tile()),
            size: size * lattice.cells_per_tile(),
            cells: graph.cells,
        }
    }

    /// How many kinds a form may begin with.
    pub(super) fn kinds(&self) -> usize {
        self.starts.len()
    }

    /// Prepares to grow forms whose first cell is the one of this kind at the origin.
    pub(super) fn start_at(&mut self, kind: usize) {
        let start = self.starts[kind];
        let (before, after) = self.seen.split_at_mut(start.index);
        before.fill(true);
        after.fill(false);
        if let Some(origin) = after.first_mut() {
            *origin = true;
        }
        self.chosen.clear();
        self.untried.clear();
        self.untried.push(start);
    }

    /// Puts the unseen neighbours of a cell on the untried list.
    fn push_neighbours(&mut self, cell: Entry) {
        for step in &self.steps[cell.kind] {
            let index = cell.index.wrapping_add_signed(step.index);
            if !self.seen[index] {
                self.seen[index] = true;
                let vector = cell.vector + step.vector;
                self.untried.push(Entry {
                    index,
                    kind: step.kind,
                    vector,
                });
            }
        }
    }

    /// Takes the untried list back to an earlier length.
    fn pop_neighbours(&mut self, length: usize) {
        for entry in self.untried.drain(length..) {
            self.seen[entry.index] = false;
        }
    }

    /// Whether one of those taken excludes an entry.
    fn is_excluded(&self, entry: Entry) -> bool {
        self.excluders
            .get(entry.index)
            .is_some_and(|count| *count > 0)
    }

    /// Notes that an entry is taken.
    fn exclude(&mut self, entry: Entry) {
        for step in &self.excluded[entry.kind] {
            self.excluders[entry.index.wrapping_add_signed(*step)] += 1;
        }
    }

    /// Notes that it is taken no more.
    fn readmit(&mut self, entry: Entry) {
        for step in &self.excluded[entry.kind] {
            self.excluders[entry.index.wrapping_add_signed(*step)] -= 1;
        }
    }

    /// Visits the forms that extend the chosen cells by untried ones from `from` on.
    pub(super) fn visit(
        &mut self,
        from: usize,
        visit: &mut impl FnMut(&[Cell]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let length = self.untried.len();
        for i in from..length {
            let cell = self.untried[i];
            if self.is_excluded(cell) {
                continue;
            }
            let before = self.chosen.len();
            let own = self.cells[cell.kind].iter();
            self.chosen
                .extend(own.map(|&own| Cell::new_unchecked(cell.vector + own)));
            if self.chosen.len() == self.size {
                visit(&self.chosen)?;
            } else {
                self.exclude(cell);
                self.push_neighbours(cell);
                self.visit(i + 1, visit)?;
                self.pop_neighbours(length);
                self.readmit(cell);
            }
            self.chosen.truncate(before);
        }
        ControlFlow::Continue(())
    }

    /// Adds to `total` the forms that take `missing` more cells from the untried ones from `from`
    /// on, until `stop` says so.
    pub(super) fn count(
        &mut self,
        from: usize,
        missing: usize,
        total: &mut u64,
        stop: &impl Fn() -> bool,
    ) -> ControlFlow<()> {
        let length = self.untried.len();
        if missing == 1 {
            let left = self.untried[from..].iter();
            *total += to_u64(left.filter(|entry| !self.is_excluded(**entry)).count());
            return ControlFlow::Continue(());
        }
        for i in from..length {
            let cell = self.untried[i];
            if missing == 2 && self.excluders.is_empty() {
                // The neighbours of one cell differ, so they need not be marked to be counted.
                let fresh = self.steps[cell.kind]
                    .iter()
                    .filter(|step| !self.seen[cell.index.wrapping_add_signed(step.index)]);
                *total += to_u64(length - i - 1 + fresh.count());
            } else if !self.is_excluded(cell) {
                if missing == ASKED_AT && stop() {
                    return ControlFlow::Break(());
                }
                self.exclude(cell);
                self.push_neighbours(cell);
                self.count(i + 1, missing - 1, total, stop)?;
                self.pop_neighbours(length);
                self.readmit(cell);
            }
        }
        ControlFlow::Continue(())
    }
}

/// The cells or tiles of a translation unit, and which ones they touch and exclude.
struct Graph {
    cells: Vec<Vec<Vector>>,
    /// By kind, the offset and the kind of each neighbour.
    steps: Vec<Vec<(Vector, usize)>>,
    excluded: Vec<Vec<usize>>,
}

impl Graph {
    fn of(lattice: Lattice) -> Graph {
        let table = lattice.table();
        let Some(tiles) = table.tiles else {
            let steps = table.kinds.iter().map(|kind| {
                let places = kind.neighbours.iter().map(|&step| kind.origin + step);
                let found = places
                    .filter_map(|place| Some((table.offset(place), table.kind_of(place)?.index())));
                found.collect()
            });
            return Graph {
                cells: table.kinds.iter().map(|kind| vec![kind.origin]).collect(),
                steps: steps.collect(),
                excluded: vec![Vec::new(); table.kinds.len()],
            };
        };
        let shapes = tiles.shapes;
        let overlap = |a: usize, b: usize| shapes[a].iter().any(|cell| shapes[b].contains(cell));
        let union = |a: usize, b: usize| {
            let mut cells = [shapes[a], shapes[b]].concat();
            cells.sort_unstable();
            cells
        };
        let all = || 0..shapes.len();
        let apart = |a: usize, b: usize| a < b && !overlap(a, b);
        let is_later = |a: usize, b: usize| {
            let mut earlier = all().flat_map(|c| all().map(move |d| (c, d)));
            earlier.any(|(c, d)| (c, d) < (a, b) && apart(c, d) && union(c, d) == union(a, b))
        };
        let excludes =
            |a: usize, b: usize| a != b && (overlap(a, b) || is_later(a.min(b), a.max(b)));
        // Tiles lie in one translation unit, so a cell of one next door tells where it lies.
        let steps = all().map(|from| {
            let kind = |cell: &Vector| table.kind_of(*cell).map(|kind| table.kind(kind));
            let near = shapes[from]
                .iter()
                .filter_map(|cell| Some((cell, kind(cell)?)));
            let near =
                near.flat_map(|(&cell, kind)| kind.neighbours.iter().map(move |&step| cell + step));
            let mut found: Vec<(Vector, usize)> = near
                .flat_map(|place| {
                    let offset = table.offset(place);
                    let within = place - offset.map(|c| c * table.scale);
                    let holding = all().filter(move |&to| shapes[to].contains(&within));
                    holding.map(move |to| (offset, to))
                })
                .filter(|&(offset, to)| {
                    offset != Vector::ZERO || (to != from && !excludes(from, to))
                })
                .collect();
            found.sort_unstable();
            found.dedup();
            found
        });
        Graph {
            cells: shapes.iter().map(|tile| tile.to_vec()).collect(),
            steps: steps.collect(),
            excluded: all()
                .map(|a| all().filter(|&b| excludes(a, b)).collect())
                .collect(),
        }
    }
}

/// How a step changes an index into the grid.
struct Strides {
    row: usize,
    layer: usize,
    kinds: usize,
}

impl Strides {
    /// The change of index from a cell of one kind to one at the offset of another kind.
    fn index(&self, offset: Vector, from: usize, to: usize) -> isize {
        let signed = |n: usize| isize::try_from(n).unwrap_or(0);
        let along = |n: i32| isize::try_from(n).unwrap_or(0);
        let places = along(offset.z) * signed(self.layer)
            + along(offset.y) * signed(self.row)
            + along(offset.x);
        places * signed(self.kinds) + signed(to) - signed(from)
    }
}

pub(super) fn to_u64(n: usize) -> u64 {
    u64::try_from(n).unwrap_or(u64::MAX)
}
