//! A problem, or what is left of one, as bit columns.
//!
//! Bit k of an item's column tells whether the k-th option holds the item. The columns of eight
//! items stand side by side, word by word, so that one vector instruction deals with a word of all
//! eight. A block is never changed while it is searched; what changes is a [`State`].

use super::kernel::Kernel;
use super::size::Size;
use super::state::State;
use crate::problem::Problem;

/// The items whose columns stand side by side.
pub(super) const LANES: usize = 8;

/// One word of the columns of eight items.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(64))]
pub(super) struct Lanes(pub(super) [u64; LANES]);

/// Options and items with the order they have in the problem.
#[derive(Clone, Debug, Default)]
pub(super) struct Block {
    /// The words of a column.
    pub(super) words: usize,
    /// How many of the items are primary; they come first.
    pub(super) primary: usize,
    /// The items, by their places in the problem.
    pub(super) items: Vec<u32>,
    /// The options, by their places in the problem.
    pub(super) options: Vec<u32>,
    /// The columns: word w of item i is `columns[i / LANES * words + w].0[i % LANES]`.
    pub(super) columns: Vec<Lanes>,
}

impl Block {
    /// The whole problem.
    pub(super) fn new(problem: &Problem) -> Self {
        let (options, items) = (problem.option_count(), problem.item_count());
        let words = options.div_ceil(64).max(1);
        // Sizes of at most 8 words have columns of just as many.
        let words = Size::of(options, items).map_or(words, |size| size.words(words));
        let mut block = Self {
            words,
            primary: problem.primary_count(),
            items: (0..).take(items).collect(),
            options: (0..).take(options).collect(),
            columns: vec![Lanes::default(); items.div_ceil(LANES) * words],
        };
        for option in problem.options() {
            let at = option.index();
            for item in problem.option_items(option) {
                let item = item.index();
                block.columns[item / LANES * words + at / 64].0[item % LANES] |= 1 << (at % 64);
            }
        }
        block
    }

    /// The least size it fits.
    pub(super) fn size(&self) -> Option<Size> {
        Size::of(self.options.len(), self.items.len())
    }

    /// The columns of the primary items, and perhaps of some others after them.
    #[inline(always)]
    pub(super) fn counted(&self) -> &[Lanes] {
        &self.columns[..self.primary.div_ceil(LANES) * self.words]
    }

    /// A word of an item's column.
    #[inline(always)]
    pub(super) fn word(&self, item: usize, word: usize) -> u64 {
        self.columns[item / LANES * self.words + word].0[item % LANES]
    }

    /// Fills this block with the options of `old` that live and the items that matter: the active
    /// ones, and each secondary one that at least two of the options hold.
    #[inline(always)]
    pub(super) fn pack<K: Kernel, const W: usize, const M: usize>(
        &mut self,
        kernel: K,
        old: &Self,
        state: &State<W, M>,
        words: usize,
    ) {
        self.words = words;
        self.items.clear();
        self.options.clear();
        self.columns.clear();
        for (word, &live) in state.live.iter().enumerate().take(old.words) {
            let mut rest = live;
            while rest != 0 {
                let at = word * 64 + rest.trailing_zeros() as usize;
                self.options.push(old.options[at]);
                rest &= rest - 1;
            }
        }
        for (word, &active) in state.active.iter().enumerate() {
            let mut rest = active;
            while rest != 0 {
                let at = word * 64 + rest.trailing_zeros() as usize;
                self.append(kernel, old, at, &state.live);
                rest &= rest - 1;
            }
        }
        self.primary = self.items.len();
        for item in old.primary..old.items.len() {
            let holders: u32 = (0..old.words)
                .map(|word| (old.word(item, word) & state.live[word]).count_ones())
                .sum();
            if holders > 1 {
                self.append(kernel, old, item, &state.live);
            }
        }
    }

    /// Appends an item of `old`, its column reduced to the options that live.
    #[inline(always)]
    fn append<K: Kernel>(&mut self, kernel: K, old: &Self, item: usize, live: &[u64]) {
        let at = self.items.len();
        self.items.push(old.items[item]);
        if at.is_multiple_of(LANES) {
            self.columns
                .resize(self.columns.len() + self.words, Lanes::default());
        }
        let column = &mut self.columns[at / LANES * self.words..];
        let lane = at % LANES;
        let (mut word, mut shift) = (0, 0);
        for (from, &live) in live.iter().enumerate().take(old.words) {
            let bits = kernel.extract(old.word(item, from), live);
            let count = live.count_ones();
            // No bits, no word: the last one may be full.
            if count > 0 {
                column[word].0[lane] |= bits << shift;
                shift += count;
                if shift >= 64 {
                    word += 1;
                    shift -= 64;
                    if shift > 0 {
                        column[word].0[lane] |= bits >> (count - shift);
                    }
                }
            }
        }
    }
}
