//! The types that the functions of a [kernel](super::kernel) return.

/// Arc consistency checks items with at most this many live options first. An item with fewer options makes more
/// other options impossible, and its check takes less time.
pub(super) const FEW: u64 = 7;
/// Items with more live options than this make hardly any other option impossible, and are not checked.
pub(super) const MOST: u64 = 28;

/// What choosing an option affects: the items that it holds, and the options that conflict with it. The fields are
/// bit sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Conflicts<const W: usize, const M: usize> {
    pub(super) items: [u64; M],
    /// The options that hold an item of `items`. Only items of a set given to the kernel are considered.
    pub(super) kill: [u64; W],
}

/// The first of the items with the fewest live options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fewest {
    /// The number of live options of that item; [`NONE`](Self::NONE) if the kernel was given no items.
    pub(super) count: u32,
    pub(super) item: u32,
}

impl Fewest {
    pub(super) const NONE: u32 = u32::MAX;

    /// Decodes the smallest key that a kernel found. A key holds the number of options in its high 16 bits and the
    /// item in its low 16 bits. So the smallest key belongs to the first of the items with the fewest options. If
    /// all bits are set, there is no item: a block has fewer than 2^16 options, so no other key has all bits set.
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

/// The live options and active items of a child node, and its first item with the fewest options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ChildNode<const W: usize, const M: usize> {
    pub(super) live: [u64; W],
    pub(super) active: [u64; M],
    pub(super) fewest: Fewest,
}

/// Which items of a group of eight are in `set`, as eight bits.
#[inline(always)]
pub(super) fn lanes_in<const M: usize>(set: &[u64; M], group: usize) -> u8 {
    set[group / 8].to_le_bytes()[group % 8]
}
