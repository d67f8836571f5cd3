//! Booklets page by page.

mod challenges;
mod contents;
mod example;
mod flow;
mod front;
mod hints;
mod index;
mod leaf;
mod solutions;
mod typography;
mod words;

use thiserror::Error;

use super::{Booklet, Content, Task, Texts};
use crate::picture::drawing::pdf::{
    Book, DocumentInfo, Imposition, PageParts, PdfError, Press, Tag,
};
use crate::picture::drawing::{
    Area, Artist, Fonts, Hyphenation, Paper, Scene, Shape, Style, TooSmall, View, Weight,
};
use crate::support::label::Label;
use flow::Flow;
use leaf::Leaf;
use typography::typographic;
pub use typography::{POINT, TypeSizeError, Typography};

/// How a booklet is laid out.
#[derive(Debug, Clone)]
pub struct Layout {
    /// The pages, as they are after cutting.
    pub paper: Paper,
    /// How large letters are.
    pub typography: Typography,
    /// How many challenges a page has, from 1.
    pub per_page: usize,
    /// Where the hints stand.
    pub hints: Hints,
    /// Whether there is a table of contents after the title page.
    pub has_contents: bool,
    /// How pictures look; their size is that of the pages.
    pub style: Style,
    /// How it is printed.
    pub press: Press,
    /// The pages are a multiple of so many, from 1: blank ones follow. Sheets that are folded have
    /// four pages each in any case.
    pub multiple: usize,
    /// Who made it, as programs show it that do not show the pages.
    pub author: Option<Label>,
}

impl Layout {
    /// Two challenges a page, hints upside down, letters as large as the pages ask for, colours.
    pub fn of_paper(paper: Paper) -> Self {
        Self {
            paper,
            typography: Typography::of_page(paper),
            per_page: 2,
            hints: Hints::UpsideDown,
            has_contents: false,
            style: Style::default(),
            press: Press::default(),
            multiple: 1,
            author: None,
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
        author: layout.author.as_ref().map(Label::to_string),
    };
    let mut missing = Vec::new();
    let mut book = Book::new(fonts, about).for_press(layout.press);
    for (number, leaf) in leaves.into_iter().enumerate() {
        for (level, title, y) in leaf.bookmarks {
            book.bookmark(level, title, number, y);
        }
        missing.extend(lacking(&leaf.scene, fonts));
        let parts = PageParts {
            links: leaf.links,
            blocks: leaf.blocks,
            is_unnumbered: !leaf.is_numbered,
        };
        book.page(&leaf.scene, parts)?;
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

/// The height of capitals, as a share of the size of letters.
const CAPITALS: f64 = 0.714;

/// The largest cells of challenges, in millimetres.
const LARGEST_CELL: f64 = 18.0;

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
    /// How words are divided.
    hyphenation: Hyphenation,
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
        // There must be room to draw: no view from a corner beside the layers, unless it is asked
        // for in their place.
        let view = match layout.style.view {
            View::Auto => View::Layers,
            asked => asked,
        };
        let style = Style {
            view,
            ..layout.style
        };
        let artist = Artist::new(booklet.instance.puzzle(), style);
        Self {
            booklet,
            texts,
            layout,
            fonts,
            largest: largest_board(booklet, &artist),
            artist,
            hyphenation: Hyphenation::of_language(&texts.language.plain()),
        }
    }

    /// All pages in their order, numbered.
    fn leaves(&self) -> Result<Vec<Leaf>, LayoutError> {
        let mut leaves = vec![self.title_page()?];
        if self.layout.has_contents {
            // It is filled when all headings have their pages.
            leaves.push(self.leaf(""));
        }
        leaves.extend(self.pieces_pages()?);
        let example = self.example_pages()?;
        // The rules take as many pages, whichever page they name.
        let rules = self.play_pages(0).len() + example.len();
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
        leaves.extend(example);
        leaves.extend((0..blank).map(|_| self.leaf("")));
        leaves.extend(self.challenge_pages(contents, &hint_pages, &solution_pages)?);
        leaves.extend(hints);
        leaves.extend(solutions);
        leaves.extend(self.index_pages(contents));
        if self.layout.has_contents {
            leaves[1] = self.contents_page(&leaves, contents);
        }
        let multiple = match self.layout.press.imposition() {
            Imposition::None => self.layout.multiple.max(1),
            Imposition::SaddleStitch => 4,
        };
        while leaves.len() % multiple != 0 {
            let mut blank = self.leaf("");
            blank.is_numbered = false;
            leaves.push(blank);
        }
        let numbered = leaves.into_iter().enumerate();
        let finished = numbered.map(|(number, leaf)| self.finished(leaf, number));
        Ok(finished.collect())
    }

    /// An empty page.
    fn leaf(&self, title: impl Into<String>) -> Leaf {
        Leaf::new(title, self.layout.paper)
    }

    /// A page with its number, and with its margins where they belong.
    fn finished(&self, mut leaf: Leaf, number: usize) -> Leaf {
        if leaf.is_numbered {
            self.number(&mut leaf, number);
        }
        for shape in leaf.scene.elements.iter_mut().flat_map(|e| &mut e.shapes) {
            if let Shape::Text(text) = shape
                && let Some(typographic) = typographic(&text.text)
                && self.fonts.missing("’", text.weight).is_empty()
            {
                text.text = typographic;
            }
        }
        let margins = self.layout.paper.margins;
        // The spine is on the right of left-hand pages, the second one being the first of them.
        if number % 2 == 1 {
            leaf.shifted(margins.outer - margins.inner, 0.0)
        } else {
            leaf
        }
    }

    /// Puts the page's number at its foot.
    fn number(&self, leaf: &mut Leaf, number: usize) {
        let (paper, small) = (self.layout.paper, self.layout.typography.small());
        let y = paper.height - 0.5 * paper.margins.bottom + 0.36 * small;
        let middle = self.area().middle();
        leaf.decoration(|leaf| {
            leaf.centred(middle, y, small, Weight::Regular, &page_number(number));
        });
    }

    /// Begins a part: a page with a heading and a bookmark. Answers with where the rest begins.
    fn begin(&self, heading: &str) -> (Leaf, f64) {
        let mut leaf = self.leaf(heading);
        let (area, sizes) = (self.area(), self.layout.typography);
        let size = sizes.heading();
        let mut y = area.top;
        leaf.block(Tag::Heading(1), |leaf| {
            for line in self.lines(heading, area.width(), size, Weight::Bold) {
                leaf.text(area.left, y + CAPITALS * size, size, Weight::Bold, &line);
                y += 1.25 * size;
            }
        });
        leaf.bookmarks.push((0, heading.to_owned(), area.top));
        (leaf, y + 0.8 * sizes.body())
    }

    /// What is within the margins.
    fn area(&self) -> Area {
        self.layout.paper.area()
    }

    /// A text in lines.
    fn lines(&self, text: &str, width: f64, size: f64, weight: Weight) -> Vec<String> {
        let hyphenation = match weight {
            Weight::Regular => self.hyphenation,
            // Headings and names stay whole.
            Weight::Bold => Hyphenation::NONE,
        };
        self.fonts
            .even_lines(text, width, size, weight, hyphenation)
    }

    /// A text that takes no more than some room; an ellipsis says where it was cut.
    fn cut(&self, text: &str, room: f64, size: f64, weight: Weight) -> String {
        let wide = |text: &str| self.fonts.width(text, size, weight);
        if wide(text) <= room + 1e-6 {
            return text.to_owned();
        }
        let mut cut = text.to_owned();
        while cut.pop().is_some() {
            let shown = format!("{}…", cut.trim_end());
            if wide(&shown) <= room {
                return shown;
            }
        }
        String::new()
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
