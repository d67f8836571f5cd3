//! Raster images from files, for covers.

use std::io::Cursor;
use std::sync::Arc;

use thiserror::Error;
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

/// The maximum size of an image file, in bytes.
pub(crate) const MAX_PHOTO_BYTES: u64 = 32 << 20;

/// The maximum number of pixels of an image: enough for an A4 page at 600 dots per inch.
pub(crate) const MAX_PIXELS: u64 = 36_000_000;

/// A raster image: red, green and blue with eight bits each, row by row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Photo {
    width: usize,
    height: usize,
    pixels: Arc<[u8]>,
}

/// Why a file cannot be used as an image.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PhotoError {
    /// The file is neither PNG nor JPEG.
    #[error("it is neither a PNG nor a JPEG")]
    Unknown,
    /// The file is damaged, or of an unsupported kind.
    #[error("it cannot be read as {format}: {why}")]
    Damaged {
        /// The format according to the first bytes.
        format: &'static str,
        /// The decoder's message.
        why: String,
    },
    /// The image has too many pixels, or none.
    #[error("it has {width} × {height} pixels; from 1 to 36 million are allowed")]
    Size {
        /// The width in pixels.
        width: usize,
        /// The height in pixels.
        height: usize,
    },
}

impl Photo {
    /// Decodes a PNG or a JPEG. Transparent pixels are blended with white.
    ///
    /// # Errors
    ///
    /// [`PhotoError`] if the file has another format, is damaged, or is too large.
    pub fn read(bytes: &[u8]) -> Result<Self, PhotoError> {
        if bytes.starts_with(b"\x89PNG") {
            Self::read_png(bytes)
        } else if bytes.starts_with(&[0xff, 0xd8, 0xff]) {
            Self::read_jpeg(bytes)
        } else {
            Err(PhotoError::Unknown)
        }
    }

    /// Width and height in pixels.
    pub fn size(&self) -> (f64, f64) {
        let length = super::frame::as_length;
        (length(self.width), length(self.height))
    }

    fn read_png(bytes: &[u8]) -> Result<Self, PhotoError> {
        let damaged = |error: png::DecodingError| PhotoError::Damaged {
            format: "PNG",
            why: error.to_string(),
        };
        let mut decoder = png::Decoder::new(Cursor::new(bytes));
        decoder.set_transformations(png::Transformations::normalize_to_color8());
        let mut reader = decoder.read_info().map_err(damaged)?;
        let info = reader.info();
        let (width, height) = (info.width as usize, info.height as usize);
        check_size(width, height)?;
        let mut buffer = vec![0; reader.output_buffer_size().unwrap_or(0)];
        let frame = reader.next_frame(&mut buffer).map_err(damaged)?;
        let channels = frame.color_type.samples();
        let rgb = buffer.chunks_exact(channels).flat_map(on_white);
        Self::new(width, height, rgb.take(3 * width * height).collect(), "PNG")
    }

    fn read_jpeg(bytes: &[u8]) -> Result<Self, PhotoError> {
        let damaged = |why: String| PhotoError::Damaged {
            format: "JPEG",
            why,
        };
        let options = DecoderOptions::default().jpeg_set_out_colorspace(ColorSpace::RGB);
        let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
        decoder
            .decode_headers()
            .map_err(|error| damaged(error.to_string()))?;
        let (width, height) = decoder.dimensions().unwrap_or_default();
        check_size(width, height)?;
        let pixels = decoder
            .decode()
            .map_err(|error| damaged(error.to_string()))?;
        Self::new(width, height, pixels, "JPEG")
    }

    /// An image of `width` × `height` pixels. An error if pixels are missing.
    fn new(
        width: usize,
        height: usize,
        pixels: Vec<u8>,
        format: &'static str,
    ) -> Result<Self, PhotoError> {
        if pixels.len() != 3 * width * height {
            return Err(PhotoError::Damaged {
                format,
                why: "it ends too early".to_owned(),
            });
        }
        Ok(Self {
            width,
            height,
            pixels: pixels.into(),
        })
    }

    /// The image reduced to at most `most` pixels per row. Squares of pixels are replaced by their mean.
    #[must_use]
    pub(super) fn reduced(&self, most: usize) -> Self {
        let side = self.width.div_ceil(most.max(1)).max(1);
        if side == 1 {
            return self.clone();
        }
        let (width, height) = (self.width.div_ceil(side), self.height.div_ceil(side));
        let mut pixels = Vec::with_capacity(3 * width * height);
        for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
            let rows = y * side..((y + 1) * side).min(self.height);
            let columns = x * side..((x + 1) * side).min(self.width);
            let count = rows.len() * columns.len();
            for channel in 0..3 {
                let of_row = |row: usize| {
                    let at = move |column: usize| 3 * (row * self.width + column) + channel;
                    columns
                        .clone()
                        .map(move |column| usize::from(self.pixels[at(column)]))
                };
                let sum: usize = rows.clone().flat_map(of_row).sum();
                pixels.push(u8::try_from(sum / count).unwrap_or(u8::MAX));
            }
        }
        Self {
            width,
            height,
            pixels: pixels.into(),
        }
    }

    /// The number of pixels per row, and the number of rows.
    pub(super) fn dimensions(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    /// Red, green and blue of all pixels, row by row.
    pub(super) fn pixels(&self) -> &[u8] {
        &self.pixels
    }
}

fn check_size(width: usize, height: usize) -> Result<(), PhotoError> {
    let count = (width as u64).saturating_mul(height as u64);
    if (1..=MAX_PIXELS).contains(&count) {
        Ok(())
    } else {
        Err(PhotoError::Size { width, height })
    }
}

/// A pixel of one to four channels, blended with white, as red, green and blue.
fn on_white(pixel: &[u8]) -> [u8; 3] {
    let (colors, alpha) = match *pixel {
        [gray] => ([gray; 3], u8::MAX),
        [gray, alpha] => ([gray; 3], alpha),
        [red, green, blue] => ([red, green, blue], u8::MAX),
        [red, green, blue, alpha] => ([red, green, blue], alpha),
        _ => ([u8::MAX; 3], u8::MAX),
    };
    colors.map(|channel| {
        let (channel, alpha) = (u16::from(channel), u16::from(alpha));
        u8::try_from((channel * alpha + 255 * (255 - alpha)) / 255).unwrap_or(u8::MAX)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRUNCATED_JPEG: &[u8] = &[0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10];

    #[test]
    fn what_is_no_picture_is_refused() {
        let message = |bytes: &[u8]| Photo::read(bytes).unwrap_err().to_string();
        assert_eq!(message(b""), "it is neither a PNG nor a JPEG");
        assert!(message(b"\x89PNG\r\n\x1a\n").starts_with("it cannot be read as PNG"));
        assert!(message(TRUNCATED_JPEG).starts_with("it cannot be read as JPEG"));
    }

    #[test]
    fn a_header_that_promises_too_much_is_refused_before_anything_is_read() {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, 60_000, 60_000);
        encoder.set_color(png::ColorType::Rgb);
        let mut writer = encoder.write_header().unwrap();
        writer.write_chunk(png::chunk::IDAT, &[]).unwrap();
        drop(writer);
        let message = Photo::read(&bytes).unwrap_err().to_string();
        assert_eq!(
            message,
            "it has 60000 × 60000 pixels; from 1 to 36 million are allowed"
        );
    }

    #[test]
    fn transparent_pixels_are_white() {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, 2, 1);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header().unwrap();
        writer
            .write_image_data(&[9, 9, 9, 0, 10, 20, 30, 255])
            .unwrap();
        drop(writer);
        let photo = Photo::read(&bytes).unwrap();
        assert_eq!(photo.pixels(), [255, 255, 255, 10, 20, 30]);
        assert_eq!(photo.reduced(1).pixels(), [132, 137, 142]);
    }
}
