//! SVG for cutters: units of one millimetre, one layer per kind of work.
//!
//! Cuts are red hairlines, engravings blue ones; cutting software distinguishes them by colour.
//! Layers are named groups, as in Inkscape. Each part is one path of closed lines, with holes
//! before the outer line, so that the part does not come loose before its holes are cut.

use std::fmt::{self, Write};

use super::contour::{Contour, along, arc};
use super::nest::MaterialSheet;
use super::part::{CutPart, PartLabel};
use crate::picture::drawing::{Millimetres, Point};
use crate::support::xml::XmlText;

/// The width of lines in millimetres. Cutters treat lines of 0.01 inches (0.254 mm) or more as filled areas.
const HAIRLINE: f64 = 0.1;

/// The SVG file of a sheet, with parts in their positions.
pub fn svg(title: &str, sheet: MaterialSheet, parts: &[CutPart]) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write(title, sheet, parts, &mut text);
    text
}

fn write(title: &str, sheet: MaterialSheet, parts: &[CutPart], out: &mut String) -> fmt::Result {
    let (width, height) = (Millimetres(sheet.width), Millimetres(sheet.height));
    writeln!(
        out,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <svg xmlns=\"http://www.w3.org/2000/svg\" \
         xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\" \
         width=\"{width}mm\" height=\"{height}mm\" viewBox=\"0 0 {width} {height}\" \
         fill=\"none\" stroke-width=\"{}\">\n<title>{}</title>",
        Millimetres(HAIRLINE),
        XmlText(title)
    )?;
    layer("engrave", "#0000ff", out)?;
    for part in parts {
        if !part.engraving.is_empty() {
            writeln!(out, "<path d=\"{}\"/>", part.engraving)?;
        }
        if let Some(label) = &part.label {
            engraved(label, out)?;
        }
    }
    writeln!(out, "</g>")?;
    layer("cut", "#ff0000", out)?;
    for (index, part) in parts.iter().enumerate() {
        write!(
            out,
            "<path id=\"part-{}\" class=\"{}\" d=\"",
            index + 1,
            part.kind.word()
        )?;
        for contour in part.contours.iter().rev() {
            way(contour, out)?;
        }
        writeln!(out, "\"><title>{}</title></path>", XmlText(&part.called()))?;
    }
    writeln!(out, "</g>\n</svg>")
}

fn layer(name: &str, color: &str, out: &mut String) -> fmt::Result {
    writeln!(
        out,
        "<g id=\"{name}\" inkscape:groupmode=\"layer\" inkscape:label=\"{name}\" \
         stroke=\"{color}\">"
    )
}

/// Writes a contour in the syntax of the `d` attribute.
fn way(contour: &Contour, out: &mut String) -> fmt::Result {
    for (index, (from, to, bulge)) in contour.ways().enumerate() {
        let point = |x: f64, y: f64| format!("{} {}", Millimetres(x), Millimetres(y));
        if index == 0 {
            write!(out, "M{}", point(from.x, from.y))?;
        }
        let last = index + 1 == contour.nodes.len();
        if bulge != 0.0 {
            let (radius, _) = arc(from, to, bulge);
            let radius = Millimetres(radius);
            let large = u8::from(bulge.abs() > 1.0);
            let right = u8::from(bulge > 0.0);
            let to = point(to.x, to.y);
            write!(out, "A{radius} {radius} 0 {large} {right} {to}")?;
        } else if !last {
            write!(out, "L{}", point(to.x, to.y))?;
        }
    }
    write!(out, "Z")
}

fn engraved(label: &PartLabel, out: &mut String) -> fmt::Result {
    let angle = label.along.y.atan2(label.along.x).to_degrees();
    // Some cutting software cannot centre a line of text vertically, so the base line is computed
    // from the centre.
    let down = Point::new(-label.along.y, label.along.x);
    let feet = along(label.at, down, 0.36 * label.size);
    let (x, y) = (Millimetres(feet.x), Millimetres(feet.y));
    write!(
        out,
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{}\" font-family=\"sans-serif\" \
         text-anchor=\"middle\" fill=\"#0000ff\" stroke=\"none\"",
        Millimetres(label.size)
    )?;
    if angle.abs() > 1e-6 {
        write!(out, " transform=\"rotate({} {x} {y})\"", Millimetres(angle))?;
    }
    writeln!(out, ">{}</text>", XmlText(&label.text))
}
