//! The puzzle of a card: a board with exactly the pieces that fill it.

use std::collections::HashMap;

use tilewright_dlx::{Engine, OptionId, Solver, StopFlag, SymmetryId};
use tilewright_geometry::Polyform;

use crate::cover::{Instance, InstanceError};
use crate::design::challenges::SymmetryClasses;
use crate::picture::palette::Scheme;
use crate::puzzle::{PieceId, Puzzle, Restriction, Tray};
use crate::reason::deduction::{DeductionError, Rating, rate_until};
use crate::solve::SolveError;
use crate::solve::search::RunContext;

/// How many solutions a card has, up to symmetry, with examples.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CardSolutions {
    /// No solution: the pieces cannot fill the board.
    None,
    /// Exactly one solution, up to the symmetries of the board that map the set of pieces to
    /// itself.
    One {
        /// The canonical image of the solution.
        solution: Vec<OptionId>,
        /// The number of images of the solution, itself included.
        images: usize,
    },
    /// Several solutions that are not images of each other. Holds the first one found.
    Several(Vec<OptionId>),
}

/// How hard a card is, and which of its pieces are held in one orientation.
#[derive(Debug)]
pub struct RatedCard {
    /// The rating, with the pieces of `held` kept in one orientation.
    pub rating: Rating,
    /// The pieces held in one orientation, and the puzzle with that restriction. `None` if the
    /// board has no symmetry.
    pub held: Option<(Vec<PieceId>, Instance)>,
}

/// The pool with a fixed colour for each piece, which the piece keeps in every choice of pieces.
pub(crate) fn colored(pool: &Puzzle) -> Puzzle {
    let mut colored = pool.clone();
    let fills = Scheme::of_puzzle(pool);
    for (piece, fill) in colored.pieces.iter_mut().zip(fills.fills()) {
        piece.color = Some(fill.color);
    }
    colored
}

/// Gives each piece of a board the colour that it has in the pool, even if the board has only some
/// of the pool's pieces.
pub(super) fn colored_as(pool: &Puzzle, board: Puzzle) -> Puzzle {
    let (named, mut colored) = (colored(pool).pieces, board);
    for piece in &mut colored.pieces {
        let own = named.iter().find(|own| own.name == piece.name);
        piece.color = own.map_or(piece.color, |own| own.color);
    }
    colored
}

/// The exact cover problem of a card, from a choice of a pool's pieces. For each piece of the pool, in
/// order, `copies` contains the exact number of copies. The pieces keep the colours that they have in
/// the pool.
///
/// # Errors
///
/// There are too many placements.
///
/// # Panics
///
/// If a piece that is given has no copies, or if all pieces have none.
pub(super) fn card_instance(pool: &Puzzle, copies: &[u32]) -> Result<Instance, InstanceError> {
    Instance::new(colored(pool).chosen(copies))
}

/// The solutions of a card, found by an engine.
///
/// Cost: a search for one solution more than the board has symmetries.
///
/// # Errors
///
/// [`SolveError::Interrupted`], or the engine cannot search the puzzle.
pub fn solutions(
    instance: &Instance,
    engine: Engine,
    stop: &StopFlag,
) -> Result<CardSolutions, SolveError> {
    let group = instance.symmetry(stop)?;
    let most = group.order() + 1;
    let solver = Solver::new(instance.problem()).engine(engine).stop(stop);
    let found = solver.at_most(most)?.known();
    let found = found.ok_or(SolveError::Interrupted)?;
    let Some(first) = found.first() else {
        return Ok(CardSolutions::None);
    };
    let classes = SymmetryClasses::new(instance, group);
    let one = classes.canonical(first);
    let is_image = |other: &Vec<OptionId>| classes.canonical(other) == one;
    Ok(if found.len() < most && found.iter().all(is_image) {
        CardSolutions::One {
            solution: one,
            images: found.len(),
        }
    } else {
        CardSolutions::Several(first.clone())
    })
}

/// Rates a card: its board without givens. `None` if it has several solutions, or is too large to
/// be rated.
///
/// If the board has a symmetry, the one solution has images. A solver may then hold one piece in
/// one of its equivalent orientations: not turn it, or not turn it over. If that piece has a
/// symmetry, images may remain, and a second piece is held too. The rating is that of the pieces
/// for which the card is easiest.
///
/// Cost: that of [`rate_until`], for each piece if the board has a symmetry.
///
/// # Errors
///
/// There is no solution, or the rating was stopped.
pub fn rated(
    instance: &Instance,
    monitor: &RunContext,
) -> Result<Option<RatedCard>, DeductionError> {
    match rating(instance, monitor) {
        Err(DeductionError::SeveralSolutions) => {}
        rated => return Ok(rated?.map(|rating| RatedCard { rating, held: None })),
    }
    let found = solutions(instance, Engine::Links, monitor.stop());
    let solution = match found {
        Ok(CardSolutions::One { solution, .. }) => solution,
        Ok(CardSolutions::None) => return Err(DeductionError::NoSolution),
        Err(_) if monitor.is_set() => return Err(DeductionError::Interrupted),
        Ok(CardSolutions::Several(_)) | Err(_) => return Ok(None),
    };
    let mut best: Option<RatedCard> = None;
    for (piece, _) in instance.puzzle().pieces() {
        let Some(held) = held(instance, piece, &solution, monitor.stop()) else {
            continue;
        };
        let Some(found) = rated(&held, monitor)? else {
            continue;
        };
        if best.as_ref().is_none_or(|best| found.rating < best.rating) {
            let (mut pieces, held) = found.held.unwrap_or((Vec::new(), held));
            pieces.insert(0, piece);
            best = Some(RatedCard {
                rating: found.rating,
                held: Some((pieces, held)),
            });
        }
    }
    Ok(best)
}

/// The puzzle with one piece held in one of its equivalent orientations, which excludes images of
/// the one solution. `None` if no orientation is excluded, or if the orientations are not
/// determined: in a tray with depth, for several copies, and on a board that wraps around.
///
/// Symmetries of the board map orientations of the piece to each other. Of the orientations that
/// are images of each other, only one is allowed: that of the solution if it is among them,
/// otherwise the first. Images under the symmetries that keep the orientation of the solution are
/// allowed, too.
fn held(
    instance: &Instance,
    piece: PieceId,
    solution: &[OptionId],
    stop: &StopFlag,
) -> Option<Instance> {
    let puzzle = instance.puzzle();
    if puzzle.tray != Tray::Flat || puzzle.piece(piece).copies.max != 1 {
        return None;
    }
    let symmetries = &instance.symmetry(stop).ok()?.symmetries;
    let shape = |option: OptionId| {
        let cells = instance.meaning(option).placement.cells.iter();
        // On a board that wraps around, the shape of a placement is ambiguous, since cells that are
        // far apart may be neighbours.
        let form = Polyform::quasi(puzzle.lattice, cells.map(|cell| puzzle.board.cell(*cell)));
        form.ok().filter(|_| puzzle.board.seams().is_empty())
    };
    let is_own = |option: &OptionId| instance.meaning(*option).piece == piece;
    let own = || instance.problem().options().filter(is_own);
    let shapes: HashMap<OptionId, Polyform> = own()
        .map(|option| Some((option, shape(option)?)))
        .collect::<Option<_>>()?;
    // A symmetry maps all placements of one orientation to placements of one orientation.
    let image = |g: SymmetryId, option: OptionId| shapes.get(&symmetries.image(g, option));
    let laid = solution.iter().copied().find(is_own)?;
    let keeps = |g: &SymmetryId| image(*g, laid) == Some(&shapes[&laid]);
    let keeping: Vec<SymmetryId> = symmetries.ids().filter(keeps).collect();
    let mut kept: Vec<Polyform> = Vec::new();
    let mut dropped: Vec<&Polyform> = Vec::new();
    for option in std::iter::once(laid).chain(own()) {
        let own = &shapes[&option];
        if kept.contains(own) || dropped.contains(&own) {
            continue;
        }
        for g in &keeping {
            let image = image(*g, option)?;
            if !kept.contains(image) {
                kept.push(image.clone());
            }
        }
        for g in symmetries.ids() {
            let image = image(g, option)?;
            if !kept.contains(image) && !dropped.contains(&image) {
                dropped.push(image);
            }
        }
    }
    if dropped.is_empty() {
        return None;
    }
    let mut held = puzzle.clone();
    held.restrictions.push(Restriction::Orientations {
        piece,
        shapes: kept,
    });
    Instance::new(held).ok()
}

/// The rating of a puzzle; `None` if it is too large to be rated.
fn rating(instance: &Instance, monitor: &RunContext) -> Result<Option<Rating>, DeductionError> {
    match rate_until(instance, &[], monitor) {
        Ok(rating) => Ok(Some(rating)),
        Err(DeductionError::TooLarge { .. } | DeductionError::Undecided { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}
