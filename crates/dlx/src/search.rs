//! What all engines share: the heuristic asked for, the visitor that is told, the report given.
//!
//! An engine walks a search tree depth first and hands each solution to a [`Visitor`] as it is
//! found; it stores none. The visitor stops the search by breaking out.

use std::ops::ControlFlow;

use crate::problem::OptionId;
use crate::profile::Profile;

/// Which item to branch on. Ties go to the item that was added first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Heuristic {
    /// An item with the fewest branches ("minimum remaining values"; the paper's S heuristic).
    #[default]
    Mrv,
    /// The first item that still needs branching (the paper's leftmost column).
    First,
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Progress {
    /// Options tried.
    pub nodes: u64,
    /// Solutions found.
    pub solutions: u64,
    /// An estimate from 0 to 1 of the share of the tree that is done: that of the branches done at
    /// each level, as if all subtrees of a node were equal. It never goes down.
    pub fraction: f64,
}

/// Whoever listens to a search.
///
/// Every closure that takes a solution is a visitor:
///
/// ```
/// use std::ops::ControlFlow;
/// use tilewright_dlx::{Links, OptionId, Problem};
///
/// let mut problem = Problem::new();
/// let item = problem.add_primary("a")?;
/// problem.add_option(&[item])?;
/// problem.add_option(&[item])?;
///
/// let mut first = None;
/// let report = Links::new(&problem).run(&mut |solution: &[OptionId]| {
///     first = Some(solution.to_vec());
///     ControlFlow::Break(())
/// });
/// assert_eq!(first, Some(vec![problem.option(0).unwrap()]));
/// assert_eq!((report.solutions, report.complete), (1, false));
/// # Ok::<(), tilewright_dlx::ProblemError>(())
/// ```
pub trait Visitor {
    /// Takes a solution, the options in the order chosen. `Break` stops the search.
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()>;

    /// Hears of the progress about every 2^14 nodes, and more often where nodes take long, as on
    /// thousands of items; with millions of entries, while the search is set up too. `Break` stops
    /// the search.
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        let _ = progress;
        ControlFlow::Continue(())
    }

    /// Hears, before the progress and at the end, of work beyond that of a search's nodes: as much as so
    /// many more nodes take, of those that take [`Bits`](crate::Bits) the least time. Nodes of large
    /// problems and a [closer look](crate::Bits::in_any_order) are such work.
    fn beyond_nodes(&mut self, nodes: u64) {
        let _ = nodes;
    }
}

impl<F: FnMut(&[OptionId]) -> ControlFlow<()>> Visitor for F {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        self(options)
    }
}

/// A visitor of any type as one that can be pointed to, so that a search is compiled once, here.
pub(crate) struct VisitorAdapter<'v, V: ?Sized>(pub(crate) &'v mut V);

impl<V: Visitor + ?Sized> Visitor for VisitorAdapter<'_, V> {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        self.0.solution(options)
    }

    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.0.progress(progress)
    }

    fn beyond_nodes(&mut self, nodes: u64) {
        self.0.beyond_nodes(nodes);
    }
}

/// What a search found and what it took.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Report {
    /// The solutions handed to the visitor.
    pub solutions: u64,
    /// Whether the whole tree was searched; false if the visitor broke out.
    pub complete: bool,
    /// Nodes and updates by level.
    pub profile: Profile,
}

impl Report {
    /// Of a search whose visitor broke out while it was set up.
    pub(crate) fn stopped_before_the_root() -> Self {
        Self {
            solutions: 0,
            complete: false,
            profile: Profile::default(),
        }
    }
}
