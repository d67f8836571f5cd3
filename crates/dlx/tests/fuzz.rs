//! Reads random inputs, most of which are damaged. None may cause a panic or a hang, and every error must name the
//! fault.
//!
//! Every run of the tests tries a fixed number of cases from a fixed seed. To try more cases from another seed,
//! run `PROPTEST_CASES=20000 PROPTEST_RNG_SEED=1 cargo test -p tilewright-dlx --test fuzz`. The crate `tilewright`
//! has such tests for its files.
// Tests fail by a panic, even inside helper functions.
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
