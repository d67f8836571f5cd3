//! Books: several booklets' contents between two covers.

use super::{Booklet, PartLayout};
use crate::picture::drawing::Photo;
use crate::puzzle::Color;
use crate::support::label::Label;

/// A book: its parts, and what stands before and after them. [`book_pdf`](super::book_pdf) lays it
/// out: cover, title page, contents, introduction; each part with its pieces, rules and challenges;
/// hints, solutions and indexes of all parts; back cover.
///
/// ```
/// use std::path::Path;
/// use tilewright::design::challenges::ChallengeFile;
/// use tilewright::picture::drawing::{Fonts, Paper};
/// use tilewright::publish::booklet::{
///     Book, BookPart, Booklet, Cover, CoverArt, Layout, PartLayout, Texts, book_pdf,
/// };
/// use tilewright::solve::search::Monitor;
///
/// let file = ChallengeFile::load(Path::new("../../tests/challenges/kanoodle.ron"))?;
/// let booklet =
///     Booklet::of_challenges(&file.title, &file.puzzles, &file.challenges, &Monitor::silent())?;
/// let part = BookPart { booklet, layout: PartLayout::default() };
/// let book = Book {
///     cover: Some(Cover { art: CoverArt::Solution, ground: None }),
///     introduction: vec!["Four for the train.".to_owned()],
///     ..Book::of_parts(file.title.clone(), vec![part])
/// };
/// let layout = Layout::of_paper(Paper::A5);
/// let (pdf, missing) = book_pdf(&book, &Texts::default(), &layout, Fonts::built_in())?;
/// assert!(pdf.starts_with(b"%PDF") && missing.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Book<'a> {
    /// What it is called.
    pub title: Label,
    /// What stands under the title; if nothing is said, of a single part how many challenges it
    /// has.
    pub subtitle: Option<String>,
    /// Who made it, as its cover and its title page have it.
    pub author: Option<Label>,
    /// The first page.
    pub cover: Option<Cover>,
    /// Paragraphs before the first part.
    pub introduction: Vec<String>,
    /// Paragraphs on the last page.
    pub back: Vec<String>,
    /// Whether pages say at their head where one is.
    pub has_running_heads: bool,
    /// The parts, at least one.
    pub parts: Vec<BookPart<'a>>,
}

/// A part of a book.
#[derive(Debug)]
pub struct BookPart<'a> {
    /// What is in it.
    pub booklet: Booklet<'a>,
    /// How that looks.
    pub layout: PartLayout,
}

/// The first page of a book.
#[derive(Debug, Clone, PartialEq)]
pub struct Cover {
    /// What is drawn on it.
    pub art: CoverArt,
    /// Its colour, up to the edge; white if none is said.
    pub ground: Option<Color>,
}

/// What is drawn on a cover.
#[derive(Debug, Clone, PartialEq)]
pub enum CoverArt {
    /// Nothing beside the words.
    Nothing,
    /// The first part's hardest challenge, solved, or its first solution.
    Solution,
    /// All pieces of the first part.
    Pieces,
    /// This, up to the edges, without words of ours: a cover has its own.
    Photo(Photo),
}

impl<'a> Book<'a> {
    /// A book of some parts without a cover. Challenges are numbered through all of them.
    ///
    /// # Panics
    ///
    /// There is no part.
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
    /// Numbers its challenges from the one after `before` on, and answers with the last number.
    fn number_after(&mut self, before: u32) -> u32 {
        let super::Content::Challenges(tasks) = &mut self.content else {
            return before;
        };
        let mut last = before;
        for task in tasks {
            let letters = task.number.trim_start_matches(|c: char| c.is_ascii_digit());
            let digits = &task.number[..task.number.len() - letters.len()];
            // Numbers are given from 1 on by the program itself.
            let number = digits.parse::<u32>().unwrap_or(1).saturating_add(before);
            task.number = format!("{number}{letters}");
            last = last.max(number);
        }
        last
    }
}
