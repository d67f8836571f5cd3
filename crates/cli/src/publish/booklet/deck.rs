//! Booklets of cards.

use rayon::prelude::*;
use tilewright_dlx::Engine;

use super::{Booklet, BookletError, Content, Task, without_count};
use crate::cover::Instance;
use crate::design::challenges::cards::{Card, CardSolutions, solutions};
use crate::publish::card_numbers::{CardSide, numbered};
use crate::reason::deduction::DeductionError;
use crate::solve::search::RunContext;
use crate::support::format::counted;
use crate::support::label::Label;

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
        let sides = cards.iter().zip(tasks).enumerate();
        let sides = sides.map(|(place, (card, task))| CardSide {
            id: card.id.clone(),
            letter: card.side,
            place,
            side: task,
        });
        let cards = numbered(sides, Task::place);
        let title = without_count(title.into(), &counted(cards.len(), "card"));
        let is_two_sided = cards.iter().all(|sides| sides.len() == 2);
        let tasks = cards.into_iter().flatten();
        let tasks = tasks.map(|(number, task)| Task { number, ..task });
        let content = Content::Challenges(tasks.collect());
        Ok(Self {
            is_two_sided,
            ..Self::with_content(title, pool.puzzle().title.clone(), pool, content)
        })
    }
}

impl<'a> Task<'a> {
    /// Solves and rates a card, ignoring the rating that its file states. If the stated rating
    /// differs, `stale` contains it.
    fn of_card(card: &'a Card, monitor: &RunContext) -> Result<Self, DeductionError> {
        let instance = &card.instance;
        let (rating, stale) = card.rate(monitor)?;
        let task = Self::new(instance, &card.challenge(), monitor)?;
        // A card is also treated as having one solution if all its solutions are symmetric images of one.
        let solutions = solutions(instance, Engine::Links, monitor.stop());
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
