//! The checkpoints of a look at choices, and of a search.

use std::path::Path;

use anyhow::anyhow;
use sha2::{Digest, Sha256};
use tilewright_dlx::{Engine, Fingerprint};

use super::Goals;
use crate::design::choices::{ChoiceRule, Wish};
use crate::design::search::LocalSearch;
use crate::puzzle::Source;
use crate::solve::SolveError;
use crate::solve::checkpoint::{CheckpointFile, Identity};
use crate::surface::cli::args::DesignArgs;
use crate::surface::cli::commands::say;
use crate::surface::cli::failure::Failure;

/// The checkpoint asked for; refuses one where nothing could be kept.
pub(super) fn open(
    args: &DesignArgs,
    how: Goals,
    rule: &ChoiceRule,
    wish: Wish<'_>,
    source: &Source,
) -> Result<CheckpointFile, Failure> {
    let Some(path) = &args.checkpoint.checkpoint else {
        return Ok(CheckpointFile::nothing());
    };
    let command = match how {
        Goals::None => {
            if let Some(engine @ (Engine::Links | Engine::Bits)) = args.resources.engine.engine() {
                return Err(anyhow!("the engine {engine} keeps no checkpoint of the choices of one board: leave out --engine, or take frontier").into());
            }
            "design of one board"
        }
        Goals::Some => "design",
        Goals::Every => "design --every-goal",
        Goals::Each => "design --each-goal",
    };
    let mut asked = format!("{rule:?} {wish:?} {:?} {:?}", args.must, args.never);
    if how == Goals::None {
        asked += &format!(" {:?}", args.goal);
    }
    keep(args, path, command, &asked, source)
}

/// The checkpoint asked for of a search, of which the steps may differ from run to run.
pub(super) fn of_search(
    args: &DesignArgs,
    search: &LocalSearch<'_>,
    source: &Source,
) -> Result<CheckpointFile, Failure> {
    let Some(path) = &args.checkpoint.checkpoint else {
        return Ok(CheckpointFile::nothing());
    };
    let LocalSearch {
        rule,
        wanted,
        seed,
        designs,
        boards,
        ..
    } = search;
    let (must, never, goal) = (&args.must, &args.never, &args.goal);
    let asked =
        format!("{rule:?} {wanted:?} {boards:?} {seed} {designs} {must:?} {never:?} {goal:?}");
    keep(args, path, "design --search", &asked, source)
}

fn keep(
    args: &DesignArgs,
    path: &Path,
    command: &str,
    asked: &str,
    source: &Source,
) -> Result<CheckpointFile, Failure> {
    let digest = |what: &[&str]| {
        let mut digest = Sha256::new();
        for part in what {
            digest.update((part.len() as u64).to_le_bytes());
            digest.update(part);
        }
        Fingerprint(digest.finalize().into())
    };
    let asked = digest(&[asked]).to_string();
    let identity = Identity {
        command: format!("{command}, options {}", &asked[..8]),
        problem: digest(&[source.text()]),
        engine: args.resources.engine.engine(),
    };
    let every = args.checkpoint.checkpoint_every.into();
    let checkpoint =
        CheckpointFile::open(path, every, &identity, None).map_err(SolveError::from)?;
    Ok(checkpoint.telling_where(say::where_it_stopped))
}
