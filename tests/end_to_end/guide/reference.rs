//! The command reference is what `--help` prints.

use std::fs;

use super::page::{GUIDE, Page, pages};
use crate::program::{root, run};

/// The names of the commands, in the order of the help.
fn commands() -> Vec<String> {
    commands_in(&run(["--help"]).stdout)
}

/// The names of the commands that a help lists; none of one that lists none.
fn commands_in(help: &str) -> Vec<String> {
    help.lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .map(str::to_owned)
        .collect()
}

/// The help without the options that all commands have.
fn own_options(help: &str) -> String {
    let common = [
        "      --color ",
        "  -q, --quiet",
        "  -h, --help",
        "  -V, --version",
    ];
    let mut own = String::new();
    let mut is_common = false;
    for line in help.lines() {
        // An option, or what follows all options; explanations are indented further.
        let begins = line.starts_with("      --") || line.starts_with("  -");
        if begins || !(line.is_empty() || line.starts_with(' ')) {
            is_common = common.iter().any(|option| line.starts_with(option));
        }
        if !is_common {
            own.push_str(line);
            own.push('\n');
        }
    }
    own
}

/// The page as the program's help has it.
fn reference() -> String {
    let mut page = String::from(
        "# Commands\n\n\
         All commands and their options, as `tilewright --help` and `tilewright COMMAND --help` print\n\
         them. A test writes and compares this page.\n\n\
         Options that all commands have stand in the first block only.\n",
    );
    let section = |name: &str, help: &str| {
        let lines: Vec<&str> = help.lines().map(str::trim_end).collect();
        format!("\n## {name}\n\n```text\n{}\n```\n", lines.join("\n"))
    };
    let whole = run(["--help"]).stdout;
    page.push_str(&section("tilewright", &whole));
    for name in commands() {
        let help = run([name.as_str(), "--help"]).stdout;
        let own = own_options(&help);
        // A command of commands has no options but the common ones.
        let own = own.trim_end().trim_end_matches("Options:").trim_end();
        page.push_str(&section(&name, own));
        for below in commands_in(&help) {
            let help = run([name.as_str(), below.as_str(), "--help"]).stdout;
            let name = format!("{name} {below}");
            page.push_str(&section(&name, own_options(&help).trim_end()));
        }
    }
    page
}

#[test]
fn the_reference_is_the_help() {
    let path = root().join(GUIDE).join("commands.md");
    let reference = reference();
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        fs::write(&path, &reference).expect("the page can be written");
    }
    let page = fs::read_to_string(&path).expect("there is a page");
    let differing = page
        .lines()
        .zip(reference.lines())
        .find(|(old, new)| old != new);
    assert!(
        page == reference,
        "commands.md is not what --help prints, first at {differing:?}; \
         INSTA_UPDATE=always writes it again"
    );
}

#[test]
fn every_command_is_in_the_readme() {
    let readme = fs::read_to_string(root().join("README.md")).expect("there is a README");
    for name in commands() {
        assert!(readme.contains(&format!("`{name}`")), "{name} isn't there");
    }
}

/// The options that a line names in code, but for those of cargo.
fn options(line: &str) -> Vec<&str> {
    let code = line.split('`').skip(1).step_by(2);
    code.filter(|code| !code.contains("cargo "))
        .flat_map(|code| code.split([' ', '=', '<']))
        .filter(|word| word.starts_with("--") && word.len() > 2)
        .collect()
}

#[test]
fn every_option_that_is_named_is_there() {
    let pages = pages();
    let is_reference = |page: &&Page| page.name() == "commands.md";
    let reference = &pages.iter().find(is_reference).expect("a reference").text;
    for page in pages.iter().filter(|page| !is_reference(page)) {
        for line in page.prose() {
            for option in options(line) {
                let is_there = [' ', '\n', ',', '`', '[']
                    .iter()
                    .any(|end| reference.contains(&format!("{option}{end}")));
                assert!(is_there, "{}: {option}", page.path.display());
            }
        }
    }
}
