//! Files of other programs, imported and exported.

use std::fs;
use std::io::Write as _;
use std::process::Stdio;

use tempfile::TempDir;

use crate::program::{Run, run, tilewright};

/// A BurrTools file: two trays of bricks with one problem each, the first with an assembly.
const TWO_TRAYS: &str = r#"<?xml version="1.0"?>
<puzzle version="2"><gridType type="0"/><colors/><shapes>
<voxel x="4" y="2" z="1" name="tray" type="0">########</voxel>
<voxel x="4" y="3" z="1" name="larger tray" type="0">############</voxel>
<voxel x="3" y="2" z="1" name="L" type="0">####__</voxel>
</shapes><problems>
<problem name="eight cells" state="2" assemblies="2"><shapes><shape id="2" count="2"/></shapes><result id="0"/>
<solutions><solution><assembly>0 0 0 0 3 1 0 10</assembly></solution></solutions></problem>
<problem name="twelve cells" state="0"><shapes><shape id="2" min="0" max="3"/></shapes><result id="1"/></problem>
</problems><comment/></puzzle>"#;

#[test]
fn problems_become_goals() {
    let folder = TempDir::new().expect("a scratch folder");
    let path = |name: &str| folder.path().join(name);
    fs::write(path("two.xmpuzzle"), TWO_TRAYS).expect("a file");
    let import = |arguments: &[&str]| -> Run {
        let mut command = tilewright();
        command.current_dir(&folder).arg("import").args(arguments);
        command.output().expect("the program starts").into()
    };
    let both = import(&["two.xmpuzzle", "-o", "two.ron"]);
    assert_eq!(
        (both.status, both.stdout.as_str()),
        (0, ""),
        "{}",
        both.transcript()
    );
    assert!(
        both.stderr
            .contains("problem 1, eight cells: 1 piece; BurrTools counted 2 assemblies")
    );
    let mut count = tilewright();
    count.arg("count").arg(path("two.ron"));
    let count: Run = count
        .args(["--format", "json"])
        .output()
        .expect("it starts")
        .into();
    let goals = &count.json()["goals"];
    assert_eq!(goals[0]["goal"], "eight cells");
    assert_eq!(goals[0]["solutions"], 2);
    let one = import(&[
        "two.xmpuzzle",
        "--problem",
        "1",
        "--assemblies",
        "kept.jsonl",
    ]);
    assert!(one.stdout.contains("board: Rect(4, 2)"), "{}", one.stdout);
    let kept = fs::read_to_string(path("kept.jsonl")).expect("a list");
    assert_eq!(
        kept,
        "{\"type\":\"solution\",\"number\":1,\"placements\":[\
         {\"piece\":\"L\",\"cells\":[[0,0],[1,0],[2,0],[0,1]],\
         \"placement\":\"L@(0,0)(1,0)(2,0)(0,1)\"},\
         {\"piece\":\"L\",\"cells\":[[3,1],[2,1],[1,1],[3,0]],\
         \"placement\":\"L@(3,1)(2,1)(1,1)(3,0)\"}]}\n"
    );
    assert_eq!(import(&["two.xmpuzzle", "--problem", "3"]).status, 2);
    assert_eq!(
        import(&["two.xmpuzzle", "--assemblies", "kept.jsonl"]).status,
        2
    );
    assert_eq!(import(&["two.ron"]).status, 2);
}

#[test]
fn exports_can_be_imported() {
    let folder = TempDir::new().expect("a scratch folder");
    let file = folder.path().join("puzzle.xmpuzzle");
    let file = file.to_str().expect("UTF-8");
    let export = run([
        "export",
        "puzzles/soma-cube.ron",
        "--solutions",
        "2",
        "-o",
        file,
    ]);
    assert_eq!(export.status, 0, "{}", export.transcript());
    // Imports the file from stdin.
    let mut import = tilewright()
        .args(["import", "-", "--quiet"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let bytes = fs::read(file).expect("a file");
    let mut stdin = import.stdin.take().expect("a pipe");
    stdin.write_all(&bytes).expect("it is read");
    drop(stdin);
    let import = import.wait_with_output().expect("it ends");
    let again = folder.path().join("again.ron");
    fs::write(&again, import.stdout).expect("a file");
    let again = again.to_str().expect("UTF-8");
    let count = |file: &str| run(["count", file, "--format", "json"]).json()["distinct"].clone();
    // 240 solutions up to symmetry: J. H. Conway and M. J. T. Guy, 1961.
    assert_eq!(count(again), 240);
    let refused = run(["export", "puzzles/iq-fit.ron"]);
    assert_eq!(refused.status, 2);
    assert!(
        refused
            .stderr
            .contains("BurrTools does not support trays with depth"),
        "{}",
        refused.stderr
    );
}

#[test]
fn the_matrix_is_written_for_solvers_of_other_kinds() {
    let matrix = |format: &str| {
        let puzzle = "puzzles/pentominoes-3x20.ron";
        let run = run(["matrix", puzzle, "--format", format]);
        assert_eq!(run.status, 0, "{}", run.stderr);
        run.stdout
    };
    let options = matrix("dlx").lines().count() - 1;
    let dimacs = matrix("dimacs");
    assert!(dimacs.lines().any(|line| line.starts_with("p cnf ")));
    assert!(dimacs.contains(&format!("c {options} = ")));
    let lp = matrix("lp");
    assert!(lp.ends_with(&format!(" o{options}\nEnd\n")));
    let json: serde_json::Value = serde_json::from_str(&matrix("json")).expect("JSON");
    assert_eq!(json["options"].as_array().map(Vec::len), Some(options));
}

/// Checks that lists of solutions and pieces of puzzlecad are recognised by their content.
#[test]
fn files_of_other_kinds_become_puzzles() {
    let folder = TempDir::new().expect("a scratch folder");
    let import = |name: &str, content: &str, options: &[&str]| -> Run {
        fs::write(folder.path().join(name), content).expect("a file");
        let mut command = tilewright();
        command.current_dir(&folder).args(["import", name]);
        command.args(options).output().expect("it starts").into()
    };
    let list = "A A B\nA B B\n\nB B A\nB A A\n";
    let two = import("list.txt", list, &["--assemblies", "kept.jsonl"]);
    assert_eq!(two.status, 0, "{}", two.transcript());
    assert!(two.stdout.contains("board: Rect(3, 2)"), "{}", two.stdout);
    assert_eq!(two.stderr, "6 cells, 2 pieces\n");
    let kept = fs::read_to_string(folder.path().join("kept.jsonl")).expect("a list");
    assert_eq!(kept.lines().count(), 2);
    let triangles = "0,0,0 0,0,1 A\n1,0,0 1,0,1 A\n";
    let triangles = import("records.txt", triangles, &["--lattice", "triangle"]);
    assert!(triangles.stdout.contains("lattice: Triangle"));
    let export = run(["export", "puzzles/soma-cube.ron", "--to", "puzzlecad"]);
    assert_eq!(export.status, 0, "{}", export.transcript());
    let soma = import("soma.scad", &export.stdout, &["-o", "soma.ron"]);
    assert_eq!(soma.status, 0, "{}", soma.transcript());
    assert!(soma.stderr.contains("note: the file has no board"));
    let quiet = import("soma.scad", &export.stdout, &["-o", "soma.ron", "-q"]);
    assert_eq!((quiet.status, quiet.stderr.as_str()), (0, ""));
    let soma = folder.path().join("soma.ron");
    let count = run(["count", soma.to_str().expect("UTF-8"), "--format", "json"]);
    // 240 solutions up to symmetry: J. H. Conway and M. J. T. Guy, 1961.
    assert_eq!(count.json()["distinct"], 240);
    let mut refused = String::new();
    for (name, content, options) in [
        ("list.txt", list, &["--box", "3,3,3"][..]),
        ("list.txt", list, &["--from", "puzzlecad"]),
        ("list.txt", list, &["--from", "png"]),
        ("list.txt", list, &["--from", "burrtools"]),
        ("puzzle.ron", "(lattice: Square)", &[]),
        ("pieces.scad", "burr_piece(\"xx\");", &["--box", "0,1"]),
        ("pieces.scad", "burr_piece(\"xx\");", &["--cell", "3"]),
    ] {
        let run = import(name, content, options);
        assert_eq!(run.status, 2, "{options:?}");
        refused += &format!("{options:?}\n{}", run.stderr);
    }
    insta::assert_snapshot!("files_of_other_kinds_that_are_refused", refused);
    let solutions = [
        "export",
        "puzzles/soma-cube.ron",
        "--to",
        "puzzlecad",
        "--solutions",
        "1",
    ];
    assert_eq!(run(solutions).status, 2);
}
