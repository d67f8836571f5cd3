//! What a caller may know of the items: which are places, in which order, and which are neighbours.

use thiserror::Error;

use super::number::number;
use crate::problem::{ItemId, Problem};

/// Which items of a problem are places (the cells of a board), in an order that sweeps over them from
/// one side, and which of them are neighbours. The other items are kinds of things (the pieces).
///
/// It changes no answer: a search for [any](crate::Solver::any) solution is the faster for it.
///
/// ```
/// use tilewright_dlx::randomized::Layout;
/// use tilewright_dlx::{Answer, Solver, text};
///
/// // Two dominoes and a kind for each, on two rows of two cells.
/// let problem = text::read("a b c d p q\na b p\nc d p\na b q\nc d q\na c p\nb d q\n")?;
/// let cells: Vec<_> = problem.items().take(4).collect();
/// let pairs = [(0, 1), (0, 2), (1, 3), (2, 3)].map(|(one, other)| (cells[one], cells[other]));
/// let layout = Layout::new(&problem, &cells, &pairs)?;
/// let any = Solver::new(&problem).layout(&layout)?.any(1)?;
/// assert!(any.known().flatten().is_some_and(|solution| problem.check(&solution).is_ok()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The place of each item in the order.
    ranks: Vec<Option<u32>>,
    neighbours: Vec<Vec<u32>>,
    /// The primary items that are no places.
    kinds: Vec<usize>,
}

/// What is wrong with a layout.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LayoutError {
    /// An item is not in the problem.
    #[error("item number {index}, counted from 0, is not in this problem")]
    UnknownItem {
        /// The item's index.
        index: usize,
    },
    /// An item stands in the order twice.
    #[error("the item {name:?} stands in the order twice")]
    RepeatedItem {
        /// The item.
        name: String,
    },
    /// The layout is of a problem with another number of items.
    #[error("the layout is of a problem with {of} items, and this one has {items}")]
    OtherProblem {
        /// The items of the problem that the layout was made for.
        of: usize,
        /// The items of this problem.
        items: usize,
    },
    /// A neighbour does not stand in the order.
    #[error("the item {name:?} is a neighbour, but does not stand in the order")]
    NotAPlace {
        /// The item.
        name: String,
    },
}

impl Layout {
    /// Places in the order of a sweep, and the pairs of neighbours among them, either way round.
    ///
    /// # Errors
    ///
    /// An item is not in the problem, stands in the order twice, or is a neighbour and does not
    /// stand there.
    pub fn new(
        problem: &Problem,
        order: &[ItemId],
        neighbours: &[(ItemId, ItemId)],
    ) -> Result<Self, LayoutError> {
        let mut ranks = vec![None; problem.item_count()];
        for (rank, &item) in order.iter().enumerate() {
            let index = item.index();
            let slot = (ranks.get_mut(index)).ok_or(LayoutError::UnknownItem { index })?;
            if slot.replace(number(rank)).is_some() {
                let name = problem.item_name(item).to_owned();
                return Err(LayoutError::RepeatedItem { name });
            }
        }
        let mut lists = vec![Vec::new(); problem.item_count()];
        for &(one, other) in neighbours {
            for (item, next) in [(one, other), (other, one)] {
                let index = item.index();
                let rank = ranks.get(index).ok_or(LayoutError::UnknownItem { index })?;
                if rank.is_none() {
                    let name = problem.item_name(item).to_owned();
                    return Err(LayoutError::NotAPlace { name });
                }
                lists[index].push(next.number());
            }
        }
        for list in &mut lists {
            list.sort_unstable();
            list.dedup();
        }
        let primary = 0..problem.primary_count();
        Ok(Self {
            kinds: primary.filter(|&item| ranks[item].is_none()).collect(),
            ranks,
            neighbours: lists,
        })
    }

    /// No item is a kind, and none has a neighbour.
    pub(super) fn unknown(problem: &Problem) -> Self {
        let count = problem.item_count();
        Self {
            ranks: (0..number(count)).map(Some).collect(),
            neighbours: vec![Vec::new(); count],
            kinds: Vec::new(),
        }
    }

    /// Whether it may be one of a problem.
    pub(crate) fn check(&self, problem: &Problem) -> Result<(), LayoutError> {
        let (of, items) = (self.ranks.len(), problem.item_count());
        if of == items {
            Ok(())
        } else {
            Err(LayoutError::OtherProblem { of, items })
        }
    }

    /// The rank of an item in the order; none if it is no place.
    pub(super) fn rank(&self, item: usize) -> Option<u32> {
        self.ranks[item]
    }

    /// Whether an item is a place.
    #[inline]
    pub(super) fn is_place(&self, item: usize) -> bool {
        self.ranks[item].is_some()
    }

    /// The kinds of things.
    pub(super) fn kinds(&self) -> &[usize] {
        &self.kinds
    }

    /// The neighbours of a place.
    pub(super) fn neighbours(&self, item: usize) -> &[u32] {
        &self.neighbours[item]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text;

    #[test]
    fn misuse_is_refused() {
        let mut problem = text::read("a b c\na b\n").unwrap();
        let [a, b, c] = ["a", "b", "c"].map(|name| problem.item(name).unwrap());
        let smaller = problem.clone();
        let foreign = problem.add_secondary("d").unwrap();
        let refusal = |order: &[ItemId], pairs: &[(ItemId, ItemId)]| {
            Layout::new(&smaller, order, pairs).unwrap_err()
        };
        let unknown = LayoutError::UnknownItem { index: 3 };
        assert_eq!(refusal(&[foreign], &[]), unknown);
        assert_eq!(refusal(&[a], &[(a, foreign)]), unknown);
        let name = || "a".to_owned();
        assert_eq!(
            refusal(&[a, b, a], &[]),
            LayoutError::RepeatedItem { name: name() }
        );
        assert_eq!(
            refusal(&[b, c], &[(b, a)]),
            LayoutError::NotAPlace { name: name() }
        );
    }
}
