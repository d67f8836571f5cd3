//! The content stream of a page, with shapes as PDF operators.

use std::collections::BTreeMap;

use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Finish, Name, Rect, Ref, Str};

use super::super::path::{Path, Segment};
use super::super::pattern::FillPattern;
use super::super::scene::{Anchor, Fill, FontWeight, Shape, Stroke, Text, TextTurn};
use super::points::points;
use super::structure::Block;
use super::text::{self, EmbeddedFont};
use super::{Inks, PdfWriter, PlacedPhoto};

/// The content of a page under construction.
pub(super) struct PdfContent {
    operators: pdf_writer::Content,
    inks: Inks,
}

/// A length in millimetres, rounded to three decimals so that the file is short.
#[expect(
    clippy::cast_possible_truncation,
    reason = "good for a millionth of a page"
)]
fn short(length: f64) -> f32 {
    ((length * 1000.0).round() / 1000.0) as f32
}

/// The resource name of the pattern with this number.
pub(super) fn pattern_name(number: usize) -> Vec<u8> {
    format!("P{number}").into_bytes()
}

impl PdfContent {
    /// Begins the content of a page that is `height` millimetres high. The first operator makes the
    /// unit a millimetre, and y point down.
    pub(super) fn new(height: f64, inks: Inks) -> Self {
        let mut operators = pdf_writer::Content::new();
        let unit = points(1.0);
        operators
            .transform([unit, 0.0, 0.0, -unit, 0.0, points(height)])
            .set_line_cap(LineCapStyle::RoundCap)
            .set_line_join(LineJoinStyle::RoundJoin);
        Self { operators, inks }
    }

    /// Begins marked content: that of a block, or an artifact if `block` is `None`.
    pub(super) fn begin(&mut self, block: Option<(i32, &Block)>) {
        match block {
            None => {
                self.operators.begin_marked_content(Name(b"Artifact"));
            }
            Some((number, block)) => {
                self.operators
                    .begin_marked_content_with_properties(Name(&block.role()))
                    .properties()
                    .identify(number);
            }
        }
    }

    /// Ends the marked content.
    pub(super) fn end(&mut self) {
        self.operators.end_marked_content();
    }

    pub(super) fn finish(self) -> Vec<u8> {
        self.operators.finish().into_vec()
    }

    /// Draws a raster image with a resource name.
    pub(super) fn photo(&mut self, name: &[u8], placed: &PlacedPhoto) {
        let (corner, (width, height)) = (placed.corner, placed.size);
        // PDF draws an image into the unit square, with y up. Here y points down.
        let foot = short(corner.y + height);
        self.operators
            .save_state()
            .transform([
                short(width),
                0.0,
                0.0,
                -short(height),
                short(corner.x),
                foot,
            ])
            .x_object(Name(name))
            .restore_state();
    }

    pub(super) fn shape(
        &mut self,
        shape: &Shape,
        fonts: &mut BTreeMap<FontWeight, EmbeddedFont<'_>>,
        patterns: &mut Vec<FillPattern>,
    ) {
        match shape {
            Shape::Text(text) => self.write(text, fonts),
            Shape::Path { path, fill, stroke } => {
                let mut fill = fill.as_ref();
                match fill {
                    None => {}
                    Some(Fill::Color(color)) => self.inks.fill(&mut self.operators, *color),
                    Some(Fill::Pattern(pattern)) => {
                        self.fill_pattern(path, pattern, patterns);
                        fill = None;
                    }
                }
                if fill.is_none() && stroke.is_none() {
                    return;
                }
                if let Some(stroke) = stroke {
                    set_stroke(&mut self.operators, self.inks, stroke);
                }
                trace(&mut self.operators, path);
                match (fill, stroke) {
                    (_, None) => self.operators.fill_even_odd(),
                    (None, Some(_)) => self.operators.stroke(),
                    (Some(_), Some(_)) => self.operators.fill_even_odd_and_stroke(),
                };
            }
        }
    }

    /// Fills an area with the background of a pattern, then with its tiles.
    ///
    /// Native PDF patterns are not used: viewers draw them with seams between the tiles.
    fn fill_pattern(
        &mut self,
        path: &Path,
        pattern: &FillPattern,
        patterns: &mut Vec<FillPattern>,
    ) {
        self.inks.fill(&mut self.operators, pattern.ground);
        trace(&mut self.operators, path);
        self.operators.fill_even_odd();
        let tile = pattern.tile();
        let Some((low, high)) = path.bounds() else {
            return;
        };
        if tile.lines.is_empty() && tile.areas.is_empty() {
            return;
        }
        let known = patterns.iter().position(|p| p == pattern);
        let number = known.unwrap_or_else(|| {
            patterns.push(*pattern);
            patterns.len() - 1
        });
        let name = pattern_name(number);
        self.operators.save_state();
        trace(&mut self.operators, path);
        self.operators.clip_even_odd().end_path();
        let first = |edge: f64| (edge / tile.side).floor() * tile.side;
        let mut y = first(low.y);
        while y < high.y {
            let mut x = first(low.x);
            while x < high.x {
                self.operators
                    .save_state()
                    .transform([1.0, 0.0, 0.0, 1.0, short(x), short(y)])
                    .x_object(Name(&name))
                    .restore_state();
                x += tile.side;
            }
            y += tile.side;
        }
        self.operators.restore_state();
    }

    fn write(&mut self, text: &Text, fonts: &mut BTreeMap<FontWeight, EmbeddedFont<'_>>) {
        let Some(font) = fonts.get_mut(&text.weight) else {
            return;
        };
        let (bytes, width) = font.encode(&text.text);
        let back = match text.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => width * text.size / 2.0,
            Anchor::End => width * text.size,
        };
        // In glyphs y points up, on the page down.
        let way = match text.turn {
            TextTurn::Upright => 1.0,
            TextTurn::UpsideDown => -1.0,
        };
        let start = short(text.at.x - f64::from(way) * back);
        self.inks.fill(&mut self.operators, text.color);
        self.operators
            .begin_text()
            .set_font(Name(text::name(text.weight)), short(text.size))
            .set_text_matrix([way, 0.0, 0.0, -way, start, short(text.at.y)])
            .show(Str(&bytes))
            .end_text();
    }
}

fn set_stroke(operators: &mut pdf_writer::Content, inks: Inks, stroke: &Stroke) {
    inks.stroke(operators, stroke.color);
    operators
        .set_line_width(short(stroke.width))
        .set_dash_pattern(stroke.dashes.iter().map(|&length| short(length)), 0.0);
}

fn trace(operators: &mut pdf_writer::Content, path: &Path) {
    let mut last = (0.0, 0.0);
    for segment in &path.segments {
        match *segment {
            Segment::Move(p) => {
                operators.move_to(short(p.x), short(p.y));
                last = (p.x, p.y);
            }
            Segment::Line(p) => {
                operators.line_to(short(p.x), short(p.y));
                last = (p.x, p.y);
            }
            Segment::Quad(c, p) => {
                // Operators of PDF have no quadratic curves, so they are written as cubic ones.
                let third = |end: f64, control: f64| end + (control - end) * 2.0 / 3.0;
                operators.cubic_to(
                    short(third(last.0, c.x)),
                    short(third(last.1, c.y)),
                    short(third(p.x, c.x)),
                    short(third(p.y, c.y)),
                    short(p.x),
                    short(p.y),
                );
                last = (p.x, p.y);
            }
            Segment::Cubic(c, d, p) => {
                operators.cubic_to(
                    short(c.x),
                    short(c.y),
                    short(d.x),
                    short(d.y),
                    short(p.x),
                    short(p.y),
                );
                last = (p.x, p.y);
            }
            Segment::Close => {
                operators.close_path();
            }
        }
    }
}

/// Writes a tile of a pattern without its background, as a form object. Returns its object number.
pub(super) fn write_pattern(pattern: &FillPattern, inks: Inks, writer: &mut PdfWriter) -> Ref {
    let tile = pattern.tile();
    let mut operators = pdf_writer::Content::new();
    if !tile.areas.is_empty() {
        inks.fill(&mut operators, pattern.ink);
        trace(&mut operators, &tile.areas);
        operators.fill_even_odd();
    }
    if !tile.lines.is_empty() {
        set_stroke(&mut operators, inks, &Stroke::new(pattern.ink, tile.width));
        trace(&mut operators, &tile.lines);
        operators.stroke();
    }
    let id = writer.id();
    let content = operators.finish();
    // Tiles overlap by the width of a line, which hides seams. With a larger overlap several tiles
    // would draw the same slanted lines, which would look thicker on screens.
    let beyond = tile.width;
    let mut object = writer.pdf.form_xobject(id, &content);
    object.bbox(Rect::new(
        short(-beyond),
        short(-beyond),
        short(tile.side + beyond),
        short(tile.side + beyond),
    ));
    object.resources().finish();
    object.finish();
    id
}
