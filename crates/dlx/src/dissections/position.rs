//! A sweep over single states, which works for every graph.

use std::sync::Arc;

use num_bigint::BigUint;

use super::graph::{DissectionsReport, PULSE};
use super::states::Expansion;
use super::step::VertexStep;
use super::table::{NoRoom, StateLayer};
use crate::words::big;

#[derive(Clone)]
pub(super) struct DissectionPosition {
    /// The step at which this sweep began; not 0 if it continues another sweep.
    pub(super) first: usize,
    pub(super) step: usize,
    /// The states before the current step.
    pub(super) layer: Arc<StateLayer>,
    /// How many states of `layer` have been processed.
    pub(super) number: usize,
    /// The states after the current step, as far as they are made.
    pub(super) next: StateLayer,
    pub(super) tried: u64,
    pub(super) states: u64,
    pub(super) peak_bytes: u64,
}

impl DissectionPosition {
    /// The position before the first step, with counts of `count_words` words.
    pub(super) fn start(steps: &[VertexStep], count_words: usize) -> Self {
        let key_words = steps.first().map_or(0, |step| step.after.key_words);
        Self {
            first: 0,
            step: 0,
            layer: Arc::new(StateLayer::first(count_words)),
            number: 0,
            next: StateLayer::new(key_words, count_words),
            tried: 0,
            states: 0,
            peak_bytes: 0,
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.layer.bytes() + self.next.bytes()
    }

    /// Advances for about a millisecond, at most to step `end`. Returns whether it has reached that
    /// step.
    ///
    /// # Errors
    ///
    /// The states do not fit in the memory, or a count exceeds its words.
    pub(super) fn advance(
        &mut self,
        steps: &[VertexStep],
        end: usize,
        expansion: &mut Expansion,
        memory: u64,
    ) -> Result<bool, NoRoom> {
        let pause = self.tried + PULSE;
        while self.step < end {
            let step = &steps[self.step];
            let room = memory.saturating_sub(self.layer.bytes());
            while self.number < self.layer.len() {
                if self.tried >= pause {
                    self.next.flush(room)?;
                    return Ok(false);
                }
                let (key, count) = self.layer.entry(self.number);
                let next = &mut self.next;
                self.tried += if let Some(single) = step.single_words() {
                    let state = &mut expansion.single;
                    state.unpack(single, key.first().map_or(0, |word| *word));
                    let words = step.after.key_words;
                    state.successors(single, |key| next.add(&[key][..words], count, room))?;
                    state.choices()
                } else {
                    expansion.unpack(step, key);
                    expansion.successors(step, |key| next.add(key, count, room))?;
                    expansion.choices()
                };
                self.states += 1;
                self.number += 1;
            }
            self.next.flush(room)?;
            self.end_step(steps);
        }
        Ok(true)
    }

    fn end_step(&mut self, steps: &[VertexStep]) {
        self.peak_bytes = self.peak_bytes.max(self.bytes());
        let words = self.next.count_words();
        let made = std::mem::replace(&mut self.next, StateLayer::new(0, words));
        let done = std::mem::replace(&mut self.layer, Arc::new(made));
        // The memory of the finished layer is reused, unless another sweep still uses the layer.
        if let Ok(done) = Arc::try_unwrap(done) {
            self.next = done;
        }
        self.step += 1;
        self.number = 0;
        let next = steps.get(self.step);
        self.next.clear(next.map_or(0, |step| step.after.key_words));
    }

    /// A new sweep that starts at this one's position. Its counters start at zero.
    pub(super) fn continued(&self) -> Self {
        Self {
            first: self.step,
            tried: 0,
            states: 0,
            peak_bytes: 0,
            ..self.clone()
        }
    }

    /// The same position, with counts of more words. It must be between two steps.
    pub(super) fn widened(&self, count_words: usize) -> Self {
        let mut layer = StateLayer::new(self.layer.key_words(), count_words);
        let mut wide = vec![0; count_words];
        for number in 0..self.layer.len() {
            let (key, count) = self.layer.entry(number);
            wide[..count.len()].copy_from_slice(count);
            layer.push(key, &wide);
        }
        Self {
            layer: Arc::new(layer),
            next: StateLayer::new(self.next.key_words(), count_words),
            ..*self
        }
    }

    /// Drops the states, but keeps the counters of work and memory.
    pub(super) fn forget(&mut self) {
        self.peak_bytes = self.peak_bytes.max(self.bytes());
        self.layer = Arc::new(StateLayer::new(0, self.next.count_words()));
        self.next = StateLayer::new(0, self.next.count_words());
    }

    /// The number of partitions. Valid only after the last step.
    pub(super) fn count(&self) -> BigUint {
        debug_assert!(
            self.layer.len() <= 1,
            "invariant: at the end nothing is open"
        );
        match self.layer.len() {
            0 => BigUint::ZERO,
            _ => big(self.layer.entry(0).1),
        }
    }

    pub(super) fn report(&self, count: Option<BigUint>) -> DissectionsReport {
        DissectionsReport {
            complete: count.is_some(),
            count: count.unwrap_or_default(),
            states: self.states,
            peak_bytes: self.peak_bytes.max(self.bytes()),
        }
    }
}
