//! Boards with marks on cells, for hints.

use tilewright_geometry::BoardCell;

use super::super::path::{Path, Point};
use super::super::scene::{Element, Fill, Role, Scene, Shape, Stroke, Text};
use super::Artist;
use crate::picture::palette::{INK, PAPER};
use crate::puzzle::PlacedPiece;

impl Artist<'_> {
    /// The board from above with pieces on it, and a question mark on each cell of `marks`. Solids
    /// are drawn layer by layer.
    pub fn marked(&self, title: &str, laid: &[PlacedPiece<'_>], marks: &[BoardCell]) -> Scene {
        let cell = self.style.cell;
        self.with_marks(self.flat(title, laid), marks, |centre| {
            vec![
                disc(centre, 0.34 * cell, 0.07 * cell),
                Shape::Text(Text::centred(centre, 0.5 * cell, INK, "?").bold()),
            ]
        })
    }

    /// The board from above with pieces on it, and a dot on each cell of `new`, the piece laid last. The dots
    /// distinguish this piece from neighbours of the same colour, and from all others in print without colours.
    pub fn with_new_piece(
        &self,
        title: &str,
        laid: &[PlacedPiece<'_>],
        new: &[BoardCell],
    ) -> Scene {
        let cell = self.style.cell;
        self.with_marks(self.flat(title, laid), new, |centre| {
            vec![disc(centre, 0.17 * cell, 0.06 * cell)]
        })
    }

    /// The scene with a mark on each of the given cells. `mark` returns the shapes of a mark, given the centre of
    /// its cell.
    fn with_marks(
        &self,
        mut scene: Scene,
        cells: &[BoardCell],
        mark: impl Fn(Point) -> Vec<Shape>,
    ) -> Scene {
        let frame = self.frame();
        let centres = cells
            .iter()
            .map(|&cell| frame.centre(self.puzzle.board.cell(cell)));
        scene.push(Element::new(Role::Mark, centres.flat_map(mark).collect()));
        scene
    }
}

/// A disc of the paper's colour with an outline of ink of the given width.
fn disc(centre: Point, radius: f64, outline: f64) -> Shape {
    Shape::Path {
        path: Path::circle(centre, radius),
        fill: Some(Fill::Color(PAPER)),
        stroke: Some(Stroke::new(INK, outline)),
    }
}
