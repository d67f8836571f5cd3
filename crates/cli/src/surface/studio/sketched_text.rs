//! A text, and what is drawn of the puzzle that it writes.

use std::sync::Arc;

use tilewright_geometry::Lattice;

use crate::puzzle::{Sketch, Source, sketch};

/// A puzzle's text with its name, and what could be read of it last.
#[derive(Debug, Clone)]
pub(super) struct SketchedText {
    name: String,
    text: Arc<str>,
    /// The lattice, board and pieces of the last text in which they could be read.
    sketch: Sketch,
    /// Whether they are those of this text.
    is_current: bool,
}

impl SketchedText {
    pub(super) fn new(name: &str, text: &str) -> Self {
        let mut sketched = Self {
            name: name.to_owned(),
            text: text.into(),
            sketch: Sketch {
                lattice: Lattice::Square,
                board: Some(Vec::new()),
                pieces: Some(Vec::new()),
                entries: Vec::new(),
            },
            is_current: false,
        };
        sketched.read();
        sketched
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The text with its name, for readers.
    pub(super) fn source(&self) -> Source {
        Source::new(self.name.clone(), &*self.text)
    }

    /// What could be read last, and whether it is what this text says.
    pub(super) fn sketch(&self) -> (&Sketch, bool) {
        (&self.sketch, self.is_current)
    }

    /// Puts another text in place of this one, and gives this one back.
    pub(super) fn replace(&mut self, text: Arc<str>) -> Arc<str> {
        let old = std::mem::replace(&mut self.text, text);
        self.read();
        old
    }

    fn read(&mut self) {
        let read = sketch(&self.source());
        self.is_current = read.is_some();
        if let Some(read) = read {
            self.sketch = read;
        }
    }
}

/// The text of a puzzle of which nothing is drawn yet.
pub(super) fn blank(lattice: Lattice) -> String {
    format!("(\n    lattice: {lattice:?},\n    board: Cells([]),\n    pieces: [],\n)\n")
}
