//! A problem, or the remaining problem at a node, as bit columns.
//!
//! Bit k of an item's column is set if option k holds the item. The columns of eight items are interleaved
//! word by word, so one vector instruction handles a word of all eight. A block never changes during a
//! search; only the [`BitsState`] does.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::bit_set::{count, first};
use super::kernel::Kernel;
use super::lanes::{LANES, Lanes};
use super::layout::PackLayout;
use super::size::{Size, sized, width};
use super::state::BitsState;
use super::supports::Supports;
use super::table::{BitsTable, Bounds};
use crate::problem::{Entry, Problem};

/// The number of items whose columns are packed at the same time.
const TOGETHER: usize = 4;

/// The items that each option of a block holds, as bit sets. The block has at most 128 items.
pub(super) type ItemSets = Vec<[u64; 2]>;

/// A problem as bit columns. Options and items are in the same order as in the problem.
#[derive(Clone, Debug, Default)]
pub(super) struct ColumnBlock {
    /// The length of a column in 64-bit words.
    pub(super) words: usize,
    /// The number of items, each with a column.
    pub(super) count: usize,
    /// The number of primary items. Their columns come first.
    pub(super) primary: usize,
    /// The index in the problem of each item; empty in a packed block without bounded items.
    pub(super) items: Vec<u32>,
    /// The columns: word w of item i is `columns[i / LANES * words + w].0[i % LANES]`. The vector may be longer
    /// than needed. In the last group of eight items, unused lanes are zero.
    columns: Vec<Lanes>,
    /// For each option: the options that are no longer live once it is chosen, then its primary items, as bit
    /// sets. Empty unless made by [`with_removals`](Self::with_removals).
    removals: Vec<u64>,
    /// Whether the search may continue in [rows](super::rows), if the kernel has rows.
    pub(super) may_have_rows: bool,
    /// The items that each option holds; empty unless the search may continue in rows.
    pub(super) item_sets: ItemSets,
    /// The conflicts between options, for arc consistency. Built by [`supports`](Self::supports) when a node is
    /// first made consistent.
    pub(super) supports: OnceLock<Supports>,
}

/// For each option: the options that are no longer live once it is chosen, then its primary items, as bit sets.
fn removals<const W: usize, const M: usize>(problem: &Problem) -> Vec<u64> {
    // For each item, the options that hold it. For each item and colour, the options that give the item this
    // colour.
    let mut holders = vec![[0; W]; problem.item_count()];
    let mut givers = BTreeMap::<Entry, [u64; W]>::new();
    for option in problem.options() {
        let (word, bit) = (option.index() / 64, 1 << (option.index() % 64));
        for entry in problem.option_entries(option) {
            holders[entry.item.index()][word] |= bit;
            if entry.colour.is_some() {
                givers.entry(entry).or_insert([0; W])[word] |= bit;
            }
        }
    }
    let mut removals = Vec::with_capacity(problem.option_count() * (W + M));
    for option in problem.options() {
        let (mut kill, mut items) = ([0; W], [0; M]);
        for entry in problem.option_entries(option) {
            let item = entry.item.index();
            if problem.is_primary(entry.item) {
                items[item / 64] |= 1 << (item % 64);
            }
            let agreeing = givers.get(&entry).copied().unwrap_or([0; W]);
            for ((kill, held), agrees) in kill.iter_mut().zip(holders[item]).zip(agreeing) {
                *kill |= held & !agrees;
            }
        }
        removals.extend(kill);
        removals.extend(items);
    }
    removals
}

/// Whether a search may continue in [rows](super::rows). All items must be in the block, at most 128, and there
/// must be more options than in a block of the smallest size. The smallest block is searched in columns, since the
/// memo may know its subtrees.
fn may_have_rows(problem: &Problem, items: usize) -> bool {
    problem.item_count() <= items
        && items <= 128
        && problem.option_count() > Size::SMALLEST.options()
}

fn item_sets(problem: &Problem) -> ItemSets {
    let sets = problem.options().map(|option| {
        let mut set = [0; 2];
        for item in problem.option_items(option) {
            set[item.index() / 64] |= 1 << (item.index() % 64);
        }
        set
    });
    sets.collect()
}

/// The bits of `set` at the positions of the set bits of `kept`, packed into the low bits of a word in the same
/// order. `kept` has at most 64 bits set.
#[inline(always)]
pub(super) fn extract_items<K: Kernel>(kernel: K, set: [u64; 2], kept: [u64; 2]) -> u64 {
    let low = kept[0].count_ones() % 64;
    kernel.extract(set[0], kept[0]) | kernel.extract(set[1], kept[1]) << low
}

impl ColumnBlock {
    /// The block of a whole problem. Options have the same indices as in the problem.
    pub(super) fn new(problem: &Problem) -> Self {
        Self::with_items(problem, problem.item_count())
    }

    /// The block of a whole problem, with the columns of its first `items` items only.
    fn with_items(problem: &Problem, items: usize) -> Self {
        let options = problem.option_count();
        let may_have_rows = may_have_rows(problem, items);
        let words = options.div_ceil(64).max(1);
        // If columns need at most 8 words, the code is compiled for exactly 4 or 8 words, so columns are padded.
        let words = Size::of(options, items).map_or(words, |size| size.words(words));
        let mut block = Self {
            words,
            count: items,
            primary: problem.primary_count(),
            items: (0..).take(items).collect(),
            columns: vec![Lanes::default(); items.div_ceil(LANES) * words],
            removals: Vec::new(),
            may_have_rows,
            item_sets: if may_have_rows {
                item_sets(problem)
            } else {
                Vec::new()
            },
            supports: OnceLock::new(),
        };
        for option in problem.options() {
            let at = option.index();
            for item in problem.option_items(option) {
                let column = item.index();
                if column < items {
                    let lanes = &mut block.columns[column / LANES * words + at / 64];
                    lanes.0[column % LANES] |= 1 << (at % 64);
                }
            }
        }
        block
    }

    /// The block of a whole problem, with the precomputed removals of each option. Removals pay off only for a
    /// block in which a whole search runs, not for a packed one. `None` for more than 510 options or 128 items.
    /// The problem must have no bounded items.
    ///
    /// With colours there may be at most 256 options, so that nothing is packed, and the block has only the
    /// columns of primary items.
    pub(super) fn with_removals(problem: &Problem) -> Option<Self> {
        let (items, most) = if problem.has_colours() {
            (problem.primary_count(), Size::SMALLEST)
        } else {
            (problem.item_count(), Size::S8)
        };
        let size = Size::of(problem.option_count(), items).filter(|size| *size <= most)?;
        let mut block = Self::with_items(problem, items);
        block.removals = sized!(size, W, M => removals::<W, M>(problem));
        Some(block)
    }

    /// The state of a node with these live options in which all items are open. `times` holds how often each
    /// bounded item has been covered.
    #[inline(always)]
    pub(super) fn state<const W: usize, const M: usize>(
        &self,
        live: [u64; W],
        table: &BitsTable,
        times: &[u32],
    ) -> BitsState<W, M> {
        let mut state = BitsState {
            live,
            active: first(self.primary),
            last: [u64::MAX; M],
            bounded_open: [0; M],
        };
        if table.bounds.is_empty() {
            return state;
        }
        for (at, &item) in self.items.iter().enumerate() {
            let Some(slot) = table.slot(item) else {
                continue;
            };
            let (Bounds { least, most }, times) = (table.bounds[slot], times[slot]);
            let last = most - times == 1;
            state.last[at / 64] &= !(u64::from(!last) << (at % 64));
            state.bounded_open[at / 64] |= u64::from(!last || least <= times) << (at % 64);
        }
        state
    }

    /// If removals were precomputed: the options that are no longer live once `option` is chosen, and the primary
    /// items of `option`, as bit sets.
    #[inline(always)]
    pub(super) fn removed_by<const W: usize, const M: usize>(
        &self,
        option: usize,
    ) -> Option<(&[u64], &[u64])> {
        let start = option * (W + M);
        let removed = self.removals.get(start..start + W + M)?;
        Some(removed.split_at(W))
    }

    /// The conflicts between options, by which nodes are made consistent. Built at the first call, since they take
    /// a bit for every pair of options.
    #[inline(always)]
    pub(super) fn supports<const W: usize>(&self) -> &Supports {
        if let Some(supports) = self.supports.get() {
            return supports;
        }
        let columns = (0..self.count).map(|item| self.column::<W>(item));
        let (words, primary) = (self.words, self.primary);
        let supports = match words.div_ceil(LANES) {
            1 => Supports::new::<1>(words, primary, columns),
            2 => Supports::new::<2>(words, primary, columns),
            3 => Supports::new::<3>(words, primary, columns),
            _ => Supports::new::<4>(words, primary, columns),
        };
        self.supports.get_or_init(|| supports)
    }

    #[inline(always)]
    pub(super) fn columns(&self) -> &[Lanes] {
        &self.columns[..self.count.div_ceil(LANES) * self.words]
    }

    /// The interleaved columns of the primary items. The last group may also have up to seven other items.
    #[inline(always)]
    pub(super) fn counted(&self) -> &[Lanes] {
        &self.columns[..self.primary.div_ceil(LANES) * self.words]
    }

    /// The words of an item's column. Each is in the lane `item % LANES`.
    #[inline(always)]
    pub(super) fn column<const W: usize>(&self, item: usize) -> &[Lanes] {
        let words = width::<W>(self.words);
        &self.columns[item / LANES * words..][..words]
    }

    /// The items that matter below a node, as a bit set: the active items, and each secondary item with at least
    /// two live options.
    #[inline(always)]
    pub(super) fn items_kept<K: Kernel, const W: usize, const M: usize>(
        &self,
        kernel: K,
        state: &BitsState<W, M>,
    ) -> [u64; M] {
        let mut kept = state.active;
        for item in (self.primary / LANES * LANES..self.count).step_by(LANES) {
            let held = kernel.held_twice(self.column::<W>(item), &state.live);
            kept[item / 64] |= u64::from(held) << (item % 64);
        }
        kept
    }

    /// Makes this block from the live options of `old` and the [items that matter](Self::items_kept). If
    /// `keep_items` is set, also records the index in the problem of each item.
    #[inline(always)]
    pub(super) fn pack<K: Kernel, const W: usize, const M: usize, const W2: usize>(
        &mut self,
        kernel: K,
        old: &Self,
        state: &BitsState<W, M>,
        layout: &PackLayout<W>,
        keep_items: bool,
    ) {
        self.words = width::<W2>(layout.options.div_ceil(64).max(1));
        self.count = 0;
        self.items.clear();
        let most = old.count.div_ceil(LANES) * self.words;
        if self.columns.len() < most {
            self.columns.resize(most, Lanes::default());
        }
        let kept = old.items_kept(kernel, state);
        debug_assert!(
            (kept.iter().zip(first::<M>(old.primary)).zip(state.active))
                .all(|((kept, primary), active)| kept & primary == active),
            "invariant: a primary item that is not active has no options left"
        );
        self.primary = count(&state.active);
        self.supports.take();
        self.item_sets.clear();
        self.may_have_rows = W2 > Size::SMALLEST.width() && old.may_have_rows && count(&kept) <= 64;
        if K::ROWS && self.may_have_rows {
            self.pack_item_sets(kernel, old, &state.live, [kept[0], kept[1]]);
        }
        let mut some = [0; TOGETHER];
        let mut found = 0;
        for (word, &kept) in kept.iter().enumerate() {
            let mut rest = kept;
            while rest != 0 {
                let item = word * 64 + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                some[found] = item;
                found += 1;
                if found == TOGETHER {
                    self.append::<K, W, W2, TOGETHER>(kernel, old, some, &state.live, layout);
                    found = 0;
                }
                if keep_items {
                    self.items.push(old.items[item]);
                }
            }
        }
        for &item in &some[..found] {
            self.append::<K, W, W2, 1>(kernel, old, [item], &state.live, layout);
        }
        let lanes = self.count % LANES;
        if lanes > 0 {
            let start = self.count / LANES * self.words;
            for column in &mut self.columns[start..start + self.words] {
                column.0[lanes..].fill(0);
            }
        }
    }

    /// Makes the item sets of this block from those of `old`. They pay off only if at most 64 items matter: then,
    /// a few levels further down, so few items are left that the search continues in rows.
    #[inline(always)]
    fn pack_item_sets<K: Kernel>(&mut self, kernel: K, old: &Self, live: &[u64], kept: [u64; 2]) {
        self.item_sets.resize(count(live), [0; 2]);
        let mut sets = self.item_sets.iter_mut();
        for (word, &live) in live.iter().enumerate() {
            let mut rest = live;
            while rest != 0 {
                let Some([set, _]) = sets.next() else { return };
                let old = old.item_sets[word * 64 + rest.trailing_zeros() as usize];
                rest &= rest - 1;
                *set = extract_items(kernel, old, kept);
            }
        }
    }

    /// Appends the columns of `N` items of `old`, reduced to the live options. Packing several items at a time
    /// reads `layout` only once for all of them.
    #[inline(always)]
    fn append<K: Kernel, const W: usize, const W2: usize, const N: usize>(
        &mut self,
        kernel: K,
        old: &Self,
        items: [usize; N],
        live: &[u64; W],
        layout: &PackLayout<W>,
    ) {
        let words = width::<W2>(self.words);
        // `N` divides `LANES`, the number of items of a group. So the items appended belong to one group.
        let lane = self.count % LANES;
        let to = &mut self.columns[self.count / LANES * words..][..words];
        let from = items.map(|item| (old.column::<W>(item), item % LANES));
        let mut bits = [0; N];
        let mut word_to = 0;
        for word in 0..width::<W>(old.words) {
            let (live, shift) = (live[word], layout.shifts[word]);
            let moved = from.map(|(column, lane)| kernel.extract(column[word].0[lane], live));
            for (bits, moved) in bits.iter_mut().zip(moved) {
                *bits |= moved << shift;
            }
            if layout.full[word] {
                to[word_to].0[lane..lane + N].copy_from_slice(&bits);
                bits = moved.map(|moved| moved >> 1 >> (63 - shift));
                word_to += 1;
            }
        }
        if word_to < words {
            to[word_to].0[lane..lane + N].copy_from_slice(&bits);
        }
        self.count += N;
    }
}
