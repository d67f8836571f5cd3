//! Choices that were counted elsewhere, printed as `design` prints its own.

use itertools::Itertools;

use super::{DesignStop, Designs, Goals, most_shown, number_of_choices, own_order};
use crate::cover::Instance;
use crate::design::choices::{ChoiceQuestion, ChoiceRule, OneBoard, Wish};
use crate::publish::interchange::table::CsvText;
use crate::puzzle::{Measure, Puzzle, PuzzleFile, Wanted};
use crate::solve::checkpoint::CheckpointFile;
use crate::surface::cli::args::DesignFormat;
use crate::surface::cli::commands::Target;
use crate::surface::cli::failure::{Failure, Outcome};

/// Prints the choices of a pool on one board that were counted elsewhere, as `design` prints those of
/// the file; `look` keeps those that are wanted, or says why there are none.
pub(in crate::surface::cli::commands) fn print_counted<N>(
    (file, puzzle, rule): (&PuzzleFile, &Puzzle, &ChoiceRule),
    (format, text, limit): (DesignFormat, CsvText, Option<usize>),
    target: Option<&Target>,
    look: impl for<'a> FnOnce(&ChoiceQuestion<'a>, Wish<'_>) -> Result<Result<OneBoard<'a>, N>, Failure>,
) -> Result<Result<Outcome, N>, Failure> {
    let request = &file.design;
    let instance = Instance::new(puzzle.clone())?;
    let measures = request.rank.iter().map(|weight| weight.measure);
    let measures: Vec<Measure> = measures.unique().collect();
    let wanted = Wanted::All(request.wanted.iter().cloned().collect());
    let wish = Wish {
        rank: &request.rank,
        measures: &measures,
        order: own_order(request),
        limit: most_shown(limit, format),
        ..Wish::new(&wanted)
    };
    let one = match look(&ChoiceQuestion::new(&instance, rule), wish)? {
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
        how: Goals::None,
        wish,
        sample: None,
        boards: Vec::new(),
        stopped: one.stopped.map(DesignStop::Judged),
    };
    designs.write_as((format, text), target)?;
    designs.end(CheckpointFile::nothing()).map(Ok)
}
