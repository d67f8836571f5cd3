//! Parts to be cut.

use super::contour::Contour;
use crate::picture::drawing::{Path, Point};

#[derive(Debug, Clone, PartialEq)]
pub struct CutPart {
    /// The name: that of a piece, with layer and part if there are several, or for example `frame`.
    pub name: String,
    pub kind: PartKind,
    pub copies: u32,
    /// The paths of the beam: first the outer one, then those of holes.
    pub contours: Vec<Contour>,
    /// Lines that are engraved.
    pub engraving: Path,
    /// A text to be engraved, such as a name; `None` if the part has none or if the text is already part of
    /// `engraving`.
    pub label: Option<PartLabel>,
    /// The name of the stock from which the part is cut. Parts of the same stock share sheets.
    pub stock: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PartKind {
    /// The frame around the board.
    Frame,
    /// The bottom of the tray.
    Base,
    /// The filling of a hole of the board, to be glued on the base.
    Island,
    /// A plate or ring of the lid.
    Lid,
    /// A part of the kerf test.
    Test,
    /// A piece, or a layer of one.
    Piece,
}

impl PartKind {
    /// The word for the kind in SVG classes and JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Frame => "frame",
            Self::Base => "base",
            Self::Island => "island",
            Self::Lid => "lid",
            Self::Test => "test",
            Self::Piece => "piece",
        }
    }
}

/// A line of text on a part.
#[derive(Debug, Clone, PartialEq)]
pub struct PartLabel {
    /// The centre of the text, in millimetres.
    pub at: Point,
    /// The unit vector in the direction of writing.
    pub along: Point,
    /// The text, a single line.
    pub text: String,
    /// The font size in millimetres.
    pub size: f64,
}

impl CutPart {
    /// The name of the part in messages: `piece F`, `frame`.
    pub fn called(&self) -> String {
        match self.kind {
            PartKind::Piece => format!("piece {}", self.name),
            PartKind::Frame
            | PartKind::Base
            | PartKind::Island
            | PartKind::Lid
            | PartKind::Test => self.name.clone(),
        }
    }

    /// The minimum and maximum coordinates of the beam's path, in millimetres.
    pub fn bounds(&self) -> (Point, Point) {
        let outer = self.contours.first().map(Contour::bounds);
        outer.unwrap_or((Point::default(), Point::default()))
    }

    /// The area within the beam's path in mm², without holes.
    pub fn area(&self) -> f64 {
        self.contours.iter().map(Contour::area).sum()
    }

    /// The length of the beam's path in millimetres.
    pub fn cut_length(&self) -> f64 {
        self.contours.iter().map(Contour::length).sum()
    }

    /// The part rotated clockwise about the origin by the angle with this cosine and sine, then moved by
    /// `shift`.
    #[must_use]
    pub fn placed(&self, (cosine, sine): (f64, f64), shift: Point) -> Self {
        let turn = |p| super::contour::turned(p, cosine, sine);
        let place = |p| turn(p).shifted(shift);
        Self {
            contours: self.contours.iter().map(|c| c.mapped(place)).collect(),
            engraving: self.engraving.mapped(place),
            label: self.label.as_ref().map(|label| PartLabel {
                at: place(label.at),
                along: turn(label.along),
                ..label.clone()
            }),
            ..self.clone()
        }
    }
}
