//! Where data go: stdout, or a file that a run may be taken up in again.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anstream::{AutoStream, ColorChoice};
use anyhow::{Context, anyhow};

use crate::failure::Failure;

/// The output: a file, or stdout with colours where the terminal allows.
pub(super) struct Output {
    writer: Box<dyn Write>,
    /// The file, if it is one.
    file: Option<File>,
    /// The bytes written, those found in the file included.
    bytes: u64,
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
            bytes: 0,
            styled,
        }
    }

    /// A file that is made anew, or stdout.
    pub(super) fn to(path: Option<&PathBuf>) -> Result<Self, Failure> {
        match path {
            None => Ok(Self::stdout()),
            Some(path) => {
                let cannot = || format!("cannot write {}", path.display());
                Self::file(File::create(path).with_context(cannot)?, 0).with_context(cannot)
            }
        }
        .map_err(Into::into)
    }

    /// A file of which so many bytes are kept.
    pub(super) fn after(path: &Path, bytes: u64) -> Result<Self, Failure> {
        let cannot = || format!("cannot go on writing {}", path.display());
        let mut file = OpenOptions::new()
            .write(true)
            .open(path)
            .with_context(cannot)?;
        let found = file.metadata().with_context(cannot)?.len();
        if found < bytes {
            return Err(anyhow!(
                "cannot go on writing {}: it has {found} bytes, the checkpoint knows of {bytes}",
                path.display()
            )
            .into());
        }
        file.set_len(bytes).with_context(cannot)?;
        file.seek(SeekFrom::Start(bytes)).with_context(cannot)?;
        Ok(Self::file(file, bytes).with_context(cannot)?)
    }

    fn file(file: File, bytes: u64) -> anyhow::Result<Self> {
        Ok(Self {
            writer: Box::new(BufWriter::with_capacity(1 << 16, file.try_clone()?)),
            file: Some(file),
            bytes,
            styled: false,
        })
    }

    /// Brings everything written to the disk; returns how many bytes there are.
    pub(super) fn sync(&mut self) -> Result<u64, Failure> {
        self.writer.flush()?;
        if let Some(file) = &self.file {
            file.sync_data()?;
        }
        Ok(self.bytes)
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.writer.write(bytes)?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}
