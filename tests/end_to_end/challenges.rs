//! `challenges`: its output can be played and is reproducible, and it reports if it found fewer than
//! requested.

use std::collections::BTreeSet;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use tempfile::TempDir;
use tilewright::cover::orbits::PuzzleSymmetry;
use tilewright::design::challenges::{ChallengeFile, SymmetryClasses};
use tilewright::reason::deduction::Grade;
use tilewright_dlx::{Links, OptionId};

#[cfg(unix)]
use crate::program::interrupt;
use crate::program::{Run, missing_as_on_unix, root, run, scratch_folder, tilewright};
use crate::viewer::data;

/// The number of solutions with these options, at most two, by dancing links.
fn up_to_two(file: &ChallengeFile, givens: &[OptionId]) -> usize {
    let mut found = 0;
    let links = Links::new(file.puzzles[0].instance.problem()).given(givens);
    links
        .expect("they can lie together")
        .run(&mut |_: &[OptionId]| {
            found += 1;
            if found < 2 {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
    found
}

/// Reads a file of challenges. Checks by dancing links alone that each has one solution and no superfluous
/// given, and that no two are images of each other.
fn check(path: &Path) -> ChallengeFile {
    let file = ChallengeFile::load(path).expect("a file of challenges");
    let group = PuzzleSymmetry::of(&file.puzzles[0].instance).expect("a group");
    let symmetry_classes = SymmetryClasses::new(&file.puzzles[0].instance, &group);
    let mut kinds = BTreeSet::new();
    for challenge in &file.challenges {
        assert_eq!(up_to_two(&file, &challenge.givens), 1, "{}", challenge.id);
        for left_out in 0..challenge.givens.len() {
            let mut fewer = challenge.givens.clone();
            fewer.remove(left_out);
            assert_eq!(up_to_two(&file, &fewer), 2, "{}", challenge.id);
        }
        assert!(
            kinds.insert(symmetry_classes.canonical(&challenge.givens)),
            "{}",
            challenge.id
        );
    }
    file
}

/// The output without running times.
fn timeless(run: &Run) -> String {
    let lines = run
        .stderr
        .lines()
        .map(|line| match (line.find(" in "), line.find(" s; ")) {
            (Some(from), Some(to)) if from < to => {
                format!("{} in TIME{}\n", &line[..from], &line[to..])
            }
            _ => format!("{line}\n"),
        });
    Run {
        status: run.status,
        stdout: run.stdout.clone(),
        stderr: lines.collect(),
    }
    .transcript()
}

#[test]
fn kanoodle_gives_challenges_that_others_can_check() {
    let folder = TempDir::new().expect("a scratch folder");
    let path = folder.path().join("eight.ron");
    let run = tilewright()
        .args([
            "challenges",
            "puzzles/kanoodle.ron",
            "-n",
            "8",
            "--givens",
            "3..4",
            "-o",
        ])
        .arg(&path)
        .output()
        .expect("the program starts");
    assert!(run.status.success() && run.stdout.is_empty());
    let file = check(&path);
    assert_eq!(file.challenges.len(), 8);
    assert!(
        file.challenges
            .iter()
            .all(|c| (3..=4).contains(&c.givens.len()))
    );
    assert!(file.challenges.is_sorted_by(|a, b| a.rating <= b.rating));
    assert_eq!(file.seed, Some(1));
    let puzzle = root().join("puzzles/kanoodle.ron");
    assert_eq!(
        fs::canonicalize(&file.puzzles[0].path).expect("it is there"),
        fs::canonicalize(puzzle).expect("it ships")
    );
}

#[test]
fn challenges_for_beginners_leave_few_pieces() {
    let folder = TempDir::new().expect("a scratch folder");
    let path = folder.path().join("beginners.ron");
    let run = tilewright()
        .args(["challenges", "puzzles/kanoodle.ron", "-n", "6"])
        .args(["--open", "2..4", "--difficulty", "easy", "-o"])
        .arg(&path)
        .output()
        .expect("the program starts");
    assert!(run.status.success() && run.stdout.is_empty());
    let file = ChallengeFile::load(&path).expect("a file of challenges");
    let group = PuzzleSymmetry::of(&file.puzzles[0].instance).expect("a group");
    let symmetry_classes = SymmetryClasses::new(&file.puzzles[0].instance, &group);
    let mut kinds = BTreeSet::new();
    for challenge in &file.challenges {
        // Kanoodle has twelve pieces.
        assert!((8..=10).contains(&challenge.givens.len()));
        assert_eq!(up_to_two(&file, &challenge.givens), 1, "{}", challenge.id);
        assert_eq!(challenge.grade, Some(Grade::Easy));
        kinds.insert(symmetry_classes.canonical(&challenge.givens));
    }
    assert_eq!(kinds.len(), 6);
}

#[test]
fn the_same_bytes_for_any_number_of_threads() {
    for (format, several) in [("ron", Some("2")), ("json", Some("3")), ("text", None)] {
        let with = |threads: &str| {
            let call = [
                "challenges",
                "puzzles/soma-cube.ron",
                "--deck",
                "3,2,1",
                "--format",
            ];
            run(call
                .iter()
                .copied()
                .chain([format, "--seed", "7", "-j", threads]))
        };
        let one = with("1");
        assert_eq!(one.status, 0, "{}", one.transcript());
        if let Some(threads) = several {
            assert_eq!(with(threads).stdout, one.stdout, "{format} on {threads}");
        }
        insta::assert_snapshot!(format!("deck_{format}"), timeless(&one));
    }
}

#[test]
fn different_seeds_give_different_challenges() {
    let ids = |seed: &str| {
        let call = [
            "challenges",
            "puzzles/soma-cube.ron",
            "-n",
            "6",
            "--format",
            "json",
        ];
        let json = run(call.iter().copied().chain(["--seed", seed])).json();
        let challenges = json["challenges"].as_array().expect("a list").clone();
        challenges
            .iter()
            .map(|c| c["id"].to_string())
            .collect::<BTreeSet<_>>()
    };
    assert_ne!(ids("1"), ids("2"));
    assert_eq!(ids("1"), ids("1"));
}

#[test]
fn a_diagram_on_disk_is_used() {
    let folder = TempDir::new().expect("a scratch folder");
    let with = |diagram: &str| {
        let output = tilewright()
            .args([
                "challenges",
                "puzzles/soma-cube.ron",
                "-n",
                "2",
                "--diagram",
            ])
            .arg(folder.path().join(diagram))
            .output()
            .expect("the program starts");
        Run::from(output)
    };
    let made = with("soma.diagram");
    assert_eq!(made.status, 0, "{}", made.transcript());
    assert!(folder.path().join("soma.diagram").is_file());
    assert_eq!(with("soma.diagram").stdout, made.stdout);
}

#[test]
fn the_case_of_a_puzzle_is_kept() {
    let folder = TempDir::new().expect("a scratch folder");
    let path = folder.path().join("case.ron");
    let run = tilewright()
        .args([
            "challenges",
            "puzzles/scott.ron",
            "--case",
            "X at 23",
            "-n",
            "2",
            "-o",
        ])
        .arg(&path)
        .output()
        .expect("the program starts");
    assert!(run.status.success());
    assert_eq!(
        check(&path).puzzles[0].instance.puzzle().title,
        "Scott's pentominoes: X at 23"
    );
}

/// Interrupts a deck that would take hours. Checks that the challenges found so far are written,
/// with a comment that they are incomplete, that the file is valid, and that the next run replaces
/// it.
#[test]
#[cfg(unix)]
fn an_interrupted_run_writes_the_challenges_so_far() {
    use std::process::Stdio;
    use std::time::Duration;

    let folder = TempDir::new().expect("a scratch folder");
    let file = folder.path().join("deck.ron");
    let path = file.to_str().expect("UTF-8");
    let hours = [
        "--deck",
        "1,0,0,9999999",
        "--draws",
        "1000000000",
        "--threads",
        "2",
    ];
    // On a busy machine nothing may have been found by then.
    for wait in [2, 8, 32] {
        let child = tilewright()
            .args(["challenges", "puzzles/kanoodle.ron", "-o", path])
            .args(hours)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        std::thread::sleep(Duration::from_secs(wait));
        let run = interrupt(child);
        assert_eq!(run.status, 130, "{}", run.transcript());
        if file.exists() {
            break;
        }
    }
    let text = fs::read_to_string(&file).expect("a deck");
    let first = text.lines().next().expect("a line");
    assert!(
        first.starts_with("// interrupted: the first ")
            && first.ends_with(" of the 10,000,000 requested; no second engine has checked them"),
        "{first}"
    );
    let graded = run(["grade", path, "--format", "json"]).json();
    assert!(
        graded["challenges"]
            .as_array()
            .is_some_and(|challenges| !challenges.is_empty()),
        "{graded}"
    );

    let few = ["challenges", "puzzles/kanoodle.ron", "-n", "2", "-o"];
    let fresh = folder.path().join("fresh.ron");
    let fresh_path = fresh.to_str().expect("UTF-8");
    for path in [path, fresh_path] {
        assert_eq!(run(few.iter().chain(&[path])).status, 0);
    }
    assert_eq!(fs::read(&file).ok(), fs::read(&fresh).ok());
}

/// Checks that a puzzle with several solutions and no givens is reported before a solution is drawn
/// at random.
#[test]
fn only_a_puzzle_with_one_solution_needs_no_givens() {
    let run = run(["challenges", "puzzles/kanoodle.ron", "--givens", "0..0"]);
    assert_eq!(
        run.transcript(),
        "exit status 1\n--- stderr\n\
         note: a challenge needs a given, because the puzzle has more than one solution: \
         write --givens 1..\n"
    );
}

/// Checks that the search for an expert challenge ends. A domino tiling can be found one domino at
/// a time, so an expert challenge is rare, if there is one, and there are too many tilings to
/// examine all.
#[test]
fn the_search_for_a_rare_grade_ends() {
    let folder = TempDir::new().expect("a scratch folder");
    let path = folder.path().join("dominoes.ron");
    let dominoes =
        "(lattice: Square, board: Rect(8, 6), pieces: [Set(of: Polyominoes(2), copies: 24)])";
    fs::write(&path, dominoes).expect("a file");
    let path = path.to_str().expect("UTF-8");
    let deck = |more: &[&str]| {
        let call = ["challenges", path, "--deck", "1,0,0,2", "--format", "json"];
        run(call.iter().chain(more))
    };
    let hopeless = deck(&[]);
    // The limit is 160 ln(1000 · 2) = 1216.2 draws, rounded up to whole rounds of 32.
    assert_eq!(hopeless.json()["draws"], 1248);
    let why = "note: expert has 0 of 2: nothing new in the last 1,248 draws, so with 99.9 % \
               confidence fewer than one draw in 160 gives more; --draws N looks further\n";
    assert!(hopeless.stderr.contains(why), "{}", hopeless.stderr);

    let told_to = deck(&["--draws", "1300"]);
    assert_eq!(told_to.json()["draws"], 1300);
    assert!(
        told_to.stderr.contains("no more were found in 1,300 draws"),
        "{}",
        told_to.stderr
    );
}

/// Checks puzzles that give fewer challenges than requested, and impossible requests.
#[test]
fn missing_challenges_are_reported() {
    let folder = TempDir::new().expect("a scratch folder");
    let dominoes =
        "(lattice: Square, board: Rect(4, 2), pieces: [Set(of: Polyominoes(2), copies: 4)])";
    for (name, text) in [
        ("dominoes.ron", dominoes),
        (
            "days.ron",
            "(lattice: Square, board: Rect(3, 3), pieces: [Set(of: Polyominoes(2), copies: 4)], \
             goals: [Each(of: [Rows((0, 0), [\"a b c\"])])])",
        ),
        (
            "one.ron",
            "(lattice: Square, board: Rect(3, 1), pieces: [Piece(name: \"A\", cells: Rect(3, 1))])",
        ),
        (
            "given.ron",
            &dominoes.replace("])", "], givens: [(piece: \"I\", cells: Rect(2, 1))])"),
        ),
        (
            "none.ron",
            "(lattice: Square, board: Rect(4, 4), pieces: [Piece(name: \"A\", cells: Rect(3, 3)), \
             Piece(name: \"B\", cells: Cells([(0, 0), (1, 0), (2, 0), (3, 0), (3, 1), (3, 2), (2, 2)]))])",
        ),
        (
            "areas.ron",
            "(lattice: Square, board: Rect(3, 1), pieces: [Piece(name: \"A\", cells: Rect(2, 1))])",
        ),
        (
            "large.ron",
            &dominoes
                .replace("Rect(4, 2)", "Rect(12, 12)")
                .replace('4', "72"),
        ),
    ] {
        fs::write(folder.path().join(name), text).expect("a file");
    }
    let mut seen = String::new();
    for arguments in [
        &["dominoes.ron", "-n", "100"][..],
        &["dominoes.ron", "--difficulty", "expert"],
        &["dominoes.ron", "--open", "1", "--difficulty", "expert"],
        &["days.ron", "-n", "1", "--diagram", "all.diagram"],
        &["days.ron", "-n", "4", "--format", "text"],
        &["dominoes.ron", "--givens", "4"],
        &["dominoes.ron", "--deck", "1,1,1"],
        &["dominoes.ron", "--deck", "1,1", "--levels", "quantiles"],
        &["large.ron", "-n", "1", "--memory", "200kB"],
        &["one.ron"],
        &["given.ron", "-n", "1"],
        &["none.ron"],
        &["areas.ron"],
        &["dominoes.ron", "-n", "0"],
        &["dominoes.ron", "--draws", "0"],
        &["dominoes.ron", "-n", "1", "--deck", "1"],
        &["dominoes.ron", "--levels", "quantiles"],
        &["dominoes.ron", "--deck", "1,1,1,1,1"],
        &["dominoes.ron", "--deck", "0,0"],
        &["dominoes.ron", "--deck", "1,x"],
        &["dominoes.ron", "--givens", "5"],
        &["given.ron", "--givens", "4.."],
        &["dominoes.ron", "--givens", "3..2"],
        &["dominoes.ron", "--givens", "few"],
        &["dominoes.ron", "--open", "0"],
        &["dominoes.ron", "--open", "9.."],
        &["dominoes.ron", "--open", "8", "--givens", "1"],
        &["dominoes.ron", "--open", "few"],
        &["dominoes.ron", "--open", "1", "-n", "1", "--format", "text"],
        &["dominoes.ron", "--difficulty", "hard..easy"],
        &["dominoes.ron", "--difficulty", "11.."],
        &["dominoes.ron", "--difficulty", "hrad"],
        &["dominoes.ron", "-o", "no/such/folder.ron"],
        &["missing.ron"],
    ] {
        let output = tilewright()
            .current_dir(folder.path())
            .arg("challenges")
            .args(arguments)
            .output()
            .expect("the program starts");
        let run = Run::from(output);
        seen.push_str(&format!(
            "$ tilewright challenges {}\n{}",
            arguments.join(" "),
            timeless(&run)
        ));
    }
    insta::assert_snapshot!(missing_as_on_unix(&seen));
}

/// Checks that levels are numbered from 1, never get easier, and are divided into tiers, and that
/// the file can be read again.
#[test]
fn a_progression_rises_from_level_to_level() {
    let folder = scratch_folder();
    let deck = folder.path().join("levels.ron");
    let deck = deck.to_str().expect("UTF-8");
    let call = [
        "challenges",
        "puzzles/soma-cube.ron",
        "--progression",
        "12",
        "--tiers",
        "low, high",
    ];
    let answer = run(call.iter().chain(&["--format", "json"]).copied()).json();
    let levels = answer["challenges"].as_array().expect("challenges");
    assert_eq!(levels.len(), 12);
    for (number, level) in (1..).zip(levels) {
        assert_eq!(level["level"], number);
        assert_eq!(level["tier"], if number <= 6 { "low" } else { "high" });
    }
    let ratings = levels.iter().map(|level| level["rating"].as_f64());
    assert!(ratings.clone().is_sorted() && ratings.clone().all(|rating| rating.is_some()));
    assert_eq!(levels[0]["open"], 2);
    let made = run(call.iter().chain(&["-o", deck]).copied());
    assert_eq!(made.status, 0, "{}", made.transcript());
    let graded = run(["grade", deck]);
    assert_eq!((graded.status, graded.stderr.as_str()), (0, ""));
    let wrong = run([
        "challenges",
        "puzzles/soma-cube.ron",
        "--progression",
        "3",
        "--tiers",
        "a,a",
    ]);
    assert_eq!(wrong.status, 2);
    assert!(
        wrong.stderr.contains("two tiers have the name \"a\""),
        "{}",
        wrong.stderr
    );
}

/// Checks that the challenges of a deck of all dates can be graded, hinted, printed and played.
#[test]
fn a_deck_of_all_goals_names_the_goal_of_each() {
    let folder = TempDir::new().expect("a scratch folder");
    let deck = folder.path().join("deck.ron");
    let deck = deck.to_str().expect("UTF-8");
    let made = run([
        "challenges",
        "puzzles/calendar.ron",
        "--deck",
        "2,1",
        "--threads",
        "2",
        "-o",
        deck,
    ]);
    assert_eq!(made.status, 0, "{}", made.transcript());
    let file = ChallengeFile::load(Path::new(deck)).expect("a file of challenges");
    assert_eq!((file.challenges.len(), file.puzzles.len()), (3, 3));
    for challenge in &file.challenges {
        let puzzle = &file.puzzles[challenge.puzzle];
        let links = Links::new(puzzle.instance.problem()).given(&challenge.givens);
        let mut found = 0;
        links
            .expect("they can lie together")
            .run(&mut |_: &[OptionId]| {
                found += 1;
                ControlFlow::Continue(())
            });
        assert_eq!(found, 1, "{}", challenge.id);
    }
    let goals: Vec<&str> = file
        .puzzles
        .iter()
        .map(|puzzle| puzzle.name().as_str())
        .collect();
    let graded = run(["grade", deck]);
    assert_eq!(graded.status, 0, "{}", graded.transcript());
    assert!(
        goals.iter().all(|goal| graded.stdout.contains(goal)),
        "{}",
        graded.stdout
    );
    assert!(graded.stderr.is_empty(), "{}", graded.stderr);
    let hint = run(["hint", deck, "--id", &file.challenges[1].id]);
    assert_eq!(hint.status, 0, "{}", hint.transcript());
    assert_eq!(run(["hint", deck]).status, 2);
    let of = |command: &str| {
        let page = folder.path().join(command).with_extension("html");
        let made = run([command, deck, "-o", page.to_str().expect("UTF-8")]);
        assert_eq!(made.status, 0, "{}", made.transcript());
        fs::read_to_string(page).expect("a page")
    };
    let (booklet, page) = (of("booklet"), data(&of("viewer")));
    assert!(goals.iter().all(|goal| booklet.contains(goal)), "{booklet}");
    assert!(goals.iter().all(|goal| page.contains(goal)), "{page}");
}
