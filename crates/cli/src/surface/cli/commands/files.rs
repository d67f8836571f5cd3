//! Files that hold a part of the answer each: their names, and how they are written.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use anyhow::{Context, anyhow};

use super::target::{Inputs, Target, marked};
use crate::support::atomic_write;
use crate::support::label::shown;
use crate::surface::cli::failure::Failure;

/// A file to be written.
pub(super) struct OutputFile {
    /// The index of what it holds, a sheet or a plate.
    pub(super) index: usize,
    pub(super) path: PathBuf,
    pub(super) bytes: Vec<u8>,
}

/// Writes files, each whole or not at all; none of them if one may not be written.
pub(super) fn write(files: &[OutputFile], inputs: &Rc<Inputs>) -> Result<(), Failure> {
    write_beside(None, files, inputs)
}

/// The same where another file is to be written too, which is none of them.
pub(super) fn write_beside(
    other: Option<&Target>,
    files: &[OutputFile],
    inputs: &Rc<Inputs>,
) -> Result<(), Failure> {
    let targets = files.iter().map(|file| Target::new(&file.path, inputs));
    let targets: Vec<Target> = targets.collect::<Result<_, _>>()?;
    refuse_twice(targets.iter().chain(other))?;
    for (target, OutputFile { bytes, .. }) in targets.iter().zip(files) {
        let path = target.path();
        atomic_write::replace(path, |out| out.write_all(bytes))
            .with_context(|| format!("cannot write {}", shown(path)))?;
    }
    Ok(())
}

/// Refuses files of which two are the same one, by whatever paths.
fn refuse_twice<'t>(targets: impl IntoIterator<Item = &'t Target>) -> Result<(), Failure> {
    let mut known = BTreeSet::new();
    for target in targets {
        if !known.insert(target.identity()) {
            let path = shown(target.path());
            return Err(anyhow!("{path} would be written twice: leave out one of them").into());
        }
    }
    Ok(())
}

/// The files that are asked for, each with the format that its name ends in, if all of them may be
/// written.
pub(super) fn outputs<'a, F: Copy>(
    paths: &'a [PathBuf],
    formats: &[(&str, F)],
    inputs: &Rc<Inputs>,
) -> Result<Vec<(&'a PathBuf, F)>, Failure> {
    let outputs = paths.iter().map(|path| Ok((path, format(path, formats)?)));
    let outputs: Vec<(&PathBuf, F)> = outputs.collect::<Result<_, Failure>>()?;
    let targets = outputs.iter().map(|(path, _)| Target::new(path, inputs));
    refuse_twice(&targets.collect::<Result<Vec<_>, _>>()?)?;
    Ok(outputs)
}

/// The format that the ending of a name asks for, one of those with their endings.
fn format<F: Copy>(path: &Path, formats: &[(&str, F)]) -> Result<F, Failure> {
    let ending = path
        .extension()
        .unwrap_or_default()
        .to_string_lossy()
        .to_lowercase();
    let found = formats.iter().find(|(known, _)| *known == ending);
    found.map(|(_, format)| *format).ok_or_else(|| {
        let endings: Vec<String> = formats
            .iter()
            .map(|(known, _)| format!(".{known}"))
            .collect();
        anyhow!(
            "{}: the name must end in {}, which says what to write",
            shown(path),
            endings.join(" or ")
        )
        .into()
    })
}

/// The name of the file of a sheet or plate: numbered from 1 if there are several.
pub(super) fn numbered(path: &Path, index: usize, count: usize) -> PathBuf {
    match count {
        1 => path.to_owned(),
        _ => marked(path, &(index + 1).to_string()),
    }
}

/// The names of files of things with these names: what is no letter or digit is left out of them,
/// and no two differ in the size of letters only.
pub(super) fn named<'a>(path: &Path, names: impl IntoIterator<Item = &'a str>) -> Vec<PathBuf> {
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let mut free = |name: &str| {
        let plain = |c: char| if c.is_alphanumeric() { c } else { '_' };
        let plain: String = name.chars().map(plain).collect();
        let others = (2..).map(|number| format!("{plain}-{number}"));
        let mut candidates = std::iter::once(plain.clone()).chain(others);
        candidates
            .find(|name| taken.insert(name.to_lowercase()))
            .unwrap_or(plain)
    };
    names
        .into_iter()
        .map(|name| marked(path, &free(name)))
        .collect()
}

/// A number to three digits after the point.
pub(super) fn thousandths(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_files_have_one_name() {
        let found = named(Path::new("out/p.stl"), ["A", "a", "x/y", "É"]);
        let found: Vec<_> = found.iter().map(|path| path.to_string_lossy()).collect();
        assert_eq!(
            found,
            [
                "out/p-A.stl",
                "out/p-a-2.stl",
                "out/p-x_y.stl",
                "out/p-É.stl"
            ]
        );
        assert_eq!(numbered(Path::new("p.svg"), 0, 2), Path::new("p-1.svg"));
        assert_eq!(numbered(Path::new("p.svg"), 0, 1), Path::new("p.svg"));
    }
}
