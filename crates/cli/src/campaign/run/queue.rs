//! Which part is next.

mod ready;

use std::collections::{BTreeSet, VecDeque};
use std::time::{Duration, Instant};

use super::recorder::Recorder;
use super::sweep_lists::ListNames;
use super::{RunOptions, Share};
use crate::campaign::Campaign;
use crate::campaign::answer::PartAnswer;
use crate::campaign::error::CampaignError;
use crate::campaign::ledger::{Ledger, Node};
use crate::campaign::part::PartName;
use crate::campaign::running::SeenWorker;
use crate::campaign::work::Work;

/// How long it is believed which parts other processes are at.
const BELIEVED: Duration = Duration::from_secs(10);

/// A part to be done.
pub(super) struct Claim {
    pub(super) name: PartName,
    /// What it is forecast to take, in seconds.
    pub(super) forecast: f64,
    /// What is known of it.
    pub(super) known: Known,
    /// The files of the lists that it reads, if it is a part of a sweep.
    pub(super) reads: ListNames,
    /// What came of it, if it is to be done again.
    pub(super) answer: Option<PartAnswer>,
}

/// Which children of a part need not be done, and what is known of the others.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    /// The number of the children, if any result says so.
    pub(super) of: Option<u32>,
    open: BTreeSet<u32>,
    children: Vec<(u32, Known)>,
}

impl Known {
    fn of(node: Option<&Node>) -> Self {
        let Some(covering) = node.and_then(Node::covering) else {
            return Self::default();
        };
        let child = |&open: &u32| Some((open, Self::of(Some(node?.child(open)?))));
        Self {
            of: node.and_then(Node::child_count),
            children: covering.open.iter().filter_map(child).collect(),
            open: covering.open.into_iter().collect(),
        }
    }

    /// Whether nothing is known.
    pub(super) fn is_nothing(&self) -> bool {
        self.of.is_none()
    }

    /// Whether there is a result of a child.
    pub(super) fn has(&self, child: u32) -> bool {
        self.of.is_some() && !self.open.contains(&child)
    }

    /// What is known of a child that is not done; none if nothing is.
    pub(super) fn child(&self, child: u32) -> Option<&Self> {
        let known = self.children.iter().find(|(open, _)| *open == child);
        known
            .map(|(_, known)| known)
            .filter(|known| !known.is_nothing())
    }
}

/// The parts of a share that are to be done, in order: first those that the campaign began with,
/// then children of any that were split.
pub(super) struct Queue<'a> {
    campaign: &'a Campaign,
    share: Share,
    recorder: &'a Recorder<'a>,
    ledger: Ledger,
    /// How many of the parts that the campaign began with were looked at.
    seen: usize,
    /// With which of its share it began: not all processes that do one share begin with the same.
    first: usize,
    /// What this process has begun.
    taken: BTreeSet<PartName>,
    /// What other processes are at.
    others: BTreeSet<PartName>,
    looked: Option<Instant>,
    /// How many other processes were at work then.
    company: usize,
    /// The processes of the same share that were there when this one began.
    predecessors: Vec<SeenWorker>,
    /// What is left once all parts of the share were begun.
    rest: VecDeque<PartName>,
    again: Option<VecDeque<PartName>>,
    /// When the results were read last.
    read: Instant,
    /// Parts of a sweep whose lists nobody needs any more.
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
                // A multiplier that scatters; Knuth, volume 3, section 6.4.
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

    /// The next part; none if nothing is left that no other process is at.
    pub(super) fn next(&mut self) -> Result<Option<Claim>, CampaignError> {
        if let Some(again) = &mut self.again {
            let Some(name) = again.pop_front() else {
                return Ok(None);
            };
            return Ok(Some(Claim {
                forecast: self.campaign.forecast(name.part()),
                known: Known::default(),
                reads: ListNames::new(),
                answer: self.ledger.node(&name).and_then(Node::answer),
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
        // What was split since, by whomever, and what others have left.
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

    /// The next part of the share that was not looked at, of those that the campaign began with.
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
            known: Known::of(self.ledger.node(&name)),
            forecast: self.campaign.forecast(name.part()) / 64_f64.powi(depth.min(8)),
            reads: ListNames::new(),
            answer: None,
            name,
        }
    }

    /// Takes a part, unless this process has had it or another one is at it.
    fn take(&mut self, name: &PartName) -> bool {
        !self.others.contains(name) && self.taken.insert(name.clone())
    }

    /// Whether this process has taken the place of another one: a job of an array that comes again has the share
    /// of the one before it, which is dead or about to be.
    fn is_in_place_of(&self, other: &SeenWorker) -> bool {
        self.share != Share::ALL && other.worker.share == self.share.to_string()
    }

    /// Whether there is a part that is not done, as far as was read.
    pub(super) fn is_anything_left(&self) -> bool {
        !self.ledger.missing(1).is_empty()
    }

    /// What this process has begun and what is not done is to be begun again.
    pub(super) fn forget_taken(&mut self) {
        self.taken.clear();
    }

    /// A part could not be done yet.
    pub(super) fn give_back(&mut self, name: &PartName) {
        self.taken.remove(name);
    }

    /// Looks what others are at, unless that was done lately.
    fn look_around(&mut self, lately: Duration) -> Result<(), CampaignError> {
        if self.looked.is_some_and(|looked| looked.elapsed() < lately) {
            return Ok(());
        }
        let share = self.share.to_string();
        let mut live = self.recorder.others();
        live.retain(|other| !other.is_lost());
        if live.iter().any(|other| other.worker.share == share) {
            // What it has done meanwhile is not to be done again.
            self.ledger.refresh(self.campaign)?;
        }
        self.company = live.len();
        live.retain(|other| !self.is_in_place_of(other));
        let parts = live.into_iter().flat_map(|other| other.worker.parts);
        self.others = parts.collect();
        self.looked = Some(Instant::now());
        Ok(())
    }

    /// Whether it is not known yet of a process that does all parts, too, if it still works, and a part
    /// waits for that. This process may have been started in the place of one that was killed a moment
    /// ago; what that one was at is left for nobody else.
    pub(super) fn is_in_doubt(&mut self) -> Result<bool, CampaignError> {
        if self.again.is_some() || self.predecessors.is_empty() {
            return Ok(false);
        }
        let others = self.recorder.others();
        let is_silent = |other: &&SeenWorker| {
            let before = self.predecessors.iter();
            !other.is_lost()
                && before
                    .clone()
                    .any(|known| known.has_said_nothing_since(other))
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

    /// What is left to do: own parts, and children of any part that was split, own ones first.
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
        // Processes that come to this point begin at different places.
        let from = others.len() * self.share.number() / self.share.of();
        others.rotate_left(from);
        self.rest = own.into_iter().chain(others).collect();
        Ok(())
    }

    /// Whether parts of the share are left that no other process is at.
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
