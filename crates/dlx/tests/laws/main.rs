//! Tests laws that the engines must obey, and reproduces published results. All are in one program, which is
//! linked only once.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    reason = "the helpers of tests may panic as tests may"
)]

mod any;
mod bits;
mod colours;
mod costs;
#[cfg(feature = "frontier")]
mod diagram;
mod distinct;
mod estimate;
mod examples;
#[cfg(feature = "frontier")]
mod fold;
#[cfg(feature = "frontier")]
mod frontier;
#[cfg(feature = "frontier")]
mod kasteleyn;
mod memo;
mod models;
#[cfg(feature = "frontier")]
mod one_sided;
mod paper;
#[cfg(feature = "parallel")]
mod parallel;
#[path = "../random/picked.rs"]
mod picked;
mod preprocess;
mod queens;
#[path = "../random/mod.rs"]
mod random;
#[cfg(feature = "frontier")]
mod resume;
mod schedule;
mod search;
#[cfg(feature = "serde")]
mod serde;
#[cfg(feature = "frontier")]
#[path = "../random/shuffled.rs"]
mod shuffled;
mod solver;
mod subtree;
mod symmetric;
mod symmetry;
mod text;
#[cfg(feature = "frontier")]
#[path = "../random/wide.rs"]
mod wide;
#[cfg(feature = "frontier")]
mod wrong_calls;
