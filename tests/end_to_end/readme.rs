//! The README tells the truth: its puzzles are read, its commands run.

use std::fs;

use tempfile::TempDir;

use crate::program::{root, tilewright};

fn readme() -> String {
    fs::read_to_string(root().join("README.md")).expect("there is a README")
}

/// The fenced blocks of a language.
fn blocks(language: &str) -> Vec<String> {
    let text = readme();
    let mut blocks = Vec::new();
    let mut current: Option<String> = None;
    for line in text.lines() {
        match (&mut current, line.strip_prefix("```")) {
            (None, Some(info)) => {
                current = Some(String::new());
                if info != language {
                    current = Some("\0".to_owned());
                }
            }
            (Some(block), Some(_)) => {
                if !block.starts_with('\0') {
                    blocks.push(std::mem::take(block));
                }
                current = None;
            }
            (Some(block), None) => {
                block.push_str(line);
                block.push('\n');
            }
            (None, None) => {}
        }
    }
    blocks
}

#[test]
fn every_puzzle_in_the_readme_can_work() {
    let folder = TempDir::new().expect("a scratch folder");
    let puzzles: Vec<String> = blocks("ron")
        .into_iter()
        .filter(|block| block.trim_start().starts_with('('))
        .collect();
    assert!(!puzzles.is_empty());
    for puzzle in puzzles {
        let file = folder.path().join("puzzle.ron");
        fs::write(&file, &puzzle).expect("a file");
        // A file with goals is many puzzles, which are counted.
        let command: &[&str] = if puzzle.contains("goals: [") {
            &["count"]
        } else {
            &["solve", "-n", "1"]
        };
        let output = tilewright()
            .args(command)
            .arg(&file)
            .output()
            .expect("the program starts");
        assert!(
            output.status.success(),
            "{puzzle}\n{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

/// What a shell makes of a call: blanks part, but for those in double quotes.
fn arguments(call: &str) -> Vec<String> {
    let mut arguments = vec![String::new()];
    let mut quoted = false;
    for character in call.chars() {
        match character {
            '"' => quoted = !quoted,
            ' ' if !quoted => arguments.push(String::new()),
            _ => arguments.last_mut().expect("one at least").push(character),
        }
    }
    arguments
}

/// A folder with all files that calls name, for them to leave theirs in.
fn scratch() -> TempDir {
    let folder = TempDir::new().expect("a scratch folder");
    for from in ["puzzles", "tests/puzzles", "tests/challenges"] {
        let to = folder.path().join(from);
        fs::create_dir_all(&to).expect("a folder");
        for entry in fs::read_dir(root().join(from)).expect("there are files") {
            let file = entry.expect("a file");
            fs::copy(file.path(), to.join(file.file_name())).expect("a copy");
        }
    }
    folder
}

/// In `console` blocks, a line `$ tilewright …` is followed by the beginning of
/// what it prints; a line `…` skips.
#[test]
fn every_transcript_in_the_readme_is_real() {
    let mut tested = 0;
    let folder = scratch();
    for block in blocks("console") {
        let mut lines = block.lines().peekable();
        while let Some(line) = lines.next() {
            let Some(call) = line.strip_prefix("$ tilewright ") else {
                panic!("not a call of the program: {line}");
            };
            let output = tilewright()
                .current_dir(folder.path())
                .args(arguments(call))
                .output()
                .expect("the program starts");
            let mut seen = String::from_utf8_lossy(&output.stdout).into_owned();
            seen.push_str(&String::from_utf8_lossy(&output.stderr));
            let mut seen = seen.lines();
            while let Some(wanted) = lines.next_if(|line| !line.starts_with("$ ")) {
                if wanted == "…" {
                    break;
                }
                let shown = seen.next().unwrap_or("(nothing more)");
                // Times differ.
                if wanted.contains(" s") && wanted.contains("links,") {
                    continue;
                }
                assert_eq!(shown.trim_end(), wanted, "in the output of {call}");
            }
            tested += 1;
        }
    }
    assert!(tested > 0);
}

#[test]
fn every_puzzle_that_ships_is_named() {
    let text = readme();
    for entry in fs::read_dir(root().join("puzzles")).expect("there are puzzles") {
        let name = entry.expect("a file").path();
        let name = name
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        assert!(text.contains(&name), "{name} is not in the README");
    }
}
