//! The position of two sweeps by connectivity, from the front and from the back.

use crate::dissections::by_connectivity::ShapePosition;
use crate::dissections::graph::{DissectionsProgress, fraction};

/// The fraction of the progress that the sweeps to the middle account for.
pub(super) const SHARE: f64 = 0.5;

/// The work of processing one state in a sweep by connectivity, in the units of `FrontierProgress::work`.
pub(super) const WORK: u64 = 3;

/// The position of two sweeps by connectivity. The sweep from the back comes first.
pub(in crate::dissections) struct ShapeMeeting {
    pub(in crate::dissections) back: ShapePosition,
    /// The sweep from the front; `None` until the sweep from the back has finished.
    pub(in crate::dissections) front: Option<ShapePosition>,
}

impl ShapeMeeting {
    /// The position before the first step of the first sweep.
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

    pub(super) fn progress(&self, steps: usize) -> DissectionsProgress {
        let done = self.both().map(|position| position.step - position.first);
        let tried: u64 = self.both().map(|position| position.tried).sum();
        DissectionsProgress {
            states: self.states(),
            work: tried * WORK,
            fraction: SHARE * fraction(done.sum(), steps),
        }
    }
}
