//! How many solutions there are by how often some items are covered.

use std::collections::HashMap;
use std::ops::ControlFlow::Continue;

use super::{Answer, Solver, SolverError};
use crate::problem::{ItemId, OptionId};
use crate::tally::{KeyLayout, Rows, Tally};

#[cfg(feature = "frontier")]
use super::gate::Ending;
#[cfg(feature = "frontier")]
use super::{Decision, SweepTrial};
#[cfg(feature = "frontier")]
use crate::engine::Engine;
#[cfg(feature = "frontier")]
use crate::frontier::FrontierError;

impl Solver<'_> {
    /// Counts the solutions by how often some items are covered: one number for each choice that has
    /// a solution, by the engine asked for or the one that is the fastest. See [`Tally`] for an
    /// example.
    ///
    /// An answer that was stopped or ran out of budget has what was found until then: of no choice
    /// more solutions than it has.
    ///
    /// Cost: by search, that of visiting all solutions and 100 ns for each; by sweep, see
    /// [`Frontier::count_by`](crate::Frontier::count_by).
    ///
    /// # Errors
    ///
    /// The engine asked for cannot count this problem.
    pub fn count_by(&self, items: &[ItemId]) -> Result<Answer<Tally, Tally>, SolverError> {
        #[cfg(feature = "frontier")]
        if let Some(answer) = self.tally_by_sweep(items)? {
            return Ok(answer);
        }
        self.tally_by_search(items)
    }

    /// Visits all solutions.
    fn tally_by_search(&self, items: &[ItemId]) -> Result<Answer<Tally, Tally>, SolverError> {
        let layout = KeyLayout::new(self.problem, items);
        let of_option: Vec<Vec<u64>> = (self.problem.options())
            .map(|option| layout.of_option(self.problem, option))
            .collect();
        let mut key = layout.zero();
        let mut counts: HashMap<Box<[u64]>, u64> = HashMap::new();
        let ending = self.for_each(&mut |solution: &[OptionId]| {
            key.fill(0);
            for option in solution {
                for (word, more) in key.iter_mut().zip(&of_option[option.index()]) {
                    *word += more;
                }
            }
            match counts.get_mut(&key[..]) {
                Some(count) => *count += 1,
                None => drop(counts.insert(key.clone().into(), 1)),
            }
            Continue(())
        })?;
        let mut rows = Rows::default();
        for (key, count) in counts {
            rows.push(&key, &[count]);
        }
        let mut tally = Tally::new(layout);
        tally.add(rows);
        Ok(match ending {
            Answer::Known(_) => Answer::Known(tally),
            Answer::Stopped(_) => Answer::Stopped(tally),
            Answer::OutOfBudget(_) => Answer::OutOfBudget(tally),
        })
    }

    /// Sweeps, if that is asked for or forecast to be the faster way and ends within the time that
    /// the search is forecast to take; none if not.
    #[cfg(feature = "frontier")]
    fn tally_by_sweep(
        &self,
        items: &[ItemId],
    ) -> Result<Option<Answer<Tally, Tally>>, SolverError> {
        let nothing = || Tally::new(KeyLayout::new(self.problem, items));
        if self.stop.is_set() {
            return Ok(Some(Answer::Stopped(nothing())));
        }
        let mut tally = nothing();
        if self.engine == Some(Engine::Frontier) {
            self.decide(&Decision::Sweep { seconds: None });
            let ending = self.sweep_by(items, self.budget.most_work(), &mut tally)?;
            return Ok(Some(ending.answer(tally)));
        }
        if self.engine.is_some() {
            return Ok(None);
        }
        let Ok(forecast) = self.forecast() else {
            return Ok(Some(Answer::Stopped(tally)));
        };
        let Some(trial) = SweepTrial::before(&forecast) else {
            return Ok(None);
        };
        let seconds = Some(trial.seconds);
        self.decide(&Decision::Sweep { seconds });
        match self.sweep_by(
            items,
            trial.most_work.min(self.budget.most_work()),
            &mut tally,
        ) {
            Ok(Ending::OutOfBudget) => {
                self.decide(&Decision::SweepGivenUp);
                Ok(None)
            }
            Ok(ending) => Ok(Some(ending.answer(tally))),
            Err(error) => {
                self.decide(&Decision::SweepRefused(&error));
                Ok(None)
            }
        }
    }

    #[cfg(feature = "frontier")]
    fn sweep_by(
        &self,
        items: &[ItemId],
        most_work: u64,
        tally: &mut Tally,
    ) -> Result<Ending, FrontierError> {
        let (ending, _) = self.run_sweep(most_work, &mut |frontier, watcher| {
            let (found, report) = frontier.count_by_watched(items, watcher)?;
            *tally = found;
            Ok(report)
        })?;
        Ok(ending)
    }
}
