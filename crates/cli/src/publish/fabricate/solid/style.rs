//! How pieces are to be printed.

use crate::publish::fabricate::error::FabricateError;
use crate::publish::fabricate::limits::LEAST_CLEARANCE;
use crate::publish::fabricate::style::Ends;

/// How pieces are to be printed; lengths in millimetres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PrintStyle {
    /// The edge of a cell, or the length of a stick.
    pub unit: f64,
    /// What stays free between two pieces side by side.
    pub clearance: f64,
    /// What cells become.
    pub shape: Shape,
    /// The thickness of flat pieces.
    pub thickness: f64,
    /// The radius of the upright corners of flat pieces that stick out.
    pub radius: f64,
    /// The width of sticks.
    pub stick_width: f64,
    /// How sticks end.
    pub ends: Ends,
    /// How deep the colours of cells are let into flat pieces.
    pub inlay: f64,
}

/// What cells become.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Shape {
    /// Cubes, prisms, bars, balls: what they are.
    Blocks,
    /// Balls joined by necks.
    Balls {
        /// The diameter of necks, in diameters of balls: more than 0, less than 1.
        neck: f64,
        /// How many steps of the surface a ball is wide.
        resolution: u32,
    },
}

impl Shape {
    /// Balls with necks half as wide.
    pub const BALLS: Self = Self::Balls {
        neck: 0.5,
        resolution: 16,
    };
}

impl Default for PrintStyle {
    /// Blocks of 20 mm, flat pieces a quarter as thick.
    fn default() -> Self {
        let unit = 20.0;
        Self {
            unit,
            clearance: 0.3,
            shape: Shape::Blocks,
            thickness: unit / 4.0,
            radius: 0.0,
            stick_width: unit / 5.0,
            ends: Ends::Round,
            inlay: 0.6,
        }
    }
}

/// The greatest clearance, in cells.
const MOST: f64 = 0.2;

impl PrintStyle {
    /// Checks that the lengths go together.
    ///
    /// # Errors
    ///
    /// [`FabricateError`] for the first one that does not.
    pub fn check(&self) -> Result<(), FabricateError> {
        if self.clearance < LEAST_CLEARANCE {
            return Err(FabricateError::Clearance {
                given: self.clearance,
            });
        }
        let unit = self.unit;
        for (what, given, limit) in [
            ("clearance", self.clearance, MOST * unit),
            ("corner radius", self.radius, unit / 2.0),
        ] {
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
