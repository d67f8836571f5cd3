//! The puzzle of a card: a board, and just the pieces that fill it.

use std::collections::HashMap;

use tilewright_dlx::{Engine, OptionId, Solver, StopFlag, SymmetryId};
use tilewright_geometry::Polyform;

use crate::cover::{Instance, InstanceError};
use crate::design::challenges::SymmetryClasses;
use crate::picture::palette::Scheme;
use crate::puzzle::{PieceId, Puzzle, Restriction, Tray};
use crate::reason::deduction::{DeductionError, Rating, rate_until};
use crate::solve::SolveError;
use crate::solve::search::Monitor;

/// A board, and just the pieces that fill it.
#[derive(Debug)]
pub struct CardPuzzle {
    instance: Instance,
}

/// What solutions a card has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CardSolutions {
    /// None.
    None,
    /// One up to the symmetries of the board that keep the pieces, and so many in all: this one,
    /// which stands for its images, and those.
    One {
        /// The solution.
        solution: Vec<OptionId>,
        /// How many images it has, itself among them.
        images: usize,
    },
    /// Several that are no images of each other; the first one found.
    Several(Vec<OptionId>),
}

/// How hard a card is.
#[derive(Debug)]
pub struct RatedCard {
    /// The rating.
    pub rating: Rating,
    /// Where the board has a symmetry, the pieces that are not turned freely, and the puzzle in
    /// which they are not.
    pub held: Option<(Vec<PieceId>, Instance)>,
}

/// A pool in which every piece has a colour of its own, which it keeps where others are left out.
pub(super) fn colored(pool: &Puzzle) -> Puzzle {
    let mut colored = pool.clone();
    let fills = Scheme::of_puzzle(pool);
    for (piece, fill) in colored.pieces.iter_mut().zip(fills.fills()) {
        piece.color = Some(fill.color);
    }
    colored
}

impl CardPuzzle {
    /// The card of a choice of the pieces of a pool: each exactly so often, by index. The pieces
    /// keep the colours that they have in the pool.
    ///
    /// # Errors
    ///
    /// The placements are too many.
    ///
    /// # Panics
    ///
    /// A piece that is given is not among them, or none is.
    pub fn new(pool: &Puzzle, copies: &[u32]) -> Result<Self, InstanceError> {
        Ok(Self::of(Instance::new(colored(pool).chosen(copies))?))
    }

    /// The card that is a puzzle with exactly its pieces.
    pub fn of(instance: Instance) -> Self {
        Self { instance }
    }

    /// The exact cover problem.
    pub fn instance(&self) -> &Instance {
        &self.instance
    }

    /// The same, for good.
    pub fn into_instance(self) -> Instance {
        self.instance
    }

    /// The names of its pieces, each as often as it is used, in the order of the pool.
    pub fn pieces(&self) -> impl Iterator<Item = &str> {
        let pieces = self.instance.puzzle().first_faces();
        pieces.flat_map(|(_, piece)| {
            let times = piece.copies_of_tile().max as usize;
            std::iter::repeat_n(piece.name.as_str(), times)
        })
    }

    /// What solutions the card has, found by an engine: see [`solutions`].
    ///
    /// # Errors
    ///
    /// As [`solutions`].
    pub fn solutions(&self, engine: Engine, stop: &StopFlag) -> Result<CardSolutions, SolveError> {
        solutions(&self.instance, engine, stop)
    }

    /// Rates the card: see [`rated`].
    ///
    /// # Errors
    ///
    /// As [`rated`].
    pub fn rate(&self, monitor: &Monitor) -> Result<Option<Rating>, DeductionError> {
        Ok(rated(&self.instance, monitor)?.map(|rated| rated.rating))
    }
}

/// What solutions the card has, found by an engine.
///
/// Cost: a search for one solution more than the board has symmetries.
///
/// # Errors
///
/// [`SolveError::Interrupted`]; or there is no search.
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

/// Rates the card: the board, and nothing given. None if it has several solutions, or is too
/// large to be rated.
///
/// Where the board has a symmetry, so that the one solution has images, a person may
/// take a piece and say that it is not turned, or not turned over: of the ways in which the
/// symmetries carry its orientations to one another, one is taken. Where images are still left, for the
/// piece has a symmetry itself, another one is taken, too. The pieces by which the card is easiest
/// count.
///
/// Cost: that of [`rate_until`], for each piece where the board has a symmetry.
///
/// # Errors
///
/// There is no solution, or it was interrupted.
pub fn rated(instance: &Instance, monitor: &Monitor) -> Result<Option<RatedCard>, DeductionError> {
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

/// The same puzzle with a piece held to one of each orientations that the symmetries carry
/// to one another, to that of the solution where it is among them, and to its images under the
/// symmetries that keep that one; none if this leaves out nothing.
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
        // On a board that wraps, cells far from each other may be neighbours.
        let form = Polyform::quasi(puzzle.lattice, cells.map(|cell| puzzle.board.cell(*cell)));
        form.ok().filter(|_| puzzle.board.seams().is_empty())
    };
    let is_own = |option: &OptionId| instance.meaning(*option).piece == piece;
    let own = || instance.problem().options().filter(is_own);
    let shapes: HashMap<OptionId, Polyform> = own()
        .map(|option| Some((option, shape(option)?)))
        .collect::<Option<_>>()?;
    // A symmetry carries all placements of an orientation to one orientation.
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

/// How hard a puzzle is; none if it is too large to be rated.
fn rating(instance: &Instance, monitor: &Monitor) -> Result<Option<Rating>, DeductionError> {
    match rate_until(instance, &[], monitor) {
        Ok(rating) => Ok(Some(rating)),
        Err(DeductionError::TooLarge { .. } | DeductionError::Undecided { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}
