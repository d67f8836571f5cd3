//! Who watches long work: it may stop the work, and hears how far it is.

use std::fmt;
use std::sync::Arc;

use tilewright_dlx::StopFlag;

use super::kind::Kind;

/// Hears how far long work is, in words.
///
/// A closure that takes the kind of work, the share of it that is done (from 0 to 1, if that is
/// known) and words on it is an observer.
pub trait Observer: Send + Sync {
    /// A piece of work begins; what is told of it goes to the view until that is dropped. Several
    /// may be under way at once.
    fn begin(&self, kind: Kind) -> Box<dyn ProgressView>;
}

/// Where the progress of a piece of work is shown.
pub trait ProgressView: Send {
    /// Shows the share of the work that is done, from 0 to 1, if that is known, and words on it. It
    /// is called four times a second at most.
    fn show(&mut self, fraction: Option<f64>, words: &str);

    /// Does something that prints to stdout, or to stderr too if `to_stderr`, with nothing shown in
    /// the middle of it.
    fn beside(&self, to_stderr: bool, print: &mut dyn FnMut()) {
        let _ = to_stderr;
        print();
    }
}

impl<F: Fn(Kind, Option<f64>, &str) + Clone + Send + Sync + 'static> Observer for F {
    fn begin(&self, kind: Kind) -> Box<dyn ProgressView> {
        struct View<F> {
            kind: Kind,
            hear: F,
        }
        impl<F: Fn(Kind, Option<f64>, &str) + Send> ProgressView for View<F> {
            fn show(&mut self, fraction: Option<f64>, words: &str) {
                (self.hear)(self.kind, fraction, words);
            }
        }
        let hear = self.clone();
        Box::new(View { kind, hear })
    }
}

/// The flag that stops long work, and the observer who hears of it, if there is one.
///
/// A clone is the same monitor.
///
/// # Examples
///
/// ```
/// use std::sync::{Arc, Mutex};
/// use tilewright::cover::Instance;
/// use tilewright::puzzle::{Piece, Puzzle};
/// use tilewright::solve::search::{Kind, Monitor, Scope, Search};
/// use tilewright_dlx::{Forecast, StopFlag};
/// use tilewright_geometry::{Board, Lattice, rectangle};
///
/// let square = Lattice::Square;
/// let puzzle = Puzzle::builder(square)
///     .board(Board::new(square, rectangle(square, 10, 6)?, [])?)
///     .pieces(Piece::all_of_size(square, 5)?)
///     .build()?;
/// let instance = Instance::new(puzzle)?;
///
/// let heard = Arc::new(Mutex::new(Vec::new()));
/// let words = Arc::clone(&heard);
/// let stop = StopFlag::new();
/// let monitor = Monitor::new(&stop).observed(move |_: Kind, _: Option<f64>, told: &str| {
///     words.lock().unwrap().push(told.to_owned());
/// });
/// // Somebody else stops it, at once.
/// stop.set();
/// let search = Search {
///     scope: Scope::all(instance.problem(), &[]),
///     schedule: Forecast::of(instance.problem(), 10).schedule(
///         tilewright_dlx::TreeEngine::Links,
///         std::num::NonZeroUsize::MIN,
///         false,
///     ),
///     done: 0,
/// };
/// let ended = search.count(&monitor)?;
/// assert!(ended.interrupted && !ended.complete);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Monitor {
    stop: StopFlag,
    observer: Option<Arc<dyn Observer>>,
}

impl fmt::Debug for Monitor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Monitor")
            .field("stop", &self.stop)
            .field("is_observed", &self.observer.is_some())
            .finish()
    }
}

impl Monitor {
    /// One that `stop` stops, and of which nobody hears.
    pub fn new(stop: &StopFlag) -> Self {
        Self {
            stop: stop.clone(),
            observer: None,
        }
    }

    /// One that nobody stops and of which nobody hears.
    pub fn silent() -> Self {
        Self::new(&StopFlag::new())
    }

    /// The same, heard by an observer.
    #[must_use]
    pub fn observed(self, observer: impl Observer + 'static) -> Self {
        Self {
            observer: Some(Arc::new(observer)),
            ..self
        }
    }

    /// The same flag, for one of many runs at once: nobody hears of them.
    #[must_use]
    pub fn quietly(&self) -> Self {
        Self::new(&self.stop)
    }

    /// Whether the work is to stop.
    pub fn is_set(&self) -> bool {
        self.stop.is_set()
    }

    /// The flag that stops the work.
    pub fn stop(&self) -> &StopFlag {
        &self.stop
    }

    /// The view of a piece of work that begins.
    pub(super) fn begin(&self, kind: Kind) -> Option<Box<dyn ProgressView>> {
        self.observer.as_ref().map(|observer| observer.begin(kind))
    }
}
