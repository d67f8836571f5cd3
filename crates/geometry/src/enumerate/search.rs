//! Redelmeier's search, on a grid of flags.
//!
//! The grid has a flag for every cell that a form can reach. Indices follow reading order, so the
//! barred cells before the origin come first. A flag is set while its cell is barred, on the
//! untried list, or passed over. Each level of the search clears the flags that it has set.
//!
//! If forms are made of tiles of several cells, the search takes tiles; its kinds are then the
//! tiles of a translation unit. Two tiles exclude each other if they overlap, or if an earlier pair
//! of tiles has the same union. So each set of cells comes from only one set of tiles. A tile that
//! a taken tile excludes is passed over. If a set of tiles has no excluded pairs, neither has any
//! of its subsets; so the search still visits each connected set exactly once. A connected set of
//! cells that is made of tiles is also connected as a set of tiles, however it is cut, because the
//! tiles of a block touch each other.

use std::ops::ControlFlow;

use crate::compact::CompactSort;
use crate::lattice::{Cell, Lattice};
use crate::vector::Vector;

/// The number of cells that a form still needs when a count calls `stop`. The work between two
/// calls takes at most a millisecond.
const ASKED_AT: usize = 5;

/// A cell or tile of the search: its index in the grid, its kind, and its translation.
#[derive(Clone, Copy)]
struct SearchTile {
    index: usize,
    kind: usize,
    vector: Vector,
}

/// A step to a neighbour: the change of index, the neighbour's kind, and the change of translation.
#[derive(Clone, Copy)]
struct TileStep {
    index: isize,
    kind: usize,
    vector: Vector,
}

/// Redelmeier's search, with its path and its grid of flags.
pub(super) struct RedelmeierSearch {
    /// For each kind of cell or tile: its cells, as vectors relative to the translation of the cell or tile.
    cells: Vec<Vec<Vector>>,
    /// The steps to the neighbours of each kind.
    steps: Vec<Vec<TileStep>>,
    /// For each kind of tile, the tiles of the same unit that it excludes, as differences of grid indices.
    excluded: Vec<Vec<isize>>,
    /// The cell or tile of each kind at the origin.
    starts: Vec<SearchTile>,
    /// For each index of the grid, whether its cell or tile must not be appended to the untried list: it lies
    /// before the origin, is already on the list, or was passed over.
    seen: Vec<bool>,
    /// For each tile, by its index in the grid, the number of taken tiles that exclude it. Empty if no tiles
    /// exclude each other.
    excluders: Vec<u8>,
    untried: Vec<SearchTile>,
    chosen: Vec<Cell>,
    size: usize,
}

impl RedelmeierSearch {
    /// Prepares a search for forms of `size` cells or tiles. The caller must have checked the size.
    pub(super) fn new(lattice: Lattice, size: usize) -> RedelmeierSearch {
        let table = lattice.table();
        let graph = TileGraph::of(lattice);
        let kinds = graph.cells.len();
        let offsets = graph.steps.iter().flatten().map(|(offset, _)| offset);
        let furthest = offsets
            .map(|offset| offset.x.abs().max(offset.y.abs()).max(offset.z.abs()))
            .max()
            .unwrap_or(0);
        // No cell of a form, and no neighbour of one, is further from the origin than this, in translation units.
        let radius = usize::try_from(furthest).unwrap_or(1) * size;
        let width = 2 * radius + 1;
        let layers = if lattice.dimensions() == 3 { width } else { 1 };
        let strides = Strides {
            row: width,
            layer: width * width,
            kinds,
        };

        let steps = graph.steps.iter().enumerate().map(|(from, steps)| {
            let step = |&(offset, kind): &(Vector, usize)| TileStep {
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
        let starts = (0..kinds).map(|kind| SearchTile {
            index: origin * kinds + kind,
            kind,
            vector: Vector::ZERO,
        });
        let places = layers * width * width * kinds;
        let excludes = graph.excluded.iter().any(|excluded| !excluded.is_empty());
        RedelmeierSearch {
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

    /// The number of kinds of cell or tile with which a form can begin.
    pub(super) fn kinds(&self) -> usize {
        self.starts.len()
    }

    /// Prepares the search for forms that begin with this kind at the origin.
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

    /// Appends the unseen neighbours of a cell to the untried list.
    fn push_neighbours(&mut self, cell: SearchTile) {
        for step in &self.steps[cell.kind] {
            let index = cell.index.wrapping_add_signed(step.index);
            if !self.seen[index] {
                self.seen[index] = true;
                let vector = cell.vector + step.vector;
                self.untried.push(SearchTile {
                    index,
                    kind: step.kind,
                    vector,
                });
            }
        }
    }

    /// Removes the last entries of the untried list, down to an earlier length, and clears their
    /// flags.
    fn pop_neighbours(&mut self, length: usize) {
        for entry in self.untried.drain(length..) {
            self.seen[entry.index] = false;
        }
    }

    /// Whether a taken tile excludes this cell or tile.
    fn is_excluded(&self, entry: SearchTile) -> bool {
        self.excluders
            .get(entry.index)
            .is_some_and(|count| *count > 0)
    }

    /// Marks a tile as taken: adds 1 to `excluders` for each tile that it excludes.
    fn exclude(&mut self, entry: SearchTile) {
        for step in &self.excluded[entry.kind] {
            self.excluders[entry.index.wrapping_add_signed(*step)] += 1;
        }
    }

    /// Takes back [`exclude`](Self::exclude): subtracts 1 from `excluders` for each tile that this tile excludes.
    fn readmit(&mut self, entry: SearchTile) {
        for step in &self.excluded[entry.kind] {
            self.excluders[entry.index.wrapping_add_signed(*step)] -= 1;
        }
    }

    /// Visits the forms that extend the chosen cells by entries of the untried list, from index
    /// `from` on.
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

    /// Adds to `total` the number of forms that take `missing` more entries, from index `from` of
    /// the untried list on. Ends early if `stop` returns true.
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
                // The neighbours of a cell are distinct, so they can be counted without setting
                // their flags.
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

/// The cells or tiles of a translation unit, numbered by kind. Lists the neighbours of each, and the tiles of the
/// same unit that cannot be in a form together with it.
struct TileGraph {
    cells: Vec<Vec<Vector>>,
    /// For each kind, the offset and the kind of each neighbour.
    steps: Vec<Vec<(Vector, usize)>>,
    excluded: Vec<Vec<usize>>,
}

impl TileGraph {
    fn of(lattice: Lattice) -> TileGraph {
        let table = lattice.table();
        let Some(tiles) = table.tiles else {
            let steps = table.kinds.iter().map(|kind| {
                let places = kind.neighbours.iter().map(|&step| kind.origin + step);
                let found = places
                    .filter_map(|place| Some((table.offset(place), table.kind_of(place)?.index())));
                found.collect()
            });
            return TileGraph {
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
        // A tile lies in one translation unit, so any of its cells determines its offset.
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
            found.compact_sort();
            found.dedup();
            found
        });
        TileGraph {
            cells: shapes.iter().map(|tile| tile.to_vec()).collect(),
            steps: steps.collect(),
            excluded: all()
                .map(|a| all().filter(|&b| excludes(a, b)).collect())
                .collect(),
        }
    }
}

/// The numbers of translation units in a row and in a layer of the grid, and the number of kinds.
struct Strides {
    row: usize,
    layer: usize,
    kinds: usize,
}

impl Strides {
    /// How much the grid index changes on a step from a cell of kind `from` to the cell of kind `to` that is
    /// `offset` translation units away.
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
