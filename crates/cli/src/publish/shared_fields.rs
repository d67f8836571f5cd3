//! Fields that book files and theme files have in common: colours, and pictures in separate files.

use std::path::{Path, PathBuf};

use crate::picture::drawing::Photo;
use crate::puzzle::{Color, ColorError, Diagnostic, Node};
use crate::support::input;
use crate::support::label::shown;

pub(super) struct NamedPicture {
    pub(super) path: PathBuf,
    pub(super) bytes: Vec<u8>,
    pub(super) photo: Photo,
}

/// Reads the picture file that a field names, of at most `most` bytes. `what` names it in messages, for
/// example "a logo".
pub(super) fn read_picture(
    node: Node<'_>,
    file: &Path,
    most: u64,
    what: &str,
) -> Result<NamedPicture, Diagnostic> {
    let path = read_path(node, file)?;
    let refused = |why: String| {
        node.error(why).help(format!(
            "{what} must be a PNG or a JPEG; its path starts in the folder of this file"
        ))
    };
    let bytes = input::read(&path, most).map_err(|error| refused(error.to_string()))?;
    match Photo::read(&bytes) {
        Ok(photo) => Ok(NamedPicture { path, bytes, photo }),
        Err(error) => Err(refused(format!(
            "cannot use the picture {}: {error}",
            shown(&path)
        ))),
    }
}

/// Reads a path relative to the folder of a file.
pub(super) fn read_path(node: Node<'_>, file: &Path) -> Result<PathBuf, Diagnostic> {
    let name: String = node.read()?;
    Ok(file.parent().unwrap_or(Path::new("")).join(name))
}

/// Reads a colour such as `#2a9d3a`.
pub(super) fn read_color(node: Node<'_>) -> Result<Color, Diagnostic> {
    let text: String = node.read()?;
    text.parse()
        .map_err(|error: ColorError| node.error(error.to_string()))
}
