//! The time from a stroke to an answer.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use super::client::Studio;

/// The times from a stroke to its count, ascending; the strokes remove a cell from the board and restore
/// it.
fn latencies(text: &str, cell: &[i64], strokes: u64) -> Vec<Duration> {
    let folder = TempDir::new().expect("a scratch folder");
    let path = folder.path().join("puzzle.ron");
    fs::write(&path, text).expect("a scratch file");
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
    let mut times: Vec<Duration> = (0..strokes)
        .map(|stroke| {
            // Removing a cell makes the areas differ; restoring it needs a count.
            let mark = |mark: &str, stroke: u64| {
                let cells = [cell];
                studio.change(
                    &json!({"edit": "paint", "cells": cells, "mark": mark, "stroke": stroke}),
                )
            };
            let less = mark("absent", 2 * stroke);
            next(&less["view"]["revision"]);
            let begun = Instant::now();
            let whole = mark("required", 2 * stroke + 1);
            next(&whole["view"]["revision"]);
            begun.elapsed()
        })
        .collect();
    times.sort_unstable();
    times
}

/// The boards of the guide's figures.
const BOARDS: [(&str, &str, &[i64]); 4] = [
    (
        "Kanoodle",
        include_str!("../../../puzzles/kanoodle.ron"),
        &[0, 0],
    ),
    (
        "IQ Fit",
        include_str!("../../../puzzles/iq-fit.ron"),
        &[0, 0, 0],
    ),
    (
        "6 × 10",
        "(lattice: Square, board: Rect(10, 6), pieces: [Set(of: Polyominoes(5))])",
        &[0, 0],
    ),
    (
        "house",
        "(lattice: Square, \
         board: Union([Shift((3, 0), Rect(2, 1)), Shift((1, 1), Rect(6, 1)), Shift((0, 2), Rect(8, 6))]), \
         pieces: [Set(of: Polyominoes(5), except: [\"I\"]), Piece(name: \"brick\", cells: Rect(1, 1))])",
        &[0, 7],
    ),
];

/// Prints the figures of the guide; run it in a release build.
#[test]
#[ignore = "slow: 200 strokes on each of four boards, measured"]
fn answers_come_soon() {
    for (name, text, cell) in BOARDS {
        let times = latencies(text, cell, 200);
        let at = |percent: usize| times[(times.len() * percent / 100).min(times.len() - 1)];
        println!("{name}: median {:?}, 99 % {:?}", at(50), at(99));
    }
}

#[test]
fn an_answer_follows_every_stroke() {
    let (_, house, cell) = BOARDS[3];
    assert_eq!(latencies(house, cell, 3).len(), 3);
}
