//! All pages of a booklet or a book in their order.
//!
//! Hints and solutions of all parts stand behind all challenges, so that nobody sees one unasked;
//! challenges name their pages. Those are known when all sections are counted: sections that name
//! pages take as many pages, whichever these are.

use super::super::{Book, Booklet, Texts};
use super::leaf::Leaf;
use super::{Composer, Contents, Flow, Layout, LayoutError};
use crate::picture::drawing::Fonts;
use crate::picture::drawing::pdf::Imposition;

/// A booklet, or a book with all that is around its parts.
pub(super) struct Assembly<'a> {
    composers: Vec<Composer<'a>>,
    texts: &'a Texts,
    layout: &'a Layout,
    /// What is around; none of a booklet.
    book: Option<&'a Book<'a>>,
}

/// The sections of a part that are laid out before the others are.
struct Sections {
    /// Pieces, example: what is before the challenges, but for the rules.
    pieces: Vec<Leaf>,
    example: Vec<Leaf>,
    has_rules: bool,
    /// Whether a page is left empty before the challenges.
    is_padded: bool,
    hints: Vec<Leaf>,
    hint_pages: Vec<Option<usize>>,
    later_hints: Vec<Leaf>,
    solutions: Vec<Leaf>,
    solution_pages: Vec<usize>,
    contents: Contents,
}

impl<'a> Assembly<'a> {
    pub(super) fn of_booklet(
        booklet: &'a Booklet<'a>,
        texts: &'a Texts,
        layout: &'a Layout,
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
        texts: &'a Texts,
        layout: &'a Layout,
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

    /// What stands under the title.
    pub(super) fn subtitle(&self) -> String {
        let own = self.book.and_then(|book| book.subtitle.clone());
        own.unwrap_or_else(|| match &*self.composers {
            [only] => only.booklet.subtitle(self.texts),
            _ => String::new(),
        })
    }

    /// What lays out what belongs to no part.
    fn first(&self) -> &Composer<'a> {
        &self.composers[0]
    }

    /// All pages, numbered, with blank ones up to a multiple.
    pub(super) fn leaves(&self) -> Result<Vec<Leaf>, LayoutError> {
        let mut contents_pages = usize::from(self.layout.has_contents);
        let mut leaves = self.in_order(contents_pages)?;
        if self.layout.has_contents {
            // More pages of contents change the numbers in them, and not how many entries there are.
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
            leaves.push(self.blank());
        }
        leaves.extend(back);
        let head = self.book.filter(|book| book.has_running_heads);
        let head = head.map(|book| book.title.as_str());
        let numbered = leaves.into_iter().enumerate();
        let finished = numbered.map(|(number, leaf)| self.first().finished(leaf, number, head));
        Ok(finished.collect())
    }

    /// A page with nothing on it.
    fn blank(&self) -> Leaf {
        let mut blank = self.first().leaf("");
        blank.is_numbered = false;
        blank
    }

    /// The cover and the page behind it, and the title page: what is before the contents.
    fn before_contents(&self) -> usize {
        let has_cover = self.book.is_some_and(|book| book.cover.is_some());
        1 + 2 * usize::from(has_cover)
    }

    /// The last page; none if the book says nothing there.
    fn back_cover(&self) -> Option<Leaf> {
        let book = self.book?;
        (!book.back.is_empty()).then(|| self.first().back_cover(book))
    }

    /// What is before the parts, with so many pages left for the contents.
    fn front(&self, contents_pages: usize) -> Result<Vec<Leaf>, LayoutError> {
        let first = self.first();
        let mut leaves = Vec::new();
        if let Some(book) = self.book
            && let Some(cover) = &book.cover
        {
            leaves.push(first.cover_page(book, cover, &self.subtitle())?);
            leaves.push(self.blank());
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

    /// All pages but blank ones at the end and the back cover.
    fn in_order(&self, contents_pages: usize) -> Result<Vec<Leaf>, LayoutError> {
        let mut leaves = self.front(contents_pages)?;
        let sections = self.sections(leaves.len())?;
        for (composer, part) in self.composers.iter().zip(&sections) {
            leaves.extend(composer.part_page());
            leaves.extend(part.pieces.iter().cloned());
            if part.has_rules {
                leaves.extend(composer.play_pages(part.contents));
            }
            leaves.extend(part.example.iter().cloned());
            if part.is_padded {
                leaves.push(composer.leaf(""));
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

    /// The sections of all parts, the first of which begins after so many pages.
    fn sections(&self, front: usize) -> Result<Vec<Sections>, LayoutError> {
        let mut at = front;
        let mut all: Vec<Sections> = Vec::new();
        for (number, composer) in self.composers.iter().enumerate() {
            let before = &self.composers[..number];
            let part = composer.sections_before_challenges(before, at)?;
            at = part.contents.challenges + composer.spread.pages;
            all.push(part);
        }
        // The pages of second hints are not known yet; none has more digits.
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
            (part.solutions, part.solution_pages) = composer.solution_pages(part.contents)?;
            part.contents.solutions = at;
            at += part.solutions.len();
        }
        Ok(all)
    }
}

impl Composer<'_> {
    /// What is before the challenges, which begins at a page; what parts before say is not said again.
    fn sections_before_challenges(
        &self,
        before: &[Self],
        at: usize,
    ) -> Result<Sections, LayoutError> {
        let shows_pieces = before.iter().all(|other| !self.has_pieces_of(other));
        let pieces = if shows_pieces {
            self.pieces_pages()?
        } else {
            Vec::new()
        };
        let has_rules = before.iter().all(|other| !self.has_rules_of(other));
        let rules = if has_rules {
            self.play_pages(Contents::default()).len()
        } else {
            0
        };
        let example = self.example_pages()?;
        let of_part = usize::from(self.name.is_some());
        let first = at + of_part + pieces.len() + rules + example.len();
        // A second side is on the back of the first: that begins on a right-hand page.
        let is_padded = self.booklet.is_two_sided && first % 2 == 1;
        Ok(Sections {
            pieces,
            example,
            has_rules,
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

    /// Whether the pieces are the same, drawn alike.
    fn has_pieces_of(&self, other: &Self) -> bool {
        let of = |composer: &Self| {
            let puzzles = composer.booklet.puzzles();
            let pieces = puzzles.flat_map(|puzzle| &puzzle.pieces);
            let shapes = pieces.map(|piece| (&piece.name, &piece.polyform, piece.copies));
            shapes.collect::<Vec<_>>()
        };
        self.part.style.coloring == other.part.style.coloring && of(self) == of(other)
    }

    /// Whether the rules are the same.
    fn has_rules_of(&self, other: &Self) -> bool {
        let of = |composer: &Self| {
            let view = composer.artist.style().view;
            composer.booklet.rules(composer.texts, view)
        };
        of(self) == of(other)
    }
}
