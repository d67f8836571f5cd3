//! The challenges with their hints.

use std::collections::HashSet;

use serde::Serialize;
use tilewright_geometry::BoardCell;

use super::super::posed::{Hint, PlayableChallenge};
use super::super::texts::Texts;
use super::pieces::Numbers;
use crate::reason::deduction::Stage;

/// A challenge.
#[derive(Debug, Serialize)]
pub(super) struct Challenge<'a> {
    givens: Vec<u32>,
    /// The solution as [`hashed_solution`] has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    right: Option<Vec<u32>>,
    steps: Vec<ChallengeStep<'a>>,
}

/// A step of a challenge.
#[derive(Debug, Serialize)]
struct ChallengeStep<'a> {
    /// The technique, by its number.
    by: usize,
    stages: Vec<StageData<'a>>,
    placed: u32,
}

/// A stage of the hint that leads to it.
#[derive(Debug, Serialize)]
struct StageData<'a> {
    text: &'a str,
    /// The cells that it is about.
    marks: Vec<usize>,
    /// A placement that fails, and the cells where that is seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    example: Option<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    seen: Vec<usize>,
}

/// The challenges, and the techniques that their steps name by number.
pub(super) fn challenges<'a>(
    posed: &'a [PlayableChallenge],
    numbers: &Numbers,
) -> (Vec<Challenge<'a>>, Vec<&'static str>) {
    let mut techniques = Vec::new();
    let challenges = posed
        .iter()
        .map(|posed| Challenge {
            givens: numbers.sorted(&posed.givens),
            right: posed
                .solution
                .as_deref()
                .map(|all| hashed_solution(&numbers.sorted(all), numbers.placements)),
            steps: posed
                .hints
                .iter()
                .map(|hint| told(hint, &mut techniques, numbers))
                .collect(),
        })
        .collect();
    (challenges, techniques)
}

/// A hint as the page is told of it.
fn told<'a>(
    hint: &'a Hint,
    techniques: &mut Vec<&'static str>,
    numbers: &Numbers,
) -> ChallengeStep<'a> {
    let named = Texts::of_technique(hint.technique);
    let known = techniques.iter().position(|name| *name == named);
    let technique = known.unwrap_or_else(|| {
        techniques.push(named);
        techniques.len() - 1
    });
    let cells = |cells: &[BoardCell]| cells.iter().map(|cell| cell.index()).collect();
    let stage = |stage: &'a Stage| StageData {
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

/// A solution of which one sees whether a placement is in it, and not at a glance which are: a salt,
/// and the hashes of its placements. No other of the `all` placements has one of these hashes.
///
/// This keeps nobody from trying all placements; it keeps from reading on by accident.
fn hashed_solution(solution: &[u32], all: u32) -> Vec<u32> {
    let mut salt = 0;
    loop {
        let hashes: Vec<u32> = solution.iter().map(|number| hash(salt, *number)).collect();
        let wanted: HashSet<u32> = hashes.iter().copied().collect();
        let found = (0..all).filter(|number| wanted.contains(&hash(salt, *number)));
        if found.count() == solution.len() {
            return [&[salt], &*hashes].concat();
        }
        salt += 1;
    }
}

/// FNV-1a of 32 bits over the bytes of a salt and a placement, the lowest first.
fn hash(salt: u32, placement: u32) -> u32 {
    let bytes = [salt, placement].map(u32::to_le_bytes);
    let step = |hash: u32, byte: &u8| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
    bytes.iter().flatten().fold(0x811c_9dc5, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values of the algorithm's authors, for a text of as many bytes.
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
    fn placements_of_a_solution_are_told_apart_from_all_others() {
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
