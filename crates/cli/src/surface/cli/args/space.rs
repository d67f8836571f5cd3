//! The options of commands that use the diagram of all solutions.

use std::path::PathBuf;

use clap::Args;

use super::MachineArgs;

/// The file in which the diagram of all solutions is kept, and the threads and memory to make it.
#[derive(Debug, Clone, Args)]
pub struct SpaceArgs {
    /// Keep what was computed about all solutions in FILE, so that the next call is quick; if FILE exists, load it
    ///
    /// A damaged file, or one of another puzzle, is an error and is not overwritten.
    #[arg(long, value_name = "FILE", value_parser = super::kept_file())]
    pub diagram: Option<PathBuf>,
    /// Threads and memory.
    #[command(flatten)]
    pub machine: MachineArgs,
}
