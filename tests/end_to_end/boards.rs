//! `design --each-goal`: the choices of pieces for each board.

#[cfg(unix)]
use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use crate::program::{json_lines as lines, puzzle_file as file, run};

/// Boards of four lattices with optional cells, and pools of pieces.
const BOARDS: &[&str] = &[
    r#"(title: "Squares", lattice: Square, board: Picture(["??###", "?####", "?####"]),
        pieces: [Set(of: Polyominoes(3), prefix: "3", copies: (0, 2)), Set(of: Polyominoes(4), copies: (0, 1))],
        goals: [SubBoards(cells: (10, 11)), Rectangles(cells: 12), Boards(of: {"ring": Minus(Rect(4, 3), Shift((1, 1), Rect(2, 1)))}),
            Polyforms(cells: 7, name: "heptomino")])"#,
    r#"(title: "Triangles", lattice: Triangle, board: Hexagon(2),
        pieces: [Set(of: Polyiamonds(3), prefix: "3"), Set(of: Polyiamonds(4), copies: (0, 1)), Set(of: Polyiamonds(5), prefix: "5", copies: (0, 1))],
        goals: [SubBoards(cells: 12, symmetry: Rotation(3)), SubBoards(cells: 12, symmetry: Full, connected: false, name: "full"),
            Polyforms(cells: 7)])"#,
    r#"(title: "Sticks", lattice: Stick, board: Rect(2, 2),
        pieces: [Set(of: Polysticks(2), prefix: "2", copies: (0, 1)), Set(of: Polysticks(3), copies: (0, 1))],
        goals: [SubBoards(cells: 8, symmetry: Reflection)])"#,
    r#"(title: "Cubes", lattice: Cube, board: Box(3, 2, 2),
        pieces: [Set(of: Polycubes(3), prefix: "3", copies: (0, 2)), Set(of: Polycubes(4), copies: (0, 1))],
        goals: [Rectangles(cells: 12), SubBoards(cells: 10, symmetry: Rotation(2))])"#,
];

#[test]
fn designs_of_each_goal_agree_with_those_of_the_goal_alone() {
    let mut seen = String::new();
    for text in BOARDS {
        let (_folder, path) = file(text);
        let each = ["design", &path, "--each-goal", "--format", "jsonl"];
        let all = run(each);
        assert_eq!(all.status, 0, "{}", all.transcript());
        let one_thread = run(each.iter().copied().chain(["--threads", "1"]));
        assert_eq!(one_thread.stdout, all.stdout);
        let goals = run(["count", &path, "--format", "json"]).json();
        let goals = goals["goals"].as_array().expect("goals");
        let mut own = Vec::new();
        for goal in goals {
            let name = goal["goal"]
                .as_str()
                .or(goal["name"].as_str())
                .expect("a name");
            seen += &format!("{name} {}\n", goal["solutions"]);
            for mut line in lines(&run(["design", &path, "--goal", name, "--format", "jsonl"])) {
                line["goal"] = name.into();
                own.push(line.to_string());
            }
        }
        let mut all: Vec<String> = lines(&all).iter().map(Value::to_string).collect();
        all.sort();
        own.sort();
        assert_eq!(all, own, "{text}");
    }
    insta::assert_snapshot!("design_boards", seen);
}

#[test]
fn boards_with_few_solutions_are_found_without_counting_the_others() {
    let (_folder, path) = file(
        r#"(title: "Chessboards without four cells", lattice: Square, board: Rect(8, 8),
            pieces: [Set(of: Polyominoes(5))], goals: [SubBoards(cells: 60, symmetry: Rotation(4))])"#,
    );
    let few = run(["design", &path, "--each-goal", "--distinct", "..60"]);
    insta::assert_snapshot!("design_few_solutions", few.stdout);
    let all = [
        "design",
        &path,
        "--each-goal",
        "--distinct",
        "1..",
        "--format",
        "csv",
    ];
    let all = run(all);
    // Published counts: 65 without the four cells in the middle, 2,170 without the corners.
    for distinct in [",520,65,", ",17360,2170,"] {
        assert!(all.stdout.contains(distinct), "{}", all.stdout);
    }
}

#[test]
fn a_written_design_has_the_board_of_its_goal() {
    let folder = TempDir::new().expect("a scratch folder");
    let to = folder.path().join("best");
    let to = to.to_str().expect("UTF-8");
    let (_folder, path) = file(BOARDS[0]);
    let call = [
        "design",
        &path,
        "--each-goal",
        "--distinct",
        "1..",
        "-n",
        "9",
        "--format",
        "jsonl",
        "--write",
        to,
    ];
    for (number, design) in (1..).zip(lines(&run(call))) {
        let count = run(["count", &format!("{to}/{number}.ron"), "--format", "json"]).json();
        for field in ["solutions", "distinct", "distinct_rotations"] {
            assert_eq!(design[field], count[field], "{number}");
        }
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_design_of_each_goal_reports_the_goals_examined() {
    let (_folder, path) = file(
        r#"(title: "Many boards", lattice: Square, board: Rect(9, 7),
            pieces: [Set(of: Polyominoes(5))], goals: [Holes(count: 3, distinct: true)])"#,
    );
    let child = crate::program::start(&["design", &path, "--each-goal", "-n", "1"]);
    std::thread::sleep(std::time::Duration::from_secs(2));
    let run = crate::program::interrupt(child);
    assert_eq!(run.status, 130, "{}", run.transcript());
    assert!(
        run.stderr.contains(" goals were counted"),
        "{}",
        run.transcript()
    );
}

/// Stops a run repeatedly, by signals and kills, and resumes it. The output must equal that of an
/// uninterrupted run.
#[cfg(unix)]
fn resumes_from_a_checkpoint(text: &str, options: &[&str], threads: [&str; 2]) {
    let (folder, path) = file(text);
    let kept = folder.path().join("kept");
    let kept = kept.to_str().expect("UTF-8");
    let call: Vec<&str> = ["design", path.as_str()]
        .iter()
        .chain(options)
        .copied()
        .collect();
    let whole = run(&call);
    assert_eq!(whole.status, 0, "{}", whole.transcript());
    let resumed = |threads| -> Vec<&str> {
        let keep = ["--checkpoint", kept, "--checkpoint-every", "1ms"];
        let threads = ["--threads", threads];
        call.iter().chain(&keep).chain(&threads).copied().collect()
    };
    for round in 0..4 {
        let mut child = crate::program::start(&resumed(threads[round % 2]));
        std::thread::sleep(std::time::Duration::from_millis(150 + 50 * round as u64));
        if round % 2 == 0 {
            let stopped = crate::program::interrupt(child);
            assert!(
                [0, 130].contains(&stopped.status),
                "{}",
                stopped.transcript()
            );
        } else {
            child.kill().expect("it runs or has ended");
            child.wait().expect("it has ended");
        }
    }
    let ended = run(resumed(threads[0]));
    assert_eq!(ended.status, 0, "{}", ended.transcript());
    assert_eq!(ended.stdout, whole.stdout);
    for left in [kept.to_owned(), format!("{kept}.sweep")] {
        assert!(!fs::exists(&left).expect("a folder"), "{left} is left");
    }
}

#[cfg(unix)]
#[test]
fn designs_of_goals_resume_from_a_checkpoint() {
    let pool = r#"lattice: Square, pieces: [Set(of: Polyominoes(4), prefix: "4", copies: (0, 1)), Set(of: Polyominoes(5), copies: (0, 1))]"#;
    let boards = format!(
        r#"(title: "Boards", board: Rect(5, 5), {pool}, goals: [Polyforms(cells: 8), SubBoards(cells: 23)])"#
    );
    let measured = [
        "--each-goal",
        "--distinct",
        "1",
        "-n",
        "20",
        "--measure",
        "starts",
    ];
    resumes_from_a_checkpoint(&boards, &measured, ["2", "2"]);
    let dates = format!(r#"(title: "Dates", board: Rect(8, 3), {pool}, goals: [Holes(count: 2)])"#);
    let even = ["--measure", "evenness", "-n", "20"];
    resumes_from_a_checkpoint(&dates, &even, ["2", "2"]);
}

/// Tests a sweep that is cut into parts by its memory limit, and then solutions that are examined one by one.
#[cfg(unix)]
#[test]
fn choices_for_one_board_resume_from_a_checkpoint() {
    let pool = |board, copies| {
        format!(
            r#"(title: "Pool", lattice: Square, board: {board}, pieces: [Set(of: Polyominoes(4), prefix: "4", copies: (0, {copies})), Set(of: Polyominoes(5), copies: (0, 1))])"#
        )
    };
    let little = ["--engine", "frontier", "--memory", "1MiB", "--sort", "most"];
    resumes_from_a_checkpoint(&pool("Rect(6, 4)", 2), &little, ["1", "3"]);
    let looked = ["--every", "fault-free", "--format", "csv"];
    resumes_from_a_checkpoint(&pool("Rect(5, 5)", 1), &looked, ["2", "1"]);
}

/// Checks that more choices than fit into the memory are still listed completely.
#[test]
fn little_memory_lists_the_same_choices() {
    let (_folder, path) = file(
        r#"(title: "Pool", lattice: Square, board: Rect(5, 4), pieces: [Set(of: Polyominoes(4), prefix: "4", copies: (0, 2)),
            Set(of: Polyominoes(3), prefix: "3", copies: (0, 2)), Set(of: Polyominoes(5), copies: (0, 1))])"#,
    );
    for options in [
        &["--format", "csv"][..],
        &["--sort", "most", "--limit", "0"],
        &["--sort", "pieces", "--format", "jsonl"],
        &[
            "--rank",
            "number,symmetry",
            "--format",
            "csv",
            "--limit",
            "3000",
        ],
    ] {
        let list = |memory| {
            let call = ["design", &path, "--engine", "frontier", "--memory", memory];
            let call: Vec<&str> = call.iter().chain(options).copied().collect();
            let listed = run(&call);
            assert_eq!(listed.status, 0, "{}", listed.transcript());
            listed.stdout
        };
        assert_eq!(list("400KiB"), list("1GiB"), "{options:?}");
    }
}

#[test]
fn checkpoints_of_other_runs_are_refused() {
    let (folder, path) = file(BOARDS[1]);
    let kept = folder.path().join("kept");
    let kept = kept.to_str().expect("UTF-8");
    let call = ["design", &path, "--goal", "board 1", "--checkpoint", kept];
    let one = run(call.iter().chain(&["--engine", "bits"]));
    assert_eq!(one.status, 2);
    insta::assert_snapshot!("design_checkpoint_refused", one.stderr);
}

/// Checks that a checkpoint with a correct checksum and impossible numbers is reported as damaged.
#[cfg(unix)]
#[test]
fn checkpoints_made_by_hand_are_refused() {
    use sha2::{Digest, Sha256};

    let boards = r#"(title: "Many boards", lattice: Square, board: Rect(5, 5),
        pieces: [Set(of: Polyominoes(4))], goals: [Holes(count: 5, distinct: true)])"#;
    // The value of a field, up to the next comma, is replaced.
    let cases = [
        (true, [("\"goal\":", "999999"), ("\"goal\":", "null")]),
        (
            false,
            [("\"hardest\":", "[999999"), ("\"copies\":", "[1,1")],
        ),
    ];
    for (each, changes) in cases {
        let (folder, path) = file(boards);
        let kept = folder.path().join("kept");
        let mut call = vec![
            "design",
            &path,
            "--checkpoint",
            kept.to_str().expect("UTF-8"),
        ];
        call.extend(each.then_some("--each-goal"));
        let every = ["--checkpoint-every", "1ms"];
        let child = crate::program::start(&[&call[..], &every].concat());
        // Wait until a goal has been examined.
        let is_kept = || fs::read_to_string(&kept).is_ok_and(|text| text.contains(changes[0].0));
        for _ in 0..600 {
            if is_kept() {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        let stopped = crate::program::interrupt(child);
        assert_eq!(stopped.status, 130, "{}", stopped.transcript());
        let text = fs::read_to_string(&kept).expect("a checkpoint");
        let (line, _) = text.split_once('\n').expect("two lines");
        for (field, value) in changes {
            let (before, after) = line.rsplit_once(field).expect("the field");
            let (_, after) = after.split_once(',').expect("a comma");
            let line = format!("{before}{field}{value},{after}");
            let sum = tilewright_dlx::Fingerprint(Sha256::digest(&line).into());
            fs::write(&kept, format!("{line}\n{sum}\n")).expect("a checkpoint");
            let refused = run(&call);
            assert_eq!(refused.status, 2, "{value}: {}", refused.transcript());
            assert!(
                refused.stderr.contains("it is damaged"),
                "{}",
                refused.transcript()
            );
        }
    }
}
