//! Thumbnails: the pages and catalogues that `solve` writes, and their order.

use std::collections::BTreeSet;
use std::fs;

use tempfile::TempDir;

use crate::program::{Run, root, run, tilewright};

/// Checks that a catalogue of all of Scott's solutions has a line for each, and a symbol for every
/// placement they use.
#[test]
fn a_catalogue_contains_all_solutions() {
    let run = run(["solve", "puzzles/scott.ron", "--format", "html"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let lines = run
        .stdout
        .split_once("id=\"solutions\">\n")
        .and_then(|(_, rest)| rest.split_once("</script>"))
        .expect("a list")
        .0;
    assert_eq!(lines.lines().count(), 520);
    let used: BTreeSet<&str> = lines.split_whitespace().collect();
    let symbols = run.stdout.matches("<g id=\"p").count();
    assert_eq!(used.len(), symbols);
    for id in used {
        assert!(run.stdout.contains(&format!("<g id=\"p{id}\">")), "{id}");
    }
    assert!(
        !run.stdout.contains("http://")
            || run.stdout.matches("http").count() == run.stdout.matches("www.w3.org").count()
    );
}

#[test]
fn thumbnails_are_in_the_requested_order() {
    let folder = TempDir::new().expect("a scratch folder");
    let name = folder.path().join("best.svg");
    let output = tilewright()
        .args([
            "solve",
            "puzzles/scott.ron",
            "--distinct",
            "--best",
            "5",
            "--format",
            "svg",
            "-o",
        ])
        .arg(&name)
        .output()
        .expect("the program starts");
    let seen = Run::from(output);
    assert_eq!(seen.status, 0, "{}", seen.transcript());
    let text = fs::read_to_string(name).expect("one page");
    assert_eq!(text.matches("class=\"panel\"").count(), 5);
    assert_eq!(text.matches(">horizontal ").count(), 5);
}

/// The placements of each solution that `solve` lists.
fn listed(arguments: &[&str]) -> Vec<String> {
    let run = run([
        &["solve", "puzzles/scott.ron", "--format", "jsonl"][..],
        arguments,
    ]
    .concat());
    assert_eq!(run.status, 0, "{}", run.stderr);
    run.stdout
        .lines()
        .filter_map(|line| line.split_once("\"placements\":"))
        .map(|(_, placements)| placements.split(",\"scores\"").next().unwrap_or_default())
        .map(|placements| placements.trim_end_matches('}').to_owned())
        .collect()
}

/// Checks that a solution has the same number in every order, and that `draw --solution` accepts
/// that number.
#[test]
fn a_solution_keeps_its_number_in_every_order() {
    let numbered = |arguments: &[&str]| {
        let all = [
            &["solve", "puzzles/scott.ron", "--format", "csv"],
            arguments,
        ]
        .concat();
        let run = run(all);
        assert_eq!(run.status, 0, "{}", run.stderr);
        let lines = run.stdout.lines().skip(1);
        // The scores, which only one order has, are cut off.
        let lines = lines.map(|line| line[..=line.rfind('"').expect("cells")].to_owned());
        lines.collect::<Vec<_>>()
    };
    let found = numbered(&[]);
    for order in ["symmetry", "canonical", "similarity"] {
        let mut list = numbered(&["--sort", order]);
        assert!(list != found, "{order}");
        list.sort_by_key(|line| line.split(',').next().and_then(|n| n.parse::<u64>().ok()));
        assert_eq!(list, found, "{order}");
    }
}

#[test]
fn orders_are_permutations() {
    let found = listed(&[]);
    let sorted = |mut list: Vec<String>| {
        list.sort();
        list
    };
    for order in ["symmetry", "canonical", "similarity"] {
        let list = listed(&["--sort", order]);
        assert!(list != found, "{order}");
        assert_eq!(sorted(list), sorted(found.clone()), "{order}");
    }
    assert_eq!(
        listed(&["--sort", "canonical", "--limit", "9"]),
        listed(&["--sort", "canonical"])[..9]
    );
    // Neighbours share more placements than in the order of the search.
    let alike = |list: &[String]| {
        let shared = |pair: &[String]| {
            let of = |text: &str| -> BTreeSet<String> {
                text.split("{\"piece\"").map(str::to_owned).collect()
            };
            of(&pair[0]).intersection(&of(&pair[1])).count()
        };
        list.windows(2).map(shared).sum::<usize>()
    };
    assert!(alike(&listed(&["--sort", "similarity"])) > alike(&found));
}

/// Checks in every order of thumbnails that a solution has its number in the order of the search.
#[test]
fn thumbnails_keep_their_numbers() {
    let found = listed(&[]);
    for order in ["symmetry", "similarity"] {
        let arguments = ["--sort", order, "--limit", "7"];
        let run = run([
            &["solve", "puzzles/scott.ron", "--format", "svg"][..],
            &arguments,
        ]
        .concat());
        assert_eq!(run.status, 0, "{}", run.stderr);
        let document = roxmltree::Document::parse(&run.stdout).expect("SVG is XML");
        let numbers = document
            .descendants()
            .filter(|node| node.attribute("class") == Some("panel"))
            .filter_map(|node| node.attribute("data-name"))
            .map(|number| number.parse::<usize>().expect("a number"));
        let shown: Vec<&String> = numbers.map(|number| &found[number - 1]).collect();
        assert_eq!(shown, listed(&arguments).iter().collect::<Vec<_>>());
    }
}

#[test]
fn impossible_lists_are_explained() {
    let folder = TempDir::new().expect("a scratch folder");
    let mut seen = String::new();
    for (puzzle, arguments) in [
        ("kanoodle", &["--sort", "similarity"][..]),
        ("scott", &["--checkpoint", "scott.checkpoint"]),
        ("scott", &["--columns", "200", "--format", "svg"]),
        ("scott", &["--page-margin", "200mm", "--format", "svg"]),
        ("scott", &["--format", "svg"]),
    ] {
        let file = root().join("puzzles").join(puzzle).with_extension("ron");
        let output = tilewright()
            .current_dir(folder.path())
            .arg("solve")
            .arg(file)
            .args(
                ["--format", "html"]
                    .iter()
                    .filter(|_| !arguments.contains(&"svg")),
            )
            .args(arguments)
            .output()
            .expect("the program starts");
        let call = arguments.join(" ");
        let run = Run::from(output);
        assert_eq!(run.status, 2, "{call}");
        seen.push_str(&format!(
            "$ tilewright solve {puzzle}.ron {call}\nexit status {}\n{}",
            run.status, run.stderr
        ));
    }
    insta::assert_snapshot!("impossible_lists_are_explained", seen);
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 0);
}
