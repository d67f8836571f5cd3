//! Random boards that are cut into pieces of one size. The count by regions is compared with the count by dancing
//! links.

use std::time::Duration;

use proptest::prelude::*;
use tilewright::cover::Instance;
use tilewright::puzzle::{Piece, Puzzle};
use tilewright::solve::SolveError;
use tilewright::solve::checkpoint::CheckpointFile;
use tilewright::solve::counting::{CountResult, CountTask};
use tilewright::solve::resources::Resources;
use tilewright::solve::search::RunContext;
use tilewright_dlx::{Distinct, Engine, StopFlag};
use tilewright_geometry::{Board, Cell, Crossing, Lattice, Sides, named_polyforms};

use crate::budget::run;

/// The lattices on which every connected set of cells is a polyform. On the others, polyforms consist of larger
/// tiles, such as the tans of polyaboloes.
fn lattices() -> Vec<Lattice> {
    let plain = |lattice: &Lattice| lattice.table().tiles.is_none();
    Lattice::ALL.into_iter().filter(plain).collect()
}

/// A board that grows from a cell: each of `choices` selects a neighbour to add. Large numbers select cells
/// with many neighbours on the board, so that boards have solutions, and some have symmetries.
fn board(lattice: Lattice, choices: &[u8]) -> Board {
    let origin = [0; 3];
    let first = lattice.cell(&origin[..lattice.arity()]).expect("a cell");
    let mut cells = vec![first];
    for &choice in choices {
        let near = cells.iter().flat_map(|&cell| lattice.neighbours(cell));
        let mut next: Vec<Cell> = near.filter(|cell| !cells.contains(cell)).collect();
        next.sort_by_key(|&cell| {
            let near = lattice.neighbours(cell).filter(|near| cells.contains(near));
            (usize::MAX - near.count(), lattice.reading_key(cell))
        });
        next.dedup();
        cells.push(next[usize::from(choice).saturating_sub(160) % next.len()]);
    }
    Board::new(lattice, cells, []).expect("a board")
}

/// How a set of pieces differs from all pieces of a size.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Lack {
    Nothing,
    /// The last piece has a limit: it may be used at most once.
    Bound,
    /// The last piece is missing.
    Piece,
}

/// A board and the pieces it is cut into.
#[derive(Debug, Clone)]
struct Spec {
    lattice: Lattice,
    parts: usize,
    size: usize,
    choices: Vec<u8>,
    sides: Sides,
    lack: Lack,
}

fn specs() -> impl Strategy<Value = Spec> {
    let sizes = (prop::sample::select(lattices()), 1_usize..=5, 2_usize..=4);
    let sides = prop_oneof![Just(Sides::Free), Just(Sides::OneSided)];
    let lack = prop_oneof![
        4 => Just(Lack::Nothing),
        1 => Just(Lack::Bound),
        1 => Just(Lack::Piece),
    ];
    let choices = proptest::collection::vec(any::<u8>(), 19);
    (sizes, choices, sides, lack).prop_map(|((lattice, parts, size), choices, sides, lack)| Spec {
        lattice,
        parts,
        size,
        choices,
        sides,
        lack,
    })
}

fn puzzle(spec: &Spec) -> Puzzle {
    let lattice = spec.lattice;
    let most = u32::try_from(spec.parts).expect("few parts");
    let named = named_polyforms(lattice, spec.size, spec.sides).expect("few pieces");
    let mut pieces: Vec<Piece> = named
        .into_iter()
        .map(|named| {
            let piece = Piece::new(&named.name, named.polyform).expect("a name");
            piece.with_sides(spec.sides).with_copies(0..=most)
        })
        .collect::<Result<_, _>>()
        .expect("few copies");
    let last = pieces.pop().expect("a piece");
    match spec.lack {
        Lack::Nothing => pieces.push(last),
        Lack::Bound => pieces.push(last.with_copies(0..=1).expect("one copy")),
        Lack::Piece if pieces.is_empty() => pieces.push(last),
        Lack::Piece => {}
    }
    Puzzle::builder(lattice)
        .crossing(Crossing::NotStraight)
        .board(board(lattice, &spec.choices[..spec.parts * spec.size - 1]))
        .pieces(pieces)
        .build()
        .expect("a puzzle")
}

fn count(instance: &Instance, engine: Engine) -> Result<CountResult, SolveError> {
    let group = instance.symmetry(&StopFlag::new())?;
    let distinct = Distinct::new(instance.problem(), &group.symmetries)?;
    let resources = Resources {
        engine: Some(engine),
        ..Resources::default()
    };
    let monitor = RunContext::silent().with(resources);
    let job = CountTask::new(instance, group, &distinct, &monitor);
    job.count(&mut CheckpointFile::nothing())
}

#[test]
fn regions_agree_with_dancing_links() {
    let tally = run("dissections", 600, &specs(), |spec, tally| {
        let puzzle = puzzle(&spec);
        let text = puzzle.to_ron();
        let lattice = puzzle.lattice;
        let instance = Instance::new(puzzle).expect("an instance");
        if instance.problem().option_count() == 0 {
            return Ok(());
        }
        let by_regions = tally.time(Duration::from_secs(20), &text, || {
            count(&instance, Engine::Regions)
        })?;
        let found = match by_regions {
            Err(SolveError::NoDissection) => {
                // The engine refuses a puzzle in which not every division of the board is a solution: pieces may
                // cross at a junction, or a piece is missing or limited.
                let may_bind = lattice.has_crossings() || spec.lack != Lack::Nothing;
                prop_assert!(may_bind, "{}", text);
                tally.add("refused");
                return Ok(());
            }
            found => found.expect("a count"),
        };
        let expected = count(&instance, Engine::Links).expect("a count");
        prop_assert_eq!(&found.solutions, &expected.solutions, "{}", text);
        prop_assert_eq!(&found.distinct, &expected.distinct, "{}", text);
        let by_rotation = (&found.distinct_rotations, &expected.distinct_rotations);
        prop_assert_eq!(by_rotation.0, by_rotation.1, "{}", text);
        prop_assert_eq!(&found.by_symmetry, &expected.by_symmetry, "{}", text);
        tally.add(lattice.table().name);
        if found.by_symmetry.len() > 1 {
            tally.add("with symmetric solutions");
        }
        Ok(())
    });
    for kind in lattices()
        .into_iter()
        .map(|lattice| lattice.table().name)
        .chain(["refused", "with symmetric solutions"])
    {
        assert!(tally.of(kind) > 0, "{kind}: {tally:?}");
    }
}
