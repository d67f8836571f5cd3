//! Counts that add up exactly: fixed width while it suffices, any width after.

use num_bigint::BigUint;

/// A number of ways, never zero once stored.
pub(super) trait Tally: Clone + Default + Send + Sync {
    /// The bytes beyond its own size, about.
    const HEAP: u64 = 0;

    /// One way.
    fn one() -> Self;
    /// Whether it is zero, which marks an empty place of a table.
    fn is_zero(&self) -> bool;
    /// Adds; false if the sum has no room.
    #[must_use]
    fn add(&mut self, other: &Self) -> bool;
    /// The number.
    fn big(&self) -> BigUint;
}

macro_rules! fixed {
    ($type:ty) => {
        impl Tally for $type {
            fn one() -> Self {
                1
            }
            #[inline]
            fn is_zero(&self) -> bool {
                *self == 0
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

fixed!(u64);
fixed!(u128);

impl Tally for BigUint {
    /// Four words and what the allocator adds.
    const HEAP: u64 = 48;

    fn one() -> Self {
        Self::from(1_u32)
    }
    fn is_zero(&self) -> bool {
        *self == Self::ZERO
    }
    fn add(&mut self, other: &Self) -> bool {
        *self += other;
        true
    }
    fn big(&self) -> BigUint {
        self.clone()
    }
}
