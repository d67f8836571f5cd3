//! A piece as it lies on the page.

use tilewright_geometry::Cell;

use super::super::frame::Frame;
use super::super::path::Path;
use super::super::region::{grid_lines, outline};
use super::super::scene::{Element, Role, Shape, Stroke};
use super::super::sticks::{Strands, strands};
use super::super::style::Coloring;
use super::depth::beads;
use super::look::{self, widths};
use super::{Artist, Laid, Standing};
use crate::palette::{INK, ink_on, mix};
use crate::puzzle::{PieceId, Tray};

impl Artist<'_> {
    /// A piece on the page.
    pub(super) fn part(
        &self,
        frame: &Frame,
        strands_of_all: &Strands,
        index: usize,
        piece: PieceId,
        cells: &[Cell],
        standing: Standing,
    ) -> Element {
        let cell = self.style.cell;
        let fill = self.fill(piece);
        let area = outline(frame, cells.iter().copied());
        let mut shapes = Vec::new();
        if area.is_empty() {
            let path = strands(frame, strands_of_all, index, cells);
            let strokes = look::strand_strokes(&fill, piece, self.style, standing);
            shapes.extend(
                strokes
                    .into_iter()
                    .map(|stroke| Shape::stroked(path.clone(), stroke)),
            );
        } else {
            let width = match standing {
                Standing::Placed => widths::PIECE,
                Standing::Given => widths::GIVEN,
            };
            let lines = grid_lines(frame, cells.iter().copied());
            shapes.push(Shape::filled(area.clone(), fill.clone()));
            if !lines.is_empty() && self.style.coloring != Coloring::Patterns {
                let color = mix(look::ground(&fill), INK, 0.3);
                shapes.push(Shape::stroked(
                    lines,
                    Stroke::new(color, widths::INNER * cell),
                ));
            }
            shapes.push(Shape::stroked(area, Stroke::new(INK, width * cell)));
        }
        let role = match standing {
            Standing::Placed => Role::Piece,
            Standing::Given => Role::Given,
        };
        Element::new(role, shapes)
            .named(&self.puzzle.piece(piece).name)
            .of_cells(cells.iter().map(|&cell| frame.table().coordinates(cell)))
    }

    /// The depth of a piece in its tray: a circle for each layer in which a cell has a bead, the
    /// greater the nearer to the eye.
    pub(super) fn bead_marks(&self, frame: &Frame, laid: &Laid<'_>) -> Element {
        let Tray::Projected { layers } = self.puzzle.tray else {
            return Element::new(Role::Mark, Vec::new());
        };
        let cell = self.style.cell;
        let ground = look::ground(&self.fill(laid.piece));
        let color = mix(ground, ink_on(ground), 0.55);
        let beads = beads(self.puzzle, laid.piece, laid.cells);
        let shapes = beads.into_iter().map(|(at, layer)| {
            let share = f64::from(layer + 1) / f64::from(layers.max(1));
            let radius = cell * (0.18 + 0.24 * share);
            let centre = frame.centre(self.puzzle.board.cell(at));
            Shape::stroked(
                Path::circle(centre, radius),
                Stroke::new(color, widths::RING * cell),
            )
        });
        Element::new(Role::Mark, shapes.collect()).named(&self.puzzle.piece(laid.piece).name)
    }
}
