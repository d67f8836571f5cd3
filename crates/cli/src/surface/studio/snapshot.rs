//! What there is of a session at one moment.

use std::path::Path;
use std::sync::Arc;

use super::document::Document;
use super::inquiry::looked_at;
use super::session::Reply;
use super::view::View;
use crate::puzzle::PuzzleFile;

/// What there is of a session: it can be seen, and files made of it, while the session reads what comes next.
#[derive(Debug, Clone)]
pub struct Snapshot {
    reply: Reply,
    file: Option<Arc<PuzzleFile>>,
    /// The name of the puzzle's file.
    name: Arc<str>,
}

impl Snapshot {
    pub(super) fn new(reply: Reply, file: Option<Arc<PuzzleFile>>, name: &str) -> Self {
        let name = name.into();
        Self { reply, file, name }
    }

    /// What a page is answered that asks what there is to see.
    pub fn reply(&self) -> &Reply {
        &self.reply
    }

    /// The goal that is looked at.
    pub fn goal(&self) -> Option<&str> {
        self.reply.goal.as_deref()
    }

    /// The puzzle, or the goal that is looked at, for [`Download::make`](super::Download::make); none if it cannot be read.
    pub fn puzzle_file(&self) -> Option<PuzzleFile> {
        looked_at(self.file.as_ref()?, self.goal()).ok()
    }

    /// The name of the file without its ending, of letters, digits, `-`, `_` and `.` alone; `puzzle` if nothing is left.
    pub fn stem(&self) -> String {
        let stem = Path::new(&*self.name).file_stem().unwrap_or_default();
        let stem = stem.to_string_lossy();
        let is_plain = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        let stem: String = stem.chars().filter(is_plain).take(100).collect();
        if stem.is_empty() {
            "puzzle".to_owned()
        } else {
            stem
        }
    }

    /// The reply with the pieces of a set on the lattice that is drawn on, to pick from. `set` is as files write it:
    /// `Polyominoes(5)`.
    ///
    /// Cost: that of reading the set; over a second for the 4,655 decominoes.
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
}
