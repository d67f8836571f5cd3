//! Eight columns interleaved word by word.

/// The number of interleaved columns.
pub(super) const LANES: usize = 8;

/// One word of the columns of eight items.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(64))]
pub(super) struct Lanes(pub(super) [u64; LANES]);

/// The maximum number of words whose population counts can be added byte by byte without overflow:
/// 31 × 8 < 256.
#[cfg(any(
    target_arch = "x86_64",
    all(target_arch = "aarch64", target_feature = "neon")
))]
pub(super) const BYTE_WORDS: usize = 31;
