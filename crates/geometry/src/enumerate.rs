//! Enumeration of polyforms by Redelmeier's method, on any lattice.
//!
//! D. H. Redelmeier, "Counting polyominoes: yet another attack", Discrete Mathematics 36 (1981),
//! 191–203. A fixed form is grown from its first cell in reading order, which is put at the origin,
//! so cells before the origin are barred; with several kinds of cell each kind takes its turn at
//! the origin. The *untried* list holds the neighbours met so far. Each of its cells is either
//! taken or passed over for good, so every form is met exactly once, and nothing is stored but one
//! path of the search: its depth is the size of the forms.
//!
//! Where forms are made of tiles of several cells, as polyaboloes are of tans, sizes count tiles.
//!
//! Free and one-sided forms are those fixed forms that are their own canonical form, a test which
//! again stores nothing. Counting fixed forms stops one level early: the number of untried cells is
//! the number of forms.

mod search;

use std::ops::ControlFlow;

use thiserror::Error;

use crate::canonical::{CanonicalTest, MAX_SIZE};
use crate::lattice::{Cell, Lattice, Sides};
use crate::polyform::Polyform;
use search::Search;

/// At most this many forms are listed.
pub const MAX_LISTED: usize = 100_000;

/// Why forms are not enumerated.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SizeError {
    /// There are no forms without cells.
    #[error("a polyform has at least one cell; ask for a size from 1 to {MAX_SIZE}")]
    Zero,
    /// The size is beyond [`MAX_SIZE`].
    #[error("forms of {size} cells are too many to enumerate; the size is at most {limit}")]
    TooLarge {
        /// The size asked for.
        size: usize,
        /// The limit.
        limit: usize,
    },
    /// A list would be longer than [`MAX_LISTED`].
    #[error(
        "there are more than {limit} forms of {size} cells, too many to list; ask for a smaller size, or count them"
    )]
    TooMany {
        /// The size asked for.
        size: usize,
        /// The limit.
        limit: usize,
    },
}

/// Visits every fixed form of the size exactly once: forms that are translates count as one.
///
/// Translates are those by translations of the lattice: where its table says so
/// ([`crate::Table::moves_off_lattice`]), two of them may be one shape.
///
/// The cells come in the order in which the search took them, not normalised, the first one being
/// first in reading order. The visitor may stop the search by breaking; the value returned is the
/// last one it gave.
///
/// # Errors
///
/// [`SizeError`] for size 0 and sizes beyond [`MAX_SIZE`].
///
/// # Complexity
///
/// Proportional to the number of forms of size up to `size`; the depth of recursion is `size`.
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
    let mut search = Search::new(lattice, size);
    for kind in 0..search.kinds() {
        search.start_at(kind);
        if search.visit(0, visit).is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Visits the canonical form of every polyform of the size under the sides, in no special order but
/// always the same.
///
/// # Errors
///
/// [`SizeError`] for size 0 and sizes beyond [`MAX_SIZE`].
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

/// The number of polyforms of the size under the sides.
///
/// # Errors
///
/// [`SizeError`] for size 0 and sizes beyond [`MAX_SIZE`].
///
/// ```
/// use tilewright_geometry::{Lattice, Sides, count};
/// assert_eq!(count(Lattice::Square, 5, Sides::Free), Ok(12));
/// assert_eq!(count(Lattice::Square, 5, Sides::OneSided), Ok(18));
/// assert_eq!(count(Lattice::Square, 5, Sides::Fixed), Ok(63));
/// ```
pub fn count(lattice: Lattice, size: usize, sides: Sides) -> Result<u64, SizeError> {
    let counted = count_until(lattice, size, sides, &|| false)?;
    Ok(counted.forms)
}

/// Polyforms that were counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PolyformCount {
    /// How many there are, or were met until the count was stopped.
    pub forms: u64,
    /// Whether these are all.
    pub complete: bool,
}

/// The number of polyforms, or of those met until `stop` says so, which is asked within
/// milliseconds.
///
/// # Errors
///
/// [`SizeError`] for size 0 and sizes beyond [`MAX_SIZE`].
///
/// ```
/// use tilewright_geometry::{Lattice, Sides, count_until};
/// let counted = count_until(Lattice::Cube, 32, Sides::Free, &|| true)?;
/// assert!(!counted.complete);
/// # Ok::<(), tilewright_geometry::SizeError>(())
/// ```
pub fn count_until(
    lattice: Lattice,
    size: usize,
    sides: Sides,
    stop: &impl Fn() -> bool,
) -> Result<PolyformCount, SizeError> {
    check_size(size)?;
    let mut forms = 0_u64;
    let flow = if sides == Sides::Fixed && !lattice.table().moves_off_lattice {
        let mut search = Search::new(lattice, size);
        // Counting to 2^64 in steps of one form would take centuries.
        (0..search.kinds()).try_for_each(|kind| {
            search.start_at(kind);
            search.count(0, size, &mut forms, stop)
        })
    } else {
        let test = CanonicalTest::new(lattice, sides);
        let mut met = 0_u64;
        let flow = for_each_fixed(lattice, size, &mut |cells| {
            met += 1;
            forms += u64::from(test.is_canonical(cells));
            if stop() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })?;
        // The canonical one of a form may come late, but no form has more images than there are
        // symmetries.
        let images = search::to_u64(images_at_most(lattice, sides));
        forms = forms.max(met.div_ceil(images));
        flow
    };
    Ok(PolyformCount {
        forms,
        complete: flow.is_continue(),
    })
}

/// The canonical forms of all polyforms of the size under the sides, sorted.
///
/// # Errors
///
/// [`SizeError`] for size 0, sizes beyond [`MAX_SIZE`], and where there are more than
/// [`MAX_LISTED`] forms; [`for_each_polyform`] visits those one by one.
///
/// ```
/// use tilewright_geometry::{Lattice, Sides, polyforms};
/// assert_eq!(polyforms(Lattice::Triangle, 6, Sides::Free)?.len(), 12);
/// # Ok::<(), tilewright_geometry::SizeError>(())
/// ```
pub fn polyforms(lattice: Lattice, size: usize, sides: Sides) -> Result<Vec<Polyform>, SizeError> {
    let test = CanonicalTest::new(lattice, sides);
    let mut forms = Vec::new();
    // A class has at most one fixed form for each symmetry: beyond this many there are too many
    // classes, however few of them have come up.
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

/// How many fixed forms make one class at most.
fn images_at_most(lattice: Lattice, sides: Sides) -> usize {
    let symmetries = lattice.symmetries(sides).len();
    // A form that may be moved off the lattice has at most one more for each vertex of a translation unit.
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
            "forms of 33 cells are too many to enumerate; the size is at most 32"
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
