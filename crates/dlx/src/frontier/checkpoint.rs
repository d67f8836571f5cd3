//! Counts that are resumed.
//!
//! Between any two batches of work a count can write down all it holds, and a later run of the same
//! count goes on from there and ends with the same report. What is written: which of the phases
//! is under way, the parts left and what came of those done, and within the part the place
//! reached with all states, or lists of sets, and their counts. States are written straight from
//! the tables and tables keep their layout, so nothing is held twice and nothing is done twice.
//!
//! Whoever keeps checkpoints says when: what is written can be as large as the memory in use.

use std::io::{self, Read, Write};
use std::ops::ControlFlow::{self, Break, Continue};

use sha2::{Digest, Sha256};
use thiserror::Error;

pub(super) use crate::container::{Sink, Source, damaged, put, put_big};

use super::error::FrontierError;
use super::tally_writer::TallyWriter;
use crate::container::{Container, Refused};
use crate::problem::{ItemId, OptionId, Problem};
use crate::regions::RegionsError;
use crate::solver::error::SolverError;

/// The first bytes of every checkpoint of a [`Frontier`](super::Frontier), whatever the version of
/// its format.
pub const FRONTIER_CHECKPOINT_MAGIC: [u8; 8] = *b"TWsweep\n";

/// Checkpoints as files. The sections: the phase; the tally, of a count by items; the graph of the phase;
/// the part of it; the place within that part, with all states or lists.
const CHECKPOINT: Container = Container {
    magic: FRONTIER_CHECKPOINT_MAGIC,
    version: 4,
};

/// Where a count keeps how far it has come.
pub trait FrontierCheckpoints {
    /// What was kept last, from its first byte, or none. It is asked for twice and read twice, to be
    /// checked before anything is made of it.
    ///
    /// # Errors
    ///
    /// It is there and cannot be read.
    fn kept(&mut self) -> io::Result<Option<Box<dyn Read>>>;

    /// Whether it is time for a checkpoint of about `bytes` bytes. Asked every few milliseconds.
    fn due(&mut self, bytes: u64) -> bool;

    /// Puts what `write` writes in place of what was kept before. Called when it is due, and when
    /// the watcher breaks out.
    ///
    /// # Errors
    ///
    /// It cannot be written. That ends the count.
    fn keep(&mut self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()>;
}

/// Why a count with checkpoints did not come to its end.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The count itself is refused.
    #[error(transparent)]
    Frontier(#[from] FrontierError),
    /// The count by regions is refused.
    #[error(transparent)]
    Regions(#[from] RegionsError),
    /// The question is refused.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// It is something else.
    #[error("it is no checkpoint of a sweep")]
    Foreign,
    /// It was one.
    #[error("it is damaged: its checksum is wrong")]
    Damaged,
    /// Its format is another one.
    #[error("its format is number {found}, this program knows number {known}")]
    Version {
        /// The number of the format.
        found: u32,
        /// The number of the format that is known.
        known: u32,
    },
    /// It belongs to another count.
    #[error("it is of a sweep of another problem, in another order or with other givens")]
    Other,
    /// A checkpoint cannot be read.
    #[error("a checkpoint cannot be read")]
    Read(#[source] io::Error),
    /// A checkpoint cannot be written.
    #[error("a checkpoint cannot be written")]
    Write(#[source] io::Error),
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

/// What a checkpoint must agree with: 32 bytes for the problem, the order, the givens, and the items that
/// solutions are told apart by, if they are.
pub(super) fn identity(
    problem: &Problem,
    order: &[ItemId],
    givens: &[OptionId],
    by: Option<&[ItemId]>,
) -> [u8; 32] {
    let mut hash = Sha256::new();
    // Another version may lay out steps and states otherwise.
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
    if let Some(by) = by {
        number(by.len());
        for item in by {
            number(item.index());
        }
    }
    hash.finalize().into()
}

/// Writes a part of a checkpoint.
pub(crate) type Part<'s> = dyn Fn(&mut Sink) -> io::Result<()> + 's;

/// The checkpoints of a count under way, and the tally that stands in them, if it has one.
#[derive(Default)]
pub(crate) struct CheckpointWriter<'k> {
    checkpoints: Option<&'k mut dyn FrontierCheckpoints>,
    identity: [u8; 32],
    /// Which phase is under way.
    pub(super) phase: Vec<u8>,
    /// Which part of the phase is under way.
    pub(super) part: Vec<u8>,
    /// What the parts done have told apart.
    pub(super) tally: Option<TallyWriter>,
    /// What is still to be read of the checkpoint that the count goes on from.
    source: Option<Source<'static>>,
    failure: Option<CheckpointError>,
}

impl<'k> CheckpointWriter<'k> {
    /// Keeps nothing.
    pub(crate) fn nowhere() -> Self {
        Self::default()
    }

    /// The same with what is told apart.
    pub(super) fn with_tally(self, tally: Option<TallyWriter>) -> Self {
        Self { tally, ..self }
    }

    /// Resumes from what was kept, if anything was.
    pub(crate) fn open(
        checkpoints: &'k mut dyn FrontierCheckpoints,
        identity: [u8; 32],
    ) -> Result<Self, CheckpointError> {
        let mut kept = || checkpoints.kept().map_err(CheckpointError::Read);
        let source = match kept()? {
            None => None,
            Some(mut reader) => {
                let length = CHECKPOINT.check(&mut *reader, &identity)?;
                kept()?
                    .map(|reader| Source::new(reader, length))
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

    /// Reads a part of the checkpoint that the count goes on from; none if it begins anew. What
    /// cannot be read is a failure, which ends the count.
    pub(crate) fn read<T>(
        &mut self,
        read: impl FnOnce(&mut Source<'_>) -> io::Result<T>,
    ) -> Result<Option<T>, Failed> {
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
                Err(Failed)
            }
        }
    }

    /// The whole checkpoint has been read: what follows begins anew.
    pub(crate) fn read_all(&mut self) -> Result<(), Failed> {
        self.read(|source| source.end())?;
        self.source = None;
        Ok(())
    }

    /// What is left of the checkpoint is of no use: what follows begins anew.
    pub(crate) fn forget(&mut self) {
        self.source = None;
    }

    /// What was added to the tally does not count: it is made anew.
    pub(super) fn clear_tally(&mut self) {
        if let Some(tally) = &mut self.tally {
            tally.clear();
        }
    }

    /// Whether it is time for a checkpoint of about `bytes` bytes.
    pub(crate) fn is_due(&mut self, bytes: impl FnOnce() -> u64) -> bool {
        let tally = self.tally.as_ref().map_or(0, TallyWriter::bytes);
        match &mut self.checkpoints {
            Some(checkpoints) => checkpoints.due(bytes() + tally),
            None => false,
        }
    }

    /// Writes a checkpoint: `graph` what the phase goes through, `place` how far it is in its part.
    /// `Break` if that fails.
    pub(crate) fn write(&mut self, graph: &Part, place: &Part) -> ControlFlow<()> {
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

    /// Why the count was stopped, if its checkpoints are the reason.
    pub(crate) fn failure(&mut self) -> Option<CheckpointError> {
        self.failure.take()
    }
}

/// A checkpoint could not be read; why, the [`CheckpointWriter`] knows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Failed;
