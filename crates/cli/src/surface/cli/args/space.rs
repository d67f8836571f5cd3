//! Commands that ask the diagram of all solutions.

use std::path::PathBuf;

use clap::Args;

use super::MachineArgs;

/// `--diagram` and what it is made with.
#[derive(Debug, Clone, Args)]
pub struct SpaceArgs {
    /// Keep the diagram of all solutions in FILE; if FILE is there, load it
    ///
    /// A file of another puzzle, or a damaged one, is an error and is not
    /// written over.
    #[arg(long, value_name = "FILE", value_parser = super::kept_file())]
    pub diagram: Option<PathBuf>,
    /// With what means.
    #[command(flatten)]
    pub machine: MachineArgs,
}
