//! The input, the state and the report of mining.

use std::collections::HashSet;

use tilewright_dlx::{OptionId, Stopped};

use crate::cover::Instance;
use crate::design::challenges::check::Disagreement;
use crate::design::challenges::plan::MiningPlan;
use crate::design::challenges::pool::{CandidatePool, Spread};
use crate::design::challenges::rivals::Rivals;
use crate::design::challenges::solutions::SolutionSource;
use crate::design::challenges::{Challenge, SymmetryClasses};
use crate::puzzle::Span;
use crate::reason::deduction::Rating;
use crate::solve::search::RunContext;
use crate::solve::space::Space;
use crate::support::label::Label;

use super::curve::{LackingLevels, RatingGap};

/// The maximum number of minimal sets of givens taken from the solution of one draw.
pub(super) const PER_DRAW: usize = 3;

/// The maximum number of steps of a search for all minimal sets of givens of one solution, when all
/// solutions are listed.
pub(super) const ALL_STEPS: usize = 200_000;

/// A puzzle to mine for challenges, and what is known of its solutions.
pub struct Mine<'a> {
    /// The puzzle and its exact cover problem.
    pub instance: &'a Instance,
    /// The puzzle's symmetries.
    pub symmetry_classes: &'a SymmetryClasses<'a>,
    /// The diagram of all solutions, if there is one.
    pub space: Option<&'a Space<'a>>,
    /// The stop flag and the progress reports.
    pub monitor: &'a RunContext,
}

/// A mined challenge, with its rating.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MinedChallenge {
    /// The givens in addition to the puzzle's own.
    pub givens: Vec<OptionId>,
    /// The rating; `None` if the challenge is too large to be rated.
    pub rating: Option<Rating>,
    /// For a level of a progression that is solved only by trial and error: the number of nodes of
    /// a search, at most 65,536. 0 for other challenges.
    pub tried: u64,
    /// The number of pieces left to place.
    pub open: usize,
    /// Whether the challenge is minimal: without any one of its givens it has several solutions.
    pub is_minimal: bool,
    /// The index of the part of the plan to which the challenge belongs.
    pub part: usize,
}

impl MinedChallenge {
    /// The challenge as an entry of a file, without a level. `puzzle` is the index of its puzzle in
    /// the file.
    pub(crate) fn challenge(&self, puzzle: usize, id: Label) -> Challenge {
        Challenge {
            id,
            givens: self.givens.clone(),
            grade: self.rating.map(Rating::grade),
            rating: self.rating.map(Rating::score),
            level: None,
            puzzle,
            span: Span::new(0, 0),
        }
    }
}

/// Why mining ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// There were enough candidates to choose from.
    Enough,
    /// All matching challenges of the puzzle were found.
    All,
    /// The allowed number of draws was made.
    Draws,
    /// A part got no new challenge in many draws, and more draws are not worthwhile: see
    /// [`worth_while`](super::expected_yield::worth_while).
    Barren {
        /// The number of draws since the last new challenge for this part.
        draws: u64,
    },
    /// No new challenge was found within a limit of work.
    Fruitless {
        /// The number of draws since the last new challenge.
        draws: u64,
        /// Of the draws since the last new challenge, the number that were cut off.
        cut_off: u64,
    },
    /// No solution was found in the first searches, each of which reached its limit.
    NoSolution {
        /// The number of searches made.
        searches: u64,
    },
    /// The stop flag was set.
    Interrupted,
}

impl MinedChallenge {
    /// The sort key: by part, then by rating, the easiest first and unrated challenges last.
    pub(super) fn place(&self) -> (usize, bool, Option<Rating>, u64) {
        (self.part, self.rating.is_none(), self.rating, self.tried)
    }
}

/// The range of ratings of the first challenges found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FirstRatings {
    /// The lowest of the ratings.
    pub easiest: Rating,
    /// The highest of the ratings.
    pub hardest: Rating,
    /// The number of rated challenges.
    pub count: usize,
}

/// The mined challenges, and why mining ended.
#[derive(Debug, Clone)]
pub struct MiningReport {
    /// The challenges, part by part, the easiest first.
    pub challenges: Vec<MinedChallenge>,
    /// The number of candidates from which the challenges were chosen.
    pub candidates: usize,
    /// The number of times that a random solution was drawn.
    pub draws: u64,
    /// The number of draws that were cut off at their limit.
    pub cut_off: u64,
    /// Why mining ended. After a stop the challenges are the first that were found. They are not
    /// checked by another engine, and are rated only if the plan needs ratings.
    pub end: End,
    /// How balanced the givens are.
    pub spread: Spread,
    /// For a progression, the ranges of ratings in which it should have levels, but none was found.
    pub gaps: Vec<RatingGap>,
    /// The number of challenges left out because their check reached its limit.
    pub unchecked: usize,
}

/// Why mining ends without a result.
#[derive(Debug, PartialEq)]
pub(super) enum MiningHalt {
    Stopped,
    Disagreement(Disagreement),
}

impl From<Stopped> for MiningHalt {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

impl From<Disagreement> for MiningHalt {
    fn from(doubt: Disagreement) -> Self {
        Self::Disagreement(doubt)
    }
}

/// The draws made and the nodes searched up to some point in time.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct WorkDone {
    pub(super) draws: u64,
    pub(super) cut_off: u64,
    pub(super) nodes: u64,
}

/// The candidates for a part of the plan.
#[derive(Debug, Default)]
pub(super) struct PartPool {
    pub(super) wanted: usize,
    pub(super) pool: CandidatePool,
    /// The work done when the part got its last candidate.
    pub(super) last_new: WorkDone,
}

impl PartPool {
    /// Whether there are fewer candidates than requested.
    pub(super) fn lacks(&self) -> bool {
        self.pool.candidates.len() < self.wanted
    }
}

pub(super) struct MiningWork<'a> {
    pub(super) mine: &'a Mine<'a>,
    pub(super) plan: &'a MiningPlan,
    pub(super) rivals: Rivals<'a>,
    pub(super) solutions: SolutionSource<'a>,
    /// The rank of each option by the number of solutions that contain it. Options with equal
    /// numbers have equal ranks. Empty if the numbers are unknown.
    pub(super) frequency: Vec<usize>,
    pub(super) done: WorkDone,
    pub(super) pools: Vec<PartPool>,
    pub(super) seen: HashSet<Vec<OptionId>>,
    /// For a progression, the ranges of difficulty with too few candidates, in ascending order.
    pub(super) lacking: LackingLevels,
}
