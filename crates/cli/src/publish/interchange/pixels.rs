//! PNG pictures of solved puzzles: squares of plain colour, a colour a piece.
//!
//! The colour of the corners, and what is transparent, is where no cell is. All else is the board; squares
//! of one colour that have a side in common are a piece. Pieces of one colour and one shape are copies. How
//! many pixels a cell has is told by where colours change, or by whoever calls.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Cursor;

use png::{BitDepth, ColorType, Decoder, DecodingError, Limits, Transformations};
use thiserror::Error;
use tilewright_geometry::{Cell, Lattice, Polyform};

use super::arrangement::{ArrangementError, LaidPiece, arranged};
use super::burrtools::ImportedProblem;
use super::puzzlecad::letters;
use crate::puzzle::Color;

/// The longest side of a picture, in pixels.
pub const MAX_SIDE: u32 = 4_096;

/// The most colours of a picture. More are those of a photograph, or of smoothed edges.
pub const MAX_COLORS: usize = 256;

/// The most cells.
const MAX_CELLS: u64 = 1_000_000;

/// Why a picture is no puzzle.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PixelsError {
    /// It is no PNG file, or damaged.
    #[error("this is no picture that can be read: {0}")]
    Png(#[from] DecodingError),
    /// It is too large.
    #[error("the picture has {width} × {height} pixels; at most {MAX_SIDE} × {MAX_SIDE} are read")]
    TooLarge {
        /// Its width.
        width: u32,
        /// Its height.
        height: u32,
    },
    /// It is empty.
    #[error("the whole picture has one colour, that of its corners: there is no cell")]
    Blank,
    /// It is not made of plain areas.
    #[error(
        "the picture has more than {MAX_COLORS} colours: each piece has one, without smoothed edges"
    )]
    Colors,
    /// Most of its colours are mixtures of those beside them.
    #[error(
        "{mixed} of the picture's {colors} colours are mixtures of two beside them: each piece has a \
         colour of its own, without smoothed edges"
    )]
    Smoothed {
        /// How many are mixtures.
        mixed: usize,
        /// How many there are.
        colors: usize,
    },
    /// Cells do not have so many pixels.
    #[error(
        "at the pixel {x}, {y} a colour changes within a cell of {cell} × {cell} pixels that begins at {left}, {top}"
    )]
    Cell {
        /// From the left.
        x: u32,
        /// From the top.
        y: u32,
        /// The side of a cell.
        cell: u32,
        /// Where the cell begins, from the left.
        left: u32,
        /// Where it begins, from the top.
        top: u32,
    },
    /// There are too many cells.
    #[error(
        "the picture has {cells} cells of {cell} × {cell} pixels; at most {MAX_CELLS} are read"
    )]
    TooManyCells {
        /// How many.
        cells: u64,
        /// The side of a cell.
        cell: u32,
    },
    /// Pieces that cannot be told apart.
    #[error(
        "the picture shows one piece that is as large as its board: give each piece a colour of its own"
    )]
    OnePiece,
    /// What it shows is no puzzle.
    #[error(transparent)]
    Arrangement(#[from] ArrangementError),
}

/// A picture in memory.
struct Raster {
    width: u32,
    pixels: Vec<Option<Color>>,
    /// The colour where nothing is, if it has one.
    ground: Option<Color>,
}

/// The puzzle that a picture shows solved; `cell` is the side of a cell in pixels.
///
/// Cost: linear in the pixels.
///
/// # Errors
///
/// [`PixelsError`].
pub fn import(bytes: &[u8], cell: Option<u32>) -> Result<ImportedProblem, PixelsError> {
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

/// The pieces: connected areas, those of one colour and one shape under one name.
fn pieces(areas: Vec<(Color, Vec<Cell>)>) -> Vec<LaidPiece> {
    let square = Lattice::Square;
    let mut names: BTreeMap<(Color, Vec<Cell>), String> = BTreeMap::new();
    let mut laid = Vec::new();
    for (color, cells) in areas {
        for cells in square.components(cells) {
            // What is no polyform is told of later.
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
            laid.push(LaidPiece {
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
        // A corner is where nothing is.
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

    /// Refuses smoothed edges: most colours are mixtures of two that they lie between.
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
        // Few colours may be what they are by chance.
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

    /// The rectangle around all cells: left, top, and where it ends to the right and at the bottom.
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

    /// The greatest side of cells of which no colour changes within one.
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

    /// The colour of a cell, all of whose pixels have it; none if it is none.
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

/// Whether a colour lies between two others, as far as whole numbers tell.
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
