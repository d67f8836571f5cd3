//! Writes raster images as objects of a PDF file.

use pdf_writer::{Filter, Finish, Ref};

use super::super::photo::Photo;
use super::{Inks, PdfWriter, packed};
use crate::puzzle::Color;

/// The finest resolution of written images, in pixels per millimetre: 400 per inch. Prints of finer
/// images look the same.
const FINEST: f64 = 400.0 / 25.4;

/// The resource name of the image with this number.
pub(super) fn name(number: usize) -> Vec<u8> {
    format!("I{number}").into_bytes()
}

/// The maximum number of pixels in a row of an image `width` millimetres wide.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "casts of floats saturate"
)]
pub(super) fn most_pixels(width: f64) -> usize {
    (width * FINEST).ceil() as usize
}

/// Writes an image in the inks of the pages. Returns its object number.
pub(super) fn write(photo: &Photo, inks: Inks, writer: &mut PdfWriter) -> Ref {
    let id = writer.id();
    let (width, height) = photo.dimensions();
    let colors = photo.pixels().chunks_exact(3).map(|pixel| Color {
        red: pixel[0],
        green: pixel[1],
        blue: pixel[2],
    });
    let bytes: Vec<u8> = match inks {
        Inks::Rgb => photo.pixels().to_vec(),
        Inks::Cmyk => colors.flat_map(|color| inks.quantities(color)).collect(),
        // The fourth ink is black; gray is its complement.
        Inks::Gray => colors
            .map(|color| 255 - inks.quantities(color)[3])
            .collect(),
    };
    let bytes = packed(&bytes);
    let mut object = writer.pdf.image_xobject(id, &bytes);
    let side = |length: usize| i32::try_from(length).unwrap_or(i32::MAX);
    object
        .width(side(width))
        .height(side(height))
        .bits_per_component(8);
    let space = object.color_space();
    match inks {
        Inks::Rgb => space.device_rgb(),
        Inks::Cmyk => space.device_cmyk(),
        Inks::Gray => space.device_gray(),
    }
    object.filter(Filter::FlateDecode);
    object.finish();
    id
}
