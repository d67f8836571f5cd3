//! `solve`: the solutions, drawn or as JSON lines.

use std::io::Write;
use std::ops::ControlFlow;

use itertools::Itertools;
use serde::Serialize;
use tilewright_dlx::{Links, OptionId};
use tilewright_geometry::BoardCell;

use super::{Loaded, Output, counted, grouped, load, say_incomplete};
use crate::args::{ListFormat, SolveArgs};
use crate::failure::{Failure, Outcome};
use crate::puzzle::PieceId;
use crate::render::{self, Labels};
use crate::search::{self, Ended, Interrupt};

/// One line of the list as JSON, told apart by `type`.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Line<'a> {
    /// A solution, numbered from 1.
    Solution {
        number: u64,
        placements: Vec<PlacementLine<'a>>,
    },
    /// The end of the list; `complete` is false if there may be more.
    Summary { solutions: u64, complete: bool },
}

#[derive(Serialize)]
struct PlacementLine<'a> {
    piece: &'a str,
    cells: Vec<Vec<i32>>,
}

pub(super) fn run(args: &SolveArgs) -> Result<Outcome, Failure> {
    let loaded = load(&args.file)?;
    loaded.warn_of_plain_obstacles();
    let Loaded { puzzle, matrix, .. } = &loaded;
    let interrupt = Interrupt::listen()?;
    let links = Links::new(&matrix.problem)
        .given(&matrix.givens)
        .map_err(anyhow::Error::new)?;
    let mut out = Output::to(args.output.as_ref())?;
    let mut list = List {
        loaded: &loaded,
        labels: Labels::of_puzzle(puzzle),
        format: args.format,
        number: 0,
    };
    let limit = args.limit.unwrap_or(u64::MAX);
    let Ended {
        report,
        elapsed,
        interrupted,
    } = if limit == 0 {
        return Ok(Outcome::Done);
    } else {
        search::run(&links, &interrupt, |solution| {
            list.write(solution, &mut out)?;
            Ok(if list.number >= limit {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            })
        })?
    };
    match args.format {
        ListFormat::Jsonl => {
            let summary = Line::Summary {
                solutions: report.solutions,
                complete: report.complete,
            };
            serde_json::to_writer(&mut out, &summary)?;
            writeln!(out)?;
            out.flush()?;
        }
        ListFormat::Text => {
            out.flush()?;
            if report.complete {
                anstream::eprintln!(
                    "{} in {:.2} s",
                    counted(report.solutions, "solution"),
                    elapsed.as_secs_f64()
                );
            } else if !interrupted {
                anstream::eprintln!(
                    "stopped after {}, as asked",
                    counted(report.solutions, "solution")
                );
            }
        }
    }
    if interrupted {
        say_incomplete(&counted(report.solutions, "solution"));
        return Ok(Outcome::Interrupted);
    }
    Ok(if report.solutions == 0 {
        Outcome::No
    } else {
        Outcome::Done
    })
}

/// The list so far.
struct List<'a> {
    loaded: &'a Loaded,
    labels: Labels,
    format: ListFormat,
    number: u64,
}

impl List<'_> {
    fn write(&mut self, solution: &[OptionId], out: &mut Output) -> Result<(), Failure> {
        self.number += 1;
        let Loaded { puzzle, matrix, .. } = self.loaded;
        // Options are numbered piece by piece: the pieces come in file order,
        // whatever the order of the search.
        let placements: Vec<(PieceId, &[BoardCell])> = solution
            .iter()
            .sorted()
            .map(|option| matrix.meaning(*option))
            .map(|meaning| (meaning.piece, meaning.placement.cells.as_ref()))
            .collect();
        match self.format {
            ListFormat::Jsonl => {
                let line = Line::Solution {
                    number: self.number,
                    placements: placements
                        .into_iter()
                        .map(|(piece, cells)| PlacementLine {
                            piece: &puzzle.piece(piece).name,
                            cells: cells
                                .iter()
                                .map(|cell| {
                                    puzzle
                                        .lattice
                                        .coordinates(puzzle.board.cell(*cell))
                                        .to_vec()
                                })
                                .collect(),
                        })
                        .collect(),
                };
                serde_json::to_writer(&mut *out, &line)?;
                writeln!(out)?;
            }
            ListFormat::Text => {
                if self.number == 1
                    && let Some(legend) = self.labels.legend(puzzle)
                {
                    writeln!(out, "{legend}\n")?;
                }
                writeln!(out, "solution {}", grouped(self.number))?;
                let picture = render::placements(puzzle, &self.labels, &placements, out.styled);
                writeln!(out, "{picture}")?;
            }
        }
        Ok(())
    }
}
