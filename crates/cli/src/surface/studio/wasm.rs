//! Studio without the program: what a page calls that has this library as WebAssembly.
//!
//! The page puts a text into memory that it has asked for ([`allocate`]), calls a function with its
//! place and length, and is told answers through two functions of its own: `tell`, which reads a
//! text, and `now`, which says the milliseconds since the page was opened. One worker holds the
//! session and answers requests ([`request`]); another one is given a document and answers about it
//! ([`inquire`]), or makes a file ([`make`]). To stop a worker, the page ends it.
//!
//! This is the one module of the library with `unsafe` in it: WebAssembly knows numbers only.
#![expect(
    unsafe_code,
    reason = "texts are handed over as places in memory, and functions by their names"
)]

use std::cell::RefCell;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::inquiry::looked_at;
use super::{Ask, Document, Download, Inquiry, Reply, Request, Session, View};
use crate::puzzle::Part;
use crate::solve::resources::Resources;
use crate::solve::search::Monitor;
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

/// How long the page has been open.
fn since_start() -> Duration {
    Duration::try_from_secs_f64(now() / 1000.0).unwrap_or_default()
}

/// Memory for a text of so many bytes, which [`request`], [`inquire`] or [`make`] takes.
#[unsafe(no_mangle)]
extern "C" fn allocate(length: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
}

/// The text that the page has put into memory.
///
/// # Safety
///
/// `at` is from [`allocate`] with the same length, and is used once.
unsafe fn taken(at: *mut u8, length: usize) -> Vec<u8> {
    // Whatever is called first: the page's clock is the library's from then on.
    CLOCK.get_or_init(|| since_start);
    let slice = std::ptr::slice_from_raw_parts_mut(at, length);
    // SAFETY: the caller's promise.
    unsafe { Box::from_raw(slice) }.into_vec()
}

/// Tells the page something as JSON.
fn say(told: &impl Serialize) {
    let Ok(text) = serde_json::to_vec(told) else {
        return;
    };
    // SAFETY: the page reads so many bytes from there before it returns.
    unsafe { tell(text.as_ptr(), text.len()) }
}

/// What the machine has: one thread, and memory as a page may take it.
fn resources() -> Resources {
    Resources {
        threads: std::num::NonZeroUsize::MIN,
        memory: Some(512 << 20),
        ..Resources::default()
    }
}

/// A text that was handed over.
#[derive(Deserialize)]
struct Opened {
    name: String,
    text: Option<String>,
}

/// Opens a document: an `Opened` as JSON.
#[unsafe(no_mangle)]
unsafe extern "C" fn open(at: *mut u8, length: usize) {
    // SAFETY: the page's promise.
    let bytes = unsafe { taken(at, length) };
    let Ok(opened) = serde_json::from_slice::<Opened>(&bytes) else {
        return;
    };
    let text = opened
        .text
        .unwrap_or_else(|| Document::blank(Lattice::Square));
    let document = Document::new(&opened.name, &text);
    SESSION.set(Some(Session::new(document, resources())));
}

/// What the session replied, and what is to be asked then.
#[derive(Serialize)]
struct Replied {
    reply: Reply,
    is_changed: bool,
    asks: bool,
}

/// Answers a request: a [`Request`] as JSON. Tells one `Replied`, or null if it is none.
#[unsafe(no_mangle)]
unsafe extern "C" fn request(at: *mut u8, length: usize) {
    // SAFETY: the page's promise.
    let bytes = unsafe { taken(at, length) };
    let replied = serde_json::from_slice::<Request>(&bytes)
        .ok()
        .and_then(|asked| {
            SESSION.with_borrow_mut(|session| {
                let (reply, effect) = session.as_mut()?.answer(asked);
                Some(Replied {
                    reply,
                    is_changed: matches!(effect, super::Effect::Changed(_)),
                    asks: matches!(effect, super::Effect::Asked(_)),
                })
            })
        });
    say(&replied);
}

/// A document to be asked about.
#[derive(Deserialize)]
struct Asked {
    name: String,
    text: String,
    goal: Option<String>,
    /// What is asked when all else is answered.
    ask: Option<Ask>,
    /// A file that is to be made instead.
    download: Option<Download>,
}

/// What the page asks about.
///
/// # Safety
///
/// As [`taken`].
unsafe fn asked(at: *mut u8, length: usize) -> Option<Asked> {
    // SAFETY: the caller's promise.
    let bytes = unsafe { taken(at, length) };
    serde_json::from_slice(&bytes).ok()
}

/// Answers about a document: an `Asked` as JSON. Tells each [`Answer`](super::Answer) as it comes.
#[unsafe(no_mangle)]
unsafe extern "C" fn inquire(at: *mut u8, length: usize) {
    // SAFETY: the page's promise.
    let Some(asked) = (unsafe { asked(at, length) }) else {
        return;
    };
    let (view, file) = View::of(&Document::new(&asked.name, &asked.text));
    let Some(file) = file else {
        return;
    };
    let inquiry = Inquiry::new(view.canvas, file, asked.goal, resources());
    let mut ask = asked.ask;
    inquiry.answer(&Monitor::silent(), &mut || ask.take(), &mut |answer| {
        say(&answer);
    });
}

/// A file that was made, or why not.
#[derive(Serialize)]
struct Made<'a> {
    name: &'a str,
    media_type: &'a str,
    bytes: &'a [u8],
    refused: Option<String>,
}

/// Makes a file of a document: an `Asked` as JSON. Tells one `Made`.
#[unsafe(no_mangle)]
unsafe extern "C" fn make(at: *mut u8, length: usize) {
    // SAFETY: the page's promise.
    let Some(asked) = (unsafe { asked(at, length) }) else {
        return;
    };
    let document = Document::new(&asked.name, &asked.text);
    let session = Session::new(document, resources());
    let made = match (View::of(session.document()).1, asked.download) {
        (Some(file), Some(wanted)) => {
            let part = asked.goal.as_deref().map_or(Part::Whole, Part::Goal);
            let file = looked_at(&file, asked.goal.as_deref());
            file.map_err(|error| error.to_string()).and_then(|file| {
                let monitor = Monitor::silent();
                let stem = session.snapshot().stem();
                let made = wanted.make(&file, part, &stem, &resources(), &monitor);
                made.map_err(|error| error.to_string())
            })
        }
        _ => Err("the puzzle cannot be read".to_owned()),
    };
    match made {
        Ok(file) => say(&Made {
            name: &file.name,
            media_type: file.media_type,
            bytes: &file.bytes,
            refused: None,
        }),
        Err(refused) => say(&Made {
            name: "",
            media_type: "",
            bytes: &[],
            refused: Some(refused),
        }),
    }
}
