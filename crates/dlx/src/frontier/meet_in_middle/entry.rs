//! A set of items with its count.

use crate::frontier::count::Count;

/// A set of items and the number of ways that use just these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry<C> {
    pub(super) set: u32,
    pub(super) count: C,
}

impl<C: Count> Entry<C> {
    /// The empty set, in one way.
    pub(super) fn one() -> Self {
        Self {
            set: 0,
            count: C::one(),
        }
    }
}
