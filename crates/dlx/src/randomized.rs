//! Any solution of something huge: a randomized search with restarts that learns.
//!
//! A fixed order of options is the weakness of every exact search that wants one solution: it goes
//! astray early, and comes back late. So this one begins anew again and again, each time in another
//! order, and learns from its failures in which order options are best tried. What it learns is how
//! much room each *kind* of thing (a piece, as opposed to a place where it may lie) has left when
//! the search fails, compared with the other kinds. The awkward ones, which have little room, are
//! used up first, and those that fit anywhere are left for the end. That, more than anything else,
//! is what finds giants: without it 35 hexominoes took several times as long, 60 one-sided ones more
//! than that (seen on a handful of seeds in November 2026).
//!
//! | part | does | source |
//! | --- | --- | --- |
//! | `table` | options that live, as sparse sets, which narrow down to what is left | Briggs and Torczon 1993; Knuth, "dancing cells", TAOCP 4B pre-fascicle 7 |
//! | `strategy` | which item is branched on, and in which order its options are tried | |
//! | `weights` | what is learned across restarts | Boussemart, Hemery, Lecoutre, Sais 2004, for items that fail |
//! | `pockets` | parts of the board that no options can fill | |
//! | `luby` | when to begin anew | Luby, Sinclair, Zuckerman 1993 |
//! | `search` | the search itself, in turns of so many nodes | |
//! | `fill` | another search: sweeps that lay awkward things first, and exact searches of what they leave | Selby and Riordan, who solved the Eternity puzzle in 2000, for the idea |
//! | `race` | several strategies and an exact engine that take turns | |
//!
//! [`Solver::any`](crate::Solver::any) is the way in.

mod fill;
mod layout;
mod luby;
mod number;
mod pockets;
mod position;
mod race;
mod search;
mod strategy;
mod table;
mod weights;

pub use layout::{Layout, LayoutError};
pub(crate) use race::{Exact, Lap, Race, Verdict};
