//! The verdicts on choices, and the record of them in a checkpoint.

use serde::{Deserialize, Serialize};

/// The maximum number of choices that a checkpoint names. Later verdicts are not kept: a resumed
/// run judges these choices again.
const MOST_NAMED: usize = 1 << 20;

/// The verdicts that a checkpoint keeps, in the order in which the choices were counted.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OneBoardRecord {
    judged: u64,
    /// For each accepted choice, the number of rejected choices before it and the bits of its rank.
    wanted: Vec<(u64, Option<u64>)>,
}

/// Whether a choice meets the requirements.
#[derive(Debug, Clone, Copy)]
pub(super) enum ChoiceVerdict {
    Rejected,
    /// The choice is accepted. Holds its rank, if requested and known.
    Accepted(Option<f64>),
}

/// Iterates over the verdicts of an earlier run.
pub(super) struct KnownChoices<'r> {
    left: u64,
    wanted: std::slice::Iter<'r, (u64, Option<u64>)>,
    /// The number of rejected choices before the next accepted choice, and the rank of the accepted
    /// choice.
    next: Option<(u64, Option<u64>)>,
}

impl<'r> KnownChoices<'r> {
    pub(super) fn new(record: &'r OneBoardRecord) -> Self {
        let mut wanted = record.wanted.iter();
        Self {
            left: record.judged,
            next: wanted.next().copied(),
            wanted,
        }
    }

    /// The verdict on the next choice; `None` if the earlier run did not judge it.
    pub(super) fn next(&mut self) -> Option<ChoiceVerdict> {
        self.left = self.left.checked_sub(1)?;
        Some(match &mut self.next {
            Some((0, rank)) => {
                let rank = rank.map(f64::from_bits);
                self.next = self.wanted.next().copied();
                ChoiceVerdict::Accepted(rank)
            }
            Some((before, _)) => {
                *before -= 1;
                ChoiceVerdict::Rejected
            }
            None => ChoiceVerdict::Rejected,
        })
    }
}

/// Records verdicts for the next checkpoint.
pub(super) struct RecordUnderWay {
    record: OneBoardRecord,
    /// Whether a record is kept and is not yet full.
    goes_on: bool,
    /// The number of rejected choices since the last accepted one.
    since: u64,
}

impl RecordUnderWay {
    pub(super) fn new(goes_on: bool) -> Self {
        Self {
            record: OneBoardRecord::default(),
            goes_on,
            since: 0,
        }
    }

    pub(super) fn note(&mut self, verdict: ChoiceVerdict) {
        self.goes_on &= self.record.wanted.len() < MOST_NAMED;
        if !self.goes_on {
            return;
        }
        self.record.judged += 1;
        match verdict {
            ChoiceVerdict::Accepted(rank) => {
                let since = std::mem::take(&mut self.since);
                self.record.wanted.push((since, rank.map(f64::to_bits)));
            }
            ChoiceVerdict::Rejected => self.since += 1,
        }
    }

    /// This record, if it has more verdicts than that of an earlier run.
    pub(super) fn newer_than(&self, before: &OneBoardRecord) -> Option<&OneBoardRecord> {
        (self.record.judged > before.judged).then_some(&self.record)
    }

    pub(super) fn or<'s>(&'s self, before: &'s OneBoardRecord) -> &'s OneBoardRecord {
        self.newer_than(before).unwrap_or(before)
    }
}
