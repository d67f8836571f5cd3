//! The items that are cells, in the order of a sweep, and their neighbours.

use tilewright_dlx::randomized::Layout;
use tilewright_dlx::{StopFlag, Stopped};

use super::{Instance, cell_order};

/// The layout of an instance's cells: their order in a sweep, and which of them are neighbours. The other items
/// are pieces, givens, junctions and constraints.
///
/// Cost: a dozen sorts of the cells, and a look-up for each neighbour of a cell.
///
/// # Errors
///
/// [`Stopped`] if `stop` is set.
#[expect(clippy::expect_used, reason = "an invariant of instances")]
pub(crate) fn layout(instance: &Instance, stop: &StopFlag) -> Result<Layout, Stopped> {
    let puzzle = instance.puzzle();
    let (board, cells) = (&puzzle.board, instance.cells());
    let mut pairs = Vec::new();
    for cell in board.indices() {
        let neighbours = puzzle.lattice.neighbours(board.cell(cell));
        let on_board = neighbours.filter_map(|next| board.index_of(next));
        pairs.extend(on_board.map(|next| (cells[cell.index()], cells[next.index()])));
    }
    let order = cell_order::order_by_neighbours(instance, &pairs, stop)?;
    Ok(Layout::new(instance.problem(), &order, &pairs)
        .expect("invariant: the order has each of the board's cells once"))
}
