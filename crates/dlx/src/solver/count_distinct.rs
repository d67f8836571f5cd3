//! How many solutions there are up to symmetry.
//!
//! By search, one solution of each orbit is met, and its orbit is as large as its stabilizer says. By sweep, all
//! solutions of the [folded](Symmetries::fold) problem are counted, then those that have a symmetry, by a search or by
//! sweeps over quotients, and Burnside's lemma gives the orbits.

use std::num::NonZeroUsize;

use num_bigint::BigUint;

use super::count_task::{CountTask, Counted};
use super::gate::Ending;
use super::{Answer, Solver, SolverError};
use crate::burnside::{ByStabilizer, Certificate, CertificateError, Orbits};
use crate::distinct::Distinct;
use crate::engine::Engine;
use crate::symmetry::{ActionError, Symmetries, SymmetryId};

#[cfg(feature = "frontier")]
use super::Decision;
#[cfg(feature = "frontier")]
use super::gate::Gate;
#[cfg(feature = "frontier")]
use crate::burnside::SymmetricCounter;
#[cfg(feature = "frontier")]
use crate::problem::{ItemId, Problem};

/// How many solutions there are, all of them and up to symmetry.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DistinctCount {
    /// All solutions.
    pub solutions: BigUint,
    /// Solutions up to symmetry: the orbits.
    pub distinct: BigUint,
    /// How many distinct solutions have which symmetries. The solutions of an orbit have conjugate stabilizers, of
    /// which the least represents them. None for groups of more than 64 elements whose symmetric solutions are too
    /// many to list.
    pub by_stabilizer: Option<ByStabilizer>,
    /// How many solutions each symmetry maps to themselves, and their mean, which proves the number of orbits.
    pub burnside: Certificate,
    /// The engine that counted them.
    pub engine: Engine,
    /// The threads that shared the work.
    pub threads: NonZeroUsize,
}

impl DistinctCount {
    /// Solutions up to the symmetries of a subgroup, such as the rotations: its orbits.
    ///
    /// That the subgroup is closed under composition is not checked.
    ///
    /// # Errors
    ///
    /// The subgroup is empty, an element is not in the group or is named twice, or the elements are no group.
    pub fn distinct_under(&self, subgroup: &[SymmetryId]) -> Result<BigUint, CertificateError> {
        self.burnside.orbits_of(subgroup)
    }
}

/// What is known of a count up to symmetry that did not come to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DistinctSoFar {
    /// There are no fewer solutions.
    pub solutions: BigUint,
    /// There are no fewer up to symmetry.
    pub distinct: BigUint,
    /// The engine that was at work; none if none had been chosen.
    pub engine: Option<Engine>,
    /// The threads that shared the work.
    pub threads: NonZeroUsize,
}

impl Default for DistinctSoFar {
    /// Nothing: no engine had been chosen.
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
    /// All that there is, if the work was done.
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
    /// Counts the solutions up to symmetry, and all of them with that: two that a symmetry maps to each other are one.
    ///
    /// The engine asked for counts, or the one that ends first, as in [`count`](Self::count). A search meets one
    /// solution of each orbit. A sweep counts all solutions without listing any, a search or further sweeps count
    /// those that have a symmetry, about the square root of all, and Burnside's lemma gives the orbits. So the sweep
    /// takes about as long as that of `count`, divided by the orbits of the item that is
    /// [folded](Symmetries::fold), and once more for the symmetric solutions.
    ///
    /// The [budget](Self::budget) bounds the count of all solutions and that of the symmetric ones, each by itself.
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
    /// let count = count.known().expect("it has no budget, and nobody stops it");
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
    /// The symmetries are of another problem; options are given, for their solutions have other symmetries than the
    /// problem; or the engine asked for cannot count this problem.
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
        let task = CountTask {
            solver: self,
            distinct: self.restricted(symmetries)?,
            #[cfg(feature = "frontier")]
            frontier: self.frontier.of(folded.as_ref().unwrap_or(self.problem)),
        };
        let (ending, counted) = task.run()?;
        match counted {
            Counted::Nothing => Ok(ending.unanswered(DistinctSoFar::default())),
            #[cfg(feature = "frontier")]
            Counted::Swept(report) => self.divided(symmetries, ending, report.count),
            Counted::Searched(schedule, stats) => {
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

    /// The search for one solution of each orbit, unless a sweep is asked for.
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

    /// The problem that a sweep counts, if the symmetries make it another one and there may be a sweep.
    #[cfg(feature = "frontier")]
    fn folded(&self, symmetries: &Symmetries) -> Result<Option<Problem>, SolverError> {
        if !matches!(self.engine, None | Some(Engine::Frontier)) {
            return Ok(None);
        }
        let order = self.frontier.given_order().map(<[ItemId]>::to_vec);
        let order = order.unwrap_or_else(|| self.problem.items().collect());
        Ok(symmetries.fold_until(self.problem, &order, &self.stop)?)
    }

    /// What is known once a sweep has counted all `solutions`, or has ended before: then there are no fewer.
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
        let mut gate = Gate::new(self);
        let counter = SymmetricCounter::new(self.problem, symmetries)
            .memory(self.frontier.most_bytes())
            .threads(self.most_threads())
            .most_nodes(self.budget.most_nodes());
        let symmetric = counter.count(&mut |progress| gate.tell(progress))?;
        if symmetric.complete {
            let orbits = counter.divide(&symmetric, &so_far.solutions)?;
            return Ok(so_far.answer(Ending::Answered, Some(orbits)));
        }
        // Nobody broke out: the work outgrew the budget.
        let ending = match gate.ending() {
            Ending::Answered => Ending::OutOfBudget,
            ending => ending,
        };
        Ok(so_far.answer(ending, None))
    }
}
