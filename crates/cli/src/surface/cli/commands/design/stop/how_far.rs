//! How far a run got before a signal stopped it.

use crate::design::choices::JudgedChoices;

#[derive(Debug, Clone, Copy)]
pub(in crate::surface::cli::commands::design) enum DesignStop {
    /// How many goals were counted, or for a sample, how many choices.
    Counted(usize),
    /// The number of choices on one board that were compared with the requirements.
    Judged(JudgedChoices),
}
