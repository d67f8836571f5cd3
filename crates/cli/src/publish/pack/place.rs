//! Placements in a pack.

use std::collections::BTreeMap;

use tilewright_dlx::OptionId;

/// The indices of a piece, of its orientation, and of the board's cell under the orientation's anchor.
///
/// The anchor is the first cell of the orientation in reading order.
pub(super) type PackPlacement = [usize; 3];

/// The placements of options, ordered by piece, orientation and cell.
pub(super) fn laid(
    lying: &BTreeMap<OptionId, PackPlacement>,
    options: &[OptionId],
) -> Vec<PackPlacement> {
    let found = options.iter().filter_map(|option| lying.get(option));
    let mut found: Vec<PackPlacement> = found.copied().collect();
    found.sort_unstable();
    found
}

/// A length in edge lengths, rounded to a millionth.
pub(super) fn millionths(length: f64) -> f64 {
    let rounded = (length * 1e6).round() / 1e6;
    // Turns negative zero into zero.
    rounded + 0.0
}
