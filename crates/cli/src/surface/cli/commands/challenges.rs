//! `challenges`: mines challenges, and writes them as a file, drawn or as JSON.

mod cards;
mod goals;
mod list;

use std::num::NonZeroU32;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::time::Instant;

use anyhow::{Context, anyhow};
use itertools::Itertools;
use tilewright_dlx::Bits;

use super::beside::{ProgressNote, with_progress};
use super::solution_space::open_or_list;
use super::solution_stream::SolutionStream;
use super::table::check_table;
use super::{
    Inputs, LoadedPuzzle, Target, counted, grouped, load_puzzle, part_of, refuse_filter, say,
};
use crate::design::challenges::{
    Amount, Challenge, Difficulty, End, FirstRatings, Identity, Level, Mine, MinedChallenge,
    MiningLimits, MiningReport, Plan, Progress, Stage, SymmetryClasses, Tier,
};
use crate::puzzle::{NumberRange, Part, Puzzle, Span};
use crate::reason::deduction::{Grade, Rating};
use crate::solve::resources::Resources;
use crate::solve::search::{Kind, Monitor};
use crate::solve::space::Space;
use crate::support::input;
use crate::support::label::Label;
use crate::surface::cli::args::{ChallengesArgs, ChallengesFormat, LevelsArg};
use crate::surface::cli::failure::{Failure, Outcome};
use crate::surface::cli::signals;
use list::List;

/// How many pieces the first levels of a progression leave open, if nothing is said.
const FEWEST_OPEN: u64 = 2;

pub(super) fn run(args: &ChallengesArgs) -> Result<Outcome, Failure> {
    let started = Instant::now();
    if args.format == ChallengesFormat::Ron && input::is_stdin(&args.file) {
        return Err(anyhow!(
            "challenges name the file of their puzzle, so it must be a file and not stdin"
        )
        .into());
    }
    let inputs = Rc::new(Inputs::of([
        ("the puzzle", Some(&args.file)),
        ("the diagram", args.space.diagram.as_ref()),
    ]));
    let target = Target::of(args.output.as_ref(), &inputs)?;
    check_table(args.table(), target.as_ref())?;
    if args.cards {
        return cards::run(args, target.as_ref());
    }
    let (source, file) = load_puzzle(&args.file)?;
    if !file.goals.is_empty() && args.part.part() == Part::Whole {
        refuse_filter(&source, &file)?;
        return goals::run(args, target.as_ref(), &file, started);
    }
    let (source, file) = part_of(source, file, args.part.part())?;
    let loaded = LoadedPuzzle::new(source, file, args.space.machine.bytes())?;
    if loaded.warn_of_obstacles() {
        return Ok(Outcome::No);
    }
    let plan = plan(args, loaded.instance.puzzle())?;
    let LoadedPuzzle { instance, .. } = &loaded;
    let resources = Resources::from(&args.space.machine);
    let monitor = signals::listen()?;
    if plan.givens.most == 0 && has_several(&loaded, &resources, &monitor)? {
        say::note(
            "no challenge has no givens: the puzzle itself has more than one solution; \
             ask for at least one, as in --givens 1..",
        );
        return Ok(Outcome::No);
    }
    let group = instance.symmetry(monitor.stop())?;
    let symmetry_classes = SymmetryClasses::new(instance, group);
    let space = space(args, &loaded, &resources, &monitor)?;
    if space
        .as_ref()
        .is_some_and(|space| space.count() == 0_u32.into())
    {
        say::note("no solution: there is nothing to make challenges of");
        return Ok(Outcome::No);
    }
    let mine = Mine {
        instance,
        symmetry_classes: &symmetry_classes,
        space: space.as_ref(),
        monitor: &monitor,
    };
    if let Some(range) = plan.difficulty {
        let first = on_threads(&resources, &monitor, &plan, |_| mine.first_ratings(&plan))?;
        warn_of_difficulty(range, first.map_err(anyhow::Error::new)?);
    }
    let mined = on_threads(&resources, &monitor, &plan, |hear| mine.mine(&plan, hear))?;
    let mined = mined.map_err(anyhow::Error::new)?;
    let mut identity = Identity::new(instance, &symmetry_classes);
    let found = mined.challenges.iter();
    let challenges = found.map(|found| challenge(found, 0, identity.id(&found.givens)));
    let mut challenges: Vec<Challenge> = challenges.collect();
    number_levels(&plan.amount, &mined, &mut challenges);
    let list = List {
        args,
        puzzle: &instance.puzzle().title,
        parts: &[(args.part.part(), instance)],
        is_of_goals: false,
        plan: &plan,
        mined: &mined,
        challenges: &challenges,
    };
    // An empty list is no reason to write over a file.
    if !challenges.is_empty() || args.format.is_data() {
        list.write(target.as_ref())?;
    }
    if space.is_some_and(|space| space.count() == 1_u32.into()) {
        say::note("the puzzle has one solution: nothing has to be given");
    }
    list.say_how_it_went(started.elapsed().as_secs_f64());
    Ok(outcome(&mined))
}

/// Says at once that the first challenges are all too easy, or too hard.
fn warn_of_difficulty(range: Difficulty, first: Option<FirstRatings>) {
    let Some(first) = first else { return };
    let FirstRatings {
        easiest,
        hardest,
        count,
    } = first;
    if range.is_above(hardest) || range.is_below(easiest) {
        let [easiest, hardest] = [easiest, hardest].map(|end| format!("{:.1}", end.score()));
        let scores = if easiest == hardest {
            easiest
        } else {
            format!("{easiest} to {hardest}")
        };
        say::note(format_args!(
            "the first {} found rate {scores}, not {range}: looking further",
            counted(count, "challenge"),
        ));
    }
}

/// What became of mining.
fn outcome(mined: &MiningReport) -> Outcome {
    match (mined.end, mined.challenges.is_empty()) {
        (End::Interrupted, _) => Outcome::Interrupted,
        (_, true) => Outcome::No,
        (_, false) => Outcome::Done,
    }
}

/// What was found as a challenge of one of some puzzles.
fn challenge(found: &MinedChallenge, puzzle: usize, id: Label) -> Challenge {
    Challenge {
        id,
        givens: found.givens.clone(),
        grade: found.rating.map(Rating::grade),
        rating: found.rating.map(Rating::score),
        level: None,
        puzzle,
        span: Span::new(0, 0),
    }
}

/// Numbers the challenges, if they are to be a progression.
fn number_levels(amount: &Amount, mined: &MiningReport, challenges: &mut [Challenge]) {
    let Amount::Progression(tiers) = amount else {
        return;
    };
    let parts = mined.challenges.iter().map(|found| found.part);
    for ((number, challenge), part) in (1..).zip(challenges).zip(parts) {
        challenge.level = NonZeroU32::new(number).map(|number| Level {
            number,
            tier: tiers.get(part).map(|tier| tier.name.clone()),
        });
    }
}

/// What is asked for, if it can be.
fn plan(args: &ChallengesArgs, puzzle: &Puzzle) -> Result<Plan, Failure> {
    let amount = amount(args)?;
    let copies = puzzle
        .pieces
        .iter()
        .map(|piece| u64::from(piece.copies.max));
    let pieces = copies.sum::<u64>() - puzzle.givens.len() as u64;
    let givens = args.givens.unwrap_or_default();
    if givens.least as u64 > pieces {
        let besides = if puzzle.givens.is_empty() {
            ""
        } else {
            " beside its own givens"
        };
        return Err(anyhow!(
            "no challenge has {givens} givens: the puzzle has {}{besides}",
            counted(pieces, "piece")
        )
        .into());
    }
    // The first levels of a progression give more than they must.
    let rising = NumberRange {
        least: pieces.min(FEWEST_OPEN),
        most: None,
    };
    let open = args.open.or(args.progression.map(|_| rising));
    check_open(open, givens.least as u64, pieces)?;
    check_difficulty(args.difficulty, open, givens.least as u64, pieces)?;
    Ok(Plan {
        amount,
        givens,
        open,
        difficulty: args.difficulty,
        seed: args.seed,
        draws: args.draws,
        limits: MiningLimits::default(),
    })
}

/// Whether a challenge of a puzzle of so many pieces can leave so many open, and give as many as it
/// is to give at least.
fn check_open(open: Option<NumberRange>, givens: u64, pieces: u64) -> Result<(), Failure> {
    let Some(open) = open else {
        return Ok(());
    };
    if open.most == Some(0) {
        return Err(anyhow!(
            "a challenge leaves a piece open at least: write for instance --open 2..4"
        )
        .into());
    }
    if open.least.saturating_add(givens) > pieces {
        let givens = match givens {
            0 => String::new(),
            givens => format!(" and gives {}", grouped(givens)),
        };
        return Err(anyhow!(
            "no challenge leaves {} open{givens}: there {} to be placed",
            counted(open.least, "piece"),
            match pieces {
                1 => "is 1 piece".to_owned(),
                _ => format!("are {}", counted(pieces, "piece")),
            }
        )
        .into());
    }
    Ok(())
}

/// Whether a challenge of a puzzle of so many pieces can be as hard as it is to be.
fn check_difficulty(
    range: Option<Difficulty>,
    open: Option<NumberRange>,
    givens: u64,
    pieces: u64,
) -> Result<(), Failure> {
    let most_open = open.and_then(|open| open.most).unwrap_or(pieces);
    let most_open = most_open.min(pieces.saturating_sub(givens));
    let hardest = Rating::most(most_open);
    match range.filter(|range| range.is_above(hardest)) {
        None => Ok(()),
        Some(range) => Err(anyhow!(
            "no challenge that leaves {} open is {range}: it rates {} {:.1} at most",
            counted(most_open, "piece"),
            hardest.grade(),
            hardest.score(),
        )
        .into()),
    }
}

/// How many challenges are asked for.
fn amount(args: &ChallengesArgs) -> Result<Amount, Failure> {
    let sizes = |sizes: &[u32]| sizes.iter().map(|size| *size as usize).collect_vec();
    if let Some(levels) = args.progression {
        if let Some(twice) = args.tiers.iter().duplicates().next() {
            return Err(anyhow!("two tiers are called {twice:?}").into());
        }
        return Ok(Amount::Progression(Tier::share(
            levels as usize,
            &args.tiers,
        )));
    }
    let amount = match (&args.deck, args.levels) {
        (None, _) => Amount::Count(args.count as usize),
        (Some(deck), LevelsArg::Quantiles) => Amount::Quantiles(sizes(deck)),
        (Some(deck), LevelsArg::Grades) => {
            if deck.len() > Grade::ALL.len() {
                return Err(anyhow!(
                    "a deck by grades has {} parts at most, easy to expert, not {}; \
                     `--levels quantiles` cuts it in any number of parts",
                    Grade::ALL.len(),
                    deck.len()
                )
                .into());
            }
            Amount::Grades(sizes(deck))
        }
    };
    if amount.total() == 0 {
        return Err(anyhow!("the deck has no challenges: write for instance --deck 4,3,2").into());
    }
    Ok(amount)
}

/// All solutions; none, which is said, if there is no diagram of them.
fn space<'l>(
    args: &ChallengesArgs,
    loaded: &'l LoadedPuzzle,
    resources: &Resources,
    monitor: &Monitor,
) -> Result<Option<Space<'l>>, Failure> {
    let LoadedPuzzle { instance, .. } = loaded;
    let error = match open_or_list(&args.space, instance, resources, monitor)? {
        Ok(space) => return Ok(Some(space)),
        Err(error) => error,
    };
    if !Bits::fits(instance.problem()) {
        return Err(anyhow::Error::new(error)
            .context("this puzzle is too large for challenges")
            .into());
    }
    say::note(format_args!(
        "{error}; without it, solutions are searched for in a random order, \
         which finds some more often than others"
    ));
    Ok(None)
}

/// The threads that the call asks for.
fn threads(resources: &Resources) -> Result<rayon::ThreadPool, Failure> {
    Ok(rayon::ThreadPoolBuilder::new()
        .num_threads(resources.threads.get())
        .build()
        .context("cannot start threads")?)
}

fn on_threads<T: Send>(
    resources: &Resources,
    monitor: &Monitor,
    plan: &Plan,
    mine: impl FnOnce(&(dyn Fn(&Progress) + Sync)) -> T + Send,
) -> Result<T, Failure> {
    let pool = threads(resources)?;
    let busy = Kind::Busy("looking for challenges");
    Ok(with_progress(monitor, busy, |tell| {
        pool.install(|| mine(&|progress| tell(told(plan, progress))))
    }))
}

/// `64 draws`, or `64 draws, 12 cut off`.
fn draws(draws: u64, cut_off: u64) -> String {
    let draws = counted(draws, "draw");
    match cut_off {
        0 => draws,
        cut_off => format!("{draws}, {} cut off", grouped(cut_off)),
    }
}

/// How far mining has come, in words.
#[expect(clippy::cast_precision_loss, reason = "for reading")]
fn told(plan: &Plan, progress: &Progress) -> ProgressNote {
    let parts = progress.candidates.iter().zip(plan.amount.pool_sizes());
    let parts = parts.enumerate().map(|(part, (candidates, wanted))| {
        let (candidates, wanted) = (grouped(candidates), grouped(wanted));
        match plan.amount {
            Amount::Grades(_) => {
                format!("{} {candidates}/{wanted}", plan.amount.part_name(part))
            }
            Amount::Count(_) | Amount::Quantiles(_) | Amount::Progression(_) => {
                format!("{candidates}/{wanted}")
            }
        }
    });
    let candidates = parts.format(", ");
    match progress.stage {
        Stage::Search => ProgressNote {
            fraction: None,
            words: "looking for a first solution".to_owned(),
        },
        Stage::Draws => ProgressNote {
            fraction: None,
            words: format!("{}: {candidates}", draws(progress.draws, progress.cut_off)),
        },
        // Seldom are all looked at.
        Stage::Goals { done, of } => ProgressNote {
            fraction: None,
            words: format!("{} of {}: {candidates}", grouped(done), counted(of, "goal")),
        },
        Stage::All { done, of } => ProgressNote {
            fraction: Some(done as f64 / of.max(1) as f64),
            words: format!("all of {}: {candidates}", counted(done, "solution")),
        },
        Stage::Choice => ProgressNote {
            fraction: None,
            words: format!("choosing from {candidates}, and checking"),
        },
    }
}

/// Whether the puzzle itself has more than one solution.
fn has_several(
    loaded: &LoadedPuzzle,
    resources: &Resources,
    monitor: &Monitor,
) -> Result<bool, Failure> {
    let stream = SolutionStream {
        loaded,
        distinct: None,
        resources,
        monitor,
    };
    let mut solutions = 0;
    let found = stream.each(&|_, _| Some(()), |()| {
        solutions += 1;
        Ok(if solutions < 2 {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        })
    })?;
    if found.interrupted {
        return Err(Failure::Interrupted);
    }
    Ok(solutions > 1)
}
