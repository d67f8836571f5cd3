//! Problems with colours and more than a few options: [columns](columns) of which only the blocks
//! that hold options are kept, and the [search](search) on them.
//!
//! A colour of an item binds few of the options, and the columns of all colours are many: a word
//! rectangle has one for each letter of each cell. So nothing is packed, and a node looks at the
//! blocks alone that the columns of its option have.

mod columns;
mod root;
mod search;
mod states;
#[cfg(test)]
mod tests;

pub(super) use columns::{Column, SparseColumns};
pub(super) use root::SparseRooted;
pub(super) use states::SparseStates;
