//! Exact cover with dancing links.
//!
//! An exact cover problem has *items* and *options*; an option is a set of items. A solution is a
//! set of options that covers every *primary* item exactly once (or, if the item is bounded,
//! between two given numbers of times) and every *secondary* item at most once. Polyform puzzles,
//! Sudoku, queens and word squares are all of this form.
//!
//! | module | holds |
//! | --- | --- |
//! | [`problem`] | items, options, and [`Problem::check`], the verifier that knows no search |
//! | [`search`] | what all engines share: heuristic, visitor, progress, report |
//! | [`stop`] | the flag that ends work under way |
//! | [`engine`] | the engines by name |
//! | [`forecast`] | what a search would take, and by which engine |
//! | [`links`] | the engine with dancing links |
//! | [`bits`] | the same search tree, bit-parallel |
//! | [`frontier`] | the engine that counts without enumerating |
//! | [`diagram`] | all solutions as one graph that answers what a list would |
//! | [`subtree`] | parts of a search tree, for threads and for runs taken up again |
//! | [`schedule`] | searches in parts, on several threads, that can be taken up again |
//! | [`parallel`] | work in numbered parts, its results taken in order |
//! | [`turns`] | two searches that take turns, so that the answer costs at most twice the lesser |
//! | [`symmetry`] | a group of automorphisms of a problem |
//! | [`distinct`] | solutions up to symmetry, each met once and none stored |
//! | [`burnside`] | the number of distinct solutions from those that each symmetry fixes |
//! | [`estimate`] | what a search would take and find, by random walks |
//! | [`profile`] | nodes and updates, level by level, counted as in the paper |
//! | [`text`] | problems in Knuth's text format, in and out |
//!
//! Words follow Knuth, *The Art of Computer Programming*, volume 4B, section 7.2.2.1; his paper
//! "Dancing Links" (2000), which the docs call *the paper*, says column for item and row for
//! option.
//!
//! ```
//! use std::ops::ControlFlow;
//! use tilewright_dlx::{Links, OptionId, Problem};
//!
//! // The paper's matrix (3): seven items, six options, one solution.
//! let mut problem = Problem::new();
//! for name in ["A", "B", "C", "D", "E", "F", "G"] {
//!     problem.add_primary(name)?;
//! }
//! for names in ["CEF", "ADG", "BCF", "AD", "BG", "DEG"] {
//!     let items: Vec<_> = names.chars().filter_map(|c| problem.item(&c.to_string())).collect();
//!     problem.add_option(&items)?;
//! }
//!
//! let mut found = Vec::new();
//! let report = Links::new(&problem).run(&mut |solution: &[OptionId]| {
//!     found.push(solution.iter().map(|option| option.index() + 1).collect::<Vec<_>>());
//!     ControlFlow::Continue(())
//! });
//! assert_eq!(found, [[4, 1, 5]]);
//! assert!(report.complete);
//! # Ok::<(), tilewright_dlx::ProblemError>(())
//! ```

pub mod bits;
pub mod burnside;
mod clock;
#[cfg(feature = "frontier")]
pub mod diagram;
pub mod distinct;
pub mod engine;
pub mod estimate;
pub mod forecast;
#[cfg(feature = "frontier")]
pub mod frontier;
pub mod links;
pub mod parallel;
pub mod problem;
pub mod profile;
pub mod schedule;
pub mod search;
pub mod solver;
pub mod stop;
pub mod subtree;
pub mod symmetry;
pub mod text;
mod threads;
pub mod turns;

pub use bits::{Bits, BitsError};
#[cfg(feature = "frontier")]
pub use diagram::{Counter, Diagram, DiagramError, Samples, Solutions};
pub use distinct::{Case, Distinct, DistinctReport, DistinctVisitor, Restriction};
pub use engine::Engine;
pub use estimate::{AtLeast, Estimate, Estimator, LevelEstimate, Mean};
pub use forecast::Forecast;
#[cfg(feature = "frontier")]
pub use frontier::{
    CheckpointError, FRONTIER_CHECKPOINT_MAGIC, Frontier, FrontierCheckpoints, FrontierError,
    FrontierProgress, FrontierReport, FrontierWatcher,
};
pub use links::{GivenError, Links};
pub use problem::{
    CoverError, Derivation, Derived, Fingerprint, ItemId, OptionId, Problem, ProblemError,
};
pub use profile::{Level, Profile};
pub use schedule::{Schedule, ScheduleError, Tally, TreeEngine};
pub use search::{Heuristic, Progress, Report, Visitor};
#[cfg(feature = "frontier")]
pub use solver::SweepTrial;
pub use solver::{
    Answer, Budget, Count, CountSoFar, Decision, DistinctSolver, Observer, Solution, Solver,
    SolverError,
};
pub use stop::{StopFlag, Stopped};
pub use subtree::{Part, Split, Subtree};
pub use symmetry::{ActionError, Symmetries, SymmetryError, SymmetryId};
