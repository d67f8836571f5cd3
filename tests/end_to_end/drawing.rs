//! Pictures: output of `draw` and `generate` is readable by other programs, has the requested size, and is
//! either complete or absent.

use std::collections::BTreeSet;
use std::fs;

use tempfile::TempDir;

use crate::program::{Run, missing_as_on_unix, root, run, tilewright};

/// Runs `draw` and returns its stdout.
fn drawn(arguments: &[&str]) -> Vec<u8> {
    let output = tilewright()
        .arg("draw")
        .args(arguments)
        .output()
        .expect("the program starts");
    assert!(
        output.status.success(),
        "{arguments:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    output.stdout
}

fn svg(arguments: &[&str]) -> String {
    String::from_utf8(drawn(arguments)).expect("SVG is UTF-8")
}

#[test]
fn every_lattice_has_pictures_that_others_can_read() {
    for (file, pieces) in [
        ("puzzles/scott.ron", 12),
        ("puzzles/hexiamonds-rhombus.ron", 12),
        ("puzzles/welded-tetrasticks-4x4.ron", 10),
        ("puzzles/soma-cube.ron", 7),
        ("puzzles/iq-fit.ron", 10),
    ] {
        for palette in ["color", "patterns", "outlines"] {
            let text = svg(&[
                file,
                "--solution",
                "1",
                "--palette",
                palette,
                "--view",
                "layers",
            ]);
            let document = roxmltree::Document::parse(&text).expect("SVG is XML");
            let named: BTreeSet<&str> = document
                .descendants()
                .filter(|node| node.attribute("class") == Some("piece"))
                .filter_map(|node| node.attribute("data-name"))
                .collect();
            assert_eq!(named.len(), pieces, "{file}");
            let ids: Vec<&str> = document
                .descendants()
                .filter_map(|n| n.attribute("id"))
                .collect();
            let distinct: BTreeSet<&str> = ids.iter().copied().collect();
            assert_eq!(ids.len(), distinct.len(), "no id comes twice");
        }
        for what in ["board", "pieces", "sheet"] {
            let text =
                svg(&[file, "--what", what, "--limit", "3"][..if what == "sheet" { 5 } else { 3 }]);
            roxmltree::Document::parse(&text).expect("SVG is XML");
        }
    }
}

/// Checks that the corners of a piece's paths in an SVG are on the lattice, and that the enclosed
/// area equals that of its cells.
#[test]
fn outlines_in_svg_enclose_the_pieces() {
    for (file, cell_area) in [
        ("puzzles/scott.ron", 1.0),
        ("puzzles/hexiamonds-rhombus.ron", 0.75_f64.sqrt() / 2.0),
    ] {
        let text = svg(&[file, "--solution", "1", "--cell", "10mm"]);
        let document = roxmltree::Document::parse(&text).expect("SVG is XML");
        let mut seen = 0;
        for piece in document
            .descendants()
            .filter(|node| node.attribute("class") == Some("piece"))
        {
            let cells = piece
                .attribute("data-cells")
                .expect("cells")
                .split(' ')
                .count();
            let path = piece
                .children()
                .find_map(|node| node.attribute("d"))
                .expect("a path");
            let mut area = 0.0;
            for line in path.split('Z').filter(|line| !line.trim().is_empty()) {
                let points: Vec<(f64, f64)> = line
                    .trim()
                    .trim_start_matches('M')
                    .split('L')
                    .map(|point| {
                        let (x, y) = point.split_once(' ').expect("two numbers");
                        (x.parse().expect("a number"), y.parse().expect("a number"))
                    })
                    .collect();
                let next = points.iter().cycle().skip(1);
                area += points
                    .iter()
                    .zip(next)
                    .map(|(a, b)| a.0 * b.1 - a.1 * b.0)
                    .sum::<f64>();
            }
            let expected = f64::from(u32::try_from(cells).expect("few")) * 100.0 * cell_area;
            // Corners are rounded to a thousandth of a millimetre.
            assert!((area / 2.0 - expected).abs() < 0.1, "{area} {expected}");
            seen += 1;
        }
        assert_eq!(seen, 12);
    }
}

#[test]
fn sizes_are_exact() {
    let text = svg(&["puzzles/kanoodle.ron", "--width", "80mm"]);
    assert!(text.contains("width=\"80mm\""), "{}", &text[..300]);
    let text = svg(&["puzzles/kanoodle.ron", "--what", "pieces", "--width", "3in"]);
    assert!(text.contains("width=\"76.2mm\""), "{}", &text[..300]);
    // Eleven cells, and a quarter of a cell on each side.
    let text = svg(&["puzzles/kanoodle.ron", "--cell", "8mm"]);
    assert!(text.contains("width=\"92mm\""), "{}", &text[..300]);
    let png = drawn(&[
        "puzzles/kanoodle.ron",
        "--width",
        "25.4mm",
        "--dpi",
        "200",
        "--format",
        "png",
    ]);
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    let width = u32::from_be_bytes(png[16..20].try_into().expect("four bytes"));
    assert_eq!(width, 200);
    let pdf = drawn(&[
        "puzzles/kanoodle.ron",
        "--solution",
        "1",
        "--paper",
        "a5",
        "--landscape",
        "--format",
        "pdf",
    ]);
    assert!(pdf.starts_with(b"%PDF-1.7"));
    let text = String::from_utf8_lossy(&pdf);
    assert!(
        text.contains("/MediaBox [0 0 595.27"),
        "210 mm are 595.28 points"
    );
    assert!(text.contains("/FontFile2"), "fonts are embedded");
}

#[test]
fn the_same_picture_has_the_same_bytes() {
    for format in ["svg", "png", "pdf", "tikz"] {
        let arguments = |threads| {
            [
                "puzzles/scott.ron",
                "--what",
                "sheet",
                "--limit",
                "20",
                "--dpi",
                "40",
                "--format",
                format,
                "--threads",
                threads,
            ]
        };
        assert!(drawn(&arguments("1")) == drawn(&arguments("2")), "{format}");
    }
}

#[test]
fn givens_are_marked() {
    let folder = TempDir::new().expect("a scratch folder");
    let file = folder.path().join("given.ron");
    let puzzle = r#"(
        lattice: Square,
        board: Union([Rect(3, 2), Optional(Cells([(3, 0)]))]),
        pieces: [Set(of: Polyominoes(3), only: ["L"], copies: 2)],
        givens: [(piece: "L", cells: Cells([(0, 0), (1, 0), (0, 1)]))],
    )"#;
    fs::write(&file, puzzle).expect("a file");
    let file = file.to_string_lossy();
    let count = |text: &str, class: &str| text.matches(&format!("class=\"{class}\"")).count();
    let board = svg(&[&file]);
    assert_eq!((count(&board, "given"), count(&board, "piece")), (1, 0));
    assert_eq!((count(&board, "optional"), count(&board, "mark")), (1, 1));
    let solution = svg(&[&file, "--solution", "1"]);
    assert_eq!(
        (count(&solution, "given"), count(&solution, "piece")),
        (1, 1)
    );
}

/// Checks that the board and the pieces of a file of goals can be drawn, but solutions only of one
/// goal.
#[test]
fn goals_are_drawn() {
    let count = |text: &str, class: &str| text.matches(&format!("class=\"{class}\"")).count();
    let board = svg(&["puzzles/calendar.ron"]);
    assert_eq!((count(&board, "board"), count(&board, "piece")), (1, 0));
    let pieces = svg(&["puzzles/calendar.ron", "--what", "pieces"]);
    assert_eq!(count(&pieces, "piece"), 8);
    let solved = svg(&["puzzles/calendar.ron", "--goal", "Oct 6", "--solution", "1"]);
    assert_eq!(count(&solved, "piece"), 8);
}

/// Checks that groups and environments are closed, and that there are as many labels as in SVG. TeX
/// is not run.
#[test]
fn tikz_is_complete_on_every_lattice() {
    for file in [
        "puzzles/scott.ron",
        "puzzles/hexiamonds-rhombus.ron",
        "puzzles/welded-tetrasticks-4x4.ron",
        "puzzles/soma-cube.ron",
        "puzzles/iq-fit.ron",
    ] {
        for palette in ["color", "patterns", "outlines"] {
            let arguments = [file, "--solution", "1", "--palette", palette];
            let text = svg(&[&arguments[..], &["--format", "tikz"]].concat());
            let count = |what: &str| text.matches(what).count();
            assert_eq!(count("{"), count("}"), "{file}");
            assert_eq!(count("\\begin{"), count("\\end{"), "{file}");
            assert_eq!(count("\\documentclass[tikz]{standalone}"), 1);
            assert!(text.ends_with("\\end{document}\n"));
            let labels = svg(&arguments).matches("<text").count();
            assert_eq!(count("\\node["), labels, "{file}");
        }
    }
    let cells = ["puzzles/calendar.ron", "--format", "tikz"];
    assert!(svg(&cells).contains(r"\selectfont Jan};"));
}

#[test]
fn pages_get_numbers() {
    let folder = TempDir::new().expect("a scratch folder");
    let name = folder.path().join("sheet.svg");
    drawn(&[
        "puzzles/scott.ron",
        "--what",
        "sheet",
        "--limit",
        "30",
        "-o",
        &name.to_string_lossy(),
    ]);
    let mut names: Vec<String> = fs::read_dir(folder.path())
        .expect("the folder")
        .map(|entry| {
            entry
                .expect("a file")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    assert_eq!(names, ["sheet-1.svg", "sheet-2.svg"]);
}

#[test]
fn polyforms_are_drawn() {
    let run = run(["generate", "polyiamonds", "6", "--format", "svg"]);
    assert_eq!(run.status, 0, "{}", run.transcript());
    let document = roxmltree::Document::parse(&run.stdout).expect("SVG is XML");
    let pieces = document
        .descendants()
        .filter(|n| n.attribute("class") == Some("piece"));
    assert_eq!(pieces.count(), 12);
}

#[test]
fn mistakes_leave_no_picture() {
    let folder = TempDir::new().expect("a scratch folder");
    fs::write(folder.path().join("old.pdf"), "old").expect("a file");
    fs::write(folder.path().join("no-font.ttf"), "not a font").expect("a file");
    let scott = root().join("puzzles/scott.ron");
    let scott = scott.to_string_lossy();
    let mut seen = String::new();
    for arguments in [
        &["-o", "old.bmp"][..],
        &["-o", "old.pdf", "--paper", "a5", "--cell", "30mm"],
        &["-o", "old.pdf", "--what", "sheet", "--cell", "40mm"],
        &["-o", "old.pdf", "--what", "sheet", "--columns", "90"],
        &["-o", "old.pdf", "--solution", "521"],
        &[
            "-o",
            "old.pdf",
            "--what",
            "sheet",
            "--solution",
            "600",
            "--distinct",
        ],
        &["-o", "old.pdf", "--what", "board", "--solution", "3"],
        &["-o", "old.pdf", "--columns", "3"],
        &["-o", "old.pdf", "--landscape"],
        &["-o", "old.pdf", "--cell", "3px"],
        &["-o", "old.pdf", "--cell", "0mm"],
        &["-o", "old.pdf", "--cell", "9000mm"],
        &["-o", "old.pdf", "--font", "missing.ttf"],
        &["-o", "old.pdf", "--font", "no-font.ttf"],
        &["-o", "old.pdf", "--bold-font", "no-font.ttf"],
        &["-o", "old.pdf", "--solution", "1", "--engine", "frontier"],
        &["-o", "no/such/folder/x.pdf"],
        &["-o", "x.png", "--cell", "1000mm"],
        &["--what", "sheet", "--format", "svg"],
        &["--format", "bmp"],
    ] {
        let output = tilewright()
            .current_dir(folder.path())
            .args(["draw", &scott])
            .args(arguments)
            .output()
            .expect("the program starts");
        let run = Run::from(output);
        let expected = if seen_as_no(arguments) { 1 } else { 2 };
        assert_eq!(run.status, expected, "{arguments:?}: {}", run.transcript());
        let call = arguments.join(" ");
        seen.push_str(&format!(
            "$ tilewright draw scott.ron {call}\n{}",
            run.transcript()
        ));
    }
    insta::assert_snapshot!("mistakes_leave_no_picture", missing_as_on_unix(&seen));
    let old = fs::read_to_string(folder.path().join("old.pdf")).expect("the old file");
    assert_eq!(old, "old");
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 2);
}

/// Whether a call requests a solution that does not exist, so that it ends with status 1.
fn seen_as_no(arguments: &[&str]) -> bool {
    arguments.contains(&"521") || arguments.contains(&"600")
}
