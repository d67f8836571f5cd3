//! The sizes of blocks for which the search is compiled.
//!
//! There are no sizes below four words. Packing into fewer words takes longer than it saves: only about three
//! nodes are searched in such a block.

/// Evaluates an expression in which the maximum numbers of words of a size are constants: `$words` for options,
/// `$masks` for items.
macro_rules! sized {
    ($size:expr, $words:ident, $masks:ident => $do:expr) => {
        match $size {
            $crate::bits::size::Size::S4 => {
                const $words: usize = 4;
                const $masks: usize = 2;
                $do
            }
            $crate::bits::size::Size::S8 => {
                const $words: usize = 8;
                const $masks: usize = 2;
                $do
            }
            $crate::bits::size::Size::S32 => {
                const $words: usize = 32;
                const $masks: usize = 8;
                $do
            }
            $crate::bits::size::Size::S256 => {
                const $words: usize = 256;
                const $masks: usize = 16;
                $do
            }
            $crate::bits::size::Size::S1024 => {
                const $words: usize = 1024;
                const $masks: usize = 64;
                $do
            }
        }
    };
}

pub(super) use sized;

/// The number of words of a column: the constant `W` if that is at most 8, otherwise `words`.
#[inline(always)]
pub(super) const fn width<const W: usize>(words: usize) -> usize {
    if W <= 8 { W } else { words }
}

/// Converts the index of an item in a block to 32 bits.
#[inline(always)]
pub(super) fn item_number(item: usize) -> u32 {
    debug_assert!(
        item < Size::LARGEST.items(),
        "invariant: an item of a block is below the greatest number of items"
    );
    #[expect(clippy::cast_possible_truncation, reason = "at most 4096 items")]
    let number = item as u32;
    number
}

/// The size of a block: the maximum number of words of a set of its options, and of a set of its items. A
/// variant is named after the former number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Size {
    S4,
    S8,
    S32,
    S256,
    S1024,
}

impl Size {
    pub(super) const ALL: [Self; 5] = [Self::S4, Self::S8, Self::S32, Self::S256, Self::S1024];

    pub(super) const SMALLEST: Self = Self::S4;
    pub(super) const LARGEST: Self = Self::S1024;

    /// The maximum number of words of a column.
    pub(super) const fn width(self) -> usize {
        match self {
            Self::S4 => 4,
            Self::S8 => 8,
            Self::S32 => 32,
            Self::S256 => 256,
            Self::S1024 => 1024,
        }
    }

    /// The size whose columns have at most `words` words.
    pub(super) const fn of_width(words: usize) -> Self {
        let mut at = 0;
        while Self::ALL[at].width() != words {
            at += 1;
        }
        Self::ALL[at]
    }

    /// The number of words of a column in a block of this size, if its options need `needed` words.
    pub(super) fn words(self, needed: usize) -> usize {
        sized!(self, W, M => { const _: usize = M; width::<W>(needed) })
    }

    /// The maximum number of options in a block of this size.
    pub(super) const fn options(self) -> usize {
        match self {
            Self::S4 => 256,
            // The AVX-512 kernel packs a count and an item into 16 bits. Not all bits may be set, since that
            // means that there is no item.
            Self::S8 => 510,
            Self::S32 => 32 * 64,
            Self::S256 => 256 * 64,
            // Kernels pack a count and an item into 32 bits. Not all bits may be set, since that means that there
            // is no item.
            Self::S1024 => 1024 * 64 - 1,
        }
    }

    /// The maximum number of items in a block of this size.
    pub(super) const fn items(self) -> usize {
        match self {
            Self::S4 | Self::S8 => 128,
            Self::S32 => 8 * 64,
            Self::S256 => 16 * 64,
            Self::S1024 => 64 * 64,
        }
    }

    /// Whether these numbers of options and items fit into a block of this size.
    #[inline(always)]
    pub(super) fn has_room_for(self, options: usize, items: usize) -> bool {
        options <= self.options() && items <= self.items()
    }

    /// The smallest size of a block with these numbers of options and items; `None` if they are too large.
    pub(super) fn of(options: usize, items: usize) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|size| size.has_room_for(options, items))
    }
}
