//! A sweep shape by shape, on its way.

use std::sync::Arc;

use super::super::step::{SingleStep, Step};
use super::super::table::NoRoom;
use super::Parts;
use super::layer::ShapeLayer;
use super::tally::Tally;
use super::transitions::Transitions;

/// The states looked at between two looks at whether to go on: a millisecond or so.
const PULSE: u64 = 1 << 17;

/// The same, in states, of looking at a shape.
const SHAPE: u64 = 1 << 6;

/// How far a sweep has come.
pub(in super::super) struct ShapePosition {
    /// The step it began with.
    pub(in super::super) first: usize,
    /// The step under way.
    pub(in super::super) step: usize,
    /// The states before it.
    pub(in super::super) layer: Arc<ShapeLayer>,
    /// How many of the shapes after it are done, those too that have no states.
    pub(in super::super) number: usize,
    /// The states after it, as far as they are made.
    pub(in super::super) next: ShapeLayer,
    /// The work done, in states looked at.
    pub(in super::super) tried: u64,
    /// The states made.
    pub(in super::super) states: u64,
    pub(in super::super) peak_bytes: u64,
    /// What the step does, as far as it is known.
    transitions: Option<Transitions>,
    /// The run that comes next of those that lead to the next shape, if one is done.
    run: Option<usize>,
    tally: Tally,
}

impl ShapePosition {
    /// Goes on with a sweep from some states before a step, and those after it as far as they are made.
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
            tally: Tally::new(),
        }
    }

    /// Before the first step.
    pub(in super::super) fn start() -> Self {
        Self::new(0, Arc::new(ShapeLayer::first()), ShapeLayer::default(), 0)
    }

    /// Another sweep that goes on from here, between two steps, with nothing to its own account.
    pub(in super::super) fn go_on(&self) -> Self {
        Self::new(self.step, Arc::clone(&self.layer), ShapeLayer::default(), 0)
    }

    pub(in super::super) fn bytes(&self) -> u64 {
        let transitions = self.transitions.as_ref().map_or(0, Transitions::bytes);
        self.layer.bytes() + self.next.bytes() + self.tally.bytes() + transitions
    }

    /// Goes on for a millisecond or so, but not beyond the steps before `end`. Whether it has come there.
    ///
    /// # Errors
    ///
    /// The states have no room.
    pub(in super::super) fn advance(
        &mut self,
        steps: &[Step],
        end: usize,
        parts: Parts,
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

    /// Finds out what the step does; false if that is not done by then.
    fn look_at_shapes(
        &mut self,
        step: &Step,
        single: &SingleStep,
        parts: Parts,
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

    /// Makes the states of the shapes after the step; false if that is not done by then.
    fn make_states(&mut self, parts: Parts, pause: u64, memory: u64) -> Result<bool, NoRoom> {
        let Some(transitions) = &self.transitions else {
            return Ok(false);
        };
        let others = self.layer.bytes() + transitions.bytes();
        while self.number < transitions.targets() {
            let target = transitions.target(self.number);
            let mut next = self.run;
            if next.is_none() {
                let width = parts.width(target.regions);
                let table = Tally::bytes_for(target.longest, width).max(self.tally.bytes());
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
        // Another sweep may go on from there.
        if let Ok(mut done) = Arc::try_unwrap(done) {
            done.clear();
            self.next = done;
        }
        self.transitions = None;
        self.step += 1;
        self.number = 0;
    }

    /// Lets go of what only the next step would need.
    pub(in super::super) fn rest(&mut self) {
        self.next = ShapeLayer::default();
        self.tally = Tally::new();
    }
}
