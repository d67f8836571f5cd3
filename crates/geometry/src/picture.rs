//! Cells drawn in rows of text.
//!
//! A lattice's table gives the column and row of each kind of cell within a translation unit, and
//! the columns and rows from one translation unit to the next. So drawing is a linear map, and
//! reading is its inverse. Solids are drawn layer by layer, with an empty row between layers.
//!
//! | lattice | required | position |
//! | --- | --- | --- |
//! | square, cube | `#` | column x, row y |
//! | triangle | `v` (t = 0), `^` (t = 1) | column 2x + y + t, row y |
//! | stick | `-`, <code>&#124;</code> | between vertices, which are at even columns and rows |
//!
//! In all lattices, `?` is an optional cell, and `.` or a space is no cell. Vertices of sticks may
//! be drawn as `+`, `o` or `·`.

use itertools::Itertools;
use thiserror::Error;

use crate::lattice::Kind;
use crate::lattice::table::LatticeTable;
use crate::lattice::{COORDINATE_LIMIT, Cell, Lattice};
use crate::vector::Vector;

/// Whether a cell in a picture is required or optional.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// The cell must be filled; or, in a picture of a piece, it belongs to the piece.
    Required,
    /// The cell may be filled.
    Optional,
}

/// A cell that a picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct PictureCell {
    /// The cell at the glyph's position.
    pub cell: Cell,
    /// Whether the cell is required or optional.
    pub mark: Mark,
}

/// A mistake in a picture, and its position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("row {}, column {} of the picture: {kind}", row + 1, column + 1)]
#[non_exhaustive]
pub struct PictureError {
    /// The index of the row, from 0; empty rows count.
    pub row: usize,
    /// The index of the character in the row, from 0.
    pub column: usize,
    /// The kind of mistake, with the characters that were expected.
    pub kind: PictureErrorKind,
}

/// The kinds of mistakes in a picture.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PictureErrorKind {
    /// The picture shows no cell.
    #[error("the picture shows no cell; draw one as {expected}")]
    Empty {
        /// The glyphs that may be used to draw a cell, as a phrase.
        expected: String,
    },
    /// The glyph belongs to another kind of cell than the one at this position.
    #[error("'{found}' is not allowed here; expected '{expected}'")]
    Disagrees {
        /// The glyph found, which belongs to another kind of cell.
        found: char,
        /// The glyph of the kind of cell at this position.
        expected: char,
    },
    /// A tab. Its width is undefined.
    #[error("a picture may not contain tabs; use spaces")]
    Tab,
    /// Another character that is not allowed at this position.
    #[error("{found:?} is not allowed here; use {expected}")]
    Stray {
        /// The character that is not allowed.
        found: char,
        /// The characters allowed here, as a phrase.
        expected: String,
    },
    /// The cell would lie beyond [`COORDINATE_LIMIT`].
    #[error("the picture is too large; coordinates go up to {limit}")]
    TooLarge {
        /// The maximum absolute value of a coordinate, [`COORDINATE_LIMIT`].
        limit: i32,
    },
}

/// Reads the cells of a picture, row by row.
///
/// The upper left corner of the picture is the origin. In the triangle lattice, `^` and `v`
/// alternate along a row. The first of these glyphs decides which columns have which kind, and may
/// shift the picture by one column. In a solid lattice, an empty row begins the next layer; the
/// first layer is z = 0.
///
/// # Errors
///
/// [`PictureError`] at the first character that is not allowed, or if there is no cell.
///
/// ```
/// use tilewright_geometry::{Lattice, Mark, parse_picture};
/// let cells = parse_picture(Lattice::Triangle, &[".^v", "^?."])?;
/// let written: Vec<String> =
///     cells.iter().map(|c| Lattice::Triangle.coordinates(c.cell).to_string()).collect();
/// assert_eq!(written, ["0,0,1", "1,0,0", "-1,1,1", "0,1,0"]);
/// assert_eq!(cells[3].mark, Mark::Optional);
/// # Ok::<(), tilewright_geometry::PictureError>(())
/// ```
pub fn parse_picture(
    lattice: Lattice,
    rows: &[impl AsRef<str>],
) -> Result<Vec<PictureCell>, PictureError> {
    let table = lattice.table();
    let shift = shift(lattice, rows);
    let mut cells = Vec::new();
    for (row, text, at) in places(lattice, rows) {
        for (column, found) in text.chars().enumerate() {
            let error = |kind| PictureError { row, column, kind };
            let too_large = || {
                error(PictureErrorKind::TooLarge {
                    limit: COORDINATE_LIMIT,
                })
            };
            let across = to_coordinate(column).ok_or_else(too_large)?;
            let at = at.ok_or_else(too_large)?;
            let place = GlyphPosition {
                column: across + shift,
                row: at.row,
                layer: at.layer,
            };
            let Some(mark) = read(table, place, found).map_err(error)? else {
                continue;
            };
            let cell = place.cell(table).and_then(|(_, v)| lattice.cell_at(v));
            cells.push(PictureCell {
                cell: cell.ok_or_else(too_large)?,
                mark,
            });
        }
    }
    if cells.is_empty() {
        let glyphs = table.kinds.iter().filter_map(|kind| kind.glyphs.first());
        let expected = alternatives(glyphs.copied());
        return Err(PictureError {
            row: 0,
            column: 0,
            kind: PictureErrorKind::Empty { expected },
        });
    }
    Ok(cells)
}

/// The column, row and layer of a cell's glyph: the inverse of [`parse_picture`].
///
/// Columns and rows may be negative.
pub fn glyph_position(lattice: Lattice, cell: Cell) -> (i32, i32, i32) {
    let table = lattice.table();
    let (offset, kind) = lattice.offset_and_kind(cell);
    let [column, row] = table.kind(kind).glyph_at;
    let [right, down] = table.text.columns;
    let [right_row, down_row] = table.text.rows;
    (
        right * offset.x + down * offset.y + column,
        right_row * offset.x + down_row * offset.y + row,
        offset.z,
    )
}

/// The glyph with which a required cell is drawn.
pub fn glyph(lattice: Lattice, cell: Cell) -> char {
    let (_, kind) = lattice.offset_and_kind(cell);
    lattice
        .table()
        .kind(kind)
        .glyphs
        .first()
        .copied()
        .unwrap_or('#')
}

#[derive(Clone, Copy)]
struct GlyphPosition {
    column: i32,
    row: i32,
    layer: i32,
}

impl GlyphPosition {
    /// The kind and vector of the cell at this position; `None` if there is no cell.
    fn cell(self, table: &LatticeTable) -> Option<(Kind, Vector)> {
        (0..).zip(table.kinds).find_map(|(index, kind)| {
            let offset = self.offset_from(table, kind.glyph_at)?;
            let corner = offset.checked_scale(table.scale)?;
            Some((Kind(index), corner.checked_add(kind.origin)?))
        })
    }

    /// Whether there is a vertex at this position.
    fn is_vertex(self, table: &LatticeTable) -> bool {
        !table.text.vertex_glyphs.is_empty() && self.offset_from(table, [0, 0]).is_some()
    }

    /// The translation, in translation units, that maps the glyph position `within` a unit to this
    /// position. `None` if there is none.
    fn offset_from(self, table: &LatticeTable, within: [i32; 2]) -> Option<Vector> {
        // Solves by Cramer's rule: column = a[0]·x + a[1]·y, row = b[0]·x + b[1]·y.
        let (a, b) = (table.text.columns, table.text.rows);
        let (column, row) = (self.column - within[0], self.row - within[1]);
        let determinant = a[0] * b[1] - a[1] * b[0];
        let exact = |product: i32| {
            (product.checked_rem(determinant)? == 0).then(|| product.div_euclid(determinant))
        };
        let x = exact(b[1] * column - a[1] * row)?;
        let y = exact(a[0] * row - b[0] * column)?;
        Some(Vector::new(x, y, self.layer))
    }
}

/// The rows with their indices and the positions of their left ends. The position is `None` for a
/// row too far down. The empty rows between layers are skipped.
fn places<R: AsRef<str>>(
    lattice: Lattice,
    rows: &[R],
) -> impl Iterator<Item = (usize, &str, Option<GlyphPosition>)> {
    let layered = lattice.dimensions() == 3;
    let (mut layer, mut down) = (0, 0);
    rows.iter().enumerate().filter_map(move |(index, text)| {
        let text = text.as_ref();
        if layered && text.is_empty() {
            (layer, down) = (layer + 1, 0);
            return None;
        }
        let place = to_coordinate(down)
            .zip(to_coordinate(layer))
            .map(|(row, layer)| GlyphPosition {
                column: 0,
                row,
                layer,
            });
        down += 1;
        Some((index, text, place))
    })
}

/// A column, row or layer as an `i32`; `None` if it is too large for arithmetic on cells.
fn to_coordinate(index: usize) -> Option<i32> {
    i32::try_from(index)
        .ok()
        .filter(|&c| c <= 4 * COORDINATE_LIMIT)
}

/// The number of columns by which the picture must be shifted so that its first glyph is allowed.
fn shift<R: AsRef<str>>(lattice: Lattice, rows: &[R]) -> i32 {
    let table = lattice.table();
    let is_glyph = |c: char| table.kinds.iter().any(|kind| kind.glyphs.contains(&c));
    let first = places(lattice, rows).find_map(|(_, text, at)| {
        let (column, found) = text.chars().enumerate().find(|&(_, c)| is_glyph(c))?;
        Some((
            GlyphPosition {
                column: to_coordinate(column)?,
                ..at?
            },
            found,
        ))
    });
    let Some((place, found)) = first else {
        return 0;
    };
    let fits = |&shift: &i32| {
        let shifted = GlyphPosition {
            column: place.column + shift,
            ..place
        };
        shifted
            .cell(table)
            .is_some_and(|(kind, _)| table.kind(kind).glyphs.contains(&found))
    };
    (0..table.text.shifts).find(fits).unwrap_or(0)
}

/// The meaning of a character at a position: a cell, or `None` for no cell. An error if it is not
/// allowed there.
fn read(
    table: &LatticeTable,
    place: GlyphPosition,
    found: char,
) -> Result<Option<Mark>, PictureErrorKind> {
    let here = place.cell(table).map(|(kind, _)| table.kind(kind).glyphs);
    match (found, here) {
        ('.' | ' ', _) => Ok(None),
        ('\t', _) => Err(PictureErrorKind::Tab),
        ('?', Some(_)) => Ok(Some(Mark::Optional)),
        (_, Some(glyphs)) if glyphs.contains(&found) => Ok(Some(Mark::Required)),
        (_, Some(glyphs)) => {
            let expected = glyphs.first().copied().unwrap_or('#');
            if table.kinds.iter().any(|kind| kind.glyphs.contains(&found)) {
                return Err(PictureErrorKind::Disagrees { found, expected });
            }
            let expected = alternatives([expected, '?', '.', ' '].into_iter());
            Err(PictureErrorKind::Stray { found, expected })
        }
        (_, None) if place.is_vertex(table) => {
            if table.text.vertex_glyphs.contains(&found) {
                return Ok(None);
            }
            let glyphs = table.text.vertex_glyphs.iter().copied();
            let expected = alternatives(glyphs.chain(['.', ' ']));
            Err(PictureErrorKind::Stray { found, expected })
        }
        (_, None) => Err(PictureErrorKind::Stray {
            found,
            expected: alternatives(['.', ' '].into_iter()),
        }),
    }
}

/// The characters joined to a phrase: `'#', '?' or '.'`.
fn alternatives(glyphs: impl Iterator<Item = char>) -> String {
    let quoted: Vec<String> = glyphs.map(|glyph| format!("'{glyph}'")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.iter().join(", ")),
        _ => quoted.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(lattice: Lattice, rows: &[&str]) -> Vec<String> {
        let cells = parse_picture(lattice, rows).unwrap();
        cells
            .iter()
            .map(|c| lattice.coordinates(c.cell).to_string())
            .collect()
    }

    fn message(lattice: Lattice, rows: &[&str]) -> String {
        parse_picture(lattice, rows).unwrap_err().to_string()
    }

    #[test]
    fn squares_and_cubes() {
        assert_eq!(
            written(Lattice::Square, &["#.?", "", " #"]),
            ["0,0", "2,0", "1,2"]
        );
        assert_eq!(
            written(Lattice::Cube, &["#.", ".#", "", "##"]),
            ["0,0,0", "1,1,0", "0,0,1", "1,0,1"]
        );
    }

    #[test]
    fn triangles_fit_by_their_first_glyph() {
        assert_eq!(
            written(Lattice::Triangle, &["v^", ".V"]),
            ["0,0,0", "0,0,1", "0,1,0"]
        );
        assert_eq!(
            written(Lattice::Triangle, &["Av", "v."]),
            ["0,0,1", "1,0,0", "0,1,0"]
        );
        assert_eq!(
            message(Lattice::Triangle, &["v^", "v."]),
            "row 2, column 1 of the picture: 'v' is not allowed here; expected '^'"
        );
    }

    #[test]
    fn sticks_lie_between_vertices() {
        let rows = ["+-o-·", "|.|", "+-+ ?"];
        let cells = ["0,0,0", "1,0,0", "0,0,1", "1,0,1", "0,1,0"];
        assert_eq!(
            message(Lattice::Stick, &rows),
            "row 3, column 5 of the picture: '?' is not allowed here; use '+', 'o', '·', '.' or ' '"
        );
        assert_eq!(written(Lattice::Stick, &[rows[0], rows[1], "+-+"]), cells);
        assert_eq!(
            message(Lattice::Stick, &["+|+"]),
            "row 1, column 2 of the picture: '|' is not allowed here; expected '-'"
        );
        assert_eq!(
            message(Lattice::Stick, &["+ +", " +"]),
            "row 2, column 2 of the picture: '+' is not allowed here; use '.' or ' '"
        );
    }

    #[test]
    fn wrong_pictures_are_explained() {
        assert_eq!(
            message(Lattice::Square, &["##", "#X"]),
            "row 2, column 2 of the picture: 'X' is not allowed here; use '#', '?', '.' or ' '"
        );
        assert_eq!(
            message(Lattice::Square, &["#\t#"]),
            "row 1, column 2 of the picture: a picture may not contain tabs; use spaces"
        );
        assert!(message(Lattice::Triangle, &["..", ""]).ends_with("draw one as 'v' or '^'"));
        assert!(message(Lattice::Cube, &[]).ends_with("draw one as '#'"));
        let error = parse_picture(Lattice::Square, &["é#", "#𝛑"]).unwrap_err();
        assert_eq!((error.row, error.column), (0, 0));
    }
}
