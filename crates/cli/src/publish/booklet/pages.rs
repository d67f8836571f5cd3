//! Booklets page by page.

mod assembly;
mod challenges;
mod contents;
mod cover;
mod divider;
mod divisions;
mod example;
mod flow;
mod form;
mod front;
mod hints;
mod index;
mod layout;
mod leaf;
mod solutions;
mod spread;
mod typography;
mod words;

use super::{Book, Booklet, Content, Task, Texts};
use crate::picture::drawing::pdf::{self, DocumentInfo, PageParts, Tag};
use crate::picture::drawing::{
    Area, Artist, Fonts, Hyphenation, Scene, Shape, Style, TooSmall, View, Weight,
};
use crate::publish::texts::Template;
use crate::support::label::Label;
use assembly::Assembly;
use divisions::Divisions;
use flow::Flow;
pub use layout::{BesideChallenge, Hints, Layout, LayoutError, PartLayout};
use leaf::Leaf;
use spread::Spread;
use typography::typographic;
pub use typography::{POINT, TypeSizeError, Typography};

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
    let leaves = Assembly::of_booklet(booklet, texts, layout, fonts).leaves()?;
    let subtitle = booklet.subtitle(texts);
    bound(leaves, (&booklet.title, subtitle), texts, layout, fonts)
}

/// A book as PDF, as [`pdf()`] writes a booklet.
///
/// Cost and errors: as there.
///
/// # Errors
///
/// [`LayoutError`]: the paper is too small.
pub fn book_pdf(
    book: &Book<'_>,
    texts: &Texts,
    layout: &Layout,
    fonts: &Fonts,
) -> Result<(Vec<u8>, Vec<char>), LayoutError> {
    let assembly = Assembly::of_book(book, texts, layout, fonts);
    let subtitle = assembly.subtitle();
    let leaves = assembly.leaves()?;
    let layout = Layout {
        author: layout.author.clone().or(book.author.clone()),
        ..layout.clone()
    };
    bound(leaves, (&book.title, subtitle), texts, &layout, fonts)
}

/// Pages as a file; what it is called, and what it is about.
fn bound(
    leaves: Vec<Leaf>,
    (title, subtitle): (&Label, String),
    texts: &Texts,
    layout: &Layout,
    fonts: &Fonts,
) -> Result<(Vec<u8>, Vec<char>), LayoutError> {
    let about = DocumentInfo {
        title: texts.title.fill(&[("title", title)]),
        subject: Some(subtitle),
        language: Some(texts.language.plain()),
        author: layout.author.as_ref().map(Label::to_string),
    };
    let mut missing = Vec::new();
    let mut file = pdf::Book::new(fonts, about).for_press(layout.press);
    for (number, leaf) in leaves.into_iter().enumerate() {
        for (level, title, y) in leaf.bookmarks {
            file.bookmark(level, title, number, y);
        }
        missing.extend(lacking(&leaf.scene, fonts));
        let parts = PageParts {
            links: leaf.links,
            blocks: leaf.blocks,
            is_unnumbered: !leaf.is_numbered,
            photo: leaf.photo,
        };
        file.page(&leaf.scene, parts)?;
    }
    missing.sort_unstable();
    missing.dedup();
    Ok((file.finish()?, missing))
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

/// Lays out the pages of a booklet, or of a part of a book.
struct Composer<'a> {
    booklet: &'a Booklet<'a>,
    texts: &'a Texts,
    layout: &'a Layout,
    part: &'a PartLayout,
    fonts: &'a Fonts,
    /// Draws with cells of the default size.
    artist: Artist<'a>,
    /// The size of the largest board, drawn so.
    largest: (f64, f64),
    /// How words are divided.
    hyphenation: Hyphenation,
    /// The tiers or grades of its challenges.
    divisions: Divisions,
    /// Where its challenges stand.
    spread: Spread,
    /// What it is called, if it is one of several parts of a book.
    name: Option<String>,
}

/// Where the sections of a booklet begin, as pages counted from 0.
#[derive(Debug, Clone, Copy, Default)]
struct Contents {
    challenges: usize,
    hints: usize,
    later_hints: usize,
    solutions: usize,
}

impl<'a> Composer<'a> {
    fn new(
        booklet: &'a Booklet<'a>,
        texts: &'a Texts,
        (layout, part): (&'a Layout, &'a PartLayout),
        fonts: &'a Fonts,
    ) -> Self {
        // There must be room to draw: no view from a corner beside the layers, unless it is asked
        // for in their place.
        let view = match part.style.view {
            View::Auto => View::Layers,
            asked => asked,
        };
        let style = Style { view, ..part.style };
        let artist = Artist::new(booklet.instance.puzzle(), style);
        let divisions = Divisions::of(booklet);
        Self {
            booklet,
            texts,
            layout,
            part,
            fonts,
            largest: largest_board(booklet, &artist),
            artist,
            hyphenation: Hyphenation::of_language(&texts.language.plain()),
            spread: Spread::new(booklet, &divisions, part),
            divisions,
            name: None,
        }
    }

    /// An empty page.
    fn leaf(&self, title: impl Into<String>) -> Leaf {
        Leaf::new(title, self.layout.paper)
    }

    /// A page with its number and what stands at its head, and with its margins where they belong.
    fn finished(&self, mut leaf: Leaf, number: usize, head: Option<&str>) -> Leaf {
        if leaf.is_numbered {
            self.number(&mut leaf, number);
            let has_room = leaf.is_headed && !leaf.scene.title.is_empty();
            if let Some(head) = head.filter(|_| has_room) {
                self.running_head(&mut leaf, number, head);
            }
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
        if number % 2 == 1 && !leaf.is_cover {
            leaf.shifted(margins.outer - margins.inner, 0.0)
        } else {
            leaf
        }
    }

    /// Puts the book's title at the head of a left-hand page, the section's at that of a right-hand
    /// one.
    fn running_head(&self, leaf: &mut Leaf, number: usize, title: &str) {
        let (paper, small) = (self.layout.paper, self.layout.typography.small());
        let y = 0.5 * paper.margins.top + 0.36 * small;
        let area = self.area();
        let is_left = number % 2 == 1;
        let section = leaf.scene.title.clone();
        let words = if is_left { title } else { &section };
        let words = self.cut(words, area.width(), small, Weight::Regular);
        leaf.decoration(|leaf| {
            if is_left {
                leaf.text(area.left, y, small, Weight::Regular, &words);
            } else {
                leaf.text_before(area.right, y, small, Weight::Regular, &words);
            }
        });
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

    /// How deep the sections before the hints are among the bookmarks: within the part, if there
    /// are several.
    fn depth(&self) -> usize {
        usize::from(self.name.is_some())
    }

    /// What a section after the challenges is called: with its part, if there are several.
    fn of_part(&self, section: &Template) -> String {
        let section = section.plain();
        match &self.name {
            None => section,
            Some(part) => {
                let values = [("section", &*section), ("part", &**part)];
                self.texts.section_of_part.fill(&values)
            }
        }
    }

    /// Begins a section: a page with a heading and a bookmark. Answers with where the rest begins.
    fn begin(&self, heading: &str) -> (Leaf, f64) {
        self.begin_at(0, heading)
    }

    /// The same so deep among the bookmarks.
    fn begin_at(&self, depth: usize, heading: &str) -> (Leaf, f64) {
        let mut leaf = self.leaf(heading);
        leaf.is_headed = false;
        leaf.entries.push((depth, heading.to_owned()));
        let (area, sizes) = (self.area(), self.layout.typography);
        let size = sizes.heading();
        let mut y = area.top;
        leaf.block(Tag::Heading(1), |leaf| {
            for line in self.lines(heading, area.width(), size, Weight::Bold) {
                leaf.text(area.left, y + CAPITALS * size, size, Weight::Bold, &line);
                y += 1.25 * size;
            }
        });
        leaf.bookmarks.push((depth, heading.to_owned(), area.top));
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
