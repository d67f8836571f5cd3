//! Choices that a campaign counted, printed in the same way as those of `design`.

use itertools::Itertools;

use super::{DesignStop, Designs, GoalMode, most_shown, number_of_choices, own_order};
use crate::cover::Instance;
use crate::design::choices::{ChoiceQuestion, ChoiceRule, OneBoard, SelectionSpec};
use crate::publish::interchange::table::CsvText;
use crate::puzzle::{Measure, Puzzle, PuzzleFile, Requirement};
use crate::solve::checkpoint::CheckpointFile;
use crate::surface::cli::args::DesignFormat;
use crate::surface::cli::commands::OutputTarget;
use crate::surface::cli::failure::{Failure, Outcome};

/// Prints the choices of a pool on one board in the same way as `design`. `look` selects the
/// choices that meet the requirements, or returns the reason why this is not possible.
pub(in crate::surface::cli::commands) fn print_counted<N>(
    (file, puzzle, rule): (&PuzzleFile, &Puzzle, &ChoiceRule),
    (format, text, limit): (DesignFormat, CsvText, Option<usize>),
    target: Option<&OutputTarget>,
    look: impl for<'a> FnOnce(
        &ChoiceQuestion<'a>,
        SelectionSpec<'_>,
    ) -> Result<Result<OneBoard<'a>, N>, Failure>,
) -> Result<Result<Outcome, N>, Failure> {
    let request = &file.design;
    let instance = Instance::new(puzzle.clone())?;
    let measures = request.rank.iter().map(|weight| weight.measure);
    let measures: Vec<Measure> = measures.unique().collect();
    let wanted = Requirement::All(request.wanted.iter().cloned().collect());
    let spec = SelectionSpec {
        rank: &request.rank,
        measures: &measures,
        order: own_order(request),
        limit: most_shown(limit, format),
        ..SelectionSpec::new(&wanted)
    };
    let one = match look(&ChoiceQuestion::new(&instance, rule), spec)? {
        Ok(one) => one,
        Err(none) => return Ok(Err(none)),
    };
    let is_text = format == DesignFormat::Text;
    let choices = if is_text {
        number_of_choices(file, puzzle, rule)
    } else {
        None
    };
    let designs = Designs {
        file,
        puzzle,
        goals: &[],
        choices,
        selection: one.selection,
        spilled: one.spilled,
        how: GoalMode::None,
        spec,
        sample: None,
        boards: Vec::new(),
        stopped: one.stopped.map(DesignStop::Judged),
    };
    designs.write_as((format, text), target)?;
    designs.end(CheckpointFile::nothing()).map(Ok)
}
