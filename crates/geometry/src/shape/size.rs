//! Checks of requested shapes: the lattice has the shape, no size is zero, and the number of cells
//! is within the limit.

use itertools::Itertools;

use super::ShapeError;
use crate::lattice::{Cell, Lattice, ShapeName};
use crate::vector::Vector;

/// The largest number of cells of a shape.
///
/// A board may have up to 2^20. With this limit, no shape exceeds the range of coordinates
/// ([`crate::COORDINATE_LIMIT`]).
pub const MAX_SHAPE_CELLS: usize = 1_000_000;

/// The cells of all kinds in the translation units at the given offsets.
pub(super) fn units(lattice: Lattice, offsets: impl Iterator<Item = Vector>) -> Vec<Cell> {
    let table = lattice.table();
    let cells = offsets.flat_map(|offset| {
        let corner = offset.map(|c| c.saturating_mul(table.scale));
        let kinds = table.kinds.iter();
        kinds.filter_map(move |kind| lattice.cell_at(corner + kind.origin))
    });
    cells.collect()
}

/// The sizes as `i32`, if all are positive and `per_unit` times their product is within the limit.
pub(super) fn checked<const N: usize>(
    shape: ShapeName,
    sizes: [u64; N],
    per_unit: u64,
) -> Result<[i32; N], ShapeError> {
    let cells = sizes
        .iter()
        .try_fold(per_unit, |product, &size| product.checked_mul(size));
    check_size(shape, &sizes, cells)?;
    small(shape, sizes)
}

/// Checks that the sizes are positive and that `cells` is within the limit. `cells` is `None` if
/// the number of cells overflows.
pub(super) fn check_size(
    shape: ShapeName,
    sizes: &[u64],
    cells: Option<u64>,
) -> Result<(), ShapeError> {
    if sizes.contains(&0) {
        return Err(ShapeError::Zero {
            shape: shape.name(),
        });
    }
    let cells = cells.and_then(|n| usize::try_from(n).ok());
    match cells {
        Some(cells) if cells <= MAX_SHAPE_CELLS => Ok(()),
        _ => Err(too_large(shape, sizes)),
    }
}

/// The sizes as `i32`. Returns [`ShapeError::TooLarge`] if one does not fit.
pub(super) fn small<const N: usize>(
    shape: ShapeName,
    sizes: [u64; N],
) -> Result<[i32; N], ShapeError> {
    let mut small = [0; N];
    for (place, &size) in small.iter_mut().zip(&sizes) {
        *place = i32::try_from(size).map_err(|_| too_large(shape, &sizes))?;
    }
    Ok(small)
}

fn too_large(shape: ShapeName, sizes: &[u64]) -> ShapeError {
    ShapeError::TooLarge {
        shape: shape.name(),
        sizes: sizes.iter().join("×"),
        limit: MAX_SHAPE_CELLS,
    }
}

/// Checks that the lattice has the shape.
pub(super) fn require(shape: ShapeName, lattice: Lattice) -> Result<(), ShapeError> {
    let shapes = lattice.table().shapes;
    if shapes.contains(&shape) {
        return Ok(());
    }
    let instead = shapes.iter().map(|shape| shape.name()).join(", ");
    Err(ShapeError::WrongLattice {
        shape: shape.name(),
        lattice,
        instead,
    })
}
