//! A cache of solutions, ratings and counts. If only the layout of a booklet changes, nothing is computed
//! again.
//!
//! The file has a line of JSON and a line with its checksum. The key of an entry is a hash of the exact cover
//! problem, the puzzle and the givens. Entries are valid for one version of the program only. A cached
//! solution is used only after a check that it solves the problem. Hints are quick to compute and are not
//! cached.

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

/// The version of the format of cache files.
const FORMAT: u32 = 1;

/// The version of this program. Other versions may compute other ratings.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The first bytes of a cache file.
const BEGINNING: &[u8] = b"{\"tilewright_cache\":";

/// The maximum size of a cache file, in bytes.
const MAX_BYTES: u64 = 64 << 20;

/// Why a file cannot be used as a cache.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CacheError {
    /// The file could not be read.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The file is not a cache file, so it must not be overwritten.
    #[error("it is not a cache of this program")]
    Foreign,
    /// The cache file is damaged.
    #[error("it is damaged")]
    Damaged,
}

/// Solutions, ratings and counts of challenges and goals.
#[derive(Debug, Default)]
pub struct Cache {
    /// Results read from the file.
    known: BTreeMap<String, CacheEntry>,
    /// Results used or computed in this run.
    used: Mutex<BTreeMap<String, CacheEntry>>,
}

/// The results for a challenge or a goal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CacheEntry {
    solution: Vec<u32>,
    is_unique: bool,
    /// The rating's effort, and the index of its hardest technique in [`Technique::LADDER`]; `None` without a
    /// rating.
    rating: Option<(u32, usize)>,
    /// For a goal, the number of solutions in decimal; `None` for a challenge.
    count: Option<String>,
}

/// The results for a challenge or a goal: computed, or taken from the cache and checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Computed {
    pub(super) solution: Vec<OptionId>,
    pub(super) is_unique: bool,
    pub(super) rating: Option<Rating>,
    pub(super) count: Option<BigUint>,
}

/// The content of the file without its checksum.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    tilewright_cache: u32,
    version: String,
    entries: BTreeMap<String, CacheEntry>,
}

/// Identifies an exact cover problem and its puzzle in the cache.
pub(super) struct ProblemKey(String);

impl ProblemKey {
    /// Computes the key, at a cost linear in the placements.
    pub(super) fn new(instance: &Instance) -> Self {
        let problem = instance.problem().fingerprint();
        Self(format!("{problem} {}", fingerprint(instance)))
    }

    /// The key of an entry: this problem with givens, for a challenge or a goal.
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
    /// Reads a cache file. A missing file or one of another version gives an empty cache.
    ///
    /// # Errors
    ///
    /// [`CacheError`]: the file is unreadable, damaged or no cache file.
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

    /// Whether the results used in this run are exactly those of the file, so it need not be written.
    pub fn is_as_read(&self) -> bool {
        *self.lock() == self.known
    }

    /// Writes the results used or computed in this run, atomically. Other results are dropped.
    ///
    /// # Errors
    ///
    /// Errors of the file system.
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

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, CacheEntry>> {
        // Entries are inserted whole, so a panic elsewhere cannot leave the map inconsistent.
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The cached results for a problem with givens. If there are none, computes and caches them.
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
        self.lock().insert(key, CacheEntry::of(&computed));
        Ok(computed)
    }
}

impl CacheEntry {
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

    /// The results of the entry, if its solution is valid and contains the givens.
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
    use super::super::{Booklet, RunContext};
    use super::*;

    /// Makes a booklet with a cache. Returns the id, the rating and the solution of each challenge.
    fn ids_and_ratings(cache: &Cache) -> Vec<(String, Option<Rating>, Vec<OptionId>)> {
        let file = challenges("kanoodle");
        let monitor = RunContext::silent();
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

    /// Checks that wrong cached solutions are replaced by computed ones. The forged file has a
    /// correct checksum, but its solutions do not solve the problems.
    #[test]
    fn what_is_no_solution_is_computed_anew() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("book.cache");
        let cache = Cache::default();
        let computed = ids_and_ratings(&cache);
        for forge in [
            |entry: &mut CacheEntry| entry.solution[0] = u32::MAX,
            |entry: &mut CacheEntry| entry.solution.truncate(3),
            |entry: &mut CacheEntry| entry.rating = Some((1, 99)),
            |entry: &mut CacheEntry| entry.count = Some("7".to_owned()),
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
