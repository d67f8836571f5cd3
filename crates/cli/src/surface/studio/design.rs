//! Choices of the pieces that are drawn, as cards of a page.
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
use crate::cover::conditions::LeafFilter;
use crate::design::choices::{
    Choice, ChoiceQuestion, ChoiceRule, DrawnDesign, Order, Wish, cells_to_cover,
};
use crate::picture::drawing::{Style, svg};
use crate::puzzle::{Condition, DesignRequest, Look, NumberRange, Puzzle, PuzzleFile, Wanted};
use crate::solve::checkpoint::CheckpointFile;
use crate::solve::counting::Known;
use crate::solve::resources::Resources;
use crate::solve::search::Monitor;

/// So many choices are shown.
const CARDS: usize = 24;

/// What is wanted of choices of the pieces, beside what the file's own `design` asks. Ranges are written as
/// `7`, `7..9`, `7..` and `..9`; one that is empty asks nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a box of the form")]
pub struct DesignForm {
    /// How many pieces there are in all.
    pub choose: String,
    /// How many solutions.
    pub solutions: String,
    /// How many distinct ones.
    pub distinct: String,
    /// Whether some solution is its own image under an isometry of the board.
    pub symmetric: bool,
    /// Whether some placement is in exactly one solution.
    pub unique_start: bool,
    /// Whether in every solution each line across the board is crossed.
    pub fault_free: bool,
    /// Whether in every solution no four pieces meet.
    pub no_crossroads: bool,
    /// Whether at most one of two mirror images is used.
    pub one_of_mirrors: bool,
    /// In which order they stand.
    pub sort: DesignSort,
}

/// In which order choices stand.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DesignSort {
    /// By the file's rank if it has one, else the fewest solutions first.
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
    /// How many choices there are; null if it is unknown.
    choices: Option<String>,
    solvable: u64,
    wanted: u64,
    cards: Vec<DesignCard>,
}

/// A choice, to be shown and to go on from.
#[derive(Debug, Serialize)]
struct DesignCard {
    /// The pieces with their copies, as [`Edit::Choose`](super::Edit::Choose) takes them.
    pieces: Vec<(String, u32)>,
    solutions: String,
    distinct: Option<String>,
    /// A solution, an SVG file.
    picture: String,
}

impl DesignForm {
    /// The first choices that are as wanted, as JSON: how many there are of each kind, and of each of
    /// them its pieces, numbers and a picture.
    ///
    /// Where no piece's copies leave a choice, all may be left out.
    ///
    /// Cost: that of [`ChoiceQuestion::select`], and a search for a solution of each.
    ///
    /// # Errors
    ///
    /// [`DownloadError`]: the puzzle or what is wanted is not suited, or the monitor stopped it.
    pub(super) fn found(
        &self,
        file: &PuzzleFile,
        resources: &Resources,
        monitor: &Monitor,
    ) -> Result<Vec<u8>, DownloadError> {
        let request = &file.design;
        let pool = file.puzzle.with_optional_pieces();
        let pool = pool.as_ref().unwrap_or(&file.puzzle);
        let puzzle = pool.with_choice(&request.must, &request.never);
        let puzzle = puzzle.map_err(DownloadError::of)?;
        let is_apart = |condition: &Condition| matches!(condition, Condition::Apart { .. });
        if LeafFilter::of(&puzzle).is_some() || puzzle.conditions.iter().any(is_apart) {
            return Err(DownloadError::of(
                "choices are counted where no condition is asked of each solution, and no pieces are kept apart",
            ));
        }
        let rule = self.rule(request, &puzzle)?;
        let wanted = self.wanted(request)?;
        let order = match self.sort {
            DesignSort::Best if request.rank.is_empty() => Order::Best,
            DesignSort::Best => Order::Rank,
            DesignSort::Most => Order::Most,
            DesignSort::Pieces => Order::Pieces,
        };
        let wish = Wish {
            rank: &request.rank,
            order,
            limit: Some(CARDS),
            ..Wish::new(&wanted)
        };
        let instance = Instance::new(puzzle).map_err(DownloadError::of)?;
        let question = ChoiceQuestion::new(&instance, &rule);
        let mut nothing = CheckpointFile::nothing();
        let found = question.select(wish, resources, monitor, &mut nothing);
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

    fn wanted(&self, request: &DesignRequest) -> Result<Wanted, DownloadError> {
        let asked = [
            request.wanted.clone(),
            range(&self.solutions)?.map(Wanted::Solutions),
            range(&self.distinct)?.map(Wanted::Distinct),
            self.symmetric.then_some(Wanted::Symmetric),
            self.unique_start.then_some(Wanted::UniqueStart),
            (self.fault_free).then_some(Wanted::EverySolution(Look::FaultFree)),
            (self.no_crossroads).then_some(Wanted::EverySolution(Look::NoCrossroads)),
        ];
        Ok(Wanted::All(asked.into_iter().flatten().collect()))
    }
}

/// A range, if one is written.
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
