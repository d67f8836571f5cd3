//! `campaign merge`: the answer, or what is missing.

use std::io::Write;
use std::ops::ControlFlow::Continue;
use std::rc::Rc;

use anyhow::anyhow;
use itertools::Itertools;
use num_bigint::BigUint;

use super::super::design::print_counted;
use super::super::json_answer::{Layout, write_json};
use super::super::solve::list::List;
use super::super::solve::parquet::{AddSolution, ParquetList};
use super::super::solve::sorted::NumberedSolution;
use super::super::table::check_table;
use super::super::{Inputs, LoadedPuzzle, Output, Target, count, counted, grouped, say};
use crate::campaign::{
    Campaign, Ledger, Merged, MergedCount, MergedPool, PartAnswer, PartName, Question, merge_count,
    merge_design, merge_list,
};
use crate::cover::orbits::PuzzleSymmetry;
use crate::cover::restricted;
use crate::solve::SolveError;
use crate::solve::resources::Resources;
use crate::solve::search::Monitor;
use crate::surface::cli::args::{CampaignMergeArgs, DesignFormat, MergeFormat, SolutionFormat};
use crate::surface::cli::failure::{Failure, Outcome};
use crate::surface::cli::signals;

/// So many missing parts are named.
const NAMED: usize = 20;

pub(super) fn run(args: &CampaignMergeArgs) -> Result<Outcome, Failure> {
    check_table(args.format.table(), target(args)?.as_ref())?;
    let campaign = Campaign::open(&args.folder)?;
    let resources = Resources::from(&args.machine);
    let monitor = signals::listen()?;
    if let Some(share) = args.recheck
        && super::recheck(&campaign, share, &resources, &monitor)? == Outcome::Interrupted
    {
        return Ok(Outcome::Interrupted);
    }
    let ledger = campaign.ledger()?;
    for (name, _) in ledger.rejected() {
        say::warn(format_args!(
            "results/{name} is damaged or of another campaign: it counts for nothing"
        ));
    }
    let question = campaign.manifest().question;
    let outcome = if question == Question::Design {
        design(args, &campaign, &ledger, (&resources, &monitor))?
    } else if question.lists() {
        list(args, &campaign, &ledger, &monitor)?
    } else if args.format.table().is_some() {
        return Err(anyhow!(
            "a table is of solutions or of choices of pieces: --format text or json"
        )
        .into());
    } else {
        let mut out = output(args)?;
        let merged = merge_count(&campaign, &ledger, &resources, &monitor, |merged| {
            write_count(args, &campaign, merged, &mut out)
        })?;
        match merged {
            Merged::Answer(written) => {
                written?;
                out.flush()?;
                Outcome::Done
            }
            Merged::Missing(missing, so_far) => say_missing(question, &ledger, &missing, &so_far),
        }
    };
    if outcome == Outcome::Done {
        say_of(&ledger);
    }
    Ok(outcome)
}

fn target(args: &CampaignMergeArgs) -> Result<Option<Target>, Failure> {
    Target::of(args.output.as_ref(), &Rc::new(Inputs::default()))
}

fn output(args: &CampaignMergeArgs) -> Result<Output, Failure> {
    Output::to(target(args)?.as_ref())
}

fn write_count(
    args: &CampaignMergeArgs,
    campaign: &Campaign,
    merged: &MergedCount<'_>,
    out: &mut Output,
) -> Result<(), Failure> {
    let is_total = !campaign.manifest().question.is_up_to_symmetry();
    let mut count = merged.count.clone();
    if is_total {
        count = count.of_solutions_alone();
    }
    let restricted = if count.restricted {
        restricted::in_words(merged.instance, merged.cases)
    } else {
        Vec::new()
    };
    match args.format {
        MergeFormat::Text | MergeFormat::Csv | MergeFormat::Parquet => {
            count::write_text(out, merged.instance, merged.group, &restricted, &count)
        }
        MergeFormat::Json => {
            let order = (!is_total).then_some(merged.group.order());
            let answer = count::answer(merged.instance, order, &restricted, &count);
            Ok(write_json(out, &answer, Layout::Compact)?)
        }
    }
}

/// The list of solutions, as `solve` writes it.
fn list(
    args: &CampaignMergeArgs,
    campaign: &Campaign,
    ledger: &Ledger,
    monitor: &Monitor,
) -> Result<Outcome, Failure> {
    let (source, file) = campaign.puzzle()?;
    let loaded = LoadedPuzzle::new(source, file)?;
    let stop = monitor.stop();
    let is_distinct = campaign.manifest().question.is_up_to_symmetry();
    let trivial;
    let group = if is_distinct {
        loaded.instance.symmetry(stop).map_err(SolveError::from)?
    } else {
        trivial = PuzzleSymmetry::trivial(&loaded.instance, stop).map_err(SolveError::from)?;
        &trivial
    };
    if ledger.total()?.is_none() {
        let missing = ledger.missing(NAMED);
        let question = campaign.manifest().question;
        return Ok(say_missing(question, ledger, &missing, &ledger.so_far()));
    }
    let mut number = 0;
    let mut each = |listen: &mut AddSolution<'_>| {
        let merged = merge_list(campaign, ledger, &loaded.instance, group, |solution| {
            if monitor.is_set() {
                return Err(Failure::Interrupted);
            }
            number += 1;
            listen(&NumberedSolution {
                number,
                solution: solution.options.as_slice().into(),
                stabilizer: solution.stabilizer.as_slice().into(),
                scores: None,
            })?;
            Ok(Continue(()))
        })?;
        Ok::<bool, Failure>(matches!(merged, Merged::Answer(())))
    };
    let format = match args.format {
        MergeFormat::Text => SolutionFormat::Text,
        MergeFormat::Json => SolutionFormat::Jsonl,
        MergeFormat::Csv => SolutionFormat::Csv,
        MergeFormat::Parquet => {
            let target = target(args)?;
            let list = ParquetList {
                loaded: &loaded,
                group: is_distinct.then_some(group),
                scored: false,
                target: target.as_ref(),
            };
            list.write(|add| Ok(((), each(add)?)))?;
            return Ok(Outcome::Done);
        }
    };
    let mut out = output(args)?;
    let list = List::new(&loaded, is_distinct.then_some(group), format, out.styled)?;
    list.begin(false, &mut out)?;
    each(&mut |found| {
        let entry = list.entry(&found.solution, &found.stabilizer, None)?;
        if found.number == 1 {
            list.explain(&mut out)?;
        }
        list.write(found.number, &entry, &mut out)
    })?;
    out.flush()?;
    Ok(Outcome::Done)
}

/// The choices of pieces, as `design` prints them.
fn design(
    args: &CampaignMergeArgs,
    campaign: &Campaign,
    ledger: &Ledger,
    means: (&Resources, &Monitor),
) -> Result<Outcome, Failure> {
    let pool = MergedPool::of(campaign)?;
    let format = match args.format {
        MergeFormat::Text => DesignFormat::Text,
        MergeFormat::Json => DesignFormat::Jsonl,
        MergeFormat::Csv => DesignFormat::Csv,
        MergeFormat::Parquet => DesignFormat::Parquet,
    };
    let merged = print_counted(
        (&pool.file, &pool.puzzle, &pool.rule),
        (format, args.limit),
        target(args)?.as_ref(),
        |question, wish| {
            let merged =
                merge_design::<Failure>(campaign, ledger, question, wish, means.0, means.1)?;
            Ok::<_, Failure>(match merged {
                Merged::Answer(one) => Ok(one),
                Merged::Missing(missing, so_far) => Err((missing, so_far)),
            })
        },
    )?;
    Ok(match merged {
        Ok(outcome) => outcome,
        Err((missing, so_far)) => {
            say_missing(campaign.manifest().question, ledger, &missing, &so_far)
        }
    })
}

/// Says which parts are missing.
fn say_missing(
    question: Question,
    ledger: &Ledger,
    missing: &[PartName],
    so_far: &PartAnswer,
) -> Outcome {
    let named = missing.iter().take(NAMED).join(", ");
    let more = if missing.len() > NAMED { ", …" } else { "" };
    say::error(format_args!(
        "{} of {} parts are done; missing: {named}{more}",
        grouped(ledger.done()),
        grouped(ledger.part_count()),
    ));
    if so_far.solutions > BigUint::ZERO {
        let found = so_far.in_words(question);
        say::note(format_args!("at least {found} so far"));
    }
    Outcome::No
}

/// Says how the answer came about.
fn say_of(ledger: &Ledger) {
    let machines = ledger
        .authors()
        .map(|(_, author)| &author.machine)
        .unique()
        .count();
    let processes = ledger
        .authors()
        .map(|(_, author)| (&author.machine, author.process));
    remark_line!(
        "{} by {} on {}, {} done twice, {} by two engines; {:.1} s of one thread",
        counted(ledger.part_count(), "part"),
        counted(processes.unique().count(), "process").replace("processs", "processes"),
        counted(machines, "machine"),
        grouped(ledger.repeated()),
        grouped(ledger.rechecked()),
        ledger.seconds(),
    );
}
