//! Lattices that a puzzle file describes itself, with `lattice: Tiles(…)`.

use std::fs;

use tempfile::TempDir;
use tilewright::puzzle::{Puzzle, Source, load};
use tilewright_geometry::{Lattice, Sides, count, polyforms};

use crate::program::{root, run, tilewright};

/// A built-in lattice, written as a tiling from the outlines of its cells.
fn tiles(lattice: Lattice, axes: &str) -> String {
    let unit = lattice.table().scale * lattice.drawing().unit;
    let kinds = lattice.table().kinds.len();
    let cell = |kind: usize| {
        let numbers = [0, 0, i64::try_from(kind).expect("few kinds")];
        let cell = lattice.cell(&numbers[..lattice.arity()]).expect("a cell");
        let corners = lattice.outline(cell).corners.into_iter();
        let corners: Vec<String> = corners.map(|at| format!("({}, {})", at.x, at.y)).collect();
        format!("(name: \"{kind}\", corners: [{}])", corners.join(", "))
    };
    let cells: Vec<String> = (0..kinds).map(cell).collect();
    format!(
        "Tiles(axes: {axes}, translations: [({unit}, 0), (0, {unit})], cells: [{}])",
        cells.join(", ")
    )
}

/// The lines of `count` with the numbers of solutions.
fn solutions(lattice: &str, board: &str, size: usize) -> String {
    let folder = TempDir::new().expect("a folder");
    let text = format!(
        "(lattice: {lattice}, board: {board}, pieces: [Set(of: Polyforms({size}), copies: (0, 9))])"
    );
    fs::write(folder.path().join("p.ron"), text).expect("a file");
    let output = tilewright()
        .current_dir(folder.path())
        .args(["count", "p.ron"])
        .output()
        .expect("the program starts");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let is_number = |line: &&str| {
        ["solutions", "distinct", "by rotation"]
            .iter()
            .any(|name| line.trim().starts_with(name))
    };
    printed.lines().filter(is_number).collect()
}

#[test]
fn a_built_in_lattice_written_in_the_file_gives_the_same_counts() {
    for (lattice, axes, board, size) in [
        (Lattice::Square, "Square", "Rect(5, 4)", 4),
        (Lattice::Hexagon, "Triangular", "Rhombus(4, 3)", 3),
        (Lattice::Triangle, "Triangular", "Rhombus(3, 3)", 3),
        (Lattice::TruncatedSquare, "Square", "Rect(3, 2)", 3),
        (Lattice::Cairo, "Square", "Rect(2, 2)", 4),
    ] {
        let built_in = solutions(&format!("{lattice:?}"), board, size);
        assert!(built_in.contains("solutions"), "{built_in}");
        let own = solutions(&tiles(lattice, axes), board, size);
        assert_eq!(own, built_in, "{lattice}");
    }
}

#[test]
fn a_built_in_lattice_written_in_the_file_has_its_polyforms() {
    let square = [Lattice::SnubSquare, Lattice::Tetrakis];
    let triangular = [Lattice::Kite, Lattice::Rhomb, Lattice::Kisrhombille];
    let all = square.map(|lattice| (lattice, "Square"));
    let all = all
        .into_iter()
        .chain(triangular.map(|lattice| (lattice, "Triangular")));
    for (lattice, axes) in all {
        let text = format!(
            "(lattice: {}, board: Cells([(0, 0, 0)]), pieces: [Set(of: Polyforms(1))])",
            tiles(lattice, axes)
        );
        let own = Puzzle::from_ron(&text).expect(&text).lattice;
        for size in 1..=6 {
            for sides in [Sides::Free, Sides::OneSided, Sides::Fixed] {
                let built_in = count(lattice, size, sides);
                assert_eq!(count(own, size, sides), built_in, "{lattice} {size}");
            }
        }
    }
}

/// Checks the numbers of polyforms on the tilings in `puzzles/lattices`, by Burnside's lemma and by
/// listing them. Those of 3.3.3.3.6 are A383908 in the OEIS.
#[test]
fn shipped_tilings_have_their_numbers_of_polyforms() {
    let mut seen = String::new();
    let folder = fs::read_dir(root().join("puzzles/lattices")).expect("the folder");
    let mut paths: Vec<_> = folder.map(|entry| entry.expect("a file").path()).collect();
    paths.sort();
    assert_eq!(paths.len(), 7);
    for path in paths {
        let source = Source::load(&path).expect("a file");
        let lattice = load(&source).expect("a puzzle").puzzle.lattice;
        let numbers: Vec<u64> = (1..=6)
            .map(|size| {
                let number = count(lattice, size, Sides::Free).expect("small");
                let listed = polyforms(lattice, size, Sides::Free).expect("small");
                assert_eq!(number, listed.len() as u64, "{lattice} {size}");
                number
            })
            .collect();
        let isometries = [Sides::OneSided, Sides::Free].map(|s| lattice.symmetries(s).len());
        seen.push_str(&format!(
            "{lattice}: {numbers:?}, symmetries {isometries:?}\n"
        ));
    }
    assert!(seen.contains("snub hexagonal: [3, 3, 7, 23, 69, 228], symmetries [6, 6]"));
    insta::assert_snapshot!(seen);
}

#[test]
fn the_json_of_a_puzzle_names_its_tiling() {
    let run = run(["check", "--format", "json", "puzzles/lattices/floret.ron"]);
    assert_eq!(run.status, 0, "{}", run.transcript());
    assert!(run.stdout.contains("\"lattice\": \"floret\""));
}
