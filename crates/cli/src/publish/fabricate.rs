//! To make it real: puzzles for laser cutters and printers in three dimensions.
//!
//! ```text
//! Puzzle ─► piece_parts, tray_parts ─► Part (contours) ─► nest ─► Cuttings ─► SVG, DXF
//!               loops and sticks of geometry, offset by the beam
//! ```
//!
//! A [`Part`] is what is cut out in one go: a piece, the frame around the board, the base below it,
//! an island. Its [`Contour`]s are the ways of the middle of the beam, straight and in arcs, in
//! millimetres, the y axis down. They begin as exact outlines ([`tilewright_geometry::Loop`]) and
//! are only then given a size. [`cut`] makes the parts of a puzzle and lays them on sheets.
//!
//! [`solids`] makes closed [`Mesh`]es of the pieces, [`plates`] stands them on a printer's bed, [`stl`]
//! and [`threemf`] write them.

mod bars;
mod contour;
mod cuttings;
mod dxf;
mod error;
mod glue;
mod kerf_test;
mod lettering;
mod lid;
mod limits;
mod nest;
mod notch;
mod offset;
mod part;
mod pieces;
mod solid;
mod stock;
mod style;
mod svg;
mod tray;

pub use bars::Bars;
pub use contour::{Contour, Corner, Node};
pub use cuttings::{Cuttings, cut, lay};
pub use dxf::dxf;
pub use error::FabricateError;
pub use glue::{GluedPiece, glued_pieces};
pub use kerf_test::{KERF_STEP, KERF_STEPS, kerf_test};
pub use lettering::{Lettering, lettered};
pub use limits::{LEAST_CLEARANCE, MAX_PARTS, MAX_PRINTED_LENGTH, MAX_SHEETS};
pub use nest::{PlacedPart, Sheet, Turns, nest};
pub use offset::{Beam, offset};
pub use part::{Kind, Label, Part};
pub use pieces::piece_parts;
pub use solid::{
    Balls, ColoredMesh, GRAIN, Inlay, MAX_COORDINATE, MAX_CORNERS, MAX_CUBES, Mesh, Object, Place,
    Placing, Plate, PrintStyle, PrismError, Shape, Solid, TraySize, blocks, plate_objects, plates,
    printed_tray, prism, solids, stl, threemf,
};
pub use stock::copies_needed;
pub use style::{CutStyle, Ends, Engraving, Stocks};
pub use svg::svg;
pub use tray::tray_parts;

#[cfg(test)]
mod tests;
