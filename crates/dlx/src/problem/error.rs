//! The errors of building a problem: why an item, an option or a colour is refused.

use thiserror::Error;

/// A misuse of [`Problem`](crate::Problem). Messages count options from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ProblemError {
    /// An item's name is the empty string.
    #[error("an item has an empty name; give every item a name")]
    EmptyName,
    /// An item's name could not be written in the text format.
    #[error(
        "the item name {name:?} has the character {character:?}; names may not have white space, '|' or ':'"
    )]
    BadName {
        /// The refused name of an item.
        name: String,
        /// The first invalid character.
        character: char,
    },
    /// Two items have the same name.
    #[error("there are two items named {name:?}; names must be distinct")]
    DuplicateName {
        /// The name that both items have.
        name: String,
    },
    /// A primary item comes after a secondary one.
    #[error("the primary item {name:?} comes after a secondary item; add all primary items first")]
    PrimaryAfterSecondary {
        /// The name of the primary item that comes too late.
        name: String,
    },
    /// An item's bounds contain no number above zero.
    #[error(
        "the item {name:?} is to be covered {least} to {most} times; the upper bound must be at least 1 and not below the lower one"
    )]
    Bounds {
        /// The name of the item whose bounds are refused.
        name: String,
        /// The lower bound on how often the item is covered.
        least: u32,
        /// The upper bound on how often the item is covered.
        most: u32,
    },
    /// An option contains an item that is not in the problem.
    #[error(
        "option {option} uses item number {index}, counted from 0, which is not in this problem; \
         add the item first"
    )]
    UnknownItem {
        /// The option that was to be added, counted from 1.
        option: usize,
        /// The item's index in the order of addition.
        index: usize,
    },
    /// An option that is to be kept in a derived problem, or to get a cost, is not in the problem.
    #[error("option number {index}, counted from 0, is not among the problem's {count} options")]
    UnknownOption {
        /// The option's index in the order of addition.
        index: usize,
        /// The number of options of the problem.
        count: usize,
    },
    /// Bounds are set for a secondary or unknown item.
    #[error("the item {name:?} is not a primary item of the problem, so it has no bounds to set")]
    NotPrimary {
        /// The name of the item whose bounds are set; empty if the item is not in the problem.
        name: String,
    },
    /// An option contains an item twice.
    #[error("option {option} lists the item {name:?} twice; list each item once")]
    RepeatedItem {
        /// The option that was to be added, counted from 1.
        option: usize,
        /// The name of the item that the option contains twice.
        name: String,
    },
    /// A colour's name is the empty string.
    #[error("a colour has an empty name; write a name after the ':'")]
    EmptyColour,
    /// A colour's name could not be written in the text format.
    #[error(
        "the colour name {name:?} has the character {character:?}; names may not have white space, '|' or ':'"
    )]
    BadColour {
        /// The refused name of a colour.
        name: String,
        /// The first invalid character.
        character: char,
    },
    /// An option gives a primary item a colour.
    #[error(
        "option {option} gives the primary item {name:?} a colour; only secondary items may have colours"
    )]
    ColouredPrimary {
        /// The option that was to be added, counted from 1.
        option: usize,
        /// The name of the primary item that has a colour.
        name: String,
    },
    /// An option gives an item a colour that is not in the problem.
    #[error(
        "option {option} gives the item {name:?} colour number {index}, counted from 0, which is not in this problem; add the colour first"
    )]
    UnknownColour {
        /// The option that was to be added, counted from 1.
        option: usize,
        /// The name of the item that gets the colour.
        name: String,
        /// The colour's index in the order of addition.
        index: usize,
    },
    /// An option has no items.
    #[error("option {option} has no items; give it at least one primary item")]
    EmptyOption {
        /// The option that was to be added, counted from 1.
        option: usize,
    },
    /// An option has only secondary items.
    #[error(
        "option {option} has no primary item and would never be chosen; give it one, or give one \
         of its items the bounds 0 to 1"
    )]
    NoPrimaryItem {
        /// The option that was to be added, counted from 1.
        option: usize,
    },
    /// The problem is too large to be indexed.
    #[error(
        "the problem is full: items, options and their entries together may not exceed {limit}"
    )]
    Full {
        /// The maximum number of items, options and entries in total.
        limit: usize,
    },
}
