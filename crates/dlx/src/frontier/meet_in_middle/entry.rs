use crate::frontier::count::StateCount;

/// A set of items as a bit set, and the number of partial paths that use exactly these items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SetEntry<C> {
    pub(super) set: u32,
    pub(super) count: C,
}

impl<C: StateCount> SetEntry<C> {
    pub(super) fn one() -> Self {
        Self {
            set: 0,
            count: C::one(),
        }
    }
}
