//! Pictures: one model, many writers.
//!
//! ```text
//! Puzzle, placements ─► Artist ─► Scene (shapes with roles, in millimetres) ─► SVG, PNG, PDF, TikZ
//!            Frame, outlines, strokes, faces ◄─ the lattice's table
//! ```
//!
//! An [`Artist`] has a puzzle's colours and labels and makes [`Scene`]s: the board, the pieces, a
//! solution, a heat map. A scene is a list of [`Element`]s. Each element has a role (board, grid,
//! piece, label …) and shapes: closed paths, strokes and lines of text, in millimetres, with the y
//! axis pointing down. A scene does not depend on the output format. Scenes can be moved, and
//! inserted into other scenes such as sheets and pages of booklets.
//!
//! Outlines are exact: they are traced on integer corners ([`tilewright_geometry::Loop`]) before
//! the lattice's basis maps them to the page. To be drawn, a new lattice needs only its table.

mod artist;
mod beads;
mod catalogue;
mod corner_view;
mod describe;
mod font;
mod frame;
mod gallery;
mod heat;
mod line_breaks;
mod look;
mod number;
mod paper;
#[cfg(test)]
mod paragraph;
mod part;
mod path;
mod pattern;
pub mod pdf;
mod photo;
pub mod png;
mod region;
mod scene;
mod sheet;
mod solid;
mod spheres;
mod sticks;
mod style;
pub mod svg;
mod text_line;
pub mod tikz;

pub(crate) use artist::cell_label_size;
pub use artist::{Artist, LabelAnchor, spots};
pub(crate) use beads::beads;
pub(crate) use catalogue::Catalogue;
pub(crate) use font::{FontError, Fonts};
pub(crate) use frame::Frame;
pub use gallery::{gallery, polyforms};
pub use heat::{HeatMap, heat_color};
pub(crate) use line_breaks::Hyphenation;
pub(crate) use number::Millimetres;
pub use paper::{Area, MarginTooLarge, Margins, Paper, TooSmall};
#[cfg(test)]
pub(crate) use paragraph::Paragraph;
pub(crate) use path::mitre;
pub(crate) use path::{Path, Point, Segment};
pub(crate) use photo::{MAX_PHOTO_BYTES, Photo};
pub(crate) use region::{grid_lines, outline, places};
pub use scene::{
    Anchor, Element, Fill, FontWeight, Role, Scene, Shape, Stroke, Text, TextTurn, text_width,
};
pub(crate) use sheet::{Grid, Sheet};
pub(crate) use solid::shade;
pub(crate) use sticks::{Strands, strands};
pub use style::{Coloring, Labelling, SolidView, Style};

#[cfg(test)]
mod tests;
