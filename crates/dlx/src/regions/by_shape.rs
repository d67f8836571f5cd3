//! Counting dissections from both ends, shape by shape.
//!
//! Where one vertex comes in at a time and the faces are known, what a step does to a state depends on its
//! *shape*: which open vertices lie in one region, and which regions were told apart. So all states of a
//! shape are one list of the sizes of their regions, each with its number of ways. What a step does is
//! found out once for each shape (for 8 × 8 squares in eight parts, of three thousand at most, which have
//! a million states), and all that is left to do for a state is to move some bits and to add up: its
//! sizes say where it stands in a table, as those of all regions but one say how large that one is.
//!
//! - [`transitions`] finds out what a step does to shapes, [`rule`] does it to sizes, [`tally`] adds up.
//! - [`sweep`] goes from step to step.
//! - [`ports`] and [`walk`] say what two halves must agree on, [`family`] makes lists of that of the states
//!   of a half, [`pairing`] joins two lists, and [`join`] all of them.

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

/// The most bits of the sizes of all regions of a state: not all that there are.
const MOST_SIZE_BITS: usize = 63;

/// The vertices of a part.
#[derive(Clone, Copy)]
pub(super) struct Parts {
    size: u64,
    /// The bits of a size.
    bits: u32,
}

impl Parts {
    pub(super) fn new(size: usize, bits: u32) -> Self {
        Self {
            size: size as u64,
            bits,
        }
    }

    /// Where the size of a region stands, counted from 0.
    #[expect(clippy::cast_possible_truncation, reason = "there are less than 16")]
    fn at(self, region: usize) -> u32 {
        region as u32 * self.bits
    }

    /// The bits of the size of the first region.
    fn mask(self) -> u64 {
        (1 << self.bits) - 1
    }

    /// The bits of the sizes of so many regions, but for the last one: the sizes of all come to what was
    /// taken in, but for whole parts, so those of the others say what that one is.
    fn width(self, regions: usize) -> u32 {
        self.at(regions.saturating_sub(1))
    }

    /// Whether the sizes of so many regions have room.
    fn has_room(self, regions: usize) -> bool {
        regions * self.bits as usize <= MOST_SIZE_BITS
    }

    /// Whether these are sizes of so many regions that are open.
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
