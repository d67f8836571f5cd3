//! A search that is left where the visitor breaks out of it, and goes on there.

use std::ops::ControlFlow::{self, Continue};

use super::dance::Dance;
use super::store::{Narrow, Store, Wide};
use super::{FEW_NODES, Links, node_count, with_dance};
use crate::problem::{OptionId, Problem};
use crate::search::{Heuristic, Report, Visitor};
use crate::subtree::Subtree;

/// A search of a tree or a subtree, under way or not begun.
pub(crate) struct LinksSearch {
    heuristic: Heuristic,
    givens: Vec<OptionId>,
    /// The subtree; none for the whole tree.
    below: Option<Subtree>,
    /// None before it has begun, or if the subtree is not there.
    dance: Option<Box<dyn AnyDance>>,
}

/// A dance, whatever its parameters.
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
    /// A search of the whole tree or a subtree, which goes on whenever it is asked to.
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
    /// Searches the same problem until the visitor breaks out or no node is left.
    pub(crate) fn go_on(
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

    /// Makes the links and goes down to the subtree, if that is there.
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

    /// Searches to the end with links of this width.
    #[cfg(test)]
    pub(super) fn run_in<S: Store + Send + 'static>(
        mut self,
        problem: &Problem,
        visitor: &mut dyn Visitor,
    ) -> Report {
        let mut flow = self.set_up::<S>(problem, visitor);
        if flow.is_continue() {
            flow = self.go_on(problem, visitor);
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

    /// Ends it: what was found.
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
