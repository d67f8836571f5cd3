//! The solution that a book's cover shows.

use tilewright_dlx::OptionId;

use crate::cover::Instance;

#[derive(Debug, Clone)]
pub(crate) struct CoverSolution<'a> {
    pub(crate) instance: &'a Instance,
    pub(crate) solution: Vec<OptionId>,
}
