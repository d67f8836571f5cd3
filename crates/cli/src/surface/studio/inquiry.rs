//! The questions answered about every drawn puzzle, one after another, quick ones first.

use std::sync::Arc;

use num_bigint::BigUint;
use serde::Deserialize;
use tilewright_dlx::{Answer as Found, Budget, OptionId, Solver};
use tilewright_geometry::{BoardCell, Cell};

use super::answer::{Answer, LaidPiece, PieceHeat};
use super::canvas::Canvas;
use crate::cover::Instance;
use crate::cover::notation::written;
use crate::design::challenges::cards::rated;
use crate::design::explore::Overview;
use crate::design::starts::StartsQuestion;
use crate::picture::palette::fills_of_colors;
use crate::puzzle::{Diagnostic, Expect, PieceId, Puzzle, PuzzleFile, PuzzlePart};
use crate::reason::conflict::{Limits, PuzzleDemand as Demand};
use crate::reason::deduction::DeductionError;
use crate::reason::why::{Explanation, Reason, Verdict, explain};
use crate::solve::SolveError;
use crate::solve::any::{AnySolution, any_solution};
use crate::solve::counting::{CountRequest, CountResult, Known, Precedent};
use crate::solve::refute::feasibility::{Obstacle, covered_area, obstacles};
use crate::solve::search::RunContext;
use crate::solve::space::Space;
use crate::solve::symmetric::requested_kinds;
use crate::support::label::Label;

/// The maximum number of nodes of the search for a first solution, before counting starts: about 5
/// ms.
const FIRST: u64 = 20_000;

/// The time limit of the search for a reason why there is no solution, in seconds.
const WHY: f64 = 10.0;

/// A question that is answered only if the user asks it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
pub enum Ask {
    /// A random solution, drawn uniformly if all solutions are known.
    Random {
        /// The seed of the random numbers. Equal seeds give equal solutions.
        seed: u64,
    },
}

/// A puzzle, with the questions whose answers a page shows while the puzzle is drawn.
///
/// # Examples
///
/// ```
/// use tilewright::solve::search::RunContext;
/// use tilewright::surface::studio::{Answer, Document, Inquiry, View};
///
/// let text = "(lattice: Square, board: Rect(20, 3), pieces: [Set(of: Polyominoes(5))])";
/// let (view, file) = View::of(&Document::new("comb.ron", text));
/// let inquiry = Inquiry::new(view.canvas, file.unwrap(), None);
/// let mut counts = Vec::new();
/// inquiry.answer(&RunContext::silent(), &mut || None, &mut |answer| {
///     if let Answer::Count { solutions, distinct, .. } = answer {
///         counts.push((solutions, distinct));
///     }
/// });
/// assert_eq!(counts, [("8".to_owned(), Some("2".to_owned()))]);
/// ```
#[derive(Debug)]
pub struct Inquiry {
    canvas: Canvas,
    file: Arc<PuzzleFile>,
    goal: Option<String>,
    precedent: Option<Precedent>,
}

impl Inquiry {
    /// An inquiry about a puzzle, or a goal of it, drawn on a canvas.
    pub fn new(canvas: Canvas, file: impl Into<Arc<PuzzleFile>>, goal: Option<String>) -> Self {
        Self {
            canvas,
            file: file.into(),
            goal,
            precedent: None,
        }
    }

    /// The same inquiry, but it first tries the method that counted the solutions of a similar puzzle.
    #[must_use]
    pub fn after(self, precedent: Option<Precedent>) -> Self {
        Self { precedent, ..self }
    }

    /// Answers all questions, and then those of `ask` until it returns none.
    ///
    /// The order: areas, obstacles, a solution if one is found at once, the numbers of solutions, a
    /// solution. If there is none, the reason follows; otherwise facts about all solutions, unique starts,
    /// and the grade if there is one solution up to symmetry.
    ///
    /// Cost: that of counting the solutions, building the diagram of all solutions, and [`explain`]. It returns
    /// within half a second after the monitor stops it.
    pub fn answer(
        &self,
        monitor: &RunContext,
        ask: &mut dyn FnMut() -> Option<Ask>,
        on_answer: &mut dyn FnMut(Answer),
    ) {
        let part = looked_at(&self.file, self.goal.as_deref());
        let unknown = |question: &'static str, why: String| Answer::Unknown { question, why };
        let file = match part {
            Ok(file) => file,
            Err(error) => return on_answer(unknown("count", error.message)),
        };
        let instance = match Instance::with_filter(file.puzzle) {
            Ok(instance) => instance,
            Err(error) => return on_answer(unknown("count", error.to_string())),
        };
        let work = InquiryRun {
            instance: &instance,
            canvas: &self.canvas,
            expect: file.expect,
            precedent: self.precedent,
            monitor,
        };
        work.run(ask, on_answer);
    }
}

/// The data from which the questions of an inquiry are answered.
struct InquiryRun<'a> {
    instance: &'a Instance,
    canvas: &'a Canvas,
    expect: Expect,
    precedent: Option<Precedent>,
    monitor: &'a RunContext,
}

impl InquiryRun<'_> {
    fn run(&self, ask: &mut dyn FnMut() -> Option<Ask>, on_answer: &mut dyn FnMut(Answer)) {
        on_answer(self.area());
        let found = obstacles(self.instance);
        on_answer(self.obstacles(&found));
        let mut space = None;
        if !found.is_empty() {
            on_answer(self.count(&CountResult::none(), None));
        } else if !self.search(&mut space, on_answer) {
            return;
        }
        if self.monitor.is_set() {
            return;
        }
        on_answer(Answer::Done);
        while let Some(question) = ask() {
            match question {
                Ask::Random { seed } => on_answer(self.random(space.as_ref(), seed)),
            }
        }
    }

    /// Counts and examines all solutions; returns false if the monitor stopped it.
    fn search<'s>(
        &'s self,
        space: &mut Option<Space<'s>>,
        on_answer: &mut dyn FnMut(Answer),
    ) -> bool {
        let first = self.first();
        if let Some(solution) = &first {
            on_answer(self.solution(solution, false));
        }
        let count = self.counted();
        let (count, precedent) = match count {
            _ if self.monitor.is_set() => return false,
            Ok(count) => count,
            Err(error) => {
                on_answer(Answer::Unknown {
                    question: "count",
                    why: error.to_string(),
                });
                return true;
            }
        };
        on_answer(self.count(&count, precedent));
        let Known::Exact(solutions) = count.solutions else {
            return true;
        };
        if solutions == BigUint::ZERO {
            on_answer(self.why());
            return true;
        }
        if first.is_none() {
            on_answer(self.random(None, 1));
        }
        if let Err(why) = self.survey(space, on_answer) {
            on_answer(Answer::Unknown {
                question: "overview",
                why,
            });
        }
        let one = BigUint::from(1_u32);
        if solutions == one || matches!(&count.distinct, Known::Exact(distinct) if *distinct == one)
        {
            on_answer(self.grade());
        }
        true
    }

    /// The numbers of all and of distinct solutions.
    fn counted(&self) -> Result<(CountResult, Option<Precedent>), SolveError> {
        CountRequest::default().count_after(self.precedent, self.instance, self.monitor)
    }

    /// A solution, if the search finds one within [`FIRST`] nodes.
    fn first(&self) -> Option<Vec<OptionId>> {
        if self.is_filtered() {
            return None;
        }
        // The cells are not ordered for this search, because that would take longer than the search.
        let solver = Solver::new(self.instance.problem()).stop(self.monitor.stop());
        match solver.budget(Budget::nodes(FIRST)).first() {
            Ok(Found::Known(found)) => found,
            _ => None,
        }
    }

    /// Whether conditions must be checked on each solution found.
    fn is_filtered(&self) -> bool {
        self.instance.filter().is_some() || !requested_kinds(self.instance).is_empty()
    }

    /// Answers the questions about all solutions. The error is the reason why they cannot be answered.
    fn survey<'s>(
        &'s self,
        kept: &mut Option<Space<'s>>,
        on_answer: &mut dyn FnMut(Answer),
    ) -> Result<(), String> {
        if self.is_filtered() {
            return Err("a condition must be checked on each solution".to_owned());
        }
        let space = Space::build(self.instance, self.monitor).map_err(|error| error.to_string())?;
        let overview = Overview::of(&space).map_err(|error| error.to_string())?;
        on_answer(self.overview(&overview));
        let space = &*kept.insert(space);
        let group = self.instance.symmetry(self.monitor.stop());
        if let Ok(group) = group
            && let Ok(question) = StartsQuestion::new(space, group, 1)
            && let Ok(census) = question
                .threads(self.monitor.resources.threads)
                .exact(self.monitor)
        {
            on_answer(Answer::UniqueStarts {
                distinct: census.one_solution.distinct.to_string(),
                all: census.one_solution.all.to_string(),
            });
        }
        Ok(())
    }

    fn puzzle(&self) -> &Puzzle {
        self.instance.puzzle()
    }

    fn on_canvas(&self, cells: impl IntoIterator<Item = BoardCell>) -> Vec<usize> {
        let board = &self.puzzle().board;
        let cells = cells.into_iter();
        let mut found: Vec<usize> = cells
            .filter_map(|cell| self.canvas.index_of(board.cell(cell)))
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    fn area(&self) -> Answer {
        let board = &self.puzzle().board;
        let (required, optional) = (board.required_count(), board.optional_count());
        let (least, most) = covered_area(self.instance);
        let narrow = |area: u128| u64::try_from(area).unwrap_or(u64::MAX);
        Answer::Area {
            required,
            optional,
            least: narrow(least),
            most: narrow(most),
            fits: most >= required as u128 && least <= (required + optional) as u128,
        }
    }

    fn obstacles(&self, found: &[Obstacle]) -> Answer {
        let cells = found.iter().flat_map(|obstacle| obstacle.cells().iter());
        let pieces = found.iter().filter_map(|obstacle| match obstacle {
            Obstacle::Unplaceable { piece, .. } | Obstacle::UnplaceableBesideGivens { piece } => {
                Some(piece.index())
            }
            _ => None,
        });
        Answer::Obstacles {
            messages: found
                .iter()
                .map(|obstacle| obstacle.message(self.puzzle()))
                .collect(),
            cells: self.on_canvas(cells.copied()),
            pieces: pieces.collect(),
        }
    }

    fn count(&self, count: &CountResult, precedent: Option<Precedent>) -> Answer {
        let shown = |known: &Known<BigUint>| match known {
            Known::Exact(number) => Some(number.to_string()),
            Known::AtLeast(_) | Known::Unknown => None,
        };
        let solutions = shown(&count.solutions).unwrap_or_default();
        let expected = self.expect.solutions.map(|number| number.to_string());
        Answer::Count {
            distinct: shown(&count.distinct),
            expected: expected.filter(|expected| *expected != solutions),
            milliseconds: u64::try_from(count.elapsed.as_millis()).unwrap_or(u64::MAX),
            solutions,
            precedent,
        }
    }

    fn solution(&self, solution: &[OptionId], is_random: bool) -> Answer {
        let puzzle = self.puzzle();
        let board = &puzzle.board;
        let (known, fills) = (puzzle.cell_colors(), fills_of_colors(puzzle));
        let painted = |(cell, color): (BoardCell, &Label)| {
            let at = self.canvas.index_of(board.cell(cell))?;
            let fill = known.binary_search(&color).ok()?;
            Some((at, fills[fill].color.to_string()))
        };
        let pieces = solution.iter().map(|option| {
            let meaning = self.instance.meaning(*option);
            let cells = &meaning.placement.cells;
            let places: Vec<Cell> = cells.iter().map(|cell| board.cell(*cell)).collect();
            LaidPiece {
                piece: meaning.piece.index(),
                cells: self.on_canvas(cells.iter().copied()),
                outline: self.canvas.outline(&places),
                colors: (puzzle
                    .piece(meaning.piece)
                    .colors_on(board, cells)
                    .into_iter())
                .filter_map(painted)
                .collect(),
            }
        });
        Answer::Solution {
            pieces: pieces.collect(),
            is_random,
        }
    }

    fn random(&self, space: Option<&Space<'_>>, seed: u64) -> Answer {
        if let Some(space) = space {
            return match space.diagram().sample(seed).next() {
                Some(solution) => self.solution(&solution, true),
                None => Answer::Unknown {
                    question: "random",
                    why: "there is no solution".to_owned(),
                },
            };
        }
        let why = match any_solution(self.instance, seed, self.monitor) {
            Ok(AnySolution::Found(solution)) if self.instance.accepts(&solution) => {
                return self.solution(&solution, false);
            }
            Ok(AnySolution::Found(_)) => {
                "the conditions must be checked on each solution".to_owned()
            }
            Ok(AnySolution::Interrupted) => "interrupted".to_owned(),
            Ok(_) => "there is no solution".to_owned(),
            Err(error) => error.to_string(),
        };
        Answer::Unknown {
            question: "random",
            why,
        }
    }

    fn overview(&self, overview: &Overview) -> Answer {
        let forced = overview.forced.iter();
        let cells = forced.flat_map(|option| self.instance.meaning(*option).placement.cells.iter());
        let board = &self.puzzle().board;
        let heat = overview.pieces.iter().map(|piece| {
            let cells = board.indices().zip(&piece.density);
            let cells = cells.filter(|(_, solutions)| **solutions != BigUint::ZERO);
            let cells = cells.filter_map(|(cell, solutions)| {
                let at = self.canvas.index_of(board.cell(cell))?;
                Some((at, share(solutions, &overview.solutions)))
            });
            PieceHeat {
                piece: piece.piece.index(),
                cells: cells.collect(),
            }
        });
        Answer::Overview {
            forced: overview.forced.len(),
            forced_cells: self.on_canvas(cells.copied()),
            impossible: overview.unused.len(),
            placements: overview.placements,
            heat: heat.collect(),
        }
    }

    /// Answers how hard the puzzle is for a person, if it has one solution up to symmetry.
    fn grade(&self) -> Answer {
        let unknown = |why: String| Answer::Unknown {
            question: "grade",
            why,
        };
        if self.is_filtered() {
            return unknown("a condition must be checked on each solution".to_owned());
        }
        let name = |piece: &PieceId| self.puzzle().piece(*piece).name.to_string();
        match rated(self.instance, self.monitor) {
            Ok(Some(rated)) => Answer::Grade {
                rating: rated.rating.score(),
                grade: rated.rating.grade().to_string(),
                held: (rated.held.iter())
                    .flat_map(|(pieces, _)| pieces.iter().map(name))
                    .collect(),
            },
            Ok(None) => unknown("too much is open to be rated".to_owned()),
            Err(DeductionError::Interrupted) => unknown("interrupted".to_owned()),
            Err(error) => unknown(error.to_string()),
        }
    }

    fn why(&self) -> Answer {
        let unknown = |why: &str| Answer::Unknown {
            question: "why",
            why: why.to_owned(),
        };
        if self.is_filtered() {
            return unknown("a condition must be checked on each solution");
        }
        let limits = Limits {
            seconds: WHY,
            monitor: self.monitor,
        };
        match explain(self.instance, false, &limits) {
            Ok(explanation) if explanation.verdict == Verdict::Unsolvable => {
                self.reasons(&explanation)
            }
            Ok(_) => unknown("no reason was found within 10 seconds"),
            Err(error) => unknown(&error.to_string()),
        }
    }

    fn reasons(&self, explanation: &Explanation) -> Answer {
        let puzzle = self.puzzle();
        let mut words = Vec::new();
        let mut cells = Vec::new();
        for reason in &explanation.reasons {
            match reason {
                Reason::Obstacle(obstacle) => {
                    words.push(obstacle.message(puzzle));
                    cells.extend(self.on_canvas(obstacle.cells().iter().copied()));
                }
                Reason::Colouring(argument) => {
                    words.push(Obstacle::Colouring(argument.clone()).message(puzzle));
                }
                Reason::Conflict(conflict) => {
                    let demands = &conflict.parts;
                    words.push(self.conflict(demands));
                    let demanded = demands.iter().filter_map(|demand| match demand {
                        Demand::Cell(cell) => Some(*cell),
                        _ => None,
                    });
                    cells.extend(self.on_canvas(demanded));
                }
            }
        }
        if words.is_empty() {
            words
                .push("A search proved it; no reason was found that a person could follow.".into());
        }
        Answer::Why { words, cells }
    }

    /// Demands that cannot be met together, in a sentence.
    fn conflict(&self, demands: &[Demand]) -> String {
        let puzzle = self.puzzle();
        let mut parts = Vec::new();
        let cells = demands
            .iter()
            .filter(|d| matches!(d, Demand::Cell(_)))
            .count();
        if cells > 0 {
            parts.push(crate::support::format::counted(cells, "marked cell"));
        }
        for demand in demands {
            match demand {
                Demand::Piece(piece) => parts.push(puzzle.piece(*piece).name.to_string()),
                Demand::Given(index) => {
                    let given = puzzle.givens.get(*index);
                    parts.extend(given.map(|given| written(puzzle, given.piece, &given.cells)));
                }
                Demand::Condition(index) => parts.push(puzzle.conditions[*index].to_string()),
                Demand::Constraint(id) => {
                    parts.push(self.instance.constraint(*id).in_words(puzzle));
                }
                Demand::Restriction(index) => parts.push(format!("restriction {}", index + 1)),
                Demand::Cell(_) => {}
            }
        }
        format!("These cannot be met together: {}.", parts.join(", "))
    }
}

/// The puzzle that the page shows: the goal with this name, or for `None` the puzzle on the file's own board, even
/// if the file has goals.
pub(super) fn looked_at(
    file: &PuzzleFile,
    goal: Option<&str>,
) -> Result<PuzzleFile, Box<Diagnostic>> {
    match goal {
        Some(goal) => file.part(PuzzlePart::Goal(goal)),
        None => Ok(file.clone()),
    }
}

/// The fraction `part / whole`, rounded down to four decimals, but at least 0.0001; 0 if the whole
/// is 0.
fn share(part: &BigUint, whole: &BigUint) -> f64 {
    if *whole == BigUint::ZERO {
        return 0.0;
    }
    let parts = part * 10_000_u32 / whole;
    let parts = u32::try_from(&parts).unwrap_or(10_000).max(1);
    f64::from(parts) / 10_000.0
}
