//! The ledger: all results of a campaign, combined.
//!
//! A part is *done* if there is a result of the whole part. It is also done if one can choose
//! finished children, and results of ranges of children, so that every child is covered exactly
//! once. Results may overlap in any way, because processes may repeat each other's work. Results of
//! the same children must then agree.

mod method;
mod node;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use node::AddOutcome;
pub(super) use node::{LedgerEntry, PartRecord};

use self::method::CountMethod;
use super::Campaign;
use super::answer::PartAnswer;
use super::error::CampaignError;
use super::part::PartName;
use super::results::{Author, PartResult, Rejected, ResultFolder};

/// All results of a campaign.
#[derive(Debug, Default)]
pub struct Ledger {
    /// The results of each original part.
    parts: Vec<PartRecord>,
    /// The names of the files of results that have been read.
    files: BTreeSet<String>,
    rejected: BTreeMap<String, Rejected>,
    authors: Vec<(String, Author)>,
    /// Descriptions of unusable results: results of parts that do not exist, and results that differ
    /// from earlier ones.
    misfits: Vec<String>,
    /// The original parts that two engines have done with equal results.
    rechecked: BTreeSet<usize>,
    /// The number of results that repeat earlier results.
    repeated: u64,
    /// Rechecks of parts of a sweep by another method: the index of the file of results, the part,
    /// and its answer.
    checks: Vec<(usize, PartName, PartAnswer)>,
    seconds: f64,
    done: usize,
    /// The number of times that all files were read again because one had disappeared.
    restarts: u64,
}

impl Ledger {
    /// A ledger without results.
    pub(super) fn new(parts: usize) -> Self {
        let mut ledger = Self::default();
        ledger.parts.resize_with(parts, PartRecord::default);
        ledger
    }

    pub(super) fn read(campaign: &Campaign) -> Result<Self, CampaignError> {
        let mut ledger = Self::new(campaign.part_count());
        ledger.refresh(campaign)?;
        Ok(ledger)
    }

    /// Reads files of results that are new, or whose file of lists was still missing at the last
    /// call. Returns whether anything changed. If a file of results has disappeared, all files are
    /// read again.
    pub(super) fn refresh(&mut self, campaign: &Campaign) -> Result<bool, CampaignError> {
        let folder = ResultFolder::of(&campaign.folder);
        let mut any = false;
        let names = folder.names()?;
        if !self
            .files
            .iter()
            .all(|file| names.binary_search(file).is_ok())
        {
            *self = Self {
                restarts: self.restarts + 1,
                ..Self::new(self.parts.len())
            };
            any = true;
        }
        for name in names {
            let was_seen = match self.rejected.get(&name) {
                Some(why) => *why != Rejected::Unlisted,
                None => self.files.contains(&name),
            };
            if was_seen {
                continue;
            }
            match folder.read(&name, &campaign.digest)? {
                None => {}
                Some(Err(rejected)) => {
                    self.rejected.insert(name, rejected);
                }
                Some(Ok(file)) => {
                    any = true;
                    self.rejected.remove(&name);
                    self.add_file(name, file.author, file.results);
                }
            }
        }
        Ok(any)
    }

    pub(super) fn add_file(&mut self, name: String, author: Author, results: Vec<PartResult>) {
        let file = self.authors.len();
        let method = (author.engine, author.backwards);
        self.files.insert(name.clone());
        self.authors.push((name, author));
        for result in results {
            self.add(file, method, result);
        }
    }

    fn add(&mut self, file: usize, method: CountMethod, result: PartResult) {
        let name = result.part.clone();
        self.seconds += result.seconds.max(0.0);
        if method.1 {
            // Rechecks are kept separately, since they have no lists for later parts.
            self.checks.push((file, name, result.answer));
            return;
        }
        let Some(top) = self.parts.get_mut(name.part()) else {
            self.misfits
                .push(format!("part {name}: there is no such part"));
            return;
        };
        let was_done = top.is_done();
        let placed = name
            .children()
            .iter()
            .fold(&mut *top, |node, &child| node.child_mut(child))
            .add(file, method, result);
        if !was_done && top.is_done() {
            self.done += 1;
        }
        match placed {
            AddOutcome::New => {}
            AddOutcome::Again { other_engine } => {
                self.repeated += 1;
                if other_engine {
                    self.rechecked.insert(name.part());
                }
            }
            AddOutcome::Different { file: other } => {
                let [one, other] = [other, file].map(|file| &self.authors[file].0);
                self.misfits
                    .push(format!("part {name}, in {one} and {other}"));
            }
        }
    }

    /// The number of times that the ledger was reset because a file of results had disappeared.
    pub(super) fn restarts(&self) -> u64 {
        self.restarts
    }

    /// The number of original parts that are done.
    pub fn done(&self) -> usize {
        self.done
    }

    /// The number of original parts.
    pub fn part_count(&self) -> usize {
        self.parts.len()
    }

    /// Whether an original part is done.
    pub fn is_done(&self, part: usize) -> bool {
        self.parts.get(part).is_some_and(PartRecord::is_done)
    }

    /// The fraction of an original part that is done, from 0 to 1, as if all children took the same time.
    pub fn share_done(&self, part: usize) -> f64 {
        self.parts.get(part).map_or(0.0, PartRecord::share_done)
    }

    /// Whether an original part was split.
    pub fn is_split(&self, part: usize) -> bool {
        self.parts.get(part).is_some_and(PartRecord::is_split)
    }

    /// The total computing time of all results of an original part, repeated ones included, in
    /// seconds of one thread.
    pub fn seconds_of(&self, part: usize) -> f64 {
        self.parts.get(part).map_or(0.0, PartRecord::seconds)
    }

    /// The total computing time of all results, in seconds of one thread.
    pub fn seconds(&self) -> f64 {
        self.seconds
    }

    /// The number of results that repeat earlier results.
    pub fn repeated(&self) -> u64 {
        self.repeated + self.checks.len() as u64
    }

    /// The number of original parts that were done by two engines or rechecked.
    pub fn rechecked(&self) -> usize {
        let checks = self
            .checks
            .iter()
            .filter(|(_, part, _)| self.is_done(part.part()));
        let checked: BTreeSet<usize> = checks.map(|(_, part, _)| part.part()).collect();
        self.rechecked.union(&checked).count()
    }

    /// The names of the files of results that are ignored, and why.
    pub fn rejected(&self) -> impl Iterator<Item = (&str, Rejected)> {
        self.rejected
            .iter()
            .map(|(name, why)| (name.as_str(), *why))
    }

    /// The names of the files of results that are not ignored, each with its author.
    pub fn authors(&self) -> impl Iterator<Item = (&str, &Author)> {
        self.authors
            .iter()
            .map(|(name, author)| (name.as_str(), author))
    }

    /// The name of the file of results with this index; `None` if there is no such file.
    pub(super) fn file_name(&self, file: usize) -> Option<&str> {
        self.authors.get(file).map(|(name, _)| name.as_str())
    }

    pub(super) fn node(&self, name: &PartName) -> Option<&PartRecord> {
        let top = self.parts.get(name.part())?;
        name.children()
            .iter()
            .try_fold(top, |node, child| node.child(*child))
    }

    pub(super) fn nodes(&self) -> &[PartRecord] {
        &self.parts
    }

    /// Contradictions in words: parts with different results, and results of parts that do not exist.
    pub fn contradictions(&self) -> Vec<String> {
        let mut found = self.misfits.clone();
        for (part, node) in self.parts.iter().enumerate() {
            node.contradictions(&PartName::new(part), &mut found);
        }
        for (file, part, answer) in &self.checks {
            let known = self
                .node(part)
                .and_then(PartRecord::entries)
                .unwrap_or_default();
            let mut sum = PartAnswer::default();
            for entry in &known {
                sum.add(&entry.answer);
            }
            if let Some(entry) = known.first().filter(|_| sum != *answer) {
                let [one, other] = [entry.file, *file].map(|file| &self.authors[file].0);
                found.push(format!("part {part}, in {one} and {other}"));
            }
        }
        found
    }

    /// The sum of the answers of all parts; `None` if a part is not done.
    ///
    /// # Errors
    ///
    /// [`CampaignError::Contradiction`] if results contradict each other.
    pub fn total(&self) -> Result<Option<PartAnswer>, CampaignError> {
        let contradictions = self.contradictions();
        if !contradictions.is_empty() {
            return Err(CampaignError::Contradiction(contradictions));
        }
        let mut total = PartAnswer::default();
        for node in &self.parts {
            match node.answer() {
                Some(answer) => total.add(&answer),
                None => return Ok(None),
            }
        }
        Ok(Some(total))
    }

    /// The sum of all results so far, including those of unfinished parts: a lower bound for the total.
    pub fn so_far(&self) -> PartAnswer {
        let mut total = PartAnswer::default();
        for node in &self.parts {
            node.add_to(&mut total);
        }
        total
    }

    /// The parts and children that are not done, in order; at most `most` of them.
    pub fn missing(&self, most: usize) -> Vec<PartName> {
        let mut missing = Vec::new();
        for (part, node) in self.parts.iter().enumerate() {
            if missing.len() >= most {
                break;
            }
            node.missing(&PartName::new(part), &mut missing);
        }
        missing.truncate(most);
        missing
    }
}
