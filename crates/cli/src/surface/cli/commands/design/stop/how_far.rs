//! How far a run got before a signal stopped it.

use crate::design::choices::JudgedChoices;

#[derive(Debug, Clone, Copy)]
pub(in crate::surface::cli::commands::design) enum DesignStop {
    /// This number of goals, or of choices of a sample, was counted.
    Counted(usize),
    /// This number of the choices of one board was judged.
    Judged(JudgedChoices),
}
