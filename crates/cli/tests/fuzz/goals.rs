//! Random goals of a puzzle, and random cases.

use itertools::Itertools;

use crate::generate::Part;
use crate::goal::{Goal, LabelledGroup, taken};
use crate::grid::{Cell, Cells, Grid};
use crate::puzzle::Puzzle;
use crate::rules::rules;
use crate::tape::Tape;

/// Adds goals to some puzzles. Cells required by a restriction must stay on the board, so these puzzles
/// have no restrictions.
pub(crate) fn goals(tape: &mut Tape, puzzle: &mut Puzzle, parts: &[Part]) {
    if !puzzle.rules.is_empty() || parts.len() < 2 || tape.below(5) < 2 {
        return;
    }
    let cells = free_cells(puzzle);
    if puzzle.cells().len() < 3 || cells.is_empty() {
        return;
    }
    let goals = match tape.below(10) {
        0 => (0..tape.within(1..=2))
            .filter_map(|number| one(tape, puzzle, parts, &cells, number))
            .collect(),
        1..=3 => holes(tape, puzzle, &cells, false).into_iter().collect(),
        4..=6 => holes(tape, puzzle, &cells, true).into_iter().collect(),
        7 | 8 => each(tape, puzzle, &cells).into_iter().collect(),
        _ => growing(tape, puzzle, parts).into_iter().collect(),
    };
    puzzle.goals = goals;
}

/// Adds one or two cases if there are no goals.
pub(crate) fn cases(tape: &mut Tape, puzzle: &mut Puzzle, parts: &[Part]) {
    if !puzzle.goals.is_empty() || !tape.once_in(8) {
        return;
    }
    let own = std::mem::take(&mut puzzle.rules);
    for number in 0..2 {
        rules(tape, puzzle, parts);
        let more = std::mem::take(&mut puzzle.rules);
        if !more.is_empty() {
            puzzle.cases.push((format!("case {number}"), more));
        }
    }
    puzzle.rules = own;
}

/// The cells that no given covers.
fn free_cells(puzzle: &Puzzle) -> Vec<Cell> {
    let is_given = |cell: &Cell| puzzle.givens.iter().any(|(_, cells)| cells.contains(cell));
    let cells = puzzle.cells().into_iter();
    cells.filter(|cell| !is_given(cell)).collect()
}

/// The goal with this number: some cells stay open. `None` if all cells would be open.
fn one(
    tape: &mut Tape,
    puzzle: &Puzzle,
    parts: &[Part],
    free: &[Cell],
    number: usize,
) -> Option<Goal> {
    let mut open: Cells = (0..tape.below(3)).map(|_| *tape.pick(free)).collect();
    let mut only = None;
    if tape.once_in(3) {
        // The cells of a part are left open, and its piece is left out if it has one copy.
        let (piece, cells) = tape.pick(parts).clone();
        let once = parts.iter().filter(|(of, _)| *of == piece).count() == 1;
        let sets = puzzle.pieces.iter().any(|piece| piece.set.is_some());
        if once && !sets && cells.iter().all(|cell| free.contains(cell)) {
            open = cells;
            let others = (0..puzzle.pieces.len()).filter(|at| *at != piece);
            only = Some(others.collect_vec());
        }
    }
    let name = format!("goal {number}");
    (open.len() < puzzle.cells().len()).then_some(Goal::One { name, open, only })
}

/// A goal for each choice of one or two cells; `None` if the puzzle is unsuitable.
fn holes(tape: &mut Tape, puzzle: &Puzzle, free: &[Cell], distinct: bool) -> Option<Goal> {
    if distinct && !puzzle.givens.is_empty() {
        return None;
    }
    let several = tape.once_in(3);
    let within = (several && free.len() > 6 || tape.once_in(3)).then(|| {
        let cells = (0..tape.within(2..=5)).map(|_| *tape.pick(free));
        cells.collect::<Cells>()
    });
    let may_be_open = |cell: &&Cell| {
        puzzle.required.contains(*cell)
            && within.as_ref().is_none_or(|within| within.contains(*cell))
    };
    let count = if several { 2 } else { 1 };
    let enough = free.iter().filter(may_be_open).count() >= count;
    (enough && count < puzzle.cells().len()).then_some(Goal::Holes {
        count,
        within,
        distinct,
    })
}

/// A goal for each choice of a labelled cell from one or two groups; `None` if the puzzle is too
/// small.
fn each(tape: &mut Tape, puzzle: &Puzzle, free: &[Cell]) -> Option<Goal> {
    let mut left = free.to_vec();
    let mut groups = Vec::new();
    for letter in ["a", "b"].into_iter().take(tape.within(1..=2)) {
        let number = tape.within(1..=3).min(left.len());
        let cells = (0..number).map(|at| {
            let cell = left.swap_remove(tape.below(left.len()));
            (format!("{letter}{at}"), cell)
        });
        let cells: Vec<(String, Cell)> = cells.collect();
        if !cells.is_empty() {
            let rows = matches!(puzzle.grid, Grid::Square | Grid::Cube)
                && cells
                    .iter()
                    .all(|(_, cell)| puzzle.grid.coordinates(*cell)[2] == 0);
            let in_rows = rows && tape.once_in(2);
            groups.push(LabelledGroup { cells, in_rows });
        }
    }
    let goals: usize = groups.iter().map(|group| group.cells.len()).product();
    let except = if goals > 1 && tape.once_in(3) {
        let first = groups.iter().map(|group| group.cells[0].0.as_str());
        vec![first.collect_vec().join(" ")]
    } else {
        Vec::new()
    };
    (groups.len() < puzzle.cells().len()).then_some(Goal::Each { groups, except })
}

/// Goals on boards that grow by one part each. The pieces of the parts form a row, and sometimes also a second row
/// in the opposite order. `None` if the puzzle has layers or givens, or the program would refuse every row.
fn growing(tape: &mut Tape, puzzle: &Puzzle, parts: &[Part]) -> Option<Goal> {
    if puzzle.layers.is_some() || !puzzle.givens.is_empty() {
        return None;
    }
    let first = tape.within(1..=2).min(parts.len());
    let last = (first + tape.below(3)).min(parts.len());
    let board = |number: usize| -> Cells {
        let cells = parts[..number].iter().flat_map(|(_, cells)| cells);
        cells.copied().collect()
    };
    let boards: Vec<Cells> = (first..=last).map(board).collect();
    let row = parts.iter().map(|(piece, _)| *piece).collect_vec();
    let backwards = row.iter().rev().copied().collect_vec();
    let mut rows = vec![("row".to_owned(), row)];
    if tape.once_in(2) {
        rows.push(("back".to_owned(), backwards));
    }
    // The program refuses a row if two boards use the same number of its pieces.
    rows.retain(|(_, row)| {
        boards
            .iter()
            .map(|board| taken(puzzle, row, board))
            .all_unique()
    });
    (!rows.is_empty()).then_some(Goal::Growing { boards, rows })
}
