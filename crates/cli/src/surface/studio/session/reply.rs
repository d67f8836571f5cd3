//! The replies of a session.

use serde::Serialize;

use crate::surface::studio::gallery::Gallery;
use crate::surface::studio::goal_cells::GoalCells;
use crate::surface::studio::piece_sketch::PieceSketch;
use crate::surface::studio::view::{PieceView, View};

/// The session's reply to a request of a page: the current view, and what the request asked for.
#[derive(Debug, Clone, Serialize)]
pub struct Reply {
    /// The current view.
    pub view: View,
    /// The name of the goal that is shown; `None` for the file's own board.
    pub goal: Option<String>,
    /// The cells of the goal that is shown; `None` for the file's own board, or if the goal is on another lattice.
    pub goal_cells: Option<GoalCells>,
    /// Why the request was rejected.
    pub refused: Option<String>,
    /// Whether saving failed because another program has changed the file.
    pub is_conflict: bool,
    /// Whether there are unsaved changes.
    pub is_unsaved: bool,
    /// Whether there is a file to save to.
    pub has_file: bool,
    /// The file name of downloads, without the extension: that of the puzzle's file, or the title of the puzzle if
    /// there is no file.
    pub stem: String,
    /// The pieces of a set, if the request was for one.
    pub set: Option<Vec<PieceView>>,
    /// The sketch of a piece, if the request was for one.
    pub piece: Option<PieceSketch>,
    /// The gallery, if the request was for it.
    pub gallery: Option<&'static Gallery>,
}

/// The name of a download, made from a text: its words, reduced to letters, digits, `-`, `_` and `.`,
/// and joined by `-`. `puzzle` if nothing remains.
pub(super) fn stem_of(text: &str) -> String {
    let is_plain = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let words = text.split_whitespace();
    let words = words.map(|word| word.chars().filter(is_plain).collect::<String>());
    let words: Vec<String> = words.filter(|word| !word.is_empty()).collect();
    let stem: String = words.join("-").chars().take(100).collect();
    match stem.trim_matches('.') {
        "" => "puzzle".to_owned(),
        stem => stem.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::stem_of;

    #[test]
    fn downloads_have_plain_names() {
        for (text, stem) in [
            ("Summer  Tray", "Summer-Tray"),
            ("Scott's 8 × 8", "Scotts-8-8"),
            ("../etc/\"x\"", "etcx"),
            ("Würfel", "Wrfel"),
            (" … ", "puzzle"),
        ] {
            assert_eq!(stem_of(text), stem, "{text}");
        }
    }
}
