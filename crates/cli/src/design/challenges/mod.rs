//! Challenges: givens that leave one solution, and files of them.
//!
//! A *challenge* is a puzzle with givens and exactly one solution. It is
//! *minimal* if no given can be left out: without it there is another solution.
//!
//! - [`ChallengeFile`] reads a file of challenges;
//! - [`ChallengeText`] writes one;
//! - [`SymmetryClasses`] knows which givens are the same up to the puzzle's symmetries;
//! - [`Identity`] gives a challenge its id, the same whatever run finds it.

pub mod cards;
mod check;
mod difficulty;
#[cfg(feature = "pictures")]
mod drawing;
mod even;
mod file;
mod file_error;
mod grading;
mod identity;
mod minimal;
mod mining;
mod outline;
mod plan;
mod pool;
mod rivals;
mod solutions;
mod symmetry_classes;
mod write;

pub use check::Disagreement;
pub use difficulty::{Difficulty, DifficultyError};
pub(crate) use file::titles;
pub use file::{Challenge, ChallengeFile, ChallengePuzzle, Level, MAX_PUZZLES, MAX_TIER};
pub use file_error::ChallengeFileError;
pub use grading::StaleStatement;
pub use identity::{CardIdentity, Identity, TakenIds, fingerprint, pool_fingerprint};
pub use mining::{
    End, FirstRatings, GoalMine, GoalMiningError, GoalMiningReport, Mine, MinedChallenge,
    MinedGoal, MiningLimits, MiningReport, Progress, RARE, Stage, worth_while,
};
pub use outline::MAX_TITLE;
pub use plan::{Amount, GivensRange, GivensRangeError, Plan, Tier};
pub use pool::Spread;
pub use symmetry_classes::SymmetryClasses;
pub use write::{ChallengeText, given_as_ron, path_from};
