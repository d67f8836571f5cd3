//! Distinct solutions by brute force: the images of all solutions are compared one by one, on small boards
//! with every symmetry group of a lattice.
//!
//! The oracle follows the definition and shares no code with the search. An isometry is a symmetry if it
//! maps the board, the givens and the set of pieces to themselves; pieces are compared by the shapes that
//! their sides allow and their copies, including pieces that fit nowhere. A solution is a set of named
//! placements. The image of a placement has the image of its cells and the name of its piece's image.

#[path = "brute_force/conditions.rs"]
mod conditions;
#[path = "brute_force/flipped.rs"]
mod flipped;
#[path = "brute_force/groups.rs"]
mod groups;
#[path = "brute_force/lattices.rs"]
mod lattices;
#[path = "brute_force/oracle.rs"]
mod oracle;
#[path = "brute_force/pieces.rs"]
mod pieces;
#[path = "brute_force/wrapped.rs"]
mod wrapped;

use std::num::NonZeroUsize;

use tilewright::cover::Instance;
use tilewright::cover::orbits::PuzzleSymmetry;
use tilewright::puzzle::{Source, load};
use tilewright::solve::checkpoint::CheckpointFile;
use tilewright::solve::counting::{CountTask, Known};
use tilewright::solve::resources::Resources;
use tilewright::solve::search::RunContext;
use tilewright_dlx::{Distinct, Engine};

use oracle::{Symmetry, classes, solutions, symmetries};

/// The order of a puzzle's group.
fn order(text: &str) -> usize {
    let puzzle = load(&Source::new("brute force", text)).expect(text).puzzle;
    let instance = Instance::new(puzzle).expect(text);
    PuzzleSymmetry::of(&instance).expect(text).order()
}

/// Counts a puzzle by each engine and by the definition; returns the order of its group and the
/// number of solutions.
fn compare(text: &str) -> (usize, usize) {
    let puzzle = load(&Source::new("brute force", text)).expect(text).puzzle;
    let instance = Instance::new(puzzle).expect(text);
    let puzzle = instance.puzzle();
    let group = PuzzleSymmetry::of(&instance).expect(text);
    let distinct = Distinct::new(instance.problem(), &group.symmetries).expect(text);
    let solutions = solutions(&instance);
    let all = symmetries(&instance);
    assert_eq!(group.order(), all.len(), "{text}");
    let all: Vec<&Symmetry> = all.iter().collect();
    let orbits = classes(puzzle, &solutions, &all);
    let rotations: Vec<&Symmetry> = all.into_iter().filter(|g| g.is_rotation).collect();
    let rotations = classes(puzzle, &solutions, &rotations);
    let mut kinds = None;
    for engine in [Engine::Links, Engine::Bits, Engine::Frontier] {
        let resources = Resources {
            engine: Some(engine),
            threads: NonZeroUsize::MIN,
            memory: Some(1 << 24),
            notes: None,
        };
        let monitor = RunContext::silent().with(resources);
        let job = CountTask::new(&instance, &group, &distinct, &monitor);
        let count = job.count(&mut CheckpointFile::nothing()).expect(text);
        let numbers = [count.solutions, count.distinct, count.distinct_rotations];
        let expected = [solutions.len() as u64, orbits, rotations];
        let expected = expected.map(|number| Known::Exact(number.into()));
        assert_eq!(numbers, expected, "{engine}: {text}");
        // The kinds of symmetry are found in two ways: by searches and by the sweep.
        let found = kinds.get_or_insert_with(|| count.by_symmetry.clone());
        assert_eq!(*found, count.by_symmetry, "{engine}: {text}");
    }
    (group.order(), solutions.len())
}
