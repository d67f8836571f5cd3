//! Paragraphs: texts broken into lines.

use super::font::Fonts;
use super::path::Point;
use super::scene::{Anchor, Element, FontWeight, Role, Scene, Shape, Text, TextTurn};
use crate::picture::palette::INK;
use crate::puzzle::Color;

/// The format of a text of several lines.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Paragraph {
    /// The size of the font in millimetres.
    pub size: f64,
    /// The distance between base lines, as a multiple of the font size.
    pub leading: f64,
    pub weight: FontWeight,
    /// The alignment of the lines.
    pub anchor: Anchor,
    /// The colour of the letters.
    pub color: Color,
}

impl Paragraph {
    /// The format with regular black letters, aligned to the left, with a line spacing of 1.4.
    pub(crate) const fn new(size: f64) -> Self {
        Self {
            size,
            leading: 1.4,
            weight: FontWeight::Regular,
            anchor: Anchor::Start,
            color: INK,
        }
    }

    /// A text in lines at most `width` millimetres wide, as a picture. The picture is `width` wide
    /// and as high as the lines. Lines break at spaces, as late as possible. A word is broken only
    /// if it is wider than a line. Line breaks in the text are kept.
    ///
    /// Cost: linear in the length of the text.
    ///
    /// ```
    /// use tilewright::picture::drawing::{Fonts, Paragraph};
    /// let text = "Place the remaining pieces.\nThey may be turned over.";
    /// let scene = Paragraph::new(4.0).set(Fonts::built_in(), text, 40.0);
    /// assert_eq!(scene.elements[0].shapes.len(), 4);
    /// assert!((scene.height - 4.0 * 4.0 * 1.4).abs() < 1e-9);
    /// ```
    pub(crate) fn set(&self, fonts: &Fonts, text: &str, width: f64) -> Scene {
        let step = self.size * self.leading;
        let mut scene = Scene::new("", width, 0.0);
        let mut shapes = Vec::new();
        for line in fonts.lines(text, width, self.size, self.weight) {
            // Capitals are centred vertically in the line.
            let y = scene.height + f64::midpoint(step, self.size * super::scene::CAPITALS);
            let x = match self.anchor {
                Anchor::Start => 0.0,
                Anchor::Middle => width / 2.0,
                Anchor::End => width,
            };
            scene.height += step;
            shapes.push(Shape::Text(Text {
                at: Point::new(x, y),
                anchor: self.anchor,
                size: self.size,
                weight: self.weight,
                color: self.color,
                turn: TextTurn::Upright,
                text: line,
            }));
        }
        scene.push(Element::new(Role::Caption, shapes));
        scene
    }
}

impl Fonts {
    /// A text in lines at most `width` millimetres wide, broken as by [`Paragraph::set`]. A line
    /// has at least one letter, even if the letter is too wide.
    pub fn lines(&self, text: &str, width: f64, size: f64, weight: FontWeight) -> Vec<String> {
        let wide = |text: &str| self.width(text, size, weight);
        let space = wide(" ");
        let mut lines = Vec::new();
        for whole in text.lines() {
            let (mut line, mut used) = (String::new(), 0.0);
            for word in whole.split_whitespace() {
                let length = wide(word);
                if !line.is_empty() && used + space + length <= width {
                    line.push(' ');
                    line.push_str(word);
                    used += space + length;
                    continue;
                }
                if !line.is_empty() {
                    lines.push(std::mem::take(&mut line));
                }
                used = length;
                if length <= width {
                    word.clone_into(&mut line);
                    continue;
                }
                used = 0.0;
                for letter in word.chars() {
                    let length = wide(letter.encode_utf8(&mut [0; 4]));
                    if !line.is_empty() && used + length > width {
                        lines.push(std::mem::take(&mut line));
                        used = 0.0;
                    }
                    line.push(letter);
                    used += length;
                }
            }
            lines.push(line);
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn line_breaks_are_kept() {
        let lines = Fonts::built_in().lines("a\n\n b  c ", 50.0, 4.0, FontWeight::Regular);
        assert_eq!(lines, ["a", "", "b c"]);
    }

    proptest! {
        /// Checks that no text is lost, that no line is too wide unless it is a single letter, and
        /// that no line has room for the first word of the next line.
        #[test]
        fn lines_are_full_and_no_wider_than_allowed(
            text in "[a-zA-ZÄ漢]{1,12}( [a-zA-ZÄ漢]{1,12}){0,12}", width in 1.0..60.0,
        ) {
            let fonts = Fonts::built_in();
            let wide = |text: &str| fonts.width(text, 4.0, FontWeight::Bold);
            let lines = fonts.lines(&text, width, 4.0, FontWeight::Bold);
            let letters = |text: &str| text.replace(' ', "");
            prop_assert_eq!(letters(&lines.concat()), letters(&text));
            for line in &lines {
                prop_assert!(wide(line) <= width + 1e-9 || line.chars().count() == 1);
            }
            for pair in lines.windows(2) {
                let next = pair[1].split(' ').next().unwrap();
                let whole = text.split(' ').any(|word| word == next);
                let fits = wide(&format!("{} {next}", pair[0])) <= width - 1e-9;
                // If a word was broken, the part of it on the next line may equal another word of
                // the text. Then `whole` is true although `next` is not a whole word.
                let begins = format!("{text} ").contains(&format!("{} {next} ", pair[0]));
                prop_assert!(!(whole && fits && begins), "{:?}", lines);
            }
        }
    }
}
