//! Boards with every symmetry group of a lattice.

use std::collections::BTreeSet;

use tilewright_geometry::{Cell, Isometry, Lattice, Sides};

use super::compare;

/// The subgroups of a lattice's point group, as sorted lists of elements. Three generators suffice for all
/// of them.
fn subgroups(lattice: Lattice) -> BTreeSet<Vec<usize>> {
    let all = lattice.symmetries(Sides::Free);
    let index = |m: &Isometry| all.iter().position(|known| known == m).expect("closed");
    let product: Vec<Vec<usize>> = all
        .iter()
        .map(|a| all.iter().map(|b| index(&a.compose(b))).collect())
        .collect();
    let closure = |start: &BTreeSet<usize>| {
        let mut group = start.clone();
        group.insert(0);
        loop {
            let next: BTreeSet<usize> = group
                .iter()
                .flat_map(|a| group.iter().map(|b| product[*a][*b]))
                .collect();
            if next.len() == group.len() {
                return group;
            }
            group = next;
        }
    };
    let mut groups: BTreeSet<Vec<usize>> = BTreeSet::from([vec![0]]);
    // Adding one generator at a time reaches every subgroup.
    loop {
        let mut more = groups.clone();
        for group in &groups {
            for generator in 0..all.len() {
                let mut start: BTreeSet<usize> = group.iter().copied().collect();
                start.insert(generator);
                more.insert(closure(&start).into_iter().collect());
            }
        }
        if more.len() == groups.len() {
            return groups;
        }
        groups = more;
    }
}

/// One subgroup of every conjugacy class.
fn subgroup_classes(lattice: Lattice) -> Vec<Vec<Isometry>> {
    let all = lattice.symmetries(Sides::Free);
    let index = |m: &Isometry| all.iter().position(|known| known == m).expect("closed");
    let inverse = |m: &Isometry| {
        *all.iter()
            .find(|n| m.compose(n) == Isometry::IDENTITY)
            .expect("a group")
    };
    let mut seen: BTreeSet<Vec<usize>> = BTreeSet::new();
    let mut classes = Vec::new();
    for group in subgroups(lattice) {
        if seen.contains(&group) {
            continue;
        }
        for g in all {
            let mut conjugate: Vec<usize> = group
                .iter()
                .map(|h| index(&g.compose(&all[*h]).compose(&inverse(g))))
                .collect();
            conjugate.sort_unstable();
            seen.insert(conjugate);
        }
        classes.push(group.into_iter().map(|i| all[i]).collect());
    }
    classes
}

/// A board of few cells whose symmetries are exactly `group`: orbits of cells near the origin, tried in a
/// fixed order.
fn board_with(lattice: Lattice, group: &[Isometry], most: usize) -> Option<BTreeSet<Cell>> {
    let mut state = 1_u64;
    let mut random = |below: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) % below
    };
    for _ in 0..20_000 {
        let mut cells: BTreeSet<Cell> = BTreeSet::new();
        // For the rotations of the cube alone, no orbit is smaller than that of (1, 2, 3).
        let reach = if lattice.dimensions() == 3 { 3 } else { 2 };
        for _ in 0..=random(4) {
            let width = u64::try_from(2 * reach + 1).expect("small");
            let mut coordinates: Vec<i64> = (0..lattice.dimensions())
                .map(|_| i64::try_from(random(width)).expect("small") - reach)
                .collect();
            if lattice.arity() > lattice.dimensions() {
                let kinds = u64::try_from(lattice.table().kinds.len()).expect("few");
                coordinates.push(i64::try_from(random(kinds)).expect("small"));
            }
            let cell = lattice.cell(&coordinates).expect("near the origin");
            for symmetry in group {
                cells.extend(lattice.cell_at(symmetry.apply(cell.vector())));
            }
        }
        // Neighbours make room for dominoes.
        let close = cells
            .iter()
            .filter(|cell| lattice.neighbours(**cell).any(|n| cells.contains(&n)))
            .count();
        if cells.len() > most || close * 2 < cells.len() || close < 2 {
            continue;
        }
        let board =
            tilewright_geometry::Board::new(lattice, cells.iter().copied(), []).expect("a board");
        if board.symmetries(Sides::Free).count() == group.len() {
            return Some(cells);
        }
    }
    None
}

fn listed(lattice: Lattice, cells: &BTreeSet<Cell>) -> String {
    let cells: Vec<String> = cells
        .iter()
        .map(|cell| format!("({})", lattice.coordinates(*cell)))
        .collect();
    format!("Cells([{}])", cells.join(", "))
}

/// Tests every symmetry group of a lattice with single cells and dominoes, as many as fit.
fn every_group(lattice: Lattice, set: &str, most: usize, expected: usize) {
    let classes = subgroup_classes(lattice);
    assert_eq!(classes.len(), expected, "conjugacy classes of subgroups");
    let crossing = if lattice.table().crossing.is_none() {
        "crossing: Never, "
    } else {
        ""
    };
    let name = format!("{lattice:?}, {crossing}");
    let mut tested = 0;
    for group in &classes {
        let Some(board) = board_with(lattice, group, most) else {
            panic!(
                "no board with a group of order {} on {lattice}",
                group.len()
            );
        };
        let board = listed(lattice, &board);
        let (order, solutions) = compare(&format!(
            "(lattice: {name} board: {board}, pieces: [
                Set(of: {set}(1), prefix: \"M\", copies: (0, {most})),
                Set(of: {set}(2), copies: (0, {most}))])"
        ));
        assert_eq!(order, group.len());
        assert!(solutions > 1);
        tested += 1;
    }
    assert_eq!(tested, expected);
}

#[test]
fn every_group_of_squares() {
    every_group(Lattice::Square, "Polyominoes", 12, 8);
}

#[test]
fn every_group_of_triangles() {
    every_group(Lattice::Triangle, "Polyiamonds", 14, 10);
}

#[test]
fn every_group_of_sticks() {
    every_group(Lattice::Stick, "Polysticks", 10, 8);
}

#[test]
fn every_group_of_hexagons() {
    every_group(Lattice::Hexagon, "Polyhexes", 14, 10);
}

#[test]
fn every_group_of_trigs() {
    every_group(Lattice::Trig, "Polytrigs", 12, 10);
}

#[test]
fn every_group_of_twigs() {
    every_group(Lattice::Twig, "Polytwigs", 14, 10);
}

#[test]
fn every_group_of_kites() {
    every_group(Lattice::Kite, "Polykites", 14, 10);
}

#[test]
fn every_group_of_rhombs() {
    every_group(Lattice::Rhomb, "Polyrhombs", 14, 10);
}

#[test]
fn every_group_of_sixths() {
    every_group(Lattice::Kisrhombille, "Polykisrhombilles", 14, 10);
}

#[test]
fn every_group_of_quarter_squares() {
    every_group(Lattice::Tetrakis, "Polytetrakises", 12, 8);
}

#[test]
fn every_group_of_octagons_and_squares() {
    every_group(Lattice::TruncatedSquare, "Polyoctasquares", 12, 8);
}

/// Checks the 33 classes of subgroups of the cube's group, with single cubes and up to two dicubes,
/// because some groups need boards of many cells.
#[test]
fn every_group_of_cubes() {
    let classes = subgroup_classes(Lattice::Cube);
    assert_eq!(classes.len(), 33);
    for group in &classes {
        let Some(board) = board_with(Lattice::Cube, group, 72) else {
            panic!("no board with a group of order {}", group.len());
        };
        let board = listed(Lattice::Cube, &board);
        let (order, _) = compare(&format!(
            "(lattice: Cube, board: {board}, pieces: [
                Set(of: Polycubes(1), copies: (0, 72)), Set(of: Polycubes(2), copies: (0, 2))])"
        ));
        assert_eq!(order, group.len());
    }
}
