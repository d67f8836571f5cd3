//! Inputs: the bytes of a file or of stdin, up to a limit.
//!
//! All inputs are read here. Files must be regular files, since a device may be endless and a pipe
//! may block forever. On the command line `-` means stdin.

use std::fs::{self, File, FileType};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use thiserror::Error;

use crate::support::format::grouped;
use crate::support::label::shown;

/// The name of stdin on the command line.
const STDIN: &str = "-";

/// The name of stdin in messages.
pub(crate) const STDIN_NAME: &str = "<stdin>";

/// Whether stdin was already read; it can be read only once.
static STDIN_IS_READ: AtomicBool = AtomicBool::new(false);

/// Why an input could not be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum InputError {
    /// The file does not exist.
    #[error("cannot read {}: there is no such file{}", shown(path), did_you_mean(near.as_deref()))]
    Missing {
        /// The path as given.
        path: PathBuf,
        /// The path with `.ron` added, if that file exists.
        near: Option<PathBuf>,
    },
    /// The path is not that of a regular file.
    #[error(
        "cannot read {}: it is {kind}, not a file{}",
        shown(path),
        stdin_hint(kind)
    )]
    NotAFile {
        /// The path as given.
        path: PathBuf,
        /// The kind of file, such as "a pipe".
        kind: &'static str,
    },
    /// The file, or the data from stdin, is larger than the limit.
    #[error("{name} is too large: it has more than {}, the limit", size(*limit))]
    TooLarge {
        /// The path as given, or `<stdin>`.
        name: String,
        /// The limit in bytes.
        limit: u64,
    },
    /// The system cannot open or read the file, for example for lack of a permission.
    #[error("cannot read {name}: {}", reason(source))]
    System {
        /// The path as given, or `<stdin>`.
        name: String,
        /// The cause, as reported by the system.
        source: io::Error,
    },
    /// The command line names stdin twice.
    #[error("`-` is stdin, which can be read only once: replace one `-` by the name of a file")]
    StdinTwice,
}

/// A hint to use stdin if the kind is that of a pipe, which cannot be opened as a file; otherwise empty.
fn stdin_hint(kind: &str) -> &'static str {
    if kind == PIPE {
        "; to read from a pipe, write `-` and redirect stdin"
    } else {
        ""
    }
}

/// The path with `.ron` added to its name, if that file exists.
fn with_ending(path: &Path) -> Option<PathBuf> {
    let mut name = path.file_name()?.to_owned();
    name.push(".ron");
    let near = path.with_file_name(name);
    near.is_file().then_some(near)
}

fn did_you_mean(near: Option<&Path>) -> String {
    near.map_or_else(String::new, |near| {
        format!("; did you mean {}?", shown(near))
    })
}

const PIPE: &str = "a pipe";

/// Formats a limit: whole mebibytes as `16 MiB`, others as `1,000 bytes`.
fn size(bytes: u64) -> String {
    match bytes.trailing_zeros() {
        20.. if bytes > 0 => format!("{} MiB", grouped(bytes >> 20)),
        _ => format!("{} bytes", grouped(bytes)),
    }
}

/// The I/O error in plain words, without its number.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::PermissionDenied => "permission denied".into(),
        _ => error.to_string(),
    }
}

/// The kind of a file that is not a regular file, such as `a pipe`.
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

/// The kind of a file that is not a regular file, such as `a pipe`.
#[cfg(not(unix))]
pub(crate) fn kind(file_type: FileType) -> &'static str {
    if file_type.is_dir() {
        "a directory"
    } else {
        "a device"
    }
}

/// Whether a path on the command line means stdin.
pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == STDIN
}

/// The name of an input in messages.
pub(crate) fn name(path: &Path) -> String {
    if is_stdin(path) {
        STDIN_NAME.to_owned()
    } else {
        shown(path)
    }
}

/// Opens a regular file of at most `limit` bytes. If the file grows, at most one more byte is read,
/// to detect it.
///
/// # Errors
///
/// [`InputError`] if the file is missing, unreadable, not a regular file, or too large.
pub(crate) fn open(path: &Path, limit: u64) -> Result<impl Read, InputError> {
    let failed = |source: io::Error| match source.kind() {
        io::ErrorKind::NotFound => InputError::Missing {
            path: path.to_owned(),
            near: with_ending(path),
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
    // Check before opening: opening a pipe waits for a writer, and opening a device may have any
    // effect. Check after opening: another file may have replaced it.
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
pub(crate) fn read(path: &Path, limit: u64) -> Result<Vec<u8>, InputError> {
    bounded(open(path, limit)?, shown(path), limit)
}

/// Reads the file named on the command line, or stdin for `-`, at most `limit` bytes.
///
/// # Errors
///
/// As [`open()`]; also if stdin was already read.
pub(crate) fn read_named(path: &Path, limit: u64) -> Result<Vec<u8>, InputError> {
    if !is_stdin(path) {
        return read(path, limit);
    }
    if STDIN_IS_READ.swap(true, Ordering::Relaxed) {
        return Err(InputError::StdinTwice);
    }
    bounded(io::stdin().lock(), STDIN_NAME.to_owned(), limit)
}

/// All bytes of a reader, up to the limit.
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
            "endless is too large: it has more than 1,000 bytes, the limit"
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
