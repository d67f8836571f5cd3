//! Booklets of challenges or solutions, for print or as a page for the screen.
//!
//! ```text
//! challenges ─► solutions, grades, hints ─┐
//! solutions ──────────────────────────────┴► Booklet ─┬─► pages (scenes, links) ─► PDF
//!                                 Texts ◄─ RON        └─► HTML
//! ```
//!
//! A [`Booklet`] has the content in order, [`BookletTexts`] the wording. [`pdf`] lays out the pages: title,
//! pieces, how to play, challenges with room to draw, hints, solutions, an index by id. [`html`] writes the
//! same content as one HTML file that needs no network.

mod alternative;
mod book;
mod book_file;
mod cache;
mod challenge_solutions;
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
use tilewright_dlx::{OptionId, SolverError};
use tilewright_geometry::{BoardCell, Polyform};

pub use book::{Book, BookPart, Cover, CoverArt};
pub use book_file::{BookFile, BookPartFile, PartSubject};
pub(crate) use cache::{Cache, CacheError};
pub use challenge_solutions::ChallengeSolutions;
pub(crate) use example::WorkedExample;
pub(crate) use hint::BookletHint;
pub use html::html;
pub(crate) use numbers::Numbers;
pub use pages::{
    BesideChallenge, BookletLayout, BookletLayoutError, DivisionKind, Hints, POINT, PartLayout,
    TypeSizeError, Typography, book_pdf, cell_of_challenges, pdf,
};
pub use texts::BookletTexts;

use cache::{Computed, ProblemKey};
use challenge_solutions::CoverSolution;

use crate::cover::Instance;
use crate::design::challenges::{
    Challenge, ChallengePuzzle, ProgressionLevel, StaleStatement, titles,
};
use crate::puzzle::{PieceOrigin, PlacedPiece, Puzzle};
use crate::reason::deduction::{
    DeductionError, Grade, PlacementStatus, Rating, Technique, placement_status, with_own,
};
use crate::solve::search::RunContext;
use crate::support::format::{counted, grouped};
use crate::support::label::Label;

/// The content of a booklet, with the puzzles it refers to.
#[derive(Debug)]
pub struct Booklet<'a> {
    /// The title on the first page.
    pub title: Label,
    /// The title of the puzzle, or the titles of all puzzles.
    pub puzzle: Label,
    /// The puzzle, or the first of several, with its exact cover problem.
    pub instance: &'a Instance,
    /// The puzzles after the first one, without those whose pieces all occur in earlier puzzles.
    others: Vec<&'a Instance>,
    /// What the booklet prints: challenges or solutions.
    pub content: Content<'a>,
    /// True if all challenges are sides of two-sided cards: first side, second side, first side, …
    is_two_sided: bool,
    /// A challenge that is not in the booklet, solved step by step, as an introduction; `None` for a booklet
    /// without a worked example.
    example: Option<WorkedExample<'a>>,
    /// A solution for a cover. No challenge of the booklet has this solution. `None` if there is no such
    /// solution, or if none was looked for.
    cover_solution: Option<CoverSolution<'a>>,
}

/// The challenges or solutions of a booklet.
#[derive(Debug, Clone)]
pub enum Content<'a> {
    /// Challenges with their solutions and hints: by level if all have one, otherwise the easiest first and those
    /// without a rating last.
    Challenges(Vec<Task<'a>>),
    /// Solutions, each with the number that is printed above it.
    Solutions(Vec<(u64, Vec<OptionId>)>),
}

/// A challenge with everything that is printed about it.
#[derive(Debug, Clone)]
pub struct Task<'a> {
    /// The challenge's puzzle with its exact cover problem: that of the booklet, or a separate one.
    pub instance: &'a Instance,
    /// An identifier, unique in the booklet.
    pub id: Label,
    /// The number in the booklet: `7`; for one side of a card, `7a`.
    pub number: String,
    /// In a booklet of several puzzles, the name of the board: the goal or the puzzle's title.
    pub board: Option<Label>,
    /// The position of the board's puzzle file among those of the booklet, and of its goal in that file;
    /// both from 0.
    board_order: (usize, usize),
    /// True for a side of a card, which has its own board and a selection of the pieces.
    pub is_card: bool,
    /// All givens, beginning with those of the puzzle.
    pub givens: Vec<OptionId>,
    /// The level in a progression, if the challenge belongs to one.
    pub level: Option<ProgressionLevel>,
    /// The difficulty; `None` if it cannot be rated.
    pub rating: Option<Rating>,
    /// What the challenge's file states about the rating, if the computed rating contradicts it.
    pub stale: Option<StaleStatement>,
    /// The first step of a solution by deduction.
    pub hint: BookletHint,
    /// All placements of the solution, or of the first one found if there are several.
    pub solution: Vec<OptionId>,
    /// True if there is exactly one solution.
    pub is_unique: bool,
    /// The number of solutions of a goal in a booklet of goals; `None` in other booklets.
    pub count: Option<BigUint>,
}

/// Why a booklet cannot be made.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BookletError {
    /// A challenge has no solution, or no rating or hint can be computed.
    #[error("challenge {id:?}: {error}")]
    Challenge {
        /// The identifier of the challenge.
        id: String,
        /// Why the challenge cannot be solved step by step.
        error: DeductionError,
    },
    /// The solutions of a goal cannot be counted.
    #[error("the goal {goal:?}: {error}")]
    Count {
        /// The goal's name.
        goal: String,
        /// Why the goal's solutions cannot be counted.
        error: SolverError,
    },
    /// A goal has no solution, so a booklet cannot pose it.
    #[error("the goal {goal:?} has no solution")]
    NoSolution {
        /// The goal's name.
        goal: String,
    },
    /// The stop flag was set.
    #[error("interrupted")]
    Interrupted,
}

impl<'a> Task<'a> {
    /// The grade of the challenge; `None` if it cannot be rated.
    pub fn grade(&self) -> Option<Grade> {
        self.rating.map(Rating::grade)
    }

    /// The name of the challenge's tier in a progression.
    fn tier(&self) -> Option<&Label> {
        self.level.as_ref()?.tier.as_ref()
    }

    /// Whether the challenge is drawn on a board other than the booklet's.
    fn has_own_board(&self) -> bool {
        self.is_card || self.board.is_some()
    }

    /// The sort key of a challenge: the easiest challenge comes first, those without a rating last.
    fn place(&self) -> (bool, Option<u32>) {
        (self.rating.is_none(), self.rating.map(Rating::tenths))
    }

    /// Prepares placements for drawing, and marks the givens among them.
    fn laid(&self, options: &[OptionId]) -> Vec<PlacedPiece<'a>> {
        laid(self.instance, options, &self.givens)
    }

    /// The cells of placements.
    fn cells_of(&self, options: &[OptionId]) -> Vec<&'a [BoardCell]> {
        let cells = |option: &OptionId| &*self.instance.meaning(*option).placement.cells;
        options.iter().map(cells).collect()
    }

    /// Whether there is one solution, and deductions find it without guessing.
    pub fn is_deducible(&self) -> bool {
        let by_search = |rating: Rating| rating.hardest == Technique::Search;
        self.is_unique && self.rating.is_some_and(|rating| !by_search(rating))
    }

    /// Solves and rates a challenge, ignoring the rating that its file states. If the stated rating
    /// differs, `stale` contains it.
    fn new(
        instance: &'a Instance,
        challenge: &Challenge,
        monitor: &RunContext,
    ) -> Result<Self, DeductionError> {
        let computed = compute(instance, challenge, monitor)?;
        Self::of(instance, challenge, computed, monitor)
    }

    /// A challenge whose solution and rating are already computed.
    fn of(
        instance: &'a Instance,
        challenge: &Challenge,
        computed: Computed,
        monitor: &RunContext,
    ) -> Result<Self, DeductionError> {
        let Computed {
            solution,
            is_unique,
            rating,
            ..
        } = computed;
        let givens = with_own(instance, &challenge.givens);
        let known = is_unique.then_some(&*solution);
        let grade = rating.map(Rating::grade);
        let hint = BookletHint::new(instance, &givens, (known, grade), monitor)?;
        Ok(Self {
            id: challenge.id.clone(),
            level: challenge.level.clone(),
            rating,
            stale: challenge.stale_statement(rating),
            hint,
            is_unique,
            ..Self::solved(instance, givens, solution)
        })
    }

    /// A task of which only the givens and a solution are known.
    fn solved(instance: &'a Instance, givens: Vec<OptionId>, solution: Vec<OptionId>) -> Self {
        Self {
            instance,
            id: Label::default(),
            number: String::new(),
            board: None,
            board_order: (0, 0),
            is_card: false,
            givens,
            level: None,
            rating: None,
            stale: None,
            hint: BookletHint::none(),
            solution,
            is_unique: false,
            count: None,
        }
    }
}

/// Computes the solution and the rating of a challenge.
fn compute(
    instance: &Instance,
    challenge: &Challenge,
    monitor: &RunContext,
) -> Result<Computed, DeductionError> {
    let (solution, is_unique) = match placement_status(instance, &challenge.givens, &[], monitor)? {
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
    /// A booklet of challenges, which refer to their puzzles by index.
    ///
    /// If every challenge has a level, levels determine the order and the numbers. Otherwise
    /// challenges are in the order of their ratings, and those that cannot be rated are at the end.
    ///
    /// Cost: for each challenge a search for a second solution, the first deductions and a rating, on the
    /// threads of the current rayon pool.
    ///
    /// # Errors
    ///
    /// [`BookletError`]: a challenge has no solution, or the run was interrupted.
    ///
    /// # Panics
    ///
    /// If `puzzles` is empty, or a challenge's index is out of range.
    pub fn of_challenges(
        title: impl Into<Label>,
        puzzles: &'a [ChallengePuzzle],
        challenges: &[Challenge],
        monitor: &RunContext,
    ) -> Result<Self, BookletError> {
        Self::of_challenges_with(title, puzzles, challenges, &Cache::default(), monitor)
    }

    /// [`Self::of_challenges`] with a cache: takes known results from it, and adds the others after computing
    /// them.
    ///
    /// Cost: for a cached challenge, a pass over its placements, and the deductions for one hint.
    ///
    /// # Errors
    ///
    /// As [`of_challenges`](Self::of_challenges).
    ///
    /// # Panics
    ///
    /// As [`of_challenges`](Self::of_challenges).
    pub fn of_challenges_with(
        title: impl Into<Label>,
        puzzles: &'a [ChallengePuzzle],
        challenges: &[Challenge],
        cache: &Cache,
        monitor: &RunContext,
    ) -> Result<Self, BookletError> {
        let keys = puzzles.par_iter();
        let keys = keys.map(|puzzle| ProblemKey::new(&puzzle.instance));
        let keys: Vec<ProblemKey> = keys.collect();
        let file_of = |puzzle: &ChallengePuzzle| {
            let same = |other: &ChallengePuzzle| other.path == puzzle.path;
            puzzles.iter().position(same).unwrap_or(0)
        };
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
                board_order: (file_of(puzzle), puzzle.goal_order),
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
        let title = without_count(title.into(), &counted(tasks.len(), "challenge"));
        let puzzle = match puzzles {
            [_] => instance.puzzle().title.clone(),
            several => titles(several),
        };
        Ok(Self {
            others: with_other_pieces(puzzles),
            ..Self::with_content(title, puzzle, instance, Content::Challenges(tasks))
        })
    }

    /// The booklet with its challenges in the order of their puzzle files and of the boards in a file, such
    /// as the dates of a calendar, and those of one board in the order of their ratings. They are
    /// numbered anew.
    #[must_use]
    pub fn in_order_of_boards(mut self) -> Self {
        if let Content::Challenges(tasks) = &mut self.content
            && !self.is_two_sided
        {
            tasks.sort_by_key(|task| (task.board_order, task.place()));
            for (number, task) in (1_u32..).zip(tasks) {
                task.number = number.to_string();
            }
        }
        self
    }

    /// A booklet of solutions, each with the number to print above it.
    pub fn of_solutions(
        title: impl Into<Label>,
        instance: &'a Instance,
        solutions: Vec<(u64, Vec<OptionId>)>,
    ) -> Self {
        let puzzle = instance.puzzle().title.clone();
        Self::with_content(
            title.into(),
            puzzle,
            instance,
            Content::Solutions(solutions),
        )
    }

    fn with_content(
        title: Label,
        puzzle: Label,
        instance: &'a Instance,
        content: Content<'a>,
    ) -> Self {
        Self {
            title,
            puzzle,
            instance,
            others: Vec::new(),
            content,
            is_two_sided: false,
            example: None,
            cover_solution: None,
        }
    }

    /// The challenges; empty for a booklet of solutions.
    pub fn tasks(&self) -> &[Task<'a>] {
        match &self.content {
            Content::Challenges(tasks) => tasks,
            Content::Solutions(_) => &[],
        }
    }

    /// Whether challenges state the names of their boards, as in booklets of goals or of several puzzles.
    fn has_boards(&self) -> bool {
        self.tasks().iter().any(|task| task.board.is_some())
    }

    /// Placements on the booklet's board, prepared for drawing; those in `givens` are marked as given.
    fn laid(&self, options: &[OptionId], givens: &[OptionId]) -> Vec<PlacedPiece<'a>> {
        laid(self.instance, options, givens)
    }

    /// The puzzles whose pieces the booklet shows.
    pub fn puzzles(&self) -> impl Iterator<Item = &'a Puzzle> {
        let all = std::iter::once(self.instance).chain(self.others.iter().copied());
        all.map(Instance::puzzle)
    }

    /// The line below the title. With `by_tier` it names the first and the last tier in place of
    /// grades.
    fn subtitle(&self, texts: &BookletTexts, by_tier: bool) -> String {
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
                let of = |grade, task: Option<&Task<'_>>| match task.and_then(Task::tier) {
                    Some(tier) if by_tier => texts.tier(tier),
                    _ => texts.grade(grade),
                };
                let (easy, hard) = (of(easiest, tasks.first()), of(hardest, tasks.last()));
                let (template, values) = match tasks.len() {
                    1 => (&texts.subtitle_of_one_challenge, vec![("grade", &*easy)]),
                    _ if easy == hard => {
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

/// Removes the number of challenges from a title such as "My house: 12 challenges", which the command
/// `challenges` wrote. The subtitle states the number in the language of the booklet.
fn without_count(title: Label, count: &str) -> Label {
    let name = title.strip_suffix(count);
    let name = name.and_then(|name| name.strip_suffix(": "));
    let name = name.and_then(|name| Label::new(name).ok());
    name.unwrap_or(title)
}

/// The puzzles after the first one, without those whose pieces all occur in earlier puzzles.
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

/// Placements in the file order of their pieces, prepared for drawing; those in `givens` are marked as given.
fn laid<'i>(
    instance: &'i Instance,
    options: &[OptionId],
    givens: &[OptionId],
) -> Vec<PlacedPiece<'i>> {
    // Options are numbered piece by piece, so sorting them puts pieces in file order.
    let mut options = options.to_vec();
    options.sort_unstable();
    let laid = options.into_iter().map(|option| PlacedPiece {
        origin: if givens.contains(&option) {
            PieceOrigin::Given
        } else {
            PieceOrigin::Placed
        },
        ..instance.placed_piece(option)
    });
    laid.collect()
}

impl BookletError {
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

impl BookletTexts {
    /// The word for a grade in these texts.
    pub fn grade(&self, grade: Grade) -> String {
        let template = match grade {
            Grade::Easy => &self.easy,
            Grade::Medium => &self.medium,
            Grade::Hard => &self.hard,
            Grade::Expert => &self.expert,
        };
        template.plain()
    }

    /// The heading of a challenge.
    fn task_name(&self, task: &Task<'_>) -> String {
        match &task.board {
            None => self.challenge.fill(&[("number", &task.number)]),
            Some(board) => {
                let values = [("number", &*task.number), ("board", board)];
                self.challenge_of_board.fill(&values)
            }
        }
    }

    /// The number of solutions of a goal in words, such as "12 solutions".
    fn solutions_counted(&self, count: &BigUint) -> String {
        if *count == BigUint::from(1_u32) {
            return self.count_of_one_solution.plain();
        }
        let count = grouped(count);
        self.count_of_solutions.fill(&[("count", &count)])
    }

    /// The grade and the score in words; empty without a rating.
    fn rating(&self, rating: Option<Rating>) -> String {
        rating.map_or_else(String::new, |rating| {
            self.rated(&self.grade(rating.grade()), rating)
        })
    }

    /// A grade or a tier, and the score.
    fn rated(&self, grade: &str, rating: Rating) -> String {
        let score = format!("{:.1}", rating.score());
        self.rating.fill(&[("grade", grade), ("score", &*score)])
    }
}

#[cfg(test)]
mod tests;
