//! Pictures with shared shapes: a page of many boards contains each orientation of a piece once.
//!
//! Every element of a scene becomes a group of shapes with its corner at the origin. Identical
//! groups are written once, in a list of definitions. A picture consists of references to groups,
//! with their positions. Pages of hundreds of solutions are therefore small, for every lattice and
//! view.

use std::collections::HashMap;
use std::fmt::Write as _;

use super::{Millimetres, Writer};
use crate::picture::drawing::path::Point;
use crate::picture::drawing::scene::{Element, Scene, Shape};
use crate::support::xml::XmlText;

/// The shapes shared by the pictures of a page.
///
/// For these pictures, the style sheet of the page must set `fill-rule: evenodd; stroke-linecap: round;
/// stroke-linejoin: round`.
///
/// ```
/// use tilewright::picture::drawing::{Artist, Style, svg::SharedShapes};
/// use tilewright::puzzle::{Source, load};
///
/// let source = Source::new("t.ron", r#"(
///     lattice: Square, board: Rect(2, 1), pieces: [Set(of: Polyominoes(2))],
/// )"#);
/// let puzzle = load(&source).unwrap().puzzle;
/// let board = Artist::new(&puzzle, Style::default()).board();
/// let mut shapes = SharedShapes::default();
/// let first = shapes.picture(&board, "an empty board");
/// let known = shapes.definitions().len();
/// assert_eq!(shapes.picture(&board, "an empty board"), first);
/// assert_eq!(shapes.definitions().len(), known);
/// ```
#[derive(Debug)]
pub struct SharedShapes {
    /// The number that identifies each group, by the group's SVG text.
    groups: HashMap<String, usize>,
    writer: Writer<'static>,
    /// The SVG text of all groups and patterns, in order of first occurrence.
    written: String,
}

impl Default for SharedShapes {
    fn default() -> Self {
        Self {
            groups: HashMap::new(),
            writer: Writer::new("shared-"),
            written: String::new(),
        }
    }
}

impl SharedShapes {
    /// A picture as an `svg` element, with `alternative` as the text for screen readers. The
    /// picture is blank unless the [definitions](Self::definitions) are on the same page.
    ///
    /// Cost: linear in the scene.
    pub fn picture(&mut self, scene: &Scene, alternative: &str) -> String {
        let (width, height) = (Millimetres(scene.width), Millimetres(scene.height));
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.writer.new_patterns(scene, &mut self.written);
        let _ = write!(
            text,
            "<svg width=\"{width}mm\" height=\"{height}mm\" viewBox=\"0 0 {width} {height}\" \
             role=\"img\" aria-label=\"{}\">",
            XmlText(alternative)
        );
        for element in &scene.elements {
            let Some(corner) = corner(element) else {
                continue;
            };
            let number = self.group(element, corner);
            let (x, y) = (Millimetres(corner.x), Millimetres(corner.y));
            let _ = write!(text, "<use href=\"#s{number}\" x=\"{x}\" y=\"{y}\"/>");
        }
        text.push_str("</svg>\n");
        text
    }

    /// The number of the group with an element's shapes. A new group is written.
    fn group(&mut self, element: &Element, corner: Point) -> usize {
        let back = Point::new(-corner.x, -corner.y);
        let mut shapes = String::new();
        for shape in &element.shapes {
            let _ = self.writer.shape(&shape.shifted(back), &mut shapes);
        }
        if let Some(number) = self.groups.get(&shapes) {
            return *number;
        }
        let number = self.groups.len();
        let _ = writeln!(self.written, "<g id=\"s{number}\">{shapes}</g>");
        self.groups.insert(shapes, number);
        number
    }

    /// The shapes of all pictures so far, as an invisible `svg` element to which the pictures refer.
    pub fn definitions(&self) -> String {
        format!(
            "<svg width=\"0\" height=\"0\" style=\"position:absolute\" aria-hidden=\"true\">\
             <defs>\n{}</defs></svg>\n",
            self.written
        )
    }
}

/// The upper left corner of an element's first shape; `None` if it has no shapes.
fn corner(element: &Element) -> Option<Point> {
    element.shapes.iter().find_map(|shape| match shape {
        Shape::Path { path, .. } => path.bounds().map(|(low, _)| low),
        Shape::Text(text) => Some(text.at),
    })
}
