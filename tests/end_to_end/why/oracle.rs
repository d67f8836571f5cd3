//! Decides demands by trying everything, using only the program's lattice geometry.

use std::collections::BTreeSet;

use tilewright::puzzle::{PieceId, Puzzle, Tray};
use tilewright::reason::conflict::PuzzleDemand;
use tilewright_geometry::{BoardCell, Cell, Lattice};

/// A piece and the cells that it covers, sorted.
pub(super) type Placed = (PieceId, Vec<BoardCell>);

/// Every way to lay a piece on the board, ignoring restrictions.
pub(super) fn everywhere(puzzle: &Puzzle) -> Vec<Placed> {
    let lattice = puzzle.lattice;
    let mut found = BTreeSet::new();
    for (id, piece) in puzzle.pieces() {
        for form in piece.polyform.orientations(piece.sides) {
            let cells = form.cells();
            let first = cells[0].vector();
            let layers: BTreeSet<i32> = cells.iter().map(|cell| cell.vector().z).collect();
            if let Tray::Projected { layers: depth } = puzzle.tray
                && layers.len() != depth as usize
            {
                continue;
            }
            // Translations preserve the kind of a cell.
            let kind = |cell: Cell| lattice.offset_and_kind(cell).1;
            let targets = puzzle.board.cells().iter();
            for target in targets.filter(|target| kind(**target) == kind(cells[0])) {
                let moved: Option<Vec<BoardCell>> = cells
                    .iter()
                    .map(|cell| {
                        let mut at = cell.vector() - first + target.vector();
                        if puzzle.tray != Tray::Flat {
                            at.z = 0;
                        }
                        puzzle.board.index_of(lattice.cell_at(at)?)
                    })
                    .collect();
                if let Some(mut cells) = moved {
                    cells.sort_unstable();
                    cells.dedup();
                    found.insert((id, cells));
                }
            }
        }
    }
    found.into_iter().collect()
}

/// Whether two stick pieces run straight through the same vertex.
fn cross(puzzle: &Puzzle, one: &Placed, other: &Placed) -> bool {
    if puzzle.lattice != Lattice::Stick {
        return false;
    }
    let has = |placed: &Placed, x: i32, y: i32, d: i32| {
        let cell = puzzle.lattice.cell(&[x.into(), y.into(), d.into()]).ok();
        cell.and_then(|cell| puzzle.board.index_of(cell))
            .is_some_and(|cell| placed.1.contains(&cell))
    };
    let through = |across: &Placed, down: &Placed| {
        across.1.iter().any(|cell| {
            let at = puzzle.lattice.coordinates(puzzle.board.cell(*cell));
            let (x, y, d) = (at[0], at[1], at[2]);
            d == 0 && has(across, x - 1, y, 0) && has(down, x, y - 1, 1) && has(down, x, y, 1)
        })
    };
    through(one, other) || through(other, one)
}

pub(super) fn fit(puzzle: &Puzzle, a: &Placed, b: &Placed) -> bool {
    !a.1.iter().any(|cell| b.1.contains(cell)) && !cross(puzzle, a, b)
}

/// Whether a placement obeys the restrictions among the demands.
pub(super) fn obeys(puzzle: &Puzzle, placed: &Placed, demands: &[PuzzleDemand]) -> bool {
    demands.iter().all(|demand| match demand {
        PuzzleDemand::Restriction(index) => {
            let rule = &puzzle.restrictions[*index];
            !rule.concerns(placed.0) || rule.allows_cells(&placed.1)
        }
        _ => true,
    })
}

/// Whether two copies of a piece touch.
pub(super) fn touch(puzzle: &Puzzle, one: &Placed, other: &Placed) -> bool {
    let cell = |cell: &BoardCell| puzzle.board.cell(*cell);
    let near = |at: &BoardCell| {
        let mut near = puzzle.lattice.neighbours(cell(at));
        near.any(|next| other.1.iter().map(cell).any(|other| other == next))
    };
    one.0 == other.0 && one.1.iter().any(near)
}

/// The number of laid placements that meet a demand, and the number required.
pub(super) fn meeting(puzzle: &Puzzle, laid: &[Placed], demand: PuzzleDemand) -> (usize, usize) {
    let count =
        |meets: &dyn Fn(&Placed) -> bool| laid.iter().filter(|placed| meets(placed)).count();
    match demand {
        PuzzleDemand::Restriction(_) => (1, 1),
        PuzzleDemand::Condition(_) => {
            let clash = |(at, one): (usize, &Placed)| {
                laid[..at].iter().any(|other| touch(puzzle, one, other))
            };
            (usize::from(!laid.iter().enumerate().any(clash)), 1)
        }
        PuzzleDemand::Constraint(id) => {
            let line = &puzzle.board.lines()[id.index()];
            (count(&|placed| line.is_crossed_by(&placed.1)), 1)
        }
        PuzzleDemand::Given(index) => {
            let given = &puzzle.givens[index];
            (
                count(&|placed| placed.0 == given.piece && placed.1 == given.cells),
                1,
            )
        }
        PuzzleDemand::Cell(cell) => (count(&|placed| placed.1.contains(&cell)), 1),
        PuzzleDemand::Piece(piece) => (
            count(&|placed| placed.0 == piece),
            puzzle.piece(piece).copies.min as usize,
        ),
    }
}

/// Whether the demands can be met by adding to the laid pieces, by trying everything.
pub(super) fn can_be_met(
    puzzle: &Puzzle,
    all: &[Placed],
    demands: &[PuzzleDemand],
    laid: &mut Vec<Placed>,
) -> bool {
    let open = demands.iter().find(|demand| {
        let (met, required) = meeting(puzzle, laid, **demand);
        met < required
    });
    let Some(demand) = open else { return true };
    for placed in all {
        let before = meeting(puzzle, laid, *demand).0;
        laid.push(placed.clone());
        let meets = meeting(puzzle, laid, *demand).0 > before;
        laid.pop();
        let copies = laid.iter().filter(|other| other.0 == placed.0).count();
        if meets
            && copies < puzzle.piece(placed.0).copies.max as usize
            && obeys(puzzle, placed, demands)
            && laid.iter().all(|other| fit(puzzle, other, placed))
        {
            laid.push(placed.clone());
            let met = can_be_met(puzzle, all, demands, laid);
            laid.pop();
            if met {
                return true;
            }
        }
    }
    false
}
