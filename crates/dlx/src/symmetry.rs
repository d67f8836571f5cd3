//! Symmetries: a finite group that acts on the options of a problem, and so on its solutions.
//!
//! An *automorphism* of a problem is a permutation of its options that comes from one of its items:
//! some permutation of the items keeps every item's kind and bounds and carries the items of each
//! option to those of its image, and any two options that give an item the same colour, or none,
//! to two that do so of its image. Then the image of a solution is a solution. Nothing but the
//! permutation of the options is given here, since two items that lie in exactly the same options
//! may be exchanged at will; of the items only the *class* of each matters, that is, its kind, its
//! bounds, the set of options that hold it and which of them agree on its colour, and an
//! automorphism permutes the classes.
//!
//! Invariant: the elements of [`Symmetries`] are distinct, are automorphisms, and form a group.
//!
//! Source: Knuth, "Dancing Links" (2000), divides symmetries out by hand; groups of permutations as
//! in any text on algebra.

mod check;
mod error;
mod fold;
#[cfg(test)]
mod tests;

pub use error::{ActionError, SymmetryError};

use crate::problem::{ItemId, OptionId, Problem};
use crate::stop::StopFlag;

/// An element of [`Symmetries`], by its place in the list they were made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SymmetryId(u32);

impl SymmetryId {
    /// The first `count` ids.
    fn first(count: usize) -> impl ExactSizeIterator<Item = Self> + DoubleEndedIterator + use<> {
        // `Symmetries` holds no more than `u32::MAX` elements: its constructor sees to it.
        (0..u32::try_from(count).unwrap_or(u32::MAX)).map(Self)
    }

    /// The element's place in the list, counted from zero.
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
    /// The image of each option under each element.
    images: Vec<Vec<OptionId>>,
    /// The first item of the class to which each element carries each item.
    items: Vec<Vec<ItemId>>,
    identity: SymmetryId,
    /// What tells the problem from others.
    structure: u64,
}

impl Symmetries {
    /// Takes a group of automorphisms of `problem`, where `images[g][o]` is the image of option
    /// number `o` under element number `g`.
    ///
    /// Takes time proportional to the options times |G| log |G|, and to the entries times |G|, but
    /// for logarithms.
    ///
    /// # Errors
    ///
    /// A row is not a permutation of all options; the identity is missing; two rows are equal; the
    /// composition of two rows is missing; or a row is no automorphism: it carries the options that
    /// hold some item to options that do not all hold one item of the same kind and bounds, with
    /// colours that agree where these did, and nothing else does.
    pub fn new(problem: &Problem, images: Vec<Vec<OptionId>>) -> Result<Self, SymmetryError> {
        Self::new_until(problem, images, &StopFlag::new())
    }

    /// The same, unless it is stopped.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new); and [`SymmetryError::Stopped`].
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

    /// The group of the identity alone.
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

    /// The number of elements.
    pub fn order(&self) -> usize {
        self.images.len()
    }

    /// All elements, in the order given.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = SymmetryId> + DoubleEndedIterator + use<> {
        SymmetryId::first(self.order())
    }

    /// The image of an option.
    ///
    /// # Panics
    ///
    /// If the element is not of this group, or the option not of its problem.
    pub fn image(&self, g: SymmetryId, option: OptionId) -> OptionId {
        self.images[g.index()][option.index()]
    }

    /// The element that moves nothing.
    pub fn identity(&self) -> SymmetryId {
        self.identity
    }

    /// Checks that these are symmetries of `problem`, or of one with the same items, bounds and
    /// options under other names. Takes time proportional to the entries.
    pub(crate) fn check_problem(&self, problem: &Problem) -> Result<(), ActionError> {
        if self.structure == problem.structure() {
            Ok(())
        } else {
            Err(ActionError::OtherProblem)
        }
    }

    /// Checks that an element is of this group.
    pub(crate) fn check_element(&self, g: SymmetryId) -> Result<(), ActionError> {
        let (element, order) = (g.index() + 1, self.order());
        if element <= order {
            Ok(())
        } else {
            Err(ActionError::UnknownElement { element, order })
        }
    }

    /// Whether the element moves no option.
    pub(crate) fn is_identity(&self, g: SymmetryId) -> bool {
        g == self.identity
    }

    /// The first item of the class to which an element carries an item.
    pub(crate) fn item_image(&self, g: SymmetryId, item: ItemId) -> ItemId {
        self.items[g.index()][item.index()]
    }

    /// The first item of an item's class.
    pub(crate) fn class(&self, item: ItemId) -> ItemId {
        self.item_image(self.identity, item)
    }

    /// The options of each item that must be covered exactly once and is the first of its class;
    /// none for the others.
    pub(crate) fn columns(&self, problem: &Problem) -> Vec<Vec<OptionId>> {
        let mut columns = vec![Vec::new(); problem.item_count()];
        for option in problem.options() {
            for &item in problem.option_items(option) {
                // The others of the class have the same options.
                if problem.bounds(item) == Some(1..=1) && self.class(item) == item {
                    columns[item.index()].push(option);
                }
            }
        }
        columns
    }

    /// The orbit of an option under a group, in order; none if it has a lesser option, at which it
    /// was found.
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
