//! Books: the contents of several booklets between two covers.

use super::{Booklet, PartLayout};
use crate::picture::drawing::Photo;
use crate::puzzle::Color;
use crate::support::label::Label;

/// A book: its parts, and the pages before and after them.
///
/// [`book_pdf`](super::book_pdf) lays it out: cover, title page, contents, introduction; each part with its
/// pieces, rules and challenges; hints, solutions and indexes of all parts; back cover.
#[derive(Debug)]
pub struct Book<'a> {
    /// The title, on the cover or the first page.
    pub title: Label,
    /// The line below the title. `None` for the default: the line of the only part's booklet, or no line
    /// if there are several parts.
    pub subtitle: Option<String>,
    /// The author, for the cover and the title page.
    pub author: Option<Label>,
    /// The front cover, if any.
    pub cover: Option<Cover>,
    /// Paragraphs of an introduction before the first part.
    pub introduction: Vec<String>,
    /// Paragraphs on the back cover.
    pub back: Vec<String>,
    /// Whether pages have running heads: the title on left-hand pages, the section on right-hand ones.
    pub has_running_heads: bool,
    /// The parts, at least one.
    pub parts: Vec<BookPart<'a>>,
}

/// One booklet in a book, with its own layout.
#[derive(Debug)]
pub struct BookPart<'a> {
    /// The content of the part.
    pub booklet: Booklet<'a>,
    /// The layout of this part's pages.
    pub layout: PartLayout,
}

/// A front cover: its picture and its background colour.
#[derive(Debug, Clone, PartialEq)]
pub struct Cover {
    /// The picture on the cover, if any.
    pub art: CoverArt,
    /// The background colour, up to the edges of the page; `None` for white.
    pub ground: Option<Color>,
}

/// The picture on a cover.
#[derive(Debug, Clone, PartialEq)]
pub enum CoverArt {
    /// No picture, only words.
    Nothing,
    /// A solution of the first part's puzzle, without labels. No challenge has this solution (see
    /// [`Booklet::with_cover_solution`]). Without such a solution, the pieces are shown. In a part
    /// with solutions, it is the first one.
    Solution,
    /// All pieces of the first part.
    Pieces,
    /// A photo that fills the page. The cover then has no words.
    Photo(Photo),
}

impl<'a> Book<'a> {
    /// A book without a cover. The challenges of all parts are numbered consecutively.
    ///
    /// # Panics
    ///
    /// If `parts` is empty.
    pub fn of_parts(title: impl Into<Label>, mut parts: Vec<BookPart<'a>>) -> Self {
        assert!(!parts.is_empty(), "a book has a part");
        let mut before = 0;
        for part in &mut parts {
            before = part.booklet.number_after(before);
        }
        Self {
            title: title.into(),
            subtitle: None,
            author: None,
            cover: None,
            introduction: Vec::new(),
            back: Vec::new(),
            has_running_heads: false,
            parts,
        }
    }
}

impl Booklet<'_> {
    /// Adds `before` to the numbers of all challenges; returns the last number.
    fn number_after(&mut self, before: u32) -> u32 {
        let super::Content::Challenges(tasks) = &mut self.content else {
            return before;
        };
        let mut last = before;
        for task in tasks {
            let letters = task.number.trim_start_matches(|c: char| c.is_ascii_digit());
            let digits = &task.number[..task.number.len() - letters.len()];
            // Parsing cannot fail: the digits are a formatted number.
            let number = digits.parse::<u32>().unwrap_or(1).saturating_add(before);
            task.number = format!("{number}{letters}");
            last = last.max(number);
        }
        last
    }
}
