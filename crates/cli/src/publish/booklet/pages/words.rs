//! The words of a challenge: above and below its board, or in a column beside it.

use super::leaf::Leaf;
use super::{CAPITALS, Composer, Typography, as_length};
use crate::picture::drawing::pdf::Tag;
use crate::picture::drawing::{Artist, Weight};
use crate::publish::booklet::alternative::board_in_words;
use crate::publish::texts::Template;
use crate::puzzle::PlacedPiece;

/// What is said of a challenge.
pub(super) struct Words {
    /// Its number, and the name of its board if it has one of its own.
    pub(super) name: String,
    /// Its grade.
    pub(super) rating: String,
    pub(super) id: String,
    /// Where its hint and its solution are.
    pub(super) references: Vec<(String, usize)>,
}

/// A word or two on a line: how far from its left end, in which letters.
struct Run<'w> {
    x: f64,
    size: f64,
    weight: Weight,
    text: &'w str,
    /// The page that it leads to.
    page: Option<usize>,
}

impl Composer<'_> {
    /// What is to be said of a picture of a board.
    pub(super) fn alternative(
        &self,
        artist: &Artist<'_>,
        said: &Template,
        name: &str,
        laid: &[PlacedPiece<'_>],
    ) -> String {
        let rows = board_in_words(artist, self.texts, laid);
        said.fill(&[("name", name), ("rows", &rows)])
    }

    /// The space between what stands on one line.
    fn word_gap(&self) -> f64 {
        self.layout.typography.body()
    }

    /// The height of a line of the head: that of the number.
    fn head_step(&self) -> f64 {
        1.35 * self.layout.typography.large()
    }

    fn small_step(&self) -> f64 {
        Typography::leading_of(self.layout.typography.small())
    }

    /// How wide the head is on one line.
    pub(super) fn head_width(&self, words: &Words) -> f64 {
        let sizes = self.layout.typography;
        let wide = |text: &str, size, weight| self.fonts.width(text, size, weight);
        let parts = [
            wide(&words.name, sizes.large(), Weight::Bold),
            wide(&words.rating, sizes.body(), Weight::Regular),
            wide(&words.id, sizes.small(), Weight::Regular),
        ];
        let parts = parts.into_iter().filter(|part| *part > 0.0);
        parts.map(|part| part + self.word_gap()).sum::<f64>() - self.word_gap()
    }

    /// What stands above a board, line by line.
    fn head<'w>(&self, words: &'w Words, width: f64, name: &'w [String]) -> Vec<Vec<Run<'w>>> {
        let sizes = self.layout.typography;
        let mut lines: Vec<Vec<Run<'w>>> = Vec::new();
        for text in name {
            lines.push(vec![Run {
                x: 0.0,
                size: sizes.large(),
                weight: Weight::Bold,
                text,
                page: None,
            }]);
        }
        let others = [(&words.rating, sizes.body()), (&words.id, sizes.small())];
        for (text, size) in others {
            self.append(&mut lines, text, size, width, None);
        }
        // The id ends where the board does.
        if let Some(line) = lines.last_mut()
            && line.len() > 1
            && let Some(last) = line.last_mut()
            && last.text == words.id
        {
            last.x = width - self.fonts.width(last.text, last.size, last.weight);
        }
        lines
    }

    /// Puts a text at the end of the last line, or on a line of its own.
    fn append<'w>(
        &self,
        lines: &mut Vec<Vec<Run<'w>>>,
        text: &'w str,
        size: f64,
        width: f64,
        page: Option<usize>,
    ) {
        if text.is_empty() {
            return;
        }
        let wide = self.fonts.width(text, size, Weight::Regular);
        let end = lines.last().and_then(|line| line.last()).map(|last| {
            last.x + self.fonts.width(last.text, last.size, last.weight) + self.word_gap()
        });
        let run = |x| Run {
            x,
            size,
            weight: Weight::Regular,
            text,
            page,
        };
        match (lines.last_mut(), end) {
            (Some(line), Some(end)) if end + wide <= width + 1e-6 => line.push(run(end)),
            _ => lines.push(vec![run(0.0)]),
        }
    }

    fn name_lines(&self, words: &Words, width: f64) -> Vec<String> {
        let size = self.layout.typography.large();
        self.lines(&words.name, width, size, Weight::Bold)
    }

    /// How high what stands above a board is.
    pub(super) fn head_height(&self, words: &Words, width: f64) -> f64 {
        let name = self.name_lines(words, width);
        as_length(self.head(words, width, &name).len()) * self.head_step()
    }

    /// Puts on the page what stands above a board.
    pub(super) fn set_head(&self, leaf: &mut Leaf, at: (f64, f64), width: f64, words: &Words) {
        let name = self.name_lines(words, width);
        let lines = self.head(words, width, &name);
        let large = self.layout.typography.large();
        leaf.block(Tag::Heading(2), |leaf| {
            for (row, line) in lines.iter().enumerate() {
                let y = at.1 + as_length(row) * self.head_step() + large;
                for run in line {
                    let text = self.cut(run.text, width, run.size, run.weight);
                    leaf.text(at.0 + run.x, y, run.size, run.weight, &text);
                }
            }
        });
    }

    fn foot<'w>(&self, words: &'w Words, width: f64) -> Vec<Vec<Run<'w>>> {
        let small = self.layout.typography.small();
        let mut lines = Vec::new();
        for (text, page) in &words.references {
            self.append(&mut lines, text, small, width, Some(*page));
        }
        lines
    }

    /// How high what stands below a board is.
    pub(super) fn foot_height(&self, words: &Words, width: f64) -> f64 {
        self.form_height(width) + as_length(self.foot(words, width).len()) * self.small_step()
    }

    /// Puts on the page what stands below a board.
    pub(super) fn set_foot(&self, leaf: &mut Leaf, at: (f64, f64), width: f64, words: &Words) {
        self.set_form(leaf, at, width);
        let top = at.1 + self.form_height(width);
        for (row, line) in self.foot(words, width).into_iter().enumerate() {
            let y = top + as_length(row) * self.small_step() + self.layout.typography.small();
            self.set_references(leaf, (at.0, y), width, &line);
        }
    }

    fn set_references(&self, leaf: &mut Leaf, (x, y): (f64, f64), width: f64, line: &[Run<'_>]) {
        for run in line {
            let text = self.cut(run.text, width, run.size, run.weight);
            if let Some(page) = run.page {
                leaf.text_to(self.fonts, (x + run.x, y), run.size, &text, page);
            }
        }
    }

    /// How wide a column beside the board is if no line of it breaks.
    pub(super) fn natural_width(&self, words: &Words) -> f64 {
        let sizes = self.layout.typography;
        let wide = |text: &str, size, weight| self.fonts.width(text, size, weight);
        let references = words.references.iter();
        let references = references.map(|(text, _)| wide(text, sizes.small(), Weight::Regular));
        references
            .chain([
                wide(&words.name, sizes.large(), Weight::Bold),
                wide(&words.rating, sizes.body(), Weight::Regular),
                wide(&words.id, sizes.small(), Weight::Regular),
            ])
            .fold(0.0, f64::max)
    }

    /// How high a column beside the board is.
    pub(super) fn column_height(&self, words: &Words, width: f64) -> f64 {
        let sizes = self.layout.typography;
        let rating = self.lines(&words.rating, width, sizes.body(), Weight::Regular);
        let small = usize::from(!words.id.is_empty()) + words.references.len();
        as_length(self.name_lines(words, width).len()) * self.head_step()
            + as_length(rating.len()) * sizes.leading()
            + as_length(small) * self.small_step()
            + self.form_height(width)
    }

    /// Puts the column beside the board on the page: what it is called at its head, where its hint
    /// and its solution are at its foot.
    pub(super) fn set_column(
        &self,
        leaf: &mut Leaf,
        (x, top): (f64, f64),
        (width, height): (f64, f64),
        words: &Words,
    ) {
        let sizes = self.layout.typography;
        let mut y = top;
        leaf.block(Tag::Heading(2), |leaf| {
            for line in self.name_lines(words, width) {
                let base = y + CAPITALS * sizes.large();
                leaf.text(x, base, sizes.large(), Weight::Bold, &line);
                y += self.head_step();
            }
            for line in self.lines(&words.rating, width, sizes.body(), Weight::Regular) {
                let base = y + CAPITALS * sizes.body();
                leaf.text(x, base, sizes.body(), Weight::Regular, &line);
                y += sizes.leading();
            }
            let id = self.cut(&words.id, width, sizes.small(), Weight::Regular);
            let base = y + CAPITALS * sizes.small();
            leaf.text(x, base, sizes.small(), Weight::Regular, &id);
        });
        let foot = top + height;
        let count = words.references.len();
        let form = foot - as_length(count) * self.small_step() - self.form_height(width);
        self.set_form(leaf, (x, form), width);
        for (number, (text, page)) in words.references.iter().enumerate() {
            // The last line ends where the board does.
            let base = foot - as_length(count - 1 - number) * self.small_step();
            let run = Run {
                x: 0.0,
                size: sizes.small(),
                weight: Weight::Regular,
                text,
                page: Some(*page),
            };
            self.set_references(leaf, (x, base), width, &[run]);
        }
    }
}
