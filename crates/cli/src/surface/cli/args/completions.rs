//! The arguments of `completions`, `man` and `schema`, which describe the program.

use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;

/// The shell for which `completions` writes a script.
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// Which shell
    pub shell: Shell,
}

/// Which manual pages `man` writes.
#[derive(Debug, Args)]
pub struct ManArgs {
    /// The command, or a command and its subcommand: `campaign new` [default: the program]
    ///
    /// The page is in the format of `man`: `tilewright man count | man -l -` shows it.
    #[arg(conflicts_with = "output")]
    pub command: Vec<String>,
    /// Write all pages into this folder, which is created if it does not exist
    #[arg(long, short, value_name = "FOLDER", value_parser = super::kept_file())]
    pub output: Option<PathBuf>,
}

/// The command whose schema `schema` prints.
#[derive(Debug, Args)]
pub struct SchemaArgs {
    /// The command, such as count or campaign status; solve-summary for solve --summary [default: list all schemas]
    pub command: Vec<String>,
}
