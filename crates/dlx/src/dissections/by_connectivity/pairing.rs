//! Counts the ways in which the states of two ports complete each other to parts.
//!
//! Regions of both ports that are connected by edges within parts form blocks, and each block must become one
//! part. So the sizes on one side determine the sum of the sizes on the other side, for each block. If each block
//! has one region on each side, that sum is a single size, which is looked up.

use super::VertexLayout;
use super::ports::Ports;
use super::rule::{SizeShift, moved, shift};
use super::tally::{SizeCount, SizeTally};
use super::walk::Port;

/// The maximum number of table look-ups for one list of states. They take about 0.1 s.
pub(super) const MOST_LOOKUPS: u64 = 1 << 24;

/// The maximum number of regions of a port, and thus of blocks.
const REGIONS: usize = 16;

/// How the regions of two ports form blocks. The states of one port are in a table, those of the other in a list.
pub(super) struct Pairing {
    parts: VertexLayout,
    /// The indices of the edges between the halves that lie within parts.
    edges: Vec<usize>,
    /// Each face between the halves has two edges that cross from one half to the other. This is the set of the
    /// faces where exactly one of the two lies within a part.
    one: u32,
    /// The set of the faces where both edges that cross from one half to the other lie within parts.
    both: u32,
    /// Used only if each block has one region of each port. These shifts move the size of each region of the
    /// listed states to the bit position of the other region of its block.
    shifts: Vec<SizeShift>,
    is_plain: bool,
    /// A word of packed sizes in which every block has the size of a part.
    full: u64,
    blocks: Vec<PairBlock>,
    /// The regions of the port in the table, grouped by block.
    splits: Vec<BlockRegion>,
}

/// A block: regions of both ports that together become one part.
struct PairBlock {
    /// The bit positions of the sizes of the block's regions in the listed states.
    given: Vec<u32>,
    /// The number of the block's regions that belong to the port in the table.
    others: u64,
}

struct BlockRegion {
    /// The bit position of the region's size in the states of the table.
    at: u32,
    block: usize,
    is_last: bool,
}

impl Pairing {
    pub(super) fn new(parts: VertexLayout) -> Self {
        Self {
            parts,
            edges: Vec::new(),
            one: 0,
            both: 0,
            shifts: Vec::new(),
            is_plain: true,
            full: 0,
            blocks: Vec::new(),
            splits: Vec::new(),
        }
    }

    /// Prepares for pairs of ports in which exactly the edges `joined` lie within parts.
    pub(super) fn begin(&mut self, ports: &Ports, joined: u32) {
        let is_joined = |edge: &usize| joined >> edge & 1 == 1;
        self.edges.clear();
        self.edges.extend((0..ports.edges.len()).filter(is_joined));
        (self.one, self.both) = (0, 0);
        for (face, bit) in ports.faces.iter().zip(0..) {
            let [first, second] = face.edges.map(|edge| joined >> edge & 1);
            self.one |= (first ^ second) << bit;
            self.both |= (first & second) << bit;
        }
    }

    /// Prepares for one pair of ports: one with its states in the table, one with its states in a list. Returns
    /// false if the ports are incompatible.
    #[inline]
    pub(super) fn take(&mut self, table: &Port, list: &Port) -> bool {
        self.go_together(table, list) && self.find_blocks(table, list)
    }

    /// Whether the faces allow two ports to be joined: no face has all but one of its edges within parts.
    #[inline]
    fn go_together(&self, a: &Port, b: &Port) -> bool {
        let unlike = a.same & b.apart | a.apart & b.same;
        self.one & a.same & b.same == 0 && self.both & unlike == 0
    }

    fn find_blocks(&mut self, table: &Port, list: &Port) -> bool {
        // For each region of the port in the list, its block. For each block, the set of its regions that belong
        // to the port in the table.
        let mut block_of = [0_usize; REGIONS];
        let mut sets = [0_u16; REGIONS];
        let mut count = 0;
        for &edge in &self.edges {
            let (Some(a), Some(b)) = (table.region(edge), list.region(edge)) else {
                continue;
            };
            if b == count {
                block_of[b] = b;
                sets[b] = 0;
                count += 1;
            }
            let block = block_of[b];
            sets[block] |= 1 << a;
            for other in 0..count {
                if other != block && sets[other] >> a & 1 == 1 {
                    let (least, most) = (other.min(block), other.max(block));
                    sets[least] |= sets[most];
                    sets[most] = 0;
                    for known in &mut block_of[..count] {
                        if *known == most {
                            *known = least;
                        }
                    }
                    break;
                }
            }
        }
        self.is_plain = (0..count).all(|b| sets[b].is_power_of_two());
        if self.is_plain {
            self.shifts.clear();
            self.full = 0;
            for (region, set) in sets[..count].iter().enumerate() {
                let other = set.trailing_zeros() as usize;
                shift(&mut self.shifts, 0, region, other, self.parts);
                let part = self.parts.size.unbounded_shl(self.parts.at(other));
                self.full = self.full.wrapping_add(part);
            }
            return true;
        }
        self.list_blocks(&block_of[..count], &sets[..count])
    }

    fn list_blocks(&mut self, block_of: &[usize], sets: &[u16]) -> bool {
        self.blocks.clear();
        self.splits.clear();
        for (block, &set) in sets.iter().enumerate().filter(|(_, set)| **set != 0) {
            let given = (0..block_of.len()).filter(|&region| block_of[region] == block);
            let given: Vec<u32> = given.map(|region| self.parts.at(region)).collect();
            let others = u64::from(set.count_ones());
            if given.len() as u64 + others > self.parts.size {
                return false;
            }
            let mut left = set;
            while left != 0 {
                let at = left.trailing_zeros() * self.parts.bits;
                left &= left - 1;
                self.splits.push(BlockRegion {
                    at,
                    block: self.blocks.len(),
                    is_last: left == 0,
                });
            }
            self.blocks.push(PairBlock { given, others });
        }
        true
    }

    /// Counts the partitions that combine a state of the list with a state of the table. Returns the count, and
    /// the work in look-ups. The count is invalid if the work exceeds [`MOST_LOOKUPS`].
    pub(super) fn sum(&self, table: &SizeTally, list: &[SizeCount]) -> (u128, u64) {
        if self.is_plain {
            let lacking = |sizes| self.full.wrapping_sub(moved(sizes, &self.shifts));
            let product = |&(sizes, ways): &SizeCount| {
                u128::from(ways) * u128::from(table.ways(lacking(sizes)))
            };
            return (list.iter().map(product).sum(), list.len() as u64);
        }
        let mut sum = 0;
        let mut work = list.len() as u64;
        for &(sizes, ways) in list {
            let mut spare = [0; REGIONS];
            let mask = self.parts.mask();
            let fits = self.blocks.iter().zip(&mut spare).all(|(block, spare)| {
                let given: u64 = block.given.iter().map(|at| sizes >> at & mask).sum();
                let least = given + block.others;
                *spare = self.parts.size.wrapping_sub(least);
                least <= self.parts.size
            });
            if fits {
                let others = self.others(table, (0, spare[0], 0), &spare, &mut work);
                sum += u128::from(ways) * others;
            }
        }
        (sum, work)
    }

    /// The number of ways in which the table's regions from index `at` of `splits` on fill their blocks. Each
    /// region has at least one vertex. The current block has `left` more vertices to distribute, and `sizes` are
    /// the sizes chosen so far.
    fn others(
        &self,
        table: &SizeTally,
        (at, left, sizes): (usize, u64, u64),
        spare: &[u64; REGIONS],
        work: &mut u64,
    ) -> u128 {
        if *work > MOST_LOOKUPS {
            return 0;
        }
        let Some(split) = self.splits.get(at) else {
            *work += 1;
            return table.ways(sizes).into();
        };
        let with = |more: u64| sizes + ((more + 1) << split.at);
        if split.is_last {
            let next = spare.get(split.block + 1).copied().unwrap_or(0);
            return self.others(table, (at + 1, next, with(left)), spare, work);
        }
        let shares = 0..=left;
        let ways =
            shares.map(|more| self.others(table, (at + 1, left - more, with(more)), spare, work));
        ways.sum()
    }
}
