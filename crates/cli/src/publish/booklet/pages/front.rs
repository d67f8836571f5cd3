//! The title page, the pieces, how to play.

use super::leaf::Leaf;
use super::{
    Composer, Content, Flow, Hints, LayoutError, SMALLEST_CELL, Typography, artist_of, as_length,
    page_number,
};
use crate::picture::drawing::pdf::Tag;
use crate::picture::drawing::{Artist, Scene, TooSmall, Weight};
use crate::publish::booklet::hint::Voice;
use crate::puzzle::Puzzle;

/// The largest cells of pieces, in millimetres.
const LARGEST_CELL: f64 = 8.0;

impl Composer<'_> {
    /// The title, and a picture.
    pub(super) fn title_page(&self) -> Result<Leaf, LayoutError> {
        let (booklet, texts) = (self.booklet, self.texts);
        let title = texts.title.fill(&[("title", &booklet.title)]);
        let mut leaf = self.leaf(&title);
        leaf.bookmarks.push((0, title.clone(), 0.0));
        leaf.is_numbered = false;
        let (area, sizes) = (self.area(), self.layout.typography);
        let mut y = area.top + 0.1 * area.height();
        let mut set = |leaf: &mut Leaf, tag: Tag, text: &str, size: f64, weight: Weight| {
            leaf.block(tag, |leaf| {
                for line in self.lines(text, area.width(), size, weight) {
                    y += 1.1 * size;
                    leaf.centred(area.middle(), y, size, weight, &line);
                    y += 0.2 * size;
                }
            });
        };
        set(
            &mut leaf,
            Tag::Heading(1),
            &title,
            sizes.title(),
            Weight::Bold,
        );
        let subtitle = booklet.subtitle(texts);
        set(
            &mut leaf,
            Tag::Paragraph,
            &subtitle,
            sizes.large(),
            Weight::Regular,
        );
        let imprint = texts.imprint.fill(&[("puzzle", &booklet.puzzle)]);
        let lines = self.lines(&imprint, area.width(), sizes.small(), Weight::Regular);
        let mut foot = area.bottom;
        leaf.block(Tag::Paragraph, |leaf| {
            let step = Typography::leading_of(sizes.small());
            foot -= step * as_length(lines.len());
            for (number, line) in (1..).zip(&lines) {
                let y = foot + step * as_length(number);
                leaf.centred(area.middle(), y, sizes.small(), Weight::Regular, line);
            }
        });
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
        y += 2.0 * sizes.body();
        let room = (0.8 * area.width(), foot - 2.0 * sizes.body() - y);
        let artist = self.artist_for("the picture on the title page", room.0, room.1)?;
        let artist = hardest.map_or(artist.clone(), |task| artist_of(&artist, task));
        let picture = artist.solution(&title, &laid);
        let x = area.middle() - picture.width / 2.0;
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
        let (area, sizes) = (self.area(), self.layout.typography);
        if let Some(count) = pieces_in_all(artist.puzzle()) {
            let note = texts.pieces_note.fill(&[("count", &count.to_string())]);
            leaf.block(Tag::Paragraph, |leaf| {
                for line in self.lines(&note, area.width(), sizes.body(), Weight::Regular) {
                    leaf.text(
                        area.left,
                        y + sizes.body(),
                        sizes.body(),
                        Weight::Regular,
                        &line,
                    );
                    y += sizes.leading();
                }
            });
            y += sizes.body();
        }
        let gallery = self.gallery(artist, area.width(), area.bottom - y)?;
        leaf.picture(area.left, y, gallery);
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
        let mut flow = Flow::new(self, &self.texts.play.plain());
        for paragraph in self.rules(hints) {
            flow.paragraph(&paragraph);
        }
        flow.finish()
    }

    /// How to play, paragraph by paragraph.
    fn rules(&self, hints: usize) -> Vec<String> {
        let (booklet, texts) = (self.booklet, self.texts);
        let mut rules = booklet.rules(texts, self.artist.style().view);
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
