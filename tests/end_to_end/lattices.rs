//! Every command works on a small puzzle of every lattice, or refuses it with one line.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use tempfile::TempDir;
use tilewright_geometry::Lattice;

use crate::program::tilewright;

/// A board of each lattice, and a set of pieces that fill it; each piece may be used 0 to 12 times.
const PUZZLES: [(Lattice, &str, &str); Lattice::ALL.len()] = [
    (Lattice::Square, "board: Rect(4, 3)", "Polyominoes(3)"),
    (Lattice::Triangle, "board: Triangle(3)", "Polyiamonds(3)"),
    (Lattice::Stick, "board: Rect(2, 2)", "Polysticks(2)"),
    (Lattice::Cube, "board: Box(2, 2, 3)", "Polycubes(3)"),
    (Lattice::Hexagon, "board: Triangle(3)", "Polyhexes(3)"),
    (
        Lattice::Trig,
        "crossing: Never, board: Triangle(2)",
        "Polytrigs(3)",
    ),
    (Lattice::Twig, "board: Rhombus(2, 1)", "Polytwigs(1)"),
    (Lattice::Ball, "board: Pyramid(3)", "Polyspheres(2)"),
    (Lattice::Tan, "board: Rect(3, 2)", "Polyaboloes(3)"),
    (Lattice::Drafter, "board: Triangle(2)", "Polydrafters(2)"),
    (Lattice::Kite, "board: Triangle(2)", "Polykites(3)"),
    (
        Lattice::Rhomb,
        "board: Cells([(0, 0, 0), (0, 0, 1), (0, 0, 2), (1, 0, 0), (1, 0, 1), (1, 0, 2)])",
        "Polyrhombs(2)",
    ),
    (
        Lattice::HexPrism,
        "board: Union([Rhombus(2, 2), Shift((0, 0, 1), Rhombus(2, 2))])",
        "Polyhexprisms(2)",
    ),
    (
        Lattice::TruncatedSquare,
        "board: Rect(3, 2)",
        "Polyoctasquares(3)",
    ),
    (Lattice::Cairo, "board: Rect(2, 1)", "Polycairos(2)"),
    (Lattice::SnubSquare, "board: Rect(2, 2)", "Polysnubs(4)"),
    (
        Lattice::ElongatedTriangular,
        "board: Rhombus(2, 1)",
        "Polyelongates(2)",
    ),
    (Lattice::House, "board: Rhombus(3, 2)", "Polyhouses(3)"),
    (Lattice::Tetrakis, "board: Rect(2, 1)", "Polytetrakises(2)"),
    (
        Lattice::Kisrhombille,
        "board: Rhombus(1, 1)",
        "Polykisrhombilles(3)",
    ),
];

/// A tiling that is not built in.
const TRIHEXAGONAL: &str = r#"Tiles(
    axes: Triangular,
    translations: [(2, 0), (0, 2)],
    cells: [
        (name: "hexagon", corners: [(2, 0), (2, 1), (1, 2), (0, 2), (0, 1), (1, 0)]),
        (name: "down", corners: [(0, 0), (1, 0), (0, 1)]),
        (name: "up", corners: [(2, 1), (2, 2), (1, 2)]),
    ],
)"#;

/// The calls on each puzzle, in order. Some read files that earlier calls wrote.
const CALLS: [&str; 22] = [
    "show p.ron",
    "check p.ron",
    "count p.ron --total --engine links",
    "count p.ron --total --engine bits",
    "count p.ron --total --engine frontier",
    "solve p.ron -n 1",
    "solve p.ron -n 1 --format svg",
    "solve p.ron -n 1 --format jsonl",
    "solve p.ron -n 1 --sort symmetry",
    "draw p.ron -o board.svg",
    "draw p.ron --solution 1 -o solution.pdf",
    "draw p.ron --what pieces -o pieces.svg",
    "explore p.ron",
    "why bad.ron",
    "challenges p.ron -n 2 -o c.ron",
    "grade c.ron",
    "hint p.ron",
    "booklet c.ron -o booklet.pdf",
    "viewer p.ron -o viewer.html",
    "cut p.ron -o cut.svg",
    "print p.ron -o print.3mf",
    "print p.ron --shape balls --resolution 6 -o balls.stl",
];

/// Runs a call. Returns its exit status, the first line of stderr, and stdout.
fn told(folder: &Path, call: &str) -> (i32, String, String) {
    let output = tilewright()
        .current_dir(folder)
        .args(call.split(' '))
        .output()
        .expect("the program starts");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let line = said.lines().next().unwrap_or_default().to_owned();
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    (output.status.code().expect("no signal"), line, printed)
}

/// The refused calls on a puzzle of a lattice, each with its error message. Asserts that all engines count
/// the same total.
fn refusals(name: &str, lattice: &str, board: &str, set: &str) -> String {
    let mut seen = String::new();
    let folder = TempDir::new().expect("a folder");
    let file =
        |name: &str, text: String| fs::write(folder.path().join(name), text).expect("a file");
    file(
        "p.ron",
        format!("(lattice: {lattice}, {board}, pieces: [Set(of: {set}, copies: (0, 12))])"),
    );
    // One copy of each piece of one cell does not fill the board.
    let one = set.split('(').next().expect("a name");
    file(
        "bad.ron",
        format!("(lattice: {lattice}, {board}, pieces: [Set(of: {one}(1))])"),
    );
    let mut totals: BTreeSet<String> = BTreeSet::new();
    for call in CALLS {
        let (status, line, printed) = told(folder.path(), call);
        if call.starts_with("count") {
            let number = printed.lines().find(|line| line.contains("solutions"));
            totals.insert(number.expect(&printed).trim().to_owned());
        }
        assert!((0..=2).contains(&status), "{name}: {call}: {status} {line}");
        // Status 1 is an answer, such as that there is no solution; 2 is a refusal.
        if status == 2 {
            assert!(line.starts_with("error: "), "{name}: {call}: {line}");
            writeln!(seen, "{name}: {call}\n  {line}").expect("text");
        }
    }
    assert_eq!(totals.len(), 1, "{name}: {totals:?}");
    seen
}

/// Compares with a snapshot the calls that each lattice refuses.
#[test]
fn every_command_works_on_every_lattice_or_explains_why_not() {
    let mut seen = String::new();
    for (lattice, board, set) in PUZZLES {
        seen.push_str(&refusals(
            &lattice.to_string(),
            &format!("{lattice:?}"),
            board,
            set,
        ));
    }
    insta::assert_snapshot!(seen);
}

/// Compares with a snapshot the calls that are refused on a lattice that the puzzle file defines.
#[test]
fn every_command_works_on_a_lattice_of_the_file_or_explains_why_not() {
    let set = "Polyforms(3)";
    insta::assert_snapshot!(refusals(
        "tiling",
        TRIHEXAGONAL,
        "board: Rhombus(3, 2)",
        set
    ));
}

/// Generates the pieces of size 2 of each lattice in all formats. The text is in the snapshot.
#[test]
fn pieces_of_every_lattice_are_listed() {
    let folder = TempDir::new().expect("a folder");
    let mut seen = String::new();
    for lattice in Lattice::ALL {
        let family = lattice.table().family;
        for format in ["text", "svg", "ron", "json"] {
            let call = format!("generate {family} 2 --format {format}");
            let output = tilewright()
                .current_dir(folder.path())
                .args(call.split(' '))
                .output()
                .expect("it starts");
            assert!(output.status.success(), "{call}");
            if format == "text" {
                seen.push_str(&String::from_utf8_lossy(&output.stdout));
            }
        }
    }
    insta::assert_snapshot!(seen);
}

/// Compares with a snapshot the first solution of a puzzle of each lattice, as text.
#[test]
fn solutions_of_every_lattice_are_drawn() {
    let folder = TempDir::new().expect("a folder");
    let mut seen = String::new();
    for (lattice, board, set) in PUZZLES {
        let text =
            format!("(lattice: {lattice:?}, {board}, pieces: [Set(of: {set}, copies: (0, 12))])");
        fs::write(folder.path().join("p.ron"), text).expect("a file");
        let output = tilewright()
            .current_dir(folder.path())
            .args(["solve", "p.ron", "-n", "1"])
            .output()
            .expect("it starts");
        writeln!(
            seen,
            "{lattice}\n{}",
            String::from_utf8_lossy(&output.stdout)
        )
        .expect("text");
    }
    insta::assert_snapshot!(seen);
}
