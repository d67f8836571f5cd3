//! Puts the parts of a page in their places.

use super::divisions::Divisions;
use super::layout::{Layout, PartLayout};
use super::leaf::Leaf;
use super::spread::Spread;
use super::typography::typographic;
use crate::picture::drawing::pdf::Tag;
use crate::picture::drawing::{
    Area, Artist, Fonts, Hyphenation, Shape, Style, TooSmall, View, Weight,
};
use crate::publish::booklet::{Booklet, Task, Texts};
use crate::publish::texts::Template;

/// The height of capitals, as a share of the size of letters.
pub(super) const CAPITALS: f64 = 0.714;

/// The largest cells of challenges, in millimetres.
pub(super) const LARGEST_CELL: f64 = 18.0;

/// Cells that are smaller can't be read, nor drawn in.
pub(super) const SMALLEST_CELL: f64 = 1.5;

/// Lays out the pages of a booklet, or of a part of a book.
pub(super) struct Composer<'a> {
    pub(super) booklet: &'a Booklet<'a>,
    pub(super) texts: &'a Texts,
    pub(super) layout: &'a Layout,
    pub(super) part: &'a PartLayout,
    pub(super) fonts: &'a Fonts,
    /// Draws with cells of the default size.
    pub(super) artist: Artist<'a>,
    /// The size of the largest board, drawn so.
    pub(super) largest: (f64, f64),
    /// How words are divided.
    pub(super) hyphenation: Hyphenation,
    /// The tiers or grades of its challenges.
    pub(super) divisions: Divisions,
    /// Where its challenges stand.
    pub(super) spread: Spread,
    /// What it is called, if it is one of several parts of a book.
    pub(super) name: Option<String>,
}

/// Where the sections of a booklet begin, as pages counted from 0.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Contents {
    pub(super) challenges: usize,
    pub(super) hints: usize,
    pub(super) later_hints: usize,
    pub(super) solutions: usize,
}

impl<'a> Composer<'a> {
    pub(super) fn new(
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
    pub(super) fn leaf(&self, title: impl Into<String>) -> Leaf {
        Leaf::new(title, self.layout.paper)
    }

    /// A page with its number and what stands at its head, and with its margins where they belong.
    pub(super) fn finished(&self, mut leaf: Leaf, number: usize, head: Option<&str>) -> Leaf {
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
    pub(super) fn running_head(&self, leaf: &mut Leaf, number: usize, title: &str) {
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
    pub(super) fn number(&self, leaf: &mut Leaf, number: usize) {
        let (paper, small) = (self.layout.paper, self.layout.typography.small());
        let y = paper.height - 0.5 * paper.margins.bottom + 0.36 * small;
        let middle = self.area().middle();
        leaf.decoration(|leaf| {
            leaf.centred(middle, y, small, Weight::Regular, &page_number(number));
        });
    }

    /// How deep the sections before the hints are among the bookmarks: within the part, if there
    /// are several.
    pub(super) fn depth(&self) -> usize {
        usize::from(self.name.is_some())
    }

    /// What a section after the challenges is called: with its part, if there are several.
    pub(super) fn of_part(&self, section: &Template) -> String {
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
    pub(super) fn begin(&self, heading: &str) -> (Leaf, f64) {
        self.begin_at(0, heading)
    }

    /// The same so deep among the bookmarks.
    pub(super) fn begin_at(&self, depth: usize, heading: &str) -> (Leaf, f64) {
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
    pub(super) fn area(&self) -> Area {
        self.layout.paper.area()
    }

    /// A text in lines.
    pub(super) fn lines(&self, text: &str, width: f64, size: f64, weight: Weight) -> Vec<String> {
        let hyphenation = match weight {
            Weight::Regular => self.hyphenation,
            // Headings and names stay whole.
            Weight::Bold => Hyphenation::NONE,
        };
        self.fonts
            .even_lines(text, width, size, weight, hyphenation)
    }

    /// A text that takes no more than some room; an ellipsis says where it was cut.
    pub(super) fn cut(&self, text: &str, room: f64, size: f64, weight: Weight) -> String {
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
    pub(super) fn largest_height(&self, artist: &Artist<'a>) -> f64 {
        largest_board(self.booklet, artist).1
    }

    /// An artist whose pictures of the board are as large as a box has room for, within reason.
    pub(super) fn artist_for(
        &self,
        what: &str,
        width: f64,
        height: f64,
    ) -> Result<Artist<'a>, TooSmall> {
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
pub(in crate::publish::booklet) fn largest_board(
    booklet: &Booklet<'_>,
    artist: &Artist<'_>,
) -> (f64, f64) {
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
pub(in crate::publish::booklet) fn artist_of<'a>(
    artist: &Artist<'a>,
    task: &Task<'a>,
) -> Artist<'a> {
    if task.has_own_board() {
        Artist::new(task.instance.puzzle(), artist.style())
    } else {
        artist.clone()
    }
}

/// A page's number as it is printed.
pub(super) fn page_number(page: usize) -> String {
    (page + 1).to_string()
}

/// A number of things as a factor of lengths.
#[expect(clippy::cast_precision_loss, reason = "it is far below 2^52")]
pub(super) fn as_length(count: usize) -> f64 {
    count as f64
}

/// How many of a size fit in a room, with gaps between them, at least one.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "casts of floats saturate"
)]
pub(super) fn fitting(room: f64, size: f64, gap: f64) -> usize {
    // A millionth of a millimetre decides nothing.
    (((room + gap + 1e-6) / (size + gap)).floor() as usize).max(1)
}
