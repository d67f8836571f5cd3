//! Pages that come and go, and answers during long work.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use super::client::{Studio, paint};
use crate::program::root;

const TRAY: &str =
    "(lattice: Square, board: Rect(4, 2), pieces: [Set(of: Polyominoes(2), copies: 4)])\n";

/// The longest time for an answer during long work. Without it an answer takes some milliseconds.
const SOON: Duration = Duration::from_millis(700);

/// A file with a puzzle, in a separate folder.
fn file(text: &str) -> (TempDir, PathBuf) {
    let folder = TempDir::new().expect("a scratch folder");
    let path = folder.path().join("tray.ron");
    fs::write(&path, text).expect("a scratch file");
    (folder, path)
}

/// Opens the event stream; returns it with the response's status.
fn listen(studio: &Studio) -> (TcpStream, String) {
    let mut stream = studio.connect();
    let head = studio.head("GET", "/events", &[]);
    stream
        .write_all(format!("{head}\r\n").as_bytes())
        .expect("it listens");
    let mut status = [0; 12];
    stream.read_exact(&mut status).expect("it answers");
    let status = String::from_utf8_lossy(&status[9..]).into_owned();
    (stream, status)
}

/// Sends a request as its page does, without waiting for the response.
fn send(studio: &Studio, path: &str, body: &Value, job: &str) -> TcpStream {
    let body = body.to_string();
    let head = studio.head("POST", path, &[("X-Studio-Job", job)]);
    let bytes = format!("{head}Content-Length: {}\r\n\r\n{body}", body.len());
    let mut stream = studio.connect();
    stream.write_all(bytes.as_bytes()).expect("it listens");
    stream
}

fn soon<R>(what: &str, ask: impl FnOnce() -> R) -> R {
    let begun = Instant::now();
    let answer = ask();
    assert!(begun.elapsed() < SOON, "{what}: {:?}", begun.elapsed());
    answer
}

#[test]
fn a_page_that_is_reloaded_often_receives_events() {
    let (_folder, path) = file(TRAY);
    let studio = Studio::start(&path);
    for reload in 0..40 {
        let until = Instant::now() + Duration::from_secs(2);
        loop {
            let (_stream, status) = listen(&studio);
            if status == "200" {
                break;
            }
            // Retries, as a page does.
            assert!(Instant::now() < until, "reload {reload}: {status}");
            thread::sleep(Duration::from_millis(50));
        }
    }
    // Open streams are counted.
    let open: Vec<_> = (0..16).map(|_| listen(&studio)).collect();
    let refused = listen(&studio).1;
    assert!(refused == "503" || open.iter().any(|(_, status)| status == "503"));
}

/// Checks that while a text is being read, pages see the previous document, and all requests that
/// change nothing are served.
#[test]
fn nothing_waits_for_a_text_that_is_being_read() {
    let (_folder, path) = file(TRAY);
    let studio = Studio::start(&path);
    studio.answer("done");
    // Ten thousand pieces with different names.
    let pieces = (0..10_000).map(|at| format!("Piece(name: \"p{at}\", cells: Rect(2, 1)), "));
    let text = TRAY.replace(
        "Set(of: Polyominoes(2), copies: 4)",
        &pieces.collect::<String>(),
    );
    let change = json!({"request": "edit", "change": {"edit": "text", "text": text}, "base": null});
    let _change = send(&studio, "/request", &change, "1");
    let set = json!({"request": "set", "set": "Polyominoes(9)"});
    let _set = send(&studio, "/request", &set, "2");
    let until = Instant::now() + Duration::from_secs(1);
    while Instant::now() < until {
        let seen = soon("a view", || studio.text());
        assert!(seen == TRAY || seen == text);
        let (_, status) = soon("events", || listen(&studio));
        assert_eq!(status, "200");
        let picture = json!({"download": "picture"});
        assert_eq!(
            soon("a picture", || studio.post("/download", &picture)).status,
            200
        );
    }
    soon("the end", || studio.interrupt());
}

/// Checks that a page with a newer text, or a closed page, abandons the text being read, so that
/// the next request need not wait.
#[test]
fn an_abandoned_text_is_not_read_to_its_end() {
    let (_folder, path) = file(TRAY);
    let studio = Studio::start(&path);
    studio.answer("done");
    let edit = |text: &str| json!({"request": "edit", "change": {"edit": "text", "text": text}, "base": null});
    // Ten thousand pieces in all.
    let sets = (0..27).map(|at| format!("Set(of: Polyominoes(8), prefix: \"{at}-\"), "));
    let long = TRAY.replace(
        "Set(of: Polyominoes(2), copies: 4)",
        &sets.collect::<String>(),
    );
    for _ in 0..8 {
        let left = send(&studio, "/request", &edit(&long), "1");
        thread::sleep(Duration::from_millis(100));
        drop(left);
    }
    let newer = TRAY.replace("(4, 2)", "(2, 4)");
    let seen = soon("the newer text", || studio.post("/request", &edit(&newer)));
    assert_eq!(seen.status, 200);
    assert_eq!(studio.text(), newer);
}

/// A puzzle with too many choices to try them all.
const MANY_CHOICES: &str =
    "(lattice: Square, board: Rect(12, 10), pieces: [Set(of: Polyominoes(6))])";

/// The events of a studio, as they come.
struct JobEvents(std::io::Lines<BufReader<TcpStream>>);

impl JobEvents {
    fn of(studio: &Studio) -> Self {
        Self(BufReader::new(listen(studio).0).lines())
    }

    /// Waits for progress of a job with these words.
    fn wait_for(&mut self, job: u64, words: &str) -> Value {
        loop {
            let line = self.0.next().expect("events come").expect("events come");
            let event = line
                .strip_prefix("data: ")
                .map(serde_json::from_str::<Value>);
            let Some(Ok(event)) = event else { continue };
            let state = event["words"].as_str().unwrap_or_default();
            if event["event"] == "job" && event["job"] == job && state.contains(words) {
                return event;
            }
        }
    }
}

/// Checks that four searches run side by side and further ones wait in order. Checks also that a
/// search is stopped when its page is closed, and that files are made meanwhile if they need no
/// search.
#[test]
fn jobs_run_side_by_side_and_end_with_their_page() {
    let (_folder, path) = file(MANY_CHOICES);
    let studio = Studio::start(&path);
    let mut events = JobEvents::of(&studio);
    let designs = json!({"download": "designs"});
    let ask = |job: u64| send(&studio, "/download", &designs, &job.to_string());
    let mut running: Vec<TcpStream> = Vec::new();
    for job in 1..=4 {
        running.push(ask(job));
        events.wait_for(job, "running");
    }
    let _fifth = ask(5);
    events.wait_for(5, "waiting: 4 jobs run at once, 0 others before it");
    let _sixth = ask(6);
    events.wait_for(6, "waiting: 4 jobs run at once, 1 other before it");
    let picture = json!({"download": "picture"});
    assert_eq!(
        soon("a picture", || studio.post("/download", &picture)).status,
        200
    );
    soon("a stroke", || {
        studio.change(&paint(&[[0, 20]], "required", 1))
    });
    drop(running.remove(1));
    soon("the fifth one's turn", || events.wait_for(5, "running"));
    soon("the end", || studio.interrupt());
}

/// Checks that a second file has its own studio: both search at the same time.
#[test]
fn two_files_are_served_at_the_same_time() {
    let files = [file(MANY_CHOICES), file(MANY_CHOICES)];
    let studios = files.each_ref().map(|(_, path)| Studio::start(path));
    let designs = json!({"download": "designs"});
    let searches = studios.each_ref().map(|studio| {
        let mut events = JobEvents::of(studio);
        let search = send(studio, "/download", &designs, "1");
        events.wait_for(1, "running");
        search
    });
    for studio in &studios {
        soon("a stroke", || {
            studio.change(&paint(&[[0, 20]], "required", 1))
        });
    }
    drop(searches);
}

/// Checks that a page knows the number of choices before they are tried, and can try a sample,
/// which reports the share done.
#[test]
fn many_choices_are_counted_and_sampled() {
    let (_folder, path) =
        file("(lattice: Square, board: Rect(10, 6), pieces: [Set(of: Polyominoes(6))])");
    let studio = Studio::start(&path);
    let count = soon("the number of choices", || {
        studio.post("/download", &json!({"download": "choice-count"}))
    });
    let count: Value = serde_json::from_slice(&count.body).expect("JSON");
    // 10 of the 35 hexominoes.
    assert_eq!(count, json!({"choices": "183579396", "is_many": true}));
    let mut events = JobEvents::of(&studio);
    let sample = json!({"download": "designs", "scope": "sample"});
    let _sample = send(&studio, "/download", &sample, "1");
    let progress = events.wait_for(1, "of 200 choices");
    let share = progress["share"].as_f64().expect("a share");
    assert!((0.0..=1.0).contains(&share), "{progress}");
}

/// Checks that the user can stop the computation about the puzzle and restart it.
#[test]
fn a_count_can_be_stopped_and_restarted() {
    let (_folder, path) = file(
        "(lattice: Square, board: Rect(11, 10), \
        pieces: [Set(of: Polyominoes(5), sides: OneSided), Set(of: Polyominoes(4), sides: OneSided, prefix: \"4\", copies: Any)])",
    );
    let studio = Studio::start(&path);
    studio.event(|event| event["answer"] == "area");
    studio.request(&json!({"request": "stop"}));
    let stopped = studio.event(|event| event["answer"] == "stopped");
    studio.request(&json!({"request": "resume"}));
    let again = studio.event(|event| event["answer"] == "area");
    assert!(again["number"].as_u64() > stopped["number"].as_u64());
    let other = fs::read_to_string(root().join("puzzles/scott.ron")).expect("it ships");
    studio.change(&json!({"edit": "text", "text": other}));
    assert_eq!(studio.answer("count")["solutions"], "520");
}
