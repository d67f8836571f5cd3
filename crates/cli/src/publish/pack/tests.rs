//! Checks that a pack agrees with its puzzle, on every kind of lattice and tray.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::*;
use crate::puzzle::{PieceId, Source, load};
use crate::solve::search::RunContext;

const PUZZLES: [&str; 10] = [
    "(lattice: Square, board: Rect(5, 4), pieces: [Set(of: Polyominoes(4), copies: (0, 5))])",
    "(lattice: Triangle, board: Rhombus(6, 6), pieces: [Set(of: Polyiamonds(6))])",
    "(lattice: Stick, board: Rect(3, 3), pieces: [Set(of: Polysticks(3), copies: (0, 8))])",
    "(lattice: Cube, board: Box(2, 2, 2), pieces: [Set(of: Polycubes(4), copies: (0, 2))])",
    "(lattice: Ball, board: Tetrahedron(3), pieces: [Set(of: Polyspheres(2), copies: (0, 5))])",
    "(lattice: Cube, tray: Projected(layers: 2), board: Rect(4, 1), pieces: [Piece(name: \"B\", \
      copies: (0, 3), cells: Picture([\"##\", \"\", \"#.\"]))])",
    "(lattice: Hexagon, board: Hexagon(3), pieces: [Set(of: Polyhexes(3), copies: (0, 7))])",
    "(lattice: Tetrakis, board: Rect(3, 2), pieces: [MacMahonSquares(2)], conditions: [Matching])",
    "(lattice: Square, board: Rect(3, 3), conditions: [Meeting([(\"r\", \"b\"), (\"b\", \"b\")])], \
      restrict: [Colored(color: \"b\", cells: Rect(1, 2))], pieces: [ \
      Piece(name: \"i\", cells: Rect(2, 1), colors: [\"r\", \"b\"], copies: (0, 4)), \
      Piece(name: \"m\", cells: Rect(1, 1), copies: (0, 9)), \
      Piece(name: \"l\", cells: Picture([\"##\", \"#.\"]), colors: [\"r\", \"b\", \"b\"], \
      back: [\"b\", \"b\", \"b\"], copies: (0, 2))])",
    "(lattice: Hexagon, board: Hexagon(2), conditions: [Differing], pieces: [ \
      Set(of: Polyhexes(1)), \
      Piece(name: \"d\", cells: Cells([(0, 0), (1, 0)]), colors: [\"a\", \"c\"], copies: 3)])",
];

fn instance(text: &str) -> Instance {
    Instance::new(load(&Source::new("t.ron", text)).unwrap().puzzle).unwrap()
}

fn packed(instance: &Instance, limit: usize) -> Value {
    let puzzle = PackedPuzzle {
        name: instance.puzzle().title.clone(),
        instance,
        solutions: EmbeddedSolutions::first(instance, limit, &RunContext::silent()).unwrap(),
    };
    serde_json::from_str(&pack("T", &[puzzle], &[]).unwrap()).unwrap()
}

fn vector(value: &Value) -> [i64; 3] {
    [0, 1, 2].map(|axis| value[axis].as_i64().unwrap())
}

fn index(value: &Value) -> usize {
    usize::try_from(value.as_u64().unwrap()).unwrap()
}

/// The cells of a placement, derived as a reader of the pack would.
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
        let mut packed: Vec<(usize, Vec<usize>)> = Vec::new();
        let places = pack["puzzles"][0]["places"].as_array().unwrap();
        for (piece, orientations) in places.iter().enumerate() {
            for (orientation, firsts) in orientations.as_array().unwrap().iter().enumerate() {
                for first in firsts.as_array().unwrap() {
                    let placement = serde_json::json!([piece, orientation, first]);
                    packed.push((piece, cells(&pack, &placement)));
                }
            }
        }
        let tile_of = instance.puzzle().tiles();
        let tiles: BTreeSet<PieceId> = tile_of.iter().copied().collect();
        let mut expected: Vec<(usize, Vec<usize>)> = instance
            .meanings()
            .iter()
            .map(|meaning| {
                let cells = meaning.placement.cells.iter().map(|cell| cell.index());
                let tile = tile_of[meaning.piece.index()];
                (tiles.range(..tile).count(), cells.collect())
            })
            .collect();
        packed.sort();
        expected.sort();
        assert!(!expected.is_empty(), "{text}");
        assert_eq!(packed, expected, "{text}");
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

/// A reader of a pack that tries all ways to fill the board.
struct PackReader<'a> {
    pack: &'a Value,
    /// All placements, each with its piece and its cells.
    placements: Vec<(usize, Value, Vec<usize>)>,
}

impl<'a> PackReader<'a> {
    fn new(pack: &'a Value) -> Self {
        let mut placements = Vec::new();
        let places = pack["puzzles"][0]["places"].as_array().unwrap();
        for (piece, orientations) in places.iter().enumerate() {
            for (orientation, firsts) in orientations.as_array().unwrap().iter().enumerate() {
                for first in firsts.as_array().unwrap() {
                    let placement = serde_json::json!([piece, orientation, first]);
                    let cells = cells(pack, &placement);
                    placements.push((piece, placement, cells));
                }
            }
        }
        Self { pack, placements }
    }

    /// The cells that a placement covers, with their colours.
    fn colors(&self, placement: &Value) -> Vec<(usize, Value)> {
        let puzzle = &self.pack["puzzles"][0];
        let board = puzzle["board"]["cells"].as_array().unwrap();
        let set = &self.pack["sets"][index(&puzzle["set"])];
        let piece = &set["pieces"][index(&placement[0])];
        let orientation = &piece["orientations"][index(&placement[1])];
        let first = vector(&board[index(&placement[2])]["at"]);
        let Some(colors) = orientation["colors"].as_array() else {
            return Vec::new();
        };
        let steps = orientation["cells"].as_array().unwrap().iter();
        let place = |step: &Value| {
            let at = [0, 1, 2].map(|axis| first[axis] + vector(step)[axis]);
            board
                .iter()
                .position(|cell| vector(&cell["at"]) == at)
                .unwrap()
        };
        steps.map(place).zip(colors.iter().cloned()).collect()
    }

    /// Whether the colours of two placements may meet.
    fn agree(&self, one: &Value, other: &Value) -> bool {
        let puzzle = &self.pack["puzzles"][0];
        let Some(pairs) = puzzle["meeting"].as_array() else {
            return true;
        };
        let mine = self.colors(one);
        let others = self.colors(other);
        let mut both = mine
            .iter()
            .flat_map(|one| others.iter().map(move |other| (one, other)));
        both.all(|((one, color), (other, neighbour))| {
            let near = puzzle["board"]["neighbours"][one].as_array().unwrap();
            let pair = [[color, neighbour], [neighbour, color]];
            let known = |pair: [&Value; 2]| pairs.contains(&serde_json::json!(pair));
            !near.contains(&Value::from(*other)) || pair.into_iter().any(known)
        })
    }

    /// Counts the ways to complete a board on which the placements with these indices lie.
    fn solutions(&self, lying: &mut Vec<usize>) -> u64 {
        let puzzle = &self.pack["puzzles"][0];
        let covered: BTreeSet<usize> = lying
            .iter()
            .flat_map(|&at| self.placements[at].2.iter().copied())
            .collect();
        let copies = |piece: usize| {
            let of_piece = |at: &&usize| self.placements[**at].0 == piece;
            lying.iter().filter(of_piece).count()
        };
        let set = &self.pack["sets"][index(&puzzle["set"])];
        let bound = |piece: usize, side: usize| index(&set["pieces"][piece]["copies"][side]);
        let cells = puzzle["board"]["cells"].as_array().unwrap().len();
        let Some(open) = (0..cells).find(|cell| !covered.contains(cell)) else {
            let pieces = 0..set["pieces"].as_array().unwrap().len();
            return u64::from(
                pieces
                    .into_iter()
                    .all(|piece| copies(piece) >= bound(piece, 0)),
            );
        };
        let fits = |at: &usize| {
            let (piece, placement, cells) = &self.placements[*at];
            cells.contains(&open)
                && !cells.iter().any(|cell| covered.contains(cell))
                && copies(*piece) < bound(*piece, 1)
                && lying
                    .iter()
                    .all(|&other| self.agree(placement, &self.placements[other].1))
        };
        let fitting: Vec<usize> = (0..self.placements.len()).filter(fits).collect();
        let mut solutions = 0;
        for at in fitting {
            lying.push(at);
            solutions += self.solutions(lying);
            lying.pop();
        }
        solutions
    }
}

/// Checks that the solver and a reader with only the pack find the same number of solutions.
#[test]
fn a_reader_finds_all_solutions_with_colours() {
    for text in &PUZZLES[7..] {
        let instance = instance(text);
        let count = instance.solver().count().unwrap().known().unwrap();
        let pack = packed(&instance, 0);
        assert_eq!(pack["version"], VERSION_WITH_COLORS, "{text}");
        let found = PackReader::new(&pack).solutions(&mut Vec::new());
        assert!(found > 0, "{text}");
        assert_eq!(count.solutions, found.into(), "{text}");
    }
}

/// Checks that a cell's centre is the centre of its kind, moved by the cell's vector.
#[test]
fn centres_of_cells_follow_from_their_vectors() {
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
