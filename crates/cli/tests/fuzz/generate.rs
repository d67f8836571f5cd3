//! Random puzzles, most of which have a solution: a board is cut into parts, and the parts become its
//! pieces.

use itertools::Itertools;

use crate::brute_force::{projected, translations};
use crate::goals::{cases, goals};
use crate::grid::{Cell, Cells, Grid, Sides, apply};
use crate::puzzle::{PREFIX, Piece, Puzzle};
use crate::rules::rules;
use crate::tape::Tape;

/// A part of the board, with the index of the piece that covers it.
pub(crate) type Part = (usize, Cells);

/// The puzzle determined by a sequence of random choices.
pub(crate) fn puzzle(tape: &mut Tape) -> Puzzle {
    let (grid, layers) = *tape.pick(&[
        (Grid::Square, None),
        (Grid::Triangle, None),
        (Grid::Stick, None),
        (Grid::Cube, None),
        (Grid::Cube, Some(2)),
        (Grid::Square, None),
        (Grid::Stick, None),
        (Grid::Cube, Some(1)),
    ]);
    let (frame, written) = frame(tape, grid, layers.is_some());
    let mut puzzle = Puzzle {
        grid,
        layers,
        required: frame,
        optional: Cells::new(),
        board: Some(written),
        pieces: Vec::new(),
        givens: Vec::new(),
        rules: Vec::new(),
        goals: Vec::new(),
        cases: Vec::new(),
    };
    make_holes(tape, &mut puzzle);
    let parts = cut(tape, &mut puzzle);
    if tape.once_in(5) {
        add_set(tape, &mut puzzle);
    }
    if tape.once_in(4) {
        add_stranger(tape, &mut puzzle);
    }
    give(tape, &mut puzzle, &parts);
    rules(tape, &mut puzzle, &parts);
    goals(tape, &mut puzzle, &parts);
    cases(tape, &mut puzzle, &parts);
    puzzle
}

/// A board without holes, possibly shifted, and the same board as a puzzle file writes it.
fn frame(tape: &mut Tape, grid: Grid, flat: bool) -> (Cells, String) {
    let [width, height, depth] = match grid {
        Grid::Square => [tape.within(1..=5), tape.within(1..=4), 1],
        Grid::Triangle => [tape.within(1..=3), tape.within(1..=3), 1],
        Grid::Stick => [tape.within(1..=3), tape.within(1..=2), 1],
        Grid::Cube if flat => [tape.within(1..=5), tape.within(1..=3), 1],
        Grid::Cube => [tape.within(1..=4), tape.within(1..=2), tape.within(1..=2)],
    };
    let name = match grid {
        Grid::Square | Grid::Stick => format!("Rect({width}, {height})"),
        Grid::Triangle => format!("Rhombus({width}, {height})"),
        Grid::Cube if depth == 1 => format!("Rect({width}, {height})"),
        Grid::Cube => format!("Box({width}, {height}, {depth})"),
    };
    let shift = if tape.once_in(3) {
        [tape.within(0..=4), tape.within(0..=4)].map(|by| int(by) - 2)
    } else {
        [0, 0]
    };
    let [width, height, depth] = [width, height, depth].map(int);
    let more = i32::from(grid == Grid::Stick);
    let last = match grid {
        Grid::Square => 0..1,
        Grid::Triangle | Grid::Stick => 0..2,
        Grid::Cube => 0..depth,
    };
    let mut cells = Cells::new();
    for (x, y, last) in itertools::iproduct!(0..width + more, 0..height + more, last) {
        // Sticks at the far sides must not extend beyond the board.
        let reaches_out = grid == Grid::Stick && if last == 0 { x == width } else { y == height };
        if !reaches_out {
            cells.insert(grid.cell([x + shift[0], y + shift[1], last]));
        }
    }
    let [x, y] = shift;
    let written = match (grid, shift) {
        (_, [0, 0]) => name,
        (Grid::Cube, _) => format!("Shift(({x}, {y}, 0), {name})"),
        _ => format!("Shift(({x}, {y}), {name})"),
    };
    (cells, written)
}

/// Removes cells, possibly symmetrically.
fn make_holes(tape: &mut Tape, puzzle: &mut Puzzle) {
    let count = tape.below(4);
    let mut holes = Cells::new();
    for _ in 0..count {
        let cells: Vec<Cell> = puzzle.required.difference(&holes).copied().collect();
        if cells.len() > 3 {
            holes.insert(*tape.pick(&cells));
        }
    }
    if holes.is_empty() {
        return;
    }
    puzzle.required.retain(|cell| !holes.contains(cell));
    let grid = puzzle.grid;
    let listed = holes
        .iter()
        .map(|cell| format!("({})", grid.written(*cell)));
    let listed = format!("Cells([{}])", listed.format(", "));
    puzzle.board = match tape.below(3) {
        0 => None,
        _ => puzzle
            .board
            .take()
            .map(|board| format!("Minus({board}, {listed})")),
    };
}

/// Cuts the board into connected parts, which become pieces. The remaining cells become optional.
fn cut(tape: &mut Tape, puzzle: &mut Puzzle) -> Vec<Part> {
    let largest = tape.within(2..=5);
    let spare = tape.within(2..=12);
    let mut free = puzzle.required.clone();
    let mut parts: Vec<Part> = Vec::new();
    while let Some(first) = free.first().copied() {
        let size = tape.within(1..=largest);
        let cells = puzzle.grid.grown(tape, &free, first, size);
        free.retain(|cell| !cells.contains(cell));
        if tape.once_in(spare) {
            // These cells need not be covered.
            puzzle.optional.extend(&cells);
            continue;
        }
        let piece = piece_for(tape, puzzle, &cells);
        parts.push((piece, cells));
    }
    if puzzle.optional.len() == puzzle.required.len() || !puzzle.optional.is_empty() {
        puzzle.board = None;
        let optional = &puzzle.optional;
        puzzle.required.retain(|cell| !optional.contains(cell));
    }
    if parts.is_empty() {
        // All cells are optional; add an optional piece.
        let cells = puzzle.optional.iter().copied().take(1).collect();
        piece_for(tape, puzzle, &cells);
    }
    let bounds = tape.below(5);
    for piece in &mut puzzle.pieces {
        let (_, most) = piece.copies;
        piece.copies = match bounds {
            0 | 1 => (most, most),
            2 => (0, most),
            3 => (most.saturating_sub(tape.below(2)), most + tape.below(2)),
            _ => (tape.below(most + 1), most + tape.below(3)),
        };
    }
    parts
}

/// The index of a piece that can cover these cells. This is a piece of the same shape, which gets another copy, or
/// a new piece.
fn piece_for(tape: &mut Tape, puzzle: &mut Puzzle, cells: &Cells) -> usize {
    let grid = puzzle.grid;
    let seen = grid.normal(cells.iter().copied());
    let alone = tape.once_in(4);
    let known = puzzle.pieces.iter().position(|piece| {
        let shapes = grid.orientations(&piece.shape, piece.sides);
        let layers = puzzle.layers;
        let seen_as = |shape: &Cells| match layers {
            None => *shape == seen,
            Some(layers) => projected(grid, shape, layers).as_ref() == Some(&seen),
        };
        shapes.iter().any(seen_as)
    });
    if let Some(known) = known.filter(|_| !alone) {
        puzzle.pieces[known].copies.1 += 1;
        return known;
    }
    let sides = match tape.below(6) {
        0..=2 => grid.usual_sides(),
        3 => Sides::Free,
        4 => Sides::OneSided,
        _ => Sides::Fixed,
    };
    let lifted = match puzzle.layers {
        None => cells.clone(),
        Some(layers) => lifted(tape, cells, layers),
    };
    let map = *tape.pick(&grid.maps(sides));
    let shape = lifted.iter().map(|cell| apply(&map, *cell));
    let name = char::from(b"ABCDEFGHIJKLMNOPQR"[puzzle.pieces.len() % 18]);
    puzzle.pieces.push(Piece {
        name: format!("{name}{}", puzzle.pieces.len()),
        shape: grid.normal(shape),
        sides,
        copies: (1, 1),
        set: None,
    });
    puzzle.pieces.len() - 1
}

/// A piece with `layers` layers over these cells.
fn lifted(tape: &mut Tape, cells: &Cells, layers: usize) -> Cells {
    let flat: Vec<Cell> = cells.iter().copied().collect();
    let mut lifted = cells.clone();
    let [x, y, z] = *tape.pick(&flat);
    for layer in 1..layers {
        lifted.insert([x, y, z + 2 * int(layer)]);
        if tape.once_in(2) {
            let [x, y, z] = *tape.pick(&flat);
            // A cell is added only above a cell of the layer below, so that the piece is connected.
            if lifted.contains(&[x, y, z + 2 * int(layer - 1)]) {
                lifted.insert([x, y, z + 2 * int(layer)]);
            }
        }
    }
    lifted
}

/// Adds all shapes of a size as optional pieces.
fn add_set(tape: &mut Tape, puzzle: &mut Puzzle) {
    let family = match puzzle.grid {
        Grid::Square => "Polyominoes",
        Grid::Triangle => "Polyiamonds",
        Grid::Stick => "Polysticks",
        Grid::Cube => "Polycubes",
    };
    let size = tape.within(1..=3);
    let sides = *tape.pick(&[puzzle.grid.usual_sides(), Sides::Free, Sides::OneSided]);
    let copies = (0, tape.within(1..=2));
    for (at, shape) in puzzle.grid.shapes(size, sides).into_iter().enumerate() {
        puzzle.pieces.push(Piece {
            name: format!("{PREFIX}-{at}"),
            shape,
            sides,
            copies,
            set: (at == 0).then(|| format!("{family}({size})")),
        });
    }
}

/// Adds a piece unrelated to the board.
fn add_stranger(tape: &mut Tape, puzzle: &mut Puzzle) {
    let size = tape.within(1..=5);
    let sides = *tape.pick(&[puzzle.grid.usual_sides(), Sides::Free, Sides::OneSided]);
    let first = puzzle.grid.cell([0, 0, 0]);
    let mut around = Cells::from([first]);
    for _ in 1..size {
        let more: Vec<Cell> = around
            .iter()
            .flat_map(|cell| puzzle.grid.neighbours(*cell))
            .collect();
        around.extend(more);
    }
    let shape = puzzle.grid.grown(tape, &around, first, size);
    puzzle.pieces.push(Piece {
        name: "Z".to_owned(),
        shape: puzzle.grid.normal(shape),
        sides,
        copies: (0, tape.within(1..=2)),
        set: None,
    });
}

/// Adds givens. Most are pieces on their own parts of the board; some are other placements.
fn give(tape: &mut Tape, puzzle: &mut Puzzle, parts: &[Part]) {
    if !tape.once_in(3) {
        return;
    }
    for (piece, cells) in parts {
        let used = puzzle.givens.iter().filter(|(of, _)| of == piece).count();
        if !tape.once_in(3) || used >= puzzle.pieces[*piece].copies.1 {
            continue;
        }
        let mut cells = cells.clone();
        if puzzle.layers.is_none() && tape.once_in(4) {
            // Another placement, possibly turned, anywhere on the board.
            let piece = &puzzle.pieces[*piece];
            let shapes = puzzle.grid.orientations(&piece.shape, piece.sides);
            let shape = tape.pick(&shapes.into_iter().collect_vec()).clone();
            let board = puzzle.cells();
            let laid = translations(puzzle.grid, &shape, &board).collect_vec();
            if !laid.is_empty() {
                cells.clone_from(tape.pick(&laid));
            }
        }
        if puzzle
            .givens
            .iter()
            .all(|(_, given)| given.is_disjoint(&cells))
        {
            puzzle.givens.push((*piece, cells));
        }
    }
}

fn int(number: usize) -> i32 {
    i32::try_from(number).expect("a small number")
}
