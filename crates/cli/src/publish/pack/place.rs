//! Places in a pack.

use std::collections::BTreeMap;

use tilewright_dlx::OptionId;

/// A piece, its orientation, and the cell that its first one lies on.
pub(super) type Placement = [usize; 3];

/// Placements, in the order of pieces, orientations and cells.
pub(super) fn laid(lying: &BTreeMap<OptionId, Placement>, options: &[OptionId]) -> Vec<Placement> {
    let found = options.iter().filter_map(|option| lying.get(option));
    let mut found: Vec<Placement> = found.copied().collect();
    found.sort_unstable();
    found
}

/// A length in edges, to a millionth.
pub(super) fn millionths(length: f64) -> f64 {
    let rounded = (length * 1e6).round() / 1e6;
    // No negative zero.
    rounded + 0.0
}
