//! Print settings that a printing company may ask for: inks, bleed, marks, imposition, PDF standards.

use pdf_writer::Rect;
use thiserror::Error;

use super::points::points;
use crate::puzzle::Color;

/// The largest bleed, in millimetres.
const MOST_BLEED: f64 = 20.0;

/// The length of crop and fold marks, in millimetres.
const MARK: f64 = 5.0;
/// The minimum distance of crop and fold marks from the edge of the trimmed page, in millimetres.
const MARK_OFFSET: f64 = 3.0;

/// The width of crop and fold marks, in points.
const MARK_WIDTH: f32 = 0.25;

/// The inks in which colours are written. In all modes, grays use black ink alone, so that letters
/// are sharp. The dark gray of lines and letters becomes pure black.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Inks {
    /// Red, green and blue, for screens.
    #[default]
    Rgb,
    /// Cyan, magenta, yellow and black. Black replaces the share that the other three have in
    /// common. There is no colour management, so printed colours depend on the press and only
    /// resemble those on a screen.
    Cmyk,
    /// Black only. A colour becomes a gray of the same lightness.
    Gray,
}

/// The standard to which a file conforms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Standard {
    /// Plain PDF.
    #[default]
    Plain,
    /// PDF/A-2 (ISO 19005-2), for archives: level A with tags, level B for imposed sheets.
    PdfA,
    /// PDF/X-1a:2003 (ISO 15930-4), for presses: gray or CMYK, no links.
    PdfX,
}

/// The arrangement of pages on sheets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Imposition {
    /// One page per sheet.
    #[default]
    None,
    /// Two pages side by side on each side of a sheet. The sheets are to be folded and stapled.
    SaddleStitch,
}

/// The print settings of a document.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Press {
    inks: Inks,
    standard: Standard,
    imposition: Imposition,
    bleed: f64,
    has_marks: bool,
}

/// Why print settings are invalid.
#[derive(Debug, Clone, Copy, PartialEq, Error)]
#[non_exhaustive]
pub enum PressError {
    /// PDF/X-1a was requested with RGB colours, which it does not allow.
    #[error("PDF/X-1a allows the colours cmyk or gray, not rgb")]
    ScreenColours,
    /// PDF/A was requested with CMYK colours, which this program does not write in PDF/A.
    #[error("PDF/A allows the colours rgb or gray here, not cmyk")]
    PressColours,
    /// A bleed, in millimetres, that is negative or over 20 mm.
    #[error("a bleed of {0} mm is too large: at most {MOST_BLEED} mm")]
    Bleed(f64),
}

impl Press {
    /// Print settings. `bleed` is in millimetres.
    ///
    /// # Errors
    ///
    /// [`PressError`]: PDF/X with RGB, PDF/A with CMYK, or a bleed outside 0 to 20 mm.
    pub fn new(
        inks: Inks,
        standard: Standard,
        imposition: Imposition,
        bleed: f64,
        has_marks: bool,
    ) -> Result<Self, PressError> {
        match (standard, inks) {
            (Standard::PdfX, Inks::Rgb) => return Err(PressError::ScreenColours),
            (Standard::PdfA, Inks::Cmyk) => return Err(PressError::PressColours),
            _ => {}
        }
        if !(0.0..=MOST_BLEED).contains(&bleed) {
            return Err(PressError::Bleed(bleed));
        }
        Ok(Self {
            inks,
            standard,
            imposition,
            bleed,
            has_marks,
        })
    }

    /// The inks in which colours are written.
    pub fn inks(&self) -> Inks {
        self.inks
    }

    /// The PDF standard that the file follows.
    pub fn standard(&self) -> Standard {
        self.standard
    }

    /// The arrangement of pages on sheets.
    pub fn imposition(&self) -> Imposition {
        self.imposition
    }

    /// The length by which content at the edge of a page extends beyond the edge, in millimetres.
    pub fn bleed(&self) -> f64 {
        self.bleed
    }

    /// Whether the file has tags for screen readers. Imposed sheets and PDF/X, which only printers
    /// read, have none.
    pub(super) fn is_tagged(&self) -> bool {
        self.imposition == Imposition::None && self.standard != Standard::PdfX
    }

    /// The geometry of a sheet with this trimmed size, in millimetres.
    pub(super) fn sheet(&self, width: f64, height: f64) -> PressSheet {
        let marks = if self.has_marks {
            self.bleed.max(MARK_OFFSET) + MARK
        } else {
            0.0
        };
        PressSheet {
            width,
            height,
            bleed: self.bleed,
            around: self.bleed.max(marks),
            has_marks: self.has_marks,
        }
    }
}

/// The trimmed size of a sheet, and the space around it for bleed and marks, in millimetres.
#[derive(Debug, Clone, Copy)]
pub(super) struct PressSheet {
    pub(super) width: f64,
    pub(super) height: f64,
    bleed: f64,
    /// The space around the trimmed sheet for bleed and marks.
    pub(super) around: f64,
    has_marks: bool,
}

impl PressSheet {
    /// Whether there is neither bleed nor marks around the trimmed sheet.
    pub(super) fn is_bare(&self) -> bool {
        self.around == 0.0
    }

    fn grown(&self, by: f64) -> Rect {
        let a = self.around;
        Rect::new(
            points(a - by),
            points(a - by),
            points(a + self.width + by),
            points(a + self.height + by),
        )
    }

    /// The media box, the bleed box and the trim box.
    pub(super) fn boxes(&self) -> [Rect; 3] {
        [
            self.grown(self.around),
            self.grown(self.bleed),
            self.grown(0.0),
        ]
    }

    /// Draws crop marks, and fold marks at x = `fold`.
    pub(super) fn mark(&self, operators: &mut pdf_writer::Content, fold: Option<f64>) {
        if !self.has_marks {
            return;
        }
        operators
            .save_state()
            .set_stroke_gray(0.0)
            .set_line_width(MARK_WIDTH);
        let a = self.around;
        let (near, far) = (
            self.bleed.max(MARK_OFFSET),
            self.bleed.max(MARK_OFFSET) + MARK,
        );
        let mut line = |from: (f64, f64), to: (f64, f64)| {
            operators
                .move_to(points(a + from.0), points(a + from.1))
                .line_to(points(a + to.0), points(a + to.1))
                .stroke();
        };
        for x in [0.0, self.width] {
            line((x, -near), (x, -far));
            line((x, self.height + near), (x, self.height + far));
        }
        for y in [0.0, self.height] {
            line((-near, y), (-far, y));
            line((self.width + near, y), (self.width + far, y));
        }
        if let Some(x) = fold {
            // Fold marks are dashed, to distinguish them from crop marks.
            let middle = f64::midpoint(near, far);
            for [from, to] in [[near, middle - 0.5], [middle + 0.5, far]] {
                line((x, -from), (x, -to));
                line((x, self.height + from), (x, self.height + to));
            }
        }
        operators.restore_state();
    }
}

/// The maximum difference between the channels of a colour that counts as gray; channels go up to 255.
const NEUTRAL: u8 = 4;
/// A gray counts as black if none of its channels exceeds this value; channels go up to 255.
const BLACK: u8 = 0x20;

/// A colour as quantities of inks.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Mixture {
    Gray(f32),
    Rgb([f32; 3]),
    Cmyk([f32; 4]),
}

impl Inks {
    fn mixture(self, color: Color) -> Mixture {
        let channels = [color.red, color.green, color.blue];
        let least = channels.into_iter().min().unwrap_or(0);
        let most = channels.into_iter().max().unwrap_or(0);
        let short = |share: f32| (share * 1000.0).round() / 1000.0;
        let [red, green, blue] = channels.map(|channel| f32::from(channel) / 255.0);
        // Luma by ITU-R BT.709.
        let gray = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        if most - least <= NEUTRAL || self == Self::Gray {
            let is_black = most <= BLACK;
            return Mixture::Gray(if is_black { 0.0 } else { short(gray) });
        }
        match self {
            Self::Rgb | Self::Gray => Mixture::Rgb([red, green, blue].map(short)),
            Self::Cmyk => {
                let light = f32::from(most) / 255.0;
                let ink = |channel: f32| short((light - channel) / light);
                Mixture::Cmyk([ink(red), ink(green), ink(blue), short(1.0 - light)])
            }
        }
    }

    /// The quantities of cyan, magenta, yellow and black for a pixel of an image, from 0 to 255.
    /// Dark grays do not become black, unlike in drawings.
    pub(super) fn quantities(self, color: Color) -> [u8; 4] {
        let channels = [color.red, color.green, color.blue];
        if self == Self::Gray {
            let [red, green, blue] = channels.map(u32::from);
            let gray = (2126 * red + 7152 * green + 722 * blue + 5000) / 10_000;
            return [0, 0, 0, 255 - u8::try_from(gray).unwrap_or(u8::MAX)];
        }
        let most = channels.into_iter().max().unwrap_or(0);
        let ink = |channel: u8| match u16::from(most) {
            0 => 0,
            light => {
                let share = 255 * (light - u16::from(channel)) / light;
                u8::try_from(share).unwrap_or(u8::MAX)
            }
        };
        let [cyan, magenta, yellow] = channels.map(ink);
        [cyan, magenta, yellow, 255 - most]
    }

    pub(super) fn fill(self, operators: &mut pdf_writer::Content, color: Color) {
        match self.mixture(color) {
            Mixture::Gray(gray) => operators.set_fill_gray(gray),
            Mixture::Rgb([red, green, blue]) => operators.set_fill_rgb(red, green, blue),
            Mixture::Cmyk([c, m, y, k]) => operators.set_fill_cmyk(c, m, y, k),
        };
    }

    pub(super) fn stroke(self, operators: &mut pdf_writer::Content, color: Color) {
        match self.mixture(color) {
            Mixture::Gray(gray) => operators.set_stroke_gray(gray),
            Mixture::Rgb([red, green, blue]) => operators.set_stroke_rgb(red, green, blue),
            Mixture::Cmyk([c, m, y, k]) => operators.set_stroke_cmyk(c, m, y, k),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::palette::{INK, PAPER};

    #[test]
    fn letters_are_black_ink_alone() {
        for inks in [Inks::Rgb, Inks::Cmyk, Inks::Gray] {
            assert_eq!(inks.mixture(INK), Mixture::Gray(0.0));
            assert_eq!(inks.mixture(PAPER), Mixture::Gray(1.0));
        }
        let red = Color {
            red: 255,
            green: 0,
            blue: 51,
        };
        assert_eq!(Inks::Rgb.mixture(red), Mixture::Rgb([1.0, 0.0, 0.2]));
        assert_eq!(Inks::Cmyk.mixture(red), Mixture::Cmyk([0.0, 1.0, 0.8, 0.0]));
        assert_eq!(Inks::Gray.mixture(red), Mixture::Gray(0.227));
    }

    #[test]
    fn pixels_take_the_inks_that_areas_take() {
        let color = |red, green, blue| Color { red, green, blue };
        let red = color(255, 0, 51);
        assert_eq!(Inks::Cmyk.quantities(red), [0, 255, 204, 0]);
        assert_eq!(Inks::Gray.quantities(red), [0, 0, 0, 255 - 58]);
        assert_eq!(Inks::Cmyk.quantities(color(0, 0, 0)), [0, 0, 0, 255]);
        assert_eq!(Inks::Cmyk.quantities(color(90, 90, 90)), [0, 0, 0, 165]);
        assert_eq!(Inks::Gray.quantities(color(255, 255, 255)), [0; 4]);
    }

    #[test]
    fn what_no_press_takes_is_refused() {
        let message = |inks, standard, bleed| {
            Press::new(inks, standard, Imposition::None, bleed, true)
                .unwrap_err()
                .to_string()
        };
        insta::assert_snapshot!(
            [
                message(Inks::Rgb, Standard::PdfX, 3.0),
                message(Inks::Cmyk, Standard::PdfA, 3.0),
                message(Inks::Gray, Standard::Plain, 20.5),
            ]
            .join("\n"),
            @r"
        PDF/X-1a allows the colours cmyk or gray, not rgb
        PDF/A allows the colours rgb or gray here, not cmyk
        a bleed of 20.5 mm is too large: at most 20 mm
        "
        );
    }
}
