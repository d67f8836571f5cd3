//! Checks the files that a command is to write. A command may not overwrite a file that it also reads, and may not
//! write through a link. Each file must be writable.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::support::atomic_write;
use crate::support::input::is_stdin;
use crate::support::label::shown;
use crate::surface::cli::failure::Failure;

/// The files that the output of a command must not overwrite: those that it reads, and those that it keeps, such
/// as a checkpoint.
#[derive(Debug, Clone, Default)]
pub(super) struct Inputs {
    files: Vec<(&'static str, PathBuf)>,
    /// Folders whose files are all inputs.
    folders: Vec<(&'static str, PathBuf)>,
}

impl Inputs {
    /// Files, each with its description such as "the puzzle". A file without a path is left out.
    pub(super) fn of<'a>(
        files: impl IntoIterator<Item = (&'static str, Option<&'a PathBuf>)>,
    ) -> Self {
        let files = files.into_iter();
        let named = files.filter_map(|(what, path)| Some((what, path?.clone())));
        Self {
            files: named.collect(),
            folders: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, what: &'static str, path: &Path) {
        self.files.push((what, path.to_owned()));
    }

    pub(super) fn add_folder(&mut self, what: &'static str, path: &Path) {
        self.folders.push((what, path.to_owned()));
    }

    /// The description of the input file at this path; `None` if the path does not lead to an input.
    fn find(&self, path: &Path) -> Option<&'static str> {
        let is_at =
            |own: &Path, other: &FileIdentity| FileIdentity::of(own).as_ref() == Some(other);
        let output = FileIdentity::of(path)?;
        let mut files = self.files.iter();
        let file = files.find(|(_, input)| {
            // The output may be the file from which stdin is redirected. On Unix, `/dev/stdin` leads
            // to that file.
            let stdin = Path::new("/dev/stdin");
            is_at(if is_stdin(input) { stdin } else { input }, &output)
        });
        let in_folder = || {
            let folder = FileIdentity::of(folder_of(path)?)?;
            let mut folders = self.folders.iter();
            folders.find(|(_, own)| is_at(own, &folder))
        };
        file.or_else(in_folder).map(|(what, _)| *what)
    }
}

/// The folder of a path; `None` for a path without a file name.
fn folder_of(path: &Path) -> Option<&Path> {
    let folder = path.parent()?;
    let is_here = folder.as_os_str().is_empty();
    Some(if is_here { Path::new(".") } else { folder })
}

/// The identity of a file. It is the same for all paths that lead to the file.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum FileIdentity {
    /// The device and the inode.
    #[cfg(unix)]
    Node(u64, u64),
    /// A path without symbolic links. All its components exist, except perhaps the last.
    Path(PathBuf),
}

impl FileIdentity {
    /// The identity of the file at a path, or of the file that would be created there. `None` if
    /// its folder does not exist.
    fn of(path: &Path) -> Option<Self> {
        #[cfg(unix)]
        if let Ok(found) = fs::metadata(path) {
            use std::os::unix::fs::MetadataExt;
            return Some(Self::Node(found.dev(), found.ino()));
        }
        if let Ok(path) = fs::canonicalize(path) {
            return Some(Self::Path(path));
        }
        let folder = fs::canonicalize(folder_of(path)?).ok()?;
        Some(Self::Path(folder.join(path.file_name()?)))
    }
}

/// A path that may be written to. It is not an input of the command, and not a link to a file.
#[derive(Debug, Clone)]
pub(super) struct OutputTarget {
    path: PathBuf,
    inputs: Inputs,
}

impl OutputTarget {
    /// Checks a path to write to: against the inputs, and whether a file can be written there. A
    /// command makes this check before its work begins.
    ///
    /// # Errors
    ///
    /// The path is one of the inputs, a link to a file, or a folder; or the system refuses to write
    /// there.
    pub(super) fn new(path: &Path, inputs: &Inputs) -> Result<Self, Failure> {
        let target = Self::allowed(path, inputs)?;
        atomic_write::check_writable(path)
            .with_context(|| format!("cannot write {}", shown(path)))?;
        Ok(target)
    }

    /// Checks that a path is no input, no link to a file and no folder, but not whether a file can
    /// be written there.
    fn allowed(path: &Path, inputs: &Inputs) -> Result<Self, Failure> {
        // Writing to devices and pipes overwrites nothing.
        let is_file = atomic_write::destination(path)
            .with_context(|| format!("cannot write {}", shown(path)))?
            == atomic_write::Destination::File;
        if is_file && let Some(what) = inputs.find(path) {
            refuse!(
                "cannot write {}: that is {what}; name another file",
                shown(path)
            );
        }
        Ok(Self {
            path: path.to_owned(),
            inputs: inputs.clone(),
        })
    }

    /// As [`new`](Self::new), for an output whose path is optional. `None` without a path.
    pub(super) fn of(path: Option<&PathBuf>, inputs: &Inputs) -> Result<Option<Self>, Failure> {
        path.map(|path| Self::new(path, inputs)).transpose()
    }

    /// Checks another path against the same inputs, but not whether a file can be written there.
    pub(super) fn another(&self, path: &Path) -> Result<Self, Failure> {
        Self::allowed(path, &self.inputs)
    }

    /// The file in the same folder whose name has this mark before the extension: `sheet-2.png`.
    pub(super) fn marked(&self, mark: &str) -> Result<Self, Failure> {
        self.another(&marked(&self.path, mark))
    }

    /// Whether the path is a name of stdout, such as `-`.
    pub(super) fn is_stdout(&self) -> bool {
        atomic_write::destination(&self.path)
            .is_ok_and(|is| is == atomic_write::Destination::Stdout)
    }

    /// The identity of the file. If the path leads nowhere, the path itself.
    pub(super) fn identity(&self) -> FileIdentity {
        FileIdentity::of(&self.path).unwrap_or_else(|| FileIdentity::Path(self.path.clone()))
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

/// The name `sheet.png` with the mark `2` becomes `sheet-2.png`.
pub(super) fn marked(path: &Path, mark: &str) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{mark}"));
    if let Some(ending) = path.extension() {
        name.push(".");
        name.push(ending);
    }
    path.with_file_name(name)
}
