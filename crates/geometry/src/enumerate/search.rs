//! The search behind enumeration: Redelmeier's method over a grid of flags.
//!
//! The grid holds a flag for every cell that a form could reach. Its index follows reading order,
//! so that the cells before the origin, which are barred, are a prefix. A flag is set while the cell
//! is barred, on the untried list, or passed over; each frame of the search clears the flags it set.

use std::ops::ControlFlow;

use crate::lattice::{Cell, Lattice};
use crate::vector::Vector;

/// Cells missing of a form where a count asks whether to stop: what is counted between two
/// questions takes a millisecond at most.
const ASKED_AT: usize = 5;

/// A cell in the search: its place in the grid, and itself.
#[derive(Clone, Copy)]
struct Entry {
    index: usize,
    kind: usize,
    vector: Vector,
}

/// A step to a neighbour: by how much the index and the vector change, and the kind reached.
#[derive(Clone, Copy)]
struct Step {
    index: isize,
    kind: usize,
    vector: Vector,
}

/// The state of Redelmeier's search.
pub(super) struct Search {
    /// The steps to the neighbours, for each kind.
    steps: Vec<Vec<Step>>,
    /// The cell at the origin, for each kind.
    starts: Vec<Entry>,
    /// By index, in reading order: whether a cell is barred, on the untried list, or passed over.
    seen: Vec<bool>,
    untried: Vec<Entry>,
    chosen: Vec<Cell>,
    size: usize,
}

impl Search {
    /// The search for forms of a checked size.
    pub(super) fn new(lattice: Lattice, size: usize) -> Search {
        let table = lattice.table();
        let kinds = table.kinds.len();
        let reach = |kind: Vector, step: Vector| table.offset(kind + step);
        let furthest = table
            .kinds
            .iter()
            .flat_map(|kind| kind.neighbours.iter().map(|&step| reach(kind.origin, step)))
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

        let steps = table.kinds.iter().enumerate().map(|(from, kind)| {
            let step = |&vector: &Vector| {
                let target = table.kind_of(kind.origin + vector)?.index();
                let offset = reach(kind.origin, vector);
                Some(Step {
                    index: strides.index(offset, from, target),
                    kind: target,
                    vector,
                })
            };
            kind.neighbours.iter().filter_map(step).collect()
        });
        let origin = (layers / 2) * strides.layer + radius * strides.row + radius;
        let starts = table.kinds.iter().enumerate().map(|(kind, data)| Entry {
            index: origin * kinds + kind,
            kind,
            vector: data.origin,
        });
        Search {
            steps: steps.collect(),
            starts: starts.collect(),
            seen: vec![false; layers * width * width * kinds],
            untried: Vec::new(),
            chosen: Vec::with_capacity(size),
            size,
        }
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

    /// Visits the forms that extend the chosen cells by untried ones from `from` on.
    pub(super) fn visit(
        &mut self,
        from: usize,
        visit: &mut impl FnMut(&[Cell]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let length = self.untried.len();
        for i in from..length {
            let cell = self.untried[i];
            self.chosen.push(Cell::new_unchecked(cell.vector));
            if self.chosen.len() == self.size {
                visit(&self.chosen)?;
            } else {
                self.push_neighbours(cell);
                self.visit(i + 1, visit)?;
                self.pop_neighbours(length);
            }
            self.chosen.pop();
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
            *total += to_u64(length - from);
            return ControlFlow::Continue(());
        }
        for i in from..length {
            let cell = self.untried[i];
            if missing == 2 {
                // The neighbours of one cell differ, so they need not be marked to be counted.
                let fresh = self.steps[cell.kind]
                    .iter()
                    .filter(|step| !self.seen[cell.index.wrapping_add_signed(step.index)]);
                *total += to_u64(length - i - 1 + fresh.count());
            } else {
                if missing == ASKED_AT && stop() {
                    return ControlFlow::Break(());
                }
                self.push_neighbours(cell);
                self.count(i + 1, missing - 1, total, stop)?;
                self.pop_neighbours(length);
            }
        }
        ControlFlow::Continue(())
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
