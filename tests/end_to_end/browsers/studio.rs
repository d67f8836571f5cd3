//! `studio`: puzzles that are drawn and played in its page.

#[path = "studio/access.rs"]
mod access;
#[path = "studio/drawing.rs"]
mod drawing;
#[path = "studio/firefox.rs"]
mod firefox;
#[path = "studio/restarts.rs"]
mod restarts;
#[path = "studio/work.rs"]
mod work;
