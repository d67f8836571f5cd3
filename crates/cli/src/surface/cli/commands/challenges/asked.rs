//! What is asked of challenges.

use std::num::NonZeroU32;

use anyhow::{Context, anyhow};
use itertools::Itertools;

use crate::design::challenges::{
    Amount, Challenge, Difficulty, End, Level, MinedChallenge, MiningLimits, MiningReport, Plan,
    Progress, Stage, Tier,
};
use crate::puzzle::{NumberRange, Puzzle, Span};
use crate::reason::deduction::{Grade, Rating};
use crate::solve::resources::Resources;
use crate::solve::search::{Kind, Monitor};
use crate::support::label::Label;
use crate::surface::cli::args::{ChallengesArgs, LevelsArg};
use crate::surface::cli::commands::beside::{ProgressNote, with_progress};
use crate::surface::cli::commands::{counted, grouped};
use crate::surface::cli::failure::{Failure, Outcome};

/// How many pieces the first levels of a progression leave open, if nothing is said.
pub(super) const FEWEST_OPEN: u64 = 2;

/// What became of mining.
pub(super) fn outcome(mined: &MiningReport) -> Outcome {
    match (mined.end, mined.challenges.is_empty()) {
        (End::Interrupted, _) => Outcome::Interrupted,
        (_, true) => Outcome::No,
        (_, false) => Outcome::Done,
    }
}

/// What was found as a challenge of one of some puzzles.
pub(super) fn challenge(found: &MinedChallenge, puzzle: usize, id: Label) -> Challenge {
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
pub(super) fn number_levels(amount: &Amount, mined: &MiningReport, challenges: &mut [Challenge]) {
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
pub(super) fn plan(args: &ChallengesArgs, puzzle: &Puzzle) -> Result<Plan, Failure> {
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
pub(super) fn check_open(
    open: Option<NumberRange>,
    givens: u64,
    pieces: u64,
) -> Result<(), Failure> {
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
pub(super) fn check_difficulty(
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
pub(super) fn amount(args: &ChallengesArgs) -> Result<Amount, Failure> {
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

/// The threads that the call asks for.
pub(super) fn threads(resources: &Resources) -> Result<rayon::ThreadPool, Failure> {
    Ok(rayon::ThreadPoolBuilder::new()
        .num_threads(resources.threads.get())
        .build()
        .context("cannot start threads")?)
}

pub(super) fn on_threads<T: Send>(
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
pub(super) fn draws(draws: u64, cut_off: u64) -> String {
    let draws = counted(draws, "draw");
    match cut_off {
        0 => draws,
        cut_off => format!("{draws}, {} cut off", grouped(cut_off)),
    }
}

/// How far mining has come, in words.
#[expect(clippy::cast_precision_loss, reason = "for reading")]
pub(super) fn told(plan: &Plan, progress: &Progress) -> ProgressNote {
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
