//! Some starts, drawn at random.

use std::collections::BTreeMap;
use std::ops::ControlFlow::{Break, Continue};

use num_bigint::BigUint;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tilewright_dlx::parallel::{Event, in_order};
use tilewright_dlx::{Counter, DiagramError, Mean, OptionId, Progress};

use super::census::{Bin, Extreme};
use super::exact::float;
use super::tally::{Solutions, Tally};
use super::{Question, StartsError, choose};
use crate::solve::search::{Kind, Monitor, Watch};

/// So many sets are drawn before they are counted.
const DRAWN: usize = 4096;

/// So many are counted at a time by a thread.
const COUNTED: usize = 32;

/// What random starts tell of all.
#[derive(Debug, Clone, PartialEq)]
pub struct Survey {
    /// How many sets were drawn.
    pub samples: u64,
    /// Where the random numbers began.
    pub seed: u64,
    /// How many starts there are.
    pub all: Mean,
    /// How many up to symmetry.
    pub distinct: Mean,
    /// How many up to symmetry have one solution.
    pub one_solution: Mean,
    /// Which share of all up to symmetry that is.
    pub share: Share,
    /// Those with the fewest solutions that were drawn; there may be others
    /// with fewer.
    pub fewest: Option<Extreme>,
    /// Those with the most that were drawn.
    pub most: Option<Extreme>,
    /// How many have how many solutions; bins of which none was drawn are left
    /// out.
    pub histogram: Vec<SurveyBin>,
}

/// Starts with a number of solutions between two bounds.
#[derive(Debug, Clone, PartialEq)]
pub struct SurveyBin {
    /// At least so many solutions, a power of two.
    pub from: BigUint,
    /// At most so many, one less than twice that.
    pub to: BigUint,
    /// How many starts have so many, up to symmetry.
    pub distinct: Mean,
    /// Which share of all that is.
    pub share: Share,
}

/// A share of all starts up to symmetry, from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Share {
    /// The estimate: the ratio of two means, off by no more than some
    /// `1 / samples` in the mean.
    pub share: f64,
    /// Its standard error.
    pub standard_error: f64,
}

/// A set that was drawn.
struct Draw {
    set: Vec<u32>,
    /// How many sets its solution has, as a share of the most that one has.
    sets: f64,
}

/// What is counted of it.
struct SampleTally {
    solutions: Solutions,
    stabilizer: usize,
}

/// Sums over samples of numbers that are to be scaled in the end.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    sum: f64,
    squares: f64,
}

impl Sums {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.squares += value * value;
    }

    /// The mean over so many samples, those that added nothing included.
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

    /// Its ratio to another sum that it is a part of, with the error that the
    /// delta method gives: each sample is off by its value times 1 - r if it
    /// belongs to the part, and times r if not.
    fn share_of(self, whole: Self, samples: f64) -> Share {
        let share = self.sum / whole.sum;
        let other = (whole.squares - self.squares).max(0.0);
        let squares = self.squares * (1.0 - share).powi(2) + other * share.powi(2);
        let error = (squares * samples / (samples - 1.0)).sqrt() / whole.sum;
        Share {
            share,
            standard_error: if samples < 2.0 { f64::INFINITY } else { error },
        }
    }
}

pub(super) fn survey(
    question: &Question<'_>,
    samples: u64,
    seed: u64,
    monitor: &Monitor,
) -> Result<Survey, StartsError> {
    let diagram = question.space.diagram();
    let counter = diagram.counter();
    let mut solutions = diagram.sample(seed);
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    let most_sets = question.sizes.keys().map(|size| sets(question, *size));
    let most_sets = most_sets.fold(0.0, f64::max);
    let mut watch = Watch::new(monitor, Kind::Sets);
    let mut tally = Tally::new(question.shown);
    let mut all = Sums::default();
    let mut distinct = Sums::default();
    let mut bins: BTreeMap<u64, Sums> = BTreeMap::new();
    let mut drawn = 0;
    while drawn < samples {
        let draws: Vec<Draw> = solutions
            .by_ref()
            .take(usize::try_from(samples - drawn).map_or(DRAWN, |left| left.min(DRAWN)))
            .map(|solution| draw(question, &solution, most_sets, &mut generator))
            .collect();
        if draws.is_empty() {
            // No solution at all.
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
        if watch.hear(&progress).is_break() {
            break;
        }
    }
    let (_, stopped) = watch.end();
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

/// How many sets a solution of so many placements has.
fn sets(question: &Question<'_>, size: usize) -> f64 {
    float(&choose(size, question.givens))
}

/// A set of a solution's placements; an empty one if it has too few.
fn draw(
    question: &Question<'_>,
    solution: &[OptionId],
    most_sets: f64,
    generator: &mut Xoshiro256PlusPlus,
) -> Draw {
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
    Draw {
        set,
        sets: sets(question, size) / most_sets,
    }
}

/// How many solutions each set has, in order; none for an empty one.
fn count(
    question: &Question<'_>,
    counter: &Counter<'_>,
    draws: &[Draw],
    monitor: &Monitor,
) -> Result<Vec<Option<SampleTally>>, StartsError> {
    let of = |draw: &Draw| -> Result<Option<SampleTally>, DiagramError> {
        if draw.set.is_empty() {
            return Ok(None);
        }
        let options = question.start(&draw.set);
        Ok(Some(SampleTally {
            solutions: Solutions::of(&counter.holding(&options)?),
            stabilizer: question.places.stabilizer(&draw.set),
        }))
    };
    let parts: Vec<&[Draw]> = draws.chunks(COUNTED).collect();
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

/// A small number.
fn length(number: usize) -> f64 {
    u32::try_from(number).map_or(f64::INFINITY, f64::from)
}

#[expect(clippy::cast_precision_loss, reason = "a number of samples, for means")]
fn number(samples: u64) -> f64 {
    samples as f64
}
