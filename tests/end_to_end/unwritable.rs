//! An output that cannot be written is reported before the work begins, and nothing is left behind.

use std::fs;

use tempfile::TempDir;

use crate::program::{root, tilewright};

/// Calls of the commands that write files. Each names one output that cannot be written. Paths are
/// relative to the folder of the test.
const CALLS: [&str; 22] = [
    "solve 6x10.ron -o nodir/x.txt",
    "solve 6x10.ron --format html -o nodir/x.html",
    "solve 6x10.ron --summary nodir/x.json",
    "explore 6x10.ron -o nodir/x.json",
    "explore 6x10.ron --diagram nodir/x",
    "matrix 6x10.ron -o nodir/x.txt",
    "cover matrix.txt --summary nodir/x.json",
    "draw 6x10.ron -o nodir/x.svg",
    "booklet 6x10.ron -o nodir/x.pdf",
    "booklet deck.ron -o nodir/x.pdf",
    "viewer 6x10.ron -o nodir/x.html",
    "pack 6x10.ron -o nodir/x.json",
    "grade deck.ron -o nodir/x.ron",
    "starts 6x10.ron --givens 2 -o nodir/x.csv --format csv",
    "challenges 6x10.ron --count 100 -o nodir/x.ron",
    "export 6x10.ron --solutions 3 -o nodir/x.xmpuzzle",
    "import list.txt -o nodir/x.ron",
    "design design.ron -o nodir/x.txt",
    "design design.ron --draw nodir/x.svg",
    "design design.ron --write 6x10.ron/x",
    "cut 6x10.ron -o nodir/x.svg",
    "print 6x10.ron -o nodir/x.stl",
];

/// The commands that report each step of their work with `-v`.
const HAVE_VERBOSE: [&str; 7] = [
    "solve",
    "explore",
    "draw",
    "booklet",
    "starts",
    "challenges",
    "design",
];

#[test]
fn an_output_that_cannot_be_written_is_reported_before_the_work() {
    let folder = TempDir::new().expect("a scratch folder");
    let at = |name: &str| folder.path().join(name);
    for (from, to) in [
        ("puzzles/pentominoes-6x10.ron", "6x10.ron"),
        ("puzzles/soma-cube.ron", "soma.ron"),
        ("tests/challenges/soma.ron", "deck.ron"),
    ] {
        let text = fs::read_to_string(root().join(from)).expect("the file is there");
        let text = text.replace("../../puzzles/soma-cube.ron", "soma.ron");
        fs::write(at(to), text).expect("a copy");
    }
    let pool =
        "(lattice: Square, board: Rect(6, 10), pieces: [Set(of: Polyominoes(5), copies: 0..2)])";
    fs::write(at("design.ron"), pool).expect("a pool");
    fs::write(at("list.txt"), "AAB\nABB\n").expect("a list");
    fs::write(at("matrix.txt"), "a b\na\nb\n").expect("a matrix");
    let files = || fs::read_dir(folder.path()).expect("a folder").count();
    let before = files();
    for call in CALLS {
        // With -v every step of the work is reported, by the commands that have it.
        let command = call.split(' ').next().expect("a command");
        let verbose = HAVE_VERBOSE.contains(&command).then_some("-v");
        let run = tilewright()
            .current_dir(folder.path())
            .args(call.split(' '))
            .args(verbose)
            .output()
            .expect("the program starts");
        let said = String::from_utf8(run.stderr).expect("UTF-8");
        assert_eq!(run.status.code(), Some(2), "{call}: {said}");
        assert!(run.stdout.is_empty(), "{call}");
        let why = if call.contains("nodir") {
            "there is no folder nodir\n"
        } else {
            "6x10.ron is not a folder\n"
        };
        assert!(said.starts_with("error: cannot "), "{call}: {said}");
        assert!(said.ends_with(why), "{call}: {said}");
        assert_eq!(said.lines().count(), 1, "{call}: {said}");
        assert_eq!(files(), before, "{call}");
    }
    let folder = at("missing");
    let run = tilewright()
        .args(["matrix", "puzzles/scott.ron", "-o"])
        .arg(folder.join("x.txt"))
        .output()
        .expect("the program starts");
    let (file, folder) = (folder.join("x.txt"), folder);
    assert_eq!(
        String::from_utf8(run.stderr).expect("UTF-8"),
        format!(
            "error: cannot write {}: there is no folder {}\n",
            file.display(),
            folder.display()
        )
    );
}
