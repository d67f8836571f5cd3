//! Files of results: written once, whole, under a unique name, and never changed.
//!
//! The first line describes the author, and the last line is the SHA-256 of all lines before it. Each line
//! between them is a result. A file with a wrong digest is ignored as a whole.

use std::ffi::OsStr;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tilewright_dlx::Engine;

use super::answer::PartAnswer;
use super::error::CampaignError;
use super::lists::ListFolder;
use super::manifest::{engine_name, read_if_there, sha256, write_whole};
use super::part::PartName;

const FORMAT: u32 = 1;

pub(super) const FOLDER: &str = "results";

/// The maximum size of a file of results, in bytes. A typical file has a few kilobytes.
const MAX_FILE: u64 = 1 << 28;

/// The process that wrote a file of results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Author {
    tilewright_results: u32,
    /// The digest of the campaign's manifest.
    campaign: String,
    /// The name of the machine on which the process ran.
    pub machine: String,
    /// The ID of the process on its machine.
    pub process: u32,
    /// The share of the parts that the process worked on, such as `3/100`.
    pub share: String,
    /// The engine that counted or searched the parts.
    #[serde(with = "engine_name")]
    pub engine: Engine,
    /// Whether the results are rechecks: for a part of a sweep, slices were counted again by another method.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub backwards: bool,
    /// The time at which the file was written (UTC).
    pub written: String,
    /// The SHA-256 of the file of lists with the same name, if solutions or choices are listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub list_sha256: Option<String>,
}

impl Author {
    pub(super) fn new(campaign: &str, machine: &str, share: String, engine: Engine) -> Self {
        Self {
            tilewright_results: FORMAT,
            campaign: campaign.to_owned(),
            machine: machine.to_owned(),
            process: std::process::id(),
            share,
            engine,
            backwards: false,
            written: String::new(),
            list_sha256: None,
        }
    }
}

/// The result of a part, or of some of its children.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PartResult {
    pub part: PartName,
    /// The range of children that the result covers; `None` for the whole part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub children: Option<ChildRange>,
    /// The answer for the whole part, or for the children in `children`.
    pub answer: PartAnswer,
    /// Whether the part was split: its other children become parts.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub split: bool,
    /// The time that the work took, in seconds of one thread.
    pub seconds: f64,
    /// The offset and length, in bytes, of the result's solutions, choices or sweep lists in the
    /// file of lists; `None` if it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub list: Option<(u64, u64)>,
}

/// Consecutive children of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "(u32, u32, u32)", into = "(u32, u32, u32)")]
pub(super) struct ChildRange {
    /// The index of the first child.
    pub from: u32,
    /// The end of the range: one more than the index of the last child.
    pub to: u32,
    /// The total number of children of the part.
    pub of: u32,
}

/// The maximum number of children of a part.
pub(super) const MOST_CHILDREN: u32 = 1 << 16;

impl TryFrom<(u32, u32, u32)> for ChildRange {
    type Error = &'static str;

    fn try_from((from, to, of): (u32, u32, u32)) -> Result<Self, Self::Error> {
        if from <= to && to <= of && (1..=MOST_CHILDREN).contains(&of) {
            Ok(Self { from, to, of })
        } else {
            Err("no range of children")
        }
    }
}

impl From<ChildRange> for (u32, u32, u32) {
    fn from(range: ChildRange) -> Self {
        (range.from, range.to, range.of)
    }
}

#[derive(Clone, Debug)]
pub(super) struct ResultFolder {
    path: PathBuf,
}

#[derive(Debug)]
pub(super) struct ResultFile {
    pub(super) author: Author,
    pub(super) results: Vec<PartResult>,
}

impl ResultFile {
    /// The length of the file of listed solutions or choices, in bytes; `None` if nothing is listed.
    pub(super) fn list_length(&self) -> Option<u64> {
        self.author.list_sha256.as_ref()?;
        let lists = self.results.iter().filter_map(|result| result.list);
        Some(
            lists
                .map(|(at, bytes)| at.saturating_add(bytes))
                .max()
                .unwrap_or(0),
        )
    }
}

/// The name of the file of lists that belongs to a file of results: the name of the latter without
/// its ending.
pub(super) fn list_name(results: &str) -> &str {
    results.strip_suffix(ENDING).unwrap_or(results)
}

/// The name of the file of results for a file of lists.
pub(super) fn results_name(list: &str) -> String {
    format!("{list}{ENDING}")
}

/// The ending of the names of files of results.
const ENDING: &str = ".jsonl";
/// The ending of the names of files of results that were set aside.
const SET_ASIDE: &str = ".damaged";

/// Why a file of results is ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rejected {
    /// The file was changed after it was written, or is incomplete.
    Damaged,
    /// The file of lists that belongs to the file is missing or has the wrong length. The network
    /// file system may show it later.
    Unlisted,
    /// The file belongs to another campaign.
    Foreign,
}

impl ResultFolder {
    pub(super) fn of(campaign: &Path) -> Self {
        Self {
            path: campaign.join(FOLDER),
        }
    }

    pub(super) fn create(&self) -> Result<(), CampaignError> {
        fs::create_dir_all(&self.path).map_err(CampaignError::file("write", &self.path))
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    pub(super) fn write(
        &self,
        name: &str,
        author: &Author,
        results: &[PartResult],
    ) -> Result<(), CampaignError> {
        let path = self.path(name);
        let lines = || {
            let mut bytes = serde_json::to_vec(author)?;
            bytes.push(b'\n');
            for result in results {
                serde_json::to_writer(&mut bytes, result)?;
                bytes.push(b'\n');
            }
            let digest = sha256(&bytes);
            bytes.extend_from_slice(digest.as_bytes());
            bytes.push(b'\n');
            Ok::<_, serde_json::Error>(bytes)
        };
        let bytes = lines().map_err(|error| CampaignError::file("write", &path)(error.into()))?;
        write_whole(&path, &bytes)
    }

    /// The sorted names of the files of results.
    pub(super) fn names(&self) -> Result<Vec<String>, CampaignError> {
        let cannot = || CampaignError::file("read", &self.path);
        let entries = match fs::read_dir(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries.map_err(cannot())?,
        };
        let mut names = Vec::new();
        for entry in entries {
            let name = entry.map_err(cannot())?.file_name();
            let is_result = Path::new(&name).extension() == Some(OsStr::new("jsonl"));
            if let (true, Some(name)) = (is_result, name.to_str()) {
                names.push(name.to_owned());
            }
        }
        names.sort_unstable();
        Ok(names)
    }

    /// Renames a file of results whose list is damaged, which marks its parts as not done.
    pub(super) fn set_aside(&self, name: &str) -> Result<(), CampaignError> {
        let path = self.path(name);
        let aside = self.path(&format!("{name}{SET_ASIDE}"));
        match fs::rename(&path, aside) {
            // Another process has already renamed the file.
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            renamed => renamed.map_err(CampaignError::file("set aside", &path)),
        }
    }

    /// Reads a file of results; `None` if it was removed.
    pub(super) fn read(
        &self,
        name: &str,
        campaign: &str,
    ) -> Result<Option<Result<ResultFile, Rejected>>, CampaignError> {
        let bytes = read_if_there(&self.path(name), MAX_FILE)?;
        let lists = ListFolder::next_to(&self.path);
        let has_list = |file: &ResultFile| {
            let length = file.list_length();
            length.is_none() || length == lists.length(list_name(name))
        };
        Ok(bytes.map(|bytes| {
            let file = parse(&bytes, campaign)?;
            if has_list(&file) {
                Ok(file)
            } else {
                Err(Rejected::Unlisted)
            }
        }))
    }
}

fn parse(bytes: &[u8], campaign: &str) -> Result<ResultFile, Rejected> {
    let body = bytes.strip_suffix(b"\n").ok_or(Rejected::Damaged)?;
    let end = body
        .iter()
        .rposition(|byte| *byte == b'\n')
        .ok_or(Rejected::Damaged)?;
    let (lines, digest) = bytes.split_at(end + 1);
    if digest.strip_suffix(b"\n") != Some(sha256(lines).as_bytes()) {
        return Err(Rejected::Damaged);
    }
    let mut lines = lines
        .split(|byte| *byte == b'\n')
        .filter(|line| !line.is_empty());
    let author = lines
        .next()
        .and_then(|line| serde_json::from_slice::<Author>(line).ok());
    let author = author.ok_or(Rejected::Damaged)?;
    if author.campaign != campaign || author.tilewright_results != FORMAT {
        return Err(Rejected::Foreign);
    }
    let results = lines.map(|line| serde_json::from_slice(line).map_err(|_| Rejected::Damaged));
    Ok(ResultFile {
        author,
        results: results.collect::<Result<_, _>>()?,
    })
}
