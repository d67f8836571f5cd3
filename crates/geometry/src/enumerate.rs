//! Enumeration of polyforms by Redelmeier's method, on any lattice.
//!
//! D. H. Redelmeier, "Counting polyominoes: yet another attack", Discrete Mathematics 36 (1981), 191–203.
//!
//! A fixed form is grown from its first cell in reading order, which is placed at the origin. Cells
//! before the origin are barred. With several kinds of cell, each kind in turn is placed at the
//! origin. The *untried* list holds the neighbours found so far. Each of them is either taken, or
//! passed over for good; so every form is visited exactly once. The search stores only its current
//! path, whose length is the size of the form.
//!
//! If forms are made of tiles of several cells (polyaboloes are made of tans), sizes count tiles.
//!
//! Free and one-sided forms are listed by visiting the fixed forms, and keeping those that are
//! their own canonical form; this test stores nothing either. A count of fixed forms ends one level
//! early, because the number of untried cells is the number of forms. Counts of free and one-sided
//! forms use Burnside's lemma (`counting.rs`).

mod counting;
mod invariant;
mod search;

use std::ops::ControlFlow;

use thiserror::Error;

use crate::canonical::{CanonicalTest, MAX_SIZE};
use crate::lattice::{Cell, Lattice, Sides};
use crate::polyform::Polyform;
pub use counting::{PolyformCount, count, count_until};
use search::RedelmeierSearch;

/// The largest number of forms in a list.
pub const MAX_LISTED: usize = 100_000;

/// Reasons why forms cannot be enumerated.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SizeError {
    /// The size is 0; the smallest is 1.
    #[error("a polyform has at least one cell; choose a size from 1 to {MAX_SIZE}")]
    Zero,
    /// The size is over [`MAX_SIZE`].
    #[error("polyforms of {size} cells are too many to enumerate; the size may be at most {limit}")]
    TooLarge {
        /// The requested number of cells or tiles.
        size: usize,
        /// The maximum size, [`MAX_SIZE`].
        limit: usize,
    },
    /// A list would be longer than [`MAX_LISTED`].
    #[error(
        "there are more than {limit} polyforms of {size} cells, too many to list; choose a \
         smaller size, or count them"
    )]
    TooMany {
        /// The number of cells or tiles of the requested forms.
        size: usize,
        /// The maximum number of forms in a list, [`MAX_LISTED`].
        limit: usize,
    },
}

/// Visits every fixed form of the given size exactly once. Translates of a form count as the same
/// form.
///
/// Only translations of the lattice are considered. In a lattice with
/// [`crate::LatticeTable::moves_off_lattice`], two visited forms may be the same shape.
///
/// Cells come in the order in which the search took them, and are not normalised. The first cell is
/// first in reading order. If the visitor returns `Break`, the search stops and returns it.
///
/// # Errors
///
/// [`SizeError`] for size 0 and sizes over [`MAX_SIZE`].
///
/// # Complexity
///
/// Proportional to the number of forms of all sizes up to `size`. The depth of recursion is `size`.
///
/// ```
/// use std::ops::ControlFlow;
/// use tilewright_geometry::{Lattice, for_each_fixed};
/// let mut dominoes = 0;
/// for_each_fixed(Lattice::Square, 2, &mut |cells| {
///     assert_eq!(cells.len(), 2);
///     dominoes += 1;
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(dominoes, 2);
/// # Ok::<(), tilewright_geometry::SizeError>(())
/// ```
pub fn for_each_fixed(
    lattice: Lattice,
    size: usize,
    visit: &mut impl FnMut(&[Cell]) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, SizeError> {
    check_size(size)?;
    let mut search = RedelmeierSearch::new(lattice, size);
    for kind in 0..search.kinds() {
        search.start_at(kind);
        if search.visit(0, visit).is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Visits the canonical form of every polyform of the given size, under the symmetries that `sides` allows. The
/// order is unspecified, but always the same. If the visitor returns `Break`, the search stops and returns it.
///
/// # Errors
///
/// [`SizeError`] for size 0 and sizes over [`MAX_SIZE`].
pub fn for_each_polyform(
    lattice: Lattice,
    size: usize,
    sides: Sides,
    visit: &mut impl FnMut(Polyform) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, SizeError> {
    let test = CanonicalTest::new(lattice, sides);
    for_each_fixed(lattice, size, &mut |cells| {
        if test.is_canonical(cells) {
            visit(Polyform::from_vectors(
                lattice,
                cells.iter().map(|cell| cell.vector()),
            ))
        } else {
            ControlFlow::Continue(())
        }
    })
}

/// The sorted list of the canonical forms of all polyforms of the given size, under the symmetries that `sides`
/// allows.
///
/// # Errors
///
/// [`SizeError`] for size 0, sizes over [`MAX_SIZE`], and more than [`MAX_LISTED`] forms. To visit
/// more forms, use [`for_each_polyform`].
///
/// ```
/// use tilewright_geometry::{Lattice, Sides, polyforms};
/// assert_eq!(polyforms(Lattice::Triangle, 6, Sides::Free)?.len(), 12);
/// # Ok::<(), tilewright_geometry::SizeError>(())
/// ```
pub fn polyforms(lattice: Lattice, size: usize, sides: Sides) -> Result<Vec<Polyform>, SizeError> {
    let test = CanonicalTest::new(lattice, sides);
    let mut forms = Vec::new();
    // At most `images_at_most` fixed forms are the same polyform. So if more than `most` fixed forms were visited,
    // the list would be too long, even if few canonical forms have been visited so far.
    let most = MAX_LISTED * images_at_most(lattice, sides);
    let mut visited = 0;
    let flow = for_each_fixed(lattice, size, &mut |cells| {
        visited += 1;
        if test.is_canonical(cells) {
            forms.push(Polyform::from_vectors(
                lattice,
                cells.iter().map(|cell| cell.vector()),
            ));
        }
        if forms.len() > MAX_LISTED || visited > most {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    })?;
    if flow.is_break() {
        return Err(SizeError::TooMany {
            size,
            limit: MAX_LISTED,
        });
    }
    forms.sort_unstable();
    Ok(forms)
}

/// The largest number of fixed forms that are the same polyform under the symmetries that `sides` allows.
fn images_at_most(lattice: Lattice, sides: Sides) -> usize {
    let symmetries = lattice.symmetries(sides).len();
    // Where forms may be moved off the lattice (see `congruence.rs`), each image has the same shape as at most one
    // form for each vertex of a translation unit. This is so only for drafters, whose unit has 6 vertices.
    let moves = if lattice.table().moves_off_lattice {
        6
    } else {
        1
    };
    symmetries * moves
}

fn check_size(size: usize) -> Result<(), SizeError> {
    match size {
        0 => Err(SizeError::Zero),
        1..=MAX_SIZE => Ok(()),
        _ => Err(SizeError::TooLarge {
            size,
            limit: MAX_SIZE,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::search::to_u64;
    use super::*;

    #[test]
    fn sizes_are_checked() {
        assert_eq!(count(Lattice::Square, 0, Sides::Free), Err(SizeError::Zero));
        let error = polyforms(Lattice::Cube, 33, Sides::Free).unwrap_err();
        assert_eq!(
            error.to_string(),
            "polyforms of 33 cells are too many to enumerate; the size may be at most 32"
        );
    }

    #[test]
    fn lists_are_limited_before_they_are_long() {
        let error = polyforms(Lattice::Cube, 32, Sides::Fixed).unwrap_err();
        assert_eq!(
            error,
            SizeError::TooMany {
                size: 32,
                limit: MAX_LISTED
            }
        );
    }

    #[test]
    fn visitors_can_stop() {
        let mut visits = 0;
        let flow = for_each_fixed(Lattice::Stick, 20, &mut |_| {
            visits += 1;
            if visits == 10 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        assert_eq!((flow, visits), (Ok(ControlFlow::Break(())), 10));
    }

    #[test]
    fn a_count_that_is_stopped_is_a_lower_bound() {
        for sides in [Sides::Free, Sides::OneSided, Sides::Fixed] {
            let asked = std::cell::Cell::new(0);
            let stop = || {
                asked.set(asked.get() + 1);
                asked.get() > 50
            };
            let some = count_until(Lattice::Square, 9, sides, &stop).unwrap();
            let all = count(Lattice::Square, 9, sides).unwrap();
            assert!(!some.complete && (1..all).contains(&some.forms), "{some:?}");
        }
    }

    #[test]
    fn visiting_and_counting_agree() {
        for lattice in Lattice::ALL {
            for size in 1..=5 {
                let mut forms = Vec::new();
                let _ = for_each_fixed(lattice, size, &mut |cells| {
                    forms.push(Polyform::new(lattice, cells.iter().copied()).unwrap());
                    ControlFlow::Continue(())
                });
                let visits = forms.len();
                forms.sort();
                forms.dedup();
                assert_eq!(forms.len(), visits, "no form is met twice");
                let mut fixed: Vec<Polyform> = forms
                    .iter()
                    .map(|form| form.canonical(Sides::Fixed))
                    .collect();
                fixed.sort();
                fixed.dedup();
                assert_eq!(Ok(to_u64(fixed.len())), count(lattice, size, Sides::Fixed));
            }
        }
    }
}
