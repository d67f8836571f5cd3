//! What a pack says is what the puzzle is, on every kind of lattice and tray.

use std::collections::BTreeMap;

use serde_json::Value;

use super::*;
use crate::puzzle::{Source, load};
use crate::solve::search::Monitor;

const PUZZLES: [&str; 7] = [
    "(lattice: Square, board: Rect(5, 4), pieces: [Set(of: Polyominoes(4), copies: (0, 5))])",
    "(lattice: Triangle, board: Rhombus(6, 6), pieces: [Set(of: Polyiamonds(6))])",
    "(lattice: Stick, board: Rect(3, 3), pieces: [Set(of: Polysticks(3), copies: (0, 8))])",
    "(lattice: Cube, board: Box(2, 2, 2), pieces: [Set(of: Polycubes(4), copies: (0, 2))])",
    "(lattice: Ball, board: Tetrahedron(3), pieces: [Set(of: Polyspheres(2), copies: (0, 5))])",
    "(lattice: Cube, tray: Projected(layers: 2), board: Rect(4, 1), pieces: [Piece(name: \"B\", \
      copies: (0, 3), cells: Picture([\"##\", \"\", \"#.\"]))])",
    "(lattice: Hexagon, board: Hexagon(3), pieces: [Set(of: Polyhexes(3), copies: (0, 7))])",
];

fn instance(text: &str) -> Instance {
    Instance::new(load(&Source::new("t.ron", text)).unwrap().puzzle).unwrap()
}

fn packed(instance: &Instance, limit: usize) -> Value {
    let puzzle = PackedPuzzle {
        name: instance.puzzle().title.clone(),
        instance,
        solutions: EmbeddedSolutions::first(instance, limit, &Monitor::silent()).unwrap(),
    };
    serde_json::from_str(&pack("T", &[puzzle], &[]).unwrap()).unwrap()
}

fn vector(value: &Value) -> [i64; 3] {
    [0, 1, 2].map(|axis| value[axis].as_i64().unwrap())
}

fn index(value: &Value) -> usize {
    usize::try_from(value.as_u64().unwrap()).unwrap()
}

/// The cells of a placement, as a reader of the pack finds them.
fn cells(pack: &Value, placement: &Value) -> Vec<usize> {
    let puzzle = &pack["puzzles"][0];
    let board = puzzle["board"]["cells"].as_array().unwrap();
    let known: BTreeMap<[i64; 3], usize> = board
        .iter()
        .enumerate()
        .map(|(number, cell)| (vector(&cell["at"]), number))
        .collect();
    let set = &pack["sets"][index(&puzzle["set"])];
    let piece = &set["pieces"][index(&placement[0])];
    let orientation = &piece["orientations"][index(&placement[1])];
    let first = vector(&board[index(&placement[2])]["at"]);
    let cells = orientation["cells"].as_array().unwrap().iter();
    let mut cells: Vec<usize> = cells
        .map(|step| {
            let step = vector(step);
            known[&[0, 1, 2].map(|axis| first[axis] + step[axis])]
        })
        .collect();
    cells.sort_unstable();
    cells
}

#[test]
fn vectors_lead_to_the_cells_of_every_placement() {
    for text in PUZZLES {
        let instance = instance(text);
        let pack = packed(&instance, 0);
        let mut told: Vec<(usize, Vec<usize>)> = Vec::new();
        let places = pack["puzzles"][0]["places"].as_array().unwrap();
        for (piece, orientations) in places.iter().enumerate() {
            for (orientation, firsts) in orientations.as_array().unwrap().iter().enumerate() {
                for first in firsts.as_array().unwrap() {
                    let placement = serde_json::json!([piece, orientation, first]);
                    told.push((piece, cells(&pack, &placement)));
                }
            }
        }
        let mut expected: Vec<(usize, Vec<usize>)> = instance
            .meanings()
            .iter()
            .map(|meaning| {
                let cells = meaning.placement.cells.iter().map(|cell| cell.index());
                (meaning.piece.index(), cells.collect())
            })
            .collect();
        told.sort();
        expected.sort();
        assert!(!expected.is_empty(), "{text}");
        assert_eq!(told, expected, "{text}");
    }
}

#[test]
fn solutions_cover_the_board_once() {
    for text in PUZZLES {
        let instance = instance(text);
        let pack = packed(&instance, 5);
        for solution in pack["puzzles"][0]["solutions"]["held"].as_array().unwrap() {
            let placements = solution.as_array().unwrap().iter();
            let mut covered: Vec<usize> = placements.flat_map(|p| cells(&pack, p)).collect();
            covered.sort_unstable();
            let all: Vec<usize> = (0..instance.puzzle().board.cells().len()).collect();
            assert_eq!(covered, all, "{text}");
        }
    }
}

/// The corners of a cell, moved to where its vector leads, have its middle as their mean.
#[test]
fn cells_are_drawn_where_they_are() {
    for text in PUZZLES {
        let pack = packed(&instance(text), 0);
        let lattice = &pack["lattices"][0];
        let number = |value: &Value| value.as_f64().unwrap();
        for cell in pack["puzzles"][0]["board"]["cells"].as_array().unwrap() {
            let kind = &lattice["kinds"][index(&cell["kind"])];
            let at = vector(&cell["at"]);
            for axis in 0..3 {
                #[expect(clippy::cast_precision_loss, reason = "small numbers")]
                let leads: f64 = (0..3)
                    .map(|unit| at[unit] as f64 * number(&lattice["basis"][unit][axis]))
                    .sum();
                let centre = number(&cell["centre"][axis]);
                assert!((leads + number(&kind["centre"][axis]) - centre).abs() < 1e-4);
            }
        }
    }
}

#[test]
fn goals_share_their_pieces() {
    let [first, second] = [3, 4].map(|width| {
        instance(&format!(
            "(lattice: Square, board: Rect({width}, 2), pieces: [Set(of: Polyominoes(2), copies: (0, 4))])"
        ))
    });
    let puzzle = |instance| PackedPuzzle {
        name: Label::default(),
        instance,
        solutions: EmbeddedSolutions::none(),
    };
    let text = pack("T", &[puzzle(&first), puzzle(&second)], &[]).unwrap();
    let pack: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(pack["sets"].as_array().unwrap().len(), 1);
    assert_eq!(pack["lattices"].as_array().unwrap().len(), 1);
    assert_eq!(pack["puzzles"].as_array().unwrap().len(), 2);
}
