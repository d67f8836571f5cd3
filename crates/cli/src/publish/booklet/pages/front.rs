//! The title page, the pieces, how to play.

use super::leaf::Leaf;
use super::{Composer, Content, Hints, LayoutError, SMALLEST_CELL, artist_of, page_number};
use crate::picture::drawing::{Artist, Scene, TooSmall, Weight};
use crate::publish::booklet::hint::Voice;
use crate::puzzle::Puzzle;

/// The largest cells of pieces, in millimetres.
const LARGEST_CELL: f64 = 8.0;

impl Composer<'_> {
    /// The title, and a picture.
    pub(super) fn title_page(&self) -> Result<Leaf, LayoutError> {
        let (booklet, texts) = (self.booklet, self.texts);
        let paper = self.layout.paper;
        let title = texts.title.fill(&[("title", &booklet.title)]);
        let mut leaf = self.leaf(&title);
        leaf.bookmarks.push((0, title.clone(), 0.0));
        let middle = paper.width / 2.0;
        let size = 2.8 * self.size;
        let mut y = 0.18 * paper.height;
        for line in self.fonts.lines(&title, self.room().0, size, Weight::Bold) {
            leaf.centred(middle, y, size, Weight::Bold, &line);
            y += 1.3 * size;
        }
        let size = 1.3 * self.size;
        let subtitle = booklet.subtitle(texts);
        for line in self
            .fonts
            .lines(&subtitle, self.room().0, size, Weight::Regular)
        {
            leaf.centred(middle, y, size, Weight::Regular, &line);
            y += 1.4 * size;
        }
        let imprint = texts.imprint.fill(&[("puzzle", &booklet.puzzle)]);
        let lines = self
            .fonts
            .lines(&imprint, self.room().0, 0.8 * self.size, Weight::Regular);
        let mut foot = self.bottom();
        for line in lines.iter().rev() {
            leaf.centred(middle, foot, 0.8 * self.size, Weight::Regular, line);
            foot -= 1.1 * self.size;
        }
        // The hardest challenge says most of what is to come.
        let hardest = booklet.tasks().last();
        let laid = match (&booklet.content, hardest) {
            (Content::Challenges(_), Some(task)) if task.is_card => task.laid(&task.solution),
            (Content::Challenges(_), Some(task)) => task.laid(&task.givens),
            (Content::Challenges(_), None) => Vec::new(),
            (Content::Solutions(solutions), _) => {
                let first = solutions.first().map_or(&[][..], |(_, first)| first);
                booklet.laid(first, booklet.instance.givens())
            }
        };
        y += 2.0 * self.size;
        let room = (0.75 * self.room().0, foot - 2.0 * self.size - y);
        let artist = self.artist_for("the picture on the title page", room.0, room.1)?;
        let artist = hardest.map_or(artist.clone(), |task| artist_of(&artist, task));
        let picture = artist.solution(&title, &laid);
        let x = (paper.width - picture.width) / 2.0;
        let y = y + (room.1 - picture.height) / 2.0;
        leaf.picture(x, y, picture);
        Ok(leaf)
    }

    /// All pieces, those of each puzzle on one page.
    pub(super) fn pieces_pages(&self) -> Result<Vec<Leaf>, LayoutError> {
        let (booklet, style) = (self.booklet, self.artist.style());
        let others = booklet.others.iter();
        let others = others.map(|other| Artist::new(other.puzzle(), style));
        let artists = std::iter::once(self.artist.clone()).chain(others);
        artists.map(|artist| self.pieces_page(&artist)).collect()
    }

    /// The pieces of one puzzle.
    fn pieces_page(&self, artist: &Artist<'_>) -> Result<Leaf, LayoutError> {
        let texts = self.texts;
        let (mut leaf, mut y) = self.begin(&texts.pieces.plain());
        let margin = self.layout.paper.margin;
        if let Some(count) = pieces_in_all(artist.puzzle()) {
            let note = texts.pieces_note.fill(&[("count", &count.to_string())]);
            for line in self
                .fonts
                .lines(&note, self.room().0, self.size, Weight::Regular)
            {
                y += self.size;
                leaf.text(margin, y, self.size, Weight::Regular, &line);
                y += 0.5 * self.size;
            }
            y += self.size;
        }
        let gallery = self.gallery(artist, self.room().0, self.bottom() - y)?;
        leaf.picture(margin, y, gallery);
        Ok(leaf)
    }

    /// The pieces as large as there is room for.
    fn gallery(&self, artist: &Artist<'_>, width: f64, height: f64) -> Result<Scene, TooSmall> {
        let mut style = self.layout.style.with_cell(LARGEST_CELL);
        loop {
            let artist = artist.in_style(style);
            let gallery = Voice::new(self.texts, &artist).pieces(width);
            if gallery.width <= width && gallery.height <= height {
                return Ok(gallery);
            }
            if style.cell < SMALLEST_CELL {
                return Err(TooSmall {
                    what: "the picture of all pieces".to_owned(),
                    need: (gallery.width, gallery.height),
                    room: (width, height.max(0.0)),
                });
            }
            style.cell *= 0.9;
        }
    }

    /// The rules; hints begin on a page.
    pub(super) fn play_pages(&self, hints: usize) -> Vec<Leaf> {
        let heading = self.texts.play.plain();
        let (mut leaf, mut y) = self.begin(&heading);
        let mut leaves = Vec::new();
        let size = self.size;
        for paragraph in self.rules(hints) {
            let lines = self
                .fonts
                .lines(&paragraph, self.room().0, size, Weight::Regular);
            for line in lines {
                if y + size > self.bottom() {
                    leaves.push(std::mem::replace(&mut leaf, self.leaf(&heading)));
                    y = self.layout.paper.margin;
                }
                y += size;
                leaf.text(self.layout.paper.margin, y, size, Weight::Regular, &line);
                y += 0.5 * size;
            }
            y += 0.9 * size;
        }
        leaves.push(leaf);
        leaves
    }

    /// How to play, paragraph by paragraph.
    fn rules(&self, hints: usize) -> Vec<String> {
        let (booklet, texts) = (self.booklet, self.texts);
        let mut rules = booklet.rules(texts);
        if !booklet.tasks().is_empty() {
            let page = page_number(hints);
            let hints = match self.layout.hints {
                Hints::Upright => Some(&texts.play_hints),
                Hints::UpsideDown => Some(&texts.play_hints_upside_down),
                Hints::Nowhere => None,
            };
            rules.extend(hints.map(|hints| hints.fill(&[("page", &page)])));
        }
        rules
    }
}

/// How many pieces there are, copies included; none if that is not fixed.
fn pieces_in_all(puzzle: &Puzzle) -> Option<u64> {
    let pieces = puzzle.pieces.iter();
    pieces
        .map(|piece| piece.copies.exactly().map(u64::from))
        .sum()
}
