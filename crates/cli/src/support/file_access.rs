//! Who may read and write a new file: those who may the one that it replaces.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::Path;

/// Who may read and write a file that is put in the place of another one.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Access<'a> {
    /// Those who may the file at this path, if there is one; else those who may any new file.
    As(&'a Path),
    /// Its owner alone.
    #[cfg(feature = "cli")]
    Owner,
}

/// Makes a file that is not there yet. It is readable by others only once it is known which others.
///
/// # Errors
///
/// The system's.
pub(crate) fn create_new(path: &Path, access: Access<'_>) -> io::Result<File> {
    let model = match access {
        #[cfg(feature = "cli")]
        Access::Owner => return create_private(path),
        Access::As(model) => fs::symlink_metadata(model).ok().filter(Metadata::is_file),
    };
    let Some(model) = model else {
        return File::create_new(path);
    };
    let file = create_private(path)?;
    take_permissions(&file, &model)?;
    Ok(file)
}

#[cfg(unix)]
fn create_private(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;

    let mut new = File::options();
    new.write(true).create_new(true).mode(0o600).open(path)
}

#[cfg(not(unix))]
fn create_private(path: &Path) -> io::Result<File> {
    File::create_new(path)
}

/// Gives a file the permissions of another one, and its group and owner as far as this user may.
#[cfg(unix)]
fn take_permissions(file: &File, model: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};

    let mut mode = model.mode() & 0o777;
    let own = file.metadata()?;
    if own.gid() != model.gid() && fchown(file, None, Some(model.gid())).is_err() {
        // The group is another one: it may do what everybody may.
        mode = (mode & 0o707) | ((mode & 0o007) << 3);
    }
    if own.uid() != model.uid() {
        // Only the superuser gives files away; for others the file becomes their own.
        let _ = fchown(file, Some(model.uid()), None);
    }
    file.set_permissions(fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "as where there are permissions")]
fn take_permissions(_: &File, _: &Metadata) -> io::Result<()> {
    Ok(())
}
