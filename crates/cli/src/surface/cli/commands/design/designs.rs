//! Choices, as they are shown.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use anyhow::{Context, anyhow};
use num_bigint::BigUint;

use super::stop::DesignStop;
use crate::design::choices::{
    Choice, ChoiceRule, ChoiceSample, JudgeError, Order, Selection, SpilledChoices, Wish,
    cells_to_cover,
};
use crate::publish::interchange::table::CsvText;
use crate::puzzle::{DesignRequest, Goal, PieceId, Puzzle, PuzzleFile};
use crate::solve::SolveError;
use crate::solve::checkpoint::CheckpointFile;
use crate::solve::search::{Monitor, Watch};
use crate::support::format::{counted, grouped};
use crate::support::label::{Label, shown};
use crate::surface::cli::args::{DesignArgs, DesignFormat};
use crate::surface::cli::commands::files::{self, OutputFile};
use crate::surface::cli::commands::{Inputs, Output, Target};
use crate::surface::cli::failure::{Failure, Outcome};

/// So many choices are printed as text.
pub(super) const SHOWN: usize = 20;

/// So many puzzles are in memory at a time where there are more choices than it holds.
pub(super) const WRITTEN_AT_ONCE: usize = 1 << 10;

/// What was found.
pub(super) struct Designs<'a> {
    pub(super) file: &'a PuzzleFile,
    /// The pool.
    pub(super) puzzle: &'a Puzzle,
    pub(super) goals: &'a [Goal],
    /// How many choices the rule allows, if that is known and printed.
    pub(super) choices: Option<BigUint>,
    pub(super) selection: Selection,
    /// The choices kept, where they are more than memory holds.
    pub(super) spilled: Option<SpilledChoices<'a>>,
    pub(super) how: Goals,
    pub(super) wish: Wish<'a>,
    /// Of which all choices they are a sample, if they are.
    pub(super) sample: Option<ChoiceSample>,
    /// The pool on the board of each choice kept, where a search varies the board; else empty.
    pub(super) boards: Vec<Puzzle>,
    /// How far it came, if a signal stopped it before the end.
    pub(super) stopped: Option<DesignStop>,
}

/// What the goals of a file are to its choices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Goals {
    /// There are none, or one was named.
    None,
    /// Choices solve some of them.
    Some,
    /// Only choices were kept that solve every goal.
    Every,
    /// Choices of each goal by itself.
    Each,
}

impl Goals {
    /// What is asked of the goals of a file.
    pub(super) fn of(args: &DesignArgs, file: &PuzzleFile) -> Result<Self, Failure> {
        let how = match (file.goals.is_empty(), args.each_goal, args.every_goal) {
            (true, true, _) => return Err(anyhow!("the file has no goals to look at each").into()),
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

/// Where the choices are written.
pub(super) fn output(args: &DesignArgs) -> Result<Option<Target>, Failure> {
    let files = [
        ("the puzzle", Some(&args.file)),
        ("the checkpoint", args.checkpoint.checkpoint.as_ref()),
    ];
    Target::of(args.output.as_ref(), &Rc::new(Inputs::of(files)))
}

/// The order of choices that a file asks for.
pub(super) fn own_order(request: &DesignRequest) -> Order {
    if request.rank.is_empty() {
        Order::Best
    } else {
        Order::Rank
    }
}

/// How many choices are printed; none for all.
pub(super) fn most_shown(limit: Option<usize>, format: DesignFormat) -> Option<usize> {
    match (limit, format) {
        (Some(0), _) => None,
        (None, DesignFormat::Text) => Some(SHOWN),
        (limit, _) => limit,
    }
}

/// How many choices there are, solvable or not; none if it is unknown, or differs from goal to goal.
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

/// Tells how many goals or choices are done.
pub(super) fn hear(watch: &mut Watch<'_>, done: usize, all: usize, what: &str, more: &str) {
    let words = format!("{} of {}{more}", grouped(done), counted(all, what));
    #[expect(clippy::cast_precision_loss, reason = "for reading")]
    let share = done as f64 / all as f64;
    // A flag that is set ends the count of the next goal.
    let _ = watch.hear_words(Some(share), &words);
}

impl Designs<'_> {
    /// Says what came of a run that has printed all.
    pub(super) fn end(&self, checkpoint: CheckpointFile) -> Result<Outcome, Failure> {
        if let Some(stop) = self.stopped {
            self.say_stopped(stop);
            return Ok(Outcome::Interrupted);
        }
        checkpoint.finish().map_err(SolveError::from)?;
        Ok(if self.selection.wanted > 0 {
            Outcome::Done
        } else {
            Outcome::No
        })
    }

    /// Writes, draws and prints what was found.
    pub(super) fn print(&self, args: &DesignArgs, monitor: &Monitor) -> Result<(), Failure> {
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
        target: Option<&Target>,
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

    /// Writes the puzzle of each choice kept to a file of its own; `source` says where it was found.
    pub(super) fn write_puzzles(
        &self,
        args: &DesignArgs,
        folder: &Path,
        source: Option<&str>,
    ) -> Result<(), Failure> {
        let cannot = || format!("cannot make the folder {}", shown(folder));
        std::fs::create_dir_all(folder).with_context(cannot)?;
        let inputs = Rc::new(Inputs::of([("the puzzle", Some(&args.file))]));
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

    /// How many choices were kept.
    pub(super) fn kept(&self) -> u64 {
        let spilled = self.spilled.as_ref().map_or(0, SpilledChoices::len);
        self.selection.first.len() as u64 + spilled
    }

    /// Calls `found` with each choice that was kept, in order, and its index.
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

    /// The pool on the board of a choice kept.
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

/// `F`, `I`, `2×L`: the pieces of a choice.
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
