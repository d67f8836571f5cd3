//! The title page, the pages of pieces, and the rules.

use super::leaf::Leaf;
use super::{
    BookletLayoutError, Composer, Content, Contents, Flow, Hints, SMALLEST_CELL, Typography,
    artist_of, as_length, page_number,
};
use crate::picture::drawing::pdf::Tag;
use crate::picture::drawing::{Artist, FontWeight, Scene, TooSmall};
use crate::picture::palette::INK;
use crate::publish::booklet::Task;
use crate::publish::booklet::hint::Voice;
use crate::puzzle::{Color, PieceId, PlacedPiece, Puzzle};
use crate::reason::deduction::{Flaw, Refutation};

/// The largest edge of a cell in pictures of pieces, in millimetres.
const LARGEST_CELL: f64 = 8.0;

/// The smallest edge of a cell in pictures of pieces that share a page with the rules, in millimetres.
const READABLE_CELL: f64 = 4.5;

/// The largest edge of a cell in pieces on a cover, in millimetres.
pub(super) const LARGEST_COVER_CELL: f64 = 16.0;

impl Composer<'_> {
    /// The title page: title, subtitle, author, picture.
    pub(super) fn title_page(
        &self,
        title: &str,
        subtitle: &str,
        author: Option<&str>,
    ) -> Result<Leaf, BookletLayoutError> {
        let (booklet, texts) = (self.booklet, self.texts);
        let title = texts.title.fill(&[("title", title)]);
        let mut leaf = self.leaf(&title);
        leaf.bookmarks.push((0, title.clone(), 0.0));
        leaf.is_numbered = false;
        let (area, sizes) = (self.area(), self.layout.typography);
        let mut y = area.top + 0.1 * area.height();
        let lines = [
            (Tag::Heading(1), &*title, sizes.title(), FontWeight::Bold),
            (Tag::Paragraph, subtitle, sizes.large(), FontWeight::Regular),
            (
                Tag::Paragraph,
                author.unwrap_or_default(),
                sizes.large(),
                FontWeight::Regular,
            ),
        ];
        for (tag, text, size, weight) in lines {
            y = self.set_centred(&mut leaf, INK, y, (tag, text, size, weight));
            if author.is_some() {
                y += 0.5 * sizes.body();
            }
        }
        let imprint = texts.imprint.fill(&[("puzzle", &booklet.puzzle)]);
        let lines = self.lines(&imprint, area.width(), sizes.small(), FontWeight::Regular);
        let mut foot = area.bottom;
        leaf.block(Tag::Paragraph, |leaf| {
            let step = Typography::leading_of(sizes.small());
            foot -= step * as_length(lines.len());
            for (number, line) in (1..).zip(&lines) {
                let y = foot + step * as_length(number);
                leaf.centred(area.middle(), y, sizes.small(), FontWeight::Regular, line);
            }
        });
        // The title page shows the hardest challenge, because it is the best preview.
        let hardest = booklet.tasks().last();
        let laid = match hardest {
            Some(task) => task.laid(&task.givens),
            None => self.first_solution(),
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

    /// The first solution of a booklet of solutions, prepared for drawing; empty for other booklets.
    pub(super) fn first_solution(&self) -> Vec<PlacedPiece<'_>> {
        match &self.booklet.content {
            Content::Challenges(_) => Vec::new(),
            Content::Solutions(solutions) => {
                let first = solutions.first().map_or(&[][..], |(_, first)| first);
                self.booklet.laid(first, self.booklet.instance.givens())
            }
        }
    }

    /// Adds centred lines of text from `y` down; returns the y coordinate of their end.
    pub(super) fn set_centred(
        &self,
        leaf: &mut Leaf,
        color: Color,
        mut y: f64,
        (tag, text, size, weight): (Tag, &str, f64, FontWeight),
    ) -> f64 {
        let area = self.area();
        leaf.block(tag, |leaf| {
            for line in self.lines(text, area.width(), size, weight) {
                y += 1.1 * size;
                leaf.centred_in(color, (area.middle(), y), size, weight, &line);
                y += 0.2 * size;
            }
        });
        y
    }

    /// The pages of pieces, one per puzzle. The last one leaves `below` millimetres free, if its pieces are
    /// large enough then.
    pub(super) fn pieces_pages(&self, below: f64) -> Result<Vec<Leaf>, BookletLayoutError> {
        let (booklet, style) = (self.booklet, self.artist.style());
        let others = booklet.others.iter();
        let others = others.map(|other| Artist::new(other.puzzle(), style));
        let artists = std::iter::once(self.artist.clone()).chain(others);
        let last = booklet.others.len();
        let pages = artists.enumerate().map(|(number, artist)| {
            let below = if number == last { below } else { 0.0 };
            self.pieces_page(&artist, below)
        });
        pages.collect()
    }

    fn pieces_page(&self, artist: &Artist<'_>, below: f64) -> Result<Leaf, BookletLayoutError> {
        let texts = self.texts;
        let (mut leaf, mut y) = self.begin_at(self.depth(), &texts.pieces.plain());
        let (area, sizes) = (self.area(), self.layout.typography);
        if let Some(count) = pieces_in_all(artist.puzzle()) {
            let note = texts.pieces_note.fill(&[("count", &count.to_string())]);
            leaf.block(Tag::Paragraph, |leaf| {
                for line in self.lines(&note, area.width(), sizes.body(), FontWeight::Regular) {
                    leaf.text(
                        area.left,
                        y + sizes.body(),
                        sizes.body(),
                        FontWeight::Regular,
                        &line,
                    );
                    y += sizes.leading();
                }
            });
            y += sizes.body();
        }
        let room = (area.width(), area.bottom - y);
        let named = |voice: &Voice<'_>, id| voice.name_of(id);
        let above = (room.0, room.1 - below);
        let gallery = match self.gallery(artist, (READABLE_CELL, LARGEST_CELL), above, named) {
            Ok(gallery) => gallery,
            Err(_) => self.gallery(artist, (SMALLEST_CELL, LARGEST_CELL), room, named)?,
        };
        leaf.picture(area.left, y, gallery);
        Ok(leaf)
    }

    /// A picture of the pieces with their names. The cells are as large as the box allows, but at least
    /// `least` and at most `largest`.
    pub(super) fn gallery(
        &self,
        artist: &Artist<'_>,
        (least, largest): (f64, f64),
        (width, height): (f64, f64),
        name: impl Fn(&Voice<'_>, PieceId) -> String,
    ) -> Result<Scene, TooSmall> {
        let mut style = self.part.style.with_cell(largest);
        loop {
            let artist = artist.in_style(style);
            let voice = Voice::new(self.texts, &artist);
            let gallery = artist.pieces_called(width, |id| name(&voice, id));
            if gallery.width <= width && gallery.height <= height {
                return Ok(gallery);
            }
            if style.cell < least {
                return Err(TooSmall {
                    what: "the picture of all pieces".to_owned(),
                    need: (gallery.width, gallery.height),
                    room: (width, height.max(0.0)),
                });
            }
            style.cell *= 0.9;
        }
    }

    /// The pages of rules, which refer to the pages of the hints.
    pub(super) fn play_pages(&self, contents: Contents) -> Vec<Leaf> {
        let mut flow = Flow::new(self, self.depth(), &self.texts.play.plain());
        for paragraph in self.rules(contents) {
            flow.paragraph(&paragraph);
        }
        flow.finish()
    }

    /// The rules, paragraph by paragraph.
    fn rules(&self, contents: Contents) -> Vec<String> {
        let (booklet, texts) = (self.booklet, self.texts);
        let mut rules = booklet.rules(texts, self.artist.style().view);
        if !booklet.tasks().is_empty() {
            let values = [("page", &*page_number(contents.hint_headings.0))];
            let hints = match self.part.hints {
                Hints::Upright => Some(&texts.play_hints),
                Hints::UpsideDown => Some(&texts.play_hints_upside_down),
                Hints::Nowhere => None,
            };
            rules.extend(hints.map(|hints| hints.fill(&values)));
            let has_steps = booklet.tasks().iter().any(|task| task.hint.step.is_some());
            if hints.is_some() && self.part.has_later_hints && has_steps {
                let values = [("page", &*page_number(contents.hint_headings.1))];
                rules.push(texts.play_later_hints.fill(&values));
            }
        }
        if self.part.hints != Hints::Nowhere && booklet.tasks().iter().any(counts_colours) {
            rules.push(texts.play_colouring.plain());
        }
        rules
    }
}

/// Whether a hint says that a placement leaves too many cells of one colour.
pub(super) fn counts_colours(task: &Task<'_>) -> bool {
    let is_of_colours = |way: &Refutation| matches!(way.flaw, Flaw::Colouring(_));
    let step = task.hint.step.as_ref();
    step.is_some_and(|step| step.refuted.iter().any(is_of_colours))
}

/// The number of pieces including copies; `None` if a piece has no fixed number of copies.
fn pieces_in_all(puzzle: &Puzzle) -> Option<u64> {
    let pieces = puzzle.pieces.iter();
    pieces
        .map(|piece| piece.copies.exactly().map(u64::from))
        .sum()
}
