//! Finding the cards of all boards of a file.

use rayon::prelude::*;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use super::deal::{CardDeal, DealtCards, Face};
use super::plan::{CardError, CardPlan, PoolBoard, Sides};
use super::puzzle::CardPuzzle;
use crate::cover::Instance;
use crate::design::challenges::Amount;
use crate::design::choices::{ChoiceQuestion, ChoiceRule, Judge, JudgeError, RuleError};
use crate::puzzle::{NumberRange, Puzzle, PuzzleFile, Wanted};
use crate::reason::deduction::DeductionError;
use crate::solve::SolveError;
use crate::solve::resources::Resources;
use crate::solve::search::Monitor;
use crate::support::rng::StableRng;

/// So many cards of each board and side are looked at for a deal at least, drawn at random if there
/// are more; and [`KEPT_EACH`] for each card that the board is to have.
const KEPT: usize = 128;
const KEPT_EACH: usize = 64;

/// How far a deal has come.
#[derive(Debug, Clone, Copy)]
pub struct CardProgress {
    /// Boards that are done.
    pub boards: usize,
    /// All boards.
    pub of: usize,
    /// The cards found on them.
    pub cards: usize,
}

/// The boards of a file, each with the pool of pieces.
///
/// # Errors
///
/// The pieces are no pool, a goal has pieces of its own, or a piece asked for is none.
pub fn pool_boards(file: &PuzzleFile) -> Result<Vec<PoolBoard>, CardError> {
    let puzzle = &file.puzzle;
    if puzzle
        .pieces
        .iter()
        .all(|piece| piece.copies_of_tile().exactly().is_some())
    {
        return Err(CardError::NoPool);
    }
    let pool = puzzle.with_choice(&file.design.must, &file.design.never)?;
    if file.goals.is_empty() {
        return Ok(vec![PoolBoard {
            goal: None,
            puzzle: pool,
        }]);
    }
    let board = |goal: &crate::puzzle::Goal| {
        let own = file.with_goal(goal).puzzle;
        if own.pieces != puzzle.pieces {
            return Err(CardError::OwnPieces {
                goal: goal.name.clone(),
            });
        }
        let posed = own
            .with_pieces(pool.pieces.clone())
            .map_err(|given| RuleError::Given {
                name: own.piece(own.givens[given].piece).name.clone(),
            })?;
        Ok(PoolBoard {
            goal: Some(goal.name.clone()),
            puzzle: posed,
        })
    };
    file.goals.iter().map(board).collect()
}

/// Deals a deck of cards: on each board of a file ([`pool_boards`]), choices of its pool of pieces that fill it in
/// exactly one way up to the symmetries of the board, and that are as the file's `design` wants.
///
/// Of all of them, at most 128 a board and side or 64 for each card that it is to have, those are taken whose boards, then whose pieces were
/// used least so far. Each is checked once more, by dancing links. After a signal the first cards that
/// were found are dealt. Works on the threads of the rayon
/// pool that it is called in, and the deck is the same for any number.
///
/// ```
/// use tilewright::design::challenges::cards::{CardPlan, Sides, deal, pool_boards};
/// use tilewright::design::challenges::Amount;
/// use tilewright::puzzle::{Source, load};
/// use tilewright::solve::resources::Resources;
/// use tilewright::solve::search::Monitor;
///
/// let text = r#"(lattice: Square, board: Rect(5, 3), pieces: [Set(of: Polyominoes(5), copies: (0, 1))],
///     goals: [Goal(name: "bar"), Goal(name: "block", board: Rect(5, 4))])"#;
/// let file = load(&Source::new("boards.ron", text))?;
/// let plan = CardPlan {
///     amount: Amount::Count(2),
///     difficulty: None,
///     sides: Sides::One(None),
///     seed: 1,
/// };
/// let boards = pool_boards(&file)?;
/// let deck = deal(&file, &boards, &plan, &Resources::default(), &Monitor::silent(), &|_| {})?;
/// assert_eq!((deck.cards.len(), deck.boards), (2, 2));
/// // A rectangle of 3 × 5 is filled by three pentominoes in seven ways, of seven choices.
/// assert!(deck.candidates >= 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`CardError`]: what is wanted cannot be told.
pub fn deal(
    file: &PuzzleFile,
    boards: &[PoolBoard],
    plan: &CardPlan,
    resources: &Resources,
    monitor: &Monitor,
    hear: &(dyn Fn(CardProgress) + Sync),
) -> Result<DealtCards, CardError> {
    // A thread for each board.
    let each = Resources {
        threads: NonZeroUsize::MIN,
        memory: Some(resources.memory() / resources.threads.get() as u64),
        ..*resources
    };
    let (done, cards) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let is_all = AtomicBool::new(true);
    let each_board = plan.amount.total().div_ceil(boards.len().max(1));
    let kept = each_board.saturating_mul(KEPT_EACH).max(KEPT);
    let found = boards
        .par_iter()
        .enumerate()
        .map(|(number, board)| {
            if monitor.is_set() {
                return Ok(None);
            }
            let (faces, all) = match faces(file, plan, (number, board, kept), &each, monitor) {
                Err(error) if error.is_interrupted() => return Ok(None),
                found => found?,
            };
            if !all {
                is_all.store(false, Relaxed);
            }
            let more: usize = faces.iter().map(Vec::len).sum();
            hear(CardProgress {
                boards: done.fetch_add(1, Relaxed) + 1,
                of: boards.len(),
                cards: cards.fetch_add(more, Relaxed) + more,
            });
            Ok(Some(faces))
        })
        .collect::<Result<Vec<_>, CardError>>()?;
    Ok(DealtCards {
        kept: (!is_all.into_inner()).then_some(kept),
        ..CardDeal::new(plan, boards, monitor).deal(found)?
    })
}

/// The cards of a board, so many at most, by side; and whether these are all.
fn faces(
    file: &PuzzleFile,
    plan: &CardPlan,
    (number, board, kept): (usize, &PoolBoard, usize),
    resources: &Resources,
    monitor: &Monitor,
) -> Result<(Vec<Vec<Face>>, bool), CardError> {
    let puzzle = &board.puzzle;
    let sides = plan.sides.ranges();
    let rule = ChoiceRule {
        pieces: file.design.choose,
        ..ChoiceRule::of(&file.design, puzzle)
    };
    let one = Wanted::Distinct(NumberRange {
        least: 1,
        most: Some(1),
    });
    let wanted = Wanted::All(
        std::iter::once(one)
            .chain(file.design.wanted.clone())
            .collect(),
    );
    let judge = Judge::new(puzzle, &wanted, false, monitor.stop())?;
    let instance = Instance::new_until(puzzle.clone(), monitor.stop())?;
    let choices = ChoiceQuestion::new(&instance, &rule).count(resources, &monitor.quietly())?;
    if !choices.knows_symmetries() {
        let is_one = puzzle.board.part_count() == 1;
        return Err(if is_one {
            CardError::Twins
        } else {
            JudgeError::Boards.into()
        });
    }
    let mut found: Vec<Vec<Face>> = vec![Vec::new(); sides.len()];
    for choice in choices.iter() {
        monitor.stop().check().map_err(SolveError::from)?;
        let pieces: u64 = choice.copies.iter().map(|copies| u64::from(*copies)).sum();
        let is_wanted = |range: &NumberRange| range.contains(&pieces.into());
        let mut fitting = (0..sides.len())
            .filter(|side| is_wanted(&sides[*side]))
            .peekable();
        if fitting.peek().is_none() || !judge.holds(&choice)? {
            continue;
        }
        for side in fitting {
            found[side].push(Face {
                copies: choice.copies.clone(),
                rating: None,
            });
        }
    }
    let is_all = found.iter().all(|faces| faces.len() <= kept);
    for (side, faces) in found.iter_mut().enumerate() {
        let throw = number * sides.len() + side;
        StableRng::new(plan.seed, throw as u64).shuffle(faces);
        faces.truncate(kept);
        if plan.needs_ratings() {
            *faces = rated(puzzle, std::mem::take(faces), monitor)?;
        }
    }
    Ok((found, is_all))
}

/// Those of some cards that can be rated, with their ratings.
fn rated(puzzle: &Puzzle, faces: Vec<Face>, monitor: &Monitor) -> Result<Vec<Face>, CardError> {
    let rated = faces.into_par_iter().map(|face| {
        let rating = face.rate(puzzle, monitor)?;
        Ok(rating.map(|rating| Face {
            rating: Some(rating),
            ..face
        }))
    });
    let rated = rated.collect::<Result<Vec<_>, CardError>>()?;
    Ok(rated.into_iter().flatten().collect())
}

impl CardPlan {
    /// Whether cards must be rated to know whether they are wanted.
    fn needs_ratings(&self) -> bool {
        self.difficulty.is_some()
            || !matches!(self.amount, Amount::Count(_))
            || matches!(self.sides, Sides::Two(_))
    }
}

impl Face {
    /// How hard it is; none if it cannot be rated.
    pub(super) fn rate(
        &self,
        pool: &Puzzle,
        monitor: &Monitor,
    ) -> Result<Option<crate::reason::deduction::Rating>, CardError> {
        let card = CardPuzzle::new(pool, &self.copies)?;
        card.rate(monitor).map_err(|error| match error {
            DeductionError::Interrupted => SolveError::Interrupted.into(),
            _ => CardError::Disagreement,
        })
    }
}
