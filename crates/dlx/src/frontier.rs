//! Counts solutions without enumerating them, by the frontier method. The method sweeps over a multi-valued decision
//! diagram, of which a count keeps only the widest cut in memory.
//!
//! # The idea
//!
//! The items are taken in a fixed order that sweeps across the board, and the first uncovered item
//! is always covered next. The first item of an option in this order *leads* the option. So the
//! options are distributed over *steps*, one for each item that leads an option. A step is a
//! variable; its values are the options that the item leads, or none. A partial solution has chosen
//! values for the steps so far. Two partial solutions that cover the same open items have the same
//! completions. They merge into one *state*, a node of the diagram on its layer, with the number of
//! partial solutions that lead to it. This is frontier-based search (Simpath does the same for
//! paths in a graph), and, written as a recurrence over layers, the transfer-matrix method. Where
//! the leading item of a step is already covered, there is nothing to decide: the state skips to
//! the next step whose leading item is uncovered. Only items that may stay uncovered give nodes
//! with a single arc.
//!
//! # The state
//!
//! An item is *open* from the first step with an option that covers it to the last. A state records how often each
//! open item is covered. That takes one bit, or a counter with a guard bit where the item may be covered more than
//! once; all are packed into at most 64 words. Items before the open ones are settled and items after them untouched,
//! so a state does not record them. Nor does it record bounds that the other items imply (`problem::redundant`). See
//! `plan` for steps and fields, and `step_masks` for the arithmetic on packed states.
//!
//! # Invariants
//!
//! - Every option belongs to one step, so each solution is exactly one path.
//! - Equal states of a step are one entry of its table: whole keys are compared, not hashes.
//! - A state waits only at a step whose leading item is uncovered. That item is covered there, or may stay uncovered.
//! - A choice that leaves an item which no later option can cover makes no state (`dead_ends`).
//! - States of a step come from earlier steps alone. Tables, counts, sizes and the order of kept states depend on the
//!   problem, the order and the memory, never on threads or clocks.
//! - Any order of the items gives the same count.
//!
//! # Costs
//!
//! Time and memory grow with the number of states. That number is exponential in the number of
//! items open at once and does not depend on the number of solutions. So use this engine for long
//! and narrow boards, and for counts too large to list. The order decides the cost: go along the
//! longer side of a board, with the shorter side innermost. Items that are open nearly throughout,
//! as pieces are, multiply the states by the number of sets of used items. `meet_in_middle` builds
//! the diagram without them and joins the sets along it; `portfolio` alternates between the two
//! methods until one ends. Where states outgrow the memory, `cut` divides the work by the value of
//! one bit.
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
pub(crate) mod error;
mod forecast;
mod lightest;
mod listed;
mod meet_in_middle;
mod order;
mod plan;
mod portfolio;
mod preparation;
mod progress;
#[cfg(test)]
mod random;
mod report;
mod run;
mod sized;
mod splits;
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
pub(crate) use lightest::{LightestPaths, LightestRequest};
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
use checkpoint::CheckpointWriter;
use preparation::Preparation;
use progress::from_time_to_time;
use run::Run;

/// A count by a frontier sweep, set up to run.
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
    /// The order of the sweep; `None` if it is to be computed.
    order: Option<Vec<ItemId>>,
    givens: Vec<OptionId>,
    memory: u64,
    spill: Option<MakeSpillFile>,
    threads: NonZeroUsize,
}

impl<'p> Frontier<'p> {
    /// Sets up a count of the whole problem, on one thread, with no bound on memory.
    ///
    /// If no [`order`](Self::order) is set, the items are swept in the order in which they were
    /// added, or in a greedy order, whichever keeps fewer items open at once. If you know the
    /// board, set an order.
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

    /// Sets the order of the sweep. Items not named follow at the end, in the order in which they
    /// were added.
    ///
    /// # Errors
    ///
    /// An item is not in the problem, or occurs in the order twice.
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

    /// Sets how many bytes the states may take at once. Work that would take more is cut in two, repeatedly, and
    /// takes longer; the count is the same.
    ///
    /// States on different sides of a cut do not merge. A budget far below what the whole work takes (a tenth, say)
    /// can make the count too long to finish.
    ///
    /// In addition to the budget, each thread takes a few mebibytes, and a table of states takes a
    /// sixteenth of its size while it grows.
    #[must_use]
    pub fn memory(mut self, bytes: u64) -> Self {
        self.memory = bytes;
        self
    }

    /// Sets the function that makes a temporary file. A graph of states that takes more than a
    /// sixteenth of the memory is moved to such a file, and read back step by step. The graph stays
    /// in memory if the file cannot be made or has no space.
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

    /// These settings for another problem with the same items, but without givens.
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

    pub(crate) fn given_order(&self) -> Option<&[ItemId]> {
        self.order.as_deref()
    }

    /// The memory budget of the states, in bytes.
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

    /// The problem that remains once the givens are chosen, without the bounds that follow from other items.
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
    /// The count is exact at any size. Each pair of a state and an option that fits it takes about ten nanoseconds
    /// while the tables fit the caches. A state takes 8 bytes for every 64 bits of open items and 8 for its count, or
    /// 16, 32 and so on once counts outgrow 64 bits. The tables are at most three quarters full.
    ///
    /// # Errors
    ///
    /// Too many items are open at once, or the memory budget is too small for the options alone.
    pub fn count(&self, watcher: &mut FrontierWatcher) -> Result<FrontierReport, FrontierError> {
        self.count_watched(&mut from_time_to_time(watcher))
    }

    /// Like [`count`](Self::count), with a watcher that is called between any two batches of work
    /// and at the end of each step. So a watcher that decides by the work done does not depend on a
    /// clock. The last [work](FrontierProgress::work) reported depends neither on a clock nor on
    /// the threads.
    ///
    /// # Errors
    ///
    /// As [`count`](Self::count).
    pub fn count_watched(
        &self,
        watcher: &mut FrontierWatcher,
    ) -> Result<FrontierReport, FrontierError> {
        (self.count_on(None, watcher)).map_err(CheckpointError::without_checkpoints)
    }

    fn try_count(
        &self,
        checkpoints: Option<&mut dyn FrontierCheckpoints>,
        watcher: &mut FrontierWatcher,
    ) -> Result<FrontierReport, CheckpointError> {
        let residual = self.residual(watcher)?;
        let order = self.sweep_order(&residual, watcher)?;
        let identity = || checkpoint::identity(self.problem, &order, &self.givens, None);
        let mut writer = CheckpointWriter::open(checkpoints, identity)?;
        let counted = portfolio::count(self.run(), &residual, &order, &mut writer, watcher);
        match writer.failure() {
            Some(failure) => Err(failure),
            None => Ok(counted?),
        }
    }

    /// Counts with checkpoints, if any are given. Resumes from the checkpoint of an earlier count of the same
    /// problem, if there is one. Keeps checkpoints while it counts, and a last one when the watcher breaks out.
    /// The watcher is called as in [`count_watched`](Self::count_watched). The final report equals that of an
    /// uninterrupted count, for any number of threads. If the watcher breaks out before the first part is
    /// finished, the report is incomplete and its count is 0.
    ///
    /// Takes the time of a [`count`](Self::count) plus that of the checkpoints. They hold the
    /// contents of the tables in memory, packed, and are written and read piece by piece. After a
    /// stop, only one phase is repeated: building the graph of the states, where the pieces are
    /// counted separately.
    ///
    /// The memory budget may differ from the earlier one; then later work may be cut differently.
    ///
    /// # Errors
    ///
    /// As [`count`](Self::count); or a checkpoint is damaged, of another count, or cannot be read
    /// or written.
    pub fn count_on(
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

    /// Builds the diagram of all solutions.
    ///
    /// Takes twice the time of a count. All states are kept, 8 bytes for every 64 bits of open items, until those
    /// that lead to no solution are removed.
    ///
    /// # Errors
    ///
    /// As [`count`](Self::count); or the memory does not suffice; or the watcher broke out.
    pub fn diagram(&self, watcher: &mut FrontierWatcher) -> Result<SolutionDiagram, FrontierError> {
        match self.diagram_within(u64::MAX, watcher)? {
            Some(diagram) => Ok(diagram),
            None => unreachable!("invariant: without a bound nothing is capped"),
        }
    }

    /// Like [`diagram`](Self::diagram), but gives up if the sweep makes more than about `states` states: `None`.
    ///
    /// # Errors
    ///
    /// As [`diagram`](Self::diagram).
    pub fn diagram_within(
        &self,
        states: u64,
        watcher: &mut FrontierWatcher,
    ) -> Result<Option<SolutionDiagram>, FrontierError> {
        let watcher = &mut from_time_to_time(watcher);
        let residual = self.residual(watcher)?;
        let order = self.sweep_order(&residual, watcher)?;
        let graph = (self.run()).graph_within(&residual, &order, states, watcher)?;
        let diagram = |graph| SolutionDiagram::new(self.problem, graph, self.givens.clone());
        Ok(graph.map(diagram))
    }
}
