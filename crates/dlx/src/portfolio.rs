//! The planner runs a sweep and one or two searches of the same problem in turns, and takes the count of whichever
//! ends first.
//!
//! Random walks forecast which of them is faster. But random walks rarely reach the few large
//! subtrees of a search, and they say nothing about a sweep. So the planner tries both:
//!
//! 1. If the search is forecast to take at most 0.1 s, it first runs alone for 25 to 36 ms.
//! 2. The sweep runs as long as its growth suggests that it will end before the forecast end of the
//!    search. In any case it gets a quarter of the search's forecast, but at least 10 ms and at most
//!    50 ms. If a sweep is faster, it is usually much faster.
//! 3. The search runs for as long as it is forecast to take. Meanwhile the sweep gets a small share
//!    of the time, in order to estimate how long it would take.
//! 4. Both run in equal turns if the sweep is likely to end before the search has taken twice its
//!    present time. Otherwise the sweep again gets a small share.
//!
//! No work is done twice, no thread waits, and no second thread is needed. A
//! [search](crate::schedule::SearchTask) pauses when its turn is over and resumes later at the same
//! node. A sweep keeps its position on the stack: between two batches of states it calls its
//! watcher, and the watcher runs the search's turns. (To pause a sweep like a search, each of the
//! five kinds of sweeps would have to keep its position in a value. The watcher costs nothing.) So
//! little time is lost if the forecast of the search is right. If it is wrong and that of the sweep
//! is right, about a factor of two is lost at most.
//!
//! There may be [two searches](SearchPair), which share one search's turns. The planner measures
//! work, not time, so the winner is the same on every machine. All its numbers are in one table,
//! `portfolio/constants.rs`.

mod constants;
mod pair;
#[cfg(feature = "frontier")]
mod sweep_work;
mod turns;
#[cfg(feature = "frontier")]
mod with_sweep;

pub use pair::{PairAdvance, SearchPair, SecondSearch};
#[cfg(feature = "frontier")]
pub use sweep_work::{sweep_seconds, sweep_work_in};
pub use turns::{Runner, Turns};
#[cfg(feature = "frontier")]
pub use with_sweep::{Portfolio, PortfolioEnd, SearchTurn, work_per_node};
