//! The states between two steps, shape by shape.

use super::shape::Shape;
use super::tally::Entry;

/// The states of some shapes.
#[derive(Clone, Default)]
pub(in super::super) struct ShapeLayer {
    shapes: Vec<Shape>,
    /// Where the states of each end.
    ends: Vec<usize>,
    /// The sizes of the regions of each, and in how many ways.
    pub(super) entries: Vec<Entry>,
}

impl ShapeLayer {
    /// The state before the first step: nothing is open, which is so in one way.
    pub(super) fn first() -> Self {
        Self {
            shapes: vec![Shape::default()],
            ends: vec![1],
            entries: vec![(0, 1)],
        }
    }

    pub(super) fn clear(&mut self) {
        self.shapes.clear();
        self.ends.clear();
        self.entries.clear();
    }

    /// How many shapes there are.
    pub(super) fn len(&self) -> usize {
        self.shapes.len()
    }

    /// How many states there are.
    pub(in super::super) fn states(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn shape(&self, number: usize) -> Shape {
        self.shapes[number]
    }

    /// The states of a shape.
    pub(super) fn of(&self, number: usize) -> &[Entry] {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.entries[start..self.ends[number]]
    }

    /// Makes the entries that were added last a shape's; leaves out a shape of which there are none.
    pub(super) fn end_shape(&mut self, shape: Shape) {
        let start = self.ends.last().copied().unwrap_or(0);
        if self.entries.len() > start {
            self.shapes.push(shape);
            self.ends.push(self.entries.len());
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        let entries = self.entries.capacity() * size_of::<Entry>();
        let shapes = self.shapes.capacity() * (size_of::<Shape>() + size_of::<usize>());
        (entries + shapes) as u64
    }

    /// The bytes it takes while so many more states are added: a list moves to one of twice the size.
    pub(super) fn bytes_with(&self, more: usize) -> u64 {
        let bytes = self.bytes();
        let is_enough = self.entries.len() + more < self.entries.capacity();
        if is_enough { bytes } else { 3 * bytes }
    }
}
