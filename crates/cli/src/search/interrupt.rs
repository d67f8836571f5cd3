//! Ctrl-C and requests to terminate.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::{SIGINT, SIGTERM};
use tilewright_dlx::StopFlag;

use crate::failure::Failure;

/// Set by Ctrl-C or a request to terminate; a second one ends the program at
/// once.
#[derive(Debug, Clone)]
pub struct Interrupt {
    stop: StopFlag,
    quiet: bool,
}

impl Interrupt {
    /// Listens for the signals from now on.
    ///
    /// # Errors
    ///
    /// If the system refuses the handlers.
    pub fn listen() -> Result<Self, Failure> {
        let flag = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            // The order matters: the first signal finds the flag unset.
            signal_hook::flag::register_conditional_shutdown(signal, 130, Arc::clone(&flag))
                .and_then(|_| signal_hook::flag::register(signal, Arc::clone(&flag)))
                .map_err(|error| anyhow::Error::new(error).context("cannot listen for Ctrl-C"))?;
        }
        Ok(Self {
            stop: StopFlag::from_shared(flag),
            quiet: false,
        })
    }

    /// Listens for nothing: for programs that use the library.
    pub fn never() -> Self {
        Self {
            stop: StopFlag::new(),
            quiet: false,
        }
    }

    /// The same signals, for one of many runs at once: none shows its progress.
    #[must_use]
    pub fn quietly(&self) -> Self {
        Self {
            stop: self.stop.clone(),
            quiet: true,
        }
    }

    /// Whether runs are to show no progress.
    pub(super) fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Whether a signal has come.
    pub fn is_set(&self) -> bool {
        self.stop.is_set()
    }

    /// The flag that a signal sets, for what knows of no signals.
    pub fn stop(&self) -> &StopFlag {
        &self.stop
    }
}
