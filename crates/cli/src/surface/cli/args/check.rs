//! The arguments of `check`.

use std::path::PathBuf;

use bytesize::ByteSize;
use clap::Args;

use super::DataFormat;
use super::resources::memory;

/// The puzzle that `check` reads, and the memory that its exact cover problem may use.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// The puzzle file (.ron)
    pub file: PathBuf,
    /// One goal of the file, by its name
    #[arg(long, value_name = "NAME")]
    pub goal: Option<String>,
    /// The maximum memory for the problem: 64MiB, 8GB
    #[arg(
        long,
        value_name = "SIZE",
        env = "TILEWRIGHT_MEMORY",
        hide_env_values = true,
        default_value = "256MiB",
        value_parser = memory
    )]
    pub memory: ByteSize,
    /// How to print the answer
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: DataFormat,
}
