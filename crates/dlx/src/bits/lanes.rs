//! The columns of eight items, interleaved word by word.

/// The number of columns that are interleaved.
pub(super) const LANES: usize = 8;

/// The words at the same position in the columns of eight items.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(64))]
pub(super) struct Lanes(pub(super) [u64; LANES]);

/// The maximum number of words whose population counts can be added in the bytes of a vector without overflow:
/// each word adds at most 8 to a byte, and 31 × 8 < 256.
#[cfg(any(
    target_arch = "x86_64",
    all(target_arch = "aarch64", target_feature = "neon")
))]
pub(super) const BYTE_WORDS: usize = 31;
