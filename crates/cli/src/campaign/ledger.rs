//! What is known of the parts: all results, put together.
//!
//! A part is *done* if there is a result of the whole of it, or results of ranges of its children, and
//! children that are done, which cover each child once. Results may overlap in any way, since a
//! process may do again what another one has done; then what they say of the same children must
//! agree.

mod node;
#[cfg(test)]
mod tests;
mod way;

use std::collections::{BTreeMap, BTreeSet};

use node::Placed;
pub(super) use node::{Entry, Node};

use self::way::Way;
use super::Campaign;
use super::answer::PartAnswer;
use super::error::CampaignError;
use super::part::PartName;
use super::results::{Author, PartResult, Rejected, ResultFolder};

/// All results of a campaign.
#[derive(Debug, Default)]
pub struct Ledger {
    /// By part that the campaign began with.
    parts: Vec<Node>,
    /// The files that were read.
    files: BTreeSet<String>,
    rejected: BTreeMap<String, Rejected>,
    authors: Vec<(String, Author)>,
    /// What cannot be put together, in words.
    misfits: Vec<String>,
    /// Results of what was known before, from another engine and from the same one.
    rechecked: BTreeSet<usize>,
    repeated: u64,
    /// What was counted of parts from the other end: the file, the part, and what it is then.
    checks: Vec<(usize, PartName, PartAnswer)>,
    seconds: f64,
    done: usize,
    /// How often all were read anew, since one was there no more.
    restarts: u64,
}

impl Ledger {
    /// Of no results.
    pub(super) fn new(parts: usize) -> Self {
        let mut ledger = Self::default();
        ledger.parts.resize_with(parts, Node::default);
        ledger
    }

    pub(super) fn read(campaign: &Campaign) -> Result<Self, CampaignError> {
        let mut ledger = Self::new(campaign.part_count());
        ledger.refresh(campaign)?;
        Ok(ledger)
    }

    /// Reads the files of results that were not there before. Says whether there were any. One whose list was not there is
    /// looked at again. If one is there no more, all are read anew.
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

    /// Takes the results of a file.
    pub(super) fn add_file(&mut self, name: String, author: Author, results: Vec<PartResult>) {
        let file = self.authors.len();
        let way = (author.engine, author.backwards);
        self.files.insert(name.clone());
        self.authors.push((name, author));
        for result in results {
            self.add(file, way, result);
        }
    }

    fn add(&mut self, file: usize, way: Way, result: PartResult) {
        let name = result.part.clone();
        self.seconds += result.seconds.max(0.0);
        if way.1 {
            // It says what some solutions are, and has no lists to go on from.
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
            .add(file, way, result);
        if !was_done && top.is_done() {
            self.done += 1;
        }
        match placed {
            Placed::New => {}
            Placed::Again { other_engine } => {
                self.repeated += 1;
                if other_engine {
                    self.rechecked.insert(name.part());
                }
            }
            Placed::Different { file: other } => {
                let [one, other] = [other, file].map(|file| &self.authors[file].0);
                self.misfits
                    .push(format!("part {name}, in {one} and {other}"));
            }
        }
    }

    /// How often what was known has been forgotten, since a file of results was removed.
    pub(super) fn restarts(&self) -> u64 {
        self.restarts
    }

    /// How many of the parts that the campaign began with are done.
    pub fn done(&self) -> usize {
        self.done
    }

    /// The number of those parts.
    pub fn part_count(&self) -> usize {
        self.parts.len()
    }

    /// Whether a part is done, which the campaign began with.
    pub fn is_done(&self, part: usize) -> bool {
        self.parts.get(part).is_some_and(Node::is_done)
    }

    /// The share of a part that is done, from 0 to 1, which the campaign began with.
    pub fn share_done(&self, part: usize) -> f64 {
        self.parts.get(part).map_or(0.0, Node::share_done)
    }

    /// Whether such a part was split.
    pub fn is_split(&self, part: usize) -> bool {
        self.parts.get(part).is_some_and(Node::is_split)
    }

    /// The seconds of one thread that the results of a part took, those done again included.
    pub fn seconds_of(&self, part: usize) -> f64 {
        self.parts.get(part).map_or(0.0, Node::seconds)
    }

    /// The seconds of one thread that all results took.
    pub fn seconds(&self) -> f64 {
        self.seconds
    }

    /// The results that say what was known before.
    pub fn repeated(&self) -> u64 {
        self.repeated + self.checks.len() as u64
    }

    /// How many parts were done by two engines.
    pub fn rechecked(&self) -> usize {
        let checks = self
            .checks
            .iter()
            .filter(|(_, part, _)| self.is_done(part.part()));
        let checked: BTreeSet<usize> = checks.map(|(_, part, _)| part.part()).collect();
        self.rechecked.union(&checked).count()
    }

    /// The files that count for nothing, and why.
    pub fn rejected(&self) -> impl Iterator<Item = (&str, Rejected)> {
        self.rejected
            .iter()
            .map(|(name, why)| (name.as_str(), *why))
    }

    /// Who made the files, with their names.
    pub fn authors(&self) -> impl Iterator<Item = (&str, &Author)> {
        self.authors
            .iter()
            .map(|(name, author)| (name.as_str(), author))
    }

    /// The name of a file of results, by its number.
    pub(super) fn file_name(&self, file: usize) -> Option<&str> {
        self.authors.get(file).map(|(name, _)| name.as_str())
    }

    pub(super) fn node(&self, name: &PartName) -> Option<&Node> {
        let top = self.parts.get(name.part())?;
        name.children()
            .iter()
            .try_fold(top, |node, child| node.child(*child))
    }

    pub(super) fn nodes(&self) -> &[Node] {
        &self.parts
    }

    /// What does not agree, in words: parts that came out differently, and such as are not there.
    pub fn contradictions(&self) -> Vec<String> {
        let mut found = self.misfits.clone();
        for (part, node) in self.parts.iter().enumerate() {
            node.contradictions(&PartName::new(part), &mut found);
        }
        for (file, part, answer) in &self.checks {
            let known = self.node(part).and_then(Node::entries).unwrap_or_default();
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

    /// The sum of all parts.
    ///
    /// # Errors
    ///
    /// Some contradict each other.
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

    /// The sum of what is done, whole parts or not: at least so much there is.
    pub fn so_far(&self) -> PartAnswer {
        let mut total = PartAnswer::default();
        for node in &self.parts {
            node.add_to(&mut total);
        }
        total
    }

    /// The parts and children that are still to be done, in order, at most so many.
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
