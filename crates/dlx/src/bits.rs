//! The bit-parallel engine: the search tree of [`links`](crate::links) with
//! [`Heuristic::Mrv`](crate::Heuristic), several times as fast.
//!
//! The state of a node is two bit sets: the *live* options, which conflict with no chosen option, and the *active*
//! items, which are still to be covered. They are copied from level to level, so nothing has to be undone. Every
//! item has a column, the set of the options that hold it. Choosing an option removes the columns of its items
//! from the live options. The number of options left for an item is the population count of its column's live
//! bits; the item with the fewest is found eight items at a time. Once few options are live, they are packed into
//! smaller sets. Most nodes are far from the root, where the remaining problem fits into a few words.
//!
//! With AVX-512, nodes with at most 53 items left are searched differently. Every option is then one word, the set
//! of its items: its *row*. From level to level, the rows of the live options are copied without gaps.
//!
//! Problems with item colours and many options are not packed. The column of a colour of an item
//! holds the options that conflict with this colour. Only the non-empty blocks of columns are kept.
//!
//! At every node, this engine branches on the same item as `links`, tries the same options in the same order,
//! and counts the same nodes. The exception is a search for solutions [in any order](Bits::in_any_order),
//! which removes options without support before it chooses an item. There are no linked lists, so there are
//! no updates to count.

#![allow(
    clippy::inline_always,
    reason = "what is compiled for a processor's vector instructions must be one function"
)]

mod answer;
mod bit_set;
mod block;
mod choice;
mod choose;
mod consistency;
mod error;
mod frames;
mod kernel;
mod lanes;
mod layout;
mod memo;
mod portable;
mod position;
mod root;
mod row_block;
mod row_stack;
mod rows;
mod scratch;
mod search;
mod search_state;
mod size;
mod sparse;
mod state;
mod supports;
mod table;
#[cfg(test)]
mod tests;
mod vector;
pub(crate) mod work;

use std::ops::ControlFlow;
use std::sync::Arc;

pub use error::BitsError;

use block::ColumnBlock;
use consistency::Consistency;
use memo::Memo;
use position::BitsPosition;
use root::{Rooted, SearchStart};
use scratch::ScratchPool;
use search_state::SearchState;
use size::Size;
use sparse::{SparseColumns, SparseRooted};
use table::BitsTable;

use crate::links::{GivenError, check_givens};
use crate::problem::{OptionId, Problem};
use crate::search::{Progress, Report, Visitor, VisitorAdapter};
use crate::subtree::Subtree;

/// A problem compiled for bit-parallel search.
///
/// Threads may share it; each of them runs its own subtrees.
///
/// ```
/// use std::ops::ControlFlow;
/// use tilewright_dlx::{Bits, Links, OptionId, Problem};
///
/// // Choose two of three coins.
/// let mut problem = Problem::new();
/// let coins = problem.add_bounded("coins", 2..=2)?;
/// for _ in 0..3 {
///     problem.add_option(&[coins])?;
/// }
///
/// let mut ignore = |_: &[OptionId]| ControlFlow::Continue(());
/// let report = Bits::new(&problem)?.run(&mut ignore);
/// assert_eq!(report.solutions, 3);
/// let links = Links::new(&problem).run(&mut ignore);
/// assert_eq!(report.profile.nodes(), links.profile.nodes());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Bits<'p> {
    problem: &'p Problem,
    compiled: Arc<Compiled>,
    givens: Vec<OptionId>,
    /// The memory limit of the memo, in bytes; 0 for no memo.
    memo: usize,
    in_any_order: bool,
}

/// A problem compiled to bit columns. All searches of the problem share it.
#[derive(Debug)]
pub(crate) struct Compiled {
    columns: CompiledColumns,
    table: BitsTable,
    scratch: ScratchPool,
}

#[derive(Debug)]
enum CompiledColumns {
    /// Problems without colours; and problems with colours that have at most 256 options, at most 128 primary
    /// items and no bounded items.
    Plain(ColumnBlock),
    /// All other problems with colours: those with more than 256 options, more than 128 primary items, or bounded
    /// items.
    Sparse(SparseColumns),
}

impl CompiledColumns {
    /// The maximum number of words of columns that a node reads.
    fn words(&self) -> usize {
        match self {
            Self::Plain(block) => block.words * block.count,
            Self::Sparse(columns) => columns.words(),
        }
    }
}

impl<'p> Bits<'p> {
    /// Compiles a problem to one bit for every pair of an item and an option; the result takes at
    /// most 32 MiB.
    ///
    /// # Errors
    ///
    /// The problem has more than 65,535 options or more than 4,096 items. If items have colours, each colour
    /// of an item counts as one more item, and the limit is instead that all columns take at most 32 MiB.
    pub fn new(problem: &'p Problem) -> Result<Self, BitsError> {
        Ok(Self::with_compiled(problem, Self::compile(problem)?))
    }

    /// Compiles a problem without its givens. Searches with different givens can share the result.
    pub(crate) fn compile(problem: &Problem) -> Result<Arc<Compiled>, BitsError> {
        Self::check(problem)?;
        let table = BitsTable::new(problem);
        let block = if table.bounds.is_empty() {
            ColumnBlock::with_removals(problem)
        } else {
            None
        };
        let (columns, table) = match block {
            None if problem.has_colours() => {
                let (columns, options) = SparseColumns::new(problem);
                (CompiledColumns::Sparse(columns), table.in_order(options))
            }
            None => (CompiledColumns::Plain(ColumnBlock::new(problem)), table),
            Some(block) => (CompiledColumns::Plain(block), table),
        };
        Ok(Arc::new(Compiled {
            columns,
            table,
            scratch: ScratchPool::default(),
        }))
    }

    /// A search of a problem that is already compiled.
    pub(crate) fn with_compiled(problem: &'p Problem, compiled: Arc<Compiled>) -> Self {
        Self {
            problem,
            compiled,
            givens: Vec::new(),
            memo: 0,
            in_any_order: false,
        }
    }

    /// Sets the givens without checking them: `check_givens` must have accepted them.
    pub(crate) fn with_checked(mut self, givens: &[OptionId]) -> Self {
        self.givens = givens.to_vec();
        self
    }

    /// Whether a problem is small enough to be compiled.
    pub fn fits(problem: &Problem) -> bool {
        Self::check(problem).is_ok()
    }

    /// Checks that a problem is small enough to be compiled.
    pub(crate) fn check(problem: &Problem) -> Result<(), BitsError> {
        if problem.has_colours() {
            SparseColumns::check(problem)
        } else {
            error::check(problem.option_count(), problem.item_count())
        }
    }

    /// Chooses options beforehand, as [`Links::given`](crate::Links::given) does.
    ///
    /// # Errors
    ///
    /// A given is not in the problem, is given twice, or covers an item that may not be covered
    /// once more; the error names the item.
    pub fn given(mut self, options: &[OptionId]) -> Result<Self, GivenError> {
        self.givens.extend_from_slice(options);
        check_givens(self.problem, &self.givens)?;
        Ok(self)
    }

    /// Remembers searched subtrees, within `bytes` bytes, and searches none of them twice: two nodes with the
    /// same live options have the same subtree.
    ///
    /// Solutions, their order, and the node counts stay the same. Progress is reported less often,
    /// and all nodes of a known subtree are counted at its root, so a search that stops inside the
    /// subtree reports all of them. A solution of a known subtree takes a few nanoseconds. The
    /// memo is used for problems with at most 256 options and 128 items, none of them bounded. It
    /// is dropped if, after the first 8,192 look-ups, known subtrees had fewer nodes than were
    /// searched.
    ///
    /// Source: Nishino, Yasuda, Minato and Nagata, "Dancing with decision diagrams", AAAI 2017.
    #[must_use]
    pub fn memo(mut self, bytes: usize) -> Self {
        self.memo = bytes;
        self
    }

    /// Allows solutions in any order, which makes hard searches several times as fast.
    ///
    /// At nodes with large subtrees, the search looks for options that conflict with all options of
    /// some item. They occur in no solution below the node, so they are removed, which may leave
    /// others without support, and so on (*arc consistency*). Such a node takes a hundred times as
    /// long as others, and the tree may have a hundredth of the nodes. Once a search has 32,768
    /// nodes, it measures the work of subtrees with and without arc consistency, and continues with
    /// the cheaper method. A search where arc consistency never pays off takes a few percent
    /// longer.
    ///
    /// Every solution is passed to the visitor once. The order and the nodes are the same in every run and on
    /// every processor, but they are not those of [`Links`](crate::Links). The setting has no effect with at most
    /// 256 options, with colours or with bounded items. The sets of conflicting options take a bit for every pair
    /// of up to 2,048 options: 640 KiB.
    ///
    /// ```
    /// use std::ops::ControlFlow::Continue;
    /// use tilewright_dlx::{Bits, OptionId, Problem};
    ///
    /// let mut problem = Problem::new();
    /// let cells: Vec<_> = (0..4)
    ///     .map(|at| problem.add_primary(format!("c{at}")))
    ///     .collect::<Result<_, _>>()?;
    /// for pair in cells.windows(2) {
    ///     problem.add_option(pair)?;
    /// }
    /// let bits = Bits::new(&problem)?.in_any_order(true);
    /// assert_eq!(bits.run(&mut |_: &[OptionId]| Continue(())).solutions, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Source: Lecoutre and Vion, "Enforcing arc consistency using bitwise operations", Constraint
    /// Programming Letters 2 (2008).
    #[must_use]
    pub fn in_any_order(mut self, any: bool) -> Self {
        self.in_any_order = any;
        self
    }

    /// Searches, and passes each solution to the visitor: each set of options exactly once.
    ///
    /// Solutions, their order, and the nodes of each level are those of
    /// [`Links::run`](crate::Links::run) with [`Heuristic::Mrv`](crate::Heuristic); the updates
    /// are all 0. A node takes time proportional to the items left times the options left, in
    /// units of 8 items times 64 options. Memory is proportional to the depth of the tree times
    /// the number of options in bits. The memory is kept for the next searches, once for each
    /// search that ran at the same time.
    pub fn run<V: Visitor + ?Sized>(&self, visitor: &mut V) -> Report {
        self.search(
            &self.givens,
            SearchStart::Root,
            &mut VisitorAdapter(visitor),
        )
    }

    /// Searches only a subtree, as [`Links::run_subtree`](crate::Links::run_subtree) does. A subtree that
    /// does not exist has no nodes.
    ///
    /// The report counts the nodes from the last branch on the path to the subtree on. Solutions include the
    /// options on the path. Following the path takes as long as a few nodes.
    pub fn run_subtree<V: Visitor + ?Sized>(&self, subtree: &Subtree, visitor: &mut V) -> Report {
        let start = SearchStart::Below(subtree.branches());
        self.search(&self.givens, start, &mut VisitorAdapter(visitor))
    }

    /// Runs a search with a memo for `nodes` nodes, and returns the fraction of these that were searched. The
    /// others lie in known subtrees. Stops early once `keep_going` returns false.
    pub(crate) fn share_searched(
        &self,
        givens: &[OptionId],
        nodes: u64,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> f64 {
        let mut visitor = NodeLimit { nodes, keep_going };
        let mut search = self.begin();
        let _ = search.run(givens, SearchStart::Root, &mut visitor);
        search.share_searched()
    }

    /// Runs a search with other givens, which have been checked.
    pub(crate) fn run_with<V: Visitor>(&self, givens: &[OptionId], visitor: &mut V) -> Report {
        self.search(givens, SearchStart::Root, &mut VisitorAdapter(visitor))
    }

    fn search(&self, givens: &[OptionId], start: SearchStart, visitor: &mut dyn Visitor) -> Report {
        let mut search = self.begin();
        let flow = search.run(givens, start, visitor);
        search.end(flow.is_continue())
    }

    /// Begins a search of a subtree. The search can be paused and resumed.
    pub(crate) fn begin_subtree(&self, subtree: &Subtree) -> BitsSearch {
        BitsSearch {
            begins: Some((self.givens.clone(), subtree.clone())),
            ..self.begin()
        }
    }

    fn begin(&self) -> BitsSearch {
        let Compiled {
            columns,
            table,
            scratch,
        } = &*self.compiled;
        let mut position = BitsPosition::new(table, columns.words());
        position.scratch = scratch.take();
        if let CompiledColumns::Plain(block) = columns
            && self.memo > 0
            && table.bounds.is_empty()
            && Size::of(table.options.len(), block.count) == Some(Size::SMALLEST)
        {
            position.memo = Some(Memo::new(self.memo));
        }
        position.consistency = self.in_any_order.then(Consistency::default);
        BitsSearch {
            compiled: Arc::clone(&self.compiled),
            position: Some(position),
            begins: None,
        }
    }
}

/// A search that pauses where the visitor breaks out, and can be resumed there.
#[derive(Debug)]
pub(crate) struct BitsSearch {
    compiled: Arc<Compiled>,
    /// The position of the paused search; `None` while it runs.
    position: Option<BitsPosition>,
    /// The givens and the subtree to search; `None` once the search has begun.
    begins: Option<(Vec<OptionId>, Subtree)>,
}

impl BitsSearch {
    /// Searches until the visitor breaks out of [`progress`](Visitor::progress), or to the end.
    pub(crate) fn resume(&mut self, visitor: &mut dyn Visitor) -> ControlFlow<()> {
        match self.begins.take() {
            Some((givens, subtree)) => {
                self.run(&givens, SearchStart::Below(subtree.branches()), visitor)
            }
            None => self.run(&[], SearchStart::Paused, visitor),
        }
    }

    fn run(
        &mut self,
        givens: &[OptionId],
        start: SearchStart,
        visitor: &mut dyn Visitor,
    ) -> ControlFlow<()> {
        let Some(position) = self.position.take() else {
            unreachable!("invariant: a paused search has a position");
        };
        let Compiled { columns, table, .. } = &*self.compiled;
        let mut state = SearchState::new(table, visitor, position);
        let shared = &mut state;
        let flow = match columns {
            CompiledColumns::Plain(block) => vector::dispatch(Rooted {
                shared,
                block,
                givens,
                start,
            }),
            CompiledColumns::Sparse(columns) => vector::dispatch(SparseRooted {
                shared,
                columns,
                givens,
                start,
            }),
        };
        self.position = Some(state.into_position());
        flow
    }

    /// The fraction of the counted nodes that were searched. The others lie in known subtrees.
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    fn share_searched(&self) -> f64 {
        match &self.position {
            Some(BitsPosition {
                memo: Some(memo),
                nodes,
                ..
            }) if *nodes > 0 => memo.searched() as f64 / *nodes as f64,
            _ => 1.0,
        }
    }

    pub(crate) fn end(mut self, complete: bool) -> Report {
        let Some(mut position) = self.position.take() else {
            unreachable!("invariant: a paused search has a position");
        };
        let scratch = std::mem::take(&mut position.scratch);
        self.compiled.scratch.give_back(scratch);
        position.report(complete)
    }
}

/// A visitor that stops a search after a number of nodes.
struct NodeLimit<'a> {
    nodes: u64,
    keep_going: &'a mut dyn FnMut() -> bool,
}

impl Visitor for NodeLimit<'_> {
    fn solution(&mut self, _: &[OptionId]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        if progress.nodes < self.nodes && (self.keep_going)() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }
}
