//! The time from a stroke to an answer.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use super::client::Studio;

/// A board of the guide's figures.
struct TimedBoard {
    name: &'static str,
    text: &'static str,
    /// The first and the last cell of each row, from row 0.
    rows: &'static [(i64, i64)],
    /// Whether cells have three coordinates.
    is_solid: bool,
}

impl TimedBoard {
    fn has(&self, x: i64, y: i64) -> bool {
        let row = usize::try_from(y).ok().and_then(|y| self.rows.get(y));
        row.is_some_and(|&(first, last)| (first..=last).contains(&x))
    }

    /// The number of neighbours of a cell on the board.
    fn neighbours(&self, x: i64, y: i64) -> usize {
        let all = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)];
        all.iter().filter(|&&(x, y)| self.has(x, y)).count()
    }

    /// The cells at the edge, and the empty cells next to it.
    fn edge(&self) -> [Vec<(i64, i64)>; 2] {
        let height = i64::try_from(self.rows.len()).expect("a few rows");
        let around = (-1..=height).flat_map(|y| (-1..=20).map(move |x| (x, y)));
        let near = around.filter(|&(x, y)| (1..4).contains(&self.neighbours(x, y)));
        let (on, off) = near.partition(|&(x, y)| self.has(x, y));
        [on, off]
    }

    fn cell(&self, (x, y): (i64, i64)) -> Vec<i64> {
        if self.is_solid {
            vec![x, y, 0]
        } else {
            vec![x, y]
        }
    }
}

/// The times from a stroke to its count, ascending: of strokes that complete a board on which one cell was moved, and of
/// strokes that restore the board.
fn latencies(board: &TimedBoard, strokes: usize) -> [Vec<Duration>; 2] {
    let folder = TempDir::new().expect("a scratch folder");
    let path = folder.path().join("puzzle.ron");
    fs::write(&path, board.text).expect("a scratch file");
    let studio = Studio::start(&path);
    let mut stream = studio.connect();
    let head = studio.head("GET", "/events", &[]);
    stream
        .write_all(format!("{head}\r\n").as_bytes())
        .expect("it listens");
    let mut events = BufReader::new(stream).lines();
    let mut next = |revision: &Value| {
        loop {
            let line = events.next().expect("events come").expect("events come");
            let Some(event) = line.strip_prefix("data: ") else {
                continue;
            };
            let event: Value = serde_json::from_str(event).expect("an event in JSON");
            if event["answer"] == "count" && event["revision"] == *revision {
                return;
            }
        }
    };
    next(&json!(0));
    let mut number = 0;
    let mut paint = |cell: (i64, i64), mark: &str| {
        let begun = Instant::now();
        let cells = [board.cell(cell)];
        number += 1;
        let reply = studio
            .change(&json!({"edit": "paint", "cells": cells, "mark": mark, "stroke": number}));
        next(&reply["view"]["revision"]);
        begun.elapsed()
    };
    let [on, off] = board.edge();
    let mut times = [Vec::new(), Vec::new()];
    for stroke in 0..strokes {
        // The areas differ between two strokes, so only the second one needs a count.
        let (from, to) = (on[stroke * 7 % on.len()], off[stroke * 11 % off.len()]);
        paint(from, "absent");
        times[0].push(paint(to, "required"));
        paint(to, "absent");
        times[1].push(paint(from, "required"));
    }
    for times in &mut times {
        times.sort_unstable();
    }
    times
}

const BOARDS: [TimedBoard; 4] = [
    TimedBoard {
        name: "Kanoodle",
        text: include_str!("../../../puzzles/kanoodle.ron"),
        rows: &[(0, 10); 5],
        is_solid: false,
    },
    TimedBoard {
        name: "IQ Fit",
        text: include_str!("../../../puzzles/iq-fit.ron"),
        rows: &[(0, 9); 5],
        is_solid: true,
    },
    TimedBoard {
        name: "6 × 10",
        text: "(lattice: Square, board: Rect(10, 6), pieces: [Set(of: Polyominoes(5))])",
        rows: &[(0, 9); 6],
        is_solid: false,
    },
    TimedBoard {
        name: "house",
        text: "(lattice: Square, \
         board: Union([Shift((3, 0), Rect(2, 1)), Shift((1, 1), Rect(6, 1)), Shift((0, 2), Rect(8, 6))]), \
         pieces: [Set(of: Polyominoes(5), except: [\"I\"]), Piece(name: \"brick\", cells: Rect(1, 1))])",
        rows: &[
            (3, 4),
            (1, 6),
            (0, 7),
            (0, 7),
            (0, 7),
            (0, 7),
            (0, 7),
            (0, 7),
        ],
        is_solid: false,
    },
];

/// Prints the figures of the guide; run it in a release build.
#[test]
#[ignore = "slow: 200 strokes on each of four boards, measured"]
fn answers_come_soon() {
    for board in BOARDS {
        let [moved, restored] = latencies(&board, 200);
        for (what, times) in [("moved", moved), ("restored", restored)] {
            let at = |percent: usize| times[(times.len() * percent / 100).min(times.len() - 1)];
            let name = board.name;
            println!("{name}, {what}: median {:?}, 99 % {:?}", at(50), at(99));
        }
    }
}

#[test]
fn an_answer_follows_every_stroke() {
    let [moved, restored] = latencies(&BOARDS[3], 2);
    assert_eq!((moved.len(), restored.len()), (2, 2));
}
