//! The state shared by all connections, the listening pages, and the threads that edit and answer.
//!
//! ```text
//! change ─► editor (owns the session, one change at a time) ─► HubState: Snapshot, Inquiry
//! answers (one inquiry at a time) ─► HubState: events ─► listening pages
//! ```
//!
//! The lock of [`HubState`] is held only while values are copied. Reading a text can take seconds: the editor reads
//! without the lock, and pages see the previous state meanwhile.

mod shared;

use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Instant;

use anyhow::Context;
use tilewright_dlx::StopFlag;

pub(super) use self::shared::{EventLine, HubState, Notice, lock};
use self::shared::{InquiryTask, line};
use super::editor::{EditorTask, edit_all};
use crate::solve::resources::Resources;
use crate::solve::search::{RunContext, WorkKind};
use crate::surface::studio::{Answer, Effect, Reply, Request, Session, Snapshot};

/// The maximum number of events that wait to be sent to a page. If there are more, the page is disconnected, and
/// it connects again.
const BEHIND: usize = 512;

/// The maximum number of listening pages.
const MAX_LISTENERS: usize = 16;

/// A handle to the state that all connections and threads share.
#[derive(Clone)]
pub(super) struct Hub {
    shared: Arc<Mutex<HubState>>,
    tasks: Sender<EditorTask>,
}

/// The connection of a listening page; dropping it unregisters the page.
pub(super) struct PageListener {
    shared: Arc<Mutex<HubState>>,
    number: u64,
    /// The events that the page missed before it listened.
    pub(super) before: Vec<EventLine>,
    pub(super) events: Receiver<EventLine>,
}

impl Drop for PageListener {
    fn drop(&mut self) {
        lock(&self.shared).forget_listener(self.number);
    }
}

impl Hub {
    /// Starts the threads that edit a session and answer about it.
    ///
    /// # Errors
    ///
    /// The system cannot start a thread.
    pub(super) fn new(session: Session, resources: Resources) -> anyhow::Result<Self> {
        let (questions, asked) = mpsc::channel();
        let (tasks, to_edit) = mpsc::channel();
        let shared = Arc::new(Mutex::new(HubState {
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
        let state = Arc::clone(&shared);
        thread::Builder::new()
            .name("answers".to_owned())
            .spawn(move || answer_all(&asked, resources, &state))
            .context("cannot start a thread")?;
        let edited = Arc::clone(&shared);
        thread::Builder::new()
            .name("editor".to_owned())
            .spawn(move || edit_all(session, &to_edit, &edited))
            .context("cannot start a thread")?;
        Ok(Self { shared, tasks })
    }

    /// The session's state after the last change.
    pub(super) fn snapshot(&self) -> Snapshot {
        lock(&self.shared).snapshot.clone()
    }

    /// Answers a request of a page. Requests for the view, the pieces of a set, or the gallery are answered
    /// immediately; changes are made in order. `None` if the change panicked, which is a bug. Setting `stop`
    /// cancels reading a text.
    pub(super) fn request(&self, request: Request, stop: &StopFlag) -> Option<Reply> {
        match request {
            Request::View => {}
            // Making the pieces of a set can take a second. It is done here, on the thread of the connection.
            Request::Set { set } => return Some(self.snapshot().with_set(&set)),
            // The first of these requests draws the gallery. This takes time too, so it is done on the thread of
            // the connection.
            Request::Gallery => return Some(self.snapshot().with_gallery()),
            Request::Ask { question } => lock(&self.shared).follow(Effect::Asked(question)),
            Request::Stop => lock(&self.shared).follow(Effect::Stopped),
            request => {
                let (reply, replied) = mpsc::sync_channel(1);
                let stop = stop.clone();
                let task = EditorTask::Request {
                    request,
                    stop,
                    reply,
                };
                self.tasks.send(task).ok()?;
                return replied.recv().ok();
            }
        }
        Some(self.snapshot().reply().clone())
    }

    /// Registers a page, which receives the answers of the current inquiry so far, and all further
    /// events. `None` if [`MAX_LISTENERS`] pages listen.
    pub(super) fn listen(&self) -> Option<PageListener> {
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
            let _ = self.tasks.send(EditorTask::Inquire);
        }
        let answers = shared.answers.iter();
        let mut before: Vec<EventLine> = answers.map(|(_, event)| Arc::clone(event)).collect();
        if shared.is_file_changed {
            before.push(line(&Notice::File { is_changed: true }));
        }
        Some(PageListener {
            shared: Arc::clone(&self.shared),
            number,
            before,
            events,
        })
    }

    pub(super) fn notify(&self, notice: &Notice<'_>) {
        lock(&self.shared).notify(notice);
    }

    pub(super) fn has_listeners(&self) -> bool {
        !lock(&self.shared).listeners.is_empty()
    }

    /// Stops the running inquiry.
    pub(super) fn stop(&self) {
        lock(&self.shared).stop();
    }
}

/// Runs inquiries one at a time. If several wait, only the last one is run.
fn answer_all(
    questions: &Receiver<InquiryTask>,
    resources: Resources,
    shared: &Arc<Mutex<HubState>>,
) {
    let mut precedent = None;
    while let Ok(mut question) = questions.recv() {
        while let Ok(later) = questions.try_recv() {
            question = later;
        }
        let InquiryTask {
            number,
            revision,
            inquiry,
            stop,
            asks,
        } = question;
        let state = Arc::clone(shared);
        let progress = move |_: WorkKind, _: Option<f64>, words: &str| {
            let words = words.to_owned();
            lock(&state).publish((number, revision), &Answer::Progress { words });
        };
        let monitor = RunContext::new(&stop).with(resources).observed(progress);
        let inquiry = inquiry.after(precedent);
        inquiry.answer(&monitor, &mut || asks.recv().ok(), &mut |answer| {
            if let Answer::Count {
                precedent: how @ Some(_),
                ..
            } = &answer
            {
                precedent = *how;
            }
            lock(shared).publish((number, revision), &answer);
        });
    }
}
