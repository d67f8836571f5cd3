//! The document: a text, what it was before, and what was undone.

use std::collections::VecDeque;
use std::sync::Arc;

use tilewright_geometry::Lattice;

use super::apply::applied;
use super::edit::{Edit, Refusal};
use super::sketched_text::{SketchedText, blank};
use crate::puzzle::{Sketch, Source};

/// The longest text that is edited: 4 MiB.
pub const MAX_DOCUMENT_BYTES: usize = 4 << 20;

/// So much of what was is kept for undoing: 64 MiB, some 30,000 strokes on a board of sixty cells.
const MAX_HISTORY_BYTES: usize = 64 << 20;

/// A puzzle's text as it is edited, with all steps back and forth.
///
/// # Examples
///
/// ```
/// use tilewright::studio::{Document, Edit};
///
/// let mut document = Document::new("tray.ron", "( // mine\n    lattice: Square,\n    board: Rect(2, 2),\n    pieces: [],\n)\n");
/// document.apply(&Edit::Paint {
///     cells: vec![vec![2, 0]],
///     mark: tilewright::studio::Mark::Required,
///     stroke: 1,
/// })?;
/// assert!(document.text().contains("( // mine"));
/// assert!(document.text().contains(r####"Picture(["###", "##."])"####));
/// document.apply(&Edit::Undo)?;
/// assert!(document.text().contains("Rect(2, 2)"));
/// # Ok::<(), tilewright::studio::Refusal>(())
/// ```
#[derive(Debug, Clone)]
pub struct Document {
    current: SketchedText,
    revision: u64,
    before: VecDeque<Arc<str>>,
    after: Vec<Arc<str>>,
    /// The bytes in `before`.
    kept: usize,
    /// The stroke that the last edit was part of.
    stroke: Option<u64>,
}

/// A change that is not made yet.
#[derive(Debug)]
pub(super) struct Step {
    /// The text that it leads to.
    pub(super) text: Arc<str>,
    way: Way,
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
            stroke: None,
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
        Ok(Step { text, way })
    }

    /// Makes a change that this document leads to.
    pub(super) fn take(&mut self, step: Step) {
        let Step { text, way } = step;
        if matches!(way, Way::On(_)) && *text == *self.text() {
            return;
        }
        let old = self.current.replace(text);
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
        while self.kept > MAX_HISTORY_BYTES
            && let Some(oldest) = self.before.pop_front()
        {
            self.kept -= oldest.len();
        }
    }
}
