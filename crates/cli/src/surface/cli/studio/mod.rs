//! The server of `studio`: it serves pages on this machine, on which a user draws a puzzle and sees answers.
//!
//! ```text
//! TcpListener ─► http (a request, within limits) ─► guard (allowed?) ─┬─► page (its files)
//!                                                                     ├─► Hub: editor: Session ─► Reply
//!                                                                     ├─► Hub: events, as they come
//!                                                                     ├─► PageJobs: Download ─► a file
//!                                                                     └─► PageJobs: Download ─► MadePages ─► a page
//! ```
//!
//! Each connection has a thread, at most 64. One thread edits the puzzle, and one computes answers about it. Jobs run
//! on the threads of their connections.

mod address;
mod editor;
mod guard;
mod http;
mod hub;
mod jobs;
mod made;
mod page;

use std::io::{self, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use serde::de::DeserializeOwned;
use tilewright_dlx::StopFlag;

use crate::puzzle::PuzzlePart;
use crate::solve::resources::Resources;
use crate::solve::search::{RunContext, WorkKind};
use crate::support::format::counted;
use crate::surface::studio::{
    Download, DownloadedFile, Edit, MAX_DOCUMENT_BYTES, Request, Session,
};
use address::AddressFile;
use editor::TICK;
use guard::Guard;
use http::{HttpRequest, HttpStatus};
use hub::{Hub, Notice};
use jobs::{MOST_JOBS, PageJobs};
use made::MadePages;

/// The header with the number by which a page identifies its job.
const JOB: &str = "x-studio-job";

/// The header that says how a file differs from the request.
const NOTE: &str = "X-Studio-Note";

/// The maximum number of simultaneous connections. Further ones are refused with
/// [`HttpStatus::Busy`].
const MAX_CONNECTIONS: usize = 64;

/// The maximum size of a body, in bytes. Escaping every character of a document doubles its size.
const MAX_BODY: usize = 2 * MAX_DOCUMENT_BYTES;

/// The longest time between two writes to a listening page; a failed write shows that the page has closed.
const HEARTBEAT: Duration = Duration::from_secs(5);

/// The time between two checks whether a listening page is still connected.
const LOOK: Duration = Duration::from_millis(250);

/// A server that is bound to a port, but does not serve yet.
pub(super) struct Server {
    listener: TcpListener,
    guard: Guard,
    address_file: Option<AddressFile>,
}

impl Server {
    /// Binds a port of the loopback interface. Port 0 means the port of the previous studio of this puzzle if it is
    /// free, else any port.
    ///
    /// # Errors
    ///
    /// The port is taken.
    pub(super) fn bind(port: u16, puzzle: Option<&Path>) -> anyhow::Result<Self> {
        let address_file = puzzle.map(AddressFile::of);
        let before = address_file.as_ref().and_then(AddressFile::read);
        let bind = |port| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
        let again = before.as_ref().filter(|_| port == 0);
        let listener = again.and_then(|before| bind(before.port).ok());
        let listener = listener.map_or_else(|| bind(port), Ok);
        let listener =
            listener.with_context(|| format!("cannot listen on port {port} of this machine"))?;
        let guard = Guard::new(listener.local_addr()?.port(), before)?;
        if let Some(file) = &address_file {
            file.write(guard.address());
        }
        Ok(Self {
            listener,
            guard,
            address_file,
        })
    }

    /// The address to open in a browser. It contains the token, so anyone who knows it can change the puzzle.
    pub(super) fn link(&self) -> String {
        self.guard.link()
    }

    /// Serves a session until the stop flag is set.
    ///
    /// # Errors
    ///
    /// The system cannot start a thread.
    pub(super) fn serve(self, session: Session, monitor: &RunContext) -> anyhow::Result<()> {
        let hub = Hub::new(session, monitor.resources)?;
        let handler = ConnectionHandler {
            hub: hub.clone(),
            guard: self.guard,
            resources: monitor.resources,
            stop: monitor.stop().clone(),
            jobs: Arc::default(),
            made: MadePages::default(),
        };
        let listener = self.listener;
        thread::Builder::new()
            .name("connections".to_owned())
            .spawn(move || accept(&listener, &handler))
            .context("cannot start a thread")?;
        let mut has_pages = false;
        while !monitor.is_set() {
            has_pages = hub.has_listeners();
            thread::sleep(TICK);
        }
        hub.stop();
        // An open page may still have unsent strokes, and looks for the next studio at this
        // address.
        if let Some(file) = self.address_file.filter(|_| !has_pages) {
            file.remove();
        }
        Ok(())
    }
}

/// Handles the requests of a connection. Each connection has a clone; the clones share their state.
#[derive(Clone)]
struct ConnectionHandler {
    hub: Hub,
    guard: Guard,
    resources: Resources,
    stop: StopFlag,
    /// The jobs of all pages: files being made, and searches.
    jobs: Arc<PageJobs>,
    made: MadePages,
}

/// Accepts connections and starts a thread for each.
fn accept(listener: &TcpListener, handler: &ConnectionHandler) {
    let count = Arc::new(AtomicUsize::new(0));
    for stream in listener.incoming() {
        let Ok(mut stream) = stream else {
            thread::sleep(TICK);
            continue;
        };
        let slot = ConnectionSlot::take(&count, MAX_CONNECTIONS);
        let Some(slot) = slot else {
            let _ = http::write_words(&mut stream, HttpStatus::Busy, "too many connections");
            continue;
        };
        let handler = handler.clone();
        // If no thread can be started, the connection is closed.
        let _ = thread::Builder::new()
            .name("connection".to_owned())
            .spawn(move || {
                // An error means that the page has closed the connection.
                let _ = handler.answer(&mut stream);
                drop(slot);
            });
    }
}

/// One of at most [`MAX_CONNECTIONS`] connections; dropping it frees the slot.
struct ConnectionSlot(Arc<AtomicUsize>);

impl ConnectionSlot {
    fn take(count: &Arc<AtomicUsize>, most: usize) -> Option<Self> {
        let slot = Self(Arc::clone(count));
        (count.fetch_add(1, Ordering::Relaxed) < most).then_some(slot)
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Why a request was not answered.
enum RequestFailure {
    /// The request is refused with this status.
    Refused(HttpStatus),
    /// The file cannot be made, for this reason.
    Unsuited(String),
    /// The client has closed the connection.
    Gone(io::Error),
}

impl From<HttpStatus> for RequestFailure {
    fn from(status: HttpStatus) -> Self {
        Self::Refused(status)
    }
}

impl From<io::Error> for RequestFailure {
    fn from(error: io::Error) -> Self {
        Self::Gone(error)
    }
}

impl ConnectionHandler {
    fn answer(&self, stream: &mut TcpStream) -> io::Result<()> {
        // Without this option (TCP_NODELAY), the system would delay small answers.
        let _ = stream.set_nodelay(true);
        let request = match http::read(stream, MAX_BODY) {
            Ok(request) => request,
            Err(Some(status)) => return http::refuse(stream, status),
            Err(None) => return Ok(()),
        };
        let done = match (request.method.as_str(), request.path.as_str()) {
            ("POST", "/request") => self.request(stream, &request),
            ("POST", "/download") => self.download(stream, &request),
            ("POST", "/play") => self.play(stream, &request),
            ("GET", "/events") => self.events(stream, &request),
            ("GET", path) => self.page(stream, &request, path),
            _ => Err(RequestFailure::Refused(HttpStatus::MethodNotAllowed)),
        };
        match done {
            Ok(()) => Ok(()),
            Err(RequestFailure::Refused(status)) => {
                http::write_words(stream, status, status.reason())
            }
            Err(RequestFailure::Unsuited(why)) => {
                http::write_words(stream, HttpStatus::Unsuited, &why)
            }
            Err(RequestFailure::Gone(error)) => Err(error),
        }
    }

    /// Sends a file of the page, or a generated page.
    fn page(
        &self,
        stream: &mut TcpStream,
        request: &HttpRequest,
        path: &str,
    ) -> Result<(), RequestFailure> {
        self.guard.lets_see(request)?;
        if let Some(made) = self.made.get(path) {
            http::write_made(stream, &made)?;
            return Ok(());
        }
        let (media_type, text) = page::file(path).ok_or(HttpStatus::NotFound)?;
        http::write(stream, HttpStatus::Ok, media_type, text.as_bytes())?;
        Ok(())
    }

    /// The JSON body of a request that may change the document.
    fn posted<T: DeserializeOwned>(&self, request: &HttpRequest) -> Result<T, HttpStatus> {
        self.guard.lets_write(request)?;
        serde_json::from_slice(&request.body).map_err(|_| HttpStatus::BadRequest)
    }

    /// Passes a request to the session and sends its reply.
    fn request(&self, stream: &mut TcpStream, request: &HttpRequest) -> Result<(), RequestFailure> {
        let asked: Request = self.posted(request)?;
        // A page with a newer text closes the request for the older one, so reading the older text is cancelled. A
        // stroke is applied even if its page has closed.
        let is_text =
            matches!(&asked, Request::Edit { change, .. } if matches!(change, Edit::Text { .. }));
        let reply = if is_text {
            jobs::while_there(stream, &self.stop, |stop| self.hub.request(asked, stop))
        } else {
            self.hub.request(asked, &StopFlag::new())
        };
        let reply = reply.ok_or(HttpStatus::Failed)?;
        let reply = serde_json::to_vec(&reply).map_err(io::Error::from)?;
        http::write(stream, HttpStatus::Ok, "application/json", &reply)?;
        Ok(())
    }

    /// Sends answers and notices as they come, in the format of server-sent events.
    fn events(&self, stream: &mut TcpStream, request: &HttpRequest) -> Result<(), RequestFailure> {
        self.guard.lets_read(request)?;
        let listener = self.hub.listen().ok_or(HttpStatus::Busy)?;
        http::write_head(stream, HttpStatus::Ok, "text/event-stream", None, &[])?;
        for event in &listener.before {
            write!(stream, "data: {event}\n\n")?;
        }
        let mut written = Instant::now();
        while !self.stop.is_set() && !http::is_gone(stream) {
            match listener.events.recv_timeout(LOOK) {
                Ok(event) => write!(stream, "data: {event}\n\n")?,
                Err(RecvTimeoutError::Timeout) if written.elapsed() < HEARTBEAT => continue,
                Err(RecvTimeoutError::Timeout) => stream.write_all(b":\n\n")?,
                Err(RecvTimeoutError::Disconnected) => break,
            }
            written = Instant::now();
        }
        Ok(())
    }

    /// Makes a file from the puzzle and sends it.
    fn download(
        &self,
        stream: &mut TcpStream,
        request: &HttpRequest,
    ) -> Result<(), RequestFailure> {
        let wanted: Download = self.posted(request)?;
        let made = self.make(stream, request, &wanted)?;
        let attached = format!("attachment; filename=\"{}\"", made.name);
        let mut further = vec![("Content-Disposition", attached.as_str())];
        further.extend(made.note.as_deref().map(|note| (NOTE, note)));
        let length = Some(made.bytes.len());
        http::write_head(stream, HttpStatus::Ok, made.media_type, length, &further)?;
        stream.write_all(&made.bytes)?;
        Ok(())
    }

    /// Makes a page on which the puzzle is played. Sends its address, and which levels were not found, as JSON.
    fn play(&self, stream: &mut TcpStream, request: &HttpRequest) -> Result<(), RequestFailure> {
        let wanted: Download = self.posted(request)?;
        if !wanted.is_page() {
            return Err(HttpStatus::BadRequest.into());
        }
        let made = self.make(stream, request, &wanted)?;
        let address = self.made.keep(made.bytes).map_err(io::Error::other)?;
        let reply = serde_json::json!({"address": address, "note": made.note});
        let reply = serde_json::to_vec(&reply).map_err(io::Error::from)?;
        http::write(stream, HttpStatus::Ok, "application/json", &reply)?;
        Ok(())
    }

    /// Makes a file of the puzzle in its state when the job begins. Stops when the page closes the connection.
    fn make(
        &self,
        stream: &TcpStream,
        request: &HttpRequest,
        wanted: &Download,
    ) -> Result<DownloadedFile, RequestFailure> {
        let job = request.header(JOB).and_then(|job| job.parse().ok());
        let hub = self.hub.clone();
        let say = move |share: Option<f64>, words: &str| {
            if let Some(job) = job {
                hub.notify(&Notice::Job { job, share, words });
            }
        };
        let unsuited = |why: &dyn std::fmt::Display| RequestFailure::Unsuited(why.to_string());
        jobs::while_there(stream, &self.stop, |stop| {
            let waits = |before| {
                let before = counted(before, "other");
                say(
                    None,
                    &format!("waiting: {MOST_JOBS} jobs run at once, {before} before it"),
                );
            };
            let place = if wanted.is_quick() {
                None
            } else {
                let place = self.jobs.wait(stop, &waits);
                Some(place.ok_or_else(|| unsuited(&"stopped"))?)
            };
            let resources = place.as_ref().map(|place| place.resources(&self.resources));
            let resources = resources.unwrap_or(self.resources);
            let snapshot = self.hub.snapshot();
            let file = snapshot.puzzle_file(wanted);
            let goal = snapshot.goal().filter(|_| !wanted.is_of_all_goals());
            let file = file.ok_or_else(|| unsuited(&"the puzzle cannot be read"))?;
            let part = goal.map_or(PuzzlePart::Whole, PuzzlePart::Goal);
            say(None, "running");
            let progress = move |_: WorkKind, share: Option<f64>, words: &str| say(share, words);
            let monitor = RunContext::new(stop).with(resources).observed(progress);
            let made = wanted.make(&file, part, snapshot.stem(), &monitor);
            made.map_err(|error| unsuited(&error))
        })
    }
}
