//! The engine that counts without enumerating: the frontier method over a multi-valued decision
//! diagram that is never built for a count, only its widest cut.
//!
//! # The idea
//!
//! The items are taken in a fixed order that sweeps across the board, and the first uncovered one
//! is covered next, always. So the options are shared out among *steps*, one for each item that
//! leads some: a step is a variable, its values are the options led by that item, or none. A
//! partial solution has chosen values for the steps so far. Two partial solutions that cover the
//! same open items have the same completions, so they merge into one *state*, a node of the diagram
//! on its layer, with the number of partial solutions that lead to it. That is frontier-based search
//! (Simpath is the same for paths in a graph), and as a recurrence over layers the transfer-matrix
//! method. A step whose leading item is covered has nothing to decide, so a state goes straight to
//! the next step that has: the diagram has no nodes with one arc but at items that may stay
//! uncovered.
//!
//! # The state
//!
//! An item is *open* from the first step with an option that covers it to the last. A state says of
//! each open item how often it is covered: one bit, or a counter with a guard bit where it may be
//! covered more than once, packed into at most 64 words. Items before are settled, items beyond
//! untouched, so a state says nothing of them; nor of bounds that the other items keep anyway
//! (`problem::redundant`). See `plan` for steps and fields, `step_masks` for
//! the arithmetic on packed states.
//!
//! # Invariants
//!
//! - Every option belongs to one step, so every solution is one path, and no path is two solutions.
//! - Equal states of a step are one entry of its table: whole keys are compared, not hashes.
//! - A state stands only at a step where its leading item is uncovered; that item is covered there,
//!   or need not be.
//! - A choice after which an item can be covered by no option any more makes no state (`dead_ends`).
//! - States of a step are made by earlier steps alone. Tables, counts, sizes and the order of what is
//!   kept depend on the problem, the order and the memory, never on threads or clocks.
//! - Any order of the items gives the same count.
//!
//! # Costs
//!
//! Time and memory grow with the number of states, which is exponential in the number of items open
//! at once and not in the number of solutions: use it for long and narrow boards, and for counts too
//! large to list. The order is all: along the longer side of a board, the shorter side innermost.
//! Items that are open nearly throughout, as pieces are, multiply the states by the sets of them
//! that are used: `meet_in_middle` builds the diagram without them and joins the sets along it, and
//! `dovetail` finds out which of the two ways ends first. Where states outgrow the memory, `cut`
//! divides the work by the value of one bit.
//!
//! # Sources
//!
//! - The transfer-matrix method: Kasteleyn (1961); Klarner and Pollack, "Domino tilings of
//!   rectangles with fixed width", Discrete Mathematics 32 (1980).
//! - The frontier: Sekine, Imai and Tani, "Computing the Tutte polynomial of a graph of moderate
//!   size", ISAAC 1995. Knuth, *The Art of Computer Programming*, volume 4A, section 7.1.4, for
//!   decision diagrams and their frontiers; exercise 225 there is Simpath.
//! - In general: Kawahara, Inoue, Iwashita and Minato, "Frontier-based search for enumerating all
//!   constrained subgraphs with compressed representation", IEICE Transactions on Fundamentals
//!   E100-A (2017).

mod build;
mod by_items;
pub(crate) mod checkpoint;
mod compatible;
mod count;
mod cut;
mod dead_ends;
mod divided;
mod dovetail;
pub(crate) mod error;
mod forecast;
mod listed;
mod meet_in_middle;
mod order;
mod plan;
mod preparation;
mod progress;
#[cfg(test)]
mod random;
mod report;
mod run;
mod sized;
mod step_masks;
mod sweep;
mod table;
mod tally_writer;
mod totals;
mod work_list;

use std::num::NonZeroUsize;

pub use checkpoint::{CheckpointError, FRONTIER_CHECKPOINT_MAGIC, FrontierCheckpoints};
pub use divided::{
    BlockCount, DividedSweep, ListFile, ListReader, ListWriter, PartMaker, SweepBlock,
    SweepFileError, SweepListError, SweepLists, SweepPart, SweepPartError,
};
pub use error::FrontierError;
pub use forecast::SweepForecast;
pub use order::{greedy_order, sweep_weight};
pub(crate) use progress::PULSE;
pub use progress::{FrontierProgress, FrontierWatcher};
pub use report::FrontierReport;

use crate::diagram::SolutionDiagram;
use crate::links::{GivenError, check_givens};
use crate::problem::redundant::without_redundant_bounds;
use crate::problem::residual::Residual;
use crate::problem::{ItemId, OptionId, Problem};
use crate::spill::MakeSpillFile;
use checkpoint::{CheckpointWriter, Failed};
use preparation::Preparation;
use progress::from_time_to_time;
use run::{NoGraph, Refusal, Run};

/// A count by sweeping, set up to run.
///
/// ```
/// use std::ops::ControlFlow;
/// use tilewright_dlx::{Frontier, Problem};
///
/// // Pairings of 2n points on a circle with their neighbours, n = 500: two.
/// let mut problem = Problem::new();
/// let points: Vec<_> = (0..1000)
///     .map(|at| problem.add_primary(at.to_string()))
///     .collect::<Result<_, _>>()?;
/// for at in 0..points.len() {
///     problem.add_option(&[points[at], points[(at + 1) % points.len()]])?;
/// }
/// let report = Frontier::new(&problem).count(&mut |_| ControlFlow::Continue(()))?;
/// assert_eq!(report.count, 2_u32.into());
/// assert!(report.complete);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Frontier<'p> {
    problem: &'p Problem,
    /// None for one that is made.
    order: Option<Vec<ItemId>>,
    givens: Vec<OptionId>,
    memory: u64,
    spill: Option<MakeSpillFile>,
    threads: NonZeroUsize,
}

impl<'p> Frontier<'p> {
    /// Sets up a count of the whole problem, on one thread, with no bound on memory.
    ///
    /// The order is that of the items as they were added or a greedy one that keeps few items open,
    /// whichever keeps fewer. Who knows the board should give an [`order`](Self::order).
    pub fn new(problem: &'p Problem) -> Self {
        Self {
            problem,
            order: None,
            givens: Vec::new(),
            memory: u64::MAX,
            spill: None,
            threads: NonZeroUsize::MIN,
        }
    }

    /// Sets the order of the sweep. Items not named follow at the end, as they were added.
    ///
    /// # Errors
    ///
    /// An item is not in the problem or stands in the order twice.
    pub fn order(mut self, items: &[ItemId]) -> Result<Self, FrontierError> {
        let count = self.problem.item_count();
        let mut named = vec![false; count];
        for &item in items {
            let index = item.index();
            match named.get_mut(index) {
                None => return Err(FrontierError::UnknownItem { index, count }),
                Some(true) => {
                    let name = self.problem.item_name(item).to_owned();
                    return Err(FrontierError::RepeatedItem { name });
                }
                Some(named) => *named = true,
            }
        }
        let rest = self.problem.items().filter(|item| !named[item.index()]);
        self.order = Some(items.iter().copied().chain(rest).collect());
        Ok(self)
    }

    /// Chooses options beforehand, as [`Links::given`](crate::Links::given) does: only solutions
    /// that hold them all are counted. Further calls add to the givens.
    ///
    /// # Errors
    ///
    /// As [`Links::given`](crate::Links::given).
    pub fn given(mut self, options: &[OptionId]) -> Result<Self, GivenError> {
        self.givens.extend_from_slice(options);
        check_givens(self.problem, &self.givens)?;
        Ok(self)
    }

    /// Sets how many bytes the states may take at once. Where they would take more, the work is
    /// cut in two, again and again, and takes longer; the count is the same.
    ///
    /// What is cut apart does not merge again, so a budget of much less than the work would take
    /// whole (a tenth, say) can make it too long to end.
    ///
    /// Above the budget come a few mebibytes a thread, and at times a table of states a sixteenth
    /// of its size while it grows.
    #[must_use]
    pub fn memory(mut self, bytes: u64) -> Self {
        self.memory = bytes;
        self
    }

    /// Sets where a graph of the states goes that would take more than a sixteenth of the memory: it is
    /// read step by step. It stays in memory if the file cannot be made or has no room.
    #[must_use]
    pub fn spill(mut self, make: MakeSpillFile) -> Self {
        self.spill = Some(make);
        self
    }

    /// Sets how many threads share the work. The report is the same for every number.
    #[must_use]
    pub fn threads(mut self, threads: NonZeroUsize) -> Self {
        self.threads = threads;
        self
    }

    /// The same sweep of another problem with the same items, without givens.
    pub(crate) fn of<'q>(&self, problem: &'q Problem) -> Frontier<'q> {
        Frontier {
            problem,
            order: self.order.clone(),
            givens: Vec::new(),
            memory: self.memory,
            spill: self.spill,
            threads: self.threads,
        }
    }

    /// The order that was set.
    pub(crate) fn given_order(&self) -> Option<&[ItemId]> {
        self.order.as_deref()
    }

    /// The bytes that the states may take.
    pub(crate) fn most_bytes(&self) -> u64 {
        self.memory
    }

    fn sweep_order(
        &self,
        residual: &Residual,
        watcher: &mut FrontierWatcher,
    ) -> Result<Vec<ItemId>, FrontierError> {
        match &self.order {
            Some(order) => Ok(order.clone()),
            None => order::default(residual, &mut Preparation::new(watcher)),
        }
    }

    /// What the givens leave of the problem, without bounds that cannot bind.
    fn residual(&self, watcher: &mut FrontierWatcher) -> Result<Residual<'p>, FrontierError> {
        let residual = Residual::new(self.problem, &self.givens, |_| true);
        let mut preparation = Preparation::new(watcher);
        without_redundant_bounds(residual, &mut |entries| preparation.advance(entries))
    }

    fn run(&self) -> Run {
        Run {
            memory: self.memory,
            states: u64::MAX,
            spill: self.spill,
            threads: self.threads,
        }
    }

    /// Counts the solutions.
    ///
    /// The count is exact at any size. A state and an option of its step that fits take some ten
    /// nanoseconds while the tables fit the caches; a state takes 8 bytes for every 64 bits of open
    /// items and 8 for its count, or 16, 32 and so on once counts outgrow 64 bits, and the tables are at
    /// most three quarters full.
    ///
    /// # Errors
    ///
    /// Too many items are open at once, or the budget does not even hold the options.
    pub fn count(&self, watcher: &mut FrontierWatcher) -> Result<FrontierReport, FrontierError> {
        self.count_watched(&mut from_time_to_time(watcher))
    }

    /// The same, with a watcher that is called between any two batches of work, and at the end of
    /// each step: what it decides by the work done depends on no clock, and neither does the most
    /// [work](FrontierProgress::work) that it is told of, nor on the threads.
    ///
    /// # Errors
    ///
    /// As [`count`](Self::count).
    pub fn count_watched(
        &self,
        watcher: &mut FrontierWatcher,
    ) -> Result<FrontierReport, FrontierError> {
        let counted = self.count_resumable(None, watcher);
        counted.map_err(|error| match error {
            CheckpointError::Frontier(error) => error,
            error => unreachable!("invariant: without checkpoints none fails: {error}"),
        })
    }

    /// Counts, from a checkpoint if there is one. Of a count that is interrupted before its first
    /// part there is nothing to report but that.
    fn count_resumable(
        &self,
        checkpoints: Option<&mut dyn FrontierCheckpoints>,
        watcher: &mut FrontierWatcher,
    ) -> Result<FrontierReport, CheckpointError> {
        match self.try_count(checkpoints, watcher) {
            Err(CheckpointError::Frontier(FrontierError::Interrupted)) => {
                Ok(FrontierReport::nothing_yet())
            }
            counted => counted,
        }
    }

    fn try_count(
        &self,
        checkpoints: Option<&mut dyn FrontierCheckpoints>,
        watcher: &mut FrontierWatcher,
    ) -> Result<FrontierReport, CheckpointError> {
        let residual = self.residual(watcher)?;
        let order = self.sweep_order(&residual, watcher)?;
        let mut writer = match checkpoints {
            None => CheckpointWriter::nowhere(),
            Some(checkpoints) => {
                let identity = checkpoint::identity(self.problem, &order, &self.givens, None);
                CheckpointWriter::open(checkpoints, identity)?
            }
        };
        let counted = dovetail::count(self.run(), &residual, &order, &mut writer, watcher);
        match (writer.failure(), counted) {
            (Some(failure), _) => Err(failure),
            (None, Ok(report)) => Ok(report),
            (None, Err(Refusal::Problem(error))) => Err(error.into()),
            (None, Err(Refusal::Checkpoint(Failed))) => {
                unreachable!("invariant: a checkpoint that fails says why")
            }
        }
    }

    /// Counts the solutions from where the checkpoints say that an earlier count of the same problem
    /// was stopped, and keeps checkpoints of this one, the last when the watcher breaks out. The
    /// report at the end is that of a count that was never stopped, on any number of threads.
    ///
    /// Takes the time of a [`count`](Self::count) and that of the checkpoints, which hold what the
    /// tables in memory hold, packed; they are written and read piece by piece. The one stretch
    /// of a count that is done again from its start is the making of a graph from the states of a
    /// sweep without the pieces, where the pieces are counted apart.
    ///
    /// The budget of memory may be another one; then the work may be cut otherwise from there on.
    ///
    /// # Errors
    ///
    /// As [`count`](Self::count); or a checkpoint is damaged, of another count, or cannot be read
    /// or written.
    pub fn count_on(
        &self,
        checkpoints: &mut dyn FrontierCheckpoints,
        watcher: &mut FrontierWatcher,
    ) -> Result<FrontierReport, CheckpointError> {
        self.count_resumable(Some(checkpoints), &mut from_time_to_time(watcher))
    }

    /// Makes the diagram of all solutions.
    ///
    /// Takes twice the time of a count; all states are kept, 8 bytes for every 64 bits of open
    /// items, until those that lead to no solution are left out.
    ///
    /// # Errors
    ///
    /// As [`count`](Self::count); or the memory does not suffice; or the watcher broke out.
    pub fn diagram(&self, watcher: &mut FrontierWatcher) -> Result<SolutionDiagram, FrontierError> {
        let watcher = &mut from_time_to_time(watcher);
        let residual = self.residual(watcher)?;
        let order = self.sweep_order(&residual, watcher)?;
        let writer = &mut CheckpointWriter::nowhere();
        match self
            .run()
            .graph(&residual, &order, &|_| true, writer, watcher)
        {
            Ok(graph) => Ok(SolutionDiagram::new(
                self.problem,
                graph,
                self.givens.clone(),
            )),
            Err(NoGraph::Refused(error)) => Err(error),
            Err(NoGraph::Capped(_)) => unreachable!("invariant: without a bound nothing is capped"),
        }
    }
}
