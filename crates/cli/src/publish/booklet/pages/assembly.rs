//! The order of all pages of a booklet or a book.
//!
//! Hints and solutions of all parts come after all challenges, to prevent accidental glimpses.
//! Challenges refer to the pages of their hints and solutions, so pages are counted before
//! challenges are laid out. The number of pages of a section does not depend on the page numbers
//! printed in it.

use super::super::{Book, Booklet, BookletTexts};
use super::leaf::Leaf;
use super::{BookletLayout, BookletLayoutError, Composer, Contents, Flow, Hints};
use crate::picture::drawing::Fonts;
use crate::picture::drawing::pdf::Imposition;

/// Puts the pages of a booklet or a book in order.
pub(super) struct BookAssembly<'a> {
    composers: Vec<Composer<'a>>,
    texts: &'a BookletTexts,
    layout: &'a BookletLayout,
    /// The book; `None` for a booklet.
    book: Option<&'a Book<'a>>,
}

/// Sections of a part that are laid out before all page numbers are known.
struct Sections {
    /// The pages that show the pieces; empty if an earlier part has shown the same ones.
    pieces: Vec<Leaf>,
    example: Vec<Leaf>,
    /// Whether the part's rules are printed. They are not if an earlier part has the same rules.
    has_rules: bool,
    /// Whether the rules are below the pieces, on the same page.
    are_rules_below: bool,
    /// Whether a page is left blank before the challenges.
    is_padded: bool,
    hints: Vec<Leaf>,
    hint_pages: Vec<Option<usize>>,
    later_hints: Vec<Leaf>,
    solutions: Vec<Leaf>,
    solution_pages: Vec<usize>,
    contents: Contents,
}

impl<'a> BookAssembly<'a> {
    pub(super) fn of_booklet(
        booklet: &'a Booklet<'a>,
        texts: &'a BookletTexts,
        layout: &'a BookletLayout,
        fonts: &'a Fonts,
    ) -> Self {
        let composer = Composer::new(booklet, texts, (layout, &layout.part), fonts);
        Self {
            composers: vec![composer],
            texts,
            layout,
            book: None,
        }
    }

    pub(super) fn of_book(
        book: &'a Book<'a>,
        texts: &'a BookletTexts,
        layout: &'a BookletLayout,
        fonts: &'a Fonts,
    ) -> Self {
        let is_one = book.parts.len() == 1;
        let parts = book.parts.iter().map(|part| {
            let composer = Composer::new(&part.booklet, texts, (layout, &part.layout), fonts);
            Composer {
                name: (!is_one).then(|| part.booklet.title.to_string()),
                ..composer
            }
        });
        Self {
            composers: parts.collect(),
            texts,
            layout,
            book: Some(book),
        }
    }

    pub(super) fn subtitle(&self) -> String {
        let own = self.book.and_then(|book| book.subtitle.clone());
        own.unwrap_or_else(|| match &*self.composers {
            [only] => only.booklet.subtitle(self.texts, only.has_tiers()),
            _ => String::new(),
        })
    }

    /// The composer for pages that belong to no part.
    fn first(&self) -> &Composer<'a> {
        &self.composers[0]
    }

    /// All finished pages, padded with blank ones to the required multiple.
    pub(super) fn leaves(&self) -> Result<Vec<Leaf>, BookletLayoutError> {
        let mut contents_pages = usize::from(self.layout.has_contents);
        let mut leaves = self.in_order(contents_pages)?;
        if self.layout.has_contents {
            // More pages of contents change the page numbers in the entries, but not the number of entries.
            let needed = self.first().contents_page_count(&leaves);
            if needed != contents_pages {
                contents_pages = needed;
                leaves = self.in_order(contents_pages)?;
            }
            let pages = self.first().contents_pages(&leaves);
            let at = self.before_contents();
            for (place, page) in leaves[at..at + contents_pages].iter_mut().zip(pages) {
                *place = page;
            }
        }
        let back = self.back_cover();
        let multiple = match self.layout.press.imposition() {
            Imposition::None => self.layout.multiple.max(1),
            Imposition::SaddleStitch => 4,
        };
        while (leaves.len() + usize::from(back.is_some())) % multiple != 0 {
            leaves.push(self.first().blank());
        }
        leaves.extend(back);
        let head = self.book.filter(|book| book.has_running_heads);
        let head = head.map(|book| book.title.as_str());
        let numbered = leaves.into_iter().enumerate();
        let finished = numbered.map(|(number, leaf)| self.first().finished(leaf, number, head));
        Ok(finished.collect())
    }

    /// The number of pages before the contents: the cover and its back, if there is one, and the title page.
    fn before_contents(&self) -> usize {
        let has_cover = self.book.is_some_and(|book| book.cover.is_some());
        1 + 2 * usize::from(has_cover)
    }

    /// The back cover, if the book has a text for it.
    fn back_cover(&self) -> Option<Leaf> {
        let book = self.book?;
        (!book.back.is_empty()).then(|| self.first().back_cover(book))
    }

    /// The pages before the parts, with `contents_pages` pages reserved for the contents.
    fn front(&self, contents_pages: usize) -> Result<Vec<Leaf>, BookletLayoutError> {
        let first = self.first();
        let mut leaves = Vec::new();
        if let Some(book) = self.book
            && let Some(cover) = &book.cover
        {
            leaves.push(first.cover_page(book, cover, &self.subtitle())?);
            leaves.push(self.first().blank());
        }
        let title = self.book.map_or(&first.booklet.title, |book| &book.title);
        let author = self.book.and_then(|book| book.author.as_deref());
        leaves.push(first.title_page(title, &self.subtitle(), author)?);
        leaves.extend((0..contents_pages).map(|_| first.leaf("")));
        let introduction = self.book.map_or(&[][..], |book| &book.introduction);
        if !introduction.is_empty() {
            let mut flow = Flow::new(first, 0, &self.texts.introduction.plain());
            for paragraph in introduction {
                flow.paragraph(paragraph);
            }
            leaves.extend(flow.finish());
        }
        Ok(leaves)
    }

    /// All pages except the padding and the back cover.
    fn in_order(&self, contents_pages: usize) -> Result<Vec<Leaf>, BookletLayoutError> {
        let mut leaves = self.front(contents_pages)?;
        let sections = self.sections(leaves.len())?;
        for (composer, part) in self.composers.iter().zip(&sections) {
            leaves.extend(composer.part_page());
            let mut pieces = part.pieces.clone();
            if part.has_rules {
                let rules = composer.play_pages(part.contents);
                match pieces.last_mut().filter(|_| part.are_rules_below) {
                    Some(page) => composer.put_below(page, rules),
                    None => pieces.extend(rules),
                }
            }
            leaves.extend(pieces);
            leaves.extend(part.example.iter().cloned());
            if part.is_padded {
                leaves.push(composer.blank());
            }
            let pages = (&*part.hint_pages, &*part.solution_pages);
            leaves.extend(composer.challenge_pages(part.contents, pages)?);
        }
        let (mut later_hints, mut solutions, mut contents) = (Vec::new(), Vec::new(), Vec::new());
        for part in sections {
            leaves.extend(part.hints);
            later_hints.extend(part.later_hints);
            solutions.extend(part.solutions);
            contents.push(part.contents);
        }
        leaves.extend(later_hints);
        leaves.extend(solutions);
        for (composer, contents) in self.composers.iter().zip(contents) {
            leaves.extend(composer.index_pages(contents));
        }
        Ok(leaves)
    }

    /// The sections of all parts. The first part begins after `front` pages.
    fn sections(&self, front: usize) -> Result<Vec<Sections>, BookletLayoutError> {
        let mut at = front;
        let mut all: Vec<Sections> = Vec::new();
        for (number, composer) in self.composers.iter().enumerate() {
            let before = &self.composers[..number];
            let part = composer.sections_before_challenges(before, at)?;
            at = part.contents.challenges + composer.spread.pages;
            all.push(part);
        }
        // Second hints are paginated after first ones. Until then 999 stands in for their pages: no page
        // number is wider, so the lines of first hints break in the same places.
        let mut later_pages = Vec::new();
        for (composer, part) in self.composers.iter().zip(&mut all) {
            let (later, pages) = composer.later_hint_pages()?;
            let unknown: Vec<_> = pages.iter().map(|page| page.map(|_| 999)).collect();
            (part.hints, part.hint_pages) = composer.hint_pages(&unknown)?;
            part.later_hints = later;
            part.contents.hints = at;
            at += part.hints.len();
            later_pages.push(pages);
        }
        for ((composer, part), pages) in self.composers.iter().zip(&mut all).zip(later_pages) {
            part.contents.later_hints = at;
            at += part.later_hints.len();
            if !part.later_hints.is_empty() {
                let first = part.contents.later_hints;
                let known = pages.into_iter().map(|page| page.map(|page| first + page));
                let known: Vec<_> = known.collect();
                part.hints = composer.hint_pages(&known)?.0;
            }
        }
        for (composer, part) in self.composers.iter().zip(&mut all) {
            let contents = &mut part.contents;
            let heading = |first: usize, leaves: &[Leaf]| match composer.part.hints {
                Hints::UpsideDown => first + leaves.len().saturating_sub(1),
                Hints::Upright | Hints::Nowhere => first,
            };
            contents.hint_headings = (
                heading(contents.hints, &part.hints),
                heading(contents.later_hints, &part.later_hints),
            );
            (part.solutions, part.solution_pages) = composer.solution_pages(part.contents)?;
            part.contents.solutions = at;
            at += part.solutions.len();
        }
        Ok(all)
    }
}

impl Composer<'_> {
    /// Whether the content of a page fits below that of another one.
    fn fits_below(&self, page: &Leaf, below: &Leaf) -> bool {
        let area = self.area();
        let end = page.bottom() + self.gap_between_sections();
        end + below.bottom() - area.top <= area.bottom
    }

    /// Puts the content of pages below that of another one.
    fn put_below(&self, page: &mut Leaf, below: Vec<Leaf>) {
        for leaf in below {
            let down = page.bottom() + self.gap_between_sections() - self.area().top;
            page.entries.extend(leaf.entries.iter().cloned());
            page.insert(0.0, down, leaf);
        }
    }

    fn gap_between_sections(&self) -> f64 {
        2.0 * self.layout.typography.body()
    }

    /// The sections before the challenges of a part that begins at page `at`. Sections that are
    /// equal to those of an earlier part in `before` are omitted.
    fn sections_before_challenges(
        &self,
        before: &[Self],
        at: usize,
    ) -> Result<Sections, BookletLayoutError> {
        let has_rules = before.iter().all(|other| !self.has_rules_of(other));
        // No page number is wider than this one.
        let widest = Contents {
            hint_headings: (998, 998),
            ..Contents::default()
        };
        let rules = if has_rules {
            self.play_pages(widest)
        } else {
            Vec::new()
        };
        let shows_pieces = before.iter().all(|other| !self.has_pieces_of(other));
        let pieces = if shows_pieces {
            let below = match &*rules {
                [only] => only.bottom() - self.area().top + self.gap_between_sections(),
                _ => 0.0,
            };
            self.pieces_pages(below)?
        } else {
            Vec::new()
        };
        let are_rules_below = match (pieces.last(), &*rules) {
            (Some(page), [only]) => self.fits_below(page, only),
            _ => false,
        };
        let rules = if are_rules_below { 0 } else { rules.len() };
        let example = self.example_pages()?;
        let of_part = usize::from(self.name.is_some());
        let first = at + of_part + pieces.len() + rules + example.len();
        let is_padded = self.spread.begins_on_right(self.booklet) && first % 2 == 1;
        Ok(Sections {
            pieces,
            example,
            has_rules,
            are_rules_below,
            is_padded,
            hints: Vec::new(),
            hint_pages: Vec::new(),
            later_hints: Vec::new(),
            solutions: Vec::new(),
            solution_pages: Vec::new(),
            contents: Contents {
                challenges: first + usize::from(is_padded),
                ..Contents::default()
            },
        })
    }

    /// Whether two parts of a book have the same pieces and the same colouring, so that one picture of the
    /// pieces suffices for both.
    fn has_pieces_of(&self, other: &Self) -> bool {
        let of = |composer: &Self| {
            let puzzles = composer.booklet.puzzles();
            let pieces = puzzles.flat_map(|puzzle| &puzzle.pieces);
            let shapes = pieces.map(|piece| (&piece.name, &piece.polyform, piece.copies));
            shapes.collect::<Vec<_>>()
        };
        self.part.style.coloring == other.part.style.coloring && of(self) == of(other)
    }

    /// Whether two parts of a book have the same rules.
    fn has_rules_of(&self, other: &Self) -> bool {
        let of = |composer: &Self| {
            let view = composer.artist.style().view;
            composer.booklet.rules(composer.texts, view)
        };
        of(self) == of(other)
    }
}
