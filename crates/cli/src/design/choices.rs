//! Counts the solutions of every choice of pieces from a pool.
//!
//! A puzzle whose pieces may be used or left out (`copies: (0, 1)`) is a *pool*: its solutions are
//! those of many puzzles, one for each choice of pieces. [`ChoiceQuestion::count`] counts each of
//! them in a single run. A program that takes one set of pieces would have to run once for each
//! choice.
//!
//! # How
//!
//! [`Solver::count_by`] counts the solutions by how often each piece is used, by a sweep or a search.
//!
//! Two solutions of a choice are the same if an isometry of the board maps one to the other and
//! keeps the choice: it maps each piece to one that is used equally often. By Burnside's lemma the
//! number of distinct solutions is the mean number of solutions that these isometries fix. The
//! solutions that an isometry g fixes use only pieces whose images under g, g², … are in the pool.
//! They are listed, with these pieces only, once for all choices
//! ([`fixed_covers`](tilewright_dlx::burnside::fixed_covers)). Usually there are few.
//!
//! If two pieces have the same shape, the image of a piece is ambiguous. The number of distinct
//! solutions is then unknown.
//!
//! # The parts
//!
//! ```text
//! ChoiceRule (rule, space) ──► ChoiceQuestion (items, symmetric) ──► Choices ───────────────┐
//!                              ├ one board, with any number of choices ─────────────────────┤
//!                              │   (one_board, spilled; in parts)                           │
//!                              ├ one board, only which choices have a solution (solvable)   │
//!                              ├ each goal separately (each_goal, batches) ─────────────────┤
//!                              ├ all goals together (over_goals) ───────────────────────────┤
//!                              └ random choices, counted (sample) ──────────────────────────┤
//!                                or estimated (estimated_sample), without requirements      │
//! SelectionSpec: Judge (judge, appearance, measures, windows, mined), Order ──► Selection ◄─┘
//!                                                                               └► drawing, record
//! ```

mod appearance;
mod batches;
mod best;
mod choice;
#[cfg(feature = "pictures")]
mod drawing;
mod each_goal;
mod error;
mod estimated_sample;
mod items;
mod judge;
mod listing;
mod measures;
mod mined;
mod one_board;
mod order;
mod over_goals;
mod parts;
mod record;
mod rule;
mod sample;
mod selection;
mod selection_spec;
mod solvable;
mod space;
mod spilled;
mod sweep_observer;
mod symmetric;
#[cfg(test)]
mod tests;
mod windows;

use num_bigint::BigUint;
use tilewright_dlx::{Answer, ItemId, Observer, Problem, Solver};

pub use best::{BestChoices, RankedChoice};
#[cfg(feature = "pictures")]
pub(crate) use drawing::{DrawnDesign, draw_designs};
pub use each_goal::EachGoal;
pub use error::ChoiceError;
pub(crate) use estimated_sample::{EstimatedChoice, EstimatedSample};
pub use judge::{Judge, JudgeError};
pub use one_board::{JudgedChoices, NextChoice, OneBoard};
pub(crate) use order::Order;
pub use over_goals::{GoalQuestion, OverGoals};
pub(crate) use parts::{ChoicePartError, ChoiceParts, ChoiceRows};
pub use rule::{ChoicePool, ChoiceRule, RuleError, cells_to_cover, mirror_pairs};
pub(crate) use sample::ChoiceSample;
pub use selection::Selection;
pub use selection_spec::SelectionSpec;
pub use solvable::SolvableChoices;
pub use space::ChoiceSpace;
pub(crate) use spilled::SpilledChoices;

pub use self::choice::{Choice, Choices, GoalSolutions, GoalsSolved};
use self::choice::{ChoiceForm, ChoiceSymmetry};
use crate::cover::{Instance, cell_order};
use crate::puzzle::PieceId;
use crate::solve::SolveError;
use crate::solve::counting::{Known, OrbitsByPieces};
use crate::solve::search::RunContext;
use items::ChoiceItems;
use sweep_observer::SweepObserver;

/// Counts all choices of pieces that a puzzle allows.
///
/// ```
/// use tilewright::cover::Instance;
/// use tilewright::design::choices::{ChoiceQuestion, ChoiceRule, cells_to_cover};
/// use tilewright::puzzle::{Piece, Puzzle};
/// use tilewright::solve::search::RunContext;
/// use tilewright_geometry::{Board, Lattice, rectangle};
///
/// // Which six of the twelve pentominoes fill 5 × 6?
/// let square = Lattice::Square;
/// let pool: Result<Vec<Piece>, _> =
///     Piece::all_of_size(square, 5)?.into_iter().map(|piece| piece.with_copies(0..=1)).collect();
/// let puzzle = Puzzle::builder(square)
///     .board(Board::new(square, rectangle(square, 6, 5)?, [])?)
///     .pieces(pool?)
///     .build()?;
/// let rule = ChoiceRule::default();
/// let instance = Instance::new(puzzle)?;
/// let choices = ChoiceQuestion::new(&instance, &rule)
///     .count(&RunContext::silent())?;
/// // 172 of the 924 choices.
/// assert_eq!(choices.iter().count(), 172);
/// assert_eq!(choices.solutions(), 2164_u32.into());
/// let puzzle = instance.puzzle();
/// assert_eq!(rule.choices(puzzle, cells_to_cover(&puzzle.board)), Some(924_u32.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ChoiceQuestion<'a> {
    instance: &'a Instance,
    rule: &'a ChoiceRule,
    distinct: bool,
}

impl<'a> ChoiceQuestion<'a> {
    /// A question about the choices of a puzzle's pieces. They are restricted by the bounds of each
    /// piece's copies and by a rule.
    pub fn new(instance: &'a Instance, rule: &'a ChoiceRule) -> Self {
        Self {
            instance,
            rule,
            distinct: true,
        }
    }

    /// Sets whether to look for symmetries; without them the number of distinct solutions is
    /// unknown.
    #[must_use]
    pub fn distinct(mut self, distinct: bool) -> Self {
        self.distinct = distinct;
        self
    }

    /// Counts the solutions of all choices.
    ///
    /// Cost: that of [`Solver::count_by`], and of listing the solutions that isometries fix. The
    /// result takes about 16 bytes for each choice of up to 64 pieces.
    ///
    /// # Errors
    ///
    /// The requested engine cannot count by pieces, or the count was stopped. After a stop, the
    /// number of solutions is not known for any choice.
    pub fn count(&self, monitor: &RunContext) -> Result<Choices<'a>, SolveError> {
        let items = ChoiceItems::new(self.instance)?;
        let meter = SweepObserver::new(monitor);
        let solver = self.solver(items.problem(), monitor, &meter)?;
        let Answer::Known(tally) = solver.count_by(&items.items)? else {
            return Err(SolveError::Interrupted);
        };
        drop(solver);
        let work = meter.work();
        drop(meter);
        let mut form = self.form(items.pieces);
        form.symmetry = self.symmetry(monitor)?;
        Ok(Choices { form, tally, work })
    }

    /// A solver of `problem` that sorts the items by the order of the cells.
    fn solver<'s>(
        &self,
        problem: &'s Problem,
        monitor: &RunContext,
        observer: &'s dyn Observer,
    ) -> Result<Solver<'s>, SolveError> {
        let instance = self.instance;
        let named = |name: &str| problem.item(name);
        // An added item changes the ids of the items, so items are looked up by name.
        let order = cell_order::order(instance, monitor.stop())?;
        let order = order
            .into_iter()
            .map(|item| instance.problem().item_name(item));
        let order: Vec<ItemId> = order.filter_map(named).collect();
        Ok(Solver::new(problem)
            .order(&order)?
            .engine(monitor.resources.engine)
            .threads(monitor.resources.threads)
            .memory(monitor.resources.memory())
            .stop(monitor.stop())
            .observer(observer))
    }

    /// What is known about the symmetries of solutions: nothing, unless distinct solutions are
    /// requested.
    fn symmetry(&self, monitor: &RunContext) -> Result<ChoiceSymmetry, SolveError> {
        if !self.distinct {
            return Ok(ChoiceSymmetry::Unknown);
        }
        if symmetric::has_many_isometries(&self.instance.puzzle().board) {
            let orbits = OrbitsByPieces::of(self.instance, monitor)?;
            return Ok(ChoiceSymmetry::Boards(orbits));
        }
        let fixed = symmetric::fixed_choices(self.instance, monitor)?;
        Ok(fixed.map_or(ChoiceSymmetry::Unknown, ChoiceSymmetry::Permutations))
    }

    /// The converter of counts into choices, with symmetries still unknown.
    fn form(&self, pieces: Vec<PieceId>) -> ChoiceForm<'a> {
        ChoiceForm {
            instance: self.instance,
            rule: self.rule,
            pieces,
            givens: self.instance.puzzle().givens_of_tiles(),
            symmetry: ChoiceSymmetry::Unknown,
        }
    }
}

impl ChoiceForm<'_> {
    /// Why the numbers of solutions that isometries fix are unknown or, with `distinct`, why the
    /// numbers of distinct solutions are. `None` if they are known.
    fn symmetry_refusal(&self, distinct: bool) -> Option<JudgeError> {
        match self.symmetry {
            ChoiceSymmetry::Permutations(_) => None,
            ChoiceSymmetry::Boards(Some(_)) if distinct => None,
            ChoiceSymmetry::Boards(_) => Some(JudgeError::Boards),
            ChoiceSymmetry::Unknown => Some(JudgeError::Twins),
        }
    }

    /// The choice in which the pieces' items are covered as often as `times` says. `None` if the
    /// rule does not allow it.
    fn allowed(&self, times: &[u32], solutions: BigUint) -> Option<Choice> {
        let copies = self.copies(times);
        (self.rule.allows(&copies)).then(|| self.choice(copies, solutions))
    }

    /// The copies of each piece, from how often the items are covered.
    fn copies(&self, times: &[u32]) -> Vec<u32> {
        items::copies(&self.givens, &self.pieces, times)
    }

    fn choice(&self, copies: Vec<u32>, solutions: BigUint) -> Choice {
        let mut choice = Choice::new(copies, solutions);
        let permutations = match &self.symmetry {
            ChoiceSymmetry::Unknown | ChoiceSymmetry::Boards(None) => return choice,
            ChoiceSymmetry::Boards(Some(orbits)) => {
                let times = |piece: PieceId| {
                    choice.copies[piece.index()].saturating_sub(self.givens[piece.index()])
                };
                let (all, rotations) = orbits.of_choice(times);
                choice.distinct = Known::Exact(all);
                choice.distinct_rotations = Known::Exact(rotations);
                return choice;
            }
            ChoiceSymmetry::Permutations(permutations) => permutations,
        };
        // Burnside's lemma needs the number of permutations, including the identity, and the number
        // of solutions that they fix.
        let identity = || (1_u32, choice.solutions.clone());
        let (mut all, mut rotations, mut symmetric) = (identity(), identity(), 0);
        for permutation in permutations {
            let Some(fixed) = permutation.fixed(&choice.copies) else {
                continue;
            };
            all = (all.0 + 1, all.1 + fixed.count);
            if fixed.by_rotation {
                rotations = (rotations.0 + 1, rotations.1 + fixed.count);
            }
            symmetric += usize::from(fixed.count > 0);
        }
        let orbits = |(order, sum): (u32, BigUint)| {
            debug_assert!(
                &sum % order == BigUint::ZERO,
                "invariant: a number of orbits is whole"
            );
            Known::Exact(sum / order)
        };
        choice.distinct = orbits(all);
        choice.distinct_rotations = orbits(rotations);
        choice.symmetric = Known::Exact(symmetric);
        choice
    }
}
