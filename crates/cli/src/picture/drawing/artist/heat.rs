//! Heat maps of a puzzle's board.

use tilewright_geometry::Cell;

use super::super::frame::Frame;
use super::super::heat::{HeatMap, heat_color};
use super::super::look::{GREY, widths};
use super::super::part::layer_captions;
use super::super::path::Path;
use super::super::region::outline;
use super::super::scene::{Element, Fill, Role, Scene, Shape, Stroke, Text};
use super::super::sticks;
use super::Artist;
use super::labels::{label_size, room};
use crate::picture::palette::ink_on;

impl Artist<'_> {
    /// The board with a heat map on its cells. Solids are drawn layer by layer.
    pub fn heat(&self, heat: &HeatMap) -> Scene {
        let board = &self.puzzle.board;
        let frame = self.frame();
        let (width, height) = frame.size();
        let cell = self.style.cell;
        let mut scene = Scene::new(&heat.title, width, height);
        self.ground(&frame, &mut scene);
        let mut texts = Vec::new();
        for index in board.indices() {
            let at = board.cell(index);
            let value = heat.values.get(index.index()).copied();
            let Some(value) = value.filter(|value| !value.is_nan()) else {
                continue;
            };
            let color = heat_color(value, self.style.coloring);
            let path = outline(&frame, [at]);
            let shapes = if path.is_empty() {
                let line = short_stick(&frame, at);
                let width = cell * sticks::WIDTH;
                vec![
                    Shape::stroked(line.clone(), Stroke::new(GREY, width + cell * widths::GRID)),
                    Shape::stroked(line, Stroke::new(color, width)),
                ]
            } else {
                vec![Shape::filled(path, Fill::Color(color))]
            };
            let text = heat.texts.get(index.index()).map_or("", String::as_str);
            let name = if text.is_empty() {
                format!("{value:.2}")
            } else {
                text.to_owned()
            };
            scene.push(
                Element::new(Role::HeatMap, shapes)
                    .named(name)
                    .of_cells([frame.table().coordinates(at)]),
            );
            if !text.is_empty() {
                let size = label_size(room(&frame, at), text) * 0.7;
                let text = Text::centred(frame.centre(at), size, ink_on(color), text);
                texts.push(Shape::Text(text));
            }
        }
        self.edges(&frame, &mut scene);
        scene.push(Element::new(Role::Label, texts));
        scene.push(layer_captions(&frame, self.style.smallest_label));
        scene
    }
}

/// A stick, shortened at both ends so that it does not touch other sticks.
fn short_stick(frame: &Frame, cell: Cell) -> Path {
    let ends = frame.table().outline(cell).corners;
    let middle = frame.centre(cell);
    let mut path = Path::default();
    path.add_line(ends.into_iter().map(|end| {
        let end = frame.corner(end);
        end.towards(middle, 0.2 * frame.cell())
    }));
    path
}
