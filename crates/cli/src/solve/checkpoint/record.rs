//! The content of a checkpoint file: a line of JSON, and a line with its checksum.

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;
use tilewright_dlx::{
    Engine, Fingerprint, Forecast, Level, PartStats, Profile, Symmetries, SymmetryId, TreeEngine,
};

use super::{Identity, SearchPlan};

/// The version of the checkpoint format.
const FORMAT: u32 = 5;

/// The first bytes of every checkpoint, whatever its format.
pub(super) const BEGINNING: &[u8] = b"{\"tilewright_checkpoint\":";

/// The version of this program. Other versions may number placements or parts differently.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Why a run cannot be resumed from a file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(super) enum RecordError {
    /// The file is not a checkpoint.
    #[error("it is not a checkpoint of this program")]
    Foreign,
    /// The checksum is wrong.
    #[error("it is damaged: its checksum is wrong")]
    Damaged,
    /// The file has another format.
    #[error("it has format {found}, but this program reads format {FORMAT} only")]
    Format {
        /// The version of the file's format.
        found: u32,
    },
}

/// What a run has written to its output for the finished parts of its search: the length and a digest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutputSoFar {
    /// The length in bytes.
    pub bytes: u64,
    /// The number of solutions in this output.
    pub solutions: u64,
    /// The SHA-256 of the bytes, in hexadecimal.
    pub sha256: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CheckpointRecord {
    tilewright_checkpoint: u32,
    version: String,
    command: String,
    problem: String,
    /// The engine's name; empty until it is chosen.
    engine: String,
    parts: usize,
    /// Whether the search is long enough for more than one thread.
    is_shared: bool,
    pub(super) done: usize,
    pub(super) tally: TallyRecord,
    pub(super) output: Option<OutputSoFar>,
    /// The forecast by which search and sweep are compared, if no engine was requested: the fields `nodes`,
    /// `bits_nodes`, `updates`, `images` and `fits_bits` of [`Forecast`].
    forecast: Option<(f64, f64, f64, f64, bool)>,
    /// The total number of solutions, in decimal, once a sweep has counted them.
    swept: Option<String>,
    /// The state of work that is neither a search nor a sweep; `None` if no such state has been saved.
    pub(super) state: Option<serde_json::Value>,
    pub(super) seconds: f64,
}

/// A [`PartStats`] as JSON.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TallyRecord {
    found: u64,
    /// The number of solutions in decimal, since it may exceed the integers that JSON readers
    /// accept.
    solutions: String,
    /// The number of solutions with each stabilizer, a list of symmetry ids.
    stabilizers: Vec<(Vec<usize>, u64)>,
    /// For each level: the numbers of nodes, updates and empty covers.
    levels: Vec<(u64, u64, u64)>,
}

/// The first field of a record: the version of its format. Records of every version begin with it.
#[derive(Deserialize)]
struct Head {
    tilewright_checkpoint: u32,
}

fn checksum(line: &[u8]) -> String {
    Fingerprint(Sha256::digest(line).into()).to_string()
}

impl CheckpointRecord {
    pub(super) fn new(identity: &Identity) -> Self {
        Self {
            tilewright_checkpoint: FORMAT,
            version: VERSION.to_owned(),
            command: identity.command.clone(),
            problem: identity.problem.to_string(),
            engine: match identity.engine {
                Some(engine @ (Engine::Frontier | Engine::Regions)) => engine.name().to_owned(),
                _ => String::new(),
            },
            parts: 0,
            is_shared: false,
            done: 0,
            tally: TallyRecord::of(&PartStats::default()),
            output: None,
            forecast: None,
            swept: None,
            state: None,
            seconds: 0.0,
        }
    }

    pub(super) fn set_plan(&mut self, plan: Option<SearchPlan>) {
        if let Some(plan) = plan {
            Engine::from(plan.engine)
                .name()
                .clone_into(&mut self.engine);
            self.parts = plan.parts;
            self.is_shared = plan.is_shared;
        }
    }

    /// How the search is carried out; `None` until that is chosen.
    pub(super) fn plan(&self) -> Option<SearchPlan> {
        [TreeEngine::Links, TreeEngine::Bits]
            .into_iter()
            .find(|engine| Engine::from(*engine).name() == self.engine)
            .map(|engine| SearchPlan {
                engine,
                parts: self.parts,
                is_shared: self.is_shared,
            })
    }

    /// The chosen or requested engine; `None` until there is one.
    pub(super) fn engine(&self) -> Option<Engine> {
        [
            Engine::Links,
            Engine::Bits,
            Engine::Frontier,
            Engine::Regions,
        ]
        .into_iter()
        .find(|engine| engine.name() == self.engine)
    }

    pub(super) fn set_forecast(&mut self, forecast: Option<Forecast>) {
        let numbers = |forecast: Forecast| {
            let Forecast {
                nodes,
                bits_nodes,
                updates,
                images,
                fits_bits,
                ..
            } = forecast;
            (nodes, bits_nodes, updates, images, fits_bits)
        };
        self.forecast = forecast.map(numbers);
    }

    pub(super) fn forecast(&self) -> Option<Forecast> {
        let forecast = |(nodes, bits_nodes, updates, images, fits_bits)| Forecast {
            nodes,
            bits_nodes,
            updates,
            images,
            fits_bits,
            // The lower bound on the number of nodes is not saved, since only the choice of an engine needs it,
            // and that choice is made before the run.
            least_nodes: 0.0,
        };
        self.forecast.map(forecast)
    }

    pub(super) fn set_swept(&mut self, solutions: &BigUint) {
        self.swept = Some(solutions.to_string());
    }

    pub(super) fn swept(&self) -> Option<BigUint> {
        self.swept.as_ref()?.parse().ok()
    }

    pub(super) fn bytes(&self) -> std::io::Result<Vec<u8>> {
        let mut bytes = serde_json::to_vec(self)?;
        let sum = checksum(&bytes);
        bytes.extend_from_slice(format!("\n{sum}\n").as_bytes());
        Ok(bytes)
    }

    pub(super) fn read(bytes: &[u8]) -> Result<Self, RecordError> {
        let mut lines = bytes.split(|byte| *byte == b'\n');
        let line = lines.next().unwrap_or_default();
        let mut start = serde_json::Deserializer::from_slice(line);
        let begins = line.starts_with(BEGINNING);
        if !begins {
            return Err(RecordError::Foreign);
        }
        if lines.next() != Some(checksum(line).as_bytes()) {
            return Err(RecordError::Damaged);
        }
        let head = Head::deserialize(&mut start).map_err(|_| RecordError::Foreign)?;
        if head.tilewright_checkpoint != FORMAT {
            return Err(RecordError::Format {
                found: head.tilewright_checkpoint,
            });
        }
        serde_json::from_slice(line).map_err(|_| RecordError::Damaged)
    }

    /// How the run of this checkpoint differs from the run that would resume it, in words; `None` if it does not.
    pub(super) fn difference(&self, identity: &Identity) -> Option<String> {
        if self.version != VERSION {
            return Some(format!(
                "from version {}, but this is version {VERSION}",
                self.version
            ));
        }
        if self.command != identity.command {
            return Some(format!(
                "from another command, `{}` instead of `{}`",
                self.command, identity.command
            ));
        }
        if self.problem != identity.problem.to_string() {
            return Some("from another puzzle, or the puzzle has changed".to_owned());
        }
        match (self.engine(), identity.engine) {
            (Some(found), Some(wanted)) if found != wanted => {
                Some(format!("from another engine, {found} instead of {wanted}"))
            }
            _ => None,
        }
    }
}

impl TallyRecord {
    pub(super) fn of(tally: &PartStats) -> Self {
        Self {
            found: tally.found,
            solutions: tally.solutions.to_string(),
            stabilizers: tally
                .stabilizers
                .iter()
                .map(|(stabilizer, count)| (stabilizer.iter().map(|g| g.index()).collect(), *count))
                .collect(),
            levels: tally
                .profile
                .levels()
                .iter()
                .map(|level| (level.nodes, level.updates, level.empty))
                .collect(),
        }
    }

    /// The totals as a [`PartStats`]; `None` if the id of a symmetry is out of range.
    pub(super) fn tally(&self, symmetries: Option<&Symmetries>) -> Option<PartStats> {
        let ids: Vec<SymmetryId> = symmetries.map_or_else(Vec::new, |all| all.ids().collect());
        let stabilizers = self
            .stabilizers
            .iter()
            .map(|(stabilizer, count)| {
                let stabilizer = stabilizer.iter().map(|at| ids.get(*at).copied());
                Some((stabilizer.collect::<Option<Vec<_>>>()?, *count))
            })
            .collect::<Option<_>>()?;
        let levels = self.levels.iter().map(|&(nodes, updates, empty)| Level {
            nodes,
            updates,
            empty,
        });
        Some(PartStats {
            found: self.found,
            solutions: self.solutions.parse().ok()?,
            stabilizers,
            profile: Profile::new(levels.collect()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_dlx::text;

    fn identity() -> Identity {
        Identity {
            command: "count".to_owned(),
            problem: text::read("a\na\n").unwrap().fingerprint(),
            engine: None,
        }
    }

    fn record() -> CheckpointRecord {
        let mut record = CheckpointRecord::new(&identity());
        record.set_plan(Some(SearchPlan {
            engine: TreeEngine::Bits,
            parts: 64,
            is_shared: true,
        }));
        record.done = 7;
        record.output = Some(OutputSoFar {
            bytes: 1234,
            solutions: 5,
            sha256: "5e".repeat(32),
        });
        record
    }

    #[test]
    fn a_record_is_read_back() {
        let record = record();
        assert_eq!(CheckpointRecord::read(&record.bytes().unwrap()), Ok(record));
    }

    #[test]
    fn every_damaged_byte_is_seen() {
        let bytes = record().bytes().unwrap();
        for at in 0..bytes.len() - 1 {
            let mut damaged = bytes.clone();
            damaged[at] ^= 4;
            assert!(CheckpointRecord::read(&damaged).is_err(), "byte {at}");
            assert!(CheckpointRecord::read(&bytes[..at]).is_err(), "cut at {at}");
        }
        assert_eq!(CheckpointRecord::read(b""), Err(RecordError::Foreign));
        assert_eq!(
            CheckpointRecord::read(b"(title: \"x\")\n"),
            Err(RecordError::Foreign)
        );
    }

    #[test]
    fn another_format_is_told_by_its_number() {
        let line = br#"{"tilewright_checkpoint":1,"anything":[]}"#;
        let mut bytes = line.to_vec();
        bytes.extend_from_slice(format!("\n{}\n", checksum(line)).as_bytes());
        assert_eq!(
            CheckpointRecord::read(&bytes),
            Err(RecordError::Format { found: 1 })
        );
    }

    #[test]
    fn differences_are_named() {
        let record = record();
        let mut other = identity();
        assert_eq!(record.difference(&other), None);
        other.engine = Some(Engine::Links);
        assert!(
            record
                .difference(&other)
                .unwrap()
                .contains("bits instead of links")
        );
        other = identity();
        "solve".clone_into(&mut other.command);
        assert!(
            record
                .difference(&other)
                .unwrap()
                .contains("another command")
        );
        other = identity();
        other.problem = text::read("b\nb\n").unwrap().fingerprint();
        assert!(
            record
                .difference(&other)
                .unwrap()
                .contains("another puzzle")
        );
        let mut old = record;
        "0.0.1".clone_into(&mut old.version);
        assert!(
            old.difference(&identity())
                .unwrap()
                .contains("version 0.0.1")
        );
    }
}
