//! What a checkpoint is of.

use tilewright_dlx::{Engine, Fingerprint, TreeEngine};

/// What a checkpoint must agree with to be taken up.
#[derive(Debug, Clone)]
pub struct Identity {
    /// The command, with all arguments that its output depends on.
    pub command: String,
    /// The problem.
    pub problem: Fingerprint,
    /// The engine asked for, if one was.
    pub engine: Option<Engine>,
}

/// How a search was begun; a run that resumes it does it in the same way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchPlan {
    /// By which engine.
    pub engine: TreeEngine,
    /// In about how many parts.
    pub parts: usize,
    /// Whether it is worth more than one thread.
    pub is_shared: bool,
}
