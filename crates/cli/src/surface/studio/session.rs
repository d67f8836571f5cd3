//! A session: a document, its file, and the requests of pages about it.

mod reply;

use std::sync::Arc;

use serde::Deserialize;

pub use self::reply::Reply;
use super::document::Document;
use super::edit::Edit;
#[cfg(not(target_family = "wasm"))]
use super::files::FileStore;
use super::inquiry::{Ask, Inquiry};
use super::snapshot::Snapshot;
use super::view::View;
use crate::puzzle::PuzzleFile;
use crate::solve::resources::Resources;

/// What a page asks of a session.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "request", rename_all = "kebab-case")]
pub enum Request {
    /// What there is to see.
    View,
    /// A change. With `base` it is refused if the document has another revision by now, as where
    /// two pages type.
    Edit {
        /// The change.
        change: Edit,
        /// The revision that it was made of.
        base: Option<u64>,
    },
    /// Another goal of the file, or its own board.
    Goal {
        /// The goal's name.
        goal: Option<String>,
    },
    /// The document is written to its file.
    Save {
        /// Even if another program has changed the file.
        forced: bool,
    },
    /// The document becomes what the file holds, which can be undone.
    Reload,
    /// The pieces of a set, to pick from.
    Set {
        /// As files write it: `Polyominoes(5)`.
        set: String,
    },
    /// A question of the moment.
    Ask {
        /// The question.
        question: Ask,
    },
    /// What is computed about the puzzle stops.
    Stop,
    /// It begins again.
    Resume,
}

/// What a request leads to, beside its reply.
#[derive(Debug)]
pub enum Effect {
    /// Nothing more.
    None,
    /// The puzzle is another one: what is under way about it stops, and this is asked, if it can be
    /// read.
    Changed(Option<Box<Inquiry>>),
    /// This is asked of what is under way.
    Asked(Ask),
    /// What is under way stops.
    Stopped,
}

/// A document with its file, as pages see it.
///
/// # Examples
///
/// ```
/// use tilewright::solve::resources::Resources;
/// use tilewright::surface::studio::{Document, Edit, Effect, Request, Session};
///
/// let text = "(lattice: Square, board: Rect(2, 2), pieces: [Set(of: Polyominoes(2), copies: 2)])";
/// let mut session = Session::new(Document::new("squares.ron", text), Resources::default());
/// let (reply, effect) = session.answer(Request::Edit { change: Edit::Undo, base: None });
/// assert_eq!(reply.refused.as_deref(), Some("there is nothing to undo"));
/// assert!(matches!(effect, Effect::None));
/// ```
#[derive(Debug)]
pub struct Session {
    document: Document,
    #[cfg(not(target_family = "wasm"))]
    store: Option<FileStore>,
    /// What the file holds.
    saved: Option<Arc<str>>,
    goal: Option<String>,
    resources: Resources,
    view: View,
    file: Option<Arc<PuzzleFile>>,
}

impl Session {
    /// A session about a document that is in no file. An eighth of the memory is for what can be undone.
    pub fn new(document: Document, resources: Resources) -> Self {
        let history = resources.memory.map_or(u64::MAX, |memory| memory / 8);
        let document = document.with_history(usize::try_from(history).unwrap_or(usize::MAX));
        let (view, file) = View::of(&document);
        Self {
            document,
            #[cfg(not(target_family = "wasm"))]
            store: None,
            saved: None,
            goal: None,
            resources,
            view,
            file,
        }
    }

    /// The same about a file, which held the text `saved`.
    #[cfg(not(target_family = "wasm"))]
    #[must_use]
    pub fn in_file(self, store: FileStore, saved: Option<String>) -> Self {
        Self {
            store: Some(store),
            saved: saved.map(Into::into),
            ..self
        }
    }

    /// The document.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// What is asked of the puzzle as it is; none if it cannot be read.
    pub fn inquiry(&self) -> Option<Box<Inquiry>> {
        let file = self.file.clone()?;
        let canvas = self.view.canvas.clone();
        Some(Box::new(Inquiry::new(
            canvas,
            file,
            self.goal.clone(),
            self.resources,
        )))
    }

    /// The goal that is looked at.
    pub fn goal(&self) -> Option<&str> {
        self.goal.as_deref()
    }

    /// What there is, to be seen and made of while this session reads what comes next.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot::new(
            self.reply(None),
            self.file.clone(),
            self.document.source().name(),
        )
    }

    /// Whether another program has changed the file.
    #[cfg(not(target_family = "wasm"))]
    pub fn is_file_changed(&self) -> bool {
        self.store.as_ref().is_some_and(FileStore::is_changed)
    }

    /// Answers a request.
    ///
    /// A change is kept on the disk before it is answered.
    ///
    /// Cost: that of [`Document::apply`] and [`View::of`].
    pub fn answer(&mut self, request: Request) -> (Reply, Effect) {
        let done = match request {
            Request::View => Ok(Effect::None),
            Request::Edit { change, base } => self.edit(&change, base),
            Request::Goal { goal } => self.look_at(goal),
            Request::Save { forced } => self.save(forced),
            Request::Reload => self.reload(),
            Request::Set { set } => return (self.snapshot().with_set(&set), Effect::None),
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

    fn reply(&self, why: Option<Trouble>) -> Reply {
        Reply {
            view: self.view.clone(),
            goal: self.goal.clone(),
            is_conflict: matches!(why, Some(Trouble::Conflict(_))),
            refused: why.map(|why| match why {
                Trouble::Conflict(words) | Trouble::Other(words) => words,
            }),
            is_unsaved: self.saved.as_deref() != Some(self.document.text()),
            #[cfg(not(target_family = "wasm"))]
            has_file: self.store.is_some(),
            #[cfg(target_family = "wasm")]
            has_file: false,
            set: None,
        }
    }

    fn edit(&mut self, change: &Edit, base: Option<u64>) -> Result<Effect, Trouble> {
        if base.is_some_and(|base| base != self.document.revision()) {
            let words = "the text was changed elsewhere in the meantime";
            return Err(Trouble::Other(words.to_owned()));
        }
        self.change(change)
    }

    /// Makes a change and keeps it.
    fn change(&mut self, change: &Edit) -> Result<Effect, Trouble> {
        let step = self
            .document
            .step(change)
            .map_err(|refusal| Trouble::Other(refusal.to_string()))?;
        // What cannot be kept is not done, so that nothing is acknowledged that might be lost.
        self.keep(step.text())?;
        let is_same = *step.text() == *self.document.text();
        self.document.take(step);
        let (view, file) = View::of(&self.document);
        if let Some(goal) = &self.goal
            && !view.goals.contains(goal)
        {
            self.goal = None;
        }
        (self.view, self.file) = (view, file);
        if is_same {
            return Ok(Effect::None);
        }
        Ok(Effect::Changed(self.inquiry()))
    }

    fn look_at(&mut self, goal: Option<String>) -> Result<Effect, Trouble> {
        if let Some(goal) = &goal
            && !self.view.goals.contains(goal)
        {
            return Err(Trouble::Other(format!("there is no goal {goal:?}")));
        }
        self.goal = goal;
        Ok(Effect::Changed(self.inquiry()))
    }
}

/// Why something was not done.
#[cfg_attr(
    target_family = "wasm",
    expect(dead_code, reason = "there are no files")
)]
enum Trouble {
    /// Another program has changed the file.
    Conflict(String),
    /// Something else.
    Other(String),
}

#[cfg(not(target_family = "wasm"))]
impl Session {
    fn keep(&self, text: &str) -> Result<(), Trouble> {
        let Some(store) = &self.store else {
            return Ok(());
        };
        let kept = if self.saved.as_deref() == Some(text) {
            store.forget()
        } else {
            store.keep(text)
        };
        kept.map_err(|error| Trouble::Other(format!("what is drawn cannot be kept: {error}")))
    }

    fn save(&mut self, forced: bool) -> Result<Effect, Trouble> {
        let Some(store) = &mut self.store else {
            return Err(Trouble::Other("there is no file to save to".to_owned()));
        };
        let text = self.document.text();
        store.save(text, forced).map_err(|error| {
            if error.kind() == std::io::ErrorKind::AlreadyExists {
                Trouble::Conflict(error.to_string())
            } else {
                Trouble::Other(error.to_string())
            }
        })?;
        self.saved = Some(text.into());
        Ok(Effect::None)
    }

    fn reload(&mut self) -> Result<Effect, Trouble> {
        let Some(store) = &mut self.store else {
            return Err(Trouble::Other("there is no file to read".to_owned()));
        };
        let text = store
            .reload()
            .map_err(|error| Trouble::Other(error.to_string()))?;
        self.saved = Some(text.as_str().into());
        self.change(&Edit::Text { text })
    }
}

#[cfg(target_family = "wasm")]
impl Session {
    #[expect(
        clippy::unused_self,
        clippy::unnecessary_wraps,
        reason = "as where there are files"
    )]
    fn keep(&self, _text: &str) -> Result<(), Trouble> {
        Ok(())
    }

    #[expect(clippy::unused_self, reason = "as where there are files")]
    fn save(&mut self, _forced: bool) -> Result<Effect, Trouble> {
        Err(Trouble::Other("there is no file to save to".to_owned()))
    }

    #[expect(clippy::unused_self, reason = "as where there are files")]
    fn reload(&mut self) -> Result<Effect, Trouble> {
        Err(Trouble::Other("there is no file to read".to_owned()))
    }
}
