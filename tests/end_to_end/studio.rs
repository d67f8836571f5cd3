//! `studio`: its server, used by pages and by other clients.

#![cfg(unix)]

#[path = "studio/client.rs"]
pub(crate) mod client;
#[path = "studio/downloads.rs"]
mod downloads;
#[path = "studio/hostile.rs"]
mod hostile;
#[path = "studio/keeping.rs"]
mod keeping;
#[path = "studio/latency.rs"]
mod latency;
#[path = "studio/serving.rs"]
mod serving;
#[path = "studio/strokes.rs"]
mod strokes;
