//! The types that all engines of search share: the heuristic, the visitor and the report.
//!
//! An engine searches a tree depth first, and passes each solution to a [`Visitor`] as soon as it is found; no
//! solution is stored. The visitor may stop the search.

use std::ops::ControlFlow;

use crate::problem::OptionId;
use crate::profile::Profile;

/// The rule that chooses the item to branch on. Ties go to the item that was added first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Heuristic {
    /// An item with the fewest branches ("minimum remaining values"; the paper's S heuristic).
    #[default]
    Mrv,
    /// The first item that still needs branching (in the paper, the leftmost column).
    First,
}

/// The progress of a search that its visitor receives.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Progress {
    /// The number of options tried.
    pub nodes: u64,
    /// The number of solutions found.
    pub solutions: u64,
    /// An estimate of the fraction of the tree that has been searched, from 0 to 1. It assumes that all subtrees
    /// of a node are equally large. It never decreases.
    pub fraction: f64,
}

/// A function that decides whether a set of options that covers all items as required counts as a solution.
pub type Accept<'a> = dyn Fn(&[OptionId]) -> bool + 'a;

/// Receives the solutions and the progress of a search, and may stop it.
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
    /// Receives a solution, with its options in the order in which they were chosen. `Break` stops
    /// the search.
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()>;

    /// Receives the progress about every 2^14 nodes. It is called more often if nodes take long, as
    /// with thousands of items. With millions of entries, it is also called while the search is set
    /// up. `Break` stops the search.
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        let _ = progress;
        ControlFlow::Continue(())
    }

    /// Receives the amount of work that the number of nodes does not include, before each report of progress and
    /// at the end of the search. The unit is the time of the cheapest node of [`Bits`](crate::Bits). Such work
    /// arises at the nodes of large problems and in [consistency checks](crate::Bits::in_any_order).
    fn beyond_nodes(&mut self, nodes: u64) {
        let _ = nodes;
    }
}

impl<F: FnMut(&[OptionId]) -> ControlFlow<()>> Visitor for F {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        self(options)
    }
}

/// Wraps a visitor so that it can be used as a trait object. Then the search is compiled only once, in this crate.
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

/// The results of a search, and the work that it took.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Report {
    /// The number of solutions passed to the visitor.
    pub solutions: u64,
    /// Whether the whole tree was searched. False if the visitor broke out.
    pub complete: bool,
    /// The nodes and updates of the search, by level.
    pub profile: Profile,
}

impl Report {
    /// The report of a search that was stopped by the visitor during the setup, before the root.
    pub(crate) fn stopped_before_the_root() -> Self {
        Self {
            solutions: 0,
            complete: false,
            profile: Profile::default(),
        }
    }
}
