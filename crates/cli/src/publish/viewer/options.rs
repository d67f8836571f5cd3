//! Options of a page: its words, its title and what it shows.

use super::texts::Texts;
use super::theme::Theme;
use crate::support::label::Label;

/// The options of a page: its words, its title and what it shows.
#[derive(Debug, Clone, Default)]
pub struct PageOptions {
    /// The words of the page, in its language.
    pub texts: Texts,
    /// The title; `None` for the title of the page's contents.
    pub title: Option<Label>,
    /// The public address of the page, an `https` URL, for link previews and shared results; `None` if it is
    /// unknown.
    pub address: Option<String>,
    /// True for a page that is only for playing: it has no solutions to browse, and its challenges contain
    /// only hints and hashes of the solution.
    pub is_play_only: bool,
    /// The colours, the fonts and the logo.
    pub theme: Theme,
}
