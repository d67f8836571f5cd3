//! The symmetries of a rectangular board, as permutations of a problem's options.

use std::collections::{BTreeMap, BTreeSet};

use tilewright_dlx::{OptionId, Problem, Symmetries};

pub(crate) type Cell = (usize, usize);
/// A symmetry of a board, as a map of its cells.
pub(crate) type Turn = Box<dyn Fn(Cell) -> Cell>;

/// The symmetries of a board with `rows` rows and `columns` columns. Rotations come first.
pub(crate) fn turns(rows: usize, columns: usize) -> Vec<Turn> {
    let (down, right) = (rows - 1, columns - 1);
    let mut turns: Vec<Turn> = vec![
        Box::new(|cell| cell),
        Box::new(move |(i, j)| (down - i, right - j)),
    ];
    let square = rows == columns;
    if square {
        turns.push(Box::new(move |(i, j)| (j, down - i)));
        turns.push(Box::new(move |(i, j)| (down - j, i)));
    }
    turns.push(Box::new(move |(i, j)| (down - i, j)));
    turns.push(Box::new(move |(i, j)| (i, right - j)));
    if square {
        turns.push(Box::new(|(i, j)| (j, i)));
        turns.push(Box::new(move |(i, j)| (down - j, right - i)));
    }
    turns
}

/// The symmetries of a problem on a board. `options` holds the cells of each option, and a name that no symmetry
/// changes.
pub(crate) fn of_board(
    problem: &Problem,
    turns: &[Turn],
    options: &[(BTreeSet<Cell>, String)],
) -> Symmetries {
    let number: BTreeMap<_, _> = options.iter().zip(problem.options()).collect();
    let image = |turn: &Turn, (cells, name): &(BTreeSet<Cell>, String)| {
        let cells = cells.iter().map(|&cell| turn(cell)).collect();
        number[&(cells, name.clone())]
    };
    let row = |turn: &Turn| options.iter().map(|option| image(turn, option)).collect();
    // On a small board, such as a single cell, different symmetries of the board may permute the options in the
    // same way.
    let mut rows: Vec<Vec<OptionId>> = turns.iter().map(row).collect();
    let mut seen = BTreeSet::new();
    rows.retain(|row| seen.insert(row.clone()));
    Symmetries::new(problem, rows).unwrap()
}

/// The symmetries of a problem whose cells are items with names "i,j", where the numbers begin at `first`.
pub(crate) fn of_cells(problem: &Problem, first: usize, rows: usize, columns: usize) -> Symmetries {
    let option = |option| {
        let mut cells = BTreeSet::new();
        let mut rest = String::new();
        for &item in problem.option_items(option) {
            let name = problem.item_name(item);
            if let Some((i, j)) = name.split_once(',') {
                let number = |text: &str| text.parse::<usize>().unwrap() - first;
                cells.insert((number(i), number(j)));
            } else {
                rest.push_str(name);
            }
        }
        (cells, rest)
    };
    let options: Vec<_> = problem.options().map(option).collect();
    of_board(problem, &turns(rows, columns), &options)
}
