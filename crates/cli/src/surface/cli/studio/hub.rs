//! The session that all connections share, the thread that answers, and those who listen.

use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use anyhow::Context;
use serde::Serialize;
use tilewright_dlx::StopFlag;

use crate::solve::search::{Kind, Monitor};
use crate::surface::studio::{Answer, Ask, Effect, Inquiry, Reply, Request, Session};

/// A page that is so many events behind is let go; it comes again.
const BEHIND: usize = 4_096;

/// So many pages listen at most.
const MAX_LISTENERS: usize = 16;

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
enum Notice {
    /// Another page has changed the document.
    Revision { revision: u64 },
    /// Another program has changed the file, or it is as it was again.
    File { is_changed: bool },
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
struct Shared {
    session: Session,
    /// How many questions there were.
    number: u64,
    /// What is under way: how to stop it, and how to ask it something.
    running: Option<(StopFlag, Sender<Ask>)>,
    /// The answers to the last question.
    answers: Vec<Event>,
    listeners: Vec<SyncSender<Event>>,
    is_file_changed: bool,
}

/// The session, shared by all connections.
#[derive(Clone)]
pub(super) struct Hub {
    shared: Arc<Mutex<Shared>>,
    questions: Sender<Question>,
}

impl Hub {
    /// Begins to answer about a session.
    ///
    /// # Errors
    ///
    /// The system refuses a thread.
    pub(super) fn new(session: Session) -> anyhow::Result<Self> {
        let (questions, asked) = mpsc::channel();
        let hub = Self {
            shared: Arc::new(Mutex::new(Shared {
                session,
                number: 0,
                running: None,
                answers: Vec::new(),
                listeners: Vec::new(),
                is_file_changed: false,
            })),
            questions,
        };
        let shared = Arc::clone(&hub.shared);
        thread::Builder::new()
            .name("answers".to_owned())
            .spawn(move || answer_all(&asked, &shared))
            .context("cannot start a thread")?;
        let mut shared = hub.lock();
        let inquiry = shared.session.inquiry();
        hub.inquire(&mut shared, inquiry);
        drop(shared);
        Ok(hub)
    }

    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Something that only looks at the session.
    pub(super) fn with<R>(&self, look: impl FnOnce(&Session) -> R) -> R {
        look(&self.lock().session)
    }

    /// Answers a request of a page.
    pub(super) fn request(&self, request: Request) -> Reply {
        let mut shared = self.lock();
        let (reply, effect) = shared.session.answer(request);
        match effect {
            Effect::None => {}
            Effect::Changed(inquiry) => {
                self.inquire(&mut shared, inquiry);
                let revision = shared.session.document().revision();
                shared.tell(&Notice::Revision { revision });
            }
            Effect::Asked(ask) => {
                if let Some((_, asks)) = &shared.running {
                    // What is not under way any more is asked nothing.
                    let _ = asks.send(ask);
                }
            }
        }
        reply
    }

    /// Stops what is under way, and asks about the puzzle as it is now.
    fn inquire(&self, shared: &mut Shared, inquiry: Option<Box<Inquiry>>) {
        shared.stop();
        shared.number += 1;
        shared.answers.clear();
        let Some(inquiry) = inquiry else {
            return;
        };
        let (ask, asks) = mpsc::channel();
        let stop = StopFlag::new();
        shared.running = Some((stop.clone(), ask));
        let question = Question {
            number: shared.number,
            revision: shared.session.document().revision(),
            inquiry,
            stop,
            asks,
        };
        // The thread lives as long as the program.
        let _ = self.questions.send(question);
    }

    /// Listens: what was answered to the last question, and what comes. None if too many do.
    pub(super) fn listen(&self) -> Option<(Vec<Event>, Receiver<Event>)> {
        let mut shared = self.lock();
        if shared.listeners.len() >= MAX_LISTENERS {
            return None;
        }
        let (send, events) = mpsc::sync_channel(BEHIND);
        shared.listeners.push(send);
        let mut before = shared.answers.clone();
        if shared.is_file_changed {
            before.push(line(&Notice::File { is_changed: true }));
        }
        Some((before, events))
    }

    /// Looks whether another program has changed the file, and says so.
    pub(super) fn watch_file(&self) {
        let mut shared = self.lock();
        let is_changed = shared.session.is_file_changed();
        if is_changed != shared.is_file_changed {
            shared.is_file_changed = is_changed;
            shared.tell(&Notice::File { is_changed });
        }
    }

    /// Whether a page listens.
    pub(super) fn has_listeners(&self) -> bool {
        !self.lock().listeners.is_empty()
    }

    /// Stops what is under way.
    pub(super) fn stop(&self) {
        self.lock().stop();
    }
}

impl Shared {
    fn stop(&mut self) {
        if let Some((stop, _)) = self.running.take() {
            stop.set();
        }
    }

    fn tell(&mut self, notice: &Notice) {
        self.send(&line(notice));
    }

    fn send(&mut self, event: &Event) {
        self.listeners
            .retain(|listener| listener.try_send(Arc::clone(event)).is_ok());
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
            self.answers.push(Arc::clone(&event));
        }
        // A person may ask for random solutions all day.
        if self.answers.len() > BEHIND / 2 {
            self.answers.remove(0);
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
    let lock = || shared.lock().unwrap_or_else(PoisonError::into_inner);
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
            let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
            told.hear((number, revision), &Answer::Progress { words });
        };
        let monitor = Monitor::new(&stop).observed(progress);
        inquiry.answer(&monitor, &mut || asks.recv().ok(), &mut |answer| {
            lock().hear((number, revision), &answer);
        });
    }
}
