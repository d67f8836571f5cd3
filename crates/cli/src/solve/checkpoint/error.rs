//! Why a checkpoint cannot be used or kept.

use std::error::Error as StdError;
use std::io;
use std::path::PathBuf;

use thiserror::Error;
use tilewright_dlx::CheckpointError;

/// Why a checkpoint cannot be used or kept.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CheckpointFileError {
    /// Another process has it, or a foreign file is in its way.
    #[error("the checkpoint {} cannot be used: {reason}", path.display())]
    Unusable {
        /// The checkpoint.
        path: PathBuf,
        /// Why, and what helps.
        reason: String,
    },
    /// The system refuses to lock it.
    #[error("cannot keep the checkpoint {}", path.display())]
    Unlocked {
        /// The checkpoint.
        path: PathBuf,
        /// Why.
        source: Box<dyn StdError + Send + Sync>,
    },
    /// It is damaged, or none of this version.
    #[error("cannot go on from {}", path.display())]
    Unreadable {
        /// The checkpoint.
        path: PathBuf,
        /// What is wrong with it.
        source: Box<dyn StdError + Send + Sync>,
    },
    /// It belongs to another run.
    #[error(
        "the checkpoint {} is {difference}; remove it to begin anew, or name another file",
        path.display()
    )]
    Different {
        /// The checkpoint.
        path: PathBuf,
        /// What is different.
        difference: String,
    },
    /// It counts by symmetries that there are not.
    #[error("the checkpoint {} names symmetries that the puzzle has not", path.display())]
    Symmetries {
        /// The checkpoint.
        path: PathBuf,
    },
    /// It is no file with a beginning and an end.
    #[error("{} is no regular file, so it cannot be a checkpoint", path.display())]
    Irregular {
        /// The file.
        path: PathBuf,
    },
    /// It is larger than a checkpoint can be.
    #[error("{} is no checkpoint of this program: it has more than {limit} MiB", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The most MiB of a checkpoint.
        limit: u64,
    },
    /// A foreign file is in the way of one that belongs to it.
    #[error(transparent)]
    InTheWay(io::Error),
    /// A file cannot be read.
    #[error("cannot read {}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It cannot be written.
    #[error("cannot write the checkpoint {}", path.display())]
    Write {
        /// The checkpoint.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// What a sweep has come to cannot be written.
    #[error("cannot write {}", path.display())]
    WriteSweep {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file cannot be removed.
    #[error("cannot remove {}", path.display())]
    Remove {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A foreign file is where a sweep keeps what it has come to.
    #[error(
        "{} is in the way: it is no checkpoint of a sweep; move it, or name another checkpoint",
        path.display()
    )]
    ForeignSweep {
        /// The file.
        path: PathBuf,
    },
    /// What a sweep has come to is damaged, or of another count.
    #[error("cannot go on from {}: {error}", path.display())]
    Sweep {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: CheckpointError,
    },
}
