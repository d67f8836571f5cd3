//! Searches problems with colours that have more than 256 options, more than 128 primary items, or bounded items.
//! The [columns](columns) of these problems are stored without their empty blocks, and have a [search](search) of
//! their own.
//!
//! Each colour of an item has a column: the options that conflict with it. These are few, and there are many such
//! columns: a word rectangle has one for each letter of each cell. So nothing is packed, and a node reads only the
//! blocks in the columns of its option.

mod columns;
mod root;
mod search;
mod states;
#[cfg(test)]
mod tests;

pub(super) use columns::{SparseColumn, SparseColumns};
pub(super) use root::SparseRooted;
pub(super) use states::SparseStates;
