//! The solution on a cover.

use tilewright_dlx::OptionId;

use crate::cover::Instance;

#[derive(Debug, Clone)]
pub(crate) struct CoverSolution<'a> {
    pub(crate) instance: &'a Instance,
    pub(crate) solution: Vec<OptionId>,
}
