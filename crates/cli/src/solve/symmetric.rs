//! Finds the symmetric solutions without listing the others.
//!
//! A solution that an automorphism g maps to itself is a union of orbits of options under g. It is
//! thus a solution of a smaller exact cover problem, with one option per orbit. A puzzle that
//! requires a kind of symmetry ([`Condition::Symmetric`]) is searched this way for each g of that
//! kind. A solution that several of these automorphisms fix is reported only for the first of them.

use std::ops::ControlFlow::{self, Continue};
use std::time::Duration;

use tilewright_dlx::burnside::fixed_covers;
use tilewright_dlx::{OptionId, Progress, SymmetryId, Visitor};

use super::SolveError;
use super::search::{ProgressMeter, RunContext, WorkKind};
use crate::cover::Instance;
use crate::cover::orbits::PuzzleSymmetry;
use crate::puzzle::{Condition, SymmetryKind};

/// Receives a solution (its options, sorted) and its stabilizer.
pub(crate) type Visit<'a> = &'a mut dyn FnMut(&[OptionId], &[SymmetryId]) -> ControlFlow<()>;

/// The result of a search for symmetric solutions.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SymmetricEnd {
    /// Whether the whole tree was searched.
    pub complete: bool,
    /// Whether the stop flag ended the search.
    pub interrupted: bool,
    /// The time of the search.
    pub elapsed: Duration,
}

/// The kinds of symmetry that the puzzle requires of its solutions; empty if it requires none.
pub(crate) fn requested_kinds(instance: &Instance) -> Vec<SymmetryKind> {
    let conditions = instance.puzzle().conditions.iter();
    let kinds = conditions.filter_map(|condition| match condition {
        Condition::Symmetric { by } => Some(*by),
        _ => None,
    });
    kinds.collect()
}

/// The automorphisms of a kind, and all their conjugates. So of the solutions that are the same up
/// to symmetry, either all or none are fixed by an automorphism in the list.
pub(crate) fn of_kind(group: &PuzzleSymmetry, kind: SymmetryKind) -> Vec<SymmetryId> {
    let ids = || group.symmetries.ids();
    let named: Vec<SymmetryId> = ids().filter(|id| group.is_of(*id, kind)).collect();
    let mut all: Vec<SymmetryId> = ids().flat_map(|g| group.conjugated(g, &named)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Visits the solutions that meet the puzzle's other conditions and that are fixed by an
/// automorphism of each list of `kept_by`. Visits each solution once, with its stabilizer. With
/// `distinct`, visits one solution of each orbit.
///
/// The order depends only on the puzzle. `kept_by` has one list for each kind, as [`of_kind`]
/// returns it. If it is empty, nothing is visited.
///
/// Cost: for each automorphism of the first kind, a search by dancing links over its orbits of
/// options; for each solution, a pass over its options for each automorphism.
///
/// # Errors
///
/// [`SolveError`] if the automorphisms are not those of the puzzle.
pub(crate) fn symmetric_solutions(
    instance: &Instance,
    group: &PuzzleSymmetry,
    kept_by: &[Vec<SymmetryId>],
    distinct: bool,
    monitor: &RunContext,
    visit: Visit<'_>,
) -> Result<SymmetricEnd, SolveError> {
    let mut meter = ProgressMeter::new(monitor, WorkKind::Search);
    let mut complete = true;
    for &g in kept_by.first().into_iter().flatten() {
        let mut taker = Taker {
            instance,
            group,
            kept_by,
            g,
            distinct,
            meter: &mut meter,
            visit,
        };
        let report = fixed_covers(instance.problem(), &group.symmetries, g, &mut taker)?;
        complete = report.complete;
        if !complete {
            break;
        }
    }
    let (elapsed, signalled) = meter.end();
    Ok(SymmetricEnd {
        complete,
        interrupted: !complete && signalled,
        elapsed,
    })
}

/// Visits the solutions that the automorphism `g` fixes, unless an earlier automorphism of its list
/// fixes them too.
struct Taker<'a, 'w> {
    instance: &'a Instance,
    group: &'a PuzzleSymmetry,
    kept_by: &'a [Vec<SymmetryId>],
    g: SymmetryId,
    distinct: bool,
    meter: &'a mut ProgressMeter<'w>,
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
        // Several automorphisms may fix a solution. It is reported only once: by the first
        // automorphism in the first list of `kept_by` that fixes it.
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
        self.meter.on_progress(progress)
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
    use crate::solve::counting::{CountTask, Known};
    use crate::solve::resources::Resources;

    /// The number of solutions that have a symmetry of each of `kinds`, found by enumerating all
    /// solutions, and the number of their orbits.
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
                    // Sweeps are limited to groups of 64 elements.
                    if engine == Engine::Frontier && group.order() > 64 {
                        continue;
                    }
                    let resources = Resources {
                        engine: Some(engine),
                        ..Resources::default()
                    };
                    let monitor = RunContext::silent().with(resources);
                    let task = CountTask::new(&instance, group, &distinct, &monitor);
                    let count = task.count(&mut CheckpointFile::nothing()).expect(&text);
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
                        &RunContext::silent(),
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

    /// Checks that a puzzle with two conditions of symmetry has exactly the solutions that meet
    /// both.
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
                let monitor = RunContext::silent().with(resources);
                let task = CountTask::new(&instance, group, &distinct, &monitor);
                let count = task.count(&mut CheckpointFile::nothing()).unwrap();
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
        let monitor = RunContext::silent();
        let task = CountTask::new(&instance, group, &distinct, &monitor);
        task.count(&mut CheckpointFile::nothing())
            .unwrap()
            .solutions
    }

    /// Checks isometries that move placements alike: on a strip, a reflection moves them like a
    /// half turn. On a board that one piece fills, it moves them like the identity.
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
        // In three dimensions, a half turn of the plane is also a reflection, and a reflection of
        // the plane is also a half turn.
        let any = counted(plane, SymmetryKind::Any);
        assert_eq!(counted(flat, SymmetryKind::Reflection), any);
        assert_eq!(counted(flat, SymmetryKind::HalfTurn), any);
    }

    /// Checks that a map that moves a cell counts as a symmetry, even if it moves no placement, and
    /// that a map that moves no cell does not.
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
        // Two bars that may not be turned. The reflection that exchanges their ends fixes both
        // solutions and moves no placement. The half turn exchanges the bars.
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
        // In three dimensions the reflection in the plane of a flat board moves no cell.
        let cell =
            "lattice: Cube, board: Box(1, 1, 1), pieces: [Piece(name: \"a\", cells: Box(1, 1, 1))]";
        let instance = Instance::new(Puzzle::from_ron(&format!("({cell})")).unwrap()).unwrap();
        let group = instance.symmetry(&StopFlag::new()).unwrap();
        assert!(of_kind(group, SymmetryKind::Any).is_empty());
    }

    /// Checks symmetries of puzzles with two boards. In the first puzzle, a pair of L trominoes fills each
    /// board in two ways that are mirror images.
    #[test]
    fn a_motion_of_boards_is_of_a_kind_if_it_moves_each_by_one() {
        let pair = "lattice: Square, boards: [Rect(2, 3), Rect(2, 3)],
            pieces: [Piece(name: \"L\", cells: Picture([\".#\", \"##\"]), copies: 4)]";
        assert_eq!(
            counted(pair, SymmetryKind::HalfTurn),
            Known::Exact(4_u32.into())
        );
        // A reflection maps the left-handed pair of each board to a right-handed one.
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
