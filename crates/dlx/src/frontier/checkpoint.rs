//! Checkpoints, and resuming from them.
//!
//! Between any two batches of work, a count can write down its whole state. A later run of the same count resumes
//! there and ends with the same report. A checkpoint holds the running phase, the parts left, the results of the
//! finished parts, and the position within the current part with all states (or lists of sets) and their counts.
//! States are written straight from the tables and tables keep their layout, so nothing is held twice and nothing is
//! computed twice.
//!
//! The implementor of [`FrontierCheckpoints`] decides when to write: a checkpoint can be as large as the memory in
//! use.

use std::io::{self, Read, Write};
use std::ops::ControlFlow::{self, Break, Continue};

use sha2::{Digest, Sha256};
use thiserror::Error;

pub(super) use crate::container::{CheckedFile, Sink, damaged, put, put_big};

use super::error::FrontierError;
use super::tally_writer::{TallyKind, TallyWriter};
use crate::container::{Container, Refused};
use crate::dissections::DissectionsError;
use crate::problem::{ItemId, OptionId, Problem};
use crate::solver::error::SolverError;

/// The first bytes of every checkpoint of a [`Frontier`](super::Frontier), whatever the version of
/// its format.
pub const FRONTIER_CHECKPOINT_MAGIC: [u8; 8] = *b"TWsweep\n";

/// The file format of checkpoints. The sections: the phase; the tally, in a count by items; the graph of the
/// phase; the running part of the phase; the position within that part, with all states or lists.
const CHECKPOINT: Container = Container {
    magic: FRONTIER_CHECKPOINT_MAGIC,
    version: 5,
};

/// Stores the checkpoints of a count.
pub trait FrontierCheckpoints {
    /// Opens the last checkpoint at its first byte; `None` if there is none. Called twice: the
    /// checksum is verified first, then the content is loaded.
    ///
    /// # Errors
    ///
    /// A checkpoint exists and cannot be read.
    fn kept(&mut self) -> io::Result<Option<Box<dyn Read>>>;

    /// Whether a checkpoint of about `bytes` bytes is due. Called every few milliseconds.
    fn due(&mut self, bytes: u64) -> bool;

    /// Replaces the checkpoint with what `write` writes. Called when one is due, and when the watcher breaks out.
    ///
    /// # Errors
    ///
    /// The checkpoint cannot be written. This ends the count.
    fn keep(&mut self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()>;
}

/// Why a count with checkpoints did not finish.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The count itself is refused.
    #[error(transparent)]
    Frontier(#[from] FrontierError),
    /// The count by dissections is refused.
    #[error(transparent)]
    Dissections(#[from] DissectionsError),
    /// The solver refused a request.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// The file is not a checkpoint.
    #[error("it is not a checkpoint of a sweep")]
    Foreign,
    /// The file is a checkpoint, but its checksum is wrong.
    #[error("it is damaged: its checksum is wrong")]
    Damaged,
    /// The file has another format version.
    #[error("it has format {found}, but this program reads format {known} only")]
    Version {
        /// The format version of the file.
        found: u32,
        /// The only format version that this program reads.
        known: u32,
    },
    /// The checkpoint belongs to another count.
    #[error("it belongs to a sweep of another problem, in another order or with other givens")]
    Other,
    /// A checkpoint cannot be read.
    #[error("cannot read the checkpoint")]
    Read(#[source] io::Error),
    /// A checkpoint cannot be written.
    #[error("cannot write the checkpoint")]
    Write(#[source] io::Error),
}

impl CheckpointError {
    /// The error of a count without checkpoints.
    pub(super) fn without_checkpoints(self) -> FrontierError {
        match self {
            Self::Frontier(error) => error,
            error => unreachable!("invariant: without checkpoints none fails: {error}"),
        }
    }
}

impl From<Refused> for CheckpointError {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Foreign => Self::Foreign,
            Refused::Version { found } => Self::Version {
                found,
                known: CHECKPOINT.version,
            },
            Refused::Short | Refused::Checksum => Self::Damaged,
            Refused::Fingerprint => Self::Other,
            Refused::Io(error) => Self::Read(error),
        }
    }
}

/// The SHA-256 hash of the problem, the order, the givens, and the items and the kind of a tally, if any. A
/// checkpoint with another hash is refused.
pub(super) fn identity(
    problem: &Problem,
    order: &[ItemId],
    givens: &[OptionId],
    by: Option<(&[ItemId], TallyKind)>,
) -> [u8; 32] {
    let mut hash = Sha256::new();
    // The version of the crate is hashed too, since another version may lay out steps and states differently.
    hash.update(env!("CARGO_PKG_VERSION").as_bytes());
    hash.update(problem.fingerprint().0);
    let mut number = |number: usize| hash.update((number as u64).to_le_bytes());
    number(order.len());
    for item in order {
        number(item.index());
    }
    number(givens.len());
    for given in givens {
        number(given.index());
    }
    if let Some((by, kind)) = by {
        number(by.len());
        for item in by {
            number(item.index());
        }
        if kind == TallyKind::Choices {
            hash.update(b"choices");
        }
    }
    hash.finalize().into()
}

/// A function that writes one section of a checkpoint.
pub(crate) type SectionWriter<'s> = dyn Fn(&mut Sink) -> io::Result<()> + 's;

/// Writes and reads the checkpoints of a running count. Holds the tally, which is part of a checkpoint, if the
/// count makes one.
#[derive(Default)]
pub(crate) struct CheckpointWriter<'k> {
    checkpoints: Option<&'k mut dyn FrontierCheckpoints>,
    identity: [u8; 32],
    /// The running phase, encoded.
    pub(super) phase: Vec<u8>,
    /// The running part of that phase, encoded.
    pub(super) part: Vec<u8>,
    /// The tally of the finished parts.
    pub(super) tally: Option<TallyWriter>,
    /// The unread rest of the checkpoint that the count resumes from.
    source: Option<CheckedFile<'static>>,
    failure: Option<CheckpointError>,
}

impl<'k> CheckpointWriter<'k> {
    /// A writer that writes no checkpoints.
    pub(crate) fn nowhere() -> Self {
        Self::default()
    }

    pub(super) fn with_tally(self, tally: Option<TallyWriter>) -> Self {
        Self { tally, ..self }
    }

    /// Opens the checkpoints of a count, if any are given, to resume from the last one if it exists.
    pub(crate) fn open(
        checkpoints: Option<&'k mut dyn FrontierCheckpoints>,
        identity: impl FnOnce() -> [u8; 32],
    ) -> Result<Self, CheckpointError> {
        let Some(checkpoints) = checkpoints else {
            return Ok(Self::nowhere());
        };
        let identity = identity();
        let mut kept = || checkpoints.kept().map_err(CheckpointError::Read);
        let source = match kept()? {
            None => None,
            Some(mut reader) => {
                let length = CHECKPOINT.check(&mut *reader, &identity)?;
                kept()?
                    .map(|reader| CheckedFile::new(reader, length))
                    .transpose()
                    .map_err(CheckpointError::Read)?
            }
        };
        Ok(Self {
            checkpoints: Some(checkpoints),
            identity,
            source,
            ..Self::default()
        })
    }

    /// Reads a section of the checkpoint from which the count resumes. `None` if the count starts from the
    /// beginning; `Err` if reading fails, which interrupts the count: the [failure](Self::failure) says why.
    pub(crate) fn read<T>(
        &mut self,
        read: impl FnOnce(&mut CheckedFile<'_>) -> io::Result<T>,
    ) -> Result<Option<T>, FrontierError> {
        let Some(source) = &mut self.source else {
            return Ok(None);
        };
        match read(source) {
            Ok(value) => Ok(Some(value)),
            Err(error) => {
                self.failure = Some(match error.kind() {
                    io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => {
                        CheckpointError::Damaged
                    }
                    _ => CheckpointError::Read(error),
                });
                Err(FrontierError::Interrupted)
            }
        }
    }

    /// Checks that the checkpoint has been read to its end, and closes it. Later phases start from the beginning.
    pub(crate) fn read_all(&mut self) -> Result<(), FrontierError> {
        self.read(|source| source.end())?;
        self.source = None;
        Ok(())
    }

    /// Closes the checkpoint that was being read, even if a part of it is unread. Later phases start from the
    /// beginning.
    pub(crate) fn forget(&mut self) {
        self.source = None;
    }

    /// Empties the tally, so that it can be computed again.
    pub(super) fn clear_tally(&mut self) {
        if let Some(tally) = &mut self.tally {
            tally.clear();
        }
    }

    /// Whether a checkpoint of about `bytes` bytes, not counting the tally, is due.
    pub(crate) fn is_due(&mut self, bytes: impl FnOnce() -> u64) -> bool {
        let tally = self.tally.as_ref().map_or(0, TallyWriter::bytes);
        match &mut self.checkpoints {
            Some(checkpoints) => checkpoints.due(bytes() + tally),
            None => false,
        }
    }

    /// Writes a checkpoint. `graph` writes the graph of the phase, and `place` the position within the running
    /// part. Returns `Break` if writing fails.
    pub(crate) fn write(
        &mut self,
        graph: &SectionWriter,
        place: &SectionWriter,
    ) -> ControlFlow<()> {
        let Some(checkpoints) = &mut self.checkpoints else {
            return Continue(());
        };
        let (identity, phase, part) = (&self.identity, &self.phase, &self.part);
        let tally = &mut self.tally;
        let kept = checkpoints.keep(&mut |writer| {
            let mut sink = CHECKPOINT.sink(writer, identity)?;
            sink.bytes(phase)?;
            if let Some(tally) = tally {
                tally.save(&mut sink)?;
            }
            graph(&mut sink)?;
            sink.bytes(part)?;
            place(&mut sink)?;
            sink.end()
        });
        match kept {
            Ok(()) => Continue(()),
            Err(error) => {
                self.failure = Some(CheckpointError::Write(error));
                Break(())
            }
        }
    }

    /// Takes the error of a checkpoint that stopped the count; `None` if there was no such error.
    pub(crate) fn failure(&mut self) -> Option<CheckpointError> {
        self.failure.take()
    }
}
