//! A fast test whether a set of cells is its own canonical form.
//!
//! Enumeration visits every fixed form and keeps those that are the least among their images. The
//! test agrees with [`crate::Polyform::canonical`] (a property test sees to it) but builds no
//! form: it packs each image's vectors into integers whose order is that of the vectors, compares
//! the least of them first, sorts only on a tie, and stops at the first image that is smaller.

use arrayvec::ArrayVec;

use crate::isometry::Isometry;
use crate::lattice::{Cell, Lattice, Sides};
use crate::polyform::Polyform;
use crate::vector::Vector;

/// Forms of more cells than this are not enumerated.
pub const MAX_SIZE: usize = 32;

/// A form that is enumerated has at most this many cells: [`MAX_SIZE`] tiles of three.
const MAX_CELLS: usize = 3 * MAX_SIZE;

/// The packed and sorted vectors of a form.
type Keys = ArrayVec<u64, MAX_CELLS>;

/// A test for forms of one lattice under given sides.
pub(crate) struct CanonicalTest {
    /// The symmetries to try, without the identity.
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

    /// Whether no image of the cells, normalised, is less than the cells, normalised.
    ///
    /// Cells beyond the first [`MAX_CELLS`] are not looked at.
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

    /// Whether none of the forms that are this one moved by no translation of the lattice, or an image of it, is less.
    fn is_least_off_lattice(&self, vectors: &[Vector]) -> bool {
        let form = Polyform::from_vectors(self.lattice, vectors.iter().copied());
        let images = self
            .symmetries
            .iter()
            .map(|symmetry| form.transformed(symmetry));
        let mut all = std::iter::once(form.clone()).chain(images);
        all.all(|image| image.moved_off_lattice().iter().all(|moved| form <= *moved))
    }

    /// The vectors, normalised and packed so that integers are ordered as vectors are.
    fn keys(&self, vectors: &[Vector]) -> Keys {
        let least = vectors
            .iter()
            .copied()
            .reduce(Vector::min_by_axis)
            .unwrap_or_default();
        let shift = least.map(|c| c.div_euclid(self.scale) * self.scale);
        // A form of MAX_CELLS cells is far less than 2^21 wide, so the fields do not overlap.
        let field = |c: i32| u64::from(c.cast_unsigned());
        vectors
            .iter()
            .map(|&v| v - shift)
            .map(|v| (field(v.z) << 42) | (field(v.y) << 21) | field(v.x))
            .collect()
    }
}
