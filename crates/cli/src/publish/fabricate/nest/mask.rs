//! Masks of the squares that parts occupy on a sheet.

use crate::picture::drawing::Point;
use crate::publish::fabricate::contour::{along, heading};
use crate::publish::fabricate::part::CutPart;

/// The maximum deviation of polygons from contours, in millimetres.
const TOLERANCE: f64 = 0.01;

/// The squares that a part occupies, as bits, row by row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mask {
    width: usize,
    /// The number of 64-bit words per row.
    words: usize,
    rows: Vec<u64>,
}

impl Mask {
    fn empty(width: usize, height: usize) -> Self {
        let words = width.div_ceil(64);
        Self {
            width,
            words,
            rows: vec![0; words * height],
        }
    }

    /// The squares of side `step` within `reach` of a part. The first square begins `reach` before the part's
    /// minimum coordinates.
    ///
    /// A square is marked if its centre is in the part, or if the distance between its centre and
    /// the contour is at most `reach` plus half the square's diagonal. So every square that comes
    /// within `reach` is marked.
    pub(super) fn of(part: &CutPart, reach: f64, step: f64) -> Self {
        let (low, high) = part.bounds();
        let origin = Point::new(low.x - reach, low.y - reach);
        let count = |length: f64| to_index(((length + 2.0 * reach) / step).ceil()).max(1);
        let mut mask = Self::empty(count(high.x - low.x), count(high.y - low.y));
        let lines: Vec<Vec<Point>> = part
            .contours
            .iter()
            .map(|contour| {
                let points = contour.flattened(TOLERANCE).into_iter();
                let squares = |p: Point| {
                    Point::new((p.x - origin.x) / step - 0.5, (p.y - origin.y) / step - 0.5)
                };
                points.map(squares).collect()
            })
            .collect();
        // From here on, the unit is the side of a square, and centres of squares have integer coordinates.
        let near = (reach + TOLERANCE) / step + 0.5_f64.sqrt();
        for line in &lines {
            let next = line.iter().cycle().skip(1);
            for (a, b) in line.iter().zip(next) {
                mask.mark_near(*a, *b, near);
            }
        }
        for row in 0..mask.height() {
            mask.mark_within(&lines, row);
        }
        mask
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    pub(super) fn height(&self) -> usize {
        self.rows.len() / self.words
    }

    fn row(&self, row: usize) -> &[u64] {
        &self.rows[row * self.words..(row + 1) * self.words]
    }

    /// Marks the squares of a row between two columns, clipped to the mask.
    fn mark(&mut self, row: usize, from: f64, to: f64) {
        let end = to_index(to.floor() + 1.0).min(self.width);
        for column in to_index(from.ceil())..end {
            self.rows[row * self.words + column / 64] |= 1 << (column % 64);
        }
    }

    /// Marks the squares whose centres are at most `near` from the segment from `a` to `b`.
    fn mark_near(&mut self, a: Point, b: Point, near: f64) {
        let first = to_index((a.y.min(b.y) - near).ceil());
        let last = to_index((a.y.max(b.y) + near).floor() + 1.0).min(self.height());
        let (course, _) = heading(a, b);
        for row in first..last {
            let y = as_length(row);
            // The points within `near` of the segment form a bar with round ends. The row
            // intersects it between the outermost of its intersections with the two circles and the
            // two sides.
            let mut from = f64::INFINITY;
            let mut to = f64::NEG_INFINITY;
            for end in [a, b] {
                let rest = near * near - (y - end.y) * (y - end.y);
                if rest >= 0.0 {
                    from = from.min(end.x - rest.sqrt());
                    to = to.max(end.x + rest.sqrt());
                }
            }
            for sign in [near, -near] {
                let side = |end: Point| along(end, Point::new(-course.y, course.x), sign);
                if let Some(x) = crossing(side(a), side(b), y) {
                    from = from.min(x);
                    to = to.max(x);
                }
            }
            if from <= to {
                self.mark(row, from, to);
            }
        }
    }

    /// Marks the squares of a row whose centres are within the closed lines.
    fn mark_within(&mut self, lines: &[Vec<Point>], row: usize) {
        let y = as_length(row);
        let mut crossings: Vec<f64> = Vec::new();
        for line in lines {
            let next = line.iter().cycle().skip(1);
            crossings.extend(
                line.iter()
                    .zip(next)
                    .filter_map(|(a, b)| crossing(*a, *b, y)),
            );
        }
        crossings.sort_by(f64::total_cmp);
        for pair in crossings.chunks_exact(2) {
            self.mark(row, pair[0], pair[1]);
        }
    }
}

/// The x coordinate at which the segment from `a` to `b` crosses the line at height `y`; `None` if
/// it does not.
fn crossing(a: Point, b: Point, y: f64) -> Option<f64> {
    let crosses = (a.y <= y) != (b.y <= y);
    crosses.then(|| a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x))
}

/// The occupied squares of a sheet.
#[derive(Debug, Clone)]
pub(super) struct OccupancyMask {
    mask: Mask,
    step: f64,
    room: (f64, f64),
}

impl OccupancyMask {
    /// An empty sheet. `width` and `height` are the size of the area for parts, if each part is counted with half
    /// the gap on each side. `step` is the side of a square. The last squares may extend beyond the area.
    pub(super) fn new(width: f64, height: f64, step: f64) -> Self {
        let count = |length: f64| to_index((length / step - 1e-9).ceil()).max(1);
        Self {
            mask: Mask::empty(count(width), count(height)),
            step,
            room: (width, height),
        }
    }

    /// The upper left corner of the square in a column and row, relative to the upper left corner
    /// of the room for parts.
    pub(super) fn corner(&self, (column, row): (usize, usize)) -> Point {
        Point::new(as_length(column) * self.step, as_length(row) * self.step)
    }

    /// The first position, row by row beginning at `from`, where all squares of the mask are free and a part of
    /// this extent is within the sheet. `None` if there is no such position.
    pub(super) fn first_room(
        &self,
        mask: &Mask,
        extent: (f64, f64),
        from: (usize, usize),
    ) -> Option<(usize, usize)> {
        // Tolerance for rounding errors.
        let last = |room: f64, extent: f64| ((room - extent) / self.step + 1e-9).floor();
        let (last_column, last_row) = (last(self.room.0, extent.0), last(self.room.1, extent.1));
        if last_column < 0.0 || last_row < 0.0 {
            return None;
        }
        let (last_column, last_row) = (to_index(last_column), to_index(last_row));
        let (mut column, row) = from;
        for row in row..=last_row {
            for column in column..=last_column {
                if !self.is_in_the_way(mask, column, row) {
                    return Some((column, row));
                }
            }
            column = 0;
        }
        None
    }

    fn is_in_the_way(&self, mask: &Mask, column: usize, row: usize) -> bool {
        let (word, shift) = (column / 64, column % 64);
        (0..mask.height()).any(|index| {
            let there = self.mask.rows.get((row + index) * self.mask.words + word..);
            let there = there.unwrap_or_default();
            mask.row(index).iter().enumerate().any(|(at, &bits)| {
                let low = there.get(at).is_some_and(|t| t & (bits << shift) != 0);
                low || there
                    .get(at + 1)
                    .is_some_and(|t| t & carried(bits, shift) != 0)
            })
        })
    }

    /// Marks the squares of a mask as occupied; its first square is at this column and row.
    pub(super) fn add(&mut self, mask: &Mask, (column, row): (usize, usize)) {
        let (word, shift) = (column / 64, column % 64);
        for index in 0..mask.height() {
            let start = (row + index) * self.mask.words + word;
            for (at, &bits) in mask.row(index).iter().enumerate() {
                for (at, bits) in [(at, bits << shift), (at + 1, carried(bits, shift))] {
                    if bits != 0
                        && let Some(there) = self.mask.rows.get_mut(start + at)
                    {
                        *there |= bits;
                    }
                }
            }
        }
    }
}

/// The bits that a shift carries into the next word.
fn carried(bits: u64, shift: usize) -> u64 {
    if shift == 0 { 0 } else { bits >> (64 - shift) }
}

/// A whole number as an index; a negative number gives 0.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "sheets have millions of squares at most, and negative numbers become 0"
)]
fn to_index(number: f64) -> usize {
    number as usize
}

/// A count as a floating-point number, to multiply lengths by.
#[expect(clippy::cast_precision_loss, reason = "it is far below 2^52")]
fn as_length(count: usize) -> f64 {
    count as f64
}
