//! Checks that files are read and written, and that mistakes and damage are reported.

use super::super::damage::{assert_readable, read_damaged};
use super::*;
use crate::cover::Instance;
use crate::puzzle::{Source, load};

/// Half Hour, by S. Coffin: six pieces that make a cube with edge three.
const HALF_HOUR: &str = r#"
include <puzzlecad.scad>
// burr_piece("none: a comment");
/* nor burr_piece("this") */
*burr_piece("xxxxxxx");
module burr_piece(layers) { }
title = "a string with burr_piece(";
burr_plate([
    ["xxx{label_text=Half Hour,label_orient=z+x+}|.x.", "...|.x."],
    [".xx|xx.", "...|.x."], [".x.|xxx", "...|x.."],
    [".x.|xxx"], "x..|xxx",
], $burr_scale = 17);
burr_piece(["x.|xx", "..|.x"]);
"#;

#[test]
fn calls_are_found() {
    let puzzle = import(HALF_HOUR, None).unwrap().0;
    let sizes: Vec<usize> = puzzle
        .pieces
        .iter()
        .map(|piece| piece.polyform.size())
        .collect();
    assert_eq!(sizes, [5, 5, 5, 4, 4, 4]);
    assert!(puzzle.to_ron().contains("board: Box(3, 3, 3)"));
    let instance = Instance::new(puzzle).unwrap();
    let found = instance.solver().at_most(1).unwrap().known().unwrap();
    assert_eq!(found.len(), 1, "it goes together");
    let box_of = |text: &str, size| import(text, size).unwrap().0.to_ron();
    assert!(box_of(HALF_HOUR, Some([4, 4, 2])).contains("Box(4, 4, 2)"));
    let two = box_of(r#"burr_plate(["xxx", ["x", "x", "x"]]);"#, None);
    assert!(two.contains("copies: 2"), "turned they are the same: {two}");
}

#[test]
fn pieces_survive_a_round_trip() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../puzzles");
    for name in [
        "soma-cube.ron",
        "solid-pentominoes-3x4x5.ron",
        "dudeney.ron",
        "iq-fit.ron",
    ] {
        let puzzle = load(&Source::load(&folder.join(name)).unwrap())
            .unwrap()
            .puzzle;
        let text = export(&puzzle).unwrap();
        let pieces = Scanner::new(&text).scan().unwrap().pieces;
        let copies: u32 = puzzle.pieces.iter().map(|piece| piece.copies.max).sum();
        assert_eq!(pieces.len(), copies as usize, "{name}");
        if puzzle.lattice == Lattice::Cube && puzzle.tray == Tray::Flat {
            let (again, _) = import(&text, None).unwrap();
            let canonical = |puzzle: &Puzzle| -> Vec<Polyform> {
                let forms = puzzle.pieces.iter().map(|piece| &piece.polyform);
                forms
                    .map(|form| form.canonical(Lattice::Cube.default_sides()))
                    .collect()
            };
            assert_eq!(canonical(&again), canonical(&puzzle), "{name}");
            assert_eq!(
                export(&again)
                    .unwrap()
                    .replace("pieces of puzzlecad", &puzzle.title),
                text
            );
        }
    }
    let triangles = Source::load(&folder.join("hexiamonds-rhombus.ron")).unwrap();
    let triangles = load(&triangles).unwrap().puzzle;
    assert_eq!(
        export(&triangles).unwrap_err().to_string(),
        "puzzlecad makes pieces of cubes, not of triangles"
    );
}

#[test]
fn names_are_letters() {
    let names: Vec<String> = [0, 25, 26, 51, 52, 701, 702].map(letters).to_vec();
    assert_eq!(names, ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]);
}

#[test]
fn mistakes_are_reported_at_their_place() {
    let texts = [
        "",
        "burr_piece(975);",
        "\nburr_plate([52, 615]);",
        "burr_piece(piece_a);",
        "burr_plate([ for (i = [1:3]) \"xx\" ]);",
        "burr_piece(\"xx",
        "burr_piece([\"xx\"",
        "burr_piece(\"xy\");",
        "burr_piece(\"x{label=A\");",
        "burr_piece(\"x{components={z+,y+}}x\");",
        "burr_piece(\"x{connect=mz+y+}x\");",
        "burr_piece(\"x.x\");",
        "burr_piece(\"...\");",
        "burr_piece([[\"x\"]]);",
        "burr_plate([[[[\"x\"]]]]);",
        "burr_piece(\"xxx|.x.\");burr_piece(\"x\");",
        "/* burr_piece",
    ];
    let messages = texts.map(|text| import(text, None).unwrap_err().to_string());
    insta::assert_snapshot!(messages.join("\n"));
}

fn read_mutated(mutations: u64) {
    let samples = [
        HALF_HOUR.as_bytes().to_vec(),
        b"burr_plate([[\"xx|x.\",\"..|x.\"],\"xxx|x..\"]);".to_vec(),
    ];
    read_damaged(mutations, &samples, b"x.|[]\"{},*/()", |bytes| {
        let puzzle = import(&String::from_utf8_lossy(bytes), Some([3, 3, 3]));
        if let Ok((puzzle, _)) = &puzzle {
            assert_readable(puzzle);
        }
        puzzle.is_ok()
    });
}

#[test]
fn damaged_files_are_refused_or_read() {
    read_mutated(3_000);
}

#[test]
#[ignore = "a minute or two"]
fn many_damaged_files_are_refused_or_read() {
    read_mutated(100_000);
}

#[test]
fn the_board_is_the_opening_of_a_tray() {
    let file = |tray: &str| format!("{tray}\nburr_plate([[\"xxx|.x.\"], [\"xx|xx\"]]);");
    let read = |tray: &str| {
        let (puzzle, origin) = import(&file(tray), None).unwrap();
        (puzzle.board.required_count(), puzzle.pieces.len(), origin)
    };
    let tray = "packing_tray(opening_width = 5, opening_depth = 4, piece_holder_spec = [\".x|.x|xx|x.\"], title = \"Four\");";
    assert_eq!(read(tray), (20, 2, BoardOrigin::Opening));
    let deep = "packing_tray(title = \"a) opening_width = 9\", opening_height=2, opening_depth=3 , opening_width=/* of */ 3);";
    assert_eq!(read(deep), (18, 2, BoardOrigin::Opening));
    assert_eq!(
        read("packing_tray(opening_polygon = [[0, 0], [4, 0]]);").2,
        BoardOrigin::Filled
    );
    assert_eq!(read(&format!("*{tray}")).2, BoardOrigin::Filled);
    let (boxed, origin) = import(&file(tray), Some([4, 2, 1])).unwrap();
    assert_eq!(
        (boxed.board.required_count(), origin),
        (8, BoardOrigin::Given)
    );
    for wrong in ["w", "0", "2.5", "1001", "-1"] {
        let tray = format!("packing_tray(opening_width = {wrong}, opening_depth = 4);");
        let error = import(&file(&tray), None).unwrap_err().to_string();
        assert_eq!(
            error,
            "line 1: opening_width must be written out as a whole number of cubes, from 1 to 1000"
        );
    }
    let open = import("packing_tray(opening_width = 5", None)
        .unwrap_err()
        .to_string();
    assert_eq!(open, "line 1: this call of packing_tray has no end");
}
