//! The examples at the end of the help: a puzzle file, and a command line for each command.

use clap::Command;

/// A puzzle file with 8 solutions, for the help of the program and of `check`.
const PUZZLE_FILE: &str = "\
A puzzle file, such as tray.ron:
  (
      lattice: Square,
      board: Picture([\"#####\", \"#####\", \"#####\", \"#####\"]),
      pieces: [
          Set(of: Polyominoes(5), only: [\"P\", \"T\", \"V\"]),
          Piece(name: \"Stairs\", cells: Picture([\"##.\", \".##\", \"..#\"])),
      ],
  )";

/// The end of the program's help: where to read more, the streams, and the exit statuses.
const PROGRAM: &str = "\
`tilewright COMMAND --help` explains a command. The guide explains all: the folder `guide` of a
release, or crates/cli/guide in the repository; it begins with first-puzzle.md.
Data goes to stdout, everything else to stderr.
Exit status: 0 done; 1 the answer is no (no solution, or the puzzle cannot work);
2 the input or the call is wrong; 130 interrupted.";

/// An example of a command line for each command, without the name of the program.
const CALLS: [(&str, &str); 31] = [
    ("studio", "studio tray.ron"),
    ("check", "check tray.ron"),
    ("show", "show tray.ron"),
    ("why", "why tray.ron"),
    ("count", "count tray.ron"),
    ("solve", "solve tray.ron --distinct"),
    ("explore", "explore tray.ron --heat P"),
    ("verify", "verify puzzles"),
    ("design", "design pool.ron --solutions 1"),
    ("generate", "generate polyominoes 5"),
    ("challenges", "challenges tray.ron -n 6 -o six.ron"),
    ("unify", "unify tray.ron"),
    ("starts", "starts tray.ron --givens 2"),
    ("grade", "grade six.ron"),
    ("hint", "hint six.ron --id 8vxm5k --stage 2"),
    ("draw", "draw tray.ron --solution 1 -o tray.svg"),
    ("booklet", "booklet six.ron -o six.pdf"),
    ("viewer", "viewer tray.ron -o tray.html"),
    ("cut", "cut tray.ron --unit 20mm -o tray.svg"),
    ("print", "print tray.ron --tray -o tray.3mf"),
    ("pack", "pack six.ron -o six.json"),
    ("estimate", "estimate tray.ron"),
    ("profile", "profile tray.ron"),
    ("campaign", "campaign new tray.ron -o tray-campaign"),
    ("import", "import burr.xmpuzzle -o burr.ron"),
    ("export", "export tray.ron --to burrtools -o tray.xmpuzzle"),
    ("matrix", "matrix tray.ron -o tray.dlx"),
    ("cover", "cover tray.dlx --count"),
    ("schema", "schema count"),
    ("completions", "completions bash"),
    ("man", "man count"),
];

/// Adds the examples to the help of the program and of its commands.
pub(super) fn with_examples(command: Command) -> Command {
    let command = command.after_help(format!(
        "{PUZZLE_FILE}\n\nExample: tilewright count tray.ron\n\n{PROGRAM}"
    ));
    let calls = CALLS.into_iter();
    calls.fold(command, |command, (name, call)| {
        let example = format!("Example: tilewright {call}");
        let help = match name {
            "check" => format!("{PUZZLE_FILE}\n\n{example}"),
            _ => example,
        };
        command.mut_subcommand(name, |subcommand| subcommand.after_help(help))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Source, load};
    use crate::surface::cli::args::Cli;
    use clap::CommandFactory;

    fn command() -> Command {
        with_examples(Cli::command())
    }

    #[test]
    fn every_command_has_an_example_that_can_be_called() {
        let program = command();
        let names: Vec<&str> = program.get_subcommands().map(Command::get_name).collect();
        assert_eq!(CALLS.map(|(name, _)| name).to_vec(), names);
        for (name, call) in CALLS {
            assert!(call.starts_with(name), "{call}");
            let words = std::iter::once("tilewright").chain(call.split(' '));
            let parsed = command().try_get_matches_from(words);
            assert!(parsed.is_ok(), "{call}: {}", parsed.unwrap_err());
        }
    }

    #[test]
    fn the_puzzle_of_the_help_can_be_read() {
        let (_, text) = PUZZLE_FILE.split_once('\n').unwrap();
        let file = load(&Source::new("tray.ron", text)).unwrap();
        assert_eq!(file.puzzle.board.cells().len(), 20);
        assert_eq!(file.puzzle.pieces.len(), 4);
    }
}
