//! Paragraphs: texts broken into lines.

use super::font::Fonts;
use super::path::Point;
use super::scene::{Anchor, Element, Role, Scene, Shape, Text, Turn, Weight};
use crate::picture::palette::INK;
use crate::puzzle::Color;

/// How a text of several lines is set.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Paragraph {
    /// The size of the font in millimetres.
    pub size: f64,
    /// The distance from base line to base line, in sizes of the font.
    pub leading: f64,
    /// How heavy the letters are.
    pub weight: Weight,
    /// Which part of each line stands at the same place.
    pub anchor: Anchor,
    /// The colour.
    pub color: Color,
}

impl Paragraph {
    /// Lines of regular letters, black, from the left.
    pub const fn new(size: f64) -> Self {
        Self {
            size,
            leading: 1.4,
            weight: Weight::Regular,
            anchor: Anchor::Start,
            color: INK,
        }
    }

    /// The same in bold.
    #[must_use]
    pub const fn bold(self) -> Self {
        Self {
            weight: Weight::Bold,
            ..self
        }
    }

    /// The same with its lines in the middle.
    #[must_use]
    pub const fn centred(self) -> Self {
        Self {
            anchor: Anchor::Middle,
            ..self
        }
    }

    /// A text in lines at most so wide, in millimetres, as a picture of that width and as high as
    /// its lines. Lines break at spaces, as late as they can, and within a word only if that is
    /// wider than a line; a line break in the text is kept.
    ///
    /// Cost: time proportional to the text.
    ///
    /// ```
    /// use tilewright::picture::drawing::{Fonts, Paragraph};
    /// let text = "Place the remaining pieces.\nThey may be turned over.";
    /// let scene = Paragraph::new(4.0).set(Fonts::built_in(), text, 40.0);
    /// assert_eq!(scene.elements[0].shapes.len(), 4);
    /// assert!((scene.height - 4.0 * 4.0 * 1.4).abs() < 1e-9);
    /// ```
    pub fn set(&self, fonts: &Fonts, text: &str, width: f64) -> Scene {
        let step = self.size * self.leading;
        let mut scene = Scene::new("", width, 0.0);
        let mut shapes = Vec::new();
        for line in fonts.lines(text, width, self.size, self.weight) {
            // The letters stand in the middle of the line's height.
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
                turn: Turn::Upright,
                text: line,
            }));
        }
        scene.push(Element::new(Role::Caption, shapes));
        scene
    }
}

impl Fonts {
    /// A text in lines at most so wide, in millimetres, as [`Paragraph::set`] breaks it. A line
    /// takes a letter even if there is no room for it.
    pub fn lines(&self, text: &str, width: f64, size: f64, weight: Weight) -> Vec<String> {
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
        let lines = Fonts::built_in().lines("a\n\n b  c ", 50.0, 4.0, Weight::Regular);
        assert_eq!(lines, ["a", "", "b c"]);
    }

    proptest! {
        /// Nothing is lost, no line is too wide unless it is one letter, and no line could have
        /// taken the first word of the next.
        #[test]
        fn lines_are_full_and_no_wider_than_allowed(
            text in "[a-zA-ZÄ漢]{1,12}( [a-zA-ZÄ漢]{1,12}){0,12}", width in 1.0..60.0,
        ) {
            let fonts = Fonts::built_in();
            let wide = |text: &str| fonts.width(text, 4.0, Weight::Bold);
            let lines = fonts.lines(&text, width, 4.0, Weight::Bold);
            let letters = |text: &str| text.replace(' ', "");
            prop_assert_eq!(letters(&lines.concat()), letters(&text));
            for line in &lines {
                prop_assert!(wide(line) <= width + 1e-9 || line.chars().count() == 1);
            }
            for pair in lines.windows(2) {
                let next = pair[1].split(' ').next().unwrap();
                let whole = text.split(' ').any(|word| word == next);
                let fits = wide(&format!("{} {next}", pair[0])) <= width - 1e-9;
                // A word of the same letters may begin another one, which was broken.
                let begins = format!("{text} ").contains(&format!("{} {next} ", pair[0]));
                prop_assert!(!(whole && fits && begins), "{:?}", lines);
            }
        }
    }
}
