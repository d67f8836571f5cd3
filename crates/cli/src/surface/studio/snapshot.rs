//! The state of a session at one time.

use std::sync::Arc;

use super::document::Document;
use super::download::Download;
use super::gallery::Gallery;
use super::inquiry::looked_at;
use super::session::Reply;
use super::view::View;
use crate::puzzle::PuzzleFile;

/// The state of a session: it can be shown, and made into files, while the session handles further
/// requests.
#[derive(Debug, Clone)]
pub struct Snapshot {
    reply: Reply,
    file: Option<Arc<PuzzleFile>>,
}

impl Snapshot {
    pub(super) fn new(reply: Reply, file: Option<Arc<PuzzleFile>>) -> Self {
        Self { reply, file }
    }

    /// The reply to a page that requests the view.
    pub fn reply(&self) -> &Reply {
        &self.reply
    }

    /// The name of the goal that is shown; `None` for the file's own board.
    pub fn goal(&self) -> Option<&str> {
        self.reply.goal.as_deref()
    }

    /// What a download is made from: the puzzle or goal that is shown, or the whole file. `None` if the text has
    /// an error.
    pub fn puzzle_file(&self, wanted: &Download) -> Option<PuzzleFile> {
        let goal = self.goal().filter(|_| !wanted.is_of_all_goals());
        looked_at(self.file.as_ref()?, goal).ok()
    }

    /// The file name of downloads, without the extension.
    pub fn stem(&self) -> &str {
        &self.reply.stem
    }

    /// The reply with the pieces of a set on the current lattice, to choose from. `set` is written as in
    /// files: `Polyominoes(5)`.
    ///
    /// Cost: that of reading the set, which takes over a second for the 4,655 decominoes.
    pub fn with_set(&self, set: &str) -> Reply {
        let lattice = self.reply.view.lattice;
        let text = format!("(lattice: {lattice}, pieces: [Set(of: {set})])");
        let (view, _) = View::of(&Document::new("set", &text));
        let is_there = !view.pieces.is_empty();
        let refused = || format!("there is no set {set}, or it is too large");
        Reply {
            refused: (!is_there).then(refused),
            set: is_there.then_some(view.pieces),
            ..self.reply.clone()
        }
    }

    /// The reply with the gallery.
    ///
    /// Cost: that of [`Gallery::get`].
    pub fn with_gallery(&self) -> Reply {
        Reply {
            gallery: Some(Gallery::get()),
            ..self.reply.clone()
        }
    }
}
