//! `completions`: the completion script of a shell.

use std::io::Write;

use clap::CommandFactory;

use super::Output;
use crate::surface::cli::args::{Cli, CompletionsArgs};
use crate::surface::cli::failure::{Failure, Outcome};

pub(super) fn run(args: &CompletionsArgs) -> Result<Outcome, Failure> {
    // The generator panics if it cannot write, and writing to memory cannot fail.
    let mut script = Vec::new();
    let mut command = Cli::command();
    let name = command.get_name().to_owned();
    clap_complete::generate(args.shell, &mut command, name, &mut script);
    let mut out = Output::stdout();
    out.write_all(&script)?;
    out.flush()?;
    Ok(Outcome::Done)
}
