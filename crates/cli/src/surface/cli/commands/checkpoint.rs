//! Opens the checkpoint files of commands.

use tilewright_dlx::Symmetries;

use super::say;
use crate::solve::checkpoint::{CheckpointFile, Identity};
use crate::surface::cli::args::CheckpointArgs;
use crate::surface::cli::failure::Failure;

/// Opens the file that `--checkpoint` names. Without the option, nothing is saved.
pub(super) fn open_checkpoint(
    args: &CheckpointArgs,
    identity: impl FnOnce() -> Identity,
    symmetries: Option<&Symmetries>,
) -> Result<CheckpointFile, Failure> {
    let Some(path) = &args.checkpoint else {
        return Ok(CheckpointFile::nothing());
    };
    let every = args.checkpoint_every.into();
    let checkpoint = CheckpointFile::open(path, every, &identity(), symmetries)?;
    Ok(checkpoint.telling_where(say::where_it_stopped))
}
