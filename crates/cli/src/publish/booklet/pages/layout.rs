//! Layout options of booklets and books.

use thiserror::Error;

use super::Typography;
use crate::picture::drawing::pdf::{PdfError, Press};
use crate::picture::drawing::{Paper, Style, TooSmall};
use crate::support::label::Label;

/// The layout of a booklet or a book: the paper, the font sizes, and what is printed.
#[derive(Debug, Clone)]
pub struct BookletLayout {
    /// The size of trimmed pages, and their margins.
    pub paper: Paper,
    /// The font sizes.
    pub typography: Typography,
    /// Whether there is a table of contents after the title page.
    pub has_contents: bool,
    /// The layout of challenges, hints and solutions. In a book each part has its own instead.
    pub part: PartLayout,
    /// The print settings: inks, PDF standard, imposition, bleed and marks.
    pub press: Press,
    /// Blank pages are added until the number of pages is a multiple of this, at least 1. For folded sheets
    /// (saddle stitch) the multiple is always 4.
    pub multiple: usize,
    /// The author in the metadata of the PDF; `None` to name no author.
    pub author: Option<Label>,
}

/// The layout of a booklet's content, or of one part of a book.
#[derive(Debug, Clone)]
pub struct PartLayout {
    /// The number of challenges per page, at least 1.
    pub per_page: usize,
    /// Where hints are printed.
    pub hints: Hints,
    /// Whether hints come in two steps on different pages. The first step says where to look and what is
    /// special there, the second shows the placement. If there is only one step, it says where to look,
    /// what is special there, and which piece it is.
    pub has_later_hints: bool,
    /// Whether solutions are upside down.
    pub turns_solutions: bool,
    /// What the challenges are divided by in the table of contents, running heads, bookmarks and on divider pages.
    /// With `None`: by tiers if every challenge has one; by boards if challenges have no rating and several names
    /// of boards begin with the same word; otherwise by grades.
    pub divisions: Option<DivisionKind>,
    /// Whether each division begins with a divider page, on the right. Cards with two sides have none.
    pub has_dividers: bool,
    /// Whether there is an index by id. With `None` there is one if ids are printed and there are
    /// at least 48 challenges.
    pub has_index: Option<bool>,
    /// Details printed next to each challenge in addition to its number.
    pub beside: BesideChallenge,
    /// The style of pictures. The size of cells follows from the page.
    pub style: Style,
}

/// Details printed next to a challenge in addition to its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a thing that is there or not"
)]
pub struct BesideChallenge {
    /// Whether to print the id.
    pub id: bool,
    /// Whether to print the grade and the score.
    pub rating: bool,
    /// Whether to print a box to tick when the challenge is solved.
    pub tick_box: bool,
    /// Whether to print a line for the time needed.
    pub time: bool,
    /// Whether to print a line for notes.
    pub notes: bool,
}

impl BookletLayout {
    /// The default layout on this paper: two challenges per page, hints upside down, in colour.
    /// Font sizes follow from the paper.
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
    /// Two challenges per page with ids and ratings, in colour. Hints are upside down, in two steps.
    fn default() -> Self {
        Self {
            per_page: 2,
            hints: Hints::UpsideDown,
            has_later_hints: true,
            turns_solutions: false,
            divisions: None,
            has_dividers: false,
            has_index: None,
            beside: BesideChallenge::default(),
            style: Style::default(),
        }
    }
}

impl Default for BesideChallenge {
    /// Prints the id and the rating only.
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

/// What the challenges of a booklet are divided by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DivisionKind {
    /// By the tiers of a progression, as the deck names them.
    Tiers,
    /// By the grades easy, medium, hard and expert.
    Grades,
    /// By the first words of the names of boards: the dates of a calendar by months.
    Boards,
    /// The challenges are not divided.
    Nothing,
}

/// Where hints are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hints {
    /// On separate pages, upright.
    Upright,
    /// On separate pages, upside down.
    UpsideDown,
    /// The booklet has no hints.
    Nowhere,
}

/// Why a booklet cannot be laid out.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BookletLayoutError {
    /// Something does not fit on a page.
    #[error(transparent)]
    TooSmall(#[from] TooSmall),
    /// The PDF could not be written.
    #[error(transparent)]
    Pdf(#[from] PdfError),
}
