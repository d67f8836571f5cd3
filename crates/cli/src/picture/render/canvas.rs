//! A rectangle of characters, each with an optional background colour.

use super::columns::column_count;
use super::palette::Paint;

/// Fills the second column of a character that is two columns wide.
const COVERED: char = '\0';

/// A rectangle of characters, blank at first.
#[derive(Debug, Clone)]
pub(super) struct TextCanvas {
    width: usize,
    characters: Vec<char>,
    grounds: Vec<Option<Paint>>,
}

impl TextCanvas {
    /// A blank canvas; `None` if a side is 0 or the size overflows.
    pub(super) fn new(width: usize, height: usize) -> Option<Self> {
        let size = width.checked_mul(height).filter(|size| *size > 0)?;
        Some(Self {
            width,
            characters: vec![' '; size],
            grounds: vec![None; size],
        })
    }

    fn index(&self, x: i64, y: i64) -> Option<usize> {
        let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
        let index = y.checked_mul(self.width)?.checked_add(x)?;
        (x < self.width && index < self.characters.len()).then_some(index)
    }

    /// Sets a character. Positions outside the canvas are ignored.
    pub(super) fn put(&mut self, x: i64, y: i64, character: char) {
        if let Some(index) = self.index(x, y) {
            self.characters[index] = character;
        }
    }

    /// Writes a text from (x, y) to the right. A wide character takes two columns. Characters of
    /// width zero are left out.
    pub(super) fn write(&mut self, mut x: i64, y: i64, text: &str) {
        for character in text.chars() {
            let columns = column_count(character);
            if columns > 0 {
                self.put(x, y, character);
            }
            for covered in 1..columns {
                self.put(x + i64::try_from(covered).unwrap_or(0), y, COVERED);
            }
            x += i64::try_from(columns).unwrap_or(0);
        }
    }

    /// Sets the background at (x, y).
    pub(super) fn paint(&mut self, x: i64, y: i64, paint: Option<Paint>) {
        if let Some(index) = self.index(x, y) {
            self.grounds[index] = paint;
        }
    }

    /// The canvas as text, without empty lines at the top and the bottom. Lines have no trailing
    /// blanks, except blanks with a background if `styled`.
    pub(super) fn finish(&mut self, styled: bool) -> String {
        let mut lines: Vec<String> = Vec::new();
        for (characters, grounds) in self
            .characters
            .chunks(self.width)
            .zip(self.grounds.chunks(self.width))
        {
            let end = characters
                .iter()
                .zip(grounds)
                .rposition(|(c, ground)| *c != ' ' || (styled && ground.is_some()))
                .map_or(0, |last| last + 1);
            lines.push(line(&characters[..end], &grounds[..end], styled));
        }
        let first = lines.iter().position(|l| !l.is_empty()).unwrap_or(0);
        let last = lines
            .iter()
            .rposition(|l| !l.is_empty())
            .map_or(0, |l| l + 1);
        let mut text = lines.get(first..last).unwrap_or_default().join("\n");
        text.push('\n');
        text
    }
}

fn line(characters: &[char], grounds: &[Option<Paint>], styled: bool) -> String {
    if !styled {
        return characters.iter().filter(|c| **c != COVERED).collect();
    }
    let mut text = String::new();
    let mut current: Option<Paint> = None;
    for (character, ground) in characters.iter().zip(grounds) {
        if *ground != current {
            if current.is_some() {
                text.push_str(&anstyle::Reset.to_string());
            }
            if let Some(paint) = ground {
                text.push_str(&paint.style().to_string());
            }
            current = *ground;
        }
        if *character != COVERED {
            text.push(*character);
        }
    }
    if current.is_some() {
        text.push_str(&anstyle::Reset.to_string());
    }
    text
}
