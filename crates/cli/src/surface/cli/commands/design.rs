//! `design`: every choice of pieces, and those that are wanted.

mod asked;
mod checkpoint;
mod counted;
mod data;
mod estimated;
mod picture;
mod sample;
mod search;
mod stop;
mod text;

pub(super) use counted::print_counted;
use stop::DesignStop;

use std::path::{Path, PathBuf};
use std::rc::Rc;

use anyhow::{Context, anyhow};
use itertools::Itertools;
use num_bigint::BigUint;
use tilewright_dlx::StopFlag;

use super::beside::interruptible;
use super::files::{self, OutputFile};
use super::table::check_table;
use super::{
    Inputs, Output, Target, load_puzzle, part_of, refuse_apart_in_design, refuse_colors,
    refuse_conditions, refuse_filter, say, warn_of_twins,
};
use crate::cover::Instance;
use crate::design::choices::{
    Choice, ChoicePool, ChoiceQuestion, ChoiceRule, ChoiceSample, GoalQuestion, Judge, JudgeError,
    Order, Selection, SpilledChoices, Wish, cells_to_cover,
};
use crate::publish::interchange::table::CsvText;
use crate::puzzle::{DesignRequest, Goal, Measure, Part, PieceId, Puzzle, PuzzleFile, Source};
use crate::solve::SolveError;
use crate::solve::checkpoint::CheckpointFile;
use crate::solve::resources::Resources;
use crate::solve::search::{Kind, Monitor, Watch};
use crate::support::format::{counted, grouped};
use crate::support::label::{Label, shown};
use crate::surface::cli::args::{DesignArgs, DesignFormat};
use crate::surface::cli::failure::{Failure, Outcome};
use crate::surface::cli::signals;

/// So many choices are printed as text.
const SHOWN: usize = 20;

/// So many puzzles are in memory at a time where there are more choices than it holds.
const WRITTEN_AT_ONCE: usize = 1 << 10;

/// What was found.
struct Designs<'a> {
    file: &'a PuzzleFile,
    /// The pool.
    puzzle: &'a Puzzle,
    goals: &'a [Goal],
    /// How many choices the rule allows, if that is known and printed.
    choices: Option<BigUint>,
    selection: Selection,
    /// The choices kept, where they are more than memory holds.
    spilled: Option<SpilledChoices<'a>>,
    how: Goals,
    wish: Wish<'a>,
    /// Of which all choices they are a sample, if they are.
    sample: Option<ChoiceSample>,
    /// The pool on the board of each choice kept, where a search varies the board; else empty.
    boards: Vec<Puzzle>,
    /// How far it came, if a signal stopped it before the end.
    stopped: Option<DesignStop>,
}

/// What the goals of a file are to its choices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Goals {
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
    fn of(args: &DesignArgs, file: &PuzzleFile) -> Result<Self, Failure> {
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

/// Refuses puzzles whose choices are not counted, or not searched for.
fn refuse_unsuited(args: &DesignArgs, source: &Source, whole: &PuzzleFile) -> Result<(), Failure> {
    refuse_filter(source, whole)?;
    refuse_apart_in_design(source, whole)?;
    if !args.search.search {
        return Ok(());
    }
    let why =
        "a search cuts boards into pieces, whose cells have no colours; it counts without --search";
    refuse_colors(source, whole, why)?;
    let why =
        "a search cuts boards into pieces, and knows no conditions; it counts without --search";
    refuse_conditions(source, whole, why, |_| true)
}

/// Where the choices are written.
fn output(args: &DesignArgs) -> Result<Option<Target>, Failure> {
    let files = [
        ("the puzzle", Some(&args.file)),
        ("the checkpoint", args.checkpoint.checkpoint.as_ref()),
    ];
    Target::of(args.output.as_ref(), &Rc::new(Inputs::of(files)))
}

pub(super) fn run(args: &DesignArgs) -> Result<Outcome, Failure> {
    check_table(args.table(), output(args)?.as_ref())?;
    let (source, whole) = load_puzzle(&args.file)?;
    refuse_unsuited(args, &source, &whole)?;
    let request = asked::request(args, &whole.design);
    let (source, file) = match &args.goal {
        Some(goal) => part_of(source, whole, Part::Goal(goal))?,
        None => (source, whole),
    };
    warn_of_twins(&file.puzzle, &file.cases, &file.spans, &source);
    let ChoicePool {
        puzzle,
        rule,
        is_opened,
    } = ChoicePool::of(&file, &request)?;
    if is_opened {
        say::note(
            "all pieces together do not fit the board, so each may be left out; `copies: (0, 1)` in the file says so",
        );
    }
    if args.search.search {
        let wanted = asked::wanted(args, request.wanted);
        let boards = request.boards.as_ref();
        return search::run(args, (&file, &source), (&puzzle, boards), &rule, &wanted);
    }
    if request.boards.is_some() {
        return Err(anyhow!("`boards` of `design` is for --search; `goals: [SubBoards(…)]` with --each-goal looks at each board that there is").into());
    }
    let monitor = signals::listen()?;
    let resources = Resources::from(&args.resources);
    if let (Some(size), Some(walks)) = (args.samples, args.walks) {
        if !file.goals.is_empty() {
            return Err(anyhow!("samples are of one board: name a goal, --goal NAME").into());
        }
        let (pool, means) = ((&puzzle, &rule), (&resources, &monitor));
        return estimated::run(args, (size, walks), pool, &request, means);
    }
    let order = args.sort.map_or_else(|| own_order(&request), Order::from);
    let rank = if order == Order::Rank {
        request.rank
    } else {
        Vec::new()
    };
    let mut measures: Vec<Measure> = rank.iter().map(|weight| weight.measure).collect();
    measures.extend(&args.measure);
    let measures: Vec<Measure> = measures.into_iter().unique().collect();
    let limit = most_shown(args.limit, args.format);
    let wanted = asked::wanted(args, request.wanted);
    let wish = Wish {
        rank: &rank,
        measures: &measures,
        order,
        limit,
        ..Wish::new(&wanted)
    };
    let question = GoalQuestion {
        file: &file,
        rule: &rule,
        every_goal: args.every_goal,
    };
    let means = (&resources, &monitor);
    let how = Goals::of(args, &file)?;
    let mut checkpoint = checkpoint::open(args, how, &rule, wish, &source)?;
    let instance = match (how, args.samples) {
        (Goals::None, None) => Some(Instance::within(
            puzzle.clone(),
            resources.memory,
            monitor.stop(),
        )?),
        _ => None,
    };
    let board = (&puzzle, instance.as_ref());
    // Before the solutions are counted: nothing is lost if a signal ends it.
    let is_counted = how != Goals::Each
        && args.samples.is_none()
        && args.format == DesignFormat::Text
        && !monitor.is_set();
    let choices = interruptible(&monitor, None, || {
        is_counted.then(|| number_of_choices(&file, &puzzle, &rule))
    });
    let found = look(how, args, &question, board, wish, means, &mut checkpoint)?;
    let designs = Designs {
        choices: choices.flatten(),
        file: &file,
        puzzle: &puzzle,
        goals: &file.goals,
        selection: found.selection,
        spilled: found.spilled,
        how,
        wish,
        sample: found.sample,
        boards: Vec::new(),
        stopped: found.stopped,
    };
    designs.print(args, &monitor)?;
    designs.end(checkpoint)
}

/// The order of choices that a file asks for.
fn own_order(request: &DesignRequest) -> Order {
    if request.rank.is_empty() {
        Order::Best
    } else {
        Order::Rank
    }
}

/// How many choices are printed; none for all.
fn most_shown(limit: Option<usize>, format: DesignFormat) -> Option<usize> {
    match (limit, format) {
        (Some(0), _) => None,
        (None, DesignFormat::Text) => Some(SHOWN),
        (limit, _) => limit,
    }
}

/// What was looked at.
struct Found<'a> {
    selection: Selection,
    spilled: Option<SpilledChoices<'a>>,
    sample: Option<ChoiceSample>,
    stopped: Option<DesignStop>,
}

/// Counts the choices on one board, of each goal or over goals; or a sample of them.
fn look<'a>(
    how: Goals,
    args: &DesignArgs,
    question: &GoalQuestion<'a>,
    (puzzle, instance): (&Puzzle, Option<&'a Instance>),
    wish: Wish<'_>,
    means: (&Resources, &Monitor),
    checkpoint: &mut CheckpointFile,
) -> Result<Found<'a>, Failure> {
    let rule = question.rule;
    let found = |(selection, counted): (_, Option<usize>)| Found {
        selection,
        spilled: None,
        sample: None,
        stopped: counted.map(DesignStop::Counted),
    };
    match (how, args.samples) {
        (Goals::None, None) => {
            let Some(instance) = instance else {
                unreachable!("invariant: one board has an instance")
            };
            let (resources, monitor) = means;
            let question = ChoiceQuestion::new(instance, rule);
            let one = question.select(wish, resources, monitor, checkpoint)?;
            Ok(Found {
                selection: one.selection,
                spilled: one.spilled,
                sample: None,
                stopped: one.stopped.map(DesignStop::Judged),
            })
        }
        (Goals::None, Some(size)) => {
            let drawn = sample::draw(args, size, (puzzle, rule), wish, means)?;
            Ok(Found {
                selection: drawn.selection.clone(),
                spilled: None,
                stopped: (drawn.counted < drawn.drawn)
                    .then_some(DesignStop::Counted(drawn.counted)),
                sample: Some(drawn),
            })
        }
        (_, Some(_)) => Err(anyhow!("samples are of one board: name a goal, --goal NAME").into()),
        (Goals::Each, None) => each_goal(question, puzzle, wish, means, checkpoint).map(found),
        (Goals::Some | Goals::Every, None) => {
            over_goals(question, puzzle, wish, means, checkpoint).map(found)
        }
    }
}

/// How many choices there are, solvable or not; none if it is unknown, or differs from goal to goal.
fn number_of_choices(file: &PuzzleFile, puzzle: &Puzzle, rule: &ChoiceRule) -> Option<BigUint> {
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

/// The choices of all goals together.
fn over_goals(
    question: &GoalQuestion<'_>,
    puzzle: &Puzzle,
    wish: Wish<'_>,
    (resources, monitor): (&Resources, &Monitor),
    checkpoint: &mut CheckpointFile,
) -> Result<(Selection, Option<usize>), Failure> {
    // Nothing that takes long is asked of choices over goals: those of a run that was stopped are
    // looked at, too.
    let never = StopFlag::new();
    let judge = Judge::new(puzzle, wish.wanted, true, &never)?;
    judge.check(wish.measures.iter().copied())?;
    let all = question.file.goals.len();
    let mut watch = Watch::new(monitor, Kind::Busy("counting choices"));
    let found = question.count(puzzle, resources, monitor, checkpoint, &mut |done, kept| {
        let left = counted(kept, "choice");
        hear(&mut watch, done, all, "goal", &format!(", {left} left"));
    })?;
    drop(watch);
    let selection = Selection::of(found.choices.into_iter(), &judge, wish)?;
    Ok((selection, (found.goals < all).then_some(found.goals)))
}

/// The choices of each goal by itself, and how many goals were looked at if it was stopped.
fn each_goal(
    question: &GoalQuestion<'_>,
    puzzle: &Puzzle,
    wish: Wish<'_>,
    (resources, monitor): (&Resources, &Monitor),
    checkpoint: &mut CheckpointFile,
) -> Result<(Selection, Option<usize>), Failure> {
    let all = question.file.goals.len();
    let mut watch = Watch::new(monitor, Kind::Busy("counting choices"));
    let mut hear = |done| hear(&mut watch, done, all, "goal", "");
    let each = question.select_each(puzzle, wish, resources, monitor, checkpoint, &mut hear)?;
    Ok((each.selection, (!each.is_complete).then_some(each.goals)))
}

/// Tells how many goals or choices are done.
fn hear(watch: &mut Watch<'_>, done: usize, all: usize, what: &str, more: &str) {
    let words = format!("{} of {}{more}", grouped(done), counted(all, what));
    #[expect(clippy::cast_precision_loss, reason = "for reading")]
    let share = done as f64 / all as f64;
    // A flag that is set ends the count of the next goal.
    let _ = watch.hear_words(Some(share), &words);
}

impl Designs<'_> {
    /// Says what came of a run that has printed all.
    fn end(&self, checkpoint: CheckpointFile) -> Result<Outcome, Failure> {
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
    fn print(&self, args: &DesignArgs, monitor: &Monitor) -> Result<(), Failure> {
        if let Some(folder) = &args.write {
            self.write_puzzles(args, folder, None)?;
        }
        if let (Some(path), None) = (&args.draw, self.stopped) {
            self.draw(args, path, monitor)?;
        }
        self.write_as((args.format, args.csv.text()), output(args)?.as_ref())
    }

    fn write_as(
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
    fn write_puzzles(
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
    fn kept(&self) -> u64 {
        let spilled = self.spilled.as_ref().map_or(0, SpilledChoices::len);
        self.selection.first.len() as u64 + spilled
    }

    /// Calls `found` with each choice that was kept, in order, and its index.
    fn each(
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
    fn pool(&self, index: usize, choice: &Choice) -> Puzzle {
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

    fn names(&self, choice: &Choice) -> Vec<String> {
        names(self.puzzle, choice.pieces())
    }
}

/// `F`, `I`, `2×L`: the pieces of a choice.
fn names(puzzle: &Puzzle, pieces: impl Iterator<Item = (PieceId, u32)>) -> Vec<String> {
    let name = |(piece, copies): (_, u32)| {
        let name = &puzzle.piece(piece).name;
        match copies {
            1 => name.to_string(),
            _ => format!("{copies}×{name}"),
        }
    };
    pieces.map(name).collect()
}
