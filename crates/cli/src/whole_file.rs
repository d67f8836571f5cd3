//! Files that are there whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Replaces a file by what `write` writes, so that at any moment either the
/// old or the new one is there, whole.
///
/// # Errors
///
/// Those of `write`; or the system's, by way of `E`.
pub(crate) fn replace<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), E> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    let aside = path.with_file_name(name);
    let mut writer = BufWriter::with_capacity(1 << 16, File::create(&aside)?);
    write(&mut writer)?;
    let file = writer
        .into_inner()
        .map_err(io::IntoInnerError::into_error)?;
    file.sync_all()?;
    drop(file);
    fs::rename(&aside, path)?;
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
