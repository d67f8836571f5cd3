//! Why a campaign cannot go on.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;
use tilewright_dlx::{BitsError, FrontierError, Stopped, SweepFileError, SweepPartError};

use crate::cover::InstanceError;
use crate::design::choices::RuleError;
use crate::puzzle::{Diagnostic, Source};
use crate::solve::SolveError;
use crate::support::format::counted;
use crate::support::label::shown;

/// Why a campaign cannot be begun or go on.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CampaignError {
    /// It was stopped before there was anything to tell.
    #[error("interrupted")]
    Interrupted,
    /// A file of the folder cannot be read or written.
    #[error("cannot {action} {}", shown(.path))]
    File {
        /// What was tried: `read`, `write`.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The folder that a new campaign was to have is there already, and holds something.
    #[error("{} is there already, and is not empty; name another folder", shown(.0))]
    Taken(PathBuf),
    /// There is no campaign in the folder.
    #[error("{} holds no campaign: it has no file manifest.json", shown(.0))]
    Nothing(PathBuf),
    /// A file of the folder is not what it was.
    #[error("{} is damaged: {why}", shown(.path))]
    Damaged {
        /// The file.
        path: PathBuf,
        /// How that is seen.
        why: &'static str,
    },
    /// Files of lists are not what was written; the results that they belong to were set aside.
    #[error(
        "{} of lists/ is not what was written, those of {}; these results are set aside, with .damaged behind \
         their names: start the same jobs again",
        counted(.0.len(), "file"), named(.0)
    )]
    Lists(Vec<String>),
    /// The campaign was begun by another version.
    #[error("the campaign is of version {found}, this is version {own}: go on with that one")]
    Version {
        /// The version that began it.
        found: String,
        /// This one.
        own: &'static str,
    },
    /// The puzzle is not the one that the campaign was begun with.
    #[error(
        "the puzzle of the campaign means another problem to this program than to the one that began it"
    )]
    Problem,
    /// The puzzle cannot be read.
    #[error("the puzzle of the campaign cannot be read: {}", .0.message)]
    Puzzle(Box<Diagnostic>, Source),
    /// The puzzle has no exact cover problem.
    #[error(transparent)]
    Instance(InstanceError),
    /// The file asks for choices that there are not.
    #[error(transparent)]
    Rule(#[from] RuleError),
    /// There is nothing to be shared out.
    #[error("{0}")]
    Pointless(&'static str),
    /// The engine cannot take the problem.
    #[error(transparent)]
    Bits(#[from] BitsError),
    /// A sweep cannot count the problem.
    #[error(transparent)]
    Sweep(#[from] FrontierError),
    /// The puzzle cannot be counted so.
    #[error(transparent)]
    Solve(SolveError),
    /// A part of a sweep cannot be made.
    #[error("a part of the sweep cannot be made")]
    SweepPart(#[source] SweepPartError),
    /// The file of the sweep cannot be used.
    #[error("{} cannot be used", shown(.path))]
    SweepFile {
        /// The file.
        path: PathBuf,
        /// Why.
        source: SweepFileError,
    },
    /// Processes disagree.
    #[error("{}", contradiction(.0))]
    Contradiction(Vec<String>),
}

impl CampaignError {
    /// What the system refused.
    pub(super) fn file(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::File {
            action,
            path: path.to_owned(),
            source,
        }
    }

    /// A file that is not what it was.
    pub(super) fn damaged(path: &Path, why: &'static str) -> Self {
        Self::Damaged {
            path: path.to_owned(),
            why,
        }
    }
}

impl From<InstanceError> for CampaignError {
    fn from(error: InstanceError) -> Self {
        match error {
            InstanceError::Stopped(_) => Self::Interrupted,
            error => Self::Instance(error),
        }
    }
}

impl From<SolveError> for CampaignError {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::Interrupted => Self::Interrupted,
            error => Self::Solve(error),
        }
    }
}

impl From<Stopped> for CampaignError {
    fn from(_: Stopped) -> Self {
        Self::Interrupted
    }
}

/// At most so many parts are named that disagree.
const NAMED: usize = 5;

/// Some names, and whether there are more.
fn named(all: &[String]) -> String {
    let more = if all.len() > NAMED { ", and more" } else { "" };
    let first = all.iter().take(NAMED).cloned().collect::<Vec<_>>();
    format!("{}{more}", first.join(", "))
}

fn contradiction(parts: &[String]) -> String {
    let named = parts
        .iter()
        .take(NAMED)
        .cloned()
        .collect::<Vec<_>>()
        .join("; ");
    let more = if parts.len() > NAMED {
        "; and more"
    } else {
        ""
    };
    format!(
        "parts that were done twice came out differently, so there is no answer: {named}{more}; find \
         out which file is wrong, remove it, and run the part again"
    )
}
