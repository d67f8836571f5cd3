//! `export`: writes a puzzle for other programs.

use tilewright_dlx::{OptionId, Solver};

use super::background::interruptible;
use super::pictures::{say_written, write_whole};
use super::{Inputs, OutputTarget, load_goal, say};
use crate::cover::Instance;
use crate::publish::interchange::burrtools::{self, PlacedAssembly};
use crate::publish::interchange::puzzlecad;
use crate::puzzle::{Puzzle, PuzzlePart};
use crate::solve::search::{RunContext, WorkKind};
use crate::surface::cli::args::{ExportArgs, ExportFormat};
use crate::surface::cli::failure::{Failure, Outcome};
use crate::surface::cli::signals;

pub(super) fn run(args: &ExportArgs) -> Result<Outcome, Failure> {
    let inputs = Inputs::of([("the puzzle", Some(&args.file))]);
    let target = OutputTarget::of(args.output.as_ref(), &inputs)?;
    let monitor = signals::listen()?;
    let making = Some(WorkKind::Busy("making the file"));
    let bytes = interruptible(&monitor, making, || foreign_file(args, &monitor))?;
    monitor.stop().check()?;
    write_whole(target.as_ref(), |out| Ok(out.write_all(&bytes)?))?;
    let what = match args.to {
        ExportFormat::Burrtools => "opens in BurrTools",
        ExportFormat::Puzzlecad => "a file for puzzlecad",
    };
    say_written(target.as_ref(), what);
    Ok(Outcome::Done)
}

/// Makes the bytes of the file for another program.
fn foreign_file(args: &ExportArgs, monitor: &RunContext) -> Result<Vec<u8>, Failure> {
    let (source, file) = load_goal(&args.file, args.goal.as_deref())?;
    if !file.cases.is_empty() {
        say::note("the cases of the puzzle are left out");
    }
    if args.to == ExportFormat::Puzzlecad {
        if args.solutions > 0 {
            refuse!("a puzzlecad file cannot contain solutions: leave them out");
        }
        let text = puzzlecad::export(&file.puzzle)?;
        return Ok(text.into_bytes());
    }
    let names: Vec<String> = file
        .goals
        .iter()
        .map(|goal| goal.name.to_string())
        .collect();
    let mut puzzles = Vec::new();
    if names.is_empty() {
        puzzles.push(file.puzzle);
    } else {
        for name in &names {
            monitor.stop().check()?;
            let (_, goal) = super::part_of(source.clone(), file.clone(), PuzzlePart::Goal(name))?;
            puzzles.push(goal.puzzle);
        }
    }
    let mut problems: Vec<(&Puzzle, Vec<PlacedAssembly>)> = Vec::new();
    for puzzle in &puzzles {
        problems.push((puzzle, assemblies(puzzle, args, monitor)?));
    }
    let problems: Vec<(&Puzzle, &[PlacedAssembly])> = problems
        .iter()
        .map(|(puzzle, assemblies)| (*puzzle, assemblies.as_slice()))
        .collect();
    let burr_file = burrtools::export(&problems)?;
    Ok(burr_file.to_bytes()?)
}

/// The first `--solutions` solutions of a puzzle.
fn assemblies(
    puzzle: &Puzzle,
    args: &ExportArgs,
    monitor: &RunContext,
) -> Result<Vec<PlacedAssembly>, Failure> {
    if args.solutions == 0 {
        return Ok(Vec::new());
    }
    let instance = Instance::new_until(puzzle.clone(), monitor.stop())?;
    let found = Solver::new(instance.problem())
        .given(instance.givens())?
        .stop(monitor.stop())
        .at_most(args.solutions)?;
    let found: Vec<Vec<OptionId>> = found.known().ok_or(Failure::Interrupted)?;
    let placed = |solution: &Vec<OptionId>| -> PlacedAssembly {
        let mut options = solution.clone();
        options.sort_unstable();
        let options = options.into_iter().map(|option| {
            let meaning = instance.meaning(option);
            let cells = meaning.placement.cells.iter();
            let cells = cells.map(|cell| puzzle.board.cell(*cell)).collect();
            (meaning.piece.index(), cells)
        });
        options.collect()
    };
    Ok(found.iter().map(placed).collect())
}
