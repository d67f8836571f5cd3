//! The arguments of `studio`.

use std::path::PathBuf;

use clap::Args;

use super::ResourceArgs;

/// The file that the studio opens, and its address.
#[derive(Debug, Args)]
pub struct StudioArgs {
    /// The puzzle file (.ron), which need not exist yet; without a file nothing is saved
    pub file: Option<PathBuf>,
    /// The port to listen on, on this machine only; 0 takes that of the last studio on this puzzle, or a free one
    #[arg(long, value_name = "PORT", default_value_t = 0,
        value_parser = super::whole::<u16>(0..=65_535))]
    pub port: u16,
    /// Print the address and open no browser
    #[arg(long)]
    pub no_browser: bool,
    /// Engine, threads and memory.
    #[command(flatten)]
    pub resources: ResourceArgs,
}
