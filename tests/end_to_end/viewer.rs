//! `viewer`: the file that it writes, without a browser.

use std::fs;

use tempfile::TempDir;

use crate::program::{Run, missing_as_on_unix, run, slashes, tilewright, whole_root};

/// The data of a page, decompressed.
pub(crate) fn data(page: &str) -> String {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (_, rest) = page.split_once("id=\"data\">").expect("data");
    let (text, _) = rest.split_once("</script>").expect("an end");
    let (mut bytes, mut held, mut count) = (Vec::new(), 0_u32, 0);
    for letter in text.bytes() {
        let value = LETTERS.iter().position(|known| *known == letter);
        held = held << 6 | u32::try_from(value.expect("base 64")).expect("six bits");
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push(u8::try_from(held >> count & 255).expect("a byte"));
        }
    }
    let bytes = miniz_oxide::inflate::decompress_to_vec(&bytes).expect("deflated");
    String::from_utf8(bytes).expect("UTF-8")
}

/// The page of a puzzle as text.
fn page(arguments: &[&str]) -> String {
    let run = run(["viewer"].iter().chain(arguments));
    assert_eq!(run.status, 0, "{}", run.stderr);
    run.stdout
}

#[test]
fn the_page_is_small_and_loads_nothing() {
    let page = page(&["puzzles/kanoodle.ron"]);
    assert!(page.len() < 2_000_000, "{}", page.len());
    for sign in [
        "http://", "https://", "src=", "href=", "url(", "@import", "fetch(",
    ] {
        // The namespace of SVG is a name, not an address that is loaded.
        let page = page.replace("http://www.w3.org/2000/svg", "");
        let source = "possiblywrong.wordpress.com";
        let found = page
            .find(sign)
            .map(|at| &page[at..(at + 60).min(page.len())]);
        // The patterns to which a page refers are in the page itself.
        let is_within = found.is_some_and(|found| found.starts_with("url(#"));
        assert!(found.is_none() || is_within, "{sign} {source}: {found:?}");
    }
}

#[test]
fn pages_are_reproducible() {
    let small = ["puzzles/kanoodle.ron", "--limit", "50"];
    let first = page(&small);
    assert_eq!(first, page(&[&small[..], &["--threads", "1"]].concat()));
    assert_ne!(first, page(&[&small[..], &["--seed", "2"]].concat()));
}

/// Checks that a search finds the solutions if the diagram is too large, unless the diagram itself
/// is requested.
#[test]
fn solutions_are_searched_for_if_the_diagram_is_too_large() {
    let call = ["viewer", "puzzles/scott.ron", "--memory", "1KiB"];
    let searched = run(call);
    assert_eq!(searched.status, 0);
    assert_eq!(
        searched.stderr,
        "the diagram of all solutions is too large, so solutions are searched\n"
    );
    assert!(
        searched.stdout.contains("<title>Scott"),
        "{}",
        searched.stderr
    );
    let folder = TempDir::new().expect("a scratch folder");
    let file = folder.path().join("scott.diagram");
    let refused = run([&call[..], &["--diagram", &file.to_string_lossy()]].concat());
    assert_eq!(refused.status, 2);
    assert!(
        refused
            .stderr
            .contains("the memory budget of 1024 bytes is too small")
    );
}

#[test]
fn a_folder_has_all_that_a_server_needs() {
    let folder = TempDir::new().expect("a scratch folder");
    let [first, second] = ["first", "second"].map(|name| folder.path().join(name));
    let call = [
        "viewer",
        "tests/challenges/kanoodle.ron",
        "--url",
        "https://example.org/k/",
    ];
    for place in [&first, &second] {
        let run = run(call.iter().chain(&["--folder", &place.to_string_lossy()]));
        assert_eq!(run.status, 0, "{}", run.stderr);
    }
    let read = |place: &std::path::Path, name: &str| fs::read(place.join(name)).expect("a file");
    let text = |name: &str| String::from_utf8(read(&first, name)).expect("a text");
    let manifest: serde_json::Value =
        serde_json::from_str(&text("manifest.webmanifest")).expect("JSON");
    let icons = manifest["icons"].as_array().expect("icons");
    let icons = icons
        .iter()
        .map(|icon| icon["src"].as_str().expect("a name"));
    let mut names: Vec<&str> = icons.collect();
    names.push("manifest.webmanifest");
    let worker = text("sw.js");
    for name in names.iter().chain(&["index.html", "sw.js"]) {
        assert_eq!(read(&first, name), read(&second, name), "{name}");
    }
    for name in names {
        assert!(worker.contains(&format!("{name:?}")), "{name}");
    }
    assert!(!worker.contains("VERSION"));
    let index = text("index.html");
    for part in [
        "<link rel=\"manifest\" href=\"manifest.webmanifest\">",
        "content=\"https://example.org/k/icon-512.png\"",
        "serviceWorker",
    ] {
        assert!(index.contains(part), "{part}");
    }
}

#[test]
fn impossible_requests_are_explained() {
    let folder = TempDir::new().expect("a scratch folder");
    let good = folder.path().join("page.html");
    fs::write(&good, "as it was").expect("a file");
    let mut transcripts = String::new();
    let calls: [&[&str]; 6] = [
        &["puzzles/mutilated-chessboard.ron"],
        &["puzzles/unwelded-tetrasticks-5x5.ron"],
        &["puzzles/scott.ron", "--limit", "100001"],
        &[
            "puzzles/scott.ron",
            "--challenges",
            "tests/challenges/kanoodle.ron",
        ],
        &["puzzles/scott.ron", "--first", "--seed", "2"],
        &["puzzles/scott.ron", "--output", "no/such/folder/page.html"],
    ];
    for call in calls {
        let mut command = tilewright();
        command.arg("viewer").args(call);
        if !call.contains(&"--output") {
            command.arg("--output").arg(&good);
        }
        let run = Run::from(command.output().expect("the program starts"));
        transcripts += &format!("$ viewer {}\n{}\n", call.join(" "), run.transcript());
    }
    insta::assert_snapshot!(slashes(&missing_as_on_unix(&transcripts)));
    // A failed run leaves the old page unchanged.
    let left = fs::read_to_string(&good).expect("it is there");
    assert_eq!(left, "as it was");
}

#[test]
fn puzzles_that_no_page_can_show_are_explained() {
    let folder = TempDir::new().expect("a scratch folder");
    let mut transcripts = String::new();
    for (name, puzzle) in [
        (
            "cells",
            "board: Rect(65, 64), pieces: [Set(of: Polyominoes(1), copies: 4160)]",
        ),
        (
            "placements",
            "board: Rect(60, 60), pieces: [Set(of: Polyominoes(5), copies: (0, 720))]",
        ),
        (
            "tube",
            "board: Rect(4, 5), wrap: (x: 4), pieces: [Set(of: Polyominoes(4), copies: Any)]",
        ),
    ] {
        let path = folder.path().join(format!("{name}.ron"));
        fs::write(&path, format!("(lattice: Square, {puzzle})")).expect("a file");
        let run = run(["viewer", "--limit", "0", &path.to_string_lossy()]);
        transcripts += &run.transcript();
    }
    insta::assert_snapshot!(transcripts);
}

#[test]
fn a_challenge_without_a_solution_is_refused() {
    let folder = TempDir::new().expect("a scratch folder");
    let challenges = folder.path().join("challenges.ron");
    let puzzle = format!("{}/puzzles/kanoodle.ron", whole_root());
    // The cross cuts a corner off.
    let text = format!(
        "(puzzle: {puzzle:?}, challenges: [(id: \"cut-off\", givens: [
            (piece: \"Gray\", cells: Cells([(1, 0), (0, 1), (1, 1), (2, 1), (1, 2)])),
        ])])"
    );
    fs::write(&challenges, text).expect("a file");
    let challenges = challenges.to_string_lossy();
    let run = run([
        "viewer",
        "puzzles/kanoodle.ron",
        "--limit",
        "0",
        "--challenges",
        &challenges,
    ]);
    let said = "error: the challenge \"cut-off\" cannot be played: there is no solution\n";
    assert_eq!((run.status, run.stderr.as_str()), (2, said));
    assert!(run.stdout.is_empty());
}

/// A puzzle whose texts would break a page that does not escape them.
pub(crate) fn hostile() -> String {
    let puzzle = r#"(
        title: "</script><script>document.title = 'broken'</script> \"&\' {{data}}",
        source: "<img src=x onerror=document.title='broken'> & <!-- <script>",
        lattice: Square,
        board: Rect(4, 2),
        pieces: [
            Piece(name: "</script>", cells: Rect(2, 2)),
            Piece(name: "\"'&<b>", cells: Rect(2, 2)),
        ],
    )"#;
    puzzle.to_owned()
}

#[test]
fn texts_are_escaped() {
    let folder = TempDir::new().expect("a scratch folder");
    let path = folder.path().join("hostile.ron");
    fs::write(&path, hostile()).expect("a file");
    let page = page(&[&path.to_string_lossy()]);
    let closings = page.matches("</script").count();
    // The data, the script, and the script that starts it.
    assert_eq!(closings, 3);
    assert!(!page.contains("<img"));
}
