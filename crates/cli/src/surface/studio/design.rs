//! Choices of the drawn pieces, as cards of a page.
//!
//! ```text
//! DesignForm ─┐
//! puzzle ─────┴► pool, rule, wish ─► ChoiceQuestion ─► Selection ─► DesignCards (JSON, a picture each)
//! ```

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use tilewright_dlx::StopFlag;

use super::download_error::DownloadError;
use crate::cover::Instance;
use crate::cover::conditions::ConditionFilter;
use crate::design::choices::{
    Choice, ChoiceQuestion, ChoiceRule, DrawnDesign, Order, SelectionSpec, cells_to_cover,
};
use crate::picture::drawing::{Style, svg};
use crate::puzzle::{Condition, DesignRequest, Look, NumberRange, Puzzle, PuzzleFile, Requirement};
use crate::solve::checkpoint::CheckpointFile;
use crate::solve::counting::Known;
use crate::solve::resources::Resources;
use crate::solve::search::RunContext;

/// The number of choices shown.
const CARDS: usize = 24;

/// Requirements on choices of the pieces, in addition to the file's own `design`. Ranges are written as
/// `7`, `7..9`, `7..` and `..9`; an empty range requires nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a box of the form")]
pub struct DesignForm {
    /// The number of pieces.
    pub choose: String,
    /// The number of solutions.
    pub solutions: String,
    /// The number of distinct solutions.
    pub distinct: String,
    /// Whether a solution must be its own image under an isometry of the board.
    pub symmetric: bool,
    /// Whether a placement must occur in exactly one solution.
    pub unique_start: bool,
    /// Whether pieces must cross each line across the board, in every solution.
    pub fault_free: bool,
    /// Whether no four pieces may meet at a corner, in any solution.
    pub no_crossroads: bool,
    /// Whether at most one of two mirror images is used.
    pub one_of_mirrors: bool,
    /// The order of the choices.
    pub sort: DesignSort,
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

/// The choices that were found.
#[derive(Debug, Serialize)]
struct DesignCards {
    /// The number of all choices; null if unknown.
    choices: Option<String>,
    solvable: u64,
    wanted: u64,
    cards: Vec<DesignCard>,
}

/// A choice to be shown and continued from.
#[derive(Debug, Serialize)]
struct DesignCard {
    /// The pieces with their copies, in the form of [`Edit::Choose`](super::Edit::Choose).
    pieces: Vec<(String, u32)>,
    solutions: String,
    distinct: Option<String>,
    /// A picture of a solution, as an SVG file.
    picture: String,
}

impl DesignForm {
    /// The first choices that meet the requirements, as JSON: the numbers of choices, and for each choice
    /// its pieces, its numbers of solutions and a picture.
    ///
    /// If the pieces' copies leave no choice, every piece becomes optional.
    ///
    /// Cost: [`ChoiceQuestion::select`], and a search for a solution of each choice.
    ///
    /// # Errors
    ///
    /// [`DownloadError`]: the puzzle or the requirements are unsuitable, or the monitor stopped it.
    pub(super) fn found(
        &self,
        file: &PuzzleFile,
        resources: &Resources,
        monitor: &RunContext,
    ) -> Result<Vec<u8>, DownloadError> {
        let request = &file.design;
        let pool = file.puzzle.with_optional_pieces();
        let pool = pool.as_ref().unwrap_or(&file.puzzle);
        let puzzle = pool.with_choice(&request.must, &request.never);
        let puzzle = puzzle.map_err(DownloadError::of)?;
        let is_apart = |condition: &Condition| matches!(condition, Condition::Apart { .. });
        if ConditionFilter::of(&puzzle).is_some() || puzzle.conditions.iter().any(is_apart) {
            return Err(DownloadError::of(
                "choices cannot be counted if conditions must be checked on each solution, or if pieces must be kept apart",
            ));
        }
        let rule = self.rule(request, &puzzle)?;
        let requirement = self.requirement(request)?;
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
            ..SelectionSpec::new(&requirement)
        };
        let instance = Instance::new(puzzle).map_err(DownloadError::of)?;
        let question = ChoiceQuestion::new(&instance, &rule);
        let mut nothing = CheckpointFile::nothing();
        let found = question.select(spec, resources, monitor, &mut nothing);
        let found = match found {
            _ if monitor.is_set() => return Err(DownloadError::Interrupted),
            found => found.map_err(DownloadError::of)?.selection,
        };
        let puzzle = instance.puzzle();
        let cards = found.first.iter();
        let cards = cards.map(|choice| DesignCard::new(puzzle, choice, monitor.stop()));
        let choices = rule.choices(puzzle, cells_to_cover(&puzzle.board));
        let found = DesignCards {
            choices: choices.map(|choices| choices.to_string()),
            solvable: found.solvable,
            wanted: found.wanted,
            cards: cards.collect::<Result<_, _>>()?,
        };
        serde_json::to_vec(&found).map_err(DownloadError::of)
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

impl DesignCard {
    fn new(pool: &Puzzle, choice: &Choice, stop: &StopFlag) -> Result<Self, DownloadError> {
        let drawn = DrawnDesign {
            pool,
            choice,
            caption: "",
        };
        let scene = drawn.draw(Style::default(), stop);
        let scene = scene.map_err(|_| DownloadError::Interrupted)?;
        let name = |(piece, copies)| (pool.piece(piece).name.to_string(), copies);
        Ok(Self {
            pieces: choice.pieces().map(name).collect(),
            solutions: choice.solutions.to_string(),
            distinct: match &choice.distinct {
                Known::Exact(distinct) => Some(distinct.to_string()),
                _ => None,
            },
            picture: svg::file(&scene),
        })
    }
}
