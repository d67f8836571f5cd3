//! `cut`: sheets for laser cutters, as files.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::program::{Run, missing_as_on_unix, root, tilewright};

/// Runs `cut` in a folder, on a file in it or a puzzle of the collection.
fn cut(folder: &Path, puzzle: &str, arguments: &[&str]) -> Run {
    let puzzle = if folder.join(puzzle).exists() {
        folder.join(puzzle)
    } else {
        root().join("puzzles").join(format!("{puzzle}.ron"))
    };
    tilewright()
        .current_dir(folder)
        .arg("cut")
        .arg(puzzle)
        .args(arguments)
        .output()
        .expect("the program starts")
        .into()
}

#[test]
fn every_lattice_is_cut() {
    let folder = TempDir::new().expect("a scratch folder");
    let mut seen = String::new();
    for (puzzle, more) in [
        ("scott", &["--kerf", "0.1", "--engrave", "names,cells"][..]),
        (
            "hexiamonds-rhombus",
            &["--radius", "1.5", "--inner-radius", "1"],
        ),
        (
            "welded-tetrasticks-4x4",
            &["--stick-width", "5", "--ends", "square"],
        ),
        ("iq-fit", &["--unit", "12", "--no-tray"]),
        ("solid-pentominoes-3x4x5", &["--clearance", "0"]),
    ] {
        let (svg, dxf) = (format!("{puzzle}.svg"), format!("{puzzle}.dxf"));
        let arguments = [&["-o", &svg, "-o", &dxf][..], more].concat();
        let run = cut(folder.path(), puzzle, &arguments);
        seen.push_str(&format!(
            "$ tilewright cut {puzzle} {}\n",
            arguments.join(" ")
        ));
        seen.push_str(&run.transcript());
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("it is there");
        let parts = read(&svg).matches("<path id=\"part-").count();
        assert!(parts > 0 && read(&svg).ends_with("</svg>\n"));
        let lines = read(&dxf).matches("LWPOLYLINE\n").count();
        assert!(lines >= parts && read(&dxf).ends_with("EOF\n"));
    }
    insta::assert_snapshot!("cut_lattices", seen);
}

/// Checks that several small sheets for 45 pieces, the frame and the base become numbered files.
#[test]
fn several_sheets_are_numbered() {
    let folder = TempDir::new().expect("a scratch folder");
    let run = cut(
        folder.path(),
        "y-pentominoes-15x15",
        &["-o", "y.svg", "--sheet", "340x340", "--format", "json"],
    );
    let json = run.json();
    let sheets = json["sheets"].as_array().expect("a list");
    let mut counts = std::collections::BTreeMap::new();
    for (index, sheet) in sheets.iter().enumerate() {
        let name = format!("y-{}.svg", index + 1);
        assert_eq!(sheet["files"], serde_json::json!([name]));
        let text = fs::read_to_string(folder.path().join(&name)).expect("it is there");
        let parts = sheet["parts"].as_array().expect("a list");
        assert_eq!(text.matches("<path id=\"part-").count(), parts.len());
        for part in parts {
            let kind = part["kind"].as_str().expect("a word").to_owned();
            *counts.entry(kind).or_insert(0) += 1;
        }
    }
    assert_eq!(counts["piece"], 45);
    assert_eq!((counts["frame"], counts["base"]), (1, 1));
    assert_eq!(
        fs::read_dir(folder.path()).expect("a folder").count(),
        sheets.len()
    );
}

/// Uses two pairs of cells at a distance of 65,000. Checks that memory is used for four cells, not
/// for their bounding box.
#[test]
fn a_board_too_large_for_a_sheet_is_refused_without_using_memory() {
    let folder = TempDir::new().expect("a scratch folder");
    let text = "(lattice: Square, board: Union([Rect(2, 1), Shift((65000, 65000), Rect(2, 1))]), \
                pieces: [Piece(name: \"d\", cells: Rect(2, 1), copies: 2)])";
    let far = folder.path().join("far.ron");
    fs::write(&far, text).expect("a file");
    let run = cut(folder.path(), "far.ron", &["-o", "far.svg"]);
    assert_eq!(run.status, 2, "{}", run.transcript());
    assert_eq!(
        run.stderr,
        "error: the frame is 1300064.2 × 1300044.2 mm: it does not fit on 600 × 400 mm with 2 mm free along the edges\n"
    );
    assert!(!folder.path().join("far.svg").exists());
    for (command, arguments, status) in [
        ("cut", &["--no-tray", "-o", "far.svg"][..], 0),
        ("print", &["-o", "far.stl"], 0),
        ("print", &["--tray", "-o", "tray.stl"], 2),
        ("show", &[], 0),
        ("draw", &["-o", "drawn.svg"], 0),
        ("draw", &["-o", "drawn.png"], 2),
        ("viewer", &["-o", "far.html"], 0),
        ("pack", &["-o", "far.json"], 0),
        ("booklet", &["-o", "far.pdf"], 2),
    ] {
        let run = tilewright()
            .current_dir(folder.path())
            .arg(command)
            .arg(&far)
            .args(arguments)
            .output();
        let run: Run = run.expect("the program starts").into();
        assert_eq!(run.status, status, "{command}: {}", run.transcript());
    }
}

#[test]
fn mistakes_are_explained_and_nothing_is_written() {
    let folder = TempDir::new().expect("a scratch folder");
    fs::write(folder.path().join("old.svg"), "old").expect("a file");
    for dominoes in [200, 2500] {
        let text = format!(
            "(lattice: Square, board: Rect(100, 50), \
             pieces: [Piece(name: \"D\", cells: Rect(2, 1), copies: {dominoes})])"
        );
        fs::write(folder.path().join(format!("{dominoes}.ron")), text).expect("a file");
    }
    let mut seen = String::new();
    for (puzzle, arguments) in [
        ("scott", &["-o", "old.svg", "--sheet", "100x100"][..]),
        ("scott", &["-o", "old.svg", "--no-tray", "--sheet", "30x30"]),
        (
            "scott",
            &["-o", "old.svg", "--unit", "1", "--no-tray", "--kerf", "0.3"],
        ),
        ("scott", &["-o", "old.svg", "--clearance", "5"]),
        ("scott", &["-o", "old.svg", "--radius", "15"]),
        ("hexiamonds-rhombus", &["-o", "old.svg", "--radius", "9"]),
        (
            "welded-tetrasticks-4x4",
            &["-o", "old.svg", "--stick-width", "9"],
        ),
        ("soma-cube", &["-o", "old.svg"]),
        (
            "200.ron",
            &["-o", "old.svg", "--no-tray", "--sheet", "50x30"],
        ),
        ("2500.ron", &["-o", "old.svg"]),
        ("scott", &["-o", "old.svg", "-o", "scott.pdf"]),
        ("scott", &["-o", "svg"]),
        ("scott", &["-o", "missing/scott.svg"]),
        ("scott", &["-o", "old.svg", "--unit", "0"]),
        ("scott", &["-o", "old.svg", "--unit=-3"]),
        ("scott", &["-o", "old.svg", "--kerf", "NaN"]),
        ("scott", &["-o", "old.svg", "--kerf", "1e300"]),
        ("scott", &["-o", "old.svg", "--sheet", "600"]),
        ("scott", &["-o", "old.svg", "--sheet", "600xinf"]),
        ("scott", &[]),
    ] {
        let run = cut(folder.path(), puzzle, arguments);
        seen.push_str(&format!(
            "$ tilewright cut {puzzle} {}\n",
            arguments.join(" ")
        ));
        seen.push_str(&run.transcript());
        assert_eq!(run.status, 2, "{}", run.transcript());
    }
    insta::assert_snapshot!("cut_mistakes", missing_as_on_unix(&seen));
    let old = fs::read_to_string(folder.path().join("old.svg"));
    assert_eq!(old.expect("it is still there"), "old");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 3);
}

#[test]
fn inner_corners_rounder_than_outer_ones_give_a_warning() {
    let folder = TempDir::new().expect("a scratch folder");
    let run = cut(
        folder.path(),
        "scott",
        &["-o", "s.svg", "--inner-radius", "2"],
    );
    assert_eq!(run.status, 0);
    assert!(run.stderr.starts_with("warning: "), "{}", run.stderr);
}

/// Checks all parts of a set: notches, a lid, sheets for several stocks, layers to be glued, a kerf
/// test.
#[test]
fn sets_are_complete() {
    let folder = TempDir::new().expect("a scratch folder");
    let mut seen = String::new();
    for (puzzle, more) in [
        (
            "kanoodle",
            &["--notch", "20mm", "--lid", "--sheet", "700x500"][..],
        ),
        (
            "pentominoes-four-holes",
            &["--stocks", "parts", "--notch", "18mm"],
        ),
        (
            "kanoodle-one-solution",
            &["--stocks", "colors", "--no-tray"],
        ),
        ("soma-cube", &["--glue", "--engrave", "names"]),
        ("calendar", &["--lettering", "single-stroke"]),
    ] {
        let name = format!("{puzzle}.svg");
        let arguments = [&["-o", &name][..], more].concat();
        let run = cut(folder.path(), puzzle, &arguments);
        assert_eq!(run.status, 0, "{}", run.transcript());
        seen.push_str(&format!(
            "$ tilewright cut {puzzle} {}\n",
            arguments.join(" ")
        ));
        seen.push_str(&run.transcript());
    }
    let run: Run = tilewright()
        .current_dir(folder.path())
        .args([
            "cut",
            "--kerf-test",
            "-o",
            "kerf.svg",
            "-o",
            "kerf.dxf",
            "--sheet",
            "250x80",
        ])
        .output()
        .expect("the program starts")
        .into();
    seen.push_str(&format!(
        "$ tilewright cut --kerf-test\n{}",
        run.transcript()
    ));
    insta::assert_snapshot!("sets_are_complete", seen);
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("it is there");
    // The lid is two parts: a plate and a ring.
    assert_eq!(read("kanoodle.svg").matches("class=\"lid\"").count(), 2);
    // Letters are drawn as lines, so the sheets need no font.
    for name in ["soma-cube.svg", "calendar.svg", "kerf.svg"] {
        let text = read(name);
        assert!(
            !text.contains("<text") && text.contains("id=\"engrave\""),
            "{name}"
        );
    }
    assert!(!read("kerf.dxf").contains("TEXT\n"));
}

/// Checks that each polyline of a DXF has as many points as it declares, including outlines of
/// letters.
#[test]
fn polylines_have_the_points_they_count() {
    let folder = TempDir::new().expect("a scratch folder");
    let arguments = ["-o", "x.dxf", "--engrave", "names"];
    assert_eq!(cut(folder.path(), "calendar", &arguments).status, 0);
    let text = fs::read_to_string(folder.path().join("x.dxf")).expect("it is there");
    let mut ways = 0;
    for entity in text.split("LWPOLYLINE\n").skip(1) {
        let entity = entity.split("\n  0\n").next().unwrap_or_default();
        let lines: Vec<&str> = entity.lines().collect();
        let pairs: Vec<(&str, &str)> = lines
            .chunks_exact(2)
            .map(|pair| (pair[0], pair[1]))
            .collect();
        let counted = pairs
            .iter()
            .find(|(code, _)| *code == " 90")
            .expect("a count")
            .1;
        let points = pairs.iter().filter(|(code, _)| *code == " 10").count();
        assert_eq!(counted, points.to_string());
        ways += 1;
    }
    assert!(ways > 100, "{ways}");
}

#[test]
fn notches_need_room() {
    let folder = TempDir::new().expect("a scratch folder");
    let run = cut(folder.path(), "scott", &["-o", "x.svg", "--notch", "170mm"]);
    assert_eq!(run.status, 2);
    insta::assert_snapshot!("notches_need_room", run.stderr);
    let run = cut(
        folder.path(),
        "scott",
        &["-o", "x.svg", "--no-tray", "--lid"],
    );
    assert_eq!(run.status, 2);
}
