//! A flag that stops running work.
//!
//! The caller keeps a clone of the flag, and sets it from a signal handler or another thread. Every
//! loop whose length depends on the input checks the flag. So work ends within a fraction of a
//! second, and reports that it was stopped.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use thiserror::Error;

/// A flag that requests the end of work before it is done. All clones share the same flag.
///
/// ```
/// use tilewright_dlx::{StopFlag, Stopped};
///
/// let stop = StopFlag::new();
/// assert_eq!(stop.check(), Ok(()));
/// stop.clone().set();
/// assert_eq!(stop.check(), Err(Stopped));
/// ```
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// A flag that is not set.
    pub fn new() -> Self {
        Self::default()
    }

    /// A flag that shares its state with `flag`, which other code, such as a signal handler, may set.
    pub fn from_shared(flag: Arc<AtomicBool>) -> Self {
        Self(flag)
    }

    /// Requests the end of the work. The flag cannot be cleared.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the flag is set. Costs a relaxed atomic load.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Returns an error if the flag is set, so that a loop can end with `?`.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the flag is set.
    pub fn check(&self) -> Result<(), Stopped> {
        if self.is_set() { Err(Stopped) } else { Ok(()) }
    }
}

/// Runs work with a stop flag that is never set, and returns its result.
pub(crate) fn unstopped<T>(work: impl FnOnce(&StopFlag) -> Result<T, Stopped>) -> T {
    match work(&StopFlag::new()) {
        Ok(result) => result,
        Err(Stopped) => unreachable!("invariant: nobody else has the flag"),
    }
}

/// Work has ended before it was done, because its [`StopFlag`] was set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("stopped on request before the end")]
pub struct Stopped;
