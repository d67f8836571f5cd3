//! Nesting: arranging parts on sheets.
//!
//! Sheets and parts are represented by small squares. A part occupies every square whose distance
//! is at most half the gap, so two parts without common squares are at least one gap apart. Parts
//! can lie inside a frame or between the arms of a piece. The largest parts are placed first, each
//! on the first sheet with room for it. Of all positions in all rotations, a part takes the one
//! that ends nearest the top (the "bottom left" rule, for parts of any shape). The result is
//! deterministic.

mod mask;

use super::error::FabricateError;
use super::limits::{MAX_PARTS, MAX_SHEETS};
use super::part::CutPart;
use crate::picture::drawing::Point;
use mask::{Mask, OccupancyMask};

/// The maximum number of squares into which a sheet is divided.
const MAX_SQUARES: f64 = 4_194_304.0;

/// A sheet of material; lengths in millimetres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MaterialSheet {
    /// The width, including margins.
    pub width: f64,
    /// The height, including margins.
    pub height: f64,
    /// The free space between parts, and along the edges.
    pub gap: f64,
}

/// A copy of a part on a sheet, with its rotation and its translation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct PlacedPart {
    pub part: usize,
    /// The cosine and sine of the angle by which the part is rotated clockwise about the origin.
    pub turn: (f64, f64),
    /// The translation after the rotation, in millimetres.
    pub shift: Point,
}

/// Half the square root of three.
const SINE_60: f64 = 0.866_025_403_784_438_6;

/// The cosines and sines of rotations: first the multiples of 90°, then the other multiples of 30°.
const TURNS: [(f64, f64); 12] = [
    (1.0, 0.0),
    (0.0, 1.0),
    (-1.0, 0.0),
    (0.0, -1.0),
    (SINE_60, 0.5),
    (0.5, SINE_60),
    (-0.5, SINE_60),
    (-SINE_60, 0.5),
    (-SINE_60, -0.5),
    (-0.5, -SINE_60),
    (0.5, -SINE_60),
    (SINE_60, -0.5),
];

/// The angles by which parts may be rotated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartTurns {
    /// Multiples of 90°.
    Quarters,
    /// Multiples of 30°.
    Twelfths,
}

impl PartTurns {
    fn all(self) -> &'static [(f64, f64)] {
        match self {
            Self::Quarters => &TURNS[..4],
            Self::Twelfths => &TURNS,
        }
    }
}

/// A rotated part and the squares that it occupies.
struct Image {
    turn: (f64, f64),
    /// The minimum coordinates of the rotated part.
    low: Point,
    /// The width and height, including half the gap on each side.
    extent: (f64, f64),
    mask: Mask,
}

/// Arranges all copies of all parts on sheets. Returns the placed parts by sheet. `step` is the
/// approximate side of the squares, in millimetres.
///
/// # Errors
///
/// [`FabricateError`]: a part is larger than the sheet, or there are too many parts or sheets.
///
/// Cost: each part in each rotation is tested at up to every square of the sheets used.
pub(crate) fn nest(
    parts: &[CutPart],
    sheet: MaterialSheet,
    turns: PartTurns,
    step: f64,
) -> Result<Vec<Vec<PlacedPart>>, FabricateError> {
    let total: usize = parts.iter().map(|part| part.copies as usize).sum();
    if total > MAX_PARTS {
        return Err(FabricateError::TooManyParts);
    }
    let room = (sheet.width - sheet.gap, sheet.height - sheet.gap);
    let step = step.max((room.0 * room.1 / MAX_SQUARES).sqrt());
    let mut order: Vec<usize> = (0..parts.len()).collect();
    let extent = |part: &CutPart| {
        let (low, high) = part.bounds();
        (high.x - low.x) * (high.y - low.y)
    };
    order.sort_by(|&a, &b| extent(&parts[b]).total_cmp(&extent(&parts[a])));
    let mut sheets: Vec<(OccupancyMask, Vec<PlacedPart>)> = Vec::new();
    for index in order {
        let part = &parts[index];
        let images = images(part, sheet.gap, turns, step, room);
        if images.is_empty() {
            return Err(too_large(part, sheet));
        }
        // If a copy does not fit on a sheet, the later copies do not fit there either. So the
        // search for the next copy starts at the sheet and position of the last one.
        let mut first = 0;
        let mut from = vec![(0, 0); images.len()];
        for _ in 0..part.copies {
            loop {
                let is_new = first == sheets.len();
                if is_new {
                    if first == MAX_SHEETS {
                        return Err(FabricateError::TooManySheets);
                    }
                    sheets.push((OccupancyMask::new(room.0, room.1, step), Vec::new()));
                }
                let (occupied, nested) = &mut sheets[first];
                if let Some((image, at)) = place(&images, occupied, &mut from) {
                    occupied.add(&image.mask, at);
                    nested.push(PlacedPart {
                        part: index,
                        turn: image.turn,
                        // Half of this gap is the part's own margin, the other half that of the sheet's edge.
                        shift: occupied
                            .corner(at)
                            .shifted(Point::new(sheet.gap - image.low.x, sheet.gap - image.low.y)),
                    });
                    break;
                }
                if is_new {
                    return Err(too_large(part, sheet));
                }
                first += 1;
                from.fill((0, 0));
            }
        }
    }
    Ok(sheets.into_iter().map(|(_, nested)| nested).collect())
}

/// The distinct rotations of a part that fit on an empty sheet. Masks are made only for these
/// rotations, so no mask is larger than a sheet.
fn images(part: &CutPart, gap: f64, turns: PartTurns, step: f64, room: (f64, f64)) -> Vec<Image> {
    let mut images: Vec<Image> = Vec::new();
    for &turn in turns.all() {
        let turned = part.placed(turn, Point::default());
        let (low, high) = turned.bounds();
        let extent = (high.x - low.x + gap, high.y - low.y + gap);
        if extent.0 > room.0 + step || extent.1 > room.1 + step {
            continue;
        }
        let image = Image {
            turn,
            low,
            extent,
            mask: Mask::of(&turned, gap / 2.0, step),
        };
        if images.iter().all(|known| known.mask != image.mask) {
            images.push(image);
        }
    }
    images
}

/// The rotated part and the position for which the part ends nearest the top of the sheet; among equals, for
/// which it ends farthest left. `None` if no rotated part fits. For each of the `images`, `from` has the
/// position at which to start the search; it is updated.
fn place<'a>(
    images: &'a [Image],
    occupied: &OccupancyMask,
    from: &mut [(usize, usize)],
) -> Option<(&'a Image, (usize, usize))> {
    let mut best: Option<(&Image, (usize, usize))> = None;
    let end =
        |image: &Image, at: (usize, usize)| (at.1 + image.mask.height(), at.0 + image.mask.width());
    for (image, from) in images.iter().zip(from) {
        let Some(at) = occupied.first_room(&image.mask, image.extent, *from) else {
            // In this rotation, the later copies of this part do not fit on this sheet either.
            *from = (0, usize::MAX);
            continue;
        };
        *from = at;
        if best.is_none_or(|(known, there)| end(image, at) < end(known, there)) {
            best = Some((image, at));
        }
    }
    best
}

fn too_large(part: &CutPart, sheet: MaterialSheet) -> FabricateError {
    let (low, high) = part.bounds();
    FabricateError::TooLarge {
        part: part.called(),
        width: high.x - low.x,
        height: high.y - low.y,
        sheet: (sheet.width, sheet.height),
        gap: sheet.gap,
    }
}
