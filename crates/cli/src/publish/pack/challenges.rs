//! The challenges of a pack, with their hints.

use std::collections::BTreeMap;

use tilewright_dlx::OptionId;
use tilewright_geometry::BoardCell;

use super::{PackPlacement, laid};
use crate::cover::Instance;
use crate::design::challenges::{Challenge, ProgressionLevel};
use crate::publish::interchange::table::{Record, Value, record};
use crate::publish::viewer::{Hint, PlayableChallenge};
use crate::reason::deduction::{
    DeductionError, English, PlacementStatus, Rating, placement_status,
};
use crate::solve::search::RunContext;
use crate::support::label::Label;

/// A challenge to be packed, with its solution and hints.
#[derive(Debug, Clone)]
pub struct PackedChallenge {
    /// The index of the challenge's puzzle in the pack, from 0.
    pub puzzle: usize,
    /// The challenge's id, unique in the pack.
    pub id: Label,
    /// The challenge's position in a progression, if it has one.
    pub level: Option<ProgressionLevel>,
    /// The givens, the rating and the hints.
    pub posed: PlayableChallenge,
    /// The only solution, or the first one found; `None` if there is none or the search was given up.
    pub solution: Option<Vec<OptionId>>,
    /// The file names of the challenge's picture and of its solution's picture, if they exist.
    pub pictures: Option<[String; 2]>,
}

impl PackedChallenge {
    /// Solves and rates a challenge of the puzzle with this index, and finds its hints.
    ///
    /// Cost: as `PlayableChallenge::new`; without a unique solution, also a second search that stops at two
    /// solutions.
    ///
    /// # Errors
    ///
    /// As `PlayableChallenge::new`.
    pub fn new(
        puzzle: usize,
        instance: &Instance,
        challenge: &Challenge,
        monitor: &RunContext,
    ) -> Result<Self, DeductionError> {
        let posed = PlayableChallenge::new(instance, challenge, &English, monitor)?;
        Self::of_posed(puzzle, instance, challenge, posed, monitor)
    }

    /// Packs a challenge that is already solved and has its hints: `posed`. If `posed` has no unique solution,
    /// a search looks for any solution.
    ///
    /// # Errors
    ///
    /// [`DeductionError::Interrupted`].
    pub fn of_posed(
        puzzle: usize,
        instance: &Instance,
        challenge: &Challenge,
        posed: PlayableChallenge,
        monitor: &RunContext,
    ) -> Result<Self, DeductionError> {
        let solution = match &posed.solution {
            Some(solution) => Some(solution.clone()),
            None => match placement_status(instance, &challenge.givens, &[], monitor) {
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

    /// The sort key of a challenge: the easiest challenge comes first, those without a rating last.
    pub fn place(&self) -> (bool, u32) {
        self.posed
            .rating
            .map_or((true, 0), |rating| (false, rating.tenths()))
    }
}

/// A challenge as an entry of a pack. `lying` has the placement of each option in the form that packs use.
pub(super) fn challenge_record(
    number: usize,
    challenge: &PackedChallenge,
    lying: &BTreeMap<OptionId, PackPlacement>,
) -> Record {
    let PackedChallenge { posed, level, .. } = challenge;
    let rating = posed.rating;
    let pictures = challenge.pictures.as_ref();
    let solution = challenge.solution.as_ref();
    record! {
        number: number,
        id: &challenge.id,
        puzzle: challenge.puzzle,
        level?: level.as_ref().map(|level| level.number.get()),
        tier?: level.as_ref().and_then(|level| level.tier.as_ref()),
        grade?: rating.map(|rating| rating.grade().to_string()),
        score?: rating.map(Rating::score),
        givens: laid(lying, &posed.givens),
        unique: posed.solution.is_some(),
        solution?: solution.map(|solution| laid(lying, solution)),
        hints: posed.hints.iter().map(|hint| hint_record(hint, lying)).collect::<Value>(),
        picture?: pictures.map(|[picture, _]| picture),
        solution_picture?: pictures.map(|[_, solution]| solution),
    }
}

fn hint_record(hint: &Hint, lying: &BTreeMap<OptionId, PackPlacement>) -> Record {
    let cells = |cells: &[BoardCell]| cells.iter().map(|cell| cell.index()).collect::<Value>();
    let stages = hint.stages.iter().map(|stage| {
        let example = stage.example.as_ref();
        record! {
            text: &stage.text,
            cells: cells(&stage.cells),
            example?: example.and_then(|(option, _)| lying.get(option).copied()),
            seen?: example.map(|(_, seen)| cells(seen).unless_empty()),
        }
    });
    record! {
        technique: hint.technique.to_string(),
        stages: stages.collect::<Value>(),
        placement?: lying.get(&hint.placed).copied(),
    }
}
