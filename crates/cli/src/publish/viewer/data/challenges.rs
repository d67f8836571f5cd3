//! Challenges with their hints.

use std::collections::HashSet;

use tilewright_geometry::BoardCell;

use super::super::posed::{Hint, PlayableChallenge};
use super::super::texts::Texts;
use super::pieces::PlacementNumbers;
use crate::publish::interchange::table::{Record, Value, record};

/// The challenges, and the techniques to which their steps refer by index.
pub(super) fn challenges(
    posed: &[PlayableChallenge],
    numbers: &PlacementNumbers,
) -> (Vec<Record>, Vec<&'static str>) {
    let mut techniques = Vec::new();
    let challenges = posed.iter().map(|posed| {
        let solution = posed.solution.as_deref();
        let hints = posed.hints.iter();
        record! {
            givens: numbers.sorted(&posed.givens),
            right?: solution
                .map(|all| hashed_solution(&numbers.sorted(all), numbers.placements)),
            steps: hints.map(|hint| step(hint, &mut techniques, numbers)).collect::<Value>(),
        }
    });
    (challenges.collect(), techniques)
}

/// The data of a hint; adds its technique if it is new.
fn step(hint: &Hint, techniques: &mut Vec<&'static str>, numbers: &PlacementNumbers) -> Record {
    let named = Texts::of_technique(hint.technique);
    let known = techniques.iter().position(|name| *name == named);
    let technique = known.unwrap_or_else(|| {
        techniques.push(named);
        techniques.len() - 1
    });
    let cells = |cells: &[BoardCell]| cells.iter().map(|cell| cell.index()).collect::<Value>();
    let stages = hint.stages.iter().map(|stage| {
        let example = stage.example.as_ref();
        record! {
            text: &stage.text,
            marks: cells(&stage.cells),
            example?: example.map(|(option, _)| numbers.number(*option)),
            seen?: example.map(|(_, seen)| cells(seen).unless_empty()),
        }
    });
    record! {
        by: technique,
        stages: stages.collect::<Value>(),
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

    /// Computes FNV-1a independently of `hash`. Checks this computation against a test value of FNV's
    /// authors, and `hash` against the computation.
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
