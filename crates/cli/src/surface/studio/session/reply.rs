//! What a session answers.

use serde::Serialize;

use crate::surface::studio::view::{PieceView, View};

/// What a page is answered.
#[derive(Debug, Clone, Serialize)]
pub struct Reply {
    /// What there is to see.
    pub view: View,
    /// The goal that is looked at.
    pub goal: Option<String>,
    /// Why what was asked was not done.
    pub refused: Option<String>,
    /// Whether another program has changed the file, so that it was not saved.
    pub is_conflict: bool,
    /// Whether there is something that is not in the file.
    pub is_unsaved: bool,
    /// Whether there is a file to save to.
    pub has_file: bool,
    /// The pieces of the set that was asked for.
    pub set: Option<Vec<PieceView>>,
}
