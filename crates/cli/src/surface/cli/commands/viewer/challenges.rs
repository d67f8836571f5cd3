//! Reads the challenges for the page of a puzzle.

use std::path::{Path, PathBuf};

use itertools::Itertools;
use tilewright_dlx::OptionId;

use super::super::{LoadedPuzzle, shown};
use crate::cover::notation::{self, PlacementPattern};
use crate::design::challenges::{Challenge, ChallengeFile, ChallengePuzzle, fingerprint};
use crate::puzzle::Source;
use crate::surface::cli::failure::Failure;

/// Those challenges of a file that belong to this puzzle, with their givens as options of the
/// puzzle. Also returns the path of the puzzle file that the challenges name.
pub(super) fn read_challenges(
    loaded: &LoadedPuzzle,
    puzzle: &Path,
    path: &Path,
) -> Result<(Vec<Challenge>, PathBuf), Failure> {
    let LoadedPuzzle { instance, .. } = loaded;
    let file = ChallengeFile::read(Source::load_named(path)?, path)?;
    let own = fingerprint(instance);
    let same = |puzzle: &ChallengePuzzle| fingerprint(&puzzle.instance) == own;
    let Some(at) = file.puzzles.iter().position(same) else {
        refuse!(
            "the challenges of {} are not for {}, but for {}",
            shown(path),
            shown(puzzle),
            file.puzzles
                .iter()
                .map(|puzzle| shown(&puzzle.path))
                .unique()
                .join(", "),
        );
    };
    let posed = &file.puzzles[at];
    // The puzzle file that the challenges name may have the pieces in another order, and so other option ids.
    let own = |option: &OptionId| -> Result<OptionId, Failure> {
        let written = notation::of(&posed.instance, *option);
        Ok(PlacementPattern::parse(&written, instance)?.placement(instance)?)
    };
    let of_it = |challenge: &&Challenge| challenge.puzzle == at;
    let challenges = file.challenges.iter().filter(of_it).map(|challenge| {
        Ok(Challenge {
            givens: challenge.givens.iter().map(own).collect::<Result<_, _>>()?,
            ..challenge.clone()
        })
    });
    let challenges = challenges.collect::<Result<_, Failure>>()?;
    Ok((challenges, posed.path.clone()))
}
