//! `print`: solids for 3-D printers, as files.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::program::{Run, missing_as_on_unix, root, tilewright};

/// Runs `print` in a folder, on a file in it or a puzzle of the collection.
fn print(folder: &Path, puzzle: &str, arguments: &[&str]) -> Run {
    let puzzle = if folder.join(puzzle).exists() {
        folder.join(puzzle)
    } else {
        root().join("puzzles").join(format!("{puzzle}.ron"))
    };
    tilewright()
        .current_dir(folder)
        .arg("print")
        .arg(puzzle)
        .args(arguments)
        .output()
        .expect("the program starts")
        .into()
}

/// Six times the volume enclosed by the triangles of an STL file, computed from the file alone. Panics unless
/// each edge of a triangle occurs as often in the opposite direction.
fn six_volumes(bytes: &[u8]) -> f64 {
    let count = u32::from_le_bytes(bytes[80..84].try_into().expect("four bytes")) as usize;
    assert_eq!(bytes.len(), 84 + 50 * count);
    let mut edges: BTreeMap<[[u32; 3]; 2], i32> = BTreeMap::new();
    let mut volumes = 0.0;
    for triangle in bytes[84..].chunks_exact(50) {
        let floats: Vec<f32> = triangle[..48]
            .chunks_exact(4)
            .map(|four| f32::from_le_bytes(four.try_into().expect("four bytes")))
            .collect();
        let corner = |at: usize| [floats[at], floats[at + 1], floats[at + 2]];
        let [a, b, c] = [corner(3), corner(6), corner(9)];
        for (from, to) in [(a, b), (b, c), (c, a)] {
            let (from, to) = (from.map(f32::to_bits), to.map(f32::to_bits));
            *edges.entry([from, to]).or_default() += 1;
            *edges.entry([to, from]).or_default() -= 1;
        }
        let [a, b, c] = [a, b, c].map(|p| p.map(f64::from));
        volumes += a[0] * (b[1] * c[2] - b[2] * c[1])
            + a[1] * (b[2] * c[0] - b[0] * c[2])
            + a[2] * (b[0] * c[1] - b[1] * c[0]);
    }
    assert!(edges.values().all(|&balance| balance == 0), "an open edge");
    volumes
}

#[test]
fn every_lattice_is_printed() {
    let folder = TempDir::new().expect("a scratch folder");
    let mut seen = String::new();
    for (puzzle, more) in [
        ("soma-cube", &[][..]),
        (
            "kanoodle",
            &["--shape", "balls", "--resolution", "8", "--unit", "12"],
        ),
        ("iq-fit", &["--unit", "12", "--clearance", "0.2"]),
        (
            "hexiamonds-rhombus",
            &["--radius", "1.5", "--thickness", "4"],
        ),
        (
            "tetrasticks-5x5-without-h",
            &["--unit", "2cm", "--bed", "150x150"],
        ),
    ] {
        let (stl, model) = (format!("{puzzle}.stl"), format!("{puzzle}.3mf"));
        let arguments = [&["-o", &stl, "-o", &model][..], more].concat();
        let run = print(folder.path(), puzzle, &arguments);
        seen.push_str(&format!(
            "$ tilewright print {puzzle} {}\n",
            arguments.join(" ")
        ));
        seen.push_str(&run.transcript());
        let json = print(
            folder.path(),
            puzzle,
            &[&arguments[..], &["--format", "json"]].concat(),
        );
        let json = json.json();
        let pieces = json["pieces"].as_array().expect("a list");
        let volume = |piece: &serde_json::Value| {
            piece["volume"].as_f64().expect("a number")
                * piece["copies"].as_f64().expect("a number")
        };
        let reported: f64 = pieces.iter().map(volume).sum();
        let mut found = 0.0;
        for plate in json["plates"].as_array().expect("a list") {
            let file = |index: usize| {
                let name = plate["files"][index].as_str().expect("a name");
                fs::read(folder.path().join(name)).expect("it is there")
            };
            found += six_volumes(&file(0)) / 6.0;
            assert!(file(1).starts_with(b"PK\x03\x04"));
        }
        assert!(
            (found - reported).abs() < 1e-4 * reported,
            "{puzzle}: {found} {reported}"
        );
    }
    insta::assert_snapshot!("print_lattices", seen);
}

#[test]
fn each_piece_can_have_a_separate_file() {
    let folder = TempDir::new().expect("a scratch folder");
    let run = print(folder.path(), "soma-cube", &["-o", "soma.stl", "--each"]);
    insta::assert_snapshot!("print_each", run.transcript());
    let mut names: Vec<String> = fs::read_dir(folder.path())
        .expect("a folder")
        .map(|entry| {
            entry
                .expect("a file")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    let expected = ["A", "B", "L", "P", "T", "V", "Z"].map(|name| format!("soma-{name}.stl"));
    assert_eq!(names, expected);
    // Four cubes of 20 mm, 0.15 mm less on every side, and three joints between them.
    let volume = six_volumes(&fs::read(folder.path().join("soma-T.stl")).expect("it is there"));
    let expected = 4.0 * 19.7_f64.powi(3) + 3.0 * 19.7_f64.powi(2) * 0.3;
    assert!((volume / 6.0 - expected).abs() < 0.01, "{volume}");
}

#[test]
fn mistakes_are_explained_and_nothing_is_written() {
    let folder = TempDir::new().expect("a scratch folder");
    fs::write(folder.path().join("old.stl"), "old").expect("a file");
    // Four corners for each of 2100 teeth.
    let comb = format!(
        "(lattice: Square, board: Rect(4200, 2), \
         pieces: [Piece(name: \"C\", cells: Picture([\"{}\", \"{}\"]))])",
        "#".repeat(4200),
        "#.".repeat(2100)
    );
    fs::write(folder.path().join("comb.ron"), comb).expect("a file");
    let mut seen = String::new();
    for (puzzle, arguments) in [
        ("soma-cube", &["-o", "old.stl", "--bed", "40x40"][..]),
        ("soma-cube", &["-o", "old.stl", "--clearance", "0"]),
        ("soma-cube", &["-o", "old.stl", "--clearance", "5"]),
        ("scott", &["-o", "old.stl", "--radius", "12"]),
        ("scott", &["-o", "old.stl", "--radius", "9.95"]),
        ("scott", &["-o", "old.stl", "--thickness", "0"]),
        (
            "welded-tetrasticks-4x4",
            &["-o", "old.stl", "--shape", "balls"],
        ),
        (
            "welded-tetrasticks-4x4",
            &["-o", "old.stl", "--stick-width", "9"],
        ),
        (
            "y-pentominoes-15x15",
            &["-o", "old.stl", "--shape", "balls", "--neck", "1"],
        ),
        (
            "y-pentominoes-15x15",
            &["-o", "old.stl", "--resolution", "1000"],
        ),
        (
            "scott",
            &["-o", "old.stl", "--shape", "balls", "--resolution", "100"],
        ),
        (
            "comb.ron",
            &["-o", "old.stl", "--unit", "1", "--clearance", "0.1"],
        ),
        ("scott", &["-o", "old.stl", "-o", "old.obj"]),
        ("scott", &["-o", "missing/old.stl"]),
        ("scott", &["-o", "old.stl", "--unit", "1e300"]),
    ] {
        let run = print(folder.path(), puzzle, arguments);
        seen.push_str(&format!(
            "$ tilewright print {puzzle} {}\n",
            arguments.join(" ")
        ));
        seen.push_str(&run.transcript());
        assert_eq!(run.status, 2, "{}", run.transcript());
    }
    insta::assert_snapshot!("print_mistakes", missing_as_on_unix(&seen));
    let old = fs::read_to_string(folder.path().join("old.stl"));
    assert_eq!(old.expect("it is still there"), "old");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2);
}

/// Checks that trays are written to separate files, that their meshes are closed, and that a solid
/// puzzle has no tray.
#[test]
fn trays_are_printed() {
    let folder = TempDir::new().expect("a scratch folder");
    let mut seen = String::new();
    for (puzzle, more) in [
        ("kanoodle", &["--unit", "15"][..]),
        ("scott", &["--unit", "20", "--rim", "6", "--floor", "1.5"]),
        ("iq-fit", &["--unit", "12"]),
        ("hexiamonds-rhombus", &["--unit", "15"]),
        ("calendar", &[]),
        ("welded-tetrasticks-4x4", &[]),
        (
            "balls/kanoodle-pyramid",
            &["--unit", "12", "--resolution", "8"],
        ),
        ("soma-cube", &[]),
    ] {
        let arguments = [&["-o", "x.stl", "--tray", "--each"][..], more].concat();
        let run = print(folder.path(), puzzle, &arguments);
        assert_eq!(run.status, 0, "{}", run.transcript());
        let tray = folder.path().join("x-tray.stl");
        let lines = run.stdout.lines().filter(|line| line.contains("tray"));
        seen.push_str(&format!("{puzzle}\n{}", run.stderr));
        for line in lines {
            seen.push_str(&format!("{line}\n"));
        }
        if puzzle != "soma-cube" {
            assert!(six_volumes(&fs::read(&tray).expect("a tray")) > 0.0);
            fs::remove_file(tray).expect("a file");
        }
    }
    for (puzzle, more) in [
        ("kanoodle", &[][..]),
        ("calendar", &["--letter-depth", "2"]),
    ] {
        let arguments = [&["-o", "y.stl", "--tray"][..], more].concat();
        let run = print(folder.path(), puzzle, &arguments);
        assert_eq!(run.status, 2);
        seen.push_str(&run.stderr);
    }
    insta::assert_snapshot!("trays_are_printed", seen);
}

/// Checks that pieces and trays longer than 10 m, the limit of a mesh's coordinates, are refused.
#[test]
fn pieces_longer_than_ten_metres_are_refused() {
    let folder = TempDir::new().expect("a scratch folder");
    let piece = |lattice: &str, shape: &str| {
        format!(
            "(lattice: {lattice}, board: {shape}, pieces: [Piece(name: \"I\", cells: {shape})])"
        )
    };
    let far = "(lattice: Square, board: Union([Rect(2, 1), Shift((65000, 65000), Rect(2, 1))]), \
               pieces: [Piece(name: \"d\", cells: Rect(2, 1), copies: 2)])";
    let far_balls = "(lattice: Ball, board: Cells([(0, 0, 0), (65000, 0, 0)]), \
                     pieces: [Piece(name: \"o\", cells: Cells([(0, 0, 0)]), copies: 2)])";
    let is_long = |part: &str, length: &str| {
        format!("error: the {part} is {length} mm long; at most 10000 mm can be printed\n")
    };
    for (text, arguments, refusal) in [
        (far, &["--tray"][..], is_long("tray", "1300056.0")),
        (far_balls, &["--tray"], is_long("tray", "1300016.0")),
        (
            &piece("Square", "Rect(501, 1)"),
            &["--each"],
            is_long("piece `I`", "10020.0"),
        ),
        (
            &piece("Cube", "Box(501, 1, 1)"),
            &["--each"],
            is_long("piece `I`", "10020.0"),
        ),
    ] {
        fs::write(folder.path().join("long.ron"), text).expect("a file");
        let run = print(
            folder.path(),
            "long.ron",
            &[arguments, &["-o", "long.stl"]].concat(),
        );
        assert_eq!((run.status, run.stderr.as_str()), (2, refusal.as_str()));
        assert!(!folder.path().join("long.stl").exists());
    }
    fs::write(
        folder.path().join("long.ron"),
        piece("Cube", "Box(500, 1, 1)"),
    )
    .expect("a file");
    let run = print(folder.path(), "long.ron", &["--each", "-o", "long.stl"]);
    assert_eq!(run.status, 0, "{}", run.transcript());
    // 500 cubes of 20 mm, minus the clearance of 0.3 mm.
    let bytes = fs::read(folder.path().join("long-I.stl")).expect("a file");
    assert!((six_volumes(&bytes) / 6.0 - 9999.7 * 19.7 * 19.7).abs() < 1.0);
}
