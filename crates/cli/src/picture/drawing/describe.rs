//! Scenes as lines of text, for tests and debugging.

use std::fmt;

use super::number::Millimetres;
use super::scene::{Anchor, Element, Fill, FontWeight, Scene, Shape, Stroke, TextTurn};

/// Writes a line for the picture, a line for each element and a line for each shape.
impl fmt::Display for Scene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height) = (Millimetres(self.width), Millimetres(self.height));
        writeln!(f, "{:?} {width} × {height} mm", self.title)?;
        for element in &self.elements {
            write!(f, "{element}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.role.word())?;
        if let Some(name) = &self.name {
            write!(f, " {name:?}")?;
        }
        for cell in &self.cells {
            write!(f, " ({cell})")?;
        }
        writeln!(f)?;
        for shape in &self.shapes {
            writeln!(f, "  {shape}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Path { path, fill, stroke } => {
                write!(f, "{path}")?;
                if let Some(fill) = fill {
                    write!(f, " fill {fill}")?;
                }
                if let Some(stroke) = stroke {
                    write!(f, " stroke {stroke}")?;
                }
                Ok(())
            }
            Self::Text(text) => {
                let anchor = match text.anchor {
                    Anchor::Start => "from",
                    Anchor::Middle => "at",
                    Anchor::End => "to",
                };
                let weight = match text.weight {
                    FontWeight::Regular => "",
                    FontWeight::Bold => " bold",
                };
                let turn = match text.turn {
                    TextTurn::Upright => "",
                    TextTurn::UpsideDown => " upside down",
                };
                write!(
                    f,
                    "{:?} {anchor} {} {} size {}{weight}{turn} {}",
                    text.text,
                    Millimetres(text.at.x),
                    Millimetres(text.at.y),
                    Millimetres(text.size),
                    text.color
                )
            }
        }
    }
}

impl fmt::Display for Fill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Color(color) => write!(f, "{color}"),
            Self::Pattern(pattern) => write!(
                f,
                "{:?} {} {} on {}",
                pattern.texture,
                Millimetres(pattern.pitch),
                pattern.ink,
                pattern.ground
            ),
        }
    }
}

impl fmt::Display for Stroke {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.color, Millimetres(self.width))?;
        for (index, length) in self.dashes.iter().enumerate() {
            let separator = if index == 0 { " dashes " } else { "," };
            write!(f, "{separator}{}", Millimetres(*length))?;
        }
        Ok(())
    }
}
