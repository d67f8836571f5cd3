//! The command reference equals the output of `--help`.

use std::collections::BTreeMap;
use std::fs;

use super::page::{GUIDE, Page, pages};
use crate::program::{root, run};

/// The groups of commands in the order of the help: the heading, and the names of the commands.
fn command_groups() -> Vec<(String, Vec<String>)> {
    let help = run(["--help"]).stdout;
    let lines = help.lines().skip_while(|line| !line.starts_with("Usage:"));
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for line in lines.skip(1).take_while(|line| *line != "Options:") {
        if let Some(command) = line.strip_prefix("  ") {
            let name = command.split_whitespace().next().expect("a name");
            let (_, names) = groups.last_mut().expect("a heading comes first");
            names.push(name.to_owned());
        } else if let Some(heading) = line.strip_suffix(':') {
            groups.push((heading.to_owned(), Vec::new()));
        }
    }
    groups
}

/// The names of the commands, in the order of the help.
fn commands() -> Vec<String> {
    let groups = command_groups().into_iter();
    groups.flat_map(|(_, names)| names).collect()
}

/// The names of the commands in a help text; empty if it lists none.
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

/// The help without the options common to all commands.
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
        // An option, or text after all options; explanations are indented further.
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

/// A part of a help text: an option with its explanation, or other text.
struct HelpPart {
    is_option: bool,
    text: String,
}

/// The parts of a help, in order; blank lines at the end of a part are dropped.
fn parts(help: &str) -> Vec<HelpPart> {
    let mut parts: Vec<HelpPart> = Vec::new();
    for line in help.lines() {
        let is_option = line.starts_with("      --") || line.starts_with("  -");
        let is_heading = !line.is_empty() && !line.starts_with(' ');
        if is_option || is_heading || parts.is_empty() {
            parts.push(HelpPart {
                is_option,
                text: String::new(),
            });
        }
        let part = parts.last_mut().expect("one at least");
        part.text.push_str(line.trim_end());
        part.text.push('\n');
    }
    for part in &mut parts {
        part.text.truncate(part.text.trim_end().len());
    }
    parts
}

/// The long name of an option.
fn name_of(option: &str) -> &str {
    let from = option.find("--").expect("options have long names");
    let name = &option[from..];
    let end = name.find(|c: char| !(c.is_alphanumeric() || c == '-'));
    &name[..end.unwrap_or(name.len())]
}

/// An option that at least this many commands have in identical form is described once.
const SHARED: usize = 4;

/// The page, generated from the program's help.
fn reference() -> String {
    let mut page = String::from(
        "# Commands\n\n\
         This page lists all commands and their options, for example those of `tilewright count --help`.\n\
         The help of the program has the same words; a test writes and compares this page.\n\n\
         Options that all commands have are only in the first block, and options that many commands\n\
         share only under [Shared options](#shared-options).\n",
    );
    let section = |name: &str, text: &str| format!("\n## {name}\n\n```text\n{text}\n```\n");
    let trimmed = |help: &str| -> String {
        let lines: Vec<&str> = help.lines().map(str::trim_end).collect();
        lines.join("\n")
    };
    page.push_str(&section("tilewright", &trimmed(&run(["--help"]).stdout)));

    let mut helps: Vec<(String, Vec<HelpPart>)> = Vec::new();
    for name in commands() {
        let help = run([name.as_str(), "--help"]).stdout;
        helps.push((name.clone(), parts(&own_options(&help))));
        for below in commands_in(&help) {
            let help = run([name.as_str(), below.as_str(), "--help"]).stdout;
            helps.push((format!("{name} {below}"), parts(&own_options(&help))));
        }
    }
    let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
    let mut options: Vec<&str> = Vec::new();
    for part in helps.iter().flat_map(|(_, parts)| parts) {
        if part.is_option {
            options.push(&part.text);
            *uses.entry(&part.text).or_default() += 1;
        }
    }
    let is_shared = |part: &HelpPart| part.is_option && uses[part.text.as_str()] >= SHARED;
    let mut shared: Vec<&str> = Vec::new();
    for option in options {
        if uses[option] >= SHARED && !shared.contains(&option) {
            shared.push(option);
        }
    }
    page.push_str(&section("Shared options", &shared.join("\n\n")));
    for (name, parts) in &helps {
        let own: Vec<&HelpPart> = parts.iter().filter(|part| !is_shared(part)).collect();
        let mut text = String::new();
        for (at, part) in own.iter().enumerate() {
            let is_bare = !part.text.contains('\n') && part.text.ends_with(':');
            // A heading without options below it is left out.
            let has_options = own.get(at + 1).is_some_and(|next| next.is_option);
            if part.is_option || has_options || !is_bare {
                text.push_str(&part.text);
                text.push_str(if is_bare { "\n" } else { "\n\n" });
            }
        }
        page.push_str(&section(name, text.trim_end()));
        let names: Vec<String> = parts
            .iter()
            .filter(|part| is_shared(part))
            .map(|part| format!("`{}`", name_of(&part.text)))
            .collect();
        if !names.is_empty() {
            page.push_str(&format!("\nShared options: {}.\n", names.join(", ")));
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

/// Checks that README and guide have the groups of the help, in its order, and that the README has
/// all commands.
#[test]
fn the_groups_of_the_help_are_in_readme_and_guide() {
    let text = |path: &str| fs::read_to_string(root().join(path)).expect("a page");
    let (readme, guide) = (text("README.md"), text("crates/cli/guide/README.md"));
    let groups = command_groups();
    let headings: Vec<&String> = groups.iter().map(|(heading, _)| heading).collect();
    for page in [&readme, &guide] {
        let places = headings.iter().map(|heading| {
            let place = page.find(&format!("**{heading}**"));
            place.unwrap_or_else(|| panic!("{heading} isn't there"))
        });
        assert!(places.is_sorted(), "{headings:?}");
    }
    for name in groups.iter().flat_map(|(_, names)| names) {
        assert!(readme.contains(&format!("`{name}`")), "{name} isn't there");
    }
}

/// The options that a line names in code, except those of cargo.
fn options(line: &str) -> Vec<&str> {
    let code = line.split('`').skip(1).step_by(2);
    code.filter(|code| !code.contains("cargo "))
        .flat_map(|code| code.split([' ', '=', '<']))
        .filter(|word| word.starts_with("--") && word.len() > 2)
        .collect()
}

#[test]
fn every_named_option_exists() {
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
