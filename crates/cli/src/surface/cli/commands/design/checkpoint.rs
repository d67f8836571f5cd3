//! The checkpoints of a count of choices, and of a search for them.

use std::path::Path;

use sha2::{Digest, Sha256};
use tilewright_dlx::{Engine, Fingerprint};

use super::GoalMode;
use crate::design::choices::{ChoiceRule, SelectionSpec};
use crate::design::search::LocalSearch;
use crate::puzzle::Source;
use crate::solve::SolveError;
use crate::solve::checkpoint::{CheckpointFile, Identity};
use crate::surface::cli::args::DesignArgs;
use crate::surface::cli::commands::say;
use crate::surface::cli::failure::Failure;

/// Opens the file that `--checkpoint` names. Returns an error if the requested engine cannot save anything in it.
pub(super) fn open(
    args: &DesignArgs,
    how: GoalMode,
    rule: &ChoiceRule,
    spec: SelectionSpec<'_>,
    source: &Source,
) -> Result<CheckpointFile, Failure> {
    let Some(path) = &args.checkpoint.checkpoint else {
        return Ok(CheckpointFile::nothing());
    };
    let command = match how {
        GoalMode::None => {
            refuse_tree_engine(args)?;
            "design of one board"
        }
        GoalMode::Some => "design",
        GoalMode::Every => "design --every-goal",
        GoalMode::Each => "design --each-goal",
    };
    let SelectionSpec {
        wanted,
        rank,
        measures,
        order,
        limit,
        distinct,
    } = spec;
    // This text identifies a run in its checkpoint, so it must not change when types are renamed.
    let spec = format!(
        "Wish {{ wanted: {wanted:?}, rank: {rank:?}, measures: {measures:?}, order: {order:?}, \
         limit: {limit:?}, distinct: {distinct:?} }}"
    );
    let mut request = format!("{rule:?} {spec} {:?} {:?}", args.must, args.never);
    if how == GoalMode::None {
        request += &format!(" {:?}", args.goal);
    }
    keep(args, path, command, &request, source)
}

/// Opens the checkpoint file of a list of the choices that have a solution.
pub(super) fn of_solvable(
    args: &DesignArgs,
    rule: &ChoiceRule,
    source: &Source,
) -> Result<CheckpointFile, Failure> {
    let Some(path) = &args.checkpoint.checkpoint else {
        return Ok(CheckpointFile::nothing());
    };
    refuse_tree_engine(args)?;
    let request = format!("{rule:?} {:?} {:?} {:?}", args.must, args.never, args.goal);
    keep(args, path, "design --solvable", &request, source)
}

/// Returns an error if the requested engine cannot save a checkpoint of a count of the choices on one board.
fn refuse_tree_engine(args: &DesignArgs) -> Result<(), Failure> {
    if let Some(engine @ (Engine::Links | Engine::Bits)) = args.resources.engine.engine() {
        refuse!(
            "the engine {engine} cannot save a checkpoint of the choices of one board: leave out \
             --engine, or use frontier"
        );
    }
    Ok(())
}

/// Opens the checkpoint file of a search. The number of steps is not part of its identity, so that
/// a resumed run may take more.
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
    let request =
        format!("{rule:?} {wanted:?} {boards:?} {seed} {designs} {must:?} {never:?} {goal:?}");
    keep(args, path, "design --search", &request, source)
}

fn keep(
    args: &DesignArgs,
    path: &Path,
    command: &str,
    request: &str,
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
    let request = digest(&[request]).to_string();
    let identity = Identity {
        command: format!("{command}, options {}", &request[..8]),
        problem: digest(&[source.text()]),
        engine: args.resources.engine.engine(),
    };
    let every = args.checkpoint.checkpoint_every.into();
    let checkpoint =
        CheckpointFile::open(path, every, &identity, None).map_err(SolveError::from)?;
    Ok(checkpoint.telling_where(say::where_it_stopped))
}
