//! Files that are there whole or not at all, and what a path to write to stands for.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use tempfile::NamedTempFile;

use crate::support::file_access::{Access, create_new};
use crate::support::input::kind;
use crate::support::label::shown;

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
const STDOUT: [&str; 4] = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

/// How long to wait for who has a file open, time after time; half a second in all.
const PAUSES: [Duration; 6] = [
    Duration::from_millis(2),
    Duration::from_millis(8),
    Duration::from_millis(30),
    Duration::from_millis(60),
    Duration::from_millis(150),
    Duration::from_millis(250),
];

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

/// Replaces a file by what `write` writes, so that at any moment either the
/// old or the new one is there, whole. The new one has the permissions of the old one.
///
/// What is no file, a pipe or a device, is written to as it is. The new file is
/// written beside the old one, under a name that no file has: `.tilewright-`, six characters and
/// `.new`. A run that is killed while it writes leaves it there.
///
/// # Errors
///
/// Those of `write`; those of [`destination`]; or the system's, by way of `E`.
/// The old file is then still there, and nothing else is.
pub(crate) fn replace<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), E> {
    replace_for(Access::As(path), path, write)
}

/// The same with the permissions of another file, if that is there: what holds its text is read by nobody else.
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

/// The same for a file with a secret, which its owner alone may read.
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

/// Gives a file that was written aside the name that it is to have.
fn put_in_place(aside: NamedTempFile, path: &Path) -> io::Result<()> {
    let mut aside = aside.into_temp_path();
    rename(&aside, path)?;
    aside.disable_cleanup(true);
    Ok(())
}

/// Replaces a file that can be made again, so that it is seen whole; a power cut may leave it damaged.
///
/// # Errors
///
/// The system's.
pub(crate) fn replace_soon(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut aside = new_file_in(folder_of(path), Access::As(path))?;
    aside.write_all(bytes)?;
    put_in_place(aside, path)
}

/// Replaces a file by way of another one, which is the caller's own, so that a run that goes on
/// from one that was killed leaves nothing of it. A file of that name is written over.
///
/// # Errors
///
/// Those of `write` or the system's. The old file is then still there, and nothing else is.
pub(crate) fn replace_by_way_of(
    path: &Path,
    aside: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut file = create(aside, Access::As(path))?;
    if let Err(error) = fill(&mut file, write).and_then(|()| rename(aside, path)) {
        // That it cannot be removed is the lesser trouble.
        let _ = fs::remove_file(aside);
        return Err(error);
    }
    sync_folder_of(path);
    Ok(())
}

/// Renames a file over another one. Windows refuses that as long as another program has the file open,
/// be it another run that replaces it or one that looks for viruses: mostly it ends soon.
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

/// A file with a name that no file has.
fn new_file_in(folder: &Path, access: Access<'_>) -> io::Result<NamedTempFile> {
    let mut new = tempfile::Builder::new();
    new.prefix(".tilewright-").suffix(".new");
    new.make_in(folder, |path| create_new(path, access))
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Brings the name of a file to the disk, which its folder holds; not every system can sync one.
fn sync_folder_of(path: &Path) {
    if let Ok(folder) = File::open(folder_of(path)) {
        let _ = folder.sync_all();
    }
}

/// Makes a file anew that nobody else has open: never through a link.
fn create(path: &Path, access: Access<'_>) -> io::Result<File> {
    if fs::symlink_metadata(path).is_ok_and(|found| found.is_file()) {
        fs::remove_file(path)?;
    }
    create_new(path, access).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => io::Error::other(format!("{} is in the way", shown(path))),
        _ => error,
    })
}

/// Writes a file and brings it to the disk.
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
        // Nor through what is written first, where it has a name of the caller's.
        symlink("precious", at("ck.new")).unwrap();
        let write = |out: &mut dyn Write| out.write_all(b"new");
        assert!(replace_by_way_of(&at("ck"), &at("ck.new"), write).is_err());
        assert_eq!(fs::read_to_string(at("precious")).unwrap(), "old");
        assert!(!at("nothing").exists());
        // What a killed run has left is no obstacle.
        fs::remove_file(at("ck.new")).unwrap();
        fs::write(at("ck.new"), "half").unwrap();
        replace_by_way_of(&at("ck"), &at("ck.new"), write).unwrap();
        assert_eq!(fs::read_to_string(at("ck")).unwrap(), "new");
        assert!(!at("ck.new").exists());
    }

    /// A file beside the one that is written is somebody's, whatever its name.
    #[test]
    fn no_other_file_is_touched() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let others = ["picture.svg.new", ".tilewright-.new", "picture.svg.lock"];
        for name in others {
            fs::write(at(name), name).unwrap();
        }
        replace(&at("picture.svg"), |out| out.write_all(b"new")).unwrap();
        for name in others {
            assert_eq!(fs::read_to_string(at(name)).unwrap(), name);
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4);
    }

    #[cfg(unix)]
    #[test]
    fn a_file_has_the_permissions_of_any_new_one() {
        use std::os::unix::fs::PermissionsExt;

        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("any"), "new").unwrap();
        replace(&at("ours"), |out| out.write_all(b"new")).unwrap();
        let mode = |name: &str| fs::metadata(at(name)).unwrap().permissions().mode();
        assert_eq!(mode("ours"), mode("any"));
        let error = replace(&at("nowhere/ours"), |out| out.write_all(b"new")).unwrap_err();
        assert_eq!(
            error.to_string(),
            fs::read(at("nowhere")).unwrap_err().to_string()
        );
    }

    /// Whichever way a file is replaced; an old one that nobody else may read is never readable.
    #[cfg(unix)]
    #[test]
    fn a_replaced_file_keeps_its_permissions() {
        use std::os::unix::fs::PermissionsExt;

        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let mode = |name: &str| fs::metadata(at(name)).unwrap().permissions().mode() & 0o777;
        for wanted in [0o600, 0o640, 0o664, 0o444] {
            let _ = fs::remove_file(at("ours"));
            fs::write(at("ours"), "old").unwrap();
            fs::set_permissions(at("ours"), fs::Permissions::from_mode(wanted)).unwrap();
            let write = |out: &mut dyn Write| {
                // While it is written, nobody has more than in the end.
                for entry in fs::read_dir(folder.path())? {
                    let found = entry?.metadata()?.permissions().mode();
                    assert_eq!(found & 0o777 & !wanted, 0);
                }
                out.write_all(b"new")
            };
            replace(&at("ours"), write).unwrap();
            assert_eq!(mode("ours"), wanted);
            replace_soon(&at("ours"), b"soon").unwrap();
            assert_eq!(mode("ours"), wanted);
            replace_by_way_of(&at("ours"), &at("ours.new"), write).unwrap();
            assert_eq!(mode("ours"), wanted);
            replace_like(&at("like"), &at("ours"), |out| out.write_all(b"new")).unwrap();
            assert_eq!(mode("like"), wanted);
            fs::remove_file(at("like")).unwrap();
        }
    }

    #[cfg(all(unix, feature = "cli"))]
    #[test]
    fn a_secret_is_its_owners() {
        use std::os::unix::fs::PermissionsExt;

        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("secret");
        replace_secret(&path, b"new").unwrap();
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }

    #[cfg(unix)]
    #[test]
    fn devices_and_folders_are_known() {
        use Destination::{File, Stdout, Stream};

        let of = |path: &str| destination(Path::new(path)).unwrap();
        assert_eq!(of("/dev/null"), Stream);
        assert_eq!(of("/dev/stdout"), Stdout);
        assert_eq!(of("/dev/fd/1"), Stdout);
        assert_eq!(of("-"), Stdout);
        assert_eq!(of("./-"), File);
        assert_eq!(of("no/such/folder/file"), File);
        let error = destination(Path::new("/")).unwrap_err();
        assert_eq!(error.to_string(), "it is a directory");
    }
}
