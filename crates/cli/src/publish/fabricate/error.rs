//! Why a puzzle cannot be cut or printed.

use thiserror::Error;

use super::limits::{LEAST_CLEARANCE, MAX_PARTS, MAX_PRINTED_LENGTH, MAX_SHEETS};
use super::solid::prism::PrismError;
use crate::picture::drawing::Millimetres;

/// Why a puzzle cannot be cut from sheets, or printed in three dimensions.
#[derive(Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum FabricateError {
    /// A length is too great for the size of the cells.
    #[error(
        "a {what} of {} mm is too large for cells of {} mm: at most {} mm",
        Millimetres(*.given),
        Millimetres(*.unit),
        Millimetres(*.limit)
    )]
    TooMuch {
        /// What the length is called: `kerf`, `clearance`.
        what: &'static str,
        /// The length in millimetres.
        given: f64,
        /// The edge of a cell in millimetres.
        unit: f64,
        /// The maximum length, in millimetres.
        limit: f64,
    },
    /// The rounded corners at both ends of an edge are longer than the edge.
    #[error(
        "the {part}: the rounded corners at both ends use up an edge of {} mm; make their radii \
         smaller",
        Millimetres(*.edge)
    )]
    Corners {
        /// What the part is called: `piece X`, `lid`.
        part: String,
        /// The length of the edge in millimetres.
        edge: f64,
    },
    /// A piece of cubes is not flat, and gluing is not allowed.
    #[error(
        "the piece `{piece}` is not flat, so it cannot be cut from a sheet; --glue cuts it layer \
         by layer, `tilewright print` prints it as a solid"
    )]
    Solid {
        /// The piece's name.
        piece: String,
    },
    /// No edge is long enough for a finger notch.
    #[error(
        "no straight edge along a side of the opening has room for a notch of {} mm; make it \
         smaller",
        Millimetres(*.width)
    )]
    NoRoomForNotch {
        /// The width of the notch in millimetres.
        width: f64,
    },
    /// The board wraps around.
    #[error("a board that wraps around cannot be made flat")]
    Wraps,
    /// Pieces with coloured cells would not be printed flat, but only flat pieces can have inlays.
    #[error(
        "colours of cells can be inlaid in flat pieces only, but the pieces of this puzzle are \
         not printed flat"
    )]
    ColoredCells,
    /// Inlays on both sides of a piece would meet in its middle.
    #[error(
        "inlays {} mm deep on both sides use up a piece {} mm thick; make them shallower",
        Millimetres(*.depth),
        Millimetres(*.thickness)
    )]
    InlaysTooDeep {
        /// The depth of each inlay in millimetres.
        depth: f64,
        /// The thickness of the piece in millimetres.
        thickness: f64,
    },
    /// A piece is not connected.
    #[error("the piece `{piece}` would fall apart: its cells are not connected")]
    Apart {
        /// The piece's name.
        piece: String,
    },
    /// Balls cannot be cut from a sheet.
    #[error("{cells} cannot be cut from a sheet; `tilewright print` prints them")]
    Round {
        /// The plural name of the cells.
        cells: &'static str,
    },
    /// On this lattice more than four sticks can meet at a vertex, which leaves no room for bars.
    #[error(
        "more than four {sticks} may meet at a point, which leaves no room for pieces made of bars"
    )]
    Crowded {
        /// The plural name of the sticks.
        sticks: &'static str,
    },
    /// A part is larger than the sheet, or a piece larger than the printer's bed.
    #[error(
        "the {part} is {width:.1} × {height:.1} mm: it does not fit on {} × {} mm with {} mm free \
         along the edges",
        Millimetres(.sheet.0),
        Millimetres(.sheet.1),
        Millimetres(*.gap)
    )]
    TooLarge {
        /// What the part is called: `piece X`, `lid`.
        part: String,
        /// The width of the part in millimetres, in the orientation drawn.
        width: f64,
        /// The height of the part in millimetres, in the orientation drawn.
        height: f64,
        /// The width and height of the sheet in millimetres.
        sheet: (f64, f64),
        /// The free margin along the edges of the sheet in millimetres.
        gap: f64,
    },
    /// A printed part exceeds the range of mesh coordinates.
    #[error("the {part} is {length:.1} mm long; at most {MAX_PRINTED_LENGTH} mm can be printed")]
    TooLong {
        /// What the part is called in messages.
        part: String,
        /// The length of the part in millimetres.
        length: f64,
    },
    /// The clearance is below the minimum, so cells that touch only in an edge would be joined.
    #[error(
        "a clearance of {} mm is too small: at least {LEAST_CLEARANCE} mm, or parts that touch \
         along an edge are joined",
        Millimetres(*.given)
    )]
    Clearance {
        /// The clearance in millimetres.
        given: f64,
    },
    /// Sticks cannot be printed as balls.
    #[error("sticks cannot be balls; print them as blocks")]
    NoBalls,
    /// The resolution is so fine that the grid of a surface has more than `MAX_CUBES` small cubes.
    #[error("{resolution} steps per ball are too fine for all the pieces; use fewer")]
    TooFine {
        /// The resolution: the number of grid steps per diameter of a ball.
        resolution: u32,
    },
    /// The outline of a flat piece cannot be extruded.
    #[error("the outline of the {part} {error}")]
    Prism {
        /// What messages call the part, such as `piece F`.
        part: String,
        /// What is wrong with the outline, as the end of the message.
        error: PrismError,
    },
    /// Letters would cut through the floor of a tray.
    #[error(
        "letters {} mm deep cut through a floor of {} mm; make them shallower",
        Millimetres(*.depth),
        Millimetres(*.floor)
    )]
    LettersTooDeep {
        /// The depth of the letters in millimetres.
        depth: f64,
        /// The thickness of the floor in millimetres.
        floor: f64,
    },
    /// The labels of cells cannot be sunk into a tray: their letters overlap or have too many corners.
    #[error(
        "the labels of cells overlap each other or the walls of the tray, or have too many \
         corners; a depth of 0 leaves them out"
    )]
    Letters,
    /// There are more than `MAX_PARTS` parts.
    #[error("there are more than {MAX_PARTS} parts, the limit")]
    TooManyParts,
    /// The parts need more than `MAX_SHEETS` sheets or beds.
    #[error("the parts need more than {MAX_SHEETS} sheets or beds, the limit; use larger ones")]
    TooManySheets,
}

impl FabricateError {
    /// Checks lengths for cells with edges of `unit`: each has a name, its value and its maximum.
    pub(super) fn check(unit: f64, lengths: &[(&'static str, f64, f64)]) -> Result<(), Self> {
        let too_much = lengths.iter().find(|(_, given, limit)| given > limit);
        too_much.map_or(Ok(()), |&(what, given, limit)| {
            Err(Self::TooMuch {
                what,
                given,
                unit,
                limit,
            })
        })
    }
}
