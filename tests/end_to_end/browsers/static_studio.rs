//! Studio without the program: a folder of static files with the library as WebAssembly.
//!
//! `studio-web --quick` builds the folder before the first test, unless nothing has changed since it was built.

use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::thread;

use crate::program::root;

#[path = "static_studio/chromium.rs"]
mod chromium;
#[path = "static_studio/firefox.rs"]
mod firefox;

/// The folder of the site in the address, because a site need not be at the top of its host.
const PLACE: &str = "/puzzles/studio/";

/// The address of the page, served while the tests run.
fn address() -> String {
    static PORT: OnceLock<u16> = OnceLock::new();
    let port = PORT.get_or_init(|| serve(build()));
    format!("http://127.0.0.1:{port}{PLACE}")
}

/// Builds the folder.
fn build() -> PathBuf {
    let folder = root().join("target/studio-web");
    let built = Command::new(root().join("crates/cli/studio-web"))
        .arg("--quick")
        .arg(&folder)
        .output()
        .expect("a shell");
    let said = String::from_utf8_lossy(&built.stderr);
    assert!(built.status.success(), "{said}");
    folder
}

/// Serves a folder, as any host of static files does; returns the port.
fn serve(folder: PathBuf) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = listener.local_addr().expect("an address").port();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let folder = folder.clone();
            thread::spawn(move || respond(stream, &folder));
        }
    });
    port
}

/// Answers one request. A browser that closes the connection early is no error.
fn respond(mut stream: TcpStream, folder: &Path) {
    let mut request = Vec::new();
    let mut bytes = [0; 4096];
    while !request.windows(4).any(|four| four == b"\r\n\r\n") {
        match stream.read(&mut bytes) {
            Ok(count) if count > 0 => request.extend(&bytes[..count]),
            _ => return,
        }
    }
    let request = String::from_utf8_lossy(&request);
    let path = request.split(' ').nth(1).unwrap_or_default();
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let name = match path.strip_prefix(PLACE) {
        Some("") => "index.html",
        Some(name) => name,
        None => "",
    };
    let kind = match Path::new(name).extension().and_then(|end| end.to_str()) {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    };
    let found = (!name.is_empty() && !name.contains('/')).then(|| fs::read(folder.join(name)));
    let (status, body) = match found {
        Some(Ok(body)) => ("200 OK", body),
        _ => ("404 Not Found", Vec::new()),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    let _ = stream.write_all(head.as_bytes());
    let _ = stream.write_all(&body);
}
