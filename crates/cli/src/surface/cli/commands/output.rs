//! Where data go: stdout, or a file that a run may be taken up in again.

use std::fmt::Display;
use std::fs::{File, TryLockError};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anstream::{AutoStream, ColorChoice};
use anyhow::{Context, anyhow};

use crate::solve::checkpoint::{OutputDigest, OutputError, OutputSoFar};
use crate::solve::search::Monitor;
use crate::support::atomic_write::{self, Destination};
use crate::support::label::shown;
use crate::surface::cli::failure::Failure;

use super::lock_holder;
use super::target::Target;

/// The output: a file, or stdout with colours where the terminal allows.
pub(super) struct Output {
    writer: Box<dyn Write>,
    /// The file, if it is one, and its path.
    file: Option<(File, PathBuf)>,
    /// The digest of all that was written, if a run is to be resumed in it.
    digest: Option<OutputDigest>,
    /// Whether colours are wanted: nothing takes them out again.
    pub(super) styled: bool,
}

impl Output {
    pub(super) fn stdout() -> Self {
        let stdout = AutoStream::auto(io::stdout());
        let styled = stdout.current_choice() != ColorChoice::Never;
        // Looking for styles to strip takes longer than many a list takes to be found.
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

    /// A file that is made anew, or stdout.
    pub(super) fn to(target: Option<&Target>) -> Result<Self, Failure> {
        let Some(path) = target.map(Target::path) else {
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

    /// A file that is made anew, for a run that is to be resumed in it.
    pub(super) fn resumable(target: &Target) -> Result<Self, Failure> {
        let path = target.path();
        let destination = atomic_write::destination(path);
        if destination.with_context(|| format!("cannot write {}", shown(path)))?
            != Destination::File
        {
            return Err(anyhow!(
                "{} is no regular file, so no run can be taken up in it again: leave out --checkpoint",
                shown(path)
            )
            .into());
        }
        Ok(Self {
            digest: Some(OutputDigest::default()),
            ..Self::to(Some(target))?
        })
    }

    /// A file in which a run is resumed: what the parts done have written is
    /// kept, once it is verified.
    pub(super) fn resumed(
        target: &Target,
        written: &OutputSoFar,
        monitor: &Monitor,
    ) -> Result<Self, Failure> {
        let path = target.path();
        let cannot = || format!("cannot go on writing {}", shown(path));
        let refuse = |why: &dyn Display| {
            anyhow!(
                "cannot go on writing {}: {why}; \
                 bring it back as it was, or remove the checkpoint to begin anew",
                shown(path)
            )
        };
        match std::fs::metadata(path) {
            Err(error) => return Err(refuse(&error).into()),
            Ok(there) if !there.is_file() => return Err(refuse(&"it is no regular file").into()),
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

    /// What is written so far and how many solutions it holds, if a run is to
    /// be resumed in it.
    pub(super) fn written(&self, solutions: u64) -> Option<OutputSoFar> {
        Some(self.digest.as_ref()?.written(solutions))
    }

    /// Brings everything written to the disk.
    pub(super) fn sync(&mut self) -> Result<(), Failure> {
        self.flush()?;
        if let Some((file, _)) = &self.file {
            let synced = file.sync_data();
            synced.map_err(|error| self.named(error))?;
        }
        Ok(())
    }

    /// An error of writing, with the file's name.
    fn named(&self, error: io::Error) -> io::Error {
        match &self.file {
            Some((_, path)) => io::Error::new(error.kind(), format!("{}: {error}", shown(path))),
            None => error,
        }
    }
}

/// Keeps other processes from writing the same file until it is closed. Where
/// the file system knows no locks, nothing does.
fn lock(file: &File, path: &Path) -> Result<(), Failure> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            let who = match lock_holder::of(file) {
                Some(pid) => format!("process {pid}"),
                None => "another process".to_owned(),
            };
            Err(anyhow!(
                "{who} is writing {}; wait for its end, or name another file",
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
