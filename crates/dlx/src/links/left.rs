//! A search with dancing links that can be interrupted by the visitor and resumed.

use std::ops::ControlFlow::{self, Continue};

use super::dance::Dance;
use super::store::{Narrow, Store, Wide};
use super::{FEW_NODES, Links, node_count, with_dance};
use crate::problem::{OptionId, Problem};
use crate::search::{Heuristic, Report, Visitor};
use crate::subtree::Subtree;

/// A search of the whole tree or of a subtree, which may not have begun yet or may be interrupted.
pub(crate) struct LinksSearch {
    heuristic: Heuristic,
    givens: Vec<OptionId>,
    /// The subtree to search; `None` for the whole tree.
    below: Option<Subtree>,
    /// The running or interrupted search; `None` before it has begun, or if the subtree does not exist.
    dance: Option<Box<dyn AnyDance>>,
}

/// A [`Dance`] with any generic arguments.
trait AnyDance: Send {
    fn search(&mut self, visitor: &mut dyn Visitor) -> ControlFlow<()>;
    fn report(self: Box<Self>, complete: bool) -> Report;
}

impl<const MRV: bool, const BOUNDED: bool, S: Store + Send> AnyDance for Dance<MRV, BOUNDED, S> {
    fn search(&mut self, visitor: &mut dyn Visitor) -> ControlFlow<()> {
        Dance::search(self, visitor)
    }

    fn report(self: Box<Self>, complete: bool) -> Report {
        Dance::report(*self, complete)
    }
}

impl Links<'_> {
    /// Prepares a search of the whole tree or of a subtree. The search can be interrupted and resumed.
    pub(crate) fn begin(&self, below: Option<&Subtree>) -> LinksSearch {
        LinksSearch {
            heuristic: self.heuristic,
            givens: self.givens.clone(),
            below: below.cloned(),
            dance: None,
        }
    }
}

impl LinksSearch {
    /// Searches until the visitor breaks out or no node is left. `problem` must be the same in every call.
    pub(crate) fn resume(
        &mut self,
        problem: &Problem,
        visitor: &mut dyn Visitor,
    ) -> ControlFlow<()> {
        if self.dance.is_none() {
            let nodes = node_count(problem);
            if nodes >= FEW_NODES && Narrow::holds(nodes) {
                self.set_up::<Narrow>(problem, visitor)?;
            } else {
                self.set_up::<Wide>(problem, visitor)?;
            }
        }
        match &mut self.dance {
            Some(dance) => dance.search(visitor),
            None => Continue(()),
        }
    }

    /// Builds the links, and descends to the subtree if it exists.
    fn set_up<S: Store + Send + 'static>(
        &mut self,
        problem: &Problem,
        visitor: &mut dyn Visitor,
    ) -> ControlFlow<()> {
        let links = Links {
            problem,
            heuristic: self.heuristic,
            givens: self.givens.clone(),
        };
        let matrix = links.matrix_while::<S>(visitor)?;
        self.dance = with_dance!(links, matrix, dance => self.enter(dance));
        Continue(())
    }

    /// Runs the search to its end, with wide or narrow tables.
    #[cfg(test)]
    pub(super) fn run_in<S: Store + Send + 'static>(
        mut self,
        problem: &Problem,
        visitor: &mut dyn Visitor,
    ) -> Report {
        let mut flow = self.set_up::<S>(problem, visitor);
        if flow.is_continue() {
            flow = self.resume(problem, visitor);
        }
        self.end(flow.is_continue())
    }

    fn enter<const MRV: bool, const BOUNDED: bool, S: Store + Send + 'static>(
        &self,
        mut dance: Dance<MRV, BOUNDED, S>,
    ) -> Option<Box<dyn AnyDance>> {
        match &self.below {
            Some(subtree) if !dance.enter_subtree(subtree) => None,
            _ => Some(Box::new(dance)),
        }
    }

    pub(crate) fn end(self, complete: bool) -> Report {
        match self.dance {
            Some(dance) => dance.report(complete),
            None => Report {
                complete,
                ..Report::default()
            },
        }
    }
}
