//! Stopping: a flag that ends work under way.
//!
//! Whoever asks for work keeps a clone of the flag and sets it, from a signal handler or another
//! thread; every loop over input-sized data looks at it, so that work ends within a fraction of a
//! second, and says that it was stopped.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use thiserror::Error;

/// Asks work to end before it is done. Clones are the same flag.
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

    /// A flag that others set too, such as a signal handler.
    pub fn from_shared(flag: Arc<AtomicBool>) -> Self {
        Self(flag)
    }

    /// Asks for the end. A flag once set stays so.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the end was asked for. Costs a relaxed load.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// The same, to leave a loop with `?`.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the flag is set.
    pub fn check(&self) -> Result<(), Stopped> {
        if self.is_set() { Err(Stopped) } else { Ok(()) }
    }
}

/// What a loop asks whether to go on.
pub(crate) trait Check {
    /// The error with which it ends.
    type Stopped;

    /// An error if the loop is to end.
    fn check(&self) -> Result<(), Self::Stopped>;
}

impl Check for StopFlag {
    type Stopped = Stopped;

    fn check(&self) -> Result<(), Stopped> {
        Self::check(self)
    }
}

/// Lets every loop go on.
pub(crate) struct Never;

impl Check for Never {
    type Stopped = Infallible;

    fn check(&self) -> Result<(), Infallible> {
        Ok(())
    }
}

/// Work ended before it was done, since its [`StopFlag`] was set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("stopped before the end, as asked")]
pub struct Stopped;
