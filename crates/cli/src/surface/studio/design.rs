//! Choices of the drawn pieces, as cards of a page.
//!
//! ```text
//! DesignForm ─┐                          ┌─► ChoiceNumber (JSON): how many choices there are
//! puzzle ─────┴► DesignPool, Requirement ┼─► ChoiceQuestion: all, or a sample ─┐
//!                                        └─► LocalSearch ──────────────────────┴► DesignCards (JSON, a picture each)
//! ```

use std::str::FromStr;

use serde::Deserialize;
use tilewright_dlx::StopFlag;

use super::download_error::DownloadError;
use crate::cover::Instance;
use crate::cover::conditions::ConditionFilter;
use crate::design::choices::{
    Choice, ChoiceQuestion, ChoiceRule, DrawnDesign, Order, SelectionSpec, cells_to_cover,
};
use crate::design::search::LocalSearch;
use crate::picture::drawing::{Style, svg};
use crate::publish::interchange::table::{Record, Value, record};
use crate::puzzle::{Condition, DesignRequest, Look, NumberRange, Puzzle, PuzzleFile, Requirement};
use crate::solve::checkpoint::CheckpointFile;
use crate::solve::search::{ProgressMeter, RunContext, WorkKind, share_done};
use crate::support::format::{counted, grouped};

/// The number of choices shown.
const CARDS: usize = 24;

/// The maximum number of choices that a page counts without a warning. A pool of 12 pentominoes has 924 choices
/// of six, and 18 one-sided ones have 48,620 of nine.
const MANY: u32 = 200_000;

const SAMPLE: usize = 200;

/// The number of choices that a search looks for, and the maximum number of its steps.
const SEARCH: (usize, u64) = (6, 100_000);

/// Requirements on choices of the pieces, in addition to the file's own `design`. Ranges are written as
/// `7`, `7..9`, `7..` and `..9`; an empty range requires nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a box of the form")]
pub struct DesignForm {
    /// The range in which the number of pieces of a choice must be.
    pub choose: String,
    /// The range in which the number of all solutions of a choice must be.
    pub solutions: String,
    /// The range in which the number of distinct solutions of a choice must be.
    pub distinct: String,
    /// Whether at least one solution must be symmetric: its own image under an isometry of the board.
    pub symmetric: bool,
    /// Whether there must be a placement that occurs in exactly one solution.
    pub unique_start: bool,
    /// Whether every solution must be free of faults: straight lines across the board that no piece crosses.
    pub fault_free: bool,
    /// Whether no solution may have a corner at which four pieces meet.
    pub no_crossroads: bool,
    /// Whether a choice may use at most one of two pieces that are mirror images of each other.
    pub one_of_mirrors: bool,
    /// The order of the choices.
    pub sort: DesignSort,
    /// Which choices are tried.
    pub scope: DesignScope,
}

/// Which choices are tried.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DesignScope {
    /// Every choice that the rule allows.
    #[default]
    All,
    /// A random sample of 200 choices, each of which is counted.
    Sample,
    /// The choices that a local search visits, until six match.
    Search,
}

/// The order of choices.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DesignSort {
    /// By the file's rank if it has one; otherwise the fewest solutions first.
    #[default]
    Best,
    /// The most solutions first.
    Most,
    /// The fewest pieces first.
    Pieces,
}

/// The pieces to choose from, and the rule for choices.
struct DesignPool {
    puzzle: Puzzle,
    rule: ChoiceRule,
}

impl DesignForm {
    /// The number of choices that would be tried, as JSON.
    ///
    /// Cost: that of [`ChoiceRule::choices`].
    ///
    /// # Errors
    ///
    /// [`DownloadError::Unsuited`].
    pub(super) fn count(&self, file: &PuzzleFile) -> Result<Vec<u8>, DownloadError> {
        let DesignPool { puzzle, rule } = self.pool(file)?;
        let choices = rule.choices(&puzzle, cells_to_cover(&puzzle.board));
        let count = record! {
            choices: choices.as_ref().map(Value::display),
            is_many: choices.is_some_and(|all| all > MANY.into()),
        };
        serde_json::to_vec(&count).map_err(DownloadError::of)
    }

    /// The first choices that meet the requirements, as JSON: the numbers of choices, and for each choice
    /// its pieces, its numbers of solutions and a picture.
    ///
    /// If the pieces' copies leave no choice, every piece becomes optional.
    ///
    /// Cost: that of [`ChoiceQuestion::select`], [`ChoiceQuestion::sample`] or [`LocalSearch::run`], and of a
    /// search for a solution of each choice.
    ///
    /// # Errors
    ///
    /// [`DownloadError`]: the puzzle or the requirements are unsuitable, or the monitor stopped it.
    pub(super) fn found(
        &self,
        file: &PuzzleFile,
        monitor: &RunContext,
    ) -> Result<Vec<u8>, DownloadError> {
        let request = &file.design;
        let pool = self.pool(file)?;
        let wanted = self.requirement(request)?;
        let order = match self.sort {
            DesignSort::Best if request.rank.is_empty() => Order::Best,
            DesignSort::Best => Order::Rank,
            DesignSort::Most => Order::Most,
            DesignSort::Pieces => Order::Pieces,
        };
        let spec = SelectionSpec {
            rank: &request.rank,
            order,
            limit: Some(CARDS),
            ..SelectionSpec::new(&wanted)
        };
        let found = match self.scope {
            DesignScope::All => pool.all(spec, monitor),
            DesignScope::Sample => pool.sample(spec, monitor),
            DesignScope::Search => pool.search(&wanted, monitor),
        };
        if monitor.is_set() {
            return Err(DownloadError::Interrupted);
        }
        serde_json::to_vec(&found?).map_err(DownloadError::of)
    }

    fn pool(&self, file: &PuzzleFile) -> Result<DesignPool, DownloadError> {
        let request = &file.design;
        let pool = file.puzzle.with_optional_pieces();
        let pool = pool.as_ref().unwrap_or(&file.puzzle);
        let puzzle = pool.with_choice(&request.must, &request.never)?;
        let is_apart = |condition: &Condition| matches!(condition, Condition::Apart { .. });
        if ConditionFilter::of(&puzzle).is_some() || puzzle.conditions.iter().any(is_apart) {
            return Err(DownloadError::of(
                "choices cannot be counted if conditions must be checked on each solution, or if pieces must be kept apart",
            ));
        }
        let rule = self.rule(request, &puzzle)?;
        Ok(DesignPool { puzzle, rule })
    }

    fn rule(&self, request: &DesignRequest, puzzle: &Puzzle) -> Result<ChoiceRule, DownloadError> {
        let request = DesignRequest {
            choose: range(&self.choose)?.or(request.choose),
            one_of_mirrors: request.one_of_mirrors || self.one_of_mirrors,
            ..request.clone()
        };
        Ok(ChoiceRule::of(&request, puzzle))
    }

    fn requirement(&self, request: &DesignRequest) -> Result<Requirement, DownloadError> {
        let asked = [
            request.wanted.clone(),
            range(&self.solutions)?.map(Requirement::Solutions),
            range(&self.distinct)?.map(Requirement::Distinct),
            self.symmetric.then_some(Requirement::Symmetric),
            self.unique_start.then_some(Requirement::UniqueStart),
            (self.fault_free).then_some(Requirement::EverySolution(Look::FaultFree)),
            (self.no_crossroads).then_some(Requirement::EverySolution(Look::NoCrossroads)),
        ];
        Ok(Requirement::All(asked.into_iter().flatten().collect()))
    }
}

impl DesignPool {
    /// Counts the solutions of all choices, and makes cards of the choices that meet the requirements.
    fn all(&self, spec: SelectionSpec<'_>, monitor: &RunContext) -> Result<Record, DownloadError> {
        let instance = self.instance(monitor)?;
        let question = ChoiceQuestion::new(&instance, &self.rule);
        let mut nothing = CheckpointFile::nothing();
        let found = question.select(spec, monitor, &mut nothing)?.selection;
        Ok(record! {
            tried: Value::Missing,
            solvable: found.solvable,
            wanted: found.wanted,
            estimate: Value::Missing,
            steps: Value::Missing,
            cards: self.cards(&found.first, monitor.stop())?,
        })
    }

    /// Counts the solutions of a random sample of choices, and makes cards of the choices in it that meet the
    /// requirements.
    fn sample(
        &self,
        spec: SelectionSpec<'_>,
        monitor: &RunContext,
    ) -> Result<Record, DownloadError> {
        let instance = self.instance(monitor)?;
        let question = ChoiceQuestion::new(&instance, &self.rule);
        let mut meter = ProgressMeter::new(monitor, WorkKind::Busy("counting choices"));
        let sample = question.sample(spec, (SAMPLE, 1), monitor, &mut |done| {
            let words = format!("{} of {}", grouped(done), counted(SAMPLE, "choice"));
            // The result can be ignored, because the count of the next choice checks the stop flag.
            let _ = meter.on_progress_text(Some(share_done(done as u64, SAMPLE as u64)), &words);
        });
        drop(meter);
        let sample = sample?;
        let found = &sample.selection;
        Ok(record! {
            tried: sample.counted,
            solvable: found.solvable,
            wanted: found.wanted,
            estimate: [sample.wanted.mean, sample.wanted.standard_error],
            steps: Value::Missing,
            cards: self.cards(&found.first, monitor.stop())?,
        })
    }

    /// Searches for choices that meet the requirements, and makes cards of them. If none does, makes a card of the
    /// choice that comes nearest.
    fn search(&self, wanted: &Requirement, monitor: &RunContext) -> Result<Record, DownloadError> {
        let (designs, steps) = SEARCH;
        let search = LocalSearch {
            puzzle: &self.puzzle,
            rule: &self.rule,
            wanted,
            boards: None,
            seed: 0,
            steps,
            designs,
        };
        let mut meter = ProgressMeter::new(monitor, WorkKind::Busy("looking for pieces"));
        let mut nothing = CheckpointFile::nothing();
        let report = search.run(monitor, &mut nothing, &mut |progress| {
            let _ = meter.on_progress_text(
                Some(share_done(progress.steps, steps)),
                &format!("{} found", grouped(progress.designs)),
            );
        });
        drop(meter);
        let report = report?;
        let choices = report.designs.iter().map(|design| design.choice.clone());
        let choices: Vec<Choice> = choices.collect();
        let is_wanted = report.designs.iter().filter(|design| design.is_wanted);
        Ok(record! {
            tried: Value::Missing,
            solvable: choices.len(),
            wanted: is_wanted.count(),
            estimate: Value::Missing,
            steps: report.steps,
            cards: self.cards(&choices, monitor.stop())?,
        })
    }

    fn instance(&self, monitor: &RunContext) -> Result<Instance, DownloadError> {
        Instance::new_until(self.puzzle.clone(), monitor.stop()).map_err(DownloadError::of)
    }

    fn cards(&self, choices: &[Choice], stop: &StopFlag) -> Result<Vec<Record>, DownloadError> {
        let cards = choices.iter();
        let cards = cards.map(|choice| design_card(&self.puzzle, choice, stop));
        cards.collect()
    }
}

/// The range in a text; `None` if it is blank.
fn range(text: &str) -> Result<Option<NumberRange>, DownloadError> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    NumberRange::from_str(text)
        .map(Some)
        .map_err(DownloadError::of)
}

fn design_card(pool: &Puzzle, choice: &Choice, stop: &StopFlag) -> Result<Record, DownloadError> {
    let drawn = DrawnDesign {
        pool,
        choice,
        caption: "",
    };
    let scene = drawn.draw(Style::default(), stop);
    let scene = scene.map_err(|_| DownloadError::Interrupted)?;
    let pieces = choice.pieces();
    let pieces = pieces.map(|(piece, copies)| {
        let name = Value::from(&pool.piece(piece).name);
        [name, copies.into()]
    });
    Ok(record! {
        pieces: pieces.collect::<Value>(),
        solutions: choice.solutions.to_string(),
        distinct: choice.distinct.exact().map(Value::display),
        picture: svg::file(&scene),
    })
}
