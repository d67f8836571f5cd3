//! A fast test whether a set of cells is its own canonical form.
//!
//! Enumeration visits every fixed form, and keeps those that are the least of their images. This
//! test gives the same result as [`crate::Polyform::canonical`] (which a property test checks), but
//! builds no form. It packs the vectors of each image into integers with the same order. It first
//! compares the smallest vectors, sorts only if they are equal, and stops at the first smaller
//! image.

use arrayvec::ArrayVec;

use crate::isometry::Isometry;
use crate::lattice::{Cell, Lattice, Sides};
use crate::polyform::Polyform;
use crate::vector::Vector;

/// The maximum size of enumerated forms, in tiles.
pub const MAX_SIZE: usize = 32;

/// The largest number of cells of an enumerated form: [`MAX_SIZE`] tiles of three cells.
const MAX_CELLS: usize = 3 * MAX_SIZE;

/// The packed and sorted vectors of a form.
type Keys = ArrayVec<u64, MAX_CELLS>;

/// Tests whether forms of one lattice are canonical: each the least of its images under the allowed symmetries.
pub(crate) struct CanonicalTest {
    /// The symmetries to try; the identity is left out.
    symmetries: &'static [Isometry],
    lattice: Lattice,
    scale: i32,
    moves_off_lattice: bool,
}

impl CanonicalTest {
    pub(crate) fn new(lattice: Lattice, sides: Sides) -> CanonicalTest {
        let symmetries = lattice.symmetries(sides);
        CanonicalTest {
            symmetries: symmetries.get(1..).unwrap_or_default(),
            lattice,
            scale: lattice.table().scale,
            moves_off_lattice: lattice.table().moves_off_lattice,
        }
    }

    /// Whether no image is less than the form; image and form are normalised.
    ///
    /// Only the first [`MAX_CELLS`] cells are considered.
    pub(crate) fn is_canonical(&self, cells: &[Cell]) -> bool {
        if self.symmetries.is_empty() && !self.moves_off_lattice {
            return true;
        }
        let vectors: ArrayVec<Vector, MAX_CELLS> = cells
            .iter()
            .take(MAX_CELLS)
            .map(|cell| cell.vector())
            .collect();
        let mut own = self.keys(&vectors);
        own.sort_unstable();
        let Some(&least) = own.first() else {
            return true;
        };
        let mut image = ArrayVec::<Vector, MAX_CELLS>::new();
        for symmetry in self.symmetries {
            image.clear();
            image.extend(vectors.iter().map(|&v| symmetry.apply(v)));
            let mut keys = self.keys(&image);
            let image_least = keys.iter().copied().min().unwrap_or(least);
            if image_least > least {
                continue;
            }
            if image_least < least {
                return false;
            }
            keys.sort_unstable();
            if keys < own {
                return false;
            }
        }
        !self.moves_off_lattice || self.is_least_off_lattice(&vectors)
    }

    /// Compares the form with the forms of the same shape that are neither translates nor images of it under
    /// symmetries of the lattice (see `congruence.rs`). Returns whether none of them is less.
    fn is_least_off_lattice(&self, vectors: &[Vector]) -> bool {
        let form = Polyform::from_vectors(self.lattice, vectors.iter().copied());
        let images = self
            .symmetries
            .iter()
            .map(|symmetry| form.transformed(symmetry));
        let mut all = std::iter::once(form.clone()).chain(images);
        all.all(|image| image.moved_off_lattice().iter().all(|moved| form <= *moved))
    }

    /// The vectors, normalised and packed into integers with the same order.
    fn keys(&self, vectors: &[Vector]) -> Keys {
        let least = vectors
            .iter()
            .copied()
            .reduce(Vector::min_by_axis)
            .unwrap_or_default();
        let shift = least.map(|c| c.div_euclid(self.scale) * self.scale);
        // A form of MAX_CELLS cells is far less than 2^21 wide, so the packed coordinates do not overlap.
        let field = |c: i32| u64::from(c.cast_unsigned());
        vectors
            .iter()
            .map(|&v| v - shift)
            .map(|v| (field(v.z) << 42) | (field(v.y) << 21) | field(v.x))
            .collect()
    }
}
