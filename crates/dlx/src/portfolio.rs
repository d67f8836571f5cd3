//! The planner: a sweep and searches of the same problem, in turns, for the count of whichever ends first.
//!
//! Which of them is the faster is forecast by random walks, which seldom see the few large subtrees
//! of a search, and know nothing of a sweep. So both are tried:
//!
//! 1. the search alone, for 25 to 36 ms, where it is forecast to take no more than 0.1 s;
//! 2. the sweep, as long as it is likely to end before the search is forecast to, by how it has grown
//!    so far, and a quarter of that time in any case, 10 to 50 ms: where it is the faster one it is so by
//!    far, as a rule;
//! 3. the search, for as long as it is forecast to take, beside which the sweep has a small share of the
//!    time to find out what it is likely to take;
//! 4. both in equal turns, if the sweep is likely to end before the search has taken twice as long
//!    as it has; else the sweep has a small share again.
//!
//! Nothing is done twice, nothing sleeps, and no second thread is needed: a [search](crate::schedule::SearchTask) is left
//! when its turn is over, and goes on where it was. A sweep keeps its place on the stack: between any two
//! batches of its states it calls its watcher, and there the search has its turns. (To leave a sweep, as a
//! search is left, each of five kinds of sweeps would have to keep its place in a value; its watcher costs
//! nothing.) So little is lost where the forecast of the search is right, and about a factor of two at most
//! where it is not and that of the sweep is.
//!
//! Of searches there may be [two](SearchPair), which share the turns of one. Work is counted and no time, so the
//! winner is the same on every machine. All numbers by which it is decided are in one table,
//! `portfolio/constants.rs`.

mod constants;
mod pair;
mod turns;
#[cfg(feature = "frontier")]
mod with_sweep;

pub use pair::{PairAdvance, SearchPair, SecondSearch};
pub use turns::{Runner, Turns};
#[cfg(feature = "frontier")]
pub use with_sweep::{Portfolio, PortfolioEnd, SearchTurn, work_per_node};
