//! The document: a text with its history of changes.

use std::collections::VecDeque;
use std::sync::Arc;

use tilewright_dlx::StopFlag;
use tilewright_geometry::Lattice;

use super::apply::applied;
use super::edit::{Edit, Refusal};
use super::fields::{entries_of, value_of};
use super::sketched_text::{ReadPuzzle, SketchedText, blank};
use crate::puzzle::{Sketch, Source, outer_values};

/// The longest text of a document: 4 MiB.
pub const MAX_DOCUMENT_BYTES: usize = 4 << 20;

/// The maximum size of the texts kept for undoing, in bytes: 64 MiB, about 30,000 strokes on a
/// board of 60 cells.
const MAX_HISTORY_BYTES: usize = 64 << 20;

/// A puzzle's text being edited, with its undo and redo history.
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
    /// The total size of the texts in `before`, in bytes.
    kept: usize,
    /// The maximum total size of the texts in `before`, in bytes.
    most_kept: usize,
    /// The id of the stroke that the last edit belongs to, if it belongs to one.
    stroke: Option<u64>,
}

/// The result of [`Document::step`]: the new text, for [`Document::take`] to put into place.
#[derive(Debug)]
pub(super) struct PendingChange {
    new: SketchedText,
    way: ChangeDirection,
}

impl PendingChange {
    pub(super) fn text(&self) -> &str {
        self.new.text()
    }
}

/// The direction of a change: undo, redo, or a new edit, which may be part of a stroke.
#[derive(Debug, Clone, Copy)]
enum ChangeDirection {
    Undo,
    Redo,
    On(Option<u64>),
}

impl Document {
    /// A document with a text; `name` is its file's name, for messages and titles.
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

    /// The same document with a smaller history: at most `most` bytes of texts, and never more than
    /// 64 MiB.
    #[must_use]
    pub fn with_history(self, most: usize) -> Self {
        Self {
            most_kept: most.min(MAX_HISTORY_BYTES),
            ..self
        }
    }

    /// The text of an empty puzzle.
    pub fn blank(lattice: Lattice) -> String {
        blank(lattice)
    }

    /// The current text.
    pub fn text(&self) -> &str {
        self.current.text()
    }

    /// The text with the name of its file, as input for the parsers.
    pub fn source(&self) -> Source {
        self.current.source()
    }

    /// The puzzle, or what is wrong with the text. It is parsed on first use.
    pub(super) fn puzzle(&self) -> &ReadPuzzle {
        self.current.puzzle()
    }

    /// A number that grows with every change.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The lattice, board and pieces, and whether they belong to this text. While an unreadable text is
    /// being typed they belong to the last readable one.
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

    /// Makes a change. A rejected change has no effect.
    ///
    /// Consecutive edits of one stroke are undone together.
    ///
    /// Cost: linear in the text and the cells of the board.
    ///
    /// # Errors
    ///
    /// [`Refusal`]: the change names cells or pieces that do not exist, or the text is too broken for it.
    pub fn apply(&mut self, edit: &Edit) -> Result<(), Refusal> {
        let step = self.step(edit, &StopFlag::new())?;
        self.take(step);
        Ok(())
    }

    /// Computes a change without making it. The new text is parsed. If the flag is set before parsing has ended,
    /// the change is refused.
    pub(super) fn step(&self, edit: &Edit, stop: &StopFlag) -> Result<PendingChange, Refusal> {
        let (text, way) = match edit {
            Edit::Undo => {
                let text = self.before.back().ok_or(Refusal::NothingToUndo)?;
                (Arc::clone(text), ChangeDirection::Undo)
            }
            Edit::Redo => {
                let text = self.after.last().ok_or(Refusal::NothingToRedo)?;
                (Arc::clone(text), ChangeDirection::Redo)
            }
            edit => {
                let text = applied(&self.current, edit)?;
                if text.len() > MAX_DOCUMENT_BYTES {
                    return Err(Refusal::TooLong);
                }
                (text.into(), ChangeDirection::On(edit.stroke()))
            }
        };
        let new = self.current.followed_by(text, stop);
        let new = new.ok_or(Refusal::GivenUp)?;
        if let ChangeDirection::On(_) = way {
            self.check_written(edit, &new)?;
        }
        Ok(PendingChange { new, way })
    }

    /// Rejects user input if it would change other parts of the text, or is not a value.
    fn check_written(&self, edit: &Edit, new: &SketchedText) -> Result<(), Refusal> {
        let (old, new_text) = (self.text(), new.text());
        let Some((field, counts)) = written(edit) else {
            return Ok(());
        };
        let entries = |text: &str| {
            let entries = |list| entries_of(text, list).map_or(0, |entries| entries.len());
            entries(field)
        };
        let fields = |text: &str| outer_values(text).0.len();
        let has = |text: &str| usize::from(value_of(text, field).is_some());
        let has_labels = new.sketch().0.labels.is_some();
        let fits = new.sketch().1
            && (has_labels || !matches!(edit, Edit::Labels { .. }))
            && fields(new_text) + has(old) == fields(old) + has(new_text)
            && counts.is_none_or(|(less, more)| entries(new_text) + less == entries(old) + more);
        let problem = |text: &SketchedText| {
            let wrong = text.puzzle().as_ref().err();
            wrong.map(|wrong| wrong.message.clone())
        };
        // A new board or new pieces may leave the puzzle with any error, since the drawing may be unfinished. A
        // title or labels must not add an error. Other edits are rejected only if the puzzle had no error before.
        let was = problem(&self.current);
        match problem(new) {
            None if fits => Ok(()),
            None => Err(Refusal::Unreadable("write one value".to_owned())),
            Some(new) if fits => match edit {
                Edit::Board { .. } | Edit::AddPieces { .. } => Ok(()),
                Edit::Title { .. } | Edit::Labels { .. } if was.as_ref() != Some(&new) => {
                    Err(Refusal::Unreadable(new))
                }
                _ if was.is_none() => Err(Refusal::Unreadable(new)),
                _ => Ok(()),
            },
            Some(new) => Err(Refusal::Unreadable(new)),
        }
    }

    /// Makes a change computed by [`step`](Self::step).
    pub(super) fn take(&mut self, step: PendingChange) {
        let PendingChange { new, way } = step;
        if matches!(way, ChangeDirection::On(_)) && **new.text() == *self.text() {
            return;
        }
        let old = std::mem::replace(&mut self.current, new);
        let old = Arc::clone(old.text());
        let stroke = match way {
            ChangeDirection::Undo => {
                if let Some(text) = self.before.pop_back() {
                    self.kept -= text.len();
                }
                self.after.push(old);
                None
            }
            ChangeDirection::Redo => {
                self.after.pop();
                self.keep(old);
                None
            }
            ChangeDirection::On(stroke) => {
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

    /// Increases the revision although the text stays, so that answers about the document become
    /// outdated.
    pub(super) fn revise(&mut self) {
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

/// The field that an edit with user input changes, and for a list the numbers of entries removed and
/// added. `None` for all other edits.
fn written(edit: &Edit) -> Option<(&str, Option<(usize, usize)>)> {
    Some(match edit {
        Edit::Board { .. } => ("board", None),
        Edit::Title { .. } => ("title", None),
        Edit::Labels { .. } => ("labels", None),
        Edit::Color { .. } => ("restrict", None),
        Edit::Field { field, .. } => (field, None),
        Edit::AddPieces { .. } => ("pieces", Some((0, 1))),
        Edit::PieceEntry { .. } | Edit::OptionalPieces => ("pieces", Some((0, 0))),
        Edit::Goal { goal: None, .. } | Edit::KeepChoice { .. } => ("goals", Some((0, 1))),
        Edit::Goal { entry, .. } if entry.trim().is_empty() => ("goals", Some((1, 0))),
        Edit::Goal { .. } | Edit::GoalField { .. } => ("goals", Some((0, 0))),
        _ => return None,
    })
}
