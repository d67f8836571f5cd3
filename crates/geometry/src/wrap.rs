//! Boards that wrap around: cylinders, tori, Möbius strips, Klein bottles.
//!
//! Such a board is a plane board (or a solid one) with cells that count as the same: those that an isometry of
//! a group carries to each other. The group is made by [`Seam`]s, one for each pair of edges that are glued:
//! a translation, or a glide reflection where the edge is glued after half a twist. Of all cells that are the
//! same one is the *representative*, the least in reading order within a fundamental domain; everything that
//! asks a board for a cell ([`Board::index_of`](crate::Board::index_of)) goes by it.

use std::collections::BTreeSet;

use arrayvec::ArrayVec;
use thiserror::Error;

use crate::isometry::Isometry;
use crate::lattice::{COORDINATE_LIMIT, Cell, Lattice};
use crate::vector::{Matrix, Vector};
use crate::{KindTable, Table};

/// How a board goes on beyond an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seam {
    /// Where so many translations of the lattice lead: the cell there is the cell here.
    Straight(Vector),
    /// The same after half a twist: the board is turned over along the axis.
    Flipped {
        /// Along which axis of the plane it goes: 0 for x, 1 for y.
        axis: usize,
        /// How far, in halves of a translation.
        halves: i32,
    },
}

/// Why a board can't be glued.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WrapError {
    /// A length is zero, or leads beyond the limit of coordinates.
    #[error("a board wraps after at least one step and at most {COORDINATE_LIMIT}")]
    Length,
    /// Cells are not carried to cells.
    #[error("{by} is no translation of the {lattice} lattice")]
    NoTranslation {
        /// The lattice.
        lattice: Lattice,
        /// The steps asked for.
        by: Vector,
    },
    /// One seam follows from the others, or there are more than dimensions.
    #[error("two of the edges are glued in the same direction")]
    Dependent,
    /// Flips are for the plane.
    #[error("a board of the {lattice} lattice, in space, can't be glued with a flip")]
    FlipInSpace {
        /// The lattice.
        lattice: Lattice,
    },
    /// More than one flip.
    #[error("a board can be flipped along one axis only")]
    TwoFlips,
    /// No glide reflection of the lattice is so long and keeps the board's other edges.
    #[error("no flip of the {lattice} lattice goes so far and keeps the two edges of this board")]
    NoFlip {
        /// The lattice.
        lattice: Lattice,
        /// Whether half a step more would do.
        half_off: bool,
    },
    /// Part of a board that is flipped has its middle elsewhere.
    #[error("a board that is flipped can't lose a whole row at one of its edges")]
    OtherMiddle,
    /// Two cells of the board are the same cell.
    #[error("the cells {first} and {second} are the same cell of a board that wraps like this")]
    SameCell {
        /// The one.
        first: crate::lattice::Coordinates,
        /// The other.
        second: crate::lattice::Coordinates,
    },
}

/// The group by which a board's cells count as the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wrap {
    seams: Vec<Seam>,
    /// A basis of the translations, each with a pivot axis at which the ones after it are 0 and its own
    /// coordinate is positive.
    basis: ArrayVec<(usize, Vector), 3>,
    /// A glide reflection whose square is among the translations.
    glide: Option<Isometry>,
}

impl Wrap {
    /// The group of these seams for a board with these cells.
    pub(crate) fn new(lattice: Lattice, cells: &[Cell], seams: &[Seam]) -> Result<Wrap, WrapError> {
        let table = lattice.table();
        let mut rows = Vec::new();
        let mut flip = None;
        for seam in seams {
            match *seam {
                Seam::Straight(by) => {
                    let far = [by.x, by.y, by.z]
                        .iter()
                        .any(|c| c.abs() > COORDINATE_LIMIT);
                    if far || by == Vector::ZERO {
                        return Err(WrapError::Length);
                    }
                    let step = by.map(|c| c * table.scale);
                    let is_translation =
                        |kind: &KindTable| table.cell_at(kind.origin + step).is_some();
                    if !table.kinds.iter().all(is_translation) {
                        return Err(WrapError::NoTranslation { lattice, by });
                    }
                    rows.push(step);
                }
                Seam::Flipped { axis, halves } => {
                    if flip.replace((axis, halves)).is_some() {
                        return Err(WrapError::TwoFlips);
                    }
                }
            }
        }
        let mut wrap = Wrap {
            seams: seams.to_vec(),
            basis: ArrayVec::new(),
            glide: None,
        };
        if let Some((axis, halves)) = flip {
            if lattice.dimensions() != 2 {
                return Err(WrapError::FlipInSpace { lattice });
            }
            if halves <= 0 || halves > COORDINATE_LIMIT {
                return Err(WrapError::Length);
            }
            let glide = glide(lattice, cells, axis, halves).ok_or(WrapError::NoFlip {
                lattice,
                half_off: glide(lattice, cells, axis, halves + 1).is_some(),
            })?;
            rows.push(unit(axis).map(|c| c * halves * table.scale));
            wrap.glide = Some(glide);
        }
        wrap.basis = echelon(rows).ok_or(WrapError::Dependent)?;
        if let Some(glide) = wrap.glide {
            let kept = |(_, step): &(usize, Vector)| {
                wrap.reduced(glide.matrix.apply(*step)) == Vector::ZERO
            };
            if !wrap.basis.iter().all(kept) {
                return Err(WrapError::NoFlip {
                    lattice,
                    half_off: false,
                });
            }
        }
        Ok(wrap)
    }

    /// The seams it was made from.
    pub(crate) fn seams(&self) -> &[Seam] {
        &self.seams
    }

    /// The glide reflection, where there is one.
    pub(crate) fn glide(&self) -> Option<&Isometry> {
        self.glide.as_ref()
    }

    /// The place reduced by translations alone.
    fn reduced(&self, place: Vector) -> Vector {
        self.basis.iter().fold(place, |place, &(axis, step)| {
            let times = coordinate(place, axis).div_euclid(coordinate(step, axis));
            place - step.map(|c| c.wrapping_mul(times))
        })
    }

    /// The representative of a place, and the matrix that steps from it undergo on the way there.
    pub(crate) fn representative(&self, place: Vector) -> (Vector, Matrix) {
        let straight = self.reduced(place);
        match &self.glide {
            None => (straight, Matrix::IDENTITY),
            Some(glide) => {
                let flipped = self.reduced(glide.apply(place));
                if flipped < straight {
                    (flipped, glide.matrix)
                } else {
                    (straight, Matrix::IDENTITY)
                }
            }
        }
    }

    /// Whether an isometry of the lattice carries the same cells to the same cells.
    pub(crate) fn is_kept_by(&self, isometry: &Isometry) -> bool {
        let keeps = |(_, step): &(usize, Vector)| {
            self.reduced(isometry.matrix.apply(*step)) == Vector::ZERO
        };
        self.basis.iter().all(keeps)
            && self.glide.is_none_or(|glide| {
                let there = isometry.compose(&glide);
                let back = glide.compose(isometry);
                there.matrix == back.matrix
                    && self.reduced(there.shift - back.shift) == Vector::ZERO
            })
    }
}

/// The unit vector of an axis.
fn unit(axis: usize) -> Vector {
    let of = |at: usize| i32::from(at == axis);
    Vector::new(of(0), of(1), of(2))
}

fn coordinate(vector: Vector, axis: usize) -> i32 {
    [vector.x, vector.y, vector.z][axis]
}

/// The glide reflection of a lattice along an axis of the plane, so many half translations long, that keeps the
/// range of the cells' coordinates across it.
fn glide(lattice: Lattice, cells: &[Cell], axis: usize, halves: i32) -> Option<Isometry> {
    let table = lattice.table();
    let across = 1 - axis;
    let range = |place: &dyn Fn(Cell) -> Vector| {
        let coordinates = || cells.iter().map(|&cell| coordinate(place(cell), across));
        Some((coordinates().min()?, coordinates().max()?))
    };
    let range_of_board = range(&|cell| cell.vector())?;
    let reflections = table.symmetries.iter().filter(|isometry| {
        !isometry.is_rotation() && isometry.matrix.apply(unit(axis)) == unit(axis)
    });
    let wanted = unit(axis).map(|c| c * halves * table.scale);
    for reflection in reflections {
        let turned = range(&|cell| reflection.apply(cell.vector()))?;
        // The shift across that takes the range back to itself.
        let back = range_of_board.0 - turned.0;
        if range_of_board.1 - turned.1 != back {
            continue;
        }
        let mut shift = reflection.shift + unit(across).map(|c| c * back);
        // Twice the glide is `matrix · shift + shift`, to which a shift along the axis adds twice.
        let square = reflection.matrix.apply(shift) + shift;
        let missing = coordinate(wanted, axis) - coordinate(square, axis);
        if missing % 2 != 0 {
            continue;
        }
        shift = shift + unit(axis).map(|c| c * (missing / 2));
        let glide = Isometry {
            matrix: reflection.matrix,
            shift,
        };
        let square = glide.compose(&glide);
        let is_cell = |kind: &KindTable| {
            let there = table.cell_at(glide.apply(kind.origin));
            there.is_some_and(|there| has_outline_of(table, &glide, kind, there))
        };
        let same_kinds = |kind: &KindTable| {
            // Cells of one residue must go to cells of one residue, wherever they are.
            let one = table.cell_at(glide.apply(kind.origin + unit(0).map(|c| c * table.scale)));
            let other = table.cell_at(glide.apply(kind.origin + unit(1).map(|c| c * table.scale)));
            one.is_some() && other.is_some()
        };
        let fits = square.matrix == Matrix::IDENTITY && square.shift == wanted;
        if fits
            && table
                .kinds
                .iter()
                .all(|kind| is_cell(kind) && same_kinds(kind))
        {
            return Some(glide);
        }
    }
    None
}

/// Whether an isometry sends the outline of a kind of cells to that of a cell: one that exchanges octagons and squares,
/// or sticks that lie and that stand, sends the middles of cells to middles of cells alone.
fn has_outline_of(table: &Table, isometry: &Isometry, kind: &KindTable, cell: Cell) -> bool {
    let unit = table.drawing.unit;
    let (shift, fine) = (isometry.shift.map(|c| c * unit), |place: Vector| {
        place.map(|c| c * unit)
    });
    let of_kind = kind.corners.iter().map(|&corner| {
        let corner = fine(kind.origin) + corner;
        isometry.matrix.apply(corner) + shift
    });
    let (_, other) = table.offset_and_kind(cell);
    let there = table.kind(other).corners.iter();
    let there = there.map(|&corner| fine(cell.vector()) + corner);
    of_kind.collect::<BTreeSet<_>>() == there.collect::<BTreeSet<_>>()
}

/// A basis in echelon form of the vectors that these generate; none if they are dependent.
fn echelon(mut rows: Vec<Vector>) -> Option<ArrayVec<(usize, Vector), 3>> {
    let mut basis = ArrayVec::new();
    for axis in [2, 1, 0] {
        // Euclid's algorithm on the coordinate, until one row has it.
        loop {
            let least = (0..rows.len())
                .filter(|&row| coordinate(rows[row], axis) != 0)
                .min_by_key(|&row| coordinate(rows[row], axis).abs());
            let Some(least) = least else {
                break;
            };
            let pivot = rows.swap_remove(least);
            let of_pivot = coordinate(pivot, axis);
            for row in &mut rows {
                let times = coordinate(*row, axis) / of_pivot;
                *row = *row - pivot.map(|c| c.wrapping_mul(times));
            }
            if rows.iter().all(|row| coordinate(*row, axis) == 0) {
                let pivot = if of_pivot < 0 { -pivot } else { pivot };
                basis.try_push((axis, pivot)).ok()?;
                break;
            }
            rows.push(pivot);
        }
    }
    rows.is_empty().then_some(basis)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board, hexagon, rectangle, rhombus};

    fn board(lattice: Lattice, cells: Vec<Cell>) -> Board {
        Board::new(lattice, cells, []).unwrap()
    }

    fn straight(x: i32, y: i32) -> Seam {
        Seam::Straight(Vector::flat(x, y))
    }

    /// Every glide reflection is one of the lattice, whatever its length: shapes go to shapes.
    #[test]
    fn flips_keep_the_shapes_of_cells() {
        for (lattice, least) in [
            (Lattice::Square, 2),
            (Lattice::Stick, 2),
            // Between the middles of its outermost rows there is none: octagons would go to squares.
            (Lattice::TruncatedSquare, 0),
            (Lattice::Trig, 1),
        ] {
            let cells =
                rectangle(lattice, 4, 3).unwrap_or_else(|_| rhombus(lattice, 4, 3).unwrap());
            let mut found = 0;
            for (axis, halves) in (0..2).flat_map(|axis| (1..14).map(move |halves| (axis, halves)))
            {
                let Some(glide) = glide(lattice, &cells, axis, halves) else {
                    continue;
                };
                found += 1;
                let table = lattice.table();
                for kind in table.kinds {
                    let there = table.cell_at(glide.apply(kind.origin)).unwrap();
                    assert!(
                        has_outline_of(table, &glide, kind, there),
                        "{lattice} {axis} {halves}"
                    );
                    let other = table.kind(table.offset_and_kind(there).1);
                    assert_eq!(kind.corners.len(), other.corners.len());
                }
            }
            assert!(found >= least, "{lattice}: {found}");
        }
    }

    /// The glide reflections by trying all shifts, on lattices whose axes are at any angle.
    fn obvious_glides(lattice: Lattice, cells: &[Cell], axis: usize, halves: i32) -> Vec<Isometry> {
        let table = lattice.table();
        let wanted = unit(axis).map(|c| c * halves * table.scale);
        let range = |places: &mut dyn Iterator<Item = Vector>| {
            let across: BTreeSet<i32> = places.map(|v| coordinate(v, 1 - axis)).collect();
            (across.first().copied(), across.last().copied())
        };
        let of_board = range(&mut cells.iter().map(|cell| cell.vector()));
        let reflections = lattice.symmetries(crate::Sides::Free).iter();
        let reflections = reflections.filter(|isometry| {
            !isometry.is_rotation() && isometry.matrix.apply(unit(axis)) == unit(axis)
        });
        let far = 4 * table.scale;
        let mut found = Vec::new();
        for reflection in reflections {
            for (along, across) in (-far..=far).flat_map(|a| (-far..=far).map(move |b| (a, b))) {
                let shift = unit(axis).map(|c| c * along) + unit(1 - axis).map(|c| c * across);
                let glide = Isometry {
                    shift,
                    ..*reflection
                };
                let square = glide.compose(&glide);
                let keeps = square.shift == wanted
                    && range(&mut cells.iter().map(|cell| glide.apply(cell.vector()))) == of_board;
                let to_cells = || {
                    let units =
                        [Vector::ZERO, unit(0), unit(1)].map(|v| v.map(|c| c * table.scale));
                    units.iter().all(|&by| {
                        table.kinds.iter().all(|kind| {
                            let there = table.cell_at(glide.apply(kind.origin + by));
                            there.is_some_and(|there| {
                                let corners = |cell| lattice.outline(cell).corners;
                                let here = table.cell_at(kind.origin + by).unwrap();
                                let unit = table.drawing.unit;
                                let image = |c: Vector| glide.apply_in_units(c, unit);
                                let moved: BTreeSet<Vector> =
                                    corners(here).into_iter().map(image).collect();
                                moved == corners(there).into_iter().collect()
                            })
                        })
                    })
                };
                if keeps && to_cells() {
                    found.push(glide);
                }
            }
        }
        found
    }

    #[test]
    fn flips_are_those_that_are_found_by_trying_all() {
        let sheared = [
            Lattice::Triangle,
            Lattice::Hexagon,
            Lattice::Trig,
            Lattice::Twig,
            Lattice::Kite,
            Lattice::Rhomb,
        ];
        // Reflections of the last one are glides themselves.
        let straight = [
            Lattice::Square,
            Lattice::Stick,
            Lattice::TruncatedSquare,
            Lattice::Cairo,
        ];
        for lattice in sheared.into_iter().chain(straight) {
            for (width, height) in [(2, 1), (2, 2), (1, 3)] {
                let mut cells = rectangle(lattice, width, height)
                    .unwrap_or_else(|_| whole_units(lattice, width, height));
                if lattice == Lattice::Cairo && height == 1 {
                    // Whose middle is that of a glide.
                    cells.retain(|&cell| [0, 3].contains(&lattice.offset_and_kind(cell).1.index()));
                }
                for (axis, halves) in
                    (0..2).flat_map(|axis| (1..5).map(move |halves| (axis, halves)))
                {
                    let found = glide(lattice, &cells, axis, halves);
                    let all = obvious_glides(lattice, &cells, axis, halves);
                    let case = format!("{lattice} {width}x{height} {axis} {halves}");
                    assert_eq!(found.is_some(), !all.is_empty(), "{case}: {all:?}");
                    assert!(found.is_none_or(|found| all.contains(&found)), "{case}");
                }
            }
        }
    }

    fn whole_units(lattice: Lattice, width: u64, height: u64) -> Vec<Cell> {
        let table = lattice.table();
        let units = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let at = |c: u64| i32::try_from(c).unwrap() * table.scale;
        let cells = units.flat_map(|(x, y)| {
            let by = Vector::flat(at(x), at(y));
            table
                .kinds
                .iter()
                .filter_map(move |kind| table.cell_at(kind.origin + by))
        });
        cells.collect()
    }

    #[test]
    fn cells_beyond_an_edge_are_those_at_the_other() {
        let square = Lattice::Square;
        let cell = |x: i64, y: i64| square.cell(&[x, y]).unwrap();
        let loop_ = board(square, rectangle(square, 5, 3).unwrap());
        let loop_ = loop_.wrapped(&[straight(5, 0)]).unwrap();
        assert_eq!(loop_.index_of(cell(5, 1)), loop_.index_of(cell(0, 1)));
        assert_eq!(loop_.index_of(cell(-1, 2)), loop_.index_of(cell(4, 2)));
        assert_eq!(loop_.index_of(cell(0, 3)), None);
        let strip = board(square, rectangle(square, 5, 3).unwrap());
        let strip = strip
            .wrapped(&[Seam::Flipped {
                axis: 0,
                halves: 10,
            }])
            .unwrap();
        assert_eq!(strip.index_of(cell(5, 0)), strip.index_of(cell(0, 2)));
        assert_eq!(strip.index_of(cell(-1, 1)), strip.index_of(cell(4, 1)));
        let skew = board(square, rectangle(square, 5, 3).unwrap());
        let skew = skew.wrapped(&[straight(5, 0), straight(2, 3)]).unwrap();
        assert_eq!(skew.index_of(cell(2, 3)), skew.index_of(cell(0, 0)));
        assert_eq!(skew.index_of(cell(0, -1)), skew.index_of(cell(2, 2)));
    }

    #[test]
    fn what_cannot_be_glued_is_explained() {
        let square = Lattice::Square;
        let error = |seams: &[Seam]| {
            let board = board(square, rectangle(square, 5, 3).unwrap());
            board.wrapped(seams).unwrap_err()
        };
        assert_eq!(error(&[straight(0, 0)]), WrapError::Length);
        assert_eq!(
            error(&[straight(5, 0), straight(10, 0)]),
            WrapError::Dependent
        );
        assert!(matches!(
            error(&[straight(4, 0)]),
            WrapError::SameCell { .. }
        ));
        let half = Seam::Flipped {
            axis: 0,
            halves: 11,
        };
        assert!(matches!(
            error(&[half]),
            WrapError::NoFlip { half_off: true, .. }
        ));
    }

    #[test]
    fn loops_and_tori_have_their_translations() {
        let square = Lattice::Square;
        let count = |w: u64, h: u64, seams: &[Seam]| {
            let board = board(square, rectangle(square, w, h).unwrap());
            let board = board.wrapped(seams).unwrap();
            [crate::Sides::Free, crate::Sides::OneSided].map(|s| board.symmetries(s).count())
        };
        assert_eq!(count(20, 3, &[straight(20, 0)]), [80, 40]);
        assert_eq!(count(4, 4, &[straight(4, 0), straight(0, 4)]), [128, 64]);
        assert_eq!(count(6, 4, &[straight(6, 0), straight(0, 4)]), [96, 48]);
        // A Möbius strip of n columns has the 4n isometries of the cylinder twice as long, by two.
        assert_eq!(
            count(
                7,
                3,
                &[Seam::Flipped {
                    axis: 0,
                    halves: 14
                }]
            )[0],
            28
        );
        let klein = [
            Seam::Flipped {
                axis: 0,
                halves: 12,
            },
            straight(0, 4),
        ];
        // Translations along x (12 of them, one in two the reflection of rows), along y by 0 and 2, turned.
        assert_eq!(count(6, 4, &klein)[0], 48);
    }

    #[test]
    fn strips_of_triangles_flip_by_whole_and_half_steps() {
        let triangle = Lattice::Triangle;
        let glued = |rows: u64, halves: i32| {
            let cells = rhombus(triangle, 3, rows).unwrap();
            board(triangle, cells).wrapped(&[Seam::Flipped { axis: 0, halves }])
        };
        // Both ends of a rhombus slant alike, so it is only part of the strip.
        assert!(glued(2, 12).is_ok());
        assert!(matches!(
            glued(2, 13),
            Err(WrapError::NoFlip { half_off: true, .. })
        ));
        let row = |count: i64| {
            let cells = (0..count).map(|at| triangle.cell(&[at / 2, 0, at % 2]).unwrap());
            board(triangle, cells.collect())
        };
        let strip = row(13)
            .wrapped(&[Seam::Flipped {
                axis: 0,
                halves: 13,
            }])
            .unwrap();
        assert_eq!(strip.symmetries(crate::Sides::Free).count(), 26);
        assert!(
            row(12)
                .wrapped(&[Seam::Flipped {
                    axis: 0,
                    halves: 12
                }])
                .is_err()
        );
    }

    #[test]
    fn every_lattice_wraps() {
        for lattice in Lattice::ALL {
            let cells = rectangle(lattice, 4, 4).or_else(|_| rhombus(lattice, 4, 4));
            let Ok(cells) = cells.or_else(|_| hexagon(lattice, 2)) else {
                continue;
            };
            let far = board(lattice, cells.clone()).wrapped(&[straight(12, 0), straight(0, 12)]);
            let far = far.unwrap();
            for cell in &cells {
                let moved = cell.vector() + Vector::new(12 * lattice.table().scale, 0, 0);
                let moved = lattice.cell_at(moved).unwrap();
                assert_eq!(far.index_of(moved), far.index_of(*cell), "{lattice}");
            }
            assert!(far.symmetries(crate::Sides::Free).count() >= 1);
        }
    }
}
