//! Why a list of permutations is not a group of symmetries, and why symmetries cannot be applied to a problem.

use thiserror::Error;

use crate::stop::Stopped;

/// Why permutations do not form a group of automorphisms. Messages count elements and options from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SymmetryError {
    /// There are more elements than can be numbered.
    #[error("there are {count} symmetries; there may be at most 4294967295")]
    TooMany {
        /// The number of elements given.
        count: usize,
    },
    /// There are more elements than the caller can keep in memory.
    #[error(
        "there may be {symmetries} symmetries, too many to list; count all solutions, without \
         dividing by symmetry"
    )]
    TooLarge {
        /// An upper bound on the number of symmetries.
        symmetries: u128,
    },
    /// A row does not have one image for each option.
    #[error(
        "symmetry {element} has {images} images for {options} options; give one image for each"
    )]
    Length {
        /// The number of the element with the wrong number of images, counted from 1.
        element: usize,
        /// The number of images in the row.
        images: usize,
        /// The number of options of the problem.
        options: usize,
    },
    /// An image is not an option of the problem.
    #[error(
        "symmetry {element} maps option {option} to option {image}, which is not among the \
         problem's {options} options"
    )]
    UnknownImage {
        /// The number of the element with the unknown image, counted from 1.
        element: usize,
        /// The number of the option whose image is unknown, counted from 1.
        option: usize,
        /// The number of the unknown image, counted from 1.
        image: usize,
        /// The number of options of the problem.
        options: usize,
    },
    /// Two options have the same image.
    #[error(
        "symmetry {element} maps the options {first} and {second} to the same option; images must \
         be distinct"
    )]
    RepeatedImage {
        /// The number of the element with a repeated image, counted from 1.
        element: usize,
        /// The first of the two options, counted from 1.
        first: usize,
        /// The second of the two options, counted from 1.
        second: usize,
    },
    /// No element maps every option to itself.
    #[error("the identity is missing from the symmetries; add it")]
    NoIdentity,
    /// Two elements are equal.
    #[error("the symmetries {first} and {second} are equal; leave one of them out")]
    Repeated {
        /// The first of the two elements, counted from 1.
        first: usize,
        /// The second of the two elements, counted from 1.
        second: usize,
    },
    /// The composition of two elements is missing.
    #[error(
        "symmetry {first} followed by symmetry {second} is missing from the symmetries; add it"
    )]
    NotClosed {
        /// The element that is applied first, counted from 1.
        first: usize,
        /// The element that is applied second, counted from 1.
        second: usize,
    },
    /// An element permutes the options in a way that no permutation of the items brings about.
    #[error(
        "symmetry {element} is not an automorphism: it does not map the options that cover the \
         item {item:?} to those of an item of the same kind and bounds"
    )]
    NoAutomorphism {
        /// The number of the element that is no automorphism, counted from 1.
        element: usize,
        /// The name of an item that has no image.
        item: String,
    },
    /// The check was stopped by the caller's [`StopFlag`](crate::StopFlag).
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Why symmetries cannot be applied to a problem. Messages count elements from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ActionError {
    /// The symmetries were made for another problem.
    #[error(
        "the symmetries belong to another problem: its items, bounds or options differ; compute \
         them for this one"
    )]
    OtherProblem,
    /// The element is not in this group.
    #[error("symmetry {element} is not among the {order} symmetries of the group")]
    UnknownElement {
        /// The number of the element that is not in the group, counted from 1.
        element: usize,
        /// The number of elements of the group.
        order: usize,
    },
    /// The computation was stopped by the caller's [`StopFlag`](crate::StopFlag).
    #[error(transparent)]
    Stopped(#[from] Stopped),
}
