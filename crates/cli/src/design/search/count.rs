//! Counts the solutions of one choice of a pool, as far as is needed.

use std::ops::ControlFlow::{Break, Continue};

use tilewright_dlx::{Answer, Budget, ItemId, Problem, ProblemError, Solver, StopFlag};

use super::distance::Solutions;
use crate::cover::{Instance, ItemMeaning};
use crate::solve::SolveError;

/// A count that takes more nodes than this is given up: a tenth of a second or two.
const NODES: u64 = 1 << 21;

/// What came of a count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Counted {
    /// The solutions, all of them or up to where they were counted.
    Solutions(Solutions),
    /// It was given up.
    TooLong,
}

impl Counted {
    /// The solutions, if it was not given up.
    pub(super) fn solutions(self) -> Option<Solutions> {
        match self {
            Self::Solutions(solutions) => Some(solutions),
            Self::TooLong => None,
        }
    }
}

/// The placements of a pool, of which each choice has some.
#[derive(Debug)]
pub(super) struct Counter<'a> {
    pool: &'a Instance,
    /// How often the givens use each piece.
    given: &'a [u32],
}

impl<'a> Counter<'a> {
    pub(super) fn new(pool: &'a Instance, given: &'a [u32]) -> Self {
        Self { pool, given }
    }

    /// Counts the solutions of a choice to `cap`, one at least.
    ///
    /// The answer is the same on every run: the work is bounded by nodes.
    ///
    /// # Errors
    ///
    /// It was stopped.
    pub(super) fn count(
        &self,
        copies: &[u32],
        cap: u64,
        stop: &StopFlag,
    ) -> Result<Counted, SolveError> {
        let problem = self
            .problem(copies)
            .map_err(crate::cover::InstanceError::from)?;
        let mut found = 0;
        let solver = Solver::new(&problem)
            .stop(stop)
            .budget(Budget::nodes(NODES));
        let answer = solver.for_each(&mut |_| {
            found += 1;
            if found < cap { Continue(()) } else { Break(()) }
        })?;
        Ok(match answer {
            Answer::Known(report) if report.complete => {
                Counted::Solutions(Solutions::Exactly(found))
            }
            Answer::Known(_) => Counted::Solutions(Solutions::AtLeast(found)),
            Answer::OutOfBudget(_) => Counted::TooLong,
            Answer::Stopped(_) => return Err(SolveError::Interrupted),
        })
    }

    /// The exact cover problem of a choice: the pool's, with the placements of its pieces alone.
    fn problem(&self, copies: &[u32]) -> Result<Problem, ProblemError> {
        let pool = self.pool.problem();
        let mut problem = Problem::new();
        let mut items: Vec<Option<ItemId>> = Vec::with_capacity(pool.item_count());
        for item in pool.items() {
            let name = pool.item_name(item);
            let added = match (self.pool.item(item), pool.bounds(item)) {
                (ItemMeaning::Piece(piece), _) => {
                    let left = copies[piece.index()].saturating_sub(self.given[piece.index()]);
                    if left == 0 {
                        items.push(None);
                        continue;
                    }
                    problem.add_bounded(name, left..=left)?
                }
                (_, Some(bounds)) => problem.add_bounded(name, bounds)?,
                (_, None) => problem.add_secondary(name)?,
            };
            items.push(Some(added));
        }
        let mut entries = Vec::new();
        for option in pool.options() {
            let meaning = self.pool.meaning(option);
            let piece = meaning.piece.index();
            if meaning.given.is_none() && copies[piece] == self.given[piece] {
                continue;
            }
            let own = pool.option_items(option).iter();
            entries.clear();
            entries.extend(own.filter_map(|item| items[item.index()]));
            problem.add_option(&entries)?;
        }
        Ok(problem)
    }
}

impl Counter<'_> {
    /// About the logarithm of the ways to lay the pieces of a choice down, overlaps and all: it grows with the
    /// number of solutions as a rule.
    #[expect(clippy::cast_precision_loss, reason = "a logarithm of it is taken")]
    pub(super) fn crowd(&self, copies: &[u32]) -> f64 {
        let mut placements = vec![0_u64; copies.len()];
        for meaning in self.pool.meanings() {
            placements[meaning.piece.index()] += 1;
        }
        let of_one = |(copies, placements): (&u32, u64)| {
            let ways =
                (1..=u64::from(*copies)).map(|copy| (placements as f64 / copy as f64).ln_1p());
            ways.sum::<f64>()
        };
        copies.iter().zip(placements).map(of_one).sum()
    }
}
