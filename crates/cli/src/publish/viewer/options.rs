//! How a page is to be: its words, its title, what it shows.

use super::texts::Texts;
use super::theme::Theme;
use crate::support::label::Label;

/// How a page is to be.
#[derive(Debug, Clone, Default)]
pub struct PageOptions {
    /// Its words.
    pub texts: Texts,
    /// Its title; that of what is on it if there is none.
    pub title: Option<Label>,
    /// Where it is to be found by others, an `https` address: for previews and shared results.
    pub address: Option<String>,
    /// Whether it only plays: it has no solutions to browse, whatever is held, and of challenges
    /// no more than hints and hashes.
    pub is_play_only: bool,
    /// Its colours, fonts and logo.
    pub theme: Theme,
}
