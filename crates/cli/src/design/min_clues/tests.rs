use std::collections::BTreeSet;

use tilewright_dlx::OptionId;
use tilewright_geometry::{BoardCell, Lattice};

use super::*;
use crate::cover::Instance;
use crate::cover::notation::{self, PlacementPattern};
use crate::cover::orbits::PuzzleSymmetry;
use crate::design::challenges::SymmetryClasses;
use crate::puzzle::{PieceId, Source, load};
use crate::solve::search::RunContext;
use crate::solve::space::Space;
use crate::solve::space::small::{PUZZLES, instance, solutions, space};

type Solution = BTreeSet<OptionId>;

/// A clue in the brute force: a piece and its cells.
type Fact = (PieceId, Vec<BoardCell>);

fn facts(instance: &Instance, by: By, solution: &Solution) -> BTreeSet<Fact> {
    let mut facts = BTreeSet::new();
    for option in solution
        .iter()
        .filter(|option| !instance.is_given(**option))
    {
        let meaning = instance.meaning(*option);
        match by {
            By::Givens => {
                facts.insert((meaning.piece, meaning.placement.cells.to_vec()));
            }
            By::Cells => {
                let cells = meaning.placement.cells.iter();
                facts.extend(cells.map(|cell| (meaning.piece, vec![*cell])));
            }
        }
    }
    facts
}

/// The size of the smallest set of a solution's facts that no other solution has in full. `None` if
/// another solution has all its facts. Tries all sets, in ascending order of size.
fn least_by_brute_force(own: &BTreeSet<Fact>, others: &[BTreeSet<Fact>]) -> Option<usize> {
    let own: Vec<&Fact> = own.iter().collect();
    let mut shared: Vec<u64> = others
        .iter()
        .map(|other| {
            let shared = own
                .iter()
                .enumerate()
                .filter(|(_, fact)| other.contains(**fact));
            shared.map(|(at, _)| 1 << at).sum()
        })
        .collect();
    shared.sort_unstable();
    shared.dedup();
    // Another solution contains all facts of this solution.
    if shared.contains(&((1 << own.len()) - 1)) {
        return None;
    }
    (0..=own.len()).find(|count| some(*count, 0, own.len(), 0, &shared))
}

/// Whether adding `count` numbers from `from..of` to `set` can make a set that is contained in none
/// of `shared`.
fn some(count: usize, from: usize, of: usize, set: u64, shared: &[u64]) -> bool {
    if count == 0 {
        return shared.iter().all(|other| other & set != set);
    }
    (from..of).any(|at| some(count - 1, at + 1, of, set | 1 << at, shared))
}

fn unify<'a>(
    symmetry_classes: &'a SymmetryClasses<'a>,
    instance: &'a Instance,
    space: Option<&'a Space<'a>>,
    monitor: &'a RunContext,
    by: By,
    wanted: ClueTarget,
) -> MinClues<'a> {
    MinClues {
        instance,
        symmetry_classes,
        space,
        by,
        target: wanted,
        seed: 1,
        memory: 1 << 28,
        monitor,
    }
}

fn clue_facts(unified: &MinCluesAnswer) -> BTreeSet<Fact> {
    let clues = unified.clues.as_ref().unwrap().iter();
    clues.map(|clue| (clue.piece, clue.cells.clone())).collect()
}

/// Checks the fewest clues for several solutions of each small puzzle, on all lattices.
#[test]
fn the_fewest_clues_are_those_that_a_brute_force_finds() {
    let mut lattices = BTreeSet::new();
    for text in PUZZLES {
        let instance = instance(text);
        let solutions: Vec<Solution> = solutions(&instance).into_iter().collect();
        if solutions.is_empty() || solutions.len() > 400 {
            continue;
        }
        let group = PuzzleSymmetry::of(&instance).unwrap();
        let symmetry_classes = SymmetryClasses::new(&instance, &group);
        let space = space(&instance);
        let never = RunContext::silent();
        for by in [By::Givens, By::Cells] {
            let of_each: Vec<BTreeSet<Fact>> = solutions
                .iter()
                .map(|solution| facts(&instance, by, solution))
                .collect();
            let least = |at: usize| {
                let others = of_each.iter().enumerate().filter(|(other, _)| *other != at);
                let others: Vec<_> = others.map(|(_, facts)| facts.clone()).collect();
                least_by_brute_force(&of_each[at], &others)
            };
            for number in (0..solutions.len()).step_by(solutions.len().div_ceil(3)) {
                let wanted = ClueTarget::Number((number + 1).into());
                let here = &instance;
                let asked = unify(&symmetry_classes, here, Some(&space), &never, by, wanted);
                let solution: Solution = space
                    .diagram()
                    .nth(&number.into())
                    .unwrap()
                    .into_iter()
                    .collect();
                let at = solutions
                    .iter()
                    .position(|other| *other == solution)
                    .unwrap();
                let expected = least(at);
                let unified = match asked.run() {
                    Err(MinCluesError::Indistinct(_)) => {
                        assert_eq!(expected, None, "{text}");
                        continue;
                    }
                    unified => unified.unwrap(),
                };
                assert_eq!(
                    unified.solution.iter().copied().collect::<Solution>(),
                    solution
                );
                let told_by = clue_facts(&unified);
                assert_eq!(Some(told_by.len()), expected, "{by:?} {text}");
                assert!(unified.least.is_least());
                let holding = of_each.iter().filter(|facts| told_by.is_subset(facts));
                assert_eq!(holding.count(), 1, "{by:?} {text}");
                assert!(unified.checked_by.is_some());
                // The answer is the same without a diagram, and with the target given by its
                // placements.
                let patterns = solution.iter().map(|option| {
                    let text = notation::of(&instance, *option);
                    PlacementPattern::parse(&text, &instance).unwrap()
                });
                let wanted = ClueTarget::Holding(patterns.collect());
                let searched = unify(&symmetry_classes, here, None, &never, by, wanted)
                    .run()
                    .unwrap();
                if searched.solution == unified.solution {
                    assert_eq!(Some(clue_facts(&searched).len()), expected, "{by:?} {text}");
                    assert!(searched.checked_by.is_some());
                }
            }
            // Without a target, the solution that needs the fewest clues is chosen.
            if solutions.len() > 40 {
                continue;
            }
            let fewest = (0..solutions.len()).filter_map(least).min();
            let any = unify(
                &symmetry_classes,
                &instance,
                Some(&space),
                &never,
                by,
                ClueTarget::Any,
            );
            match any.run() {
                Err(MinCluesError::Indistinct(_)) => assert_eq!(fewest, None, "{text}"),
                unified => {
                    let unified = unified.unwrap();
                    let found = unified.clues.as_ref().map(Vec::len);
                    if unified.choice == TargetChoice::Fewest || solutions.len() == 1 {
                        assert_eq!(found, fewest, "{by:?} {text}");
                    } else {
                        assert!(found >= fewest && Some(unified.any_at_least) <= fewest);
                    }
                }
            }
        }
        lattices.insert(instance.puzzle().lattice.to_string());
    }
    assert_eq!(lattices.len(), 4, "{lattices:?}");
}

/// Checks that the restrictions written for the puzzle file leave the one solution.
#[test]
fn what_is_added_to_the_file_leaves_one_solution() {
    let mut written = 0;
    for text in PUZZLES {
        let instance = instance(text);
        let solutions = solutions(&instance);
        if solutions.len() < 2 || solutions.len() > 400 || !instance.puzzle().givens.is_empty() {
            continue;
        }
        let group = PuzzleSymmetry::of(&instance).unwrap();
        let symmetry_classes = SymmetryClasses::new(&instance, &group);
        let space = space(&instance);
        let never = RunContext::silent();
        for by in [By::Givens, By::Cells] {
            let here = &instance;
            let Ok(unified) = unify(
                &symmetry_classes,
                here,
                Some(&space),
                &never,
                by,
                ClueTarget::Any,
            )
            .run() else {
                continue;
            };
            let clues = unified.clues.as_ref().unwrap();
            let (field, lines) = match by {
                By::Givens => {
                    let given = clues.iter().map(|clue| clue.options[0]);
                    let ron = |option| crate::design::challenges::given_as_ron(&instance, option);
                    ("givens", given.map(ron).collect::<Vec<_>>())
                }
                By::Cells => {
                    let Some(lines) = as_restrictions(instance.puzzle(), clues) else {
                        assert!(instance.puzzle().board.optional_count() > 0, "{text}");
                        continue;
                    };
                    ("restrict", lines)
                }
            };
            let added = format!("({text}, {field}: [{}])", lines.join(", "));
            let added = load(&Source::new("added", added)).expect(text);
            let left = self::solutions(&Instance::new(added.puzzle).unwrap());
            assert_eq!(left.len(), 1, "{by:?} {text}");
            written += 1;
        }
    }
    assert!(written > 12, "{written}");
}

#[test]
fn what_cannot_be_asked_is_said() {
    let text = "lattice: Square, board: Rect(4, 2), pieces: [Set(of: Polyominoes(2), copies: 4)]";
    let instance = instance(text);
    let group = PuzzleSymmetry::of(&instance).unwrap();
    let symmetry_classes = SymmetryClasses::new(&instance, &group);
    let space = space(&instance);
    let never = RunContext::silent();
    let here = &instance;
    let ask = |space, by, wanted| {
        unify(&symmetry_classes, here, space, &never, by, wanted)
            .run()
            .unwrap_err()
    };
    for number in [0_u32, 6] {
        let error = ask(Some(&space), By::Givens, ClueTarget::Number(number.into()));
        assert!(matches!(error, MinCluesError::Beyond { .. }), "{error}");
    }
    let error = ask(None, By::Givens, ClueTarget::Number(1_u32.into()));
    assert!(matches!(error, MinCluesError::NoNumbers), "{error}");
    let clash = ["I@(0,0)(1,0)", "I@(1,0)(2,0)"]
        .map(|text| PlacementPattern::parse(text, &instance).unwrap());
    for space in [Some(&space), None] {
        let error = ask(space, By::Givens, ClueTarget::Holding(clash.to_vec()));
        assert!(matches!(error, MinCluesError::NoneHolds), "{error}");
        // One piece covers all cells, so no marked cell distinguishes solutions.
        let error = ask(space, By::Cells, ClueTarget::Any);
        assert!(
            matches!(error, MinCluesError::Indistinct(By::Cells)),
            "{error}"
        );
    }
    assert_eq!(instance.puzzle().lattice, Lattice::Square);
}
