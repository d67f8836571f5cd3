//! What is seen from a corner, and how places in space lie on the page then.

use tilewright_geometry::Cell;

use super::path::Point;
use super::scene::{Element, Fill};

/// A piece of a solid.
#[derive(Debug, Clone)]
pub struct Block<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its label.
    pub label: &'a str,
    /// What it is filled with, shaded on two sides if it is a colour.
    pub fill: Fill,
    /// Its cells.
    pub cells: &'a [Cell],
}

/// A solid as it is seen.
#[derive(Debug, Clone, Default)]
pub struct CornerView {
    /// What is drawn, the upper left corner at the origin.
    pub elements: Vec<Element>,
    /// How wide it is, in millimetres.
    pub width: f64,
    /// How high it is.
    pub height: f64,
    /// How many cells are hidden by others.
    pub hidden: usize,
}

/// How far a place is from the eye, and where it is on the page, in units of an edge.
pub(super) fn project([x, y, z]: [f64; 3]) -> (Point, f64) {
    const COSINE: f64 = 0.866_025_403_784_438_6;
    (
        Point::new((x - y) * COSINE, f64::midpoint(x, y) - z),
        x + y + z,
    )
}
