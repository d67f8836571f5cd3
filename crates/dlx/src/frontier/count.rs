//! Exact counters of partial solutions, for joins of sets: 32, 64 or 128 bits while that suffices, then of any
//! size.

use std::io;

use num_bigint::BigUint;

use super::checkpoint::{CheckedFile, Sink};

/// A number of partial solutions, never zero once stored.
pub(super) trait StateCount: Clone + Default + Send + Sync {
    /// The approximate number of bytes that a counter takes on the heap.
    const HEAP: u64 = 0;
    /// The width of a counter in bytes; `usize::MAX` if a counter holds any number.
    const WIDTH: usize;

    fn one() -> Self;
    /// Adds `other` to the number; returns false if the sum does not fit.
    #[must_use]
    fn add(&mut self, other: &Self) -> bool;
    /// The number as 64 bits; `None` if it is larger.
    fn small(&self) -> Option<u64>;
    fn of(small: u64) -> Self;
    fn big(&self) -> BigUint;
    /// Converts a number to a counter; `None` if it does not fit.
    fn of_big(number: BigUint) -> Option<Self>;
    fn save(&self, sink: &mut Sink) -> io::Result<()>;
    fn load(source: &mut CheckedFile) -> io::Result<Self>;
}

macro_rules! fixed {
    ($type:ty, $save:expr, $load:expr) => {
        impl StateCount for $type {
            const WIDTH: usize = size_of::<$type>();

            fn one() -> Self {
                1
            }
            #[inline]
            fn add(&mut self, other: &Self) -> bool {
                let (sum, carried) = self.overflowing_add(*other);
                *self = sum;
                !carried
            }
            #[inline]
            fn small(&self) -> Option<u64> {
                u64::try_from(*self).ok()
            }
            #[inline]
            #[allow(
                clippy::cast_possible_truncation,
                clippy::cast_lossless,
                reason = "it was of this type"
            )]
            fn of(small: u64) -> Self {
                small as $type
            }
            fn big(&self) -> BigUint {
                (*self).into()
            }
            fn of_big(number: BigUint) -> Option<Self> {
                number.try_into().ok()
            }
            #[inline]
            fn save(&self, sink: &mut Sink) -> io::Result<()> {
                let save: fn($type, &mut Sink) -> io::Result<()> = $save;
                save(*self, sink)
            }
            #[inline]
            fn load(source: &mut CheckedFile) -> io::Result<Self> {
                let load: fn(&mut CheckedFile) -> io::Result<$type> = $load;
                load(source)
            }
        }
    };
}

fixed!(u32, |n, sink| sink.number(n.into()), |source| source
    .small());
fixed!(u64, |n, sink| sink.number(n), |source| source.number());
fixed!(
    u128,
    |n, sink| {
        #[expect(clippy::cast_possible_truncation, reason = "the halves of a number")]
        let (low, high) = (n as u64, (n >> 64) as u64);
        sink.number(low)?;
        sink.number(high)
    },
    |source| {
        let low = u128::from(source.number()?);
        Ok(low | u128::from(source.number()?) << 64)
    }
);

impl StateCount for BigUint {
    /// 32 bytes for a number of four 64-bit words, and 16 bytes for the allocator's overhead.
    const HEAP: u64 = 48;
    const WIDTH: usize = usize::MAX;

    fn one() -> Self {
        Self::from(1_u32)
    }
    fn add(&mut self, other: &Self) -> bool {
        *self += other;
        true
    }
    fn small(&self) -> Option<u64> {
        u64::try_from(self).ok()
    }
    fn of(small: u64) -> Self {
        small.into()
    }
    fn big(&self) -> BigUint {
        self.clone()
    }
    fn of_big(number: BigUint) -> Option<Self> {
        Some(number)
    }
    fn save(&self, sink: &mut Sink) -> io::Result<()> {
        sink.big(self)
    }
    fn load(source: &mut CheckedFile) -> io::Result<Self> {
        source.big()
    }
}
