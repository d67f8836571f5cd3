//! `design`: counts all choices of pieces, and lists those that match the request.

mod best;
mod checkpoint;
mod counted;
mod data;
mod designs;
mod estimated;
mod picture;
mod request;
mod sample;
mod search;
mod solvable;
mod stop;
mod text;

pub(super) use counted::print_counted;
use stop::DesignStop;

use anyhow::anyhow;
use itertools::Itertools;
use tilewright_dlx::StopFlag;

use self::designs::{
    Designs, GoalMode, check_files, most_shown, names, number_of_choices, output, own_order,
    show_progress,
};
use super::background::interruptible;
use super::table::check_table;
use super::{
    load_puzzle, part_of, refuse_apart_in_design, refuse_colors, refuse_conditions, refuse_filter,
    say, warn_of_twins,
};
use crate::cover::Instance;
use crate::design::choices::{
    ChoicePool, ChoiceQuestion, ChoiceRule, ChoiceSample, GoalQuestion, Judge, Order, Selection,
    SelectionSpec, SpilledChoices,
};
use crate::puzzle::{DesignRequest, Measure, Puzzle, PuzzleFile, PuzzlePart, Source};
use crate::solve::checkpoint::CheckpointFile;
use crate::solve::search::{ProgressMeter, RunContext, WorkKind};
use crate::support::format::counted;
use crate::surface::cli::args::{DesignArgs, DesignFormat};
use crate::surface::cli::failure::{Failure, Outcome};
use crate::surface::cli::signals;

/// Returns an error for puzzles whose choices cannot be counted, or cannot be searched with
/// `--search`.
fn refuse_unsuited(args: &DesignArgs, source: &Source, whole: &PuzzleFile) -> Result<(), Failure> {
    refuse_filter(source, whole)?;
    if args.objective().is_some() {
        return Ok(());
    }
    refuse_apart_in_design(source, whole)?;
    if !args.search.search {
        return Ok(());
    }
    let why = "--search cannot use cells with colours; leave out --search";
    refuse_colors(source, whole, why)?;
    let why = "--search cannot use conditions; leave out --search";
    refuse_conditions(source, whole, why, |_| true)
}

/// The note printed if the copies of all pieces together do not fit the board: then each piece may
/// be left out, although the file does not say so.
const OPENED: &str = "all pieces together do not fit the board, so each may be left out, as with \
                      `copies: (0, 1)` in the file";

/// Returns an error if the request has `boards` although the option `--search` is missing: only a search chooses
/// boards.
fn refuse_boards(request: &DesignRequest) -> Result<(), Failure> {
    if request.boards.is_some() {
        refuse!(
            "`boards` in `design` needs --search; to try every board, write `goals: \
             [SubBoards(…)]` and use --each-goal"
        );
    }
    Ok(())
}

pub(super) fn run(args: &DesignArgs) -> Result<Outcome, Failure> {
    check_table(args.table(), output(args)?.as_ref())?;
    check_files(args)?;
    let (source, whole) = load_puzzle(&args.file)?;
    refuse_unsuited(args, &source, &whole)?;
    let request = request::request(args, &whole.design);
    let (source, file) = match &args.goal {
        Some(goal) => part_of(source, whole, PuzzlePart::Goal(goal))?,
        None => (source, whole),
    };
    warn_of_twins(&file.puzzle, &file.cases, &file.spans, &source);
    let ChoicePool {
        puzzle,
        rule,
        is_opened,
    } = ChoicePool::of(&file, &request)?;
    if is_opened {
        say::note(OPENED);
    }
    if args.search.search {
        let wanted = request::requirement(args, request.wanted);
        let boards = request.boards.as_ref();
        return search::run(args, (&file, &source), (&puzzle, boards), &rule, &wanted);
    }
    refuse_boards(&request)?;
    let monitor = signals::listen()?.with(&args.resources);
    let pool = (&puzzle, &rule);
    if let Some(outcome) = run_uncounted(args, (&file, &source), pool, &request, &monitor)? {
        return Ok(outcome);
    }
    let order = args.sort.map_or_else(|| own_order(&request), Order::from);
    let rank = match order {
        Order::Rank => request.rank,
        _ => Vec::new(),
    };
    let ranked = rank.iter().map(|weight| weight.measure);
    let measures: Vec<Measure> = ranked
        .chain(args.measure.iter().copied())
        .unique()
        .collect();
    let limit = most_shown(args.limit, args.format);
    let wanted = request::requirement(args, request.wanted);
    let spec = SelectionSpec {
        rank: &rank,
        measures: &measures,
        order,
        limit,
        ..SelectionSpec::new(&wanted)
    };
    let question = GoalQuestion {
        file: &file,
        rule: &rule,
        every_goal: args.every_goal,
    };
    let how = GoalMode::of(args, &file)?;
    let mut checkpoint = checkpoint::open(args, how, &rule, spec, &source)?;
    let instance = match (how, args.samples) {
        (GoalMode::None, None) => Some(Instance::within(
            puzzle.clone(),
            monitor.resources.memory,
            monitor.stop(),
        )?),
        _ => None,
    };
    let board = (&puzzle, instance.as_ref());
    // A signal may end the program here. Nothing would be lost, since the solutions are counted
    // later.
    let is_counted = how != GoalMode::Each
        && args.samples.is_none()
        && args.format == DesignFormat::Text
        && !monitor.is_set();
    let choices = interruptible(&monitor, None, || {
        is_counted.then(|| number_of_choices(&file, &puzzle, &rule))
    });
    let found = look(how, args, &question, board, spec, &monitor, &mut checkpoint)?;
    let designs = Designs {
        choices: choices.flatten(),
        file: &file,
        puzzle: &puzzle,
        goals: &file.goals,
        selection: found.selection,
        spilled: found.spilled,
        how,
        spec,
        sample: found.sample,
        boards: Vec::new(),
        stopped: found.stopped,
    };
    designs.print(args, &monitor)?;
    designs.end(checkpoint)
}

/// Runs `--most`, `--fewest`, `--solvable`, or `--samples` with `--walks`, none of which counts solutions.
/// Returns `None` if there is no such option.
fn run_uncounted(
    args: &DesignArgs,
    (file, source): (&PuzzleFile, &Source),
    pool: (&Puzzle, &ChoiceRule),
    request: &DesignRequest,
    monitor: &RunContext,
) -> Result<Option<Outcome>, Failure> {
    if let Some(objective) = args.objective() {
        return best::run(args, objective, file, pool, request, monitor).map(Some);
    }
    if args.solvable {
        return solvable::run(args, (file, source), pool, request, monitor).map(Some);
    }
    let (Some(size), Some(walks)) = (args.samples, args.walks) else {
        return Ok(None);
    };
    if !file.goals.is_empty() {
        refuse!("--samples needs one board: name a goal with --goal NAME");
    }
    estimated::run(args, (size, walks), pool, request, monitor).map(Some)
}

/// The counted choices, and how far the count got if a signal stopped it.
struct LookedAtChoices<'a> {
    selection: Selection,
    spilled: Option<SpilledChoices<'a>>,
    sample: Option<ChoiceSample>,
    stopped: Option<DesignStop>,
}

/// Counts the solutions of each choice on one board, for each goal, or over all goals; or those of
/// a sample of choices.
fn look<'a>(
    how: GoalMode,
    args: &DesignArgs,
    question: &GoalQuestion<'a>,
    (puzzle, instance): (&Puzzle, Option<&'a Instance>),
    spec: SelectionSpec<'_>,
    monitor: &RunContext,
    checkpoint: &mut CheckpointFile,
) -> Result<LookedAtChoices<'a>, Failure> {
    let rule = question.rule;
    let found = |(selection, counted): (_, Option<usize>)| LookedAtChoices {
        selection,
        spilled: None,
        sample: None,
        stopped: counted.map(DesignStop::Counted),
    };
    match (how, args.samples) {
        (GoalMode::None, None) => {
            let Some(instance) = instance else {
                unreachable!("invariant: one board has an instance")
            };
            let question = ChoiceQuestion::new(instance, rule);
            let one = question.select(spec, monitor, checkpoint)?;
            Ok(LookedAtChoices {
                selection: one.selection,
                spilled: one.spilled,
                sample: None,
                stopped: one.stopped.map(DesignStop::Judged),
            })
        }
        (GoalMode::None, Some(size)) => {
            let drawn = sample::draw(args, size, (puzzle, rule), spec, monitor)?;
            Ok(LookedAtChoices {
                selection: drawn.selection.clone(),
                spilled: None,
                stopped: (drawn.counted < drawn.drawn)
                    .then_some(DesignStop::Counted(drawn.counted)),
                sample: Some(drawn),
            })
        }
        (_, Some(_)) => Err(anyhow!("samples are of one board: name a goal, --goal NAME").into()),
        (GoalMode::Each, None) => each_goal(question, puzzle, spec, monitor, checkpoint).map(found),
        (GoalMode::Some | GoalMode::Every, None) => {
            over_goals(question, puzzle, spec, monitor, checkpoint).map(found)
        }
    }
}

/// Counts the solutions of each choice over all goals. If a signal stopped the count, also returns
/// the number of goals counted.
fn over_goals(
    question: &GoalQuestion<'_>,
    puzzle: &Puzzle,
    spec: SelectionSpec<'_>,
    monitor: &RunContext,
    checkpoint: &mut CheckpointFile,
) -> Result<(Selection, Option<usize>), Failure> {
    // Judging is quick, so it is not interrupted: its flag is never set. After a signal, the choices counted so
    // far are still judged.
    let never = StopFlag::new();
    let judge = Judge::new(puzzle, spec.wanted, true, &never)?;
    judge.check(spec.measures.iter().copied())?;
    let all = question.file.goals.len();
    let mut meter = ProgressMeter::new(monitor, WorkKind::Busy("counting choices"));
    let found = question.count(puzzle, monitor, checkpoint, &mut |done, kept| {
        let left = counted(kept, "choice");
        show_progress(&mut meter, done, all, "goal", &format!(", {left} left"));
    })?;
    drop(meter);
    let selection = Selection::of(found.choices.into_iter(), &judge, spec)?;
    Ok((selection, (found.goals < all).then_some(found.goals)))
}

/// Counts the solutions of each choice for each goal separately. If a signal stopped the count,
/// also returns the number of goals counted.
fn each_goal(
    question: &GoalQuestion<'_>,
    puzzle: &Puzzle,
    spec: SelectionSpec<'_>,
    monitor: &RunContext,
    checkpoint: &mut CheckpointFile,
) -> Result<(Selection, Option<usize>), Failure> {
    let all = question.file.goals.len();
    let mut meter = ProgressMeter::new(monitor, WorkKind::Busy("counting choices"));
    let mut show_progress = |done| show_progress(&mut meter, done, all, "goal", "");
    let each = question.select_each(puzzle, spec, monitor, checkpoint, &mut show_progress)?;
    Ok((each.selection, (!each.is_complete).then_some(each.goals)))
}
