//! Fonts: widths of texts and outlines of letters.
//!
//! Two fonts are built in: Noto Sans, regular and bold (SIL Open Font License 1.1; see
//! `fonts/OFL.txt`), for Latin, Greek and Cyrillic script. Other fonts can be loaded from files.
//! Letters are placed one after another by their advance widths. This suits scripts that run from
//! left to right and do not join or reorder letters.

use std::borrow::Cow;
use std::path::{Path as FilePath, PathBuf};
use std::sync::LazyLock;

use thiserror::Error;
use ttf_parser::{Face, GlyphId, OutlineBuilder};

use super::path::{Path, Point, Segment};
use super::text_line::{Anchor, FontWeight, Text, TextTurn};
use crate::support::input::{self, InputError};
use crate::support::label::shown;

/// The maximum size of a font file, in bytes.
const MAX_BYTES: u64 = 64 << 20;

/// Why a font cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FontError {
    /// The file cannot be read, or is larger than 64 MiB.
    #[error("cannot use the font")]
    Input(#[from] InputError),
    /// The file is not a font.
    #[error("{} is not a TrueType or OpenType font", shown(path))]
    NoFont {
        /// The path as given.
        path: PathBuf,
        /// The parser's error.
        source: ttf_parser::FaceParsingError,
    },
    /// The licence bits of the font forbid embedding.
    #[error(
        "the font {} does not allow embedding in documents; name another font",
        shown(path)
    )]
    Restricted {
        /// The path as given.
        path: PathBuf,
    },
}

/// A font: the bytes of a TrueType or OpenType file.
#[derive(Debug, Clone)]
pub struct Font {
    data: Cow<'static, [u8]>,
}

/// The fonts of a picture or document.
#[derive(Debug, Clone)]
pub struct Fonts {
    regular: Font,
    bold: Font,
}

const REGULAR: &[u8] = include_bytes!("../../../fonts/NotoSans-Regular.ttf");
const BOLD: &[u8] = include_bytes!("../../../fonts/NotoSans-Bold.ttf");

static BUILT_IN: LazyLock<Fonts> = LazyLock::new(|| Fonts {
    regular: Font {
        data: Cow::Borrowed(REGULAR),
    },
    bold: Font {
        data: Cow::Borrowed(BOLD),
    },
});

/// The number of bytes at the start of a built-in font that contain the widths of letters: all
/// tables up to `cmap`.
const METRICS_BYTES: usize = 16_458;

/// The beginning of each built-in font, which contains the widths of letters. The outlines of letters follow
/// later in the fonts, and take a megabyte. A wasm module that only measures texts needs only the beginnings,
/// so it stays small.
static METRICS: [[u8; METRICS_BYTES]; 2] = [start_of(REGULAR), start_of(BOLD)];

#[expect(
    clippy::large_stack_arrays,
    reason = "it is evaluated when the program is compiled"
)]
const fn start_of(font: &[u8]) -> [u8; METRICS_BYTES] {
    match font.first_chunk() {
        Some(start) => *start,
        None => [0; METRICS_BYTES],
    }
}

/// The width of a line of text in a built-in font, in millimetres, for a font size in millimetres.
pub(crate) fn built_in_width(text: &str, size: f64, weight: FontWeight) -> f64 {
    let [regular, bold] = &METRICS;
    let start = match weight {
        FontWeight::Regular => regular,
        FontWeight::Bold => bold,
    };
    Face::parse(start, 0).map_or(0.0, |face| width_in(&face, text, size))
}

fn width_in(face: &Face<'_>, text: &str, size: f64) -> f64 {
    let advances = text.chars().map(|c| advance(face, glyph(face, c)));
    advances.sum::<f64>() * size
}

impl Fonts {
    /// Noto Sans, which is part of the program.
    pub fn built_in() -> &'static Self {
        &BUILT_IN
    }

    /// Fonts from files. If there is no bold font, the regular font is used for bold text.
    ///
    /// # Errors
    ///
    /// A [`FontError`] with the file and its problem.
    pub fn load(regular: &FilePath, bold: Option<&FilePath>) -> Result<Self, FontError> {
        let regular = Font::load(regular)?;
        let bold = match bold {
            Some(bold) => Font::load(bold)?,
            None => regular.clone(),
        };
        Ok(Self { regular, bold })
    }

    pub fn of(&self, weight: FontWeight) -> &Font {
        match weight {
            FontWeight::Regular => &self.regular,
            FontWeight::Bold => &self.bold,
        }
    }

    /// The width of a line of text in millimetres, for a font size in millimetres.
    pub fn width(&self, text: &str, size: f64, weight: FontWeight) -> f64 {
        let face = self.of(weight).face();
        face.map_or(0.0, |face| width_in(&face, text, size))
    }

    /// A text, shortened with "…" if it is wider than `room` millimetres; empty if not even "…" fits.
    pub(crate) fn cut(&self, text: &str, room: f64, size: f64, weight: FontWeight) -> String {
        let wide = |text: &str| self.width(text, size, weight);
        if wide(text) <= room + 1e-6 {
            return text.to_owned();
        }
        let mut cut = text.to_owned();
        while cut.pop().is_some() {
            let shown = format!("{}…", cut.trim_end());
            if wide(&shown) <= room {
                return shown;
            }
        }
        String::new()
    }

    /// The characters of a text for which the font has no glyph.
    pub fn missing(&self, text: &str, weight: FontWeight) -> Vec<char> {
        let Some(face) = self.of(weight).face() else {
            return Vec::new();
        };
        let missing = text.chars().filter(|&c| face.glyph_index(c).is_none());
        missing.collect()
    }

    /// The left end of a text's base line, before the text is rotated.
    fn start(&self, text: &Text) -> Point {
        let width = || self.width(&text.text, text.size, text.weight);
        let back = match text.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => width() / 2.0,
            Anchor::End => width(),
        };
        Point::new(text.at.x - back, text.at.y)
    }

    /// The letters of a text as one path, to be filled by the nonzero rule.
    pub fn outline(&self, text: &Text) -> Path {
        let mut path = Path::default();
        let Some(face) = self.of(text.weight).face() else {
            return path;
        };
        let mut at = self.start(text);
        let units = f64::from(face.units_per_em());
        for character in text.text.chars() {
            let glyph = glyph(&face, character);
            let mut pen = Pen {
                path: &mut path,
                at,
                scale: text.size / units,
            };
            face.outline_glyph(glyph, &mut pen);
            at.x += advance(&face, glyph) * text.size;
        }
        match text.turn {
            TextTurn::Upright => path,
            TextTurn::UpsideDown => {
                let Point { x, y } = text.at;
                path.mapped(|p| Point::new(2.0 * x - p.x, 2.0 * y - p.y))
            }
        }
    }
}

impl Font {
    fn load(path: &FilePath) -> Result<Self, FontError> {
        let data = input::read_named(path, MAX_BYTES)?;
        let face = Face::parse(&data, 0).map_err(|source| FontError::NoFont {
            path: path.to_owned(),
            source,
        })?;
        if face.permissions() == Some(ttf_parser::Permissions::Restricted) {
            return Err(FontError::Restricted {
                path: path.to_owned(),
            });
        }
        Ok(Self { data: data.into() })
    }

    /// The contents of the font file.
    pub(super) fn data(&self) -> &[u8] {
        &self.data
    }

    /// The parsed font. `None` if the font is broken, but then loading it would have failed.
    pub(super) fn face(&self) -> Option<Face<'_>> {
        Face::parse(&self.data, 0).ok()
    }
}

/// The glyph of a character, or the glyph for missing characters.
pub(super) fn glyph(face: &Face<'_>, character: char) -> GlyphId {
    face.glyph_index(character).unwrap_or(GlyphId(0))
}

/// The advance width of a glyph, relative to the font size.
pub(super) fn advance(face: &Face<'_>, glyph: GlyphId) -> f64 {
    let advance = face.glyph_hor_advance(glyph).unwrap_or(0);
    f64::from(advance) / f64::from(face.units_per_em().max(1))
}

/// Appends a glyph's outline to a path, at its position on the page.
struct Pen<'p> {
    path: &'p mut Path,
    at: Point,
    scale: f64,
}

impl Pen<'_> {
    fn point(&self, x: f32, y: f32) -> Point {
        Point::new(
            self.at.x + f64::from(x) * self.scale,
            self.at.y - f64::from(y) * self.scale,
        )
    }

    fn push(&mut self, segment: Segment) {
        self.path.segments.push(segment);
    }
}

impl OutlineBuilder for Pen<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.push(Segment::Move(self.point(x, y)));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.push(Segment::Line(self.point(x, y)));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.push(Segment::Quad(self.point(x1, y1), self.point(x, y)));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (first, second) = (self.point(x1, y1), self.point(x2, y2));
        self.push(Segment::Cubic(first, second, self.point(x, y)));
    }

    fn close(&mut self) {
        self.push(Segment::Close);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::palette::INK;

    #[test]
    fn capitals_are_centred() {
        let centre = Point::new(5.0, 5.0);
        let text = Text::centred(centre, 10.0, INK, "H");
        let (low, high) = Fonts::built_in().outline(&text).bounds().unwrap();
        assert!((f64::midpoint(low.x, high.x) - 5.0).abs() < 0.1);
        assert!((f64::midpoint(low.y, high.y) - 5.0).abs() < 0.01);
    }

    #[test]
    fn texts_are_measured_without_outlines() {
        for weight in [FontWeight::Regular, FontWeight::Bold] {
            for letter in ('\u{0}'..'\u{ffff}').map(String::from) {
                let width = Fonts::built_in().width(&letter, 3.0, weight);
                let measured = built_in_width(&letter, 3.0, weight);
                assert!((width - measured).abs() < 1e-9, "{letter:?}");
            }
        }
    }

    #[test]
    fn missing_letters_are_reported() {
        let fonts = Fonts::built_in();
        assert_eq!(fonts.missing("ÄжΩ×–", FontWeight::Regular), ['x'; 0]);
        assert_eq!(fonts.missing("a漢b", FontWeight::Bold), ['漢']);
        assert!(
            fonts.width("漢", 1.0, FontWeight::Bold) > 0.0,
            "a box is drawn"
        );
    }
}
