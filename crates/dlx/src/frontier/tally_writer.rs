//! How states and sets become keys of a tally.

use std::io;
use std::ops::ControlFlow;

use super::plan::Plan;
use crate::container::{Sink, Source};
use crate::problem::residual::Residual;
use crate::problem::{ItemId, OptionId};
use crate::spill::SpillError;
use crate::tally::{KeyLayout, TallyRuns};

/// A tally under way.
pub(super) struct TallyWriter {
    layout: KeyLayout,
    /// What is the same in all keys.
    base: Vec<u64>,
    /// The places of a key that vary.
    varying: Vec<usize>,
    /// Where they stand in what is added.
    parts: Vec<KeyPart>,
    key: Vec<u64>,
    runs: TallyRuns,
    failure: Option<SpillError>,
}

/// Where the number of a place of a key stands in a state, or in a set.
#[derive(Clone, Copy, Debug)]
struct KeyPart {
    place: usize,
    word: usize,
    mask: u64,
    shift: u32,
    /// What stands there for zero times.
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

    /// Takes note of what is the same in all solutions, of which there may be some.
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

    /// What is added from now on are states behind the last step.
    pub(super) fn take_states(&mut self, plan: &Plan) {
        let part = |&place: &usize| {
            // An item in no option has none: it is not covered.
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

    /// What is added from now on are sets of items, a bit for each in this order.
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

    /// Adds the solutions of a state or a set; breaks once they cannot be kept.
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

    /// Forgets what was added.
    pub(in crate::frontier) fn clear(&mut self) {
        self.runs.clear();
    }

    /// The bytes that it takes, wherever they are.
    pub(super) fn bytes(&self) -> u64 {
        self.runs.bytes()
    }

    pub(super) fn save(&mut self, sink: &mut Sink) -> io::Result<()> {
        self.runs.save(sink)
    }

    pub(super) fn load(&mut self, source: &mut Source) -> io::Result<()> {
        self.runs.load(self.layout.words, source)
    }

    /// What was added.
    pub(super) fn finish(self) -> Result<(KeyLayout, TallyRuns), SpillError> {
        match self.failure {
            Some(failure) => Err(failure),
            None => Ok((self.layout, self.runs)),
        }
    }
}
