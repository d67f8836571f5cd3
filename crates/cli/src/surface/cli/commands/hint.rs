//! `hint`: the next step in words, in stages.

use std::io::Write;

use serde::Serialize;
use tilewright_dlx::OptionId;

use super::Output;
use super::beside::interruptible;
use super::json_answer::{Layout, write_json};
use super::posed::ChallengeInput;
use crate::cover::{Instance, notation};
use crate::picture::render::{self, CellMark, Labels};
use crate::reason::deduction::{
    DeductionError, Path, PlacementStatus, STAGES, Step, Words, standing, with_own,
};
use crate::solve::search::{Kind, Monitor};
use crate::surface::cli::args::{DataFormat, HintArgs};
use crate::surface::cli::failure::{Failure, Outcome};
use crate::surface::cli::signals;
use tilewright_geometry::BoardCell;

/// The answer as JSON.
#[derive(Serialize)]
struct Answer<'a> {
    puzzle: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    placed: Vec<String>,
    /// How many solutions hold all that is placed: "none", "one", "several".
    solutions: &'static str,
    solved: bool,
    /// What must go, if no solution holds all that is placed.
    #[serde(skip_serializing_if = "Option::is_none")]
    must_go: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<HintAnswer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<Vec<String>>,
}

/// A hint as JSON, as much of it as is asked for.
#[derive(Serialize)]
struct HintAnswer {
    technique: String,
    /// The stages that are told.
    stages: Vec<StageAnswer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    placed: Option<String>,
}

/// A stage of a hint as JSON.
#[derive(Serialize)]
pub(super) struct StageAnswer {
    text: String,
    cells: Vec<String>,
    /// A placement that fails.
    #[serde(skip_serializing_if = "Option::is_none")]
    example: Option<String>,
}

impl StageAnswer {
    /// The stages of the hint that leads to a step.
    pub(super) fn of(instance: &Instance, step: &Step) -> Vec<Self> {
        let words = Words::new(instance);
        let cell = |cell: &BoardCell| notation::cell(instance.puzzle(), *cell);
        let stages = words.stages(step).into_iter();
        stages
            .map(|stage| Self {
                text: stage.text,
                cells: stage.cells.iter().map(cell).collect(),
                example: stage.example.map(|(option, _)| words.of(option)),
            })
            .collect()
    }
}

pub(super) fn run(args: &HintArgs) -> Result<Outcome, Failure> {
    let posed = ChallengeInput::load(&args.posed)?;
    let (id, givens) = posed.only()?;
    let after = posed.placements(&args.after)?;
    let monitor = signals::listen()?;
    let placed = with_own(&posed.instance, &[givens, &after].concat());
    // Placements that clash are an error, whatever the solutions.
    let path = Path::new(&posed.instance, &placed)
        .map_err(|error| posed.failure(error))?
        .until(&monitor);
    let looking = Some(Kind::Busy("looking for solutions"));
    let standing = interruptible(&monitor, looking, || {
        standing(&posed.instance, givens, &after, &monitor)
    });
    let advice = Advice {
        args,
        posed: &posed,
        id,
        placed,
    };
    match standing {
        Err(no @ (DeductionError::NoSolution | DeductionError::Undecided { .. })) => {
            advice.no_solution(&no)
        }
        Err(error) => Err(posed.failure(error)),
        Ok(PlacementStatus::Wrong { must_go }) => advice.wrong(&must_go),
        Ok(PlacementStatus::One(solution)) => {
            advice.give(path.with_solution(&solution), &solution, false, &monitor)
        }
        // To look further is for those who know that there is one solution.
        Ok(PlacementStatus::Several(solution)) => advice.give(path, &solution, true, &monitor),
    }
}

/// What a hint is given about.
struct Advice<'a> {
    args: &'a HintArgs,
    posed: &'a ChallengeInput,
    id: Option<&'a str>,
    placed: Vec<OptionId>,
}

impl<'a> Advice<'a> {
    fn words(&self) -> Words<'a> {
        Words::new(&self.posed.instance)
    }

    fn answer(&self, solutions: &'static str) -> Answer<'a> {
        let words = self.words();
        Answer {
            puzzle: &self.posed.instance.puzzle().title,
            id: self.id,
            placed: self.placed.iter().map(|o| words.of(*o)).collect(),
            solutions,
            solved: false,
            must_go: None,
            hint: None,
            solution: None,
        }
    }

    /// Draws the board with some placements and marks.
    fn draw(
        &self,
        out: &mut Output,
        placed: &[OptionId],
        marks: &[BoardCell],
        example: Option<&(OptionId, Vec<BoardCell>)>,
    ) -> Result<(), Failure> {
        let ChallengeInput { instance, .. } = self.posed;
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
        for cell in example
            .iter()
            .flat_map(|(option, _)| &instance.meaning(*option).placement.cells)
        {
            mark(*cell, "×", 2);
        }
        for cell in marks {
            let fails = |(option, _): &&(OptionId, Vec<BoardCell>)| {
                instance.meaning(*option).placement.cells.contains(cell)
            };
            mark(
                *cell,
                "?",
                if example.is_some_and(|e| fails(&e)) {
                    2
                } else {
                    1
                },
            );
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

    fn heading(&self, out: &mut Output) -> Result<(), Failure> {
        write!(out, "{}", self.posed.title)?;
        if let Some(id) = self.id {
            write!(out, ": {id}")?;
        }
        Ok(writeln!(out)?)
    }

    /// There is nothing to be solved, or that is not known.
    fn no_solution(&self, why: &DeductionError) -> Result<Outcome, Failure> {
        let mut out = Output::stdout();
        match self.args.format {
            DataFormat::Json => {
                let solutions = match why {
                    DeductionError::NoSolution => "none",
                    _ => "unknown",
                };
                print(&mut out, &self.answer(solutions))?;
            }
            DataFormat::Text => {
                self.heading(&mut out)?;
                writeln!(out, "{why}")?;
            }
        }
        out.flush()?;
        Ok(Outcome::No)
    }

    /// Some of what is placed must go.
    fn wrong(&self, must_go: &[OptionId]) -> Result<Outcome, Failure> {
        let words = self.words();
        let mut out = Output::stdout();
        match self.args.format {
            DataFormat::Json => {
                let must_go = must_go.iter().map(|o| words.of(*o)).collect();
                let answer = Answer {
                    must_go: Some(must_go),
                    ..self.answer("none")
                };
                print(&mut out, &answer)?;
            }
            DataFormat::Text => {
                self.heading(&mut out)?;
                let cells = must_go.iter().flat_map(|option| {
                    let placement = &self.posed.instance.meaning(*option).placement;
                    placement.cells.iter().copied()
                });
                let cells: Vec<BoardCell> = cells.collect();
                let placed = self.placed.iter().filter(|o| !must_go.contains(o));
                let placed: Vec<OptionId> = placed.copied().collect();
                self.draw(&mut out, &placed, &cells, None)?;
                match must_go {
                    [] => writeln!(out, "No solution holds all that is placed.")?,
                    [one] => writeln!(
                        out,
                        "No solution holds all that is placed: take back {}.",
                        words.of(*one)
                    )?,
                    several => {
                        writeln!(out, "No solution holds all that is placed: take back")?;
                        for option in several {
                            writeln!(out, "  {}", words.of(*option))?;
                        }
                    }
                }
            }
        }
        out.flush()?;
        Ok(Outcome::No)
    }

    /// The next deduction, if there is one.
    fn give(
        &self,
        mut path: Path,
        solution: &[OptionId],
        several: bool,
        monitor: &Monitor,
    ) -> Result<Outcome, Failure> {
        let solved = path.is_solved();
        let skipped: Vec<Step> = path.by_ref().take(self.args.skip).collect();
        let step = path.next();
        if monitor.is_set() {
            return Err(Failure::Interrupted);
        }
        let words = self.words();
        let mut out = Output::stdout();
        match self.args.format {
            DataFormat::Json => {
                let hint = step.as_ref().map(|step| self.hint(step));
                let whole = self.args.solution;
                let whole = whole.then(|| solution.iter().map(|o| words.of(*o)).collect());
                let answer = Answer {
                    solved,
                    hint,
                    solution: whole,
                    ..self.answer(if several { "several" } else { "one" })
                };
                print(&mut out, &answer)?;
            }
            DataFormat::Text => {
                self.heading(&mut out)?;
                let found = skipped.iter().map(|step| step.placed);
                let placed = self.placed.iter().copied().chain(found).collect();
                self.write(&mut out, step.as_ref(), placed, &path, several)?;
                if self.args.solution {
                    let which = if several {
                        "One of the solutions"
                    } else {
                        "The solution"
                    };
                    writeln!(out, "\n{which}:")?;
                    self.draw(&mut out, solution, &[], None)?;
                }
            }
        }
        out.flush()?;
        Ok(if step.is_some() || path.is_solved() {
            Outcome::Done
        } else {
            Outcome::No
        })
    }

    /// As much of a step as is asked for.
    fn hint(&self, step: &Step) -> HintAnswer {
        let told = usize::from(self.args.stage);
        let mut stages = StageAnswer::of(&self.posed.instance, step);
        stages.truncate(told);
        HintAnswer {
            technique: step.technique.to_string(),
            stages,
            placed: (told >= STAGES).then(|| self.words().of(step.placed)),
        }
    }

    fn write(
        &self,
        out: &mut Output,
        step: Option<&Step>,
        mut placed: Vec<OptionId>,
        path: &Path,
        several: bool,
    ) -> Result<(), Failure> {
        let Some(step) = step else {
            self.draw(out, &placed, &[], None)?;
            if several {
                writeln!(out, "There is more than one solution.")?;
            }
            let why = if path.is_solved() {
                "It is solved."
            } else {
                "No deduction applies."
            };
            return Ok(writeln!(out, "{why}")?);
        };
        let stages = self.words().stages(step);
        let told = &stages[..usize::from(self.args.stage).clamp(1, STAGES)];
        let last = told.last().unwrap_or(&stages[0]);
        let marks = if last.placed.is_some() {
            placed.push(step.placed);
            &[]
        } else {
            last.cells.as_slice()
        };
        self.draw(out, &placed, marks, last.example.as_ref())?;
        if several {
            writeln!(out, "There is more than one solution.")?;
        }
        for stage in told {
            writeln!(out, "{}", stage.text)?;
        }
        if last.example.is_some() {
            writeln!(out, "One that fails is shown by ×.")?;
        }
        Ok(())
    }
}

fn print(out: &mut Output, answer: &Answer<'_>) -> Result<(), Failure> {
    Ok(write_json(out, answer, Layout::Pretty)?)
}
