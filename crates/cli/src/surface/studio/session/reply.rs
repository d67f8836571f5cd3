//! The replies of a session.

use serde::Serialize;

use crate::surface::studio::piece_sketch::PieceSketch;
use crate::surface::studio::view::{PieceView, View};

/// The reply to a page.
#[derive(Debug, Clone, Serialize)]
pub struct Reply {
    /// The current view.
    pub view: View,
    /// The goal that is shown.
    pub goal: Option<String>,
    /// Why the request was rejected.
    pub refused: Option<String>,
    /// Whether saving failed because another program has changed the file.
    pub is_conflict: bool,
    /// Whether there are unsaved changes.
    pub is_unsaved: bool,
    /// Whether there is a file to save to.
    pub has_file: bool,
    /// The pieces of the requested set.
    pub set: Option<Vec<PieceView>>,
    /// The piece that is being drawn.
    pub piece: Option<PieceSketch>,
}
