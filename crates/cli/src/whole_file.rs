//! Files that are there whole or not at all, and what a path to write to stands for.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::input::kind;
use crate::label::shown;

/// What a path to write to stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Destination {
    /// The program's own stdout.
    Stdout,
    /// A pipe or a device, or what another program has opened for this one: it is written to as it
    /// is, after what it holds.
    Stream,
    /// A file, or nothing yet: it is replaced.
    File,
}

/// The names of stdout. What it leads to may be a file that others write to as well.
const STDOUT: [&str; 3] = ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

/// What a path to write to stands for.
///
/// # Errors
///
/// It is a folder, or a link to a file, which is never written through: whoever names the link may
/// not know what lies behind. The links of `/dev` and `/proc` are the system's names of what is
/// open already, and go.
pub(crate) fn destination(path: &Path) -> io::Result<Destination> {
    if STDOUT.iter().any(|name| path == Path::new(name)) {
        return Ok(Destination::Stdout);
    }
    let Ok(itself) = fs::symlink_metadata(path) else {
        // It is made, or making it fails and says why.
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

/// Opens what is written to as it is.
pub(crate) fn open_stream(path: &Path) -> io::Result<File> {
    File::options().append(true).open(path)
}

/// The file that is written before it takes the place of another: `list.txt.new`.
pub(crate) fn aside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    path.with_file_name(name)
}

/// Replaces a file by what `write` writes, so that at any moment either the
/// old or the new one is there, whole.
///
/// What is no file, a pipe or a device, is written to as it is. The new file is
/// written beside the old one, under a name that ends in `.new`; a file of that
/// name is taken for what a killed run has left, and removed.
///
/// # Errors
///
/// Those of `write`; those of [`destination`]; or the system's, by way of `E`.
/// The old file is then still there, and nothing else is.
pub(crate) fn replace<E: From<io::Error>>(
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
    let aside = aside(path);
    let file = create(&aside)?;
    if let Err(error) = fill(file, write).and_then(|()| Ok(fs::rename(&aside, path)?)) {
        // That it cannot be removed is the lesser trouble.
        let _ = fs::remove_file(&aside);
        return Err(error);
    }
    // The folder holds the name; not every system can sync one.
    if let Some(folder) = path.parent()
        && let Ok(folder) = File::open(if folder.as_os_str().is_empty() {
            Path::new(".")
        } else {
            folder
        })
    {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// Makes a file anew that nobody else has open: never through a link.
fn create(path: &Path) -> io::Result<File> {
    if fs::symlink_metadata(path).is_ok_and(|found| found.is_file()) {
        fs::remove_file(path)?;
    }
    File::create_new(path).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => io::Error::other(format!("{} is in the way", shown(path))),
        _ => error,
    })
}

/// Writes a file and brings it to the disk.
fn fill<E: From<io::Error>>(
    file: File,
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
mod tests {
    use super::*;

    #[test]
    fn a_failure_leaves_the_old_file_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("picture.svg");
        fs::write(&path, "old").unwrap();
        let failed = replace(&path, |out| {
            out.write_all(b"half of the new")?;
            Err::<(), _>(io::Error::other("no more"))
        });
        assert!(failed.is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        replace(&path, |out| out.write_all(b"new")).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    }

    #[cfg(unix)]
    #[test]
    fn nothing_is_written_through_a_link() {
        use std::os::unix::fs::symlink;

        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("precious"), "old").unwrap();
        symlink("precious", at("link")).unwrap();
        symlink("nothing", at("dangling")).unwrap();
        for (link, to) in [("link", "precious"), ("dangling", "nothing")] {
            let error = replace(&at(link), |out| out.write_all(b"new")).unwrap_err();
            let wanted = format!("it is a link to {to}; name that file itself, or remove the link");
            assert_eq!(error.to_string(), wanted);
        }
        // Nor through what is written first.
        symlink("precious", at("picture.new")).unwrap();
        assert!(replace(&at("picture"), |out| out.write_all(b"new")).is_err());
        assert_eq!(fs::read_to_string(at("precious")).unwrap(), "old");
        assert!(!at("nothing").exists());
        // What a killed run has left is no obstacle.
        fs::remove_file(at("picture.new")).unwrap();
        fs::write(at("picture.new"), "half").unwrap();
        replace(&at("picture"), |out| out.write_all(b"new")).unwrap();
        assert_eq!(fs::read_to_string(at("picture")).unwrap(), "new");
        assert!(!at("picture.new").exists());
    }

    #[cfg(unix)]
    #[test]
    fn devices_and_folders_are_known() {
        use Destination::{File, Stdout, Stream};

        let of = |path: &str| destination(Path::new(path)).unwrap();
        assert_eq!(of("/dev/null"), Stream);
        assert_eq!(of("/dev/stdout"), Stdout);
        assert_eq!(of("/dev/fd/1"), Stdout);
        assert_eq!(of("no/such/folder/file"), File);
        let error = destination(Path::new("/")).unwrap_err();
        assert_eq!(error.to_string(), "it is a directory");
    }
}
