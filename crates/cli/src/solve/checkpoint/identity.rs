//! Identifies the run that a checkpoint belongs to.

use tilewright_dlx::{Engine, Fingerprint, TreeEngine};

/// The identity of a run. A checkpoint can be resumed only by a run with an equal identity.
#[derive(Debug, Clone)]
pub struct Identity {
    /// The command, with all arguments that its output depends on.
    pub command: String,
    /// The fingerprint of the exact cover problem.
    pub problem: Fingerprint,
    /// The requested engine, if any.
    pub engine: Option<Engine>,
}

/// How a search was begun. A resumed run uses the same plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchPlan {
    /// The engine that searches each part.
    pub engine: TreeEngine,
    /// The approximate number of parts into which the search is divided.
    pub parts: usize,
    /// Whether the search is long enough for more than one thread.
    pub is_shared: bool,
}
