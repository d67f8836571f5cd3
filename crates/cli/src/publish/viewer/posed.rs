//! Challenges as a page poses them: givens, the solution, and hints.

use tilewright_dlx::OptionId;

use crate::cover::Instance;
use crate::design::challenges::cards::Card;
use crate::design::challenges::{Challenge, StaleStatement};
use crate::reason::deduction::{
    DeductionError, Path, Phrasing, PlacementStatus, Rating, STAGES, Stage, Step, Technique, Words,
    standing, with_own,
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
    /// Its number on the page; empty until it has one.
    pub number: String,
    /// Its place in its file, which tells those of one rating apart.
    pub place: usize,
    /// How hard it is, if that is known.
    pub rating: Option<Rating>,
    /// What the file says of that, if it is something else.
    pub stale: Option<StaleStatement>,
    /// The placements given beside the puzzle's own.
    pub givens: Vec<OptionId>,
    /// The solution, if there is exactly one and it is known.
    pub solution: Option<Vec<OptionId>>,
    /// The way of a person to the solution, as far as it goes.
    pub hints: Vec<Hint>,
}

/// A card with what a page tells of it.
#[derive(Debug)]
pub struct PlayableCard<'a> {
    /// What the card is called; its sides have the same id.
    pub id: Label,
    /// Which side it is, if the card has several.
    pub side: Option<char>,
    /// Its place in its file.
    pub place: usize,
    /// What its board is called, if that is told: the goal, or the puzzle's title.
    pub board: Option<Label>,
    /// Its board and pieces.
    pub instance: &'a Instance,
    /// The board with what is given, as a challenge of no name.
    pub posed: PlayableChallenge,
}

impl<'a> PlayableCard<'a> {
    /// Poses the card at a place in its file: solves it, and goes the way of a person, in the words of
    /// `phrasing`.
    ///
    /// # Errors
    ///
    /// As [`PlayableChallenge::new`].
    pub fn new(
        place: usize,
        card: &'a Card,
        phrasing: &dyn Phrasing,
        monitor: &Monitor,
    ) -> Result<Self, DeductionError> {
        let (rating, stale) = card.rate(monitor)?;
        let instance = card.puzzle.instance();
        let posed = PlayableChallenge::new(instance, &card.challenge(), phrasing, monitor)?;
        Ok(Self {
            id: card.id.clone(),
            side: card.side,
            place,
            board: card.goal.clone(),
            instance,
            posed: PlayableChallenge {
                rating,
                stale,
                ..posed
            },
        })
    }
}

/// The hint that leads to a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hint {
    /// The technique.
    pub technique: Technique,
    /// What is told, stage by stage.
    pub stages: [Stage; STAGES],
    /// What is placed.
    pub placed: OptionId,
}

impl PlayableChallenge {
    /// Poses a challenge of this puzzle: solves it, and goes the way of a person, in the words of
    /// `phrasing`.
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
        phrasing: &dyn Phrasing,
        monitor: &Monitor,
    ) -> Result<Self, DeductionError> {
        let givens = &challenge.givens;
        let solution = match standing(instance, givens, &[], monitor) {
            Ok(PlacementStatus::One(solution)) => Some(solution),
            Ok(_) | Err(DeductionError::Undecided { .. }) => None,
            Err(error) => return Err(error),
        };
        let rating = challenge.rate(instance, monitor)?;
        let words = Words::by(instance, phrasing);
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
            number: String::new(),
            place: challenge.span.start,
            rating,
            stale: challenge.stale_statement(rating),
            givens: givens.clone(),
            solution,
            hints,
        })
    }
}

impl PlayableChallenge {
    /// Where it stands: the easiest first; what cannot be rated comes last.
    pub(super) fn rank(&self) -> (bool, Option<u32>) {
        (self.rating.is_none(), self.rating.map(Rating::tenths))
    }
}

impl Hint {
    fn new(words: &Words<'_>, step: &Step) -> Self {
        Self {
            technique: step.technique,
            stages: words.stages(step),
            placed: step.placed,
        }
    }
}
