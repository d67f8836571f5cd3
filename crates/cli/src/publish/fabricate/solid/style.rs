use crate::publish::fabricate::error::FabricateError;
use crate::publish::fabricate::limits::LEAST_CLEARANCE;
use crate::publish::fabricate::style::Ends;

/// The dimensions and shape of printed pieces; lengths in millimetres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PrintStyle {
    /// The edge of a cell, or the length of a stick.
    pub unit: f64,
    /// The gap between two adjacent pieces.
    pub clearance: f64,
    /// The form of the printed cells.
    pub shape: CellForm,
    /// The thickness of flat pieces.
    pub thickness: f64,
    /// The radius of the convex vertical corners of flat pieces.
    pub radius: f64,
    /// The width of sticks, for pieces that are made of sticks.
    pub stick_width: f64,
    /// The shape of the ends of sticks.
    pub ends: Ends,
    /// The depth of inlays for coloured cells of flat pieces.
    pub inlay: f64,
}

/// The shape of printed cells.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum CellForm {
    /// The natural shape of the lattice's cells: cubes, prisms, bars, balls.
    Blocks,
    /// Balls joined by necks.
    Balls {
        /// The diameter of necks relative to that of balls, between 0 and 1.
        neck: f64,
        /// The resolution of the surface: the number of grid steps per diameter of a ball.
        resolution: u32,
    },
}

impl CellForm {
    /// Balls with necks half as wide as the balls, and 16 steps per diameter.
    pub const BALLS: Self = Self::Balls {
        neck: 0.5,
        resolution: 16,
    };
}

impl Default for PrintStyle {
    /// Blocks with edges of 20 mm; flat pieces are 5 mm thick.
    fn default() -> Self {
        Self::of_unit(20.0)
    }
}

impl PrintStyle {
    /// The default style for cells with edges of `unit` millimetres; flat pieces are a quarter as
    /// thick.
    pub fn of_unit(unit: f64) -> Self {
        Self {
            unit,
            clearance: 0.3,
            shape: CellForm::Blocks,
            thickness: unit / 4.0,
            radius: 0.0,
            stick_width: unit / 5.0,
            ends: Ends::Round,
            inlay: 0.6,
        }
    }
}

/// The maximum clearance, relative to the edge of a cell.
const MOST: f64 = 0.2;

impl PrintStyle {
    /// Checks that the lengths are consistent.
    ///
    /// # Errors
    ///
    /// [`FabricateError`] for the first length out of range.
    pub fn check(&self) -> Result<(), FabricateError> {
        if self.clearance < LEAST_CLEARANCE {
            return Err(FabricateError::Clearance {
                given: self.clearance,
            });
        }
        let unit = self.unit;
        let lengths = [
            ("clearance", self.clearance, MOST * unit),
            ("corner radius", self.radius, unit / 2.0),
        ];
        FabricateError::check(unit, &lengths)
    }
}
