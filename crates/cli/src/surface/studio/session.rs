//! A session: a document, its file, and the requests of pages about it.

mod reply;

use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;
use tilewright_dlx::StopFlag;

pub use self::reply::Reply;
use self::reply::stem_of;
use super::cell_lists::cells_of;
use super::document::Document;
use super::edit::Edit;
#[cfg(not(target_family = "wasm"))]
use super::files::FileStore;
use super::goal_cells::GoalCells;
use super::inquiry::{Ask, Inquiry};
use super::piece_sketch::PieceSketch;
use super::room::Room;
use super::snapshot::Snapshot;
use super::view::View;
use crate::puzzle::PuzzleFile;

/// A request that a page sends to its session.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "request", rename_all = "kebab-case")]
pub enum Request {
    /// Requests the current view.
    View,
    /// Makes a change. It is rejected if `base` is another revision than the document's, as when
    /// two pages type at the same time.
    Edit {
        /// The change.
        change: Edit,
        /// The revision that the change is based on; `None` for any.
        base: Option<u64>,
    },
    /// Shows another goal of the file, or the file's own board.
    Goal {
        /// The name of the goal; `None` for the file's own board.
        goal: Option<String>,
    },
    /// Fits the canvas to the board.
    Fit,
    /// Saves the document to its file.
    Save {
        /// Whether to overwrite changes by another program.
        forced: bool,
    },
    /// Replaces the document by the file's contents; this can be undone.
    Reload,
    /// Requests the pieces of a set, to choose from.
    Set {
        /// The set as in files: `Polyominoes(5)`.
        set: String,
    },
    /// Requests a small canvas for a piece, and the pieces of the same shape.
    Piece {
        /// The piece that is changed; `None` for a new one.
        piece: Option<usize>,
        /// The cells drawn in the editor so far; `None` to begin with the cells of the piece.
        cells: Option<Vec<Vec<i64>>>,
        /// The room of the earlier canvas, so that cells stay where they are; `None` if there is none.
        room: Option<Room>,
    },
    /// Requests the gallery: puzzles from which to start.
    Gallery,
    /// Asks a question about the puzzle.
    Ask {
        /// The question.
        question: Ask,
    },
    /// Stops the running inquiry about the puzzle.
    Stop,
    /// Restarts the inquiry about the puzzle.
    Resume,
}

/// The effect of a request, in addition to its reply.
#[derive(Debug)]
pub enum Effect {
    /// The request has no other effect.
    None,
    /// What is shown has changed. The running inquiry stops, and the new one starts; `None` if the
    /// puzzle cannot be read.
    Changed(Option<Box<Inquiry>>),
    /// The running inquiry is asked this question.
    Asked(Ask),
    /// The running inquiry stops.
    Stopped,
}

/// A document with its file, as pages see it.
///
/// # Examples
///
/// ```
/// use tilewright::surface::studio::{Document, Edit, Effect, Request, Session};
///
/// let text = "(lattice: Square, board: Rect(2, 2), pieces: [Set(of: Polyominoes(2), copies: 2)])";
/// let mut session = Session::new(Document::new("squares.ron", text), None);
/// let (reply, effect) = session.answer(Request::Edit { change: Edit::Undo, base: None });
/// assert_eq!(reply.refused.as_deref(), Some("there is nothing to undo"));
/// assert!(matches!(effect, Effect::None));
/// ```
#[derive(Debug)]
pub struct Session {
    document: Document,
    #[cfg(not(target_family = "wasm"))]
    store: Option<FileStore>,
    /// The contents of the file as last read or saved.
    saved: Option<Arc<str>>,
    goal: Option<String>,
    view: View,
    file: Option<Arc<PuzzleFile>>,
}

impl Session {
    /// A session about a document without a file. An eighth of `memory`, in bytes, is for the undo
    /// history; `None` sets no limit.
    pub fn new(document: Document, memory: Option<u64>) -> Self {
        let history = memory.map_or(u64::MAX, |memory| memory / 8);
        let document = document.with_history(usize::try_from(history).unwrap_or(usize::MAX));
        let (view, file) = View::of(&document);
        Self {
            document,
            #[cfg(not(target_family = "wasm"))]
            store: None,
            saved: None,
            goal: None,
            view,
            file,
        }
    }

    /// The same session, which saves its document to the file of `store`. `saved` is what that file contains;
    /// `None` if it does not exist yet.
    #[cfg(not(target_family = "wasm"))]
    #[must_use]
    pub fn in_file(self, store: FileStore, saved: Option<String>) -> Self {
        Self {
            store: Some(store),
            saved: saved.map(Into::into),
            ..self
        }
    }

    /// The document of the session.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// The inquiry about the current puzzle; `None` if it cannot be read.
    pub fn inquiry(&self) -> Option<Box<Inquiry>> {
        let file = self.file.clone()?;
        let canvas = self.view.canvas.clone();
        Some(Box::new(Inquiry::new(canvas, file, self.goal.clone())))
    }

    /// The name of the goal that is shown; `None` for the file's own board.
    pub fn goal(&self) -> Option<&str> {
        self.goal.as_deref()
    }

    /// The current state, to be shown and made into files while this session handles further requests.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot::new(self.reply(None), self.file.clone())
    }

    /// Whether another program has changed the file.
    #[cfg(not(target_family = "wasm"))]
    pub fn is_file_changed(&self) -> bool {
        self.store.as_ref().is_some_and(FileStore::is_changed)
    }

    /// Answers a request.
    ///
    /// A change is written to disk before it is acknowledged.
    ///
    /// Cost: that of [`Document::apply`] and [`View::of`].
    pub fn answer(&mut self, request: Request) -> (Reply, Effect) {
        self.answer_until(request, &StopFlag::new())
    }

    /// As [`answer`](Self::answer), but if the flag is set before the new text of a change has been
    /// read, the change is abandoned and refused.
    pub fn answer_until(&mut self, request: Request, stop: &StopFlag) -> (Reply, Effect) {
        let done = match request {
            Request::View => Ok(Effect::None),
            Request::Edit { change, base } => self.edit(&change, base, stop),
            Request::Goal { goal } => self.look_at(goal),
            Request::Fit => Ok(self.fit()),
            Request::Save { forced } => self.save(forced),
            Request::Reload => self.reload(),
            Request::Set { set } => return (self.snapshot().with_set(&set), Effect::None),
            Request::Piece { piece, cells, room } => {
                return (self.with_piece(piece, cells.as_deref(), room), Effect::None);
            }
            Request::Gallery => return (self.snapshot().with_gallery(), Effect::None),
            Request::Ask { question } => Ok(Effect::Asked(question)),
            Request::Stop => Ok(Effect::Stopped),
            Request::Resume => Ok(Effect::Changed(self.inquiry())),
        };
        let (refused, effect) = match done {
            Ok(effect) => (None, effect),
            Err(why) => (Some(why), Effect::None),
        };
        (self.reply(refused), effect)
    }

    fn with_piece(
        &self,
        piece: Option<usize>,
        cells: Option<&[Vec<i64>]>,
        room: Option<Room>,
    ) -> Reply {
        let (sketch, _) = self.document.sketch();
        match cells
            .map(|cells| cells_of(sketch.lattice, cells))
            .transpose()
        {
            Ok(cells) => Reply {
                piece: Some(PieceSketch::new(sketch, piece, cells, room)),
                ..self.reply(None)
            },
            Err(refusal) => self.reply(Some(RequestFailure::Other(refusal.to_string()))),
        }
    }

    fn reply(&self, why: Option<RequestFailure>) -> Reply {
        #[cfg(not(target_family = "wasm"))]
        let has_file = self.store.is_some();
        #[cfg(target_family = "wasm")]
        let has_file = false;
        let title = self.file.as_ref().map(|file| file.puzzle.title.as_str());
        let stem = match title.filter(|_| !has_file) {
            Some(title) => stem_of(title),
            None => stem_of(
                &Path::new(self.document.source().name())
                    .file_stem()
                    .unwrap_or_default()
                    .to_string_lossy(),
            ),
        };
        Reply {
            view: self.view.clone(),
            goal: self.goal.clone(),
            goal_cells: (self.file.as_ref().zip(self.goal.as_ref()))
                .and_then(|(file, goal)| GoalCells::new(file, goal, &self.view.canvas)),
            is_conflict: matches!(why, Some(RequestFailure::Conflict(_))),
            refused: why.map(|why| match why {
                RequestFailure::Conflict(words) | RequestFailure::Other(words) => words,
            }),
            is_unsaved: self.saved.as_deref() != Some(self.document.text()),
            has_file,
            stem,
            set: None,
            piece: None,
            gallery: None,
        }
    }

    fn edit(
        &mut self,
        change: &Edit,
        base: Option<u64>,
        stop: &StopFlag,
    ) -> Result<Effect, RequestFailure> {
        if base.is_some_and(|base| base != self.document.revision()) {
            let words = "the text was changed elsewhere in the meantime";
            return Err(RequestFailure::Other(words.to_owned()));
        }
        self.change(change, stop)
    }

    /// Makes a change and stores it.
    fn change(&mut self, change: &Edit, stop: &StopFlag) -> Result<Effect, RequestFailure> {
        let step = self
            .document
            .step(change, stop)
            .map_err(|refusal| RequestFailure::Other(refusal.to_string()))?;
        // A change that cannot be stored is not made: what is acknowledged must not be lost.
        self.keep(step.text())?;
        let is_same = *step.text() == *self.document.text();
        let sketch = |document: &Document| {
            let sketch = document.sketch().0;
            (sketch.lattice, sketch.board.clone())
        };
        let (lattice, board) = sketch(&self.document);
        self.document.take(step);
        let (new_lattice, new_board) = sketch(&self.document);
        let is_still = lattice == new_lattice && (!change.replaces_board() || board == new_board);
        let room = is_still.then(|| self.view.canvas.room());
        let goals = std::mem::take(&mut self.view.goals);
        (self.view, self.file) = View::in_room(&self.document, room, self.goal());
        // While the text has an error, its goals are unknown.
        if let Some(goal) = &self.goal
            && self.file.is_some()
            && !self.view.goals.contains(goal)
        {
            // A goal that is renamed is still shown.
            let place = goals.iter().position(|known| known == goal);
            let place = place.filter(|_| goals.len() == self.view.goals.len());
            self.goal = place.map(|place| self.view.goals[place].clone());
            let room = self.view.canvas.room();
            self.is_moved(Some(room));
        }
        if is_same {
            return Ok(Effect::None);
        }
        Ok(Effect::Changed(self.inquiry()))
    }

    fn fit(&mut self) -> Effect {
        if self.is_moved(None) {
            Effect::Changed(self.inquiry())
        } else {
            Effect::None
        }
    }

    /// Makes the canvas again, from the room of an earlier canvas. Returns whether the canvas has changed.
    fn is_moved(&mut self, room: Option<Room>) -> bool {
        let (view, _) = View::in_room(&self.document, room, self.goal());
        if view.canvas.room() == self.view.canvas.room() {
            return false;
        }
        // Answers name cells by their index on the canvas, so answers about the old canvas are
        // outdated.
        self.document.revise();
        let revision = self.document.revision();
        self.view = View { revision, ..view };
        true
    }

    fn look_at(&mut self, goal: Option<String>) -> Result<Effect, RequestFailure> {
        if let Some(goal) = &goal
            && !self.view.goals.contains(goal)
        {
            return Err(RequestFailure::Other(format!("there is no goal {goal:?}")));
        }
        self.goal = goal;
        // A goal may have a board beyond the edge of the canvas.
        self.is_moved(Some(self.view.canvas.room()));
        Ok(Effect::Changed(self.inquiry()))
    }
}

/// Why a request was rejected.
#[cfg_attr(
    target_family = "wasm",
    expect(dead_code, reason = "there are no files")
)]
enum RequestFailure {
    /// Another program has changed the file.
    Conflict(String),
    /// Any other reason.
    Other(String),
}

#[cfg(not(target_family = "wasm"))]
impl Session {
    fn keep(&self, text: &str) -> Result<(), RequestFailure> {
        let Some(store) = &self.store else {
            return Ok(());
        };
        let kept = if self.saved.as_deref() == Some(text) {
            store.forget()
        } else {
            store.keep(text)
        };
        kept.map_err(|error| RequestFailure::Other(format!("the change cannot be stored: {error}")))
    }

    fn save(&mut self, forced: bool) -> Result<Effect, RequestFailure> {
        let Some(store) = &mut self.store else {
            return Err(RequestFailure::Other(
                "there is no file to save to".to_owned(),
            ));
        };
        let text = self.document.text();
        store.save(text, forced).map_err(|error| {
            if error.kind() == std::io::ErrorKind::AlreadyExists {
                RequestFailure::Conflict(error.to_string())
            } else {
                RequestFailure::Other(error.to_string())
            }
        })?;
        self.saved = Some(text.into());
        Ok(Effect::None)
    }

    fn reload(&mut self) -> Result<Effect, RequestFailure> {
        let Some(store) = &mut self.store else {
            return Err(RequestFailure::Other("there is no file to read".to_owned()));
        };
        let text = store
            .reload()
            .map_err(|error| RequestFailure::Other(error.to_string()))?;
        self.saved = Some(text.as_str().into());
        // From now on the store does not report these contents as a change by another program. So the document
        // must get them: nothing may abandon this change.
        self.change(&Edit::Text { text }, &StopFlag::new())
    }
}

#[cfg(target_family = "wasm")]
impl Session {
    #[expect(
        clippy::unused_self,
        clippy::unnecessary_wraps,
        reason = "as where there are files"
    )]
    fn keep(&self, _text: &str) -> Result<(), RequestFailure> {
        Ok(())
    }

    #[expect(clippy::unused_self, reason = "as where there are files")]
    fn save(&mut self, _forced: bool) -> Result<Effect, RequestFailure> {
        Err(RequestFailure::Other(
            "there is no file to save to".to_owned(),
        ))
    }

    #[expect(clippy::unused_self, reason = "as where there are files")]
    fn reload(&mut self) -> Result<Effect, RequestFailure> {
        Err(RequestFailure::Other("there is no file to read".to_owned()))
    }
}
