//! One solution of each kind, and how many kinds there are.

use std::ops::ControlFlow::{self, Continue};

use super::gate::{Ending, Gate};
use super::{Answer, Decision, Solver, SolverError};
use crate::distinct::{Distinct, DistinctReport};
use crate::problem::OptionId;
use crate::schedule::{PartStats, Schedule};
use crate::symmetry::{ActionError, Symmetries, SymmetryId};

/// Takes a solution and the symmetries that map it to itself; `Break` wants no more.
pub type OnDistinct<'v> = dyn FnMut(&[OptionId], &[SymmetryId]) -> ControlFlow<()> + 'v;

/// Questions about the solutions of a problem up to its symmetries: see [`Solver::distinct`].
#[derive(Clone, Debug)]
pub struct DistinctSolver<'p, 's> {
    solver: Solver<'p>,
    symmetries: &'s Symmetries,
}

impl<'p> Solver<'p> {
    /// Asks about the solutions up to symmetry: two that a symmetry maps to each other are one.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use tilewright_dlx::{Solver, Symmetries, text};
    ///
    /// // Three cells in a row, dominoes and single cells, and the mirror.
    /// let problem = text::read("a b c\na b\nb c\na\nb\nc\n")?;
    /// let options: Vec<_> = problem.options().collect();
    /// let mirrored = [1, 0, 4, 3, 2].map(|at| options[at]).to_vec();
    /// let symmetries = Symmetries::new(&problem, vec![options, mirrored])?;
    ///
    /// let distinct = Solver::new(&problem).distinct(&symmetries);
    /// let report = distinct.count()?.known().expect("it has no budget");
    /// assert_eq!((report.distinct, report.solutions), (2, 3));
    ///
    /// let mut symmetric = 0;
    /// let _ = distinct.for_each(&mut |_, stabilizer| {
    ///     symmetric += usize::from(stabilizer.len() == 2);
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(symmetric, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn distinct<'s>(&self, symmetries: &'s Symmetries) -> DistinctSolver<'p, 's> {
        DistinctSolver {
            solver: self.clone(),
            symmetries,
        }
    }
}

impl DistinctSolver<'_, '_> {
    /// Counts the solutions up to symmetry, and all of them with that.
    ///
    /// # Errors
    ///
    /// The symmetries are of another problem; options are given, which have other symmetries; or
    /// the engine asked for cannot search this problem.
    pub fn count(&self) -> Result<Answer<DistinctReport, DistinctReport>, SolverError> {
        self.run(None)
    }

    /// Hands one solution of each kind to `visit`, with the symmetries that map it to itself, the
    /// identity among them. Which one it is, and the order, are the same for every engine and
    /// number of threads.
    ///
    /// The report is known if `visit` broke out, too, and then says that it is not complete.
    ///
    /// # Errors
    ///
    /// As [`count`](Self::count).
    pub fn for_each(
        &self,
        visit: &mut OnDistinct<'_>,
    ) -> Result<Answer<DistinctReport, DistinctReport>, SolverError> {
        self.run(Some(visit))
    }

    fn run(
        &self,
        mut visit: Option<&mut OnDistinct<'_>>,
    ) -> Result<Answer<DistinctReport, DistinctReport>, SolverError> {
        let solver = &self.solver;
        if !solver.givens.is_empty() {
            return Err(SolverError::GivenAndSymmetries);
        }
        let engine = solver.tree_engine()?;
        let stopped = || Answer::Stopped(DistinctReport::of(PartStats::default(), false));
        let distinct = match Distinct::new_until(solver.problem, self.symmetries, &solver.stop) {
            Err(ActionError::Stopped(_)) => return Ok(stopped()),
            distinct => distinct?,
        };
        let Ok(forecast) = distinct.forecast_until(super::WALKS, &solver.stop) else {
            return Ok(stopped());
        };
        solver.decide(&Decision::Forecast(&forecast));
        let engine = solver.engine.map_or(forecast.engine(), |_| engine);
        let schedule = Schedule {
            in_any_order: visit.is_none(),
            ..forecast.schedule(engine, solver.most_threads(), false)
        };
        solver.decide(&Decision::Search(&schedule));
        let mut gate = Gate::new(solver);
        if gate.look().is_break() {
            return Ok(stopped());
        }
        let mut stats = PartStats::default();
        let mut left = false;
        let is_wanted = visit.is_some();
        let take = |(solution, stabilizer): (Vec<OptionId>, Vec<SymmetryId>)| {
            let flow = match &mut visit {
                Some(visit) => visit(&solution, &stabilizer),
                None => Continue(()),
            };
            left = flow.is_break();
            flow
        };
        let ended = distinct.run_on(
            &schedule,
            0,
            &|solution, stabilizer| is_wanted.then(|| (solution.to_vec(), stabilizer.to_vec())),
            &mut gate.listener(&mut stats, take),
        );
        let ended = ended.map_err(SolverError::of_schedule)?;
        stats.profile.merge(&ended.above);
        let ending = if ended.complete || left {
            Ending::Answered
        } else {
            gate.ending()
        };
        Ok(ending.answer(DistinctReport::of(stats, ended.complete)))
    }
}
