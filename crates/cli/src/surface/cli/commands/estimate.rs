//! `estimate`: the work of a search and its number of solutions, from random walks down its tree.
//!
//! Source: Knuth, "Estimating the efficiency of backtrack programs" (1975). A walk counts as a
//! solution only if it ends in one. In puzzles like IQ Fit all pieces may be placed although cells
//! stay open, so the number of nodes at full depth does not give the number of solutions.

use std::io::Write;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use tilewright_dlx::{
    Bits, Estimate, Estimator, Heuristic, Links, Mean, OptionId, Problem, Progress, Visitor,
};

use super::json_answer::{JsonLayout, print_answer};
use super::{Output, grouped, load, say};
use crate::publish::interchange::table::{Value, record};
use crate::solve::search::RunContext;
use crate::support::control_flow::break_if;
use crate::support::format::{about, rough};
use crate::surface::cli::args::{DataFormat, EstimateArgs};
use crate::surface::cli::commands::number::give_or_take;
use crate::surface::cli::failure::{Failure, Outcome};
use crate::surface::cli::signals;

/// The relative standard error above which an estimate is called rough. Such an estimate and its
/// error depend on a few walks with large values. There may be still larger values that are too
/// rare to have occurred in these walks. Of 300 seeds with a thousand walks on 5 × 6 with six
/// pentominoes, 177 were off by more than twice the error.
const ROUGH: f64 = 0.1;

/// The time for which the speed of the real search is measured.
const CALIBRATION: Duration = Duration::from_millis(300);

pub(super) fn run(args: &EstimateArgs) -> Result<Outcome, Failure> {
    let loaded = load(&args.file, args.part.part(), None)?;
    if loaded.warn_of_plain_obstacles() {
        return Ok(Outcome::No);
    }
    let problem = loaded.instance.problem();
    let monitor = signals::listen()?;
    let givens = loaded.instance.givens();
    let speeds = Speeds::measure(problem, givens, args.heuristic.into(), &monitor)?;
    let started = Instant::now();
    let estimate = Estimator::new(problem)
        .heuristic(args.heuristic.into())
        .seed(args.seed)
        .given(givens)?
        .run(&mut |samples| {
            let enough = match args.duration {
                Some(duration) => started.elapsed() >= duration.into(),
                None => samples >= args.samples,
            };
            break_if(enough || monitor.is_set())
        });
    let seconds = at_speed(estimate.updates, speeds.links);
    let bits = speeds
        .bits
        .map(|speed| (speed, at_speed(estimate.nodes, speed)));
    let as_json = || {
        let levels = estimate.levels.iter().enumerate();
        let levels = levels.map(|(level, counts)| {
            record! { level: level, nodes: counts.nodes, updates: counts.updates }
        });
        record! {
            puzzle: &loaded.instance.puzzle().title,
            samples: estimate.samples,
            complete: !monitor.is_set(),
            seed: args.seed,
            nodes: estimate.nodes,
            updates: estimate.updates,
            solutions: estimate.solutions,
            at_least: record! {
                nodes: estimate.at_least.nodes,
                updates: estimate.at_least.updates,
                solutions: estimate.at_least.solutions,
            },
            levels: levels.collect::<Value>(),
            updates_per_second: speeds.links,
            seconds: seconds,
            bits: bits.map(|(speed, seconds)| {
                record! { nodes_per_second: speed, seconds: seconds }
            }),
        }
    };
    print_answer(args.format, JsonLayout::Pretty, as_json, |out| {
        writeln!(out, "{}", loaded.instance.puzzle().title)?;
        write_text(out, &estimate, args.seed, monitor.is_set())
    })?;
    if args.format == DataFormat::Text && estimate.samples > 0 {
        say_how_long(estimate.at_least.updates, seconds, speeds.links, "links");
        if let Some((speed, seconds)) = bits {
            say_how_long(estimate.at_least.nodes, seconds, speed, "bits");
        }
    }
    if monitor.is_set() {
        say::interrupted(if estimate.samples == 0 {
            "there is no estimate before the first walk"
        } else {
            "the estimate is from the samples so far"
        });
        return Ok(Outcome::Interrupted);
    }
    Ok(Outcome::Done)
}

/// Prints the time of the search at the measured speed on stderr, because the speed differs between
/// runs.
fn say_how_long(least_work: f64, seconds: Mean, speed: f64, engine: &str) {
    let least = rough(least_work / speed);
    if seconds.standard_error.is_finite() {
        let (mean, error) = (rough(seconds.mean), rough(seconds.standard_error));
        remark_line!(
            "time: at least {least} with `{engine}` on one thread; {mean} ± {error} estimated from the walks"
        );
    } else {
        remark_line!("time: at least {least} with `{engine}` on one thread");
    }
}

fn write_text(
    out: &mut Output,
    estimate: &Estimate,
    seed: u64,
    interrupted: bool,
) -> Result<(), Failure> {
    if estimate.samples == 0 {
        writeln!(out, "  samples    0 walks, seed {seed}")?;
        return Ok(());
    }
    writeln!(out, "{:>5} {:>30} {:>34}", "level", "nodes", "updates")?;
    for (level, counts) in estimate.levels.iter().enumerate() {
        writeln!(
            out,
            "{level:>5} {:>30} {:>34}",
            estimated(counts.nodes),
            estimated(counts.updates)
        )?;
    }
    writeln!(out)?;
    writeln!(out, "  nodes      {}", give_or_take(estimate.nodes))?;
    writeln!(out, "  updates    {}", give_or_take(estimate.updates))?;
    if estimate.solutions.mean == 0.0 {
        writeln!(
            out,
            "  solutions  unknown: no walk met one, so there are none, or too few for this number of walks"
        )?;
    } else {
        writeln!(out, "  solutions  {}", give_or_take(estimate.solutions))?;
    }
    let least = &estimate.at_least;
    writeln!(
        out,
        "  at least   {} nodes, {} updates, {} solutions (with 99.9 % confidence)",
        about(least.nodes.floor()),
        about(least.updates.floor()),
        about(least.solutions.floor()),
    )?;
    writeln!(
        out,
        "  samples    {} walks, seed {seed}{}",
        grouped(estimate.samples),
        if interrupted {
            ": interrupted before the requested number"
        } else {
            ""
        }
    )?;
    let is_rough = |of: &&Mean| of.standard_error > ROUGH * of.mean;
    if [&estimate.nodes, &estimate.solutions].iter().any(is_rough) {
        writeln!(
            out,
            "  errors     standard errors from these walks; rare walks contribute most, so the \
             true numbers are usually higher"
        )?;
    }
    Ok(())
}

/// An estimated number with its error, in words; `none met` if no walk met what is counted.
fn estimated(counted: Mean) -> String {
    if counted.mean == 0.0 {
        "none met".to_owned()
    } else {
        give_or_take(counted)
    }
}

/// The speeds of the real searches, measured for [`CALIBRATION`] each.
struct Speeds {
    /// Updates per second of the engine `links`.
    links: f64,
    /// Nodes per second of the engine `bits`, if it can carry out this search.
    bits: Option<f64>,
}

impl Speeds {
    fn measure(
        problem: &Problem,
        givens: &[OptionId],
        heuristic: Heuristic,
        monitor: &RunContext,
    ) -> Result<Self, Failure> {
        let calibrate = |search: &dyn Fn(&mut Calibration<'_>) -> u64| {
            let begun = Instant::now();
            speed(begun, search(&mut Calibration { begun, monitor }))
        };
        let links = Links::new(problem).heuristic(heuristic).given(givens)?;
        let links = calibrate(&|calibration| links.run(calibration).profile.updates());
        let bits = Bits::new(problem)
            .ok()
            .filter(|_| heuristic == Heuristic::Mrv);
        let bits = match bits {
            None => None,
            Some(bits) => {
                let bits = bits.given(givens)?;
                Some(calibrate(&|calibration| {
                    bits.run(calibration).profile.nodes()
                }))
            }
        };
        Ok(Self { links, bits })
    }
}

/// Ends a search after [`CALIBRATION`], or once the stop flag is set.
struct Calibration<'a> {
    begun: Instant,
    monitor: &'a RunContext,
}

impl Visitor for Calibration<'_> {
    fn solution(&mut self, _: &[OptionId]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        // There is no speed to measure before the search has visited its first node.
        let continues = progress.nodes == 0 || self.begun.elapsed() < CALIBRATION;
        break_if(!continues || self.monitor.is_set())
    }
}

/// Units of work per second since `begun`, at least 1.
#[expect(clippy::cast_precision_loss, reason = "a rough measure")]
fn speed(begun: Instant, work: u64) -> f64 {
    (work as f64 / begun.elapsed().as_secs_f64()).max(1.0)
}

/// The time of an estimated amount of work, in seconds.
fn at_speed(work: Mean, speed: f64) -> Mean {
    Mean {
        mean: work.mean / speed,
        standard_error: work.standard_error / speed,
    }
}

#[cfg(test)]
mod tests {
    use tilewright_dlx::StopFlag;

    use super::*;
    use crate::cover::Instance;
    use crate::puzzle::Puzzle;

    #[test]
    fn no_speed_is_measured_on_once_the_program_is_to_stop() {
        let dominoes = "(lattice: Square, board: Rect(8, 8), \
            pieces: [Set(of: Polyominoes(2), copies: 32)])";
        let instance = Instance::new(Puzzle::from_ron(dominoes).unwrap()).unwrap();
        let stop = StopFlag::new();
        stop.set();
        let monitor = RunContext::new(&stop);
        let begun = Instant::now();
        let calibration = &mut Calibration {
            begun,
            monitor: &monitor,
        };
        let report = Links::new(instance.problem()).run(calibration);
        assert!(!report.complete);
        assert!(report.profile.nodes() < 1 << 16);
    }
}
