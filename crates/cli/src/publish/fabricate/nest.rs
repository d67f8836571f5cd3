//! Nesting: where on the sheets parts are cut.
//!
//! Sheets and parts are seen in small squares. A part takes up every square that comes within half
//! the gap of it, so two parts that share none are the whole gap apart; the room inside a frame or
//! between the arms of a piece is free for others. The largest parts come first; each is turned every
//! way its lattice knows, and takes the place where it ends nearest the top of the first sheet with
//! room for it (the "bottom left" rule, for parts of any shape). The same parts always lie the same.

mod mask;

use super::error::FabricateError;
use super::limits::{MAX_PARTS, MAX_SHEETS};
use super::part::Part;
use crate::picture::drawing::Point;
use mask::{Mask, OccupancyMask};

/// The most squares that a sheet is seen in.
const MAX_SQUARES: f64 = 4_194_304.0;

/// Where parts are cut from; lengths in millimetres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sheet {
    /// How wide it is.
    pub width: f64,
    /// How high it is.
    pub height: f64,
    /// What stays free between parts, and along its edges.
    pub gap: f64,
}

/// A part on a sheet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlacedPart {
    /// The index of the part.
    pub part: usize,
    /// The cosine and the sine of the angle it is turned right by, about the origin.
    pub turn: (f64, f64),
    /// How it is moved then.
    pub shift: Point,
}

/// Half the square root of three.
const SINE_60: f64 = 0.866_025_403_784_438_6;

/// The turns of the square lattice and of the triangular one, by steps of 90° and 30°.
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

/// By which steps parts are turned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turns {
    /// By right angles.
    Quarters,
    /// By steps of 30°.
    Twelfths,
}

impl Turns {
    fn all(self) -> &'static [(f64, f64)] {
        match self {
            Self::Quarters => &TURNS[..4],
            Self::Twelfths => &TURNS,
        }
    }
}

/// A part turned, and what it takes up.
struct Image {
    turn: (f64, f64),
    /// The least coordinates of the part when turned.
    low: Point,
    /// Width and height, half the gap on each side included.
    extent: (f64, f64),
    mask: Mask,
}

/// Puts every copy of every part on a sheet; returns the parts by sheet. `step` is about the side
/// of the squares, in millimetres.
///
/// # Errors
///
/// A part that is larger than the sheet, or too many parts or sheets.
///
/// Cost: for each part and turn, the squares of the sheets that are filled.
pub fn nest(
    parts: &[Part],
    sheet: Sheet,
    turns: Turns,
    step: f64,
) -> Result<Vec<Vec<PlacedPart>>, FabricateError> {
    let total: usize = parts.iter().map(|part| part.copies as usize).sum();
    if total > MAX_PARTS {
        return Err(FabricateError::TooManyParts);
    }
    let room = (sheet.width - sheet.gap, sheet.height - sheet.gap);
    let step = step.max((room.0 * room.1 / MAX_SQUARES).sqrt());
    let mut order: Vec<usize> = (0..parts.len()).collect();
    let extent = |part: &Part| {
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
        // Where a copy found no room, the next one finds none either.
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
                        // Half the gap is in the room around the part, half along the edge.
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

/// The different images of a part that a sheet with this room holds. A mask is made of these alone: it has as many squares as
/// a sheet at most, however large the part is.
fn images(part: &Part, gap: f64, turns: Turns, step: f64, room: (f64, f64)) -> Vec<Image> {
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

/// The best place for one of the images: where it ends nearest the top, then nearest the left.
/// `from` has the place from where each image is to be tried, and is brought up to date.
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
            // No later copy finds any.
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

fn too_large(part: &Part, sheet: Sheet) -> FabricateError {
    let (low, high) = part.bounds();
    FabricateError::TooLarge {
        part: part.called(),
        width: high.x - low.x,
        height: high.y - low.y,
        sheet: (sheet.width, sheet.height),
        gap: sheet.gap,
    }
}
