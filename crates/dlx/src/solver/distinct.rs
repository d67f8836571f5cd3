//! Passes one solution of each orbit to the caller.

use std::ops::ControlFlow;

use super::stop_check::{Ending, StopCheck};
use super::{Answer, Decision, Solver, SolverError};
use crate::distinct::{Distinct, DistinctReport};
use crate::problem::OptionId;
use crate::schedule::PartStats;
use crate::symmetry::{ActionError, Symmetries, SymmetryId};

/// A function that receives a solution and the symmetries that map it to itself. `Break` ends the search.
pub type OnDistinct<'v> = dyn FnMut(&[OptionId], &[SymmetryId]) -> ControlFlow<()> + 'v;

impl Solver<'_> {
    /// Passes one solution of each orbit to `visit`, with the symmetries that map it to itself, including the
    /// identity. Which solutions it passes, and their order, are the same for every engine and number of threads.
    /// [`count_distinct`](Self::count_distinct) counts the orbits without listing them.
    ///
    /// If `visit` breaks out, the answer is still `Known`, but its report is marked as not complete.
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
    /// let mut symmetric = 0;
    /// let report = Solver::new(&problem).for_each_distinct(&symmetries, &mut |_, stabilizer| {
    ///     symmetric += usize::from(stabilizer.len() == 2);
    ///     ControlFlow::Continue(())
    /// })?;
    /// let report = report.known().expect("it has no budget");
    /// assert_eq!((report.distinct, report.solutions, symmetric), (2, 3, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// - The symmetries are of another problem.
    /// - Options are given, so that the solutions have other symmetries.
    /// - The selected engine cannot search this problem.
    pub fn for_each_distinct(
        &self,
        symmetries: &Symmetries,
        visit: &mut OnDistinct<'_>,
    ) -> Result<Answer<DistinctReport, DistinctReport>, SolverError> {
        if !self.givens.is_empty() {
            return Err(SolverError::GivenAndSymmetries);
        }
        let engine = self.tree_engine()?;
        let stopped = || Answer::Stopped(DistinctReport::of(PartStats::default(), false));
        let distinct = match Distinct::new_until(self.problem, symmetries, &self.stop) {
            Err(ActionError::Stopped(_)) => return Ok(stopped()),
            distinct => distinct?,
        };
        let Ok(forecast) = distinct.forecast_until(super::WALKS, &self.stop) else {
            return Ok(stopped());
        };
        self.decide(&Decision::Forecast(&forecast));
        let engine = self.engine.map_or(forecast.engine(), |_| engine);
        let schedule = forecast.schedule(engine, self.most_threads(), false);
        self.decide(&Decision::Search(&schedule));
        let mut stop_check = StopCheck::new(self);
        if stop_check.check_flag().is_break() {
            return Ok(stopped());
        }
        let mut stats = PartStats::default();
        let mut left = false;
        let take = |(solution, stabilizer): (Vec<OptionId>, Vec<SymmetryId>)| {
            let flow = visit(&solution, &stabilizer);
            left = flow.is_break();
            flow
        };
        let ended = distinct.run_on(
            &schedule,
            0,
            &|solution, stabilizer| Some((solution.to_vec(), stabilizer.to_vec())),
            &mut stop_check.listener(&mut stats, take),
        );
        let ended = ended.map_err(SolverError::of_schedule)?;
        stats.profile.merge(&ended.above);
        let ending = if ended.complete || left {
            Ending::Answered
        } else {
            stop_check.ending()
        };
        Ok(ending.answer(DistinctReport::of(stats, ended.complete)))
    }
}
