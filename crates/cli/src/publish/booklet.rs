//! Booklets: challenges, or solutions, ready for print or as a page for the screen.
//!
//! ```text
//! challenges ─► solutions, grades, hints ─┐
//! solutions ──────────────────────────────┴► Booklet ─┬─► pages (scenes, links) ─► PDF
//!                                 Texts ◄─ RON        └─► HTML
//! ```
//!
//! A [`Booklet`] holds what is told, in the order in which it is told; [`Texts`] how it is said.
//! [`pdf`] lays it out page by page: title, pieces, how to play, challenges with room to draw,
//! hints, solutions, an index by id. [`html`] writes the same as one file without a network.

mod alternative;
mod book;
mod book_file;
mod cache;
mod deck;
mod example;
mod goals;
mod hint;
mod html;
mod numbers;
mod pages;
mod rules;
mod texts;

use std::collections::HashSet;

use num_bigint::BigUint;
use rayon::prelude::*;
use thiserror::Error;
use tilewright_dlx::OptionId;
use tilewright_geometry::Polyform;

pub use book::{Book, BookPart, Cover, CoverArt};
pub use book_file::{BookFile, BookFileError, BookPartFile, PartSubject};
pub use cache::{Cache, CacheError};
pub use example::WorkedExample;
pub use goals::GoalsError;
pub use hint::Hint;
pub use html::html;
pub use numbers::Numbers;
pub use pages::{
    BesideChallenge, Hints, Layout, LayoutError, POINT, PartLayout, TypeSizeError, Typography,
    book_pdf, pdf,
};
pub use texts::Texts;

use cache::{Computed, ProblemKey};

use crate::cover::Instance;
use crate::design::challenges::{Challenge, ChallengePuzzle, Level, StaleStatement, titles};
use crate::puzzle::{PieceOrigin, PlacedPiece, Puzzle};
use crate::reason::deduction::{
    DeductionError, Grade, PlacementStatus, Rating, Technique, standing, with_own,
};
use crate::solve::search::Monitor;
use crate::support::format::grouped;
use crate::support::label::Label;

/// What a booklet tells of.
#[derive(Debug)]
pub struct Booklet<'a> {
    /// What it is called.
    pub title: Label,
    /// What its puzzle is called; of several, all of them.
    pub puzzle: Label,
    /// Its exact cover problem; of several, the first.
    pub instance: &'a Instance,
    /// Those of the others that have pieces that it has not.
    others: Vec<&'a Instance>,
    /// What is in it.
    pub content: Content<'a>,
    /// Whether its challenges are cards with two sides each, one after the other.
    is_two_sided: bool,
    /// A challenge that is solved step by step.
    example: Option<WorkedExample>,
}

/// What is in a booklet.
#[derive(Debug, Clone)]
pub enum Content<'a> {
    /// Challenges, the easiest first, with their solutions and hints.
    Challenges(Vec<Task<'a>>),
    /// Solutions, by their numbers.
    Solutions(Vec<(u64, Vec<OptionId>)>),
}

/// A challenge with all that is told of it.
#[derive(Debug, Clone)]
pub struct Task<'a> {
    /// The exact cover problem: that of the booklet, or its own.
    pub instance: &'a Instance,
    /// What it is called, unique in the booklet.
    pub id: Label,
    /// Its number in the booklet: `7`; of a side of a card, `7a`.
    pub number: String,
    /// What its board is called, in a booklet of several puzzles: the goal, or the puzzle's title.
    pub board: Option<Label>,
    /// Whether it is a card, with its own board and pieces.
    pub is_card: bool,
    /// What is given, the puzzle's own givens first.
    pub givens: Vec<OptionId>,
    /// Its place in a progression, if it has one.
    pub level: Option<Level>,
    /// How hard it is; none if it cannot be rated.
    pub rating: Option<Rating>,
    /// What its file says of that, if it is something else.
    pub stale: Option<StaleStatement>,
    /// A hint.
    pub hint: Hint,
    /// All placements of its solution, of the first one if it has several.
    pub solution: Vec<OptionId>,
    /// Whether it has one solution.
    pub is_unique: bool,
    /// How many solutions it has, if it is a goal that is told with them.
    pub count: Option<BigUint>,
}

/// Why there is no booklet.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BookletError {
    /// A challenge can't be shown.
    #[error("challenge {id:?}: {error}")]
    Challenge {
        /// Its id.
        id: String,
        /// What is wrong with it.
        error: DeductionError,
    },
    /// It was interrupted.
    #[error("interrupted")]
    Interrupted,
}

impl<'a> Task<'a> {
    /// The band of its rating.
    pub fn grade(&self) -> Option<Grade> {
        self.rating.map(Rating::grade)
    }

    /// Whether its board is another than the booklet's.
    fn has_own_board(&self) -> bool {
        self.is_card || self.board.is_some()
    }

    /// Where it stands: the easiest first; what cannot be rated comes last.
    fn place(&self) -> (bool, Option<u32>) {
        (self.rating.is_none(), self.rating.map(Rating::tenths))
    }

    /// Some of its placements as they are drawn; its givens are marked.
    fn laid(&self, options: &[OptionId]) -> Vec<PlacedPiece<'a>> {
        laid(self.instance, options, &self.givens)
    }

    /// Whether its one solution can be found by deductions: without guessing.
    pub fn is_deducible(&self) -> bool {
        let by_search = |rating: Rating| rating.hardest == Technique::Search;
        self.is_unique && self.rating.is_some_and(|rating| !by_search(rating))
    }

    /// Solves a challenge and rates it, whatever its file states.
    fn new(
        instance: &'a Instance,
        challenge: &Challenge,
        monitor: &Monitor,
    ) -> Result<Self, DeductionError> {
        let computed = compute(instance, challenge, monitor)?;
        Self::of(instance, challenge, computed, monitor)
    }

    /// A challenge of which this was computed.
    fn of(
        instance: &'a Instance,
        challenge: &Challenge,
        computed: Computed,
        monitor: &Monitor,
    ) -> Result<Self, DeductionError> {
        let Computed {
            solution,
            is_unique,
            rating,
            ..
        } = computed;
        let givens = with_own(instance, &challenge.givens);
        let hint = Hint::new(instance, &givens, is_unique.then_some(&*solution), monitor)?;
        Ok(Self {
            instance,
            id: challenge.id.clone(),
            number: String::new(),
            board: None,
            is_card: false,
            givens,
            level: challenge.level.clone(),
            rating,
            stale: challenge.stale_statement(rating),
            hint,
            solution,
            is_unique,
            count: None,
        })
    }
}

/// What is computed of a challenge: its solution and its rating.
fn compute(
    instance: &Instance,
    challenge: &Challenge,
    monitor: &Monitor,
) -> Result<Computed, DeductionError> {
    let (solution, is_unique) = match standing(instance, &challenge.givens, &[], monitor)? {
        PlacementStatus::One(solution) => (solution, true),
        PlacementStatus::Several(solution) => (solution, false),
        PlacementStatus::Wrong { .. } => return Err(DeductionError::NoSolution),
    };
    Ok(Computed {
        solution,
        is_unique,
        rating: challenge.rate(instance, monitor)?,
        count: None,
    })
}

impl<'a> Booklet<'a> {
    /// A booklet of challenges of some puzzles, which they name by index: in the order of their levels, by whose numbers
    /// they are called, if all have one; else in the order of their ratings, and those that cannot be rated come last.
    ///
    /// Cost: for each challenge a search for a second solution, the first deductions and a
    /// rating; on the threads of the rayon pool that it is called in.
    ///
    /// # Errors
    ///
    /// [`BookletError`]: a challenge has no solution, or it was interrupted.
    ///
    /// # Panics
    ///
    /// There is no puzzle, or a challenge is of none of them.
    pub fn of_challenges(
        title: impl Into<Label>,
        puzzles: &'a [ChallengePuzzle],
        challenges: &[Challenge],
        monitor: &Monitor,
    ) -> Result<Self, BookletError> {
        Self::of_challenges_with(title, puzzles, challenges, &Cache::default(), monitor)
    }

    /// The same with what is known from before; what is computed is known afterwards.
    ///
    /// Cost: of what is known, a pass over its placements and the first deductions.
    ///
    /// # Errors
    ///
    /// As [`of_challenges`](Self::of_challenges).
    ///
    /// # Panics
    ///
    /// As there.
    pub fn of_challenges_with(
        title: impl Into<Label>,
        puzzles: &'a [ChallengePuzzle],
        challenges: &[Challenge],
        cache: &Cache,
        monitor: &Monitor,
    ) -> Result<Self, BookletError> {
        let keys = puzzles.par_iter();
        let keys = keys.map(|puzzle| ProblemKey::new(&puzzle.instance));
        let keys: Vec<ProblemKey> = keys.collect();
        let task = |challenge: &Challenge| {
            let puzzle = &puzzles[challenge.puzzle];
            let instance = &puzzle.instance;
            let of_problem = (&keys[challenge.puzzle], instance);
            let computed = cache.computed(of_problem, &challenge.givens, false, || {
                compute(instance, challenge, monitor)
            });
            let task =
                computed.and_then(|computed| Task::of(instance, challenge, computed, monitor));
            let task = task.map_err(|error| BookletError::of(&challenge.id, error))?;
            Ok(Task {
                board: (puzzles.len() > 1).then(|| puzzle.name().clone()),
                ..task
            })
        };
        let mut tasks: Vec<Task<'a>> = challenges
            .par_iter()
            .map(task)
            .collect::<Result<_, BookletError>>()?;
        let level = |task: &Task<'a>| task.level.as_ref().map(|level| level.number);
        if tasks.iter().all(|task| level(task).is_some()) {
            tasks.sort_by_key(level);
            for task in &mut tasks {
                task.number = level(task).map_or_else(String::new, |number| number.to_string());
            }
        } else {
            tasks.sort_by_key(Task::place);
            for (number, task) in (1_u32..).zip(&mut tasks) {
                task.number = number.to_string();
            }
        }
        let instance = &puzzles[0].instance;
        Ok(Self {
            title: title.into(),
            puzzle: match puzzles {
                [_] => instance.puzzle().title.clone(),
                several => titles(several),
            },
            instance,
            others: with_other_pieces(puzzles),
            content: Content::Challenges(tasks),
            is_two_sided: false,
            example: None,
        })
    }

    /// A booklet of solutions with their numbers.
    pub fn of_solutions(
        title: impl Into<Label>,
        instance: &'a Instance,
        solutions: Vec<(u64, Vec<OptionId>)>,
    ) -> Self {
        Self {
            title: title.into(),
            puzzle: instance.puzzle().title.clone(),
            instance,
            others: Vec::new(),
            content: Content::Solutions(solutions),
            is_two_sided: false,
            example: None,
        }
    }

    /// The challenges; none in a booklet of solutions.
    pub fn tasks(&self) -> &[Task<'a>] {
        match &self.content {
            Content::Challenges(tasks) => tasks,
            Content::Solutions(_) => &[],
        }
    }

    /// Whether its challenges are of several boards.
    fn has_boards(&self) -> bool {
        self.tasks().iter().any(|task| task.board.is_some())
    }

    /// Placements of the booklet's puzzle as they are drawn; those among `givens` are marked.
    fn laid(&self, options: &[OptionId], givens: &[OptionId]) -> Vec<PlacedPiece<'a>> {
        laid(self.instance, options, givens)
    }

    /// The puzzles whose pieces it shows.
    pub fn puzzles(&self) -> impl Iterator<Item = &'a Puzzle> {
        let all = std::iter::once(self.instance).chain(self.others.iter().copied());
        all.map(Instance::puzzle)
    }

    /// What stands under the title.
    fn subtitle(&self, texts: &Texts) -> String {
        match &self.content {
            Content::Solutions(solutions) => match solutions.len() {
                1 => texts.subtitle_of_one_solution.plain(),
                count => {
                    let count = count.to_string();
                    texts.subtitle_of_solutions.fill(&[("count", &count)])
                }
            },
            Content::Challenges(tasks) => {
                let mut grades = tasks.iter().filter_map(Task::grade);
                let Some(easiest) = grades.next() else {
                    return String::new();
                };
                let hardest = grades.next_back().unwrap_or(easiest);
                let count = tasks.len().to_string();
                if tasks.iter().any(|task| task.rating.is_none()) {
                    return texts.subtitle_of_some_graded.fill(&[("count", &count)]);
                }
                let [easy, hard] = [easiest, hardest].map(|grade| texts.grade(grade));
                let (template, values) = match tasks.len() {
                    1 => (&texts.subtitle_of_one_challenge, vec![("grade", &*easy)]),
                    _ if easiest == hardest => {
                        let values = vec![("count", &*count), ("grade", &*easy)];
                        (&texts.subtitle_of_one_grade, values)
                    }
                    _ => {
                        let range = [("count", &*count), ("easiest", &*easy), ("hardest", &*hard)];
                        (&texts.subtitle, range.to_vec())
                    }
                };
                template.fill(&values)
            }
        }
    }
}

/// Those of some puzzles that have a piece that none before them has, but for the first.
fn with_other_pieces(puzzles: &[ChallengePuzzle]) -> Vec<&Instance> {
    let mut known: HashSet<(&Label, &Polyform)> = HashSet::new();
    let mut others = Vec::new();
    for ChallengePuzzle { instance, .. } in puzzles {
        let pieces = &instance.puzzle().pieces;
        let before = known.len();
        known.extend(pieces.iter().map(|piece| (&piece.name, &piece.polyform)));
        if known.len() > before {
            others.push(instance);
        }
    }
    others.split_off(1.min(others.len()))
}

/// Placements as they are drawn; those among `givens` are marked.
fn laid<'i>(
    instance: &'i Instance,
    options: &[OptionId],
    givens: &[OptionId],
) -> Vec<PlacedPiece<'i>> {
    // Options are numbered piece by piece: the pieces come in file order.
    let mut options = options.to_vec();
    options.sort_unstable();
    let laid = options.into_iter().map(|option| PlacedPiece {
        standing: if givens.contains(&option) {
            PieceOrigin::Given
        } else {
            PieceOrigin::Placed
        },
        ..instance.placed_piece(option)
    });
    laid.collect()
}

impl BookletError {
    /// Why a challenge can't be shown.
    fn of(id: &Label, error: DeductionError) -> Self {
        match error {
            DeductionError::Interrupted => Self::Interrupted,
            error => Self::Challenge {
                id: id.to_string(),
                error,
            },
        }
    }
}

impl Texts {
    /// A grade in a word.
    pub fn grade(&self, grade: Grade) -> String {
        let template = match grade {
            Grade::Easy => &self.easy,
            Grade::Medium => &self.medium,
            Grade::Hard => &self.hard,
            Grade::Expert => &self.expert,
        };
        template.plain()
    }

    /// What a challenge is called.
    fn task_name(&self, task: &Task<'_>) -> String {
        match &task.board {
            None => self.challenge.fill(&[("number", &task.number)]),
            Some(board) => {
                let values = [("number", &*task.number), ("board", board)];
                self.challenge_of_board.fill(&values)
            }
        }
    }

    /// How many solutions a goal has.
    fn solutions_counted(&self, count: &BigUint) -> String {
        if *count == BigUint::from(1_u32) {
            return self.count_of_one_solution.plain();
        }
        let count = grouped(count);
        self.count_of_solutions.fill(&[("count", &count)])
    }

    /// A grade with its score; nothing if it is not known.
    fn rating(&self, rating: Option<Rating>) -> String {
        let Some(rating) = rating else {
            return String::new();
        };
        let score = format!("{:.1}", rating.score());
        let values = [("grade", &*self.grade(rating.grade())), ("score", &*score)];
        self.rating.fill(&values)
    }
}

#[cfg(test)]
mod tests;
