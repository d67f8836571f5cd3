//! Composes pages from their elements: headings, lines of text, page numbers, running heads.

use super::divisions::Divisions;
use super::layout::{BookletLayout, DivisionKind, PartLayout};
use super::leaf::Leaf;
use super::spread::PageSpread;
use super::typography::{POINT, typographic};
use crate::picture::drawing::pdf::Tag;
use crate::picture::drawing::{
    Area, Artist, FontWeight, Fonts, Hyphenation, Shape, SolidView, Style, TooSmall,
};
use crate::publish::booklet::{Booklet, BookletTexts, Task};
use crate::publish::texts::Template;

/// The height of capitals, relative to the font size.
pub(super) const CAPITALS: f64 = 0.714;

/// The largest edge of a cell in challenges, in millimetres.
pub(super) const LARGEST_CELL: f64 = 18.0;

/// The smallest edge of a cell that is legible and can be drawn in, in millimetres.
pub(super) const SMALLEST_CELL: f64 = 1.5;

/// The smallest font size of labels in pictures, in millimetres: 5 pt.
pub(super) const SMALLEST_LABEL: f64 = 5.0 * POINT;

/// The edge, in millimetres, that a cell should have in pictures of solids layer by layer. Hints and solutions are
/// printed in fewer columns if that makes cells as large as this.
const READABLE_LAYER: f64 = 2.5;

/// Lays out the pages of a booklet, or of a part of a book.
pub(super) struct Composer<'a> {
    pub(super) booklet: &'a Booklet<'a>,
    pub(super) texts: &'a BookletTexts,
    pub(super) layout: &'a BookletLayout,
    pub(super) part: &'a PartLayout,
    pub(super) fonts: &'a Fonts,
    /// Draws boards with cells of the default size.
    pub(super) artist: Artist<'a>,
    /// The arrangements of the layers of solids, with the width and height of the largest board drawn by
    /// `artist`, in millimetres. A single one for boards in the plane.
    pub(super) shapes: Vec<(f64, (f64, f64))>,
    pub(super) hyphenation: Hyphenation,
    /// The divisions of the challenges: tiers, grades or boards.
    pub(super) divisions: Divisions,
    /// How the challenges are distributed over pages.
    pub(super) spread: PageSpread,
    /// The title of the part; `None` for a booklet, or for the only part of a book.
    pub(super) name: Option<String>,
}

/// The page on which each section begins, counted from 0.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Contents {
    pub(super) challenges: usize,
    pub(super) hints: usize,
    pub(super) later_hints: usize,
    pub(super) solutions: usize,
    /// The page with the heading of the hints and that of the second hints: the last one of the
    /// section, if pages are upside down.
    pub(super) hint_headings: (usize, usize),
}

impl<'a> Composer<'a> {
    pub(super) fn new(
        booklet: &'a Booklet<'a>,
        texts: &'a BookletTexts,
        (layout, part): (&'a BookletLayout, &'a PartLayout),
        fonts: &'a Fonts,
    ) -> Self {
        // `Auto` would add an isometric view; without it there is more room to draw.
        let view = match part.style.view {
            SolidView::Auto => SolidView::Layers,
            asked => asked,
        };
        let style = Style {
            view,
            smallest_label: SMALLEST_LABEL,
            ..part.style
        };
        let artist = Artist::new(booklet.instance.puzzle(), style);
        let divisions = Divisions::of(booklet, part.divisions);
        Self {
            booklet,
            texts,
            layout,
            part,
            fonts,
            shapes: shapes(booklet, &artist),
            artist,
            hyphenation: Hyphenation::of_language(&texts.language.plain()),
            spread: PageSpread::new(booklet, &divisions, part),
            divisions,
            name: None,
        }
    }

    /// Whether the challenges are divided by tiers, which are then named in place of grades.
    pub(super) fn has_tiers(&self) -> bool {
        self.divisions.kind() == DivisionKind::Tiers
    }

    /// Adds the first and the last challenge of each page to the titles of pages, for running heads: by the names
    /// of their boards if the challenges are divided by boards, else by their numbers. `pages` contains the page
    /// of each challenge.
    pub(super) fn with_ranges(
        &self,
        leaves: &mut [Leaf],
        pages: impl Iterator<Item = Option<usize>>,
    ) {
        let by_boards = self.divisions.kind() == DivisionKind::Boards;
        let name = |number: usize| {
            let task = &self.booklet.tasks()[number];
            let board = task.board.as_ref().filter(|_| by_boards);
            board.map_or(&*task.number, |board| board.as_str())
        };
        let mut ends: Vec<Option<(usize, usize)>> = vec![None; leaves.len()];
        for (number, page) in pages.enumerate().take(self.booklet.tasks().len()) {
            if let Some(end) = page.and_then(|page| ends.get_mut(page)) {
                let first = end.map_or(number, |(first, _)| first);
                *end = Some((first, number));
            }
        }
        for (leaf, ends) in leaves.iter_mut().zip(ends) {
            let Some((first, last)) = ends.filter(|_| leaf.is_headed) else {
                continue;
            };
            let of = if first == last {
                name(first).to_owned()
            } else {
                self.texts.range(name(first), name(last))
            };
            let values = [("section", &*leaf.scene.title), ("part", &*of)];
            leaf.scene.title = self.texts.section_of_part.fill(&values);
        }
    }

    /// Whether the cells in pictures of this artist are large enough to be recognized. There is a minimum only for
    /// boards with several layers.
    pub(super) fn is_readable(&self, artist: &Artist<'_>) -> bool {
        self.shapes.len() == 1 || artist.style().cell >= READABLE_LAYER
    }

    pub(super) fn leaf(&self, title: impl Into<String>) -> Leaf {
        Leaf::new(title, self.layout.paper)
    }

    /// A page without a number.
    pub(super) fn blank(&self) -> Leaf {
        let mut blank = self.leaf("");
        blank.is_numbered = false;
        blank
    }

    /// A page in its final form: with page number, running head and typographic apostrophes. A left-hand page
    /// is also shifted.
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
        // Pages with odd indices are left-hand pages; their inner margin is on the right.
        if number % 2 == 1 && !leaf.is_cover {
            leaf.shifted(margins.outer - margins.inner, 0.0)
        } else {
            leaf
        }
    }

    /// Adds a running head: the book's title on a left-hand page, the section on a right-hand one.
    pub(super) fn running_head(&self, leaf: &mut Leaf, number: usize, title: &str) {
        let (paper, small) = (self.layout.paper, self.layout.typography.small());
        let y = 0.5 * paper.margins.top + 0.36 * small;
        let area = self.area();
        let is_left = number % 2 == 1;
        let section = leaf.scene.title.clone();
        let words = if is_left { title } else { &section };
        let words = self
            .fonts
            .cut(words, area.width(), small, FontWeight::Regular);
        leaf.decoration(|leaf| {
            if is_left {
                leaf.text(area.left, y, small, FontWeight::Regular, &words);
            } else {
                leaf.text_before(area.right, y, small, FontWeight::Regular, &words);
            }
        });
    }

    /// Adds the page number at the foot.
    pub(super) fn number(&self, leaf: &mut Leaf, number: usize) {
        let (paper, small) = (self.layout.paper, self.layout.typography.small());
        let y = paper.height - 0.5 * paper.margins.bottom + 0.36 * small;
        let middle = self.area().middle();
        leaf.decoration(|leaf| {
            leaf.centred(middle, y, small, FontWeight::Regular, &page_number(number));
        });
    }

    /// The level of this part's sections among the bookmarks: 1 if the book has several parts, else 0.
    pub(super) fn depth(&self) -> usize {
        usize::from(self.name.is_some())
    }

    /// The heading of a section after the challenges. If the book has several parts, it includes the part's
    /// title.
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

    /// Begins a section: a page with a heading and a bookmark. Returns the page and the y coordinate at which
    /// the content begins.
    pub(super) fn begin(&self, heading: &str) -> (Leaf, f64) {
        self.begin_at(0, heading)
    }

    /// Begins a section: a page with a heading, and a bookmark at the level `depth`. Returns the page
    /// and the y coordinate at which the content begins.
    pub(super) fn begin_at(&self, depth: usize, heading: &str) -> (Leaf, f64) {
        let mut leaf = self.leaf(heading);
        leaf.is_headed = false;
        leaf.entries.push((depth, heading.to_owned()));
        let (area, sizes) = (self.area(), self.layout.typography);
        let size = sizes.heading();
        let mut y = area.top;
        leaf.block(Tag::Heading(1), |leaf| {
            for line in self.lines(heading, area.width(), size, FontWeight::Bold) {
                leaf.text(
                    area.left,
                    y + CAPITALS * size,
                    size,
                    FontWeight::Bold,
                    &line,
                );
                y += 1.25 * size;
            }
        });
        leaf.bookmarks.push((depth, heading.to_owned(), area.top));
        (leaf, y + 0.8 * sizes.body())
    }

    pub(super) fn area(&self) -> Area {
        self.layout.paper.area()
    }

    /// A text broken into lines of about equal length.
    pub(super) fn lines(
        &self,
        text: &str,
        width: f64,
        size: f64,
        weight: FontWeight,
    ) -> Vec<String> {
        let hyphenation = match weight {
            FontWeight::Regular => self.hyphenation,
            // Headings and names are not hyphenated.
            FontWeight::Bold => Hyphenation::NONE,
        };
        self.fonts
            .balanced_lines(text, width, size, weight, hyphenation)
    }

    /// The height of the largest board drawn by an artist.
    pub(super) fn largest_height(&self, artist: &Artist<'a>) -> f64 {
        largest_board(self.booklet, artist).1
    }

    /// An artist that draws boards as large as a box allows, with cells of at most `LARGEST_CELL`. `what` names
    /// the picture in the error.
    pub(super) fn artist_for(
        &self,
        what: &str,
        width: f64,
        height: f64,
    ) -> Result<Artist<'a>, TooSmall> {
        let style = self.artist.style();
        let factor = |size: (f64, f64)| (width / size.0).min(height / size.1);
        let mut best = self.shapes[0];
        for shape in &self.shapes[1..] {
            if factor(shape.1) > 1.01 * factor(best.1) {
                best = *shape;
            }
        }
        let (layers_shape, whole) = best;
        let cell = (style.cell * factor(whole)).min(LARGEST_CELL);
        if cell < SMALLEST_CELL {
            let least = SMALLEST_CELL / style.cell;
            return Err(TooSmall {
                what: what.to_owned(),
                need: (whole.0 * least, whole.1 * least),
                room: (width.max(0.0), height.max(0.0)),
            });
        }
        let style = Style {
            layers_shape,
            ..style.with_cell(cell)
        };
        Ok(self.artist.in_style(style))
    }
}

/// Ratios of width to height in which layers of solids are arranged.
const SHAPES: [f64; 6] = [0.15, 0.4, 0.8, 1.4, 5.0, 12.0];

/// The arrangements of layers, with the size of the largest board in each. The first one is that of
/// `artist`.
fn shapes(booklet: &Booklet<'_>, artist: &Artist<'_>) -> Vec<(f64, (f64, f64))> {
    let style = artist.style();
    let own = (style.layers_shape, largest_board(booklet, artist));
    let is_layered = booklet.puzzles().any(|puzzle| {
        let (low, high) = puzzle.board.bounding_box();
        low.z < high.z
    });
    if !is_layered {
        return vec![own];
    }
    let others = SHAPES.into_iter().map(|layers_shape| {
        let artist = artist.in_style(Style {
            layers_shape,
            ..style
        });
        (layers_shape, largest_board(booklet, &artist))
    });
    std::iter::once(own).chain(others).collect()
}

/// The maximum width and the maximum height of a booklet's boards, in an artist's style.
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

/// The artist for a challenge's board, in the style of `artist`.
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

/// The number to print on the page with this index: one more than the index.
pub(super) fn page_number(page: usize) -> String {
    (page + 1).to_string()
}

/// A count as a floating-point number, to multiply lengths by.
#[expect(clippy::cast_precision_loss, reason = "it is far below 2^52")]
pub(super) fn as_length(count: usize) -> f64 {
    count as f64
}

/// The number of elements of a size that fit into `room` with gaps between them; at least 1.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "casts of floats saturate"
)]
pub(super) fn fitting(room: f64, size: f64, gap: f64) -> usize {
    // Tolerance for rounding errors.
    (((room + gap + 1e-6) / (size + gap)).floor() as usize).max(1)
}
