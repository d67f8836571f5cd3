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
use crate::support::stopped::from_stoppable;

/// Why a campaign cannot be created or continued.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CampaignError {
    /// The work was stopped before it had a result.
    #[error("interrupted")]
    Interrupted,
    /// A file of the folder cannot be read or written.
    #[error("cannot {action} {}", shown(.path))]
    File {
        /// The attempted action: `read` or `write`.
        action: &'static str,
        /// The path of the file, in the campaign's folder.
        path: PathBuf,
        /// The I/O error.
        source: io::Error,
    },
    /// The folder of a new campaign exists and is not empty.
    #[error("the folder {} exists and is not empty; name another folder", shown(.0))]
    Taken(PathBuf),
    /// The folder contains no campaign.
    #[error("{} is not a campaign folder: it has no file manifest.json", shown(.0))]
    Nothing(PathBuf),
    /// A file of the folder was changed or is incomplete.
    #[error("{} is damaged: {why}", shown(.path))]
    Damaged {
        /// The path of the damaged file.
        path: PathBuf,
        /// The check that failed, in words.
        why: &'static str,
    },
    /// Files of lists were changed after a run wrote them. The results with these lists were set aside.
    #[error(
        "{} in lists/ changed since the run wrote them, those of {}; their results are renamed to \
         end in .damaged: start the same jobs again",
        counted(.0.len(), "file"), named(.0)
    )]
    Lists(Vec<String>),
    /// The campaign was created by another version of this program.
    #[error(
        "the campaign was created by version {found}, but this is version {own}: continue it with \
         version {found}"
    )]
    Version {
        /// The version that created the campaign.
        found: String,
        /// The version of this program.
        own: &'static str,
    },
    /// The puzzle file gives a different problem from the one that the campaign was created with.
    #[error(
        "this program reads the campaign's puzzle as another problem than the program that \
         created it: continue with that program"
    )]
    Problem,
    /// The puzzle cannot be read.
    #[error("cannot read the puzzle of the campaign: {}", .0.message)]
    Puzzle(Box<Diagnostic>, Source),
    /// The puzzle cannot be converted to an exact cover problem.
    #[error(transparent)]
    Instance(InstanceError),
    /// The file's rule for choices cannot be met: for example, it names a piece that does not
    /// exist.
    #[error(transparent)]
    Rule(#[from] RuleError),
    /// The request is meaningless for this puzzle or engine; the text says why.
    #[error("{0}")]
    Pointless(&'static str),
    /// The requested engine does not support the problem.
    #[error(transparent)]
    Bits(#[from] BitsError),
    /// A sweep cannot count the solutions of the problem.
    #[error(transparent)]
    Sweep(#[from] FrontierError),
    /// The solutions of the puzzle cannot be counted by the requested method.
    #[error(transparent)]
    Solve(SolveError),
    /// The lists of a part of a sweep cannot be made.
    #[error("cannot compute a part of the sweep")]
    SweepPart(#[source] SweepPartError),
    /// The file of the sweep cannot be used.
    #[error("cannot use {}", shown(.path))]
    SweepFile {
        /// The path of the sweep's file, in the campaign's folder.
        path: PathBuf,
        /// Why the file cannot be used.
        source: SweepFileError,
    },
    /// Results of the same work differ; each text describes one contradiction.
    #[error("{}", contradiction(.0))]
    Contradiction(Vec<String>),
}

impl CampaignError {
    /// Converts an I/O error of the file at `path` into a [`CampaignError`]. `action` is what was attempted.
    pub(super) fn file(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::File {
            action,
            path: path.to_owned(),
            source,
        }
    }

    /// The error for a file that was changed or is incomplete.
    pub(super) fn damaged(path: &Path, why: &'static str) -> Self {
        Self::Damaged {
            path: path.to_owned(),
            why,
        }
    }
}

impl From<Stopped> for CampaignError {
    fn from(_: Stopped) -> Self {
        Self::Interrupted
    }
}

from_stoppable! {
    CampaignError, Interrupted:
    InstanceError::Stopped(_) => Instance,
    SolveError::Interrupted => Solve,
}

/// The maximum number of names that a message lists.
const NAMED: usize = 5;

/// Joins the first [`NAMED`] names, and adds "and more" if there are others.
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
        "parts that were done twice have different results, so there is no answer: {named}{more}; \
         find the wrong file, remove it, and run the part again"
    )
}
