//! The arguments of `why`.

use std::path::PathBuf;

use clap::Args;

use super::{DataFormat, MachineArgs, PartArgs};

/// The puzzle that `why` explains, and for how long it looks.
#[derive(Debug, Args)]
pub struct WhyArgs {
    /// The puzzle file (.ron)
    pub file: PathBuf,
    /// The case or goal of the file; without one, the whole file.
    #[command(flatten)]
    pub part: PartArgs,
    /// Stop after the work that one thread of a typical machine does in this time: 30s, 2min
    #[arg(long = "for", value_name = "TIME", default_value = "60s")]
    pub duration: humantime::Duration,
    /// Look for a conflict even if there is a simpler reason
    #[arg(long)]
    pub conflict: bool,
    /// Threads and memory.
    #[command(flatten)]
    pub machine: MachineArgs,
    /// How to print the answer
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: DataFormat,
}
