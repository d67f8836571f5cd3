//! A sweep over the vertices that groups its states by shape.

use std::sync::Arc;

use super::super::step::{SingleStep, VertexStep};
use super::super::table::NoRoom;
use super::VertexLayout;
use super::layer::ShapeLayer;
use super::tally::SizeTally;
use super::transitions::Transitions;

/// The number of states processed between two checks of the watcher. They take about 1 ms.
const PULSE: u64 = 1 << 17;

/// The cost of processing a shape, in states that are processed in the same time.
const SHAPE: u64 = 1 << 6;

pub(in super::super) struct ShapePosition {
    /// The step at which this sweep began; not 0 if it continues another sweep.
    pub(in super::super) first: usize,
    pub(in super::super) step: usize,
    /// The states before the current step.
    pub(in super::super) layer: Arc<ShapeLayer>,
    /// The number of shapes after the current step that are finished, including shapes without states.
    pub(in super::super) number: usize,
    /// The states after the current step, of its finished shapes.
    pub(in super::super) next: ShapeLayer,
    /// The work done, in states processed. A shape counts as 64 states.
    pub(in super::super) tried: u64,
    /// The number of states made.
    pub(in super::super) states: u64,
    pub(in super::super) peak_bytes: u64,
    /// The effect of the current step on shapes, as far as it has been computed.
    transitions: Option<Transitions>,
    /// The next run to be processed for the unfinished shape after the current step; `None` if no shape is
    /// unfinished.
    run: Option<usize>,
    tally: SizeTally,
}

impl ShapePosition {
    /// Continues a sweep at `step`. `layer` holds the states before the step. `next` holds the states after it of
    /// the first `number` shapes.
    pub(in super::super) fn new(
        step: usize,
        layer: Arc<ShapeLayer>,
        next: ShapeLayer,
        number: usize,
    ) -> Self {
        Self {
            first: step,
            step,
            layer,
            number,
            next,
            tried: 0,
            states: 0,
            peak_bytes: 0,
            transitions: None,
            run: None,
            tally: SizeTally::new(),
        }
    }

    pub(in super::super) fn start() -> Self {
        Self::new(0, Arc::new(ShapeLayer::first()), ShapeLayer::default(), 0)
    }

    /// A new sweep that starts at this one's position, which is between two steps. Its counters start at zero.
    pub(in super::super) fn continued(&self) -> Self {
        Self::new(self.step, Arc::clone(&self.layer), ShapeLayer::default(), 0)
    }

    pub(in super::super) fn bytes(&self) -> u64 {
        let transitions = self.transitions.as_ref().map_or(0, Transitions::bytes);
        self.layer.bytes() + self.next.bytes() + self.tally.bytes() + transitions
    }

    /// Advances for about a millisecond, at most to step `end`. Returns whether it has reached that
    /// step.
    ///
    /// # Errors
    ///
    /// The states do not fit in the memory, or a count exceeds 64 bits.
    pub(in super::super) fn advance(
        &mut self,
        steps: &[VertexStep],
        end: usize,
        parts: VertexLayout,
        memory: u64,
    ) -> Result<bool, NoRoom> {
        let pause = self.tried + PULSE;
        while self.step < end {
            let step = &steps[self.step];
            let Some(single) = &step.single else {
                return Err(NoRoom::Memory);
            };
            if !self.look_at_shapes(step, single, parts, (pause, memory))? {
                return Ok(false);
            }
            if !self.make_states(parts, pause, memory)? {
                return Ok(false);
            }
            self.end_step();
        }
        Ok(true)
    }

    /// Computes the effect of the current step on all shapes. Returns false if the work done reaches `pause`
    /// first.
    fn look_at_shapes(
        &mut self,
        step: &VertexStep,
        single: &SingleStep,
        parts: VertexLayout,
        (pause, memory): (u64, u64),
    ) -> Result<bool, NoRoom> {
        let all = self.layer.len();
        let transitions = (self.transitions).get_or_insert_with(|| Transitions::new(step, single));
        while transitions.sources() < all {
            if self.tried >= pause {
                return Ok(false);
            }
            if self.layer.bytes() + transitions.bytes() > memory {
                return Err(NoRoom::Memory);
            }
            let number = transitions.sources();
            let (shape, states) = (self.layer.shape(number), self.layer.of(number).len());
            transitions.take(single, shape, states, parts);
            self.tried += SHAPE;
        }
        Ok(true)
    }

    /// Makes the states after the current step. Returns false if the work done reaches `pause` first.
    fn make_states(
        &mut self,
        parts: VertexLayout,
        pause: u64,
        memory: u64,
    ) -> Result<bool, NoRoom> {
        let Some(transitions) = &self.transitions else {
            return Ok(false);
        };
        let others = self.layer.bytes() + transitions.bytes();
        while self.number < transitions.targets() {
            let target = transitions.target(self.number);
            let mut next = self.run;
            if next.is_none() {
                let width = parts.width(target.regions);
                let table = SizeTally::bytes_for(target.longest, width).max(self.tally.bytes());
                if others + self.next.bytes() + table > memory {
                    return Err(NoRoom::Memory);
                }
                self.tally.clear(target.longest, width);
                next = target.run;
            }
            while let Some(number) = next {
                if self.tried >= pause {
                    self.run = next;
                    return Ok(false);
                }
                let run = transitions.run(number);
                let entries = self.layer.of(run.source);
                transitions
                    .applied(target, run, parts)
                    .feed(entries, &mut self.tally);
                self.tried += entries.len() as u64;
                next = run.next;
            }
            self.run = None;
            if self.tally.is_over() {
                return Err(NoRoom::Count);
            }
            let more = self.next.bytes_with(self.tally.len());
            if others + self.tally.bytes() + more > memory {
                return Err(NoRoom::Memory);
            }
            self.states += self.tally.len() as u64;
            self.tally.drain(&mut self.next.entries);
            self.next.end_shape(target.shape);
            self.number += 1;
        }
        Ok(true)
    }

    fn end_step(&mut self) {
        self.peak_bytes = self.peak_bytes.max(self.bytes());
        let made = std::mem::take(&mut self.next);
        let done = std::mem::replace(&mut self.layer, Arc::new(made));
        // The memory of the finished layer is reused, unless another sweep still uses the layer.
        if let Ok(mut done) = Arc::try_unwrap(done) {
            done.clear();
            self.next = done;
        }
        self.transitions = None;
        self.step += 1;
        self.number = 0;
    }

    /// Frees the memory that is needed only if the sweep continues.
    pub(in super::super) fn rest(&mut self) {
        self.next = ShapeLayer::default();
        self.tally = SizeTally::new();
    }
}
