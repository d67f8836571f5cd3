//! The permissions of a new file: those of the file that it replaces.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::Path;

/// The users who may read and write a new file.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Access<'a> {
    /// The same users as for the file at this path, or the system's default if there is no such file.
    As(&'a Path),
    /// Only the file's owner.
    #[cfg(feature = "cli")]
    Owner,
}

/// Creates a file that does not exist yet. Other users cannot read it before its permissions are set.
///
/// # Errors
///
/// I/O errors.
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

/// Copies the permissions of another file, and its group and owner if this user may set them.
#[cfg(unix)]
fn take_permissions(file: &File, model: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};

    let mut mode = model.mode() & 0o777;
    let own = file.metadata()?;
    if own.gid() != model.gid() && fchown(file, None, Some(model.gid())).is_err() {
        // The group could not be set, so the file has another group. That group only gets the
        // permissions that all users have.
        mode = (mode & 0o707) | ((mode & 0o007) << 3);
    }
    if own.uid() != model.uid() {
        // Only the superuser can give a file away; otherwise the file belongs to this user.
        let _ = fchown(file, Some(model.uid()), None);
    }
    file.set_permissions(fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "as where there are permissions")]
fn take_permissions(_: &File, _: &Metadata) -> io::Result<()> {
    Ok(())
}
