//! The states between two steps, grouped by shape.

use super::shape::StateShape;
use super::tally::SizeCount;

#[derive(Clone, Default)]
pub(in super::super) struct ShapeLayer {
    shapes: Vec<StateShape>,
    /// For each shape, where its states end in `entries`.
    ends: Vec<usize>,
    /// All states, sorted by shape: the packed sizes of the regions, and the number of partial partitions.
    pub(super) entries: Vec<SizeCount>,
}

impl ShapeLayer {
    /// The only state before the first step: no vertex is open, and there is one partial partition.
    pub(super) fn first() -> Self {
        Self {
            shapes: vec![StateShape::default()],
            ends: vec![1],
            entries: vec![(0, 1)],
        }
    }

    pub(super) fn clear(&mut self) {
        self.shapes.clear();
        self.ends.clear();
        self.entries.clear();
    }

    pub(super) fn len(&self) -> usize {
        self.shapes.len()
    }

    pub(in super::super) fn states(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn shape(&self, number: usize) -> StateShape {
        self.shapes[number]
    }

    pub(super) fn of(&self, number: usize) -> &[SizeCount] {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.entries[start..self.ends[number]]
    }

    /// Closes the current shape. Drops it if it has no states.
    pub(super) fn end_shape(&mut self, shape: StateShape) {
        let start = self.ends.last().copied().unwrap_or(0);
        if self.entries.len() > start {
            self.shapes.push(shape);
            self.ends.push(self.entries.len());
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        let entries = self.entries.capacity() * size_of::<SizeCount>();
        let shapes = self.shapes.capacity() * (size_of::<StateShape>() + size_of::<usize>());
        (entries + shapes) as u64
    }

    /// The bytes needed while `more` states are added. A full list is copied to a list of twice its size.
    pub(super) fn bytes_with(&self, more: usize) -> u64 {
        let bytes = self.bytes();
        let is_enough = self.entries.len() + more < self.entries.capacity();
        if is_enough { bytes } else { 3 * bytes }
    }
}
