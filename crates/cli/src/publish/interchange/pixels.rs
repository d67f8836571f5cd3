//! PNG pictures of solved puzzles: flat squares, with one colour for each piece.
//!
//! Pixels that are transparent, or have the colour of the upper left corner, are background. All
//! other pixels are the board. Connected squares of one colour are a piece; pieces with the same
//! colour and shape are copies. The caller gives the size of a cell in pixels, or it is derived
//! from the positions of colour changes.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Cursor;

use png::{BitDepth, ColorType, Decoder, DecodingError, Limits, Transformations};
use thiserror::Error;
use tilewright_geometry::{Cell, Lattice, Polyform};

use super::arrangement::{ArrangedPiece, ArrangementError, arranged};
use super::burrtools::ImportedProblem;
use super::puzzlecad::letters;
use crate::puzzle::Color;

/// The longest side of a picture, in pixels.
pub(crate) const MAX_SIDE: u32 = 4_096;

/// The maximum number of colours of a picture. Photographs and pictures with antialiased edges have
/// more.
pub(crate) const MAX_COLORS: usize = 256;

/// The maximum number of cells in a picture.
const MAX_CELLS: u64 = 1_000_000;

/// Why a picture cannot be converted to a puzzle.
#[derive(Debug, Error)]
#[non_exhaustive]
pub(crate) enum PixelsError {
    /// The file is not a PNG, or it is damaged.
    #[error("cannot read the picture: {0}")]
    Png(#[from] DecodingError),
    #[error(
        "the picture has {width} × {height} pixels; at most {MAX_SIDE} × {MAX_SIDE} are allowed"
    )]
    TooLarge { width: u32, height: u32 },
    /// The picture has no cells.
    #[error("the whole picture has the colour of its corners, so it shows no cell")]
    Blank,
    /// The picture has too many colours.
    #[error(
        "the picture has more than {MAX_COLORS} colours: draw each piece in one colour, without \
         smoothed edges"
    )]
    Colors,
    /// Most colours are mixtures of neighbouring colours.
    #[error(
        "{mixed} of the picture's {colors} colours are mixtures of two neighbouring ones: draw \
         each piece in one colour, without smoothed edges"
    )]
    Smoothed {
        /// The number of colours that are mixtures.
        mixed: usize,
        /// The total number of colours.
        colors: usize,
    },
    /// A cell of the given size has several colours.
    #[error(
        "the colour changes at the pixel {x}, {y}, inside the cell of {cell} × {cell} pixels that \
         begins at {left}, {top}"
    )]
    Cell {
        /// The distance of the pixel from the left, in pixels.
        x: u32,
        /// The distance of the pixel from the top, in pixels.
        y: u32,
        /// The side of a cell in pixels.
        cell: u32,
        /// The distance of the cell from the left, in pixels.
        left: u32,
        /// The distance of the cell from the top, in pixels.
        top: u32,
    },
    #[error(
        "the picture has {cells} cells of {cell} × {cell} pixels; at most {MAX_CELLS} are allowed"
    )]
    TooManyCells {
        cells: u64,
        /// The side of a cell in pixels.
        cell: u32,
    },
    /// The picture shows a single piece.
    #[error("the picture shows one piece that fills its board: give each piece a different colour")]
    OnePiece,
    /// No puzzle can be made from the pieces in the picture.
    #[error(transparent)]
    Arrangement(#[from] ArrangementError),
}

/// A decoded picture.
struct Raster {
    width: u32,
    pixels: Vec<Option<Color>>,
    /// The background colour, if it is not transparent.
    ground: Option<Color>,
}

/// The puzzle whose solution a picture shows. `cell` is the side of a cell in pixels; `None` to derive it.
///
/// Cost: linear in the pixels.
///
/// # Errors
///
/// [`PixelsError`].
pub(crate) fn import(bytes: &[u8], cell: Option<u32>) -> Result<ImportedProblem, PixelsError> {
    let raster = Raster::read(bytes)?;
    let [left, top, right, bottom] = raster.bounds().ok_or(PixelsError::Blank)?;
    let side = match cell {
        Some(side) => side.clamp(1, MAX_SIDE),
        None => raster.side([left, top, right, bottom]),
    };
    if side == 1 {
        raster.check_edges()?;
    }
    let (columns, rows) = ((right - left).div_ceil(side), (bottom - top).div_ceil(side));
    let cells = u64::from(columns) * u64::from(rows);
    if cells > MAX_CELLS {
        return Err(PixelsError::TooManyCells { cells, cell: side });
    }
    let mut areas: Vec<(Color, Vec<Cell>)> = Vec::new();
    let mut index: BTreeMap<Color, usize> = BTreeMap::new();
    for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        let (x, y) = (left + column * side, top + row * side);
        let Some(color) = raster.plain([x, y], side)? else {
            continue;
        };
        let at = *index.entry(color).or_insert_with(|| {
            areas.push((color, Vec::new()));
            areas.len() - 1
        });
        let at_cell = Lattice::Square.cell(&[i64::from(column), i64::from(row)]);
        areas[at].1.extend(at_cell.ok());
    }
    let laid = pieces(areas);
    if let [_] = laid.as_slice() {
        return Err(PixelsError::OnePiece);
    }
    Ok(arranged("imported picture", Lattice::Square, &laid)?)
}

/// The connected areas as pieces. Areas with the same colour and shape share a name.
fn pieces(areas: Vec<(Color, Vec<Cell>)>) -> Vec<ArrangedPiece> {
    let square = Lattice::Square;
    let mut names: BTreeMap<(Color, Vec<Cell>), String> = BTreeMap::new();
    let mut laid = Vec::new();
    for (color, cells) in areas {
        for cells in square.components(cells) {
            // If the polyform is invalid, `arranged` reports the error.
            let form = Polyform::new(square, cells.iter().copied());
            let shape = form.map_or_else(
                |_| cells.clone(),
                |form| form.canonical(square.default_sides()).cells().to_vec(),
            );
            let next = names.len();
            let name = names
                .entry((color, shape))
                .or_insert_with(|| letters(next))
                .clone();
            laid.push(ArrangedPiece {
                name,
                color: Some(color),
                cells,
            });
        }
    }
    laid
}

impl Raster {
    fn read(bytes: &[u8]) -> Result<Self, PixelsError> {
        let limits = Limits { bytes: 128 << 20 };
        let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), limits);
        decoder.set_transformations(Transformations::EXPAND | Transformations::STRIP_16);
        let mut reader = decoder.read_info()?;
        let (width, height) = (reader.info().width, reader.info().height);
        let too_large = PixelsError::TooLarge { width, height };
        if width > MAX_SIDE || height > MAX_SIDE {
            return Err(too_large);
        }
        let Some(length) = reader.output_buffer_size() else {
            return Err(too_large);
        };
        let mut data = vec![0; length];
        let frame = reader.next_frame(&mut data)?;
        debug_assert_eq!(frame.bit_depth, BitDepth::Eight);
        let samples = match frame.color_type {
            ColorType::Grayscale => 1,
            ColorType::GrayscaleAlpha => 2,
            ColorType::Rgb | ColorType::Indexed => 3,
            ColorType::Rgba => 4,
        };
        let color = |pixel: &[u8]| -> Option<Color> {
            let (red, green, blue, alpha) = match *pixel {
                [gray] => (gray, gray, gray, u8::MAX),
                [gray, alpha] => (gray, gray, gray, alpha),
                [red, green, blue] => (red, green, blue, u8::MAX),
                [red, green, blue, alpha] => (red, green, blue, alpha),
                _ => return None,
            };
            (alpha > 127).then_some(Color { red, green, blue })
        };
        let mut pixels: Vec<Option<Color>> = data.chunks_exact(samples).map(color).collect();
        // The upper left corner has the background colour.
        let corner = pixels.first().copied().flatten();
        for pixel in &mut pixels {
            if *pixel == corner {
                *pixel = None;
            }
        }
        let colors: BTreeSet<Color> = pixels.iter().copied().flatten().collect();
        if colors.len() > MAX_COLORS {
            return Err(PixelsError::Colors);
        }
        Ok(Self {
            width,
            pixels,
            ground: corner,
        })
    }

    /// Rejects pictures with antialiased edges, in which most colours are mixtures of their neighbours.
    fn check_edges(&self) -> Result<(), PixelsError> {
        let mut colors: BTreeSet<Color> = BTreeSet::new();
        let mut mixed: BTreeSet<Color> = BTreeSet::new();
        let color = |x: usize, y: u32| self.row(y)[x].or(self.ground);
        for y in 0..self.height() {
            for x in 0..self.width as usize {
                let Some(own) = self.row(y)[x] else {
                    continue;
                };
                colors.insert(own);
                let across = (x > 0 && x + 1 < self.width as usize)
                    .then(|| color(x - 1, y).zip(color(x + 1, y)));
                let down =
                    (y > 0 && y + 1 < self.height()).then(|| color(x, y - 1).zip(color(x, y + 1)));
                let around = [across, down].into_iter().flatten().flatten();
                for (one, other) in around {
                    if is_mixture(own, one, other) {
                        mixed.insert(own);
                    }
                }
            }
        }
        // If there are fewer than 8 colours, mixtures can be a coincidence.
        let (mixed, colors) = (mixed.len(), colors.len());
        if colors >= 8 && mixed * 2 > colors {
            Err(PixelsError::Smoothed { mixed, colors })
        } else {
            Ok(())
        }
    }

    fn row(&self, y: u32) -> &[Option<Color>] {
        let width = self.width as usize;
        &self.pixels[y as usize * width..][..width]
    }

    fn height(&self) -> u32 {
        // A picture has at most MAX_SIDE rows.
        u32::try_from(self.pixels.len()).unwrap_or(u32::MAX) / self.width.max(1)
    }

    /// The bounding box of all cells: left, top, right and bottom, the last two exclusive. `None` if there are
    /// no cells.
    fn bounds(&self) -> Option<[u32; 4]> {
        let mut bounds: Option<[u32; 4]> = None;
        for y in 0..self.height() {
            for (x, pixel) in (0..).zip(self.row(y)) {
                if pixel.is_some() {
                    let [left, top, right, bottom] = bounds.unwrap_or([x, y, x, y]);
                    bounds = Some([left.min(x), top.min(y), right.max(x + 1), bottom.max(y + 1)]);
                }
            }
        }
        bounds
    }

    /// The largest cell side for which no colour changes within a cell.
    fn side(&self, [left, top, right, bottom]: [u32; 4]) -> u32 {
        let mut side = gcd(right - left, bottom - top);
        for y in top..bottom {
            let row = self.row(y);
            for x in left..right {
                if x > left && row[x as usize] != row[x as usize - 1] {
                    side = gcd(side, x - left);
                }
                if y > top && row[x as usize] != self.row(y - 1)[x as usize] {
                    side = gcd(side, y - top);
                }
            }
        }
        side
    }

    /// The colour of a cell; `None` for background. An error if its pixels differ in colour.
    fn plain(&self, [left, top]: [u32; 2], cell: u32) -> Result<Option<Color>, PixelsError> {
        let first = self.row(top)[left as usize];
        for y in top..(top + cell).min(self.height()) {
            let row = self.row(y);
            for x in left..(left + cell).min(self.width) {
                if row[x as usize] != first {
                    return Err(PixelsError::Cell {
                        x,
                        y,
                        cell,
                        left,
                        top,
                    });
                }
            }
        }
        Ok(first)
    }
}

/// Whether a colour is a mixture of two others, within rounding.
fn is_mixture(own: Color, one: Color, other: Color) -> bool {
    let channels = |color: Color| [color.red, color.green, color.blue].map(i32::from);
    let [own, one, other] = [own, one, other].map(channels);
    let span = |at: usize| (other[at] - one[at]).abs();
    let Some(widest) = (0..3).max_by_key(|&at| span(at)) else {
        return false;
    };
    let (part, whole) = (own[widest] - one[widest], other[widest] - one[widest]);
    let is_between = part * whole > 0 && part.abs() < whole.abs();
    is_between
        && (0..3).all(|at| {
            let there = one[at] * whole + (other[at] - one[at]) * part;
            (own[at] * whole - there).abs() <= 2 * whole.abs()
        })
}

/// The greatest common divisor; at least 1.
fn gcd(one: u32, other: u32) -> u32 {
    match other {
        0 => one.max(1),
        _ => gcd(other, one % other),
    }
}

#[cfg(test)]
mod tests;
