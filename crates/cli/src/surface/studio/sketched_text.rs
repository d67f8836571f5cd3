//! A text, and what is drawn of the puzzle that it writes.

use std::sync::{Arc, OnceLock};

use tilewright_geometry::Lattice;

use crate::puzzle::{Diagnostic, PuzzleFile, Sketch, Source, load, sketch};

/// What a text is read as.
pub(super) type ReadPuzzle = Result<Arc<PuzzleFile>, Box<Diagnostic>>;

/// A puzzle's text with its name, and what could be read of it last. It never changes, and is read once.
#[derive(Debug, Clone)]
pub(super) struct SketchedText {
    name: Arc<str>,
    text: Arc<str>,
    /// The lattice, board and pieces of the last text in which they could be read.
    sketch: Arc<Sketch>,
    /// Whether they are those of this text.
    is_current: bool,
    /// The whole puzzle, once it was asked for.
    puzzle: OnceLock<ReadPuzzle>,
}

impl SketchedText {
    pub(super) fn new(name: &str, text: &str) -> Self {
        let nothing = Sketch {
            lattice: Lattice::Square,
            board: Some(Vec::new()),
            pieces: Some(Vec::new()),
            entries: Vec::new(),
        };
        Self::read(name.into(), text.into(), || Arc::new(nothing))
    }

    /// Another text after this one.
    pub(super) fn followed_by(&self, text: Arc<str>) -> Self {
        Self::read(Arc::clone(&self.name), text, || Arc::clone(&self.sketch))
    }

    fn read(name: Arc<str>, text: Arc<str>, last: impl FnOnce() -> Arc<Sketch>) -> Self {
        let read = sketch(&Source::new(&*name, &*text));
        Self {
            name,
            text,
            is_current: read.is_some(),
            sketch: read.map_or_else(last, Arc::new),
            puzzle: OnceLock::new(),
        }
    }

    pub(super) fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// The text with its name, for readers.
    pub(super) fn source(&self) -> Source {
        Source::new(&*self.name, &*self.text)
    }

    /// What could be read last, and whether it is what this text says.
    pub(super) fn sketch(&self) -> (&Sketch, bool) {
        (&self.sketch, self.is_current)
    }

    /// The puzzle, or what is wrong with the text.
    ///
    /// Cost: that of [`load`] when it is asked first.
    pub(super) fn puzzle(&self) -> &ReadPuzzle {
        let read = || load(&self.source()).map(Arc::new);
        self.puzzle.get_or_init(read)
    }
}

/// The text of a puzzle of which nothing is drawn yet.
pub(super) fn blank(lattice: Lattice) -> String {
    format!("(\n    lattice: {lattice:?},\n    board: Cells([]),\n    pieces: [],\n)\n")
}
