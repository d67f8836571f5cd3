//! The results of [kernels](super::kernel).

/// Arc consistency checks items with at most `FEW` options first, then those with at most `MOST`.
/// The fewer options an item has, the more other options it removes, and the less its check costs.
/// Items with more than `MOST` options remove hardly any, and are not checked.
pub(super) const FEW: u64 = 7;
pub(super) const MOST: u64 = 28;

/// The items of an option, and the options that die when it is chosen, as bit sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Conflicts<const W: usize, const M: usize> {
    /// All items that the option holds.
    pub(super) items: [u64; M],
    /// The options that hold one of these items; only items in a given set count.
    pub(super) kill: [u64; W],
}

/// The first item with the fewest options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fewest {
    /// The number of options; [`NONE`](Self::NONE) if the given set of items was empty.
    pub(super) count: u32,
    pub(super) item: u32,
}

impl Fewest {
    pub(super) const NONE: u32 = u32::MAX;

    /// Decodes the smallest key. A key is a count and, in the low 16 bits, an item, so the smallest
    /// key is the first of the items with the fewest options. All ones mean no item: a block has
    /// fewer than 2^16 options, so no key with a count is all ones.
    #[cfg(any(
        target_arch = "x86_64",
        all(target_arch = "aarch64", target_feature = "neon")
    ))]
    #[inline(always)]
    pub(super) fn of_key(key: u32) -> Self {
        match key {
            u32::MAX => Self {
                count: Self::NONE,
                item: 0,
            },
            key => Self {
                count: key >> 16,
                item: key & 0xFFFF,
            },
        }
    }
}

/// The state at a child node, and its item with the fewest options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ChildNode<const W: usize, const M: usize> {
    pub(super) live: [u64; W],
    pub(super) active: [u64; M],
    pub(super) fewest: Fewest,
}

/// Of a group of eight columns, the lanes whose items are in a set, as bits.
#[inline(always)]
pub(super) fn lanes_in<const M: usize>(set: &[u64; M], group: usize) -> u8 {
    set[group / 8].to_le_bytes()[group % 8]
}
