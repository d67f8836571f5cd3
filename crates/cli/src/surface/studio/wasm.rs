//! Studio without the program: the interface for a page that runs this library as WebAssembly.
//!
//! The page puts a text into memory from [`allocate`] and calls a function with its address and length. It
//! receives answers through its function `tell`, which reads a text; its function `now` returns the
//! milliseconds since the page was opened. One worker holds the session and answers requests ([`request`]).
//! Another one receives a document and answers about it ([`inquire`]). A third one makes a file, with a larger
//! module that has `making` and is loaded for the first file. The page terminates a worker to stop it.
//!
//! This is the only module of the library with `unsafe`: WebAssembly passes numbers only.
#![expect(
    unsafe_code,
    reason = "texts are handed over as places in memory, and functions by their names"
)]

#[cfg(feature = "studio-wasm-making")]
mod making;

use std::cell::RefCell;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{Answer, Ask, Document, Inquiry, Reply, Request, Room, Session, View};
use crate::solve::counting::Precedent;
use crate::solve::resources::Resources;
use crate::solve::search::{ProgressSink, RunContext, WorkKind};
use crate::support::clock::CLOCK;
use tilewright_geometry::Lattice;

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    fn tell(at: *const u8, length: usize);
    safe fn now() -> f64;
}

thread_local! {
    static SESSION: RefCell<Option<Session>> = const { RefCell::new(None) };
}

/// The time since the page was opened.
fn since_start() -> Duration {
    Duration::try_from_secs_f64(now() / 1000.0).unwrap_or_default()
}

/// Memory for a text of `length` bytes, to be passed to a function such as [`request`] or [`inquire`].
#[unsafe(no_mangle)]
extern "C" fn allocate(length: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
}

/// The text that the page has put into memory.
///
/// # Safety
///
/// `at` must be from [`allocate`] with the same length, and be used only once.
unsafe fn taken(at: *mut u8, length: usize) -> Vec<u8> {
    // The clock is set here, because every call of the page that reads the clock first passes a text.
    CLOCK.get_or_init(|| since_start);
    let slice = std::ptr::slice_from_raw_parts_mut(at, length);
    // SAFETY: the caller guarantees that `at` is from `allocate` with this length, and is used only
    // here.
    unsafe { Box::from_raw(slice) }.into_vec()
}

/// Sends the page a value as JSON.
fn say(value: &impl Serialize) {
    let Ok(text) = serde_json::to_vec(value) else {
        return;
    };
    // SAFETY: the page's function `tell` reads these bytes before it returns.
    unsafe { tell(text.as_ptr(), text.len()) }
}

/// The memory of a page, in bytes.
const MEMORY: u64 = 512 << 20;

/// The context of a page's work: one thread and [`MEMORY`]. Nothing stops it.
fn context(progress: impl ProgressSink + 'static) -> RunContext {
    let resources = Resources {
        threads: std::num::NonZeroUsize::MIN,
        memory: Some(MEMORY),
        ..Resources::default()
    };
    RunContext::silent().with(resources).observed(progress)
}

/// The argument of [`open`], as JSON: a document. Without a text, it is a blank puzzle.
#[derive(Deserialize)]
struct OpenRequest {
    name: String,
    text: Option<String>,
}

/// Starts a session about the document of an `OpenRequest`, passed as JSON.
#[unsafe(no_mangle)]
unsafe extern "C" fn open(at: *mut u8, length: usize) {
    // SAFETY: the page passes memory from `allocate` with its length, and uses it only once.
    let bytes = unsafe { taken(at, length) };
    let Ok(opened) = serde_json::from_slice::<OpenRequest>(&bytes) else {
        return;
    };
    let text = opened
        .text
        .unwrap_or_else(|| Document::blank(Lattice::Square));
    let document = Document::new(&opened.name, &text);
    SESSION.set(Some(Session::new(document, Some(MEMORY))));
}

/// The session's reply, and what the page does next.
#[derive(Serialize)]
struct SessionReply {
    reply: Reply,
    is_changed: bool,
    asks: bool,
}

/// Answers a request: a [`Request`] as JSON. Sends a `SessionReply`, or null if the request is malformed.
#[unsafe(no_mangle)]
unsafe extern "C" fn request(at: *mut u8, length: usize) {
    // SAFETY: the page passes memory from `allocate` with its length, and uses it only once.
    let bytes = unsafe { taken(at, length) };
    let replied = serde_json::from_slice::<Request>(&bytes)
        .ok()
        .and_then(|asked| {
            SESSION.with_borrow_mut(|session| {
                let (reply, effect) = session.as_mut()?.answer(asked);
                Some(SessionReply {
                    reply,
                    is_changed: matches!(effect, super::Effect::Changed(_)),
                    asks: matches!(effect, super::Effect::Asked(_)),
                })
            })
        });
    say(&replied);
}

/// The argument of [`inquire`], as JSON: a document, the goal that is shown, and a question if the user asks one.
#[derive(Deserialize)]
struct InquiryRequest {
    name: String,
    text: String,
    goal: Option<String>,
    /// The room of the page's canvas.
    room: Option<Room>,
    /// A question that is answered after all others; `None` if the user has asked none.
    ask: Option<Ask>,
    /// The method of the last count, which is tried first.
    precedent: Option<Precedent>,
}

/// Answers about the document of an `InquiryRequest`, passed as JSON. Sends each [`Answer`](super::Answer) as it is
/// found.
#[unsafe(no_mangle)]
unsafe extern "C" fn inquire(at: *mut u8, length: usize) {
    // SAFETY: the page passes memory from `allocate` with its length, and uses it only once.
    let bytes = unsafe { taken(at, length) };
    let Ok(asked) = serde_json::from_slice::<InquiryRequest>(&bytes) else {
        return;
    };
    let document = Document::new(&asked.name, &asked.text);
    let (view, file) = View::in_room(&document, asked.room, asked.goal.as_deref());
    let Some(file) = file else {
        return;
    };
    let inquiry = Inquiry::new(view.canvas, file, asked.goal);
    let inquiry = inquiry.after(asked.precedent);
    let mut ask = asked.ask;
    let progress = |_: WorkKind, _: Option<f64>, words: &str| {
        let words = words.to_owned();
        say(&Answer::Progress { words });
    };
    let monitor = context(progress);
    inquiry.answer(&monitor, &mut || ask.take(), &mut |answer| say(&answer));
}
