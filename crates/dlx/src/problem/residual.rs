//! What is left of a problem once some options are chosen and others are left out.

use super::{ItemId, OptionId, Problem};

/// The bounds that remain, and the options that can still be chosen.
#[derive(Clone, Debug)]
pub(crate) struct Residual<'p> {
    pub(crate) problem: &'p Problem,
    /// How often an item must still be covered, and how often it may be.
    bounds: Vec<(u32, u32)>,
    pub(crate) options: Vec<OptionId>,
}

impl<'p> Residual<'p> {
    /// Chooses `givens`, which must not conflict, and leaves out options that `keep` refuses.
    pub(crate) fn new(
        problem: &'p Problem,
        givens: &[OptionId],
        keep: impl Fn(OptionId) -> bool,
    ) -> Self {
        let mut bounds: Vec<(u32, u32)> = problem
            .items()
            .map(|item| problem.bounds(item).map_or((0, 1), RangeExt::pair))
            .collect();
        let mut chosen = vec![false; problem.option_count()];
        for &given in givens {
            chosen[given.index()] = true;
            for item in problem.option_items(given) {
                let (least, most) = &mut bounds[item.index()];
                debug_assert!(*most > 0, "invariant: givens do not conflict");
                *least = least.saturating_sub(1);
                *most = most.saturating_sub(1);
            }
        }
        let options = problem
            .options()
            .filter(|option| !chosen[option.index()] && keep(*option))
            .filter(|&option| {
                let items = problem.option_items(option);
                items.iter().all(|item| bounds[item.index()].1 > 0)
            })
            .collect();
        Self {
            problem,
            bounds,
            options,
        }
    }

    /// The same with no bounds on some items.
    pub(crate) fn without(&self, items: &[ItemId]) -> Self {
        let mut residual = self.clone();
        for item in items {
            residual.bounds[item.index()] = (0, u32::MAX);
        }
        residual
    }

    /// The same with the bounds that some items have in another one.
    #[cfg(feature = "frontier")]
    pub(crate) fn with_bounds_of(mut self, other: &Self, items: &[ItemId]) -> Self {
        for item in items {
            self.bounds[item.index()] = other.bounds[item.index()];
        }
        self
    }

    /// How often an item must still be covered.
    pub(crate) fn least(&self, item: ItemId) -> u32 {
        self.bounds[item.index()].0
    }

    /// How often an item may still be covered.
    pub(crate) fn most(&self, item: ItemId) -> u32 {
        self.bounds[item.index()].1
    }
}

trait RangeExt {
    fn pair(self) -> (u32, u32);
}

impl RangeExt for std::ops::RangeInclusive<u32> {
    fn pair(self) -> (u32, u32) {
        self.into_inner()
    }
}
