//! Pieces of [puzzlecad](https://github.com/aaron-siegel/puzzlecad), an OpenSCAD library, as strings of
//! cubes.
//!
//! ```text
//! burr_piece([".xx|xx.", "...|.x."]);
//! burr_plate([["x.|xx"], ["xxx", ".x."]]);
//! ```
//!
//! A piece has a string for each layer, from the bottom up. `x` is a cube, `.` is none, `|` ends a
//! row. Positions in a row are x coordinates, rows y, and layers z, as in puzzlecad's own converter
//! to BurrTools. `{…}` after a cube describes its appearance and is ignored. The calls
//! `burr_piece`, `burr_plate` and `packing_tray` are read, except those disabled with `*` or in
//! comments. OpenSCAD is a programming language: arguments that are computed by variables or loops
//! cannot be read.
//!
//! The board is the caller's box; without one, the opening of a `packing_tray`, one cube deep if it
//! has no height; without a tray, a box with the volume of the pieces.

mod scan;

use std::fmt::Write as _;

use thiserror::Error;
use tilewright_geometry::{Board, BoardError, Cell, Lattice, Polyform, PolyformError, Vector};

use crate::puzzle::{Piece, PieceError, Puzzle, PuzzleError, Tray};
pub use scan::{MAX_CUBES, MAX_PIECES, ScadError};
use scan::{ScannedFile, Scanner};

/// Why a file cannot be converted to a puzzle.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PuzzlecadError {
    /// The file could not be read.
    #[error(transparent)]
    Scad(#[from] ScadError),
    /// The file contains no piece.
    #[error("the file has no call of burr_piece or burr_plate")]
    NoPiece,
    /// A piece is not a polycube.
    #[error("line {line}: {source}")]
    Shape {
        /// The number of the line where the layers of the piece start, from 1.
        line: usize,
        /// Why the piece's cells do not form a polycube.
        source: PolyformError,
    },
    /// No box has both the volume of all pieces and room for each piece.
    #[error(
        "the file has no board, and no box of {cubes} cubes has room for each piece: add a box, \
         as in --box 3,3,3"
    )]
    NoBox {
        /// The number of cubes of all pieces.
        cubes: usize,
    },
    /// A piece has too many copies.
    #[error(transparent)]
    Piece(#[from] PieceError),
    /// The board is too large.
    #[error("the board: {0}")]
    Board(#[from] BoardError),
    /// The puzzle cannot be built.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
}

/// Why the pieces of a puzzle cannot be written as a puzzlecad file.
#[derive(Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotPuzzlecad {
    /// The pieces are not made of cubes.
    #[error("puzzlecad makes pieces of cubes, not of {0}")]
    Lattice(&'static str),
    /// There are too many pieces.
    #[error("there are more than {MAX_PIECES} pieces, counting copies")]
    TooMany,
}

/// Where the board of an imported puzzle comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoardOrigin {
    /// The board is the box that the caller gave.
    Given,
    /// The board is the opening of the file's tray.
    Opening,
    /// The file has no board. The board is the box with the volume of the pieces that is closest to a cube.
    Filled,
}

/// The pieces of a file as a puzzle, and where its board comes from. `size` is the box to be filled.
///
/// If `size` is `None`, the board is the opening of the file's tray. Without a tray, it is a box
/// with the volume of the pieces, as close to a cube as possible. Pieces are named A, B, C, …;
/// equal pieces are copies. They may be rotated but not reflected. Cost: linear in the text, plus
/// the square of the number of pieces.
///
/// # Errors
///
/// [`PuzzlecadError`].
///
/// # Examples
///
/// ```
/// use tilewright::publish::interchange::puzzlecad;
///
/// let half_hour = r#"burr_plate([
///     ["xxx|.x.", "...|.x."], [".xx|xx.", "...|.x."], [".x.|xxx", "...|x.."],
///     [".x.|xxx"], ["x..|xxx"], ["x.|xx", "..|.x"]
/// ], $burr_scale = 17);"#;
/// let (puzzle, origin) = puzzlecad::import(half_hour, None)?;
/// assert_eq!(origin, puzzlecad::BoardOrigin::Filled);
/// assert_eq!(puzzle.board.required_count(), 27);
/// assert_eq!(puzzle.pieces.len(), 6);
/// assert!(puzzlecad::export(&puzzle)?.contains(r#"["xxx|.x.", "...|.x."]"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn import(text: &str, size: Option<[u16; 3]>) -> Result<(Puzzle, BoardOrigin), PuzzlecadError> {
    let cube = Lattice::Cube;
    let mut kinds: Vec<(Polyform, Polyform, u32)> = Vec::new();
    let ScannedFile { pieces, opening } = Scanner::new(text).scan()?;
    for scanned in pieces {
        let cells = scanned.cubes.iter().filter_map(|at| cube.cell(at).ok());
        let form = Polyform::new(cube, cells).map_err(|source| PuzzlecadError::Shape {
            line: scanned.line,
            source,
        })?;
        let canonical = form.canonical(cube.default_sides());
        match kinds.iter_mut().find(|(_, known, _)| *known == canonical) {
            Some((_, _, copies)) => *copies += 1,
            None => kinds.push((form, canonical, 1)),
        }
    }
    if kinds.is_empty() {
        return Err(PuzzlecadError::NoPiece);
    }
    let (size, origin) = match (size, opening) {
        (Some(size), _) => (size.map(i64::from), BoardOrigin::Given),
        (None, Some(opening)) => (opening, BoardOrigin::Opening),
        (None, None) => (filled(&kinds)?, BoardOrigin::Filled),
    };
    let mut builder = Puzzle::builder(cube).title("pieces of puzzlecad");
    builder = builder.board(Board::new(cube, cuboid(size), [])?);
    for (index, (form, _, copies)) in kinds.into_iter().enumerate() {
        let piece = Piece::new(&letters(index), form)?.with_copies(copies..=copies)?;
        builder = builder.piece(piece);
    }
    Ok((builder.build()?, origin))
}

/// The cells of a box with a corner at the origin, given its size along each axis.
fn cuboid([x, y, z]: [i64; 3]) -> impl Iterator<Item = Cell> {
    let all = (0..z).flat_map(move |z| (0..y).flat_map(move |y| (0..x).map(move |x| [x, y, z])));
    all.filter_map(|at| Lattice::Cube.cell(&at).ok())
}

/// The box closest to a cube, of those with the volume of all pieces and room for each piece.
fn filled(kinds: &[(Polyform, Polyform, u32)]) -> Result<[i64; 3], PuzzlecadError> {
    let cubes: usize = (kinds.iter())
        .map(|(form, _, copies)| form.size() * *copies as usize)
        .sum();
    let volume = i64::try_from(cubes).unwrap_or(i64::MAX);
    let sorted = |form: &Polyform| {
        let Vector { x, y, z } = form.extent();
        let mut extent = [x, y, z].map(|reach| i64::from(reach) + 1);
        extent.sort_unstable();
        extent
    };
    let extents: Vec<[i64; 3]> = kinds.iter().map(|(form, ..)| sorted(form)).collect();
    let mut best: Option<[i64; 3]> = None;
    for least in (1..).take_while(|least| least * least * least <= volume) {
        if volume % least != 0 {
            continue;
        }
        let face = volume / least;
        for middle in (least..).take_while(|middle| middle * middle <= face) {
            let size = [least, middle, face / middle];
            let has_room = |extent: &[i64; 3]| extent.iter().zip(size).all(|(e, s)| *e <= s);
            let is_nearer = best.is_none_or(|best| size[2] - size[0] < best[2] - best[0]);
            if face % middle == 0 && is_nearer && extents.iter().all(has_room) {
                best = Some(size);
            }
        }
    }
    best.map(|[z, y, x]| [x, y, z])
        .ok_or(PuzzlecadError::NoBox { cubes })
}

/// The name of the piece with this index, from 0: A, B, …, Z, AA, AB, …
pub(super) fn letters(mut index: usize) -> String {
    let mut name = Vec::new();
    loop {
        // A number below 26 fits into a byte.
        name.push(b'A' + u8::try_from(index % 26).unwrap_or(0));
        if index < 26 {
            break;
        }
        index = index / 26 - 1;
    }
    name.iter().rev().map(|byte| char::from(*byte)).collect()
}

/// The pieces of a puzzle as a puzzlecad file.
///
/// Squares become cubes in one layer. Each piece is written as many times as its maximum number of
/// copies. The board, the givens and all else are left out.
///
/// # Errors
///
/// [`NotPuzzlecad`].
pub fn export(puzzle: &Puzzle) -> Result<String, NotPuzzlecad> {
    if !matches!(puzzle.lattice, Lattice::Cube | Lattice::Square) {
        return Err(NotPuzzlecad::Lattice(puzzle.lattice.table().cell_names[1]));
    }
    let copies = puzzle.pieces.iter().map(|piece| piece.copies.max as usize);
    if copies.sum::<usize>() > MAX_PIECES {
        return Err(NotPuzzlecad::TooMany);
    }
    let mut text = String::from("include <puzzlecad.scad>\n\n");
    let title = puzzle.title.replace(['\r', '\n'], " ");
    // Writing to a string cannot fail.
    let _ = writeln!(text, "// {title}\n");
    if puzzle.tray != Tray::Flat {
        text += "// The pieces of a tray with depth.\n\n";
    }
    text += "burr_plate([\n";
    let mut entries = Vec::new();
    for piece in &puzzle.pieces {
        let layers = layers(&piece.polyform);
        let entry = format!("    [{}]", layers.join(", "));
        entries.extend(std::iter::repeat_n(entry, piece.copies.max as usize));
    }
    text += &entries.join(",\n");
    text += "\n]);\n";
    Ok(text)
}

/// The layers of a piece, each as a quoted string.
fn layers(form: &Polyform) -> Vec<String> {
    let cells = form.cells().iter().map(|cell| cell.vector());
    let cells: Vec<Vector> = cells.collect();
    let least = |axis: fn(&Vector) -> i32| cells.iter().map(axis).min().unwrap_or(0);
    let [x0, y0, z0] = [least(|v| v.x), least(|v| v.y), least(|v| v.z)];
    let Vector { x, y, z } = form.extent();
    let row = |y: i32, z: i32| -> String {
        let at = |x: i32| Vector::new(x0 + x, y0 + y, z0 + z);
        let has = |x: i32| if cells.contains(&at(x)) { 'x' } else { '.' };
        (0..=x).map(has).collect()
    };
    let layer = |z: i32| {
        let rows: Vec<String> = (0..=y).map(|y| row(y, z)).collect();
        format!("\"{}\"", rows.join("|"))
    };
    (0..=z).map(layer).collect()
}

#[cfg(test)]
mod tests;
