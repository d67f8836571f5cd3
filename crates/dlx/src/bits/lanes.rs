//! The columns of eight items side by side, word by word.

/// The items whose columns stand side by side.
pub(super) const LANES: usize = 8;

/// One word of the columns of eight items.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(64))]
pub(super) struct Lanes(pub(super) [u64; LANES]);
