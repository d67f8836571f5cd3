//! Makes files from documents, for a page that runs this library as WebAssembly.
#![expect(
    unsafe_code,
    reason = "texts are handed over as places in memory, and functions by their names"
)]

use serde::{Deserialize, Serialize};

use super::{MEMORY, context, say, taken};
use crate::puzzle::PuzzlePart;
use crate::solve::search::{RunContext, WorkKind};
use crate::surface::studio::inquiry::looked_at;
use crate::surface::studio::{Document, Download, Session, View};

/// A document, and the file to be made from it.
#[derive(Deserialize)]
struct MakeRequest {
    name: String,
    text: String,
    goal: Option<String>,
    download: Download,
}

/// The progress of a job, with the share done (0 to 1) if it is known.
#[derive(Serialize)]
struct JobProgress<'a> {
    share: Option<f64>,
    words: &'a str,
}

/// A finished file, or why it was not made.
#[derive(Serialize)]
struct MadeFile<'a> {
    name: &'a str,
    media_type: &'a str,
    bytes: &'a [u8],
    note: Option<&'a str>,
    refused: Option<String>,
}

/// Makes the file that a `MakeRequest`, passed as JSON, asks for. Sends `JobProgress` at most four times a second,
/// and then one `MadeFile`. Nothing sets the stop flag: the page ends the worker.
#[unsafe(no_mangle)]
unsafe extern "C" fn make(at: *mut u8, length: usize) {
    // SAFETY: the page passes memory from `allocate` with its length, and uses it only once.
    let bytes = unsafe { taken(at, length) };
    let Ok(asked) = serde_json::from_slice::<MakeRequest>(&bytes) else {
        return;
    };
    let document = Document::new(&asked.name, &asked.text);
    let session = Session::new(document, Some(MEMORY));
    let made = match View::of(session.document()).1 {
        Some(file) => {
            let goal = asked.goal.filter(|_| !asked.download.is_of_all_goals());
            let goal = goal.as_deref();
            let part = goal.map_or(PuzzlePart::Whole, PuzzlePart::Goal);
            let file = looked_at(&file, goal);
            file.map_err(|error| error.to_string()).and_then(|file| {
                let progress = |_: WorkKind, share: Option<f64>, words: &str| {
                    say(&JobProgress { share, words });
                };
                let monitor = context(progress);
                let snapshot = session.snapshot();
                let download = asked.download;
                let made = download.make(&file, part, snapshot.stem(), &monitor);
                made.map_err(|error| error.to_string())
            })
        }
        None => Err("the puzzle cannot be read".to_owned()),
    };
    match made {
        Ok(file) => say(&MadeFile {
            name: &file.name,
            media_type: file.media_type,
            bytes: &file.bytes,
            note: file.note.as_deref(),
            refused: None,
        }),
        Err(refused) => say(&MadeFile {
            name: "",
            media_type: "",
            bytes: &[],
            note: None,
            refused: Some(refused),
        }),
    }
}
