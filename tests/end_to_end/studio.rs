//! `studio`: its server as pages and others talk to it, and its page in a browser.

#![cfg(unix)]

#[path = "studio/access.rs"]
mod access;
#[path = "studio/client.rs"]
mod client;
#[path = "studio/downloads.rs"]
mod downloads;
#[path = "studio/drawing.rs"]
mod drawing;
#[path = "studio/firefox.rs"]
mod firefox;
#[path = "studio/hostile.rs"]
mod hostile;
#[path = "studio/latency.rs"]
mod latency;
#[path = "studio/strokes.rs"]
mod strokes;
