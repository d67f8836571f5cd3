//! Counts that add up exactly: fixed width while it suffices, any width after.

use num_bigint::BigUint;

/// What a table keeps for a state.
pub(super) trait Slot: Clone + Default + Send + Sync {
    /// The bytes beyond its own size, about.
    const HEAP: u64 = 0;

    /// Whether it marks an empty place.
    fn is_empty(&self) -> bool;
}

/// A number of ways, never zero once stored.
pub(super) trait Tally: Slot {
    /// One way.
    fn one() -> Self;
    /// Adds; false if the sum has no room.
    #[must_use]
    fn add(&mut self, other: &Self) -> bool;
    /// The number.
    fn big(&self) -> BigUint;
}

macro_rules! fixed {
    ($type:ty) => {
        impl Slot for $type {
            #[inline]
            fn is_empty(&self) -> bool {
                *self == 0
            }
        }

        impl Tally for $type {
            fn one() -> Self {
                1
            }
            #[inline]
            fn add(&mut self, other: &Self) -> bool {
                let (sum, carried) = self.overflowing_add(*other);
                *self = sum;
                !carried
            }
            fn big(&self) -> BigUint {
                BigUint::from(*self)
            }
        }
    };
}

fixed!(u32);
fixed!(u64);
fixed!(u128);

impl Slot for BigUint {
    /// Four words and what the allocator adds.
    const HEAP: u64 = 48;

    fn is_empty(&self) -> bool {
        *self == Self::ZERO
    }
}

impl Tally for BigUint {
    fn one() -> Self {
        Self::from(1_u32)
    }
    fn add(&mut self, other: &Self) -> bool {
        *self += other;
        true
    }
    fn big(&self) -> BigUint {
        self.clone()
    }
}

/// Whether there is a way at all, for those who do not count.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reached(bool);

impl Slot for Reached {
    #[inline]
    fn is_empty(&self) -> bool {
        !self.0
    }
}

impl Tally for Reached {
    fn one() -> Self {
        Self(true)
    }
    fn add(&mut self, _: &Self) -> bool {
        true
    }
    fn big(&self) -> BigUint {
        BigUint::from(u8::from(self.0))
    }
}

/// A node of a graph, or none.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Node(pub(super) Option<u32>);

impl Slot for Node {
    fn is_empty(&self) -> bool {
        self.0.is_none()
    }
}
