//! Control characters and markup in files, arguments and file names never reach a terminal or a page
//! unescaped.

use std::fs::{self, File};
use std::process::Stdio;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use tempfile::TempDir;
use tilewright::support::label::is_unprintable;

use crate::program::tilewright;

/// Strings that a terminal or a page would interpret, and delimiters of file formats.
fn nasty() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("\u{1b}[31m".to_owned()),
        Just("\u{1b}]0;owned\u{7}".to_owned()),
        Just("\u{9b}2J".to_owned()),
        Just("\u{202e}".to_owned()),
        Just("\u{2066}".to_owned()),
        Just("\u{200b}".to_owned()),
        Just("\u{feff}".to_owned()),
        Just("\r".to_owned()),
        Just("\u{8}\u{8}".to_owned()),
        Just("\u{7f}".to_owned()),
        Just("</title><script>".to_owned()),
        Just("a".to_owned()),
        Just("é".to_owned()),
        Just("\"".to_owned()),
        any::<char>().prop_map(|character| character.to_string()),
    ];
    // Some texts are harmless.
    prop::collection::vec(piece, 0..4).prop_map(|pieces| pieces.concat())
}

/// A text as a RON string; with `escape`, its unprintable characters are escaped.
fn quoted(text: &str, escape: bool) -> String {
    let inner: String = text
        .chars()
        .map(|character| match character {
            '"' | '\\' => format!("\\{character}"),
            other if escape && is_unprintable(other) => other.escape_unicode().to_string(),
            other => other.to_string(),
        })
        .collect();
    format!("\"{inner}\"")
}

/// Files with a dangerous text: in place of `TEXT` as a string, in place of `RAW` as it is. `REST` is
/// replaced by the other fields of a valid puzzle.
const FIELDS: [&str; 16] = [
    "(title: TEXT, REST)",
    "(source: TEXT, REST)",
    "(lattice: Square, board: Rect(4, 4), pieces: [Piece(name: TEXT, cells: Rect(2, 2), copies: 4)])",
    "(lattice: Square, board: Rect(4, 4), pieces: [Set(of: Polyominoes(4), prefix: TEXT, only: [\"O\"], copies: 4)])",
    "(lattice: Square, board: Rect(4, 4), pieces: [Set(of: Polyominoes(4), only: [TEXT])])",
    "(lattice: Square, board: Rect(4, 4), pieces: [Piece(name: \"A\", cells: Rect(2, 2), color: TEXT)])",
    "(lattice: Square, board: Picture([TEXT]), pieces: [Piece(name: \"A\", cells: Rect(2, 2))])",
    "(REST, givens: [(piece: TEXT, cells: Rect(2, 2))])",
    "(REST, cases: [(name: TEXT, restrict: [Avoids(cells: Cells([(0, 0)]))])])",
    "(REST, goals: [Goal(name: TEXT, board: Rect(2, 2))])",
    "(REST, goals: [Each(of: [Cells({TEXT: (0, 0)})])])",
    "(REST, goals: [Each(of: [Rows((0, 0), [TEXT])])])",
    "(REST, expect: (solutions: TEXT))",
    "(RAW: 1, REST)",
    "/*RAW*/ (REST, titel: 1) // RAW",
    "(puzzle: TEXT, challenges: [(id: TEXT, givens: [])])",
];

const COMMANDS: [&[&str]; 14] = [
    &["check"],
    &["check", "--format", "json"],
    &["show"],
    &["count"],
    &["solve"],
    &["solve", "--format", "jsonl"],
    &["solve", "--format", "html"],
    &["draw"],
    &["matrix"],
    &["grade"],
    &["booklet", "--format", "html"],
    &["viewer"],
    &["verify"],
    &["cover"],
];

/// Asserts that an output has no unprintable characters except line feeds, and styles if it is `styled`.
fn check(output: &[u8], styled: bool, what: &str) -> Result<(), TestCaseError> {
    let text = String::from_utf8(output.to_vec());
    let text = text.map_err(|_| TestCaseError::fail(format!("{what}: no UTF-8")))?;
    let mut rest = text.as_str();
    while let Some(at) = rest.find(|c| is_unprintable(c) && c != '\n') {
        let found = rest[at..].chars().next();
        let style = styled.then(|| style_length(&rest[at..])).flatten();
        let Some(length) = style else {
            return Err(TestCaseError::fail(format!(
                "{what}: {found:?} in {text:?}"
            )));
        };
        rest = &rest[at + length..];
    }
    Ok(())
}

/// The length of the style at the start of a text: an escape character, numbers, an m.
fn style_length(text: &str) -> Option<usize> {
    let numbers = text.strip_prefix("\u{1b}[")?;
    let end = numbers.find(|c: char| !(c.is_ascii_digit() || c == ';'))?;
    // `31` is one of the strings above, and no style of the program.
    (numbers[end..].starts_with('m') && &numbers[..end] != "31").then_some(end + 3)
}

/// Checks that no output of any command has a control character except line feeds, whatever is in a
/// puzzle, challenges, texts, an exact cover problem, a file name or an argument. Coloured output
/// may also have styles.
#[test]
fn no_output_contains_control_characters() {
    let folder = TempDir::new().expect("a scratch folder");
    let config = Config {
        cases: 120,
        failure_persistence: None,
        ..Config::default()
    };
    let strategy = (
        nasty(),
        any::<bool>(),
        prop::sample::select(&FIELDS[..]),
        prop::sample::select(&COMMANDS[..]),
        0..6_u8,
        any::<bool>(),
    );
    let mut runner = TestRunner::new_with_rng(
        config,
        proptest::test_runner::TestRng::deterministic_rng(
            proptest::test_runner::RngAlgorithm::ChaCha,
        ),
    );
    let law =
        |(text, escape, field, command, place, styled): (String, bool, &str, &[&str], u8, bool)| {
            let sound = "lattice: Square, board: Rect(4, 4), \
                     pieces: [Piece(name: \"A\", cells: Rect(2, 2), copies: 4)]";
            let file = |name: &str, text: &str| {
                fs::write(folder.path().join(name), text).expect("a file");
                name.to_owned()
            };
            let mut arguments: Vec<String> = command.iter().map(|&word| word.to_owned()).collect();
            let plain = |text: &str| text.replace(['/', '\0'], "");
            match place {
                // The name of a file; Windows allows fewer names.
                0 => {
                    let name = format!("x{}.ron", plain(&text));
                    if cfg!(windows) && fs::write(folder.path().join(&name), "").is_err() {
                        return Ok(());
                    }
                    arguments.push(file(&name, &format!("({sound})")));
                }
                // The arguments.
                1 => {
                    arguments.push(file("p.ron", &format!("({sound})")));
                    arguments.extend(["--goal".to_owned(), plain(&text)]);
                }
                // Other kinds of files.
                2 => {
                    arguments = vec![
                        "cover".into(),
                        file("p.dlx", &format!("a {text} | b\na {text}\na b\n")),
                    ];
                }
                3 => {
                    let texts = format!("(title: {}, pieces: \"x\")", quoted(&text, escape));
                    arguments = ["booklet", "p.ron", "--format", "html", "--texts"]
                        .map(str::to_owned)
                        .to_vec();
                    file("p.ron", &format!("({sound})"));
                    arguments.push(file("texts.ron", &texts));
                }
                _ => {
                    let field = field.replace("REST", sound).replace("RAW", &text);
                    arguments.push(file(
                        "p.ron",
                        &field.replace("TEXT", &quoted(&text, escape)),
                    ));
                }
            }
            if styled {
                arguments.extend(["--color".to_owned(), "always".to_owned()]);
            }
            let mut program = tilewright();
            program
                .current_dir(folder.path())
                .args(&arguments)
                .stdin(Stdio::null());
            // Arguments that cannot be passed to a program are skipped.
            let Ok(output) = program.output() else {
                return Ok(());
            };
            let what = format!("{arguments:?}");
            prop_assert!(
                matches!(output.status.code(), Some(0..=2)),
                "{}: {:?}",
                what,
                output
            );
            // Pages have scripts, but also no control characters except line feeds.
            check(&output.stdout, styled, &what)?;
            check(&output.stderr, styled, &what)
        };
    runner.run(&strategy, law).expect("the law holds");
}

/// Checks that pictures, sheets and models contain the title of the puzzle, or without a title the
/// file's name.
#[cfg(unix)]
#[test]
fn file_names_are_escaped() {
    let folder = TempDir::new().expect("a scratch folder");
    let name = "a\u{1b}[2J\n<b>&\u{202e}.ron";
    let puzzle =
        "(lattice: Cube, board: Box(2, 2, 1), pieces: [Piece(name: \"<&\", cells: Box(2, 2, 1))])";
    fs::write(folder.path().join(name), puzzle).expect("a file");
    let mut seen = String::new();
    for arguments in [
        &["check", name][..],
        &["show", name],
        &["cut", name, "-o", "out\u{1b}.svg", "-o", "out.dxf"],
        &["print", name, "-o", "out\u{7}.stl"],
        &["draw", name, "-o", "out.svg"],
        &["viewer", name, "-o", "out\u{1b}.html"],
        &["profile", "no\u{1b}[2J\nsuch.dlx"],
        &["count", name, "--enginee", "x\u{1b}[2J"],
    ] {
        let output = tilewright()
            .current_dir(folder.path())
            .args(arguments)
            .output();
        let output = output.expect("the program starts");
        check(&output.stdout, false, arguments[0]).expect("stdout");
        check(&output.stderr, false, arguments[0]).expect("stderr");
        seen.push_str(&String::from_utf8_lossy(&output.stdout));
        seen.push_str(&String::from_utf8_lossy(&output.stderr));
    }
    insta::assert_snapshot!("file_names_are_escaped", seen);
    for file in ["out\u{1b}.svg", "out.svg"] {
        let text = fs::read_to_string(folder.path().join(file)).expect("it was written");
        roxmltree::Document::parse(&text).expect("XML");
        check(text.as_bytes(), false, file).expect("nothing that is obeyed");
    }
    let dxf = fs::read_to_string(folder.path().join("out.dxf")).expect("it was written");
    check(dxf.replace("\r\n", "\n").as_bytes(), false, "out.dxf").expect("nothing that is obeyed");
    let stl = fs::read(folder.path().join("out\u{7}.stl")).expect("it was written");
    let title = stl[..80]
        .split(|byte| *byte == 0)
        .next()
        .unwrap_or_default();
    assert!(!title.iter().any(u8::is_ascii_control), "{title:?}");
}

/// Checks that control characters are refused in files of challenges, in files of texts, in
/// `--title` and in exact cover problems.
#[test]
fn texts_of_other_files_are_checked() {
    let folder = TempDir::new().expect("a scratch folder");
    let at = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("a file");
    at(
        "p.ron",
        "(lattice: Square, board: Rect(4, 4), pieces: [Piece(name: \"A\", cells: Rect(2, 2), copies: 4)])",
    );
    at(
        "title.ron",
        "(title: \"a\u{1b}[2Jb\", puzzle: \"p.ron\", challenges: [])",
    );
    at(
        "id.ron",
        "(puzzle: \"p.ron\", challenges: [(id: \"a\u{202e}b\", givens: [])])",
    );
    at("path.ron", "(puzzle: \"a\u{1b}[2J\", challenges: [])");
    at(
        "piece.ron",
        "(puzzle: \"p.ron\", challenges: [(givens: [(piece: \"A\u{1b}\", cells: Rect(2, 2))])])",
    );
    at("text.ron", "(title: \"a\n\nb\u{9b}2J\")");
    at("text-escaped.ron", "(title: \"\\u{1b}[2J\")");
    at("long.ron", &format!("(title: \"{}\")", "x".repeat(5_001)));
    at("item.dlx", "| \u{1b}[2J is a comment\na \u{1b}[2J b\na b\n");
    at("option.dlx", "a b\na \u{200b}b\n");
    // Windows reports that no file can have such a name.
    let no_such_name = File::open("a\u{1b}[2J")
        .expect_err("there is none")
        .to_string();
    let mut seen = String::new();
    for arguments in [
        &["grade", "title.ron"][..],
        &["grade", "id.ron"],
        &["grade", "path.ron"],
        &["grade", "piece.ron"],
        &[
            "booklet", "p.ron", "--format", "html", "--texts", "text.ron",
        ],
        &[
            "booklet",
            "p.ron",
            "--format",
            "html",
            "--texts",
            "text-escaped.ron",
        ],
        &[
            "booklet", "p.ron", "--format", "html", "--texts", "long.ron",
        ],
        &[
            "booklet", "p.ron", "--format", "html", "--title", "a\u{1b}b",
        ],
        &["cover", "item.dlx"],
        &["cover", "option.dlx"],
    ] {
        let output = tilewright()
            .current_dir(folder.path())
            .args(arguments)
            .output();
        let run = crate::program::Run::from(output.expect("the program starts"));
        assert_eq!(run.status, 2, "{arguments:?}: {}", run.transcript());
        let call = arguments.join(" ").escape_debug().to_string();
        seen.push_str(&format!(
            "$ {call}\n{}",
            run.stderr.replace(&"x".repeat(5_001), "xx…")
        ));
    }
    let seen = seen.replace(&no_such_name, "there is no such file");
    insta::assert_snapshot!("texts_of_other_files_are_checked", seen);
}
