//! Dominoes on a board: an item for each cell, row by row.
//!
//! Source: Knuth, "Dancing Links" (2000), section "A failed experiment" (the mutilated
//! chessboard).

use tilewright_dlx::{Problem, ProblemError};

/// Makes the problem of covering a board of `rows` by `columns` with dominoes. The cells
/// `without` are missing.
pub(crate) fn problem(
    rows: usize,
    columns: usize,
    without: &[(usize, usize)],
) -> Result<Problem, ProblemError> {
    let mut problem = Problem::new();
    let name = |i, j| format!("{i},{j}");
    for i in 0..rows {
        for j in (0..columns).filter(|&j| !without.contains(&(i, j))) {
            problem.add_primary(name(i, j))?;
        }
    }
    for i in 0..rows {
        for j in 0..columns {
            let Some(cell) = problem.item(&name(i, j)) else {
                continue;
            };
            for neighbour in [name(i, j + 1), name(i + 1, j)] {
                if let Some(neighbour) = problem.item(&neighbour) {
                    problem.add_option(&[cell, neighbour])?;
                }
            }
        }
    }
    Ok(problem)
}

/// Makes the mutilated chessboard: two opposite corners are missing.
pub(crate) fn mutilated_chessboard() -> Result<Problem, ProblemError> {
    problem(8, 8, &[(0, 0), (7, 7)])
}
