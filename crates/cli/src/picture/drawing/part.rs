//! Draws a piece, and captions for layers.

use tilewright_geometry::{Cell, LatticeTable};

use super::frame::Frame;
use super::look::{self, widths};
use super::path::Point;
use super::region::{grid_lines, outline};
use super::scene::{Element, Fill, Role, Shape, Stroke, Text};
use super::sticks::{Strands, strands};
use super::style::{Coloring, Style};
use crate::picture::palette::{INK, mix};

#[derive(Debug, Clone)]
pub(super) struct DrawnPiece<'a> {
    pub(super) name: &'a str,
    /// The index among the pieces, which selects the pattern.
    pub(super) number: usize,
    pub(super) fill: Fill,
    pub(super) cells: &'a [Cell],
    /// The cells whose fill differs from that of the piece, each with its fill.
    pub(super) cell_fills: Vec<(Cell, Fill)>,
    /// Whether the piece is drawn as a given one.
    pub(super) given: bool,
}

impl DrawnPiece<'_> {
    /// The piece as an element of a picture. `index` is the piece's index in `strands_of_all`.
    pub(super) fn element(
        &self,
        frame: &Frame,
        strands_of_all: &Strands,
        index: usize,
        style: Style,
    ) -> Element {
        let cell = style.cell;
        let area = outline(frame, self.cells.iter().copied());
        let mut shapes = Vec::new();
        if area.is_empty() {
            let path = strands(frame, strands_of_all, index, self.cells);
            let strokes = look::strand_strokes(&self.fill, self.number, self.given, style);
            let strokes = strokes.into_iter();
            shapes.extend(strokes.map(|stroke| Shape::stroked(path.clone(), stroke)));
        } else {
            let lines = grid_lines(frame, self.cells.iter().copied());
            shapes.push(Shape::filled(area.clone(), self.fill.clone()));
            for (cell, fill) in &self.cell_fills {
                shapes.push(Shape::filled(outline(frame, [*cell]), fill.clone()));
            }
            if !lines.is_empty() && style.coloring != Coloring::Patterns {
                let color = mix(look::ground(&self.fill), INK, 0.3);
                let stroke = Stroke::new(color, widths::INNER * cell);
                shapes.push(Shape::stroked(lines, stroke));
            }
            let width = if self.given {
                widths::GIVEN
            } else {
                widths::PIECE
            };
            shapes.push(Shape::stroked(area, Stroke::new(INK, width * cell)));
        }
        let role = if self.given { Role::Given } else { Role::Piece };
        Element::new(role, shapes).named(self.name).of_cells(
            self.cells
                .iter()
                .map(|&cell| frame.table().coordinates(cell)),
        )
    }
}

/// The frame of cells in a style. Sticks have a wider margin, because strands and their labels
/// extend beyond the lattice.
pub(super) fn frame_of(table: &'static LatticeTable, cells: &[Cell], style: Style) -> Frame {
    let beyond = if table.drawing.closed {
        0.0
    } else {
        widths::BEYOND
    };
    let margin = (style.margin + beyond) * style.cell;
    let cells = cells.iter().copied();
    Frame::of_shape(table, cells, (style.cell, margin), style.layers_shape)
}

/// A caption below each layer with its z coordinate, in letters of at least `least` mm. Empty for a
/// single layer.
pub(super) fn layer_captions(frame: &Frame, least: f64) -> Element {
    if frame.layers().len() < 2 {
        return Element::new(Role::Caption, Vec::new());
    }
    let (width, height) = frame.box_size();
    let cell = frame.cell();
    let texts = frame.layers().map(|(layer, corner)| {
        let at = Point::new(corner.x + width / 2.0, corner.y + height + cell * 0.6);
        Shape::Text(Text::centred(
            at,
            (cell * 0.42).max(least),
            INK,
            format!("z = {layer}"),
        ))
    });
    Element::new(Role::Caption, texts.collect())
}
