//! Counts the solutions by how often they cover given items.

use std::collections::HashMap;
use std::ops::ControlFlow::{self, Break, Continue};

use super::search_run::SearchRun;
use super::stop_check::Ending;
use super::{Answer, Solver, SolverError};
use crate::forecast::Forecast;
use crate::problem::{ItemId, OptionId};
use crate::spill::SpillError;
use crate::tally::{KeyLayout, Tally, TallyRuns};

#[cfg(feature = "frontier")]
use super::Decision;
#[cfg(feature = "frontier")]
use super::by_portfolio::PortfolioOutcome;
#[cfg(feature = "frontier")]
use crate::engine::Engine;
#[cfg(feature = "frontier")]
use crate::frontier::{
    CheckpointError, Frontier, FrontierCheckpoints, FrontierError, FrontierReport, FrontierWatcher,
};
#[cfg(feature = "frontier")]
use crate::tally::{ChoiceList, SortedTally};

/// The approximate memory of an entry in a map of counts, in bytes, not counting the words of its key.
const MAPPED: u64 = 96;

/// While a search takes turns with a sweep, its map of counts gets the available memory divided by this.
#[cfg(feature = "frontier")]
const ROOM_IN_TURNS: u64 = 16;

/// A function that makes a tally by a sweep with the given frontier, and passes the progress to the watcher.
#[cfg(feature = "frontier")]
type TallySweep<'s, T> = dyn FnMut(&Frontier<'_>, &mut FrontierWatcher<'_>) -> Result<(T, FrontierReport), CheckpointError>
    + 's;

impl Solver<'_> {
    /// Counts the solutions by how often they cover each of these items. Each combination of these numbers that
    /// occurs gets a separate count. The selected engine counts, or the fastest one if none is selected. See
    /// [`Tally`] for an example.
    ///
    /// If the count was stopped or ran out of budget, the partial answer holds the counts so far;
    /// no count exceeds its true value.
    ///
    /// A search takes the time to visit all solutions, plus 100 ns for each. For a sweep, see
    /// [`Frontier::count_by`](crate::Frontier::count_by).
    ///
    /// # Errors
    ///
    /// The selected engine cannot count this problem.
    pub fn count_by(&self, items: &[ItemId]) -> Result<Answer<Tally, Tally>, SolverError> {
        let layout = KeyLayout::new(self.problem, items);
        let runs = TallyRuns::in_memory();
        #[cfg(feature = "frontier")]
        let (ending, tally) = {
            let sweep = &mut |frontier: &Frontier, watcher: &mut FrontierWatcher| {
                Ok(frontier.count_by(items, watcher)?)
            };
            let tallied = self.tally(&layout, runs, u64::MAX, sweep);
            match tallied.map_err(of_checkpoint)? {
                (ending, TallyResult::Swept(Some(tally))) => (ending, tally),
                (ending, TallyResult::Swept(None)) => {
                    (ending, Tally::new(layout, TallyRuns::in_memory())?)
                }
                (ending, TallyResult::Searched(runs)) => (ending, Tally::new(layout, runs)?),
            }
        };
        #[cfg(not(feature = "frontier"))]
        let (ending, tally) = {
            let (ending, runs) = self.tally_by_search(&layout, runs, u64::MAX)?;
            (ending, Tally::new(layout, runs)?)
        };
        Ok(ending.answer(tally))
    }

    /// Like [`count_by`](Self::count_by), but the counts are read one after the other and need not fit into
    /// memory. Data beyond the [`memory`](Self::memory) bound goes to a file, if one can be [made](Self::spill).
    /// If `checkpoints` are given, a sweep keeps them: see [`Frontier::count_by_sorted`]. A search starts from the
    /// beginning.
    ///
    /// ```
    /// use tilewright_dlx::{Solver, text};
    ///
    /// let problem = text::read("a b | domino first second\na b domino\na first\nb first\na second\nb second\n")?;
    /// let pieces = ["domino", "first", "second"].map(|name| problem.item(name).unwrap());
    /// let solver = Solver::new(&problem).memory(1 << 20).spill(|| Ok(Box::new(std::io::Cursor::new(Vec::new()))));
    /// let mut tally = solver.count_by_sorted(&pieces, None)?.known().expect("it is not stopped");
    /// assert_eq!(tally.next()?, Some((vec![0, 1, 1], 2_u32.into())));
    /// assert_eq!(tally.next()?, Some((vec![1, 0, 0], 1_u32.into())));
    /// assert_eq!(tally.next()?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Takes as long as [`count_by`](Self::count_by), and in addition the time to sort in files.
    ///
    /// # Errors
    ///
    /// Those of [`count_by`](Self::count_by); data beyond the memory bound cannot be kept in a
    /// file; or a checkpoint is damaged, belongs to another count, or cannot be read or written.
    #[cfg(feature = "frontier")]
    pub fn count_by_sorted(
        &self,
        items: &[ItemId],
        mut checkpoints: Option<&mut dyn FrontierCheckpoints>,
    ) -> Result<Answer<SortedTally>, CheckpointError> {
        let sweep = &mut |frontier: &Frontier, watcher: &mut FrontierWatcher| {
            let checkpoints = checkpoints.as_mut().map(|kept| &mut **kept as _);
            frontier.count_by_sorted(items, checkpoints, watcher)
        };
        self.sorted(items, sweep)
    }

    /// Lists the combinations of how often solutions cover each of these items. The solutions are not counted.
    /// `checkpoints` are used as in [`count_by_sorted`](Self::count_by_sorted).
    ///
    /// ```
    /// use tilewright_dlx::{Solver, text};
    ///
    /// let problem = text::read("a b | domino first second\na b domino\na first\nb first\na second\nb second\n")?;
    /// let pieces = ["domino", "first", "second"].map(|name| problem.item(name).unwrap());
    /// let mut choices = Solver::new(&problem).choices(&pieces, None)?.known().expect("it is not stopped");
    /// assert_eq!(choices.next()?, Some(vec![0, 1, 1]));
    /// assert_eq!(choices.next()?, Some(vec![1, 0, 0]));
    /// assert_eq!(choices.next()?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// For the time and the memory, see [`Frontier::choices`](crate::Frontier::choices).
    ///
    /// # Errors
    ///
    /// Those of [`count_by_sorted`](Self::count_by_sorted).
    #[cfg(feature = "frontier")]
    pub fn choices(
        &self,
        items: &[ItemId],
        mut checkpoints: Option<&mut dyn FrontierCheckpoints>,
    ) -> Result<Answer<ChoiceList>, CheckpointError> {
        let sweep = &mut |frontier: &Frontier, watcher: &mut FrontierWatcher| {
            let checkpoints = checkpoints.as_mut().map(|kept| &mut **kept as _);
            frontier.choices_sorted(items, checkpoints, watcher)
        };
        Ok(self.sorted(items, sweep)?.map(ChoiceList::new))
    }

    #[cfg(feature = "frontier")]
    fn sorted(
        &self,
        items: &[ItemId],
        sweep: &mut TallySweep<'_, SortedTally>,
    ) -> Result<Answer<SortedTally>, CheckpointError> {
        let layout = KeyLayout::new(self.problem, items);
        let (runs, _) = self.frontier.tally_runs();
        let room = self.frontier.tally_room();
        let (ending, sorted) = match self.tally(&layout, runs, room, sweep)? {
            (ending, TallyResult::Swept(sorted)) => (ending, sorted),
            (Ending::Answered, TallyResult::Searched(runs)) => {
                let sorted = self.frontier.sorted_tally(layout, runs);
                (Ending::Answered, Some(sorted.map_err(SolverError::from)?))
            }
            (ending, TallyResult::Searched(_)) => (ending, None),
        };
        Ok(match (ending, sorted) {
            (Ending::Answered, Some(sorted)) => Answer::Known(sorted),
            (ending, _) => ending.unanswered(()),
        })
    }

    /// Computes a tally by a search, which visits all solutions. The map of the counts takes at most about `room`
    /// bytes.
    fn tally_by_search(
        &self,
        layout: &KeyLayout,
        runs: TallyRuns,
        room: u64,
    ) -> Result<(Ending, TallyRuns), SolverError> {
        let engine = self.tree_engine()?;
        let forecast = if self.may_share() {
            let Ok(forecast) = self.forecast() else {
                return Ok((Ending::Stopped, runs));
            };
            forecast
        } else {
            Forecast::default()
        };
        let mut tally = SearchTally::new(layout, runs, room);
        let of_option = self.keys(layout);
        let mut search = SearchRun::new(self, self.count_schedule(&forecast, engine))?;
        let key = &|solution: &[OptionId], _: &[_]| Some(key(layout, &of_option, solution));
        search.advance(u64::MAX, key, &mut |key| tally.add(key))?;
        let (ending, _) = search.end();
        Ok((ending, tally.end()?))
    }

    /// For each option, its key. The keys of the options of a solution add up to the key of the solution.
    fn keys(&self, layout: &KeyLayout) -> Vec<Vec<u64>> {
        (self.problem.options())
            .map(|option| layout.of_option(self.problem, option))
            .collect()
    }

    /// Computes a tally by the selected engine. If none is selected, by a sweep or a search, whichever ends first.
    #[cfg(feature = "frontier")]
    fn tally<T>(
        &self,
        layout: &KeyLayout,
        runs: TallyRuns,
        room: u64,
        sweep: &mut TallySweep<'_, T>,
    ) -> Result<(Ending, TallyResult<T>), CheckpointError> {
        if self.stop.is_set() {
            return Ok((Ending::Stopped, TallyResult::Swept(None)));
        }
        if self.engine == Some(Engine::Frontier) {
            self.decide(&Decision::Sweep { seconds: None });
            let (ending, tally) = self.sweep_by(self.budget.most_work(), sweep)?;
            return Ok((ending, TallyResult::Swept(tally)));
        }
        if self.engine.is_some() {
            let (ending, runs) = self.tally_by_search(layout, runs, room)?;
            return Ok((ending, TallyResult::Searched(runs)));
        }
        let Ok(forecast) = self.forecast() else {
            return Ok((Ending::Stopped, TallyResult::Swept(None)));
        };
        let mut tally = SearchTally::new(layout, runs, room / ROOM_IN_TURNS);
        let of_option = self.keys(layout);
        let mut swept = None;
        let outcome = self.by_portfolio(
            &forecast,
            |watcher| {
                let frontier = self.frontier.clone().threads(self.most_threads());
                let (found, report) = sweep(&frontier, watcher)?;
                swept = Some(found);
                Ok(report)
            },
            &|schedule| SearchRun::new(self, schedule),
            &mut |search, limit| {
                let key = |solution: &[OptionId], _: &[_]| Some(key(layout, &of_option, solution));
                search.advance(limit, &key, &mut |key| tally.add(key))
            },
            &mut |refused| match refused {
                CheckpointError::Frontier(error) if !matches!(error, FrontierError::Tally(_)) => {
                    self.decide(&Decision::SweepRefused(&error));
                    Ok(())
                }
                refused => Err(refused),
            },
        )?;
        Ok(match outcome {
            PortfolioOutcome::Swept(ending, _) => (ending, TallyResult::Swept(swept)),
            PortfolioOutcome::Searched(ending, ..) => {
                let runs = tally.end().map_err(SolverError::from)?;
                (ending, TallyResult::Searched(runs))
            }
        })
    }

    #[cfg(feature = "frontier")]
    fn sweep_by<T>(
        &self,
        most_work: u64,
        sweep: &mut TallySweep<'_, T>,
    ) -> Result<(Ending, Option<T>), CheckpointError> {
        let mut tally = None;
        let (ending, _) = self.run_sweep(&self.frontier, most_work, &mut |frontier, watcher| {
            let (found, report) = sweep(frontier, watcher)?;
            tally = Some(found);
            Ok::<_, CheckpointError>(report)
        })?;
        Ok((ending, tally))
    }
}

/// The outcome of making a tally: the result of a sweep, or the rows that a search has written.
#[cfg(feature = "frontier")]
enum TallyResult<T> {
    Swept(Option<T>),
    Searched(TallyRuns),
}

/// The key of a solution: the sum of the keys of its options.
fn key(layout: &KeyLayout, of_option: &[Vec<u64>], solution: &[OptionId]) -> Box<[u64]> {
    let mut key = layout.zero();
    for option in solution {
        for (word, more) in key.iter_mut().zip(&of_option[option.index()]) {
            *word += more;
        }
    }
    key.into()
}

/// Counts the solutions that a search finds, by key.
struct SearchTally {
    counts: HashMap<Box<[u64]>, u64>,
    /// When the map has this number of keys, it is written and cleared.
    most: u64,
    runs: TallyRuns,
    failure: Option<SpillError>,
}

impl SearchTally {
    fn new(layout: &KeyLayout, runs: TallyRuns, room: u64) -> Self {
        Self {
            counts: HashMap::new(),
            most: room / (MAPPED + 8 * layout.zero().len() as u64),
            runs,
            failure: None,
        }
    }

    /// Counts a solution. Breaks out if the rows cannot be written.
    fn add(&mut self, key: Box<[u64]>) -> ControlFlow<()> {
        *self.counts.entry(key).or_default() += 1;
        if self.counts.len() as u64 >= self.most
            && let Err(error) = self.write()
        {
            self.failure = Some(error);
            return Break(());
        }
        Continue(())
    }

    /// Writes the counts of the map as rows, and clears the map.
    fn write(&mut self) -> Result<(), SpillError> {
        for (key, count) in self.counts.drain() {
            self.runs.push(&key, &[count])?;
        }
        Ok(())
    }

    fn end(mut self) -> Result<TallyRuns, SpillError> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        self.write()?;
        Ok(self.runs)
    }
}

/// Converts an error of a count without checkpoints: an error of the sweep, or the reason why the solver refuses
/// to count.
#[cfg(feature = "frontier")]
fn of_checkpoint(error: CheckpointError) -> SolverError {
    match error {
        CheckpointError::Frontier(error) => error.into(),
        CheckpointError::Solver(error) => error,
        error => unreachable!("invariant: without checkpoints none fails: {error}"),
    }
}
