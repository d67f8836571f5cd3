//! Writes a file of challenges.

use std::path::{Component, MAIN_SEPARATOR, Path, PathBuf};

use itertools::Itertools;
use tilewright_dlx::OptionId;

use super::{Challenge, ProgressionLevel, fingerprint};
use crate::cover::Instance;
use crate::puzzle::PuzzlePart;
use crate::reason::deduction::Grade;

/// Challenges as text that [`ChallengeFile`](super::ChallengeFile) reads.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ChallengeText<'a> {
    pub title: &'a str,
    /// The path to the puzzle file, relative to the folder of the file of challenges.
    pub puzzle_path: &'a Path,
    /// The parts of the puzzle file: the whole puzzle, a case or a goal, each with its exact cover
    /// problem. Challenges refer to them by index. A single part is named once, above all
    /// challenges; of several parts, each challenge names its own.
    pub parts: &'a [(PuzzlePart<'a>, &'a Instance)],
    /// The seed of the run that mined the challenges.
    pub seed: Option<u64>,
    pub challenges: &'a [Challenge],
}

impl ChallengeText<'_> {
    /// The content of the file, in RON.
    ///
    /// # Panics
    ///
    /// A challenge has an index beyond the parts.
    pub(crate) fn ron(&self) -> String {
        let named = self
            .parts
            .iter()
            .map(|(part, instance)| named(*part, instance));
        let named: Vec<Vec<String>> = named.collect();
        let (above, within) = match &*named {
            [only] => (only.as_slice(), &[][..]),
            several => (&[][..], several),
        };
        let mut text = heading(self.title, self.puzzle_path, above, self.seed);
        for challenge in self.challenges {
            let puzzle = within.get(challenge.puzzle).map_or(&[][..], Vec::as_slice);
            text += &self.challenge(challenge, puzzle);
        }
        text += "    ],\n)\n";
        text
    }

    /// The entry of a challenge. `puzzle` contains the lines that name the puzzle of the challenge.
    fn challenge(&self, challenge: &Challenge, puzzle: &[String]) -> String {
        let mut text = format!("        (\n            id: {:?},\n", challenge.id);
        text.extend(puzzle.iter().map(|line| format!("            {line}\n")));
        let (_, instance) = self.parts[challenge.puzzle];
        if challenge.givens.is_empty() {
            text += "            givens: [],\n";
        } else {
            text += "            givens: [\n";
            for given in &challenge.givens {
                let given = given_as_ron(instance, *given);
                text += &format!("                {given},\n");
            }
            text += "            ],\n";
        }
        text += &difficulty(challenge.grade, challenge.rating);
        if let Some(ProgressionLevel { number, tier }) = &challenge.level {
            text += &format!("            level: {number},\n");
            if let Some(tier) = tier {
                text += &format!("            tier: {tier:?},\n");
            }
        }
        text += "        ),\n";
        text
    }
}

/// The fields of a file before those of its challenges or cards. `lines` say which part of the
/// puzzle is meant.
pub(super) fn heading(
    title: &str,
    puzzle_path: &Path,
    lines: &[String],
    seed: Option<u64>,
) -> String {
    let mut text = format!("(\n    title: {title:?},\n");
    text += &format!("    puzzle: {:?},\n", slashed(puzzle_path));
    text.extend(lines.iter().map(|line| format!("    {line}\n")));
    if let Some(seed) = seed {
        text += &format!("    seed: {seed},\n");
    }
    text + "    challenges: [\n"
}

/// The fields of an entry that say how hard it is.
pub(super) fn difficulty(grade: Option<Grade>, rating: Option<f64>) -> String {
    let grade = grade.map(|grade| format!("            grade: {grade:?},\n"));
    // `{:?}` writes a decimal point, which RON requires in floats.
    let rating = rating.map(|rating| format!("            rating: {rating:?},\n"));
    grade.into_iter().chain(rating).collect()
}

/// The fields of an entry that name a part of a puzzle file: the whole puzzle, a case or a goal.
fn named(part: PuzzlePart<'_>, instance: &Instance) -> Vec<String> {
    let name = match part {
        PuzzlePart::Whole => None,
        PuzzlePart::Case(case) => Some(format!("case: {case:?},")),
        PuzzlePart::Goal(goal) => Some(format!("goal: {goal:?},")),
    };
    let fingerprint = format!("fingerprint: {:?},", fingerprint(instance));
    name.into_iter().chain([fingerprint]).collect()
}

/// An option as an entry of `givens:`.
pub(crate) fn given_as_ron(instance: &Instance, option: OptionId) -> String {
    let puzzle = instance.puzzle();
    let meaning = instance.meaning(option);
    let name = &puzzle.piece(meaning.piece).name;
    let cells = meaning.placement.cells.iter();
    let cells = cells
        .map(|cell| puzzle.lattice.coordinates(puzzle.board.cell(*cell)))
        .map(|numbers| format!("({})", numbers.iter().join(", ")))
        .join(", ");
    format!("(piece: {name:?}, cells: Cells([{cells}]))")
}

/// A path with slashes, so that it can be read on any system.
fn slashed(path: &Path) -> String {
    let path: PathBuf = path.components().collect();
    path.to_string_lossy().replace(MAIN_SEPARATOR, "/")
}

/// The path that leads from a folder to a file; absolute if the two share no root.
///
/// `folder` and `file` are relative to the current folder. Symbolic links are not followed, unless
/// a path contains `..`, which only the system can resolve.
///
/// # Errors
///
/// There is no current folder, or a path with `..` leads nowhere.
pub(crate) fn path_from(folder: &Path, file: &Path) -> std::io::Result<PathBuf> {
    let folder = absolute(if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    })?;
    let file = absolute(file)?;
    let shared = folder
        .components()
        .zip(file.components())
        .take_while(|(a, b)| a == b)
        .count();
    if shared == 0 {
        return Ok(file);
    }
    let up = folder
        .components()
        .skip(shared)
        .map(|_| Component::ParentDir);
    Ok(up.chain(file.components().skip(shared)).collect())
}

/// Makes a path absolute and free of `..`.
fn absolute(path: &Path) -> std::io::Result<PathBuf> {
    let path = std::path::absolute(path)?;
    if path.components().any(|part| part == Component::ParentDir) {
        return path.canonicalize();
    }
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks folders with `..`. From the parent folder, the path must contain the names of the
    /// folders below it.
    #[test]
    fn paths_that_go_up_lead_from_one_folder_to_another() {
        let from = |folder: &str| path_from(Path::new(folder), Path::new("src/lib.rs")).unwrap();
        assert_eq!(from("src/../src/puzzle"), Path::new("../lib.rs"));
        assert!(from("..").ends_with("cli/src/lib.rs"));
    }

    #[test]
    fn paths_lead_from_one_folder_to_another() {
        let from =
            |folder: &str, file: &str| path_from(Path::new(folder), Path::new(file)).unwrap();
        assert_eq!(from("", "puzzles/a.ron"), Path::new("puzzles/a.ron"));
        assert_eq!(
            from("out/deep", "puzzles/a.ron"),
            Path::new("../../puzzles/a.ron")
        );
        assert_eq!(from("puzzles", "puzzles/a.ron"), Path::new("a.ron"));
        assert_eq!(from("/x/y", "/x/z/a.ron"), Path::new("../z/a.ron"));
    }
}
