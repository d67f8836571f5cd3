//! Random inputs, most of them damaged: none may do harm, and every error says what is wrong.
//!
//! A fixed number of cases with a fixed seed in every run of the tests. Longer by hand, with seeds of
//! one's own: `PROPTEST_CASES=20000 PROPTEST_RNG_SEED=1 cargo test -p tilewright-dlx --test fuzz`.
//! The crate `tilewright` uses the same means for its files.
// A test that fails panics, in its helping functions too.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

#[path = "fuzz/budget.rs"]
mod budget;
#[path = "fuzz/damage.rs"]
mod damage;
#[path = "fuzz/engines.rs"]
mod engines;
#[path = "fuzz/inputs.rs"]
mod inputs;
mod random;
#[path = "fuzz/tape.rs"]
mod tape;
#[path = "random/wide.rs"]
mod wide;
