//! Properties of steps and ratings: sound, monotone, invariant under symmetry.

mod colored;
mod random;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use itertools::Itertools;
use proptest::prelude::*;
use tilewright_dlx::{Bits, StopFlag};

use super::bits;
use super::find::find_all;
use super::follow::Workspace;
use super::position::Position;
use super::table::DeductionTable;
use super::*;
use crate::cover::Instance;
use crate::cover::symmetry::automorphisms;
use crate::puzzle::{Condition, Source, load};
use crate::reason::conflict::{Finding, Limits, conflict};
use crate::solve::search::RunContext;
use random::{Random, TestRng, random};
use tilewright_dlx::OptionId;
use tilewright_geometry::BoardCell;

fn kinds() -> impl Strategy<Value = (usize, u64)> {
    (0..random::kinds(), any::<u64>())
}

/// The solutions that contain these options.
fn holding<'r>(
    random: &'r Random,
    givens: &'r [OptionId],
) -> impl Iterator<Item = &'r BTreeSet<OptionId>> {
    let holds = |solution: &&BTreeSet<OptionId>| givens.iter().all(|g| solution.contains(g));
    random.solutions.iter().filter(holds)
}

/// A random solution, in random order.
fn any_solution(random: &Random, rng: &mut TestRng) -> Vec<OptionId> {
    let solution = &random.solutions[rng.below(random.solutions.len())];
    let mut solution: Vec<OptionId> = solution.iter().copied().collect();
    rng.shuffle(&mut solution);
    solution
}

/// A random position on the way to a solution, and a lower one: options that are not in the
/// solution are excluded, and some options of the solution are placed.
fn positions(
    table: &DeductionTable,
    solution: &BTreeSet<OptionId>,
    rng: &mut TestRng,
) -> [Position; 2] {
    let mut upper = Position::new(table);
    let keep = 1 + rng.below(9);
    thin(table, &mut upper, solution, keep, rng);
    let mut lower = upper.clone();
    let keep = 1 + rng.below(9);
    thin(table, &mut lower, solution, keep, rng);
    [upper, lower]
}

/// Keeps about `keep` of every ten options, and places some of the solution's options.
fn thin(
    table: &DeductionTable,
    position: &mut Position,
    solution: &BTreeSet<OptionId>,
    keep: usize,
    rng: &mut TestRng,
) {
    for option in bits::ones(&position.live.clone()) {
        if solution.contains(&table.options[option]) {
            if rng.below(8) == 0 {
                position.place(table, option);
            }
        } else if rng.below(10) >= keep {
            bits::remove(&mut position.live, option);
        }
    }
}

/// Makes steps of effort at most `most` until there are no more.
fn close(workspace: &mut Workspace, table: &DeductionTable, position: &mut Position, most: u32) {
    loop {
        let found = find_all(workspace, table, position, most, None);
        let mut went = false;
        for option in found
            .iter()
            .filter(|step| step.effort <= most)
            .flat_map(|step| &step.left)
        {
            if position.is_live(*option) {
                position.place(table, *option);
                went = true;
            }
        }
        if !went {
            return;
        }
    }
}

/// Checks steps of different efforts in two random positions, one lower than the other: steps place only
/// options of all remaining solutions, and everything placed in the upper position is also placed in the
/// lower one.
fn check_steps(random: &Random, rng: &mut TestRng) {
    let table = DeductionTable::new(&random.instance, &[]).unwrap();
    let solution = &random.solutions[rng.below(random.solutions.len())];
    let mut workspace = Workspace::new(&RunContext::silent());
    let [upper, lower] = positions(&table, solution, rng);
    let all: BTreeSet<OptionId> = bits::ones(&upper.live)
        .chain(upper.placed.iter().copied())
        .map(|option| table.options[option])
        .collect();
    let placed: Vec<OptionId> = upper.placed.iter().map(|o| table.options[*o]).collect();
    let inside =
        |s: &&BTreeSet<OptionId>| s.is_subset(&all) && placed.iter().all(|p| s.contains(p));
    let inside: Vec<_> = random.solutions.iter().filter(inside).collect();
    for most in [3, 10, 20, 40, 80, 200] {
        let mut after = upper.clone();
        close(&mut workspace, &table, &mut after, most);
        for solution in &inside {
            for placed in &after.placed {
                assert!(
                    solution.contains(&table.options[*placed]),
                    "{}",
                    random.text
                );
            }
        }
        let mut below = lower.clone();
        close(&mut workspace, &table, &mut below, most);
        for placed in &after.placed {
            assert!(below.placed.contains(placed), "{most}: {}", random.text);
        }
    }
}

/// Compares a person's path with all solutions. Placements are in every remaining solution, and
/// refuted options in none. Every stage of a hint has cells, and the last stage has a placement.
fn check_path(random: &Random, givens: &[OptionId], rating: Rating) {
    let solution = holding(random, givens).next().unwrap();
    let whole: Vec<OptionId> = solution.iter().copied().collect();
    let path = DeductionPath::new(&random.instance, givens).unwrap();
    let mut path = path.with_solution(&whole);
    let words = Words::new(&random.instance);
    let mut hardest = 0;
    let mut before = givens.to_vec();
    for step in path.by_ref() {
        hardest = hardest.max(step.effort);
        for solution in holding(random, &before) {
            assert!(solution.contains(&step.placed), "{}", random.text);
            for way in &step.refuted {
                assert!(!solution.contains(&way.option), "{}", random.text);
            }
        }
        if let Some(clash) = step.clash {
            check_clash(random, clash, &before);
        }
        check_stages(random, &step, &words.stages(&step));
        before.push(step.placed);
    }
    assert!(path.is_solved(), "{}", random.text);
    let placed: BTreeSet<OptionId> = before.into_iter().collect();
    assert_eq!(&placed, solution);
    // The last piece to be placed counts with the effort of the hardest step, and no piece counts
    // with more. `hardest` is in tenths of a look, the rating in looks.
    let pieces = u32::try_from(solution.len() - givens.len()).unwrap();
    assert!(rating.effort <= hardest * pieces / 10, "{}", random.text);
    assert!(rating.effort >= hardest / 10, "{}", random.text);
}

/// Checks the stages of a hint. All have texts and cells. Only the last has exactly the cells of the step's
/// placement, unless that has a single cell. The cells of each stage lie within those of the stage before. The
/// first marks at least three open cells more than the placement has, if the board has that many. The second
/// and the third stage show the same example.
fn check_stages(random: &Random, step: &Step, stages: &[HintStage; STAGES]) {
    let set = |cells: &[BoardCell]| cells.iter().copied().collect::<BTreeSet<_>>();
    let placement = &random.instance.meaning(step.placed).placement.cells;
    let answer = set(placement);
    let open = set(&step.open);
    assert!(stages.iter().all(|stage| !stage.text.is_empty()));
    let cells = stages.each_ref().map(|stage| set(&stage.cells));
    assert_eq!(cells[STAGES - 1], answer, "{}", random.text);
    assert_eq!(stages[STAGES - 1].placed, Some(step.placed));
    for hiding in &cells[..STAGES - 1] {
        assert!(!hiding.is_empty() && hiding.is_subset(&open), "{step:?}");
        let is_shown = *hiding == answer && answer.len() > 1;
        assert!(!is_shown, "{step:?} {}", random.text);
    }
    assert!(cells[1].is_subset(&cells[0]), "{step:?} {}", random.text);
    assert!(cells[2].is_subset(&cells[1]), "{step:?} {}", random.text);
    let is_large = cells[0].len() >= answer.len() + 3;
    assert!(
        is_large || open == answer || cells[0] == open,
        "{step:?} {}",
        random.text
    );
    assert_eq!(stages[1].example, stages[2].example);
    check_region(random, &stages[0].text, &cells[0], &open);
}

/// Checks that the first stage of a hint marks what its text names: all open cells in that part of the board.
/// If only the cells of the step's placement are open, it may mark a single one of them.
fn check_region(
    random: &Random,
    text: &str,
    marked: &BTreeSet<BoardCell>,
    open: &BTreeSet<BoardCell>,
) {
    let puzzle = random.instance.puzzle();
    let centre = |cell: BoardCell| puzzle.lattice.centre(puzzle.board.cell(cell));
    // The third of the board in which a cell lies, from -1 to 1; `None` if the board is too short for thirds.
    let third = |axis: usize, cell: BoardCell| {
        let along = puzzle.board.indices().map(|cell| centre(cell)[axis]);
        let (low, high) = along.minmax_by(f64::total_cmp).into_option().unwrap();
        let share = (centre(cell)[axis] - low) / (high - low);
        let third = i8::from(share > 2.0 / 3.0) - i8::from(share < 1.0 / 3.0);
        (high - low >= 2.0).then_some(third)
    };
    let heights = puzzle.board.indices().map(|cell| centre(cell)[2]);
    let mut heights: Vec<f64> = heights.sorted_by(f64::total_cmp).collect();
    heights.dedup_by(|a, b| (*a - *b).abs() < 1e-6);
    let layer = text.split("layer ").nth(1);
    let layer = layer.map(|text| text.chars().take_while(char::is_ascii_digit).collect());
    let layer = layer.map(|number: String| heights[number.parse::<usize>().unwrap() - 1]);
    let is_in_layer =
        |cell: BoardCell| layer.is_none_or(|height| (centre(cell)[2] - height).abs() < 1e-6);
    let named = |[before, after]: [&str; 2]| {
        i8::from(text.contains(after)) - i8::from(text.contains(before))
    };
    let (across, down) = (named(["left", "right"]), named(["top", "bottom"]));
    let is_whole = across == 0 && down == 0 && !text.contains("in the middle");
    let within = |is_in: &dyn Fn(BoardCell) -> bool| -> BTreeSet<BoardCell> {
        let cells = open.iter().copied();
        cells
            .filter(|cell| is_in_layer(*cell) && is_in(*cell))
            .collect()
    };
    let is = |axis, cell, named| third(axis, cell).is_none_or(|third| third == named);
    let both = within(&|cell| is(0, cell, across) && is(1, cell, down));
    // The phrase "at the top" is true of the middle third of the top rows, and of all the top rows.
    let readings = [
        if is_whole { within(&|_| true) } else { both },
        within(&|cell| across != 0 && down == 0 && is(0, cell, across)),
        within(&|cell| down != 0 && across == 0 && is(1, cell, down)),
    ];
    let is_named = readings
        .iter()
        .any(|cells| cells == marked || (marked.len() == 1 && marked.is_subset(cells)));
    assert!(is_named, "{text} {marked:?} {readings:?} {}", random.text);
}

/// Checks a clash: the placement would be adjacent to a placed one, on free cells, and two adjacent cells have
/// colours that must not meet.
fn check_clash(random: &Random, clash: ColorClash, placed: &[OptionId]) {
    let puzzle = random.instance.puzzle();
    let colors = |option: OptionId| {
        let meaning = random.instance.meaning(option);
        let piece = puzzle.piece(meaning.piece);
        piece.colors_on(&puzzle.board, &meaning.placement.cells)
    };
    let own = colors(clash.option);
    let is_covered = |cell| {
        let mut others = placed.iter().flat_map(|option| colors(*option));
        others.any(|(other, _)| other == cell)
    };
    assert!(
        !own.iter().any(|(cell, _)| is_covered(*cell)),
        "{}",
        random.text
    );
    assert!(placed.contains(&clash.with), "{}", random.text);
    let touches = |one, other| {
        let near = puzzle.lattice.neighbours(puzzle.board.cell(one));
        near.into_iter()
            .any(|near| near == puzzle.board.cell(other))
    };
    let may_meet = |one: &str, other: &str| match &puzzle.conditions[0] {
        Condition::Matching => one == other,
        Condition::Differing => one != other,
        Condition::Meeting { pairs } => {
            let mut pairs = pairs.iter();
            pairs.any(|pair| [[one, other], [other, one]].contains(&[&*pair[0], &*pair[1]]))
        }
        condition => unreachable!("{condition} is not about colours"),
    };
    let others = colors(clash.with);
    let clashes = own.iter().any(|(cell, color)| {
        let mut touching = others.iter().filter(|(other, _)| touches(*cell, *other));
        touching.any(|(_, other)| !may_meet(color, other))
    });
    assert!(clashes, "{clash:?} {}", random.text);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// Checks that every solution contains the placements of steps. A placement that follows in a position with
    /// at most a given effort must also follow, with at most this effort, in every lower position (see
    /// `position`).
    #[test]
    fn steps_lose_no_solution_and_hold_further_down((kind, seed) in kinds()) {
        let mut rng = TestRng(seed);
        if let Some(random) = random(kind, &mut rng) {
            check_steps(&random, &mut rng);
        }
    }

    /// Checks that more givens of the same solution never rate harder, and that every rated challenge
    /// has one solution.
    #[test]
    fn more_givens_never_rate_harder((kind, seed) in kinds()) {
        let mut rng = TestRng(seed);
        if let Some(random) = random(kind, &mut rng) {
            let solution = any_solution(&random, &mut rng);
            let mut last: Option<Rating> = None;
            for count in 0..=solution.len() {
                let givens = &solution[..count];
                let rated = rate(&random.instance, givens);
                if holding(&random, givens).count() > 1 {
                    prop_assert_eq!(rated, Err(DeductionError::SeveralSolutions));
                    continue;
                }
                let rating = rated.unwrap();
                check_path(&random, givens, rating);
                if let Some(last) = last {
                    prop_assert!(rating.effort <= last.effort, "{rating:?} {last:?} {}", random.text);
                    prop_assert!(rating.score() <= last.score());
                    prop_assert!(rating.grade() <= last.grade());
                }
                last = Some(rating);
            }
        }
    }

    /// Checks that the image of a challenge under a symmetry of the puzzle has the same rating.
    #[test]
    fn symmetries_do_not_change_a_rating((kind, seed) in kinds()) {
        let mut rng = TestRng(seed);
        if let Some(random) = random(kind, &mut rng) {
            let solution = any_solution(&random, &mut rng);
            let group = automorphisms(&random.instance, &StopFlag::new()).unwrap();
            for count in 0..=solution.len() {
                let givens = &solution[..count];
                let rated = rate(&random.instance, givens);
                for symmetry in &group {
                    let image: Vec<OptionId> =
                        givens.iter().map(|g| symmetry.options[g.index()]).collect();
                    let other = rate(&random.instance, &image);
                    prop_assert_eq!(&rated, &other, "{}", random.text);
                }
            }
        }
    }
}

/// A shipped puzzle, with one of its solutions in random order.
fn shipped(name: &str, rng: &mut TestRng) -> (Instance, Vec<OptionId>) {
    let path = format!("{}/../../puzzles/{name}.ron", env!("CARGO_MANIFEST_DIR"));
    let source = crate::puzzle::Source::load(std::path::Path::new(&path)).unwrap();
    let puzzle = crate::puzzle::load(&source).unwrap();
    let instance = Instance::new(puzzle.puzzle).unwrap();
    let bits = Bits::new(instance.problem()).unwrap();
    let options: Vec<OptionId> = instance.problem().options().collect();
    loop {
        let some = [
            options[rng.below(options.len())],
            options[rng.below(options.len())],
        ];
        let Ok(bits) = bits.clone().given(&some) else {
            continue;
        };
        let mut found = None;
        bits.run(&mut |solution: &[OptionId]| {
            found = Some(solution.to_vec());
            ControlFlow::Break(())
        });
        if let Some(mut solution) = found {
            rng.shuffle(&mut solution);
            return (instance, solution);
        }
    }
}

/// Checks, for the puzzles that come with the program, that a challenge with more givens is never rated harder.
/// The symmetric image of a challenge must have the same rating.
#[test]
fn ratings_of_shipped_puzzles_fall_with_givens_and_keep_under_symmetry() {
    let mut rng = TestRng(5);
    for name in [
        "kanoodle",
        "iq-fit",
        "scott",
        "hexiamonds-rhombus",
        "soma-cube",
        "tetrasticks-4x4-fhjloprwxy",
    ] {
        let (instance, solution) = shipped(name, &mut rng);
        let group = automorphisms(&instance, &StopFlag::new()).unwrap();
        let mut last: Option<Rating> = None;
        for count in 4..=solution.len() {
            let givens = &solution[..count];
            let rating = match rate(&instance, givens) {
                Err(DeductionError::SeveralSolutions) => continue,
                rated => rated.unwrap(),
            };
            assert!(
                last.is_none_or(|last| rating.effort <= last.effort),
                "{name}: {rating:?} after {last:?}"
            );
            if last.is_none() {
                for symmetry in &group {
                    let image: Vec<OptionId> =
                        givens.iter().map(|g| symmetry.options[g.index()]).collect();
                    assert_eq!(rate(&instance, &image), Ok(rating), "{name}");
                }
            }
            last = Some(rating);
        }
        assert!(last.is_some());
    }
}

/// Checks, for coloured puzzles, that the search for a conflict agrees with the engines on whether
/// there is a solution. Its solutions must be correct, and the placements for a spared demand must
/// meet all other demands.
#[test]
fn conflicts_know_the_colours_of_cells() {
    let (mut solvable, mut conflicts) = (0, 0);
    for seed in 0..60 {
        let mut rng = TestRng(seed);
        let mut text = colored::colored(&mut rng);
        if seed % 3 > 0 {
            // Adds the rule that the border is red.
            let at = text.find("], conditions").unwrap();
            text.insert_str(at, "], restrict: [Border(\"red\")");
        }
        let Ok(file) = load(&Source::new("colored", &text)) else {
            // The text is not a valid puzzle if it has no colour red, or two lists of restrictions.
            continue;
        };
        let instance = Instance::new(file.puzzle).unwrap();
        let limits = Limits {
            seconds: 60.0,
            monitor: &RunContext::silent(),
        };
        let first = instance.solver().at_most(1).unwrap().known().unwrap();
        match conflict(instance.puzzle(), &limits).unwrap().finding {
            Finding::Solvable(laying) => {
                let option = |(piece, cells): &(_, Box<[_]>)| {
                    let mut options = instance.problem().options();
                    options.find(|option| {
                        let meaning = instance.meaning(*option);
                        meaning.piece == *piece && meaning.placement.cells == *cells
                    })
                };
                let mut solution: Vec<OptionId> = laying.iter().filter_map(option).collect();
                solution.sort_unstable();
                assert_eq!(instance.problem().check(&solution), Ok(()), "{text}");
                solvable += 1;
            }
            Finding::Conflict(found) => {
                assert!(first.is_empty() && !found.parts.is_empty(), "{text}");
                conflicts += 1;
            }
            Finding::Open { unsolvable } => assert!(unsolvable && first.is_empty(), "{text}"),
        }
    }
    assert!(solvable > 10 && conflicts > 10, "{solvable} {conflicts}");
}

/// Checks the hint for a strip of dominoes with the first one given. Determined by hand: only the
/// other face of `red blue` fits next to it, because the first face would put red next to blue.
#[test]
fn a_clash_of_colours_is_described() {
    let text = r#"(lattice: Square, board: Rect(4, 1), conditions: [Matching], pieces: [
        Piece(name: "A", cells: Rect(2, 1), colors: ["red", "blue"], sides: Fixed),
        Piece(name: "B", cells: Rect(2, 1), colors: ["red", "blue"])])"#;
    let instance = Instance::new(load(&Source::new("strip.ron", text)).unwrap().puzzle).unwrap();
    let first = instance.problem().options().next().unwrap();
    let step = DeductionPath::new(&instance, &[first])
        .unwrap()
        .next()
        .unwrap();
    let words = Words::new(&instance);
    assert_eq!(
        words.see(&step),
        "The marked cell has only one open neighbour. Only one piece fits there, in one way. Another placement would fit, but its \
         colours clash: the red of B would touch blue."
    );
    assert_eq!(words.stages(&step)[STAGES - 1].text, "B goes here.");
}
