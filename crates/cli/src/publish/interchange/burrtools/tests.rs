//! Round trips of the puzzles in the folder `puzzles`, refused files, and damaged files.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use tilewright_geometry::Lattice;

use super::super::damage::{assert_readable, read_damaged};
use super::*;
use crate::cover::Instance;
use crate::puzzle::{Puzzle, Source, load};

/// Finds the puzzle files in a folder and its subfolders.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "ron") {
            found.push(path);
        }
    }
}

/// All puzzles of the folder `puzzles`, with the names of their files.
fn shipped() -> Vec<(String, Puzzle)> {
    let mut found = Vec::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../puzzles");
    files(&folder, &mut found);
    found.sort();
    let puzzle = |path: PathBuf| {
        let puzzle = load(&Source::load(&path).unwrap()).unwrap().puzzle;
        (
            path.file_stem().unwrap().to_string_lossy().into_owned(),
            puzzle,
        )
    };
    found.into_iter().map(puzzle).collect()
}

fn puzzle(text: &str) -> Puzzle {
    load(&Source::new("test.ron", text)).unwrap().puzzle
}

fn read(text: &str) -> BurrFile {
    BurrFile::read(text.as_bytes()).unwrap()
}

#[test]
fn puzzles_of_the_collection_survive_a_round_trip() {
    let mut there_and_back = 0;
    let mut lattices = BTreeSet::new();
    for (name, puzzle) in shipped() {
        let Ok(file) = export(&[(&puzzle, &[])]) else {
            continue;
        };
        let read = BurrFile::read(&file.to_bytes().unwrap()).unwrap();
        assert_eq!(read, file, "{name}");
        let again = read.import(0).unwrap().puzzle;
        assert_eq!(again.title, puzzle.title);
        for (one, other) in again.pieces.iter().zip(&puzzle.pieces) {
            assert_eq!(
                (&one.name, one.copies, one.color),
                (&other.name, other.copies, other.color)
            );
        }
        assert_eq!(export(&[(&again, &[])]).unwrap(), file, "{name}");
        assert_eq!(again.board.required_count(), puzzle.board.required_count());
        let small = puzzle.board.indices().len() * puzzle.pieces.len() < 2_000;
        if small && !puzzle.pieces.iter().any(|piece| piece.unlimited) {
            let options = |puzzle: Puzzle| Instance::new(puzzle).unwrap().problem().option_count();
            assert_eq!(options(again.clone()), options(puzzle.clone()), "{name}");
        }
        there_and_back += 1;
        lattices.insert(format!("{:?}", puzzle.lattice));
    }
    let all = ["Ball", "Cube", "Square", "Triangle"];
    assert_eq!(lattices.iter().map(String::as_str).collect::<Vec<_>>(), all);
    assert!(there_and_back >= 40, "{there_and_back}");
}

/// Checks that exported solutions are read back as assemblies with the same cells.
#[test]
fn assemblies_survive_a_round_trip() {
    for text in [
        "(lattice: Square, board: Rect(5, 4), pieces: [Set(of: Polyominoes(5), only: [\"L\", \"P\", \"U\", \"Y\"], copies: (0, 2))])",
        "(lattice: Cube, board: Box(3, 3, 3), pieces: [Set(of: Polycubes(3), copies: (0, 9))])",
        "(lattice: Triangle, board: Rhombus(3, 3), pieces: [Set(of: Polyiamonds(6), copies: (0, 3))])",
        "(lattice: Ball, board: Pyramid(3), pieces: [Set(of: Polyspheres(2), copies: 7)])",
    ] {
        let puzzle = puzzle(text);
        let instance = Instance::new(puzzle.clone()).unwrap();
        let found = instance.solver().at_most(20).unwrap().known().unwrap();
        assert!(!found.is_empty(), "{text}");
        let placed = found.iter().map(|solution| {
            let mut options = solution.clone();
            options.sort_unstable();
            let placed = options.into_iter().map(|option| {
                let meaning = instance.meaning(option);
                let cells = meaning.placement.cells.iter();
                let cells = cells.map(|cell| puzzle.board.cell(*cell)).collect();
                (meaning.piece.index(), cells)
            });
            placed.collect()
        });
        let placed: Vec<PlacedAssembly> = placed.collect();
        let file = export(&[(&puzzle, &placed)]).unwrap();
        let back = read(&file.to_xml()).import(0).unwrap();
        // Cells can be compared directly: these boards start at the origin, as imported boards do.
        let sorted = |assemblies: &[PlacedAssembly]| -> Vec<PlacedAssembly> {
            let mut assemblies = assemblies.to_vec();
            for (_, cells) in assemblies.iter_mut().flatten() {
                cells.sort_unstable();
            }
            assemblies
        };
        if puzzle.lattice == Lattice::Ball {
            assert_eq!(back.assemblies.len(), placed.len());
        } else {
            assert_eq!(sorted(&back.assemblies), sorted(&placed), "{text}");
        }
    }
}

/// A file as BurrTools writes it, with a board of eight bricks, two of which may stay empty. `problem` is the
/// rest of its problem.
fn bricks(problem: &str) -> String {
    format!(
        "<puzzle version=\"2\"><gridType type=\"0\"/><colors><color red=\"10\" green=\"20\" blue=\"30\"/>\
         <color red=\"1\" green=\"2\" blue=\"3\"/></colors><shapes>\
         <voxel x=\"2\" y=\"2\" z=\"2\" name=\"box\" type=\"0\">#1###1 ++##</voxel>\
         <voxel x=\"2\" y=\"1\" z=\"1\" type=\"0\">##</voxel>\
         <voxel x=\"1\" y=\"1\" z=\"1\" type=\"0\" name=\"a b\">#2</voxel>\
         <voxel x=\"2\" y=\"1\" z=\"1\" type=\"0\" name=\"two, colours\">#1#2</voxel>\
         </shapes><problems><problem state=\"2\" assemblies=\"7\" {problem}</problem></problems></puzzle>"
    )
}

fn count(puzzle: &Puzzle) -> u64 {
    let instance = Instance::new(puzzle.clone()).unwrap();
    let count = instance.solver().count().unwrap().known().unwrap();
    u64::try_from(count.solutions).unwrap()
}

#[test]
fn variable_cells_and_holes_are_imported() {
    let pieces = "<shapes><shape id=\"1\" min=\"0\" max=\"4\"/></shapes><result id=\"0\"/>";
    let any = read(&bricks(&format!(">{pieces}"))).import(0).unwrap();
    assert_eq!(any.assembly_count, Some(7));
    assert_eq!(
        (
            any.puzzle.board.required_count(),
            any.puzzle.board.optional_count()
        ),
        (6, 2)
    );
    // Dominoes fill a 2 × 2 × 2 box in nine ways. They leave an even number of cells empty, so a single hole
    // adds no solution.
    for (holes, has_hole) in [(0, false), (1, true)] {
        let file = read(&bricks(&format!("maxHoles=\"{holes}\">{pieces}")));
        let puzzle = file.import(0).unwrap().puzzle;
        assert_eq!(count(&puzzle), 9);
        assert_eq!(puzzle.piece_named("hole").is_some(), has_hole);
        assert_eq!(count(&self::puzzle(&puzzle.to_ron())), 9);
    }
    assert!(count(&any.puzzle) > 9);
}

#[test]
fn colours_of_whole_pieces_become_restrictions() {
    let pieces = "><shapes><shape id=\"1\" count=\"3\"/><shape id=\"2\" count=\"2\"/></shapes><result id=\"0\"/>";
    let free = read(&bricks(&format!(
        "{pieces}<bitmap><pair piece=\"1\" result=\"0\"/></bitmap>"
    )));
    let free = free.import(0).unwrap().puzzle;
    assert_eq!(free.restrictions.len(), 0);
    let barred = read(&bricks(pieces)).import(0).unwrap().puzzle;
    assert_eq!(barred.restrictions.len(), 1);
    assert!(count(&barred) < count(&free));
    assert_eq!(barred.pieces[1].name, "ab");
    let color = barred.pieces[1]
        .color
        .map(|color| (color.red, color.green, color.blue));
    assert_eq!(color, Some((1, 2, 3)));
}

/// Four dominoes with two colours fill the 2 × 2 × 2 box in nine ways, and each has two directions. Two cells
/// of the board accept only the second colour, and no domino covers both of them. So two dominoes have only
/// one direction left: 9 · 2 · 2.
#[test]
fn colours_within_a_piece_become_coloured_cells() {
    let mixed = "><shapes><shape id=\"3\" count=\"4\"/></shapes><result id=\"0\"/>";
    let none = read(&bricks(mixed)).import(0).unwrap().puzzle;
    assert_eq!(count(&none), 0);
    let pair = format!("{mixed}<bitmap><pair piece=\"1\" result=\"0\"/></bitmap>");
    let one = read(&bricks(&pair)).import(0).unwrap().puzzle;
    assert_eq!(one.cell_colors().len(), 2);
    assert_eq!(count(&one), 36);
    assert_eq!(count(&puzzle(&one.to_ron())), 36);
    let both = "<pair piece=\"1\" result=\"0\"/><pair piece=\"0\" result=\"0\"/>";
    let both = format!("{mixed}<bitmap>{both}</bitmap>");
    let both = read(&bricks(&both)).import(0).unwrap().puzzle;
    assert!(!both.has_cell_colors());
}

#[test]
fn unrepresentable_puzzles_are_refused() {
    for (text, why) in [
        (
            "(lattice: Square, board: Rect(3, 2), pieces: [Piece(name: \"J\", cells: Picture([\"###\", \"#..\"]), sides: OneSided), Piece(name: \"I\", cells: Rect(2, 1))])",
            "the piece J is one-sided, but BurrTools turns pieces in three dimensions: they are free in the plane",
        ),
        (
            "(lattice: Hexagon, board: Rhombus(2, 2), pieces: [Set(of: Polyhexes(2), copies: 2)])",
            "BurrTools has no grid of hexagons: it has squares, cubes, triangles and balls",
        ),
        (
            "(lattice: Square, board: Rect(2, 2), wrap: (x: 2), pieces: [Piece(name: \"I\", cells: Rect(1, 2), copies: 2)])",
            "BurrTools does not support boards that wrap around",
        ),
    ] {
        let puzzle = puzzle(text);
        let refused = export(&[(&puzzle, &[])]).unwrap_err();
        assert_eq!(refused.to_string(), why);
    }
    for (text, why) in [
        ("<x/>", "line 1: this is not a BurrTools puzzle"),
        (
            "<puzzle><gridType type=\"9\"/></puzzle>",
            "line 1: no grid has the number 9",
        ),
        (
            "<puzzle><shapes>\n<voxel x=\"2\" y=\"1\" z=\"1\">#</voxel></shapes></puzzle>",
            "line 2: there are fewer cells than x × y × z",
        ),
        (
            "<puzzle><shapes><voxel x=\"1\" y=\"1\" z=\"1\">#64</voxel></shapes></puzzle>",
            "line 1: a colour is 1 to 63",
        ),
        (
            "<puzzle><problems><problem/></problems></puzzle>",
            "line 1: a problem has a `result`, the shape to fill",
        ),
    ] {
        assert_eq!(
            BurrFile::read(text.as_bytes()).unwrap_err().to_string(),
            why
        );
    }
    let rhombic = "<puzzle><gridType type=\"3\"/><shapes><voxel x=\"1\" y=\"1\" z=\"1\">#</voxel></shapes>\
        <problems><problem><result id=\"0\"/></problem></problems></puzzle>";
    assert!(matches!(read(rhombic).import(0), Err(ImportError::Grid(_))));
}

fn read_mutated(mutations: u64) {
    let pieces = "<shapes><shape id=\"1\" min=\"0\" max=\"4\"/></shapes><result id=\"0\"/><solutions><solution>\
        <assembly>0 0 0 0 x 1 1 0 5 x</assembly></solution></solutions>";
    let bricks = read(&bricks(&format!("maxHoles=\"0\">{pieces}")));
    let triangles =
        puzzle("(lattice: Triangle, board: Rhombus(3, 2), pieces: [Set(of: Polyiamonds(4))])");
    let triangles = export(&[(&triangles, &[])]).unwrap();
    let samples = [
        bricks.to_xml().into_bytes(),
        triangles.to_xml().into_bytes(),
        bricks.to_bytes().unwrap(),
    ];
    read_damaged(mutations, &samples, b"0123456789x#+_<>\"/ ", |bytes| {
        let Ok(file) = BurrFile::read(bytes) else {
            return false;
        };
        for problem in 0..file.problems.len().min(3) {
            if let Ok(imported) = file.import(problem) {
                assert_readable(&imported.puzzle);
            }
        }
        true
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

/// Checks that a board whose cells are far apart is refused, and so are boards whose boxes are too
/// large together. A file lists every cell of the boxes around its shapes.
#[test]
fn boxes_are_bounded_together() {
    let far = |x: i32| {
        puzzle(&format!(
            "(title: \"far\", lattice: Square, board: Union([Rect(2, 1), Shift(({x}, 3000), Rect(2, 1))]), \
             pieces: [Piece(name: \"d\", cells: Rect(2, 1), copies: 2)])"
        ))
    };
    let error = export(&[(&far(65_000), &[])]).unwrap_err().to_string();
    assert_eq!(
        error,
        "the box around far is 65002 × 3001 × 1: BurrTools lists every cell of the boxes around \
         its shapes, and a file may have at most 16,777,216"
    );
    let boards: Vec<Puzzle> = (1000..1006).map(far).collect();
    let problems: Vec<(&Puzzle, &[PlacedAssembly])> =
        boards.iter().map(|board| (board, &[][..])).collect();
    assert!(export(&problems[..5]).is_ok());
    assert!(matches!(
        export(&problems),
        Err(ExportError::TooLarge {
            size: [1007, 3001, 1],
            ..
        })
    ));
}
