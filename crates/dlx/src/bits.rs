//! The bit-parallel engine: the search tree of [`links`](crate::links) with
//! [`Heuristic::Mrv`](crate::Heuristic), several times as fast.
//!
//! A node's state is the set of options that conflict with none of the chosen ones, and the set of
//! items still to be covered: bits, copied from level to level, so that nothing has to be undone.
//! Every item has a column, the set of the options that hold it. Choosing an option removes the
//! columns of its items from the live options, and the number of options left for an item is the
//! population count of what is left of its column; the one with the fewest is found for all items,
//! eight at a time. As soon as few options live, they are packed together: most nodes are far from
//! the root, where all that is left fits a few words.
//!
//! With AVX-512, all this is for the nodes above those with at most 53 items left. Below, every option
//! is one word, the set of its items, and the words of the options that live are moved together from
//! level to level.
//!
//! Where items have colours and options are many, nothing is packed: a column of a colour tells which
//! options die when an item is given it, and of all columns only the blocks that hold options are
//! kept.
//!
//! It branches on the same item at every node, tries the same options in the same order, and counts
//! the same nodes; but where solutions may come [in any order](Bits::in_any_order), options without
//! support are removed before an item is chosen. There are no lists, so there are no updates to count.

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
mod lot;
mod memo;
mod portable;
mod position;
mod root;
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

use block::Block;
use consistency::Consistency;
use memo::Memo;
use position::BitsPosition;
use root::{Rooted, Start};
use scratch::ScratchPool;
use search_state::SearchState;
use size::Size;
use sparse::{SparseColumns, SparseRooted};
use table::Table;

use crate::links::{GivenError, check_givens};
use crate::problem::{OptionId, Problem};
use crate::search::{Progress, Report, Visitor, VisitorAdapter};
use crate::subtree::Subtree;

/// A problem compiled for bit-parallel search.
///
/// It may be shared by threads, each of which runs subtrees of its own.
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
/// let mut nobody = |_: &[OptionId]| ControlFlow::Continue(());
/// let report = Bits::new(&problem)?.run(&mut nobody);
/// assert_eq!(report.solutions, 3);
/// let links = Links::new(&problem).run(&mut nobody);
/// assert_eq!(report.profile.nodes(), links.profile.nodes());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Bits<'p> {
    problem: &'p Problem,
    compiled: Arc<Compiled>,
    givens: Vec<OptionId>,
    /// How many bytes the memo may take.
    memo: usize,
    /// Whether solutions may come in any order.
    in_any_order: bool,
}

/// A problem in bits.
#[derive(Debug)]
pub(crate) struct Compiled {
    columns: Columns,
    table: Table,
    scratch: ScratchPool,
}

/// All columns of a problem.
#[derive(Debug)]
enum Columns {
    /// Where no item has colours, or options are few.
    Plain(Block),
    /// Where items have colours and options are many, or items are bounded.
    Sparse(SparseColumns),
}

impl Columns {
    /// The words that a node looks at, at most.
    fn words(&self) -> usize {
        match self {
            Self::Plain(block) => block.words * block.count,
            Self::Sparse(columns) => columns.words(),
        }
    }
}

impl<'p> Bits<'p> {
    /// Compiles a problem: one bit for every item and option, 32 MiB at most.
    ///
    /// # Errors
    ///
    /// The problem has more than 65,535 options or more than 4,096 items. Where items have colours,
    /// each colour of an item counts as one more, and there may be more of them if all their columns
    /// take at most 32 MiB.
    pub fn new(problem: &'p Problem) -> Result<Self, BitsError> {
        Ok(Self::with_compiled(problem, Self::compile(problem)?))
    }

    /// What there is to compile of a problem.
    pub(crate) fn compile(problem: &Problem) -> Result<Arc<Compiled>, BitsError> {
        Self::check(problem)?;
        let table = Table::new(problem);
        let block = if table.bounds.is_empty() {
            Block::with_removals(problem)
        } else {
            None
        };
        let (columns, table) = match block {
            None if problem.has_colours() => {
                let (columns, options) = SparseColumns::new(problem);
                (Columns::Sparse(columns), table.in_order(options))
            }
            None => (Columns::Plain(Block::new(problem)), table),
            Some(block) => (Columns::Plain(block), table),
        };
        Ok(Arc::new(Compiled {
            columns,
            table,
            scratch: ScratchPool::default(),
        }))
    }

    /// The problem, which has been compiled before.
    pub(crate) fn with_compiled(problem: &'p Problem, compiled: Arc<Compiled>) -> Self {
        Self {
            problem,
            compiled,
            givens: Vec::new(),
            memo: 0,
            in_any_order: false,
        }
    }

    /// The same under givens that have been checked.
    pub(crate) fn with_checked(mut self, givens: &[OptionId]) -> Self {
        self.givens = givens.to_vec();
        self
    }

    /// Whether a problem is not too large to be compiled.
    pub fn fits(problem: &Problem) -> bool {
        Self::check(problem).is_ok()
    }

    /// Why a problem is too large to be compiled.
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

    /// Keeps the subtrees that were searched, within `bytes` bytes, and searches none of them twice:
    /// where the options that live are the same, so is all there is below.
    ///
    /// Solutions, their order, and the nodes counted stay the same; the progress is told less
    /// often, and the nodes of a subtree that is known are counted as it begins, which shows if the
    /// search is stopped there. A solution of a known subtree takes a few nanoseconds. The memo is
    /// kept for problems of at most 256 options and 128 items, none of them bounded, and given up
    /// if of the nodes of the first thousands of subtrees fewer were known than searched.
    ///
    /// Source: Nishino, Yasuda, Minato and Nagata, "Dancing with decision diagrams", AAAI 2017.
    #[must_use]
    pub fn memo(mut self, bytes: usize) -> Self {
        self.memo = bytes;
        self
    }

    /// Whether solutions may come in any order, which makes hard searches several times as fast.
    ///
    /// Where much is below a node, options that are in no solution there are looked for: those that
    /// conflict with all options of some item. They die, which may leave others without support, and so
    /// on (*arc consistency*). Such a node takes a hundred times as long as others, and the tree may
    /// have a hundredth of the nodes; where that pays is learned from what subtrees take with it and
    /// without, once a search has 32,768 nodes. So a search where it never pays takes a few percent
    /// longer.
    ///
    /// Every solution is handed out once, and the same things happen every time and on every processor,
    /// but neither the order nor the nodes are those of [`Links`](crate::Links). It has no effect where there are at most 256
    /// options, or colours, or bounded items. The sets that are asked take a bit for every pair of up to
    /// 2,048 options: 640 KiB.
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

    /// Searches, and hands each solution to the visitor: each set of options exactly once.
    ///
    /// Solutions, their order, and the nodes of each level are those of
    /// [`Links::run`](crate::Links::run) with [`Heuristic::Mrv`](crate::Heuristic); the updates
    /// are all 0. A node takes time proportional to the number of items left times the number of
    /// options left, in units of 64 and a vector of eight; memory is proportional to the depth of
    /// the tree times the number of options in bits, and is kept for the next search, once for each
    /// that runs at the same time.
    pub fn run<V: Visitor + ?Sized>(&self, visitor: &mut V) -> Report {
        self.search(&self.givens, Start::Root, &mut VisitorAdapter(visitor))
    }

    /// Searches a subtree alone, as [`Links::run_subtree`](crate::Links::run_subtree) does; a
    /// subtree that is not there has no nodes.
    ///
    /// What is counted is what [`run`](Self::run) counts at the last branch on the way to the
    /// subtree and below it. Solutions are handed out whole. The way is walked anew, at the cost of
    /// a few nodes.
    pub fn run_subtree<V: Visitor + ?Sized>(&self, subtree: &Subtree, visitor: &mut V) -> Report {
        let start = Start::Below(subtree.branches());
        self.search(&self.givens, start, &mut VisitorAdapter(visitor))
    }

    /// The share of the first `nodes` nodes that is searched; the others are in subtrees found again.
    /// Searches as long as `keep_going` says so.
    pub(crate) fn share_searched(
        &self,
        givens: &[OptionId],
        nodes: u64,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> f64 {
        let mut visitor = Until { nodes, keep_going };
        let mut search = self.begin();
        let _ = search.run(givens, Start::Root, &mut visitor);
        search.share_searched()
    }

    /// Searches under givens that have been checked, instead of its own.
    pub(crate) fn run_with<V: Visitor>(&self, givens: &[OptionId], visitor: &mut V) -> Report {
        self.search(givens, Start::Root, &mut VisitorAdapter(visitor))
    }

    fn search(&self, givens: &[OptionId], start: Start, visitor: &mut dyn Visitor) -> Report {
        let mut search = self.begin();
        let flow = search.run(givens, start, visitor);
        search.end(flow.is_continue())
    }

    /// A search of a subtree, which goes on whenever it is asked to.
    pub(crate) fn begin_subtree(&self, subtree: &Subtree) -> BitsSearch {
        BitsSearch {
            begins: Some((self.givens.clone(), subtree.clone())),
            ..self.begin()
        }
    }

    /// A search that is about to begin.
    fn begin(&self) -> BitsSearch {
        let Compiled {
            columns,
            table,
            scratch,
        } = &*self.compiled;
        let mut position = BitsPosition::new(table, columns.words());
        position.scratch = scratch.take();
        if let Columns::Plain(block) = columns
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

/// A search that is left where the visitor breaks out of it, and goes on there.
#[derive(Debug)]
pub(crate) struct BitsSearch {
    compiled: Arc<Compiled>,
    /// None while it runs.
    position: Option<BitsPosition>,
    /// The givens and the subtree, before it has begun.
    begins: Option<(Vec<OptionId>, Subtree)>,
}

impl BitsSearch {
    /// Searches until the visitor breaks out of [`progress`](Visitor::progress) or no node is left.
    pub(crate) fn go_on(&mut self, visitor: &mut dyn Visitor) -> ControlFlow<()> {
        match self.begins.take() {
            Some((givens, subtree)) => self.run(&givens, Start::Below(subtree.branches()), visitor),
            None => self.run(&[], Start::Left, visitor),
        }
    }

    fn run(
        &mut self,
        givens: &[OptionId],
        start: Start,
        visitor: &mut dyn Visitor,
    ) -> ControlFlow<()> {
        let Some(position) = self.position.take() else {
            unreachable!("invariant: a search that does not run stands somewhere");
        };
        let Compiled { columns, table, .. } = &*self.compiled;
        let mut state = SearchState::new(table, visitor, position);
        let shared = &mut state;
        let flow = match columns {
            Columns::Plain(block) => vector::dispatch(Rooted {
                shared,
                block,
                givens,
                start,
            }),
            Columns::Sparse(columns) => vector::dispatch(SparseRooted {
                shared,
                columns,
                givens,
                start,
            }),
        };
        self.position = Some(state.into_position());
        flow
    }

    /// The share of the nodes counted that were searched: the others were known.
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

    /// Ends it: what was found.
    pub(crate) fn end(mut self, complete: bool) -> Report {
        let Some(mut position) = self.position.take() else {
            unreachable!("invariant: a search that does not run stands somewhere");
        };
        let scratch = std::mem::take(&mut position.scratch);
        self.compiled.scratch.give_back(scratch);
        position.report(complete)
    }
}

/// Stops a search after a number of nodes.
struct Until<'a> {
    nodes: u64,
    keep_going: &'a mut dyn FnMut() -> bool,
}

impl Visitor for Until<'_> {
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
