//! The cheapest solutions.

use super::gate::Gate;
use super::{Answer, Solution, Solver, SolverError};
use crate::engine::Engine;
use crate::links::cheapest;

/// A solution and what its options cost together.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CostedSolution {
    /// The sum of the costs.
    pub cost: u64,
    /// The options, the givens first.
    pub options: Solution,
}

impl Solver<'_> {
    /// Finds the `most` solutions whose options [cost](crate::Problem::set_cost) least together, the
    /// cheapest first: all of them if there are no more. (Minimum-cost exact cover.)
    ///
    /// Of solutions that cost the same, which are kept and in which order is the same on every
    /// machine. It works on one thread, with dancing links, and leaves out what cannot cost less than
    /// the solutions known: it may take as many nodes as there are without costs, and takes few where
    /// costs differ. Memory is proportional to the problem and to `most` solutions. If it is stopped,
    /// or out of budget, the part is the cheapest solutions of those found until then.
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
    /// Another engine than [`Links`](crate::Links) was asked for.
    pub fn best(
        &self,
        most: usize,
    ) -> Result<Answer<Vec<CostedSolution>, Vec<CostedSolution>>, SolverError> {
        if let Some(engine) = self.engine.filter(|engine| *engine != Engine::Links) {
            return Err(SolverError::KnowsNoCosts { engine });
        }
        let mut gate = Gate::new(self);
        // The search looks at the gate when it has done some work, small ones never.
        if gate.look().is_break() {
            return Ok(Answer::Stopped(Vec::new()));
        }
        let mut pass = |progress: &_| gate.pass(progress);
        let (found, _) = cheapest(self.problem, &self.givens, most, &mut pass);
        let costed = |options: Solution| CostedSolution {
            cost: self.problem.total_cost(&options),
            options,
        };
        let found = found.into_iter().map(costed).collect();
        Ok(gate.ending().answer(found))
    }
}
