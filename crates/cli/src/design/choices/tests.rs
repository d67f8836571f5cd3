use std::collections::BTreeMap;

use proptest::collection::vec;
use proptest::prelude::*;
use tilewright_dlx::{Distinct, Engine, StopFlag};
use tilewright_geometry::{
    Board, Cell, Lattice, Seam, Sides, Vector, box_, polyforms, rectangle, rhombus,
};

use super::*;
use crate::puzzle::{Condition, Piece, Puzzle, Requirement, Source, load};
use crate::solve::checkpoint::CheckpointFile;
use crate::solve::counting::{CountResult, CountTask};
use crate::solve::resources::Resources;
use crate::solve::search::{ProgressSink, ProgressView, WorkKind};

/// Counts the solutions of one choice as those of a separate puzzle.
fn counted(puzzle: Puzzle) -> CountResult {
    let instance = Instance::new(puzzle).unwrap();
    let monitor = RunContext::silent();
    let group = instance.symmetry(monitor.stop()).unwrap();
    let distinct = Distinct::new(instance.problem(), &group.symmetries).unwrap();
    let job = CountTask::new(&instance, group, &distinct, &monitor);
    job.count(&mut CheckpointFile::nothing()).unwrap()
}

/// Small symmetric boards on several lattices.
fn boards() -> impl Strategy<Value = (Lattice, Vec<Cell>)> {
    let square = |x, y| (Lattice::Square, rectangle(Lattice::Square, x, y).unwrap());
    let stick = |x, y| (Lattice::Stick, rectangle(Lattice::Stick, x, y).unwrap());
    prop_oneof![
        Just(square(3, 3)),
        Just(square(4, 3)),
        Just(square(4, 4)),
        Just((Lattice::Triangle, rhombus(Lattice::Triangle, 2, 2).unwrap())),
        Just((Lattice::Triangle, rhombus(Lattice::Triangle, 3, 2).unwrap())),
        Just(stick(1, 2)),
        Just(stick(2, 2)),
        Just((Lattice::Cube, box_(Lattice::Cube, 2, 2, 2).unwrap())),
        Just((Lattice::Cube, box_(Lattice::Cube, 3, 2, 1).unwrap())),
    ]
}

prop_compose! {
    /// A pool of different polyforms of one to four cells. Some cells of the board are optional or
    /// removed. Boards of squares may wrap around or come with a second board.
    pub(super) fn pools()(
        (lattice, cells) in boards(),
        holes in vec(0..12_u8, 16),
        picks in vec((1..4_usize, any::<prop::sample::Index>(), 0..2_u32, 0..3_u32), 1..6),
        sides in prop_oneof![Just(Sides::Free), Just(Sides::OneSided), Just(Sides::Fixed)],
        given in prop::option::of(any::<prop::sample::Index>()),
        surroundings in 0..6_u8,
    ) -> Option<Puzzle> {
        let kind = |at: usize| holes[at % holes.len()];
        let of_kind = |wanted: fn(u8) -> bool| {
            let cells = cells.iter().enumerate();
            cells.filter(move |(at, _)| wanted(kind(*at))).map(|(_, cell)| *cell)
        };
        let board = Board::new(lattice, of_kind(|kind| kind > 1), of_kind(|kind| kind == 1)).ok()?;
        let board = in_surroundings(board, surroundings)?;
        let mut pieces: BTreeMap<String, Piece> = BTreeMap::new();
        for (size, pick, least, more) in picks {
            let forms = polyforms(lattice, size, sides).unwrap();
            let form = pick.get(&forms).clone();
            let name = format!("{size}.{}", pick.index(forms.len()));
            let piece = Piece::new(&name, form).unwrap().with_sides(sides);
            pieces.insert(name, piece.with_copies(least..=(least + more).max(1)).unwrap());
        }
        let builder = Puzzle::builder(lattice).board(board).pieces(pieces.into_values().collect::<Vec<_>>());
        let puzzle = builder.clone().build().ok()?;
        let instance = Instance::new(puzzle).ok()?;
        let given = given.filter(|_| !instance.meanings().is_empty()).map(|at| at.get(instance.meanings()));
        let Some(given) = given else { return builder.build().ok() };
        let cells = given.placement.cells.iter().map(|cell| instance.puzzle().board.cell(*cell));
        let name = instance.puzzle().piece(given.piece).name.as_str();
        builder.given(name, cells).build().ok()
    }
}

/// A board of squares that wraps around in width, in height or both, or that gets a second board of
/// two squares. Other boards are unchanged. `None` if cells would coincide.
fn in_surroundings(board: Board, surroundings: u8) -> Option<Board> {
    let lattice = board.lattice();
    if lattice != Lattice::Square {
        return Some(board);
    }
    let cells = || board.indices().map(|cell| board.cell(cell).vector());
    let width = 1 + cells().map(|cell| cell.x).max()?;
    let height = 1 + cells().map(|cell| cell.y).max()?;
    let (x, y) = (
        Seam::Straight(Vector::flat(width, 0)),
        Seam::Straight(Vector::flat(0, height)),
    );
    match surroundings {
        0 => board.wrapped(&[x]).ok(),
        1 => board.wrapped(&[y]).ok(),
        2 => board.wrapped(&[x, y]).ok(),
        3 => {
            let second = Board::new(lattice, rectangle(lattice, 2, 1).ok()?, []).ok()?;
            Board::together(&[board, second]).ok()
        }
        _ => Some(board),
    }
}

prop_compose! {
    /// Boards of squares, and tiles whose cells have one of two colours on either side.
    fn colored_pools()(
        (width, height) in prop_oneof![Just((2, 2)), Just((3, 2)), Just((3, 3)), Just((4, 2))],
        optional in 0..4_usize,
        picks in vec((1..4_usize, any::<prop::sample::Index>(), vec(0..2_usize, 8), any::<bool>(), 0..2_u32), 1..5),
        sides in prop_oneof![Just(Sides::Free), Just(Sides::OneSided), Just(Sides::Fixed)],
        plain in prop::option::of(1..3_usize),
        meets in prop::option::of(prop_oneof![Just(Condition::Matching), Just(Condition::Differing)]),
        given in prop::option::of(any::<prop::sample::Index>()),
    ) -> Option<Puzzle> {
        let square = Lattice::Square;
        let mut cells = rectangle(square, width, height).unwrap();
        let required = cells.split_off(optional.min(cells.len() - 1));
        let board = Board::new(square, required, cells).ok()?;
        let mut pieces: Vec<Piece> = Vec::new();
        for (number, (size, pick, colors, two_sided, more)) in picks.into_iter().enumerate() {
            let forms = polyforms(square, size, Sides::Free).unwrap();
            let color = |at: usize| ["a", "b"][colors[at]];
            let front: Vec<&str> = (0..size).map(color).collect();
            let back: Vec<&str> = (4..4 + size).map(color).collect();
            let tile = Piece::new(&format!("t{number}"), pick.get(&forms).clone()).unwrap();
            let tile = tile.with_sides(sides).with_copies(0..=1 + more).unwrap();
            let faces = tile.with_cell_colors(&front, two_sided.then_some(&back[..])).unwrap();
            // Tiles that look alike are dropped, because it would be ambiguous which of them is the
            // image of a tile.
            let same = |one: &Piece, other: &Piece| {
                let colors = |piece: &Piece| piece.cell_colors.clone().map(|colors| colors.colors);
                (&one.polyform, colors(one)) == (&other.polyform, colors(other))
            };
            if !pieces.iter().any(|piece| faces.iter().any(|face| same(piece, face))) {
                pieces.extend(faces);
            }
        }
        if let Some(size) = plain {
            let form = polyforms(square, size, Sides::Free).unwrap().remove(0);
            pieces.push(Piece::new("plain", form).unwrap().with_copies(0..=2).unwrap());
        }
        let builder = Puzzle::builder(square).board(board).pieces(pieces);
        let puzzle = builder.clone().build().ok()?;
        let instance = Instance::new(puzzle).ok()?;
        let given = given.filter(|_| !instance.meanings().is_empty()).map(|at| at.get(instance.meanings()));
        let builder = match given {
            Some(given) => {
                let cells = given.placement.cells.iter().map(|cell| instance.puzzle().board.cell(*cell));
                builder.given(instance.puzzle().piece(given.piece).name.as_str(), cells)
            }
            None => builder,
        };
        let mut puzzle = builder.build().ok()?;
        puzzle.conditions = meets.into_iter().collect();
        Some(puzzle)
    }
}

fn conditions() -> impl Strategy<Value = Condition> {
    Just(Condition::FaultFree)
}

/// All combinations of numbers of copies of the pieces, within their bounds. The copies of a tile
/// are given at its first face.
fn all_choices(puzzle: &Puzzle) -> Vec<Vec<u32>> {
    let copies = puzzle.pieces.iter().map(|piece| {
        if !piece.is_first_face() {
            return 0..=0;
        }
        let copies = piece.copies_of_tile();
        copies.min..=copies.max
    });
    itertools::Itertools::multi_cartesian_product(copies).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(50))]

    #[test]
    fn every_choice_has_the_numbers_of_its_own_count(
        puzzle in pools().prop_filter_map("no board", |puzzle| puzzle),
        engine in prop_oneof![Just(None), Just(Some(Engine::Links)), Just(Some(Engine::Frontier))],
        condition in prop::option::of(conditions()),
    ) {
        let mut puzzle = puzzle;
        let has_meaning = |condition: &Condition| {
            *condition != Condition::FaultFree
                || (puzzle.lattice.has_lines() && puzzle.board.seams().is_empty())
        };
        puzzle.conditions = condition.filter(has_meaning).into_iter().collect();
        check_every_choice(puzzle, engine)?;
    }

    #[test]
    fn every_choice_of_tiles_has_the_numbers_of_its_own_count(
        puzzle in colored_pools().prop_filter_map("no board", |puzzle| puzzle),
        engine in prop_oneof![Just(None), Just(Some(Engine::Links)), Just(Some(Engine::Frontier))],
    ) {
        check_every_choice(puzzle, engine)?;
    }
}

/// Compares all choices with a separate count of each.
fn check_every_choice(puzzle: Puzzle, engine: Option<Engine>) -> Result<(), TestCaseError> {
    let instance = Instance::new(puzzle).unwrap();
    let rule = ChoiceRule::default();
    let resources = Resources {
        engine,
        ..Resources::default()
    };
    let choices = ChoiceQuestion::new(&instance, &rule)
        .count(&RunContext::silent().with(resources))
        .unwrap();
    let found: Vec<Choice> = choices.iter().collect();
    let mut solvable = 0;
    for copies in all_choices(instance.puzzle())
        .into_iter()
        .filter(|copies| copies.iter().any(|copies| *copies > 0))
    {
        let choice = choices.get(&copies);
        let givens = instance.puzzle().givens_of_tiles();
        if givens
            .iter()
            .zip(&copies)
            .any(|(givens, copies)| givens > copies)
        {
            prop_assert_eq!(choice, None);
            continue;
        }
        let expected = counted(instance.puzzle().chosen(&copies));
        let Some(choice) = choice else {
            prop_assert_eq!(expected.solutions, Known::Exact(BigUint::ZERO));
            continue;
        };
        solvable += 1;
        prop_assert!(found.contains(&choice));
        prop_assert_eq!(Known::Exact(choice.solutions), expected.solutions);
        prop_assert_eq!(choice.distinct, expected.distinct);
        prop_assert_eq!(choice.distinct_rotations, expected.distinct_rotations);
    }
    // The choice without pieces makes no puzzle, so it is not counted above. It has a solution if
    // every cell is optional.
    prop_assert!(found.len() - solvable <= 1);
    Ok(())
}

/// Checks a board of 3 × 4 that wraps around. On it, the mirror image of a one-sided Y has the same
/// placements as the Y, but it is another piece.
#[test]
fn a_reflection_keeps_no_one_sided_piece_whose_placements_it_keeps() {
    let text = r#"(lattice: Square, board: Rect(3, 4), wrap: (x: 3, y: 4),
        pieces: [Set(of: Polyominoes(5), sides: OneSided, only: ["Y"], copies: (0, 2)),
                 Set(of: Polyominoes(2), copies: (0, 1))])"#;
    let puzzle = load(&Source::new("test", text)).unwrap().puzzle;
    let choices = ChoiceRule::default();
    let instance = Instance::new(puzzle).unwrap();
    let choices = ChoiceQuestion::new(&instance, &choices)
        .count(&RunContext::silent())
        .unwrap();
    let choice = choices.get(&[2, 1]).unwrap();
    assert_eq!(choice.solutions, 24_u32.into());
    assert_eq!(
        choice.distinct,
        counted(instance.puzzle().chosen(&[2, 1])).distinct
    );
    assert_eq!(choice.distinct, Known::Exact(2_u32.into()));
}

/// Receives progress, and sets the stop flag when work with this name begins.
struct StopsAt(&'static str, StopFlag);

struct NoView;

impl ProgressView for NoView {
    fn show(&mut self, _: Option<f64>, _: &str) {}
}

impl ProgressSink for StopsAt {
    fn begin(&self, kind: WorkKind) -> Box<dyn ProgressView> {
        if kind == WorkKind::Busy(self.0) {
            self.1.set();
        }
        Box::new(NoView)
    }
}

/// Checks that a run stopped after the count keeps the choices that can be judged by their numbers.
#[test]
fn a_stop_after_the_counts_loses_none_of_them() {
    let text =
        r"(lattice: Square, board: Rect(6, 5), pieces: [Set(of: Polyominoes(5), copies: (0, 1))])";
    let puzzle = load(&Source::new("test", text)).unwrap().puzzle;
    let (instance, rule) = (Instance::new(puzzle).unwrap(), ChoiceRule::default());
    let question = ChoiceQuestion::new(&instance, &rule);
    let stopped_at = |work, spec: SelectionSpec<'_>| {
        let stop = StopFlag::new();
        let monitor = RunContext::new(&stop).observed(StopsAt(work, stop.clone()));
        let mut nothing = CheckpointFile::nothing();
        question.select(spec, &monitor, &mut nothing)
    };
    let (all, one) = ("1..".parse().unwrap(), "1".parse().unwrap());
    let (all, one) = (Requirement::Distinct(all), Requirement::Distinct(one));
    let symmetries = "looking for symmetric solutions";
    for (work, wanted, judged) in [
        (symmetries, &all, 172),
        (symmetries, &one, 0),
        ("judging choices", &one, 172),
    ] {
        let found = stopped_at(work, SelectionSpec::new(wanted)).unwrap();
        let stopped = found.stopped.unwrap();
        assert_eq!(
            (stopped.judged, stopped.is_complete),
            (judged, true),
            "{work}"
        );
        assert_eq!(found.selection.solvable, 172);
        assert_eq!(found.selection.solutions, 2164_u32.into());
        let is_all = wanted == &all;
        assert_eq!(found.selection.wanted == 172, is_all);
        assert_eq!(found.selection.first.len() as u64, found.selection.wanted);
    }
    // A stop while choices are counted leaves them unknown. The last run has no requirement that
    // needs symmetries, so it does not look for them and is not stopped.
    let counting = stopped_at("counting choices", SelectionSpec::new(&all));
    let interrupted = ChoiceError::Solve(SolveError::Interrupted);
    assert_eq!(counting.unwrap_err().to_string(), interrupted.to_string());
    let any = Requirement::All(Vec::new());
    let plain = stopped_at(symmetries, SelectionSpec::new(&any)).unwrap();
    assert_eq!((plain.stopped, plain.selection.wanted), (None, 172));
}
