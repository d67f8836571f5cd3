//! Booklets: output of `booklet`, and rejected calls.

use std::fs;

use tempfile::TempDir;
use tilewright::publish::booklet::BookletTexts;
use tilewright::publish::texts::Language;

use crate::program::{Run, run, tilewright, whole_root};

const CHALLENGES: &str = "tests/challenges/kanoodle.ron";

#[test]
fn a_booklet_has_the_same_bytes_on_every_run() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("booklet.pdf");
    let output = path.to_str().expect("UTF-8");
    let written = run(["booklet", CHALLENGES, "-o", output]);
    assert_eq!(written.status, 0, "{}", written.transcript());
    let first = fs::read(&path).expect("it is there");
    assert!(first.starts_with(b"%PDF-1.7"));
    let again = run(["booklet", CHALLENGES, "-o", output, "--threads", "1"]);
    assert_eq!(again.status, 0, "{}", again.transcript());
    assert_eq!(fs::read(&path).expect("it is there"), first);
}

#[test]
fn a_booklet_can_be_made_for_the_screen() {
    let page = run(["booklet", CHALLENGES, "--format", "html"]);
    assert_eq!(page.status, 0, "{}", page.transcript());
    assert!(page.stdout.starts_with("<!DOCTYPE html>"));
    assert_eq!(page.stdout.matches("<article").count(), 4);
    let page = run([
        "booklet",
        "puzzles/scott.ron",
        "--distinct",
        "--solutions",
        "1-3,65",
        "--format",
        "html",
    ]);
    assert_eq!(page.status, 0, "{}", page.transcript());
    assert_eq!(page.stdout.matches("<figure>").count(), 4);
}

/// Checks that outdated or wrong grades in a file are reported and are not printed.
#[test]
fn stated_grades_are_checked_before_printing() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("stale.ron");
    let root = whole_root();
    let text = fs::read_to_string(format!("{root}/{CHALLENGES}")).expect("it is there");
    let text = text
        .replace("../../puzzles", &format!("{root}/puzzles"))
        .replacen(
            "],\n        ),",
            "],\n            grade: Easy,\n            rating: 9.9,\n        ),",
            1,
        );
    fs::write(&path, text).expect("it is written");
    let path = path.to_str().expect("UTF-8");
    let warning = "warning: train: the file says that it is easy 9.9; it is easy 2.7\n";
    let page = run(["booklet", path, "--format", "html"]);
    assert_eq!(page.status, 0, "{}", page.stderr);
    assert!(page.stderr.contains(warning), "{}", page.stderr);
    assert!(page.stdout.contains("easy 2.7") && !page.stdout.contains("easy 9.9"));
    for arguments in [
        &[
            "viewer",
            "puzzles/kanoodle.ron",
            "--limit",
            "0",
            "--challenges",
            path,
        ][..],
        &["grade", path, "--id", "train"],
        &["grade", path],
    ] {
        let printed = run(arguments);
        assert_eq!(printed.status, 0, "{}", printed.stderr);
        assert!(printed.stderr.contains(warning), "{}", printed.stderr);
    }
}

#[test]
fn printed_texts_can_be_read() {
    let texts = run(["booklet", "--print-texts"]);
    assert_eq!(texts.stdout, BookletTexts::as_ron(Language::English));
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("texts.ron");
    let german = texts
        .stdout
        .replace("\"How to play\"", "\"So wird gespielt\"");
    fs::write(&path, german).expect("it is written");
    let path = path.to_str().expect("UTF-8");
    let page = run(["booklet", CHALLENGES, "--format", "html", "--texts", path]);
    assert!(page.stdout.contains("So wird gespielt"));
}

/// Runs `booklet` with a file of texts.
fn with_texts(texts: &str) -> Run {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("texts.ron"), texts).expect("it is written");
    let challenges = crate::program::root().join(CHALLENGES);
    tilewright()
        .current_dir(folder.path())
        .arg("booklet")
        .arg(fs::canonicalize(challenges).expect("it is there"))
        .args(["--format", "html", "--texts", "texts.ron"])
        .output()
        .expect("the program starts")
        .into()
}

#[test]
fn every_mistake_is_explained() {
    let folder = TempDir::new().expect("a folder");
    let nowhere = folder.path().join("nowhere").join("b.pdf");
    let nowhere = nowhere.to_str().expect("UTF-8");
    let mut messages = String::new();
    for arguments in [
        &["--page-margin", "70mm", "--paper", "a5"][..],
        &["--output", "booklet.doc"],
        &["--solutions", "1-3"],
        &["--per-page", "7"],
        &["--texts", "missing.ron"],
        &["--font", "README.md"],
        &["--format", "html", "--contents"],
        &["--type-size", "2"],
        &["--bleed", "90mm"],
        &["--paper", "5x5mm"],
    ] {
        let refused = run(["booklet", CHALLENGES].iter().chain(arguments));
        assert_ne!(refused.status, 0);
        messages += &format!("$ {}\n{}", arguments.join(" "), refused.transcript());
    }
    for arguments in [
        &["puzzles/scott.ron", "--distinct", "--solutions", "66"][..],
        &["puzzles/scott.ron", "--solutions", "5,3"],
        &["puzzles/scott.ron", "--engine", "frontier"],
        &["puzzles/scott.ron", "--example"],
        &["puzzles/mutilated-chessboard.ron"],
    ] {
        let refused = run(["booklet"].iter().chain(arguments));
        assert_ne!(refused.status, 0);
        messages += &format!("$ {}\n{}", arguments.join(" "), refused.transcript());
    }
    for texts in [
        "(titel: \"Heft\")",
        "(challenge: \"{nummer}\")",
        "(challenge: \"{number\")",
        "(challenge: 7)",
        "(piece_names: {\"Gren\": \"Grün\"})",
    ] {
        messages += &format!("$ {texts}\n{}", with_texts(texts).transcript());
    }
    insta::assert_snapshot!(messages);
    let refused = run(["booklet", CHALLENGES, "-o", nowhere]);
    assert_eq!(refused.status, 2, "{}", refused.transcript());
    assert!(refused.stderr.contains("cannot write"));
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

/// Checks that a page with all of Scott's solutions, each with a description of its rows in words,
/// takes less than one megabyte.
#[test]
fn hundreds_of_solutions_make_a_small_page() {
    let page = run([
        "booklet",
        "puzzles/scott.ron",
        "--solutions",
        "1-520",
        "--format",
        "html",
    ]);
    assert_eq!(page.status, 0, "{}", page.transcript());
    assert_eq!(page.stdout.matches("<figure>").count(), 520);
    assert!(page.stdout.len() < 1_000_000, "{}", page.stdout.len());
    let described = page.stdout.matches("aria-label=\"Solution ").count();
    assert_eq!(described, 520);
    // Every group that is used is defined once.
    for number in page.stdout.split("<use href=\"#s").skip(1) {
        let number = number.split('"').next().expect("a number");
        let group = format!("<g id=\"s{number}\">");
        assert_eq!(page.stdout.matches(&group).count(), 1, "{group}");
        if number == "99" {
            break;
        }
    }
}

/// Checks that screen readers get a description of each board, in the language of the texts.
#[test]
fn boards_are_described_in_words() {
    let mut messages = String::new();
    for (file, language) in [
        ("kanoodle", "en"),
        ("kanoodle", "de"),
        ("hexiamonds", "en"),
        ("tetrasticks", "en"),
        ("soma", "de"),
        ("iq-fit", "en"),
    ] {
        let path = format!("tests/challenges/{file}.ron");
        let page = run(["booklet", &path, "--format", "html", "--language", language]);
        assert_eq!(page.status, 0, "{}", page.transcript());
        let labels = page.stdout.split("aria-label=\"").skip(2).take(5);
        messages += &format!("== {file} {language}\n");
        for label in labels {
            messages += label.split('"').next().expect("a label");
            messages.push('\n');
        }
    }
    insta::assert_snapshot!(messages);
}

const BOOK: &str = "tests/books/four-parts.ron";

/// A copy of a book with absolute paths.
fn book_in(folder: &TempDir) -> std::path::PathBuf {
    let root = whole_root();
    let text = fs::read_to_string(format!("{root}/{BOOK}")).expect("it is there");
    let text = text
        .replace("../challenges", &format!("{root}/tests/challenges"))
        .replace("../../puzzles", &format!("{root}/puzzles"));
    let path = folder.path().join("book.ron");
    fs::write(&path, text).expect("it is written");
    path
}

/// Checks that a cache next to a book changes only the running time, and that a damaged cache is
/// reported.
#[test]
fn a_cache_does_not_change_a_book() {
    let folder = TempDir::new().expect("a folder");
    let path = book_in(&folder);
    let book = path.to_str().expect("UTF-8");
    let cache = folder.path().join("book.ron.cache");
    let pdf = folder.path().join("book.pdf");
    let output = pdf.to_str().expect("UTF-8");
    let made = |more: &[&str]| {
        let run = run(["booklet", book, "--paper", "a5", "-q", "-o", output]
            .iter()
            .chain(more));
        assert_eq!(run.status, 0, "{}", run.transcript());
        (run.stderr, fs::read(&pdf).expect("it is there"))
    };
    let (messages, first) = made(&["--no-cache"]);
    assert_eq!(messages, "");
    assert!(!cache.exists());
    assert_eq!(made(&[]).1, first);
    let kept = fs::read(&cache).expect("it is there");
    assert_eq!(made(&["--threads", "1"]), (String::new(), first.clone()));
    assert_eq!(fs::read(&cache).expect("it is there"), kept);
    fs::write(&cache, &kept[..kept.len() / 2]).expect("it is written");
    let (messages, again) = made(&[]);
    assert!(
        messages.contains("book.ron.cache is not used: it is damaged"),
        "{messages}"
    );
    assert_eq!(again, first);
    assert_eq!(fs::read(&cache).expect("it is there"), kept);
    // A file that is not a cache of this program stays unchanged.
    fs::write(&cache, "my notes").expect("it is written");
    let (messages, again) = made(&[]);
    assert!(
        messages.contains("it is not a cache of this program"),
        "{messages}"
    );
    assert_eq!(again, first);
    assert_eq!(fs::read(&cache).expect("it is there"), b"my notes");
    let german = made(&["--language", "de", "--no-cache"]).1;
    assert_ne!(german, first);
}

#[test]
fn every_mistake_of_a_book_is_reported_at_its_place() {
    let folder = TempDir::new().expect("a folder");
    let root = whole_root();
    for name in [
        "tests/challenges/kanoodle.ron",
        "puzzles/calendar.ron",
        "puzzles/scott.ron",
    ] {
        let text = fs::read_to_string(format!("{root}/{name}")).expect("it is there");
        let text = text.replace("../../puzzles", &format!("{root}/puzzles"));
        let name = name.rsplit('/').next().expect("a name");
        fs::write(folder.path().join(name), text).expect("it is written");
    }
    fs::write(folder.path().join("cover.png"), "GIF89a").expect("it is written");
    let mut messages = String::new();
    for text in [
        "(parts: [(challenges: \"kanoodle.ron\")])",
        "(title: \"T\", parts: [])",
        "(title: {}, parts: [(challenges: \"kanoodle.ron\")])",
        "(title: \"T\\u{1b}\", parts: [(challenges: \"kanoodle.ron\")])",
        "(titel: \"T\", parts: [(challenges: \"kanoodle.ron\")])",
        "(title: \"T\", parts: [(challenges: \"missing.ron\")])",
        "(title: \"T\", parts: [(challenges: \"scott.ron\")])",
        "(title: \"T\", parts: [()])",
        "(title: \"T\", parts: [(goals: \"calendar.ron\", solutions: \"scott.ron\")])",
        "(title: \"T\", parts: [(goals: \"scott.ron\")])",
        "(title: \"T\", parts: [(goals: \"calendar.ron\", only: [\"Feb 30\"])])",
        "(title: \"T\", parts: [(goals: \"calendar.ron\", hints: Upright)])",
        "(title: \"T\", parts: [(solutions: \"calendar.ron\")])",
        "(title: \"T\", parts: [(solutions: \"scott.ron\", numbers: \"5,3\")])",
        "(title: \"T\", parts: [(challenges: \"kanoodle.ron\", only: [\"a\"])])",
        "(title: \"T\", parts: [(challenges: \"kanoodle.ron\", per_page: 7)])",
        "(title: \"T\", parts: [(challenges: \"kanoodle.ron\", hints: Sideways)])",
        "(title: \"T\", parts: [(challenges: \"kanoodle.ron\", divisions: Tiers)])",
        "(title: \"T\", parts: [(solutions: \"scott.ron\", divisions: Boards)])",
        "(title: \"T\", cover: (art: Solution, picture: \"cover.png\"), parts: [()])",
        "(title: \"T\", cover: (picture: \"cover.png\"), parts: [()])",
        "(title: \"T\", cover: (picture: \"missing.png\"), parts: [()])",
        "(title: \"T\", cover: (color: \"bluish\"), parts: [()])",
    ] {
        fs::write(folder.path().join("book.ron"), text).expect("it is written");
        let run: Run = tilewright()
            .current_dir(folder.path())
            .args(["booklet", "book.ron", "-o", "book.pdf"])
            .output()
            .expect("the program starts")
            .into();
        assert_eq!(run.status, 2, "{text}: {}", run.transcript());
        messages += &format!("$ {text}\n{}", run.stderr);
    }
    insta::assert_snapshot!(messages);
    for arguments in [
        &[BOOK, "--format", "html"][..],
        &[BOOK, "--distinct"],
        &[BOOK, "--example"],
        &[CHALLENGES, "--no-cache"],
    ] {
        let refused = run(["booklet"].iter().chain(arguments));
        assert_eq!(refused.status, 2, "{}", refused.transcript());
    }
}

/// Checks that solutions have fewer columns if pictures are wide.
#[test]
fn solutions_of_wide_boards_have_fewer_columns() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("pyramid.pdf");
    let output = path.to_str().expect("UTF-8");
    let run = run([
        "booklet",
        "puzzles/balls/kanoodle-pyramid.ron",
        "-o",
        output,
    ]);
    assert_eq!(run.status, 0, "{}", run.transcript());
}
