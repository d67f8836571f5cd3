//! TikZ: scenes for LaTeX documents.
//!
//! A file is a complete document of the class `standalone`. A document that loads the packages
//! `standalone` and `tikz` can `\input` the file; TeX then skips the preamble. Lengths are in
//! millimetres, and the y axis points down. TeX sets texts in the fonts of the document. A text
//! with letters that LaTeX's fonts may lack is drawn as areas instead. Each element begins with a
//! comment with its name.
//!
//! Source: T. Tantau, "The TikZ and PGF Packages", manual for version 3.1.

use std::collections::BTreeSet;
use std::fmt::{self, Write};

use super::font::Fonts;
use super::number::Millimetres;
use super::path::{Path, Point, Segment};
use super::pattern::FillPattern;
use super::scene::{Anchor, Element, Fill, FontWeight, Scene, Shape, Stroke, Text, TextTurn};
use crate::puzzle::Color;

/// A picture as a standalone file. Texts with letters that LaTeX may lack are drawn with `fonts`.
///
/// Cost: linear in the number of segments and letters.
pub fn file(scene: &Scene, fonts: &Fonts) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_file(scene, fonts, &mut text);
    text
}

fn write_file(scene: &Scene, fonts: &Fonts, out: &mut String) -> fmt::Result {
    let (width, height) = (Millimetres(scene.width), Millimetres(scene.height));
    writeln!(
        out,
        "% {}\n\
         % Compiles as it is. In a document: \\usepackage{{standalone,tikz}} and \\input this file.\n\
         \\documentclass[tikz]{{standalone}}\n\
         \\usepackage[T1]{{fontenc}}\n\
         \\usepackage{{lmodern}}\n\
         \\begin{{document}}\n\
         \\begin{{tikzpicture}}[x=1mm, y=-1mm, line cap=round, line join=round, even odd rule, \
         every node/.style={{inner sep=0pt, outer sep=0pt, font=\\sffamily}}]",
        TexComment(&scene.title)
    )?;
    for color in colors(scene) {
        let Color { red, green, blue } = color;
        writeln!(
            out,
            "\\definecolor{{{}}}{{HTML}}{{{red:02X}{green:02X}{blue:02X}}}",
            ColorName(color)
        )?;
    }
    writeln!(
        out,
        "\\path[use as bounding box] (0,0) rectangle ({width},{height});"
    )?;
    for element in &scene.elements {
        write_element(element, fonts, out)?;
    }
    writeln!(out, "\\end{{tikzpicture}}\n\\end{{document}}")
}

fn colors(scene: &Scene) -> BTreeSet<Color> {
    let shapes = scene.elements.iter().flat_map(|element| &element.shapes);
    let mut colors = BTreeSet::new();
    for shape in shapes {
        match shape {
            Shape::Text(text) => {
                colors.insert(text.color);
            }
            Shape::Path { fill, stroke, .. } => {
                match fill {
                    Some(Fill::Color(color)) => {
                        colors.insert(*color);
                    }
                    Some(Fill::Pattern(pattern)) => colors.extend([pattern.ground, pattern.ink]),
                    None => {}
                }
                colors.extend(stroke.as_ref().map(|stroke| stroke.color));
            }
        }
    }
    colors
}

fn write_element(element: &Element, fonts: &Fonts, out: &mut String) -> fmt::Result {
    write!(out, "% {}", element.role.word())?;
    if let Some(name) = &element.name {
        write!(out, " {}", TexComment(name))?;
    }
    writeln!(out)?;
    for shape in &element.shapes {
        match shape {
            Shape::Path { path, fill, stroke } => {
                write_path(path, fill.as_ref(), stroke.as_ref(), out)?;
            }
            Shape::Text(text) if is_safe(&text.text) => node(text, out)?,
            Shape::Text(text) => writeln!(
                out,
                "\\fill[nonzero rule, {}] {};",
                ColorName(text.color),
                TikzPath(&fonts.outline(text))
            )?,
        }
    }
    Ok(())
}

fn write_path(
    path: &Path,
    fill: Option<&Fill>,
    stroke: Option<&Stroke>,
    out: &mut String,
) -> fmt::Result {
    if path.is_empty() {
        return Ok(());
    }
    let mut options: Vec<String> = Vec::new();
    match fill {
        Some(Fill::Color(color)) => options.push(format!("fill={}", ColorName(*color))),
        Some(Fill::Pattern(pattern)) => tiled(path, pattern, out)?,
        None => {}
    }
    if let Some(stroke) = stroke {
        options.push(format!("draw={}", ColorName(stroke.color)));
        options.push(format!("line width={}mm", Millimetres(stroke.width)));
        let dashes = stroke.dashes.iter().enumerate().map(|(index, length)| {
            let word = if index % 2 == 0 { "on" } else { "off" };
            format!("{word} {}mm", Millimetres(*length))
        });
        let dashes: Vec<String> = dashes.collect();
        if !dashes.is_empty() {
            options.push(format!("dash pattern={}", dashes.join(" ")));
        }
    }
    if options.is_empty() {
        return Ok(());
    }
    writeln!(out, "\\path[{}] {};", options.join(", "), TikzPath(path))
}

/// Fills a path with a pattern. The pattern is drawn as tiles clipped to the path, which all
/// programs render alike.
fn tiled(path: &Path, pattern: &FillPattern, out: &mut String) -> fmt::Result {
    let ground = ColorName(pattern.ground);
    let Some((low, high)) = path.bounds() else {
        return Ok(());
    };
    let tile = pattern.tile();
    // Tiles are aligned to the page's origin, so that the pattern continues between adjacent areas.
    let first = |from: f64| (from / tile.side).floor();
    let last = |to: f64| (to / tile.side).ceil() - 1.0;
    writeln!(out, "\\begin{{scope}}\n\\clip {};", TikzPath(path))?;
    writeln!(out, "\\path[fill={ground}] {};", TikzPath(path))?;
    let ink = ColorName(pattern.ink);
    let side = Millimetres(tile.side);
    writeln!(
        out,
        "\\foreach \\column in {{{},...,{}}} \\foreach \\row in {{{},...,{}}} {{\n\
         \\begin{{scope}}[shift={{({side}*\\column,{side}*\\row)}}]",
        first(low.x),
        last(high.x).max(first(low.x)),
        first(low.y),
        last(high.y).max(first(low.y)),
    )?;
    if !tile.lines.is_empty() {
        writeln!(
            out,
            "\\path[draw={ink}, line width={}mm] {};",
            Millimetres(tile.width),
            TikzPath(&tile.lines)
        )?;
    }
    if !tile.areas.is_empty() {
        writeln!(out, "\\path[fill={ink}] {};", TikzPath(&tile.areas))?;
    }
    writeln!(out, "\\end{{scope}}}}\n\\end{{scope}}")
}

/// Writes a line of text as a TikZ node.
fn node(text: &Text, out: &mut String) -> fmt::Result {
    let anchor = match text.anchor {
        Anchor::Start => "base west",
        Anchor::Middle => "base",
        Anchor::End => "base east",
    };
    let turn = match text.turn {
        TextTurn::Upright => "",
        TextTurn::UpsideDown => ", rotate=180",
    };
    let weight = match text.weight {
        FontWeight::Regular => "",
        FontWeight::Bold => "\\bfseries ",
    };
    let size = Millimetres(text.size);
    writeln!(
        out,
        "\\node[anchor={anchor}, text={}{turn}] at ({},{}) \
         {{\\fontsize{{{size}mm}}{{{size}mm}}\\selectfont {weight}{}}};",
        ColorName(text.color),
        Millimetres(text.at.x),
        Millimetres(text.at.y),
        TexText(&text.text)
    )
}

/// Whether LaTeX's default fonts have all letters of a text. These fonts have the letters of
/// Western European languages.
fn is_safe(text: &str) -> bool {
    let known =
        |c: char| matches!(c, ' '..='~' | 'À'..='Ö' | 'Ø'..='ö' | 'ø'..='ÿ' | '×' | '–' | '’');
    text.chars().all(known)
}

/// A colour, shown as its name in the document: `tw2A9D3A`.
struct ColorName(Color);

impl fmt::Display for ColorName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Color { red, green, blue } = self.0;
        write!(f, "tw{red:02X}{green:02X}{blue:02X}")
    }
}

struct TikzPath<'a>(&'a Path);

impl fmt::Display for TikzPath<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut at = Point::default();
        for (index, segment) in self.0.segments.iter().enumerate() {
            // Each line of the file gets eight segments, so that people and editors can read it.
            if index > 0 {
                f.write_str(if index % 8 == 0 { "\n " } else { " " })?;
            }
            match *segment {
                Segment::Move(p) => write!(f, "{}", TikzPoint(p))?,
                Segment::Line(p) => write!(f, "-- {}", TikzPoint(p))?,
                Segment::Quad(c, p) => {
                    // A quadratic curve is written as a cubic one.
                    let third = |a: Point| {
                        Point::new(a.x + (c.x - a.x) * 2.0 / 3.0, a.y + (c.y - a.y) * 2.0 / 3.0)
                    };
                    curve(f, third(at), third(p), p)?;
                }
                Segment::Cubic(c, d, p) => curve(f, c, d, p)?,
                Segment::Close => f.write_str("-- cycle")?,
            }
            if let Segment::Move(p)
            | Segment::Line(p)
            | Segment::Quad(_, p)
            | Segment::Cubic(_, _, p) = *segment
            {
                at = p;
            }
        }
        Ok(())
    }
}

fn curve(f: &mut fmt::Formatter<'_>, c: Point, d: Point, p: Point) -> fmt::Result {
    write!(
        f,
        ".. controls {} and {} .. {}",
        TikzPoint(c),
        TikzPoint(d),
        TikzPoint(p)
    )
}

struct TikzPoint(Point);

impl fmt::Display for TikzPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", Millimetres(self.0.x), Millimetres(self.0.y))
    }
}

/// A text escaped for TeX, so that it contains no commands and makes no ligatures.
struct TexText<'a>(&'a str);

impl fmt::Display for TexText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            match character {
                '#' | '$' | '%' | '&' | '_' | '{' | '}' => write!(f, "\\{character}")?,
                '\\' => f.write_str("\\textbackslash{}")?,
                '^' => f.write_str("\\textasciicircum{}")?,
                '~' => f.write_str("\\textasciitilde{}")?,
                '<' => f.write_str("\\textless{}")?,
                '>' => f.write_str("\\textgreater{}")?,
                '|' => f.write_str("\\textbar{}")?,
                '"' => f.write_str("\\textquotedbl{}")?,
                '×' => f.write_str("\\texttimes{}")?,
                '–' => f.write_str("\\textendash{}")?,
                '’' => f.write_str("\\textquoteright{}")?,
                // Braces prevent ligatures.
                '-' | '`' | '\'' | ',' | '!' | '?' => write!(f, "{character}{{}}")?,
                other => f.write_char(other)?,
            }
        }
        Ok(())
    }
}

/// A text for a comment. Control characters such as line breaks become spaces.
struct TexComment<'a>(&'a str);

impl fmt::Display for TexComment<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            f.write_char(if character.is_control() {
                ' '
            } else {
                character
            })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::drawing::scene::Role;
    use crate::picture::palette::INK;

    fn of(shapes: Vec<Shape>) -> String {
        let mut scene = Scene::new("A\nB", 10.0, 10.0);
        scene.push(Element::new(Role::Piece, shapes).named("x\r\\end"));
        file(&scene, Fonts::built_in())
    }

    fn text(text: &str) -> Shape {
        Shape::Text(Text::centred(Point::new(5.0, 5.0), 4.0, INK, text))
    }

    #[test]
    fn texts_are_no_commands() {
        let written = of(vec![text(r"\input{x} 50 % & $_#~^ {a--b} <<c>> ``d''")]);
        let node = written.lines().find(|line| line.starts_with("\\node"));
        assert!(
            node.unwrap().ends_with(
                r"\textbackslash{}input\{x\} 50 \% \& \$\_\#\textasciitilde{}\textasciicircum{} \{a-{}-{}b\} \textless{}\textless{}c\textgreater{}\textgreater{} `{}`{}d'{}'{}};"
            ),
            "{written}"
        );
        // A line break in a name does not end the comment that contains the name.
        assert!(
            written.contains("\n% piece x \\end\n") && written.starts_with("% A B\n"),
            "{written}"
        );
    }

    #[test]
    fn letters_that_fonts_may_lack_are_drawn() {
        assert!(of(vec![text("Ärger")]).contains("Ärger"));
        let written = of(vec![text("Ж")]);
        assert!(
            written.contains("\\fill[nonzero rule, ") && !written.contains("\\node"),
            "{written}"
        );
    }

    #[test]
    fn curves_dashes_and_patterns_are_written() {
        let path = Path {
            segments: vec![
                Segment::Move(Point::new(0.0, 0.0)),
                Segment::Quad(Point::new(3.0, 0.0), Point::new(3.0, 3.0)),
                Segment::Close,
            ],
        };
        let stroke = Stroke::dashed(INK, 0.5, 1.0, 2.0);
        let written = of(vec![Shape::stroked(path.clone(), stroke)]);
        assert!(
            written.contains("(0,0) .. controls (2,0) and (3,1) .. (3,3) -- cycle;"),
            "{written}"
        );
        assert!(
            written.contains("line width=0.5mm, dash pattern=on 1mm off 2mm"),
            "{written}"
        );
        let pattern = FillPattern::numbered(1, INK, INK, 10.0);
        let written = of(vec![Shape::filled(path, Fill::Pattern(pattern))]);
        assert!(
            written.contains("\\clip (0,0)") && written.contains("\\foreach"),
            "{written}"
        );
        let braces = |brace| written.matches(brace).count();
        assert_eq!(braces('{'), braces('}'));
    }
}
