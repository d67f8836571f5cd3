//! Studio: a puzzle that is drawn while answers about it are computed.
//!
//! ```text
//! page ─► Request ─► Session ─► Edit ─► Document (RON text, undo, redo)
//!   ▲                   │                   │
//!   ├── Reply, View ◄───┤ (cells, pieces, what is wrong)
//!   └── Answer ◄──── Inquiry, one after the other, until the next change
//! ```
//!
//! The RON text is the document: a pen stroke replaces the value of one field and leaves the rest as
//! written. A page shows only what is computed from the text, so typing and drawing are equivalent. Nothing
//! here uses threads, sockets or files, except for [`files`], which stores a document on disk.

mod answer;
mod apply;
mod canvas;
mod cards;
mod cell_lists;
mod design;
mod document;
mod download;
mod download_error;
mod drawn_pieces;
mod edit;
mod fields;
#[cfg(not(target_family = "wasm"))]
pub mod files;
mod gallery;
mod goal_cells;
mod inquiry;
mod mined_set;
mod mining;
mod parts;
mod piece_sketch;
mod room;
mod session;
mod sketched_text;
mod snapshot;
#[cfg(test)]
mod tests;
mod view;
#[cfg(all(feature = "studio-wasm", target_family = "wasm"))]
mod wasm;

pub use answer::{Answer, AnswerKind, LaidPiece, PieceHeat};
pub use canvas::Canvas;
pub use cards::{CardsFile, CardsForm};
pub use design::{DesignForm, DesignScope, DesignSort};
pub use document::{Document, MAX_DOCUMENT_BYTES};
pub use download::{Download, DownloadedFile};
pub use download_error::DownloadError;
pub use edit::{CellLabel, Edit, FURTHER_FIELDS, GoalFieldName, Mark, Refusal};
pub use gallery::{Gallery, GalleryCard};
pub use goal_cells::GoalCells;
pub use inquiry::{Ask, Inquiry};
pub use mining::{LevelCurve, Mining};
pub use parts::{CutForm, PrintForm};
pub use piece_sketch::PieceSketch;
pub use room::Room;
pub use session::{Effect, Reply, Request, Session};
pub use snapshot::Snapshot;
pub use view::{GoalView, PieceView, Problem, View};
