//! `studio`: a page on which a puzzle is drawn.

use std::path::PathBuf;

use clap::Args;

use super::ResourceArgs;

/// `studio`
#[derive(Debug, Args)]
pub struct StudioArgs {
    /// The puzzle, a RON file, which need not be there yet; without one nothing is saved
    pub file: Option<PathBuf>,
    /// The port to listen on, of this machine alone; if it is 0, that of the last studio on this puzzle, or one that is free
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    pub port: u16,
    /// Say the address, and open no browser
    #[arg(long)]
    pub no_browser: bool,
    /// With what means.
    #[command(flatten)]
    pub resources: ResourceArgs,
}
