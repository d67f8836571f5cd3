//! Pictures: one model, many writers.
//!
//! ```text
//! Puzzle, placements ─► Artist ─► Scene (shapes with roles, in millimetres) ─► SVG, PNG, PDF, TikZ
//!            Frame, outlines, strokes, faces ◄─ the lattice's table
//! ```
//!
//! An [`Artist`] knows a puzzle's colours and labels and makes [`Scene`]s: the board, the pieces, a
//! solution, a heat map. A scene is a list of [`Element`]s with a role each (board, grid, piece,
//! label …) made of shapes: closed paths, strokes and lines of text, in millimetres, the y axis
//! down. It knows nothing of the format it will be written in; scenes can be moved and put into
//! one another, so sheets, booklets and heat maps are scenes of scenes.
//!
//! Outlines are exact: they are traced on integer corners ([`tilewright_geometry::Loop`]) and only
//! then put on the page by the lattice's basis. A new lattice draws itself by its table.

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
pub use beads::beads;
pub use catalogue::Catalogue;
pub use corner_view::{Block, CornerView};
pub use font::{Font, FontError, Fonts};
pub use frame::Frame;
pub use gallery::{gallery, polyforms};
pub use heat::{HeatMap, heat_color};
pub use line_breaks::Hyphenation;
pub use number::Millimetres;
pub use paper::{Area, MarginTooLarge, Margins, Paper, TooSmall};
pub use paragraph::Paragraph;
pub(crate) use path::mitre;
pub use path::{Path, Point, Segment};
pub use pattern::{Pattern, Texture, Tile};
pub use photo::{MAX_PHOTO_BYTES, MAX_PIXELS, Photo, PhotoError};
pub use region::{grid_lines, outline, places};
pub use scene::{
    Anchor, Element, Fill, Role, Scene, Shape, Stroke, Text, Turn, Weight, text_width,
};
pub use sheet::{Grid, Sheet};
pub use solid::{isometric, shade};
pub use sticks::{Strands, strands};
pub use style::{Coloring, Labelling, Style, View};

#[cfg(test)]
mod tests;
