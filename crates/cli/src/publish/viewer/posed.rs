//! Challenges as a page presents them: givens, the solution and hints.

use tilewright_dlx::OptionId;

use crate::cover::Instance;
use crate::design::challenges::cards::Card;
use crate::design::challenges::{Challenge, StaleStatement};
use crate::reason::deduction::{
    DeductionError, DeductionPath, HintStage, Phrasing, PlacementStatus, Rating, STAGES, Step,
    Technique, Words, placement_status, with_own,
};
use crate::solve::search::RunContext;
use crate::support::label::Label;

/// The maximum number of hints of a challenge on a page.
const MAX_STEPS: usize = 400;

/// A challenge with the data that a page shows.
#[derive(Debug, Clone)]
pub struct PlayableChallenge {
    /// The challenge's id.
    pub id: String,
    /// The challenge's number on the page; empty until it is assigned.
    pub number: String,
    /// The challenge's position in its file. It orders challenges of equal rating.
    pub place: usize,
    /// The rating, if known.
    pub rating: Option<Rating>,
    /// What the challenge's file states about the rating, if the computed rating contradicts it.
    pub stale: Option<StaleStatement>,
    /// The givens in addition to the puzzle's own.
    pub givens: Vec<OptionId>,
    /// The solution, if it is unique and known.
    pub solution: Option<Vec<OptionId>>,
    /// The hints that lead from the givens to the solution, one for each placement, in order. They end where no
    /// deduction applies.
    pub hints: Vec<Hint>,
}

/// A card with the data that a page shows.
#[derive(Debug)]
pub struct PlayableCard<'a> {
    /// The card's id, which all its sides share.
    pub id: Label,
    /// The letter of the side, if the card has several.
    pub side: Option<char>,
    /// The index of this side among all sides of the file's cards.
    pub place: usize,
    /// The name of the board, if the page shows it: the goal, or the puzzle's title.
    pub board: Option<Label>,
    /// The puzzle of this side: its board and pieces.
    pub instance: &'a Instance,
    /// The givens, the rating and the hints of this side, as a challenge without an id.
    pub posed: PlayableChallenge,
}

impl<'a> PlayableCard<'a> {
    /// Prepares the card at a position in its file: solves it, and finds the deductions by which a person
    /// would reach the solution, in the words of `phrasing`.
    ///
    /// # Errors
    ///
    /// As [`PlayableChallenge::new`].
    pub fn new(
        place: usize,
        card: &'a Card,
        phrasing: &dyn Phrasing,
        monitor: &RunContext,
    ) -> Result<Self, DeductionError> {
        let (rating, stale) = card.rate(monitor)?;
        let instance = &card.instance;
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

/// A hint: the texts that lead to one placement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hint {
    /// The technique that finds the placement.
    pub technique: Technique,
    /// The texts by stage. Each stage reveals more than the one before.
    pub stages: [HintStage; STAGES],
    /// The placement to which the hint leads.
    pub placed: OptionId,
}

impl PlayableChallenge {
    /// Prepares a challenge of a puzzle: solves it, and finds the deductions by which a person would reach
    /// the solution, in the words of `phrasing`.
    ///
    /// There are no hints if the puzzle is too large for deductions. If there are several solutions, the
    /// hints end where no deduction applies.
    ///
    /// Cost: a search for a second solution, and twice the cost of a rating.
    ///
    /// # Errors
    ///
    /// [`DeductionError::NoSolution`], [`DeductionError::Clash`] and
    /// [`DeductionError::Interrupted`].
    pub fn new(
        instance: &Instance,
        challenge: &Challenge,
        phrasing: &dyn Phrasing,
        monitor: &RunContext,
    ) -> Result<Self, DeductionError> {
        let givens = &challenge.givens;
        let solution = match placement_status(instance, givens, &[], monitor) {
            Ok(PlacementStatus::One(solution)) => Some(solution),
            Ok(_) | Err(DeductionError::Undecided { .. }) => None,
            Err(error) => return Err(error),
        };
        let rating = challenge.rate(instance, monitor)?;
        let words = Words::by(instance, phrasing);
        let hints = match DeductionPath::new(instance, &with_own(instance, givens)) {
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
    /// The sort key of a challenge: the easiest challenge comes first, those without a rating last.
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
