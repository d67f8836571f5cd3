//! Converts the last states of a sweep, and the sets of items of a join, into rows of a tally.

use std::io;
use std::ops::ControlFlow;

use super::plan::SweepPlan;
use crate::container::{CheckedFile, Sink};
use crate::problem::residual::Residual;
use crate::problem::{ItemId, OptionId};
use crate::spill::SpillError;
use crate::tally::{KeyLayout, TallyRuns};

/// What a tally contains about each choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TallyKind {
    /// The number of solutions of each choice.
    Counts,
    /// Only which choices have a solution. The counts of the rows mean nothing.
    Choices,
}

/// A tally that is being made from states or from sets of items.
pub(super) struct TallyWriter {
    layout: KeyLayout,
    /// The part of the key that is the same for all solutions.
    base: Vec<u64>,
    /// The positions in the key of the numbers that differ between solutions.
    varying: Vec<usize>,
    /// For each position in `varying`: where a state or a set of items stores the number that belongs there.
    parts: Vec<KeyPart>,
    key: Vec<u64>,
    runs: TallyRuns,
    failure: Option<SpillError>,
}

/// A position in the key, and where a state or a set stores the number that belongs there.
#[derive(Clone, Copy, Debug)]
struct KeyPart {
    place: usize,
    word: usize,
    mask: u64,
    shift: u32,
    /// The value of the field if its item is not covered.
    zero: u64,
}

impl TallyWriter {
    pub(super) fn new(layout: KeyLayout, runs: TallyRuns) -> Self {
        Self {
            key: layout.zero(),
            base: layout.zero(),
            varying: Vec::new(),
            parts: Vec::new(),
            layout,
            runs,
            failure: None,
        }
    }

    /// Records the part of the key that all solutions share. Must be called before anything is added.
    pub(super) fn begin(&mut self, givens: &[OptionId], residual: &Residual) {
        let Self { layout, base, .. } = self;
        for given in givens {
            let of_given = layout.of_option(residual.problem, *given);
            for (word, more) in base.iter_mut().zip(of_given) {
                *word += more;
            }
        }
        for (place, item) in layout.items.iter().enumerate() {
            let (least, most) = (residual.least(*item), residual.most(*item));
            if least == most {
                layout.cover(base, place, least.into());
            } else {
                self.varying.push(place);
            }
        }
    }

    /// Makes [`add`](Self::add) expect the states after the last step of a sweep.
    pub(super) fn take_states(&mut self, plan: &SweepPlan) {
        let part = |&place: &usize| {
            // An item without a field is in no option, so it is never covered.
            let open = plan.open_of[self.layout.items[place].index()]?;
            let field = plan.opens[open].field;
            Some(KeyPart {
                place,
                word: field.word,
                mask: field.mask(),
                shift: field.shift,
                zero: field.zero,
            })
        };
        self.parts = self.varying.iter().filter_map(part).collect();
    }

    /// Makes [`add`](Self::add) expect sets of items: bit sets with the bits in this order.
    #[expect(clippy::expect_used, reason = "an invariant of the items joined")]
    pub(super) fn take_sets(&mut self, order: &[ItemId]) {
        let part = |&place: &usize| {
            let item = self.layout.items[place];
            let bit = (0..).zip(order).find(|(_, other)| **other == item);
            let (shift, _) = bit.expect("invariant: every item kept is in the sets");
            KeyPart {
                place,
                word: 0,
                mask: 1 << shift,
                shift,
                zero: 0,
            }
        };
        self.parts = self.varying.iter().map(part).collect();
    }

    /// Adds `count` solutions to the row of a state or of a set. Breaks if the row cannot be stored.
    pub(super) fn add(&mut self, state: &[u64], count: &[u64]) -> ControlFlow<()> {
        self.key.copy_from_slice(&self.base);
        for part in &self.parts {
            let times = (state[part.word] & part.mask) >> part.shift;
            self.layout
                .cover(&mut self.key, part.place, times - part.zero);
        }
        match self.runs.push(&self.key, count) {
            Ok(()) => ControlFlow::Continue(()),
            Err(failure) => {
                self.failure = Some(failure);
                ControlFlow::Break(())
            }
        }
    }

    pub(in crate::frontier) fn clear(&mut self) {
        self.runs.clear();
    }

    /// The size of the tally, in memory and in files, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.runs.bytes()
    }

    pub(super) fn save(&mut self, sink: &mut Sink) -> io::Result<()> {
        self.runs.save(sink)
    }

    pub(super) fn load(&mut self, source: &mut CheckedFile) -> io::Result<()> {
        self.runs.load(self.layout.words, source)
    }

    /// The key layout, the part of the key that all solutions share, and the tally; or the error that stopped it.
    pub(super) fn finish(self) -> Result<(KeyLayout, Vec<u64>, TallyRuns), SpillError> {
        match self.failure {
            Some(failure) => Err(failure),
            None => Ok((self.layout, self.base, self.runs)),
        }
    }
}
