//! SVG: scenes as standalone files, or as parts of a page.
//!
//! The user unit is a millimetre. Each element is a group. The class of the group is the element's
//! role. Its id is the role and a number, such as `piece-3`; if several pictures share a page, a
//! prefix makes ids unique. The group has a title for screen readers, and `data-cells` lists its
//! cells. No style sheet is needed, so cutters and editors show the same picture.

mod shared;

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use super::number::Millimetres;
use super::path::Path;
use super::pattern::FillPattern;
use super::scene::{Anchor, Element, Fill, FontWeight, Role, Scene, Shape, Stroke, Text, TextTurn};
use crate::support::xml::XmlText;

pub use shared::SharedShapes;

/// The fonts of texts: first the font of PNG and PDF, then fallbacks.
pub const FONTS: &str = "Noto Sans, DejaVu Sans, Arial, sans-serif";

/// A picture as a standalone file.
///
/// ```
/// use tilewright::picture::drawing::{Artist, Style, svg};
/// use tilewright::puzzle::{Source, load};
///
/// let source = Source::new("t.ron", r#"(
///     lattice: Square, board: Rect(2, 1), pieces: [Set(of: Polyominoes(2))],
/// )"#);
/// let puzzle = load(&source).unwrap().puzzle;
/// let picture = svg::file(&Artist::new(&puzzle, Style::default()).board());
/// assert!(picture.contains(r#"width="25mm" height="15mm" viewBox="0 0 25 15""#));
/// ```
pub fn file(scene: &Scene) -> String {
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    text.push_str(&inline(scene, ""));
    text
}

/// A picture as an `svg` element for a page. Ids begin with `prefix`.
pub fn inline(scene: &Scene, prefix: &str) -> String {
    let (width, height) = (Millimetres(scene.width), Millimetres(scene.height));
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write!(
        text,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}mm\" height=\"{height}mm\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" aria-labelledby=\"{prefix}title\" \
         font-family=\"{FONTS}\" fill-rule=\"evenodd\" stroke-linecap=\"round\" \
         stroke-linejoin=\"round\">\n<title id=\"{prefix}title\">{}</title>\n",
        XmlText(&scene.title)
    );
    let mut writer = Writer::new(prefix);
    let _ = writer.scene(scene, &mut text);
    text.push_str("</svg>\n");
    text
}

/// Writes the elements of scenes that share a page, with unique ids.
#[derive(Debug, Clone)]
pub struct Writer<'a> {
    prefix: &'a str,
    counts: BTreeMap<Role, usize>,
    patterns: Vec<FillPattern>,
}

impl<'a> Writer<'a> {
    /// A writer of elements whose ids begin with `prefix`.
    pub fn new(prefix: &'a str) -> Self {
        Self {
            prefix,
            counts: BTreeMap::new(),
            patterns: Vec::new(),
        }
    }

    /// Writes the patterns of a scene that this writer has not written yet, then the elements.
    ///
    /// # Errors
    ///
    /// Errors of `out`.
    pub fn scene(&mut self, scene: &Scene, out: &mut impl Write) -> fmt::Result {
        self.new_patterns(scene, out)?;
        for element in &scene.elements {
            self.element(element, out)?;
        }
        Ok(())
    }

    /// Writes a scene as the content of a `symbol` or group: only the shapes, without groups for
    /// elements. New patterns come first.
    ///
    /// # Errors
    ///
    /// Errors of `out`.
    pub fn shapes(&mut self, scene: &Scene, out: &mut impl Write) -> fmt::Result {
        self.new_patterns(scene, out)?;
        let shapes = scene.elements.iter().flat_map(|element| &element.shapes);
        for shape in shapes {
            self.shape(shape, out)?;
        }
        Ok(())
    }

    /// Writes the patterns of a scene that this writer has not written yet.
    fn new_patterns(&mut self, scene: &Scene, out: &mut impl Write) -> fmt::Result {
        let known = self.patterns.len();
        for shape in scene.elements.iter().flat_map(|element| &element.shapes) {
            if let Shape::Path {
                fill: Some(Fill::Pattern(pattern)),
                ..
            } = shape
                && !self.patterns.contains(pattern)
            {
                self.patterns.push(*pattern);
            }
        }
        if known == self.patterns.len() {
            return Ok(());
        }
        writeln!(out, "<defs>")?;
        for number in known..self.patterns.len() {
            self.pattern(number, out)?;
        }
        writeln!(out, "</defs>")
    }

    fn pattern(&self, number: usize, out: &mut impl Write) -> fmt::Result {
        let pattern = self.patterns[number];
        let tile = pattern.tile();
        let side = Millimetres(tile.side);
        write!(
            out,
            "<pattern id=\"{}pattern-{}\" width=\"{side}\" height=\"{side}\" \
             patternUnits=\"userSpaceOnUse\"><path d=\"M0 0H{side}V{side}H0Z\" fill=\"{}\"/>",
            self.prefix,
            number + 1,
            pattern.ground
        )?;
        if !tile.lines.is_empty() {
            write!(out, "<path d=\"{}\" fill=\"none\"", tile.lines)?;
            stroke(&Stroke::new(pattern.ink, tile.width), out)?;
            write!(out, "/>")?;
        }
        if !tile.areas.is_empty() {
            write!(out, "<path d=\"{}\" fill=\"{}\"/>", tile.areas, pattern.ink)?;
        }
        writeln!(out, "</pattern>")
    }

    fn element(&mut self, element: &Element, out: &mut impl Write) -> fmt::Result {
        let number = self.counts.entry(element.role).or_default();
        *number += 1;
        let word = element.role.word();
        write!(
            out,
            "<g id=\"{}{word}-{number}\" class=\"{word}\"",
            self.prefix
        )?;
        if let Some(name) = &element.name {
            write!(out, " data-name=\"{}\"", XmlText(name))?;
        }
        if !element.cells.is_empty() {
            write!(out, " data-cells=\"")?;
            for (index, cell) in element.cells.iter().enumerate() {
                write!(out, "{}{cell}", if index > 0 { " " } else { "" })?;
            }
            write!(out, "\"")?;
        }
        writeln!(out, ">")?;
        if let Some(name) = &element.name {
            writeln!(out, "<title>{}</title>", XmlText(name))?;
        }
        for shape in &element.shapes {
            self.shape(shape, out)?;
        }
        writeln!(out, "</g>")
    }

    fn shape(&self, shape: &Shape, out: &mut impl Write) -> fmt::Result {
        match shape {
            Shape::Path {
                path,
                fill,
                stroke: line,
            } => {
                self.path(path, fill.as_ref(), out)?;
                if let Some(line) = line {
                    stroke(line, out)?;
                }
                writeln!(out, "/>")
            }
            Shape::Text(text) => label(text, out),
        }
    }

    fn path(&self, path: &Path, fill: Option<&Fill>, out: &mut impl Write) -> fmt::Result {
        write!(out, "<path d=\"{path}\"")?;
        match fill {
            None => write!(out, " fill=\"none\""),
            Some(Fill::Color(color)) => write!(out, " fill=\"{color}\""),
            Some(Fill::Pattern(pattern)) => {
                let number = self.patterns.iter().position(|known| known == pattern);
                let number = number.map_or(0, |index| index + 1);
                write!(out, " fill=\"url(#{}pattern-{number})\"", self.prefix)
            }
        }
    }
}

fn stroke(stroke: &Stroke, out: &mut impl Write) -> fmt::Result {
    write!(
        out,
        " stroke=\"{}\" stroke-width=\"{}\"",
        stroke.color,
        Millimetres(stroke.width)
    )?;
    for (index, length) in stroke.dashes.iter().enumerate() {
        let before = if index == 0 {
            " stroke-dasharray=\""
        } else {
            " "
        };
        write!(out, "{before}{}", Millimetres(*length))?;
    }
    if stroke.dashes.is_empty() {
        Ok(())
    } else {
        write!(out, "\"")
    }
}

fn label(text: &Text, out: &mut impl Write) -> fmt::Result {
    write!(
        out,
        "<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"{}\"",
        Millimetres(text.at.x),
        Millimetres(text.at.y),
        Millimetres(text.size),
        text.color
    )?;
    match text.anchor {
        Anchor::Start => {}
        Anchor::Middle => write!(out, " text-anchor=\"middle\"")?,
        Anchor::End => write!(out, " text-anchor=\"end\"")?,
    }
    if text.turn == TextTurn::UpsideDown {
        let (x, y) = (Millimetres(text.at.x), Millimetres(text.at.y));
        write!(out, " transform=\"rotate(180 {x} {y})\"")?;
    }
    if text.weight == FontWeight::Bold {
        write!(out, " font-weight=\"bold\"")?;
    }
    writeln!(out, ">{}</text>", XmlText(&text.text))
}
