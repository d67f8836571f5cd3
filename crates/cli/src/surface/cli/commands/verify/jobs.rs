//! The jobs of `verify`: the puzzles, cases and goals that have the field `expect`.

use std::path::{Path, PathBuf};

use anyhow::Context;
use tilewright_dlx::{Forecast, StopFlag, Stopped, TreeEngine};

use super::super::background::interruptible;
use super::super::load_puzzle;
use super::{needs_count, needs_profile};
use crate::cover::Instance;
use crate::puzzle::{Expect, PuzzleFile};
use crate::solve::search::{RunContext, WorkKind};
use crate::support::label::shown;
use crate::surface::cli::failure::Failure;

/// The number of random walks of a forecast.
const WALKS: u64 = 2_000;

/// The number of goals whose forecasts represent all goals.
const SAMPLE: usize = 5;
/// The number of random walks of the forecast of one goal.
const WALKS_IN_GOAL: u64 = 200;

/// A puzzle, a case, a goal, or all goals of a file, to be counted and compared.
pub(super) struct Job {
    pub(super) name: String,
    pub(super) file: PuzzleFile,
    /// The instance of the file's puzzle.
    pub(super) instance: Instance,
    /// The forecast of the search, in seconds on one thread.
    pub(super) seconds: f64,
}

/// The puzzle files that the paths name. Files of a folder are sorted by name.
fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let cannot = || format!("cannot read the folder {}", shown(path));
        let mut found = Vec::new();
        for entry in std::fs::read_dir(path).with_context(cannot)? {
            let entry = entry.with_context(cannot)?.path();
            if entry.extension().is_some_and(|ending| ending == "ron") {
                found.push(entry);
            }
        }
        found.sort();
        files.append(&mut found);
    }
    Ok(files)
}

pub(super) struct Jobs {
    pub(super) jobs: Vec<Job>,
    /// The names of the files that were not read because of a signal.
    pub(super) unread: Vec<String>,
}

/// Reads the puzzles of files and folders, and forecasts the times of their searches, until a signal comes.
pub(super) fn of(paths: &[PathBuf], monitor: &RunContext) -> Result<Jobs, Failure> {
    let files = files(paths)?;
    let reading = Some(WorkKind::Busy("reading and forecasting"));
    interruptible(monitor, reading, || {
        let mut jobs = Vec::new();
        let mut files = files.iter();
        for path in files.by_ref() {
            jobs.extend(jobs_of(path, monitor.stop())?);
            if monitor.is_set() {
                break;
            }
        }
        Ok(Jobs {
            jobs,
            unread: files.map(|path| stem(path)).collect(),
        })
    })
}

fn stem(path: &Path) -> String {
    path.file_stem()
        .map_or_else(|| shown(path), |stem| shown(Path::new(stem)))
}

/// The jobs of a file: its puzzle, cases and goals that have `expect`.
fn jobs_of(path: &Path, stop: &StopFlag) -> Result<Vec<Job>, Failure> {
    let (_, file) = load_puzzle(path)?;
    let stem = stem(path);
    let cases = file.cases.iter();
    let cases = cases.map(|case| (format!("{stem}: {}", case.name), file.with_case(case)));
    let goals = file.goals.iter();
    let goals = goals
        .filter(|goal| goal.expect != Expect::default())
        .map(|goal| (format!("{stem}: {}", goal.name), file.with_goal(goal)));
    let parts: Vec<(String, PuzzleFile)> = cases.chain(goals).collect();
    std::iter::once((stem, file))
        .chain(parts)
        .filter(|(_, file)| file.expect != Expect::default())
        .map(|(name, file)| {
            let instance = Instance::with_filter(file.puzzle.clone())?;
            Ok(Job {
                // A forecast is missing only after a signal, and then no job runs.
                seconds: forecast(&file, &instance, stop).unwrap_or(f64::INFINITY),
                name,
                file,
                instance,
            })
        })
        .collect()
}

/// The forecast time of the search in seconds; 0 if the file expects only numbers of options.
fn forecast(file: &PuzzleFile, instance: &Instance, stop: &StopFlag) -> Result<f64, Stopped> {
    let expect = &file.expect;
    if !needs_count(expect) && !needs_profile(expect) {
        return Ok(0.0);
    }
    if !file.goals.is_empty() {
        return forecast_goals(file, stop);
    }
    let forecast = Forecast::of_until(instance.problem(), WALKS, stop)?;
    Ok(if needs_profile(expect) {
        forecast.seconds(TreeEngine::Links)
    } else {
        forecast.seconds(forecast.engine())
    })
}

/// The forecast time of the searches of all goals in seconds, from [`SAMPLE`] of them.
fn forecast_goals(file: &PuzzleFile, stop: &StopFlag) -> Result<f64, Stopped> {
    let goals = &file.goals;
    let step = goals.len().div_ceil(SAMPLE).max(1);
    let sample = goals.iter().step_by(step).filter_map(|goal| {
        let instance = Instance::with_filter(file.with_goal(goal).puzzle).ok()?;
        let forecast = Forecast::of_until(instance.problem(), WALKS_IN_GOAL, stop);
        Some(forecast.map(|forecast| forecast.seconds(forecast.engine())))
    });
    let factor = u32::try_from(step).map_or(f64::INFINITY, f64::from);
    Ok(sample.sum::<Result<f64, Stopped>>()? * factor)
}
