//! The command line: arguments, commands, exit statuses.

#[macro_use]
mod stderr;

pub mod args;
mod commands;
pub mod failure;
mod progress;
pub mod schemas;
mod signals;
mod studio;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;

use crate::support::label;
use args::{Cli, ColorWhen};

/// Prints help, or what is wrong with a call.
///
/// What is wrong with it may quote it, and a call may hold names of files that hold anything.
fn tell(error: &clap::Error) {
    let text = error.to_string();
    let shown = label::escaped(&text);
    if shown == text {
        // A failure to print has nowhere to be told.
        let _ = error.print();
    } else {
        anstream::eprint!("{shown}");
    }
}

/// Runs the program with the given arguments, the first of them its name.
///
/// Exit status: 0 done, 1 the answer is no, 2 the input or the call is wrong,
/// 130 interrupted.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => {
            tell(&error);
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    match cli.color {
        ColorWhen::Auto => anstream::ColorChoice::Auto,
        ColorWhen::Always => anstream::ColorChoice::Always,
        ColorWhen::Never => anstream::ColorChoice::Never,
    }
    .write_global();
    if cli.quiet {
        stderr::set_quiet();
    }
    match commands::run(&cli) {
        Ok(outcome) => outcome.into(),
        Err(failure) => {
            let text = failure.render();
            if !text.is_empty() {
                stderr_line!("{text}");
            }
            failure.exit_code()
        }
    }
}
