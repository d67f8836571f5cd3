//! Why something cannot be made.

use thiserror::Error;

use super::limits::{LEAST_CLEARANCE, MAX_PARTS, MAX_PRINTED_LENGTH, MAX_SHEETS};
use super::solid::prism::PrismError;
use crate::picture::drawing::Millimetres;

/// Why something cannot be made.
#[derive(Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum FabricateError {
    /// A length does not go with the size of the cells.
    #[error(
        "a {what} of {} mm is too much for cells of {} mm: at most {} mm",
        Millimetres(*.given),
        Millimetres(*.unit),
        Millimetres(*.limit)
    )]
    TooMuch {
        /// What it is the length of.
        what: &'static str,
        /// The length in millimetres.
        given: f64,
        /// The edge of a cell.
        unit: f64,
        /// The greatest length that goes.
        limit: f64,
    },
    /// Corners come too near to each other.
    #[error(
        "the {part}: the corners at both ends of an edge of {} mm leave nothing of it; make their \
         radii smaller",
        Millimetres(*.edge)
    )]
    Corners {
        /// The part.
        part: String,
        /// The length of the edge in millimetres.
        edge: f64,
    },
    /// A piece of cubes is not flat.
    #[error(
        "the piece `{piece}` is not flat: no sheet holds it; --glue cuts it layer by layer, `tilewright print` makes it as a solid"
    )]
    Solid {
        /// The piece.
        piece: String,
    },
    /// No edge is long enough for a finger notch.
    #[error(
        "no straight edge along a side of the opening has room for a notch of {} mm; take a smaller one",
        Millimetres(*.width)
    )]
    NoRoomForNotch {
        /// The width of the notch.
        width: f64,
    },
    /// The board wraps around.
    #[error("what is made is flat, and this board wraps around")]
    Wraps,
    /// Cells of pieces that are not flat have colours.
    #[error(
        "colours of cells are let into flat pieces, and those of this puzzle are not printed flat"
    )]
    ColoredCells,
    /// Inlays on both sides of a piece would meet.
    #[error(
        "inlays {} mm deep on both sides leave nothing of a piece of {} mm",
        Millimetres(*.depth),
        Millimetres(*.thickness)
    )]
    InlaysTooDeep {
        /// How deep they are.
        depth: f64,
        /// The thickness of the piece.
        thickness: f64,
    },
    /// A piece does not hang together.
    #[error("the piece `{piece}` would fall apart: its cells are not connected")]
    Apart {
        /// The piece.
        piece: String,
    },
    /// Cells are balls.
    #[error("no sheet holds {cells}; `tilewright print` makes them")]
    Round {
        /// What the cells are called.
        cells: &'static str,
    },
    /// Too many sticks meet in a point.
    #[error(
        "more than four {sticks} may meet in a point, and that leaves no room for pieces that are bars"
    )]
    Crowded {
        /// What the sticks are called.
        sticks: &'static str,
    },
    /// A part is larger than the sheet, or a piece than the printer's bed.
    #[error(
        "the {part} is {width:.1} × {height:.1} mm: it does not fit on {} × {} mm with {} mm free \
         along the edges",
        Millimetres(.sheet.0),
        Millimetres(.sheet.1),
        Millimetres(*.gap)
    )]
    TooLarge {
        /// The part.
        part: String,
        /// Its width in millimetres, as it was drawn.
        width: f64,
        /// Its height.
        height: f64,
        /// Width and height of the sheet.
        sheet: (f64, f64),
        /// What stays free along the edges.
        gap: f64,
    },
    /// What is printed is longer than the coordinates of a mesh reach.
    #[error(
        "the {part} is {length:.1} mm long, and at most {MAX_PRINTED_LENGTH} mm can be printed"
    )]
    TooLong {
        /// The part.
        part: String,
        /// Its length in millimetres.
        length: f64,
    },
    /// Pieces would hang together.
    #[error(
        "a clearance of {} mm is too little: at least {LEAST_CLEARANCE} mm, or what touches in an edge \
         hangs together",
        Millimetres(*.given)
    )]
    Clearance {
        /// The clearance in millimetres.
        given: f64,
    },
    /// Sticks have no room for balls.
    #[error("sticks cannot be balls; print them as blocks")]
    NoBalls,
    /// There are too many steps.
    #[error("{resolution} steps a ball are too fine for all the pieces; take fewer")]
    TooFine {
        /// How many steps a ball is wide.
        resolution: u32,
    },
    /// A flat piece cannot be raised.
    #[error("the outline of the {part} {error}")]
    Prism {
        /// The part.
        part: String,
        /// Why not.
        error: PrismError,
    },
    /// Letters would go through the floor of a tray.
    #[error(
        "letters {} mm deep leave nothing of a floor of {} mm",
        Millimetres(*.depth),
        Millimetres(*.floor)
    )]
    LettersTooDeep {
        /// How deep they are.
        depth: f64,
        /// The thickness of the floor.
        floor: f64,
    },
    /// What is written on cells cannot be sunk into a tray.
    #[error(
        "what is written on cells runs into itself or into the walls of the tray, or has too many corners; a \
         depth of 0 leaves it out"
    )]
    Letters,
    /// There are too many parts.
    #[error("there are more than {MAX_PARTS} parts, the limit")]
    TooManyParts,
    /// They need too many sheets.
    #[error("all this needs more than {MAX_SHEETS} sheets or beds, the limit; take larger ones")]
    TooManySheets,
}
