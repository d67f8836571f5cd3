//! How far a run got before a signal stopped it.

use crate::design::choices::JudgedChoices;

#[derive(Debug, Clone, Copy)]
pub(in crate::surface::cli::commands::design) enum DesignStop {
    /// The number of goals counted, or of sampled choices counted.
    Counted(usize),
    /// The number of choices on one board that were compared with the requirements.
    Judged(JudgedChoices),
}
