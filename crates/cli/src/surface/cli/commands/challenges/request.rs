//! Turns the options of `challenges` into a plan for mining, checks them, and runs the mining with progress.

use std::num::NonZeroU32;

use anyhow::anyhow;
use itertools::Itertools;

use crate::design::challenges::{
    Amount, Challenge, Difficulty, MiningLimits, MiningPlan, MiningProgress, MiningReport,
    ProgressionLevel, Tier,
};
use crate::puzzle::{NumberRange, Puzzle};
use crate::reason::deduction::{Grade, Rating};
use crate::solve::search::{RunContext, WorkKind};
use crate::surface::cli::args::{ChallengesArgs, LevelsArg};
use crate::surface::cli::commands::background::{ProgressNote, with_progress};
use crate::surface::cli::commands::{counted, grouped, threads};
use crate::surface::cli::failure::Failure;

/// The minimum number of pieces that the levels of a progression leave open, unless `--open` is given.
pub(super) const FEWEST_OPEN: u64 = 2;

/// Numbers the challenges as levels, if they are a progression.
pub(super) fn number_levels(amount: &Amount, mined: &MiningReport, challenges: &mut [Challenge]) {
    let Amount::Progression(tiers) = amount else {
        return;
    };
    let parts = mined.challenges.iter().map(|found| found.part);
    for ((number, challenge), part) in (1..).zip(challenges).zip(parts) {
        challenge.level = NonZeroU32::new(number).map(|number| ProgressionLevel {
            number,
            tier: tiers.get(part).map(|tier| tier.name.clone()),
        });
    }
}

/// What to mine, from the options of `challenges`. Returns an error for a request that no challenge of the
/// puzzle can meet.
pub(super) fn plan(args: &ChallengesArgs, puzzle: &Puzzle) -> Result<MiningPlan, Failure> {
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
            " besides its own givens"
        };
        refuse!(
            "no challenge can have {givens} givens: the puzzle has {}{besides}",
            counted(pieces, "piece")
        );
    }
    // By default the first levels of a progression leave only a few pieces open.
    let rising = NumberRange {
        least: pieces.min(FEWEST_OPEN),
        most: None,
    };
    let open = args.open.or(args.levels_of_progression().map(|_| rising));
    check_open(open, givens.least as u64, pieces)?;
    check_difficulty(args.difficulty, open, givens.least as u64, pieces)?;
    Ok(MiningPlan {
        amount,
        curve: args.curve.clone().unwrap_or_default(),
        givens,
        open,
        difficulty: args.difficulty,
        seed: args.seed,
        draws: args.draws,
        limits: MiningLimits::default(),
    })
}

/// Returns an error for a range of open pieces that no challenge can have. The puzzle has `pieces`
/// pieces, of which at least `givens` are given.
pub(super) fn check_open(
    open: Option<NumberRange>,
    givens: u64,
    pieces: u64,
) -> Result<(), Failure> {
    let Some(open) = open else {
        return Ok(());
    };
    if open.most == Some(0) {
        refuse!("a challenge must leave at least one piece open: write for instance --open 2..4");
    }
    if open.least.saturating_add(givens) > pieces {
        let givens = match givens {
            0 => String::new(),
            givens => format!(" and gives {}", grouped(givens)),
        };
        refuse!(
            "no challenge leaves {} open{givens}: there {} to be placed",
            counted(open.least, "piece"),
            match pieces {
                1 => "is 1 piece".to_owned(),
                _ => format!("are {}", counted(pieces, "piece")),
            }
        );
    }
    Ok(())
}

/// Returns an error for a difficulty above the hardest rating that the number of open pieces
/// allows.
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

/// The requested number of challenges, deck or progression.
pub(super) fn amount(args: &ChallengesArgs) -> Result<Amount, Failure> {
    let sizes = |sizes: &[u32]| sizes.iter().map(|size| *size as usize).collect_vec();
    if let Some(levels) = args.levels_of_progression() {
        if let Some(twice) = args.tiers.iter().duplicates().next() {
            refuse!("two tiers have the name {twice:?}; rename one of them");
        }
        return Ok(Amount::Progression(Tier::share(
            levels as usize,
            &args.tiers,
        )));
    }
    let amount = match (&args.deck, args.levels) {
        (None, _) => Amount::Count(args.count() as usize),
        (Some(deck), LevelsArg::Quantiles) => Amount::Quantiles(sizes(deck)),
        (Some(deck), LevelsArg::Grades) => {
            if deck.len() > Grade::ALL.len() {
                refuse!(
                    "a deck by grades has at most {} parts, easy to expert, not {}; `--levels \
                     quantiles` allows any number of parts",
                    Grade::ALL.len(),
                    deck.len()
                );
            }
            Amount::Grades(sizes(deck))
        }
    };
    if amount.total() == 0 {
        refuse!("the deck has no challenges: write for instance --deck 4,3,2");
    }
    Ok(amount)
}

pub(super) fn on_threads<T: Send>(
    monitor: &RunContext,
    plan: &MiningPlan,
    mine: impl FnOnce(&(dyn Fn(&MiningProgress) + Sync)) -> T + Send,
) -> Result<T, Failure> {
    let pool = threads(monitor.resources.threads)?;
    let busy = WorkKind::Busy("looking for challenges");
    Ok(with_progress(monitor, busy, |report| {
        let on_progress = |progress: &MiningProgress| {
            let (fraction, words) = progress.in_words(plan);
            report(ProgressNote { fraction, words });
        };
        pool.install(|| mine(&on_progress))
    }))
}
