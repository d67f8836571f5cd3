//! Which part of a sweep is next: any whose lists are all there that it reads, whatever the share, since all
//! parts after it wait for it.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use super::{Claim, Known, Queue};
use crate::campaign::error::CampaignError;
use crate::campaign::ledger::{Entry, Node};
use crate::campaign::lists::ListFolder;
use crate::campaign::part::{PartKey, PartName};
use crate::campaign::results::list_name;
use crate::campaign::run::sweep_lists::ListNames;
use crate::campaign::running::{NEWS, Worker};

/// A part that takes less, in seconds, is done twice rather than talked about.
const SHORT: f64 = 0.02;

impl Queue<'_> {
    /// The next part; none if there is none, or it waits for others.
    pub(super) fn next_ready(&mut self) -> Result<Option<Claim>, CampaignError> {
        self.look_around(NEWS)?;
        if self.company == 0 && self.read.elapsed() < NEWS {
            // What there is to do, it does itself.
            if let Some(name) = self.take_ready()? {
                return Ok(Some(self.sweep_claim(name)));
            }
        }
        self.read_results()?;
        self.look_around(Duration::ZERO)?;
        Ok(self.take_ready()?.map(|name| self.sweep_claim(name)))
    }

    /// Whether a part is done, as results say that are read now.
    pub(in crate::campaign::run) fn is_done_by_now(
        &mut self,
        name: &PartName,
    ) -> Result<bool, CampaignError> {
        self.read_results()?;
        Ok(self.ledger.node(name).is_some_and(Node::is_done))
    }

    /// Reads what was done meanwhile, and removes the lists that nobody needs any more.
    fn read_results(&mut self) -> Result<(), CampaignError> {
        let restarts = self.ledger.restarts();
        self.ledger.refresh(self.campaign)?;
        self.read = Instant::now();
        if self.ledger.restarts() > restarts {
            // Results were set aside: what this process has done may be to be done again.
            self.taken.clear();
            self.removed.clear();
        }
        self.remove_lists();
        Ok(())
    }

    /// Takes a part that can be done and that no other process is at, if there is one.
    fn take_ready(&mut self) -> Result<Option<PartName>, CampaignError> {
        loop {
            let mut ready = self.ledger.missing(usize::MAX);
            ready.retain(|name| {
                !self.taken.contains(name) && !self.others.contains(name) && self.is_ready(name)
            });
            if ready.is_empty() {
                return Ok(None);
            }
            // Processes begin at different places.
            let own = ready.len() * self.share.number() / self.share.of();
            let at = own.wrapping_add(self.first) % ready.len();
            let name = ready.swap_remove(at);
            if self.is_alone_at(&name)? {
                self.taken.insert(name.clone());
                return Ok(Some(name));
            }
        }
    }

    /// Says that this process is at a part, and looks whether others have said so too; the one whose name is
    /// the first goes on.
    fn is_alone_at(&mut self, name: &PartName) -> Result<bool, CampaignError> {
        if self.company == 0 || self.campaign.forecast(name.part()) < SHORT {
            return Ok(true);
        }
        let own = self.recorder.announce(name)?;
        let is_before = |worker: &Worker| (&worker.machine, worker.process) < (&own.0, own.1);
        let is_taken = self.recorder.others().iter().any(|other| {
            let is_at = other.worker.parts.contains(name) && is_before(&other.worker);
            is_at && !other.is_lost() && !self.is_in_place_of(other)
        });
        if is_taken {
            self.others.insert(name.clone());
        }
        Ok(!is_taken)
    }

    /// Whether all parts are done that a part reads.
    fn is_ready(&self, name: &PartName) -> bool {
        let mut reads = self.reads(name.part());
        reads.all(|part| self.ledger.is_done(part))
    }

    /// The parts that a part reads.
    fn reads(&self, part: usize) -> impl Iterator<Item = usize> + use<'_> {
        let after = match self.campaign.parts.key(part) {
            Some(PartKey::Sweep { after, .. }) => &after[..],
            _ => &[],
        };
        after.iter().cloned().flatten()
    }

    fn sweep_claim(&self, name: PartName) -> Claim {
        let reads = self.reads(name.part());
        let reads: ListNames = reads.map(|part| (part, self.lists_of(part))).collect();
        Claim {
            known: Known::of(self.ledger.node(&name)),
            forecast: self.campaign.forecast(name.part()),
            reads,
            answer: None,
            name,
        }
    }

    /// The names of the files with the lists of a part that is done.
    pub(in crate::campaign::run) fn lists_of(&self, part: usize) -> Vec<String> {
        let node = self.ledger.node(&PartName::new(part));
        let entries = node.and_then(Node::entries).unwrap_or_default();
        let has_list = |entry: &&Entry| entry.list.is_some();
        let files = entries.into_iter().filter(has_list);
        files
            .filter_map(|entry| self.ledger.file_name(entry.file))
            .map(|name| list_name(name).to_owned())
            .collect()
    }

    /// The lists that are not there, of the parts that missing ones read, and of those that these read, as far as
    /// they are to be made again.
    pub(in crate::campaign::run) fn lost_lists(&self) -> BTreeSet<String> {
        let folder = ListFolder::of(self.campaign.folder());
        let missing = self.ledger.missing(usize::MAX).into_iter();
        let mut wanted: Vec<usize> = missing.map(|name| name.part()).collect();
        let (mut lost, mut seen) = (BTreeSet::new(), BTreeSet::new());
        while let Some(part) = wanted.pop() {
            for read in self.reads(part) {
                if !seen.insert(read) {
                    continue;
                }
                let names = self.lists_of(read).into_iter();
                let gone: Vec<String> =
                    names.filter(|name| folder.length(name).is_none()).collect();
                if !gone.is_empty() {
                    wanted.push(read);
                    lost.extend(gone);
                }
            }
        }
        lost
    }

    /// Removes the lists of parts that are done and that no part reads which is not.
    fn remove_lists(&mut self) {
        let folder = ListFolder::of(self.campaign.folder());
        let count = self.campaign.part_count();
        let missing = self.ledger.missing(usize::MAX);
        let mut is_read = vec![false; count];
        for name in &missing {
            for part in self.reads(name.part()).filter(|part| *part < count) {
                is_read[part] = true;
            }
        }
        for part in (0..count).filter(|part| !is_read[*part]) {
            if self.ledger.is_done(part) && self.removed.insert(part) {
                self.lists_of(part)
                    .iter()
                    .for_each(|name| folder.remove(name));
            }
        }
        if missing.is_empty() {
            // Those too of parts that were done twice.
            folder.remove_all();
        }
    }
}
