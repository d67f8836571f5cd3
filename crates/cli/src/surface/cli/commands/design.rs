//! `design`: every choice of pieces, and those that are wanted.

mod asked;
mod checkpoint;
mod counted;
mod data;
mod designs;
mod estimated;
mod picture;
mod sample;
mod search;
mod stop;
mod text;

pub(super) use counted::print_counted;
use stop::DesignStop;

use anyhow::anyhow;
use itertools::Itertools;
use tilewright_dlx::StopFlag;

use self::designs::{
    Designs, Goals, hear, most_shown, names, number_of_choices, output, own_order,
};
use super::beside::interruptible;
use super::table::check_table;
use super::{
    load_puzzle, part_of, refuse_apart_in_design, refuse_colors, refuse_conditions, refuse_filter,
    say, warn_of_twins,
};
use crate::cover::Instance;
use crate::design::choices::{
    ChoicePool, ChoiceQuestion, ChoiceSample, GoalQuestion, Judge, Order, Selection,
    SpilledChoices, Wish,
};
use crate::puzzle::{Measure, Part, Puzzle, PuzzleFile, Source};
use crate::solve::checkpoint::CheckpointFile;
use crate::solve::resources::Resources;
use crate::solve::search::{Kind, Monitor, Watch};
use crate::support::format::counted;
use crate::surface::cli::args::{DesignArgs, DesignFormat};
use crate::surface::cli::failure::{Failure, Outcome};
use crate::surface::cli::signals;

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
