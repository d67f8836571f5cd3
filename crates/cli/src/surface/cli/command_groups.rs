//! The commands in groups of related tasks. The help, the README and the guide list them in this
//! order.

use std::fmt::Write;

use clap::{Command, CommandFactory};

use super::args::Cli;
use super::examples::with_examples;

/// The headings, each with its commands in the usual order of use. Each command is in exactly one
/// group.
const GROUPS: [(&str, &[&str]); 7] = [
    ("Look at a puzzle", &["studio", "check", "show", "why"]),
    ("Count and list", &["count", "solve", "explore", "verify"]),
    ("Design", &["design", "generate"]),
    (
        "Challenges and hints",
        &["challenges", "unify", "starts", "grade", "hint"],
    ),
    (
        "Print, make and play",
        &["draw", "booklet", "viewer", "cut", "print", "pack"],
    ),
    ("Large runs", &["estimate", "profile", "campaign"]),
    (
        "Other programs",
        &[
            "import",
            "export",
            "matrix",
            "cover",
            "schema",
            "completions",
            "man",
        ],
    ),
];

/// The command line. Its help lists the commands in groups.
///
/// clap has headings for options but none for commands, so the list is part of the template.
pub(super) fn command() -> Command {
    let command = with_examples(with_negative_numbers(Cli::command()));
    let command = without_engine(command);
    let template = help_template(&command);
    command.help_template(template)
}

/// Leaves `--engine` out of the help of commands in which it hardly matters. These commands still
/// accept it.
fn without_engine(command: Command) -> Command {
    ["draw", "booklet"]
        .into_iter()
        .fold(command, |command, name| {
            command.mut_subcommand(name, |subcommand| {
                subcommand.mut_arg("engine", |arg| arg.hide(true))
            })
        })
}

/// Lets options take negative numbers, so that `--limit -1` gives an error about the number.
/// Otherwise clap would read -1 as an option.
fn with_negative_numbers(command: Command) -> Command {
    let command = command.mut_args(|arg| {
        if arg.get_action().takes_values() && arg.get_long().is_some() {
            arg.allow_negative_numbers(true)
        } else {
            arg
        }
    });
    command.mut_subcommands(with_negative_numbers)
}

fn help_template(command: &Command) -> String {
    let header = command.get_styles().get_header();
    let literal = command.get_styles().get_literal();
    let names = GROUPS.iter().flat_map(|(_, names)| *names);
    let width = names.map(|name| name.len()).max().unwrap_or(0);
    let mut template =
        String::from("{before-help}{about-with-newline}\n{usage-heading} {usage}\n\n");
    for (heading, names) in GROUPS {
        let _ = writeln!(template, "{header}{heading}:{header:#}");
        for name in names {
            let about = command
                .find_subcommand(name)
                .and_then(Command::get_about)
                .map(ToString::to_string)
                .unwrap_or_default();
            let _ = writeln!(template, "  {literal}{name:width$}{literal:#}  {about}");
        }
        template.push('\n');
    }
    let _ = write!(
        template,
        "{header}Options:{header:#}\n{{options}}{{after-help}}"
    );
    template
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_command_is_in_one_group_in_the_order_of_the_list() {
        let grouped: Vec<&str> = GROUPS
            .iter()
            .flat_map(|(_, names)| names.to_vec())
            .collect();
        let command = Cli::command();
        let listed: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
        assert_eq!(grouped, listed);
    }
}
