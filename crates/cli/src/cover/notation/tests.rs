//! Written placements are read back, and mistakes are reported.

use std::path::Path;

use proptest::prelude::*;

use super::*;
use crate::puzzle::{Source, load};
use crate::solve::space::small::{self, PUZZLES};

fn read(instance: &Instance, text: &str) -> Result<OptionId, NotationError> {
    PlacementPattern::parse(text, instance)?.placement(instance)
}

#[test]
fn placements_of_every_puzzle_that_ships_are_read_back() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../puzzles");
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            continue;
        }
        let puzzle = load(&Source::load(&path).unwrap()).unwrap().puzzle;
        let instance = Instance::new(puzzle).unwrap();
        // The step is a large prime, so that all pieces and orientations occur.
        for option in instance.problem().options().step_by(97) {
            let text = of(&instance, option);
            assert_eq!(read(&instance, &text), Ok(option), "{text}");
            seen += 1;
        }
    }
    assert!(seen > 500, "{seen}");
}

proptest! {
    #[test]
    fn placements_are_read_back(
        text in proptest::sample::select(&PUZZLES[..]),
        option in any::<proptest::sample::Index>(),
        blanks in "[ ,]?",
    ) {
        let instance = small::instance(text);
        let puzzle = instance.puzzle();
        let option = instance.problem().option(option.index(instance.meanings().len())).unwrap();
        let text = of(&instance, option).replace(")(", &format!("){blanks}("));
        let pattern = PlacementPattern::parse(&text, &instance).unwrap();
        let found = pattern.placement(&instance).unwrap();
        // A given and another copy of its piece can have the same cells. The pattern then matches
        // only the given, so the option found may be another one with the same piece and cells.
        let meaning = |option| (instance.meaning(option).piece, &instance.meaning(option).placement);
        prop_assert_eq!(meaning(found), meaning(option));
        prop_assert_eq!(PlacementPattern::parse(&pattern.text(puzzle), &instance), Ok(pattern));
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[XLT]?@?[(),@ 0-9-]{0,20}") {
        let instance = small::instance(PUZZLES[0]);
        if let Ok(pattern) = PlacementPattern::parse(&text, &instance) {
            prop_assert!(!pattern.matching(&instance).is_empty());
        }
    }
}

#[test]
fn cells_may_be_separated_freely() {
    let instance = small::instance(PUZZLES[0]);
    let plain = read(&instance, "L@(0,0)(1,0)(2,0)(2,1)").unwrap();
    for text in [
        "L@(2,1)(2,0)(1,0)(0,0)",
        "L@(0,0), (1,0), (2,0), (2,1)",
        " L @ ( 0 , 0 ) (1,0,),(2,0)(2,1), ",
        "L@(+0,-0)(1,0)(2,0)(2,1)",
    ] {
        assert_eq!(read(&instance, text), Ok(plain), "{text}");
    }
}

#[test]
fn some_of_the_cells_match_all_placements_that_cover_them() {
    let instance = small::instance(PUZZLES[0]);
    let pattern = |text| PlacementPattern::parse(text, &instance).unwrap();
    // The square tetromino can cover (1,1) with each of its four cells.
    assert_eq!(pattern("O@(1,1)").matching(&instance).len(), 4);
    assert_eq!(pattern("O@(1,1)(2,2)").matching(&instance).len(), 1);
    assert_eq!(pattern("O@(0,0)").matching(&instance).len(), 1);
}

#[test]
fn a_given_is_the_placement_that_lies_there() {
    let instance = small::instance(PUZZLES[2]);
    let text = of(&instance, instance.givens()[0]);
    assert_eq!(read(&instance, &text), Ok(instance.givens()[0]));
}

#[test]
fn mistakes_are_reported() {
    let instance = small::instance(PUZZLES[0]);
    let message = |text: &str| read(&instance, text).unwrap_err().to_string();
    let messages: Vec<String> = [
        "L",
        "(0,0)",
        "@(0,0)",
        "LL@(0,0)",
        "L@",
        "L@0,0",
        "L@(0,0",
        "L@(0,0)x",
        "L@(0;0)",
        "L@()",
        "L@(0,99999999999999999999)",
        "L@(0,0,0)",
        "L@(0,2000000)",
        "L@(4,0)",
        "L@(0,0)(0,0)",
        "L@(0,0)(3,3)",
        "L@(1,1)",
    ]
    .iter()
    .map(|text| format!("{text}: {}", message(text)))
    .collect();
    insta::assert_snapshot!(messages.join("\n"));
}
