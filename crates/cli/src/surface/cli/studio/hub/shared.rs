//! What all connections share.

use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::Serialize;
use tilewright_dlx::StopFlag;

use crate::surface::studio::{Answer, AnswerKind, Ask, Effect, Inquiry, Snapshot};

/// How long answers are computed for nobody, before a page listens and after the last one has gone.
pub(super) const ALONE: Duration = Duration::from_secs(10);

/// What a page hears, as one line of JSON.
pub(in crate::surface::cli::studio) type Event = Arc<str>;

/// An answer, with the number of the question that it belongs to.
#[derive(Serialize)]
pub(super) struct AnswerEvent<'a> {
    pub(super) number: u64,
    pub(super) revision: u64,
    #[serde(flatten)]
    pub(super) answer: &'a Answer,
}

/// That something else has happened.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub(in crate::surface::cli::studio) enum Notice<'a> {
    /// Another page has changed the document.
    Revision { revision: u64 },
    /// Another program has changed the file, or it is as it was again.
    File { is_changed: bool },
    /// How far a piece of work is that a page has asked for, under the number that the page gave it.
    Job { job: u64, words: &'a str },
}

/// What is asked of the thread that answers.
pub(super) struct Question {
    pub(super) number: u64,
    pub(super) revision: u64,
    pub(super) inquiry: Box<Inquiry>,
    pub(super) stop: StopFlag,
    pub(super) asks: Receiver<Ask>,
}

/// What is shared.
pub(in crate::surface::cli::studio) struct Shared {
    /// What there was after the last change.
    pub(super) snapshot: Snapshot,
    pub(super) questions: Sender<Question>,
    /// How many questions there were.
    pub(super) number: u64,
    /// What is under way: how to stop it, and how to ask it something.
    pub(super) running: Option<(StopFlag, Sender<Ask>)>,
    /// The answers to the last question, one of each kind.
    pub(super) answers: Vec<(AnswerKind, Event)>,
    pub(super) listeners: Vec<(u64, SyncSender<Event>)>,
    /// How many pages have listened.
    pub(super) listened: u64,
    /// Since when no page listens; none while one does.
    pub(super) alone_since: Option<Instant>,
    /// Whether what was under way was stopped since no page listened.
    pub(super) is_asleep: bool,
    pub(super) is_file_changed: bool,
}

/// The shared state, whatever happened to the thread that had it last.
pub(in crate::surface::cli::studio) fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    /// Takes what a session has come to.
    pub(in crate::surface::cli::studio) fn show(&mut self, snapshot: Snapshot) {
        self.snapshot = snapshot;
    }

    /// What a request leads to.
    pub(in crate::surface::cli::studio) fn follow(&mut self, effect: Effect) {
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

    pub(super) fn revision(&self) -> u64 {
        self.snapshot.reply().view.revision
    }

    /// Stops what is under way, and asks about the puzzle as it is now.
    pub(in crate::surface::cli::studio) fn inquire(&mut self, inquiry: Option<Box<Inquiry>>) {
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
    pub(in crate::surface::cli::studio) fn note_file(&mut self, is_changed: bool) {
        if is_changed != self.is_file_changed {
            self.is_file_changed = is_changed;
            self.tell(&Notice::File { is_changed });
        }
    }

    /// Stops what is under way if no page has listened for a while. It begins anew with the next page.
    pub(in crate::surface::cli::studio) fn sleep_if_alone(&mut self) {
        let is_long = |since: Instant| since.elapsed() >= ALONE;
        if self.running.is_some() && self.alone_since.is_some_and(is_long) {
            self.stop();
            self.is_asleep = true;
        }
    }

    pub(super) fn stop(&mut self) {
        if let Some((stop, _)) = self.running.take() {
            stop.set();
        }
    }

    pub(super) fn tell(&mut self, notice: &Notice<'_>) {
        self.send(&line(notice));
    }

    pub(super) fn send(&mut self, event: &Event) {
        self.listeners
            .retain(|(_, listener)| listener.try_send(Arc::clone(event)).is_ok());
        self.note_alone();
    }

    pub(super) fn forget_listener(&mut self, number: u64) {
        self.listeners.retain(|(known, _)| *known != number);
        self.note_alone();
    }

    pub(super) fn note_alone(&mut self) {
        if self.listeners.is_empty() && self.alone_since.is_none() {
            self.alone_since = Some(Instant::now());
        }
    }

    /// Tells an answer, unless the question is an old one.
    pub(super) fn hear(&mut self, question: (u64, u64), answer: &Answer) {
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
pub(super) fn line(event: &impl Serialize) -> Event {
    serde_json::to_string(event)
        .expect("invariant: numbers, strings and lists in memory can be written")
        .into()
}
