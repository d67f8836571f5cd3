//! The choices of pieces that `design` found, and their output.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use num_bigint::BigUint;

use super::stop::DesignStop;
use crate::design::choices::{
    Choice, ChoiceRule, ChoiceSample, JudgeError, Order, Selection, SelectionSpec, SpilledChoices,
    cells_to_cover,
};
use crate::publish::interchange::table::CsvText;
use crate::puzzle::{DesignRequest, Goal, PieceId, Puzzle, PuzzleFile};
use crate::solve::SolveError;
use crate::solve::checkpoint::CheckpointFile;
use crate::solve::search::{ProgressMeter, RunContext};
use crate::support::atomic_write;
use crate::support::format::{counted, grouped};
use crate::support::label::{Label, shown};
use crate::surface::cli::args::{DesignArgs, DesignFormat};
use crate::surface::cli::commands::files::{self, OutputFile};
use crate::surface::cli::commands::{Inputs, Output, OutputTarget};
use crate::surface::cli::failure::{Failure, Outcome};

/// The default number of choices printed as text.
pub(super) const SHOWN: usize = 20;

/// The number of puzzle files that are made in memory and then written together, if the listed choices are on
/// disk.
pub(super) const WRITTEN_AT_ONCE: usize = 1 << 10;

/// The choices to be listed, and the other data of the output.
pub(super) struct Designs<'a> {
    pub(super) file: &'a PuzzleFile,
    /// The pool of pieces, with its board.
    pub(super) puzzle: &'a Puzzle,
    pub(super) goals: &'a [Goal],
    /// The number of choices that the rule allows, if it is known and to be printed.
    pub(super) choices: Option<BigUint>,
    pub(super) selection: Selection,
    /// The listed choices on disk, if they do not fit in memory.
    pub(super) spilled: Option<SpilledChoices<'a>>,
    pub(super) how: GoalMode,
    pub(super) spec: SelectionSpec<'a>,
    /// The sample from which the choices come, if they were sampled.
    pub(super) sample: Option<ChoiceSample>,
    /// For each listed choice, the pool of pieces as a puzzle on the choice's board, if a search varies the board.
    /// Otherwise empty.
    pub(super) boards: Vec<Puzzle>,
    /// How far the count got, if a signal stopped it.
    pub(super) stopped: Option<DesignStop>,
}

/// Which goals of a file a choice must solve to be listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum GoalMode {
    /// Goals play no role: the file has none, or `--goal` names a single one.
    None,
    /// A choice is listed if it solves at least one goal.
    Some,
    /// A choice is listed if it solves every goal.
    Every,
    /// Choices are counted and listed for each goal separately.
    Each,
}

impl GoalMode {
    /// The mode that follows from the options and the goals of the file.
    pub(super) fn of(args: &DesignArgs, file: &PuzzleFile) -> Result<Self, Failure> {
        let how = match (file.goals.is_empty(), args.each_goal, args.every_goal) {
            (true, true, _) => {
                return Err(
                    anyhow!("--each-goal needs a file with goals, but this file has none").into(),
                );
            }
            (true, ..) => Self::None,
            (false, true, _) => Self::Each,
            (false, false, true) => Self::Every,
            (false, false, false) => Self::Some,
        };
        if args.draw.is_some() && matches!(how, Self::Some | Self::Every) {
            return Err(JudgeError::Goals.into());
        }
        Ok(how)
    }
}

/// Checks before the search that the picture and the puzzle files can be written.
pub(super) fn check_files(args: &DesignArgs) -> Result<(), Failure> {
    OutputTarget::of(args.draw.as_ref(), &Inputs::default())?;
    if let Some(folder) = &args.write {
        let cannot = || format!("cannot make the folder {}", shown(folder));
        atomic_write::check_folder(folder).with_context(cannot)?;
    }
    Ok(())
}

/// The file to which the choices are written; `None` for stdout.
pub(super) fn output(args: &DesignArgs) -> Result<Option<OutputTarget>, Failure> {
    let files = [
        ("the puzzle", Some(&args.file)),
        ("the checkpoint", args.checkpoint.checkpoint.as_ref()),
    ];
    OutputTarget::of(args.output.as_ref(), &Inputs::of(files))
}

/// The order of choices if `--sort` is not given: by rank if the request has weights for the rank,
/// otherwise [`Order::Best`].
pub(super) fn own_order(request: &DesignRequest) -> Order {
    if request.rank.is_empty() {
        Order::Best
    } else {
        Order::Rank
    }
}

/// The maximum number of choices that are printed; `None` for no limit.
pub(super) fn most_shown(limit: Option<usize>, format: DesignFormat) -> Option<usize> {
    match (limit, format) {
        (Some(0), _) => None,
        (None, DesignFormat::Text) => Some(SHOWN),
        (limit, _) => limit,
    }
}

/// The number of choices that the rule allows, solvable or not. `None` if it is unknown, or differs
/// between goals.
pub(super) fn number_of_choices(
    file: &PuzzleFile,
    puzzle: &Puzzle,
    rule: &ChoiceRule,
) -> Option<BigUint> {
    let mut cells =
        (file.goals.iter()).map(|goal| cells_to_cover(&file.with_goal(goal).puzzle.board));
    let first = cells
        .next()
        .unwrap_or_else(|| cells_to_cover(&puzzle.board));
    if cells.any(|other| other != first) {
        return None;
    }
    rule.choices(puzzle, first)
}

/// Shows on the progress line how many goals or choices are done.
pub(super) fn show_progress(
    meter: &mut ProgressMeter<'_>,
    done: usize,
    all: usize,
    what: &str,
    more: &str,
) {
    let words = format!("{} of {}{more}", grouped(done), counted(all, what));
    #[expect(clippy::cast_precision_loss, reason = "for reading")]
    let share = done as f64 / all as f64;
    // The result can be ignored, because the count of the next goal checks the stop flag.
    let _ = meter.on_progress_text(Some(share), &words);
}

impl Designs<'_> {
    /// Ends a run after its output: prints where it was stopped, or removes the checkpoint of a
    /// complete run.
    pub(super) fn end(&self, checkpoint: CheckpointFile) -> Result<Outcome, Failure> {
        if let Some(stop) = self.stopped {
            self.say_stopped(stop);
            return Ok(Outcome::Interrupted);
        }
        checkpoint.finish().map_err(SolveError::from)?;
        Ok(Outcome::of(self.selection.wanted > 0))
    }

    /// Writes the list of choices, and the puzzle files and the picture if the options request them.
    pub(super) fn print(&self, args: &DesignArgs, monitor: &RunContext) -> Result<(), Failure> {
        if let Some(folder) = &args.write {
            self.write_puzzles(args, folder, None)?;
        }
        if let (Some(path), None) = (&args.draw, self.stopped) {
            self.draw(args, path, monitor)?;
        }
        self.write_as((args.format, args.csv.text()), output(args)?.as_ref())
    }

    pub(super) fn write_as(
        &self,
        (format, text): (DesignFormat, CsvText),
        target: Option<&OutputTarget>,
    ) -> Result<(), Failure> {
        if let Some(encoding) = format.table(text) {
            return self.write_as_table(encoding, target);
        }
        let mut out = Output::to(target)?;
        if format == DesignFormat::Jsonl {
            self.write_jsonl(&mut out)?;
        } else {
            self.write_text(&mut out)?;
        }
        Ok(std::io::Write::flush(&mut out)?)
    }

    /// Writes the puzzle of each listed choice to a separate file in `folder`. If `source` is given, it becomes
    /// the field `source` of each puzzle.
    pub(super) fn write_puzzles(
        &self,
        args: &DesignArgs,
        folder: &Path,
        source: Option<&str>,
    ) -> Result<(), Failure> {
        let cannot = || format!("cannot make the folder {}", shown(folder));
        std::fs::create_dir_all(folder).with_context(cannot)?;
        let inputs = Inputs::of([("the puzzle", Some(&args.file))]);
        let digits = self.kept().to_string().len();
        let mut written = Vec::new();
        self.each(|index, choice| {
            let number = index + 1;
            let path: PathBuf = folder.join(format!("{number:0digits$}.ron"));
            let mut puzzle = self.pool(index, choice).chosen(&choice.copies);
            puzzle.title = Label::escaping(&format!("{}, choice {number}", puzzle.title));
            puzzle.source = source.map(Label::escaping).or(puzzle.source);
            written.push(OutputFile {
                index,
                path,
                bytes: puzzle.to_ron().into_bytes(),
            });
            if self.spilled.is_some() && written.len() == WRITTEN_AT_ONCE {
                files::write(&std::mem::take(&mut written), &inputs)?;
            }
            Ok(())
        })?;
        files::write(&written, &inputs)
    }

    /// The number of listed choices, whether they are in memory or on disk.
    pub(super) fn kept(&self) -> u64 {
        let spilled = self.spilled.as_ref().map_or(0, SpilledChoices::len);
        self.selection.first.len() as u64 + spilled
    }

    /// Calls `found` with each listed choice and its index, in order.
    pub(super) fn each(
        &self,
        mut found: impl FnMut(usize, &Choice) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut indices = 0..;
        let mut next = |choice: &Choice| found(indices.next().unwrap_or(usize::MAX), choice);
        self.selection.first.iter().try_for_each(&mut next)?;
        match &self.spilled {
            Some(spilled) => spilled.each(next),
            None => Ok(()),
        }
    }

    /// The pool of pieces, as a puzzle on the board of this choice.
    #[expect(clippy::expect_used, reason = "an invariant of goals looked at")]
    pub(super) fn pool(&self, index: usize, choice: &Choice) -> Puzzle {
        if let Some(pool) = self.boards.get(index) {
            return pool.clone();
        }
        let Some(goal) = choice.goal else {
            return self.puzzle.clone();
        };
        let own = self.file.with_goal(&self.goals[goal]).puzzle;
        (own.with_pieces(self.puzzle.pieces.clone()))
            .expect("invariant: the pool of a goal that was looked at has the pieces given")
    }

    pub(super) fn names(&self, choice: &Choice) -> Vec<String> {
        names(self.puzzle, choice.pieces())
    }
}

/// The names of the pieces of a choice: `F`, `I`, `2×L`.
pub(super) fn names(puzzle: &Puzzle, pieces: impl Iterator<Item = (PieceId, u32)>) -> Vec<String> {
    let name = |(piece, copies): (_, u32)| {
        let name = &puzzle.piece(piece).name;
        match copies {
            1 => name.to_string(),
            _ => format!("{copies}×{name}"),
        }
    };
    pieces.map(name).collect()
}
