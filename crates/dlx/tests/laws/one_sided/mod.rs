//! The eighteen one-sided pentominoes, which may be rotated but not reflected.

use std::collections::{BTreeMap, BTreeSet};

use tilewright_dlx::{ItemId, Problem};

type Cell = (i32, i32);

/// The canonical form of a pentomino: the least of its four rotations, each moved to the origin.
fn piece(cells: &[Cell]) -> Vec<Cell> {
    let mut cells = cells.to_vec();
    let turns = (0..4).map(|_| {
        cells = cells.iter().map(|&(i, j)| (j, -i)).collect();
        let top = cells.iter().map(|cell| cell.0).min().unwrap();
        let left = cells.iter().map(|cell| cell.1).min().unwrap();
        cells
            .iter()
            .map(|&(i, j)| (i - top, j - left))
            .collect::<BTreeSet<Cell>>()
    });
    turns.min().unwrap().into_iter().collect()
}

/// Turns a problem of the twelve pentominoes into a problem in which mirror images are different pieces.
pub(crate) fn problem(two_sided: &Problem) -> Problem {
    let cell = |item: &ItemId| -> Option<Cell> {
        let (row, column) = two_sided.item_name(*item).split_once(',')?;
        Some((row.parse().ok()?, column.parse().ok()?))
    };
    let mut problem = Problem::new();
    let mut pieces: BTreeMap<Vec<Cell>, ItemId> = BTreeMap::new();
    for item in two_sided.items().filter(|item| cell(item).is_some()) {
        problem.add_primary(two_sided.item_name(item)).unwrap();
    }
    for option in two_sided.options() {
        let items = two_sided.option_items(option);
        let cells: Vec<Cell> = items.iter().filter_map(cell).collect();
        let count = pieces.len();
        let piece = *pieces
            .entry(piece(&cells))
            .or_insert_with(|| problem.add_primary(format!("piece{count}")).unwrap());
        let names = items.iter().filter(|item| cell(item).is_some());
        let mut items: Vec<ItemId> = names
            .map(|item| problem.item(two_sided.item_name(*item)).unwrap())
            .collect();
        items.push(piece);
        problem.add_option(&items).unwrap();
    }
    assert_eq!(pieces.len(), 18);
    problem
}
