//! How far a run came.

use crate::design::choices::JudgedChoices;

/// How far a run came before a signal stopped it.
#[derive(Debug, Clone, Copy)]
pub(in crate::surface::cli::commands::design) enum DesignStop {
    /// So many goals, or choices of a sample, were counted.
    Counted(usize),
    /// All choices of one board were counted, not all were judged and measured.
    Judged(JudgedChoices),
}
