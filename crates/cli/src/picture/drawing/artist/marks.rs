//! Boards with marks on cells, for hints.

use tilewright_geometry::BoardCell;

use super::super::path::Path;
use super::super::scene::{Element, Fill, Role, Scene, Shape, Stroke, Text};
use super::Artist;
use crate::picture::palette::{INK, PAPER};
use crate::puzzle::PlacedPiece;

impl Artist<'_> {
    /// The board from above with pieces on it, and a question mark on each cell of `marks`. Solids
    /// are drawn layer by layer.
    pub fn marked(&self, title: &str, laid: &[PlacedPiece<'_>], marks: &[BoardCell]) -> Scene {
        let frame = self.frame();
        let cell = self.style.cell;
        let shapes = marks.iter().flat_map(|&mark| {
            let centre = frame.centre(self.puzzle.board.cell(mark));
            [
                Shape::Path {
                    path: Path::circle(centre, 0.34 * cell),
                    fill: Some(Fill::Color(PAPER)),
                    stroke: Some(Stroke::new(INK, 0.07 * cell)),
                },
                Shape::Text(Text::centred(centre, 0.5 * cell, INK, "?").bold()),
            ]
        });
        let marks = Element::new(Role::Mark, shapes.collect());
        let mut scene = self.flat(title, laid);
        scene.push(marks);
        scene
    }
}
