//! A thousand strokes, undos, changes by other programs, and kills: nothing is lost, and the counts agree
//! with `count`.

use std::fs;

use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::client::{Studio, paint};
use crate::program::run;

const FIRST: &str = "(
    // drawn by hand
    lattice: Square,
    board: Rect(4, 3),
    pieces: [Set(of: Polyominoes(3), copies: (0, 9)), Set(of: Polyominoes(2), copies: (0, 9), prefix: \"2\")],
)
";

fn text(reply: &Value) -> String {
    reply["view"]["text"].as_str().expect("a text").to_owned()
}

/// A change as a user makes it.
fn stroke(random: &mut impl Rng, number: u64) -> Value {
    let cells: Vec<[i64; 2]> = (0..random.random_range(1..4))
        .map(|_| [random.random_range(0..5), random.random_range(0..4)])
        .collect();
    let mark = ["required", "optional", "absent", "required"][random.random_range(0..4)];
    paint(&cells, mark, number)
}

/// Draws `steps` steps; returns the number of kills.
fn draw(steps: u64, seed: u64) -> usize {
    let random = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
    let folder = TempDir::new().expect("a scratch folder");
    let path = folder.path().join("tray.ron");
    fs::write(&path, FIRST).expect("a scratch file");
    let mut studio = Studio::start(&path);
    let (mut known, mut is_unsaved) = (studio.text(), false);
    let mut kills = 0;
    for step in 0..steps {
        let reply = match random.random_range(0..100) {
            0..70 => studio.change(&stroke(random, step)),
            70..82 => studio.change(&json!({"edit": "undo"})),
            82..87 => studio.change(&json!({"edit": "redo"})),
            87..90 => {
                studio.request(&json!({"request": "save", "forced": random.random_bool(0.5)}))
            }
            90..92 => {
                let other = FIRST.replace("by hand", &format!("by another program, {step}"));
                fs::write(&path, other).expect("another program writes");
                continue;
            }
            92..94 => studio.request(&json!({"request": "reload"})),
            94..96 => {
                studio.kill();
                kills += 1;
                studio = Studio::start(&path);
                let found = studio.text();
                if is_unsaved {
                    assert_eq!(found, known, "step {step}");
                }
                known = found;
                continue;
            }
            _ if cfg!(target_os = "linux") && random.random_bool(0.3) => {
                // Killed during a change: it is complete or absent.
                let change = stroke(random, step);
                let body = json!({"request": "edit", "change": change, "base": null}).to_string();
                let head = studio.head("POST", "/request", &[]);
                let bytes = format!("{head}Content-Length: {}\r\n\r\n{body}", body.len());
                let mut stream = studio.connect();
                std::io::Write::write_all(&mut stream, bytes.as_bytes()).expect("it listens");
                std::thread::sleep(std::time::Duration::from_micros(
                    random.random_range(0..3_000),
                ));
                studio.kill();
                kills += 1;
                studio = Studio::start(&path);
                let found = studio.text();
                studio.change(&json!({"edit": "text", "text": known}));
                let again = studio.change(&change);
                if is_unsaved {
                    assert!(found == known || found == text(&again), "step {step}");
                }
                again
            }
            _ => {
                let reply = studio.request(&json!({"request": "view"}));
                if reply["view"]["problem"].is_null() {
                    check(&studio, &folder, &text(&reply));
                }
                reply
            }
        };
        let is_as_typed = reply["refused"].is_null() || text(&reply) == known;
        assert!(is_as_typed, "step {step}: {}", reply["refused"]);
        known = text(&reply);
        is_unsaved = reply["is_unsaved"] == true;
    }
    kills
}

/// The page receives the same count as `count` prints.
fn check(studio: &Studio, folder: &TempDir, text: &str) {
    let path = folder.path().join("copy.ron");
    fs::write(&path, text).expect("a scratch file");
    let counted = run(["count", "--format", "json", &path.to_string_lossy()]);
    let counted: Value = serde_json::from_str(&counted.stdout).expect("an answer in JSON");
    let answer = studio.answer("count");
    let number = |value: &Value| value.as_str().map_or(value.to_string(), str::to_owned);
    assert_eq!(
        number(&answer["solutions"]),
        number(&counted["solutions"]),
        "{text}"
    );
}

#[test]
fn nothing_that_was_drawn_is_lost() {
    assert!(draw(250, 1) > 0);
}

/// Takes half a minute.
#[test]
#[ignore = "slow: a thousand strokes for each of five seeds"]
fn nothing_is_lost_in_thousands_of_strokes() {
    for seed in 2..7 {
        assert!(draw(1_000, seed) > 10);
    }
}
