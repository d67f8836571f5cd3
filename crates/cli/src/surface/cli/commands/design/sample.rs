//! `design --samples`: some of the choices, and what they say of all.

use std::io::Write;

use super::{Designs, hear};
use crate::cover::Instance;
use crate::design::choices::{ChoiceQuestion, ChoiceRule, ChoiceSample, Wish};
use crate::puzzle::Puzzle;
use crate::solve::resources::Resources;
use crate::solve::search::{Kind, Monitor, Watch};
use crate::support::format::grouped;
use crate::surface::cli::args::DesignArgs;
use crate::surface::cli::commands::Output;
use crate::surface::cli::commands::number::give_or_take;
use crate::surface::cli::failure::Failure;

/// Draws so many choices and counts each.
pub(super) fn draw(
    args: &DesignArgs,
    size: usize,
    (puzzle, rule): (&Puzzle, &ChoiceRule),
    wish: Wish<'_>,
    (resources, monitor): (&Resources, &Monitor),
) -> Result<ChoiceSample, Failure> {
    let instance = Instance::new_until(puzzle.clone(), monitor.stop())?;
    let question = ChoiceQuestion::new(&instance, rule);
    let mut watch = Watch::new(monitor, Kind::Busy("counting choices"));
    let drawn = (size, args.search.seed);
    let sample = question.sample(wish, drawn, resources, monitor, &mut |done| {
        hear(&mut watch, done, size, "choice", "");
    })?;
    Ok(sample)
}

impl Designs<'_> {
    /// What a sample says of all choices.
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
