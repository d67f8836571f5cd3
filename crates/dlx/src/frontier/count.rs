//! Counts that add up exactly: fixed width while it suffices, any width after.

use std::io;

use num_bigint::BigUint;

use super::checkpoint::{Sink, Source};

/// What a table keeps for a state.
pub(super) trait Slot: Clone + Default + Send + Sync {
    /// The bytes beyond its own size, about.
    const HEAP: u64 = 0;

    /// Whether it marks an empty place.
    fn is_empty(&self) -> bool;
}

/// A number of ways, never zero once stored.
pub(super) trait Count: Slot {
    /// One way.
    fn one() -> Self;
    /// Adds; false if the sum has no room.
    #[must_use]
    fn add(&mut self, other: &Self) -> bool;
    /// The number.
    fn big(&self) -> BigUint;
    /// Writes it to a checkpoint.
    fn save(&self, sink: &mut Sink) -> io::Result<()>;
    /// Reads it from one; it may not be zero.
    fn load(source: &mut Source) -> io::Result<Self>;
}

macro_rules! fixed {
    ($type:ty, $save:expr, $load:expr) => {
        impl Slot for $type {
            #[inline]
            fn is_empty(&self) -> bool {
                *self == 0
            }
        }

        impl Count for $type {
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
            #[inline]
            fn save(&self, sink: &mut Sink) -> io::Result<()> {
                let save: fn($type, &mut Sink) -> io::Result<()> = $save;
                save(*self, sink)
            }
            #[inline]
            fn load(source: &mut Source) -> io::Result<Self> {
                let load: fn(&mut Source) -> io::Result<$type> = $load;
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

impl Slot for BigUint {
    /// Four words and what the allocator adds.
    const HEAP: u64 = 48;

    fn is_empty(&self) -> bool {
        *self == Self::ZERO
    }
}

impl Count for BigUint {
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
    fn save(&self, sink: &mut Sink) -> io::Result<()> {
        sink.big(self)
    }
    fn load(source: &mut Source) -> io::Result<Self> {
        source.big()
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

impl Count for Reached {
    fn one() -> Self {
        Self(true)
    }
    fn add(&mut self, _: &Self) -> bool {
        true
    }
    fn big(&self) -> BigUint {
        BigUint::from(u8::from(self.0))
    }
    fn save(&self, _: &mut Sink) -> io::Result<()> {
        Ok(())
    }
    fn load(_: &mut Source) -> io::Result<Self> {
        Ok(Self(true))
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
