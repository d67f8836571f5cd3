//! `solve`: lists all or distinct solutions, in the order in which they are found or sorted; drawn,
//! as JSON lines, or as a table.

pub(super) mod list;
mod objective;
pub(super) mod parquet;
mod request;
pub(super) mod sorted;
mod thumbnails;

use std::io::Write as _;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use tilewright_dlx::{OptionId, SymmetryId};

use self::request::{ListRequest, nothing, outcome};
use super::checkpoint::open_checkpoint;
use super::solution_stream::{SolutionStream, StreamEnd, distinct_for, group_for};
use super::summary::ListSummary;
use super::table::check_table;
use super::{Inputs, LoadedPuzzle, Output, OutputTarget, counted, load, load_with_filter, say};
use crate::cover::orbits::PuzzleSymmetry;
use crate::cover::scores::Scorer;
use crate::publish::interchange::table::{CsvText, TableEncoding};
use crate::solve::any::{AnySolution, any_solution};
use crate::solve::checkpoint::{CheckpointFile, Identity};
use crate::solve::search::{Search, SearchEvent};
use crate::solve::symmetric::requested_kinds;
use crate::support::control_flow::break_if;
use crate::support::label::shown;
use crate::surface::cli::args::{SolutionFormat, SolveArgs, SolveFormat, SortBy};
use crate::surface::cli::failure::{Failure, Outcome};
use crate::surface::cli::signals;
use list::SolutionListing;
use sorted::{NumberedSolution, SolutionOrder, Sorter};

/// The time for which a sorted list is still written after a signal.
const GRACE: Duration = Duration::from_millis(200);

pub(super) fn run(args: &SolveArgs) -> Result<Outcome, Failure> {
    refuse_what_cannot_be(args)?;
    let files = [
        ("the puzzle", Some(&args.file)),
        ("the checkpoint", args.checkpoint.checkpoint.as_ref()),
    ];
    let target = OutputTarget::of(args.output.as_ref(), &Inputs::of(files))?;
    let list = [("the list", args.output.as_ref())];
    let others = Inputs::of(files.into_iter().chain(list));
    OutputTarget::of(args.summary.as_ref(), &others)?;
    let table = (args.format == SolveFormat::Parquet).then_some(TableEncoding::Parquet);
    check_table(table, target.as_ref())?;
    let memory = args.resources.machine.bytes();
    let loaded = if args.any {
        load(&args.file, args.part.part(), memory)?
    } else {
        load_with_filter(&args.file, args.part.part(), memory)?
    };
    if loaded.warn_of_obstacles() {
        let none = ListSummary::of(0, true);
        none.write(args.summary.as_deref())?;
        return Ok(Outcome::No);
    }
    let puzzle = loaded.instance.puzzle();
    let objective = args.objective();
    let by_symmetry = args.best.is_some() && objective.is_none();
    let order = match args.sort.or(by_symmetry.then_some(SortBy::Symmetry)) {
        None => None,
        Some(SortBy::Symmetry) => {
            let scorer = Scorer::new(puzzle)?;
            Some(SolutionOrder::Symmetry(scorer))
        }
        Some(SortBy::Canonical) => Some(SolutionOrder::Canonical),
        Some(SortBy::Similarity) => Some(SolutionOrder::Similarity),
    };
    let monitor = signals::listen()?.with(&args.resources);
    loaded.refuse_missing_symmetry(monitor.stop())?;
    let group = group_for(&loaded, args.distinct, &monitor)?;
    let distinct = distinct_for(&loaded, group, &monitor)?;
    let stream = SolutionStream {
        loaded: &loaded,
        distinct: distinct.as_ref(),
        monitor: &monitor,
    };
    let request = ListRequest {
        stream,
        group,
        order,
        limit: args
            .best
            .or(args.limit)
            .unwrap_or(if objective.is_some() { 1 } else { u64::MAX }),
        objective,
        any: args.any.then_some(args.seed),
    };
    let outcome = match args.format.list(args.csv.text()) {
        Some(format) => request.list(args, format, target.as_ref()),
        None if args.format == SolveFormat::Parquet => request.tabulate(args, target.as_ref()),
        None => request.draw(args, target.as_ref()),
    }?;
    if outcome == Outcome::No {
        loaded.say_why_there_is_none(&args.file, args.part.part());
    }
    Ok(outcome)
}

impl ListRequest<'_> {
    /// Lists the solutions as text, JSON lines or CSV.
    fn list(
        &self,
        args: &SolveArgs,
        format: SolutionFormat,
        target: Option<&OutputTarget>,
    ) -> Result<Outcome, Failure> {
        let mut checkpoint = checkpoint(args, self.stream.loaded, self.group)?;
        let mut out = match (target, checkpoint.written()) {
            (Some(target), _) if checkpoint.uses(target.path()) => {
                refuse!(
                    "{} belongs to the checkpoint; name another file for the list",
                    shown(target.path())
                );
            }
            (Some(target), Some(written)) => Output::resumed(target, written, self.stream.monitor)?,
            (Some(target), None) if checkpoint.keeps() => Output::resumable(target)?,
            (target, _) => Output::to(target)?,
        };
        if self.limit == 0 {
            return nothing(args);
        }
        let list = SolutionListing::new(self.stream.loaded, self.group, format, out.styled)?;
        if checkpoint.written().is_none() {
            let scored = matches!(self.order, Some(SolutionOrder::Symmetry(_)));
            list.begin(scored, self.objective.is_some(), &mut out)?;
        }
        let mut is_first = true;
        let mut write = |found: &NumberedSolution, out: &mut Output| {
            if std::mem::take(&mut is_first) {
                list.explain(out)?;
            }
            let entry = list.entry(
                &found.solution,
                &found.stabilizer,
                found.scores,
                found.objective,
            )?;
            list.write(found.number, &entry, out)
        };
        let found = match (&self.order, self.any) {
            _ if self.objective.is_some() => self.each(|found| write(found, &mut out))?,
            (_, Some(seed)) => self.stream.any(seed, |found| write(found, &mut out))?,
            (Some(order), None) => self.sorted(order, |found| write(&found, &mut out))?,
            (None, None) => self
                .stream
                .list(&list, self.limit, &mut checkpoint, &mut out)?,
        };
        if found.interrupted && format == SolutionFormat::Text {
            let words = found
                .best
                .as_ref()
                .map(|best| best.stopped(&counted(found.solutions, self.noun())));
            let words = words.unwrap_or_else(|| counted(found.solutions, self.noun()));
            writeln!(out, "{}", say::list_stopped(&words))?;
        }
        out.flush()?;
        self.end(args, &found)?;
        if !found.interrupted && checkpoint.keeps() {
            // The checkpoint is not removed before the whole list is on the disk.
            out.sync()?;
            drop(out);
            checkpoint.finish()?;
        }
        if found.interrupted
            && found.solutions == 0
            && self.any.is_none()
            && self.objective.is_none()
        {
            remark_line!("--any searches in other ways for one solution, no matter which");
        }
        Ok(outcome(&found, self.noun()))
    }

    /// Calls `visit` with the solutions in the requested order. Each solution keeps the number that
    /// it has in the order of discovery.
    fn each(
        &self,
        mut visit: impl FnMut(&NumberedSolution) -> Result<(), Failure>,
    ) -> Result<StreamEnd, Failure> {
        if let Some(objective) = self.objective {
            return self.stream.best(objective, self.limit, visit);
        }
        if let Some(seed) = self.any {
            return self.stream.any(seed, visit);
        }
        if let Some(order) = &self.order {
            return self.sorted(order, |found| visit(&found));
        }
        let mut number = 0;
        self.stream.each(&copied, |(solution, stabilizer)| {
            number += 1;
            visit(&NumberedSolution::new(number, solution, stabilizer))?;
            Ok(break_if(number >= self.limit))
        })
    }

    /// Calls `visit` with the first solutions in a sorted order. After a signal the list ends
    /// within [`GRACE`].
    fn sorted(
        &self,
        order: &SolutionOrder,
        mut visit: impl FnMut(NumberedSolution) -> Result<(), Failure>,
    ) -> Result<StreamEnd, Failure> {
        let memory = self.stream.monitor.resources.memory();
        let mut sorter = Sorter::new(self.stream.loaded, self.group, order, self.limit, memory)?;
        let mut found = self.stream.each(&copied, |(solution, stabilizer)| {
            sorter.add(solution, stabilizer)?;
            Ok(ControlFlow::Continue(()))
        })?;
        let stop = self.stream.monitor.stop().clone();
        let mut in_order = sorter.finish(&stop)?;
        let mut listed = 0;
        let mut stopped = None;
        while let Some(solution) = in_order.next()? {
            if stop.is_set() && stopped.get_or_insert_with(Instant::now).elapsed() > GRACE {
                break;
            }
            listed += 1;
            visit(solution)?;
        }
        if stop.is_set() {
            found.interrupted = true;
            found.complete &= listed == found.solutions.min(self.limit);
            found.solutions = listed;
        }
        Ok(found)
    }

    /// Prints the result of the list on stderr, and writes the summary file if one is requested.
    fn end(&self, args: &SolveArgs, found: &StreamEnd) -> Result<(), Failure> {
        if let Some(best) = &found.best {
            best.say("solution", found.seconds);
            let summary = ListSummary {
                proved: Some(best.is_proved),
                bound: best.bound,
                ..ListSummary::of(found.solutions, found.complete)
            };
            return summary.write(args.summary.as_deref());
        }
        say_how_it_ended(found, self.noun());
        let StreamEnd {
            solutions,
            complete,
            ..
        } = *found;
        let summary = ListSummary::of(solutions, complete);
        summary.write(args.summary.as_deref())
    }

    /// The noun for the listed solutions.
    fn noun(&self) -> &'static str {
        if self.group.is_some() {
            "distinct solution"
        } else {
            "solution"
        }
    }
}

#[expect(
    clippy::unnecessary_wraps,
    reason = "the map of a search may leave solutions out"
)]
fn copied(solution: &[OptionId], stabilizer: &[SymmetryId]) -> Option<Pair> {
    Some((solution.into(), stabilizer.into()))
}

type Pair = (Box<[OptionId]>, Box<[SymmetryId]>);

/// Returns an error for combinations of options that clap cannot check.
fn refuse_what_cannot_be(args: &SolveArgs) -> Result<(), Failure> {
    if args.objective().is_some() {
        return objective::refuse_what_cannot_be(args);
    }
    args.resources
        .engine
        .must_list("list with links or bits, or use `count`")?;
    if args.checkpoint.checkpoint.is_none() {
        return Ok(());
    }
    if args.format.list(args.csv.text()).is_none() {
        refuse!(
            "pictures and Parquet are written whole, so there is nothing to continue: \
             leave out --checkpoint"
        );
    }
    if args.output.is_none() {
        refuse!("a list with a checkpoint must be in a file: add `--output FILE`");
    }
    if args.best.is_some() || args.sort.is_some() {
        refuse!(
            "a sorted list is written at the end, so there is nothing to continue: \
             leave out --checkpoint"
        );
    }
    Ok(())
}

fn checkpoint(
    args: &SolveArgs,
    loaded: &LoadedPuzzle,
    group: Option<&PuzzleSymmetry>,
) -> Result<CheckpointFile, Failure> {
    let mut command = format!("solve{}", loaded.filter_in_words());
    if args.distinct {
        command += " --distinct";
    }
    if let Some(limit) = args.limit {
        command += &format!(" --limit {limit}");
    }
    command += match args.format {
        SolveFormat::Jsonl => " --format jsonl",
        SolveFormat::Csv if args.csv.text() == CsvText::Raw => " --format csv --raw",
        SolveFormat::Csv => " --format csv",
        _ => " --format text",
    };
    if let Some(output) = &args.output {
        command += &format!(" --output {}", output.display());
    }
    let identity = || Identity {
        command,
        problem: loaded.instance.problem().fingerprint(),
        engine: args.resources.engine.engine(),
    };
    open_checkpoint(
        &args.checkpoint,
        identity,
        group.map(|group| &group.symmetries),
    )
}

impl SolutionStream<'_> {
    /// Searches for one solution in a random order, and calls `visit` with it if it is found.
    fn any(
        &self,
        seed: u64,
        mut visit: impl FnMut(&NumberedSolution) -> Result<(), Failure>,
    ) -> Result<StreamEnd, Failure> {
        let began = Instant::now();
        let instance = &self.loaded.instance;
        let found = any_solution(instance, seed, self.monitor)?;
        let end = StreamEnd {
            solutions: u64::from(matches!(found, AnySolution::Found(_))),
            complete: matches!(found, AnySolution::None | AnySolution::Refuted(_)),
            interrupted: matches!(found, AnySolution::Interrupted),
            seconds: began.elapsed().as_secs_f64(),
            best: None,
        };
        if let AnySolution::Found(solution) = found {
            visit(&NumberedSolution::new(1, solution, []))?;
        }
        Ok(end)
    }

    /// Lists the first `limit` solutions, in the order in which they are found. The threads that
    /// find solutions also make their text.
    fn list(
        &self,
        list: &SolutionListing<'_>,
        limit: u64,
        checkpoint: &mut CheckpointFile,
        out: &mut Output,
    ) -> Result<StreamEnd, Failure> {
        if !requested_kinds(&self.loaded.instance).is_empty() {
            return self.list_symmetric(list, limit, checkpoint, out);
        }
        let checkpoints = checkpoint.keeps();
        let schedule = self
            .monitor
            .resources
            .resume(checkpoint, checkpoints, false, || self.forecast())?;
        let before = checkpoint.before();
        let mut number = checkpoint.written().map_or(0, |written| written.solutions);
        let search = Search {
            scope: self.scope(),
            schedule,
            done: checkpoint.done(),
        };
        let draw = |solution: &[OptionId], stabilizer: &[SymmetryId]| {
            let accepted = self.loaded.instance.accepts(solution);
            accepted.then(|| list.entry(solution, stabilizer, None, None))
        };
        let ended = search.run::<_, Failure>(self.monitor, &draw, |event| {
            match event {
                SearchEvent::Solution(entry) => {
                    number += 1;
                    if number == 1 {
                        list.explain(out)?;
                    }
                    list.write(number, &entry?, out)?;
                }
                SearchEvent::Part(part) => {
                    checkpoint.part(part, out.written(number), || out.sync())?;
                }
            }
            Ok(break_if(number >= limit))
        })?;
        // A signal after the last requested solution does not interrupt the list.
        let interrupted = ended.interrupted && number < limit;
        if interrupted {
            checkpoint.stop(|| out.sync())?;
        }
        Ok(StreamEnd {
            // Solutions that were found but not yet written when the search stopped do not count.
            solutions: number,
            complete: ended.complete,
            interrupted,
            seconds: (before + ended.elapsed).as_secs_f64(),
            best: None,
        })
    }
}

impl SolutionStream<'_> {
    /// As [`list`](Self::list), for the solutions that have a requested symmetry.
    fn list_symmetric(
        &self,
        list: &SolutionListing<'_>,
        limit: u64,
        checkpoint: &CheckpointFile,
        out: &mut Output,
    ) -> Result<StreamEnd, Failure> {
        if checkpoint.keeps() {
            let message =
                "a search for symmetric solutions cannot save checkpoints; leave out --checkpoint";
            refuse!(message);
        }
        let draw = |solution: &[OptionId], stabilizer: &[SymmetryId]| {
            Some(list.entry(solution, stabilizer, None, None))
        };
        let mut number = 0;
        self.each(&draw, |entry| {
            number += 1;
            if number == 1 {
                list.explain(out)?;
            }
            list.write(number, &entry?, out)?;
            Ok(break_if(number >= limit))
        })
    }
}

/// Prints on stderr how many solutions were found, and whether the search stopped at the requested number.
fn say_how_it_ended(found: &StreamEnd, noun: &str) {
    if found.complete {
        remark_line!(
            "{} in {:.2} s",
            counted(found.solutions, noun),
            found.seconds
        );
    } else if !found.interrupted {
        remark_line!(
            "stopped after {}, the requested number",
            counted(found.solutions, noun)
        );
    }
}
