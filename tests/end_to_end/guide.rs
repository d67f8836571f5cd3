//! The guide and the READMEs are correct: their puzzles have solutions, their commands succeed, their
//! transcripts agree with the program's output, and their links have targets.

#[path = "guide/page.rs"]
mod page;
#[path = "guide/reference.rs"]
mod reference;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::program::{puzzle_folders, root, tilewright};
use page::{Block, GUIDE, Page, pages};

/// A folder with copies of all files that the calls read. The calls may write to it.
fn scratch() -> TempDir {
    let folder = TempDir::new().expect("a scratch folder");
    let kept = ["tests/puzzles", "tests/challenges", "tests/books"].map(str::to_owned);
    for from in puzzle_folders().into_iter().chain(kept) {
        let to = folder.path().join(&from);
        fs::create_dir_all(&to).expect("a folder");
        for entry in fs::read_dir(root().join(&from)).expect("there are files") {
            let file = entry.expect("a file");
            if file.path().is_file() {
                fs::copy(file.path(), to.join(file.file_name())).expect("a copy");
            }
        }
    }
    folder
}

/// Splits a call into arguments as a shell does: at blanks outside of double quotes.
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

/// Runs a call; returns its success and its output: stdout, then stderr.
fn printed(call: &str, folder: &Path) -> (bool, String) {
    let output = tilewright()
        .current_dir(folder)
        .args(arguments(call))
        .output()
        .expect("the program starts");
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.push_str(&String::from_utf8_lossy(&output.stderr));
    (output.status.success(), text)
}

/// Checks that a `ron` block is a valid puzzle. It is saved under the name that the text gives, for the calls
/// that follow.
fn check_puzzle(block: &Block, folder: &Path) {
    let file = block.file.as_deref().unwrap_or("puzzle.ron");
    fs::write(folder.join(file), &block.text).expect("a file");
    // A file with goals is many puzzles, which `solve` refuses.
    let command = if block.text.contains("goals: [") {
        "count"
    } else {
        "solve -n 1"
    };
    let (success, shown) = printed(&format!("{command} {file}"), folder);
    assert!(success, "{}\n{shown}", block.text);
}

/// In a `console` block, each line `$ tilewright …` is followed by the first lines of its output. A line `…`
/// after them represents the other lines.
fn check_transcript(block: &Block, folder: &Path) {
    let mut lines = block.text.lines().peekable();
    while let Some(line) = lines.next() {
        let Some(call) = line.strip_prefix("$ tilewright ") else {
            panic!("not a call of the program: {line}");
        };
        let (_, seen) = printed(call, folder);
        let mut seen = seen.lines();
        while let Some(expected) = lines.next_if(|line| !line.starts_with("$ ")) {
            if expected == "…" {
                break;
            }
            let shown = seen.next().unwrap_or("(nothing more)");
            assert_eq!(shown.trim_end(), expected, "in the output of {call}");
        }
    }
}

/// In an `sh` block, calls of the program must succeed. Calls of cargo are skipped.
fn check_calls(block: &Block, folder: &Path) {
    for line in block.text.lines() {
        let call = ["tilewright ", "cargo run -- "]
            .iter()
            .find_map(|start| line.strip_prefix(start));
        if let Some(call) = call {
            let (success, shown) = printed(call, folder);
            assert!(success, "{call}\n{shown}");
        } else {
            let is_known = ["cargo ", "PROPTEST_CASES="];
            assert!(
                is_known.iter().any(|start| line.starts_with(start)),
                "neither tilewright nor cargo: {line}"
            );
        }
    }
}

fn check(page: &Page) {
    let folder = scratch();
    for block in page.blocks() {
        match block.language.as_str() {
            "ron" => check_puzzle(&block, folder.path()),
            "console" => check_transcript(&block, folder.path()),
            "sh" => check_calls(&block, folder.path()),
            // Rust blocks are tested as documentation; the others are for reading.
            "rust" | "text" | "toml" => {}
            other => panic!("{}: no test covers `{other}`", page.path.display()),
        }
    }
}

#[test]
fn every_block_is_correct() {
    let pages = pages();
    assert!(pages.len() > 15);
    // Uses two threads, because most of the time is taken by searches on one thread.
    std::thread::scope(|scope| {
        for half in 0..2 {
            let pages = &pages;
            scope.spawn(move || pages.iter().skip(half).step_by(2).for_each(check));
        }
    });
}

#[test]
fn the_error_message_of_the_first_page_is_correct() {
    let pages = pages();
    let first = pages.iter().find(|page| page.name() == "first-puzzle.md");
    let blocks = first.expect("there is a first page").blocks();
    let text_of = |language: &str| {
        let block = blocks.iter().find(|block| block.language == language);
        &block.expect("there is a block").text
    };
    let folder = TempDir::new().expect("a scratch folder");
    let mistaken = text_of("ron").replace("board:", "bord:");
    fs::write(folder.path().join("tray.ron"), mistaken).expect("a file");
    let (_, shown) = printed("check tray.ron", folder.path());
    let expected = text_of("text").trim_end().trim_end_matches('…');
    assert!(shown.starts_with(expected), "{shown}");
}

#[test]
fn every_link_has_a_target() {
    let pages = pages();
    let page_at = |path: &Path| {
        let is_it =
            |page: &&Page| root().join(&page.path).canonicalize().ok().as_deref() == Some(path);
        pages.iter().find(is_it)
    };
    for page in &pages {
        let here = page.path.display();
        let folder = root().join(page.path.parent().expect("a page is in a folder"));
        for target in page.targets() {
            if target.starts_with("https://") {
                continue;
            }
            let (file, anchor) = target.split_once('#').unwrap_or((&target, ""));
            let path = if file.is_empty() {
                root().join(&page.path)
            } else {
                folder.join(file)
            };
            let path = path.canonicalize();
            let path = path.unwrap_or_else(|error| panic!("{here}: {target}: {error}"));
            if !anchor.is_empty() {
                let there = page_at(&path).expect("anchors are those of pages");
                assert!(there.has_anchor(anchor), "{here}: no heading for {target}");
            }
        }
        for label in page.labels() {
            assert!(page.defines(&label), "{here} doesn't define [{label}]");
        }
    }
}

/// Checks that every page is in the guide's list, in the library's modules and in `links.md`, which
/// defines the addresses of the pages on the documentation site.
#[test]
fn every_page_is_in_the_list_and_in_the_library() {
    let names: BTreeSet<String> = pages()
        .iter()
        .filter(|page| page.path.starts_with(GUIDE) && page.name() != "README.md")
        .map(Page::name)
        .collect();
    let text = |path: &str| fs::read_to_string(root().join(path)).expect("a file");
    let list = text("crates/cli/guide/README.md");
    let links = text("crates/cli/src/guide/links.md");
    let modules = text("crates/cli/src/guide.rs");
    for name in &names {
        assert!(list.contains(&format!("][{name}]")), "{name} isn't listed");
        assert!(links.contains(&format!("[{name}]: ")), "{name} has no link");
        assert!(
            modules.contains(&format!("\"{name}\"")),
            "{name} is no module"
        );
    }
}

#[test]
fn every_puzzle_of_the_collection_is_named() {
    let text = fs::read_to_string(root().join(GUIDE).join("puzzles.md")).expect("a page");
    for folder in puzzle_folders() {
        for entry in fs::read_dir(root().join(folder)).expect("there are puzzles") {
            let name = entry.expect("a file").path();
            if name.is_dir() {
                continue;
            }
            let name = name.file_stem().expect("a name").to_string_lossy();
            assert!(
                text.contains(&format!("`{name}`")),
                "{name} isn't in the list"
            );
        }
    }
}

/// Compares the picture of Kanoodle with the one that the command draws.
#[test]
fn the_picture_is_what_the_command_draws() {
    let folder = scratch();
    let (success, shown) = printed(
        "draw puzzles/kanoodle.ron --solution 1 -o kanoodle.svg",
        folder.path(),
    );
    assert!(success, "{shown}");
    let drawn = fs::read(folder.path().join("kanoodle.svg")).expect("a picture");
    let kept = fs::read(root().join(GUIDE).join("kanoodle.svg")).expect("a picture");
    assert!(drawn == kept, "the picture is another one");
}

#[test]
fn the_picture_of_levels_is_what_the_command_draws() {
    let folder = scratch();
    let (success, shown) = printed(
        "draw tests/challenges/levels.ron -o levels.svg",
        folder.path(),
    );
    assert!(success, "{shown}");
    let drawn = fs::read(folder.path().join("levels.svg")).expect("a picture");
    let kept = fs::read(root().join(GUIDE).join("levels.svg")).expect("a picture");
    assert!(drawn == kept, "the picture is another one");
}

#[test]
fn the_picture_of_two_sided_pieces_is_what_the_command_draws() {
    let folder = scratch();
    let (success, shown) = printed(
        "draw puzzles/two-sided-heart.ron --solution 1 -o heart.svg",
        folder.path(),
    );
    assert!(success, "{shown}");
    let drawn = fs::read(folder.path().join("heart.svg")).expect("a picture");
    let kept = fs::read(root().join(GUIDE).join("two-sided-heart.svg")).expect("a picture");
    assert!(drawn == kept, "the picture is another one");
}

/// Compares the picture of the page's example, the chessboards, with the one that the command
/// draws.
#[test]
fn the_picture_of_designs_is_what_the_command_draws() {
    let folder = scratch();
    let page = fs::read_to_string(root().join(GUIDE).join("designs.md")).expect("a page");
    let from = page
        .find("(\n    title: \"Chessboards")
        .expect("the puzzle");
    let puzzle = &page[from..];
    let puzzle = &puzzle[..puzzle.find("```").expect("its end")];
    fs::write(folder.path().join("chessboards.ron"), puzzle).expect("a file");
    let (success, shown) = printed(
        "design chessboards.ron --each-goal --distinct 1.. --limit 6 --draw designs.svg",
        folder.path(),
    );
    assert!(success, "{shown}");
    let drawn = fs::read(folder.path().join("designs.svg")).expect("a picture");
    let kept = fs::read(root().join(GUIDE).join("designs.svg")).expect("a picture");
    assert!(drawn == kept, "the picture is another one");
}

#[test]
fn the_readme_is_short() {
    let readme = fs::read_to_string(root().join("README.md")).expect("there is a README");
    assert!(readme.lines().count() <= 150);
}

/// Checks the factors that the documentation of the engines quotes from the table in the
/// benchmarks.
#[test]
fn speed_factors_agree_with_the_benchmarks() {
    let read = |path: &str| fs::read_to_string(root().join(path)).expect("a page");
    let table = read("crates/cli/guide/BENCHMARKS.md");
    let cells = |row: &str| -> Vec<String> {
        let line = table
            .lines()
            .find(|line| line.starts_with(&format!("| {row} |")));
        let cells = line
            .expect("a row")
            .split('|')
            .map(|cell| cell.trim().to_owned());
        cells.collect()
    };
    let whole = |cell: &str| cell.parse::<f64>().expect("a factor").round();
    let (row, mean) = (cells("`pentominoes-6x10`"), cells("geometric mean"));
    let (bits, sweep) = (whole(&row[4]), whole(&row[8]));
    let docs = read("crates/dlx/src/lib.rs").replace("\n//! ", " ");
    let quoted = format!(
        "`Bits` is {bits} times as fast as `Links`, and a sweep counts them {sweep} times as fast"
    );
    assert!(docs.contains(&quoted), "{quoted}");
    let quoted = format!("{} times as fast on polyforms", whole(&mean[4]));
    assert!(read("crates/dlx/README.md").contains(&quoted), "{quoted}");
}
