//! Finds the cards of all boards of a file.

use itertools::Itertools;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use super::deal::{CardDeal, CardFace, DealtCards};
use super::plan::{CardError, CardPlan, CardSides, PoolBoard};
use super::puzzle::{self, card_instance, colored_as};
use crate::cover::Instance;
use crate::design::challenges::Amount;
use crate::design::choices::{ChoiceQuestion, ChoiceRule, Judge, JudgeError, RuleError};
use crate::puzzle::{DesignRequest, NumberRange, Piece, Puzzle, PuzzleFile, Requirement};
use crate::reason::deduction::DeductionError;
use crate::solve::SolveError;
use crate::solve::search::{RunContext, share_done};
use crate::support::format::{counted, grouped};
use crate::support::label::Label;
use crate::support::rng::StableRng;

/// At least this many cards are considered for each board and side. If a board has more, the
/// considered ones are a random sample.
const KEPT: usize = 128;
/// In a large deck, a board may supply several cards. Then this many cards are considered for each
/// of them, if that is more than [`KEPT`] for the board.
const KEPT_EACH: usize = 64;

/// The progress of dealing a deck.
#[derive(Debug, Clone, Copy)]
pub struct CardProgress {
    /// The number of boards whose cards have been found.
    pub boards: usize,
    /// The total number of boards.
    pub of: usize,
    /// The number of cards found on the boards done so far.
    pub cards: usize,
}

impl CardProgress {
    /// The share of boards done, and the progress in words.
    pub(crate) fn in_words(self) -> (f64, String) {
        let Self { boards, of, cards } = self;
        let words = format!(
            "{} of {}: {}",
            grouped(boards),
            counted(of, "board"),
            counted(cards, "card")
        );
        (share_done(boards as u64, of as u64), words)
    }
}

/// The boards of a file, each with the pool of pieces, or with those of them that its goal selects.
///
/// # Errors
///
/// No piece is optional, a goal has other pieces than the file's puzzle, or a required piece does
/// not exist.
pub fn pool_boards(file: &PuzzleFile) -> Result<Vec<PoolBoard>, CardError> {
    let puzzle = &file.puzzle;
    if puzzle
        .pieces
        .iter()
        .all(|piece| piece.copies_of_tile().exactly().is_some())
    {
        return Err(CardError::NoPool);
    }
    let DesignRequest { must, never, .. } = &file.design;
    let pool = puzzle.with_choice(must, never)?;
    if file.goals.is_empty() {
        return Ok(vec![PoolBoard {
            goal: None,
            puzzle: pool,
        }]);
    }
    // A goal may give a piece fewer copies or another colour.
    let is_of_pool = |piece: &Piece| {
        puzzle.pieces.iter().any(|of| {
            let is_there = of.unlimited || piece.copies.max <= of.copies.max;
            let same = Piece {
                copies: of.copies,
                unlimited: of.unlimited,
                color: of.color,
                ..piece.clone()
            };
            is_there && same == *of
        })
    };
    let board = |goal: &crate::puzzle::Goal| {
        let own = file.with_goal(goal).puzzle;
        let posed = if own.pieces == puzzle.pieces {
            own.with_pieces(pool.pieces.clone())
                .map_err(|given| RuleError::Given {
                    name: own.piece(own.givens[given].piece).name.clone(),
                })?
        } else if own.pieces.iter().all(is_of_pool) {
            let is_there =
                |name: &&Label| own.pieces.iter().any(|piece| piece.name_of_tile() == *name);
            let [must, never] =
                [must, never].map(|names| names.iter().filter(is_there).cloned().collect_vec());
            colored_as(puzzle, own.with_choice(&must, &never)?)
        } else {
            return Err(CardError::OwnPieces {
                goal: goal.name.clone(),
            });
        };
        Ok(PoolBoard {
            goal: Some(goal.name.clone()),
            puzzle: posed,
        })
    };
    file.goals.iter().map(board).collect()
}

/// Deals a deck of cards. A card is a choice of pieces that fills a board of the file
/// ([`pool_boards`]) in exactly one way up to the symmetries of the board, and meets the
/// requirements of the file's `design`.
///
/// For each board and side at most 128 cards are considered, or 64 for each card that the deck
/// needs of this board, if that is more. Cards whose boards were used least so far are chosen
/// first, and among these, cards whose pieces were used least. Each chosen card is checked again by
/// dancing links. After a stop the first cards found are dealt. Runs on the threads of the current
/// rayon pool; the deck does not depend on their number.
///
/// ```
/// use tilewright::design::challenges::cards::{CardPlan, CardSides, deal, pool_boards};
/// use tilewright::design::challenges::Amount;
/// use tilewright::puzzle::{Source, load};
/// use tilewright::solve::search::RunContext;
///
/// let text = r#"(lattice: Square, board: Rect(5, 3), pieces: [Set(of: Polyominoes(5), copies: (0, 1))],
///     goals: [Goal(name: "bar"), Goal(name: "block", board: Rect(5, 4))])"#;
/// let file = load(&Source::new("boards.ron", text))?;
/// let plan = CardPlan {
///     amount: Amount::Count(2),
///     difficulty: None,
///     sides: CardSides::One(None),
///     seed: 1,
/// };
/// let boards = pool_boards(&file)?;
/// let deck = deal(&file, &boards, &plan, &RunContext::silent(), &|_| {})?;
/// assert_eq!((deck.cards.len(), deck.boards), (2, 2));
/// // Seven choices of three pentominoes fill a rectangle of 3 × 5.
/// assert!(deck.candidates >= 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`CardError`], also if the requirements cannot be judged.
pub fn deal(
    file: &PuzzleFile,
    boards: &[PoolBoard],
    plan: &CardPlan,
    monitor: &RunContext,
    on_progress: &(dyn Fn(CardProgress) + Sync),
) -> Result<DealtCards, CardError> {
    // Each board is searched by a single thread.
    let each = monitor.share(monitor.resources.threads.get());
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
            let (faces, all) = match faces(file, plan, (number, board, kept), &each) {
                Err(error) if error.is_interrupted() => return Ok(None),
                found => found?,
            };
            if !all {
                is_all.store(false, Relaxed);
            }
            let more: usize = faces.iter().map(Vec::len).sum();
            on_progress(CardProgress {
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

/// For each side of a card with this board, at most `kept` possible choices of pieces. Also returns
/// whether these are all.
fn faces(
    file: &PuzzleFile,
    plan: &CardPlan,
    (number, board, kept): (usize, &PoolBoard, usize),
    monitor: &RunContext,
) -> Result<(Vec<Vec<CardFace>>, bool), CardError> {
    let puzzle = &board.puzzle;
    let sides = plan.sides.ranges();
    let rule = ChoiceRule {
        pieces: file.design.choose,
        ..ChoiceRule::of(&file.design, puzzle)
    };
    let one = Requirement::Distinct(NumberRange {
        least: 1,
        most: Some(1),
    });
    let wanted = Requirement::All(
        std::iter::once(one)
            .chain(file.design.wanted.clone())
            .collect(),
    );
    let judge = Judge::new(puzzle, &wanted, false, monitor.stop())?;
    let instance = Instance::new_until(puzzle.clone(), monitor.stop())?;
    let choices = ChoiceQuestion::new(&instance, &rule).count(monitor)?;
    if !choices.knows_symmetries() {
        let is_one = puzzle.board.part_count() == 1;
        return Err(if is_one {
            CardError::Twins
        } else {
            JudgeError::Boards.into()
        });
    }
    let mut found: Vec<Vec<CardFace>> = vec![Vec::new(); sides.len()];
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
            found[side].push(CardFace {
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

/// Rates cards, and drops those that cannot be rated.
fn rated(
    puzzle: &Puzzle,
    faces: Vec<CardFace>,
    monitor: &RunContext,
) -> Result<Vec<CardFace>, CardError> {
    let rated = faces.into_par_iter().map(|face| {
        let rating = face.rate(puzzle, monitor)?;
        Ok(rating.map(|rating| CardFace {
            rating: Some(rating),
            ..face
        }))
    });
    let rated = rated.collect::<Result<Vec<_>, CardError>>()?;
    Ok(rated.into_iter().flatten().collect())
}

impl CardPlan {
    /// Whether cards must be rated to decide whether they match the plan.
    fn needs_ratings(&self) -> bool {
        self.difficulty.is_some()
            || !matches!(self.amount, Amount::Count(_))
            || matches!(self.sides, CardSides::Two(_))
    }
}

impl CardFace {
    /// The rating of the side; `None` if the side cannot be rated.
    pub(super) fn rate(
        &self,
        pool: &Puzzle,
        monitor: &RunContext,
    ) -> Result<Option<crate::reason::deduction::Rating>, CardError> {
        let rated = puzzle::rated(&card_instance(pool, &self.copies)?, monitor);
        let rated = rated.map_err(|error| match error {
            DeductionError::Interrupted => SolveError::Interrupted.into(),
            _ => CardError::Disagreement,
        });
        Ok(rated?.map(|rated| rated.rating))
    }
}
