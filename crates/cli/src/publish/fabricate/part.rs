//! Parts: what is cut out in one go.

use super::contour::Contour;
use crate::picture::drawing::{Path, Point};

/// Something that is cut out.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// What it is called: the piece's name, and which part of it, or what else it is.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// How often it is needed.
    pub copies: u32,
    /// The ways of the beam: the outer one, then holes.
    pub contours: Vec<Contour>,
    /// Lines that are engraved.
    pub engraving: Path,
    /// A name that is engraved.
    pub label: Option<Label>,
    /// What it is cut from: parts of one stock share sheets.
    pub stock: String,
}

/// What a part is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// What stands around the board.
    Frame,
    /// The bottom of the tray.
    Base,
    /// What fills a hole of the board, to be glued on the base.
    Island,
    /// What covers the tray.
    Lid,
    /// What tells the kerf.
    Test,
    /// A piece, or a layer of one.
    Piece,
}

impl Kind {
    /// As in ids and JSON.
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
pub struct Label {
    /// Its middle.
    pub at: Point,
    /// The direction it runs in, of length 1.
    pub along: Point,
    /// What it says.
    pub text: String,
    /// The size of its letters in millimetres.
    pub size: f64,
}

impl Part {
    /// How it is told of in messages: `piece F`, `frame`.
    pub fn called(&self) -> String {
        match self.kind {
            Kind::Piece => format!("piece {}", self.name),
            Kind::Frame | Kind::Base | Kind::Island | Kind::Lid | Kind::Test => self.name.clone(),
        }
    }

    /// The least and the greatest coordinates of the beam's way.
    pub fn bounds(&self) -> (Point, Point) {
        let outer = self.contours.first().map(Contour::bounds);
        outer.unwrap_or((Point::default(), Point::default()))
    }

    /// The area within the beam's way in mm², holes left out.
    pub fn area(&self) -> f64 {
        self.contours.iter().map(Contour::area).sum()
    }

    /// The length of the beam's way in millimetres.
    pub fn cut_length(&self) -> f64 {
        self.contours.iter().map(Contour::length).sum()
    }

    /// The part turned right by the angle of this cosine and sine, then moved.
    #[must_use]
    pub fn placed(&self, (cosine, sine): (f64, f64), shift: Point) -> Self {
        let turn = |p| super::contour::turned(p, cosine, sine);
        let place = |p| turn(p).shifted(shift);
        Self {
            contours: self.contours.iter().map(|c| c.mapped(place)).collect(),
            engraving: self.engraving.mapped(place),
            label: self.label.as_ref().map(|label| Label {
                at: place(label.at),
                along: turn(label.along),
                ..label.clone()
            }),
            ..self.clone()
        }
    }
}
