//! Making puzzles: files for laser cutters and 3-D printers.
//!
//! ```text
//! Puzzle ─► piece_parts, tray_parts ─► CutPart (contours) ─► nest ─► Cuttings ─► SVG, DXF
//!               loops and sticks of geometry, offset by the beam
//! ```
//!
//! A `CutPart` is one piece of material to be cut: a piece of the puzzle, the frame around the board, the base
//! below it, or an island that fills a hole of the board. Its `Contour`s are the paths of the beam's centre,
//! made of straight lines and arcs, in millimetres, with the y axis pointing down. They are computed from
//! exact outlines ([`tilewright_geometry::Loop`]). [`cut`] makes the parts of a puzzle and nests them on sheets.
//!
//! [`solids`] makes closed [`Mesh`]es of the pieces, [`plates`] arranges them on printer beds, and [`stl`] and
//! [`threemf`] write files.

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

pub use cuttings::{Cuttings, cut, lay};
pub use dxf::dxf;
pub use error::FabricateError;
pub(crate) use glue::{GluedPiece, glued_pieces};
pub(crate) use kerf_test::kerf_test;
pub(crate) use lettering::Lettering;
pub(crate) use nest::{MaterialSheet, PartTurns};
pub(crate) use offset::Beam;
pub(crate) use part::{CutPart, PartKind};
pub use solid::{
    Balls, CellForm, ColoredMesh, GRAIN, Inlay, MAX_COORDINATE, MAX_CORNERS, MAX_CUBES, Mesh,
    MeshPoint, Object, Placing, Plate, PrintStyle, PrismError, Solid, TraySize, blocks,
    plate_objects, plates, printed_tray, prism, solids, stl, threemf,
};
pub use style::{CutStyle, Ends, Engraving, Stocks};
pub use svg::svg;

#[cfg(test)]
mod tests;
