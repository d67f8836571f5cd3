//! Pictures of pixels as objects.

use pdf_writer::{Filter, Finish, Ref};

use super::super::photo::Photo;
use super::{Inks, Writer, packed};
use crate::puzzle::Color;

/// The finest resolution that is written, in pixels a millimetre: 400 an inch, beyond which print
/// shows no difference.
const FINEST: f64 = 400.0 / 25.4;

/// How a picture is called on a page.
pub(super) fn name(number: usize) -> Vec<u8> {
    format!("I{number}").into_bytes()
}

/// The most pixels in a row of a picture so wide, in millimetres.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "casts of floats saturate"
)]
pub(super) fn most_pixels(width: f64) -> usize {
    (width * FINEST).ceil() as usize
}

/// Writes a picture in the inks of the pages; returns its number.
pub(super) fn write(photo: &Photo, inks: Inks, writer: &mut Writer) -> Ref {
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
        // Black is the last of four inks, and of gray is what it leaves of white.
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
