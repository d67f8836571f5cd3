//! The next part of a sweep. Shares are ignored: any part whose lists exist is taken, because later
//! parts need it.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use super::{Claim, DoneChildren, Queue};
use crate::campaign::error::CampaignError;
use crate::campaign::ledger::{LedgerEntry, PartRecord};
use crate::campaign::lists::ListFolder;
use crate::campaign::part::{PartKey, PartName};
use crate::campaign::results::list_name;
use crate::campaign::run::sweep_lists::ListNames;
use crate::campaign::running::{NEWS, Worker};

/// The longest forecast, in seconds, of a part that is done without coordination. Even if two
/// processes do such a part, that costs less than coordination.
const SHORT: f64 = 0.02;

impl Queue<'_> {
    /// The next part; `None` if no part is left, or if all of them need lists that do not exist yet.
    pub(super) fn next_ready(&mut self) -> Result<Option<Claim>, CampaignError> {
        self.look_around(NEWS)?;
        if self.company == 0 && self.read.elapsed() < NEWS {
            // Without other processes, the results read last are recent enough.
            if let Some(name) = self.take_ready()? {
                return Ok(Some(self.sweep_claim(name)));
            }
        }
        self.read_results()?;
        self.look_around(Duration::ZERO)?;
        Ok(self.take_ready()?.map(|name| self.sweep_claim(name)))
    }

    /// Reads new results, then returns whether a part is done.
    pub(in crate::campaign::run) fn is_done_by_now(
        &mut self,
        name: &PartName,
    ) -> Result<bool, CampaignError> {
        self.read_results()?;
        Ok(self.ledger.node(name).is_some_and(PartRecord::is_done))
    }

    /// Reads new results, and removes lists that are no longer needed.
    fn read_results(&mut self) -> Result<(), CampaignError> {
        let restarts = self.ledger.restarts();
        self.ledger.refresh(self.campaign)?;
        self.read = Instant::now();
        if self.ledger.restarts() > restarts {
            // Results were set aside, so this process may have to do some of its parts again.
            self.taken.clear();
            self.removed.clear();
        }
        self.remove_lists();
        Ok(())
    }

    /// Takes a part whose lists exist and on which no other process works, if there is one.
    fn take_ready(&mut self) -> Result<Option<PartName>, CampaignError> {
        loop {
            let mut ready = self.ledger.missing(usize::MAX);
            ready.retain(|name| {
                !self.taken.contains(name) && !self.others.contains(name) && self.is_ready(name)
            });
            if ready.is_empty() {
                return Ok(None);
            }
            // Processes with different shares begin at different parts.
            let own = ready.len() * self.share.number() / self.share.of();
            let at = own.wrapping_add(self.first) % ready.len();
            let name = ready.swap_remove(at);
            if self.is_alone_at(&name)? {
                self.taken.insert(name.clone());
                return Ok(Some(name));
            }
        }
    }

    /// Announces that this process works on a part, and checks whether others have announced it,
    /// too. Of these processes, the one with the lowest name continues.
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

    /// Whether all parts whose lists the part reads are done.
    fn is_ready(&self, name: &PartName) -> bool {
        let mut reads = self.reads(name.part());
        reads.all(|part| self.ledger.is_done(part))
    }

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
            known: DoneChildren::of(self.ledger.node(&name)),
            forecast: self.campaign.forecast(name.part()),
            reads,
            answer: None,
            name,
        }
    }

    /// The names of the files with the lists of a finished part.
    pub(in crate::campaign::run) fn lists_of(&self, part: usize) -> Vec<String> {
        let node = self.ledger.node(&PartName::new(part));
        let entries = node.and_then(PartRecord::entries).unwrap_or_default();
        let has_list = |entry: &&LedgerEntry| entry.list.is_some();
        let files = entries.into_iter().filter(has_list);
        files
            .filter_map(|entry| self.ledger.file_name(entry.file))
            .map(|name| list_name(name).to_owned())
            .collect()
    }

    /// The missing lists that unfinished parts need, and recursively the missing lists needed to make those
    /// again.
    pub(in crate::campaign::run) fn lost_lists(&self) -> BTreeSet<String> {
        let folder = ListFolder::of(self.campaign.folder());
        let missing = self.ledger.missing(usize::MAX).into_iter();
        let mut needed: Vec<usize> = missing.map(|name| name.part()).collect();
        let (mut lost, mut seen) = (BTreeSet::new(), BTreeSet::new());
        while let Some(part) = needed.pop() {
            for read in self.reads(part) {
                if !seen.insert(read) {
                    continue;
                }
                let names = self.lists_of(read).into_iter();
                let gone: Vec<String> =
                    names.filter(|name| folder.length(name).is_none()).collect();
                if !gone.is_empty() {
                    needed.push(read);
                    lost.extend(gone);
                }
            }
        }
        lost
    }

    /// Removes the lists of finished parts that no unfinished part reads.
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
            // The campaign is done: the lists of all parts are removed, also those of parts that
            // were done twice.
            folder.remove_all();
        }
    }
}
