//! Exact cover with dancing links.
//!
//! An exact cover problem has *items* and *options*; an option is a set of items. A solution is a
//! set of options that covers every *primary* item exactly once (or, if the item is bounded,
//! between two given numbers of times). It covers every *secondary* item at most once, or any
//! number of times by options that give it the same [colour](Colour). Polyform puzzles, Sudoku,
//! queens, word squares and edge matching are all of this form.
//!
//! # Where to begin
//!
//! [`Solver`] answers the first questions about a problem: a solution, another one, how many, all
//! of them, up to symmetry. It chooses the engine, and says when an answer is not known:
//!
//! ```
//! use tilewright_dlx::{Answer, Budget, Problem, Solver};
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
//! let solver = Solver::new(&problem).budget(Budget::nodes(1 << 26));
//! match solver.at_most(2)? {
//!     Answer::Known(solutions) => {
//!         assert_eq!(solutions.len(), 1, "it is the only one");
//!         let numbers: Vec<usize> = solutions[0].iter().map(|option| option.index() + 1).collect();
//!         assert_eq!(numbers, [4, 1, 5]);
//!     }
//!     Answer::Stopped(_) | Answer::OutOfBudget(_) => unreachable!("it has ten nodes"),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Which engine when
//!
//! All engines give the same answers. If none is selected, the solver lists with [`Bits`] if the
//! problem is small enough for it and with [`Links`] otherwise, and it counts with the engine that
//! is forecast to be the fastest.
//!
//! | engine | for | limits | costs |
//! | --- | --- | --- | --- |
//! | [`Links`] | reference and profiles, problems of any size | none | a node: 40 ns and 3.2 ns an update; memory in proportion to the entries |
//! | [`Bits`] | listing; counting if a sweep has too many states | 65,535 options, 4,096 items; with colours, items and their colours whose bits take 32 MiB | a node: about 80 ns, less if few options are live; at most 32 MiB, and 32 MiB a thread to remember subtrees |
#![cfg_attr(
    feature = "frontier",
    doc = "| [`Frontier`] | counting if few items are open at once, as on long and narrow boards | 4,096 bits of open items; lists nothing | a unit of work: about 8 ns; at least 16 bytes a state, cut in two if they outgrow the given memory |"
)]
//! | [`Dissections`] | counting dissections: every connected set of n vertices of a graph is an option | 64 vertices open at once; lists nothing; needs the graph as input | a state: 0.3 to 1 µs and 20 to 40 bytes |
//!
//! For all solutions of the pentominoes in 6 × 10, `Bits` is 22 times as fast as `Links`, and a
//! sweep counts them 38 times as fast (the guide's Benchmarks, November 2026, one thread).
//!
//! # The rest
//!
//! | module | holds |
//! | --- | --- |
//! | [`problem`] | items, options, [`Problem::check`], the verifier, which does not search, and [`Problem::derive`] |
//! | [`solver`] | questions and answers: where to begin |
//! | [`search`] | the types that all engines share: heuristic, visitor, progress, report |
//! | [`stop`] | the flag that stops running work |
//! | [`engine`] | the engines by name |
//! | [`forecast`] | the expected cost of a search, and the faster engine |
//! | [`links`] | the engine with dancing links |
//! | [`bits`] | the same search tree, bit-parallel |
#![cfg_attr(
    feature = "frontier",
    doc = "| [`frontier`] | the engine that counts without enumerating |"
)]
#![cfg_attr(
    feature = "frontier",
    doc = "| [`diagram`] | all solutions as one graph that answers the same questions as a list |"
)]
//! | [`dissections`] | the engine that counts the partitions of a graph into connected parts |
//! | [`randomized`] | one solution of a huge problem, by a search with restarts that learns |
//! | [`subtree`] | parts of a search tree, for threads and for resumed runs |
//! | [`schedule`] | searches in parts, on several threads, that can be resumed |
//! | [`parallel`] | work in numbered parts, its results taken in order |
//! | [`portfolio`] | a sweep and searches in turns, so that an answer costs at most twice the cheapest |
//! | [`symmetry`] | a group of automorphisms of a problem |
//! | [`distinct`] | solutions up to symmetry, each visited once and none stored |
//! | [`burnside`] | the number of distinct solutions from those that each symmetry fixes |
//! | [`tally`] | the number of solutions by the coverage counts of some items |
//! | [`estimate`] | the nodes and solutions of a search, estimated by random walks |
//! | [`profile`] | nodes and updates, level by level, counted as in the paper |
//! | [`text`] | reading and writing problems in Knuth's text format |
//!
//! # Features
//!
//! | feature | default | gives |
//! | --- | --- | --- |
//! | `std` | yes | the system's clock, for reports of progress every few milliseconds |
//! | `parallel` | yes | more than one thread, with rayon |
//! | `frontier` | yes | the engine that counts without listing, and diagrams |
//! | `serde` | no | serde's traits for reports, forecasts and ids |
//!
//! Without these features, the rest of the crate runs on one thread and reads no clock. In either
//! case, no answer depends on a clock. The crate compiles for `wasm32-unknown-unknown` with and
//! without these features; there it has neither threads nor a clock.
//!
//! Terms are those of Knuth, *The Art of Computer Programming*, volume 4B, section 7.2.2.1. His
//! paper "Dancing Links" (2000), called *the paper* in these docs, says column for item and row for
//! option.

pub mod bits;
pub mod burnside;
mod clock;
mod compact;
#[cfg(feature = "frontier")]
mod container;
#[cfg(feature = "frontier")]
pub mod diagram;
pub mod dissections;
pub mod distinct;
pub mod engine;
pub mod estimate;
pub mod forecast;
#[cfg(feature = "frontier")]
pub mod frontier;
mod fuel;
pub mod links;
pub mod parallel;
pub mod portfolio;
pub mod problem;
pub mod profile;
pub mod randomized;
pub mod schedule;
pub mod search;
pub mod solver;
mod spill;
pub mod stop;
pub mod subtree;
pub mod symmetry;
pub mod tally;
pub mod text;
mod threads;
mod words;

pub use bits::{Bits, BitsError};
#[cfg(feature = "frontier")]
pub use diagram::{Counter, DiagramError, Samples, SolutionDiagram, Solutions};
pub use dissections::{Dissections, DissectionsError, DissectionsProgress, DissectionsReport};
pub use distinct::{
    CaseSearch, Distinct, DistinctReport, DistinctVisitor, SymmetryBreak, SymmetryCase,
};
pub use engine::Engine;
pub use estimate::{AtLeast, Estimate, Estimator, LevelEstimate, Mean};
pub use forecast::Forecast;
#[cfg(feature = "frontier")]
pub use frontier::{
    BlockCount, CheckpointError, DividedSweep, FRONTIER_CHECKPOINT_MAGIC, Frontier,
    FrontierCheckpoints, FrontierError, FrontierProgress, FrontierReport, FrontierWatcher,
    ListFile, ListReader, ListWriter, PartMaker, SweepBlock, SweepFileError, SweepForecast,
    SweepListError, SweepLists, SweepPart, SweepPartError,
};
pub use links::{GivenError, Links};
pub use problem::{
    Colour, CoverError, Derivation, Derived, Entry, Fingerprint, ItemId, OptionId, Preprocessing,
    Problem, ProblemError,
};
pub use profile::{Level, Profile};
pub use schedule::{PartStats, Schedule, ScheduleError, TreeEngine};
pub use search::{Accept, Heuristic, Progress, Report, Visitor};
pub use solver::{
    Answer, BestSolutions, Budget, CostedSolution, Count, CountSoFar, Decision, DistinctCount,
    DistinctSoFar, Observer, Sense, Solution, Solver, SolverError,
};
pub use spill::{MakeSpillFile, SpillError, SpillFile};
pub use stop::{StopFlag, Stopped};
pub use subtree::{Part, Split, Subtree};
pub use symmetry::{ActionError, Symmetries, SymmetryError, SymmetryId};
pub use tally::Tally;
#[cfg(feature = "frontier")]
pub use tally::{ChoiceList, SortedTally};

/// Makes rustdoc test the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
