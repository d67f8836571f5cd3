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
pub(super) struct Inputs(Vec<(&'static str, PathBuf)>);

impl Inputs {
    /// Files with what each is: "the puzzle". Those that are none are left out.
    pub(super) fn of<'a>(
        files: impl IntoIterator<Item = (&'static str, Option<&'a PathBuf>)>,
    ) -> Self {
        let files = files.into_iter();
        let named = files.filter_map(|(what, path)| Some((what, path?.clone())));
        Self(named.collect())
    }

    /// Adds a file.
    pub(super) fn add(&mut self, what: &'static str, path: &Path) {
        self.0.push((what, path.to_owned()));
    }

    /// What the file at a path is read as, if it is one of these.
    fn find(&self, path: &Path) -> Option<&'static str> {
        let output = Identity::of(path)?;
        let mut inputs = self.0.iter();
        inputs
            .find(|(_, input)| {
                // Stdin may be a file; the system has a name for it.
                let stdin = Path::new("/dev/stdin");
                let input = if is_stdin(input) { stdin } else { input };
                Identity::of(input).is_some_and(|input| input == output)
            })
            .map(|(what, _)| *what)
    }
}

/// What tells two files apart, whatever paths lead to them.
#[derive(Debug, PartialEq, Eq)]
enum Identity {
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
        let folder = match path.parent()? {
            none if none.as_os_str().is_empty() => Path::new("."),
            folder => folder,
        };
        let folder = fs::canonicalize(folder).ok()?;
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
