//! What can be wrong with a list of permutations that is to be a group of symmetries.

use thiserror::Error;

use crate::stop::Stopped;

/// Why permutations are not a group of automorphisms. Elements and options are counted from 1 in
/// messages.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SymmetryError {
    /// More elements than can be numbered.
    #[error("there are {count} symmetries; there may be at most 4294967295")]
    TooMany {
        /// The number of elements.
        count: usize,
    },
    /// More elements than one would hold in memory, as the caller says.
    #[error(
        "there may be {symmetries} symmetries, too many to list: ask for all solutions, symmetric ones not divided out"
    )]
    TooLarge {
        /// At most so many.
        symmetries: u128,
    },
    /// A row is too long or too short.
    #[error(
        "symmetry {element} has {images} images for {options} options; give one image for each"
    )]
    Length {
        /// The element, counted from 1.
        element: usize,
        /// The images it has.
        images: usize,
        /// The options of the problem.
        options: usize,
    },
    /// An image is not an option of the problem.
    #[error(
        "symmetry {element} carries option {option} to option {image}, which is not among the problem's {options} options"
    )]
    UnknownImage {
        /// The element, counted from 1.
        element: usize,
        /// The option, counted from 1.
        option: usize,
        /// Its image, counted from 1.
        image: usize,
        /// The options of the problem.
        options: usize,
    },
    /// Two options have the same image.
    #[error(
        "symmetry {element} carries the options {first} and {second} to the same option; images must be distinct"
    )]
    RepeatedImage {
        /// The element, counted from 1.
        element: usize,
        /// The first of the two options, counted from 1.
        first: usize,
        /// The second, counted from 1.
        second: usize,
    },
    /// No element is the identity.
    #[error("no symmetry is the identity; a group holds it, so add it")]
    NoIdentity,
    /// Two elements are equal.
    #[error("the symmetries {first} and {second} are equal; leave one of them out")]
    Repeated {
        /// The first of the two, counted from 1.
        first: usize,
        /// The second, counted from 1.
        second: usize,
    },
    /// The composition of two elements is missing.
    #[error(
        "symmetry {first} followed by symmetry {second} is not among the symmetries; a group holds it, so add it"
    )]
    NotClosed {
        /// The element applied first, counted from 1.
        first: usize,
        /// The element applied second, counted from 1.
        second: usize,
    },
    /// An element does not come from a permutation of the items.
    #[error(
        "symmetry {element} is no automorphism: the options that hold the item {item:?} are not carried to those of an item of the same kind and bounds"
    )]
    NoAutomorphism {
        /// The element, counted from 1.
        element: usize,
        /// The item.
        item: String,
    },
    /// It was stopped before all was checked.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Why symmetries cannot be applied to a problem. Elements are counted from 1 in messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ActionError {
    /// The problem is not the one that the symmetries were checked against.
    #[error(
        "the symmetries are of another problem: its items, bounds or options differ; make them for this one"
    )]
    OtherProblem,
    /// The element is of another group.
    #[error("symmetry {element} is not among the {order} symmetries of the group")]
    UnknownElement {
        /// The element, counted from 1.
        element: usize,
        /// The order of the group.
        order: usize,
    },
    /// It was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}
