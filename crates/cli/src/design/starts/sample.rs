//! Estimates the numbers of starts from random ones.

use std::collections::BTreeMap;
use std::ops::ControlFlow::{Break, Continue};

use num_bigint::BigUint;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tilewright_dlx::parallel::{Event, in_order};
use tilewright_dlx::{Counter, DiagramError, Mean, OptionId, Progress};

use super::census::{Bin, StartExtreme};
use super::exact::float;
use super::tally::{SolutionCount, StartTally};
use super::{StartsError, StartsQuestion, choose};
use crate::solve::search::{ProgressMeter, RunContext, WorkKind};

/// The number of sets drawn at a time.
const DRAWN: usize = 4096;

/// The number of sets that a thread counts at a time.
const COUNTED: usize = 32;

/// Estimates of the numbers of starts of each kind, from a random sample of starts.
#[derive(Debug, Clone, PartialEq)]
pub struct Survey {
    /// The number of sets drawn.
    pub samples: u64,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The estimated number of starts.
    pub all: Mean,
    /// The estimated number of starts up to symmetry.
    pub distinct: Mean,
    /// The estimated number of starts up to symmetry with one solution.
    pub one_solution: Mean,
    /// The share of starts with one solution among all starts up to symmetry.
    pub share: StartsShare,
    /// The drawn starts with the fewest solutions. Starts that were not drawn may have fewer.
    pub fewest: Option<StartExtreme>,
    /// The drawn starts with the most solutions.
    pub most: Option<StartExtreme>,
    /// The starts by number of solutions, without bins from which no start was drawn.
    pub histogram: Vec<SurveyBin>,
}

/// Starts with a number of solutions between two bounds.
#[derive(Debug, Clone, PartialEq)]
pub struct SurveyBin {
    /// The smallest number of solutions of the bin: a power of two.
    pub from: BigUint,
    /// The largest number of solutions of the bin, `2 * from - 1`.
    pub to: BigUint,
    /// The estimated number of starts in the bin up to symmetry.
    pub distinct: Mean,
    /// The share of the bin's starts among all starts up to symmetry.
    pub share: StartsShare,
}

/// A share of all starts up to symmetry, from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StartsShare {
    /// The estimate, a ratio of two means. Its bias is about `1 / samples`.
    pub share: f64,
    /// The standard error of the estimate.
    pub standard_error: f64,
}

struct SampleDraw {
    set: Vec<u32>,
    /// The number of starts that are subsets of the drawn solution, divided by the largest such
    /// number for any solution.
    sets: f64,
}

/// The number of solutions of a drawn set, and the number of symmetries that map the set to itself.
struct SampleTally {
    solutions: SolutionCount,
    stabilizer: usize,
}

/// The sum of the values of samples, and the sum of their squares.
#[derive(Debug, Clone, Copy, Default)]
struct SampleSum {
    sum: f64,
    squares: f64,
}

impl SampleSum {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.squares += value * value;
    }

    /// The mean over `samples`, including samples that added nothing.
    fn mean(self, samples: f64, scale: f64) -> Mean {
        let mean = self.sum / samples;
        let variance = (self.squares - samples * mean * mean) / (samples - 1.0);
        Mean {
            mean: mean * scale,
            standard_error: if samples < 2.0 {
                f64::INFINITY
            } else {
                (variance.max(0.0) / samples).sqrt() * scale
            },
        }
    }

    /// The ratio r of this sum to `whole`, of which it is a part. The standard error follows from
    /// the delta method: a sample deviates by its value times 1 - r if it belongs to the part, and
    /// times r if not.
    fn share_of(self, whole: Self, samples: f64) -> StartsShare {
        let share = self.sum / whole.sum;
        let other = (whole.squares - self.squares).max(0.0);
        let squares = self.squares * (1.0 - share).powi(2) + other * share.powi(2);
        let error = (squares * samples / (samples - 1.0)).sqrt() / whole.sum;
        StartsShare {
            share,
            standard_error: if samples < 2.0 { f64::INFINITY } else { error },
        }
    }
}

pub(super) fn survey(
    question: &StartsQuestion<'_>,
    samples: u64,
    seed: u64,
    monitor: &RunContext,
) -> Result<Survey, StartsError> {
    let diagram = question.space.diagram();
    let counter = diagram.counter();
    let mut solutions = diagram.sample(seed);
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    let most_sets = question.sizes.keys().map(|size| sets(question, *size));
    let most_sets = most_sets.fold(0.0, f64::max);
    let mut meter = ProgressMeter::new(monitor, WorkKind::Sets);
    let mut tally = StartTally::new(question.shown);
    let mut all = SampleSum::default();
    let mut distinct = SampleSum::default();
    let mut bins: BTreeMap<u64, SampleSum> = BTreeMap::new();
    let mut drawn = 0;
    while drawn < samples {
        let draws: Vec<SampleDraw> = solutions
            .by_ref()
            .take(usize::try_from(samples - drawn).map_or(DRAWN, |left| left.min(DRAWN)))
            .map(|solution| draw(question, &solution, most_sets, &mut generator))
            .collect();
        if draws.is_empty() {
            // Without a solution there is nothing to draw.
            break;
        }
        let counted = count(question, &counter, &draws, monitor)?;
        for (draw, counted) in draws.iter().zip(counted) {
            drawn += 1;
            let Some(counted) = counted else {
                continue;
            };
            let value = draw.sets / float(&counted.solutions.number());
            let up_to_symmetry =
                value * length(counted.stabilizer) / length(question.places.order());
            all.add(value);
            distinct.add(up_to_symmetry);
            bins.entry(counted.solutions.bin())
                .or_default()
                .add(up_to_symmetry);
            tally.see(&question.places, &draw.set, &counted.solutions);
        }
        let progress = Progress {
            nodes: drawn,
            solutions: 0,
            fraction: number(drawn) / number(samples),
        };
        if meter.on_progress(&progress).is_break() {
            break;
        }
    }
    let (_, stopped) = meter.end();
    if stopped {
        return Err(StartsError::Interrupted);
    }
    let n = number(drawn);
    let scale = float(&diagram.count()) * most_sets;
    let one = bins.get(&0).copied().unwrap_or_default();
    Ok(Survey {
        samples: drawn,
        seed,
        all: all.mean(n, scale),
        distinct: distinct.mean(n, scale),
        one_solution: one.mean(n, scale),
        share: one.share_of(distinct, n),
        fewest: tally.fewest.extreme(question),
        most: tally.most.extreme(question),
        histogram: bins
            .into_iter()
            .map(|(bin, sums)| {
                let (from, to) = Bin::bounds(bin);
                SurveyBin {
                    from,
                    to,
                    distinct: sums.mean(n, scale),
                    share: sums.share_of(distinct, n),
                }
            })
            .collect(),
    })
}

/// The number of sets of `givens` placements within a solution of `size` placements.
fn sets(question: &StartsQuestion<'_>, size: usize) -> f64 {
    float(&choose(size, question.givens))
}

/// A random set of a solution's placements; empty if the solution has too few.
fn draw(
    question: &StartsQuestion<'_>,
    solution: &[OptionId],
    most_sets: f64,
    generator: &mut Xoshiro256PlusPlus,
) -> SampleDraw {
    let places = solution
        .iter()
        .filter_map(|option| question.places.place(*option));
    let mut set: Vec<u32> = places.collect();
    set.sort_unstable();
    let size = set.len();
    if size < question.givens {
        set.clear();
    } else {
        for at in 0..question.givens {
            let other = generator.random_range(at..size);
            set.swap(at, other);
        }
        set.truncate(question.givens);
        set.sort_unstable();
    }
    SampleDraw {
        set,
        sets: sets(question, size) / most_sets,
    }
}

/// For each drawn set, the number of its solutions; `None` for an empty set.
fn count(
    question: &StartsQuestion<'_>,
    counter: &Counter<'_>,
    draws: &[SampleDraw],
    monitor: &RunContext,
) -> Result<Vec<Option<SampleTally>>, StartsError> {
    let of = |draw: &SampleDraw| -> Result<Option<SampleTally>, DiagramError> {
        if draw.set.is_empty() {
            return Ok(None);
        }
        let options = question.start(&draw.set);
        Ok(Some(SampleTally {
            solutions: SolutionCount::of(&counter.holding(&options)?),
            stabilizer: question.places.stabilizer(&draw.set),
        }))
    };
    let parts: Vec<&[SampleDraw]> = draws.chunks(COUNTED).collect();
    let shares = vec![1.0 / length(parts.len()); parts.len()];
    let mut counted = Vec::with_capacity(draws.len());
    let mut failure = None;
    let flow = in_order(
        question.threads,
        &shares,
        &|part, _| parts[part].iter().map(of).collect::<Result<Vec<_>, _>>(),
        &mut |event: Event<(), _>| match event {
            _ if monitor.is_set() => Break(()),
            Event::Part(Ok(part)) => {
                counted.extend(part);
                Continue(())
            }
            Event::Part(Err(error)) => {
                failure = Some(error);
                Break(())
            }
            Event::Item(()) | Event::Unfinished(_) | Event::Progress(_) => Continue(()),
        },
    );
    match failure {
        Some(error) => Err(error.into()),
        None if flow.is_break() => Err(StartsError::Interrupted),
        None => Ok(counted),
    }
}

/// Converts a number of elements to `f64`; infinite from 2³² on.
fn length(number: usize) -> f64 {
    u32::try_from(number).map_or(f64::INFINITY, f64::from)
}

#[expect(clippy::cast_precision_loss, reason = "a number of samples, for means")]
fn number(samples: u64) -> f64 {
    samples as f64
}
