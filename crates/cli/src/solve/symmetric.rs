//! The solutions that have a symmetry, found without the others.
//!
//! A solution that an automorphism g maps to itself is a union of orbits of options under g, so it is a solution of an
//! exact cover problem with an option for each orbit, which is much smaller. A puzzle that asks for a kind of symmetry
//! ([`Condition::Symmetric`]) is searched so for each g of that kind; a solution that several of them keep is taken at
//! the first.

use std::ops::ControlFlow::{self, Break, Continue};
use std::time::Duration;

use tilewright_dlx::burnside::fixed_covers;
use tilewright_dlx::{OptionId, Progress, SymmetryId, Visitor};

use super::SolveError;
use super::search::{Kind, Monitor, Watch};
use crate::cover::Instance;
use crate::cover::orbits::PuzzleSymmetry;
use crate::puzzle::{Condition, SymmetryKind};

/// What takes a solution, its options in order, and its stabilizer.
pub type Visit<'a> = &'a mut dyn FnMut(&[OptionId], &[SymmetryId]) -> ControlFlow<()>;

/// How a search for symmetric solutions ended.
#[derive(Debug, Clone, Copy)]
pub struct SymmetricEnd {
    /// Whether everything was searched.
    pub complete: bool,
    /// Whether a signal stopped it.
    pub interrupted: bool,
    /// How long it took.
    pub elapsed: Duration,
}

/// The kinds of symmetry that a puzzle asks each of its solutions to have; empty if it asks for none.
pub fn requested_kinds(instance: &Instance) -> Vec<SymmetryKind> {
    let conditions = instance.puzzle().conditions.iter();
    let kinds = conditions.filter_map(|condition| match condition {
        Condition::Symmetric { by } => Some(*by),
        _ => None,
    });
    kinds.collect()
}

/// The automorphisms of a kind, with all that are the same up to symmetry, so that solutions which are the same up to
/// symmetry have one of them or not alike.
pub fn of_kind(group: &PuzzleSymmetry, kind: SymmetryKind) -> Vec<SymmetryId> {
    let ids = || group.symmetries.ids();
    let named: Vec<SymmetryId> = ids().filter(|id| group.is_of(*id, kind)).collect();
    let mut all: Vec<SymmetryId> = ids().flat_map(|g| group.conjugated(g, &named)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Hands on every solution that an automorphism of each list of `kept_by` maps to itself and that meets the puzzle's other
/// conditions, each once with its stabilizer; if `distinct`, one of each that are the same up to symmetry.
///
/// The order follows from the puzzle alone. `kept_by` has a list for each kind, as [`of_kind`] gives it; without any there
/// is nothing to find.
///
/// Cost: that of a search by dancing links over the orbits of options for each automorphism of the kind, and for each
/// solution the order of the group times its options.
///
/// # Errors
///
/// [`SolveError`] if the automorphisms are not those of the puzzle.
pub fn symmetric_solutions(
    instance: &Instance,
    group: &PuzzleSymmetry,
    kept_by: &[Vec<SymmetryId>],
    distinct: bool,
    monitor: &Monitor,
    visit: Visit<'_>,
) -> Result<SymmetricEnd, SolveError> {
    let mut watch = Watch::new(monitor, Kind::Search);
    let mut complete = true;
    for &g in kept_by.first().into_iter().flatten() {
        let mut taker = Taker {
            instance,
            group,
            kept_by,
            g,
            distinct,
            watch: &mut watch,
            visit,
        };
        let report = fixed_covers(instance.problem(), &group.symmetries, g, &mut taker)?;
        complete = report.complete;
        if !complete {
            break;
        }
    }
    let (elapsed, signalled) = watch.end();
    Ok(SymmetricEnd {
        complete,
        interrupted: !complete && signalled,
        elapsed,
    })
}

/// Takes the solutions that an automorphism keeps.
struct Taker<'a, 'w> {
    instance: &'a Instance,
    group: &'a PuzzleSymmetry,
    kept_by: &'a [Vec<SymmetryId>],
    g: SymmetryId,
    distinct: bool,
    watch: &'a mut Watch<'w>,
    visit: Visit<'a>,
}

impl Visitor for Taker<'_, '_> {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        let mut solution = options.to_vec();
        solution.sort_unstable();
        let image = |id: SymmetryId| {
            let images = solution
                .iter()
                .map(|&option| self.group.symmetries.image(id, option));
            let mut images: Vec<OptionId> = images.collect();
            images.sort_unstable();
            images
        };
        let mut stabilizer = Vec::new();
        for id in self.group.symmetries.ids() {
            let image = image(id);
            if image == solution {
                stabilizer.push(id);
            } else if self.distinct && image < solution {
                return Continue(());
            }
        }
        // It is taken at the first automorphism of the first kind that keeps it.
        let mut keepers =
            (self.kept_by.iter()).map(|of_kind| of_kind.iter().find(|id| stabilizer.contains(id)));
        let is_first = keepers.next().flatten() == Some(&self.g);
        if !is_first || !keepers.all(|keeper| keeper.is_some()) || !self.instance.accepts(&solution)
        {
            return Continue(());
        }
        (self.visit)(&solution, &stabilizer)
    }

    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        match self.watch.hear(progress) {
            Continue(()) => Continue(()),
            Break(()) => Break(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use itertools::Itertools;
    use tilewright_dlx::{Distinct, Engine, Links, StopFlag};

    use super::*;
    use crate::puzzle::Puzzle;
    use crate::solve::checkpoint::CheckpointFile;
    use crate::solve::counting::{Job, Known};
    use crate::solve::resources::Resources;

    /// All solutions, looked at one by one: those with a symmetry of each kind, and how many orbits they make.
    fn solutions_kept_by(
        instance: &Instance,
        group: &PuzzleSymmetry,
        kinds: &[SymmetryKind],
    ) -> (usize, usize) {
        let kept_by: Vec<_> = kinds.iter().map(|kind| of_kind(group, *kind)).collect();
        let image = |id: SymmetryId, solution: &BTreeSet<OptionId>| -> BTreeSet<OptionId> {
            solution
                .iter()
                .map(|&option| group.symmetries.image(id, option))
                .collect()
        };
        let (mut count, mut orbits) = (0, BTreeSet::new());
        Links::new(instance.problem()).run(&mut |options: &[OptionId]| {
            let solution: BTreeSet<OptionId> = options.iter().copied().collect();
            let is_kept =
                |by: &Vec<SymmetryId>| by.iter().any(|id| image(*id, &solution) == solution);
            if kept_by.iter().all(is_kept) {
                count += 1;
                let images = group.symmetries.ids().map(|id| image(id, &solution));
                orbits.insert(images.min());
            }
            Continue(())
        });
        (count, orbits.len())
    }

    #[test]
    fn symmetric_solutions_are_those_of_all() {
        let boards = [
            "lattice: Square, board: Rect(4, 4), pieces: [Set(of: Polyominoes(2), copies: Any)]",
            "lattice: Square, board: Rect(4, 3), pieces: [Set(of: Polyominoes(3), sides: OneSided, copies: Any),
                Set(of: Polyominoes(2), copies: Any, prefix: \"2\")]",
            "lattice: Triangle, board: Hexagon(2), pieces: [Set(of: Polyiamonds(2), copies: Any)]",
            "lattice: Cube, board: Box(2, 2, 3), pieces: [Set(of: Polycubes(2), copies: Any)]",
            "lattice: Square, board: Rect(4, 4), wrap: (x: 4, y: 4), pieces: [Set(of: Polyominoes(2), copies: Any)]",
            "lattice: Square, board: Rect(5, 4), wrap: (x: 5, flip: X), pieces: [Set(of: Polyominoes(2), copies: Any)]",
            "lattice: Square, boards: [Rect(4, 2), Rect(4, 2)], pieces: [Set(of: Polyominoes(2), copies: Any)]",
        ];
        for text in boards {
            for kind in SymmetryKind::ALL {
                let text = format!("({text}, conditions: [Symmetric({:?})])", kind.word());
                let puzzle = Puzzle::from_ron(&text).expect(&text);
                let instance = Instance::with_filter(puzzle).expect(&text);
                let group = instance.symmetry(&StopFlag::new()).expect(&text);
                let (solutions, orbits) = solutions_kept_by(&instance, group, &[kind]);
                let distinct = Distinct::new(instance.problem(), &group.symmetries).expect(&text);
                for engine in [Engine::Links, Engine::Frontier] {
                    // Sweeps are for groups of 64 elements at most.
                    if engine == Engine::Frontier && group.order() > 64 {
                        continue;
                    }
                    let resources = Resources {
                        engine: Some(engine),
                        ..Resources::default()
                    };
                    let monitor = Monitor::silent();
                    let job = Job::new(&instance, group, &distinct, &resources, &monitor);
                    let count = job.count(&mut CheckpointFile::nothing()).expect(&text);
                    assert_eq!(
                        count.solutions,
                        Known::Exact(solutions.into()),
                        "{engine}: {text}"
                    );
                    assert_eq!(
                        count.distinct,
                        Known::Exact(orbits.into()),
                        "{engine}: {text}"
                    );
                }
                let kept_by = [of_kind(group, kind)];
                for (is_distinct, wanted) in [(false, solutions), (true, orbits)] {
                    let mut found = 0;
                    symmetric_solutions(
                        &instance,
                        group,
                        &kept_by,
                        is_distinct,
                        &Monitor::silent(),
                        &mut |_, _| {
                            found += 1;
                            Continue(())
                        },
                    )
                    .expect(&text);
                    assert_eq!(found, wanted, "{text}");
                }
            }
        }
    }

    /// Solutions with two kinds of symmetry are those of one that have the other too.
    #[test]
    fn solutions_with_two_kinds_of_symmetry() {
        let board =
            "lattice: Square, board: Rect(4, 4), pieces: [Set(of: Polyominoes(2), copies: Any)]";
        for [one, other] in SymmetryKind::ALL.into_iter().array_combinations() {
            let (one, other) = (one.word(), other.word());
            let text = format!("({board}, conditions: [Symmetric({one:?}), Symmetric({other:?})])");
            let instance = Instance::with_filter(Puzzle::from_ron(&text).unwrap()).unwrap();
            let group = instance.symmetry(&StopFlag::new()).unwrap();
            let kinds = requested_kinds(&instance);
            let looked = solutions_kept_by(&instance, group, &kinds);
            for engine in [Engine::Links, Engine::Frontier] {
                let distinct = Distinct::new(instance.problem(), &group.symmetries).unwrap();
                let resources = Resources {
                    engine: Some(engine),
                    ..Resources::default()
                };
                let monitor = Monitor::silent();
                let job = Job::new(&instance, group, &distinct, &resources, &monitor);
                let count = job.count(&mut CheckpointFile::nothing()).unwrap();
                let found = [count.solutions, count.distinct];
                let wanted = [looked.0, looked.1].map(|number| Known::Exact(number.into()));
                assert_eq!(found, wanted, "{engine}: {text}");
            }
        }
    }

    fn counted(text: &str, kind: SymmetryKind) -> Known<num_bigint::BigUint> {
        let text = format!("({text}, conditions: [Symmetric({:?})])", kind.word());
        let instance = Instance::with_filter(Puzzle::from_ron(&text).unwrap()).unwrap();
        let group = instance.symmetry(&StopFlag::new()).unwrap();
        let distinct = Distinct::new(instance.problem(), &group.symmetries).unwrap();
        let (resources, monitor) = (Resources::default(), Monitor::silent());
        let job = Job::new(&instance, group, &distinct, &resources, &monitor);
        job.count(&mut CheckpointFile::nothing()).unwrap().solutions
    }

    /// On a strip a reflection moves placements as a half turn does, on a board that a piece fills as the identity does.
    #[test]
    fn isometries_that_move_placements_alike_are_of_the_kinds_of_all() {
        let strip = |length: u32| {
            format!(
                "lattice: Square, board: Rect({length}, 1), pieces: [Set(of: Polyominoes(1), copies: Any),
                Set(of: Polyominoes(2), copies: Any, prefix: \"2\")]"
            )
        };
        for (length, palindromes) in (2..=6).zip([2_u32, 1, 3, 2, 5]) {
            for kind in [SymmetryKind::HalfTurn, SymmetryKind::Reflection] {
                let exact = Known::Exact(palindromes.into());
                assert_eq!(counted(&strip(length), kind), exact, "{length}");
            }
        }
        let domino = "lattice: Square, board: Rect(1, 2), pieces: [Set(of: Polyominoes(2))]";
        let squares = "lattice: Square, board: Rect(4, 2), pieces: [Piece(name: \"O\", cells: Rect(2, 2), copies: 2)]";
        let flat =
            "lattice: Cube, board: Box(4, 3, 1), pieces: [Set(of: Polycubes(3), copies: Any)]";
        let plane =
            "lattice: Square, board: Rect(4, 3), pieces: [Set(of: Polyominoes(3), copies: Any)]";
        for kind in [SymmetryKind::HalfTurn, SymmetryKind::Reflection] {
            assert_eq!(counted(domino, kind), Known::Exact(1_u32.into()));
            assert_eq!(counted(squares, kind), Known::Exact(1_u32.into()));
        }
        // In space the half turns of the plane are reflections too, and its reflections half turns.
        let any = counted(plane, SymmetryKind::Any);
        assert_eq!(counted(flat, SymmetryKind::Reflection), any);
        assert_eq!(counted(flat, SymmetryKind::HalfTurn), any);
    }

    /// What moves a cell counts as a symmetry, whether it moves a placement or not; what moves no cell does not.
    #[test]
    fn a_symmetry_moves_cells_and_perhaps_no_placement() {
        let whole = |kind| {
            let square = "lattice: Square, board: Rect(4, 4), pieces: [Piece(name: \"a\", cells: Rect(4, 4))]";
            counted(square, kind)
        };
        for kind in [
            SymmetryKind::Any,
            SymmetryKind::QuarterTurn,
            SymmetryKind::Reflection,
        ] {
            assert_eq!(whole(kind), Known::Exact(1_u32.into()), "{kind:?}");
        }
        // Two bars that may not be turned: the reflection that exchanges their ends keeps both solutions, and moves no
        // placement; the half turn exchanges the bars.
        let bars = "lattice: Square, board: Rect(2, 2),
            pieces: [Piece(name: \"a\", cells: Rect(2, 1), sides: Fixed), Piece(name: \"b\", cells: Rect(2, 1), sides: Fixed)]";
        assert_eq!(
            counted(bars, SymmetryKind::Reflection),
            Known::Exact(2_u32.into())
        );
        assert_eq!(counted(bars, SymmetryKind::Any), Known::Exact(2_u32.into()));
        assert_eq!(
            counted(bars, SymmetryKind::HalfTurn),
            Known::Exact(0_u32.into())
        );
        // In space the reflection in the plane of a flat board moves no cell.
        let cell =
            "lattice: Cube, board: Box(1, 1, 1), pieces: [Piece(name: \"a\", cells: Box(1, 1, 1))]";
        let instance = Instance::new(Puzzle::from_ron(&format!("({cell})")).unwrap()).unwrap();
        let group = instance.symmetry(&StopFlag::new()).unwrap();
        assert!(of_kind(group, SymmetryKind::Any).is_empty());
    }

    /// Two L trominoes on each of two boards: both to the left, both to the right, or one of each.
    #[test]
    fn a_motion_of_boards_is_of_a_kind_if_it_moves_each_by_one() {
        let pair = "lattice: Square, boards: [Rect(2, 3), Rect(2, 3)],
            pieces: [Piece(name: \"L\", cells: Picture([\".#\", \"##\"]), copies: 4)]";
        assert_eq!(
            counted(pair, SymmetryKind::HalfTurn),
            Known::Exact(4_u32.into())
        );
        // The left-handed pair goes to the right-handed one, on each board.
        assert_eq!(
            counted(pair, SymmetryKind::Reflection),
            Known::Exact(0_u32.into())
        );
        let has = |boards: &str, kind| {
            let text = format!(
                "(lattice: Square, boards: [{boards}], pieces: [Set(of: Polyominoes(1), copies: Any)])"
            );
            let instance = Instance::new(Puzzle::from_ron(&text).unwrap()).unwrap();
            let group = instance.symmetry(&StopFlag::new()).unwrap();
            !of_kind(group, kind).is_empty()
        };
        assert!(has("Rect(3, 3), Rect(2, 2)", SymmetryKind::QuarterTurn));
        for boards in ["Rect(3, 2), Rect(3, 2)", "Rect(5, 2), Rect(3, 2)"] {
            assert!(has(boards, SymmetryKind::HalfTurn));
            assert!(!has(boards, SymmetryKind::QuarterTurn));
            assert!(!has(boards, SymmetryKind::Translation));
        }
    }
}
