//! Problems with colours and more than 256 options, or bounded items: [columns](columns) without their empty
//! blocks, and the [search](search) on them.
//!
//! A colour of an item conflicts with few of the options, and there are many such columns: a word rectangle
//! has one for each letter of each cell. So nothing is packed, and a node reads only the blocks in the
//! columns of its option.

mod columns;
mod root;
mod search;
mod states;
#[cfg(test)]
mod tests;

pub(super) use columns::{SparseColumn, SparseColumns};
pub(super) use root::SparseRooted;
pub(super) use states::SparseStates;
