//! `design --samples`: counts a random sample of the choices, and estimates numbers for all
//! choices.

use std::io::Write;

use super::{Designs, show_progress};
use crate::cover::Instance;
use crate::design::choices::{ChoiceQuestion, ChoiceRule, ChoiceSample, SelectionSpec};
use crate::puzzle::Puzzle;
use crate::solve::search::{ProgressMeter, RunContext, WorkKind};
use crate::support::format::grouped;
use crate::surface::cli::args::DesignArgs;
use crate::surface::cli::commands::Output;
use crate::surface::cli::commands::number::give_or_take;
use crate::surface::cli::failure::Failure;

/// Draws `size` choices and counts the solutions of each.
pub(super) fn draw(
    args: &DesignArgs,
    size: usize,
    (puzzle, rule): (&Puzzle, &ChoiceRule),
    spec: SelectionSpec<'_>,
    monitor: &RunContext,
) -> Result<ChoiceSample, Failure> {
    let instance = Instance::new_until(puzzle.clone(), monitor.stop())?;
    let question = ChoiceQuestion::new(&instance, rule);
    let mut meter = ProgressMeter::new(monitor, WorkKind::Busy("counting choices"));
    let drawn = (size, args.search.seed);
    let sample = question.sample(spec, drawn, monitor, &mut |done| {
        show_progress(&mut meter, done, size, "choice", "");
    })?;
    Ok(sample)
}

impl Designs<'_> {
    /// Writes the estimates for all choices.
    pub(super) fn write_sample(
        &self,
        out: &mut Output,
        sample: &ChoiceSample,
    ) -> Result<(), Failure> {
        let (counted, all) = (grouped(sample.counted), grouped(&sample.choices));
        writeln!(out, "  choices    {all}, {counted} of them drawn")?;
        writeln!(out, "  solvable   {}", give_or_take(sample.solvable))?;
        writeln!(out, "  solutions  {}", give_or_take(sample.solutions))?;
        if self.selection.wanted != self.selection.solvable {
            writeln!(out, "  wanted     {}", give_or_take(sample.wanted))?;
        }
        Ok(())
    }
}
