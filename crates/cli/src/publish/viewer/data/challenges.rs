//! Challenges with their hints.

use std::collections::HashSet;

use serde::Serialize;
use tilewright_geometry::BoardCell;

use super::super::posed::{Hint, PlayableChallenge};
use super::super::texts::Texts;
use super::pieces::PlacementNumbers;
use crate::reason::deduction::HintStage;

#[derive(Debug, Serialize)]
pub(super) struct PageChallenge<'a> {
    givens: Vec<u32>,
    /// The hashes of the solution's placements: see [`hashed_solution`].
    #[serde(skip_serializing_if = "Option::is_none")]
    right: Option<Vec<u32>>,
    steps: Vec<ChallengeStep<'a>>,
}

/// A step towards the solution.
#[derive(Debug, Serialize)]
struct ChallengeStep<'a> {
    /// The index of the technique that finds the step.
    by: usize,
    stages: Vec<PageStage<'a>>,
    placed: u32,
}

/// One stage of the hint for a step: its text, and the cells to mark.
#[derive(Debug, Serialize)]
struct PageStage<'a> {
    text: &'a str,
    /// The cells to be marked.
    marks: Vec<usize>,
    /// A placement that fails, drawn as an example. `seen` contains the cells that show why it fails.
    #[serde(skip_serializing_if = "Option::is_none")]
    example: Option<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    seen: Vec<usize>,
}

/// The challenges, and the techniques to which their steps refer by index.
pub(super) fn challenges<'a>(
    posed: &'a [PlayableChallenge],
    numbers: &PlacementNumbers,
) -> (Vec<PageChallenge<'a>>, Vec<&'static str>) {
    let mut techniques = Vec::new();
    let challenges = posed
        .iter()
        .map(|posed| PageChallenge {
            givens: numbers.sorted(&posed.givens),
            right: posed
                .solution
                .as_deref()
                .map(|all| hashed_solution(&numbers.sorted(all), numbers.placements)),
            steps: posed
                .hints
                .iter()
                .map(|hint| step_data(hint, &mut techniques, numbers))
                .collect(),
        })
        .collect();
    (challenges, techniques)
}

/// The data of a hint; adds its technique if it is new.
fn step_data<'a>(
    hint: &'a Hint,
    techniques: &mut Vec<&'static str>,
    numbers: &PlacementNumbers,
) -> ChallengeStep<'a> {
    let named = Texts::of_technique(hint.technique);
    let known = techniques.iter().position(|name| *name == named);
    let technique = known.unwrap_or_else(|| {
        techniques.push(named);
        techniques.len() - 1
    });
    let cells = |cells: &[BoardCell]| cells.iter().map(|cell| cell.index()).collect();
    let stage = |stage: &'a HintStage| PageStage {
        text: &stage.text,
        marks: cells(&stage.cells),
        example: stage
            .example
            .as_ref()
            .map(|(option, _)| numbers.number(*option)),
        seen: stage
            .example
            .as_ref()
            .map_or_else(Vec::new, |(_, seen)| cells(seen)),
    };
    ChallengeStep {
        by: technique,
        stages: hint.stages.iter().map(stage).collect(),
        placed: numbers.number(hint.placed),
    }
}

/// A solution as hashes: a salt, then the hash of each placement. A script can check whether a placement
/// belongs to the solution. The salt is chosen so that none of the other placements, out of `all`, has one of
/// these hashes.
///
/// The hashes keep a reader of the page's source from seeing the solution by accident. They do not stop
/// anyone from trying all placements.
fn hashed_solution(solution: &[u32], all: u32) -> Vec<u32> {
    let mut salt = 0;
    loop {
        let hashes: Vec<u32> = solution.iter().map(|number| hash(salt, *number)).collect();
        let in_solution: HashSet<u32> = hashes.iter().copied().collect();
        let found = (0..all).filter(|number| in_solution.contains(&hash(salt, *number)));
        if found.count() == solution.len() {
            return [&[salt], &*hashes].concat();
        }
        salt += 1;
    }
}

/// FNV-1a (32 bits) over the bytes of a salt and a placement, little-endian.
fn hash(salt: u32, placement: u32) -> u32 {
    let bytes = [salt, placement].map(u32::to_le_bytes);
    let step = |hash: u32, byte: &u8| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
    bytes.iter().flatten().fold(0x811c_9dc5, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks a copy of the hash against a test value of FNV's authors, and `hash` against the copy.
    #[test]
    fn hashes_are_those_of_the_algorithm() {
        let known = u32::from_le_bytes(*b"foob");
        let step = |hash: u32, byte: &u8| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
        let foobar = b"foobar".iter().fold(0x811c_9dc5, step);
        assert_eq!(foobar, 0xbf9c_f968);
        let padded = b"foobar\0\0".iter().fold(0x811c_9dc5, step);
        assert_eq!(hash(known, u32::from_le_bytes(*b"ar\0\0")), padded);
    }

    #[test]
    fn hashes_identify_the_placements_of_a_solution() {
        let solution = [3, 500, 1999];
        let hashed = hashed_solution(&solution, 60_000);
        let [salt, hashes @ ..] = &*hashed else {
            panic!("there is no salt");
        };
        let found: Vec<u32> = (0..60_000)
            .filter(|number| hashes.contains(&hash(*salt, *number)))
            .collect();
        assert_eq!(found, solution);
    }
}
