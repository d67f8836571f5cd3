//! A running studio, and the requests of a page.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::program::tilewright;

/// A server that takes longer to answer hangs.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running studio.
pub(crate) struct Studio {
    child: Child,
    pub(crate) address: String,
    pub(crate) port: u16,
    pub(crate) token: String,
}

/// An HTTP response.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Studio {
    /// Starts a studio for a file.
    pub(crate) fn start(file: &Path) -> Self {
        Self::start_for(Some(file))
    }

    /// Starts a studio without a file.
    pub(crate) fn without_file() -> Self {
        Self::start_for(None)
    }

    fn start_for(file: Option<&Path>) -> Self {
        let mut child = tilewright()
            .args(["studio", "--no-browser"])
            .args(file)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut address = String::new();
        let out = child.stdout.as_mut().expect("it has an output");
        BufReader::new(out)
            .read_line(&mut address)
            .expect("it says its address");
        let address = address.trim().to_owned();
        let (head, token) = address.split_once("/#token=").expect("a token");
        let port = head.rsplit(':').next().expect("a port");
        Self {
            port: port.parse().expect("a port is a number"),
            token: token.to_owned(),
            address,
            child,
        }
    }

    pub(crate) fn kill(mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it ends");
    }

    /// Ends the studio with the signal of Ctrl-C.
    pub(crate) fn interrupt(mut self) {
        let process = self.child.id().to_string();
        let sent = Command::new("kill").args(["-INT", &process]).status();
        assert!(sent.expect("a signal").success());
        self.child.wait().expect("it ends");
    }

    /// The process id of the studio.
    pub(crate) fn process(&self) -> u32 {
        self.child.id()
    }

    /// The peak memory of the studio in bytes, according to the system.
    pub(crate) fn memory(&self) -> u64 {
        let path = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(path).unwrap_or_default();
        let line = status.lines().find(|line| line.starts_with("VmHWM:"));
        let kib = line.and_then(|line| line.split_whitespace().nth(1));
        kib.and_then(|kib| kib.parse::<u64>().ok()).unwrap_or(0) * 1024
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        stream
    }

    /// Sends bytes, and reads the response to the end; `None` if the connection was closed without one.
    pub(crate) fn send(&self, bytes: &[u8]) -> Option<Answer> {
        let mut stream = self.connect();
        // The studio may respond before it has read everything.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let end = answer.windows(4).position(|four| four == b"\r\n\r\n")?;
        let head = String::from_utf8_lossy(&answer[..end]).into_owned();
        Some(Answer {
            status: head.get(9..12)?.parse().ok()?,
            body: answer[end + 4..].to_vec(),
            head,
        })
    }

    /// The head of a page's request, with some lines replaced; lines replaced by nothing are left out.
    pub(crate) fn head(&self, method: &str, path: &str, instead: &[(&str, &str)]) -> String {
        let own = format!("127.0.0.1:{}", self.port);
        let origin = format!("http://{own}");
        let mut lines = vec![
            ("Host", own.as_str()),
            ("Origin", &origin),
            ("X-Studio-Token", &self.token),
            ("Content-Type", "application/json"),
        ];
        for (name, value) in instead {
            lines.retain(|(known, _)| known != name);
            if !value.is_empty() {
                lines.push((name, value));
            }
        }
        let lines: Vec<String> = lines.iter().map(|(n, v)| format!("{n}: {v}\r\n")).collect();
        format!("{method} {path} HTTP/1.1\r\n{}", lines.concat())
    }

    /// Posts a body as its page does.
    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        let body = body.to_string();
        let head = self.head("POST", path, &[]);
        let bytes = format!("{head}Content-Length: {}\r\n\r\n{body}", body.len());
        self.send(bytes.as_bytes()).expect("an answer")
    }

    /// The session's reply to a request.
    pub(crate) fn request(&self, body: &Value) -> Value {
        let answer = self.post("/request", body);
        assert_eq!(answer.status, 200, "{body}: {answer:?}");
        serde_json::from_slice(&answer.body).expect("an answer in JSON")
    }

    /// Sends an edit, and returns the session's reply.
    pub(crate) fn change(&self, edit: &Value) -> Value {
        self.request(&json!({"request": "edit", "change": edit, "base": null}))
    }

    pub(crate) fn text(&self) -> String {
        let reply = self.request(&json!({"request": "view"}));
        reply["view"]["text"].as_str().expect("a text").to_owned()
    }

    /// Waits for an answer of a kind about the current document.
    pub(crate) fn answer(&self, kind: &str) -> Value {
        let reply = self.request(&json!({"request": "view"}));
        let revision = &reply["view"]["revision"];
        self.event(|event| event["answer"] == kind && event["revision"] == *revision)
    }

    /// Waits for an event that meets a condition.
    pub(crate) fn event(&self, is_it: impl Fn(&Value) -> bool) -> Value {
        let mut stream = self.connect();
        let head = self.head("GET", "/events", &[]);
        stream
            .write_all(format!("{head}\r\n").as_bytes())
            .expect("it listens");
        for line in BufReader::new(stream).lines() {
            let line = line.expect("events come");
            let Some(event) = line.strip_prefix("data: ") else {
                continue;
            };
            let event: Value = serde_json::from_str(event).expect("an event in JSON");
            if is_it(&event) {
                return event;
            }
        }
        panic!("the events end without it");
    }
}

impl Drop for Studio {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A stroke over cells.
pub(crate) fn paint(cells: &[[i64; 2]], mark: &str, stroke: u64) -> Value {
    json!({"edit": "paint", "cells": cells, "mark": mark, "stroke": stroke})
}
