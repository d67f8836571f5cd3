//! Sudoku as an exact cover, and a plain depth-first search to compare with.
//!
//! There are 324 items: each cell has a digit, and each row, column and box has each digit. An
//! option puts a digit into a cell. Source: the slides "Dancing Links and Exact Cover" (Wei Li),
//! whose naive search visits the cells in order and tries the digits 1 to 9.

use std::ops::ControlFlow::{Break, Continue};

use tilewright_dlx::{Links, OptionId, Problem, ProblemError};

/// 81 cells, row by row; 0 is an empty one.
pub(crate) type Grid = [u8; 81];

/// The results of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) first: Option<Grid>,
    /// Solutions found before the search ended or was stopped; it stops at the second one.
    pub(crate) solutions: usize,
    /// Whether the search ended, or found a second solution, within the limit of steps.
    pub(crate) decided: bool,
}

/// Why a text is not a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum GridError {
    /// A character other than a digit or `.`.
    Character { character: char, cell: usize },
    /// A number of cells other than 81.
    Count { cells: usize },
}

impl std::fmt::Display for GridError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Character { character, cell } => write!(
                f,
                "{character:?} in cell {cell} is not a cell; write a digit, or '.' or '0' if empty"
            ),
            Self::Count { cells } => {
                write!(
                    f,
                    "there are {cells} cells; a grid has 81, in nine rows of nine"
                )
            }
        }
    }
}

impl std::error::Error for GridError {}

/// Reads 81 cells; white space is ignored.
pub(crate) fn read(text: &str) -> Result<Grid, GridError> {
    let mut grid = [0; 81];
    let mut cells = 0;
    for character in text.chars().filter(|c| !c.is_whitespace()) {
        let digit = match character {
            '.' => Some(0),
            _ => character
                .to_digit(10)
                .and_then(|digit| u8::try_from(digit).ok()),
        };
        let Some(digit) = digit else {
            return Err(GridError::Character {
                character,
                cell: cells + 1,
            });
        };
        if let Some(cell) = grid.get_mut(cells) {
            *cell = digit;
        }
        cells += 1;
    }
    if cells == 81 {
        Ok(grid)
    } else {
        Err(GridError::Count { cells })
    }
}

fn box_of(cell: usize) -> usize {
    cell / 27 * 3 + cell % 9 / 3
}

/// Makes the problem of a grid. Returns the cell and the digit of each option too. A filled cell
/// has one option.
pub(crate) fn problem(grid: &Grid) -> Result<(Problem, Vec<(usize, u8)>), ProblemError> {
    let mut problem = Problem::new();
    let mut items = Vec::new();
    for cell in 0..81 {
        items.push(problem.add_primary(format!("cell{cell}"))?);
    }
    for kind in ["row", "column", "box"] {
        for place in 0..9 {
            for digit in 1..=9 {
                items.push(problem.add_primary(format!("{kind}{place}={digit}"))?);
            }
        }
    }
    let mut meaning = Vec::new();
    for (cell, &filled) in grid.iter().enumerate() {
        for digit in (1..=9).filter(|&digit| filled == 0 || filled == digit) {
            let which = usize::from(digit) - 1;
            let row = 81 + cell / 9 * 9 + which;
            let column = 162 + cell % 9 * 9 + which;
            let square = 243 + box_of(cell) * 9 + which;
            problem.add_option(&[items[cell], items[row], items[column], items[square]])?;
            meaning.push((cell, digit));
        }
    }
    Ok((problem, meaning))
}

/// Solves a grid with dancing links, up to the second solution.
pub(crate) fn dance(grid: &Grid) -> Result<Answer, ProblemError> {
    let (problem, meaning) = problem(grid)?;
    let mut first = None;
    let mut solutions = 0;
    Links::new(&problem).run(&mut |options: &[OptionId]| {
        solutions += 1;
        first.get_or_insert_with(|| {
            let mut solved = [0; 81];
            for option in options {
                let (cell, digit) = meaning[option.index()];
                solved[cell] = digit;
            }
            solved
        });
        if solutions == 2 {
            Break(())
        } else {
            Continue(())
        }
    });
    Ok(Answer {
        first,
        solutions,
        decided: true,
    })
}

/// Whether no other cell of the row, the column or the box holds the digit.
fn fits(grid: &Grid, cell: usize, digit: u8) -> bool {
    let (row, column) = (cell / 9, cell % 9);
    let corner = row / 3 * 27 + column / 3 * 3;
    (0..9).all(|k| {
        let peers = [row * 9 + k, k * 9 + column, corner + k / 3 * 9 + k % 3];
        peers
            .iter()
            .all(|&peer| peer == cell || grid[peer] != digit)
    })
}

/// Solves a grid by plain depth-first search, up to the second solution or `limit` digits tried.
pub(crate) fn depth_first(grid: &Grid, limit: u64) -> Answer {
    let mut answer = Answer {
        first: None,
        solutions: 0,
        decided: true,
    };
    let filled_fit = (0..81).all(|cell| grid[cell] == 0 || fits(grid, cell, grid[cell]));
    if !filled_fit {
        return answer;
    }
    let empty: Vec<usize> = (0..81).filter(|&cell| grid[cell] == 0).collect();
    let mut grid = *grid;
    let mut depth = 0;
    let mut tried = 0;
    loop {
        let Some(&cell) = empty.get(depth) else {
            answer.solutions += 1;
            answer.first.get_or_insert(grid);
            if answer.solutions == 2 || depth == 0 {
                return answer;
            }
            depth -= 1;
            continue;
        };
        if tried >= limit {
            answer.decided = false;
            return answer;
        }
        tried += 1;
        // The digit in the cell has been tried; 0 means none has.
        let digit = (grid[cell] + 1..=9).find(|&digit| fits(&grid, cell, digit));
        grid[cell] = digit.unwrap_or(0);
        match (digit, depth) {
            (Some(_), _) => depth += 1,
            (None, 0) => return answer,
            (None, _) => depth -= 1,
        }
    }
}
