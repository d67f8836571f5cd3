//! Colourings that repeat over the lattice. The class of a cell is the remainder of a·x + b·y + c·z
//! modulo a small number, combined with its kind if the lattice has several kinds of cells. Each
//! class has the weight 1, −1 or 0.

use itertools::Itertools;
use tilewright_geometry::compact::CompactSort;
use tilewright_geometry::{Board, Cell, Lattice, Vector};

use super::by_class::Label;

/// The largest modulus, and so the largest number of remainders.
const MOST_COLOURS: i32 = 6;

/// With at most this many classes, all weights are tried.
const ALL_WEIGHTS: usize = 6;

/// A colouring: classes of cells, and a weight for each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ColouringPattern {
    pub(super) classes: Classes,
    /// The weight of each class: −1, 0 or 1.
    pub(super) weights: Vec<i64>,
}

/// A division of the cells into classes, by the remainder of a sum of coordinates and by kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Classes {
    lattice: Lattice,
    modulus: i32,
    step: [i32; 3],
}

impl Classes {
    pub(super) fn count(self) -> usize {
        let remainders = usize::try_from(self.modulus).unwrap_or(1);
        remainders * self.lattice.table().kinds.len()
    }

    /// The class of each cell of the board.
    pub(super) fn of_cells(self, board: &Board) -> Vec<usize> {
        board.cells().iter().map(|cell| self.of(*cell)).collect()
    }

    fn of(self, cell: Cell) -> usize {
        let (at, kind) = self.lattice.offset_and_kind(cell);
        // No overflow: coordinates are at most a million, and steps are below 6.
        let sum = self.step[0] * at.x + self.step[1] * at.y + self.step[2] * at.z;
        let remainder = usize::try_from(sum.rem_euclid(self.modulus)).unwrap_or(0);
        remainder * self.lattice.table().kinds.len() + kind.index()
    }

    /// Whether the modulus is 2 and the sums a·x + b·y + c·z of neighbouring cells always differ by
    /// an odd number. False if there are several kinds of cells.
    fn is_chessboard(self) -> bool {
        let table = self.lattice.table();
        let [kind] = table.kinds else {
            return false;
        };
        let odd = |by: &Vector| {
            let sum = self.step[0] * by.x + self.step[1] * by.y + self.step[2] * by.z;
            (sum / table.scale).rem_euclid(2) == 1
        };
        self.modulus == 2 && kind.neighbours.iter().all(odd)
    }

    /// Whether the weight of a cell depends on its remainder, and whether it depends on the kind of the cell.
    fn depends_on(self, weights: &[i64]) -> (bool, bool) {
        let kinds = self.lattice.table().kinds.len();
        let by_remainder = weights
            .chunks(kinds)
            .any(|chunk| chunk != &weights[..kinds]);
        let by_kind = weights
            .chunks(kinds)
            .any(|chunk| chunk.iter().any(|weight| *weight != chunk[0]));
        (by_remainder, by_kind)
    }
}

/// All divisions of a lattice into classes, in increasing order of the number of remainders.
pub(super) fn all_classes(lattice: Lattice) -> impl Iterator<Item = Classes> {
    (1..=MOST_COLOURS).flat_map(move |modulus| {
        steps(modulus, lattice.dimensions())
            .into_iter()
            .map(move |step| Classes {
                lattice,
                modulus,
                step,
            })
    })
}

/// The triples of coefficients (a, b, c) that give different classes, one of each equivalent set.
/// Triples with fewer zeros come first.
fn steps(modulus: i32, dimensions: usize) -> Vec<[i32; 3]> {
    let depth = if dimensions > 2 { modulus } else { 1 };
    let all = (0..modulus)
        .cartesian_product(0..modulus)
        .cartesian_product(0..depth)
        .map(|((x, y), z)| [x, y, z]);
    let units: Vec<i32> = (1..modulus)
        .filter(|unit| gcd(*unit, modulus) == 1)
        .collect();
    let mut steps: Vec<[i32; 3]> = all
        .filter(|step| step.iter().fold(modulus, |a, b| gcd(a, *b)) == 1)
        .filter(|step| {
            let image = |unit: &i32| step.map(|part| part * unit % modulus);
            units.iter().all(|unit| image(unit) >= *step)
        })
        .collect();
    steps.compact_sort_by_key(|step| {
        (
            step.iter().filter(|part| **part == 0).count(),
            step.iter().sum::<i32>(),
        )
    });
    steps
}

fn gcd(a: i32, b: i32) -> i32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl ColouringPattern {
    /// The colourings by these classes. Of those that are equivalent once the area is known, only one is listed.
    /// Those with two different weights come first.
    pub(super) fn all(classes: Classes) -> impl Iterator<Item = Self> {
        weights(classes.count())
            .into_iter()
            .map(move |weights| Self { classes, weights })
    }

    pub(super) fn label(&self) -> Label {
        Label {
            name: self.name(),
            nouns: self.nouns(),
        }
    }

    /// Whether the colouring is a classical one: a chessboard; columns, rows or layers; kinds of
    /// cell, where there are several.
    pub(super) fn is_classical(&self) -> bool {
        let Classes {
            lattice,
            modulus,
            step,
        } = self.classes;
        if self.weights.contains(&0) {
            return false;
        }
        if lattice.table().kinds.len() > 1 {
            return modulus == 1;
        }
        let odd = step.iter().sum::<i32>();
        modulus == 2 && (odd == 1 || self.classes.is_chessboard())
    }

    /// The words for cells of weight 1 and of weight −1.
    fn nouns(&self) -> [&'static str; 2] {
        let kinds = self.classes.lattice.table().kinds;
        match (self.classes.depends_on(&self.weights), kinds) {
            // If only the kind of a cell decides its weight, and there are two kinds, cells are
            // called by their kind.
            ((false, true), [first, second]) => match self.weights[..2] {
                [1, -1] => [first.name, second.name],
                _ => [second.name, first.name],
            },
            _ => ["dark", "light"],
        }
    }

    /// The colouring as a phrase: "coloured like a chessboard".
    fn name(&self) -> String {
        let Classes {
            lattice,
            modulus,
            step,
        } = self.classes;
        let (by_remainder, by_kind) = self.classes.depends_on(&self.weights);
        let kind = lattice.table().sorted_by;
        if !by_remainder {
            return format!(
                "with the {} sorted by {kind}",
                lattice.table().cell_names[1]
            );
        }
        let axes = &step[..lattice.dimensions()];
        let plain = modulus == 2 && !by_kind;
        if plain && self.classes.is_chessboard() {
            return "coloured like a chessboard".to_owned();
        }
        let alone = (axes.iter().sum::<i32>() == 1)
            .then(|| axes.iter().position(|part| *part == 1))
            .flatten();
        if let (true, Some(axis)) = (plain, alone) {
            return format!("with every other {} dark", ["column", "row", "layer"][axis]);
        }
        let sum = axes
            .iter()
            .zip(["x", "y", "z"])
            .filter(|(part, _)| **part != 0)
            .map(|(part, axis)| match part {
                1 => axis.to_owned(),
                _ => format!("{part}{axis}"),
            })
            .join(" + ");
        let also = if by_kind {
            format!(" and by {kind}")
        } else {
            String::new()
        };
        format!("coloured by the remainder of {sum} divided by {modulus}{also}")
    }
}

/// The weights to try for this number of classes.
fn weights(classes: usize) -> Vec<Vec<i64>> {
    let mut all: Vec<Vec<i64>> = if classes <= ALL_WEIGHTS {
        (0..classes)
            .map(|_| [1_i64, 0, -1])
            .multi_cartesian_product()
            .filter(|weights| is_standard(weights))
            .collect()
    } else {
        let one = (0..classes).map(|one| (one, None));
        let two = (0..classes)
            .array_combinations()
            .map(|[one, two]| (one, Some(two)));
        one.chain(two)
            .map(|(one, two)| {
                let mut weights = vec![0; classes];
                weights[one] = 1;
                if let Some(two) = two {
                    weights[two] = -1;
                }
                weights
            })
            .collect()
    };
    all.compact_sort_by_key(|weights| weights.iter().unique().count());
    all
}

/// Whether weights are in standard form. Weights that differ only by sign or by a constant are
/// equivalent, and only one of them is in standard form. If there are two values, they are 1 and
/// −1 if they occur equally often; otherwise the rarer one is 1 and the other 0. Of three values
/// the first other than 0 is 1.
fn is_standard(weights: &[i64]) -> bool {
    let count = |value: i64| weights.iter().filter(|weight| **weight == value).count();
    let first = weights.iter().find(|weight| **weight != 0);
    match (count(1), count(0), count(-1)) {
        (plus, 0, minus) => plus == minus && first == Some(&1),
        (plus, zero, 0) => 0 < plus && plus < zero,
        (plus, _, _) => 0 < plus && first == Some(&1),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn names(lattice: Lattice) -> Vec<String> {
        all_classes(lattice)
            .flat_map(ColouringPattern::all)
            .filter(ColouringPattern::is_classical)
            .map(|pattern| pattern.name())
            .collect()
    }

    #[test]
    fn the_colourings_that_everybody_knows() {
        assert_eq!(
            names(Lattice::Square),
            [
                "coloured like a chessboard",
                "with every other row dark",
                "with every other column dark",
            ]
        );
        assert_eq!(
            names(Lattice::Triangle)[0],
            "with the triangles sorted by where they point"
        );
        assert_eq!(
            names(Lattice::Stick)[0],
            "with the sticks sorted by direction"
        );
        let space = names(Lattice::Cube);
        assert_eq!(space[0], "coloured like a chessboard");
        assert!(space.contains(&"with every other layer dark".to_owned()));
    }

    /// Checks that no two triples of coefficients divide the cells of a large patch into the same
    /// classes.
    #[test]
    fn no_classes_come_twice() {
        for lattice in Lattice::ALL {
            let patch: Vec<Cell> = (0..6)
                .cartesian_product(0..6)
                .cartesian_product(0..6)
                .filter_map(|((x, y), z)| {
                    let (z, kind) = match lattice.dimensions() {
                        2 => (0, z),
                        _ => (z, 0),
                    };
                    let all = [x, y, z, kind];
                    let numbers: Vec<i64> = all
                        .into_iter()
                        .enumerate()
                        .filter(|(axis, _)| *axis != 2 || lattice.dimensions() > 2)
                        .map(|(_, number)| number)
                        .take(lattice.arity())
                        .collect();
                    lattice.cell(&numbers).ok()
                })
                .collect();
            let mut seen = BTreeSet::new();
            for classes in all_classes(lattice) {
                // Each class is represented by the first of its cells.
                let sorted: Vec<usize> = patch
                    .iter()
                    .map(|cell| {
                        let class = classes.of(*cell);
                        patch.iter().position(|c| classes.of(*c) == class).unwrap()
                    })
                    .collect();
                assert!(seen.insert(sorted), "{classes:?}");
            }
        }
    }

    #[test]
    fn weights_are_standard_and_distinct() {
        assert_eq!(weights(2), [[1, -1]]);
        let three = weights(3);
        assert_eq!(three.len(), 6);
        assert_eq!(weights(8).len(), 8 + 28);
        for [a, b] in three.iter().array_combinations() {
            for (factor, by) in [1, -1].into_iter().cartesian_product(-2..=2) {
                let image: Vec<i64> = a.iter().map(|weight| factor * weight + by).collect();
                assert_ne!(&image, b);
            }
        }
    }
}
