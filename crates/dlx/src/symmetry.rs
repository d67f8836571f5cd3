//! Symmetries: a finite group that acts on the options of a problem, and thus on its solutions.
//!
//! An *automorphism* of a problem is a permutation of its options that comes from a permutation of
//! its items. The permutation of the items preserves the kind and the bounds of every item, and
//! maps the items of each option to the items of the option's image. If two options give an item
//! the same colour, or none, so do their images. Then the image of a solution is a solution. Only
//! the permutation of the options is stored, since items in exactly the same options are
//! interchangeable. All that matters about an item is its *class*: its kind, its bounds, the set of
//! options that contain it, and which of these agree on its colour. An automorphism permutes the
//! classes.
//!
//! Invariant: the elements of [`Symmetries`] are distinct, are automorphisms, and form a group.
//!
//! Source: Knuth, "Dancing Links" (2000), divides symmetries out by hand. Algebra textbooks treat groups of
//! permutations.

mod check;
mod error;
mod fold;
#[cfg(test)]
mod tests;

pub use error::{ActionError, SymmetryError};

use crate::problem::{ItemId, OptionId, Problem};
use crate::stop::StopFlag;

/// An element of [`Symmetries`], as its index in the list with which [`Symmetries::new`] was called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SymmetryId(u32);

impl SymmetryId {
    /// The ids of the elements with indices below `count`.
    fn first(count: usize) -> impl ExactSizeIterator<Item = Self> + DoubleEndedIterator + use<> {
        // The constructor of `Symmetries` ensures that there are at most `u32::MAX` elements.
        (0..u32::try_from(count).unwrap_or(u32::MAX)).map(Self)
    }

    /// The index of the element in the list given to [`Symmetries::new`], counted from zero.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A finite group of automorphisms of one problem, as permutations of its options.
///
/// ```
/// use tilewright_dlx::{Problem, Symmetries};
///
/// // Three cells in a row, dominoes and a single cell; the mirror exchanges left and right.
/// let mut problem = Problem::new();
/// let [a, b, c] = [problem.add_primary("a")?, problem.add_primary("b")?, problem.add_primary("c")?];
/// let ab = problem.add_option(&[a, b])?;
/// let bc = problem.add_option(&[b, c])?;
/// let left = problem.add_option(&[a])?;
/// let right = problem.add_option(&[c])?;
///
/// let symmetries = Symmetries::new(&problem, vec![
///     vec![ab, bc, left, right],
///     vec![bc, ab, right, left],
/// ])?;
/// assert_eq!(symmetries.order(), 2);
/// let mirror = symmetries.ids().nth(1).unwrap();
/// assert_eq!(symmetries.image(mirror, left), right);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetries {
    /// For each element, the image of each option.
    images: Vec<Vec<OptionId>>,
    /// For each element and each item, the first item of the class to which the element maps the item.
    items: Vec<Vec<ItemId>>,
    identity: SymmetryId,
    /// A hash of the problem without its names and costs, to recognize the problem.
    structure: u64,
}

impl Symmetries {
    /// A group of automorphisms of `problem`. `images[g][o]` is the image of the option with index
    /// `o` under the element with index `g`.
    ///
    /// For a group of order g, this takes time proportional to g log g times the number of options,
    /// plus g times the number of entries, up to logarithms.
    ///
    /// # Errors
    ///
    /// A row is not a permutation of all options; the identity is missing; two rows are equal; the
    /// composition of two rows is missing; or a row is not an automorphism. In the last case, the
    /// row does not map the options of some item to the options of an item of the same kind and
    /// bounds whose colours agree in the same way.
    pub fn new(problem: &Problem, images: Vec<Vec<OptionId>>) -> Result<Self, SymmetryError> {
        Self::new_until(problem, images, &StopFlag::new())
    }

    /// Like [`new`](Self::new), but can be stopped.
    ///
    /// # Errors
    ///
    /// Those of [`new`](Self::new); and [`SymmetryError::Stopped`].
    pub fn new_until(
        problem: &Problem,
        images: Vec<Vec<OptionId>>,
        stop: &StopFlag,
    ) -> Result<Self, SymmetryError> {
        if u32::try_from(images.len()).is_err() {
            return Err(SymmetryError::TooMany {
                count: images.len(),
            });
        }
        check::permutations(problem, &images, stop)?;
        let identity = check::group(problem, &images, stop)?;
        let items = check::automorphisms(problem, &images, stop)?;
        let identity = SymmetryId::first(images.len())
            .nth(identity)
            .ok_or(SymmetryError::NoIdentity)?;
        Ok(Self {
            images,
            items,
            identity,
            structure: problem.structure(),
        })
    }

    /// The group that consists only of the identity.
    ///
    /// ```
    /// use tilewright_dlx::{Problem, Symmetries};
    ///
    /// assert_eq!(Symmetries::trivial(&Problem::new()).order(), 1);
    /// ```
    pub fn trivial(problem: &Problem) -> Self {
        let identity: Vec<OptionId> = problem.options().collect();
        let images = vec![identity];
        Self {
            items: vec![check::representatives(problem)],
            images,
            identity: SymmetryId(0),
            structure: problem.structure(),
        }
    }

    /// The number of elements of the group.
    pub fn order(&self) -> usize {
        self.images.len()
    }

    /// The ids of all elements, in the order of the list given to [`new`](Self::new).
    pub fn ids(&self) -> impl ExactSizeIterator<Item = SymmetryId> + DoubleEndedIterator + use<> {
        SymmetryId::first(self.order())
    }

    /// The image of an option.
    ///
    /// # Panics
    ///
    /// The element is not in this group, or the option is not in its problem.
    pub fn image(&self, g: SymmetryId, option: OptionId) -> OptionId {
        self.images[g.index()][option.index()]
    }

    /// The identity of the group.
    pub fn identity(&self) -> SymmetryId {
        self.identity
    }

    /// Checks that these are symmetries of `problem`; names do not matter. Takes time proportional to the number
    /// of entries.
    pub(crate) fn check_problem(&self, problem: &Problem) -> Result<(), ActionError> {
        if self.structure == problem.structure() {
            Ok(())
        } else {
            Err(ActionError::OtherProblem)
        }
    }

    pub(crate) fn check_element(&self, g: SymmetryId) -> Result<(), ActionError> {
        let (element, order) = (g.index() + 1, self.order());
        if element <= order {
            Ok(())
        } else {
            Err(ActionError::UnknownElement { element, order })
        }
    }

    pub(crate) fn is_identity(&self, g: SymmetryId) -> bool {
        g == self.identity
    }

    /// The first item of the class to which the element maps the item.
    pub(crate) fn item_image(&self, g: SymmetryId, item: ItemId) -> ItemId {
        self.items[g.index()][item.index()]
    }

    /// The first item of the class that contains `item`.
    pub(crate) fn class(&self, item: ItemId) -> ItemId {
        self.item_image(self.identity, item)
    }

    /// For each item, its options, if it must be covered exactly once and is the first item of its class;
    /// otherwise an empty list.
    pub(crate) fn columns(&self, problem: &Problem) -> Vec<Vec<OptionId>> {
        let mut columns = vec![Vec::new(); problem.item_count()];
        for option in problem.options() {
            for &item in problem.option_items(option) {
                // The other items of a class are in the same options as its first item.
                if problem.bounds(item) == Some(1..=1) && self.class(item) == item {
                    columns[item.index()].push(option);
                }
            }
        }
        columns
    }

    /// The images of an option under the elements of `group`, sorted and without repetitions. `None` if one of
    /// them is less than `option`.
    pub(crate) fn orbit(&self, option: OptionId, group: &[SymmetryId]) -> Option<Vec<OptionId>> {
        let images = || group.iter().map(|&g| self.image(g, option));
        if images().any(|image| image < option) {
            return None;
        }
        let mut orbit: Vec<OptionId> = images().collect();
        orbit.sort_unstable();
        orbit.dedup();
        Some(orbit)
    }
}
