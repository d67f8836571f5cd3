//! What a page is told: the puzzle, its placements, the solutions, the challenges.
//!
//! Placements are numbered by piece, then by orientation, then by the cell that comes first on the
//! board. The page finds their cells by adding vectors, so a placement takes a few bytes.

mod challenges;
mod ground;

pub(crate) use ground::kind_of;
mod pieces;
mod solutions;

use serde::Serialize;

use super::embedded_solutions::EmbeddedSolutions;
use super::error::{MAX_CELLS, MAX_PLACEMENTS, ViewerError};
use super::posed::{PlayableCard, PlayableChallenge};
use super::turns::{Turn, turns};
use crate::cover::Instance;
use crate::puzzle::Tray;
use challenges::{Challenge, challenges};
use ground::Ground;
use pieces::{Piece, pieces};
use solutions::Solutions;

/// All that a page of a deck is told.
#[derive(Debug, Serialize)]
pub(super) struct DeckData<'a> {
    cards: Vec<CardData<'a>>,
}

/// A card: a puzzle of its own, whose only challenge it is.
#[derive(Debug, Serialize)]
struct CardData<'a> {
    id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    grade: Option<&'a (String, f64)>,
    puzzle: Data<'a>,
}

impl<'a> DeckData<'a> {
    /// What a page is told of the cards of a deck.
    ///
    /// # Errors
    ///
    /// [`ViewerError`]: a board is too large for a page.
    pub(super) fn new(cards: &'a [PlayableCard<'a>]) -> Result<Self, ViewerError> {
        let none = EmbeddedSolutions::none();
        let card = |card: &'a PlayableCard<'a>| {
            let posed = std::slice::from_ref(&card.posed);
            Ok(CardData {
                id: &card.id,
                board: card.board.as_deref(),
                grade: card.posed.grade.as_ref(),
                puzzle: Data::new(card.instance, &none, posed)?,
            })
        };
        Ok(Self {
            cards: cards.iter().map(card).collect::<Result<_, _>>()?,
        })
    }
}

/// All that a page is told.
#[derive(Debug, Serialize)]
pub(super) struct Data<'a> {
    title: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'a str>,
    /// What a cell is called, one and several.
    cell_names: [&'static str; 2],
    /// Pictures have several layers.
    solid: bool,
    board: Ground,
    turns: Vec<Turn>,
    pieces: Vec<Piece<'a>>,
    /// The placements that the puzzle gives.
    givens: Vec<u32>,
    solutions: Solutions,
    challenges: Vec<Challenge<'a>>,
    /// The techniques that hints name by number.
    techniques: Vec<&'a str>,
}

impl<'a> Data<'a> {
    /// What a page is told of a puzzle.
    ///
    /// # Errors
    ///
    /// [`ViewerError`]: it is too large for a page.
    pub(super) fn new(
        instance: &'a Instance,
        held: &EmbeddedSolutions,
        posed: &'a [PlayableChallenge],
    ) -> Result<Self, ViewerError> {
        let puzzle = instance.puzzle();
        let cells = puzzle.board.cells().len();
        if cells > MAX_CELLS {
            return Err(ViewerError::Cells { cells });
        }
        let placements = instance.meanings().len();
        if placements > MAX_PLACEMENTS {
            return Err(ViewerError::Placements { placements });
        }
        let turns = turns(puzzle.lattice);
        let (pieces, numbers) = pieces(instance, &turns);
        let (challenges, techniques) = challenges(posed, &numbers);
        let (low, high) = puzzle.board.bounding_box();
        Ok(Self {
            title: &puzzle.title,
            source: puzzle.source.as_deref(),
            cell_names: match puzzle.tray {
                Tray::Flat => puzzle.lattice.table().cell_names,
                // What is to be filled is flat, whatever it is filled with.
                Tray::Projected { .. } => ["cell", "cells"],
            },
            solid: puzzle.tray == Tray::Flat && low.z < high.z,
            board: Ground::of(puzzle),
            givens: numbers.sorted(instance.givens()),
            solutions: Solutions::of(held, &numbers),
            turns,
            pieces,
            challenges,
            techniques,
        })
    }
}
