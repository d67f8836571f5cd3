//! Files that are there whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Replaces a file by what `write` writes, so that at any moment either the
/// old or the new one is there, whole.
///
/// What is no file, a pipe or a device, is written to as it is. Of a link, the
/// file it leads to is replaced.
///
/// # Errors
///
/// Those of `write`; or the system's, by way of `E`. The old file is then
/// still there, and nothing else is.
pub(crate) fn replace<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), E> {
    let there = fs::metadata(path).ok();
    if there.as_ref().is_some_and(|there| !there.is_file()) {
        let mut writer = BufWriter::new(File::options().write(true).open(path)?);
        write(&mut writer)?;
        return Ok(writer.flush()?);
    }
    let path = match there {
        Some(_) => fs::canonicalize(path)?,
        None => path.to_owned(),
    };
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    let aside = path.with_file_name(name);
    let file = File::create(&aside)?;
    if let Err(error) = fill(file, write).and_then(|()| Ok(fs::rename(&aside, &path)?)) {
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
}
