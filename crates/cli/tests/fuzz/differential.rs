//! Random puzzles, solved by every engine and by brute force.
//!
//! The tests compare the numbers of solutions: all, distinct up to all symmetries, distinct up to rotations,
//! and without symmetry. They compare the solutions themselves, as listed and as numbered by a decision
//! diagram. They verify claims that a puzzle is impossible.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::Duration;

use num_bigint::BigUint;
use proptest::prelude::*;
use tilewright::cover::Instance;
use tilewright::cover::orbits::PuzzleSymmetry;
use tilewright::puzzle::{Puzzle, PuzzleFile, PuzzlePart, Source, load};
use tilewright::solve::SolveError;
use tilewright::solve::checkpoint::CheckpointFile;
use tilewright::solve::counting::{CountResult, CountTask};
use tilewright::solve::refute::feasibility::obstacles;
use tilewright::solve::resources::Resources;
use tilewright::solve::search::{RunContext, Scope, Search, SearchEvent};
use tilewright::solve::space::Space;
use tilewright_dlx::{Distinct, Engine, FrontierError, OptionId, Schedule, TreeEngine};

use crate::brute_force::{self, Answer};
use crate::budget::{Tally, run};
use crate::generate;
use crate::goal::in_order;
use crate::puzzle::{FEATURES, PREFIX, Puzzle as Spec};
use crate::tape::{Tape, tapes};

/// Solutions as the program lists them, each a set of placements with their pieces' names.
type Listed = Vec<BTreeSet<(String, BTreeSet<String>)>>;

/// Memory in bytes that suffices for the states of any of these puzzles.
const MUCH: u64 = 1 << 24;

/// The ways in which each puzzle is counted: an engine, a number of threads, and memory in bytes. The memory is
/// doubled until a sweep can begin. With so little memory, the sweep must split its work.
const EFFORTS: [(Option<Engine>, usize, u64); 7] = [
    (Some(Engine::Links), 1, MUCH),
    (Some(Engine::Bits), 1, MUCH),
    (Some(Engine::Frontier), 1, MUCH),
    (Some(Engine::Frontier), 1, 64),
    (Some(Engine::Bits), 2, MUCH),
    (Some(Engine::Frontier), 2, 64),
    (None, 2, MUCH),
];

#[test]
fn every_engine_agrees_with_brute_force() {
    let most = Duration::from_secs(20);
    let tally = run("differential", 160, &tapes(), |numbers, tally| {
        let spec = generate::puzzle(&mut Tape::new(&numbers));
        let text = spec.to_string();
        let kind = tally.time(most, &text, || compare(&spec, &text, tally))??;
        tally.add(kind);
        if kind == "compared" {
            spec.features().into_iter().for_each(|with| tally.add(with));
        }
        Ok(())
    });
    let kinds = ["compared", "no solution", "refused", "too large"];
    let all: u32 = kinds.map(|kind| tally.of(kind)).iter().sum();
    // Most generated puzzles must have solutions to compare, and each feature must occur.
    assert!(tally.of("compared") * 10 >= all * 6, "{tally:?}");
    for feature in FEATURES {
        assert!(tally.of(feature) * 100 >= all, "{feature}: {tally:?}");
    }
}

/// The maximum number of goals and cases of a file that are solved and compared. Of the others,
/// only the number and the names are checked.
const MOST_SOLVED: usize = 6;

/// Compares a puzzle, or each of its goals or cases, with brute force. Returns the outcome in words, such as
/// `compared`, `no solution` or `too large`.
fn compare(spec: &Spec, text: &str, tally: &Tally) -> Result<&'static str, TestCaseError> {
    // The puzzle may be contradictory, for example with a given on a cell that a rule forbids.
    let Ok(file) = load(&Source::new("random", text)) else {
        return Ok("refused");
    };
    let written = file.puzzle.to_ron();
    let again = load(&Source::new("written", &written));
    let again = again.map_err(|error| TestCaseError::fail(format!("{error}: {written}")))?;
    prop_assert_eq!(&again.puzzle, &file.puzzle, "{}", written);
    let mut kind = "no solution";
    let parts = parts_of_both(spec, &file, text)?;
    let step = parts.len().div_ceil(MOST_SOLVED);
    for (name, spec, part) in parts.into_iter().step_by(step.max(1)) {
        let Some(answer) = brute_force::solve(&spec) else {
            return Ok("too large");
        };
        if !answer.solutions.is_empty() {
            kind = "compared";
            if answer.symmetries > 1 {
                tally.add("symmetric");
                if !spec.givens.is_empty() || !spec.rules.is_empty() {
                    tally.add("symmetric with givens or restrictions");
                }
            }
        }
        let known = Known {
            spec: &spec,
            answer: &answer,
            text: &format!("{text}{name}\n{spec}"),
        };
        known.agrees_with(&part)?;
    }
    Ok(kind)
}

/// The puzzles of a file, according to the program and to the specification.
fn parts_of_both(
    spec: &Spec,
    file: &PuzzleFile,
    text: &str,
) -> Result<Vec<(String, Spec, Puzzle)>, TestCaseError> {
    let whole = file.goals.is_empty().then_some(PuzzlePart::Whole);
    let goals = file.goals.iter().map(|goal| PuzzlePart::Goal(&goal.name));
    let cases = file.cases.iter().map(|case| PuzzlePart::Case(&case.name));
    let made: Vec<PuzzlePart<'_>> = whole.into_iter().chain(goals).chain(cases).collect();
    let expected = spec.parts();
    prop_assert_eq!(made.len(), expected.len(), "{:?}: {}", made, text);
    let mut found = Vec::new();
    for alternatives in expected {
        let is_it = |part: &&PuzzlePart<'_>, expected: &str| match part {
            PuzzlePart::Whole => expected.is_empty(),
            PuzzlePart::Goal(name) => in_order(name) == expected,
            PuzzlePart::Case(name) => *name == expected,
        };
        let mut both = Vec::new();
        for (name, spec) in alternatives {
            let part = made.iter().find(|part| is_it(part, &name));
            both.extend(part.map(|part| (name, spec, *part)));
        }
        prop_assert_eq!(both.len(), 1, "{:?}, {:?}: {}", both, made, text);
        for (name, spec, part) in both {
            let part = file.clone().into_part(part);
            let Ok(part) = part else {
                let why = format!("no part {name:?}: {text}");
                return Err(TestCaseError::fail(why));
            };
            found.push((name, spec, part.puzzle));
        }
    }
    Ok(found)
}

/// A puzzle whose solutions are known.
struct Known<'a> {
    spec: &'a Spec,
    answer: &'a Answer,
    /// The text of the puzzle, shown if the program disagrees.
    text: &'a str,
}

impl Known<'_> {
    fn agrees_with(&self, puzzle: &Puzzle) -> Result<(), TestCaseError> {
        let text = self.text;
        let instance = Instance::new(puzzle.clone()).expect(text);
        prop_assert_eq!(
            instance.meanings().len(),
            self.options(),
            "options: {}",
            text
        );
        let none = self.answer.solutions.is_empty();
        let impossible = obstacles(&instance).into_iter().next();
        prop_assert!(none || impossible.is_none(), "{:?}: {}", impossible, text);
        let group = PuzzleSymmetry::of(&instance).expect(text);
        let distinct = Distinct::new(instance.problem(), &group.symmetries).expect(text);
        let mut kinds = None;
        for (engine, threads, mut memory) in EFFORTS {
            let count = loop {
                let monitor = context(engine, threads, memory);
                let job = CountTask::new(&instance, &group, &distinct, &monitor);
                match job.count(&mut CheckpointFile::nothing()) {
                    Err(SolveError::Sweep(error)) if is_too_small(&error) => memory *= 2,
                    count => break count.expect(text),
                }
            };
            let what = format!("{engine:?}, {threads} threads, {memory} bytes: {text}");
            self.counted(&count, &what)?;
            let kinds = kinds.get_or_insert_with(|| count.by_symmetry.clone());
            prop_assert_eq!(&*kinds, &count.by_symmetry, "{}", what);
        }
        self.listed(&instance, &distinct)?;
        self.numbered(&instance)
    }

    /// The expected number of options in the matrix. A given has a separate option, even if another
    /// copy of the piece has an option with the same cells.
    fn options(&self) -> usize {
        let Self { spec, answer, .. } = self;
        let given = |piece: usize| spec.givens.iter().filter(|(of, _)| *of == piece).count();
        let again = |(piece, _): &&(usize, _)| given(*piece) < spec.pieces[*piece].copies.1;
        answer.placements.len() + spec.givens.iter().filter(again).count()
    }

    fn counted(&self, count: &CountResult, what: &str) -> Result<(), TestCaseError> {
        let answer = self.answer;
        prop_assert!(count.complete, "{}", what);
        for (found, number, word) in [
            (&count.solutions, answer.solutions.len(), "solutions"),
            (&count.distinct, answer.distinct, "distinct"),
            (
                &count.distinct_rotations,
                answer.distinct_rotations,
                "by rotation",
            ),
        ] {
            prop_assert_eq!(
                found.exact(),
                Some(&BigUint::from(number)),
                "{}, {}",
                word,
                what
            );
        }
        let all: BigUint = count.by_symmetry.iter().map(|(_, number)| number).sum();
        prop_assert_eq!(Some(&all), count.distinct.exact(), "by symmetry, {}", what);
        let none = count.by_symmetry.iter().filter(|(name, _)| name == "none");
        let none: BigUint = none.map(|(_, number)| number).sum();
        prop_assert_eq!(none, answer.asymmetric.into(), "with no symmetry, {}", what);
        Ok(())
    }

    /// Asserts that the engines `links` and `bits` list the solutions that brute force finds, and the expected
    /// number of distinct solutions.
    fn listed(&self, instance: &Instance, distinct: &Distinct<'_>) -> Result<(), TestCaseError> {
        let text = self.text;
        let schedule = |engine, threads| Schedule {
            engine,
            threads: number(threads),
            parts: 3,
            in_any_order: false,
        };
        let list = |scope, schedule| {
            let search = Search {
                scope,
                schedule,
                done: 0,
            };
            let mut listed: Vec<Vec<OptionId>> = Vec::new();
            let ended = search.run::<_, SolveError>(
                &RunContext::silent(),
                &|options: &[OptionId], _| Some(options.to_vec()),
                |event| {
                    if let SearchEvent::Solution(options) = event {
                        listed.push(options);
                    }
                    Ok(ControlFlow::Continue(()))
                },
            );
            assert!(ended.expect(text).complete, "{text}");
            listed
        };
        let all = Scope::all(instance.problem(), &[]);
        let by_links = list(all, schedule(TreeEngine::Links, 1));
        prop_assert_eq!(
            &by_links,
            &list(all, schedule(TreeEngine::Bits, 2)),
            "lists: {}",
            text
        );
        let expected = self.solutions();
        let found = in_words(instance, &by_links);
        prop_assert_eq!(found.len(), expected.len(), "list: {}", text);
        prop_assert_eq!(
            found.into_iter().collect::<BTreeSet<_>>(),
            expected,
            "list: {}",
            text
        );
        let kinds = Scope::Distinct(distinct);
        let by_links = list(kinds, schedule(TreeEngine::Links, 1));
        prop_assert_eq!(
            &by_links,
            &list(kinds, schedule(TreeEngine::Bits, 2)),
            "distinct lists: {}",
            text
        );
        prop_assert_eq!(
            by_links.len(),
            self.answer.distinct,
            "distinct list: {}",
            text
        );
        Ok(())
    }

    /// Asserts that the decision diagram counts and numbers all solutions.
    fn numbered(&self, instance: &Instance) -> Result<(), TestCaseError> {
        let text = self.text;
        let space = Space::build(instance, &context(None, 1, MUCH)).expect(text);
        let expected = self.solutions();
        prop_assert_eq!(space.count(), expected.len().into(), "diagram: {}", text);
        let nth = |at: usize| space.diagram().nth(&at.into()).expect(text);
        let found: Vec<Vec<OptionId>> = (0..expected.len()).map(nth).collect();
        let found: BTreeSet<_> = in_words(instance, &found).into_iter().collect();
        prop_assert_eq!(found, expected, "diagram: {}", text);
        Ok(())
    }

    /// The solutions by brute force, in the program's notation.
    fn solutions(&self) -> BTreeSet<BTreeSet<(String, BTreeSet<String>)>> {
        let Self { spec, answer, .. } = self;
        let placed = |at: &usize| {
            let (piece, cells) = &answer.placements[*at];
            let cells = cells.iter().map(|cell| spec.grid.written(*cell));
            (name(&spec.pieces[*piece].name), cells.collect())
        };
        let solution = |solution: &Vec<usize>| solution.iter().map(placed).collect();
        answer.solutions.iter().map(solution).collect()
    }
}

fn in_words(instance: &Instance, solutions: &[Vec<OptionId>]) -> Listed {
    let puzzle = instance.puzzle();
    let placed = |option: &OptionId| {
        let meaning = instance.meaning(*option);
        let cells = meaning.placement.cells.iter();
        let cells = cells.map(|cell| {
            puzzle
                .lattice
                .coordinates(puzzle.board.cell(*cell))
                .to_string()
        });
        (name(&puzzle.piece(meaning.piece).name), cells.collect())
    };
    solutions
        .iter()
        .map(|options| options.iter().map(placed).collect())
        .collect()
}

/// The name of a piece in comparisons of solutions. All pieces of sets have the same name, because their cells
/// show which piece it is.
fn name(name: &str) -> String {
    if name.starts_with(PREFIX) {
        PREFIX.to_owned()
    } else {
        name.to_owned()
    }
}

/// Whether a sweep has too little memory to begin.
fn is_too_small(error: &FrontierError) -> bool {
    matches!(error, FrontierError::Budget { .. })
}

fn context(engine: Option<Engine>, threads: usize, memory: u64) -> RunContext {
    RunContext::silent().with(Resources {
        engine,
        threads: number(threads),
        memory: Some(memory),
        notes: None,
    })
}

fn number(number: usize) -> NonZeroUsize {
    NonZeroUsize::new(number).expect("at least one")
}
