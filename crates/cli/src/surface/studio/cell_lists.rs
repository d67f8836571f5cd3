//! Turns lists of coordinates, as the page sends them, into cells.

use tilewright_geometry::{Cell, Lattice};

use super::edit::Refusal;

pub(super) fn cells_of(lattice: Lattice, cells: &[Vec<i64>]) -> Result<Vec<Cell>, Refusal> {
    let cell = |numbers: &Vec<i64>| lattice.cell(numbers).map_err(|_| Refusal::NoCell);
    cells.iter().map(cell).collect()
}
