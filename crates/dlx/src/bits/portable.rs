//! The inner loops in plain code. They are compiled for the instructions that the caller may use.

use super::answer::{Conflicts, FEW, Fewest, MOST, lanes_in};
use super::lanes::{LANES, Lanes};
use super::row_block::{BLOCK_ROWS, KeptRows, PADDING, RowBlock, fewest_by_planes};
use super::size::width;
use super::sparse::SparseColumn;
use super::supports::Supports;

/// The options that hold at least one item that is both in `items` and in `closing`.
#[inline(always)]
pub(super) fn killed<const W: usize, const M: usize>(
    columns: &[Lanes],
    words: usize,
    items: &[u64; M],
    closing: &[u64; M],
) -> [u64; W] {
    let mut kill = [0; W];
    for (at, (&items, &closing)) in items.iter().zip(closing).enumerate() {
        let mut rest = items & closing;
        while rest != 0 {
            let item = at * 64 + rest.trailing_zeros() as usize;
            let start = item / 8 * words;
            for (kill, column) in kill.iter_mut().zip(&columns[start..start + words]) {
                *kill |= column.0[item % 8];
            }
            rest &= rest - 1;
        }
    }
    kill
}

/// For each of eight items, how many of the options in `live` hold it.
#[inline(always)]
pub(super) fn counts<const W: usize>(columns: &[Lanes], live: &[u64; W]) -> [u64; LANES] {
    let mut counts = [0; LANES];
    for (column, live) in columns.iter().zip(live) {
        for (count, column) in counts.iter_mut().zip(column.0) {
            *count += u64::from((column & live).count_ones());
        }
    }
    counts
}

// The method of "Hacker's Delight", section 7-4. Step k moves each bit by 2^k places if bit k of its distance is
// set.
#[inline(always)]
pub(super) fn extract(bits: u64, mask: u64) -> u64 {
    let mut mask = mask;
    let mut bits = bits & mask;
    let mut gaps = !mask << 1;
    for step in 0..6 {
        // For each bit, the parity of the number of remaining gaps (zeros of the mask) below it.
        let mut parity = gaps;
        for by in [1, 2, 4, 8, 16, 32] {
            parity ^= parity << by;
        }
        let moved = parity & mask;
        mask = (mask ^ moved) | (moved >> (1 << step));
        let carried = bits & moved;
        bits = (bits ^ carried) | (carried >> (1 << step));
        gaps &= !parity;
    }
    bits
}

#[inline(always)]
pub(super) fn conflicts<const W: usize, const M: usize>(
    columns: &[Lanes],
    words: usize,
    word: usize,
    bit: u64,
    closing: &[u64; M],
) -> Conflicts<W, M> {
    let words = width::<W>(words);
    let items = items(columns, words, word, bit);
    Conflicts {
        items,
        kill: killed(columns, words, &items, closing),
    }
}

#[inline(always)]
pub(super) fn items<const M: usize>(
    columns: &[Lanes],
    words: usize,
    word: usize,
    bit: u64,
) -> [u64; M] {
    let mut items = [0; M];
    for (group, columns) in columns.chunks_exact(words).enumerate() {
        for (lane, column) in columns[word].0.iter().enumerate() {
            let at = group * 8 + lane;
            items[at / 64] |= u64::from(column & bit != 0) << (at % 64);
        }
    }
    items
}

#[inline(always)]
pub(super) fn fewest<const W: usize, const M: usize>(
    columns: &[Lanes],
    words: usize,
    live: &[u64; W],
    among: &[u64; M],
) -> Fewest {
    let mut best = Fewest {
        count: Fewest::NONE,
        item: 0,
    };
    let mut item = 0;
    for (group, columns) in columns.chunks_exact(width::<W>(words)).enumerate() {
        let counts = counts(columns, live);
        let lanes = lanes_in(among, group);
        for (lane, count) in counts.into_iter().enumerate() {
            // A count is at most the number of options of a block, so it fits in 32 bits.
            let count = u32::try_from(count).unwrap_or(Fewest::NONE);
            if lanes >> lane & 1 == 1 && count < best.count {
                best = Fewest { count, item };
            }
            item += 1;
        }
    }
    best
}

#[inline(always)]
pub(super) fn held_twice<const W: usize>(columns: &[Lanes], live: &[u64; W]) -> u8 {
    let counts = counts(columns, live);
    (0..)
        .zip(counts)
        .fold(0, |held, (lane, count)| held | u8::from(count > 1) << lane)
}

#[inline(always)]
pub(super) fn changed(lanes: u8, counts: &Lanes, seen: &Lanes) -> Option<[u8; 2]> {
    let (mut none, mut few, mut many) = (0, 0, 0);
    for (lane, (&count, &seen)) in counts.0.iter().zip(&seen.0).enumerate() {
        let changed = u8::from(count != seen);
        none |= u8::from(count == 0) << lane;
        few |= (changed & u8::from(count <= FEW)) << lane;
        many |= (changed & u8::from(count > FEW && count <= MOST)) << lane;
    }
    (none & lanes == 0).then_some([few & lanes, many & lanes])
}

#[inline(always)]
pub(super) fn remove_without_support<const W: usize>(
    supports: &Supports,
    item: usize,
    live: &mut [u64; W],
) -> Option<bool> {
    let words = |sets: &[Lanes], at: usize| {
        let lanes = &sets[at * supports.stride..][..supports.stride];
        let mut words = [0; W];
        for (words, lanes) in words.chunks_mut(LANES).zip(lanes) {
            words.copy_from_slice(&lanes.0[..words.len()]);
        }
        words
    };
    let holders = words(&supports.holders, item);
    let mut left = *live;
    for (left, holders) in left.iter_mut().zip(holders) {
        *left &= !holders;
    }
    let mut is_held = false;
    for (word, holders) in holders.into_iter().enumerate() {
        let mut rest = live[word] & holders;
        while rest != 0 {
            is_held = true;
            let option = word * 64 + rest.trailing_zeros() as usize;
            rest &= rest - 1;
            for (left, conflicts) in left.iter_mut().zip(words(&supports.conflicts, option)) {
                *left &= conflicts;
            }
            if left == [0; W] {
                return Some(false);
            }
        }
    }
    for (live, left) in live.iter_mut().zip(left) {
        *live &= !left;
    }
    is_held.then_some(true)
}

#[inline(always)]
pub(super) fn rows_with(block: &RowBlock, item: u64) -> u32 {
    let rows = block.as_flattened().iter().rev();
    rows.fold(0, |set, row| 2 * set + u32::from(row & item != 0))
}

#[inline(always)]
pub(super) fn leaves_uncovered(rows: &[RowBlock], chosen: u64, among: u64) -> bool {
    let mut uncovered = among;
    for block in rows {
        let rows = block.as_flattened().iter();
        let apart = rows.map(|row| {
            if row & (chosen | PADDING) == 0 {
                *row
            } else {
                0
            }
        });
        uncovered &= !apart.fold(0, |covered, row| covered | row);
        if uncovered == 0 {
            return false;
        }
    }
    true
}

#[inline(always)]
pub(super) fn keep_rows(rows: &[RowBlock], chosen: u64, among: u64, to: &mut [u64]) -> KeptRows {
    let mut kept = 0;
    for row in rows.as_flattened().as_flattened() {
        // A row that is not kept is overwritten by the next one.
        to[kept] = *row;
        kept += usize::from(row & (chosen | PADDING) == 0);
    }
    to[kept..][..BLOCK_ROWS].fill(PADDING);
    let mut planes = [0; 11];
    for rows in to[..kept.next_multiple_of(8)].as_chunks().0 {
        count_rows(rows, &mut planes);
    }
    KeptRows {
        rows: kept,
        fewest: fewest_by_planes(&planes, among),
    }
}

/// Adds eight rows to the counts of their items: bit k of all counts is in `planes[k]`.
#[inline(always)]
fn count_rows(rows: &[u64; 8], planes: &mut [u64; 11]) {
    let [ones, twos, fours, more @ ..] = planes;
    let twos_of_four = [
        carry_save(ones, rows[0], rows[1]),
        carry_save(ones, rows[2], rows[3]),
        carry_save(ones, rows[4], rows[5]),
        carry_save(ones, rows[6], rows[7]),
    ];
    let [a, b, c, d] = twos_of_four;
    let (a, b) = (carry_save(twos, a, b), carry_save(twos, c, d));
    // The bits above those of the items hold the index of the option. They are not counted.
    let mut carry = carry_save(fours, a, b) & (PADDING - 1);
    for plane in more {
        if carry == 0 {
            break;
        }
        (*plane, carry) = (*plane ^ carry, *plane & carry);
    }
}

/// Adds two bits to each bit of a plane, and returns the carries.
#[inline(always)]
fn carry_save(plane: &mut u64, a: u64, b: u64) -> u64 {
    let half = a ^ b;
    let carry = (a & b) | (half & *plane);
    *plane ^= half;
    carry
}

#[inline(always)]
pub(super) fn holders(column: SparseColumn<'_>, live: &[Lanes]) -> u32 {
    let mut holders = 0;
    for (part, &block) in column.parts.iter().zip(column.at) {
        for (part, live) in part.0.iter().zip(live[usize::from(block)].0) {
            holders += (part & live).count_ones();
        }
    }
    holders
}
