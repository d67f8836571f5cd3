//! What is added up.

/// The sizes of some regions, packed, and in how many ways.
pub(in crate::regions::by_shape) type Entry = (u64, u64);

/// The entries that are added at a time.
pub(in crate::regions::by_shape) const BATCH: usize = 256;
