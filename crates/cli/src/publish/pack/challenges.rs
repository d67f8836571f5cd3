//! The challenges of a pack, with their hints.

use std::collections::BTreeMap;

use serde::Serialize;
use tilewright_dlx::OptionId;
use tilewright_geometry::BoardCell;

use super::{Placement, laid};
use crate::cover::Instance;
use crate::design::challenges::{Challenge, Level};
use crate::publish::viewer::{Hint, PlayableChallenge};
use crate::reason::deduction::{DeductionError, English, PlacementStatus, Rating, Stage, standing};
use crate::solve::search::Monitor;
use crate::support::label::Label;

/// A challenge to be packed.
#[derive(Debug, Clone)]
pub struct PackedChallenge {
    /// The index of its puzzle.
    pub puzzle: usize,
    /// What it is called, unique in the pack.
    pub id: Label,
    /// Its place in a progression.
    pub level: Option<Level>,
    /// Givens, rating and hints.
    pub posed: PlayableChallenge,
    /// A solution: the only one, or the first; none if the search for it was given up.
    pub solution: Option<Vec<OptionId>>,
    /// The names of the files with its picture and that of its solution, if there are any.
    pub pictures: Option<[String; 2]>,
}

impl PackedChallenge {
    /// Solves and rates a challenge of the puzzle with this index, and goes the way of a person.
    ///
    /// Cost: as [`PlayableChallenge::new`], and where there are several solutions another search for two.
    ///
    /// # Errors
    ///
    /// As [`PlayableChallenge::new`].
    pub fn new(
        puzzle: usize,
        instance: &Instance,
        challenge: &Challenge,
        monitor: &Monitor,
    ) -> Result<Self, DeductionError> {
        let posed = PlayableChallenge::new(instance, challenge, &English, monitor)?;
        Self::of_posed(puzzle, instance, challenge, posed, monitor)
    }

    /// A challenge that is posed already.
    ///
    /// # Errors
    ///
    /// [`DeductionError::Interrupted`].
    pub fn of_posed(
        puzzle: usize,
        instance: &Instance,
        challenge: &Challenge,
        posed: PlayableChallenge,
        monitor: &Monitor,
    ) -> Result<Self, DeductionError> {
        let solution = match &posed.solution {
            Some(solution) => Some(solution.clone()),
            None => match standing(instance, &challenge.givens, &[], monitor) {
                Ok(PlacementStatus::One(found) | PlacementStatus::Several(found)) => Some(found),
                Ok(_) | Err(DeductionError::Undecided { .. }) => None,
                Err(error) => return Err(error),
            },
        };
        Ok(Self {
            puzzle,
            id: challenge.id.clone(),
            level: challenge.level.clone(),
            posed,
            solution,
            pictures: None,
        })
    }

    /// Where it stands: the easiest first; what cannot be rated comes last.
    pub fn place(&self) -> (bool, u32) {
        self.posed
            .rating
            .map_or((true, 0), |rating| (false, rating.tenths()))
    }
}

/// A challenge as it is written.
#[derive(Serialize)]
pub(super) struct ChallengeData<'a> {
    number: usize,
    id: &'a str,
    puzzle: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tier: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    grade: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
    givens: Vec<Placement>,
    unique: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<Vec<Placement>>,
    hints: Vec<HintData<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution_picture: Option<&'a str>,
}

#[derive(Serialize)]
struct HintData<'a> {
    technique: String,
    stages: Vec<StageData<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    placement: Option<Placement>,
}

#[derive(Serialize)]
struct StageData<'a> {
    text: &'a str,
    cells: Vec<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    example: Option<Placement>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    seen: Vec<usize>,
}

/// A challenge as it is written.
pub(super) fn told<'a>(
    number: usize,
    challenge: &'a PackedChallenge,
    lying: &BTreeMap<OptionId, Placement>,
) -> ChallengeData<'a> {
    let PackedChallenge { posed, level, .. } = challenge;
    let rating = posed.rating;
    let pictures = challenge.pictures.as_ref();
    ChallengeData {
        number,
        id: &challenge.id,
        puzzle: challenge.puzzle,
        level: level.as_ref().map(|level| level.number.get()),
        tier: level.as_ref().and_then(|level| level.tier.as_deref()),
        grade: rating.map(|rating| rating.grade().to_string()),
        score: rating.map(Rating::score),
        givens: laid(lying, &posed.givens),
        unique: posed.solution.is_some(),
        solution: (challenge.solution.as_ref()).map(|solution| laid(lying, solution)),
        hints: posed.hints.iter().map(|hint| hinted(hint, lying)).collect(),
        picture: pictures.map(|[picture, _]| picture.as_str()),
        solution_picture: pictures.map(|[_, solution]| solution.as_str()),
    }
}

fn hinted<'a>(hint: &'a Hint, lying: &BTreeMap<OptionId, Placement>) -> HintData<'a> {
    let cells = |cells: &[BoardCell]| cells.iter().map(|cell| cell.index()).collect();
    let stage = |stage: &'a Stage| {
        let example = stage.example.as_ref();
        StageData {
            text: &stage.text,
            cells: cells(&stage.cells),
            example: example.and_then(|(option, _)| lying.get(option).copied()),
            seen: example.map_or_else(Vec::new, |(_, seen)| cells(seen)),
        }
    };
    HintData {
        technique: hint.technique.to_string(),
        stages: hint.stages.iter().map(stage).collect(),
        placement: lying.get(&hint.placed).copied(),
    }
}
