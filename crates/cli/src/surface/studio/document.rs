//! The document: a text, what it was before, and what was undone.

use std::collections::VecDeque;
use std::sync::Arc;

use tilewright_geometry::Lattice;

use super::apply::applied;
use super::edit::{Edit, Refusal};
use super::fields::{entries_of, value_of};
use super::sketched_text::{ReadPuzzle, SketchedText, blank};
use crate::puzzle::{Sketch, Source, outer_values};

/// The longest text that is edited: 4 MiB.
pub const MAX_DOCUMENT_BYTES: usize = 4 << 20;

/// The most bytes of texts that are kept for undoing: 64 MiB, some 30,000 strokes on a board of sixty cells.
const MAX_HISTORY_BYTES: usize = 64 << 20;

/// A puzzle's text as it is edited, with all steps back and forth.
///
/// # Examples
///
/// ```
/// use tilewright::surface::studio::{Document, Edit};
///
/// let mut document = Document::new("tray.ron", "( // mine\n    lattice: Square,\n    board: Rect(2, 2),\n    pieces: [],\n)\n");
/// document.apply(&Edit::Paint {
///     cells: vec![vec![2, 0]],
///     mark: tilewright::surface::studio::Mark::Required,
///     stroke: 1,
/// })?;
/// assert!(document.text().contains("( // mine"));
/// assert!(document.text().contains(r####"Picture(["###", "##."])"####));
/// document.apply(&Edit::Undo)?;
/// assert!(document.text().contains("Rect(2, 2)"));
/// # Ok::<(), tilewright::surface::studio::Refusal>(())
/// ```
#[derive(Debug, Clone)]
pub struct Document {
    current: SketchedText,
    revision: u64,
    before: VecDeque<Arc<str>>,
    after: Vec<Arc<str>>,
    /// The bytes in `before`.
    kept: usize,
    /// The most bytes in `before`.
    most_kept: usize,
    /// The stroke that the last edit was part of.
    stroke: Option<u64>,
}

/// A change that is not made yet.
#[derive(Debug)]
pub(super) struct Step {
    new: SketchedText,
    way: Way,
}

impl Step {
    /// The text that it leads to.
    pub(super) fn text(&self) -> &str {
        self.new.text()
    }
}

/// Where a step leads: back, forth again, or on, as part of a stroke.
#[derive(Debug, Clone, Copy)]
enum Way {
    Undo,
    Redo,
    On(Option<u64>),
}

impl Document {
    /// A document of some text; `name` is that of its file, which stands in messages and titles.
    pub fn new(name: &str, text: &str) -> Self {
        Self {
            current: SketchedText::new(name, text),
            revision: 0,
            before: VecDeque::new(),
            after: Vec::new(),
            kept: 0,
            most_kept: MAX_HISTORY_BYTES,
            stroke: None,
        }
    }

    /// The same with less to undo: at most that many bytes of texts, and never more than 64 MiB.
    #[must_use]
    pub fn with_history(self, most: usize) -> Self {
        Self {
            most_kept: most.min(MAX_HISTORY_BYTES),
            ..self
        }
    }

    /// The text of a puzzle of which nothing is drawn yet.
    pub fn blank(lattice: Lattice) -> String {
        blank(lattice)
    }

    /// The text.
    pub fn text(&self) -> &str {
        self.current.text()
    }

    /// The text with its name, for readers.
    pub fn source(&self) -> Source {
        self.current.source()
    }

    /// The puzzle, or what is wrong with the text. It is read when it is asked for first.
    pub(super) fn puzzle(&self) -> &ReadPuzzle {
        self.current.puzzle()
    }

    /// A number that grows with every change.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Lattice, board and pieces, and whether they are those of this text: while a text is typed they
    /// are those of the last one in which they could be read.
    pub fn sketch(&self) -> (&Sketch, bool) {
        self.current.sketch()
    }

    /// Whether there is something to undo.
    pub fn can_undo(&self) -> bool {
        !self.before.is_empty()
    }

    /// Whether there is something to redo.
    pub fn can_redo(&self) -> bool {
        !self.after.is_empty()
    }

    /// Makes a change. One that is refused changes nothing.
    ///
    /// Edits of one stroke that follow each other are undone together.
    ///
    /// Cost: linear in the text and the cells of the board.
    ///
    /// # Errors
    ///
    /// [`Refusal`]: the change names cells or pieces that are not there, or the text is too broken
    /// for it.
    pub fn apply(&mut self, edit: &Edit) -> Result<(), Refusal> {
        let step = self.step(edit)?;
        self.take(step);
        Ok(())
    }

    /// What a change leads to, without making it.
    pub(super) fn step(&self, edit: &Edit) -> Result<Step, Refusal> {
        let (text, way) = match edit {
            Edit::Undo => {
                let text = self.before.back().ok_or(Refusal::NothingToUndo)?;
                (Arc::clone(text), Way::Undo)
            }
            Edit::Redo => {
                let text = self.after.last().ok_or(Refusal::NothingToRedo)?;
                (Arc::clone(text), Way::Redo)
            }
            edit => {
                let text = applied(&self.current, edit)?;
                if text.len() > MAX_DOCUMENT_BYTES {
                    return Err(Refusal::TooLong);
                }
                (text.into(), Way::On(edit.stroke()))
            }
        };
        let new = self.current.followed_by(text);
        if let Way::On(_) = way {
            self.check_written(edit, &new)?;
        }
        Ok(Step { new, way })
    }

    /// Refuses what a person writes into a field if it takes the rest of the text with it, or is no value.
    fn check_written(&self, edit: &Edit, new: &SketchedText) -> Result<(), Refusal> {
        let (field, further_entries) = match edit {
            Edit::Board { .. } => ("board", 0),
            Edit::Title { .. } => ("title", 0),
            Edit::Label { .. } => ("labels", 0),
            Edit::AddPieces { .. } => ("pieces", 1),
            _ => return Ok(()),
        };
        let is_words = matches!(edit, Edit::Title { .. } | Edit::Label { .. });
        let entries = |text: &str| entries_of(text, "pieces").map_or(0, |entries| entries.len());
        let fields = |text: &str| outer_values(text).0.len();
        let further_fields = usize::from(value_of(self.text(), field).is_none());
        let fits = new.sketch().1
            && fields(new.text()) == fields(self.text()) + further_fields
            && entries(new.text()) == entries(self.text()) + further_entries;
        let problem = |text: &SketchedText| {
            let wrong = text.puzzle().as_ref().err();
            wrong.map(|wrong| wrong.message.clone())
        };
        match problem(new) {
            None if fits => Ok(()),
            None => Err(Refusal::Unreadable("write one value".to_owned())),
            // A board or a piece may be drawn step by step; a title or a label is finished.
            Some(new) if fits && (!is_words || problem(&self.current).as_ref() == Some(&new)) => {
                Ok(())
            }
            Some(new) => Err(Refusal::Unreadable(new)),
        }
    }

    /// Makes a change that this document leads to.
    pub(super) fn take(&mut self, step: Step) {
        let Step { new, way } = step;
        if matches!(way, Way::On(_)) && **new.text() == *self.text() {
            return;
        }
        let old = std::mem::replace(&mut self.current, new);
        let old = Arc::clone(old.text());
        let stroke = match way {
            Way::Undo => {
                if let Some(text) = self.before.pop_back() {
                    self.kept -= text.len();
                }
                self.after.push(old);
                None
            }
            Way::Redo => {
                self.after.pop();
                self.keep(old);
                None
            }
            Way::On(stroke) => {
                if stroke.is_none() || stroke != self.stroke {
                    self.keep(old);
                }
                self.after.clear();
                stroke
            }
        };
        self.stroke = stroke;
        self.revision += 1;
    }

    fn keep(&mut self, text: Arc<str>) {
        self.kept += text.len();
        self.before.push_back(text);
        while self.kept > self.most_kept
            && let Some(oldest) = self.before.pop_front()
        {
            self.kept -= oldest.len();
        }
    }
}
