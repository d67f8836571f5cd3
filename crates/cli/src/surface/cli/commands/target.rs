//! What a command may write to: no file that it reads, and nothing behind a link.

use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use anyhow::{Context, anyhow};

use crate::support::atomic_write;
use crate::support::input::is_stdin;
use crate::support::label::shown;
use crate::surface::cli::failure::Failure;

/// The files that a command reads or keeps, which its output may not take the place of.
#[derive(Debug, Default)]
pub(super) struct Inputs {
    files: Vec<(&'static str, PathBuf)>,
    /// Folders of which every file is one.
    folders: Vec<(&'static str, PathBuf)>,
}

impl Inputs {
    /// Files with what each is: "the puzzle". Those that are none are left out.
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

    /// Adds a file.
    pub(super) fn add(&mut self, what: &'static str, path: &Path) {
        self.files.push((what, path.to_owned()));
    }

    /// Adds all files that lie in a folder.
    pub(super) fn add_folder(&mut self, what: &'static str, path: &Path) {
        self.folders.push((what, path.to_owned()));
    }

    /// What the file at a path is read as, if it is one of these.
    fn find(&self, path: &Path) -> Option<&'static str> {
        let is_at = |own: &Path, other: &Identity| Identity::of(own).as_ref() == Some(other);
        let output = Identity::of(path)?;
        let mut files = self.files.iter();
        let file = files.find(|(_, input)| {
            // Stdin may be a file; the system has a name for it.
            let stdin = Path::new("/dev/stdin");
            is_at(if is_stdin(input) { stdin } else { input }, &output)
        });
        let in_folder = || {
            let folder = Identity::of(folder_of(path)?)?;
            let mut folders = self.folders.iter();
            folders.find(|(_, own)| is_at(own, &folder))
        };
        file.or_else(in_folder).map(|(what, _)| *what)
    }
}

/// The folder of a file; none of a path that names none.
fn folder_of(path: &Path) -> Option<&Path> {
    let folder = path.parent()?;
    let is_here = folder.as_os_str().is_empty();
    Some(if is_here { Path::new(".") } else { folder })
}

/// What tells two files apart, whatever paths lead to them.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Identity {
    /// The device and the number of its node there.
    #[cfg(unix)]
    Node(u64, u64),
    /// A path without links, of which only the last part may be missing.
    Path(PathBuf),
}

impl Identity {
    /// Of the file at a path, or of the one that would be made there; none if there can be none.
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

/// A path that may be written to: it is none of the command's inputs, and no link.
#[derive(Debug, Clone)]
pub(super) struct Target {
    path: PathBuf,
    inputs: Rc<Inputs>,
}

impl Target {
    /// A path to write to, and the inputs to be spared.
    ///
    /// # Errors
    ///
    /// It is one of the inputs, a link to a file, or a folder.
    pub(super) fn new(path: &Path, inputs: &Rc<Inputs>) -> Result<Self, Failure> {
        // Devices and pipes take what is written without losing anything.
        let is_file = atomic_write::destination(path)
            .with_context(|| format!("cannot write {}", shown(path)))?
            == atomic_write::Destination::File;
        if is_file && let Some(what) = inputs.find(path) {
            return Err(anyhow!(
                "cannot write {}: that is {what}; name another file",
                shown(path)
            )
            .into());
        }
        Ok(Self {
            path: path.to_owned(),
            inputs: Rc::clone(inputs),
        })
    }

    /// The same, if there is a path.
    pub(super) fn of(path: Option<&PathBuf>, inputs: &Rc<Inputs>) -> Result<Option<Self>, Failure> {
        path.map(|path| Self::new(path, inputs)).transpose()
    }

    /// Another file beside this one, under the same conditions.
    pub(super) fn beside(&self, path: &Path) -> Result<Self, Failure> {
        Self::new(path, &self.inputs)
    }

    /// The file beside this one whose name has a mark: `sheet-2.png`.
    pub(super) fn marked(&self, mark: &str) -> Result<Self, Failure> {
        self.beside(&marked(&self.path, mark))
    }

    /// Whether it is stdout by one of its names.
    pub(super) fn is_stdout(&self) -> bool {
        atomic_write::destination(&self.path)
            .is_ok_and(|is| is == atomic_write::Destination::Stdout)
    }

    /// What tells the file from others; of a path that leads nowhere, the path.
    pub(super) fn identity(&self) -> Identity {
        Identity::of(&self.path).unwrap_or_else(|| Identity::Path(self.path.clone()))
    }

    /// The path.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

/// `sheet-2.png` for the mark `2` and `sheet.png`.
pub(super) fn marked(path: &Path, mark: &str) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{mark}"));
    if let Some(ending) = path.extension() {
        name.push(".");
        name.push(ending);
    }
    path.with_file_name(name)
}
