//! PNG: scenes as pixels.

use thiserror::Error;
use tiny_skia::{
    Color as Ink, FillRule, FilterQuality, LineCap, LineJoin, Paint, PathBuilder,
    Pattern as Texture, Pixmap, Shader, SpreadMode, StrokeDash, Transform,
};

use super::font::Fonts;
use super::path::{Path, Segment};
use super::pattern::FillPattern;
use super::scene::{Fill, Scene, Shape, Stroke, Text};
use crate::puzzle::Color;

/// Millimetres in an inch.
const INCH: f64 = 25.4;

/// The maximum number of pixels of a picture. Each pixel takes four bytes of memory.
pub const MAX_PIXELS: u64 = 1 << 27;

/// Why a PNG cannot be written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PngError {
    /// The picture is too large.
    #[error(
        "at {dpi} dots per inch the picture would have {width} × {height} pixels; at most {limit} \
         are allowed"
    )]
    TooLarge {
        /// The resolution in dots per inch.
        dpi: f64,
        /// The width in pixels.
        width: u64,
        /// The height in pixels.
        height: u64,
        /// The maximum number of pixels.
        limit: u64,
    },
    /// The picture cannot be encoded.
    #[error("cannot write the picture as PNG")]
    Encoding(#[from] png::EncodingError),
}

/// A picture on white paper at `dpi` dots per inch, as a PNG file. The file contains the resolution.
///
/// Cost: four bytes of memory per pixel, and three more during compression.
///
/// # Errors
///
/// [`PngError::TooLarge`] beyond [`MAX_PIXELS`].
pub fn file(scene: &Scene, fonts: &Fonts, dpi: f64) -> Result<Vec<u8>, PngError> {
    let scale = dpi / INCH;
    let (width, height) = (pixels(scene.width * scale), pixels(scene.height * scale));
    let too_large = || PngError::TooLarge {
        dpi,
        width,
        height,
        limit: MAX_PIXELS,
    };
    if width.saturating_mul(height) > MAX_PIXELS {
        return Err(too_large());
    }
    let [across, down] = [width, height].map(|n| u32::try_from(n).unwrap_or(u32::MAX));
    let mut pixmap = Pixmap::new(across, down).ok_or_else(too_large)?;
    pixmap.fill(Ink::WHITE);
    let mut canvas = PixelCanvas {
        pixmap: &mut pixmap,
        fonts,
        scale,
    };
    for element in &scene.elements {
        for shape in &element.shapes {
            canvas.draw(shape);
        }
    }
    encode(&pixmap, dpi)
}

/// A length as a number of pixels, at least one.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "casts of floats saturate"
)]
fn pixels(length: f64) -> u64 {
    (length.round() as u64).max(1)
}

fn encode(pixmap: &Pixmap, dpi: f64) -> Result<Vec<u8>, PngError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixmap.width(), pixmap.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let per_metre = u32::try_from(pixels(dpi / INCH * 1000.0)).unwrap_or(u32::MAX);
    encoder.set_pixel_dims(Some(png::PixelDimensions {
        xppu: per_metre,
        yppu: per_metre,
        unit: png::Unit::Meter,
    }));
    let mut writer = encoder.write_header()?;
    // The background is opaque white, so every alpha is 255.
    let colours: Vec<u8> = pixmap
        .data()
        .chunks_exact(4)
        .flat_map(|pixel| [pixel[0], pixel[1], pixel[2]])
        .collect();
    writer.write_image_data(&colours)?;
    writer.finish()?;
    Ok(bytes)
}

struct PixelCanvas<'a> {
    pixmap: &'a mut Pixmap,
    fonts: &'a Fonts,
    /// Pixels per millimetre.
    scale: f64,
}

impl PixelCanvas<'_> {
    fn transform(&self) -> Transform {
        let scale = single(self.scale);
        Transform::from_scale(scale, scale)
    }

    fn draw(&mut self, shape: &Shape) {
        match shape {
            Shape::Path { path, fill, stroke } => {
                let Some(path) = lines(path) else { return };
                match fill {
                    None => {}
                    Some(Fill::Color(color)) => self.fill(&path, *color, FillRule::EvenOdd),
                    Some(Fill::Pattern(pattern)) => self.fill_pattern(&path, pattern),
                }
                if let Some(line) = stroke {
                    self.stroke(&path, line);
                }
            }
            Shape::Text(text) => self.write(text),
        }
    }

    fn fill(&mut self, path: &tiny_skia::Path, color: Color, rule: FillRule) {
        let transform = self.transform();
        self.pixmap
            .fill_path(path, &paint(color), rule, transform, None);
    }

    fn stroke(&mut self, path: &tiny_skia::Path, line: &Stroke) {
        let dashes = line.dashes.iter().map(|&length| single(length)).collect();
        let style = tiny_skia::Stroke {
            width: single(line.width),
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            dash: StrokeDash::new(dashes, 0.0),
            ..tiny_skia::Stroke::default()
        };
        let transform = self.transform();
        self.pixmap
            .stroke_path(path, &paint(line.color), &style, transform, None);
    }

    /// Draws one tile of the pattern and repeats it over the area.
    fn fill_pattern(&mut self, path: &tiny_skia::Path, pattern: &FillPattern) {
        self.fill(path, pattern.ground, FillRule::EvenOdd);
        let tile = pattern.tile();
        let side = u32::try_from(pixels((tile.side * self.scale).ceil())).unwrap_or(1);
        // The tile is drawn with a whole number of pixels, and scaled to its true size when it is repeated.
        let Some(mut pixmap) = Pixmap::new(side, side) else {
            return;
        };
        let scale = f64::from(side) / tile.side;
        let mut canvas = PixelCanvas {
            pixmap: &mut pixmap,
            fonts: self.fonts,
            scale,
        };
        if let Some(areas) = lines(&tile.areas) {
            canvas.fill(&areas, pattern.ink, FillRule::EvenOdd);
        }
        if let Some(strokes) = lines(&tile.lines) {
            canvas.stroke(&strokes, &Stroke::new(pattern.ink, tile.width));
        }
        let shrink = single(1.0 / scale);
        let texture = Texture::new(
            pixmap.as_ref(),
            SpreadMode::Repeat,
            FilterQuality::Bilinear,
            1.0,
            Transform::from_scale(shrink, shrink),
        );
        let paint = Paint {
            shader: texture,
            ..Paint::default()
        };
        let transform = self.transform();
        self.pixmap
            .fill_path(path, &paint, FillRule::EvenOdd, transform, None);
    }

    fn write(&mut self, text: &Text) {
        if let Some(path) = lines(&self.fonts.outline(text)) {
            self.fill(&path, text.color, FillRule::Winding);
        }
    }
}

fn paint(color: Color) -> Paint<'static> {
    let Color { red, green, blue } = color;
    Paint {
        shader: Shader::SolidColor(Ink::from_rgba8(red, green, blue, 255)),
        anti_alias: true,
        ..Paint::default()
    }
}

/// A path as a path of the rasterizer; `None` if it is empty.
fn lines(path: &Path) -> Option<tiny_skia::Path> {
    let mut builder = PathBuilder::new();
    for segment in &path.segments {
        match *segment {
            Segment::Move(p) => builder.move_to(single(p.x), single(p.y)),
            Segment::Line(p) => builder.line_to(single(p.x), single(p.y)),
            Segment::Quad(c, p) => {
                builder.quad_to(single(c.x), single(c.y), single(p.x), single(p.y));
            }
            Segment::Cubic(c, d, p) => builder.cubic_to(
                single(c.x),
                single(c.y),
                single(d.x),
                single(d.y),
                single(p.x),
                single(p.y),
            ),
            Segment::Close => builder.close(),
        }
    }
    builder.finish()
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "good for a millionth of a page"
)]
fn single(length: f64) -> f32 {
    length as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::drawing::{Element, Point, Role};

    #[test]
    fn files_record_the_size_of_pictures() {
        let mut scene = Scene::new("", 25.4, 12.7);
        let red = Color {
            red: 200,
            green: 0,
            blue: 0,
        };
        let path = Path::rectangle(Point::new(0.0, 0.0), 12.7, 12.7);
        scene.push(Element::new(
            Role::Board,
            vec![Shape::filled(path, Fill::Color(red))],
        ));
        let bytes = file(&scene, Fonts::built_in(), 100.0).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes))
            .read_info()
            .unwrap();
        let info = reader.info();
        assert_eq!((info.width, info.height), (100, 50));
        assert_eq!(info.pixel_dims.unwrap().xppu, 3937);
        let mut data = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut data).unwrap();
        let pixel = |x: usize, y: usize| data[(y * 100 + x) * 3..][..3].to_vec();
        assert_eq!(pixel(10, 25), [200, 0, 0]);
        assert_eq!(pixel(90, 25), [255, 255, 255]);
    }

    #[test]
    fn too_many_pixels_are_refused() {
        let scene = Scene::new("", 10_000.0, 10_000.0);
        let error = file(&scene, Fonts::built_in(), 300.0).unwrap_err();
        assert_eq!(
            error.to_string(),
            "at 300 dots per inch the picture would have 118110 × 118110 pixels; at most 134217728 are allowed"
        );
        assert!(file(&Scene::new("", f64::MAX, 1.0), Fonts::built_in(), 300.0).is_err());
    }
}
