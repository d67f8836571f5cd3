//! `man`: makes manual pages from the texts of `--help`.

use std::fs;
use std::io::{IsTerminal as _, Write};
use std::path::Path;

use anyhow::{Context, anyhow};
use clap::Command;
use clap_mangen::Man;

use super::Output;
use crate::support::atomic_write;
use crate::support::label::shown;
use crate::surface::cli::args::ManArgs;
use crate::surface::cli::command_groups;
use crate::surface::cli::failure::{Failure, Outcome};

pub(super) fn run(args: &ManArgs) -> Result<Outcome, Failure> {
    let mut program = command_groups::command().disable_help_subcommand(true);
    program.build();
    if let Some(folder) = &args.output {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", shown(folder)))?;
        write_all(&program, folder)?;
        return Ok(Outcome::Done);
    }
    let mut command = &program;
    for name in &args.command {
        command = command.find_subcommand(name).ok_or_else(|| {
            let known = command.get_subcommands().map(Command::get_name);
            let known: Vec<&str> = known.collect();
            anyhow!(
                "there is no command {name:?}; the commands are {}",
                known.join(", ")
            )
        })?;
    }
    let mut out = Output::stdout();
    out.write_all(&page(command)?)?;
    out.flush()?;
    if std::io::stdout().is_terminal() {
        let words = args.command.iter().map(|name| format!("{name} "));
        let words: String = words.collect();
        remark_line!("a manual page is roff; to read it: tilewright man {words}| man -l -");
    }
    Ok(Outcome::Done)
}

/// The manual page of a command, as roff.
fn page(command: &Command) -> Result<Vec<u8>, Failure> {
    let mut page = Vec::new();
    let name = command.get_display_name().unwrap_or(command.get_name());
    // Manual pages have names such as `tilewright-count`.
    let man = Man::new(command.clone())
        .title(name.to_uppercase())
        .source(concat!("tilewright ", env!("CARGO_PKG_VERSION")));
    man.render(&mut page)?;
    Ok(page)
}

/// Writes the page of a command and of its subcommands. There are at most two levels below the
/// program.
fn write_all(command: &Command, folder: &Path) -> Result<(), Failure> {
    let name = command.get_display_name().unwrap_or(command.get_name());
    let path = folder.join(format!("{name}.1"));
    let page = page(command)?;
    atomic_write::replace(&path, |out| out.write_all(&page))
        .with_context(|| format!("cannot write {}", shown(&path)))?;
    for below in command.get_subcommands() {
        write_all(below, folder)?;
    }
    Ok(())
}
