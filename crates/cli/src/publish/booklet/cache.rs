//! What was computed for a booklet or a book, kept in a file so that layout alone is quick.
//!
//! The file is a line of JSON and a line with its checksum. An entry is found by a hash of the exact
//! cover problem, the puzzle and the givens; all of them hold for one version of the program. Nothing
//! in it is believed that cannot be checked at little cost: a solution must be one. Hints are short
//! work and are found anew.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;
use tilewright_dlx::{Fingerprint, OptionId};

use crate::cover::Instance;
use crate::design::challenges::fingerprint;
use crate::reason::deduction::{Rating, Technique};
use crate::support::atomic_write;
use crate::support::input::{self, InputError};

/// The version of the format.
const FORMAT: u32 = 1;

/// The version of this program. Another one may rate otherwise.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The first bytes of every such file.
const BEGINNING: &[u8] = b"{\"tilewright_cache\":";

/// The most bytes of a file: some hundred thousand challenges.
const MAX_BYTES: u64 = 64 << 20;

/// Why a file holds nothing that can be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CacheError {
    /// It could not be read.
    #[error(transparent)]
    Input(#[from] InputError),
    /// It is something else, which is not to be written over.
    #[error("it is no cache of this program")]
    Foreign,
    /// It was one.
    #[error("it is damaged")]
    Damaged,
}

/// What was computed, by challenge.
#[derive(Debug, Default)]
pub struct Cache {
    /// As it was read.
    known: BTreeMap<String, Entry>,
    /// What was asked for or found since.
    used: Mutex<BTreeMap<String, Entry>>,
}

/// What was computed of a challenge or a goal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    solution: Vec<u32>,
    is_unique: bool,
    /// The effort, and the hardest technique by its place on the ladder.
    rating: Option<(u32, usize)>,
    /// How many solutions there are, in decimal, of a goal.
    count: Option<String>,
}

/// What was computed of a challenge or a goal, checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Computed {
    /// A solution.
    pub(super) solution: Vec<OptionId>,
    pub(super) is_unique: bool,
    pub(super) rating: Option<Rating>,
    pub(super) count: Option<BigUint>,
}

/// The whole file but for its checksum.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    tilewright_cache: u32,
    version: String,
    entries: BTreeMap<String, Entry>,
}

/// An exact cover problem as entries name it.
pub(super) struct ProblemKey(String);

impl ProblemKey {
    /// Cost: a pass over the placements.
    pub(super) fn new(instance: &Instance) -> Self {
        let problem = instance.problem().fingerprint();
        Self(format!("{problem} {}", fingerprint(instance)))
    }

    /// With givens, what is to be computed of it.
    fn with(&self, givens: &[OptionId], is_goal: bool) -> String {
        let mut givens: Vec<usize> = givens.iter().map(|given| given.index()).collect();
        givens.sort_unstable();
        checksum(format!("{} {is_goal} {givens:?}", self.0).as_bytes())
    }
}

fn checksum(bytes: &[u8]) -> String {
    Fingerprint(Sha256::digest(bytes).into()).to_string()
}

impl Cache {
    /// Reads a file; there is nothing in one that is not there, or of another version.
    ///
    /// # Errors
    ///
    /// [`CacheError`]: it is unreadable, damaged or something else.
    pub fn read(path: &Path) -> Result<Self, CacheError> {
        let bytes = match input::read(path, MAX_BYTES) {
            Ok(bytes) => bytes,
            Err(InputError::Missing { .. }) => return Ok(Self::default()),
            Err(error) => return Err(error.into()),
        };
        if !bytes.starts_with(BEGINNING) {
            return Err(CacheError::Foreign);
        }
        let mut lines = bytes.split(|byte| *byte == b'\n');
        let line = lines.next().unwrap_or_default();
        if lines.next() != Some(checksum(line).as_bytes()) {
            return Err(CacheError::Damaged);
        }
        let record: Record = serde_json::from_slice(line).map_err(|_| CacheError::Damaged)?;
        let is_current = record.tilewright_cache == FORMAT && record.version == VERSION;
        Ok(Self {
            known: if is_current {
                record.entries
            } else {
                BTreeMap::new()
            },
            used: Mutex::default(),
        })
    }

    /// Whether the file that it was read from has all that was asked for, and nothing else.
    pub fn is_as_read(&self) -> bool {
        *self.lock() == self.known
    }

    /// Writes what was asked for or computed, whole or not at all; what was not asked for is left
    /// out.
    ///
    /// # Errors
    ///
    /// The system's.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        let record = Record {
            tilewright_cache: FORMAT,
            version: VERSION.to_owned(),
            entries: self.lock().clone(),
        };
        let mut bytes = serde_json::to_vec(&record)?;
        let sum = checksum(&bytes);
        bytes.extend_from_slice(format!("\n{sum}\n").as_bytes());
        atomic_write::replace(path, |out| out.write_all(&bytes))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Entry>> {
        // Entries are put in whole.
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known of a problem with givens, or what `compute` finds out.
    pub(super) fn computed<E>(
        &self,
        (key, instance): (&ProblemKey, &Instance),
        givens: &[OptionId],
        is_goal: bool,
        compute: impl FnOnce() -> Result<Computed, E>,
    ) -> Result<Computed, E> {
        let key = key.with(givens, is_goal);
        let known = self.known.get(&key);
        let known = known.and_then(|entry| entry.checked(instance, givens, is_goal));
        let computed = match known {
            Some(known) => known,
            None => compute()?,
        };
        self.lock().insert(key, Entry::of(&computed));
        Ok(computed)
    }
}

impl Entry {
    fn of(computed: &Computed) -> Self {
        let place = |technique| {
            let mut ladder = Technique::LADDER.iter();
            ladder.position(|known| *known == technique)
        };
        let id = |option: &OptionId| u32::try_from(option.index()).unwrap_or(u32::MAX);
        Self {
            solution: computed.solution.iter().map(id).collect(),
            is_unique: computed.is_unique,
            rating: computed
                .rating
                .and_then(|rating| Some((rating.effort, place(rating.hardest)?))),
            count: computed.count.as_ref().map(BigUint::to_string),
        }
    }

    /// What it says, if its solution is one and holds the givens.
    fn checked(&self, instance: &Instance, givens: &[OptionId], is_goal: bool) -> Option<Computed> {
        let problem = instance.problem();
        let option = |id: &u32| problem.option(usize::try_from(*id).ok()?);
        let solution = self.solution.iter().map(option);
        let solution = solution.collect::<Option<Vec<OptionId>>>()?;
        let holds = givens.iter().all(|given| solution.contains(given));
        if !holds || problem.check(&solution).is_err() || !instance.accepts(&solution) {
            return None;
        }
        let rating = match self.rating {
            None => None,
            Some((effort, place)) => Some(Rating {
                effort,
                hardest: *Technique::LADDER.get(place)?,
            }),
        };
        let count = match &self.count {
            None => None,
            Some(count) => Some(count.parse().ok()?),
        };
        (count.is_some() == is_goal).then_some(Computed {
            solution,
            is_unique: self.is_unique,
            rating,
            count,
        })
    }
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::super::tests::challenges;
    use super::super::{Booklet, Monitor};
    use super::*;

    /// A booklet made with what a file knows.
    fn ids_and_ratings(cache: &Cache) -> Vec<(String, Option<Rating>, Vec<OptionId>)> {
        let file = challenges("kanoodle");
        let monitor = Monitor::silent();
        let (puzzles, challenges) = (&file.puzzles, &file.challenges);
        let booklet =
            Booklet::of_challenges_with(&file.title, puzzles, challenges, cache, &monitor);
        let booklet = booklet.unwrap();
        let tasks = booklet.tasks().iter();
        let told = tasks.map(|task| (task.id.to_string(), task.rating, task.solution.clone()));
        told.collect()
    }

    #[test]
    fn what_is_known_is_what_is_computed() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("book.cache");
        let first = Cache::read(&path).unwrap();
        let computed = ids_and_ratings(&first);
        assert!(!first.is_as_read());
        first.write(&path).unwrap();
        let second = Cache::read(&path).unwrap();
        assert_eq!(ids_and_ratings(&second), computed);
        assert!(second.is_as_read());
    }

    /// A forged file has a right checksum; its solutions are none.
    #[test]
    fn what_is_no_solution_is_computed_anew() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("book.cache");
        let cache = Cache::default();
        let computed = ids_and_ratings(&cache);
        for forge in [
            |entry: &mut Entry| entry.solution[0] = u32::MAX,
            |entry: &mut Entry| entry.solution.truncate(3),
            |entry: &mut Entry| entry.rating = Some((1, 99)),
            |entry: &mut Entry| entry.count = Some("7".to_owned()),
        ] {
            let forged = Cache::default();
            forged.lock().clone_from(&cache.lock());
            forged.lock().values_mut().for_each(forge);
            forged.write(&path).unwrap();
            let read = Cache::read(&path).unwrap();
            assert_eq!(ids_and_ratings(&read), computed);
            assert!(!read.is_as_read());
        }
    }

    #[test]
    fn what_is_damaged_or_foreign_is_told() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("book.cache");
        let cache = Cache::default();
        ids_and_ratings(&cache);
        cache.write(&path).unwrap();
        let mut bytes = std::fs::read(&path).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        std::fs::write(&path, &bytes).unwrap();
        assert!(matches!(Cache::read(&path), Err(CacheError::Damaged)));
        std::fs::write(&path, "my notes").unwrap();
        assert!(matches!(Cache::read(&path), Err(CacheError::Foreign)));
    }
}
