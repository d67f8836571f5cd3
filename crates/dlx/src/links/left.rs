//! A search of a subtree that is left where the visitor breaks out of it, and goes on there.

use std::ops::ControlFlow::{self, Continue};

use super::dance::Dance;
use super::store::{Narrow, Store, Wide};
use super::{FEW_NODES, Links, node_count, with_dance};
use crate::problem::{OptionId, Problem};
use crate::search::{Heuristic, Report, Visitor};
use crate::subtree::Subtree;

/// A search of a subtree, under way or not begun.
pub(crate) struct LinksSearch {
    heuristic: Heuristic,
    givens: Vec<OptionId>,
    subtree: Subtree,
    /// None before it has begun.
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
    /// A search of a subtree, which goes on whenever it is asked to.
    pub(crate) fn begin_subtree(&self, subtree: &Subtree) -> LinksSearch {
        LinksSearch {
            heuristic: self.heuristic,
            givens: self.givens.clone(),
            subtree: subtree.clone(),
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
        let dance = match self.dance.take() {
            Some(dance) => dance,
            None => match self.begin(problem, visitor)? {
                Some(dance) => dance,
                None => return Continue(()),
            },
        };
        self.dance.insert(dance).search(visitor)
    }

    /// Makes the links and goes down to the subtree; none if that is not there.
    fn begin(
        &self,
        problem: &Problem,
        visitor: &mut dyn Visitor,
    ) -> ControlFlow<(), Option<Box<dyn AnyDance>>> {
        let links = Links {
            problem,
            heuristic: self.heuristic,
            givens: self.givens.clone(),
        };
        let nodes = node_count(problem);
        if nodes >= FEW_NODES && Narrow::holds(nodes) {
            let matrix = links.matrix_while::<Narrow>(visitor)?;
            Continue(with_dance!(links, matrix, dance => self.enter(dance)))
        } else {
            let matrix = links.matrix_while::<Wide>(visitor)?;
            Continue(with_dance!(links, matrix, dance => self.enter(dance)))
        }
    }

    fn enter<const MRV: bool, const BOUNDED: bool, S: Store + Send + 'static>(
        &self,
        mut dance: Dance<MRV, BOUNDED, S>,
    ) -> Option<Box<dyn AnyDance>> {
        if dance.enter_subtree(&self.subtree) {
            Some(Box::new(dance))
        } else {
            None
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
