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
            // It retries, as its page does.
            assert!(Instant::now() < until, "reload {reload}: {status}");
            thread::sleep(Duration::from_millis(50));
        }
    }
    // Open streams are counted.
    let open: Vec<_> = (0..16).map(|_| listen(&studio)).collect();
    let refused = listen(&studio).1;
    assert!(refused == "503" || open.iter().any(|(_, status)| status == "503"));
}

/// Meanwhile pages see the previous document, and all requests that change nothing are served.
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

/// A page with a newer text, or a closed page, abandons the text being read, so that the next request need not wait.
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

/// A search is stopped when its page is closed; waiting searches run in order; files that need no search
/// are made meanwhile.
#[test]
fn jobs_wait_in_order_and_end_with_their_page() {
    let folder = TempDir::new().expect("a scratch folder");
    let path = folder.path().join("choices.ron");
    let long = "(lattice: Square, board: Rect(12, 10), pieces: [Set(of: Polyominoes(6))])";
    fs::write(&path, long).expect("a scratch file");
    let studio = Studio::start(&path);
    let (events, _) = listen(&studio);
    let mut events = BufReader::new(events).lines();
    let mut wait_for_job = |job: u64, words: &str| {
        loop {
            let line = events.next().expect("events come").expect("events come");
            let event = line
                .strip_prefix("data: ")
                .map(serde_json::from_str::<Value>);
            let Some(Ok(event)) = event else { continue };
            let state = event["words"].as_str().unwrap_or_default();
            if event["event"] == "job" && event["job"] == job && state.contains(words) {
                return;
            }
        }
    };
    let designs = json!({"download": "designs"});
    let first = send(&studio, "/download", &designs, "1");
    wait_for_job(1, "running");
    let _second = send(&studio, "/download", &designs, "2");
    wait_for_job(2, "waiting, 1 file before it");
    let picture = json!({"download": "picture"});
    assert_eq!(
        soon("a picture", || studio.post("/download", &picture)).status,
        200
    );
    soon("a stroke", || {
        studio.change(&paint(&[[0, 20]], "required", 1))
    });
    drop(first);
    soon("the second one's turn", || wait_for_job(2, "running"));
    soon("the end", || studio.interrupt());
}

/// The user can stop the computation about the puzzle and restart it.
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
