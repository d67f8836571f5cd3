//! Chooses cards for a deck so that boards and pieces are used equally often.

use std::collections::BTreeMap;

use itertools::Itertools;
use rayon::prelude::*;
use tilewright_dlx::Engine;

use super::file::Card;
use super::plan::{CardError, CardPlan, CardSides, PoolBoard};
use super::puzzle::{CardSolutions, card_instance, solutions};
use crate::cover::{Instance, InstanceError};
use crate::design::challenges::balanced::{BalancedSelection, share, variation};
use crate::design::challenges::plan::quantiles;
use crate::design::challenges::{Amount, TakenIds};
use crate::puzzle::{Piece, Span};
use crate::reason::deduction::{Grade, Rating};
use crate::solve::SolveError;
use crate::solve::search::RunContext;
use crate::support::label::Label;

/// One side of a card: the pieces that fill its board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardFace {
    /// For each piece of the board's puzzle, by index, its number of copies.
    pub copies: Vec<u32>,
    /// The rating; `None` if the side cannot be rated.
    pub rating: Option<Rating>,
}

/// A card that was chosen for a deck, with its sides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DealtCard {
    /// The index of the card's board, in the order of [`pool_boards`](super::pool_boards).
    pub board: usize,
    /// The sides, the easiest first.
    pub faces: Vec<CardFace>,
    /// The index of the part of the deck to which the card belongs.
    pub part: usize,
}

/// A deck of cards, and how it was chosen.
#[derive(Debug, Clone, PartialEq)]
pub struct DealtCards {
    /// The cards, part by part, the easiest first.
    pub cards: Vec<DealtCard>,
    /// The number of candidate cards. For cards with two sides, the number of candidate second
    /// sides.
    pub candidates: usize,
    /// The number of boards that have candidate cards.
    pub boards: usize,
    /// The maximum number of candidates kept for each board and side; `None` if no board reached
    /// it.
    pub kept: Option<usize>,
    /// The coefficient of variation of how often each piece of the pool is used, per copy: 0 if all
    /// are used equally often.
    pub spread: f64,
    /// Whether the run was stopped. The deck then has the first cards found, and no second engine
    /// has checked them.
    pub interrupted: bool,
}

/// A candidate card: its last side, and for a card with two sides the possible first sides.
#[derive(Debug, Clone)]
pub(super) struct CardCandidate {
    board: usize,
    last: CardFace,
    /// The possible first sides; `None` for a card with one side.
    first: Option<Vec<CardFace>>,
    part: usize,
}

pub(super) struct CardDeal<'a> {
    plan: &'a CardPlan,
    boards: &'a [PoolBoard],
    monitor: &'a RunContext,
    /// For each piece of the pool, how often the chosen cards use it, divided by its copies.
    pieces: Vec<f64>,
    /// For each board and each of its pieces, the index of the piece in `pieces`.
    places: Vec<Vec<usize>>,
    /// The number of chosen cards of each board, by the index of the board. Boards without any are
    /// left out.
    used: BTreeMap<usize, u32>,
    /// The first sides of the chosen cards of each board, by the index of the board. A side is the
    /// list of the copies of each piece.
    first_sides: BTreeMap<usize, Vec<Vec<u32>>>,
}

/// The cost of a first side, for each chosen card that already has it. It exceeds the cost of the
/// most unequal use of pieces.
const REPEATED_SIDE: f64 = 1e6;

impl<'a> CardDeal<'a> {
    pub(super) fn new(
        plan: &'a CardPlan,
        boards: &'a [PoolBoard],
        monitor: &'a RunContext,
    ) -> Self {
        let mut known: BTreeMap<&Label, usize> = BTreeMap::new();
        let mut place = |piece: &'a Piece| {
            let next = known.len();
            *known.entry(&piece.name).or_insert(next)
        };
        let places = boards.iter().map(|board| &board.puzzle.pieces);
        let places = places.map(|pieces| pieces.iter().map(&mut place).collect());
        let places: Vec<Vec<usize>> = places.collect();
        Self {
            plan,
            boards,
            monitor,
            pieces: vec![0.0; known.len()],
            places,
            used: BTreeMap::new(),
            first_sides: BTreeMap::new(),
        }
    }

    /// Chooses cards. `found` has the possible faces, indexed by board, then by side (first or
    /// second). A board is `None` if the run was stopped before it was searched.
    pub(super) fn deal(
        mut self,
        found: Vec<Option<Vec<Vec<CardFace>>>>,
    ) -> Result<DealtCards, CardError> {
        let candidates: Vec<CardCandidate> = (found.into_iter().enumerate())
            .flat_map(|(board, faces)| self.candidates(board, faces.unwrap_or_default()))
            .collect();
        let boards = candidates.iter().map(|candidate| candidate.board);
        let (boards, number) = (boards.unique().count(), candidates.len());
        let parts = self.parts(candidates);
        let chosen = match self.choose(&parts) {
            Err(error) if error.is_interrupted() => None,
            chosen => Some(chosen?),
        };
        let interrupted = chosen.is_none();
        let mut cards = chosen.unwrap_or_else(|| self.first(parts));
        cards.sort_by_key(|card| {
            let rating = card.rating();
            (card.part, rating.is_none(), rating, card.board)
        });
        Ok(DealtCards {
            cards,
            candidates: number,
            boards,
            kept: None,
            spread: variation(&self.pieces),
            interrupted,
        })
    }

    /// Chooses the cards of each part, beginning with the part that has the fewest candidates, and
    /// checks the chosen cards.
    fn choose(
        &mut self,
        parts: &[(usize, Vec<CardCandidate>)],
    ) -> Result<Vec<DealtCard>, CardError> {
        let stop = self.monitor.stop();
        let mut taken = Vec::new();
        for part in (0..parts.len()).sorted_by_key(|part| parts[*part].1.len()) {
            let (wanted, candidates) = &parts[part];
            for candidate in BalancedSelection::take(self, candidates, *wanted, stop) {
                taken.push(CardCandidate { part, ..candidate });
            }
        }
        stop.check().map_err(SolveError::from)?;
        let cards = taken.into_par_iter().map(|candidate| self.card(candidate));
        cards.collect()
    }

    /// The first candidates of each part, alternating between boards: the result of a stopped run.
    /// They are not checked, and are rated only if the plan needs ratings.
    fn first(&mut self, parts: Vec<(usize, Vec<CardCandidate>)>) -> Vec<DealtCard> {
        self.pieces.fill(0.0);
        let mut cards = Vec::new();
        for (part, (wanted, candidates)) in parts.into_iter().enumerate() {
            let mut of_board: BTreeMap<usize, u32> = BTreeMap::new();
            let first = candidates.into_iter().map(|candidate| {
                let times = of_board.entry(candidate.board).or_default();
                *times += 1;
                (*times, candidate)
            });
            for (_, candidate) in first.sorted_by_key(|(times, _)| *times).take(wanted) {
                let CardCandidate {
                    board, last, first, ..
                } = candidate;
                let faces: Vec<CardFace> =
                    first.into_iter().flatten().take(1).chain([last]).collect();
                for face in &faces {
                    self.use_pieces(board, face);
                }
                cards.push(DealtCard { board, faces, part });
            }
        }
        cards
    }

    /// The candidate cards of a board, made from the faces found for each side.
    fn candidates(&self, board: usize, mut faces: Vec<Vec<CardFace>>) -> Vec<CardCandidate> {
        let last = faces.pop().unwrap_or_default();
        let candidate = |last: CardFace| {
            let first = match self.plan.sides {
                CardSides::One(_) => None,
                CardSides::Two(_) => {
                    let easier = |face: &&CardFace| face.rating <= last.rating;
                    let first = faces.iter().flatten().filter(easier);
                    Some(first.cloned().collect_vec())
                        .filter(|first| !first.is_empty())?
                        .into()
                }
            };
            let range = self.plan.difficulty;
            let is_wanted =
                range.is_none_or(|range| last.rating.is_some_and(|rating| range.contains(rating)));
            is_wanted.then_some(CardCandidate {
                board,
                last,
                first,
                part: 0,
            })
        };
        last.into_iter().filter_map(candidate).collect()
    }

    /// For each part of the deck, the requested number of cards and the candidates.
    fn parts(&self, mut candidates: Vec<CardCandidate>) -> Vec<(usize, Vec<CardCandidate>)> {
        let sizes = self.plan.amount.sizes();
        match &self.plan.amount {
            Amount::Count(count) => vec![(*count, candidates)],
            Amount::Quantiles(_) | Amount::Progression(_) => {
                candidates.sort_by_key(|candidate| candidate.last.rating);
                let parts = quantiles(&sizes, &candidates);
                parts.map(|(size, part)| (size, part.to_vec())).collect()
            }
            Amount::Grades(_) => (sizes.iter().zip(Grade::ALL))
                .map(|(size, grade)| {
                    let of_grade = candidates.iter().filter(|candidate| {
                        candidate.last.rating.map(Rating::grade) == Some(grade)
                    });
                    (*size, of_grade.cloned().collect())
                })
                .collect(),
        }
    }

    /// The card of a candidate, rated and checked.
    fn card(&self, candidate: CardCandidate) -> Result<DealtCard, CardError> {
        let pool = &self.boards[candidate.board].puzzle;
        let mut faces = candidate.first.unwrap_or_default();
        faces.push(candidate.last);
        for face in &mut faces {
            let card = card_instance(pool, &face.copies)?;
            match solutions(&card, Engine::Links, self.monitor.stop())? {
                CardSolutions::One { .. } => {}
                CardSolutions::None | CardSolutions::Several(_) => {
                    return Err(CardError::Disagreement);
                }
            }
            if face.rating.is_none() {
                face.rating = face.rate(pool, self.monitor)?;
            }
        }
        Ok(DealtCard {
            board: candidate.board,
            faces,
            part: candidate.part,
        })
    }

    /// How often the pieces of a side were used, relative to the mean over all pieces.
    fn used_before(&self, board: usize, face: &CardFace) -> f64 {
        let used = self.places[board].iter().map(|place| self.pieces[*place]);
        let used = used.zip(&face.copies);
        let used = used.flat_map(|(used, copies)| std::iter::repeat_n(used, *copies as usize));
        share(used, &self.pieces)
    }

    fn use_pieces(&mut self, board: usize, face: &CardFace) {
        let pieces = &self.boards[board].puzzle.pieces;
        let places = &self.places[board];
        for ((place, copies), piece) in places.iter().zip(&face.copies).zip(pieces) {
            self.pieces[*place] += f64::from(*copies) / f64::from(piece.copies.max.max(1));
        }
    }
}

impl DealtCards {
    /// The cards as entries of a file, with their ids. The sides of a card follow each other.
    ///
    /// # Errors
    ///
    /// [`InstanceError`] if the boards are not those of the deck.
    pub fn cards(&self, boards: &[PoolBoard]) -> Result<Vec<Card>, InstanceError> {
        let mut taken = TakenIds::default();
        let mut cards = Vec::new();
        for dealt in &self.cards {
            let board = &boards[dealt.board];
            let instance = |face: &CardFace| card_instance(&board.puzzle, &face.copies);
            let instances: Vec<Instance> = dealt.faces.iter().map(instance).try_collect()?;
            let id = taken.of_card(&instances);
            let sides = instances.into_iter().zip(&dealt.faces).zip('a'..);
            cards.extend(sides.map(|((instance, face), side)| Card {
                id: id.clone(),
                side: (dealt.faces.len() > 1).then_some(side),
                goal: board.goal.clone(),
                instance,
                grade: face.rating.map(Rating::grade),
                rating: face.rating.map(Rating::score),
                span: Span::new(0, 0),
            }));
        }
        Ok(cards)
    }
}

impl DealtCards {
    /// Why a deck has no card, as a part of a sentence. `None` if it has one, if the run was stopped, or if not all
    /// cards of the boards were tried.
    pub fn why_none(&self, plan: &CardPlan) -> Option<String> {
        if !self.cards.is_empty() || self.interrupted || self.kept.is_some() {
            return None;
        }
        let pieces = match plan.sides {
            CardSides::One(None) => "pieces fit".to_owned(),
            CardSides::One(Some(range)) => format!("{} fit", range.in_words("piece")),
            CardSides::Two([first, second]) => format!("{first} pieces, and also {second}, fit"),
        };
        let difficulty = match &plan.difficulty {
            Some(range) => format!(" and are {range}"),
            None => String::new(),
        };
        Some(format!(
            "on no board do {pieces} in exactly one way{difficulty}, turned and mirrored boards counting once"
        ))
    }
}

impl DealtCard {
    /// The rating of the card's last side; `None` if it cannot be rated.
    pub fn rating(&self) -> Option<Rating> {
        self.faces.last().and_then(|face| face.rating)
    }
}

impl BalancedSelection for CardDeal<'_> {
    type Candidate = CardCandidate;
    /// The side chosen as the first, if the card has two sides.
    type Way = Option<CardFace>;

    fn times_taken(&self, candidate: &CardCandidate) -> u32 {
        self.used.get(&candidate.board).copied().unwrap_or(0)
    }

    fn best_way(&self, candidate: &CardCandidate) -> (f64, Option<CardFace>) {
        let last = self.used_before(candidate.board, &candidate.last);
        let taken = self.first_sides.get(&candidate.board);
        let first = candidate.first.iter().flatten();
        let first = first
            .map(|face| {
                let same = taken.into_iter().flatten();
                let repeated: f64 = same
                    .filter(|copies| **copies == face.copies)
                    .map(|_| REPEATED_SIDE)
                    .sum();
                (self.used_before(candidate.board, face) + repeated, face)
            })
            .min_by(|a, b| a.0.total_cmp(&b.0));
        match first {
            Some((cost, face)) => (cost + last, Some(face.clone())),
            None => (last, None),
        }
    }

    fn use_up(&mut self, candidate: &CardCandidate, first: Option<CardFace>) -> CardCandidate {
        for face in first.iter().chain([&candidate.last]) {
            self.use_pieces(candidate.board, face);
        }
        *self.used.entry(candidate.board).or_default() += 1;
        if let Some(face) = &first {
            let sides = self.first_sides.entry(candidate.board).or_default();
            sides.push(face.copies.clone());
        }
        CardCandidate {
            first: first.map(|face| vec![face]),
            ..candidate.clone()
        }
    }
}
