//! The files written when a campaign is created: manifest, puzzle and parts. They never change.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tilewright_dlx::{Engine, Fingerprint};

use super::error::CampaignError;
use super::part::PartKey;
use crate::puzzle::{self, PuzzleFile, PuzzlePart, Source};
use crate::support::atomic_write;

/// The version of the manifest's format.
const FORMAT: u32 = 1;

/// The version of this program. Another version may number placements or parts differently.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

pub(super) const MANIFEST: &str = "manifest.json";
pub(super) const PUZZLE: &str = "puzzle.ron";
pub(super) const PARTS: &str = "parts.txt";
/// The name of the file with the graph of a sweep. Only campaigns of a sweep have it.
pub(super) const SWEEP: &str = "sweep.bin";

/// The last bytes of a manifest, directly after its digest.
const END: &str = "\n}\n";

/// The maximum size of a manifest, in bytes. A typical manifest has about a thousand.
const MAX_MANIFEST: u64 = 1 << 20;

/// The maximum size of a puzzle file of a campaign, in bytes: four times
/// [`MAX_FILE_BYTES`](crate::puzzle::MAX_FILE_BYTES), so that every puzzle accepted elsewhere fits.
const MAX_PUZZLE: u64 = 1 << 26;

/// The maximum size of a list of parts, in bytes: about twenty million parts.
const MAX_PARTS: u64 = 1 << 30;

/// What a campaign counts or lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CampaignQuestion {
    /// The numbers of all solutions and of distinct solutions, as counted by `count`.
    Count,
    /// The number of all solutions, as counted by `count --total`.
    Total,
    /// All solutions, as listed by `solve`.
    List,
    /// One solution per orbit, as listed by `solve --distinct`.
    ListDistinct,
    /// The choices from a pool of pieces that have solutions, with their numbers of solutions, as
    /// counted by `design`.
    Design,
}

impl CampaignQuestion {
    /// Whether symmetric solutions count as one.
    pub fn is_up_to_symmetry(self) -> bool {
        matches!(self, Self::Count | Self::ListDistinct)
    }

    /// Whether solutions or choices are listed, not only counted.
    pub fn lists(self) -> bool {
        matches!(self, Self::List | Self::ListDistinct | Self::Design)
    }

    /// The command that answers the same question.
    pub fn command(self) -> &'static str {
        match self {
            Self::Count => "count",
            Self::Total => "count --total",
            Self::List => "solve",
            Self::ListDistinct => "solve --distinct",
            Self::Design => "design",
        }
    }
}

/// The description of a campaign: question, puzzle, number of parts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    tilewright_campaign: u32,
    pub(super) version: String,
    /// The puzzle's title.
    pub title: String,
    /// The name of the goal in the puzzle file, if the campaign is about a goal.
    pub goal: Option<String>,
    /// The name of the case in the puzzle file, if the campaign is about a case.
    pub case: Option<String>,
    /// What the campaign counts or lists.
    pub question: CampaignQuestion,
    /// The engine for the parts, unless a run requests another.
    #[serde(with = "engine_name")]
    pub engine: Engine,
    /// The fingerprint of the exact cover problem.
    pub(super) problem: String,
    /// The forecast for all parts together, in seconds of one thread.
    pub seconds: f64,
    /// Whether `seconds` is a forecast of the real time. It is not if the whole count would be made
    /// by the engine `regions`: random walks then miss most of a search, so the forecasts are only
    /// useful for comparing parts.
    #[serde(default = "is_known", skip_serializing_if = "Clone::clone")]
    pub is_forecast_known: bool,
    /// The standard error of `seconds`, if that is an estimate by random walks. It is too small if few walks
    /// reached the large subtrees.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds_error: Option<f64>,
    /// The actual number of parts, close to the requested one.
    pub parts: usize,
    pub(super) puzzle_sha256: String,
    pub(super) parts_sha256: String,
    /// The digest of the sweep, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) sweep_sha256: Option<String>,
    /// The SHA-256 of the manifest without this field, to detect changes. Results refer to the
    /// digest of the whole file: without this check, a changed manifest would cause all results to
    /// be ignored without a message.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    sha256: String,
}

/// The value of `is_forecast_known` in older manifests, which lack the field.
fn is_known() -> bool {
    true
}

/// The fields that manifests have in every version of the format.
#[derive(Deserialize)]
struct ManifestHead {
    tilewright_campaign: u32,
    version: String,
}

impl Manifest {
    /// The manifest of a new campaign, before its other files are written.
    pub(super) fn new(question: CampaignQuestion, engine: Engine, problem: Fingerprint) -> Self {
        Self {
            tilewright_campaign: FORMAT,
            version: VERSION.to_owned(),
            title: String::new(),
            goal: None,
            case: None,
            question,
            engine,
            problem: problem.to_string(),
            seconds: 0.0,
            is_forecast_known: true,
            seconds_error: None,
            parts: 0,
            puzzle_sha256: String::new(),
            parts_sha256: String::new(),
            sweep_sha256: None,
            sha256: String::new(),
        }
    }

    /// The forecast for all parts together, in seconds of one thread; `None` if random walks cannot
    /// forecast the real time.
    pub fn forecast(&self) -> Option<f64> {
        self.is_forecast_known.then_some(self.seconds)
    }

    /// Writes the manifest of a new campaign, and returns its digest.
    pub(super) fn write(&self, folder: &Path) -> Result<String, CampaignError> {
        debug_assert_eq!(self.sha256, "", "invariant: it was not read");
        let sealed = Self {
            sha256: sha256(self.text().as_bytes()),
            ..self.clone()
        };
        let text = sealed.text();
        write_whole(&folder.join(MANIFEST), text.as_bytes())?;
        Ok(sha256(text.as_bytes()))
    }

    #[expect(clippy::expect_used, reason = "an invariant of the fields")]
    fn text(&self) -> String {
        let text = serde_json::to_string_pretty(self);
        text.expect("invariant: text, numbers and names are JSON") + "\n"
    }

    /// Whether the manifest's text matches the digest in it. Old manifests without a digest are accepted.
    fn is_as_written(&self, text: &[u8]) -> bool {
        let seal = format!(",\n  \"sha256\": \"{}\"{END}", self.sha256);
        let open = text.strip_suffix(seal.as_bytes());
        self.sha256.is_empty()
            || open.is_some_and(|open| sha256(&[open, END.as_bytes()].concat()) == self.sha256)
    }

    /// Reads the manifest in a folder; returns it with its digest.
    pub(super) fn read(folder: &Path) -> Result<(Self, String), CampaignError> {
        let path = folder.join(MANIFEST);
        let Some(text) = read_if_there(&path, MAX_MANIFEST)? else {
            return Err(CampaignError::Nothing(folder.to_owned()));
        };
        let Ok(head) = serde_json::from_slice::<ManifestHead>(&text) else {
            return Err(CampaignError::damaged(
                &path,
                "it is not a manifest of this program",
            ));
        };
        if head.tilewright_campaign != FORMAT || head.version != VERSION {
            return Err(CampaignError::Version {
                found: head.version,
                own: VERSION,
            });
        }
        match serde_json::from_slice::<Self>(&text) {
            Ok(manifest) if !manifest.is_as_written(&text) => Err(CampaignError::damaged(
                &path,
                "it has changed since the campaign began",
            )),
            Ok(manifest) => Ok((manifest, sha256(&text))),
            Err(_) => Err(CampaignError::damaged(
                &path,
                "a field is missing or unknown",
            )),
        }
    }

    /// The part of the puzzle file that the campaign is about.
    pub fn part(&self) -> PuzzlePart<'_> {
        match (&self.goal, &self.case) {
            (Some(goal), _) => PuzzlePart::Goal(goal),
            (None, Some(case)) => PuzzlePart::Case(case),
            (None, None) => PuzzlePart::Whole,
        }
    }

    /// The text of the puzzle, checked against its digest.
    pub(super) fn puzzle_text(&self, folder: &Path) -> Result<Vec<u8>, CampaignError> {
        let path = folder.join(PUZZLE);
        let text = read_if_there(&path, MAX_PUZZLE)?.unwrap_or_default();
        if sha256(&text) == self.puzzle_sha256 {
            Ok(text)
        } else {
            let why = "it has changed since the campaign began";
            Err(CampaignError::damaged(&path, why))
        }
    }

    /// Reads the campaign's copy of the puzzle, restricted to the campaign's case or goal.
    ///
    /// # Errors
    ///
    /// [`CampaignError`] for a copy that is missing, has changed, or is not a valid puzzle.
    pub(super) fn puzzle(&self, folder: &Path) -> Result<(Source, PuzzleFile), CampaignError> {
        let path = folder.join(PUZZLE);
        let text = self.puzzle_text(folder)?;
        let Ok(text) = String::from_utf8(text) else {
            return Err(CampaignError::damaged(&path, "it is not UTF-8 text"));
        };
        let source = Source::new(path.display().to_string(), text);
        let read = puzzle::load(&source).and_then(|file| file.into_part(self.part()));
        match read {
            Ok(file) => Ok((source, file)),
            Err(diagnostic) => Err(CampaignError::Puzzle(diagnostic, source)),
        }
    }
}

/// The parts of a campaign, with their forecasts.
#[derive(Debug, Default)]
pub(super) struct PartList {
    parts: Vec<(PartKey, f64)>,
}

impl PartList {
    pub(super) fn new(parts: Vec<(PartKey, f64)>) -> Self {
        Self { parts }
    }

    pub(super) fn len(&self) -> usize {
        self.parts.len()
    }

    pub(super) fn key(&self, part: usize) -> Option<&PartKey> {
        self.parts.get(part).map(|(key, _)| key)
    }

    pub(super) fn seconds(&self, part: usize) -> f64 {
        self.parts.get(part).map_or(0.0, |(_, seconds)| *seconds)
    }

    /// Writes the list of parts, and returns its digest.
    pub(super) fn write(&self, folder: &Path) -> Result<String, CampaignError> {
        let mut text = String::new();
        for (key, seconds) in &self.parts {
            // Writing to a string does not fail.
            let _ = writeln!(text, "{key}\t{seconds:.3e}");
        }
        write_whole(&folder.join(PARTS), text.as_bytes())?;
        Ok(sha256(text.as_bytes()))
    }

    pub(super) fn read(folder: &Path, manifest: &Manifest) -> Result<Self, CampaignError> {
        let path = folder.join(PARTS);
        let text = read_if_there(&path, MAX_PARTS)?.unwrap_or_default();
        if sha256(&text) != manifest.parts_sha256 {
            return Err(CampaignError::damaged(
                &path,
                "it has changed since the campaign began",
            ));
        }
        let part = |line: &str| {
            let (key, seconds) = line.split_once('\t')?;
            Some((key.parse().ok()?, seconds.parse().ok()?))
        };
        let text = std::str::from_utf8(&text).ok();
        let parts: Option<Vec<_>> = text.and_then(|text| text.lines().map(part).collect());
        match parts.filter(|parts| parts.len() == manifest.parts) {
            Some(parts) => Ok(Self { parts }),
            None => Err(CampaignError::damaged(
                &path,
                "one of its lines is not a part",
            )),
        }
    }
}

/// The SHA-256 of bytes, in hexadecimal.
pub(super) fn sha256(bytes: &[u8]) -> String {
    Fingerprint(Sha256::digest(bytes).into()).to_string()
}

/// Writes a file atomically.
pub(super) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), CampaignError> {
    atomic_write::replace(path, |writer| writer.write_all(bytes))
        .map_err(CampaignError::file("write", path))
}

/// Reads a file of fewer than `limit` bytes; `None` if it does not exist.
pub(super) fn read_if_there(path: &Path, limit: u64) -> Result<Option<Vec<u8>>, CampaignError> {
    let read = || {
        if !std::fs::metadata(path)?.is_file() {
            return Err(io::Error::other("it is not a regular file"));
        }
        let mut bytes = Vec::new();
        File::open(path)?.take(limit).read_to_end(&mut bytes)?;
        if bytes.len() as u64 == limit {
            return Err(io::Error::other("it is too large"));
        }
        Ok(bytes)
    };
    match read() {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(CampaignError::file("read", path)(error)),
    }
}

/// Stores an engine in JSON by its name.
pub(super) mod engine_name {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};
    use tilewright_dlx::Engine;

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
    pub(crate) fn serialize<S: Serializer>(engine: &Engine, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(engine.name())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Engine, D::Error> {
        let name = <std::borrow::Cow<'de, str>>::deserialize(from)?;
        [Engine::Links, Engine::Bits, Engine::Frontier]
            .into_iter()
            .find(|engine| engine.name() == name)
            .ok_or_else(|| D::Error::custom("no engine of campaigns"))
    }
}
