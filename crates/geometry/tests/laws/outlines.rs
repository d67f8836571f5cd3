//! The boundaries of sets of cells that touch themselves in corners, compared with their definition
//! by edges.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use proptest::sample::subsequence;
use tilewright_geometry::{Cell, Lattice, Loop, Vector, hexagon, rectangle};

type Edge = (Vector, Vector);

/// Lattices in which three, four or six cells meet at a corner, each with a region.
fn regions() -> [(Lattice, Vec<Cell>); 4] {
    [
        (Lattice::Square, rectangle(Lattice::Square, 4, 4)),
        (Lattice::Triangle, hexagon(Lattice::Triangle, 2)),
        (Lattice::Hexagon, hexagon(Lattice::Hexagon, 3)),
        (Lattice::Tan, rectangle(Lattice::Tan, 2, 2)),
    ]
    .map(|(lattice, cells)| (lattice, cells.unwrap()))
}

fn some_cells() -> impl Strategy<Value = (Lattice, Vec<Cell>)> {
    (0..4_usize).prop_flat_map(|at| {
        let (lattice, cells) = regions()[at].clone();
        let count = cells.len();
        (Just(lattice), subsequence(cells, 1..=count))
    })
}

fn edges_of(lattice: Lattice, cell: Cell) -> Vec<Edge> {
    let corners = lattice.outline(cell).corners;
    let next = corners.iter().cycle().skip(1);
    corners.iter().copied().zip(next.copied()).collect()
}

fn edges(loops: &[Loop]) -> Vec<Edge> {
    let mut edges: Vec<Edge> = loops.iter().flat_map(Loop::edges).collect();
    edges.sort_unstable();
    edges
}

fn area(loops: &[Loop]) -> i128 {
    loops.iter().map(Loop::double_area).sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    /// Checks that a boundary consists of the edges that belong to only one cell of the set, and
    /// that each loop goes around cells of one connected component.
    #[test]
    fn a_boundary_is_the_edges_that_one_cell_has((lattice, cells) in some_cells()) {
        let owners: BTreeMap<Edge, Cell> = cells
            .iter()
            .flat_map(|&cell| edges_of(lattice, cell).into_iter().map(move |edge| (edge, cell)))
            .collect();
        let free: Vec<Edge> = owners.keys().copied().filter(|&(a, b)| !owners.contains_key(&(b, a))).collect();
        let loops = lattice.boundary(cells.iter().copied());
        prop_assert_eq!(edges(&loops), free);
        let single = cells.iter().map(|&cell| area(&lattice.boundary([cell])));
        prop_assert_eq!(area(&loops), single.sum::<i128>());
        // For each cell, the first cell of its component. Components are connected along edges.
        let mut pieces: BTreeMap<Cell, Cell> = cells.iter().map(|&cell| (cell, cell)).collect();
        for _ in &cells {
            for (&(a, b), cell) in &owners {
                if let Some(other) = owners.get(&(b, a)) {
                    let least = pieces[cell].min(pieces[other]);
                    pieces.insert(*cell, least);
                    pieces.insert(*other, least);
                }
            }
        }
        let count = pieces.values().collect::<BTreeSet<_>>().len();
        let outer = loops.iter().filter(|l| l.double_area() > 0).count();
        prop_assert_eq!(outer, count);
        for around in &loops {
            let along: BTreeSet<Cell> = around.edges().map(|edge| pieces[&owners[&edge]]).collect();
            prop_assert_eq!(along.len(), 1);
        }
    }

    /// Checks that the parts of a loop have the same edges as the loop, and that none of them
    /// visits a corner twice.
    #[test]
    fn a_loop_is_split_where_it_touches_itself((lattice, cells) in some_cells()) {
        for around in lattice.boundary(cells) {
            let parts = around.simple();
            prop_assert_eq!(edges(&parts), edges(std::slice::from_ref(&around)));
            prop_assert_eq!(area(&parts), around.double_area());
            prop_assert!(parts.is_sorted_by_key(|part| part.corners().to_vec()));
            for part in &parts {
                let corners: BTreeSet<Vector> = part.corners().iter().copied().collect();
                prop_assert_eq!(corners.len(), part.corners().len());
                prop_assert_eq!(corners.first(), part.corners().first());
                prop_assert!(part.bends().len() >= 3);
            }
        }
    }
}

/// Checks that a hole that touches the outside or another hole in a corner becomes a separate loop
/// only after splitting.
#[test]
fn holes_at_a_corner_are_split_off() {
    let found = |rows: &[&str]| {
        let cells = tilewright_geometry::parse_picture(Lattice::Square, rows).unwrap();
        let loops = Lattice::Square.boundary(cells.iter().map(|c| c.cell));
        let parts: Vec<usize> = loops.iter().map(|l| l.simple().len()).collect();
        parts
    };
    assert_eq!(found(&["###", "#.#", "##."]), [2]);
    assert_eq!(found(&["####", "#.##", "##.#", "####"]), [1, 2]);
    assert_eq!(found(&["##.", "#.#", "###"]), [2]);
}
