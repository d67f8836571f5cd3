//! Searches for the solutions that one isometry fixes.
//!
//! The isometry permutes the pieces of such a solution in cycles, and all pieces of a cycle are
//! used equally often. The puzzle is thus reduced to the pieces that lie on a cycle, each with the
//! bounds of its whole cycle. The reduced puzzle is mapped to itself by the isometry, with all its
//! items, including those of conditions.

use std::collections::HashMap;
use std::ops::ControlFlow::{self, Continue};

use tilewright_dlx::burnside::fixed_covers;
use tilewright_dlx::{Derived, OptionId, Progress, Symmetries, Visitor};

use super::{CellPermutation, PieceImages, PlacementIndex};
use crate::cover::{Instance, InstanceError};
use crate::design::choices::items::with_item;
use crate::puzzle::{Copies, Piece, PieceId, Puzzle};
use crate::solve::SolveError;
use crate::solve::search::{ProgressMeter, RunContext};

/// For each choice of the numbers of copies, the number of solutions that an isometry fixes.
pub(super) fn count_fixed(
    puzzle: &Puzzle,
    images: &PieceImages,
    permutation: &CellPermutation,
    meter: &mut ProgressMeter<'_>,
    monitor: &RunContext,
) -> Result<HashMap<Vec<u32>, u64>, SolveError> {
    let Some((circles, pieces)) = circles(puzzle, images) else {
        return Ok(HashMap::new());
    };
    let instance = Instance::new_until(circles, monitor.stop())?;
    let derived = with_implied(&instance)?;
    if derived.problem.option_count() == 0 {
        return Ok(HashMap::new());
    }
    let powers = powers(&instance, permutation, &derived);
    let group = Symmetries::new_until(&derived.problem, powers, monitor.stop())?;
    let mut listener = FixedListener {
        copies: vec![0; puzzle.pieces.len()],
        instance: &instance,
        pieces: &pieces,
        derived: &derived,
        counts: HashMap::new(),
        meter,
    };
    // If the isometry maps every option to itself, the group contains only the identity.
    let isometry = group.ids().nth(1).unwrap_or(group.identity());
    let report = fixed_covers(&derived.problem, &group, isometry, &mut listener)?;
    if report.complete {
        Ok(listener.counts)
    } else {
        Err(SolveError::Interrupted)
    }
}

/// The puzzle with only the givens and the pieces that the isometry permutes in cycles. For each of
/// its pieces, also the original piece or, for a face of a tile, the first face. `None` if there is
/// no solution.
#[expect(clippy::expect_used, reason = "an invariant of circles")]
fn circles(puzzle: &Puzzle, images: &PieceImages) -> Option<(Puzzle, Vec<PieceId>)> {
    let bounds = circle_bounds(puzzle, images)?;
    let (tiles, givens) = (puzzle.tiles(), puzzle.givens_of_tiles());
    let mut pieces: Vec<Piece> = Vec::new();
    let mut originals = Vec::new();
    for (piece, tile) in puzzle.pieces.iter().zip(tiles) {
        let given = givens[tile.index()];
        let (least, most) = bounds[tile.index()].unwrap_or_default();
        if most + given > 0 {
            let (min, max) = (least + given, most + given);
            pieces.push(piece.clone().used(Copies { min, max }));
            originals.push(tile);
        }
    }
    if pieces.is_empty() {
        return None;
    }
    let circles = puzzle.with_pieces(pieces);
    let circles = circles.expect("invariant: pieces with givens are among them");
    Some((circles, originals))
}

/// For each piece, the bounds of its copies, without givens. An inner `None` means that repeated
/// application of the isometry does not lead from the piece back to itself, so it is not used
/// beyond its givens. The outer `None` means that no solution is possible.
fn circle_bounds(puzzle: &Puzzle, images: &PieceImages) -> Option<Vec<Option<(u32, u32)>>> {
    let own = |piece: PieceId| {
        let Copies { min, max } = puzzle.piece(piece).copies_of_tile();
        let givens = images.given[piece.index()].map_or(0, |(givens, _)| givens);
        (min.saturating_sub(givens), max.saturating_sub(givens))
    };
    let of_circle = |first: PieceId| {
        let (mut min, mut max) = own(first);
        let mut piece = images.placed[first.index()]?;
        // A piece on a cycle returns to itself within as many steps as there are pieces.
        for _ in 0..images.placed.len() {
            if piece == first {
                return (max > 0).then_some((min, max));
            }
            let (least, most) = own(piece);
            (min, max) = (min.max(least), max.min(most));
            piece = images.placed[piece.index()]?;
        }
        None
    };
    let mut bounds = vec![None; images.placed.len()];
    for (piece, _) in puzzle.first_faces() {
        let circle = of_circle(piece);
        match circle {
            Some((min, max)) if min > max => return None,
            None if own(piece).0 > 0 => return None,
            _ => bounds[piece.index()] = circle,
        }
    }
    Some(bounds)
}

/// Adds an item for the piece whose copies follow from the area. Its images have items, so it needs
/// one too.
fn with_implied(instance: &Instance) -> Result<Derived, SolveError> {
    let (puzzle, mut derivation) = (instance.puzzle(), instance.problem().derive());
    if let Some(implied) = instance.implied() {
        let givens = puzzle.givens_of_tiles()[implied.index()];
        let Copies { min, max } = puzzle.piece(implied).copies;
        let bounds = min.saturating_sub(givens)..=max.saturating_sub(givens);
        derivation = with_item(derivation, instance, implied, bounds);
    }
    Ok(derivation.build().map_err(InstanceError::from)?)
}

/// The powers of an isometry as permutations of the options, beginning with the identity.
#[expect(clippy::expect_used, reason = "an invariant of the images of pieces")]
fn powers(
    instance: &Instance,
    permutation: &CellPermutation,
    derived: &Derived,
) -> Vec<Vec<OptionId>> {
    let placements = PlacementIndex::new(instance);
    let placements = placements.expect("invariant: no two of all pieces have the same placements");
    let images = placements.images(permutation);
    let images = images.expect("invariant: the isometry keeps the givens");
    let image = |option: &OptionId| {
        let meaning = instance.meaning(*option);
        let there = permutation.image(&placements.shown[option.index()]);
        let at = placements.tiles[meaning.piece.index()].index();
        let piece = match meaning.given {
            Some(_) => images.given[at].and_then(|(_, image)| image),
            None => images.placed[at],
        };
        let key = (piece?, meaning.given.is_some(), there);
        placements.options.get(&key).copied()
    };
    // The derived problem has the same options as the original one, in the same order.
    let options: Vec<OptionId> = derived.problem.options().collect();
    let step: Vec<OptionId> = (options.iter().map(image).collect::<Option<_>>())
        .expect("invariant: a piece goes to the one that has the images of its placements");
    let mut powers = vec![options];
    let mut power = step.clone();
    while Some(&power) != powers.first() {
        let next = power.iter().map(|option| step[option.index()]).collect();
        powers.push(std::mem::replace(&mut power, next));
    }
    powers
}

/// Counts the solutions found, separately for each choice of the numbers of copies.
struct FixedListener<'a, 'w, 'm> {
    instance: &'a Instance,
    /// For each piece of the instance, the original piece or, for a face of a tile, the first face.
    pieces: &'a [PieceId],
    derived: &'a Derived,
    /// A zero for each piece of the original puzzle: a copy is taken for each solution, to count
    /// its pieces in.
    copies: Vec<u32>,
    counts: HashMap<Vec<u32>, u64>,
    meter: &'w mut ProgressMeter<'m>,
}

impl Visitor for FixedListener<'_, '_, '_> {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        let mut copies = self.copies.clone();
        for option in self.derived.original_solution(options) {
            let piece = self.instance.meaning(option).piece;
            copies[self.pieces[piece.index()].index()] += 1;
        }
        *self.counts.entry(copies).or_default() += 1;
        Continue(())
    }

    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.meter.on_progress(progress)
    }
}
