//! In how many ways the states of two ports make up parts.
//!
//! The regions of the one and of the other that share edges are blocks, and each block is to come to one
//! part. So the sizes of the one say what those of the other come to, block by block; where a block has
//! one region of each, that is one size, which is looked up.

use super::Parts;
use super::ports::Ports;
use super::rule::{Shift, moved, shift};
use super::tally::{Entry, Tally};
use super::walk::Port;

/// The most work of one sum: a tenth of a second or so.
pub(super) const MOST_LOOKUPS: u64 = 1 << 24;

/// The most regions of a port, and so the most blocks.
const REGIONS: usize = 16;

/// How the regions of two ports make up blocks.
pub(super) struct Pairing {
    parts: Parts,
    /// The edges within parts.
    edges: Vec<usize>,
    /// By face between the halves, whether one of its edges between them is within a part, or both are.
    one: u32,
    both: u32,
    /// Where each block has one region of each port: how the sizes of the one that is gone through move
    /// to where the other one has what they lack.
    shifts: Vec<Shift>,
    is_plain: bool,
    /// The vertices of all parts, in the places of the blocks.
    full: u64,
    blocks: Vec<Block>,
    /// The regions of the one that is looked up in, block by block.
    splits: Vec<Split>,
}

/// Some regions that are one part.
struct Block {
    /// Where the sizes of those stand that are gone through.
    given: Vec<u32>,
    /// How many others there are.
    others: u64,
}

struct Split {
    /// Where its size stands.
    at: u32,
    block: usize,
    is_last: bool,
}

impl Pairing {
    pub(super) fn new(parts: Parts) -> Self {
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

    /// Goes on to ports with these edges within parts.
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

    /// Takes two ports, the one that is looked up in first; false if they do not go together.
    #[inline]
    pub(super) fn take(&mut self, table: &Port, list: &Port) -> bool {
        self.go_together(table, list) && self.find_blocks(table, list)
    }

    /// Whether of no face between the halves all edges but one are within parts.
    #[inline]
    fn go_together(&self, a: &Port, b: &Port) -> bool {
        let unlike = a.same & b.apart | a.apart & b.same;
        self.one & a.same & b.same == 0 && self.both & unlike == 0
    }

    fn find_blocks(&mut self, table: &Port, list: &Port) -> bool {
        // By region of the list the block; by block those of the table, as a set.
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
                self.splits.push(Split {
                    at,
                    block: self.blocks.len(),
                    is_last: left == 0,
                });
            }
            self.blocks.push(Block { given, others });
        }
        true
    }

    /// Adds up, for all states of a list, in how many ways the table has what they lack; and says what work
    /// that took. The sum is of no use beyond [`MOST_LOOKUPS`].
    pub(super) fn sum(&self, table: &Tally, list: &[Entry]) -> (u128, u64) {
        if self.is_plain {
            let lacking = |sizes| self.full.wrapping_sub(moved(sizes, &self.shifts));
            let product =
                |&(sizes, ways): &Entry| u128::from(ways) * u128::from(table.ways(lacking(sizes)));
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

    /// In how many ways the regions from one on of the table come to what a block has to spare, each having
    /// one vertex at least, and likewise all blocks after it.
    fn others(
        &self,
        table: &Tally,
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
