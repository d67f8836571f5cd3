//! The challenges with their hints.

use serde::Serialize;
use tilewright_geometry::BoardCell;

use super::super::posed::{Hint, PlayableChallenge};
use super::pieces::Numbers;
use crate::reason::deduction::Stage;

/// A challenge.
#[derive(Debug, Serialize)]
pub(super) struct Challenge<'a> {
    id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    grade: Option<&'a (String, f64)>,
    givens: Vec<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<Vec<u32>>,
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
) -> (Vec<Challenge<'a>>, Vec<&'a str>) {
    let mut techniques = Vec::new();
    let challenges = posed
        .iter()
        .map(|posed| Challenge {
            id: &posed.id,
            grade: posed.grade.as_ref(),
            givens: numbers.sorted(&posed.givens),
            solution: posed.solution.as_deref().map(|all| numbers.sorted(all)),
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
fn told<'a>(hint: &'a Hint, techniques: &mut Vec<&'a str>, numbers: &Numbers) -> ChallengeStep<'a> {
    let known = techniques.iter().position(|name| *name == hint.technique);
    let technique = known.unwrap_or_else(|| {
        techniques.push(&hint.technique);
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
