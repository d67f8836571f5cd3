//! The order in which a process takes parts.

mod ready;

use std::collections::{BTreeSet, VecDeque};
use std::time::{Duration, Instant};

use super::recorder::Recorder;
use super::sweep_lists::ListNames;
use super::{PartShare, RunOptions};
use crate::campaign::Campaign;
use crate::campaign::answer::PartAnswer;
use crate::campaign::error::CampaignError;
use crate::campaign::ledger::{Ledger, PartRecord};
use crate::campaign::part::PartName;
use crate::campaign::running::SeenWorker;
use crate::campaign::work::Work;

/// The reports of other processes are read again only if the last reading is older than this.
const BELIEVED: Duration = Duration::from_secs(10);

/// A part that a thread takes, with the data needed to do it.
pub(super) struct Claim {
    pub(super) name: PartName,
    /// The forecast for the part, in seconds of one thread.
    pub(super) forecast: f64,
    pub(super) known: DoneChildren,
    /// For a part of a sweep, the files with the lists that it reads.
    pub(super) reads: ListNames,
    /// The known answer, if the part is to be done again.
    pub(super) answer: Option<PartAnswer>,
}

/// The finished children of a part, and recursively of its unfinished children.
#[derive(Clone, Debug, Default)]
pub(super) struct DoneChildren {
    /// The total number of children, if a result contains it.
    pub(super) of: Option<u32>,
    open: BTreeSet<u32>,
    children: Vec<(u32, DoneChildren)>,
}

impl DoneChildren {
    fn of(node: Option<&PartRecord>) -> Self {
        let Some(covering) = node.and_then(PartRecord::covering) else {
            return Self::default();
        };
        let child = |&open: &u32| Some((open, Self::of(Some(node?.child(open)?))));
        Self {
            of: node.and_then(PartRecord::child_count),
            children: covering.open.iter().filter_map(child).collect(),
            open: covering.open.into_iter().collect(),
        }
    }

    /// Whether there are no results.
    pub(super) fn is_nothing(&self) -> bool {
        self.of.is_none()
    }

    pub(super) fn has(&self, child: u32) -> bool {
        self.of.is_some() && !self.open.contains(&child)
    }

    /// The results of an unfinished child; `None` if there are none.
    pub(super) fn child(&self, child: u32) -> Option<&Self> {
        let known = self.children.iter().find(|(open, _)| *open == child);
        known
            .map(|(_, known)| known)
            .filter(|known| !known.is_nothing())
    }
}

/// The unfinished parts of a share: first the original parts, then the children of parts that any
/// process split.
pub(super) struct Queue<'a> {
    campaign: &'a Campaign,
    share: PartShare,
    recorder: &'a Recorder<'a>,
    ledger: Ledger,
    /// The number of original parts of the share considered so far.
    seen: usize,
    /// The index, within the share, of the part to begin with. Processes with the same share begin
    /// at different parts.
    first: usize,
    /// The parts that this process has begun.
    taken: BTreeSet<PartName>,
    /// The parts that other processes work on.
    others: BTreeSet<PartName>,
    looked: Option<Instant>,
    /// The number of other processes when their reports were last read.
    company: usize,
    /// The processes with the same share that were alive when this process began.
    predecessors: Vec<SeenWorker>,
    /// The parts collected by [`gather`](Self::gather) after every part of the share was considered.
    rest: VecDeque<PartName>,
    again: Option<VecDeque<PartName>>,
    /// The time at which the results were last read.
    read: Instant,
    /// Parts of a sweep whose lists have been removed.
    removed: BTreeSet<usize>,
}

impl<'a> Queue<'a> {
    pub(super) fn new(
        campaign: &'a Campaign,
        options: &RunOptions,
        recorder: &'a Recorder<'a>,
    ) -> Result<Self, CampaignError> {
        let share = options.share.to_string();
        let mut predecessors = recorder.others();
        predecessors.retain(|other| !other.is_lost() && other.worker.share == share);
        Ok(Self {
            campaign,
            share: options.share,
            recorder,
            ledger: campaign.ledger()?,
            seen: 0,
            first: if predecessors.is_empty() {
                0
            } else {
                // Multiplicative hashing: Knuth, *The Art of Computer Programming*, volume 3, section 6.4.
                std::process::id().wrapping_mul(2_654_435_769) as usize
            },
            taken: BTreeSet::new(),
            others: BTreeSet::new(),
            looked: None,
            company: 0,
            predecessors,
            rest: VecDeque::new(),
            again: options.again.clone().map(VecDeque::from),
            read: Instant::now(),
            removed: BTreeSet::new(),
        })
    }

    /// The next part; `None` if no part is left, or if other processes work on all parts that are
    /// left.
    pub(super) fn next(&mut self) -> Result<Option<Claim>, CampaignError> {
        if let Some(again) = &mut self.again {
            let Some(name) = again.pop_front() else {
                return Ok(None);
            };
            return Ok(Some(Claim {
                forecast: self.campaign.forecast(name.part()),
                known: DoneChildren::default(),
                reads: ListNames::new(),
                answer: self.ledger.node(&name).and_then(PartRecord::answer),
                name,
            }));
        }
        if Work::is_swept(&self.campaign.manifest) {
            return self.next_ready();
        }
        self.look_around(BELIEVED)?;
        while let Some(name) = self.next_of_share() {
            let is_open = !self.ledger.is_done(name.part()) && !self.ledger.is_split(name.part());
            if is_open && self.take(&name) {
                return Ok(Some(self.claim(name)));
            }
        }
        // Next come the children of parts that any process has split, and the unfinished parts of
        // lost processes.
        if self.rest.is_empty() {
            self.gather()?;
        }
        while let Some(name) = self.rest.pop_front() {
            if self.take(&name) {
                return Ok(Some(self.claim(name)));
            }
        }
        Ok(None)
    }

    /// The next original part of the share that has not been considered; `None` if all have been.
    fn next_of_share(&mut self) -> Option<PartName> {
        let (number, of) = (self.share.number(), self.share.of());
        let count = self
            .campaign
            .part_count()
            .saturating_sub(number)
            .div_ceil(of);
        if self.seen == count {
            return None;
        }
        let at = (self.first % count + self.seen) % count;
        self.seen += 1;
        Some(PartName::new(number + at * of))
    }

    fn claim(&self, name: PartName) -> Claim {
        let depth = i32::try_from(name.children().len()).unwrap_or(i32::MAX);
        Claim {
            known: DoneChildren::of(self.ledger.node(&name)),
            forecast: self.campaign.forecast(name.part()) / 64_f64.powi(depth.min(8)),
            reads: ListNames::new(),
            answer: None,
            name,
        }
    }

    /// Marks a part as begun and returns true, unless this process has begun it or another process
    /// works on it.
    fn take(&mut self, name: &PartName) -> bool {
        !self.others.contains(name) && self.taken.insert(name.clone())
    }

    /// Whether this process replaces another one. A requeued job of an array gets the share of the job before
    /// it, which has ended or will end soon.
    fn is_in_place_of(&self, other: &SeenWorker) -> bool {
        self.share != PartShare::ALL && other.worker.share == self.share.to_string()
    }

    /// Whether some part is not done, according to the results read so far.
    pub(super) fn is_anything_left(&self) -> bool {
        !self.ledger.missing(1).is_empty()
    }

    /// Forgets which parts this process has begun, so that it can begin unfinished ones again.
    pub(super) fn forget_taken(&mut self) {
        self.taken.clear();
    }

    /// Puts back a part that cannot be done yet.
    pub(super) fn give_back(&mut self, name: &PartName) {
        self.taken.remove(name);
    }

    /// Reads the reports of other processes, unless the last reading is at most `lately` ago.
    fn look_around(&mut self, lately: Duration) -> Result<(), CampaignError> {
        if self.looked.is_some_and(|looked| looked.elapsed() < lately) {
            return Ok(());
        }
        let share = self.share.to_string();
        let mut live = self.recorder.others();
        live.retain(|other| !other.is_lost());
        if live.iter().any(|other| other.worker.share == share) {
            // Do not repeat parts whose results other processes have written meanwhile.
            self.ledger.refresh(self.campaign)?;
        }
        self.company = live.len();
        live.retain(|other| !self.is_in_place_of(other));
        let parts = live.into_iter().flat_map(|other| other.worker.parts);
        self.others = parts.collect();
        self.looked = Some(Instant::now());
        Ok(())
    }

    /// Whether an earlier process with this share may still be alive, and works on an unfinished part.
    ///
    /// This process may replace one that was killed just before, whose parts are then left to this process.
    pub(super) fn is_in_doubt(&mut self) -> Result<bool, CampaignError> {
        if self.again.is_some() || self.predecessors.is_empty() {
            return Ok(false);
        }
        let others = self.recorder.others();
        let is_silent = |other: &&SeenWorker| {
            let before = self.predecessors.iter();
            !other.is_lost() && before.clone().any(|known| known.has_no_report_since(other))
        };
        let silent = others.iter().filter(is_silent);
        let at: BTreeSet<&PartName> = silent.flat_map(|other| &other.worker.parts).collect();
        if at.is_empty() {
            return Ok(false);
        }
        self.ledger.refresh(self.campaign)?;
        let missing = self.ledger.missing(usize::MAX);
        let waits = |name: &PartName| at.contains(name) && !self.taken.contains(name);
        Ok(missing.iter().any(waits))
    }

    /// Collects the unfinished parts: first those of this process's share, then the children of all
    /// other split parts.
    fn gather(&mut self) -> Result<(), CampaignError> {
        self.recorder.flush()?;
        self.ledger.refresh(self.campaign)?;
        self.look_around(Duration::ZERO)?;
        let missing = self.ledger.missing(usize::MAX).into_iter();
        let open = missing.filter(|name| {
            let is_child = !name.children().is_empty();
            let is_own = self.share.has(name);
            (is_child || is_own) && !self.taken.contains(name)
        });
        let (own, mut others): (Vec<_>, Vec<_>) = open.partition(|name| self.share.has(name));
        // Processes with different shares begin at different parts.
        let from = others.len() * self.share.number() / self.share.of();
        others.rotate_left(from);
        self.rest = own.into_iter().chain(others).collect();
        Ok(())
    }

    /// Whether the share has unfinished parts on which no other process works.
    pub(super) fn is_left(&mut self) -> Result<bool, CampaignError> {
        if self.again.as_ref().is_some_and(|again| !again.is_empty()) {
            return Ok(true);
        }
        if self.again.is_some() {
            return Ok(false);
        }
        self.ledger.refresh(self.campaign)?;
        self.look_around(Duration::ZERO)?;
        let missing = self.ledger.missing(usize::MAX);
        let is_swept = Work::is_swept(&self.campaign.manifest);
        let is_left = |name: &PartName| {
            (is_swept || self.share.has(name) || !name.children().is_empty())
                && !self.others.contains(name)
        };
        Ok(missing.iter().any(is_left))
    }
}
