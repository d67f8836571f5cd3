//! Draws the listed choices in one picture.

use std::path::PathBuf;

use super::Designs;
use crate::design::choices::{Choice, DrawnDesign, draw_designs};
use crate::picture::drawing::{Fonts, Style};
use crate::puzzle::Puzzle;
use crate::solve::search::RunContext;
use crate::support::format::{counted, grouped};
use crate::surface::cli::args::DesignArgs;
use crate::surface::cli::commands::pictures::{self, Pages};
use crate::surface::cli::commands::{Inputs, OutputTarget};
use crate::surface::cli::failure::Failure;

/// The edge of a cell, in millimetres.
const CELL: f64 = 6.0;

/// The width of a row of designs in millimetres: that of a page of A4 between margins.
const LINE: f64 = 186.0;

/// The resolution of a PNG, in dots per inch.
const DOTS_PER_INCH: u32 = 150;

impl Designs<'_> {
    /// Draws the listed choices, each with one solution.
    pub(super) fn draw(
        &self,
        args: &DesignArgs,
        path: &PathBuf,
        monitor: &RunContext,
    ) -> Result<(), Failure> {
        let format = pictures::format(None, Some(path))?;
        let inputs = Inputs::of([("the puzzle", Some(&args.file))]);
        let target = OutputTarget::of(Some(path), &inputs)?;
        let mut kept: Vec<Choice> = Vec::new();
        self.each(|_, choice| {
            kept.push(choice.clone());
            Ok(())
        })?;
        let first = kept.iter();
        let pools: Vec<Puzzle> = first
            .clone()
            .enumerate()
            .map(|(index, choice)| self.pool(index, choice))
            .collect();
        let captions: Vec<String> = first.clone().map(|choice| self.caption(choice)).collect();
        let designs: Vec<DrawnDesign<'_>> = first
            .zip(&pools)
            .zip(&captions)
            .map(|((choice, pool), caption)| DrawnDesign {
                pool,
                choice,
                caption,
            })
            .collect();
        let title = &self.puzzle.title;
        let style = Style::default().with_cell(CELL);
        let picture = draw_designs(title, &designs, LINE, style, monitor.stop())?;
        let fonts = Fonts::built_in();
        let mut pages = Pages::new(title, format, DOTS_PER_INCH, fonts, target)?;
        pages.add(picture)?;
        pages.finish()?;
        Ok(())
    }

    /// A caption: `board 8: 168 solutions, 21 distinct`.
    fn caption(&self, choice: &Choice) -> String {
        let goal = choice.goal.map(|at| format!("{}: ", self.goals[at].name));
        let goal = goal.unwrap_or_default();
        let solutions = counted(&choice.solutions, "solution");
        match choice.distinct.exact() {
            Some(distinct) => format!("{goal}{solutions}, {} distinct", grouped(distinct)),
            None => format!("{goal}{solutions}"),
        }
    }
}
