//! Any solution, as soon as possible.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;

use super::gate::Gate;
use super::{Answer, Solution, Solver, SolverError};
use crate::links::Links;
use crate::problem::OptionId;
use crate::randomized::{Exact, Lap, Layout, LayoutError, Race, Verdict};
use crate::schedule::TreeEngine;
use crate::search::{Progress, Visitor};
use crate::threads::Pool;

/// With more entries, an exact engine takes seconds to set up.
const LARGE: usize = 1 << 24;

/// The first lap in which it does so.
const LARGE_FROM: u64 = 1 << 12;

impl Solver<'_> {
    /// Tells which items are places, in which order, and which are neighbours. No answer but that of
    /// [`any`](Self::any) depends on it.
    ///
    /// # Errors
    ///
    /// The layout is of a problem with another number of items.
    pub fn layout(mut self, layout: &Layout) -> Result<Self, LayoutError> {
        layout.check(self.problem)?;
        self.layout = Some(Arc::new(layout.clone()));
        Ok(self)
    }

    /// Finds a solution, no matter which, or that there is none: by randomized searches that begin
    /// anew again and again and learn from their failures, in turns with an exact engine, which
    /// comes to its end if there is no solution. Where there are very many solutions and the
    /// [first](Self::first) one is hard to come by, this is faster by orders of magnitude.
    ///
    /// The same seed gives the same solution on every machine and for any number of threads; several
    /// threads share the strategies. A budget counts the nodes of all of them.
    ///
    /// Where the layout has kinds and no item may be covered twice, it takes 4 bytes for every entry of the
    /// problem and 8 for every option. If that search does not find a solution soon, or cannot search the
    /// problem, others join it that take 16 bytes for every entry and strategy, of which there are
    /// three; with more than 2^24 entries there is one, or none where the first search can do it.
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
    /// The randomized searches know no colours: of a problem with [colours](crate::Colour) this is
    /// the first solution, by the exact engine alone.
    ///
    /// # Errors
    ///
    /// The engine asked for, which takes its turns, cannot search this problem.
    pub fn any(&self, seed: u64) -> Result<Answer<Option<Solution>>, SolverError> {
        if self.problem.has_colours() {
            return self.first();
        }
        let engine = self.tree_engine()?;
        let mut gate = Gate::new(self);
        if gate.look().is_break() {
            return Ok(Answer::Stopped(()));
        }
        let layout = self.layout.as_ref();
        let Ok(mut race) = Race::new(self.problem, &self.givens, layout, seed, &self.stop) else {
            return Ok(Answer::Stopped(()));
        };
        let pool = Pool::new(self.threads);
        let exact = |lap: &Lap<'_>| self.exact_lap(engine, lap);
        let found = loop {
            let Ok(verdict) = race.lap(pool.as_ref(), &exact) else {
                return Ok(Answer::Stopped(()));
            };
            match verdict {
                Some(Verdict::Found(options)) => break Some(options),
                Some(Verdict::None) => break None,
                None => {}
            }
            let progress = Progress {
                nodes: race.nodes(),
                ..Progress::default()
            };
            if gate.pass(&progress).is_break() {
                return Ok(gate.ending().answer(None).without_part());
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

    /// A search from the beginning by an exact engine, with about as much work as all the laps so
    /// far.
    fn exact_lap(&self, engine: TreeEngine, lap: &Lap<'_>) -> Exact {
        let (from, nodes) = match engine {
            TreeEngine::Bits => (2, 1 << 16),
            TreeEngine::Links => (16, 1 << 9),
        };
        let is_large = self.problem.entry_count() > LARGE;
        if lap.lap < from || is_large && lap.lap < LARGE_FROM {
            return Exact::Spent(0);
        }
        let mut runner = Runner {
            lap,
            solver: self,
            most: nodes * lap.lap,
            nodes: 0,
            found: None,
            is_cut: false,
        };
        let report = match engine {
            TreeEngine::Links => {
                Links::with_checked(self.problem, self.givens.clone()).run(&mut runner)
            }
            TreeEngine::Bits => match self.bits() {
                Ok(bits) => bits.run_with(&self.givens, &mut runner),
                Err(_) => return Exact::Spent(0),
            },
        };
        match runner.found {
            Some(options) => Exact::Verdict(Verdict::Found(options)),
            None if report.complete && !runner.is_cut => Exact::Verdict(Verdict::None),
            None => Exact::Spent(runner.nodes),
        }
    }
}

/// Listens to an exact engine, and ends it when its turn is over.
struct Runner<'l, 's, 'p> {
    lap: &'l Lap<'l>,
    solver: &'s Solver<'p>,
    most: u64,
    nodes: u64,
    found: Option<Solution>,
    is_cut: bool,
}

impl Visitor for Runner<'_, '_, '_> {
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
