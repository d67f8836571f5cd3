//! Challenges of a file, as a page poses them.

use std::path::{Path, PathBuf};

use anyhow::anyhow;
use itertools::Itertools;
use tilewright_dlx::OptionId;

use super::super::{LoadedPuzzle, shown};
use crate::cover::notation::{self, Pattern};
use crate::design::challenges::{Challenge, ChallengeFile, ChallengePuzzle, fingerprint};
use crate::puzzle::Source;
use crate::surface::cli::failure::Failure;

/// The challenges of a file, as challenges of this puzzle; and the path of the file of theirs.
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
        return Err(anyhow!(
            "the challenges of {} are for another puzzle than {}: for {}",
            shown(path),
            shown(puzzle),
            file.puzzles
                .iter()
                .map(|puzzle| shown(&puzzle.path))
                .unique()
                .join(", "),
        )
        .into());
    };
    let posed = &file.puzzles[at];
    // The pieces may be in another order.
    let own = |option: &OptionId| -> Result<OptionId, Failure> {
        let written = notation::of(&posed.instance, *option);
        let placement =
            Pattern::parse(&written, instance).and_then(|pattern| pattern.placement(instance));
        placement.map_err(|error| Failure::Other(error.into()))
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
