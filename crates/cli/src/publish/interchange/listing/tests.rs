//! Valid lists, error messages, and damaged lists.

use super::super::damage::{assert_readable, read_damaged};
use super::*;
use crate::cover::Instance;

/// Pentominoes on 3 × 5 as records, with other text around them.
const RECORDS: &str = "solving Pentominoes3x5:\n\n\
    solution 1:\n\
    0,0 0,1 0,2 1,0 1,2 U\n\
    1,1 2,0 2,1 2,2 3,1 X\n\
    3,0 3,2 4,0 4,1 4,2 C\n\n";

const PLAIN: ListingOptions<'_> = ListingOptions {
    lattice: None,
    wall: None,
};

fn on(lattice: Lattice) -> ListingOptions<'static> {
    ListingOptions {
        lattice: Some(lattice),
        wall: None,
    }
}

/// Comparing 40,000 names in pairs would take 800 million comparisons.
#[test]
fn many_names_are_refused_in_linear_time() {
    let cell = |at: usize| format!("{},{} s{at}\n", at % 200, at / 200);
    let text: String = (0..40_000).map(cell).collect();
    assert!(import(&text, ListingOptions::default()).is_err());
}

#[test]
fn records_are_read() {
    let problem = import(RECORDS, PLAIN).unwrap().0;
    let names: Vec<&str> = problem
        .puzzle
        .pieces
        .iter()
        .map(|p| p.name.as_str())
        .collect();
    assert_eq!(names, ["U", "X", "C"]);
    assert!(problem.puzzle.to_ron().contains("board: Rect(5, 3)"));
    assert_eq!(problem.assemblies.len(), 1);
}

#[test]
fn solutions_are_those_of_one_puzzle() {
    // Two L trominoes fill 3 × 2 in two ways; the list has both.
    let list = "a a b\na b b\n\nsolution 2:\n  b b a\n  b a a\n";
    let problem = import(list, PLAIN).unwrap().0;
    assert_eq!(problem.puzzle.board.required_count(), 6);
    assert_eq!(problem.assemblies.len(), 2);
    let instance = Instance::new(problem.puzzle).unwrap();
    let count = instance.solver().count().unwrap().known().unwrap();
    assert_eq!(
        count.solutions,
        4_u32.into(),
        "two ways to cut, two to name the halves"
    );
}

#[test]
fn cells_of_three_numbers_belong_to_the_requested_lattice() {
    let list = "0,0,0 0,0,1 1,0,0 A\n1,0,1 1,1,0 0,1,1 B\n";
    let as_cubes = import(list, PLAIN).unwrap_err().to_string();
    assert!(
        as_cubes.contains("the piece B: the cells fall into 3 parts"),
        "{as_cubes}"
    );
    let triangles = import(list, on(Lattice::Triangle)).unwrap().0.puzzle;
    assert_eq!(triangles.lattice, Lattice::Triangle);
    assert_eq!(triangles.board.required_count(), 6);
    let cubes = import("0,0,0 0,0,1 A\n1,0,0 1,0,1 A\n", PLAIN)
        .unwrap()
        .0
        .puzzle;
    assert!(
        cubes.to_ron().contains("board: Box(2, 1, 2)"),
        "{}",
        cubes.to_ron()
    );
    assert_eq!(cubes.pieces[0].copies.exactly(), Some(2));
}

#[test]
fn mistakes_are_reported_at_their_place() {
    let long = "a".repeat(MAX_LINE + 1);
    let texts = [
        "",
        "0,0 1,0 2,0\n",
        "0,0 1,0 A\n0,1 1;1 B\n",
        "0,0 1,0 A\n0,1 1,1,1 B\n",
        "0,0 1,0 A\n0,1 99999,1 B\n",
        "0,0 1,0 A\n1,0 1,1 B\n",
        "0,0 2,0 A\n1,0 1,1 B\n",
        "0,0 1,0 A\n0,1 A\n",
        "AAB\nA-B\n",
        "A A  B\n",
        "AB\n\nABB\n",
        "AB\n\nAC\n",
        &long,
    ];
    let messages = texts.map(|text| import(text, PLAIN).unwrap_err().to_string());
    insta::assert_snapshot!(messages.join("\n"));
}

fn read_mutated(mutations: u64) {
    let letters =
        "solution 1:\nA A B B C\nA D D B C\nA D D C C\n\nA A B B C\nA D D B C\nA D D C C\n";
    let cubes = "0,0,0 0,0,1 1,0,0 A\n0,1,0 0,1,1 1,0,1 1,1,1 B\n1,1,0 C\n";
    let samples = [RECORDS, letters, cubes].map(|text| text.as_bytes().to_vec());
    let mut lattice = [None, Some(Lattice::Triangle), Some(Lattice::Stick), None]
        .into_iter()
        .cycle();
    read_damaged(mutations, &samples, b"0123456789,-. ABC\n", |bytes| {
        let text = String::from_utf8_lossy(bytes);
        let options = ListingOptions {
            lattice: lattice.next().flatten(),
            wall: None,
        };
        let problem = import(&text, options);
        if let Ok((problem, _)) = &problem {
            assert_readable(&problem.puzzle);
        }
        problem.is_ok()
    });
}

#[test]
fn damaged_lists_are_refused_or_read() {
    read_mutated(3_000);
}

#[test]
#[ignore = "a minute or two"]
fn many_damaged_lists_are_refused_or_read() {
    read_mutated(100_000);
}

/// Checks that a letter whose cells are not connected is the wall, unless there are two such
/// letters, and that the caller can name the wall in [`ListingOptions`].
#[test]
fn letters_can_be_walls() {
    let list = "X a a X\nb b a X\nX b b X\n\nX b a X\nb b a X\nX b a X\n";
    let (_, wall) = import(&list[..23], PLAIN).unwrap();
    assert_eq!(wall.as_deref(), Some("X"));
    let moved = import(list, PLAIN).unwrap_err().to_string();
    assert_eq!(
        moved,
        "line 5: this solution has another board or other pieces than the first one"
    );
    let framed = "wwww\nwaab\nwabb\n";
    assert_eq!(import(framed, PLAIN).unwrap().0.puzzle.pieces.len(), 3);
    let said = ListingOptions {
        wall: Some("w"),
        ..PLAIN
    };
    let (problem, wall) = import(framed, said).unwrap();
    assert_eq!(
        (problem.puzzle.pieces.len(), wall.as_deref()),
        (2, Some("w"))
    );
    assert_eq!(problem.puzzle.board.required_count(), 6);
    let none = import("aab\nabb\n", said).unwrap_err().to_string();
    assert_eq!(
        none,
        "--wall names \"w\", but nothing in the first solution has that name"
    );
    let two = import("xaay\nxyxa\n", PLAIN).unwrap_err().to_string();
    assert!(two.contains("the cells fall into"), "{two}");
    let records = "0,0 2,0 W\n1,0 1,1 B\n";
    assert!(import(records, PLAIN).is_err());
    let said = ListingOptions {
        wall: Some("W"),
        ..PLAIN
    };
    assert_eq!(import(records, said).unwrap().0.puzzle.pieces.len(), 1);
}
