//! Counts dissections by two sweeps that group their states by shape.
//!
//! Suppose that a step takes in one vertex and the faces are known. Then the effect of a step on a
//! state depends on its *shape*: which open vertices lie in one region, and which regions were
//! separated. So all states of a shape form one list of region sizes, each with its number of
//! partial partitions. The effect of a step is computed once for each shape (8 × 8 squares in eight
//! parts have at most three thousand shapes and a million states). For a state, the step then only
//! moves some bits and adds a number. The sizes are also the index into a table. The last size is
//! left out, because the other sizes determine it.
//!
//! - [`transitions`] computes the effect of a step on shapes, [`rule`] applies it to sizes, [`tally`] adds up.
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

/// The maximum number of bits for the sizes of all regions of a state. One bit of the word stays
/// free.
const MOST_SIZE_BITS: usize = 63;

/// The number of vertices of a part, and the layout of packed sizes.
#[derive(Clone, Copy)]
pub(super) struct VertexLayout {
    size: u64,
    /// The number of bits of a size.
    bits: u32,
}

impl VertexLayout {
    pub(super) fn new(size: usize, bits: u32) -> Self {
        Self {
            size: size as u64,
            bits,
        }
    }

    /// The bit position of the size of a region. Regions are counted from 0.
    #[expect(clippy::cast_possible_truncation, reason = "there are less than 16")]
    fn at(self, region: usize) -> u32 {
        region as u32 * self.bits
    }

    /// The mask of the size of the first region.
    fn mask(self) -> u64 {
        (1 << self.bits) - 1
    }

    /// The number of bits that the sizes of `regions` regions take, without the last one. The sum
    /// of all sizes is known modulo the size of a part, so the other sizes determine the last one.
    fn width(self, regions: usize) -> u32 {
        self.at(regions.saturating_sub(1))
    }

    /// Whether the sizes of `regions` regions fit into a word.
    fn has_room(self, regions: usize) -> bool {
        regions * self.bits as usize <= MOST_SIZE_BITS
    }

    /// Whether `sizes` holds the sizes of `regions` open regions.
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
