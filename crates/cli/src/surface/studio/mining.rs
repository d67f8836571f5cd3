//! Challenges to be mined from the drawn puzzle: how many, and how their difficulty rises.

use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};

use serde::Deserialize;

use super::download_error::DownloadError;
use super::mined_set::MinedSet;
use crate::cover::Instance;
use crate::cover::conditions::ConditionFilter;
use crate::design::challenges::{
    Amount, Challenge, ChallengeIds, DEFAULT_TIERS, Mine, MinedChallenge, MiningLimits, MiningPlan,
    MiningReport, ProgressionLevel, RatingCurve, SymmetryClasses, Tier,
};
use crate::puzzle::{NumberRange, PuzzleFile};
use crate::reason::deduction::Grade;
use crate::solve::search::{ProgressMeter, RunContext, WorkKind};
use crate::solve::space::Space;
use crate::support::label::Label;

/// The maximum number of challenges in a file.
pub(super) const MAX_CHALLENGES: usize = 200;

/// The fewest pieces that levels of a curve leave open, unless a number is requested.
const FEWEST_OPEN: u64 = 2;

/// Which challenges to mine: how many, how hard, and with how many pieces left open.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Mining {
    /// The number of challenges, from 1 to 200; with [`LevelCurve::Deck`], the sum of `deck`.
    pub count: usize,
    /// How the difficulty of the challenges rises.
    #[serde(default)]
    pub curve: LevelCurve,
    /// The numbers of easy, medium, hard and expert challenges of a deck.
    #[serde(default)]
    pub deck: [usize; 4],
    /// The minimum and the maximum number of pieces left open. The default for `None` is two or
    /// more with a curve; without a curve, challenges are minimal.
    pub open: Option<[u64; 2]>,
    /// The seed of the random numbers.
    pub seed: u64,
}

/// How the difficulty of levels rises.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LevelCurve {
    /// Equal numbers of easy, medium, hard and expert levels.
    #[default]
    Fair,
    /// Requested numbers of each grade, as `--deck` makes them.
    Deck,
    /// From the easiest to the hardest of the challenges found, with equal steps of the rating, as `--progression`
    /// makes them.
    Progression,
    /// No curve: challenges of any difficulty, from the easiest to the hardest.
    Any,
}

impl Mining {
    /// Mines challenges, and passes them to `make`. Returns the result of `make`, and in words how many of the
    /// requested challenges were not found.
    ///
    /// # Errors
    ///
    /// [`DownloadError`]: the puzzle or the request is unsuitable, or the monitor stopped it.
    pub(super) fn mined<R>(
        &self,
        file: &PuzzleFile,
        monitor: &RunContext,
        make: impl FnOnce(&MinedSet<'_>) -> Result<R, DownloadError>,
    ) -> Result<(R, Option<String>), DownloadError> {
        let plan = self.plan()?;
        if ConditionFilter::of(&file.puzzle).is_some() {
            return Err(DownloadError::of(
                "challenges cannot be made of a puzzle with conditions that must be checked on each solution",
            ));
        }
        let instance = Instance::new_until(file.puzzle.clone(), monitor.stop())?;
        let stopped = |error: String| {
            if monitor.is_set() {
                DownloadError::Interrupted
            } else {
                DownloadError::Unsuited(error)
            }
        };
        let group = instance
            .symmetry(monitor.stop())
            .map_err(|error| stopped(error.to_string()))?;
        let symmetry_classes = SymmetryClasses::new(&instance, group);
        let space = Space::build(&instance, monitor).map_err(|error| stopped(error.to_string()))?;
        if space.count() == num_bigint::BigUint::ZERO {
            return Err(DownloadError::of("there is no solution"));
        }
        let mine = Mine {
            instance: &instance,
            symmetry_classes: &symmetry_classes,
            space: Some(&space),
            monitor,
        };
        let found = mined_with_progress(&mine, &plan, monitor)?;
        if found.challenges.is_empty() {
            return Err(DownloadError::of("no such challenge was found"));
        }
        let mut identity = ChallengeIds::new(&instance, &symmetry_classes);
        let mined = found.challenges.iter();
        let challenges = (1..).zip(mined.clone()).map(|(number, found)| {
            let id = identity.id(&found.givens);
            self.challenge((number, found), id, &plan.amount)
        });
        let set = MinedSet {
            space: &space,
            amount: &plan.amount,
            challenges: challenges.collect(),
            parts: mined.clone().map(|found| found.part).collect(),
            opens: mined.map(|found| found.open).collect(),
            seed: self.seed,
            monitor,
        };
        Ok((make(&set)?, set.shortfall()))
    }

    fn plan(&self) -> Result<MiningPlan, DownloadError> {
        let amount = self.amount()?;
        if amount.total() == 0 || amount.total() > MAX_CHALLENGES {
            return Err(DownloadError::of(format!(
                "make 1 to {MAX_CHALLENGES} challenges at once"
            )));
        }
        if self.open.is_some_and(|[least, most]| least > most) {
            return Err(DownloadError::of(
                "the least number of pieces left open is above the greatest",
            ));
        }
        let requested = self.open.map(|[least, most]| NumberRange {
            least: least.max(1),
            most: Some(most.max(1)),
        });
        let rising = (self.curve != LevelCurve::Any).then_some(NumberRange {
            least: FEWEST_OPEN,
            most: None,
        });
        Ok(MiningPlan {
            amount,
            curve: RatingCurve::default(),
            givens: "1..".parse()?,
            open: requested.or(rising),
            difficulty: None,
            seed: self.seed,
            draws: None,
            limits: MiningLimits::default(),
        })
    }

    fn amount(&self) -> Result<Amount, DownloadError> {
        let grades = Grade::ALL.len();
        Ok(match self.curve {
            LevelCurve::Any => Amount::Count(self.count),
            LevelCurve::Deck => Amount::Grades(self.deck.to_vec()),
            LevelCurve::Fair => {
                let size = |grade| self.count / grades + usize::from(grade < self.count % grades);
                Amount::Grades((0..grades).map(size).collect())
            }
            LevelCurve::Progression => {
                let names = DEFAULT_TIERS.map(Label::new).into_iter();
                let names: Vec<Label> = names.collect::<Result<_, _>>()?;
                Amount::Progression(Tier::share(self.count, &names))
            }
        })
    }

    /// A mined challenge as an entry of a challenge file. If the request has a curve, the challenge is a numbered
    /// level.
    fn challenge(
        &self,
        (number, found): (u32, &MinedChallenge),
        id: Label,
        amount: &Amount,
    ) -> Challenge {
        let number = NonZeroU32::new(number).filter(|_| self.curve != LevelCurve::Any);
        Challenge {
            level: number.map(|number| ProgressionLevel {
                number,
                tier: Label::new(&amount.part_name(found.part)).ok(),
            }),
            ..found.challenge(0, id)
        }
    }
}

fn mined_with_progress(
    mine: &Mine<'_>,
    plan: &MiningPlan,
    monitor: &RunContext,
) -> Result<MiningReport, DownloadError> {
    let meter = ProgressMeter::new(monitor, WorkKind::Busy("looking for challenges"));
    let meter = Mutex::new(meter);
    let found = mine.mine(plan, &|progress| {
        let (share, words) = progress.in_words(plan);
        let mut meter = meter.lock().unwrap_or_else(PoisonError::into_inner);
        // The result can be ignored: mining itself checks the stop flag.
        let _ = meter.on_progress_text(share, &words);
    });
    let found = found?;
    if monitor.is_set() {
        return Err(DownloadError::Interrupted);
    }
    Ok(found)
}
