//! What all connections share: the state that pages see, the pages that listen, and the threads that edit and answer.
//!
//! ```text
//! change ─► editor (owns the session, one change after the other) ─► Shared: Snapshot, Inquiry
//! answers (one inquiry after the other) ─► Shared: events ─► pages that listen
//! ```
//!
//! The lock of [`Shared`] is held for copies alone. Reading a text may take seconds: the editor does it without the
//! lock, so that pages see the state before meanwhile.

mod shared;

use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Instant;

use anyhow::Context;

pub(super) use self::shared::{Event, Notice, Shared, lock};
use self::shared::{Question, line};
use super::editor::{Task, edit_all};
use crate::solve::search::{Kind, Monitor};
use crate::surface::studio::{Answer, Effect, Reply, Request, Session, Snapshot};

/// A page that is this many events behind is let go; it comes again.
const BEHIND: usize = 512;

/// The most pages that listen.
const MAX_LISTENERS: usize = 16;

/// The state, shared by all connections and threads.
#[derive(Clone)]
pub(super) struct Hub {
    shared: Arc<Mutex<Shared>>,
    tasks: Sender<Task>,
}

/// A page that listens, until this is dropped.
pub(super) struct Listener {
    shared: Arc<Mutex<Shared>>,
    number: u64,
    /// What was heard before it listened.
    pub(super) before: Vec<Event>,
    pub(super) events: Receiver<Event>,
}

impl Drop for Listener {
    fn drop(&mut self) {
        lock(&self.shared).forget_listener(self.number);
    }
}

impl Hub {
    /// Begins to answer about a session.
    ///
    /// # Errors
    ///
    /// The system refuses a thread.
    pub(super) fn new(session: Session) -> anyhow::Result<Self> {
        let (questions, asked) = mpsc::channel();
        let (tasks, to_edit) = mpsc::channel();
        let shared = Arc::new(Mutex::new(Shared {
            snapshot: session.snapshot(),
            questions,
            number: 0,
            running: None,
            answers: Vec::new(),
            listeners: Vec::new(),
            listened: 0,
            alone_since: Some(Instant::now()),
            is_asleep: false,
            is_file_changed: false,
        }));
        lock(&shared).inquire(session.inquiry());
        let told = Arc::clone(&shared);
        thread::Builder::new()
            .name("answers".to_owned())
            .spawn(move || answer_all(&asked, &told))
            .context("cannot start a thread")?;
        let edited = Arc::clone(&shared);
        thread::Builder::new()
            .name("editor".to_owned())
            .spawn(move || edit_all(session, &to_edit, &edited))
            .context("cannot start a thread")?;
        Ok(Self { shared, tasks })
    }

    /// What there was after the last change.
    pub(super) fn snapshot(&self) -> Snapshot {
        lock(&self.shared).snapshot.clone()
    }

    /// Answers a request of a page. What changes nothing is answered at once, a change after those before it. None if
    /// the change came to no end, which is a bug.
    pub(super) fn request(&self, request: Request) -> Option<Reply> {
        match request {
            Request::View => {}
            // A set is read here, on the thread of the connection.
            Request::Set { set } => return Some(self.snapshot().with_set(&set)),
            Request::Ask { question } => lock(&self.shared).follow(Effect::Asked(question)),
            Request::Stop => lock(&self.shared).follow(Effect::Stopped),
            request => {
                let (reply, replied) = mpsc::sync_channel(1);
                self.tasks.send(Task::Request { request, reply }).ok()?;
                return replied.recv().ok();
            }
        }
        Some(self.snapshot().reply().clone())
    }

    /// Listens: what was answered to the last question, and what comes. None if too many do.
    pub(super) fn listen(&self) -> Option<Listener> {
        let mut shared = lock(&self.shared);
        if shared.listeners.len() >= MAX_LISTENERS {
            return None;
        }
        let (send, events) = mpsc::sync_channel(BEHIND);
        shared.listened += 1;
        let number = shared.listened;
        shared.listeners.push((number, send));
        shared.alone_since = None;
        if std::mem::take(&mut shared.is_asleep) {
            let _ = self.tasks.send(Task::Inquire);
        }
        let answers = shared.answers.iter();
        let mut before: Vec<Event> = answers.map(|(_, event)| Arc::clone(event)).collect();
        if shared.is_file_changed {
            before.push(line(&Notice::File { is_changed: true }));
        }
        Some(Listener {
            shared: Arc::clone(&self.shared),
            number,
            before,
            events,
        })
    }

    /// Tells all pages something.
    pub(super) fn tell(&self, notice: &Notice<'_>) {
        lock(&self.shared).tell(notice);
    }

    /// Whether a page listens.
    pub(super) fn has_listeners(&self) -> bool {
        !lock(&self.shared).listeners.is_empty()
    }

    /// Stops what is under way.
    pub(super) fn stop(&self) {
        lock(&self.shared).stop();
    }
}

/// Answers one question after the other, the last one first.
fn answer_all(questions: &Receiver<Question>, shared: &Arc<Mutex<Shared>>) {
    while let Ok(mut question) = questions.recv() {
        while let Ok(later) = questions.try_recv() {
            question = later;
        }
        let Question {
            number,
            revision,
            inquiry,
            stop,
            asks,
        } = question;
        let told = Arc::clone(shared);
        let progress = move |_: Kind, _: Option<f64>, words: &str| {
            let words = words.to_owned();
            lock(&told).hear((number, revision), &Answer::Progress { words });
        };
        let monitor = Monitor::new(&stop).observed(progress);
        inquiry.answer(&monitor, &mut || asks.recv().ok(), &mut |answer| {
            lock(shared).hear((number, revision), &answer);
        });
    }
}
