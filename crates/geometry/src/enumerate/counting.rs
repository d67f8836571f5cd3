//! Counts of polyforms.
//!
//! Fixed forms are counted by Redelmeier's search. The numbers of free and one-sided forms follow
//! by Burnside's lemma: a symmetry *keeps* a fixed form if it maps the form to a translate of
//! itself, and the number of forms is the mean, over all symmetries, of the numbers of fixed forms
//! that they keep. The number of kept forms is about the square root of the number of all forms; a
//! separate search grows them ([`invariant`]).
//!
//! If forms are made of tiles of several cells, or may be moved off their lattice, each fixed form
//! is tested instead.

use std::ops::ControlFlow;

use super::invariant::{self, InvariantForms, Stopped};
use super::search::{self, RedelmeierSearch};
use super::{SizeError, check_size, for_each_fixed, images_at_most};
use crate::canonical::CanonicalTest;
use crate::isometry::Isometry;
use crate::lattice::{Lattice, Sides};
use crate::vector::Matrix;

/// The number of polyforms of the given size, under the symmetries that `sides` allows.
///
/// # Errors
///
/// [`SizeError`] for size 0 and sizes over [`MAX_SIZE`](crate::MAX_SIZE).
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

/// The number of forms that [`count_until`] has counted, and whether these are all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PolyformCount {
    /// The number of forms; a lower bound if the count was stopped.
    pub forms: u64,
    /// Whether all forms were counted.
    pub complete: bool,
}

/// The number of polyforms, or a lower bound if `stop` returned true before the end. `stop` is
/// called every few milliseconds.
///
/// # Errors
///
/// [`SizeError`] for size 0 and sizes over [`MAX_SIZE`](crate::MAX_SIZE).
///
/// ```
/// use tilewright_geometry::{Lattice, Sides, count_until};
/// let counted = count_until(Lattice::Cube, 32, Sides::Free, &|| true)?;
/// assert!(!counted.complete);
/// # Ok::<(), tilewright_geometry::SizeError>(())
/// ```
#[expect(clippy::missing_panics_doc, reason = "an invariant")]
pub fn count_until(
    lattice: Lattice,
    size: usize,
    sides: Sides,
    stop: &impl Fn() -> bool,
) -> Result<PolyformCount, SizeError> {
    check_size(size)?;
    let (table, symmetries) = (lattice.table(), lattice.symmetries(sides));
    let is_plain = table.tiles.is_none() && symmetries.iter().all(invariant::is_plain);
    if table.moves_off_lattice || !(is_plain || sides == Sides::Fixed) {
        return count_canonical(lattice, size, sides, stop);
    }
    let (fixed, flow) = count_fixed(lattice, size, stop);
    let order = search::to_u64(symmetries.len());
    let so_far = PolyformCount {
        forms: fixed.div_ceil(order),
        complete: false,
    };
    if flow.is_break() {
        return Ok(so_far);
    }
    let mut sum = fixed;
    let invariant = InvariantForms::new(lattice, size);
    for (symmetry, conjugates) in conjugacy_classes(lattice, sides) {
        match invariant.count(&symmetry, stop) {
            Ok(forms) => sum += conjugates * forms,
            Err(Stopped) => return Ok(so_far),
        }
    }
    assert!(
        sum.is_multiple_of(order),
        "invariant: by Burnside's lemma the mean is a whole number, not {sum}/{order}"
    );
    Ok(PolyformCount {
        forms: sum / order,
        complete: true,
    })
}

fn count_fixed(lattice: Lattice, size: usize, stop: &impl Fn() -> bool) -> (u64, ControlFlow<()>) {
    let mut search = RedelmeierSearch::new(lattice, size);
    // No overflow: counting to 2^64 one by one would take centuries.
    let mut fixed = 0;
    let flow = (0..search.kinds()).try_for_each(|kind| {
        search.start_at(kind);
        search.count(0, size, &mut fixed, stop)
    });
    (fixed, flow)
}

/// One symmetry of each conjugacy class of the symmetries that `sides` allows, with the size of the class. The
/// identity is left out. Conjugate symmetries map equally many fixed forms to translates of themselves.
fn conjugacy_classes(lattice: Lattice, sides: Sides) -> Vec<(Isometry, u64)> {
    let all = lattice.symmetries(Sides::Free);
    let conjugates = |matrix: &Matrix, other: &Matrix| {
        all.iter()
            .any(|by| by.matrix.compose(matrix) == other.compose(&by.matrix))
    };
    let mut classes: Vec<(Isometry, u64)> = Vec::new();
    for symmetry in lattice.symmetries(sides).iter().skip(1) {
        let mut known = classes.iter_mut();
        match known.find(|(other, _)| conjugates(&other.matrix, &symmetry.matrix)) {
            Some((_, size)) => *size += 1,
            None => classes.push((*symmetry, 1)),
        }
    }
    classes
}

/// Counts the fixed forms that are their own canonical form, by testing each one.
fn count_canonical(
    lattice: Lattice,
    size: usize,
    sides: Sides,
    stop: &impl Fn() -> bool,
) -> Result<PolyformCount, SizeError> {
    let test = CanonicalTest::new(lattice, sides);
    let (mut forms, mut met) = (0_u64, 0_u64);
    let flow = for_each_fixed(lattice, size, &mut |cells| {
        met += 1;
        forms += u64::from(test.is_canonical(cells));
        if stop() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    })?;
    // The canonical form may be the last of its class to be visited. But a class has at most
    // `images` fixed forms, so the visited forms belong to at least `met / images` classes.
    let images = search::to_u64(images_at_most(lattice, sides));
    Ok(PolyformCount {
        forms: forms.max(met.div_ceil(images)),
        complete: flow.is_continue(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares counts by Burnside's lemma with counts that test each fixed form, on every
    /// lattice.
    #[test]
    fn forms_by_symmetries_are_those_that_are_canonical() {
        for lattice in Lattice::ALL {
            let kinds = lattice.table().kinds.len();
            let most = match lattice.dimensions() {
                3 => 3,
                _ if kinds > 3 => 4,
                _ => 6,
            };
            for (size, sides) in (1..=most)
                .flat_map(|size| [Sides::Free, Sides::OneSided].map(|sides| (size, sides)))
            {
                let tested = count_canonical(lattice, size, sides, &|| false);
                let counted = count_until(lattice, size, sides, &|| false);
                assert_eq!(counted, tested, "{lattice:?} {size} {sides:?}");
            }
        }
    }
}
