//! How a booklet or a book is laid out.

use thiserror::Error;

use super::Typography;
use crate::picture::drawing::pdf::{PdfError, Press};
use crate::picture::drawing::{Paper, Style, TooSmall};
use crate::support::label::Label;

/// How a booklet is laid out.
#[derive(Debug, Clone)]
pub struct Layout {
    /// The pages, as they are after cutting.
    pub paper: Paper,
    /// How large letters are.
    pub typography: Typography,
    /// Whether there is a table of contents after the title page.
    pub has_contents: bool,
    /// How its challenges, hints and solutions look; in a book each part has its own.
    pub part: PartLayout,
    /// How it is printed.
    pub press: Press,
    /// The pages are a multiple of so many, from 1: blank ones follow. Sheets that are folded have
    /// four pages each in any case.
    pub multiple: usize,
    /// Who made it, as programs show it that do not show the pages.
    pub author: Option<Label>,
}

/// How a part of a book is laid out, which has a booklet's content.
#[derive(Debug, Clone)]
pub struct PartLayout {
    /// How many challenges a page has, from 1.
    pub per_page: usize,
    /// Where the hints stand.
    pub hints: Hints,
    /// Whether hints come in two steps, where to look and what follows, on different pages.
    pub has_later_hints: bool,
    /// Whether solutions are upside down.
    pub turns_solutions: bool,
    /// Whether each grade begins with a page of its own. Cards with two sides have none.
    pub has_dividers: bool,
    /// What stands beside each challenge.
    pub beside: BesideChallenge,
    /// How pictures look; their size is that of the pages.
    pub style: Style,
}

/// What stands beside a challenge, besides its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a thing that is there or not"
)]
pub struct BesideChallenge {
    /// Its id; an index by id ends the part then.
    pub id: bool,
    /// Its grade and its rating.
    pub rating: bool,
    /// A box to be ticked.
    pub tick_box: bool,
    /// A line for the time that it took.
    pub time: bool,
    /// A line for notes.
    pub notes: bool,
}

impl Layout {
    /// Two challenges a page, hints upside down, letters as large as the pages ask for, colours.
    pub fn of_paper(paper: Paper) -> Self {
        Self {
            paper,
            typography: Typography::of_page(paper),
            has_contents: false,
            part: PartLayout::default(),
            press: Press::default(),
            multiple: 1,
            author: None,
        }
    }
}

impl Default for PartLayout {
    /// Two challenges a page with their ids and ratings, hints upside down in one step, colours.
    fn default() -> Self {
        Self {
            per_page: 2,
            hints: Hints::UpsideDown,
            has_later_hints: false,
            turns_solutions: false,
            has_dividers: false,
            beside: BesideChallenge::default(),
            style: Style::default(),
        }
    }
}

impl Default for BesideChallenge {
    /// Its id and its rating.
    fn default() -> Self {
        Self {
            id: true,
            rating: true,
            tick_box: false,
            time: false,
            notes: false,
        }
    }
}

/// Where hints stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hints {
    /// On pages of their own.
    Upright,
    /// The same, upside down.
    UpsideDown,
    /// Nowhere.
    Nowhere,
}

/// Why a booklet could not be laid out.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LayoutError {
    /// Something does not fit on a page.
    #[error(transparent)]
    TooSmall(#[from] TooSmall),
    /// The PDF could not be written.
    #[error(transparent)]
    Pdf(#[from] PdfError),
}
