//! What can be wrong with an item or an option that is added to a problem.

use thiserror::Error;

/// A misuse of [`Problem`](crate::Problem). Options are counted from 1 in messages.
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
        /// The name.
        name: String,
        /// The first character that may not be there.
        character: char,
    },
    /// Two items have the same name.
    #[error("there are two items named {name:?}; names must be distinct")]
    DuplicateName {
        /// The name.
        name: String,
    },
    /// A primary item comes after a secondary one.
    #[error("the primary item {name:?} comes after a secondary item; add all primary items first")]
    PrimaryAfterSecondary {
        /// The primary item.
        name: String,
    },
    /// No number above zero lies within an item's bounds.
    #[error(
        "the item {name:?} is to be covered {least} to {most} times; the upper bound must be at least 1 and not below the lower one"
    )]
    Bounds {
        /// The item.
        name: String,
        /// The lower bound.
        least: u32,
        /// The upper bound.
        most: u32,
    },
    /// An option names an item that the problem does not have.
    #[error(
        "option {option} names item number {index}, counted from 0, which is not in this problem; add the item first"
    )]
    UnknownItem {
        /// The option that was to be added, counted from 1.
        option: usize,
        /// The item's index.
        index: usize,
    },
    /// An option that is to be taken over is not in the problem.
    #[error("option number {index}, counted from 0, is not among the problem's {count} options")]
    UnknownOption {
        /// The option's index.
        index: usize,
        /// How many options the problem has.
        count: usize,
    },
    /// Bounds are set of an item that has none.
    #[error("the item {name:?} is not a primary item of the problem, so it has no bounds to set")]
    NotPrimary {
        /// The item; empty if it is not in the problem.
        name: String,
    },
    /// An option names an item twice.
    #[error("option {option} names the item {name:?} twice; name each item once")]
    RepeatedItem {
        /// The option that was to be added, counted from 1.
        option: usize,
        /// The item.
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
        /// The name.
        name: String,
        /// The first character that may not be there.
        character: char,
    },
    /// An option gives a primary item a colour.
    #[error(
        "option {option} gives the primary item {name:?} a colour; only secondary items may have colours"
    )]
    ColouredPrimary {
        /// The option that was to be added, counted from 1.
        option: usize,
        /// The item.
        name: String,
    },
    /// An option gives an item a colour that the problem does not have.
    #[error(
        "option {option} gives the item {name:?} colour number {index}, counted from 0, which is not in this problem; add the colour first"
    )]
    UnknownColour {
        /// The option that was to be added, counted from 1.
        option: usize,
        /// The item.
        name: String,
        /// The colour's index.
        index: usize,
    },
    /// An option has no items.
    #[error("option {option} has no items; give it at least one primary item")]
    EmptyOption {
        /// The option that was to be added, counted from 1.
        option: usize,
    },
    /// An option has secondary items only.
    #[error(
        "option {option} has no primary item and would never be chosen; give it one, or make an item of it bounded 0 to 1"
    )]
    NoPrimaryItem {
        /// The option that was to be added, counted from 1.
        option: usize,
    },
    /// The problem cannot be indexed any more.
    #[error(
        "the problem is full: items, options and their entries together may not exceed {limit}"
    )]
    Full {
        /// The most items, options and entries together.
        limit: usize,
    },
}
