//! A lock that prevents two processes from changing the same file, such as a checkpoint or a puzzle
//! that is edited.
//!
//! The file itself is replaced by renaming. Therefore a second file next to it is locked, which
//! contains the name of the process with the lock. The system releases the lock when that process
//! ends for any reason, so a killed process does not block others.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};
use sysinfo::System;
use thiserror::Error;

/// The largest number of bytes read from a lock file. A typical lock file has about 100.
const LONGEST: u64 = 4096;

/// The number of attempts to take the lock while another process has not yet written its name, or
/// has just removed the file.
const ATTEMPTS: u32 = 50;

/// The time that a process has to write its name after it has taken the lock.
const SETTLE: Duration = Duration::from_millis(50);

const PAUSE: Duration = Duration::from_millis(10);

/// Why a file cannot be locked.
#[derive(Debug, Error)]
pub(crate) enum LockError {
    /// Another process has the lock; the name is `None` if the lock file does not contain it.
    #[error("{}", taken(.0.as_ref()))]
    Taken(Option<Holder>),
    /// The file at the lock file's path is not a lock file.
    #[error("{} exists, but is not a lock of this program", .0.display())]
    Foreign(PathBuf),
    /// An I/O error, such as a missing permission.
    #[error("cannot lock {}", .path.display())]
    System {
        path: PathBuf,
        /// The cause, as reported by the system.
        source: io::Error,
    },
}

/// The process that has a lock, as described in the lock file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Holder {
    #[serde(rename = "tilewright_lock_of_process")]
    pid: u32,
    host: String,
    since: String,
}

impl Holder {
    fn this_process() -> Self {
        Self {
            pid: std::process::id(),
            host: System::host_name().unwrap_or_else(|| "this host".to_owned()),
            since: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
        }
    }

    /// Reads the contents of a lock file; `None` if the file is not a lock file.
    fn parse(bytes: &[u8]) -> Option<Self> {
        let holder: Self = serde_json::from_slice(bytes).ok()?;
        // Reject control characters, because the name may be printed on a terminal.
        let plain = |text: &str| !text.chars().any(char::is_control);
        (plain(&holder.host) && plain(&holder.since)).then_some(holder)
    }
}

/// A lock held by this process. Dropping it removes the lock file.
#[derive(Debug)]
pub(crate) struct FileLock {
    path: PathBuf,
    _file: File,
}

impl Drop for FileLock {
    fn drop(&mut self) {
        // The file is removed before the lock is released, so no other process has locked it yet. If
        // removing it fails, the file does no harm.
        let _ = fs::remove_file(&self.path);
    }
}

impl FileLock {
    /// Takes the lock with the lock file at `path`.
    ///
    /// # Errors
    ///
    /// [`LockError`] if another process has it, if another file is in its place, or for an I/O error.
    pub(crate) fn acquire(path: &Path) -> Result<Self, LockError> {
        let system = |source| LockError::System {
            path: path.to_owned(),
            source,
        };
        for _ in 0..ATTEMPTS {
            match fs::symlink_metadata(path) {
                Ok(there) if !there.is_file() => return Err(foreign(path)),
                _ => {}
            }
            let mut file = File::options()
                .read(true)
                .write(true)
                .create(true)
                .truncate(false)
                .open(path)
                .map_err(system)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    // Until the process with the lock has written its name, the file may still contain
                    // an earlier one.
                    sleep(SETTLE);
                    let found = read(&mut file).unwrap_or_default();
                    if let Some(holder) = Holder::parse(&found) {
                        return Err(LockError::Taken(Some(holder)));
                    }
                    sleep(PAUSE);
                    continue;
                }
                Err(TryLockError::Error(error)) => return Err(system(error)),
            }
            if !is_at(&file, path) {
                // The process with the lock removed the file after it was opened here.
                continue;
            }
            let found = read(&mut file).map_err(system)?;
            if !found.is_empty() && Holder::parse(&found).is_none() {
                return Err(foreign(path));
            }
            write(&mut file).map_err(system)?;
            return Ok(Self {
                path: path.to_owned(),
                _file: file,
            });
        }
        Err(LockError::Taken(None))
    }
}

/// A message that another process has the lock, with the name of that process if it is known.
fn taken(holder: Option<&Holder>) -> String {
    match holder {
        Some(Holder { pid, host, since }) => {
            format!("process {pid} on {host} has it open since {since}")
        }
        None => "another process has it open".to_owned(),
    }
}

fn foreign(path: &Path) -> LockError {
    LockError::Foreign(path.to_owned())
}

fn read(file: &mut File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.take(LONGEST).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Writes the id and host of this process, and the time, in a single call.
fn write(file: &mut File) -> io::Result<()> {
    let mut line = serde_json::to_vec(&Holder::this_process())?;
    line.push(b'\n');
    file.set_len(0)?;
    file.rewind()?;
    file.write_all(&line)
}

/// Whether the open file is still the one at this path.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (file.metadata(), fs::symlink_metadata(path)) {
        (Ok(file), Ok(found)) => (file.dev(), file.ino()) == (found.dev(), found.ino()),
        _ => false,
    }
}

/// Whether the open file is still the one at this path.
#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_is_taken_once_and_names_its_holder() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ck.lock");
        let lock = FileLock::acquire(&path).unwrap();
        let said = FileLock::acquire(&path).unwrap_err().to_string();
        let expected = format!("process {} on ", std::process::id());
        assert!(said.starts_with(&expected), "{said}");
        assert!(said.contains(" has it open since 2"), "{said}");
        drop(lock);
        assert!(!path.exists());
        FileLock::acquire(&path).unwrap();
    }

    #[test]
    fn the_lock_file_of_a_killed_process_blocks_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ck.lock");
        for left in [serde_json::to_vec(&Holder::this_process()).unwrap(), vec![]] {
            fs::write(&path, left).unwrap();
            FileLock::acquire(&path).unwrap();
        }
    }

    #[test]
    fn another_file_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("Cargo.lock");
        for content in ["version = 4\n", "{\"tilewright_lock_of_process\":7}"] {
            fs::write(&path, content).unwrap();
            let refused = FileLock::acquire(&path).unwrap_err();
            assert!(matches!(refused, LockError::Foreign(_)));
            assert_eq!(fs::read_to_string(&path).unwrap(), content);
        }
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        let refused = FileLock::acquire(&path).unwrap_err();
        assert!(matches!(refused, LockError::Foreign(_)));
    }

    /// Checks that no two of many threads have the lock at the same time, and that no file remains.
    #[test]
    fn no_two_have_a_lock_at_once() {
        use std::sync::atomic::{AtomicU32, Ordering};
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ck.lock");
        let (inside, taken) = (AtomicU32::new(0), AtomicU32::new(0));
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..200 {
                        let Ok(_lock) = FileLock::acquire(&path) else {
                            continue;
                        };
                        assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
                        taken.fetch_add(1, Ordering::SeqCst);
                        inside.fetch_sub(1, Ordering::SeqCst);
                    }
                });
            }
        });
        assert!(taken.load(Ordering::SeqCst) > 0);
        assert!(!path.exists());
    }
}
