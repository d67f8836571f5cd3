//! The main entry point of the crate: questions about a problem, and answers that say whether they are complete.
//!
//! A [`Solver`] holds the problem and the bounds on the work, and chooses the engine. The answers of all engines
//! are equal. No answer depends on a clock or on the number of threads. A question that exceeds its [`Budget`] on
//! one machine exceeds it on every machine. Callers that need more than answers (a profile, a heuristic,
//! checkpoints) use the engines directly.
//!
//! | question | method | engines |
//! | --- | --- | --- |
//! | one solution, or none | [`Solver::first`] | links, bits |
//! | any one solution of a very large problem | [`Solver::any`] | randomized, links, bits |
//! | a few solutions; whether there is only one | [`Solver::at_most`] | links, bits |
//! | the solutions of least or greatest total cost | [`Solver::optimal`] | links, frontier |
//! | a solution other than a given one | [`Solver::other_than`] | links, bits |
//! | all solutions | [`Solver::for_each`], [`Solver::list`] | links, bits |
//! | their number | [`Solver::count`] | links, bits, frontier |
//! | their number up to symmetry | [`Solver::count_distinct`] | links, bits, frontier |
//! | one solution of each orbit | [`Solver::for_each_distinct`] | links, bits |

mod answer;
mod any;
mod best;
mod budget;
#[cfg(feature = "frontier")]
mod by_portfolio;
mod count_by;
mod count_distinct;
mod count_task;
mod counting;
mod distinct;
pub(crate) mod error;
mod listing;
mod losses;
mod observer;
mod search_run;
mod stop_check;

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::{Arc, OnceLock};

pub use answer::Answer;
pub use best::{BestSolutions, CostedSolution, Sense};
pub use budget::Budget;
pub use count_distinct::{DistinctCount, DistinctSoFar};
pub use counting::{Count, CountSoFar};
pub use distinct::OnDistinct;
pub use error::SolverError;
pub use listing::OnSolution;
pub use observer::{Decision, Observer};

use crate::bits::Compiled;
use crate::engine::Engine;
use crate::forecast::{Forecast, Searched};
#[cfg(feature = "frontier")]
use crate::frontier::{Frontier, FrontierError};
use crate::links::{GivenError, check_givens};
#[cfg(feature = "frontier")]
use crate::problem::ItemId;
use crate::problem::{OptionId, Problem};
use crate::randomized::Layout;
use crate::schedule::{Schedule, TreeEngine};
#[cfg(feature = "frontier")]
use crate::spill::MakeSpillFile;
use crate::stop::{StopFlag, Stopped};

/// The options chosen in a solution.
pub type Solution = Vec<OptionId>;

/// The number of random walks of a forecast. With 200 walks, a forecast is usually right within a factor of three,
/// and takes little time even compared with a small sweep.
const WALKS: u64 = 200;

/// Questions about a problem.
///
/// ```
/// use tilewright_dlx::{Answer, Budget, Solver, StopFlag, text};
///
/// // Dominoes on two rows of three cells.
/// let problem = text::read("a b c d e f\na b\nb c\nd e\ne f\na d\nb e\nc f\n")?;
/// let stop = StopFlag::new();
/// let solver = Solver::new(&problem).budget(Budget::nodes(1 << 26)).stop(&stop);
///
/// let first = solver.first()?.known().flatten().expect("there is a solution");
/// assert!(solver.other_than(&first)?.known().flatten().is_some());
/// let count = solver.count()?.known().expect("within the budget");
/// assert_eq!(count.solutions, 3_u32.into());
///
/// // Only those with the domino on a and d.
/// let upright = problem.option(4).expect("it has seven options");
/// assert_eq!(solver.clone().given(&[upright])?.list()?.known().map(|list| list.len()), Some(2));
///
/// stop.set();
/// assert_eq!(solver.first()?, Answer::Stopped(()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A clone asks about the same problem, and shares the compiled problem. So use clones of one
/// solver to ask a thousand questions with different givens.
#[derive(Clone)]
pub struct Solver<'p> {
    problem: &'p Problem,
    givens: Vec<OptionId>,
    engine: Option<Engine>,
    budget: Budget,
    stop: StopFlag,
    threads: NonZeroUsize,
    observer: Option<&'p dyn Observer>,
    layout: Option<Arc<Layout>>,
    /// The sweep, with the givens of the solver.
    #[cfg(feature = "frontier")]
    frontier: Frontier<'p>,
    /// The problem compiled for [`Bits`](crate::Bits). All clones share it; the first one to use that engine
    /// compiles it.
    compiled: Arc<OnceLock<Arc<Compiled>>>,
}

impl fmt::Debug for Solver<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver")
            .field("givens", &self.givens)
            .field("engine", &self.engine)
            .field("budget", &self.budget)
            .field("stop", &self.stop)
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}

impl<'p> Solver<'p> {
    /// A solver for questions about the whole problem, on one thread, without bounds on the work.
    pub fn new(problem: &'p Problem) -> Self {
        Self {
            problem,
            givens: Vec::new(),
            engine: None,
            budget: Budget::UNLIMITED,
            stop: StopFlag::new(),
            threads: NonZeroUsize::MIN,
            observer: None,
            layout: None,
            #[cfg(feature = "frontier")]
            frontier: Frontier::new(problem),
            compiled: Arc::default(),
        }
    }

    /// Restricts the questions to the solutions that contain these options. Further calls add to the givens.
    ///
    /// ```
    /// use tilewright_dlx::{Solver, text};
    ///
    /// let problem = text::read("a b\na b\na\nb\n")?;
    /// let [both, a] = [0, 1].map(|at| problem.option(at).unwrap());
    /// let count = Solver::new(&problem).given(&[a])?.count()?.known();
    /// assert_eq!(count.map(|count| count.solutions), Some(1_u32.into()));
    /// assert!(Solver::new(&problem).given(&[a, both]).is_err(), "both cover a");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A given is not in the problem, is given twice, or covers an item that may not be covered once more. The error
    /// names the item.
    pub fn given(mut self, options: &[OptionId]) -> Result<Self, GivenError> {
        self.givens.extend_from_slice(options);
        check_givens(self.problem, &self.givens)?;
        #[cfg(feature = "frontier")]
        {
            self.frontier = self.frontier.given(options)?;
        }
        Ok(self)
    }

    /// Selects an engine. With `None`, the default, solutions are found by [`Bits`](crate::Bits) if
    /// the problem is small enough for it, and by [`Links`](crate::Links) otherwise. They are
    /// counted by the engine that is forecast to be the fastest. Select an engine only for a
    /// special reason.
    ///
    /// ```
    /// use tilewright_dlx::{Engine, Solver, SolverError, text};
    ///
    /// let problem = text::read("a b\na b\na\nb\n")?;
    /// let count = |engine| Solver::new(&problem).engine(engine).count();
    /// assert_eq!(count(Engine::Links)?.known().map(|count| count.engine), Some(Engine::Links));
    /// # #[cfg(feature = "frontier")] {
    /// assert_eq!(count(Engine::Frontier)?.known().map(|count| count.engine), Some(Engine::Frontier));
    /// // It counts, but does not list.
    /// let first = Solver::new(&problem).engine(Engine::Frontier).first();
    /// assert_eq!(first, Err(SolverError::CountsAlone { engine: Engine::Frontier }));
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn engine(mut self, engine: impl Into<Option<Engine>>) -> Self {
        self.engine = engine.into();
        self
    }

    /// Bounds the work of each question.
    ///
    /// A question with a bound is answered on one thread, so the bound takes effect at the same
    /// node in every run.
    ///
    /// ```
    /// use tilewright_dlx::{Answer, Budget, Solver, text};
    ///
    /// // Twenty pigeons in nineteen holes: there is no solution, and no short proof.
    /// let pigeons: Vec<String> = (0..20).map(|at| format!("p{at}")).collect();
    /// let holes: Vec<String> = (0..19).map(|at| format!("h{at}")).collect();
    /// let mut lines = vec![format!("{} | {}", pigeons.join(" "), holes.join(" "))];
    /// for pigeon in &pigeons {
    ///     lines.extend(holes.iter().map(|hole| format!("{pigeon} {hole}")));
    /// }
    /// let problem = text::read(&(lines.join("\n") + "\n"))?;
    ///
    /// let solver = Solver::new(&problem).budget(Budget::nodes(100_000));
    /// assert_eq!(solver.first()?, Answer::OutOfBudget(()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn budget(mut self, budget: Budget) -> Self {
        self.budget = budget;
        self
    }

    /// Sets the flag that stops the current work and all later questions.
    ///
    /// ```
    /// use tilewright_dlx::{Answer, Solver, StopFlag, text};
    ///
    /// let problem = text::read("a\na\n")?;
    /// let stop = StopFlag::new();
    /// stop.set();
    /// assert_eq!(Solver::new(&problem).stop(&stop).first()?, Answer::Stopped(()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn stop(mut self, stop: &StopFlag) -> Self {
        self.stop = stop.clone();
        self
    }

    /// Sets the maximum number of threads that may share the work. Threads start only if a search
    /// is forecast to take longer than starting them. No answer depends on their number. Without
    /// the feature `parallel` there is one thread.
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    /// use tilewright_dlx::{Solver, text};
    ///
    /// let problem = text::read("a b\na b\na\nb\n")?;
    /// let solver = Solver::new(&problem);
    /// let two = solver.clone().threads(NonZeroUsize::MIN.saturating_add(1));
    /// assert_eq!(solver.list()?, two.list()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn threads(mut self, threads: NonZeroUsize) -> Self {
        self.threads = threads;
        self
    }

    /// Sets the memory for the states of a sweep, in bytes: see [`Frontier::memory`].
    ///
    /// ```
    /// use tilewright_dlx::{Engine, Solver, text};
    ///
    /// let problem = text::read("a b\na b\na\nb\n")?;
    /// let solver = Solver::new(&problem).engine(Engine::Frontier).memory(1 << 20);
    /// assert!(solver.count()?.is_known());
    /// assert!(solver.memory(1).count().is_err(), "not even the steps have room");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "frontier")]
    #[must_use]
    pub fn memory(mut self, bytes: u64) -> Self {
        self.frontier = self.frontier.memory(bytes);
        self
    }

    /// Sets the function that makes files for the data beyond the memory bound: see [`Frontier::spill`] and
    /// [`count_by_sorted`](Self::count_by_sorted).
    #[cfg(feature = "frontier")]
    #[must_use]
    pub fn spill(mut self, make: MakeSpillFile) -> Self {
        self.frontier = self.frontier.spill(make);
        self
    }

    /// Sets the order in which sweeps take the items: see [`Frontier::order`]. A caller that knows the shape of
    /// the board should set an order.
    ///
    /// ```
    /// use tilewright_dlx::{Engine, Solver, text};
    ///
    /// let problem = text::read("a b\na b\na\nb\n")?;
    /// let backwards: Vec<_> = problem.items().rev().collect();
    /// let solver = Solver::new(&problem).engine(Engine::Frontier).order(&backwards)?;
    /// assert_eq!(solver.count()?.known().map(|count| count.solutions), Some(2_u32.into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// An item is not in the problem or occurs twice in the order.
    #[cfg(feature = "frontier")]
    pub fn order(mut self, items: &[ItemId]) -> Result<Self, FrontierError> {
        self.frontier = self.frontier.order(items)?;
        Ok(self)
    }

    /// Sets the observer, which receives the progress and may stop the work: see [`Observer`] for
    /// an example.
    #[must_use]
    pub fn observer(mut self, observer: &'p dyn Observer) -> Self {
        self.observer = Some(observer);
        self
    }

    /// Forecasts the search, and reports the forecast to the observer.
    fn forecast(&self) -> Result<Forecast, Stopped> {
        let searched = Searched {
            problem: self.problem,
            keep: None,
            givens: &self.givens,
            share: 1.0,
            images: 0,
        };
        let forecast = Forecast::of_all(&[searched], WALKS, &self.stop)?;
        self.decide(&Decision::Forecast(&forecast));
        Ok(forecast)
    }

    /// The schedule of a search with `engine` whose solutions may come in any order.
    fn count_schedule(&self, forecast: &Forecast, engine: TreeEngine) -> Schedule {
        Schedule {
            in_any_order: true,
            ..forecast.schedule(engine, self.most_threads(), false)
        }
    }

    fn may_share(&self) -> bool {
        cfg!(feature = "parallel") && self.threads.get() > 1 && self.budget.is_unlimited()
    }

    fn most_threads(&self) -> NonZeroUsize {
        if self.may_share() {
            self.threads
        } else {
            NonZeroUsize::MIN
        }
    }

    /// Reports a decision to the observer, if there is one.
    fn decide(&self, decision: &Decision<'_>) {
        if let Some(observer) = self.observer {
            observer.decision(decision);
        }
    }
}
