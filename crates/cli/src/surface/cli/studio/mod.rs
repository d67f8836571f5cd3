//! The server of `studio`: pages on this machine, which draw a puzzle and hear answers.
//!
//! ```text
//! TcpListener ─► http (a request, within limits) ─► guard (who may) ─┬─► page (its files)
//!                                                                    ├─► Hub: editor: Session ─► Reply
//!                                                                    ├─► Hub: events, as they come
//!                                                                    ├─► jobs: Download ─► a file
//!                                                                    └─► jobs: Download ─► MadePages ─► a page
//! ```
//!
//! A thread for each connection, 64 at most; one thread edits the puzzle, one answers about it.

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

use crate::puzzle::Part;
use crate::solve::resources::Resources;
use crate::solve::search::{Kind, Monitor};
use crate::support::format::counted;
use crate::surface::studio::{
    Download, DownloadedFile, MAX_DOCUMENT_BYTES, Mining, Request, Session,
};
use address::AddressFile;
use editor::TICK;
use guard::Guard;
use http::{HttpRequest, Status};
use hub::{Hub, Notice};
use jobs::Queue;
use made::MadePages;

/// The header with the number that a page gives to what is made for it.
const JOB: &str = "x-studio-job";

/// So many connections at once; further ones are told to come again.
const MAX_CONNECTIONS: usize = 64;

/// A body has at most so many bytes: a document, of which every second character is escaped.
const MAX_BODY: usize = 2 * MAX_DOCUMENT_BYTES;

/// How often a page that listens hears something, so that it is noticed when it is gone.
const HEARTBEAT: Duration = Duration::from_secs(5);

/// How often it is looked whether a page that listens is still there.
const LOOK: Duration = Duration::from_millis(250);

/// A server that is bound to a port and not serving yet.
pub(super) struct Server {
    listener: TcpListener,
    guard: Guard,
    address_file: Option<AddressFile>,
}

impl Server {
    /// Binds a port of the loopback interface. If it is 0, that of the studio before on this puzzle, or any.
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

    /// The address that a person opens. Whoever knows it can change the puzzle.
    pub(super) fn link(&self) -> String {
        self.guard.link()
    }

    /// Serves a session until a signal comes.
    ///
    /// # Errors
    ///
    /// The system refuses a thread.
    pub(super) fn serve(
        self,
        session: Session,
        resources: Resources,
        monitor: &Monitor,
    ) -> anyhow::Result<()> {
        let hub = Hub::new(session)?;
        let office = Office {
            hub: hub.clone(),
            guard: self.guard,
            resources,
            stop: monitor.stop().clone(),
            quick: Arc::default(),
            long: Arc::default(),
            made: MadePages::default(),
        };
        let listener = self.listener;
        thread::Builder::new()
            .name("connections".to_owned())
            .spawn(move || accept(&listener, &office))
            .context("cannot start a thread")?;
        let mut has_pages = false;
        while !monitor.is_set() {
            has_pages = hub.has_listeners();
            thread::sleep(TICK);
        }
        hub.stop();
        // A page that is open may still be drawn on, and looks for the studio that comes next.
        if let Some(file) = self.address_file.filter(|_| !has_pages) {
            file.remove();
        }
        Ok(())
    }
}

/// What every connection needs.
#[derive(Clone)]
struct Office {
    hub: Hub,
    guard: Guard,
    resources: Resources,
    stop: StopFlag,
    /// Who waits for a picture.
    quick: Arc<Queue>,
    /// Who waits for what is searched for.
    long: Arc<Queue>,
    made: MadePages,
}

/// Takes connections, a thread each.
fn accept(listener: &TcpListener, office: &Office) {
    let count = Arc::new(AtomicUsize::new(0));
    for stream in listener.incoming() {
        let Ok(mut stream) = stream else {
            thread::sleep(TICK);
            continue;
        };
        let place = Place::take(&count, MAX_CONNECTIONS);
        let Some(place) = place else {
            let _ = http::write_words(&mut stream, Status::Busy, "too many connections");
            continue;
        };
        let office = office.clone();
        // Without a thread the connection ends.
        let _ = thread::Builder::new()
            .name("connection".to_owned())
            .spawn(move || {
                // Whoever has gone does not hear why not.
                let _ = office.answer(&mut stream);
                drop(place);
            });
    }
}

/// One of so many.
struct Place(Arc<AtomicUsize>);

impl Place {
    fn take(count: &Arc<AtomicUsize>, most: usize) -> Option<Self> {
        let place = Self(Arc::clone(count));
        (count.fetch_add(1, Ordering::Relaxed) < most).then_some(place)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Why a request has no answer of its own.
enum Unanswered {
    /// It is refused.
    Refused(Status),
    /// What is asked for cannot be made, for this reason.
    Unsuited(String),
    /// Whoever asked has gone.
    Gone(io::Error),
}

impl From<Status> for Unanswered {
    fn from(status: Status) -> Self {
        Self::Refused(status)
    }
}

impl From<io::Error> for Unanswered {
    fn from(error: io::Error) -> Self {
        Self::Gone(error)
    }
}

impl Office {
    fn answer(&self, stream: &mut TcpStream) -> io::Result<()> {
        // Small answers go at once.
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
            _ => Err(Unanswered::Refused(Status::MethodNotAllowed)),
        };
        match done {
            Ok(()) => Ok(()),
            Err(Unanswered::Refused(status)) => http::write_words(stream, status, status.reason()),
            Err(Unanswered::Unsuited(why)) => http::write_words(stream, Status::Unsuited, &why),
            Err(Unanswered::Gone(error)) => Err(error),
        }
    }

    /// A file of the page, or a page that was made.
    fn page(
        &self,
        stream: &mut TcpStream,
        request: &HttpRequest,
        path: &str,
    ) -> Result<(), Unanswered> {
        self.guard.lets_see(request)?;
        if let Some(made) = self.made.get(path) {
            http::write_made(stream, &made)?;
            return Ok(());
        }
        let (media_type, text) = page::file(path).ok_or(Status::NotFound)?;
        http::write(stream, Status::Ok, media_type, text.as_bytes())?;
        Ok(())
    }

    /// What a page that may change something has sent.
    fn posted<T: DeserializeOwned>(&self, request: &HttpRequest) -> Result<T, Status> {
        self.guard.lets_write(request)?;
        serde_json::from_slice(&request.body).map_err(|_| Status::BadRequest)
    }

    /// What a page asks of the session.
    fn request(&self, stream: &mut TcpStream, request: &HttpRequest) -> Result<(), Unanswered> {
        let asked: Request = self.posted(request)?;
        let reply = self.hub.request(asked).ok_or(Status::Failed)?;
        let reply = serde_json::to_vec(&reply).map_err(io::Error::from)?;
        http::write(stream, Status::Ok, "application/json", &reply)?;
        Ok(())
    }

    /// What is told, as it comes, in the format of server-sent events.
    fn events(&self, stream: &mut TcpStream, request: &HttpRequest) -> Result<(), Unanswered> {
        self.guard.lets_read(request)?;
        let listener = self.hub.listen().ok_or(Status::Busy)?;
        http::write_head(stream, Status::Ok, "text/event-stream", None, &[])?;
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

    /// A file that is made of the puzzle.
    fn download(&self, stream: &mut TcpStream, request: &HttpRequest) -> Result<(), Unanswered> {
        let wanted: Download = self.posted(request)?;
        let made = self.make(stream, request, &wanted)?;
        let attached = format!("attachment; filename=\"{}\"", made.name);
        let further = [("Content-Disposition", attached.as_str())];
        let length = Some(made.bytes.len());
        http::write_head(stream, Status::Ok, made.media_type, length, &further)?;
        stream.write_all(&made.bytes)?;
        Ok(())
    }

    /// The address of a page to be played that is made of the puzzle, as JSON.
    fn play(&self, stream: &mut TcpStream, request: &HttpRequest) -> Result<(), Unanswered> {
        let mining: Mining = self.posted(request)?;
        let made = self.make(stream, request, &Download::Page(mining))?;
        let address = self.made.keep(made.bytes).map_err(io::Error::other)?;
        let reply = serde_json::to_vec(&address).map_err(io::Error::from)?;
        http::write(stream, Status::Ok, "application/json", &reply)?;
        Ok(())
    }

    /// Makes a file of the puzzle as it is when its turn comes, as long as the page waits for it.
    fn make(
        &self,
        stream: &TcpStream,
        request: &HttpRequest,
        wanted: &Download,
    ) -> Result<DownloadedFile, Unanswered> {
        let job = request.header(JOB).and_then(|job| job.parse().ok());
        let hub = self.hub.clone();
        let say = move |words: &str| {
            if let Some(job) = job {
                hub.tell(&Notice::Job { job, words });
            }
        };
        let queue = if wanted.is_quick() {
            &self.quick
        } else {
            &self.long
        };
        let unsuited = |why: &dyn std::fmt::Display| Unanswered::Unsuited(why.to_string());
        jobs::while_there(stream, &self.stop, |stop| {
            let waits = |before| say(&format!("waits, {} before it", counted(before, "file")));
            let turn = queue.wait(stop, &waits);
            let _turn = turn.ok_or_else(|| unsuited(&"stopped"))?;
            let snapshot = self.hub.snapshot();
            let file = snapshot.puzzle_file();
            let file = file.ok_or_else(|| unsuited(&"the puzzle cannot be read"))?;
            let part = snapshot.goal().map_or(Part::Whole, Part::Goal);
            say("under way");
            let progress = move |_: Kind, _: Option<f64>, words: &str| say(words);
            let monitor = Monitor::new(stop).observed(progress);
            let stem = snapshot.stem();
            let made = wanted.make(&file, part, &stem, &self.resources, &monitor);
            made.map_err(|error| unsuited(&error))
        })
    }
}
