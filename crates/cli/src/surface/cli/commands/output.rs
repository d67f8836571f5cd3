//! The output of a command: stdout, or a file in which a resumed run can continue.

use std::fmt::Display;
use std::fs::{File, TryLockError};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anstream::{AutoStream, ColorChoice};
use anyhow::{Context, anyhow};

use crate::solve::checkpoint::{OutputDigest, OutputError, OutputSoFar};
use crate::solve::search::RunContext;
use crate::support::atomic_write::{self, Destination};
use crate::support::label::shown;
use crate::surface::cli::failure::Failure;

use super::lock_holder;
use super::target::OutputTarget;

/// The output of a command: a file, or stdout, with colours if it is a terminal that has them.
pub(super) struct Output {
    writer: Box<dyn Write>,
    /// The file and its path; `None` for stdout.
    file: Option<(File, PathBuf)>,
    /// The digest of all bytes written, if a resumed run can continue in this file.
    digest: Option<OutputDigest>,
    /// Whether the text may contain colour codes. They are not removed later.
    pub(super) styled: bool,
}

impl Output {
    pub(super) fn stdout() -> Self {
        let stdout = AutoStream::auto(io::stdout());
        let styled = stdout.current_choice() != ColorChoice::Never;
        // Unstyled text is written without a filter that removes styles: for many lists, the filter
        // would take longer than finding the solutions.
        let stream: Box<dyn Write> = if styled {
            Box::new(stdout)
        } else {
            Box::new(stdout.into_inner())
        };
        Self {
            writer: Box::new(BufWriter::with_capacity(1 << 16, stream)),
            file: None,
            digest: None,
            styled,
        }
    }

    /// Creates or truncates the file, or opens stdout.
    pub(super) fn to(target: Option<&OutputTarget>) -> Result<Self, Failure> {
        let Some(path) = target.map(OutputTarget::path) else {
            return Ok(Self::stdout());
        };
        let cannot = || format!("cannot write {}", shown(path));
        let file = match atomic_write::destination(path).with_context(cannot)? {
            Destination::Stdout => return Ok(Self::stdout()),
            Destination::Stream => atomic_write::open_stream(path).with_context(cannot)?,
            Destination::File => {
                let mut anew = File::options();
                anew.write(true).create(true).truncate(false);
                let file = anew.open(path).with_context(cannot)?;
                lock(&file, path)?;
                file.set_len(0).with_context(cannot)?;
                file
            }
        };
        Ok(Self::file(file, path, None).with_context(cannot)?)
    }

    /// Creates a file in which a resumed run can continue.
    pub(super) fn resumable(target: &OutputTarget) -> Result<Self, Failure> {
        let path = target.path();
        let destination = atomic_write::destination(path);
        if destination.with_context(|| format!("cannot write {}", shown(path)))?
            != Destination::File
        {
            refuse!(
                "{} is no regular file, so an interrupted run cannot continue in it: leave out --checkpoint",
                shown(path)
            );
        }
        Ok(Self {
            digest: Some(OutputDigest::default()),
            ..Self::to(Some(target))?
        })
    }

    /// Opens a file in which a resumed run continues. Verifies the output of the finished parts,
    /// and cuts off the rest.
    pub(super) fn resumed(
        target: &OutputTarget,
        written: &OutputSoFar,
        monitor: &RunContext,
    ) -> Result<Self, Failure> {
        let path = target.path();
        let cannot = || format!("cannot continue writing {}", shown(path));
        let refuse = |why: &dyn Display| {
            anyhow!(
                "cannot continue writing {}: {why}; \
                 bring it back as it was, or remove the checkpoint to begin anew",
                shown(path)
            )
        };
        match std::fs::metadata(path) {
            Err(error) => return Err(refuse(&error).into()),
            Ok(there) if !there.is_file() => return Err(refuse(&"it is not a regular file").into()),
            Ok(_) => {}
        }
        let mut file = File::options()
            .read(true)
            .write(true)
            .open(path)
            .with_context(cannot)?;
        lock(&file, path)?;
        let digest = match OutputDigest::verified(&mut file, written, monitor) {
            Ok(digest) => digest,
            Err(OutputError::Stopped) => return Err(Failure::Interrupted),
            Err(OutputError::Read(error)) => {
                return Err(anyhow::Error::new(error).context(cannot()).into());
            }
            Err(error) => return Err(refuse(&error).into()),
        };
        file.set_len(written.bytes).with_context(cannot)?;
        file.seek(SeekFrom::Start(written.bytes))
            .with_context(cannot)?;
        Ok(Self::file(file, path, Some(digest)).with_context(cannot)?)
    }

    fn file(file: File, path: &Path, digest: Option<OutputDigest>) -> anyhow::Result<Self> {
        Ok(Self {
            writer: Box::new(BufWriter::with_capacity(1 << 16, file.try_clone()?)),
            file: Some((file, path.to_owned())),
            digest,
            styled: false,
        })
    }

    /// The number of bytes written so far, their digest and the number of solutions in them. `None`
    /// unless a resumed run can continue in this file.
    pub(super) fn written(&self, solutions: u64) -> Option<OutputSoFar> {
        Some(self.digest.as_ref()?.written(solutions))
    }

    /// Flushes all output, and waits until a file is on the disk.
    pub(super) fn sync(&mut self) -> Result<(), Failure> {
        self.flush()?;
        if let Some((file, _)) = &self.file {
            let synced = file.sync_data();
            synced.map_err(|error| self.named(error))?;
        }
        Ok(())
    }

    /// Adds the file's name to a write error.
    fn named(&self, error: io::Error) -> io::Error {
        match &self.file {
            Some((_, path)) => io::Error::new(error.kind(), format!("{}: {error}", shown(path))),
            None => error,
        }
    }
}

/// Locks the file against other processes until it is closed. Does nothing if the file system has
/// no locks.
fn lock(file: &File, path: &Path) -> Result<(), Failure> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            let who = match lock_holder::of(file) {
                Some(pid) => format!("process {pid}"),
                None => "another process".to_owned(),
            };
            Err(anyhow!(
                "{who} is writing {}; wait until it ends, or name another file",
                shown(path)
            )
            .into())
        }
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.writer.write(bytes);
        let written = written.map_err(|error| self.named(error))?;
        if let Some(digest) = &mut self.digest {
            digest.update(&bytes[..written]);
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.writer.flush();
        flushed.map_err(|error| self.named(error))
    }
}
