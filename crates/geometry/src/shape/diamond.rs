//! Diamonds with stepped sides, made of squares or of the edges of squares.

use itertools::{Itertools, iproduct};

use super::ShapeError;
use super::size::{checked, require, units};
use crate::compact::CompactSort;
use crate::lattice::{Cell, Lattice, ShapeName};
use crate::vector::Vector;

/// An Aztec diamond of the given order: squares in rows of 2, 4, …, 2·order, 2·order, …, 4, 2.
///
/// It has 2·order·(order + 1) squares, or 4·order·(order + 2) edges.
///
/// # Errors
///
/// [`ShapeError`] for a zero size, too many cells, and lattices other than squares and sticks.
///
/// ```
/// use tilewright_geometry::{Lattice, aztec_diamond};
/// assert_eq!(aztec_diamond(Lattice::Square, 2)?.len(), 12);
/// assert_eq!(aztec_diamond(Lattice::Stick, 2)?.len(), 32);
/// # Ok::<(), tilewright_geometry::ShapeError>(())
/// ```
pub fn aztec_diamond(lattice: Lattice, order: u64) -> Result<Vec<Cell>, ShapeError> {
    let shape = ShapeName::AztecDiamond;
    require(shape, lattice)?;
    // 4·n·(n + 2) edges are at most 12·n².
    let [n, _] = checked(shape, [order, order], 12)?;
    Ok(stepped(lattice, 2 * n, 2 * n))
}

/// A diamond with the given side: squares in rows of 1, 3, …, 2·side − 1, …, 3, 1.
///
/// It has side² + (side − 1)² squares, or 4·side² edges.
///
/// # Errors
///
/// [`ShapeError`] for a zero size, too many cells, and lattices other than squares and sticks.
///
/// ```
/// use tilewright_geometry::{Lattice, diamond};
/// assert_eq!(diamond(Lattice::Square, 3)?.len(), 13);
/// // The 100 edges that Knuth calls an Aztec diamond when he packs tetrasticks ("Dancing Links", Figure 15).
/// assert_eq!(diamond(Lattice::Stick, 5)?.len(), 100);
/// # Ok::<(), tilewright_geometry::ShapeError>(())
/// ```
pub fn diamond(lattice: Lattice, side: u64) -> Result<Vec<Cell>, ShapeError> {
    let shape = ShapeName::Diamond;
    require(shape, lattice)?;
    let [n, _] = checked(shape, [side, side], 4)?;
    Ok(stepped(lattice, 2 * n - 1, 2 * n - 2))
}

/// The squares of a stepped diamond that is cut out of a square of the given side or, on a lattice of sticks, the
/// edges of these squares. A unit square is kept if the distances of its centre from the middle, along the two
/// axes, add up to at most `reach` half squares.
fn stepped(lattice: Lattice, side: i32, reach: i32) -> Vec<Cell> {
    // Twice the distance of a square's centre from the middle along one axis.
    let from_middle = |c: i32| (2 * c + 1 - side).abs();
    let all = iproduct!(0..side, 0..side);
    let inside = all.filter(|&(y, x)| from_middle(x) + from_middle(y) <= reach);
    let squares = inside.map(|(y, x)| Vector::flat(x, y));
    if lattice.drawing().closed {
        return units(lattice, squares);
    }
    // A unit contains the upper and the left edge of its square; the other two edges belong to the
    // next units.
    let edges = squares.flat_map(|at| {
        let next = [Vector::flat(1, 0), Vector::flat(0, 1)].map(|step| at + step);
        let own = units(lattice, std::iter::once(at));
        let right = units(lattice, std::iter::once(next[0])).into_iter().skip(1);
        let below = units(lattice, std::iter::once(next[1])).into_iter().take(1);
        own.into_iter().chain(right).chain(below)
    });
    let mut edges = edges.collect_vec();
    edges.compact_sort_by_key(|&cell| lattice.reading_key(cell));
    edges.dedup();
    edges
}
