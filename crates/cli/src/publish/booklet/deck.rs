//! Booklets of cards.

use std::collections::BTreeMap;

use rayon::prelude::*;
use tilewright_dlx::Engine;

use super::{Booklet, BookletError, Content, Task, without_count};
use crate::cover::Instance;
use crate::design::challenges::cards::{Card, CardSolutions};
use crate::reason::deduction::DeductionError;
use crate::solve::search::RunContext;
use crate::support::format::counted;
use crate::support::label::Label;

struct CardSide<'a> {
    letter: Option<char>,
    /// The index of this side among all sides of the file's cards.
    place: usize,
    task: Task<'a>,
}

impl<'a> Booklet<'a> {
    /// A booklet of cards, in the order of the ratings of their last sides. Cards that cannot be
    /// rated are at the end. `pool` contains the pieces of all cards; its board is not used.
    ///
    /// Cost: as [`of_challenges`](Self::of_challenges).
    ///
    /// # Errors
    ///
    /// [`BookletError`]: a card has no solution, or the run was interrupted.
    pub fn of_cards(
        title: impl Into<Label>,
        pool: &'a Instance,
        cards: &'a [Card],
        monitor: &RunContext,
    ) -> Result<Self, BookletError> {
        let task = |card: &'a Card| {
            let task = Task::of_card(card, monitor);
            task.map_err(|error| BookletError::of(&card.name(), error))
        };
        let tasks = cards.par_iter().map(task);
        let tasks = tasks.collect::<Result<Vec<Task<'a>>, BookletError>>()?;
        let mut by_id: BTreeMap<&Label, Vec<CardSide<'a>>> = BTreeMap::new();
        for (place, (card, task)) in cards.iter().zip(tasks).enumerate() {
            by_id.entry(&card.id).or_default().push(CardSide {
                letter: card.side,
                place,
                task,
            });
        }
        let mut cards: Vec<Vec<CardSide<'a>>> = by_id.into_values().collect();
        for sides in &mut cards {
            sides.sort_by_key(|side| side.letter);
        }
        let title = without_count(title.into(), &counted(cards.len(), "card"));
        cards.sort_by_key(|sides| sides.last().map(|side| (side.task.place(), side.place)));
        let is_two_sided = cards.iter().all(|sides| sides.len() == 2);
        let mut tasks = Vec::new();
        for (number, sides) in (1_u32..).zip(cards) {
            tasks.extend(sides.into_iter().map(|side| {
                let letter = side.letter.map_or_else(String::new, String::from);
                Task {
                    number: format!("{number}{letter}"),
                    ..side.task
                }
            }));
        }
        Ok(Self {
            title,
            puzzle: pool.puzzle().title.clone(),
            instance: pool,
            others: Vec::new(),
            content: Content::Challenges(tasks),
            is_two_sided,
            example: None,
            cover_solution: None,
        })
    }
}

impl<'a> Task<'a> {
    /// Solves and rates a card, ignoring the rating that its file states. If the stated rating
    /// differs, `stale` contains it.
    fn of_card(card: &'a Card, monitor: &RunContext) -> Result<Self, DeductionError> {
        let instance = card.puzzle.instance();
        let (rating, stale) = card.rate(monitor)?;
        let task = Self::new(instance, &card.challenge(), monitor)?;
        // A card is also unique if all its solutions are symmetric images of a single one.
        let solutions = card.puzzle.solutions(Engine::Links, monitor.stop());
        let is_one = matches!(solutions, Ok(CardSolutions::One { .. }));
        Ok(Self {
            rating,
            stale,
            is_card: true,
            is_unique: task.is_unique || is_one,
            ..task
        })
    }
}
