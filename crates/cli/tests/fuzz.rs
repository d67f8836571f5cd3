//! Random inputs: puzzles compared with brute force, and damaged files.
//!
//! A fixed number of cases with a fixed seed in every run of the tests. For longer runs with other seeds:
//! `PROPTEST_CASES=10000 PROPTEST_RNG_SEED=1 cargo test -p tilewright --test fuzz`.
// A test fails by a panic, which may be in a helper function.
#![allow(clippy::expect_used, clippy::panic)]

#[path = "fuzz/brute_force.rs"]
mod brute_force;
#[path = "../../dlx/tests/fuzz/budget.rs"]
mod budget;
#[path = "fuzz/checkpoints.rs"]
mod checkpoints;
#[path = "fuzz/commands.rs"]
mod commands;
#[path = "../../dlx/tests/fuzz/damage.rs"]
mod damage;
#[path = "fuzz/differential.rs"]
mod differential;
#[path = "fuzz/dissections.rs"]
mod dissections;
#[path = "../../dlx/tests/fuzz/engines.rs"]
mod engines;
#[path = "fuzz/files.rs"]
mod files;
#[path = "fuzz/generate.rs"]
mod generate;
#[path = "fuzz/goal.rs"]
mod goal;
#[path = "fuzz/goals.rs"]
mod goals;
#[path = "fuzz/grid.rs"]
mod grid;
#[path = "fuzz/inputs.rs"]
mod inputs;
#[path = "fuzz/objective.rs"]
mod objective;
#[path = "fuzz/puzzle.rs"]
mod puzzle;
#[path = "fuzz/rules.rs"]
mod rules;
#[path = "fuzz/symmetries.rs"]
mod symmetries;
#[path = "../../dlx/tests/fuzz/tape.rs"]
mod tape;
