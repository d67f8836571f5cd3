//! What was found of the choices judged, and the record that a checkpoint keeps of it.

use serde::{Deserialize, Serialize};

/// A checkpoint names no more choices than this: beyond, those judged later are judged again.
const MOST_NAMED: usize = 1 << 20;

/// What a checkpoint keeps of the choices judged, in the order in which they were counted.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OneBoardRecord {
    judged: u64,
    /// Those wanted, each by how many come after the one before it; and the bits of its rank.
    wanted: Vec<(u64, Option<u64>)>,
}

/// What was found of a choice.
#[derive(Debug, Clone, Copy)]
pub(super) enum Verdict {
    Unwanted,
    /// With its rank, if it is asked for and known.
    Wanted(Option<f64>),
}

/// What an earlier run has found of the choices, one after the other.
pub(super) struct KnownChoices<'r> {
    left: u64,
    wanted: std::slice::Iter<'r, (u64, Option<u64>)>,
    /// How many are not wanted before the next that is, and its rank.
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

    /// Of the next choice, if it was judged.
    pub(super) fn next(&mut self) -> Option<Verdict> {
        self.left = self.left.checked_sub(1)?;
        Some(match &mut self.next {
            Some((0, rank)) => {
                let rank = rank.map(f64::from_bits);
                self.next = self.wanted.next().copied();
                Verdict::Wanted(rank)
            }
            Some((before, _)) => {
                *before -= 1;
                Verdict::Unwanted
            }
            None => Verdict::Unwanted,
        })
    }
}

/// A record of what is found.
pub(super) struct RecordUnderWay {
    record: OneBoardRecord,
    /// Whether it is wanted and has room.
    goes_on: bool,
    /// The choices since the last one wanted.
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

    pub(super) fn note(&mut self, verdict: Verdict) {
        self.goes_on &= self.record.wanted.len() < MOST_NAMED;
        if !self.goes_on {
            return;
        }
        self.record.judged += 1;
        match verdict {
            Verdict::Wanted(rank) => {
                let since = std::mem::take(&mut self.since);
                self.record.wanted.push((since, rank.map(f64::to_bits)));
            }
            Verdict::Unwanted => self.since += 1,
        }
    }

    /// This one, if it says more than that of an earlier run.
    pub(super) fn newer_than(&self, before: &OneBoardRecord) -> Option<&OneBoardRecord> {
        (self.record.judged > before.judged).then_some(&self.record)
    }

    pub(super) fn or<'s>(&'s self, before: &'s OneBoardRecord) -> &'s OneBoardRecord {
        self.newer_than(before).unwrap_or(before)
    }
}
