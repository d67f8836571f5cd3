//! The checkpoints of a count of choices, and of a search for them.

use sha2::{Digest, Sha256};
use tilewright_dlx::{Engine, Fingerprint};

use super::GoalMode;
use crate::design::choices::{ChoiceRule, SelectionSpec};
use crate::design::search::LocalSearch;
use crate::puzzle::Source;
use crate::solve::checkpoint::{CheckpointFile, Identity};
use crate::surface::cli::args::DesignArgs;
use crate::surface::cli::commands::checkpoint::open_checkpoint;
use crate::surface::cli::failure::Failure;

/// Opens the file that `--checkpoint` names. Returns an error if the requested engine cannot save anything in it.
pub(super) fn open(
    args: &DesignArgs,
    how: GoalMode,
    rule: &ChoiceRule,
    spec: SelectionSpec<'_>,
    source: &Source,
) -> Result<CheckpointFile, Failure> {
    if how == GoalMode::None {
        refuse_tree_engine(args)?;
    }
    let command = match how {
        GoalMode::None => "design of one board",
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
    keep(args, command, &request, source)
}

/// Opens the checkpoint file of a list of the choices that have a solution.
pub(super) fn of_solvable(
    args: &DesignArgs,
    rule: &ChoiceRule,
    source: &Source,
) -> Result<CheckpointFile, Failure> {
    refuse_tree_engine(args)?;
    let request = format!("{rule:?} {:?} {:?} {:?}", args.must, args.never, args.goal);
    keep(args, "design --solvable", &request, source)
}

/// Returns an error if `--checkpoint` is given, and the requested engine cannot save a count of the choices on
/// one board.
fn refuse_tree_engine(args: &DesignArgs) -> Result<(), Failure> {
    if args.checkpoint.checkpoint.is_some()
        && let Some(engine @ (Engine::Links | Engine::Bits)) = args.resources.engine.engine()
    {
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
    keep(args, "design --search", &request, source)
}

fn keep(
    args: &DesignArgs,
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
    let identity = || Identity {
        command: format!(
            "{command}, options {}",
            &digest(&[request]).to_string()[..8]
        ),
        problem: digest(&[source.text()]),
        engine: args.resources.engine.engine(),
    };
    open_checkpoint(&args.checkpoint, identity, None)
}
