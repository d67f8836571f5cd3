//! `viewer`: browsing solutions and playing challenges.

#[path = "viewer/access.rs"]
pub(super) mod access;
#[path = "viewer/anywhere.rs"]
mod anywhere;
#[path = "viewer/browsing.rs"]
mod browsing;
#[path = "viewer/firefox.rs"]
mod firefox;
#[path = "viewer/levels.rs"]
mod levels;
#[path = "viewer/open_goals.rs"]
mod open_goals;
#[path = "viewer/playing.rs"]
mod playing;
#[path = "viewer/screens.rs"]
mod screens;
