//! The isometric view: its input, its output and its projection.

use tilewright_geometry::Cell;

use super::path::Point;
use super::scene::{Element, Fill};

/// A piece in the isometric view.
#[derive(Debug, Clone)]
pub(crate) struct SolidBlock<'a> {
    /// The name of the piece.
    pub name: &'a str,
    /// The label of the piece; empty for none.
    pub label: &'a str,
    /// The fill. A plain colour is darker on two of the three visible sides.
    pub fill: Fill,
    /// The cells of the piece.
    pub cells: &'a [Cell],
}

/// The isometric view of a solid: shapes, and the size of their picture.
#[derive(Debug, Clone, Default)]
pub(crate) struct CornerView {
    /// The shapes, with the upper left corner at the origin.
    pub elements: Vec<Element>,
    /// The width in millimetres.
    pub width: f64,
    /// The height in millimetres.
    pub height: f64,
    /// The number of cells that are completely hidden.
    pub hidden: usize,
}

/// The position of a point on the page, in edge lengths, and its depth. Points with a greater depth
/// are nearer to the eye.
pub(super) fn project([x, y, z]: [f64; 3]) -> (Point, f64) {
    const COSINE: f64 = 0.866_025_403_784_438_6;
    (
        Point::new((x - y) * COSINE, f64::midpoint(x, y) - z),
        x + y + z,
    )
}
