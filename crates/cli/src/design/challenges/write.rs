//! Writing a file of challenges.

use std::path::{Component, MAIN_SEPARATOR, Path, PathBuf};

use itertools::Itertools;
use tilewright_dlx::OptionId;

use super::{Challenge, Level, fingerprint};
use crate::cover::Instance;
use crate::puzzle::Part;

/// Challenges as a text that [`ChallengeFile`](super::ChallengeFile) reads.
#[derive(Debug, Clone, Copy)]
pub struct ChallengeText<'a> {
    /// What the file is called.
    pub title: &'a str,
    /// The puzzle's path, from the folder of the file.
    pub puzzle_path: &'a Path,
    /// The parts of its file that the challenges name by index, with their matrices. The only one is
    /// named once, above all challenges; of several, each is named by the challenges themselves.
    pub parts: &'a [(Part<'a>, &'a Instance)],
    /// What the challenges were mined with.
    pub seed: Option<u64>,
    /// The challenges.
    pub challenges: &'a [Challenge],
}

impl ChallengeText<'_> {
    /// The text, in RON.
    ///
    /// # Panics
    ///
    /// A challenge is of none of the parts.
    pub fn ron(&self) -> String {
        let mut text = format!("(\n    title: {:?},\n", self.title);
        text += &format!("    puzzle: {:?},\n", slashed(self.puzzle_path));
        let named = self
            .parts
            .iter()
            .map(|(part, instance)| named(*part, instance));
        let named: Vec<Vec<String>> = named.collect();
        let (above, within) = match &*named {
            [only] => (only.as_slice(), &[][..]),
            several => (&[][..], several),
        };
        text.extend(above.iter().map(|line| format!("    {line}\n")));
        if let Some(seed) = self.seed {
            text += &format!("    seed: {seed},\n");
        }
        text += "    challenges: [\n";
        for challenge in self.challenges {
            let puzzle = within.get(challenge.puzzle).map_or(&[][..], Vec::as_slice);
            text += &self.challenge(challenge, puzzle);
        }
        text += "    ],\n)\n";
        text
    }

    /// An entry; `puzzle` are the lines that name its puzzle.
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
        if let Some(grade) = challenge.grade {
            text += &format!("            grade: {grade:?},\n");
        }
        if let Some(rating) = challenge.rating {
            // With a point, as RON writes what is no whole number.
            text += &format!("            rating: {rating:?},\n");
        }
        if let Some(Level { number, tier }) = &challenge.level {
            text += &format!("            level: {number},\n");
            if let Some(tier) = tier {
                text += &format!("            tier: {tier:?},\n");
            }
        }
        text += "        ),\n";
        text
    }
}

/// The lines that name a part of a file.
fn named(part: Part<'_>, instance: &Instance) -> Vec<String> {
    let name = match part {
        Part::Whole => None,
        Part::Case(case) => Some(format!("case: {case:?},")),
        Part::Goal(goal) => Some(format!("goal: {goal:?},")),
    };
    let fingerprint = format!("fingerprint: {:?},", fingerprint(instance));
    name.into_iter().chain([fingerprint]).collect()
}

/// An option as an entry of `givens:`.
pub fn given_as_ron(instance: &Instance, option: OptionId) -> String {
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

/// A path as a file names it: it is read on any system, so it is written with slashes.
pub(super) fn slashed(path: &Path) -> String {
    let path: PathBuf = path.components().collect();
    path.to_string_lossy().replace(MAIN_SEPARATOR, "/")
}

/// The path of a file from a folder; absolute if there is none.
///
/// Both are taken from the current folder and read as they stand: links are not
/// followed, unless a path goes up (`..`), which only the system can tell where.
///
/// # Errors
///
/// There is no current folder, or a path that goes up leads nowhere.
pub fn path_from(folder: &Path, file: &Path) -> std::io::Result<PathBuf> {
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

/// A path from the root that does not go up.
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

    /// The folder above has a file's folder beside it, whatever that is called.
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
