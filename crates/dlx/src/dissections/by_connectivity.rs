//! Counts dissections by two sweeps that group their states by shape.
//!
//! Suppose that each step takes in one vertex, and that the faces are known. Then the effect of a step on a state
//! depends on the *shape* of the state: which open vertices lie in the same region, and which regions must not
//! merge. So all states of a shape form one list of region sizes, each with its number of partial partitions. The
//! effect of a step is computed once for each shape (8 × 8 squares in eight parts have at most three thousand
//! shapes and a million states). For a state, the step then only moves some bits and adds a number. The sizes are
//! also the index into a table. The last size is left out, because the other sizes determine it.
//!
//! - [`transitions`] computes the effect of a step on shapes, [`rule`] applies it to sizes, and [`tally`] adds up
//!   the numbers of partial partitions.
//! - [`sweep`] advances from step to step.
//! - [`ports`] and [`walk`] describe what two halves must agree on, [`family`] lists this for the
//!   states of a half, [`pairing`] joins two lists, and [`join`] joins all lists.

#[cfg(feature = "frontier")]
mod checkpoint;
mod family;
mod join;
mod layer;
mod pairing;
pub(super) mod ports;
mod rule;
mod shape;
mod sweep;
mod tally;
#[cfg(test)]
mod tests;
mod transitions;
mod walk;

pub(super) use self::join::ShapeJoin;
pub(super) use self::sweep::ShapePosition;

/// The maximum number of bits for the sizes of all regions of a state. They are packed into a word of 64 bits, of
/// which one stays free.
const MOST_SIZE_BITS: usize = 63;

/// The number of vertices of a part, and how the sizes of regions are packed into a word.
#[derive(Clone, Copy)]
pub(super) struct VertexLayout {
    size: u64,
    /// The number of bits that the size of one region takes.
    bits: u32,
}

impl VertexLayout {
    pub(super) fn new(size: usize, bits: u32) -> Self {
        Self {
            size: size as u64,
            bits,
        }
    }

    /// The lowest bit of a region's size in the packed word. Regions are counted from 0.
    #[expect(clippy::cast_possible_truncation, reason = "there are less than 16")]
    fn at(self, region: usize) -> u32 {
        region as u32 * self.bits
    }

    /// The bits of the first region's size in the packed word.
    fn mask(self) -> u64 {
        (1 << self.bits) - 1
    }

    /// How many of the lowest bits distinguish the packed sizes of `regions` regions: those of all regions except
    /// the last. The sum of the sizes is known modulo the size of a part, so it determines the last size.
    fn width(self, regions: usize) -> u32 {
        self.at(regions.saturating_sub(1))
    }

    /// Whether the sizes of `regions` regions fit into a word.
    fn has_room(self, regions: usize) -> bool {
        regions * self.bits as usize <= MOST_SIZE_BITS
    }

    /// Whether `sizes` is a valid word of the packed sizes of `regions` open regions.
    #[cfg(feature = "frontier")]
    fn are_sizes(self, sizes: u64, regions: usize) -> bool {
        let mut left = sizes;
        let mut is_size = |_| {
            let size = left & self.mask();
            left >>= self.bits;
            (1..self.size).contains(&size)
        };
        (0..regions).all(&mut is_size) && left == 0
    }
}
