//! `design --search`: searches for choices that meet the requirements, if there are too many
//! choices to count all.

use std::collections::BTreeMap;
use std::io::Write;

use num_bigint::BigUint;
use tilewright_geometry::{BoardCell, SubBoardSymmetry};

use super::{Designs, GoalMode, checkpoint, output};
use crate::design::choices::{ChoiceRule, Selection, SelectionSpec};
use crate::design::search::{Design, LocalSearch, SearchProgress, SearchReport};
use crate::picture::render::{self, Labels};
use crate::publish::interchange::table::{Value, record};
use crate::puzzle::{BoardRequest, NumberRange, PieceId, Puzzle, PuzzleFile, Requirement, Source};
use crate::solve::SolveError;
use crate::solve::search::{RunContext, WorkKind};
use crate::support::format::{counted, grouped};
use crate::surface::cli::args::{DesignArgs, DesignFormat};
use crate::surface::cli::commands::background::{ProgressNote, with_progress};
use crate::surface::cli::commands::json_answer::{JsonLayout, write_json};
use crate::surface::cli::commands::placed::{coordinates, placed_piece};
use crate::surface::cli::commands::{Output, say};
use crate::surface::cli::failure::{Failure, Outcome};
use crate::surface::cli::signals;

/// Searches, and prints the designs found.
pub(super) fn run(
    args: &DesignArgs,
    (file, source): (&PuzzleFile, &Source),
    (puzzle, boards): (&Puzzle, Option<&BoardRequest>),
    rule: &ChoiceRule,
    wanted: &Requirement,
) -> Result<Outcome, Failure> {
    if !file.goals.is_empty() {
        refuse!("--search needs one board: name a goal with --goal NAME");
    }
    let monitor = signals::listen()?.with(&args.resources);
    let search = LocalSearch {
        puzzle,
        rule,
        wanted,
        boards,
        seed: args.search.seed,
        steps: args.search.steps,
        designs: match args.limit {
            Some(0) => usize::MAX,
            limit => limit.unwrap_or(1),
        },
    };
    let mut kept = checkpoint::of_search(args, &search, source)?;
    let report = with_progress(
        &monitor,
        WorkKind::Busy("looking for pieces"),
        |report_progress| {
            search.run(&monitor, &mut kept, &mut |progress| {
                report_progress(progress_note(&search, progress));
            })
        },
    );
    let report = report?;
    let found = FoundDesigns {
        designs: designs(file, &search, &report),
        search: &search,
        report: &report,
    };
    found.write(args, &monitor)?;
    let is_found = report.designs.iter().any(|design| design.is_wanted);
    if report.is_interrupted {
        let steps = counted(report.steps, "step");
        if args.checkpoint.checkpoint.is_some() {
            say::interrupted(format_args!("after {steps}"));
        } else {
            say::interrupted(format_args!(
                "after {steps}; the same seed repeats these steps, another seed takes others"
            ));
        }
        return Ok(Outcome::Interrupted);
    }
    kept.finish().map_err(SolveError::from)?;
    Ok(Outcome::of(is_found))
}

fn progress_note(search: &LocalSearch<'_>, progress: &SearchProgress) -> ProgressNote {
    let nearest = progress.nearest.map_or(String::new(), |solutions| {
        format!(", nearest {}", counted(solutions, "solution"))
    });
    let words = format!("{} found{nearest}", grouped(progress.designs));
    ProgressNote::of(progress.steps, search.steps, words)
}

/// The designs found, as a selection of choices.
fn designs<'a>(
    file: &'a PuzzleFile,
    search: &LocalSearch<'a>,
    report: &SearchReport,
) -> Designs<'a> {
    let boards = report.designs.iter().map(|design| design.pool.clone());
    let choices = report.designs.iter().map(|design| design.choice.clone());
    let solutions = choices.clone().map(|choice| choice.solutions);
    Designs {
        puzzle: search.puzzle,
        goals: &[],
        choices: None,
        selection: Selection {
            solvable: report.designs.len() as u64,
            solutions: solutions.sum::<BigUint>(),
            uncounted: 0,
            wanted: report
                .designs
                .iter()
                .filter(|design| design.is_wanted)
                .count() as u64,
            histogram: BTreeMap::new(),
            first: choices.collect(),
        },
        spilled: None,
        file,
        how: GoalMode::None,
        spec: SelectionSpec {
            distinct: true,
            ..SelectionSpec::new(search.wanted)
        },
        sample: None,
        boards: search.boards.map_or(Vec::new(), |_| boards.collect()),
        stopped: None,
    }
}

/// The designs that a search found, and the other data of the output.
struct FoundDesigns<'a> {
    designs: Designs<'a>,
    search: &'a LocalSearch<'a>,
    report: &'a SearchReport,
}

impl FoundDesigns<'_> {
    fn write(&self, args: &DesignArgs, monitor: &RunContext) -> Result<(), Failure> {
        if let Some(folder) = &args.write {
            let source = format!(
                "found by tilewright design --search, seed {}",
                self.search.seed
            );
            self.designs.write_puzzles(args, folder, Some(&source))?;
        }
        if let (Some(path), false) = (&args.draw, self.report.is_interrupted) {
            self.designs.draw(args, path, monitor)?;
        }
        let target = output(args)?;
        if let Some(encoding) = args.table() {
            return self.designs.write_as_table(encoding, target.as_ref());
        }
        let mut out = Output::to(target.as_ref())?;
        if args.format == DesignFormat::Jsonl {
            self.write_jsonl(&mut out)?;
        } else {
            self.write_text(&mut out)?;
        }
        Ok(out.flush()?)
    }

    fn write_text(&self, out: &mut Output) -> Result<(), Failure> {
        let puzzle = self.designs.puzzle;
        let steps = counted(self.report.steps, "step");
        writeln!(out, "{}", puzzle.title)?;
        writeln!(out, "  pool    {}", counted(puzzle.pieces.len(), "piece"))?;
        if let Some(boards) = self.search.boards {
            writeln!(out, "  boards  {}", in_words(puzzle, boards))?;
        }
        writeln!(out, "  search  {steps}, seed {}", self.search.seed)?;
        let wanted = self.designs.selection.wanted;
        if wanted > 0 {
            let what = self.search.boards.map_or("choice", |_| "design");
            writeln!(out, "  found   {}", counted(wanted, what))?;
        } else if self.report.designs.is_empty() {
            writeln!(out, "  found   none")?;
        } else {
            writeln!(out, "  found   none; this is the nearest")?;
        }
        self.designs.write_table(out)?;
        let labels = Labels::of_puzzle(puzzle);
        for design in &self.report.designs {
            let placed = placed(design);
            let picture = render::placements(&design.pool, &labels, &placed, out.styled);
            write!(out, "\n{picture}")?;
        }
        Ok(())
    }

    fn write_jsonl(&self, out: &mut Output) -> Result<(), Failure> {
        for design in &self.report.designs {
            let pool = &design.pool;
            let board = pool.board.indices().map(|cell| coordinates(pool, cell));
            let solution = design.solution.iter();
            let solution = solution.map(|(piece, cells)| placed_piece(pool, *piece, cells));
            let line = record! {
                ..self.designs.line(&design.choice),
                wanted: design.is_wanted,
                board?: self.search.boards.map(|_| board.collect::<Value>()),
                solution: solution.collect::<Value>(),
            };
            write_json(&mut *out, &line, JsonLayout::Compact)?;
        }
        Ok(())
    }
}

/// The boards that designs may have, in words: `55 to 60 of 64 cells, Rotation(2)`.
fn in_words(puzzle: &Puzzle, boards: &BoardRequest) -> String {
    let all = counted(puzzle.board.cells().len(), "cell");
    let NumberRange { least, most } = boards.cells;
    let cells = match most {
        Some(most) if most == least => grouped(least),
        Some(most) => format!("{} to {}", grouped(least), grouped(most)),
        None => format!("at least {}", grouped(least)),
    };
    match boards.symmetry {
        SubBoardSymmetry::Any => format!("{cells} of {all}"),
        symmetry => format!("{cells} of {all}, {symmetry:?}"),
    }
}

/// The pieces on the board of a design, each with its cells: the givens, then one solution.
fn placed(design: &Design) -> Vec<(PieceId, &[BoardCell])> {
    let givens = design.pool.givens.iter();
    let givens = givens.map(|given| (given.piece, given.cells.as_slice()));
    let solution = design.solution.iter();
    let solution = solution.map(|(piece, cells)| (*piece, cells.as_slice()));
    givens.chain(solution).collect()
}
