//! Outputs never overwrite an input, and are not written through a link.

use std::fs;
use std::path::Path;
#[cfg(target_os = "linux")]
use std::process::Command;
use std::process::Stdio;

use tempfile::TempDir;

use crate::program::{Run, root, tilewright};

/// A puzzle whose pieces can be cut out of a sheet.
const FLAT: &str = "(lattice: Square, board: Rect(4, 3), \
                    pieces: [Piece(name: \"A\", cells: Rect(3, 1), copies: 4)])";

/// A folder with copies of a puzzle and of challenges.
fn folder() -> TempDir {
    let folder = TempDir::new().expect("a scratch folder");
    for (from, to) in [
        ("puzzles/soma-cube.ron", "soma.ron"),
        ("tests/challenges/soma.ron", "deck.ron"),
    ] {
        let text = fs::read_to_string(root().join(from)).expect("the file is there");
        let text = text.replace("../../puzzles/soma-cube.ron", "soma.ron");
        fs::write(folder.path().join(to), text).expect("a copy");
    }
    folder
}

fn run_in(folder: &Path, arguments: &[&str]) -> Run {
    tilewright()
        .current_dir(folder)
        .args(arguments)
        .output()
        .expect("the program starts")
        .into()
}

/// All files of a folder with their contents.
fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found: Vec<_> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry"))
        .map(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            (name, fs::read(entry.path()).unwrap_or_default())
        })
        .collect();
    found.sort();
    found
}

#[cfg(unix)]
#[test]
#[expect(clippy::too_many_lines, reason = "a list of calls")]
fn no_input_is_overwritten() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    fs::hard_link(at("soma.ron"), at("twin.ron")).expect("a hard link");
    fs::create_dir(at("sub")).expect("a folder");
    std::os::unix::fs::symlink(".", at("here")).expect("a link to a folder");
    fs::write(at("texts.ron"), "(title: \"{title}!\", pieces: \"Teile\")").expect("texts");
    let font = root().join("crates/cli/fonts");
    let font = fs::read_dir(font)
        .expect("the fonts are there")
        .map(|entry| entry.expect("an entry").path())
        .find(|path| path.extension().is_some_and(|ending| ending == "ttf"))
        .expect("a font");
    fs::copy(font, at("font.ttf")).expect("a font");
    // Files that are puzzles despite their names.
    for name in ["p.svg", "s-V.stl"] {
        fs::copy(at("soma.ron"), at(name)).expect("a copy");
    }
    fs::write(at("q-1.svg"), FLAT).expect("a file");
    let before = contents(folder.path());
    let mut seen = String::new();
    for arguments in [
        &["solve", "soma.ron", "-n", "1", "-o", "soma.ron"][..],
        &["solve", "soma.ron", "-n", "1", "-o", "./sub/../soma.ron"],
        &["solve", "soma.ron", "-n", "1", "-o", "twin.ron"],
        &["solve", "soma.ron", "-n", "1", "-o", "here/soma.ron"],
        &[
            "solve", "soma.ron", "-n", "1", "--format", "html", "-o", "soma.ron",
        ],
        &[
            "solve",
            "q-1.svg",
            "-n",
            "20",
            "--columns",
            "1",
            "--format",
            "svg",
            "--page-margin",
            "50mm",
            "-o",
            "q.svg",
        ],
        &["solve", "soma.ron", "--checkpoint", "both", "-o", "both"],
        &["solve", "soma.ron", "-n", "1", "--summary", "soma.ron"],
        &[
            "solve",
            "soma.ron",
            "-n",
            "1",
            "-o",
            "both",
            "--summary",
            "./both",
        ],
        &["cover", "soma.ron", "--summary", "soma.ron"],
        &["matrix", "soma.ron", "-o", "soma.ron"],
        &["explore", "soma.ron", "-o", "soma.ron"],
        &["explore", "soma.ron", "--diagram", "both", "-o", "both"],
        &["draw", "p.svg", "-o", "p.svg"],
        &[
            "draw", "soma.ron", "--font", "font.ttf", "-o", "font.ttf", "--format", "svg",
        ],
        &["booklet", "soma.ron", "--format", "html", "-o", "soma.ron"],
        &["booklet", "deck.ron", "--format", "html", "-o", "deck.ron"],
        &["booklet", "deck.ron", "--format", "html", "-o", "soma.ron"],
        &[
            "booklet",
            "deck.ron",
            "--format",
            "html",
            "--texts",
            "texts.ron",
            "-o",
            "texts.ron",
        ],
        &["viewer", "soma.ron", "-o", "soma.ron"],
        &[
            "viewer",
            "soma.ron",
            "--challenges",
            "deck.ron",
            "-o",
            "deck.ron",
        ],
        &[
            "viewer",
            "twin.ron",
            "--challenges",
            "deck.ron",
            "-o",
            "soma.ron",
        ],
        &["challenges", "soma.ron", "--count", "1", "-o", "soma.ron"],
        &[
            "challenges",
            "soma.ron",
            "--diagram",
            "both",
            "-o",
            "./both",
        ],
        &["grade", "deck.ron", "-o", "deck.ron"],
        &["grade", "deck.ron", "--format", "csv", "-o", "soma.ron"],
        &["cut", "p.svg", "-o", "p.svg"],
        &[
            "cut",
            "q-1.svg",
            "-o",
            "q.svg",
            "--no-tray",
            "--sheet",
            "70x50",
        ],
        &["print", "s-V.stl", "--each", "-o", "s.stl"],
        &["cut", "q-1.svg", "-o", "x.svg", "-o", "x.svg"],
        &["cut", "q-1.svg", "-o", "x.svg", "-o", "sub/../x.svg"],
    ] {
        let run = run_in(folder.path(), arguments);
        assert_eq!(run.status, 2, "{arguments:?}: {}", run.transcript());
        assert_eq!(contents(folder.path()), before, "{arguments:?}");
        seen.push_str(&format!("$ {}\n{}", arguments.join(" "), run.stderr));
    }
    insta::assert_snapshot!("no_input_is_overwritten", seen);
    // Stdin may be a file too.
    let stdin = fs::File::open(at("soma.ron")).expect("the puzzle");
    let run: Run = tilewright()
        .current_dir(folder.path())
        .args(["matrix", "-", "-o", "soma.ron"])
        .stdin(stdin)
        .output()
        .expect("the program starts")
        .into();
    assert_eq!(run.status, 2, "{}", run.transcript());
    assert_eq!(contents(folder.path()), before);
}

#[cfg(unix)]
#[test]
fn nothing_is_written_through_a_link() {
    use std::os::unix::fs::symlink;

    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("precious.svg"), "precious").expect("a file");
    symlink("precious.svg", at("link.svg")).expect("a link");
    symlink("nothing.svg", at("dangling.svg")).expect("a link");
    fs::write(at("flat.ron"), FLAT).expect("a file");
    let before = contents(folder.path());
    for output in ["link.svg", "dangling.svg"] {
        for command in [
            &["draw", "soma.ron"][..],
            &["matrix", "soma.ron"],
            &["solve", "soma.ron", "-n", "1"],
            &["viewer", "soma.ron"],
            &["booklet", "soma.ron", "--format", "html"],
            &["cut", "flat.ron"],
        ] {
            let arguments = [command, &["-o", output]].concat();
            let run = run_in(folder.path(), &arguments);
            assert_eq!(run.status, 2, "{arguments:?}: {}", run.transcript());
            let why = match output {
                "link.svg" => {
                    "cannot write link.svg: it is a link to precious.svg; name that file itself, or remove the link"
                }
                _ => {
                    "cannot write dangling.svg: it is a link to nothing.svg; name that file itself, or remove the link"
                }
            };
            assert!(run.stderr.contains(why), "{arguments:?}: {}", run.stderr);
            assert_eq!(contents(folder.path()), before, "{arguments:?}");
        }
    }
}

/// Checks that temporary files have distinct names, and that a user's file that ends in `.new`
/// stays unchanged.
#[test]
fn no_file_next_to_an_output_is_changed() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    fs::copy(at("soma.ron"), at("r.svg.new")).expect("a copy");
    let expected = contents(folder.path());
    for (arguments, output) in [
        (&["draw", "r.svg.new", "-o", "r.svg"][..], "r.svg"),
        (&["viewer", "r.svg.new", "-o", "r.html"], "r.html"),
    ] {
        let run = run_in(folder.path(), arguments);
        assert_eq!(run.status, 0, "{}", run.transcript());
        assert!(fs::remove_file(at(output)).is_ok(), "{output} is written");
        assert_eq!(contents(folder.path()), expected);
    }
}

/// Checks that no run fails if several runs replace one file at the same time, and that the file is
/// the whole output of one of them.
#[test]
fn several_runs_write_the_same_file() {
    let folder = folder();
    let started: Vec<_> = (1..=6)
        .map(|number: u8| {
            tilewright()
                .current_dir(folder.path())
                .args(["draw", "soma.ron", "-o", "same.svg", "--solution"])
                .arg(number.to_string())
                .stderr(Stdio::piped())
                .spawn()
                .expect("the program starts")
        })
        .collect();
    for child in started {
        let run = Run::from(child.wait_with_output().expect("it ends"));
        assert_eq!(run.status, 0, "{}", run.transcript());
    }
    let text = fs::read_to_string(folder.path().join("same.svg")).expect("it is there");
    assert!(text.ends_with("</svg>\n"), "it is whole");
    assert_eq!(contents(folder.path()).len(), 3);
}

/// Checks that `-` means stdout where a command writes one text, and is refused elsewhere. It is
/// never a file name.
#[test]
fn a_dash_means_stdout() {
    let folder = folder();
    fs::write(folder.path().join("flat.ron"), FLAT).expect("a file");
    let before = contents(folder.path());
    for arguments in [
        &["matrix", "flat.ron", "-o"][..],
        &["solve", "flat.ron", "-n", "1", "-o"],
        &["solve", "flat.ron", "-n", "1", "--format", "html", "-o"],
        &["draw", "flat.ron", "--format", "svg", "-o"],
        &["booklet", "flat.ron", "--format", "html", "-o"],
        &["viewer", "flat.ron", "-o"],
        &["explore", "flat.ron", "-o"],
        &[
            "challenges",
            "soma.ron",
            "--count",
            "1",
            "--draws",
            "2",
            "-o",
        ],
    ] {
        let of = |output: &str| run_in(folder.path(), &[arguments, &[output]].concat());
        // Challenges refer to their puzzle relative to their own location.
        let named = if arguments[0] == "challenges" {
            run_in(folder.path(), &arguments[..arguments.len() - 1])
        } else {
            of("/dev/stdout")
        };
        let dash = of("-");
        assert_eq!(dash.status, 0, "{}", dash.transcript());
        assert!(!dash.stdout.is_empty(), "{arguments:?}");
        assert!(dash.stdout == named.stdout, "{arguments:?}");
    }
    let list = ["solve", "flat.ron", "-n", "1", "--format", "jsonl"];
    let listed = run_in(folder.path(), &[&list[..], &["--summary", "-"]].concat());
    assert!(listed.stdout.ends_with("}\n"), "{}", listed.transcript());
    assert!(
        listed.stdout.contains("\"summary\""),
        "{}",
        listed.transcript()
    );
    for (arguments, why) in [
        // The extension selects the format, and there may be several sheets or plates.
        (
            &["cut", "flat.ron", "-o", "-"][..],
            "the name - must end in",
        ),
        (&["print", "soma.ron", "-o", "-"], "the name - must end in"),
        (
            &["solve", "flat.ron", "-o", "-", "--checkpoint", "ck"],
            "- is no regular file",
        ),
        (&["solve", "flat.ron", "--checkpoint", "-"], "./- is a file"),
        (&["explore", "flat.ron", "--diagram", "-"], "./- is a file"),
        (
            &[
                "solve",
                "soma.ron",
                "-n",
                "40",
                "--columns",
                "1",
                "--format",
                "svg",
                "-o",
                "-",
            ],
            "stdout takes one picture",
        ),
    ] {
        let run = run_in(folder.path(), arguments);
        assert_eq!(run.status, 2, "{}", run.transcript());
        assert!(run.stderr.contains(why), "{}", run.transcript());
    }
    assert_eq!(contents(folder.path()), before);
}

/// Checks that devices, pipes and file descriptors opened by a shell are written to directly.
#[cfg(target_os = "linux")]
#[test]
fn devices_and_pipes_are_written_to() {
    let folder = folder();
    let program = env!("CARGO_BIN_EXE_tilewright");
    let expected = run_in(folder.path(), &["matrix", "soma.ron"]).stdout;
    let expected_page = run_in(folder.path(), &["draw", "soma.ron"]).stdout;
    for script in [
        // The first output is discarded.
        "$T matrix soma.ron -o /dev/null; $T matrix soma.ron > out",
        "$T matrix soma.ron -o /dev/stdout > out",
        "$T matrix soma.ron -o /dev/stdout | cat > out",
        "$T matrix soma.ron -o /dev/fd/1 > out",
        "$T matrix soma.ron -o /dev/fd/3 3> out",
        "$T matrix soma.ron -o >(cat > out); while [ ! -s out ]; do sleep 0.05; done; sleep 0.2",
        "mkfifo pipe; cat pipe > out & $T matrix soma.ron -o pipe; wait",
        // Text written before and after remains.
        "{ printf 'a\\n'; $T matrix soma.ron -o /dev/stdout; printf 'b\\n'; } > all; sed '1d;$d' all > out",
    ] {
        for (script, expected) in [
            (script.to_owned(), &expected),
            (
                script.replace("matrix soma.ron", "draw soma.ron --format svg"),
                &expected_page,
            ),
        ] {
            let status = Command::new("bash")
                .args(["-c", &script])
                .env("T", program)
                .current_dir(folder.path())
                .status();
            assert!(status.expect("bash runs").success(), "{script}");
            let found = fs::read_to_string(folder.path().join("out")).expect("it was written");
            assert_eq!(&found, expected, "{script}");
            let _ = fs::remove_file(folder.path().join("pipe"));
            fs::remove_file(folder.path().join("out")).expect("it is there");
        }
    }
}

#[test]
fn a_margin_leaves_room_to_read() {
    let mut seen = String::new();
    for arguments in [
        &["booklet", "puzzles/soma-cube.ron", "--page-margin", "80mm"][..],
        &[
            "draw",
            "puzzles/soma-cube.ron",
            "--what",
            "sheet",
            "--page-margin",
            "53mm",
        ],
        &[
            "draw",
            "puzzles/soma-cube.ron",
            "--paper",
            "a5",
            "--page-margin",
            "38mm",
        ],
        &[
            "draw",
            "puzzles/soma-cube.ron",
            "--paper",
            "letter",
            "--landscape",
            "--page-margin",
            "3in",
        ],
        &[
            "solve",
            "puzzles/soma-cube.ron",
            "--format",
            "svg",
            "--page-margin",
            "9m",
        ],
        &[
            "solve",
            "puzzles/soma-cube.ron",
            "--format",
            "svg",
            "--page-margin",
            "100mm",
        ],
    ] {
        let run = run_in(&root(), arguments);
        assert_eq!(run.status, 2, "{arguments:?}: {}", run.transcript());
        seen.push_str(&format!("$ {}\n{}", arguments.join(" "), run.stderr));
    }
    insta::assert_snapshot!("a_margin_leaves_room_to_read", seen);
    let largest = [
        "draw",
        "puzzles/soma-cube.ron",
        "--what",
        "sheet",
        "-n",
        "4",
        "--page-margin",
        "52mm",
    ];
    assert_eq!(run_in(&root(), &largest).status, 0);
}
