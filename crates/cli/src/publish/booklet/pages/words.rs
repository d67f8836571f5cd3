//! The words of a challenge: above and below its board, or in a column next to it.

use super::leaf::Leaf;
use super::{CAPITALS, Composer, Typography, as_length};
use crate::picture::drawing::pdf::Tag;
use crate::picture::drawing::{Artist, FontWeight};
use crate::publish::booklet::alternative::board_in_words;
use crate::publish::texts::Template;
use crate::puzzle::PlacedPiece;

pub(super) struct ChallengeWords {
    /// The number of the challenge, and the name of its board if it has one.
    pub(super) name: String,
    /// The grade, or the number of solutions of a goal.
    pub(super) rating: String,
    pub(super) id: String,
    /// References to the hint and the solution, each with its page.
    pub(super) references: Vec<(String, usize)>,
}

/// A text on a line, with its position and its font.
struct TextRun<'w> {
    x: f64,
    size: f64,
    weight: FontWeight,
    text: &'w str,
    /// The page to which the text links; `None` for a text without a link.
    page: Option<usize>,
}

impl Composer<'_> {
    /// The text that describes a picture of a board to screen readers.
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

    /// The gap between texts on one line.
    fn word_gap(&self) -> f64 {
        self.layout.typography.body()
    }

    /// The height of a line above the board. It follows from the font size of the challenge's number.
    fn head_step(&self) -> f64 {
        1.35 * self.layout.typography.large()
    }

    fn small_step(&self) -> f64 {
        Typography::leading_of(self.layout.typography.small())
    }

    /// The width of the words above a board on a single line.
    pub(super) fn head_width(&self, words: &ChallengeWords) -> f64 {
        let sizes = self.layout.typography;
        let wide = |text: &str, size, weight| self.fonts.width(text, size, weight);
        let parts = [
            wide(&words.name, sizes.large(), FontWeight::Bold),
            wide(&words.rating, sizes.body(), FontWeight::Regular),
            wide(&words.id, sizes.small(), FontWeight::Regular),
        ];
        let parts = parts.into_iter().filter(|part| *part > 0.0);
        parts.map(|part| part + self.word_gap()).sum::<f64>() - self.word_gap()
    }

    /// The texts of each line above a board, with their positions.
    fn head<'w>(
        &self,
        words: &'w ChallengeWords,
        width: f64,
        name: &'w [String],
    ) -> Vec<Vec<TextRun<'w>>> {
        let sizes = self.layout.typography;
        let mut lines: Vec<Vec<TextRun<'w>>> = Vec::new();
        for text in name {
            lines.push(vec![TextRun {
                x: 0.0,
                size: sizes.large(),
                weight: FontWeight::Bold,
                text,
                page: None,
            }]);
        }
        let others = [(&words.rating, sizes.body()), (&words.id, sizes.small())];
        for (text, size) in others {
            self.append(&mut lines, text, size, width, None);
        }
        // The id is aligned to the right edge of the board.
        if let Some(line) = lines.last_mut()
            && line.len() > 1
            && let Some(last) = line.last_mut()
            && last.text == words.id
        {
            last.x = width - self.fonts.width(last.text, last.size, last.weight);
        }
        lines
    }

    /// Appends a text to the last line if it fits, or else as a new line.
    fn append<'w>(
        &self,
        lines: &mut Vec<Vec<TextRun<'w>>>,
        text: &'w str,
        size: f64,
        width: f64,
        page: Option<usize>,
    ) {
        if text.is_empty() {
            return;
        }
        let wide = self.fonts.width(text, size, FontWeight::Regular);
        let end = lines.last().and_then(|line| line.last()).map(|last| {
            last.x + self.fonts.width(last.text, last.size, last.weight) + self.word_gap()
        });
        let run = |x| TextRun {
            x,
            size,
            weight: FontWeight::Regular,
            text,
            page,
        };
        match (lines.last_mut(), end) {
            (Some(line), Some(end)) if end + wide <= width + 1e-6 => line.push(run(end)),
            _ => lines.push(vec![run(0.0)]),
        }
    }

    fn name_lines(&self, words: &ChallengeWords, width: f64) -> Vec<String> {
        let size = self.layout.typography.large();
        self.lines(&words.name, width, size, FontWeight::Bold)
    }

    /// The height of the lines above a board.
    pub(super) fn head_height(&self, words: &ChallengeWords, width: f64) -> f64 {
        let name = self.name_lines(words, width);
        as_length(self.head(words, width, &name).len()) * self.head_step()
    }

    /// Adds the lines above a board to the page.
    pub(super) fn set_head(
        &self,
        leaf: &mut Leaf,
        at: (f64, f64),
        width: f64,
        words: &ChallengeWords,
    ) {
        let name = self.name_lines(words, width);
        let lines = self.head(words, width, &name);
        let large = self.layout.typography.large();
        leaf.block(Tag::Heading(2), |leaf| {
            for (row, line) in lines.iter().enumerate() {
                let y = at.1 + as_length(row) * self.head_step() + large;
                for run in line {
                    let text = self.fonts.cut(run.text, width, run.size, run.weight);
                    leaf.text(at.0 + run.x, y, run.size, run.weight, &text);
                }
            }
        });
    }

    fn foot<'w>(&self, words: &'w ChallengeWords, width: f64) -> Vec<Vec<TextRun<'w>>> {
        let small = self.layout.typography.small();
        let mut lines = Vec::new();
        for (text, page) in &words.references {
            self.append(&mut lines, text, small, width, Some(*page));
        }
        lines
    }

    /// The height of the lines and fields below a board.
    pub(super) fn foot_height(&self, words: &ChallengeWords, width: f64) -> f64 {
        self.form_height(width) + as_length(self.foot(words, width).len()) * self.small_step()
    }

    /// Adds the lines and fields below a board to the page.
    pub(super) fn set_foot(
        &self,
        leaf: &mut Leaf,
        at: (f64, f64),
        width: f64,
        words: &ChallengeWords,
    ) {
        self.set_form(leaf, at, width);
        let top = at.1 + self.form_height(width);
        for (row, line) in self.foot(words, width).into_iter().enumerate() {
            let y = top + as_length(row) * self.small_step() + self.layout.typography.small();
            self.set_references(leaf, (at.0, y), width, &line);
        }
    }

    fn set_references(
        &self,
        leaf: &mut Leaf,
        (x, y): (f64, f64),
        width: f64,
        line: &[TextRun<'_>],
    ) {
        for run in line {
            let text = self.fonts.cut(run.text, width, run.size, run.weight);
            if let Some(page) = run.page {
                leaf.text_to(self.fonts, (x + run.x, y), run.size, &text, page);
            }
        }
    }

    /// The width of the column of words next to a board if no line in it is broken.
    pub(super) fn natural_width(&self, words: &ChallengeWords) -> f64 {
        let sizes = self.layout.typography;
        let wide = |text: &str, size, weight| self.fonts.width(text, size, weight);
        let references = words.references.iter();
        let references = references.map(|(text, _)| wide(text, sizes.small(), FontWeight::Regular));
        references
            .chain([
                wide(&words.name, sizes.large(), FontWeight::Bold),
                wide(&words.rating, sizes.body(), FontWeight::Regular),
                wide(&words.id, sizes.small(), FontWeight::Regular),
            ])
            .fold(0.0, f64::max)
    }

    /// The height of the column of words next to a board.
    pub(super) fn column_height(&self, words: &ChallengeWords, width: f64) -> f64 {
        let sizes = self.layout.typography;
        let rating = self.lines(&words.rating, width, sizes.body(), FontWeight::Regular);
        let small = usize::from(!words.id.is_empty()) + words.references.len();
        as_length(self.name_lines(words, width).len()) * self.head_step()
            + as_length(rating.len()) * sizes.leading()
            + as_length(small) * self.small_step()
            + self.form_height(width)
    }

    /// Adds the column of words next to a board: the name at the top, the references to the hint and the
    /// solution at the bottom.
    pub(super) fn set_column(
        &self,
        leaf: &mut Leaf,
        (x, top): (f64, f64),
        (width, height): (f64, f64),
        words: &ChallengeWords,
    ) {
        let sizes = self.layout.typography;
        let mut y = top;
        leaf.block(Tag::Heading(2), |leaf| {
            for line in self.name_lines(words, width) {
                let base = y + CAPITALS * sizes.large();
                leaf.text(x, base, sizes.large(), FontWeight::Bold, &line);
                y += self.head_step();
            }
            for line in self.lines(&words.rating, width, sizes.body(), FontWeight::Regular) {
                let base = y + CAPITALS * sizes.body();
                leaf.text(x, base, sizes.body(), FontWeight::Regular, &line);
                y += sizes.leading();
            }
            let id = self
                .fonts
                .cut(&words.id, width, sizes.small(), FontWeight::Regular);
            let base = y + CAPITALS * sizes.small();
            leaf.text(x, base, sizes.small(), FontWeight::Regular, &id);
        });
        let foot = top + height;
        let count = words.references.len();
        let form = foot - as_length(count) * self.small_step() - self.form_height(width);
        self.set_form(leaf, (x, form), width);
        for (number, (text, page)) in words.references.iter().enumerate() {
            // The last line is aligned to the bottom of the board.
            let base = foot - as_length(count - 1 - number) * self.small_step();
            let run = TextRun {
                x: 0.0,
                size: sizes.small(),
                weight: FontWeight::Regular,
                text,
                page: Some(*page),
            };
            self.set_references(leaf, (x, base), width, &[run]);
        }
    }
}
