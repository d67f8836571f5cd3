//! What shells, manuals and other programs are told of the program.

use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;

/// `completions`
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// Which shell
    pub shell: Shell,
}

/// `man`
#[derive(Debug, Args)]
pub struct ManArgs {
    /// The command, and one below it: `campaign new` [default: the program]
    #[arg(conflicts_with = "output")]
    pub command: Vec<String>,
    /// Write all pages into this folder, which is made if it is not there
    #[arg(long, short, value_name = "FOLDER", value_parser = super::kept_file())]
    pub output: Option<PathBuf>,
}

/// `schema`
#[derive(Debug, Args)]
pub struct SchemaArgs {
    /// The command: count, campaign status; solve summary is that of --summary [default: a list]
    pub command: Vec<String>,
}
