//! `hint`: prints the next deduction in words, stage by stage.

use std::io::Write;

use tilewright_dlx::OptionId;

use super::Output;
use super::background::interruptible;
use super::challenge_input::{ChallengeInput, PickedChallenge};
use super::json_answer::{JsonLayout, print_answer};
use crate::cover::{Instance, notation};
use crate::picture::render::{self, CellMark, Labels};
use crate::publish::interchange::table::{Record, Value, record};
use crate::reason::deduction::{
    DeductionError, DeductionPath, PlacementStatus, STAGES, Step, Words, images_of_one,
    placement_status, with_own,
};
use crate::solve::search::{RunContext, WorkKind};
use crate::surface::cli::args::HintArgs;
use crate::surface::cli::failure::{Failure, Outcome};
use crate::surface::cli::signals;
use tilewright_geometry::BoardCell;

/// The first `count` stages of the hint for a step, as JSON.
pub(super) fn stages(instance: &Instance, step: &Step, count: usize) -> Value {
    let words = Words::new(instance);
    let cell = |cell: &BoardCell| notation::cell(instance.puzzle(), *cell);
    let stages = words.stages(step).into_iter().take(count);
    stages
        .map(|stage| {
            record! {
                text: stage.text,
                cells: stage.cells.iter().map(cell).collect::<Value>(),
                example?: stage.example.map(|(option, _)| words.of(option)),
            }
        })
        .collect()
}

pub(super) fn run(args: &HintArgs) -> Result<Outcome, Failure> {
    let input = ChallengeInput::load(&args.posed)?;
    let (id, givens) = input.only()?;
    let after = input.placements(&args.after)?;
    let monitor = signals::listen()?;
    let placed = with_own(&input.instance, &[givens, &after].concat());
    // Placements that clash are an error, whether or not there are solutions.
    let path = DeductionPath::new(&input.instance, &placed)
        .map_err(|error| input.failure(error))?
        .until(&monitor);
    let looking = Some(WorkKind::Busy("looking for solutions"));
    let status = interruptible(&monitor, looking, || {
        placement_status(&input.instance, givens, &after, &monitor)
    });
    let advice = Advice {
        args,
        input: &input,
        id,
        placed,
    };
    match status {
        Err(no @ (DeductionError::NoSolution | DeductionError::Undecided { .. })) => {
            advice.no_solution(&no)
        }
        Err(error) => Err(input.failure(error)),
        Ok(PlacementStatus::Wrong { must_go }) => advice.wrong(&must_go),
        Ok(PlacementStatus::One(solution)) => {
            advice.give(path.with_solution(&solution), &solution, false, &monitor)
        }
        // Deductions by trial and error need a unique solution. This puzzle has several, so `path` is not given
        // this solution, and makes no such deductions.
        Ok(PlacementStatus::Several(solution)) => advice.give(path, &solution, true, &monitor),
    }
}

/// The position for which a hint is requested.
struct Advice<'a> {
    args: &'a HintArgs,
    input: &'a ChallengeInput,
    id: Option<&'a str>,
    placed: Vec<OptionId>,
}

impl<'a> Advice<'a> {
    fn words(&self) -> Words<'a> {
        Words::new(&self.input.instance)
    }

    fn answer(&self, solutions: &str, solved: bool) -> Record {
        record! {
            puzzle: &self.input.instance.puzzle().title,
            id?: self.id,
            placed: self.in_notation(&self.placed),
            solutions: solutions,
            solved: solved,
        }
    }

    fn in_notation(&self, options: &[OptionId]) -> Value {
        let words = self.words();
        options.iter().map(|option| words.of(*option)).collect()
    }

    /// Draws the board with these placements, question marks on the cells `marks`, and crosses on
    /// the example of a failing placement.
    fn draw(
        &self,
        out: &mut Output,
        placed: &[OptionId],
        marks: &[BoardCell],
        example: Option<&(OptionId, Vec<BoardCell>)>,
    ) -> Result<(), Failure> {
        let ChallengeInput { instance, .. } = self.input;
        let puzzle = instance.puzzle();
        let labels = Labels::of_puzzle(puzzle);
        let mut cells = vec![CellMark::default(); puzzle.board.cells().len()];
        for cell in puzzle.board.indices() {
            let label = if puzzle.board.is_required(cell) {
                ""
            } else {
                "·"
            };
            cells[cell.index()] = CellMark {
                label: label.to_owned(),
                paint: None,
                region: Some(0),
            };
        }
        let mut mark = |cell: BoardCell, label: &str, region: usize| {
            cells[cell.index()] = CellMark {
                label: label.to_owned(),
                paint: None,
                region: Some(region),
            };
        };
        for cell in marks {
            mark(*cell, "?", 1);
        }
        let failing = example.map(|(option, _)| *option);
        for cell in self.cells_of(failing) {
            // If the example covers the only marked cell, that cell keeps its question mark.
            let is_marked = marks == [*cell];
            mark(*cell, if is_marked { "?" } else { "×" }, 2);
        }
        for (region, option) in (3..).zip(placed) {
            let meaning = instance.meaning(*option);
            for cell in &meaning.placement.cells {
                cells[cell.index()] = CellMark {
                    label: labels.of(meaning.piece).to_owned(),
                    paint: labels.paint(meaning.piece),
                    region: Some(region),
                };
            }
        }
        let picture = render::marked(puzzle, |cell| cells[cell.index()].clone(), out.styled);
        write!(out, "{picture}")?;
        if let Some(legend) = labels.legend(puzzle).filter(|_| !placed.is_empty()) {
            writeln!(out, "{legend}")?;
        }
        Ok(())
    }

    /// The cells of a placement; empty for `None`.
    fn cells_of(&self, option: Option<OptionId>) -> &'a [BoardCell] {
        let meaning = option.map(|option| self.input.instance.meaning(option));
        meaning.map_or(&[], |meaning| &meaning.placement.cells)
    }

    fn print(
        &self,
        answer: impl FnOnce() -> Record,
        text: impl FnOnce(&mut Output) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        print_answer(self.args.format, JsonLayout::Pretty, answer, text)
    }

    fn heading(&self, out: &mut Output) -> Result<(), Failure> {
        write!(out, "{}", self.input.title)?;
        match (self.id, self.input.picked) {
            (Some(id), Some(PickedChallenge { number, of })) => {
                write!(out, ": challenge {number} of {of} ({id})")?;
            }
            (Some(id), None) => write!(out, ": {id}")?,
            (None, _) => {}
        }
        Ok(writeln!(out)?)
    }

    /// Answers that there is no solution, or that it is not known whether there is one.
    fn no_solution(&self, why: &DeductionError) -> Result<Outcome, Failure> {
        let solutions = match why {
            DeductionError::NoSolution => "none",
            _ => "unknown",
        };
        self.print(
            || self.answer(solutions, false),
            |out| {
                self.heading(out)?;
                Ok(writeln!(out, "{why}")?)
            },
        )?;
        Ok(Outcome::No)
    }

    /// Answers that no solution contains all pieces placed, and which of them to take back.
    fn wrong(&self, must_go: &[OptionId]) -> Result<Outcome, Failure> {
        let words = self.words();
        let as_json =
            || record! { ..self.answer("none", false), must_go: self.in_notation(must_go) };
        self.print(as_json, |out| {
            self.heading(out)?;
            let cells = must_go.iter().flat_map(|option| {
                let placement = &self.input.instance.meaning(*option).placement;
                placement.cells.iter().copied()
            });
            let cells: Vec<BoardCell> = cells.collect();
            let placed = self.placed.iter().filter(|o| !must_go.contains(o));
            let placed: Vec<OptionId> = placed.copied().collect();
            self.draw(out, &placed, &cells, None)?;
            match must_go {
                [] => writeln!(out, "No solution contains all placed pieces.")?,
                [one] => writeln!(
                    out,
                    "No solution contains all placed pieces: take back {}.",
                    words.of(*one)
                )?,
                several => {
                    writeln!(out, "No solution contains all placed pieces: take back")?;
                    for option in several {
                        writeln!(out, "  {}", words.of(*option))?;
                    }
                }
            }
            Ok(())
        })?;
        Ok(Outcome::No)
    }

    /// Answers with the next deduction, if there is one.
    fn give(
        &self,
        mut path: DeductionPath,
        solution: &[OptionId],
        several: bool,
        monitor: &RunContext,
    ) -> Result<Outcome, Failure> {
        let solved = path.is_solved();
        let skipped: Vec<Step> = path.by_ref().take(self.args.skip).collect();
        let step = path.next();
        if monitor.is_set() {
            return Err(Failure::Interrupted);
        }
        let whole = self.args.solution;
        let as_json = || {
            record! {
                ..self.answer(if several { "several" } else { "one" }, solved),
                hint?: step.as_ref().map(|step| self.hint(step)),
                solution?: whole.then(|| self.in_notation(solution)),
            }
        };
        self.print(as_json, |out| {
            self.heading(out)?;
            let found = skipped.iter().map(|step| step.placed);
            let placed = self.placed.iter().copied().chain(found).collect();
            self.write(out, step.as_ref(), placed, &path, several, monitor)?;
            if whole {
                let which = if several {
                    "One of the solutions"
                } else {
                    "The solution"
                };
                writeln!(out, "\n{which}:")?;
                self.draw(out, solution, &[], None)?;
            }
            Ok(())
        })?;
        Ok(Outcome::of(step.is_some() || path.is_solved()))
    }

    /// The hint for a step, up to the requested stage.
    fn hint(&self, step: &Step) -> Record {
        let shown = usize::from(self.args.stage);
        record! {
            technique: step.technique.to_string(),
            stages: stages(&self.input.instance, step, shown),
            placed?: (shown >= STAGES).then(|| self.words().of(step.placed)),
        }
    }

    fn write(
        &self,
        out: &mut Output,
        step: Option<&Step>,
        mut placed: Vec<OptionId>,
        path: &DeductionPath,
        several: bool,
        monitor: &RunContext,
    ) -> Result<(), Failure> {
        let Some(step) = step else {
            self.draw(out, &placed, &[], None)?;
            return self.write_no_step(out, path, several, monitor);
        };
        let stages = self.words().stages(step);
        let shown = &stages[..usize::from(self.args.stage).clamp(1, STAGES)];
        let last = shown.last().unwrap_or(&stages[0]);
        let marks = if last.placed.is_some() {
            placed.push(step.placed);
            &[]
        } else {
            last.cells.as_slice()
        };
        self.draw(out, &placed, marks, last.example.as_ref())?;
        if several {
            writeln!(
                out,
                "There is more than one solution. This step is in all of them."
            )?;
        }
        for stage in shown {
            writeln!(out, "{}", stage.text)?;
        }
        let failing = last.example.as_ref().map(|(option, _)| *option);
        if self.cells_of(failing).iter().any(|cell| *marks != [*cell]) {
            writeln!(out, "One that fails is shown by ×.")?;
        }
        Ok(())
    }

    /// Writes why there is no next step, and what to do.
    fn write_no_step(
        &self,
        out: &mut Output,
        path: &DeductionPath,
        several: bool,
        monitor: &RunContext,
    ) -> Result<(), Failure> {
        if path.is_solved() {
            return Ok(writeln!(out, "The puzzle is solved.")?);
        }
        if !several {
            return Ok(writeln!(out, "No deduction applies.")?);
        }
        let looking = Some(WorkKind::Busy("looking for more solutions"));
        let images = interruptible(monitor, looking, || {
            images_of_one(&self.input.instance, &self.placed, monitor)
        });
        match images.map_err(|error| self.input.failure(error))? {
            Some(count) => writeln!(
                out,
                "There are {count} solutions, all turned or mirrored images of one: a hint needs a \
                 given that fixes which."
            )?,
            None => writeln!(
                out,
                "There is more than one solution, and no step is in all of them."
            )?,
        }
        Ok(writeln!(
            out,
            "`tilewright unify` finds the fewest givens that leave one solution; `tilewright \
             challenges` makes challenges."
        )?)
    }
}
