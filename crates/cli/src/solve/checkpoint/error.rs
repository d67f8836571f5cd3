//! Why a checkpoint cannot be read or written.

use std::error::Error as StdError;
use std::io;
use std::path::PathBuf;

use thiserror::Error;
use tilewright_dlx::CheckpointError;

/// Why a checkpoint cannot be read or written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CheckpointFileError {
    /// Another process uses the checkpoint, or a file that this program did not write has its name.
    #[error("cannot use the checkpoint {}: {reason}", path.display())]
    Unusable {
        /// The checkpoint's path, as given.
        path: PathBuf,
        /// The reason and the remedy.
        reason: String,
    },
    /// The system refuses to lock the checkpoint.
    #[error("cannot save the checkpoint {}", path.display())]
    Unlocked {
        /// The checkpoint's path, as given.
        path: PathBuf,
        /// Why the checkpoint could not be locked.
        source: Box<dyn StdError + Send + Sync>,
    },
    /// The checkpoint is damaged or of another version.
    #[error("cannot continue from {}", path.display())]
    Unreadable {
        /// The checkpoint's path, as given.
        path: PathBuf,
        /// Why the checkpoint's content cannot be read.
        source: Box<dyn StdError + Send + Sync>,
    },
    /// The checkpoint belongs to another run.
    #[error(
        "the checkpoint {} is {difference}; remove it to start again, or name another file",
        path.display()
    )]
    Different {
        /// The checkpoint's path, as given.
        path: PathBuf,
        /// The difference, in words.
        difference: String,
    },
    /// The checkpoint names symmetries that the puzzle does not have.
    #[error("the checkpoint {} names symmetries that the puzzle does not have", path.display())]
    Symmetries {
        /// The checkpoint's path, as given.
        path: PathBuf,
    },
    /// The path is not a regular file.
    #[error("{} is not a regular file, so it cannot be a checkpoint", path.display())]
    Irregular {
        /// The path where a checkpoint was expected.
        path: PathBuf,
    },
    /// The file is larger than any checkpoint.
    #[error("{} is not a checkpoint of this program: it has more than {limit} MiB", path.display())]
    TooLarge {
        /// The path where a checkpoint was expected.
        path: PathBuf,
        /// The limit, in MiB.
        limit: u64,
    },
    /// A file that this program did not write has the name of one of the checkpoint's files.
    #[error(transparent)]
    InTheWay(io::Error),
    /// A file cannot be read.
    #[error("cannot read {}", path.display())]
    Read {
        /// The path of a checkpoint, or of the state of its sweep.
        path: PathBuf,
        /// Why the system could not read the file.
        source: io::Error,
    },
    /// The checkpoint cannot be written.
    #[error("cannot write the checkpoint {}", path.display())]
    Write {
        /// The checkpoint's path, as given.
        path: PathBuf,
        /// Why the system could not write the file.
        source: io::Error,
    },
    /// The state of a sweep cannot be written.
    #[error("cannot write {}", path.display())]
    WriteSweep {
        /// The path of the sweep's state, next to the checkpoint.
        path: PathBuf,
        /// Why the system could not write the file.
        source: io::Error,
    },
    /// A file cannot be removed.
    #[error("cannot remove {}", path.display())]
    Remove {
        /// The path of a checkpoint, or of the state of its sweep.
        path: PathBuf,
        /// Why the system could not remove the file.
        source: io::Error,
    },
    /// A file that this program did not write has the name of the sweep's file.
    #[error(
        "{} exists, but is not a checkpoint of a sweep; move it, or name another checkpoint",
        path.display()
    )]
    ForeignSweep {
        /// The path of the sweep's state, next to the checkpoint.
        path: PathBuf,
    },
    /// The state of a sweep is damaged, or belongs to another count.
    #[error("cannot continue from {}: {error}", path.display())]
    Sweep {
        /// The path of the sweep's state, next to the checkpoint.
        path: PathBuf,
        /// Why the saved state cannot be used.
        error: CheckpointError,
    },
}
