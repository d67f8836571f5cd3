//! Inputs: the bytes of a file or of stdin, never more than a limit.
//!
//! All inputs are read here. A file is a regular file: a device may be endless, and a pipe may keep
//! the program waiting without end. Where a call names one file, `-` stands for stdin.

use std::fs::{self, File, FileType};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use thiserror::Error;

use crate::support::format::grouped;
use crate::support::label::shown;

/// What stands for stdin in a call.
const STDIN: &str = "-";

/// What stdin is called in messages.
pub(crate) const STDIN_NAME: &str = "<stdin>";

/// Whether stdin has been read: there is one of it.
static STDIN_IS_READ: AtomicBool = AtomicBool::new(false);

/// Why an input could not be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum InputError {
    /// There is no such file.
    #[error("cannot read {}: there is no such file", shown(path))]
    Missing {
        /// The path as it was given.
        path: PathBuf,
    },
    /// It is not a regular file.
    #[error(
        "cannot read {}: it is {kind}, not a file{}",
        shown(path),
        stdin_hint(kind)
    )]
    NotAFile {
        /// The path as it was given.
        path: PathBuf,
        /// What it is: "a pipe".
        kind: &'static str,
    },
    /// The file, or what came from stdin, is larger than the limit.
    #[error("{name} is too large: it has more than {}, the most that is read", size(*limit))]
    TooLarge {
        /// The path as it was given, or what stdin is called.
        name: String,
        /// The limit in bytes.
        limit: u64,
    },
    /// The system could not read it.
    #[error("cannot read {name}: {}", reason(source))]
    System {
        /// The path as it was given, or what stdin is called.
        name: String,
        /// Why.
        source: io::Error,
    },
    /// A call names stdin twice.
    #[error("`-` is stdin, which can be read once: name a file instead of one of them")]
    StdinTwice,
}

/// The help for pipes, which are meant to be read, and can be.
fn stdin_hint(kind: &str) -> &'static str {
    if kind == PIPE {
        "; to read from a pipe, write `-` and redirect stdin"
    } else {
        ""
    }
}

const PIPE: &str = "a pipe";

/// `16 MiB`, or `1,000 bytes`.
fn size(bytes: u64) -> String {
    match bytes.trailing_zeros() {
        20.. if bytes > 0 => format!("{} MiB", grouped(bytes >> 20)),
        _ => format!("{} bytes", grouped(bytes)),
    }
}

/// An error of the system in a user's words, without its number.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::PermissionDenied => "permission denied".into(),
        _ => error.to_string(),
    }
}

/// What is no regular file.
#[cfg(unix)]
pub(crate) fn kind(file_type: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    if file_type.is_dir() {
        "a directory"
    } else if file_type.is_fifo() {
        PIPE
    } else if file_type.is_socket() {
        "a socket"
    } else {
        "a device"
    }
}

/// What is no regular file.
#[cfg(not(unix))]
pub(crate) fn kind(file_type: FileType) -> &'static str {
    if file_type.is_dir() {
        "a directory"
    } else {
        "a device"
    }
}

/// Whether a path of a call stands for stdin.
pub fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == STDIN
}

/// What an input is called in messages.
pub(crate) fn name(path: &Path) -> String {
    if is_stdin(path) {
        STDIN_NAME.to_owned()
    } else {
        shown(path)
    }
}

/// Opens a regular file of at most `limit` bytes; more are not read, should it grow.
///
/// # Errors
///
/// [`InputError`]: it is missing, no regular file, too large or unreadable.
pub fn open(path: &Path, limit: u64) -> Result<impl Read, InputError> {
    let failed = |source: io::Error| match source.kind() {
        io::ErrorKind::NotFound => InputError::Missing {
            path: path.to_owned(),
        },
        _ => InputError::System {
            name: shown(path),
            source,
        },
    };
    let check = |found: &fs::Metadata| {
        if !found.is_file() {
            return Err(InputError::NotAFile {
                path: path.to_owned(),
                kind: kind(found.file_type()),
            });
        }
        if found.len() > limit {
            return Err(InputError::TooLarge {
                name: shown(path),
                limit,
            });
        }
        Ok(())
    };
    // Before it is opened: that of a pipe waits for somebody to write, and that of a device may do
    // anything. And after, since another file may have come in its place.
    check(&fs::metadata(path).map_err(failed)?)?;
    let file = File::open(path).map_err(failed)?;
    check(&file.metadata().map_err(failed)?)?;
    Ok(file.take(limit.saturating_add(1)))
}

/// Reads a regular file of at most `limit` bytes.
///
/// # Errors
///
/// As [`open()`].
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, InputError> {
    bounded(open(path, limit)?, shown(path), limit)
}

/// Reads the file that a call names, or stdin if it is `-`, at most `limit` bytes.
///
/// # Errors
///
/// As [`open()`]; or stdin has been read before.
pub fn read_named(path: &Path, limit: u64) -> Result<Vec<u8>, InputError> {
    if !is_stdin(path) {
        return read(path, limit);
    }
    if STDIN_IS_READ.swap(true, Ordering::Relaxed) {
        return Err(InputError::StdinTwice);
    }
    bounded(io::stdin().lock(), STDIN_NAME.to_owned(), limit)
}

/// All that a reader has, if it is not too much.
fn bounded(reader: impl Read, name: String, limit: u64) -> Result<Vec<u8>, InputError> {
    let mut bytes = Vec::new();
    match reader.take(limit.saturating_add(1)).read_to_end(&mut bytes) {
        Err(source) => Err(InputError::System { name, source }),
        Ok(_) if bytes.len() as u64 > limit => Err(InputError::TooLarge { name, limit }),
        Ok(_) => Ok(bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_than_the_limit_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f");
        fs::write(&path, "12345").unwrap();
        assert_eq!(read(&path, 5).unwrap(), b"12345");
        assert!(matches!(
            read(&path, 4),
            Err(InputError::TooLarge { limit: 4, .. })
        ));
        let endless = bounded(io::repeat(0), "endless".to_owned(), 1000).unwrap_err();
        assert_eq!(
            endless.to_string(),
            "endless is too large: it has more than 1,000 bytes, the most that is read"
        );
        assert_eq!(size(16 << 20), "16 MiB");
    }

    #[test]
    fn only_files_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let error = read(folder.path(), 5).unwrap_err();
        assert!(matches!(
            error,
            InputError::NotAFile {
                kind: "a directory",
                ..
            }
        ));
        let error = read(&folder.path().join("no"), 5).unwrap_err();
        assert!(matches!(error, InputError::Missing { .. }));
    }
}
