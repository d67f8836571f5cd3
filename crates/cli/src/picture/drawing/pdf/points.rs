//! Lengths in points, the unit of PDF.

/// Points per millimetre.
const POINTS: f64 = 72.0 / 25.4;

#[expect(
    clippy::cast_possible_truncation,
    reason = "good for a millionth of a page"
)]
pub(super) fn points(millimetres: f64) -> f32 {
    (millimetres * POINTS) as f32
}
