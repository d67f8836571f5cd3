//! Options for cutting.

use super::error::FabricateError;
use super::lettering::Lettering;
use super::offset::Beam;

/// Options for cutting; lengths in millimetres.
#[derive(Debug, Clone, PartialEq)]
pub struct CutStyle {
    /// The edge of a cell, or the length of a stick.
    pub unit: f64,
    /// The gap between two adjacent pieces.
    pub clearance: f64,
    /// The width of the cutting beam, and the radii of the corners of parts.
    pub beam: Beam,
    /// The width of sticks, for pieces that are made of sticks.
    pub stick_width: f64,
    /// The shape of the ends of sticks.
    pub ends: Ends,
    /// The width of the tray's frame; `None` for no tray.
    pub frame: Option<f64>,
    /// The details to engrave.
    pub engraving: Vec<Engraving>,
    /// The form of engraved letters.
    pub lettering: Lettering,
    /// The width of finger notches in the frame; `None` for no notches.
    pub notch: Option<f64>,
    /// Whether to cut a lid for the tray.
    pub lid: bool,
    /// Whether pieces that are not flat are cut layer by layer, to be glued. Pieces of a tray with
    /// depth (`Tray::Projected`) always are.
    pub glue: bool,
    /// How parts are distributed over stocks.
    pub stocks: Stocks,
}

/// The distribution of parts over stocks, such as plywood of different colours or thicknesses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Stocks {
    /// All parts from one stock.
    #[default]
    One,
    /// Four stocks: frame with islands, base, lid, pieces.
    ByPart,
    /// As [`Self::ByPart`], with a separate stock for pieces of each colour.
    ByColor,
}

/// The shape of the ends of sticks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ends {
    /// The end is straight.
    Square,
    /// The end is a half circle.
    Round,
}

/// A detail to engrave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engraving {
    /// The names of the pieces.
    Names,
    /// The lines between cells.
    Cells,
}

impl Default for CutStyle {
    /// Cells of 20 mm, for plywood or acrylic; a tray with a frame of 12 mm; no engraving.
    fn default() -> Self {
        Self::of_unit(20.0)
    }
}

impl CutStyle {
    /// The default style for cells with edges of `unit` millimetres.
    pub fn of_unit(unit: f64) -> Self {
        Self {
            unit,
            clearance: 0.2,
            beam: Beam {
                kerf: 0.15,
                radius: 0.0,
                inner_radius: 0.0,
            },
            stick_width: unit / 5.0,
            ends: Ends::Round,
            frame: Some(12.0),
            engraving: Vec::new(),
            lettering: Lettering::Outlines,
            notch: None,
            lid: false,
            glue: false,
            stocks: Stocks::One,
        }
    }
}

/// The maximum kerf and the maximum clearance, relative to the edge of a cell. Within these limits,
/// the corners at the ends of an edge and on both sides of a gap stay apart.
const MOST: f64 = 0.2;

impl CutStyle {
    /// Half the gap between two adjacent pieces.
    pub fn inset(&self) -> f64 {
        self.clearance / 2.0
    }

    /// Whether `what` is among the details to engrave.
    pub fn engraves(&self, what: Engraving) -> bool {
        self.engraving.contains(&what)
    }

    /// Checks that the lengths are consistent.
    ///
    /// # Errors
    ///
    /// [`FabricateError::TooMuch`] for the first length that is too great.
    pub fn check(&self) -> Result<(), FabricateError> {
        let unit = self.unit;
        let lengths = [
            ("kerf", self.beam.kerf, MOST * unit),
            ("clearance", self.clearance, MOST * unit),
            ("corner radius", self.beam.radius, unit / 2.0),
            ("inner radius", self.beam.inner_radius, unit / 2.0),
        ];
        FabricateError::check(unit, &lengths)
    }
}
