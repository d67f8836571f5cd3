//! Counts the solutions up to symmetry.
//!
//! A search visits one solution of each orbit, and the stabilizer of the solution determines the size of the
//! orbit. A sweep counts all solutions of the [folded](Symmetries::fold) problem. After a sweep, a search or
//! sweeps over quotients count the solutions that have a symmetry. Then Burnside's lemma yields the number of
//! orbits.

use std::num::NonZeroUsize;

use num_bigint::BigUint;

use super::count_task::{CountTaskResult, SweepAndSearch};
use super::stop_check::Ending;
use super::{Answer, Solver, SolverError};
use crate::burnside::{ByStabilizer, Certificate, CertificateError, Orbits};
use crate::distinct::Distinct;
use crate::engine::Engine;
use crate::symmetry::{ActionError, Symmetries, SymmetryId};

#[cfg(feature = "frontier")]
use super::Decision;
#[cfg(feature = "frontier")]
use super::stop_check::StopCheck;
#[cfg(feature = "frontier")]
use crate::burnside::SymmetricCounter;
#[cfg(feature = "frontier")]
use crate::problem::{ItemId, Problem};

/// The number of solutions, and their number up to symmetry.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DistinctCount {
    /// The number of all solutions.
    pub solutions: BigUint,
    /// The number of orbits, which is the number of solutions up to symmetry.
    pub distinct: BigUint,
    /// For each stabilizer, the number of orbits that have it. Solutions of one orbit have conjugate stabilizers,
    /// and the least of them is used. `None` if the group has more than 64 elements and there are too many
    /// symmetric solutions to list.
    pub by_stabilizer: Option<ByStabilizer>,
    /// For each symmetry, the number of solutions that it maps to themselves. The mean of these numbers is the
    /// number of orbits.
    pub burnside: Certificate,
    /// The engine that counted the solutions.
    pub engine: Engine,
    /// The number of threads that shared the work.
    pub threads: NonZeroUsize,
}

impl DistinctCount {
    /// The number of solutions up to the symmetries of a subgroup, such as the rotations.
    ///
    /// The caller must make sure that the subgroup is closed under composition.
    ///
    /// # Errors
    ///
    /// The subgroup is empty, an element is not in the group or is named twice, or the elements do not form a group.
    pub fn distinct_under(&self, subgroup: &[SymmetryId]) -> Result<BigUint, CertificateError> {
        self.burnside.orbits_of(subgroup)
    }
}

/// What is known from a count of distinct solutions that ended early.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DistinctSoFar {
    /// A lower bound on the number of solutions.
    pub solutions: BigUint,
    /// A lower bound on the number of orbits.
    pub distinct: BigUint,
    /// The engine that was counting; `None` if none had been chosen.
    pub engine: Option<Engine>,
    /// The number of threads that shared the work.
    pub threads: NonZeroUsize,
}

impl Default for DistinctSoFar {
    /// Lower bounds of zero, and no engine.
    fn default() -> Self {
        Self {
            solutions: BigUint::ZERO,
            distinct: BigUint::ZERO,
            engine: None,
            threads: NonZeroUsize::MIN,
        }
    }
}

impl DistinctSoFar {
    /// The complete answer if the count was completed; otherwise the lower bounds found so far.
    fn answer(self, ending: Ending, orbits: Option<Orbits>) -> Answer<DistinctCount, Self> {
        match (ending, self.engine, orbits) {
            (Ending::Answered, Some(engine), Some(orbits)) => Answer::Known(DistinctCount {
                solutions: self.solutions,
                distinct: orbits.burnside.orbits.clone(),
                by_stabilizer: orbits.by_stabilizer,
                burnside: orbits.burnside,
                engine,
                threads: self.threads,
            }),
            _ => ending.unanswered(self),
        }
    }
}

impl Solver<'_> {
    /// Counts the solutions up to symmetry: two solutions that a symmetry maps to each other count as one. Also
    /// returns the number of all solutions.
    ///
    /// The selected engine counts, or the one that ends first if none is selected, as in [`count`](Self::count). A
    /// search visits one solution of each orbit. Without a [budget](Self::budget), a search of the whole tree
    /// takes turns with it, since the restriction to one solution of each orbit slows some searches down
    /// ([`SearchPair`](crate::portfolio::SearchPair)). A sweep counts all solutions without listing any. Then a
    /// search or further sweeps count the solutions that have a symmetry, usually about the square root of all,
    /// and Burnside's lemma gives the number of orbits. The sweep takes about as long as the sweep of `count`,
    /// multiplied by the ratio of orbits to options of the [folded](Symmetries::fold) item. The time to count the
    /// symmetric solutions is added.
    ///
    /// The [budget](Self::budget) bounds the count of all solutions, and separately the count of the symmetric
    /// ones.
    ///
    /// ```
    /// use tilewright_dlx::{Solver, Symmetries, text};
    ///
    /// // Three cells in a row, dominoes and single cells, and the mirror.
    /// let problem = text::read("a b c\na b\nb c\na\nb\nc\n")?;
    /// let options: Vec<_> = problem.options().collect();
    /// let mirrored = [1, 0, 4, 3, 2].map(|at| options[at]).to_vec();
    /// let symmetries = Symmetries::new(&problem, vec![options, mirrored])?;
    ///
    /// let count = Solver::new(&problem).count_distinct(&symmetries)?;
    /// let count = count.known().expect("it has no budget, and is not stopped");
    /// assert_eq!((count.distinct, count.solutions), (2_u32.into(), 3_u32.into()));
    /// // The mirror maps one solution to itself.
    /// assert_eq!(count.burnside.fixed, [3_u32, 1].map(Into::into));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Sources: Burnside, *Theory of Groups of Finite Order* (2nd edition 1911), section 145; Knuth, "Dancing Links"
    /// (2000), for restrictions of the search. More in [`burnside`](crate::burnside) and
    /// [`distinct`](crate::distinct).
    ///
    /// # Errors
    ///
    /// The symmetries are of another problem; or options are given, so that the solutions have
    /// other symmetries than the problem; or the selected engine cannot count this problem.
    pub fn count_distinct(
        &self,
        symmetries: &Symmetries,
    ) -> Result<Answer<DistinctCount, DistinctSoFar>, SolverError> {
        match self.try_count_distinct(symmetries) {
            Err(SolverError::Symmetries(ActionError::Stopped(_))) => {
                Ok(Answer::Stopped(DistinctSoFar::default()))
            }
            answer => answer,
        }
    }

    fn try_count_distinct(
        &self,
        symmetries: &Symmetries,
    ) -> Result<Answer<DistinctCount, DistinctSoFar>, SolverError> {
        if !self.givens.is_empty() {
            return Err(SolverError::GivenAndSymmetries);
        }
        symmetries.check_problem(self.problem)?;
        #[cfg(feature = "frontier")]
        let folded = self.folded(symmetries)?;
        let distinct = self.restricted(symmetries)?;
        let takes_turns =
            distinct.as_ref().is_some_and(Distinct::is_restricted) && self.budget.is_unlimited();
        let task = SweepAndSearch {
            solver: self,
            distinct,
            whole: takes_turns
                .then(|| Distinct::unrestricted(self.problem, symmetries))
                .transpose()?,
            #[cfg(feature = "frontier")]
            frontier: self.frontier.of(folded.as_ref().unwrap_or(self.problem)),
        };
        let (ending, counted) = task.run()?;
        match counted {
            CountTaskResult::Nothing => Ok(ending.unanswered(DistinctSoFar::default())),
            #[cfg(feature = "frontier")]
            CountTaskResult::Swept(report) => self.divided(symmetries, ending, report.count),
            CountTaskResult::Searched(schedule, stats) => {
                let orbits = Orbits::of_distinct(self.problem, symmetries, &stats.stabilizers)?;
                let so_far = DistinctSoFar {
                    solutions: stats.solutions.into(),
                    distinct: stats.found.into(),
                    engine: Some(schedule.engine.into()),
                    threads: schedule.threads,
                };
                Ok(so_far.answer(ending, Some(orbits)))
            }
        }
    }

    /// The search for one solution of each orbit; `None` if sweeps are selected.
    fn restricted<'s>(
        &'s self,
        symmetries: &'s Symmetries,
    ) -> Result<Option<Distinct<'s>>, SolverError> {
        #[cfg(feature = "frontier")]
        if self.engine == Some(Engine::Frontier) {
            return Ok(None);
        }
        Ok(Some(Distinct::new_until(
            self.problem,
            symmetries,
            &self.stop,
        )?))
    }

    /// The folded problem, for a sweep to count; `None` if the original problem is to be counted, or if the
    /// selected engine does not sweep.
    #[cfg(feature = "frontier")]
    fn folded(&self, symmetries: &Symmetries) -> Result<Option<Problem>, SolverError> {
        if !matches!(self.engine, None | Some(Engine::Frontier)) {
            return Ok(None);
        }
        let order = self.frontier.given_order().map(<[ItemId]>::to_vec);
        let order = order.unwrap_or_else(|| self.problem.items().collect());
        Ok(symmetries.fold_until(self.problem, &order, &self.stop)?)
    }

    /// Makes the answer from a sweep. `solutions` is the number of all solutions; if the sweep ended early, a
    /// lower bound on it.
    #[cfg(feature = "frontier")]
    fn divided(
        &self,
        symmetries: &Symmetries,
        ending: Ending,
        solutions: BigUint,
    ) -> Result<Answer<DistinctCount, DistinctSoFar>, SolverError> {
        let order = symmetries.order();
        let so_far = DistinctSoFar {
            // No orbit has more solutions than the group has elements.
            distinct: (&solutions + (order - 1)) / order,
            solutions,
            engine: Some(Engine::Frontier),
            threads: self.most_threads(),
        };
        if ending != Ending::Answered {
            return Ok(so_far.answer(ending, None));
        }
        self.decide(&Decision::Symmetric);
        let mut stop_check = StopCheck::new(self);
        let counter = SymmetricCounter::new(self.problem, symmetries)
            .memory(self.frontier.most_bytes())
            .threads(self.most_threads())
            .most_nodes(self.budget.most_nodes());
        let symmetric = counter.count(&mut |progress| stop_check.check_observer(progress))?;
        if symmetric.complete {
            let orbits = counter.divide(&symmetric, &so_far.solutions)?;
            return Ok(so_far.answer(Ending::Answered, Some(orbits)));
        }
        // If the observer has not stopped the work, the budget is used up.
        let ending = match stop_check.ending() {
            Ending::Answered => Ending::OutOfBudget,
            ending => ending,
        };
        Ok(so_far.answer(ending, None))
    }
}
