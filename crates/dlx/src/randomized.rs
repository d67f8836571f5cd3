//! Finds one solution of a huge problem, by a randomized search that learns across restarts.
//!
//! An exact search tries options in a fixed order. When it looks for one solution, it can take a
//! wrong branch early and backtrack out of it late. This search restarts many times, each time
//! in another order.
//!
//! From its failures it learns in which order to try options. The kinds of a problem are its
//! pieces, as opposed to the places for them. At each failure, the search records how many options
//! each kind has left, compared with the other kinds: the *room* of the kind. Awkward kinds, with
//! little room, are used first; those that fit anywhere are left for the end. This matters most for
//! giant problems: without it, 35 hexominoes took several times as long, and 60 one-sided ones even
//! longer (measured with a few seeds, November 2026).
//!
//! | part | does | source |
//! | --- | --- | --- |
//! | `table` | live options as sparse sets, which are narrowed to the remaining ones | Briggs and Torczon 1993; Knuth, "dancing cells", TAOCP 4B pre-fascicle 7 |
//! | `strategy` | which item to branch on, and in which order to try its options | |
//! | `weights` | what is learned across restarts | Boussemart, Hemery, Lecoutre, Sais 2004, for items that fail |
//! | `pockets` | parts of the board that no options can fill | |
//! | `luby` | when to restart | Luby, Sinclair, Zuckerman 1993 |
//! | `search` | the search itself, in turns of a fixed number of nodes | |
//! | `fill` | another search: sweeps that lay awkward kinds first, and exact searches of what they leave | Selby and Riordan, who solved the Eternity puzzle in 2000, for the idea |
//! | `portfolio` | several strategies and an exact engine in alternation | |
//!
//! The entry point is [`Solver::any`](crate::Solver::any).

mod fill;
mod layout;
mod luby;
mod number;
mod pockets;
mod portfolio;
mod position;
mod search;
mod strategy;
mod table;
mod weights;

pub use layout::{Layout, LayoutError};
pub(crate) use portfolio::{AnyVerdict, ExactRequest, ExactTurn, StrategyPortfolio};
