//! What mining is asked, what it works on and what it reports.

use std::collections::HashSet;

use tilewright_dlx::{OptionId, Stopped};

use crate::cover::Instance;
use crate::design::challenges::SymmetryClasses;
use crate::design::challenges::check::Disagreement;
use crate::design::challenges::plan::Plan;
use crate::design::challenges::pool::{Pool, Spread};
use crate::design::challenges::rivals::Rivals;
use crate::design::challenges::solutions::Solutions;
use crate::reason::deduction::Rating;
use crate::solve::search::Monitor;
use crate::solve::space::Space;

/// Minimal sets taken from one draw at most.
pub(super) const PER_DRAW: usize = 3;

/// The same when the puzzle has few solutions, and all are looked through.
pub(super) const ALL_STEPS: usize = 200_000;

/// A puzzle to be mined.
pub struct Mine<'a> {
    /// Its exact cover problem.
    pub instance: &'a Instance,
    /// Its automorphisms.
    pub symmetry_classes: &'a SymmetryClasses<'a>,
    /// All its solutions; none if there is no diagram of them.
    pub space: Option<&'a Space<'a>>,
    /// Stops the work.
    pub monitor: &'a Monitor,
}

/// A challenge that was mined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MinedChallenge {
    /// The givens, beside the puzzle's own.
    pub givens: Vec<OptionId>,
    /// How hard it is; none if it is too large to be rated.
    pub rating: Option<Rating>,
    /// How many pieces are left to be placed.
    pub open: usize,
    /// Whether no given can be left out.
    pub is_minimal: bool,
    /// The part of the plan it is for.
    pub part: usize,
}

/// Why no more was mined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// There was enough to choose from.
    Enough,
    /// All challenges of the puzzle that are asked for were looked at.
    All,
    /// As many solutions were drawn as were allowed.
    Draws,
    /// Some part got nothing new for so many draws that it isn't worth while: see
    /// [`worth_while`](super::prospect::worth_while).
    Barren {
        /// The draws since the last challenge for this part that was new.
        draws: u64,
    },
    /// So much was searched without anything new that there is no hope for more.
    Fruitless {
        /// The draws since the last challenge that was new.
        draws: u64,
        /// Those of them that were cut off since they took too long.
        cut_off: u64,
    },
    /// No solution was found in so many searches, each of which was broken off.
    NoSolution {
        /// The searches.
        searches: u64,
    },
    /// A signal came.
    Interrupted,
}

impl MinedChallenge {
    /// Where it stands: by part, the easiest first; what cannot be rated comes last.
    pub(super) fn place(&self) -> (usize, bool, Option<Rating>) {
        (self.part, self.rating.is_none(), self.rating)
    }
}

/// What the first challenges rate that are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FirstRatings {
    /// The easiest.
    pub easiest: Rating,
    /// The hardest.
    pub hardest: Rating,
    /// How many there are.
    pub count: usize,
}

/// What was mined.
#[derive(Debug, Clone)]
pub struct MiningReport {
    /// The challenges, part by part, the easiest first.
    pub challenges: Vec<MinedChallenge>,
    /// How many there were to choose from.
    pub candidates: usize,
    /// How many solutions were drawn.
    pub draws: u64,
    /// How many draws were cut off since they took too long.
    pub cut_off: u64,
    /// Why no more were drawn. After a signal the challenges are the first that were found: not
    /// checked by another engine, and rated only if the plan needs that.
    pub end: End,
    /// How evenly the givens are spread.
    pub spread: Spread,
    /// How many were left out because the second engine took too long.
    pub unchecked: usize,
}

/// Why a draw came to no end.
#[derive(Debug, PartialEq)]
pub(super) enum Halt {
    Stopped,
    Disagreement(Disagreement),
}

impl From<Stopped> for Halt {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

impl From<Disagreement> for Halt {
    fn from(doubt: Disagreement) -> Self {
        Self::Disagreement(doubt)
    }
}

/// What had been done when something happened.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Done {
    pub(super) draws: u64,
    pub(super) cut_off: u64,
    pub(super) nodes: u64,
}

/// What there is for a part of the plan.
#[derive(Debug, Default)]
pub(super) struct PartPool {
    pub(super) wanted: usize,
    pub(super) pool: Pool,
    /// When it got its last candidate.
    pub(super) last_new: Done,
}

impl PartPool {
    /// Whether there are fewer than are wanted.
    pub(super) fn lacks(&self) -> bool {
        self.pool.candidates.len() < self.wanted
    }
}

/// Mining as it goes on.
pub(super) struct Work<'a> {
    pub(super) mine: &'a Mine<'a>,
    pub(super) plan: &'a Plan,
    pub(super) rivals: Rivals<'a>,
    pub(super) solutions: Solutions<'a>,
    /// By option, its place among all by the number of solutions that hold it;
    /// equal for equal numbers. Empty if that is not known.
    pub(super) frequency: Vec<usize>,
    pub(super) done: Done,
    pub(super) pools: Vec<PartPool>,
    pub(super) seen: HashSet<Vec<OptionId>>,
}
