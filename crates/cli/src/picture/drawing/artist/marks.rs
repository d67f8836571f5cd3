//! Boards with marks on cells, for hints.

use tilewright_geometry::{BoardCell, Cell};

use super::super::path::{Path, Point};
use super::super::region::outline;
use super::super::scene::{Element, Fill, Role, Scene, Shape, Stroke, Text};
use super::{Artist, spots};
use crate::picture::palette::{INK, PAPER};
use crate::puzzle::PlacedPiece;

/// The width of the outline of a new piece, in edge lengths.
const OUTLINE: f64 = 0.16;

impl Artist<'_> {
    /// The board from above with pieces on it, and a question mark on each cell of `marks`. Given pieces are
    /// pale. If a question mark would be smaller than labels may be, the mark is a black disc. Solids are
    /// drawn layer by layer.
    pub fn marked(&self, title: &str, laid: &[PlacedPiece<'_>], marks: &[BoardCell]) -> Scene {
        let cell = self.style.cell;
        let size = 0.5 * cell;
        self.with_marks(self.pale().flat(title, laid), marks, |centre| {
            if size < self.style.smallest_label {
                let spot = Path::circle(centre, 0.3 * cell);
                return vec![Shape::filled(spot, Fill::Color(INK))];
            }
            vec![
                disc(centre, 0.34 * cell, 0.07 * cell),
                Shape::Text(Text::centred(centre, size, INK, "?").bold()),
            ]
        })
    }

    /// The board from above with pieces on it. The pieces in `new` have thick outlines and dots, or their numbers
    /// in `new` if there are several; given pieces are pale. So new pieces stand out whatever their colours, even
    /// in a print without colours.
    pub fn with_new_pieces(
        &self,
        title: &str,
        laid: &[PlacedPiece<'_>],
        new: &[&[BoardCell]],
    ) -> Scene {
        let cell = self.style.cell;
        let mut scene = self.pale().flat(title, laid);
        let frame = self.frame();
        let board = &self.puzzle.board;
        for (number, cells) in (1..).zip(new) {
            let cells: Vec<Cell> = cells.iter().map(|&cell| board.cell(cell)).collect();
            let around = outline(&frame, cells.iter().copied());
            if !around.is_empty() {
                let edge = Shape::stroked(around, Stroke::new(INK, OUTLINE * cell));
                scene.push(Element::new(Role::Mark, vec![edge]));
            }
            let marks = if new.len() == 1 {
                let dots = cells.iter().map(|&cell| frame.centre(cell));
                dots.map(|centre| disc(centre, 0.2 * cell, 0.08 * cell))
                    .collect()
            } else {
                let size = (0.6 * cell).max(self.style.smallest_label);
                let spots = spots(&frame, &cells).into_iter();
                spots
                    .flat_map(|spot| {
                        let text = Text::centred(spot.at, size, INK, number.to_string());
                        [
                            disc(spot.at, 0.62 * size, 0.06 * cell),
                            Shape::Text(text.bold()),
                        ]
                    })
                    .collect()
            };
            scene.push(Element::new(Role::Mark, marks));
        }
        scene
    }

    /// An artist that draws given pieces pale.
    fn pale(&self) -> Self {
        Self {
            fades_givens: true,
            ..self.clone()
        }
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
