//! Booklets page by page.

mod challenges;
mod front;
mod hints;
mod index;
mod leaf;
mod solutions;

use thiserror::Error;

use super::{Booklet, Content, Task, Texts};
use crate::picture::drawing::pdf::{Book, DocumentInfo, PdfError};
use crate::picture::drawing::{Artist, Fonts, Paper, Scene, Shape, Style, TooSmall, View, Weight};
use leaf::Leaf;

/// How a booklet is laid out.
#[derive(Debug, Clone, Copy)]
pub struct Layout {
    /// The paper.
    pub paper: Paper,
    /// How many challenges a page has, from 1.
    pub per_page: usize,
    /// Where the hints stand.
    pub hints: Hints,
    /// How pictures look; their size is that of the pages.
    pub style: Style,
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

/// A booklet as PDF, with bookmarks and links; and the characters that the fonts lack, for which
/// boxes are drawn.
///
/// Cost: time and memory of its pictures; a picture is about twenty kilobytes before it is packed.
///
/// # Errors
///
/// [`LayoutError`]: the paper is too small.
pub fn pdf(
    booklet: &Booklet<'_>,
    texts: &Texts,
    layout: &Layout,
    fonts: &Fonts,
) -> Result<(Vec<u8>, Vec<char>), LayoutError> {
    let leaves = Composer::new(booklet, texts, layout, fonts).leaves()?;
    let about = DocumentInfo {
        title: texts.title.fill(&[("title", &booklet.title)]),
        subject: Some(booklet.subtitle(texts)),
        language: Some(texts.language.plain()),
        ..DocumentInfo::default()
    };
    let mut missing = Vec::new();
    let mut book = Book::new(fonts, about);
    for (number, leaf) in leaves.into_iter().enumerate() {
        for (level, title, y) in leaf.bookmarks {
            book.bookmark(level, title, number, y);
        }
        missing.extend(lacking(&leaf.scene, fonts));
        book.page(&leaf.scene, leaf.links)?;
    }
    missing.sort_unstable();
    missing.dedup();
    Ok((book.finish()?, missing))
}

/// The characters of a page that the fonts lack.
fn lacking(page: &Scene, fonts: &Fonts) -> Vec<char> {
    let shapes = page.elements.iter().flat_map(|element| &element.shapes);
    let missing = shapes.flat_map(|shape| match shape {
        Shape::Text(text) => fonts.missing(&text.text, text.weight),
        Shape::Path { .. } => Vec::new(),
    });
    missing.collect()
}

/// The largest cells of challenges, in millimetres.
const LARGEST_CELL: f64 = 14.0;

/// Cells that are smaller can't be read, nor drawn in.
const SMALLEST_CELL: f64 = 1.5;

/// Lays pages out.
struct Composer<'a> {
    booklet: &'a Booklet<'a>,
    texts: &'a Texts,
    layout: &'a Layout,
    fonts: &'a Fonts,
    /// Draws with cells of the default size.
    artist: Artist<'a>,
    /// The size of the largest board, drawn so.
    largest: (f64, f64),
    /// The size of the texts, in millimetres.
    size: f64,
}

/// Where the parts of a booklet begin, as pages counted from 0.
#[derive(Debug, Clone, Copy)]
struct Contents {
    challenges: usize,
    hints: usize,
    solutions: usize,
}

impl<'a> Composer<'a> {
    fn new(
        booklet: &'a Booklet<'a>,
        texts: &'a Texts,
        layout: &'a Layout,
        fonts: &'a Fonts,
    ) -> Self {
        // There must be room to draw: no view from a corner beside the layers.
        let style = Style {
            view: View::Layers,
            ..layout.style
        };
        let smaller = layout.paper.width.min(layout.paper.height);
        let artist = Artist::new(booklet.instance.puzzle(), style);
        Self {
            booklet,
            texts,
            layout,
            fonts,
            largest: largest_board(booklet, &artist),
            artist,
            size: (0.02 * smaller).clamp(2.8, 4.2),
        }
    }

    /// All pages in their order, numbered.
    fn leaves(&self) -> Result<Vec<Leaf>, LayoutError> {
        let mut leaves = vec![self.title_page()?];
        leaves.extend(self.pieces_pages()?);
        // The rules take as many pages, whichever page they name.
        let rules = self.play_pages(0).len();
        // A second side is on the back of the first: that begins on a right-hand page.
        let blank = usize::from(self.booklet.is_two_sided && (leaves.len() + rules) % 2 == 1);
        let mut contents = Contents {
            challenges: leaves.len() + rules + blank,
            hints: 0,
            solutions: 0,
        };
        let (hints, hint_pages) = self.hint_pages()?;
        let (solutions, solution_pages) = self.solution_pages(contents)?;
        contents.hints = contents.challenges + self.challenge_page_count();
        contents.solutions = contents.hints + hints.len();
        leaves.extend(self.play_pages(contents.hints));
        leaves.extend((0..blank).map(|_| self.leaf("")));
        leaves.extend(self.challenge_pages(contents, &hint_pages, &solution_pages)?);
        leaves.extend(hints);
        leaves.extend(solutions);
        leaves.extend(self.index_pages(contents));
        for (number, leaf) in leaves.iter_mut().enumerate().skip(1) {
            self.number(leaf, number);
        }
        Ok(leaves)
    }

    /// An empty page.
    fn leaf(&self, title: impl Into<String>) -> Leaf {
        Leaf::new(title, self.layout.paper)
    }

    /// Puts the page's number at its foot.
    fn number(&self, leaf: &mut Leaf, number: usize) {
        let paper = self.layout.paper;
        let y = paper.height - paper.margin / 2.0;
        leaf.centred(
            paper.width / 2.0,
            y,
            0.8 * self.size,
            Weight::Regular,
            &page_number(number),
        );
    }

    /// Begins a part: a page with a heading and a bookmark. Answers with where the rest begins.
    fn begin(&self, heading: &str) -> (Leaf, f64) {
        let mut leaf = self.leaf(heading);
        let top = self.layout.paper.margin;
        let size = 1.6 * self.size;
        let lines = self.fonts.lines(heading, self.room().0, size, Weight::Bold);
        let mut y = top;
        for line in &lines {
            y += size;
            leaf.text(self.layout.paper.margin, y, size, Weight::Bold, line);
            y += 0.3 * size;
        }
        leaf.bookmarks.push((0, heading.to_owned(), top));
        (leaf, y + 1.2 * self.size)
    }

    /// Width and height within the margins.
    fn room(&self) -> (f64, f64) {
        self.layout.paper.room()
    }

    /// The lowest that something may stand on a page.
    fn bottom(&self) -> f64 {
        self.layout.paper.height - self.layout.paper.margin
    }

    /// The height of the largest board as an artist draws it.
    fn largest_height(&self, artist: &Artist<'a>) -> f64 {
        largest_board(self.booklet, artist).1
    }

    /// An artist whose pictures of the board are as large as a box has room for, within reason.
    fn artist_for(&self, what: &str, width: f64, height: f64) -> Result<Artist<'a>, TooSmall> {
        let style = self.artist.style();
        let whole = self.largest;
        let factor = (width / whole.0).min(height / whole.1);
        let cell = (style.cell * factor).min(LARGEST_CELL);
        if cell < SMALLEST_CELL {
            let least = SMALLEST_CELL / style.cell;
            return Err(TooSmall {
                what: what.to_owned(),
                need: (whole.0 * least, whole.1 * least),
                room: (width.max(0.0), height.max(0.0)),
            });
        }
        Ok(self.artist.in_style(style.with_cell(cell)))
    }
}

/// The size of the largest board of a booklet, as an artist of its pieces draws.
pub(super) fn largest_board(booklet: &Booklet<'_>, artist: &Artist<'_>) -> (f64, f64) {
    let size = |artist: &Artist<'_>| {
        let board = artist.empty_board();
        (board.width, board.height)
    };
    let own = booklet.tasks().iter().filter(|task| task.has_own_board());
    let own = own.map(|task| size(&artist_of(artist, task)));
    own.reduce(|a, b| (a.0.max(b.0), a.1.max(b.1)))
        .unwrap_or_else(|| size(artist))
}

/// The artist of a challenge, in the style of that of the booklet.
pub(super) fn artist_of<'a>(artist: &Artist<'a>, task: &Task<'a>) -> Artist<'a> {
    if task.has_own_board() {
        Artist::new(task.instance.puzzle(), artist.style())
    } else {
        artist.clone()
    }
}

/// A page's number as it is printed.
fn page_number(page: usize) -> String {
    (page + 1).to_string()
}

/// A number of things as a factor of lengths.
#[expect(clippy::cast_precision_loss, reason = "it is far below 2^52")]
fn as_length(count: usize) -> f64 {
    count as f64
}

/// How many of a size fit in a room, with gaps between them, at least one.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "casts of floats saturate"
)]
fn fitting(room: f64, size: f64, gap: f64) -> usize {
    // A millionth of a millimetre decides nothing.
    (((room + gap + 1e-6) / (size + gap)).floor() as usize).max(1)
}

#[cfg(test)]
mod tests;
