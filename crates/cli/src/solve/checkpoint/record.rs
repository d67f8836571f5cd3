//! What a checkpoint file holds: a line of JSON, and a line with its checksum.

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;
use tilewright_dlx::{
    Engine, Fingerprint, Forecast, Level, PartStats, Profile, Symmetries, SymmetryId, TreeEngine,
};

use super::{Identity, SearchPlan};

/// The version of the format.
const FORMAT: u32 = 5;

/// The first bytes of every checkpoint, whatever its format.
pub(super) const BEGINNING: &[u8] = b"{\"tilewright_checkpoint\":";

/// The version of this program. Another one may number placements or parts
/// otherwise.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Why a file is no checkpoint to go on from.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(super) enum RecordError {
    /// It is something else.
    #[error("it is no checkpoint of this program")]
    Foreign,
    /// It was one.
    #[error("it is damaged: its checksum is wrong")]
    Damaged,
    /// Its format is another one.
    #[error("its format is number {found}, this program knows number {FORMAT}")]
    Format {
        /// The number of the format.
        found: u32,
    },
}

/// What the parts done have written to the output, from its first byte.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutputSoFar {
    /// The bytes.
    pub bytes: u64,
    /// The solutions in them.
    pub solutions: u64,
    /// The SHA-256 of the bytes, in hexadecimal.
    pub sha256: String,
}

/// A checkpoint.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Record {
    tilewright_checkpoint: u32,
    version: String,
    command: String,
    problem: String,
    /// The engine's name; empty as long as it is not chosen.
    engine: String,
    parts: usize,
    /// Whether the search is worth more than one thread.
    is_shared: bool,
    pub(super) done: usize,
    pub(super) tally: TallyRecord,
    pub(super) output: Option<OutputSoFar>,
    /// What search and sweep go by where no engine was asked for: nodes, those
    /// of the engine bits, updates, and whether it can search.
    forecast: Option<(f64, f64, f64, f64, bool)>,
    /// All solutions, in decimal, once a sweep has counted them.
    swept: Option<String>,
    /// What work that is not a search or a sweep has come to.
    pub(super) state: Option<serde_json::Value>,
    pub(super) seconds: f64,
}

/// A [`PartStats`] as data.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TallyRecord {
    found: u64,
    /// In decimal: larger than some readers of JSON can take.
    solutions: String,
    /// How many solutions have each stabilizer, a list of symmetries by number.
    stabilizers: Vec<(Vec<usize>, u64)>,
    /// Nodes, updates and empty covers, by level.
    levels: Vec<(u64, u64, u64)>,
}

/// What every checkpoint has, whatever its format.
#[derive(Deserialize)]
struct Head {
    tilewright_checkpoint: u32,
}

fn checksum(line: &[u8]) -> String {
    Fingerprint(Sha256::digest(line).into()).to_string()
}

impl Record {
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

    /// How the search is carried out, if that was chosen.
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

    /// The engine chosen or asked for, if there is one yet.
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
            // Of use before the run begins alone.
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

    /// What is different from the run that would go on, in words.
    pub(super) fn difference(&self, identity: &Identity) -> Option<String> {
        if self.version != VERSION {
            return Some(format!(
                "of version {}, this is version {VERSION}",
                self.version
            ));
        }
        if self.command != identity.command {
            return Some(format!(
                "of another command: of `{}`, not of `{}`",
                self.command, identity.command
            ));
        }
        if self.problem != identity.problem.to_string() {
            return Some("of another puzzle, or the puzzle has changed".to_owned());
        }
        match (self.engine(), identity.engine) {
            (Some(found), Some(wanted)) if found != wanted => {
                Some(format!("of another engine: of {found}, not of {wanted}"))
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

    /// The tally again; `None` if it names a symmetry that is not there.
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

    fn record() -> Record {
        let mut record = Record::new(&identity());
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
        assert_eq!(Record::read(&record.bytes().unwrap()), Ok(record));
    }

    #[test]
    fn every_damaged_byte_is_seen() {
        let bytes = record().bytes().unwrap();
        for at in 0..bytes.len() - 1 {
            let mut damaged = bytes.clone();
            damaged[at] ^= 4;
            assert!(Record::read(&damaged).is_err(), "byte {at}");
            assert!(Record::read(&bytes[..at]).is_err(), "cut at {at}");
        }
        assert_eq!(Record::read(b""), Err(RecordError::Foreign));
        assert_eq!(Record::read(b"(title: \"x\")\n"), Err(RecordError::Foreign));
    }

    #[test]
    fn another_format_is_told_by_its_number() {
        let line = br#"{"tilewright_checkpoint":1,"anything":[]}"#;
        let mut bytes = line.to_vec();
        bytes.extend_from_slice(format!("\n{}\n", checksum(line)).as_bytes());
        assert_eq!(Record::read(&bytes), Err(RecordError::Format { found: 1 }));
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
                .contains("of bits, not of links")
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
