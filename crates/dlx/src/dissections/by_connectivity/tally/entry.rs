//! The entries of a tally.

/// The packed sizes of regions, and the number of partial partitions.
pub(in crate::dissections::by_connectivity) type SizeCount = (u64, u64);

/// The maximum number of entries that are added at a time.
pub(in crate::dissections::by_connectivity) const BATCH: usize = 256;
