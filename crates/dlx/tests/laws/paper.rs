//! Compares with counts printed in the paper "Dancing Links", except its table of queens.

use std::ops::ControlFlow::Continue;

use crate::models::{dominoes, pentominoes};
use tilewright_dlx::{Heuristic, Links, OptionId, Problem, Report, text};

fn run(links: &Links) -> Report {
    links.run(&mut |_: &[OptionId]| Continue(()))
}

fn updates(report: &Report) -> Vec<u64> {
    report
        .profile
        .levels()
        .iter()
        .map(|level| level.updates)
        .collect()
}

const MATRIX_3: [&str; 6] = ["CEF", "ADG", "BCF", "AD", "BG", "DEG"];

/// A problem with the items A to G, one option for each row.
fn matrix(rows: &[&str]) -> Problem {
    let mut text = String::from("A B C D E F G\n");
    for row in rows {
        text.extend(row.chars().flat_map(|column| [column, ' ']));
        text.push('\n');
    }
    text::read(&text).unwrap()
}

/// The number of updates on each level, counted by operations on plain sets, without links or undoing. Covering a
/// column removes its header, and removes each row of the column from its other columns.
fn count_on_sets(rows: &[&str], heuristic: Heuristic) -> Vec<u64> {
    fn cover(rows: &[&str], column: char) -> (Vec<String>, u64) {
        let (gone, kept): (Vec<&str>, Vec<&str>) =
            rows.iter().partition(|row| row.contains(column));
        let removed = gone.iter().map(|row| row.len() as u64 - 1).sum::<u64>();
        (kept.into_iter().map(str::to_owned).collect(), 1 + removed)
    }
    fn search(
        rows: &[&str],
        columns: &str,
        heuristic: Heuristic,
        level: usize,
        count: &mut Vec<u64>,
    ) {
        let size = |column: char| rows.iter().filter(|row| row.contains(column)).count();
        let chosen = match heuristic {
            Heuristic::Mrv => columns.chars().min_by_key(|&column| size(column)),
            _ => columns.chars().next(),
        };
        let Some(chosen) = chosen else { return };
        count.resize(count.len().max(level + 1), 0);
        let (left, updates) = cover(rows, chosen);
        count[level] += updates;
        for row in rows.iter().filter(|row| row.contains(chosen)) {
            let mut left = left.clone();
            for column in row.chars().filter(|&column| column != chosen) {
                let rows: Vec<&str> = left.iter().map(String::as_str).collect();
                let (kept, updates) = cover(&rows, column);
                count[level] += updates;
                left = kept;
            }
            let rows: Vec<&str> = left.iter().map(String::as_str).collect();
            let columns: String = columns.chars().filter(|&c| !row.contains(c)).collect();
            search(&rows, &columns, heuristic, level + 1, count);
        }
    }
    let mut count = Vec::new();
    search(rows, "ABCDEFG", heuristic, 0, &mut count);
    count
}

/// If the shortest column is chosen, the paper prints 10, 14, 4 updates on the levels (28 in all); if the leftmost
/// column is chosen, 10, 16, 7 (33). Two independent counts agree on 12, 14, 4 (30) and 12, 16, 7 (35).
#[test]
fn matrix_3_takes_two_updates_more_than_printed() {
    let problem = matrix(&MATRIX_3);
    for (heuristic, expected) in [
        (Heuristic::Mrv, [12, 14, 4]),
        (Heuristic::First, [12, 16, 7]),
    ] {
        let report = run(&Links::new(&problem).heuristic(heuristic));
        assert_eq!(report.solutions, 1);
        assert_eq!(updates(&report), expected);
        assert_eq!(count_on_sets(&MATRIX_3, heuristic), expected);
    }
}

/// The printed counts belong to a matrix whose last row is D E instead of D E G. Of all matrices that differ from
/// (3) in one entry, it is the only one with both counts.
#[test]
fn the_printed_counts_of_matrix_3_belong_to_a_matrix_with_one_entry_less() {
    let mut found = Vec::new();
    for row in 0..MATRIX_3.len() {
        for column in 'A'..='G' {
            let old = MATRIX_3[row];
            let new: String = ('A'..='G')
                .filter(|&c| old.contains(c) != (c == column))
                .collect();
            let mut rows = MATRIX_3;
            rows[row] = &new;
            let counts = [Heuristic::Mrv, Heuristic::First]
                .map(|heuristic| updates(&run(&Links::new(&matrix(&rows)).heuristic(heuristic))));
            if counts == [[10, 14, 4], [10, 16, 7]] {
                found.push((row + 1, new));
            }
        }
    }
    assert_eq!(found, [(6, "DE".to_owned())]);
}

/// Compares the nodes and updates on each level with the paper's Figure 5, where the X pentomino is fixed at 23.
/// Updates of empty columns are included.
#[test]
fn scott_with_x_at_23() {
    let problem = pentominoes::problem(&pentominoes::SCOTT, Some((2, 3))).unwrap();
    let report = run(&Links::new(&problem));
    assert_eq!(report.solutions, 19);
    let found: Vec<(u64, u64)> = report
        .profile
        .levels()
        .iter()
        .map(|level| (level.nodes, level.updates))
        .collect();
    assert_eq!(
        found,
        [
            (1, 2_031),
            (2, 1_676),
            (22, 28_492),
            (77, 77_687),
            (219, 152_957),
            (518, 367_939),
            (1_395, 853_788),
            (2_483, 941_265),
            (2_574, 740_523),
            (2_475, 418_334),
            (636, 32_205),
            (19, 826),
        ]
    );
    assert_eq!(
        (report.profile.nodes(), report.profile.updates()),
        (10_421, 3_617_723)
    );
}

/// Compares with the table below the paper's Figure 5, where the X pentomino is placed first and the leftmost
/// column is chosen.
#[test]
fn scott_with_x_at_23_and_the_leftmost_column() {
    let problem = pentominoes::problem(&pentominoes::SCOTT, Some((2, 3))).unwrap();
    let x = problem.item("X").unwrap();
    let given = problem
        .options()
        .find(|&o| problem.option_items(o).contains(&x))
        .unwrap();
    let links = Links::new(&problem)
        .heuristic(Heuristic::First)
        .given(&[given])
        .unwrap();
    let report = run(&links);
    assert_eq!(report.solutions, 19);
    let found: Vec<(u64, u64)> = report
        .profile
        .levels()
        .iter()
        .map(|level| (level.nodes, level.updates))
        .collect();
    assert_eq!(
        found,
        [
            (1, 2_031),
            (6, 5_606),
            (24, 30_111),
            (256, 249_904),
            (581, 432_471),
            (1_533, 1_256_556),
            (3_422, 2_290_338),
            (10_381, 4_442_572),
            (26_238, 5_804_161),
            (46_609, 3_006_418),
            (13_935, 284_459),
            (19, 14_125),
        ]
    );
    assert_eq!(
        (report.profile.nodes(), report.profile.updates()),
        (103_005, 17_818_752)
    );
}

#[test]
fn scott_with_x_at_24() {
    let problem = pentominoes::problem(&pentominoes::SCOTT, Some((2, 4))).unwrap();
    let report = run(&Links::new(&problem));
    assert_eq!(report.solutions, 20);
    assert_eq!(
        (report.profile.nodes(), report.profile.updates()),
        (12_900, 4_547_186)
    );
}

#[test]
#[ignore = "slow: 100 million updates"]
fn scott_in_full() {
    let problem = pentominoes::problem(&pentominoes::SCOTT, None).unwrap();
    assert_eq!(problem.option_count(), 1_568);
    assert_eq!(run(&Links::new(&problem)).solutions, 520);
}

/// Compares with the paper's "4,780,846 updates (and finds 13,922 ways to place 30 of the 31 dominoes)". The
/// updates of empty columns are included. The number of ways is the number of nodes on level 29, on which the 30th
/// domino is placed.
#[test]
fn mutilated_chessboard() {
    let problem = dominoes::mutilated_chessboard().unwrap();
    assert_eq!(problem.item_count(), 62);
    let report = run(&Links::new(&problem));
    assert_eq!((report.solutions, report.complete), (0, true));
    assert_eq!(report.profile.updates(), 4_780_846);
    assert_eq!(report.profile.levels()[29].nodes, 13_922);
}

#[test]
fn domino_tilings_of_small_boards() {
    // OEIS A004003 counts the tilings of the square of side 2n.
    for (side, tilings) in [(0, 1), (2, 2), (4, 36), (6, 6_728)] {
        let problem = dominoes::problem(side, side, &[]).unwrap();
        assert_eq!(run(&Links::new(&problem)).solutions, tilings);
    }
}

#[test]
#[ignore = "slow: thirteen million solutions"]
fn domino_tilings_of_the_chessboard() {
    let problem = dominoes::problem(8, 8, &[]).unwrap();
    assert_eq!(run(&Links::new(&problem)).solutions, 12_988_816);
}
