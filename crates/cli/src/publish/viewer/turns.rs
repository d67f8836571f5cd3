//! The moves that a player can make with a piece in hand: turn, turn over, tilt, mirror.

use std::f64::consts::TAU;

use serde::Serialize;
use tilewright_geometry::{Isometry, Lattice, Sides, Vector};

/// A move with a piece in hand.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Turn {
    /// The English name.
    #[serde(skip)]
    pub(crate) name: &'static str,
    /// The kind of the move: the key with which the page looks up the word in its language.
    pub(crate) kind: &'static str,
    /// The key that makes the move; with shift, it makes the inverse move.
    pub(crate) key: &'static str,
    #[serde(skip)]
    pub(super) symmetry: Isometry,
}

/// A linear map in three dimensions; the axes point right, down and towards the reader.
type LinearMap = [[f64; 3]; 3];

/// The moves for pieces of a lattice: the rotation on the page by the least angle, and turning over. In
/// three dimensions also tilting and mirroring.
pub(crate) fn turns(lattice: Lattice) -> Vec<Turn> {
    let solid = lattice.dimensions() == 3;
    let find = |sides: Sides, map: LinearMap| {
        let all = lattice.symmetries(sides).iter();
        all.copied()
            .find(|symmetry| acts_as(lattice, symmetry, map))
    };
    let least = |about: fn(f64) -> LinearMap| {
        let parts = [12.0, 8.0, 6.0, 5.0, 4.0, 3.0, 2.0];
        parts
            .into_iter()
            .find_map(|n| find(Sides::OneSided, about(TAU / n)))
    };
    let mut turns = Vec::new();
    let mut add = |kind, name, key, symmetry: Option<Isometry>| {
        turns.extend(symmetry.map(|symmetry| Turn {
            name,
            kind,
            key,
            symmetry,
        }));
    };
    add("turn", "Turn", "R", least(about_z));
    if solid {
        let over = [[-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, -1.0]];
        add("turn_over", "Turn over", "F", find(Sides::OneSided, over));
        add("tilt", "Tilt", "T", least(about_x));
    }
    let mirror = [[-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let mirror = find(Sides::Free, mirror);
    if solid {
        add("mirror", "Mirror", "M", mirror);
    } else {
        add("flip", "Flip", "F", mirror);
    }
    turns
}

fn about_z(angle: f64) -> LinearMap {
    let (sine, cosine) = angle.sin_cos();
    [[cosine, -sine, 0.0], [sine, cosine, 0.0], [0.0, 0.0, 1.0]]
}

fn about_x(angle: f64) -> LinearMap {
    let (sine, cosine) = angle.sin_cos();
    [[1.0, 0.0, 0.0], [0.0, cosine, -sine], [0.0, sine, cosine]]
}

/// Whether a symmetry acts on the page as a linear map does.
fn acts_as(lattice: Lattice, symmetry: &Isometry, map: LinearMap) -> bool {
    let units = [
        Vector::new(1, 0, 0),
        Vector::new(0, 1, 0),
        Vector::new(0, 0, 1),
    ];
    units.into_iter().take(lattice.dimensions()).all(|unit| {
        let before = lattice.project(unit);
        let after = lattice.project(symmetry.matrix.apply(unit));
        (0..3).all(|row| {
            let there: f64 = (0..3).map(|i| map[row][i] * before[i]).sum();
            (there - after[row]).abs() < 1e-6
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lattice_can_be_turned_and_turned_over() {
        for lattice in Lattice::ALL {
            let keys: Vec<&str> = turns(lattice).iter().map(|turn| turn.key).collect();
            let expected: &[&str] = match lattice.dimensions() {
                3 => &["R", "F", "T", "M"],
                _ => &["R", "F"],
            };
            assert_eq!(keys, expected, "{lattice}");
        }
    }

    /// Checks that a turn is the identity after a full revolution and not before.
    #[test]
    fn turns_have_the_order_of_the_lattice() {
        for (lattice, round) in [
            (Lattice::Square, 4),
            (Lattice::Triangle, 6),
            (Lattice::Stick, 4),
            (Lattice::Cube, 4),
        ] {
            let turn = turns(lattice)[0].symmetry;
            let mut power = turn;
            let mut count = 1;
            while power != Isometry::IDENTITY {
                power = turn.compose(&power);
                count += 1;
            }
            assert_eq!(count, round, "{lattice}");
        }
    }
}
