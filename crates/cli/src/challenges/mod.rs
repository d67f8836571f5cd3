//! Challenges: givens that leave one solution, and files of them.
//!
//! A *challenge* is a puzzle with givens and exactly one solution. It is
//! *minimal* if no given can be left out: without it there is another solution.
//!
//! - [`ChallengeFile`] reads a file of challenges;
//! - [`Written`] writes one;
//! - [`Kin`] knows which givens are the same up to the puzzle's symmetries;
//! - [`Identity`] gives a challenge its id, the same whatever run finds it.

mod file;
mod identity;
mod kin;
mod write;

pub use file::{Challenge, ChallengeFile, ChallengeFileError};
pub use identity::{Identity, fingerprint};
pub use kin::Kin;
pub use write::{Written, given_as_ron, path_from};
