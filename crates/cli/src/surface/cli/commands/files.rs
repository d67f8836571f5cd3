//! Several output files of one command: makes their names and writes them.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};

use super::Output;
use super::target::{Inputs, OutputTarget, marked};
use crate::publish::interchange::table::Value;
use crate::support::atomic_write;
use crate::support::label::shown;
use crate::surface::cli::failure::Failure;

/// A file to be written for a sheet or plate.
pub(super) struct OutputFile {
    /// The index of the sheet or plate that the file contains.
    pub(super) index: usize,
    pub(super) path: PathBuf,
    pub(super) bytes: Vec<u8>,
}

/// The paths of the files with the sheet or plate of this index, as a value of the answer in JSON.
pub(super) fn files_of(files: &[OutputFile], index: usize) -> Value {
    let files = files.iter().filter(|file| file.index == index);
    files
        .map(|file| Value::display(file.path.display()))
        .collect()
}

/// Writes a line with the name of each file that was written for a sheet or plate.
pub(super) fn write_names(
    files: &[OutputFile],
    index: usize,
    out: &mut Output,
) -> Result<(), Failure> {
    for file in files.iter().filter(|file| file.index == index) {
        writeln!(out, "  wrote        {}", shown(&file.path))?;
    }
    Ok(())
}

/// Writes files, each as a whole or not at all. If one is refused, none is written.
pub(super) fn write(files: &[OutputFile], inputs: &Inputs) -> Result<(), Failure> {
    write_next_to(None, files, inputs)
}

/// As [`write`](fn@write), but also refuses a file that is the same as `other`, which the command
/// writes too.
pub(super) fn write_next_to(
    other: Option<&OutputTarget>,
    files: &[OutputFile],
    inputs: &Inputs,
) -> Result<(), Failure> {
    let targets = files
        .iter()
        .map(|file| OutputTarget::new(&file.path, inputs));
    let targets: Vec<OutputTarget> = targets.collect::<Result<_, _>>()?;
    refuse_twice(targets.iter().chain(other))?;
    for (target, OutputFile { bytes, .. }) in targets.iter().zip(files) {
        let path = target.path();
        atomic_write::replace(path, |out| out.write_all(bytes))
            .with_context(|| format!("cannot write {}", shown(path)))?;
    }
    Ok(())
}

/// Returns an error if a file is named twice, even by different paths.
fn refuse_twice<'t>(targets: impl IntoIterator<Item = &'t OutputTarget>) -> Result<(), Failure> {
    let mut known = BTreeSet::new();
    for target in targets {
        if !known.insert(target.identity()) {
            let path = shown(target.path());
            refuse!("{path} would be written twice: leave out one of them");
        }
    }
    Ok(())
}

/// The requested files, each with the format of its extension. Returns an error if one of them may
/// not be written.
pub(super) fn outputs<'a, F: Copy>(
    paths: &'a [PathBuf],
    formats: &[(&str, F)],
    inputs: &Inputs,
) -> Result<Vec<(&'a PathBuf, F)>, Failure> {
    let outputs = paths.iter().map(|path| Ok((path, format(path, formats)?)));
    let outputs: Vec<(&PathBuf, F)> = outputs.collect::<Result<_, Failure>>()?;
    let targets = outputs
        .iter()
        .map(|(path, _)| OutputTarget::new(path, inputs));
    refuse_twice(&targets.collect::<Result<Vec<_>, _>>()?)?;
    Ok(outputs)
}

/// The format in `formats` that belongs to the extension of a file name.
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
            "the name {} must end in {}, which chooses the format",
            shown(path),
            endings.join(" or ")
        )
        .into()
    })
}

/// The file name of a sheet or plate: numbered from 1 if there are several.
pub(super) fn numbered(path: &Path, index: usize, count: usize) -> PathBuf {
    match count {
        1 => path.to_owned(),
        _ => marked(path, &(index + 1).to_string()),
    }
}

/// File names for pieces with these names. Characters other than letters and digits become `_`. The
/// file names differ even if case is ignored.
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

/// A number rounded to three decimals.
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
