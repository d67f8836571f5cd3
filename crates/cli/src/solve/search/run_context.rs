//! The stop flag of long work, its resources, and the sink of its progress.

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Arc;

use tilewright_dlx::StopFlag;

use super::kind::WorkKind;
use crate::solve::resources::Resources;

/// Shows the progress of long work.
///
/// A closure is a sink: it takes the kind of work, the share done (0 to 1, if known) and the
/// progress text.
pub trait ProgressSink: Send + Sync {
    /// Opens a view for work that begins. The work reports to the view until it drops it. Several
    /// views may be open at once.
    fn begin(&self, kind: WorkKind) -> Box<dyn ProgressView>;
}

/// Shows the progress of one piece of work.
pub trait ProgressView: Send {
    /// Shows the share of the work done (0 to 1, if known) and the progress text. It is called at
    /// most four times a second.
    fn show(&mut self, fraction: Option<f64>, words: &str);

    /// Runs `print` while the progress display is hidden. `print` writes to stdout, and to stderr
    /// too if `to_stderr`.
    fn suspend(&self, to_stderr: bool, print: &mut dyn FnMut()) {
        let _ = to_stderr;
        print();
    }
}

impl<F: Fn(WorkKind, Option<f64>, &str) + Clone + Send + Sync + 'static> ProgressSink for F {
    fn begin(&self, kind: WorkKind) -> Box<dyn ProgressView> {
        struct RunView<F> {
            kind: WorkKind,
            on_progress: F,
        }
        impl<F: Fn(WorkKind, Option<f64>, &str) + Send> ProgressView for RunView<F> {
            fn show(&mut self, fraction: Option<f64>, words: &str) {
                (self.on_progress)(self.kind, fraction, words);
            }
        }
        let on_progress = self.clone();
        Box::new(RunView { kind, on_progress })
    }
}

/// The context of long work: its resources, a stop flag, and a [`ProgressSink`] if its progress is
/// shown.
///
/// A clone shares the flag and the sink.
///
/// # Examples
///
/// ```
/// use std::sync::{Arc, Mutex};
/// use tilewright::cover::Instance;
/// use tilewright::puzzle::{Piece, Puzzle};
/// use tilewright::solve::search::{WorkKind, RunContext, Scope, Search};
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
/// let lines = Arc::new(Mutex::new(Vec::new()));
/// let words = Arc::clone(&lines);
/// let stop = StopFlag::new();
/// let monitor = RunContext::new(&stop).observed(move |_: WorkKind, _: Option<f64>, text: &str| {
///     words.lock().unwrap().push(text.to_owned());
/// });
/// // Stopped before it begins.
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
pub struct RunContext {
    /// The engine, the threads and the memory.
    pub resources: Resources,
    stop: StopFlag,
    observer: Option<Arc<dyn ProgressSink>>,
}

impl fmt::Debug for RunContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RunContext")
            .field("resources", &self.resources)
            .field("stop", &self.stop)
            .field("is_observed", &self.observer.is_some())
            .finish()
    }
}

impl RunContext {
    /// A context that `stop` stops, and that shows no progress, with the default resources.
    pub fn new(stop: &StopFlag) -> Self {
        Self {
            resources: Resources::default(),
            stop: stop.clone(),
            observer: None,
        }
    }

    /// A context that nothing stops, and that shows no progress, with the default resources.
    pub fn silent() -> Self {
        Self::new(&StopFlag::new())
    }

    /// Replaces the resources.
    #[must_use]
    pub fn with(self, resources: impl Into<Resources>) -> Self {
        Self {
            resources: resources.into(),
            ..self
        }
    }

    /// Adds a sink for the progress.
    #[must_use]
    pub fn observed(self, observer: impl ProgressSink + 'static) -> Self {
        Self {
            observer: Some(Arc::new(observer)),
            ..self
        }
    }

    /// The context of each of `at_once` runs that take place at the same time: an equal share of the memory
    /// and of the threads, but at least one thread. It shows no progress.
    ///
    /// # Panics
    ///
    /// If `at_once` is 0.
    #[must_use]
    pub fn share(&self, at_once: usize) -> Self {
        let (threads, memory) = (self.resources.threads.get(), self.resources.memory());
        self.quietly().with(Resources {
            threads: NonZeroUsize::new(threads / at_once).unwrap_or(NonZeroUsize::MIN),
            memory: Some(memory / at_once as u64),
            ..self.resources
        })
    }

    /// A context with the same stop flag and resources that shows no progress, for one of many
    /// runs at once.
    #[must_use]
    pub fn quietly(&self) -> Self {
        Self {
            observer: None,
            ..self.clone()
        }
    }

    /// Whether the stop flag is set.
    pub fn is_set(&self) -> bool {
        self.stop.is_set()
    }

    /// The flag that stops the work.
    pub fn stop(&self) -> &StopFlag {
        &self.stop
    }

    /// Opens a view of the progress; `None` if there is no sink for the progress.
    pub(super) fn begin(&self, kind: WorkKind) -> Option<Box<dyn ProgressView>> {
        self.observer.as_ref().map(|observer| observer.begin(kind))
    }
}
