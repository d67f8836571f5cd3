//! The contents of a page: its puzzles, and the levels that are played on them, in the order of the
//! levels' numbers.
//!
//! Challenges are numbered as in a booklet: from 1, the easiest first, unrated ones last. The sides of a
//! card share a number. Goals keep the order of their file.

use crate::cover::Instance;
use crate::design::challenges::StaleStatement;
use crate::puzzle::Puzzle;
use crate::support::label::Label;

use super::embedded_solutions::EmbeddedSolutions;
use super::posed::{PlayableCard, PlayableChallenge};
use crate::publish::card_numbers::{CardSide, numbered};
use crate::publish::open_goals::OpenGoal;

/// A puzzle of a page, with its solutions and challenges.
#[derive(Debug)]
pub struct PlayablePuzzle<'a> {
    /// The name, if the page has several puzzles: the name of the goal, or the puzzle's title.
    pub name: Option<Label>,
    /// The puzzle with its exact cover problem.
    pub instance: &'a Instance,
    /// The solutions that the page contains.
    pub held: EmbeddedSolutions,
    /// The challenges of the puzzle. The puzzle can also be played without further givens.
    pub challenges: Vec<PlayableChallenge>,
}

/// How the puzzles of a page are related.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PageKind {
    /// One puzzle, with or without challenges.
    Puzzle,
    /// Challenges of one or several puzzles.
    Challenges,
    /// Cards, each with its own puzzle.
    Cards,
    /// The goals of a file, each a puzzle that is played without further givens.
    Goals,
}

/// The contents of a page: its puzzles and its levels.
#[derive(Debug)]
pub struct PageContent<'a> {
    pub(super) title: Label,
    pub(super) kind: PageKind,
    pub(super) puzzles: Vec<PlayablePuzzle<'a>>,
    /// The levels in order: the index of a puzzle, and the index of one of its challenges. `None` means
    /// playing the puzzle without further givens.
    pub(super) levels: Vec<(usize, Option<usize>)>,
    /// For each level, the goal with its open cells on the shared board; empty if each goal has its own
    /// board.
    pub(super) open_goals: Vec<OpenGoal>,
}

impl<'a> PageContent<'a> {
    /// A page with one puzzle, its solutions and its challenges. A challenge with the id `""` represents the
    /// puzzle without further givens and supplies its hints.
    pub fn of_puzzle(
        instance: &'a Instance,
        held: EmbeddedSolutions,
        challenges: Vec<PlayableChallenge>,
    ) -> Self {
        let title = instance.puzzle().title.clone();
        let puzzle = PlayablePuzzle {
            name: None,
            instance,
            held,
            challenges,
        };
        let mut content = Self::ranked(title, PageKind::Puzzle, vec![puzzle]);
        let itself = |challenge: &PlayableChallenge| challenge.id.is_empty();
        let itself = content.puzzles[0].challenges.iter().position(itself);
        content.levels.push((0, itself));
        content
    }

    /// A page with challenges of several puzzles, numbered in the order of their ratings.
    pub fn of_challenges(title: Label, puzzles: Vec<PlayablePuzzle<'a>>) -> Self {
        Self::ranked(title, PageKind::Challenges, puzzles)
    }

    /// A page with the goals of a file, in the order of the file.
    pub fn of_goals(title: Label, puzzles: Vec<PlayablePuzzle<'a>>) -> Self {
        Self {
            title,
            kind: PageKind::Goals,
            levels: (0..puzzles.len()).map(|puzzle| (puzzle, None)).collect(),
            puzzles,
            open_goals: Vec::new(),
        }
    }

    /// A page with goals that leave cells of one board open, in this order. It contains no solutions for them.
    /// When the player opens a goal, the page searches for some.
    pub fn of_open_goals(instance: &'a Instance, goals: Vec<OpenGoal>) -> Self {
        let board = PlayablePuzzle {
            name: None,
            instance,
            held: EmbeddedSolutions::none(),
            challenges: Vec::new(),
        };
        Self {
            title: instance.puzzle().title.clone(),
            kind: PageKind::Goals,
            levels: vec![(0, None); goals.len()],
            puzzles: vec![board],
            open_goals: goals,
        }
    }

    /// A page with a deck of cards. The cards are ordered by the rating of their last side: the second side of a
    /// two-sided card.
    pub fn of_cards(title: Label, cards: Vec<PlayableCard<'a>>) -> Self {
        let sides = cards.into_iter().map(|card| CardSide {
            id: card.id.clone(),
            letter: card.side,
            place: card.place,
            side: card,
        });
        let sides = numbered(sides, |card| card.posed.rank())
            .into_iter()
            .flatten();
        let puzzles = sides.map(|(number, card)| PlayablePuzzle {
            name: card.board,
            instance: card.instance,
            held: EmbeddedSolutions::none(),
            challenges: vec![PlayableChallenge {
                number,
                ..card.posed
            }],
        });
        let puzzles: Vec<PlayablePuzzle<'a>> = puzzles.collect();
        Self {
            title,
            kind: PageKind::Cards,
            levels: (0..puzzles.len()).map(|puzzle| (puzzle, Some(0))).collect(),
            puzzles,
            open_goals: Vec::new(),
        }
    }

    /// A page whose challenges are numbered in the order of their ratings.
    fn ranked(title: Label, kind: PageKind, mut puzzles: Vec<PlayablePuzzle<'a>>) -> Self {
        let mut levels = Vec::new();
        for (at, puzzle) in puzzles.iter().enumerate() {
            let named = puzzle.challenges.iter().enumerate();
            let named = named.filter(|(_, challenge)| !challenge.id.is_empty());
            levels.extend(
                named.map(|(index, challenge)| {
                    (challenge.rank(), challenge.place, (at, Some(index)))
                }),
            );
        }
        levels.sort_by_key(|&(rank, place, _)| (rank, place));
        let levels: Vec<(usize, Option<usize>)> =
            levels.into_iter().map(|(_, _, level)| level).collect();
        for (number, &(puzzle, challenge)) in (1_u32..).zip(&levels) {
            if let Some(challenge) = challenge {
                puzzles[puzzle].challenges[challenge].number = number.to_string();
            }
        }
        Self {
            title,
            kind,
            puzzles,
            levels,
            open_goals: Vec::new(),
        }
    }

    /// The puzzles of the page.
    pub fn puzzles(&self) -> impl Iterator<Item = &Puzzle> {
        self.puzzles.iter().map(|puzzle| puzzle.instance.puzzle())
    }

    /// For each challenge whose file states a rating other than the computed one: its id, and what the file
    /// states.
    pub fn stale(&self) -> impl Iterator<Item = (&str, StaleStatement)> {
        let all = self.puzzles.iter().flat_map(|puzzle| &puzzle.challenges);
        all.filter_map(|challenge| Some((&*challenge.id, challenge.stale?)))
    }
}
