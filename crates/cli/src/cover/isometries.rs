//! The names of isometries of a board.

use tilewright_geometry::{BoardSymmetry, Lattice, Vector};

/// The name of an isometry: "half turn", "left-right reflection" …
#[expect(clippy::expect_used, reason = "an invariant of lattices")]
pub(crate) fn name(lattice: Lattice, isometry: &BoardSymmetry) -> String {
    if !isometry.of_other_parts.is_empty() {
        return if isometry.order() == 1 {
            "identity".into()
        } else if isometry.is_rotation() {
            "motion of the boards".into()
        } else {
            "reflection of boards".into()
        };
    }
    let order = isometry.symmetry.matrix.order();
    let order = order.expect("invariant: a symmetry of a lattice has a finite order");
    if order == 1 {
        let moves = isometry.order() > 1;
        return if moves { "translation" } else { "identity" }.into();
    }
    let turn = match order {
        2 => "half turn".to_owned(),
        3 => "third of a turn".to_owned(),
        4 => "quarter turn".to_owned(),
        6 => "sixth of a turn".to_owned(),
        other => format!("rotation of order {other}"),
    };
    if isometry.is_rotation() {
        return turn;
    }
    if lattice.dimensions() == 2 && isometry.order() > 2 {
        return "glide reflection".into();
    }
    if lattice.dimensions() == 2 {
        return match mirror_axis(lattice, isometry) {
            Some(Mirror::LeftRight) => "left-right reflection".into(),
            Some(Mirror::TopBottom) => "top-bottom reflection".into(),
            None => "oblique reflection".into(),
        };
    }
    match order {
        2 if isometry
            .symmetry
            .matrix
            .rows()
            .iter()
            .enumerate()
            .all(|(i, row)| row[i] == -1) =>
        {
            "point reflection".into()
        }
        2 => "reflection".into(),
        _ => format!("{turn} with reflection"),
    }
}

/// The two reflections that scores use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mirror {
    /// Exchanges left and right, as drawn.
    LeftRight,
    /// Exchanges top and bottom, as drawn.
    TopBottom,
}

/// Whether an isometry of a plane lattice exchanges left and right, or top and bottom, as drawn.
/// `None` if it is no such reflection.
pub(crate) fn mirror_axis(lattice: Lattice, isometry: &BoardSymmetry) -> Option<Mirror> {
    const TOLERANCE: f64 = 1e-9;
    let flips = |signs: [f64; 2]| {
        [Vector::new(1, 0, 0), Vector::new(0, 1, 0)]
            .into_iter()
            .all(|axis| {
                let turned = isometry.symmetry.matrix.apply(axis);
                let (before, after) = (lattice.project(axis), lattice.project(turned));
                (0..2).all(|i| (before[i] * signs[i] - after[i]).abs() < TOLERANCE)
            })
    };
    if lattice.dimensions() != 2 {
        None
    } else if flips([-1.0, 1.0]) {
        Some(Mirror::LeftRight)
    } else if flips([1.0, -1.0]) {
        Some(Mirror::TopBottom)
    } else {
        None
    }
}
