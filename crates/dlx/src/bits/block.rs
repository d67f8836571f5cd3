//! A problem, or what is left of one, as bit columns.
//!
//! Bit k of an item's column tells whether option k holds the item. The columns of eight items
//! stand side by side, word by word, so that one vector instruction deals with a word of all eight.
//! A block is never changed while it is searched; what changes is a [`State`].

use super::kernel::{Kernel, width};
use super::layout::Layout;
use super::size::Size;
use super::state::{State, count};
use crate::problem::Problem;

/// The items whose columns stand side by side.
pub(super) const LANES: usize = 8;

/// The items packed at once.
const TOGETHER: usize = 4;

/// One word of the columns of eight items.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(64))]
pub(super) struct Lanes(pub(super) [u64; LANES]);

/// Options and items, in the order they have in the problem.
#[derive(Clone, Debug, Default)]
pub(super) struct Block {
    /// The words of a column.
    pub(super) words: usize,
    /// The number of items.
    pub(super) count: usize,
    /// How many of the items are primary; they come first.
    pub(super) primary: usize,
    /// The items by their places in the problem; not kept in a packed block if none is bounded.
    pub(super) items: Vec<u32>,
    /// The columns: word w of item i is `columns[i / LANES * words + w].0[i % LANES]`. There may be
    /// more behind the last group of items; the lanes of no item in that group are empty.
    columns: Vec<Lanes>,
}

impl Block {
    /// The whole problem: option k of the block is option k of the problem.
    pub(super) fn new(problem: &Problem) -> Self {
        let (options, items) = (problem.option_count(), problem.item_count());
        let words = options.div_ceil(64).max(1);
        // Sizes of at most 8 words have columns of just as many.
        let words = Size::of(options, items).map_or(words, |size| size.words(words));
        let mut block = Self {
            words,
            count: items,
            primary: problem.primary_count(),
            items: (0..).take(items).collect(),
            columns: vec![Lanes::default(); items.div_ceil(LANES) * words],
        };
        for option in problem.options() {
            let at = option.index();
            for item in problem.option_items(option) {
                let column = item.index();
                block.columns[column / LANES * words + at / 64].0[column % LANES] |= 1 << (at % 64);
            }
        }
        block
    }

    /// The columns of all items.
    #[inline(always)]
    pub(super) fn columns(&self) -> &[Lanes] {
        &self.columns[..self.count.div_ceil(LANES) * self.words]
    }

    /// The columns of the primary items, and perhaps of some others after them.
    #[inline(always)]
    pub(super) fn counted(&self) -> &[Lanes] {
        &self.columns[..self.primary.div_ceil(LANES) * self.words]
    }

    /// Calls `found` with each column from `first` on, and how many of the options that live it holds. The
    /// lanes of a group lie side by side, so they are looked at together.
    #[inline(always)]
    fn each_holders<const W: usize, const M: usize>(
        &self,
        first: usize,
        state: &State<W, M>,
        mut found: impl FnMut(usize, u32),
    ) {
        let mut column = first;
        while column < self.count {
            let mut counts = [0; LANES];
            for (lanes, live) in self.column::<W>(column).iter().zip(&state.live) {
                for (count, lane) in counts.iter_mut().zip(lanes.0) {
                    *count += (lane & live).count_ones();
                }
            }
            let until = (column / LANES * LANES + LANES).min(self.count);
            while column < until {
                found(column, counts[column % LANES]);
                column += 1;
            }
        }
    }

    /// The words of an item's column, each in the lane `item % LANES`.
    #[inline(always)]
    pub(super) fn column<const W: usize>(&self, item: usize) -> &[Lanes] {
        let words = width::<W>(self.words);
        &self.columns[item / LANES * words..][..words]
    }

    /// Fills this block with the options of `old` that live and the items that matter: the active
    /// ones, and each secondary one that at least two of the options hold.
    #[inline(always)]
    pub(super) fn pack<K: Kernel, const W: usize, const M: usize, const W2: usize>(
        &mut self,
        kernel: K,
        old: &Self,
        state: &State<W, M>,
        layout: &Layout<W>,
        keep_items: bool,
    ) {
        self.words = width::<W2>(layout.options.div_ceil(64).max(1));
        self.count = 0;
        self.items.clear();
        let most = old.count.div_ceil(LANES) * self.words;
        if self.columns.len() < most {
            self.columns.resize(most, Lanes::default());
        }
        let mut kept = state.active;
        old.each_holders(old.primary, state, |column, holders| {
            kept[column / 64] |= u64::from(holders > 1) << (column % 64);
        });
        self.primary = count(&state.active);
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

    /// Appends some items of `old`, their columns reduced to the options that live. Several at
    /// once, since what is known of the layout need then be asked for only once.
    #[inline(always)]
    fn append<K: Kernel, const W: usize, const W2: usize, const N: usize>(
        &mut self,
        kernel: K,
        old: &Self,
        items: [usize; N],
        live: &[u64; W],
        layout: &Layout<W>,
    ) {
        let words = width::<W2>(self.words);
        // The items of a chunk are all in one group, as the size of a chunk divides that of one.
        let lane = self.count % LANES;
        let to = &mut self.columns[self.count / LANES * words..][..words];
        let from = items.map(|item| old.column::<W>(item));
        let mut bits = [0; N];
        let mut word_to = 0;
        for word in 0..width::<W>(old.words) {
            let (live, shift) = (live[word], layout.shifts[word]);
            let mut moved = [0; N];
            for at in 0..N {
                moved[at] = kernel.extract(from[at][word].0[items[at] % LANES], live);
                bits[at] |= moved[at] << shift;
            }
            if layout.full[word] {
                for at in 0..N {
                    to[word_to].0[lane + at] = bits[at];
                    bits[at] = moved[at] >> 1 >> (63 - shift);
                }
                word_to += 1;
            }
        }
        if word_to < words {
            to[word_to].0[lane..lane + N].copy_from_slice(&bits);
        }
        self.count += N;
    }
}
