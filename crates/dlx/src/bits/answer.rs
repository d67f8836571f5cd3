//! What [kernels](super::kernel) answer.

/// An item with few options removes more, and more cheaply, so those go first; with many, hardly any.
pub(super) const FEW: u64 = 7;
pub(super) const MOST: u64 = 28;

/// The items of an option, and the options that die when it is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Conflicts<const W: usize, const M: usize> {
    /// All items that the option holds.
    pub(super) items: [u64; M],
    /// The options that hold one of the items asked about.
    pub(super) kill: [u64; W],
}

/// The first item with the fewest options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fewest {
    /// The number of options; [`NONE`](Self::NONE) if there was no item to ask about.
    pub(super) count: u32,
    pub(super) item: u32,
}

impl Fewest {
    pub(super) const NONE: u32 = u32::MAX;

    /// What the least of some keys says: a count and, in the low 16 bits, an item, so that the least is the
    /// first of the fewest. All ones stand for no item; a block has fewer than 2^16 options, so that no
    /// key with a count is that.
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

/// A node below another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Child<const W: usize, const M: usize> {
    pub(super) live: [u64; W],
    pub(super) active: [u64; M],
    pub(super) fewest: Fewest,
}

/// The lanes of a group of columns that are in a set.
#[inline(always)]
pub(super) fn lanes_in<const M: usize>(set: &[u64; M], group: usize) -> u8 {
    set[group / 8].to_le_bytes()[group % 8]
}
