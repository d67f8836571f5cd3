//! Lists of solutions as text: records of cells in the form of Polyform Puzzler, and pictures made
//! of letters.
//!
//! A record is a line with the cells of a piece, then its name. Consecutive records form a
//! solution. Text between solutions is ignored.
//!
//! ```text
//! 0,0 1,0 2,0 3,0 4,0 I
//! 0,1 0,2 0,3 1,1 1,2 P
//! ```
//!
//! Cells with two numbers are squares. Cells with three numbers are cubes, or on request triangles
//! or sticks, whose third number is 0 or 1 as in puzzle files. Rows of squares are numbered from
//! the bottom up, so boards of squares are turned upside down.
//!
//! A file without records contains pictures: a letter for each cell, `.` for none, with or without
//! a blank between letters. Lines that end with a colon or contain the word `solution` are
//! headings.
//!
//! One letter can be the wall around the pieces, which is not a piece: the letter that the caller
//! names, or the only letter whose cells are not connected.

use std::collections::{BTreeMap, HashMap};

use thiserror::Error;
use tilewright_geometry::{Cell, CellError, Lattice, Polyform, PolyformError};

use super::arrangement::{ArrangedPiece, ArrangementError, Traits, arranged};
use super::burrtools::ImportedProblem;

/// The maximum number of cells of all solutions together.
pub const MAX_CELLS: usize = 4_000_000;

/// The maximum length of a line, in bytes.
pub const MAX_LINE: usize = 100_000;

/// The largest coordinate of a cell.
const MAX_COORDINATE: i64 = 10_000;

/// Why a list could not be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ListingError {
    /// A line is malformed.
    #[error("line {line}: {what}")]
    Malformed {
        /// The number of the malformed line, from 1.
        line: usize,
        /// What is wrong, as a clause for the message.
        what: String,
    },
    /// The text contains no solution.
    #[error("the text has neither a record such as `0,0 1,0 2,0 I` nor a picture in letters")]
    Empty,
    /// The first solution does not contain the wall that the caller named.
    #[error("--wall names {0:?}, but nothing in the first solution has that name")]
    NoWall(String),
    /// The solutions together have more than [`MAX_CELLS`] cells.
    #[error("all solutions together have more than {MAX_CELLS} cells, the limit")]
    TooLong,
    /// No puzzle can be made from the first solution.
    #[error("the first solution: {0}")]
    First(#[from] ArrangementError),
    /// A solution does not belong to the puzzle of the first solution.
    #[error("line {line}: this solution has another board or other pieces than the first one")]
    OtherPuzzle {
        /// The number of the line where the solution starts, from 1.
        line: usize,
    },
}

/// A solution: the number of the line where it starts, from 1, and its pieces.
type TextSolution = (usize, Vec<ArrangedPiece>);

/// Facts that are needed to read a list but are not in it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ListingOptions<'a> {
    /// The lattice of cells with three numbers; cubes if `None`.
    pub lattice: Option<Lattice>,
    /// The name of the wall around the pieces, which is not a piece. If `None`, the wall of a
    /// picture is the only letter whose cells are not connected; if there is not exactly one such
    /// letter, there is no wall.
    pub wall: Option<&'a str>,
}

/// Reads a list of solutions. Returns the puzzle that they solve, the solutions, and the name of the wall, if
/// there is one.
///
/// Cost: linear in the text.
///
/// # Errors
///
/// [`ListingError`].
///
/// # Examples
///
/// ```
/// use tilewright::publish::interchange::listing;
///
/// let plain = listing::ListingOptions::default();
/// let (list, _) = listing::import("0,0 1,0 2,0 I\n0,1 1,1 2,1 J\n", plain)?;
/// assert_eq!(list.puzzle.board.required_count(), 6);
/// let text = "solution 1:\nA A B\nA B B\n\nsolution 2:\nA B B\nA A B\n";
/// let (list, _) = listing::import(text, plain)?;
/// assert_eq!(list.puzzle.pieces.len(), 2);
/// assert_eq!(list.assemblies.len(), 2);
/// let (list, wall) = listing::import("X A A\nA A X\n", plain)?;
/// assert_eq!((list.puzzle.board.required_count(), wall.as_deref()), (4, Some("X")));
/// # Ok::<(), listing::ListingError>(())
/// ```
pub fn import(
    text: &str,
    options: ListingOptions<'_>,
) -> Result<(ImportedProblem, Option<String>), ListingError> {
    let (lattice, mut solutions, wall) =
        if let Some((lattice, solutions)) = records(text, options.lattice)? {
            (lattice, solutions, None)
        } else {
            let solutions = pictures(text)?;
            let wall = wall_of_picture(&solutions);
            (Lattice::Square, solutions, wall)
        };
    let wall = match options.wall {
        None => wall,
        Some(said) => Some(named_wall(&solutions, said)?),
    };
    if let Some(wall) = &wall {
        for (_, laid) in &mut solutions {
            laid.retain(|piece| piece.name != *wall);
        }
    }
    let Some(((_, first), others)) = solutions.split_first() else {
        return Err(ListingError::Empty);
    };
    let mut problem = arranged("imported solutions", lattice, first)?;
    let wanted = Traits::of(lattice, first);
    let named = problem.puzzle.pieces.iter().enumerate();
    let named: HashMap<&str, usize> = named.map(|(at, piece)| (piece.name.as_str(), at)).collect();
    for (line, other) in others {
        if Traits::of(lattice, other) != wanted {
            return Err(ListingError::OtherPuzzle { line: *line });
        }
        let of = |laid: &ArrangedPiece| {
            let at = named.get(laid.name.as_str());
            at.map(|at| (*at, laid.cells.clone()))
        };
        let mut assembly: Vec<(usize, Vec<Cell>)> = other.iter().filter_map(of).collect();
        assembly.sort_by_key(|(piece, _)| *piece);
        problem.assemblies.push(assembly);
    }
    Ok((problem, wall))
}

/// The letter that marks walls in the pictures: the only one whose cells are not connected in the first picture.
/// `None` if there is no such letter, or several.
fn wall_of_picture(solutions: &[TextSolution]) -> Option<String> {
    let (_, first) = solutions.first()?;
    let is_parted = |piece: &&ArrangedPiece| {
        let form = Polyform::new(Lattice::Square, piece.cells.iter().copied());
        matches!(form, Err(PolyformError::Disconnected { .. }))
    };
    let mut parted = first.iter().filter(is_parted);
    let wall = parted.next().filter(|_| first.len() > 1)?;
    parted.next().is_none().then(|| wall.name.clone())
}

/// Checks that the first solution contains the wall that the caller named.
fn named_wall(solutions: &[TextSolution], said: &str) -> Result<String, ListingError> {
    let first = solutions.first().map_or(&[][..], |(_, first)| first);
    if first.iter().any(|piece| piece.name == said) {
        return Ok(said.to_owned());
    }
    Err(ListingError::NoWall(said.to_owned()))
}

fn malformed(line: usize, what: impl Into<String>) -> ListingError {
    let what = what.into();
    ListingError::Malformed { line, what }
}

/// The lines with their numbers from 1. An error if a line is too long.
fn lines(text: &str) -> Result<Vec<(usize, &str)>, ListingError> {
    let numbered = (1..).zip(text.lines());
    let checked = numbered.map(|(number, line)| {
        if line.len() > MAX_LINE {
            return Err(malformed(
                number,
                format!("longer than {MAX_LINE} characters"),
            ));
        }
        Ok((number, line))
    });
    checked.collect()
}

/// Whether a word begins like a cell: with a number and a comma.
fn begins_as_cell(word: &str) -> bool {
    let unsigned = word.strip_prefix('-').unwrap_or(word);
    let digits = unsigned.bytes().take_while(u8::is_ascii_digit).count();
    digits > 0 && unsigned.as_bytes().get(digits) == Some(&b',')
}

/// The solutions in the form of records, with their lattice; `None` if the text has no records.
#[expect(clippy::type_complexity, reason = "a lattice and what lies on it")]
fn records(
    text: &str,
    requested: Option<Lattice>,
) -> Result<Option<(Lattice, Vec<TextSolution>)>, ListingError> {
    let mut found: Vec<(usize, Vec<(String, Vec<Vec<i64>>)>)> = Vec::new();
    let mut is_open = false;
    let mut cells = 0;
    let mut arity = None;
    for (number, line) in lines(text)? {
        if !line.split_whitespace().next().is_some_and(begins_as_cell) {
            is_open = false;
            continue;
        }
        let (name, placed) = record(number, line)?;
        let length = placed[0].len();
        if placed.iter().any(|cell| cell.len() != length) || *arity.get_or_insert(length) != length
        {
            let what = "either all cells of a list have two numbers, or all have three";
            return Err(malformed(number, what));
        }
        cells += placed.len();
        if cells > MAX_CELLS {
            return Err(ListingError::TooLong);
        }
        match found.last_mut() {
            Some((_, solution)) if is_open => solution.push((name, placed)),
            _ => found.push((number, vec![(name, placed)])),
        }
        is_open = true;
    }
    let Some(arity) = arity else {
        return Ok(None);
    };
    let lattice = requested.unwrap_or(if arity == 2 {
        Lattice::Square
    } else {
        Lattice::Cube
    });
    let all = found.iter().flat_map(|(_, solution)| solution);
    let origin = RecordOrigin::of(all.flat_map(|(_, placed)| placed));
    let solutions = found.into_iter().map(|(number, solution)| {
        let laid = solution.into_iter().map(|(name, placed)| {
            let cells = placed.iter().map(|cell| origin.cell(lattice, cell));
            let cells: Result<Vec<Cell>, _> = cells.collect();
            let cells = cells.map_err(|error| malformed(number, error.to_string()))?;
            Ok::<_, ListingError>(ArrangedPiece {
                name,
                color: None,
                cells,
            })
        });
        Ok((
            number,
            laid.collect::<Result<Vec<ArrangedPiece>, ListingError>>()?,
        ))
    });
    let solutions: Result<Vec<TextSolution>, ListingError> = solutions.collect();
    Ok(Some((lattice, solutions?)))
}

/// The minimum coordinates of the cells of all records, and the maximum of the second coordinate. Rows of squares
/// are numbered downwards from this maximum.
struct RecordOrigin {
    least: [i64; 3],
    top: i64,
}

impl RecordOrigin {
    fn of<'a>(cells: impl Iterator<Item = &'a Vec<i64>>) -> Self {
        let mut origin = Self {
            least: [i64::MAX; 3],
            top: i64::MIN,
        };
        for cell in cells {
            for (least, at) in origin.least.iter_mut().zip(cell) {
                *least = (*least).min(*at);
            }
            origin.top = origin.top.max(cell[1]);
        }
        origin
    }

    /// A cell of the board, moved so that the board starts at the origin. Rows of squares are
    /// counted from the top.
    fn cell(&self, lattice: Lattice, cell: &[i64]) -> Result<Cell, CellError> {
        let [left, low, near] = self.least;
        match (lattice, cell) {
            (Lattice::Square, [x, y]) => lattice.cell(&[x - left, self.top - y]),
            (Lattice::Cube, [x, y, z]) => lattice.cell(&[x - left, y - low, z - near]),
            // For triangles and sticks, the third number is the kind of the cell.
            (_, [x, y, kind]) => lattice.cell(&[x - left, y - low, *kind]),
            (_, other) => lattice.cell(other),
        }
    }
}

/// Parses a record: returns the name of the piece, and its cells as lists of numbers.
fn record(number: usize, line: &str) -> Result<(String, Vec<Vec<i64>>), ListingError> {
    let mut words: Vec<&str> = line.split_whitespace().collect();
    let name = words.pop().unwrap_or_default();
    if begins_as_cell(name) || words.is_empty() {
        return Err(malformed(
            number,
            "a record ends with the name of the piece",
        ));
    }
    let cells = words.into_iter().map(|word| {
        let numbers = word.split(',').map(|number| {
            let number = number.parse().ok();
            number.filter(|at| (-MAX_COORDINATE..=MAX_COORDINATE).contains(at))
        });
        let numbers: Option<Vec<i64>> = numbers.collect();
        let numbers = numbers.filter(|numbers| (2..=3).contains(&numbers.len()));
        numbers.ok_or_else(|| {
            let most = MAX_COORDINATE;
            malformed(
                number,
                format!("{word:?} is not a cell: write two or three numbers up to {most}"),
            )
        })
    });
    Ok((name.to_owned(), cells.collect::<Result<_, _>>()?))
}

/// Whether a line is a heading, not a row of a picture.
fn is_heading(line: &str) -> bool {
    line.trim_end().ends_with(':') || line.to_ascii_lowercase().contains("solution")
}

/// Reads the solutions of a text that draws them as pictures.
fn pictures(text: &str) -> Result<Vec<TextSolution>, ListingError> {
    let mut solutions = Vec::new();
    let mut picture: Vec<(usize, &str)> = Vec::new();
    let mut cells = 0;
    for (number, line) in lines(text)?.into_iter().chain([(0, "")]) {
        if !line.trim().is_empty() && !is_heading(line) {
            cells += line.len();
            if cells > MAX_CELLS {
                return Err(ListingError::TooLong);
            }
            picture.push((number, line));
        } else if let Some((first, _)) = picture.first() {
            let laid = shown(&picture)?;
            if !laid.is_empty() {
                solutions.push((*first, laid));
            }
            picture.clear();
        }
    }
    Ok(solutions)
}

fn shown(picture: &[(usize, &str)]) -> Result<Vec<ArrangedPiece>, ListingError> {
    let indent = |(_, line): &(usize, &str)| line.len() - line.trim_start_matches(' ').len();
    let indent = picture.iter().map(indent).min().unwrap_or(0);
    let has_gap = |(_, line): &(usize, &str)| line.trim().contains(' ');
    let step = if picture.iter().any(has_gap) { 2 } else { 1 };
    let mut pieces: BTreeMap<char, Vec<Cell>> = BTreeMap::new();
    for (y, (number, line)) in (0..).zip(picture) {
        for (column, character) in line.trim_end()[indent..].chars().enumerate() {
            if character == ' ' || character == '.' {
                continue;
            }
            if !character.is_alphanumeric() {
                let what = format!(
                    "{character:?} is not a cell: use letters and digits, and `.` for no cell"
                );
                return Err(malformed(*number, what));
            }
            if column % step != 0 {
                let what = "separate the letters of a picture by one blank, or by none";
                return Err(malformed(*number, what));
            }
            let x = i64::try_from(column / step).unwrap_or(i64::MAX);
            let cell = Lattice::Square.cell(&[x, y]);
            let cell = cell.map_err(|error| malformed(*number, error.to_string()))?;
            pieces.entry(character).or_default().push(cell);
        }
    }
    let laid = pieces.into_iter().map(|(name, cells)| ArrangedPiece {
        name: name.to_string(),
        color: None,
        cells,
    });
    Ok(laid.collect())
}

#[cfg(test)]
mod tests;
