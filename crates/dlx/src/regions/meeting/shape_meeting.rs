//! How far sweeps from both ends have come that go shape by shape.

use crate::regions::by_shape::ShapePosition;
use crate::regions::graph::{RegionsProgress, fraction};

/// The share of the progress that the sweeps up to the middle have.
pub(super) const SHARE: f64 = 0.5;

/// The work of one state that is looked at, in the units of the sweep over covered items.
pub(super) const WORK: u64 = 3;

/// How far they have come.
pub(in crate::regions) struct ShapeMeeting {
    pub(in crate::regions) back: ShapePosition,
    /// The sweep from the front, once the other one is done.
    pub(in crate::regions) front: Option<ShapePosition>,
}

impl ShapeMeeting {
    /// Before the first step of either.
    pub(super) fn start() -> Self {
        Self {
            back: ShapePosition::start(),
            front: None,
        }
    }

    pub(super) fn both(&self) -> impl Iterator<Item = &ShapePosition> {
        [&self.back].into_iter().chain(&self.front)
    }

    pub(super) fn bytes(&self) -> u64 {
        self.both().map(ShapePosition::bytes).sum()
    }

    pub(super) fn peak_bytes(&self) -> u64 {
        let peaks = self.both().map(|position| position.peak_bytes);
        peaks.sum::<u64>().max(self.bytes())
    }

    pub(super) fn states(&self) -> u64 {
        self.both().map(|position| position.states).sum()
    }

    pub(super) fn progress(&self, steps: usize) -> RegionsProgress {
        let done = self.both().map(|position| position.step - position.first);
        let tried: u64 = self.both().map(|position| position.tried).sum();
        RegionsProgress {
            states: self.states(),
            work: tried * WORK,
            fraction: SHARE * fraction(done.sum(), steps),
        }
    }
}
