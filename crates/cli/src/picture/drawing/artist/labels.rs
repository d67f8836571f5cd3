//! Labels on pieces, placed where there is much free space around them.

use std::collections::{BTreeMap, BTreeSet};

use tilewright_geometry::compact::set_of;
use tilewright_geometry::{Cell, Vector};

use super::super::font::built_in_width;
use super::super::frame::Frame;
use super::super::look::{self, widths};
use super::super::path::{Path, Point};
use super::super::scene::{Element, Fill, FontWeight, Role, Shape, Stroke, Text};
use super::super::style::Labelling;
use super::Artist;
use crate::picture::palette::{FAINT, INK, PAPER, ink_on};
use crate::puzzle::{PieceOrigin, PlacedPiece, Puzzle};

impl Artist<'_> {
    /// The places for the labels of a piece: one per layer in three dimensions, one per connected part
    /// in the plane.
    fn spots(&self, frame: &Frame, cells: &[Cell]) -> Vec<LabelAnchor> {
        let lattice = self.puzzle.lattice;
        if lattice.dimensions() == 3 {
            return spots(frame, cells);
        }
        let parts = lattice.components(cells.iter().copied());
        parts.iter().flat_map(|part| spots(frame, part)).collect()
    }

    /// The labels of the cells that no piece covers. They are darker on cells that a goal leaves open.
    pub(super) fn cell_labels(&self, frame: &Frame, laid: &[PlacedPiece<'_>]) -> Element {
        let board = &self.puzzle.board;
        let covered: BTreeSet<Cell> = set_of(
            laid.iter()
                .flat_map(|laid| laid.cells.iter().map(|cell| board.cell(*cell))),
        );
        let size = cell_label_size(self.puzzle, frame);
        let labels = self.puzzle.labels.iter();
        let texts = labels
            .filter(|(cell, _)| !covered.contains(cell))
            .filter_map(|(cell, label)| {
                let is_open = board.index_of(cell).is_none();
                let color = if is_open { INK } else { FAINT };
                let size = self.legible(0.8 * size(cell, label), room(frame, cell), label)?;
                let text = Text::centred(frame.centre(cell), size, color, &**label);
                Some(Shape::Text(if is_open { text.bold() } else { text }))
            });
        Element::new(Role::Label, texts.collect())
    }

    /// The font size `size`, raised to the style's smallest size if it is below that. `None` if the raised label
    /// would be larger than the free space around its centre.
    pub(super) fn legible(&self, size: f64, room: f64, label: &str) -> Option<f64> {
        let least = self.style.smallest_label;
        if size >= least {
            return Some(size);
        }
        let wide = built_in_width(label, least, FontWeight::Bold);
        // The height of capitals is 0.72 of the font size.
        (wide.max(0.72 * least) <= 1.9 * room).then_some(least)
    }

    /// The labels of a piece as one element, and the rings around the labels of a given piece as another.
    pub(super) fn label_elements(
        &self,
        frame: &Frame,
        laid: &PlacedPiece<'_>,
        cells: &[Cell],
        label: &str,
    ) -> Vec<Element> {
        let fill = self.fill_laid(laid.piece, laid.origin);
        let ground = look::ground(&fill);
        // Labels on a tile are small and have a white disc, so that the colours of its cells stay visible.
        let is_painted = self.puzzle.piece(laid.piece).cell_colors.is_some();
        let name = &self.puzzle.piece(laid.piece).name;
        let spots: Vec<LabelAnchor> = match self.style.labels {
            Labelling::Cells => cells
                .iter()
                .map(|&at| LabelAnchor::in_cell(frame, at))
                .collect(),
            Labelling::Pieces | Labelling::None => self.spots(frame, cells),
        };
        let (mut texts, mut rings) = (Vec::new(), Vec::new());
        let cell = self.style.cell;
        let on_stick = !frame.table().drawing.closed;
        let written = self.style.labels != Labelling::None && !label.is_empty();
        for spot in spots {
            let share = if is_painted { 0.6 } else { 1.0 };
            let size = self.legible(share * label_size(spot.room, label), spot.room, label);
            // A label too small to be read is left out, with its ring.
            let (Some(size), true) = (size, written) else {
                continue;
            };
            // Sticks are too thin for labels, and labels on patterns are illegible, so a disc lies
            // below the label.
            if on_stick {
                texts.push(Shape::Path {
                    path: Path::circle(spot.at, cell * 0.21),
                    fill: Some(Fill::Color(ground)),
                    stroke: Some(Stroke::new(INK, widths::CASING / 2.0 * cell)),
                });
            } else if matches!(fill, Fill::Pattern(_)) || is_painted {
                let paper = Path::circle(spot.at, size * 0.72);
                texts.push(Shape::filled(paper, Fill::Color(PAPER)));
            }
            if laid.origin == PieceOrigin::Given {
                let (radius, ink) = if on_stick {
                    (cell * 0.27, INK)
                } else {
                    (size * 0.82, ink_on(ground))
                };
                rings.push(Shape::stroked(
                    Path::circle(spot.at, radius),
                    Stroke::new(ink, widths::RING * cell),
                ));
            }
            let text = Text::centred(spot.at, size, ink_on(ground), label);
            texts.push(Shape::Text(text.bold()));
        }
        vec![
            Element::new(Role::Label, texts).named(name),
            Element::new(Role::Mark, rings).named(name),
        ]
    }
}

/// A place for a label, with the free space around it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LabelAnchor {
    /// The centre of the label.
    pub at: Point,
    /// The distance to the nearest edge of the outline, in millimetres.
    pub room: f64,
}

impl LabelAnchor {
    fn in_cell(frame: &Frame, cell: Cell) -> Self {
        Self {
            at: frame.centre(cell),
            room: room(frame, cell),
        }
    }
}

/// The distance from the centre of a cell to its nearest edge, in millimetres.
pub(super) fn room(frame: &Frame, cell: Cell) -> f64 {
    look::room(frame.table(), cell) * frame.cell()
}

/// The font size of a label that has `room` millimetres of free space around its centre.
pub(super) fn label_size(room: f64, label: &str) -> f64 {
    let size = room * 0.95;
    let wide = built_in_width(label, size, FontWeight::Bold);
    size * (1.6 * room / wide).min(1.0)
}

/// The font size for labels on cells: the returned function gives the size in millimetres for a cell and
/// its label. All labels have the size that suits the longest of them. Only a label that would make the
/// others less than half as large is smaller than the rest.
pub(crate) fn cell_label_size<'f>(
    puzzle: &Puzzle,
    frame: &'f Frame,
) -> impl Fn(Cell, &str) -> f64 + 'f {
    let fit = |cell, label: &str| label_size(room(frame, cell), label);
    let labels = puzzle.labels.iter();
    let fits: Vec<f64> = labels.map(|(cell, label)| fit(cell, label)).collect();
    let most = fits.iter().copied().fold(0.0, f64::max);
    let alike = fits.into_iter().filter(|fit| *fit >= most / 2.0);
    let size = alike.fold(f64::INFINITY, f64::min);
    move |cell, label| fit(cell, label).min(size)
}

/// The best place for a label in each layer of a piece, beginning with the lowest layer.
///
/// Cost: quadratic for pieces of up to 64 cells, linear for larger ones.
pub fn spots(frame: &Frame, cells: &[Cell]) -> Vec<LabelAnchor> {
    let mut layers: BTreeMap<i32, Vec<Cell>> = BTreeMap::new();
    for &cell in cells {
        let layer = frame.table().offset_and_kind(cell).0.z;
        layers.entry(layer).or_default().push(cell);
    }
    layers
        .values()
        .filter_map(|cells| spot(frame, cells))
        .collect()
}

/// A piece with at most this many cells may have its label where cells meet. The label of a larger
/// piece is in a cell's centre.
const MAX_CELLS: usize = 64;

/// The free space around a label, in edge lengths, beyond which more space does not count.
const ENOUGH: f64 = 0.55;

/// The distance from centre to edge, in edge lengths, below which a cell is too small for a legible
/// label.
const NARROW: f64 = 0.4;

/// The best place for a label: it has much free space and is near the middle of the piece. It is the
/// centre of a cell. If all cells are narrow, points where cells meet are considered too.
fn spot(frame: &Frame, cells: &[Cell]) -> Option<LabelAnchor> {
    let middle = Point::mean(cells.iter().map(|&cell| frame.centre(cell)));
    let mut candidates: Vec<LabelAnchor> = cells
        .iter()
        .map(|&at| LabelAnchor::in_cell(frame, at))
        .collect();
    let widest = candidates.iter().map(|spot| spot.room).fold(0.0, f64::max);
    let narrow = frame.table().drawing.closed && widest < NARROW * frame.cell();
    if narrow && cells.len() <= MAX_CELLS {
        candidates.extend(meetings(frame, cells));
    }
    let worth = |spot: &LabelAnchor| {
        let [room, far] = [spot.room, spot.at.distance(middle)].map(|x| x / frame.cell());
        // The worth is rounded, so that rounding errors do not decide between places that are
        // equally good. Of these, the first is taken.
        thousandths(room.min(ENOUGH) - 0.2 * far)
    };
    let best = candidates.into_iter().reduce(|best, new| {
        if worth(&new) > worth(&best) {
            new
        } else {
            best
        }
    })?;
    Some(LabelAnchor {
        room: best.room.min(ENOUGH * frame.cell()),
        ..best
    })
}

/// The corners inside a piece and the midpoints of its inner edges, with their distances from the outline.
fn meetings(frame: &Frame, cells: &[Cell]) -> Vec<LabelAnchor> {
    let table = frame.table();
    let border: Vec<(Vector, Vector)> = table
        .boundary(cells.iter().copied())
        .iter()
        .flat_map(|line| line.edges().collect::<Vec<_>>())
        .collect();
    let bounds: Vec<(Point, Point)> = border
        .iter()
        .map(|&(a, b)| (frame.corner(a), frame.corner(b)))
        .collect();
    let corners: BTreeSet<Vector> =
        set_of(cells.iter().flat_map(|&cell| table.outline(cell).corners));
    let edges: BTreeSet<(Vector, Vector)> = set_of(cells.iter().flat_map(|&cell| {
        let corners = table.outline(cell).corners;
        (0..corners.len()).map(move |i| {
            let (a, b) = (corners[i], corners[(i + 1) % corners.len()]);
            (a.min(b), a.max(b))
        })
    }));
    let places = corners.iter().map(|&corner| frame.corner(corner)).chain(
        edges
            .iter()
            .map(|&(a, b)| Point::mean([frame.corner(a), frame.corner(b)])),
    );
    places
        .map(|at| {
            let far = bounds.iter().map(|&(a, b)| distance(at, a, b));
            LabelAnchor {
                at,
                room: far.fold(f64::INFINITY, f64::min),
            }
        })
        .filter(|spot| spot.room > 0.0)
        .collect()
}

/// The distance of a point from a line segment.
fn distance(point: Point, from: Point, to: Point) -> f64 {
    let (x, y) = (to.x - from.x, to.y - from.y);
    let length = x * x + y * y;
    if length == 0.0 {
        return point.distance(from);
    }
    let along = (point.x - from.x) * x + (point.y - from.y) * y;
    let share = (along / length).clamp(0.0, 1.0);
    point.distance(Point::new(from.x + share * x, from.y + share * y))
}

#[expect(clippy::cast_possible_truncation, reason = "a length of a few cells")]
fn thousandths(length: f64) -> i64 {
    (length * 1000.0).round() as i64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::drawing::Style;

    /// Checks that a given without a label has no ring, which would look like a misprint.
    #[test]
    fn rings_go_with_labels() {
        let text =
            "(lattice: Square, board: Rect(3, 1), pieces: [Piece(name: \"I\", cells: Rect(3, 1))],
            givens: [(piece: \"I\", cells: Rect(3, 1))])";
        let puzzle = Puzzle::from_ron(text).unwrap();
        for (labels, rings) in [(Labelling::Pieces, 1), (Labelling::None, 0)] {
            let style = Style {
                labels,
                ..Style::default()
            };
            let board = Artist::new(&puzzle, style).board();
            let marks = board.elements.iter().filter(|e| e.role == Role::Mark);
            assert_eq!(marks.map(|e| e.shapes.len()).sum::<usize>(), rings);
        }
    }

    #[test]
    fn a_long_label_makes_no_other_small() {
        let text = "(lattice: Square, board: Rect(3, 1), pieces: [Set(of: Polyominoes(1), copies: Any)],
            labels: [Cells({\"Jan\": (0, 0), \"Sept\": (1, 0), \"a long label on a cell\": (2, 0)})])";
        let puzzle = Puzzle::from_ron(text).unwrap();
        let cells = puzzle.board.cells().iter().copied();
        let frame = Frame::new(puzzle.lattice.table(), cells, 10.0, 1.0);
        let size = cell_label_size(&puzzle, &frame);
        let sizes: Vec<f64> = puzzle
            .labels
            .iter()
            .map(|(cell, label)| size(cell, label))
            .collect();
        let most = sizes.iter().copied().fold(0.0, f64::max);
        let alike = sizes.iter().filter(|size| **size >= most).count();
        assert_eq!(alike, 2, "{sizes:?}");
        assert!(sizes.iter().any(|size| *size < most / 2.0), "{sizes:?}");
    }
}
