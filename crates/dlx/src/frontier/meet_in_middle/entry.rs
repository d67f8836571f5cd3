use crate::frontier::count::StateCount;

/// A set of items and the number of partial paths that use exactly these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SetEntry<C> {
    pub(super) set: u32,
    pub(super) count: C,
}

impl<C: StateCount> SetEntry<C> {
    /// The empty set with count 1.
    pub(super) fn one() -> Self {
        Self {
            set: 0,
            count: C::one(),
        }
    }
}
