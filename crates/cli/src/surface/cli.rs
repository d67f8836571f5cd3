//! The command line: arguments, commands, exit statuses.

#[macro_use]
mod stderr;

pub mod args;
mod command_groups;
mod commands;
mod examples;
pub mod failure;
mod progress;
pub mod schemas;
mod signals;
mod studio;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::FromArgMatches;
use clap::error::{ContextKind, ContextValue};

use crate::puzzle::suggestion;
use crate::support::label;
use args::{Cli, ColorWhen};

/// Prints help, or the error in a command line.
///
/// The error may quote the command line, and file names in it may have any characters. So characters that cannot
/// be displayed are escaped.
fn tell(error: &clap::Error) {
    let text = error.to_string();
    let shown = label::escaped(&text);
    if shown == text {
        // Help or an error that cannot be printed cannot be reported either.
        let _ = error.print();
    } else {
        anstream::eprint!("{shown}");
    }
}

/// Removes clap's suggestion of another option if its name is not similar to the option in the command line.
fn without_far_tip(mut error: clap::Error) -> clap::Error {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        _ => None,
    };
    if let (Some(written), Some(tip)) = (
        text(ContextKind::InvalidArg),
        text(ContextKind::SuggestedArg),
    ) && suggestion(&written, [tip.as_str()]).is_empty()
    {
        error.remove(ContextKind::SuggestedArg);
        // The usage line would still name the suggested option, so it is removed too.
        error.remove(ContextKind::Usage);
    }
    error
}

/// Runs the program with these arguments. The first one is the program's name.
///
/// Exit status: 0 done, 1 the answer is no, 2 the input or the command line is wrong, 130 interrupted.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let mut command = command_groups::command();
    let parsed = command
        .try_get_matches_from_mut(arguments)
        .and_then(|mut matches| Cli::from_arg_matches_mut(&mut matches))
        .map_err(|error| without_far_tip(error).format(&mut command));
    let cli = match parsed {
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
