//! Replaces files atomically, and classifies the paths to write to.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use tempfile::NamedTempFile;

use crate::support::file_access::{Access, create_new};
use crate::support::input::kind;
use crate::support::label::shown;

/// What a path leads to: it decides how output is written there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Destination {
    /// The program's own stdout.
    Stdout,
    /// A pipe, a device, or a file that another program opened for this one. It is appended to.
    Stream,
    /// A regular file, or no file yet. It is replaced.
    File,
}

/// The paths that mean stdout. Stdout may be redirected to a file that other programs write to as well.
const STDOUT: [&str; 4] = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

/// The pauses between attempts while another program has the file open; half a second in total.
const PAUSES: [Duration; 6] = [
    Duration::from_millis(2),
    Duration::from_millis(8),
    Duration::from_millis(30),
    Duration::from_millis(60),
    Duration::from_millis(150),
    Duration::from_millis(250),
];

/// Classifies a path to write to.
///
/// # Errors
///
/// If the path is a directory, or a link to a file. Links are not followed, since the user may not know the
/// target. Only links in `/dev` and `/proc` are followed, since they name files that are already open.
pub(crate) fn destination(path: &Path) -> io::Result<Destination> {
    if STDOUT.iter().any(|name| path == Path::new(name)) {
        return Ok(Destination::Stdout);
    }
    let Ok(itself) = fs::symlink_metadata(path) else {
        // There is no file yet. It will be created, or creating it will fail with the reason.
        return Ok(Destination::File);
    };
    let refused = |why: String| Err(io::Error::other(why));
    if !itself.is_symlink() {
        return match itself.file_type() {
            found if found.is_file() => Ok(Destination::File),
            found if found.is_dir() => refused(format!("it is {}", kind(found))),
            _ => Ok(Destination::Stream),
        };
    }
    let is_open = path.starts_with("/dev") || path.starts_with("/proc");
    match fs::metadata(path) {
        Ok(behind) if behind.is_dir() => refused(format!("it is {}", kind(behind.file_type()))),
        Ok(behind) if is_open || !behind.is_file() => Ok(Destination::Stream),
        _ => {
            let to = fs::read_link(path)?;
            refused(format!(
                "it is a link to {}; name that file itself, or remove the link",
                shown(&to)
            ))
        }
    }
}

/// Opens a pipe, a device or an already open file (a [`Destination::Stream`]), to append to it.
pub(crate) fn open_stream(path: &Path) -> io::Result<File> {
    File::options().append(true).open(path)
}

/// Checks before long work that [`replace`] can write a file: creates its temporary file, and removes it at once.
/// Pipes and devices are not checked, since opening them has effects.
///
/// # Errors
///
/// The errors of [`destination`]; I/O errors, where a missing folder is named.
pub(crate) fn check_writable(path: &Path) -> io::Result<()> {
    if destination(path)? != Destination::File {
        return Ok(());
    }
    match new_file_in(folder_of(path), Access::As(path)) {
        Ok(aside) => aside.close(),
        // A file may be writable in a folder that is not.
        Err(_) if File::options().append(true).open(path).is_ok() => Ok(()),
        Err(error) => Err(error),
    }
}

/// Checks before long work that a folder can be created, or written to if it exists.
///
/// # Errors
///
/// I/O errors.
#[cfg(feature = "cli")]
pub(crate) fn check_folder(folder: &Path) -> io::Result<()> {
    let mut known = folder.ancestors();
    let known = known.find(|path| fs::symlink_metadata(path).is_ok());
    let known = known.filter(|path| !path.as_os_str().is_empty());
    let file = known.unwrap_or(Path::new(".")).join("file");
    new_file_in(folder_of(&file), Access::As(&file))?.close()
}

/// Replaces a file atomically with the output of `write`: at every point in time the path leads to
/// the whole old file or the whole new one. The new file has the permissions of the old one.
///
/// A pipe or a device is written to directly. For a regular file, a temporary file in the same
/// directory is written first, with a new name: `.tilewright-`, six characters and `.new`. If the
/// process is killed meanwhile, that file remains.
///
/// # Errors
///
/// The errors of `write` and [`destination`], and I/O errors (converted to `E`). After an error the
/// old file is unchanged, and the temporary file is removed.
pub(crate) fn replace<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), E> {
    replace_for(Access::As(path), path, write)
}

/// Replaces a file atomically, as [`replace`] does. The new file has the permissions of `model`, if
/// that file exists: only users who can read the model can read the new file.
///
/// # Errors
///
/// As [`replace`].
#[cfg(not(target_family = "wasm"))]
pub(crate) fn replace_like<E: From<io::Error>>(
    path: &Path,
    model: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), E> {
    replace_for(Access::As(model), path, write)
}

/// Replaces a file that contains a secret atomically, as [`replace`] does. Only the file's owner
/// can read the new file.
///
/// # Errors
///
/// As [`replace`].
#[cfg(feature = "cli")]
pub(crate) fn replace_secret(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace_for(Access::Owner, path, |out| out.write_all(bytes))
}

fn replace_for<E: From<io::Error>>(
    access: Access<'_>,
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), E> {
    match destination(path)? {
        Destination::Stdout => {
            let mut writer = BufWriter::new(io::stdout().lock());
            write(&mut writer)?;
            return Ok(writer.flush()?);
        }
        Destination::Stream => {
            let mut writer = BufWriter::new(open_stream(path)?);
            write(&mut writer)?;
            return Ok(writer.flush()?);
        }
        Destination::File => {}
    }
    let mut aside = new_file_in(folder_of(path), access)?;
    fill(aside.as_file_mut(), write)?;
    put_in_place(aside, path)?;
    sync_folder_of(path);
    Ok(())
}

/// Renames a completely written file to its final name.
fn put_in_place(aside: NamedTempFile, path: &Path) -> io::Result<()> {
    let mut aside = aside.into_temp_path();
    rename(&aside, path)?;
    aside.disable_cleanup(true);
    Ok(())
}

/// Replaces a file that can be computed again. Readers always see a whole file, but a power failure
/// may damage it.
///
/// # Errors
///
/// I/O errors.
pub(crate) fn replace_soon(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut aside = new_file_in(folder_of(path), Access::As(path))?;
    aside.write_all(bytes)?;
    put_in_place(aside, path)
}

/// Replaces a file atomically. The temporary file is `aside`, a path that only the caller uses: if
/// a killed run left a file there, it is overwritten.
///
/// # Errors
///
/// The errors of `write`, and I/O errors. After an error the old file is unchanged, and `aside` is removed.
pub(crate) fn replace_by_way_of(
    path: &Path,
    aside: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut file = create(aside, Access::As(path))?;
    if let Err(error) = fill(&mut file, write).and_then(|()| rename(aside, path)) {
        // The error of `write` is returned, not an error of removing the file.
        let _ = fs::remove_file(aside);
        return Err(error);
    }
    sync_folder_of(path);
    Ok(())
}

/// Renames a file over another one. Windows refuses this while another program has the other file open, such
/// as another run of this program or a virus scanner. Therefore it is tried several times.
fn rename(from: &Path, to: &Path) -> io::Result<()> {
    let mut renamed = fs::rename(from, to);
    if cfg!(windows) {
        for pause in PAUSES {
            match &renamed {
                Err(error) if error.kind() == io::ErrorKind::PermissionDenied => sleep(pause),
                _ => break,
            }
            renamed = fs::rename(from, to);
        }
    }
    renamed
}

/// Creates a file with a new random name.
fn new_file_in(folder: &Path, access: Access<'_>) -> io::Result<NamedTempFile> {
    let mut new = tempfile::Builder::new();
    new.prefix(".tilewright-").suffix(".new");
    let made = new.make_in(folder, |path| create_new(path, access));
    made.map_err(|error| match fs::metadata(folder) {
        Err(missing) if missing.kind() == io::ErrorKind::NotFound => io::Error::new(
            io::ErrorKind::NotFound,
            format!("there is no folder {}", shown(folder)),
        ),
        Ok(found) if !found.is_dir() => {
            io::Error::other(format!("{} is not a folder", shown(folder)))
        }
        _ if error.kind() == io::ErrorKind::PermissionDenied => io::Error::new(
            io::ErrorKind::PermissionDenied,
            format!("you may not write in the folder {}", shown(folder)),
        ),
        _ => error,
    })
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Syncs the directory, so that the file's name survives a power failure. Not every system supports this.
fn sync_folder_of(path: &Path) {
    if let Ok(folder) = File::open(folder_of(path)) {
        let _ = folder.sync_all();
    }
}

/// Creates a file that no other process has open. Never creates the target of a link.
fn create(path: &Path, access: Access<'_>) -> io::Result<File> {
    if fs::symlink_metadata(path).is_ok_and(|found| found.is_file()) {
        fs::remove_file(path)?;
    }
    create_new(path, access).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            io::Error::other(format!("{} exists; remove it", shown(path)))
        }
        _ => error,
    })
}

/// Writes a file and syncs it.
fn fill<E: From<io::Error>>(
    file: &mut File,
    write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), E> {
    let mut writer = BufWriter::with_capacity(1 << 16, file);
    write(&mut writer)?;
    let file = writer
        .into_inner()
        .map_err(io::IntoInnerError::into_error)?;
    Ok(file.sync_all()?)
}

#[cfg(test)]
mod tests;
