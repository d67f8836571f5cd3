//! Finds the solutions of minimum total cost.

use super::stop_check::StopCheck;
use super::{Answer, Solution, Solver, SolverError};
use crate::engine::Engine;
use crate::links::cheapest;

/// A solution and the total cost of its options.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CostedSolution {
    /// The sum of the costs of the options.
    pub cost: u64,
    /// The options, the givens first.
    pub options: Solution,
}

impl Solver<'_> {
    /// Finds the `most` solutions of minimum total [cost](crate::Problem::set_cost), the cheapest first; all
    /// solutions if there are fewer. (Minimum-cost exact cover.)
    ///
    /// Which solutions of equal cost are returned, and their order, are the same on every machine. The search runs
    /// on one thread, with dancing links, and skips subtrees that cannot cost less than the known solutions. At
    /// worst it searches as many nodes as without costs; if costs differ, it searches few. Memory is proportional
    /// to the problem and to `most` solutions. If the search is stopped or out of budget, the partial answer holds
    /// the cheapest solutions found so far.
    ///
    /// Source: Knuth's program `dlx5.w`; TAOCP 4B, section 7.2.2.1.
    ///
    /// ```
    /// use tilewright_dlx::{Solver, text};
    ///
    /// let problem = text::read("a b c\na b |4\nb c |2\na |3\nc |2\nb |1\n")?;
    /// let best = Solver::new(&problem).best(2)?.known().expect("it has few nodes");
    /// let costs: Vec<u64> = best.iter().map(|solution| solution.cost).collect();
    /// assert_eq!(costs, [5, 6]);
    /// let mut options: Vec<usize> = best[0].options.iter().map(|option| option.index()).collect();
    /// options.sort();
    /// assert_eq!(options, [1, 2], "b c |2 and a |3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// An engine other than [`Links`](crate::Links) was selected.
    pub fn best(
        &self,
        most: usize,
    ) -> Result<Answer<Vec<CostedSolution>, Vec<CostedSolution>>, SolverError> {
        if let Some(engine) = self.engine.filter(|engine| *engine != Engine::Links) {
            return Err(SolverError::KnowsNoCosts { engine });
        }
        let mut stop_check = StopCheck::new(self);
        // The search asks for the stop check only after some work, so a small search never does.
        if stop_check.check_flag().is_break() {
            return Ok(Answer::Stopped(Vec::new()));
        }
        let mut pass = |progress: &_| stop_check.check(progress);
        let (found, _) = cheapest(self.problem, &self.givens, most, &mut pass);
        let costed = |options: Solution| CostedSolution {
            cost: self.problem.total_cost(&options),
            options,
        };
        let found = found.into_iter().map(costed).collect();
        Ok(stop_check.ending().answer(found))
    }
}
