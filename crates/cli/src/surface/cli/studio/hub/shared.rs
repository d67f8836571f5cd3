//! The state that all connections share.

use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::Serialize;
use tilewright_dlx::StopFlag;

use crate::surface::studio::{Answer, AnswerKind, Ask, Effect, Inquiry, Snapshot};

/// How long answers are computed while no page listens.
pub(super) const ALONE: Duration = Duration::from_secs(10);

/// One line of JSON that is sent to pages.
pub(in crate::surface::cli::studio) type EventLine = Arc<str>;

/// An answer, with the number of its inquiry and the revision of the document that it is about.
#[derive(Serialize)]
pub(super) struct AnswerEvent<'a> {
    pub(super) number: u64,
    pub(super) revision: u64,
    #[serde(flatten)]
    pub(super) answer: &'a Answer,
}

/// A message to the listening pages other than an answer.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub(in crate::surface::cli::studio) enum Notice<'a> {
    /// The document has changed.
    Revision { revision: u64 },
    /// Another program has changed the file, or the file equals the saved text again.
    File { is_changed: bool },
    /// The progress of a page's job, with the number that the page gave it, and the share done (0 to 1) if it is
    /// known.
    Job {
        job: u64,
        share: Option<f64>,
        words: &'a str,
    },
}

/// An inquiry to be run by the thread that answers.
pub(super) struct InquiryTask {
    pub(super) number: u64,
    pub(super) revision: u64,
    pub(super) inquiry: Box<Inquiry>,
    pub(super) stop: StopFlag,
    pub(super) asks: Receiver<Ask>,
}

/// What all connections share: the state of the session, the running inquiry, its answers and the listening
/// pages.
pub(in crate::surface::cli::studio) struct HubState {
    /// The session's state after the last change.
    pub(super) snapshot: Snapshot,
    pub(super) questions: Sender<InquiryTask>,
    /// The number of inquiries so far, which is also the number of the current one.
    pub(super) number: u64,
    /// The running inquiry: its stop flag, and the channel for further questions.
    pub(super) running: Option<(StopFlag, Sender<Ask>)>,
    /// The answers of the current inquiry so far, the last one of each kind.
    pub(super) answers: Vec<(AnswerKind, EventLine)>,
    pub(super) listeners: Vec<(u64, SyncSender<EventLine>)>,
    /// The number of pages that have listened so far.
    pub(super) listened: u64,
    /// The time since which no page listens; `None` while one does.
    pub(super) alone_since: Option<Instant>,
    /// Whether an inquiry was stopped because no page listened.
    pub(super) is_asleep: bool,
    pub(super) is_file_changed: bool,
}

/// Locks the shared state, even if a thread panicked while it had the lock.
pub(in crate::surface::cli::studio) fn lock(shared: &Mutex<HubState>) -> MutexGuard<'_, HubState> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl HubState {
    /// Sets the snapshot that pages see.
    pub(in crate::surface::cli::studio) fn show(&mut self, snapshot: Snapshot) {
        self.snapshot = snapshot;
    }

    /// Carries out the effect of a request.
    pub(in crate::surface::cli::studio) fn follow(&mut self, effect: Effect) {
        match effect {
            Effect::Changed(inquiry) => {
                self.inquire(inquiry);
                let revision = self.revision();
                self.notify(&Notice::Revision { revision });
            }
            Effect::Asked(ask) => {
                if let Some((_, asks)) = &self.running {
                    // An error means that the inquiry has ended.
                    let _ = asks.send(ask);
                }
            }
            Effect::Stopped if self.running.is_some() => {
                self.stop();
                let asked = (self.number, self.revision());
                self.publish(asked, &Answer::Stopped);
            }
            Effect::None | Effect::Stopped => {}
        }
    }

    pub(super) fn revision(&self) -> u64 {
        self.snapshot.reply().view.revision
    }

    /// Stops the running inquiry and starts `inquiry`, if there is one.
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
        let question = InquiryTask {
            number: self.number,
            revision: self.revision(),
            inquiry,
            stop,
            asks,
        };
        // Sending cannot fail: the receiving thread lives as long as the program.
        let _ = self.questions.send(question);
    }

    /// Sets whether another program has changed the file; notifies the pages if that is new.
    pub(in crate::surface::cli::studio) fn note_file(&mut self, is_changed: bool) {
        if is_changed != self.is_file_changed {
            self.is_file_changed = is_changed;
            self.notify(&Notice::File { is_changed });
        }
    }

    /// Stops the running inquiry if no page has listened for [`ALONE`]. It starts again with the next page.
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

    pub(super) fn notify(&mut self, notice: &Notice<'_>) {
        self.send(&line(notice));
    }

    pub(super) fn send(&mut self, event: &EventLine) {
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

    /// Sends an answer to the pages, unless another inquiry has started since.
    pub(super) fn publish(&mut self, question: (u64, u64), answer: &Answer) {
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

/// Serializes an event as one line of JSON.
#[expect(clippy::expect_used, reason = "an invariant of the data")]
pub(super) fn line(event: &impl Serialize) -> EventLine {
    serde_json::to_string(event)
        .expect("invariant: numbers, strings and lists in memory can be written")
        .into()
}
