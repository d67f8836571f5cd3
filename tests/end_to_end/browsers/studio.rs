//! `studio`: puzzles drawn and played in its page.

#[path = "studio/access.rs"]
mod access;
#[path = "studio/beginning.rs"]
mod beginning;
#[path = "studio/cards.rs"]
mod cards;
#[path = "studio/drawing.rs"]
pub(super) mod drawing;
#[path = "studio/firefox.rs"]
pub(super) mod firefox;
#[path = "studio/forms.rs"]
mod forms;
#[path = "studio/goals.rs"]
mod goals;
#[path = "studio/levels.rs"]
mod levels;
#[path = "studio/pieces.rs"]
mod pieces;
#[path = "studio/restarts.rs"]
mod restarts;
#[path = "studio/standing.rs"]
mod standing;
#[path = "studio/texts.rs"]
mod texts;
#[path = "studio/work.rs"]
pub(super) mod work;
