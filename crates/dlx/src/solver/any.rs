//! Finds any solution, by several searches that take turns.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;

use super::stop_check::StopCheck;
use super::{Answer, Solution, Solver, SolverError};
use crate::links::Links;
use crate::problem::OptionId;
use crate::randomized::{
    AnyVerdict, ExactRequest, ExactTurn, Layout, LayoutError, StrategyPortfolio,
};
use crate::schedule::TreeEngine;
use crate::search::{Progress, Visitor};
use crate::threads::Pool;

/// If a problem has more entries than this, it takes seconds to set up an exact engine.
const LARGE: usize = 1 << 24;

/// For a problem with more than [`LARGE`] entries, the first lap (round of turns) in which an exact engine is set
/// up.
const LARGE_FROM: u64 = 1 << 12;

impl Solver<'_> {
    /// Sets which items are places, their order, and which of them are neighbours. This affects only the answer of
    /// [`any`](Self::any).
    ///
    /// # Errors
    ///
    /// The layout was made for a problem with a different number of items.
    pub fn layout(mut self, layout: &Layout) -> Result<Self, LayoutError> {
        layout.check(self.problem)?;
        self.layout = Some(Arc::new(layout.clone()));
        Ok(self)
    }

    /// Finds one solution, no matter which, or finds that there is none. Randomized searches restart many times
    /// and learn from their failures. They take turns with an exact engine, which ends even if there is no
    /// solution. If a problem has very many solutions but the [first](Self::first) one is hard to find, this is
    /// faster by orders of magnitude.
    ///
    /// The same seed gives the same solution on every machine and for any number of threads; several threads share
    /// the strategies. A budget counts the nodes of all strategies.
    ///
    /// If the layout has kinds and no item may be covered twice, the first search takes 4 bytes for every entry of
    /// the problem and 8 for every option. Other searches join if the first one does not find a solution soon or
    /// does not support the problem. There are three with a layout and two without, and each takes 16 bytes for
    /// every entry. With more than 2^24 entries only one joins, and none if the first search supports the problem.
    ///
    /// ```
    /// use tilewright_dlx::{Solver, text};
    ///
    /// // Dominoes on two rows of three cells.
    /// let problem = text::read("a b c d e f\na b\nb c\nd e\ne f\na d\nb e\nc f\n")?;
    /// let solver = Solver::new(&problem);
    /// let any = solver.any(1)?.known().flatten().expect("there is a solution");
    /// assert!(problem.check(&any).is_ok());
    /// assert_eq!(solver.any(1)?.known().flatten(), Some(any));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// The randomized searches do not support colours. For a problem with [colours](crate::Colour)
    /// the exact engine finds the first solution.
    ///
    /// # Errors
    ///
    /// The selected engine, which would take turns with the randomized searches, cannot search this problem.
    pub fn any(&self, seed: u64) -> Result<Answer<Option<Solution>>, SolverError> {
        if self.problem.has_colours() {
            return self.first();
        }
        let engine = self.tree_engine()?;
        let mut stop_check = StopCheck::new(self);
        if stop_check.check_flag().is_break() {
            return Ok(Answer::Stopped(()));
        }
        let layout = self.layout.as_ref();
        let Ok(mut portfolio) =
            StrategyPortfolio::new(self.problem, &self.givens, layout, seed, &self.stop)
        else {
            return Ok(Answer::Stopped(()));
        };
        let pool = Pool::new(self.threads);
        let exact = |lap: &ExactRequest<'_>| self.exact_lap(engine, lap);
        let found = loop {
            let Ok(verdict) = portfolio.lap(pool.as_ref(), &exact) else {
                return Ok(Answer::Stopped(()));
            };
            match verdict {
                Some(AnyVerdict::Found(options)) => break Some(options),
                Some(AnyVerdict::None) => break None,
                None => {}
            }
            let progress = Progress {
                nodes: portfolio.nodes(),
                ..Progress::default()
            };
            if stop_check.check(&progress).is_break() {
                return Ok(stop_check.ending().answer(None).without_part());
            }
        };
        let whole = |options: Solution| {
            let mut solution = self.givens.clone();
            solution.extend(options);
            debug_assert_eq!(
                self.problem.check(&solution),
                Ok(()),
                "invariant: it is one"
            );
            solution
        };
        Ok(Answer::Known(found.map(whole)))
    }

    /// Gives an exact engine one turn. It searches from the root, with about as many nodes as in all its previous
    /// turns together.
    fn exact_lap(&self, engine: TreeEngine, lap: &ExactRequest<'_>) -> ExactTurn {
        let (from, nodes) = match engine {
            TreeEngine::Bits => (2, 1 << 16),
            TreeEngine::Links => (16, 1 << 9),
        };
        let is_large = self.problem.entry_count() > LARGE;
        if lap.lap < from || is_large && lap.lap < LARGE_FROM {
            return ExactTurn::Spent(0);
        }
        let mut visitor = ExactVisitor {
            lap,
            solver: self,
            most: nodes * lap.lap,
            nodes: 0,
            found: None,
            is_cut: false,
        };
        let report = match engine {
            TreeEngine::Links => {
                Links::with_checked(self.problem, self.givens.clone()).run(&mut visitor)
            }
            TreeEngine::Bits => match self.bits() {
                Ok(bits) => bits.run_with(&self.givens, &mut visitor),
                Err(_) => return ExactTurn::Spent(0),
            },
        };
        match visitor.found {
            Some(options) => ExactTurn::Verdict(AnyVerdict::Found(options)),
            None if report.complete && !visitor.is_cut => ExactTurn::Verdict(AnyVerdict::None),
            None => ExactTurn::Spent(visitor.nodes),
        }
    }
}

/// Receives the solutions and the progress of an exact engine, and ends its turn when the nodes are used up.
struct ExactVisitor<'l, 's, 'p> {
    lap: &'l ExactRequest<'l>,
    solver: &'s Solver<'p>,
    most: u64,
    nodes: u64,
    found: Option<Solution>,
    is_cut: bool,
}

impl Visitor for ExactVisitor<'_, '_, '_> {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        let (_, chosen) = options.split_at(self.solver.givens.len());
        self.found = Some(chosen.to_vec());
        Break(())
    }

    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.nodes = progress.nodes;
        self.is_cut =
            progress.nodes > self.most || self.solver.stop.is_set() || (self.lap.is_over)();
        if self.is_cut { Break(()) } else { Continue(()) }
    }
}
