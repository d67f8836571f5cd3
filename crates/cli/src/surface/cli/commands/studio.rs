//! `studio`: serves a page on which puzzles are drawn.

use std::io::Write;
use std::path::Path;

use tilewright_geometry::Lattice;

use super::{Output, say};
use crate::solve::resources::Resources;
use crate::support::input::is_stdin;
use crate::support::label::shown;
use crate::surface::cli::args::StudioArgs;
use crate::surface::cli::failure::{Failure, Outcome};
use crate::surface::cli::signals;
use crate::surface::cli::studio::Server;
use crate::surface::studio::files::{FileStore, OpenedText};
use crate::surface::studio::{Document, Session};

pub(super) fn run(args: &StudioArgs) -> Result<Outcome, Failure> {
    let resources = Resources::from(&args.resources);
    // An answer to the page and a file can be computed at the same time, so each gets half the
    // memory.
    let resources = Resources {
        notes: None,
        memory: resources.memory.map(|memory| memory / 2),
        ..resources
    };
    let session = if let Some(path) = &args.file {
        open(path, resources.memory)?
    } else {
        let blank = Document::blank(Lattice::Square);
        Session::new(Document::new("untitled.ron", &blank), resources.memory)
    };
    let server = Server::bind(args.port, args.file.as_deref())?;
    let address = server.link();
    let monitor = signals::listen()?.with(resources);
    let mut out = Output::stdout();
    writeln!(out, "{address}")?;
    out.flush()?;
    drop(out);
    if !args.no_browser && open::that_detached(&address).is_err() {
        say::note("cannot open a browser; open the address yourself");
    }
    server.serve(session, &monitor)?;
    Ok(Outcome::Done)
}

/// Opens a file, and recovers edits of an earlier session that were not saved.
fn open(path: &Path, memory: Option<u64>) -> Result<Session, Failure> {
    if is_stdin(path) {
        refuse!("studio saves the drawing to a file, so it cannot read stdin: name a file");
    }
    let (store, OpenedText { saved, recovered }) = FileStore::open(path)?;
    if !store.is_locked() {
        say::note(format_args!(
            "{}: no lock file can be made next to it, so a second studio could open it too",
            shown(path)
        ));
    }
    let blank = || Document::blank(Lattice::Square);
    let mut document = Document::new(
        &path.to_string_lossy(),
        &saved.clone().unwrap_or_else(blank),
    );
    if let Some(text) = recovered {
        let name = shown(path);
        if store.is_changed() {
            say::warn(format_args!(
                "{name}: unsaved changes were restored, but the file has changed since; the page asks which of the two to keep"
            ));
        } else {
            say::note(format_args!(
                "{name}: unsaved changes were restored; undo takes them back"
            ));
        }
        // The edit does not fail: an autosave file is read only if its text is not too long for a document.
        let _ = document.apply(&crate::surface::studio::Edit::Text { text });
    }
    Ok(Session::new(document, memory).in_file(store, saved))
}
