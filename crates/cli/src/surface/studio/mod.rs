//! Studio: a puzzle that is drawn while its answers are computed.
//!
//! ```text
//! page ─► Request ─► Session ─► Edit ─► Document (RON text, undo, redo)
//!   ▲                   │                   │
//!   ├── Reply, View ◄───┤ (cells, pieces, what is wrong)
//!   └── Answer ◄──── Inquiry, one after the other, until the next change
//! ```
//!
//! The RON text is the document: a stroke of the pen replaces the value of one field and leaves the
//! rest as it was written. What a page shows is computed from the text alone, so that a text typed
//! and a board drawn are the same. Nothing here knows threads, sockets or files but
//! [`files`], which keeps a document on the disk.

mod answer;
mod apply;
mod canvas;
mod design;
mod document;
mod download;
mod download_error;
mod edit;
mod fields;
#[cfg(not(target_family = "wasm"))]
pub mod files;
mod inquiry;
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
pub use design::{DesignForm, DesignSort};
pub use document::{Document, MAX_DOCUMENT_BYTES};
pub use download::{Download, DownloadedFile, Mining};
pub use download_error::DownloadError;
pub use edit::{Edit, Mark, Refusal};
pub use inquiry::{Ask, Inquiry};
pub use session::{Effect, Reply, Request, Session};
pub use snapshot::Snapshot;
pub use view::{PieceView, Problem, View};
