//! `completions`: what a shell completes of a call.

use std::io::Write;

use clap::CommandFactory;

use super::Output;
use crate::surface::cli::args::{Cli, CompletionsArgs};
use crate::surface::cli::failure::{Failure, Outcome};

pub(super) fn run(args: &CompletionsArgs) -> Result<Outcome, Failure> {
    // The generator panics where it cannot write, so it writes into memory.
    let mut script = Vec::new();
    let mut command = Cli::command();
    let name = command.get_name().to_owned();
    clap_complete::generate(args.shell, &mut command, name, &mut script);
    let mut out = Output::stdout();
    out.write_all(&script)?;
    out.flush()?;
    Ok(Outcome::Done)
}
