//! The columns of eight items side by side, word by word.

/// The items whose columns stand side by side.
pub(super) const LANES: usize = 8;

/// One word of the columns of eight items.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(64))]
pub(super) struct Lanes(pub(super) [u64; LANES]);

/// The bits of so many words add up to at most 255 in a byte.
#[cfg(any(
    target_arch = "x86_64",
    all(target_arch = "aarch64", target_feature = "neon")
))]
pub(super) const BYTE_WORDS: usize = 31;
