//! Describes which items of a problem are places, their order, and which of them are neighbours.

use thiserror::Error;

use super::number::number;
use crate::problem::{ItemId, Problem};

/// The items of a problem that are places (the cells of a board), in the order of a sweep from one side, and the
/// pairs of places that are neighbours. The other items are kinds (the pieces).
///
/// It does not change whether a solution is found, but makes a search for [any](crate::Solver::any) solution
/// faster.
///
/// ```
/// use tilewright_dlx::randomized::Layout;
/// use tilewright_dlx::{Answer, Solver, text};
///
/// // Two rows of two cells, and two dominoes, `p` and `q`.
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
    /// For each item, its position in the order of the places; `None` if it is not a place.
    ranks: Vec<Option<u32>>,
    neighbours: Vec<Vec<u32>>,
    /// The primary items that are not places: the kinds of pieces.
    kinds: Vec<usize>,
}

/// Why a layout is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LayoutError {
    /// An item is not in the problem.
    #[error("item number {index}, counted from 0, is not in this problem")]
    UnknownItem {
        /// The index of the item: the number of items added before it.
        index: usize,
    },
    /// An item occurs twice in the order.
    #[error("the item {name:?} occurs twice in the order")]
    RepeatedItem {
        /// The name of the item that occurs twice.
        name: String,
    },
    /// The layout was made for a problem with a different number of items.
    #[error("the layout belongs to a problem with {of} items, but this one has {items}")]
    OtherProblem {
        /// The number of items of the problem for which the layout was made.
        of: usize,
        /// The number of items of the problem to which the layout was applied.
        items: usize,
    },
    /// An item of a pair of neighbours is missing from the order.
    #[error("the item {name:?} is a neighbour, but is missing from the order")]
    NotAPlace {
        /// The name of the item that is missing from the order.
        name: String,
    },
}

impl Layout {
    /// A layout from the places in the order of a sweep, and the pairs of neighbours among them.
    /// Each pair is listed once, in either direction; repeated pairs are ignored.
    ///
    /// # Errors
    ///
    /// An item is not in the problem, occurs twice in the order, or is in a pair of neighbours but not in the
    /// order.
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

    /// A layout for a problem about which nothing is known: every item is a place without neighbours.
    pub(super) fn unknown(problem: &Problem) -> Self {
        let count = problem.item_count();
        Self {
            ranks: (0..number(count)).map(Some).collect(),
            neighbours: vec![Vec::new(); count],
            kinds: Vec::new(),
        }
    }

    /// Checks that the layout has as many items as the problem.
    pub(crate) fn check(&self, problem: &Problem) -> Result<(), LayoutError> {
        let (of, items) = (self.ranks.len(), problem.item_count());
        if of == items {
            Ok(())
        } else {
            Err(LayoutError::OtherProblem { of, items })
        }
    }

    /// The position of an item in the order of the places; `None` if it is not a place.
    pub(super) fn rank(&self, item: usize) -> Option<u32> {
        self.ranks[item]
    }

    #[inline]
    pub(super) fn is_place(&self, item: usize) -> bool {
        self.ranks[item].is_some()
    }

    pub(super) fn kinds(&self) -> &[usize] {
        &self.kinds
    }

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
