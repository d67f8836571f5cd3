//! How many solutions there are by how often some items are covered.

use std::collections::HashMap;
use std::ops::ControlFlow::{Break, Continue};

use super::{Answer, Solver, SolverError};
use crate::problem::{ItemId, OptionId};
use crate::spill::SpillError;
use crate::tally::{KeyLayout, Tally, TallyRuns};

#[cfg(feature = "frontier")]
use super::Decision;
#[cfg(feature = "frontier")]
use super::gate::Ending;
#[cfg(feature = "frontier")]
use crate::engine::Engine;
#[cfg(feature = "frontier")]
use crate::frontier::{
    CheckpointError, Frontier, FrontierCheckpoints, FrontierError, FrontierReport, FrontierWatcher,
};
#[cfg(feature = "frontier")]
use crate::sweep_trial::SweepTrial;
#[cfg(feature = "frontier")]
use crate::tally::SortedTally;

/// About the bytes that a choice takes in a map, beside its words.
const MAPPED: u64 = 96;

/// Tallies by a sweep.
#[cfg(feature = "frontier")]
type TallySweep<'s, T> = dyn FnMut(&Frontier<'_>, &mut FrontierWatcher<'_>) -> Result<(T, FrontierReport), CheckpointError>
    + 's;

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
        {
            let sweep = &mut |frontier: &Frontier, watcher: &mut FrontierWatcher| {
                Ok(frontier.count_by_watched(items, watcher)?)
            };
            let swept = self.tally_by_sweep(sweep);
            if let Some(answer) = swept.map_err(of_checkpoint)? {
                let nothing =
                    Tally::new(KeyLayout::new(self.problem, items), TallyRuns::in_memory())?;
                return Ok(match answer {
                    Answer::Known(tally) => Answer::Known(tally),
                    Answer::Stopped(tally) => Answer::Stopped(tally.unwrap_or(nothing)),
                    Answer::OutOfBudget(tally) => Answer::OutOfBudget(tally.unwrap_or(nothing)),
                });
            }
        }
        let layout = KeyLayout::new(self.problem, items);
        let answer = self.tally_by_search(&layout, TallyRuns::in_memory(), u64::MAX)?;
        let tally = |runs| Tally::new(layout, runs);
        Ok(match answer {
            Answer::Known(runs) => Answer::Known(tally(runs)?),
            Answer::Stopped(runs) => Answer::Stopped(tally(runs)?),
            Answer::OutOfBudget(runs) => Answer::OutOfBudget(tally(runs)?),
        })
    }

    /// The same, read one choice after the other, so that there may be any number of them: what outgrows
    /// the [`memory`](Self::memory) goes to a file, if one can be [made](Self::spill).
    ///
    /// ```
    /// use tilewright_dlx::{Solver, text};
    ///
    /// let problem = text::read("a b | domino first second\na b domino\na first\nb first\na second\nb second\n")?;
    /// let pieces = ["domino", "first", "second"].map(|name| problem.item(name).unwrap());
    /// let solver = Solver::new(&problem).memory(1 << 20).spill(|| Ok(Box::new(std::io::Cursor::new(Vec::new()))));
    /// let mut tally = solver.count_by_sorted(&pieces)?.known().expect("nobody stops it");
    /// assert_eq!(tally.next()?, Some((vec![0, 1, 1], 2_u32.into())));
    /// assert_eq!(tally.next()?, Some((vec![1, 0, 0], 1_u32.into())));
    /// assert_eq!(tally.next()?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Cost: as [`count_by`](Self::count_by), and that of sorting in files.
    ///
    /// # Errors
    ///
    /// As [`count_by`](Self::count_by); or what outgrows the memory cannot be kept in a file.
    #[cfg(feature = "frontier")]
    pub fn count_by_sorted(&self, items: &[ItemId]) -> Result<Answer<SortedTally>, SolverError> {
        let sweep = &mut |frontier: &Frontier, watcher: &mut FrontierWatcher| {
            frontier.count_by_sorted_watched(items, None, watcher)
        };
        self.sorted(items, sweep).map_err(of_checkpoint)
    }

    /// The same with checkpoints: see [`Frontier::count_by_sorted`]. A search keeps none, and is begun
    /// anew.
    ///
    /// # Errors
    ///
    /// As [`count_by_sorted`](Self::count_by_sorted); or a checkpoint is damaged, of another count, or
    /// cannot be read or written.
    #[cfg(feature = "frontier")]
    pub fn count_by_sorted_on(
        &self,
        items: &[ItemId],
        checkpoints: &mut dyn FrontierCheckpoints,
    ) -> Result<Answer<SortedTally>, CheckpointError> {
        let sweep = &mut |frontier: &Frontier, watcher: &mut FrontierWatcher| {
            frontier.count_by_sorted_watched(items, Some(&mut *checkpoints), watcher)
        };
        self.sorted(items, sweep)
    }

    #[cfg(feature = "frontier")]
    fn sorted(
        &self,
        items: &[ItemId],
        sweep: &mut TallySweep<'_, SortedTally>,
    ) -> Result<Answer<SortedTally>, CheckpointError> {
        if let Some(answer) = self.tally_by_sweep(sweep)? {
            return Ok(answer.without_part());
        }
        let layout = KeyLayout::new(self.problem, items);
        let (runs, _) = self.frontier.tally_runs();
        let room = self.frontier.tally_room();
        let answer = self.tally_by_search(&layout, runs, room)?.without_part();
        Ok(match answer {
            Answer::Known(runs) => {
                let sorted = self.frontier.sorted_tally(layout, runs);
                Answer::Known(sorted.map_err(SolverError::from)?)
            }
            Answer::Stopped(()) => Answer::Stopped(()),
            Answer::OutOfBudget(()) => Answer::OutOfBudget(()),
        })
    }

    /// Visits all solutions; a map of the choices takes up to so many bytes.
    fn tally_by_search(
        &self,
        layout: &KeyLayout,
        mut runs: TallyRuns,
        memory: u64,
    ) -> Result<Answer<TallyRuns, TallyRuns>, SolverError> {
        let of_option: Vec<Vec<u64>> = (self.problem.options())
            .map(|option| layout.of_option(self.problem, option))
            .collect();
        let mut key = layout.zero();
        let mut counts: HashMap<Box<[u64]>, u64> = HashMap::new();
        let most = memory / (MAPPED + 8 * key.len() as u64);
        let mut failure: Option<SpillError> = None;
        let ending = self.for_each(&mut |solution: &[OptionId]| {
            key.fill(0);
            for option in solution {
                for (word, more) in key.iter_mut().zip(&of_option[option.index()]) {
                    *word += more;
                }
            }
            if let Some(count) = counts.get_mut(&key[..]) {
                *count += 1;
                return Continue(());
            }
            counts.insert(key.clone().into(), 1);
            if counts.len() as u64 >= most
                && let Err(error) = put(&mut counts, &mut runs)
            {
                failure = Some(error);
                return Break(());
            }
            Continue(())
        })?;
        put(&mut counts, &mut runs)?;
        if let Some(failure) = failure {
            return Err(failure.into());
        }
        Ok(match ending {
            Answer::Known(_) => Answer::Known(runs),
            Answer::Stopped(_) => Answer::Stopped(runs),
            Answer::OutOfBudget(_) => Answer::OutOfBudget(runs),
        })
    }

    /// Sweeps, if that is asked for or forecast to be the faster way and ends within the time that
    /// the search is forecast to take; none if not.
    #[cfg(feature = "frontier")]
    fn tally_by_sweep<T>(
        &self,
        sweep: &mut TallySweep<'_, T>,
    ) -> Result<Option<Answer<T, Option<T>>>, CheckpointError> {
        if self.stop.is_set() {
            return Ok(Some(Answer::Stopped(None)));
        }
        if self.engine == Some(Engine::Frontier) {
            self.decide(&Decision::Sweep { seconds: None });
            return self.sweep_by(self.budget.most_work(), sweep).map(Some);
        }
        if self.engine.is_some() {
            return Ok(None);
        }
        let Ok(forecast) = self.forecast() else {
            return Ok(Some(Answer::Stopped(None)));
        };
        let Some(trial) = SweepTrial::before(&forecast) else {
            return Ok(None);
        };
        let seconds = Some(trial.seconds);
        self.decide(&Decision::Sweep { seconds });
        match self.sweep_by(trial.most_work.min(self.budget.most_work()), sweep) {
            Ok(Answer::OutOfBudget(_)) => {
                self.decide(&Decision::SweepGivenUp);
                Ok(None)
            }
            Ok(answer) => Ok(Some(answer)),
            Err(CheckpointError::Frontier(error)) if !matches!(error, FrontierError::Tally(_)) => {
                self.decide(&Decision::SweepRefused(&error));
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    #[cfg(feature = "frontier")]
    fn sweep_by<T>(
        &self,
        most_work: u64,
        sweep: &mut TallySweep<'_, T>,
    ) -> Result<Answer<T, Option<T>>, CheckpointError> {
        let mut tally = None;
        let (ending, _) = self.run_sweep(&self.frontier, most_work, &mut |frontier, watcher| {
            let (found, report) = sweep(frontier, watcher)?;
            tally = Some(found);
            Ok::<_, CheckpointError>(report)
        })?;
        Ok(match (ending, tally) {
            (Ending::Answered, Some(tally)) => Answer::Known(tally),
            (Ending::OutOfBudget, tally) => Answer::OutOfBudget(tally),
            (Ending::Answered | Ending::Stopped, tally) => Answer::Stopped(tally),
        })
    }
}

/// Puts the counts of a map among rows, and empties it.
fn put(counts: &mut HashMap<Box<[u64]>, u64>, runs: &mut TallyRuns) -> Result<(), SpillError> {
    for (key, count) in counts.drain() {
        runs.push(&key, &[count])?;
    }
    Ok(())
}

/// Without checkpoints, what is refused is the question or the sweep.
#[cfg(feature = "frontier")]
fn of_checkpoint(error: CheckpointError) -> SolverError {
    match error {
        CheckpointError::Frontier(error) => error.into(),
        CheckpointError::Solver(error) => error,
        error => unreachable!("invariant: without checkpoints none fails: {error}"),
    }
}
