//! The files that a campaign begins with, and that never change.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tilewright_dlx::{Engine, Fingerprint};

use super::error::CampaignError;
use super::part::PartKey;
use crate::puzzle::{self, Part, PuzzleFile, Source};
use crate::support::atomic_write;

/// The version of the format.
const FORMAT: u32 = 1;

/// The version of this program. Another one may number placements or parts otherwise.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

pub(super) const MANIFEST: &str = "manifest.json";
pub(super) const PUZZLE: &str = "puzzle.ron";
pub(super) const PARTS: &str = "parts.txt";
/// The graph of a sweep, of a campaign whose parts are those of one.
pub(super) const SWEEP: &str = "sweep.bin";

/// What a manifest ends in.
const END: &str = "\n}\n";

/// The largest manifest that is read, in bytes; ours have about a thousand.
const MAX_MANIFEST: u64 = 1 << 20;

/// The largest puzzle that is read, in bytes; one of ours is no longer than an input may be.
const MAX_PUZZLE: u64 = 1 << 26;

/// The largest list of parts that is read, in bytes: some twenty million parts.
const MAX_PARTS: u64 = 1 << 30;

/// What is asked of the puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// How many solutions there are, up to symmetry too, as `count` says it.
    Count,
    /// How many solutions there are, as `count --total` says it.
    Total,
    /// All solutions, as `solve` lists them.
    List,
    /// One solution of each kind, as `solve --distinct` lists them.
    ListDistinct,
    /// The choices of the pieces of a pool that have a solution, and how many, as `design` tells them.
    Design,
}

impl Question {
    /// Whether symmetric solutions are one.
    pub fn is_up_to_symmetry(self) -> bool {
        matches!(self, Self::Count | Self::ListDistinct)
    }

    /// Whether the solutions are wanted themselves, or the choices.
    pub fn lists(self) -> bool {
        matches!(self, Self::List | Self::ListDistinct | Self::Design)
    }

    /// The command that it stands for.
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

/// What a campaign asks, of what, in how many parts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    tilewright_campaign: u32,
    pub(super) version: String,
    /// The puzzle's title.
    pub title: String,
    /// The goal of the file that is meant, if one is.
    pub goal: Option<String>,
    /// The case of the file that is meant, if one is.
    pub case: Option<String>,
    /// What is asked.
    pub question: Question,
    /// By which engine parts are done, if a run asks for no other.
    #[serde(with = "engine_name")]
    pub engine: Engine,
    /// The problem's fingerprint.
    pub(super) problem: String,
    /// What all parts are forecast to take, in seconds of one thread.
    pub seconds: f64,
    /// Whether that is a forecast: random walks miss most of a search for dissections, so that theirs only tells parts
    /// apart.
    #[serde(default = "is_known", skip_serializing_if = "Clone::clone")]
    pub is_forecast_known: bool,
    /// The standard error of that, if it is an estimate. It is too small where few walks have met what
    /// is large.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds_error: Option<f64>,
    /// How many parts there are.
    pub parts: usize,
    pub(super) puzzle_sha256: String,
    pub(super) parts_sha256: String,
    /// The digest of the sweep, if the parts are those of one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) sweep_sha256: Option<String>,
    /// The SHA-256 of the manifest without it, so that no change goes unseen: every result names the digest of the whole,
    /// and would count for nothing.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    sha256: String,
}

/// What manifests say that do not say it.
fn is_known() -> bool {
    true
}

/// What every manifest has, whatever its format.
#[derive(Deserialize)]
struct Head {
    tilewright_campaign: u32,
    version: String,
}

impl Manifest {
    /// Of a new campaign, which has no files yet.
    pub(super) fn new(question: Question, engine: Engine, problem: Fingerprint) -> Self {
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

    /// What all parts are forecast to take, in seconds of one thread, if that can be forecast.
    pub fn forecast(&self) -> Option<f64> {
        self.is_forecast_known.then_some(self.seconds)
    }

    /// Writes that of a new campaign, and gives its digest.
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

    /// Whether a text is what was written, as the digest in it says; one of a campaign that was begun before
    /// there were any says nothing.
    fn is_as_written(&self, text: &[u8]) -> bool {
        let seal = format!(",\n  \"sha256\": \"{}\"{END}", self.sha256);
        let open = text.strip_suffix(seal.as_bytes());
        self.sha256.is_empty()
            || open.is_some_and(|open| sha256(&[open, END.as_bytes()].concat()) == self.sha256)
    }

    /// Reads the manifest in a folder, and gives its digest.
    pub(super) fn read(folder: &Path) -> Result<(Self, String), CampaignError> {
        let path = folder.join(MANIFEST);
        let Some(text) = read_if_there(&path, MAX_MANIFEST)? else {
            return Err(CampaignError::Nothing(folder.to_owned()));
        };
        let Ok(head) = serde_json::from_slice::<Head>(&text) else {
            return Err(CampaignError::damaged(
                &path,
                "it is no manifest of this program",
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
                "it is not what the campaign began with",
            )),
            Ok(manifest) => Ok((manifest, sha256(&text))),
            Err(_) => Err(CampaignError::damaged(
                &path,
                "a field is missing or is none",
            )),
        }
    }

    /// The part of the puzzle file that is meant.
    pub fn part(&self) -> Part<'_> {
        match (&self.goal, &self.case) {
            (Some(goal), _) => Part::Goal(goal),
            (None, Some(case)) => Part::Case(case),
            (None, None) => Part::Whole,
        }
    }

    /// The text of the puzzle, which must be what the campaign began with.
    pub(super) fn puzzle_text(&self, folder: &Path) -> Result<Vec<u8>, CampaignError> {
        let path = folder.join(PUZZLE);
        let text = read_if_there(&path, MAX_PUZZLE)?.unwrap_or_default();
        if sha256(&text) == self.puzzle_sha256 {
            Ok(text)
        } else {
            let why = "it is not what the campaign began with";
            Err(CampaignError::damaged(&path, why))
        }
    }

    /// The puzzle that is meant.
    pub(super) fn puzzle(&self, folder: &Path) -> Result<(Source, PuzzleFile), CampaignError> {
        let path = folder.join(PUZZLE);
        let text = self.puzzle_text(folder)?;
        let Ok(text) = String::from_utf8(text) else {
            return Err(CampaignError::damaged(&path, "it is no text"));
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

    /// Writes the list, and gives its digest.
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
                "it is not what the campaign began with",
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
            None => Err(CampaignError::damaged(&path, "a line of it is no part")),
        }
    }
}

/// The SHA-256 of some bytes, in hexadecimal.
pub(super) fn sha256(bytes: &[u8]) -> String {
    Fingerprint(Sha256::digest(bytes).into()).to_string()
}

/// Writes a file that is seen whole or not at all.
pub(super) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), CampaignError> {
    atomic_write::replace(path, |writer| writer.write_all(bytes))
        .map_err(CampaignError::file("write", path))
}

/// Reads a file of at most so many bytes; none if it is not there.
pub(super) fn read_if_there(path: &Path, limit: u64) -> Result<Option<Vec<u8>>, CampaignError> {
    let read = || {
        if !std::fs::metadata(path)?.is_file() {
            return Err(io::Error::other("it is no file"));
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

/// An engine by its name.
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
