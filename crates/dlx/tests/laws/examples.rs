//! Tests the problems of the examples.

use std::collections::BTreeSet;
use std::ops::ControlFlow::Continue;

use crate::models::{sudoku, word_squares};
use sudoku::GridError;
use tilewright_dlx::{Links, OptionId};
use word_squares::WordSquares;

/// A Sudoku on the slides "Dancing Links and Exact Cover", and the solution shown there.
const SLIDES: [&str; 2] = [
    "8........ ..36..... .7..9.2.. .5...7... ....4.7.. ...1.5.3. ..1....68 ..85...1. .9....4..",
    "869452173 213678945 574391286 156237894 382946751 947185632 431729568 728564319 695813427",
];

/// The Sudoku on the slides differs from a well-known puzzle in the position of one clue. So it has more than one
/// solution, one of which is the solution on the slides.
#[test]
fn the_sudoku_of_the_slides_has_several_solutions() {
    let grid = sudoku::read(SLIDES[0]).unwrap();
    let (problem, meaning) = sudoku::problem(&grid).unwrap();
    let solved = sudoku::read(SLIDES[1]).unwrap();
    let printed: Vec<OptionId> = problem
        .options()
        .filter(|o| solved[meaning[o.index()].0] == meaning[o.index()].1)
        .collect();
    assert_eq!(problem.check(&printed), Ok(()));
    let report = Links::new(&problem).run(&mut |_: &[OptionId]| Continue(()));
    assert_eq!(report.solutions, 254);
}

#[test]
fn a_sudoku_with_one_solution() {
    // The well-known puzzle, by Arto Inkala, has a 5 in the fifth row. On the slides it is in the sixth.
    let grid = sudoku::read(
        "8........ ..36..... .7..9.2.. .5...7... ....457.. ...1...3. ..1....68 ..85...1. .9....4..",
    )
    .unwrap();
    let answer = sudoku::dance(&grid).unwrap();
    assert_eq!((answer.solutions, answer.decided), (1, true));
    assert_eq!(sudoku::depth_first(&grid, u64::MAX), answer);
}

#[test]
fn a_sudoku_with_none_or_many_solutions() {
    let empty = [0; 81];
    assert_eq!(sudoku::dance(&empty).unwrap().solutions, 2);
    assert_eq!(sudoku::depth_first(&empty, u64::MAX).solutions, 2);
    let mut twice = empty;
    twice[0] = 5;
    twice[8] = 5;
    let none = sudoku::dance(&twice).unwrap();
    assert_eq!((none.first, none.solutions), (None, 0));
    assert_eq!(sudoku::depth_first(&twice, u64::MAX), none);
    assert!(!sudoku::depth_first(&empty, 3).decided);
    // The only solution of a full grid is the grid.
    let full = sudoku::read(SLIDES[1]).unwrap();
    assert_eq!(sudoku::dance(&full).unwrap().first, Some(full));
    assert_eq!(sudoku::depth_first(&full, u64::MAX).first, Some(full));
}

#[test]
fn texts_that_are_not_grids_are_refused() {
    assert_eq!(sudoku::read(".."), Err(GridError::Count { cells: 2 }));
    assert_eq!(
        sudoku::read(&"1".repeat(82)),
        Err(GridError::Count { cells: 82 })
    );
    assert_eq!(
        sudoku::read("1x"),
        Err(GridError::Character {
            character: 'x',
            cell: 2
        })
    );
}

fn squares(words: &[&str], repeats: bool) -> BTreeSet<String> {
    let squares = WordSquares::new(words, 3, repeats).unwrap();
    let mut found = BTreeSet::new();
    Links::new(&squares.problem).run(&mut |solution: &[OptionId]| {
        squares.problem.check(solution).unwrap();
        assert!(
            found.insert(squares.square(solution).join(" ")),
            "found twice"
        );
        Continue(())
    });
    found
}

#[test]
fn the_word_squares_of_the_paper_are_found() {
    let text = include_str!("../../examples/words.txt");
    let words: Vec<&str> = text
        .lines()
        .take(5)
        .flat_map(str::split_whitespace)
        .collect();
    let found = squares(&words, false);
    for square in [
        "ATE WIN LED",
        "BED OAR WRY",
        "OHM RUE BET",
        "PEA URN BAY",
        "TWO ION TEE",
    ] {
        assert!(found.contains(square), "{square} is not among {found:?}");
    }
}

/// Compares the word squares with those found by testing all triples of words.
#[test]
fn word_squares_are_those_of_a_brute_force() {
    let text = include_str!("../../examples/words.txt");
    let mut words: Vec<&str> = text.split_whitespace().collect();
    words.sort_unstable();
    words.dedup();
    words.truncate(70);
    for repeats in [false, true] {
        let mut expected = BTreeSet::new();
        for a in &words {
            for b in &words {
                for c in &words {
                    let rows = [a.as_bytes(), b.as_bytes(), c.as_bytes()];
                    let line = |cells: [(usize, usize); 3]| {
                        cells
                            .map(|(row, column)| char::from(rows[row][column]))
                            .iter()
                            .collect()
                    };
                    let mut lines: Vec<String> = (0..3)
                        .map(|column| line([(0, column), (1, column), (2, column)]))
                        .collect();
                    lines.push(line([(0, 0), (1, 1), (2, 2)]));
                    lines.push(line([(2, 0), (1, 1), (0, 2)]));
                    if !lines
                        .iter()
                        .all(|line| words.binary_search(&line.as_str()).is_ok())
                    {
                        continue;
                    }
                    lines.extend([a, b, c].map(|&word| word.to_owned()));
                    if repeats || lines.iter().collect::<BTreeSet<_>>().len() == lines.len() {
                        expected.insert(format!("{a} {b} {c}"));
                    }
                }
            }
        }
        assert_eq!(squares(&words, repeats), expected);
    }
}
