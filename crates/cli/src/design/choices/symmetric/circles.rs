//! The search for the solutions that one isometry fixes.
//!
//! It sends the pieces of such a solution round in circles, and a piece as often as each other of its
//! circle. So the problem is made smaller: only pieces that come back to themselves, each used
//! between the bounds of its whole circle.

use std::collections::HashMap;
use std::ops::ControlFlow::{self, Continue};

use tilewright_dlx::burnside::fixed_covers;
use tilewright_dlx::{Derived, OptionId, Progress, Symmetries, Visitor};

use super::{Motion, PieceImages, Placements};
use crate::cover::{Instance, InstanceError, ItemMeaning};
use crate::design::choices::items::with_item;
use crate::puzzle::{Copies, PieceId, Puzzle};
use crate::solve::SolveError;
use crate::solve::search::{Monitor, Watch};

/// By the copies of each piece, how many solutions an isometry fixes.
pub(super) fn count_fixed(
    placements: &Placements<'_>,
    images: &PieceImages,
    motion: &Motion,
    watch: &mut Watch<'_>,
    monitor: &Monitor,
) -> Result<HashMap<Vec<u32>, u64>, SolveError> {
    let instance = placements.instance;
    let Some(bounds) = circle_bounds(instance.puzzle(), images) else {
        return Ok(HashMap::new());
    };
    let derived = derived(instance, &bounds)?;
    if derived.problem.option_count() == 0 {
        return Ok(HashMap::new());
    }
    let powers = powers(placements, images, motion, &derived);
    let group = Symmetries::new_until(&derived.problem, powers, monitor.stop())?;
    let mut listener = FixedListener {
        instance,
        derived: &derived,
        counts: HashMap::new(),
        watch,
    };
    // Of options that do not move, as on cells that do not, the identity is the only power.
    let isometry = group.ids().nth(1).unwrap_or(group.identity());
    let report = fixed_covers(&derived.problem, &group, isometry, &mut listener)?;
    if report.complete {
        Ok(listener.counts)
    } else {
        Err(SolveError::Interrupted)
    }
}

/// By piece, how often it may be used besides its givens; none for one that is not sent round in a
/// circle, so that it is not used besides them. None if there is no such solution.
fn circle_bounds(puzzle: &Puzzle, images: &PieceImages) -> Option<Vec<Option<(u32, u32)>>> {
    let own = |piece: PieceId| {
        let Copies { min, max } = puzzle.piece(piece).copies;
        let givens = images.given[piece.index()].map_or(0, |(givens, _)| givens);
        (min.saturating_sub(givens), max.saturating_sub(givens))
    };
    let of_circle = |first: PieceId| {
        let (mut min, mut max) = own(first);
        let mut piece = images.placed[first.index()]?;
        // A way that does not come back in as many steps as there are pieces never does.
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
    let mut bounds = Vec::with_capacity(images.placed.len());
    for (piece, _) in puzzle.pieces() {
        let circle = of_circle(piece);
        match circle {
            Some((min, max)) if min > max => return None,
            None if own(piece).0 > 0 => return None,
            _ => bounds.push(circle),
        }
    }
    Some(bounds)
}

/// The problem of the givens and the pieces with bounds, each used between them.
fn derived(instance: &Instance, bounds: &[Option<(u32, u32)>]) -> Result<Derived, SolveError> {
    let problem = instance.problem();
    let keep = |option: &OptionId| {
        let meaning = instance.meaning(*option);
        meaning.given.is_some() || bounds[meaning.piece.index()].is_some()
    };
    let mut derivation = problem.derive().keep(keep);
    let mut kept = vec![0_u32; problem.item_count()];
    for option in problem.options().filter(keep) {
        for item in problem.option_items(option) {
            kept[item.index()] += 1;
        }
    }
    for item in problem.items() {
        // As often as anything is left for it: lines that are images of each other go by the same
        // bounds.
        if let ItemMeaning::Constraint(_) = instance.item(item)
            && problem.is_primary(item)
            && let Some(bounds) = problem.bounds(item)
        {
            let least = *bounds.start();
            let most = kept[item.index()].max(least);
            derivation = derivation.bounds(item, least..=most);
        }
        if let ItemMeaning::Piece(piece) = instance.item(item)
            && let Some((least, most)) = bounds[piece.index()]
        {
            derivation = derivation.bounds(item, least..=most);
        }
    }
    if let Some(implied) = instance.implied()
        && let Some((least, most)) = bounds[implied.index()]
    {
        // It has an item here, as its mirror image has.
        derivation = with_item(derivation, instance, implied, least..=most);
    }
    Ok(derivation.build().map_err(InstanceError::from)?)
}

/// The powers of an isometry as permutations of the options, from the identity.
#[expect(clippy::expect_used, reason = "an invariant of the images of pieces")]
fn powers(
    placements: &Placements<'_>,
    images: &PieceImages,
    motion: &Motion,
    derived: &Derived,
) -> Vec<Vec<OptionId>> {
    let options: Vec<OptionId> = derived.problem.options().collect();
    let originals = derived.original_solution(&options);
    let of_original: HashMap<OptionId, OptionId> = originals
        .iter()
        .copied()
        .zip(options.iter().copied())
        .collect();
    let image = |option: &OptionId| {
        let meaning = placements.instance.meaning(*option);
        let there = motion.image(&meaning.placement.cells);
        let at = meaning.piece.index();
        let piece = match meaning.given {
            Some(_) => images.given[at].map(|(_, image)| image),
            None => images.placed[at],
        };
        let key = (piece?, meaning.given.is_some(), there.as_slice());
        of_original.get(placements.options.get(&key)?).copied()
    };
    let step: Vec<OptionId> = (originals.iter().map(image).collect::<Option<_>>())
        .expect("invariant: a piece goes to the one that has the images of its placements");
    let mut powers = vec![options];
    let mut power = step.clone();
    while Some(&power) != powers.first() {
        let next = power.iter().map(|option| step[option.index()]).collect();
        powers.push(std::mem::replace(&mut power, next));
    }
    powers
}

/// Counts the solutions that are found, by the copies of each piece.
struct FixedListener<'a, 'w, 'm> {
    instance: &'a Instance,
    derived: &'a Derived,
    counts: HashMap<Vec<u32>, u64>,
    watch: &'w mut Watch<'m>,
}

impl Visitor for FixedListener<'_, '_, '_> {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        let mut copies = vec![0; self.instance.puzzle().pieces.len()];
        for option in self.derived.original_solution(options) {
            copies[self.instance.meaning(option).piece.index()] += 1;
        }
        *self.counts.entry(copies).or_default() += 1;
        Continue(())
    }

    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.watch.hear(progress)
    }
}
