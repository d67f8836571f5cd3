//! TikZ: scenes for LaTeX documents.
//!
//! A file is a document of its own, of the class `standalone`, and compiles as it is; a document that
//! loads the packages `standalone` and `tikz` takes it by `\input`, which leaves the preamble out. Lengths are
//! millimetres, the y axis points down. Texts are set by TeX, in its own fonts, so they look like the
//! document around them; a text with letters that LaTeX's fonts may lack is drawn as areas instead.
//! Each element begins with a comment: what it stands for.
//!
//! Source: T. Tantau, "The TikZ and PGF Packages", manual for version 3.1.

use std::collections::BTreeSet;
use std::fmt::{self, Write};

use super::font::Fonts;
use super::number::Millimetres;
use super::path::{Path, Point, Segment};
use super::pattern::{Pattern, Texture};
use super::scene::{Anchor, Element, Fill, Scene, Shape, Stroke, Text, Turn, Weight};
use crate::puzzle::Color;

/// A picture as a file of its own; texts that TeX cannot be trusted with are drawn with these fonts.
///
/// ```
/// use tilewright::picture::drawing::{Artist, Fonts, Style, tikz};
/// use tilewright::puzzle::{Source, load};
///
/// let source = Source::new("t.ron", r#"(
///     title: "50 %", lattice: Square, board: Rect(2, 1), pieces: [Set(of: Polyominoes(2))],
/// )"#);
/// let puzzle = load(&source)?.puzzle;
/// let picture = tikz::file(&Artist::new(&puzzle, Style::default()).board(), Fonts::built_in());
/// assert!(picture.contains(r"\path[use as bounding box] (0,0) rectangle (25,15);"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Cost: linear in what is drawn.
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
        Comment(&scene.title)
    )?;
    for color in colors(scene) {
        let Color { red, green, blue } = color;
        writeln!(
            out,
            "\\definecolor{{{}}}{{HTML}}{{{red:02X}{green:02X}{blue:02X}}}",
            Named(color)
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

/// The colours of a scene.
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
        write!(out, " {}", Comment(name))?;
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
                Named(text.color),
                Way(&fonts.outline(text))
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
        Some(Fill::Color(color)) => options.push(format!("fill={}", Named(*color))),
        Some(Fill::Pattern(pattern)) => tiled(path, pattern, out)?,
        None => {}
    }
    if let Some(stroke) = stroke {
        options.push(format!("draw={}", Named(stroke.color)));
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
    writeln!(out, "\\path[{}] {};", options.join(", "), Way(path))
}

/// Fills a path with a pattern: its tiles, cut at the path, so that any program shows the same.
fn tiled(path: &Path, pattern: &Pattern, out: &mut String) -> fmt::Result {
    let ground = Named(pattern.ground);
    let Some((low, high)) = path.bounds() else {
        return Ok(());
    };
    if pattern.texture == Texture::Blank {
        return writeln!(out, "\\path[fill={ground}] {};", Way(path));
    }
    let tile = pattern.tile();
    // Tiles begin at the origin of the page, so that neighbours with one pattern match.
    let first = |from: f64| (from / tile.side).floor();
    let last = |to: f64| (to / tile.side).ceil() - 1.0;
    writeln!(out, "\\begin{{scope}}\n\\clip {};", Way(path))?;
    writeln!(out, "\\path[fill={ground}] {};", Way(path))?;
    let ink = Named(pattern.ink);
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
            Way(&tile.lines)
        )?;
    }
    if !tile.areas.is_empty() {
        writeln!(out, "\\path[fill={ink}] {};", Way(&tile.areas))?;
    }
    writeln!(out, "\\end{{scope}}}}\n\\end{{scope}}")
}

/// A line of text.
fn node(text: &Text, out: &mut String) -> fmt::Result {
    let anchor = match text.anchor {
        Anchor::Start => "base west",
        Anchor::Middle => "base",
        Anchor::End => "base east",
    };
    let turn = match text.turn {
        Turn::Upright => "",
        Turn::UpsideDown => ", rotate=180",
    };
    let weight = match text.weight {
        Weight::Regular => "",
        Weight::Bold => "\\bfseries ",
    };
    let size = Millimetres(text.size);
    writeln!(
        out,
        "\\node[anchor={anchor}, text={}{turn}] at ({},{}) \
         {{\\fontsize{{{size}mm}}{{{size}mm}}\\selectfont {weight}{}}};",
        Named(text.color),
        Millimetres(text.at.x),
        Millimetres(text.at.y),
        TexText(&text.text)
    )
}

/// Whether LaTeX's own fonts have all letters of a text: those of Western European languages.
fn is_safe(text: &str) -> bool {
    let known =
        |c: char| matches!(c, ' '..='~' | 'À'..='Ö' | 'Ø'..='ö' | 'ø'..='ÿ' | '×' | '–' | '’');
    text.chars().all(known)
}

/// The name of a colour.
struct Named(Color);

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Color { red, green, blue } = self.0;
        write!(f, "tw{red:02X}{green:02X}{blue:02X}")
    }
}

/// A path as TikZ writes it.
struct Way<'a>(&'a Path);

impl fmt::Display for Way<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut at = Point::default();
        for (index, segment) in self.0.segments.iter().enumerate() {
            // TeX reads long lines, people and some editors do not.
            if index > 0 {
                f.write_str(if index % 8 == 0 { "\n " } else { " " })?;
            }
            match *segment {
                Segment::Move(p) => write!(f, "{}", Place(p))?,
                Segment::Line(p) => write!(f, "-- {}", Place(p))?,
                Segment::Quad(c, p) => {
                    // The same curve as a cubic one.
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
        Place(c),
        Place(d),
        Place(p)
    )
}

struct Place(Point);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", Millimetres(self.0.x), Millimetres(self.0.y))
    }
}

/// A text that TeX sets as it is: no commands, no ligatures.
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
                // Two of them would become one.
                '-' | '`' | '\'' | ',' | '!' | '?' => write!(f, "{character}{{}}")?,
                other => f.write_char(other)?,
            }
        }
        Ok(())
    }
}

/// A text within a comment: on its line.
struct Comment<'a>(&'a str);

impl fmt::Display for Comment<'_> {
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
        // Names stay within their comments.
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
        let pattern = Pattern::numbered(1, INK, INK, 10.0);
        let written = of(vec![Shape::filled(path, Fill::Pattern(pattern))]);
        assert!(
            written.contains("\\clip (0,0)") && written.contains("\\foreach"),
            "{written}"
        );
        let braces = |brace| written.matches(brace).count();
        assert_eq!(braces('{'), braces('}'));
    }
}
