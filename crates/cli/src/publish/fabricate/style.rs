//! How parts are to be cut.

use super::error::FabricateError;
use super::lettering::Lettering;
use super::offset::Beam;

/// How parts are to be cut; lengths in millimetres.
#[derive(Debug, Clone, PartialEq)]
pub struct CutStyle {
    /// The edge of a cell, or the length of a stick.
    pub unit: f64,
    /// What stays free between two pieces side by side.
    pub clearance: f64,
    /// How the beam runs.
    pub beam: Beam,
    /// The width of sticks.
    pub stick_width: f64,
    /// How sticks end.
    pub ends: Ends,
    /// The width of the tray's frame; none if there is to be no tray.
    pub frame: Option<f64>,
    /// What is engraved.
    pub engraving: Vec<Engraving>,
    /// How letters are engraved.
    pub lettering: Lettering,
    /// The width of finger notches in the frame; none if there are to be none.
    pub notch: Option<f64>,
    /// Whether there is a lid.
    pub lid: bool,
    /// Whether pieces that are not flat are cut layer by layer, to be glued, outside of trays with depth too.
    pub glue: bool,
    /// What is cut from stocks of its own.
    pub stocks: Stocks,
}

/// What is cut from one stock, and what from another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Stocks {
    /// Everything from one.
    #[default]
    One,
    /// The frame with its islands, the base, the lid and the pieces each from one of their own.
    ByPart,
    /// The same, and pieces of each colour.
    ByColor,
}

/// How sticks end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ends {
    /// In a straight edge.
    Square,
    /// In half a circle.
    Round,
}

/// What is engraved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engraving {
    /// The names of the pieces.
    Names,
    /// The lines between cells.
    Cells,
}

impl Default for CutStyle {
    /// Cells of 20 mm in sheets of plywood or acrylic, a tray with a frame of 12 mm, nothing
    /// engraved.
    fn default() -> Self {
        let unit = 20.0;
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

/// The greatest kerf and clearance, in cells: two corners at the ends of an edge, or on the two
/// sides of a gap, stay apart.
const MOST: f64 = 0.2;

impl CutStyle {
    /// Half of what stays free between two pieces side by side.
    pub fn inset(&self) -> f64 {
        self.clearance / 2.0
    }

    /// Whether something is engraved.
    pub fn engraves(&self, what: Engraving) -> bool {
        self.engraving.contains(&what)
    }

    /// Checks that the lengths go together.
    ///
    /// # Errors
    ///
    /// [`FabricateError::TooMuch`] for the first one that is too great.
    pub fn check(&self) -> Result<(), FabricateError> {
        let unit = self.unit;
        let lengths = [
            ("kerf", self.beam.kerf, MOST * unit),
            ("clearance", self.clearance, MOST * unit),
            ("corner radius", self.beam.radius, unit / 2.0),
            ("inner radius", self.beam.inner_radius, unit / 2.0),
        ];
        for (what, given, limit) in lengths {
            if given > limit {
                return Err(FabricateError::TooMuch {
                    what,
                    given,
                    unit,
                    limit,
                });
            }
        }
        Ok(())
    }
}
