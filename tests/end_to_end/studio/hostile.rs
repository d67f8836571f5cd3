//! Unauthorised and hostile clients are refused: nothing is written, and little memory is used.

use std::fs;
use std::io::Write;
use std::time::{Duration, Instant};

use serde_json::json;
use tempfile::TempDir;

use super::client::{Studio, paint};

/// A file with a puzzle, in a separate folder.
fn file() -> (TempDir, std::path::PathBuf) {
    let folder = TempDir::new().expect("a scratch folder");
    let path = folder.path().join("tray.ron");
    fs::write(&path, TRAY).expect("a scratch file");
    (folder, path)
}

const TRAY: &str =
    "(lattice: Square, board: Rect(4, 2), pieces: [Set(of: Polyominoes(2), copies: 4)])\n";

#[test]
fn only_its_own_page_may_change_anything() {
    let (folder, path) = file();
    let studio = Studio::start(&path);
    let body = json!({"request": "edit", "change": paint(&[[0, 0]], "absent", 1), "base": null});
    let body = body.to_string();
    let post = |path: &str, instead: &[(&str, &str)], body: &str| {
        let head = studio.head("POST", path, instead);
        let bytes = format!("{head}Content-Length: {}\r\n\r\n{body}", body.len());
        studio.send(bytes.as_bytes()).expect("an answer").status
    };
    for (header, value, status) in [
        ("Host", "evil.example", 403),
        ("Host", "", 403),
        ("Host", "127.0.0.1", 403),
        ("Origin", "http://evil.example", 403),
        ("Origin", "", 403),
        ("Origin", "null", 403),
        ("X-Studio-Token", "", 403),
        ("X-Studio-Token", "0", 403),
        ("X-Studio-Token", "00000000000000000000000000000000", 403),
        ("Content-Type", "text/plain", 415),
        ("Content-Type", "", 415),
    ] {
        for path in ["/request", "/download", "/play"] {
            let got = post(path, &[(header, value)], &body);
            assert_eq!(got, status, "{path} {header}: {value}");
        }
    }
    for wrong in [
        "",
        "{",
        "[]",
        "{\"request\": \"rm\"}",
        "\u{0}",
        &"[".repeat(100_000),
    ] {
        assert_eq!(post("/request", &[], wrong), 400);
        assert_eq!(post("/download", &[], wrong), 400);
        assert_eq!(post("/play", &[], wrong), 400);
    }
    let get = |path: &str, instead: &[(&str, &str)]| {
        let head = studio.head("GET", path, instead);
        let answer = studio.send(format!("{head}\r\n").as_bytes());
        answer.expect("an answer").status
    };
    assert_eq!(get("/events", &[("X-Studio-Token", "")]), 403);
    assert_eq!(get("/events", &[("Host", "evil.example")]), 403);
    assert_eq!(get("/", &[("Host", "evil.example")]), 403);
    for path in [
        "/../../etc/passwd",
        "//etc/passwd",
        "/%2e%2e/tray.ron",
        "/tray.ron",
        "/main.js/",
        "/request",
        "/made/",
        "/made/00000000000000000000000000000000",
    ] {
        assert_eq!(get(path, &[]), 404, "{path}");
    }
    assert_eq!(studio.text(), TRAY);
    assert_eq!(fs::read_to_string(&path).expect("it is there"), TRAY);
    drop(studio);
    let entries = fs::read_dir(folder.path()).expect("a folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let mut written: Vec<_> = names.filter(|name| name != "tray.ron").collect();
    written.sort();
    // A kill leaves the lock, and the address for its pages.
    assert_eq!(
        written,
        ["tray.ron.lock", "tray.ron.studio"],
        "nothing else was written"
    );
}

#[test]
fn the_page_may_load_nothing_from_elsewhere() {
    let (_folder, path) = file();
    let studio = Studio::start(&path);
    let head = studio.head("GET", "/", &[]);
    let page = studio
        .send(format!("{head}\r\n").as_bytes())
        .expect("a page");
    assert_eq!(page.status, 200);
    let policy = "Content-Security-Policy: default-src 'none'; script-src 'self';";
    assert!(page.head.contains(policy), "{}", page.head);
    assert!(!page.head.contains("unsafe"), "{}", page.head);
    let page = String::from_utf8(page.body).expect("a text");
    assert!(
        !page.contains(&studio.token),
        "the token is in the address alone"
    );
    assert!(!page.contains("//"), "{page}");
}

/// Checks that a generated page to play cannot access studio, and has an unguessable address.
#[test]
fn a_page_to_play_has_no_access() {
    let (_folder, path) = file();
    let studio = Studio::start(&path);
    let body = json!({"download": "page", "count": 1, "seed": 1, "open": null}).to_string();
    let head = studio.head("POST", "/play", &[]);
    let bytes = format!("{head}Content-Length: {}\r\n\r\n{body}", body.len());
    let answer = studio.send(bytes.as_bytes()).expect("an answer");
    assert_eq!(answer.status, 200);
    let reply: serde_json::Value = serde_json::from_slice(&answer.body).expect("an address");
    let address = reply["address"].as_str().expect("an address");
    let get = |instead: &[(&str, &str)]| {
        let head = studio.head("GET", address, instead);
        let answer = studio.send(format!("{head}\r\n").as_bytes());
        answer.expect("an answer")
    };
    let page = get(&[("X-Studio-Token", "")]);
    assert_eq!(page.status, 200);
    let policy = "Content-Security-Policy: sandbox allow-scripts ";
    assert!(page.head.contains(policy), "{}", page.head);
    assert!(!page.head.contains("allow-same-origin"), "{}", page.head);
    let text = String::from_utf8(page.body).expect("a text");
    assert!(!text.contains(&studio.token), "it knows no token");
    assert_eq!(get(&[("Host", "evil.example")]).status, 403);
}

#[test]
fn huge_requests_and_many_connections_are_refused() {
    let (_folder, path) = file();
    let studio = Studio::start(&path);
    let before = studio.memory();
    let head = studio.head("POST", "/request", &[]);
    let request = format!("{head}Content-Length: 99999999999\r\n\r\n");
    assert_eq!(
        studio.send(request.as_bytes()).expect("an answer").status,
        413
    );
    let request = format!("{head}Content-Length: 99999999999999999999999999\r\n\r\n");
    assert_eq!(
        studio.send(request.as_bytes()).expect("an answer").status,
        413
    );
    // A head without an end.
    let mut stream = studio.connect();
    let _ = stream.write_all(b"GET / HTTP/1.1\r\nA: ");
    for _ in 0..1_000 {
        if stream.write_all(&[b'a'; 10_000]).is_err() {
            break;
        }
    }
    // Two hundred idle connections; requests are still served when these are closed.
    let idle: Vec<_> = (0..200).map(|_| studio.connect()).collect();
    let grown = studio.memory() - before;
    assert!(grown < 64 << 20, "{grown} bytes more");
    drop(idle);
    let until = Instant::now() + Duration::from_secs(20);
    loop {
        let head = studio.head("GET", "/", &[]);
        let page = studio.send(format!("{head}\r\n").as_bytes());
        if page.is_some_and(|page| page.status == 200) {
            break;
        }
        assert!(Instant::now() < until, "it serves no more");
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(studio.text(), TRAY);
}

#[test]
fn a_link_is_never_written_through() {
    let (folder, path) = file();
    let precious = folder.path().join("precious");
    fs::write(&precious, "old").expect("a scratch file");
    std::os::unix::fs::symlink(&precious, folder.path().join("tray.ron.autosave")).expect("a link");
    let studio = Studio::start(&path);
    let reply = studio.change(&paint(&[[9, 9]], "required", 1));
    let refused = reply["refused"].as_str().expect("it is refused");
    assert!(refused.contains("it is a link to"), "{refused}");
    assert_eq!(studio.text(), TRAY);
    assert_eq!(fs::read_to_string(&precious).expect("it is there"), "old");
}
