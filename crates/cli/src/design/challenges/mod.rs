//! Challenges: givens that leave one solution, and files of them.
//!
//! A *challenge* is a puzzle with givens and exactly one solution. It is *minimal* if no given can
//! be removed without gaining another solution.
//!
//! - [`ChallengeFile`] reads a file of challenges.
//! - `ChallengeText` writes one.
//! - [`SymmetryClasses`] finds which sets of givens are the same up to the puzzle's symmetries.
//! - `Identity` gives a challenge an id that is the same in every run.

mod balanced;
pub mod cards;
mod check;
mod difficulty;
#[cfg(feature = "pictures")]
mod drawing;
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
pub use file::{
    Challenge, ChallengeFile, ChallengePuzzle, MAX_PUZZLES, MAX_TIER, ProgressionLevel,
};
pub use file_error::ChallengeFileError;
pub(crate) use file_error::ReadError;
pub(crate) use grading::StaleStatement;
pub(crate) use identity::{
    ChallengeIds, TakenIds, fingerprint, name_the_nameless, pool_fingerprint,
};
pub(crate) use mining::draws_in_words;
pub use mining::{
    End, FirstRatings, GoalMine, GoalMiningError, GoalMiningReport, Mine, MinedChallenge,
    MinedGoal, MiningLimits, MiningProgress, MiningReport, MiningStage, RARE, RatingCurve,
    RatingCurveError, RatingGap, worth_while,
};
pub(crate) use outline::MAX_TITLE;
pub(crate) use plan::DeckPart;
pub use plan::{Amount, DEFAULT_TIERS, GivensRange, GivensRangeError, MiningPlan, Tier};
pub use pool::Spread;
pub use symmetry_classes::SymmetryClasses;
pub(crate) use write::{ChallengeText, given_as_ron, path_from};
