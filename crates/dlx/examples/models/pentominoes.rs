//! Packing the twelve pentominoes into a board. The items are the cells, row by row, and then the
//! pieces F I L P N T U V W X Y Z.
//!
//! Source: Knuth, "Dancing Links" (2000), Figure 1 and section "The exact cover problem"; letters
//! after Golomb. This order of the items gives the paper's update counts.

use std::collections::BTreeSet;

use tilewright_dlx::{Problem, ProblemError};

type Cell = (i32, i32);

/// One orientation of each piece, rows from the top.
const PIECES: [(char, [Cell; 5]); 12] = [
    ('F', [(0, 1), (0, 2), (1, 0), (1, 1), (2, 1)]),
    ('I', [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)]),
    ('L', [(0, 0), (1, 0), (2, 0), (3, 0), (3, 1)]),
    ('P', [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)]),
    ('N', [(0, 1), (1, 1), (2, 0), (2, 1), (3, 0)]),
    ('T', [(0, 0), (0, 1), (0, 2), (1, 1), (2, 1)]),
    ('U', [(0, 0), (0, 2), (1, 0), (1, 1), (1, 2)]),
    ('V', [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2)]),
    ('W', [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2)]),
    ('X', [(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)]),
    ('Y', [(0, 1), (1, 0), (1, 1), (2, 1), (3, 1)]),
    ('Z', [(0, 0), (0, 1), (1, 1), (2, 1), (2, 2)]),
];

fn normal(cells: &[Cell]) -> Vec<Cell> {
    let top = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
    let left = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
    let mut cells: Vec<Cell> = cells.iter().map(|&(i, j)| (i - top, j - left)).collect();
    cells.sort_unstable();
    cells
}

fn orientations(cells: &[Cell]) -> BTreeSet<Vec<Cell>> {
    let mut all = BTreeSet::new();
    let mut cells = cells.to_vec();
    for _ in 0..4 {
        cells = cells.iter().map(|&(i, j)| (j, -i)).collect();
        all.insert(normal(&cells));
        let mirrored: Vec<Cell> = cells.iter().map(|&(i, j)| (i, -j)).collect();
        all.insert(normal(&mirrored));
    }
    all
}

fn cell_name((i, j): Cell) -> String {
    format!("{},{}", i + 1, j + 1)
}

/// Makes the problem of packing the pentominoes into the cells marked `#`. If `x_at` is a cell,
/// counted from 1, the only option of X is the placement with its middle there.
pub(crate) fn problem(board: &[&str], x_at: Option<Cell>) -> Result<Problem, ProblemError> {
    let mut cells = Vec::new();
    for (row, i) in board.iter().zip(0..) {
        cells.extend(
            row.chars()
                .zip(0..)
                .filter(|(c, _)| *c == '#')
                .map(|(_, j)| (i, j)),
        );
    }
    let mut problem = Problem::new();
    for &cell in &cells {
        problem.add_primary(cell_name(cell))?;
    }
    for (letter, _) in PIECES {
        problem.add_primary(letter)?;
    }
    let columns = board.iter().map(|row| row.len()).max().unwrap_or(0);
    for (letter, shape) in PIECES {
        for oriented in orientations(&shape) {
            for top in (0..).take(board.len()) {
                for left in (0..).take(columns) {
                    let placed: Vec<Cell> =
                        oriented.iter().map(|&(i, j)| (i + top, j + left)).collect();
                    let middle = (top + 2, left + 2);
                    if letter == 'X' && x_at.is_some_and(|at| at != middle) {
                        continue;
                    }
                    let mut items: Vec<_> = placed
                        .iter()
                        .filter_map(|&cell| problem.item(&cell_name(cell)))
                        .collect();
                    if items.len() < placed.len() {
                        continue;
                    }
                    items.extend(problem.item(&letter.to_string()));
                    problem.add_option(&items)?;
                }
            }
        }
    }
    Ok(problem)
}

/// Scott's board: a chessboard without the four cells in the middle.
pub(crate) const SCOTT: [&str; 8] = [
    "########", "########", "########", "###..###", "###..###", "########", "########", "########",
];
