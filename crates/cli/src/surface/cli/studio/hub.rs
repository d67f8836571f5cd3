//! What all connections share: the state that pages see, the pages that listen, and the threads that edit and answer.
//!
//! ```text
//! change ─► editor (owns the session, one change after the other) ─► Shared: Snapshot, Inquiry
//! answers (one inquiry after the other) ─► Shared: events ─► pages that listen
//! ```
//!
//! The lock of [`Shared`] is held for copies alone. Reading a text may take seconds: the editor does it without the
//! lock, so that pages see the state before meanwhile.

use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use serde::Serialize;
use tilewright_dlx::StopFlag;

use super::editor::{Task, edit_all};
use crate::solve::search::{Kind, Monitor};
use crate::surface::studio::{
    Answer, AnswerKind, Ask, Effect, Inquiry, Reply, Request, Session, Snapshot,
};

/// A page that is this many events behind is let go; it comes again.
const BEHIND: usize = 512;

/// The most pages that listen.
const MAX_LISTENERS: usize = 16;

/// How long answers are computed for nobody, before a page listens and after the last one has gone.
const ALONE: Duration = Duration::from_secs(10);

/// What a page hears, as one line of JSON.
pub(super) type Event = Arc<str>;

/// An answer, with the number of the question that it belongs to.
#[derive(Serialize)]
struct AnswerEvent<'a> {
    number: u64,
    revision: u64,
    #[serde(flatten)]
    answer: &'a Answer,
}

/// That something else has happened.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub(super) enum Notice<'a> {
    /// Another page has changed the document.
    Revision { revision: u64 },
    /// Another program has changed the file, or it is as it was again.
    File { is_changed: bool },
    /// How far a piece of work is that a page has asked for, under the number that the page gave it.
    Job { job: u64, words: &'a str },
}

/// What is asked of the thread that answers.
struct Question {
    number: u64,
    revision: u64,
    inquiry: Box<Inquiry>,
    stop: StopFlag,
    asks: Receiver<Ask>,
}

/// What is shared.
pub(super) struct Shared {
    /// What there was after the last change.
    snapshot: Snapshot,
    questions: Sender<Question>,
    /// How many questions there were.
    number: u64,
    /// What is under way: how to stop it, and how to ask it something.
    running: Option<(StopFlag, Sender<Ask>)>,
    /// The answers to the last question, one of each kind.
    answers: Vec<(AnswerKind, Event)>,
    listeners: Vec<(u64, SyncSender<Event>)>,
    /// How many pages have listened.
    listened: u64,
    /// Since when no page listens; none while one does.
    alone_since: Option<Instant>,
    /// Whether what was under way was stopped since no page listened.
    is_asleep: bool,
    is_file_changed: bool,
}

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

/// The shared state, whatever happened to the thread that had it last.
pub(super) fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
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

impl Shared {
    /// Takes what a session has come to.
    pub(super) fn show(&mut self, snapshot: Snapshot) {
        self.snapshot = snapshot;
    }

    /// What a request leads to.
    pub(super) fn follow(&mut self, effect: Effect) {
        match effect {
            Effect::Changed(inquiry) => {
                self.inquire(inquiry);
                let revision = self.revision();
                self.tell(&Notice::Revision { revision });
            }
            Effect::Asked(ask) => {
                if let Some((_, asks)) = &self.running {
                    // What is not under way any more is asked nothing.
                    let _ = asks.send(ask);
                }
            }
            Effect::Stopped if self.running.is_some() => {
                self.stop();
                let asked = (self.number, self.revision());
                self.hear(asked, &Answer::Stopped);
            }
            Effect::None | Effect::Stopped => {}
        }
    }

    fn revision(&self) -> u64 {
        self.snapshot.reply().view.revision
    }

    /// Stops what is under way, and asks about the puzzle as it is now.
    pub(super) fn inquire(&mut self, inquiry: Option<Box<Inquiry>>) {
        self.stop();
        self.number += 1;
        self.answers.clear();
        let Some(inquiry) = inquiry else {
            return;
        };
        let (ask, asks) = mpsc::channel();
        let stop = StopFlag::new();
        self.running = Some((stop.clone(), ask));
        let question = Question {
            number: self.number,
            revision: self.revision(),
            inquiry,
            stop,
            asks,
        };
        // The thread lives as long as the program.
        let _ = self.questions.send(question);
    }

    /// Notes whether another program has changed the file, and says so.
    pub(super) fn note_file(&mut self, is_changed: bool) {
        if is_changed != self.is_file_changed {
            self.is_file_changed = is_changed;
            self.tell(&Notice::File { is_changed });
        }
    }

    /// Stops what is under way if no page has listened for a while. It begins anew with the next page.
    pub(super) fn sleep_if_alone(&mut self) {
        let is_long = |since: Instant| since.elapsed() >= ALONE;
        if self.running.is_some() && self.alone_since.is_some_and(is_long) {
            self.stop();
            self.is_asleep = true;
        }
    }

    fn stop(&mut self) {
        if let Some((stop, _)) = self.running.take() {
            stop.set();
        }
    }

    fn tell(&mut self, notice: &Notice<'_>) {
        self.send(&line(notice));
    }

    fn send(&mut self, event: &Event) {
        self.listeners
            .retain(|(_, listener)| listener.try_send(Arc::clone(event)).is_ok());
        self.note_alone();
    }

    fn forget_listener(&mut self, number: u64) {
        self.listeners.retain(|(known, _)| *known != number);
        self.note_alone();
    }

    fn note_alone(&mut self) {
        if self.listeners.is_empty() && self.alone_since.is_none() {
            self.alone_since = Some(Instant::now());
        }
    }

    /// Tells an answer, unless the question is an old one.
    fn hear(&mut self, question: (u64, u64), answer: &Answer) {
        let (number, revision) = question;
        if number != self.number {
            return;
        }
        let event = line(&AnswerEvent {
            number,
            revision,
            answer,
        });
        if !matches!(answer, Answer::Progress { .. }) {
            let kind = answer.kind();
            self.answers.retain(|(known, _)| *known != kind);
            self.answers.push((kind, Arc::clone(&event)));
        }
        self.send(&event);
    }
}

/// Something as one line of JSON.
#[expect(clippy::expect_used, reason = "an invariant of the data")]
fn line(event: &impl Serialize) -> Event {
    serde_json::to_string(event)
        .expect("invariant: numbers, strings and lists in memory can be written")
        .into()
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
