//! Challenges as a page poses them: givens, the solution, and hints.

use tilewright_dlx::OptionId;

use crate::cover::Instance;
use crate::design::challenges::cards::Card;
use crate::design::challenges::{Challenge, ChallengePuzzle, StaleStatement};
use crate::reason::deduction::{
    DeductionError, Path, PlacementStatus, STAGES, Stage, Step, Words, standing, with_own,
};
use crate::solve::search::Monitor;
use crate::support::label::Label;

/// The most steps of a challenge that a page holds.
const MAX_STEPS: usize = 400;

/// A challenge with what the page tells of it.
#[derive(Debug, Clone)]
pub struct PlayableChallenge {
    /// Its id.
    pub id: String,
    /// The grade and the rating, if they are known: "easy", 2.3.
    pub grade: Option<(String, f64)>,
    /// What the file says of that, if it is something else.
    pub stale: Option<StaleStatement>,
    /// The placements given beside the puzzle's own.
    pub givens: Vec<OptionId>,
    /// The solution, if there is exactly one and it is known.
    pub solution: Option<Vec<OptionId>>,
    /// The way of a person to the solution, as far as it goes.
    pub hints: Vec<Hint>,
}

/// A card, or a challenge of one of several puzzles, with what a page tells of it.
#[derive(Debug)]
pub struct PlayableCard<'a> {
    /// What it is called, unique in its deck.
    pub id: Label,
    /// What its board is called, if that is told: the goal, or the puzzle's title.
    pub board: Option<Label>,
    /// Its board and pieces.
    pub instance: &'a Instance,
    /// The board with what is given, as a challenge of no name.
    pub posed: PlayableChallenge,
}

impl<'a> PlayableCard<'a> {
    /// Poses a card: solves it, and goes the way of a person.
    ///
    /// # Errors
    ///
    /// As [`PlayableChallenge::new`].
    pub fn new(card: &'a Card, monitor: &Monitor) -> Result<Self, DeductionError> {
        let (rating, stale) = card.rate(monitor)?;
        let instance = card.puzzle.instance();
        let board = Challenge {
            id: Label::default(),
            ..card.challenge()
        };
        let posed = PlayableChallenge::new(instance, &board, monitor)?;
        Ok(Self {
            id: card.name(),
            board: None,
            instance,
            posed: PlayableChallenge {
                grade: rating.map(|rating| (rating.grade().to_string(), rating.score())),
                stale,
                ..posed
            },
        })
    }
}

impl<'a> PlayableCard<'a> {
    /// Poses a challenge of one of several puzzles.
    ///
    /// # Errors
    ///
    /// As [`PlayableChallenge::new`].
    pub fn of_challenge(
        puzzle: &'a ChallengePuzzle,
        challenge: &Challenge,
        monitor: &Monitor,
    ) -> Result<Self, DeductionError> {
        let posed = PlayableChallenge::new(&puzzle.instance, challenge, monitor)?;
        Ok(Self {
            id: challenge.id.clone(),
            board: Some(puzzle.name().clone()),
            instance: &puzzle.instance,
            posed: PlayableChallenge {
                id: String::new(),
                ..posed
            },
        })
    }
}

/// The hint that leads to a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hint {
    /// The technique.
    pub technique: String,
    /// What is told, stage by stage.
    pub stages: [Stage; STAGES],
    /// What is placed.
    pub placed: OptionId,
}

impl PlayableChallenge {
    /// Poses a challenge of this puzzle: solves it, and goes the way of a person.
    ///
    /// Where a person's way is too long to be found there are no hints, and where there are several
    /// solutions and no deduction applies they end.
    ///
    /// Cost: a search for a second solution, and that of a rating, twice.
    ///
    /// # Errors
    ///
    /// [`DeductionError::NoSolution`], [`DeductionError::Clash`] and
    /// [`DeductionError::Interrupted`].
    pub fn new(
        instance: &Instance,
        challenge: &Challenge,
        monitor: &Monitor,
    ) -> Result<Self, DeductionError> {
        let givens = &challenge.givens;
        let solution = match standing(instance, givens, &[], monitor) {
            Ok(PlacementStatus::One(solution)) => Some(solution),
            Ok(_) | Err(DeductionError::Undecided { .. }) => None,
            Err(error) => return Err(error),
        };
        let rating = challenge.rate(instance, monitor)?;
        let grade = rating.map(|rating| (rating.grade().to_string(), rating.score()));
        let words = Words::new(instance);
        let hints = match Path::new(instance, &with_own(instance, givens)) {
            Ok(path) => {
                let path = match &solution {
                    Some(solution) => path.with_solution(solution),
                    None => path,
                };
                let steps = path.until(monitor).take(MAX_STEPS);
                steps.map(|step| Hint::new(&words, &step)).collect()
            }
            Err(DeductionError::TooLarge { .. }) => Vec::new(),
            Err(error) => return Err(error),
        };
        if monitor.is_set() {
            return Err(DeductionError::Interrupted);
        }
        Ok(Self {
            id: challenge.id.to_string(),
            grade,
            stale: challenge.stale_statement(rating),
            givens: givens.clone(),
            solution,
            hints,
        })
    }
}

impl Hint {
    fn new(words: &Words<'_>, step: &Step) -> Self {
        Self {
            technique: step.technique.to_string(),
            stages: words.stages(step),
            placed: step.placed,
        }
    }
}
