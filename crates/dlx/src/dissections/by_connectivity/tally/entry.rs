//! The entries of a tally.

/// A state without its shape: the packed sizes of its regions, and its number of partial partitions.
pub(in crate::dissections::by_connectivity) type SizeCount = (u64, u64);

/// The maximum number of entries that are added to a table at a time.
pub(in crate::dissections::by_connectivity) const BATCH: usize = 256;
