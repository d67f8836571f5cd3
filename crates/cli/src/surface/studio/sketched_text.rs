//! The text of a puzzle file, with the lattice, the board and the pieces that were read from it.

use std::sync::{Arc, OnceLock};

use tilewright_dlx::StopFlag;
use tilewright_geometry::Lattice;

use crate::puzzle::{Diagnostic, PuzzleFile, Sketch, Source, lattice_to_ron, load, sketch};

/// The result of parsing a text.
pub(super) type ReadPuzzle = Result<Arc<PuzzleFile>, Box<Diagnostic>>;

/// A puzzle's text with its name and the last readable sketch. It is immutable and parsed once.
#[derive(Debug, Clone)]
pub(super) struct SketchedText {
    name: Arc<str>,
    text: Arc<str>,
    /// The lattice, board and pieces of the last text in which they were readable.
    sketch: Arc<Sketch>,
    /// Whether the sketch belongs to this text.
    is_current: bool,
    /// The whole puzzle, parsed on first use.
    puzzle: OnceLock<ReadPuzzle>,
}

impl SketchedText {
    pub(super) fn new(name: &str, text: &str) -> Self {
        let nothing = Sketch {
            lattice: Lattice::Square,
            board: Some(Vec::new()),
            pieces: Some(Vec::new()),
            entries: Vec::new(),
            labels: Some(Vec::new()),
            goals: Some(Vec::new()),
            layers: 0,
            colored: Vec::new(),
        };
        let source = Source::new(name, text);
        Self::read((name.into(), text.into()), &source, || Arc::new(nothing))
    }

    /// The text that replaces this one, parsed; `None` if the flag is set before parsing has ended.
    pub(super) fn followed_by(&self, text: Arc<str>, stop: &StopFlag) -> Option<Self> {
        let source = Source::new(&*self.name, &*text).until(stop);
        let name = Arc::clone(&self.name);
        let new = Self::read((name, text), &source, || Arc::clone(&self.sketch));
        if !stop.is_set() {
            new.puzzle.get_or_init(|| load(&source).map(Arc::new));
        }
        // If the flag is set, parsing may have been interrupted, and its result would be wrong.
        (!stop.is_set()).then_some(new)
    }

    fn read(
        (name, text): (Arc<str>, Arc<str>),
        source: &Source,
        last: impl FnOnce() -> Arc<Sketch>,
    ) -> Self {
        let read = sketch(source);
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

    /// The text with the name of its file, as input for the parsers.
    pub(super) fn source(&self) -> Source {
        Source::new(&*self.name, &*self.text)
    }

    /// The last readable sketch, and whether it belongs to this text.
    pub(super) fn sketch(&self) -> (&Sketch, bool) {
        (&self.sketch, self.is_current)
    }

    /// The puzzle, or what is wrong with the text.
    ///
    /// Cost: that of [`load`], on the first call only.
    pub(super) fn puzzle(&self) -> &ReadPuzzle {
        let read = || load(&self.source()).map(Arc::new);
        self.puzzle.get_or_init(read)
    }
}

/// The text of an empty puzzle.
pub(super) fn blank(lattice: Lattice) -> String {
    let lattice = lattice_to_ron(lattice);
    format!("(\n    lattice: {lattice},\n    board: Cells([]),\n    pieces: [],\n)\n")
}
