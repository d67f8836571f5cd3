//! Answers questions with solutions: the first one, a few, one other than a known one, or all.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;

use super::stop_check::{Ending, StopCheck};
use super::{Answer, Solution, Solver, SolverError};
use crate::bits::Bits;
use crate::engine::Engine;
use crate::links::Links;
use crate::problem::OptionId;
use crate::schedule::{PartStats, Schedule, TreeEngine};
use crate::search::{Heuristic, Progress, Report, Visitor};

/// A function that receives a solution. `Break` ends the search.
pub type OnSolution<'v> = dyn FnMut(&[OptionId]) -> ControlFlow<()> + 'v;

impl<'p> Solver<'p> {
    /// Finds the first solution, or finds that there is none.
    ///
    /// ```
    /// use tilewright_dlx::{Answer, Solver, text};
    ///
    /// let problem = text::read("a b c\na b\nb c\nc\n")?;
    /// let first = Solver::new(&problem).first()?;
    /// let options = |at: [usize; 2]| at.map(|at| problem.option(at).unwrap()).to_vec();
    /// assert_eq!(first, Answer::Known(Some(options([0, 2]))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The selected engine cannot search this problem.
    pub fn first(&self) -> Result<Answer<Option<Solution>>, SolverError> {
        let mut found = None;
        let (ending, _) = self.walk(&mut |solution| {
            found = Some(solution.to_vec());
            Break(())
        })?;
        Ok(ending.answer(found).without_part())
    }

    /// Finds the first `most` solutions, or all if there are fewer. With `most` = 2, the answer shows whether a
    /// solution is unique.
    ///
    /// ```
    /// use tilewright_dlx::{Solver, text};
    ///
    /// let problem = text::read("a b\na b\na\nb\n")?;
    /// let is_unique = |solver: Solver| -> Result<_, Box<dyn std::error::Error>> {
    ///     Ok(solver.at_most(2)?.map(|solutions| solutions.len() == 1).known())
    /// };
    /// assert_eq!(is_unique(Solver::new(&problem))?, Some(false));
    /// let given = problem.option(1).unwrap();
    /// assert_eq!(is_unique(Solver::new(&problem).given(&[given])?)?, Some(true));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The selected engine cannot search this problem.
    pub fn at_most(
        &self,
        most: usize,
    ) -> Result<Answer<Vec<Solution>, Vec<Solution>>, SolverError> {
        let mut found = Vec::new();
        if most == 0 {
            self.tree_engine()?;
            return Ok(Answer::Known(found));
        }
        let (ending, _) = self.walk(&mut |solution| {
            found.push(solution.to_vec());
            if found.len() < most {
                Continue(())
            } else {
                Break(())
            }
        })?;
        Ok(ending.answer(found))
    }

    /// Finds the first solution that differs from `known`, or finds that there is none. The order
    /// of the options in `known` does not matter.
    ///
    /// ```
    /// use tilewright_dlx::{Answer, Solver, text};
    ///
    /// let problem = text::read("a b\na b\na\nb\n")?;
    /// let solver = Solver::new(&problem);
    /// let known = solver.first()?.known().flatten().unwrap();
    /// let other = solver.other_than(&known)?.known().flatten().unwrap();
    /// assert_ne!(known, other);
    /// // The given is not in the other solution, so under it there is only one.
    /// assert_eq!(solver.given(&known[..1])?.other_than(&known)?, Answer::Known(None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `known` is not a solution; or the selected engine cannot search this problem.
    pub fn other_than(&self, known: &[OptionId]) -> Result<Answer<Option<Solution>>, SolverError> {
        self.problem.check(known).map_err(SolverError::NoSolution)?;
        let mut sorted = known.to_vec();
        sorted.sort_unstable();
        let is_known = |solution: &[OptionId]| {
            let mut options = solution.iter();
            solution.len() == sorted.len() && options.all(|at| sorted.binary_search(at).is_ok())
        };
        let mut found = None;
        let (ending, _) = self.walk(&mut |solution| {
            if is_known(solution) {
                return Continue(());
            }
            found = Some(solution.to_vec());
            Break(())
        })?;
        Ok(ending.answer(found).without_part())
    }

    /// Passes each solution to `visit`. The givens come first, then the options in the order in
    /// which the search chose them. The order of the solutions is the same for every engine and
    /// number of threads.
    ///
    /// If `visit` breaks out, the answer is still `Known`, but its report is marked as not complete, and its
    /// counts of nodes depend on the number of threads.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use tilewright_dlx::{Solver, text};
    ///
    /// let problem = text::read("a b\na b\na\nb\n")?;
    /// let mut sizes = Vec::new();
    /// let report = Solver::new(&problem).for_each(&mut |solution| {
    ///     sizes.push(solution.len());
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(sizes, [1, 2]);
    /// assert!(report.known().is_some_and(|report| report.complete));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The selected engine cannot search this problem.
    pub fn for_each(
        &self,
        visit: &mut OnSolution<'_>,
    ) -> Result<Answer<Report, Report>, SolverError> {
        let (ending, report) = self.walk(visit)?;
        Ok(ending.answer(report))
    }

    /// Lists all solutions and keeps them in memory. [`for_each`](Self::for_each) keeps none.
    ///
    /// ```
    /// use tilewright_dlx::{Solver, text};
    ///
    /// let problem = text::read("a b\na b\na\nb\n")?;
    /// assert_eq!(Solver::new(&problem).list()?.known().map(|list| list.len()), Some(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The selected engine cannot search this problem.
    pub fn list(&self) -> Result<Answer<Vec<Solution>, Vec<Solution>>, SolverError> {
        self.at_most(usize::MAX)
    }

    /// The engine that searches the tree: the selected one. If none is selected, it is `Bits` if the problem is
    /// small enough for it, since it is usually faster, and `Links` otherwise.
    pub(super) fn tree_engine(&self) -> Result<TreeEngine, SolverError> {
        match self.engine {
            Some(Engine::Links) => Ok(TreeEngine::Links),
            Some(Engine::Bits) => {
                Bits::check(self.problem)?;
                Ok(TreeEngine::Bits)
            }
            #[cfg(feature = "frontier")]
            Some(engine @ Engine::Frontier) => Err(SolverError::CountsAlone { engine }),
            Some(Engine::Regions) => Err(SolverError::NeedsGraph),
            None if Bits::fits(self.problem) => Ok(TreeEngine::Bits),
            None => Ok(TreeEngine::Links),
        }
    }

    /// Searches the tree. Uses several threads if they are forecast to be faster and there is no budget.
    fn walk(&self, visit: &mut OnSolution<'_>) -> Result<(Ending, Report), SolverError> {
        let engine = self.tree_engine()?;
        let mut stop_check = StopCheck::new(self);
        if stop_check.check_flag().is_break() {
            return Ok((stop_check.ending(), Report::stopped_before_the_root()));
        }
        if self.may_share() {
            let Ok(forecast) = self.forecast() else {
                return Ok((Ending::Stopped, Report::stopped_before_the_root()));
            };
            let schedule = forecast.schedule(engine, self.threads, false);
            if schedule.parts > 1 {
                return self.walk_shared(&schedule, &mut stop_check, visit);
            }
        }
        let mut visitor = ListingVisitor { stop_check, visit };
        let report = match engine {
            TreeEngine::Links => {
                Links::with_checked(self.problem, self.givens.clone()).run(&mut visitor)
            }
            TreeEngine::Bits => self.bits()?.run_with(&self.givens, &mut visitor),
        };
        Ok((visitor.stop_check.ending(), report))
    }

    /// Searches the tree in parts, on the threads of the schedule.
    fn walk_shared(
        &self,
        schedule: &Schedule,
        stop_check: &mut StopCheck<'_, '_>,
        visit: &mut OnSolution<'_>,
    ) -> Result<(Ending, Report), SolverError> {
        self.decide(&super::Decision::Search(schedule));
        let mut stats = PartStats::default();
        let mut handed = 0;
        let ended = schedule.run(
            self.problem,
            Heuristic::default(),
            &self.givens,
            0,
            &|solution, _| Some(solution.to_vec()),
            &mut stop_check.listener(&mut stats, |solution: Solution| {
                handed += 1;
                visit(&solution)
            }),
        );
        let ended = ended.map_err(SolverError::of_schedule)?;
        stats.profile.merge(&ended.above);
        let report = Report {
            solutions: handed,
            complete: ended.complete,
            profile: stats.profile,
        };
        Ok((stop_check.ending(), report))
    }

    /// The bits engine for this problem. All clones of a solver share the compiled problem.
    pub(super) fn bits(&self) -> Result<Bits<'p>, SolverError> {
        let compiled = if let Some(compiled) = self.compiled.get() {
            compiled
        } else {
            let compiled = Bits::compile(self.problem)?;
            self.compiled.get_or_init(|| compiled)
        };
        Ok(Bits::with_compiled(self.problem, Arc::clone(compiled)))
    }
}

/// Receives the solutions and the progress of a search on the calling thread.
struct ListingVisitor<'a, 'v, 's, 'p> {
    stop_check: StopCheck<'s, 'p>,
    visit: &'a mut OnSolution<'v>,
}

impl Visitor for ListingVisitor<'_, '_, '_, '_> {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        (self.visit)(options)?;
        self.stop_check.check_flag()
    }

    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.stop_check.check(progress)
    }
}
