//! `campaign merge`: the result, or the parts that are missing.

use std::io::Write;
use std::ops::ControlFlow::Continue;

use anyhow::anyhow;
use itertools::Itertools;
use num_bigint::BigUint;

use super::super::design::print_counted;
use super::super::json_answer::{JsonLayout, write_json};
use super::super::solve::list::SolutionListing;
use super::super::solve::parquet::{AddSolution, ParquetList};
use super::super::solve::sorted::NumberedSolution;
use super::super::table::check_table;
use super::super::{Inputs, LoadedPuzzle, Output, OutputTarget, count, counted, grouped, say};
use crate::campaign::{
    Campaign, CampaignQuestion, Ledger, Merged, MergedCount, MergedPool, PartAnswer, PartName,
    merge_count, merge_design, merge_list,
};
use crate::cover::orbits::PuzzleSymmetry;
use crate::cover::restricted;
use crate::solve::SolveError;
use crate::solve::search::RunContext;
use crate::surface::cli::args::{CampaignMergeArgs, DesignFormat, MergeFormat, SolutionFormat};
use crate::surface::cli::failure::{Failure, Outcome};
use crate::surface::cli::signals;

/// The maximum number of missing parts that are named.
const NAMED: usize = 20;

pub(super) fn run(args: &CampaignMergeArgs) -> Result<Outcome, Failure> {
    let campaign = Campaign::open(&args.folder)?;
    let target = target(args, &campaign)?;
    check_table(args.table(), target.as_ref())?;
    let question = campaign.manifest().question;
    if question != CampaignQuestion::Design && args.limit.is_some() {
        refuse!(
            "--limit is the number of printed choices of pieces, but this campaign is about \
             solutions: leave it out"
        );
    }
    let monitor = signals::listen()?.with(&args.machine);
    if let Some(share) = args.recheck
        && super::recheck(&campaign, share, &monitor)? == Outcome::Interrupted
    {
        return Ok(Outcome::Interrupted);
    }
    let ledger = campaign.ledger()?;
    for (name, _) in ledger.rejected() {
        say::warn(format_args!(
            "results/{name} is ignored: it is damaged or of another campaign"
        ));
    }
    let target = target.as_ref();
    if question == CampaignQuestion::Design {
        design(args, &campaign, &ledger, target, &monitor)
    } else if question.lists() {
        list(args, &campaign, &ledger, target, &monitor)
    } else if args.table().is_some() {
        Err(
            anyhow!("a table lists solutions or choices of pieces: use --format text or json")
                .into(),
        )
    } else {
        count(args, &campaign, &ledger, target, &monitor)
    }
}

/// The file for the result, which must not be a file of the campaign.
fn target(args: &CampaignMergeArgs, campaign: &Campaign) -> Result<Option<OutputTarget>, Failure> {
    let mut inputs = Inputs::default();
    for file in campaign.files() {
        inputs.add("a part of the campaign", &file);
    }
    for folder in campaign.folders() {
        inputs.add_folder("a part of the campaign", &folder);
    }
    OutputTarget::of(args.output.as_ref(), &inputs)
}

/// Merges a count and prints it as `count` does.
fn count(
    args: &CampaignMergeArgs,
    campaign: &Campaign,
    ledger: &Ledger,
    target: Option<&OutputTarget>,
    monitor: &RunContext,
) -> Result<Outcome, Failure> {
    let merged = merge_count(campaign, ledger, monitor, |merged| {
        let mut out = Output::to(target)?;
        write_count(
            args,
            campaign,
            merged,
            monitor.resources.notes.is_some(),
            &mut out,
        )?;
        out.flush()?;
        Ok::<_, Failure>(merged.count.solutions.exact() == Some(&BigUint::ZERO))
    })?;
    let is_none = match merged {
        Merged::Answer(is_none) => is_none?,
        Merged::Missing(missing, so_far) => {
            let question = campaign.manifest().question;
            return Ok(say_missing(question, ledger, &missing, &so_far));
        }
    };
    say_of(ledger);
    Ok(Outcome::of(!is_none))
}

fn write_count(
    args: &CampaignMergeArgs,
    campaign: &Campaign,
    merged: &MergedCount<'_>,
    is_verbose: bool,
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
            let by = count::DividedBy::from(merged.group);
            let details = is_verbose.then_some(&restricted[..]);
            count::write_text(out, merged.instance, &by, details, &count)
        }
        MergeFormat::Json => {
            let order = BigUint::from(merged.group.order());
            let order = (!is_total).then_some(&order);
            let answer = count::answer(merged.instance, order, &restricted, &count);
            Ok(write_json(out, &answer, JsonLayout::Compact)?)
        }
    }
}

/// Merges a list of solutions and writes it as `solve` does.
fn list(
    args: &CampaignMergeArgs,
    campaign: &Campaign,
    ledger: &Ledger,
    target: Option<&OutputTarget>,
    monitor: &RunContext,
) -> Result<Outcome, Failure> {
    let (source, file) = campaign.puzzle()?;
    let loaded = LoadedPuzzle::new(source, file, None)?;
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
    let mut each = |visit: &mut AddSolution<'_>| {
        let merged = merge_list(
            campaign,
            ledger,
            &loaded.instance,
            group,
            stop,
            |solution| {
                if monitor.is_set() {
                    return Err(Failure::Interrupted);
                }
                number += 1;
                let (options, stabilizer) = (&*solution.options, &*solution.stabilizer);
                visit(&NumberedSolution::new(number, options, stabilizer))?;
                Ok(Continue(()))
            },
        )?;
        Ok::<bool, Failure>(matches!(merged, Merged::Answer(())))
    };
    let format = match args.format {
        MergeFormat::Text => SolutionFormat::Text,
        MergeFormat::Json => SolutionFormat::Jsonl,
        MergeFormat::Csv => SolutionFormat::Csv(args.csv.text()),
        MergeFormat::Parquet => {
            let list = ParquetList {
                loaded: &loaded,
                group: is_distinct.then_some(group),
                scored: false,
                target,
            };
            list.write(|add| Ok(((), each(add)?)))?;
            say_of(ledger);
            return Ok(Outcome::of(number > 0));
        }
    };
    let mut out = Output::to(target)?;
    let list = SolutionListing::new(&loaded, is_distinct.then_some(group), format, out.styled)?;
    list.begin(false, false, &mut out)?;
    each(&mut |found| {
        let entry = list.entry(&found.solution, &found.stabilizer, None, None)?;
        if found.number == 1 {
            list.explain(&mut out)?;
        }
        list.write(found.number, &entry, &mut out)
    })?;
    out.flush()?;
    say_of(ledger);
    Ok(Outcome::of(number > 0))
}

/// Merges choices of pieces and prints them as `design` does.
fn design(
    args: &CampaignMergeArgs,
    campaign: &Campaign,
    ledger: &Ledger,
    target: Option<&OutputTarget>,
    monitor: &RunContext,
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
        (format, args.csv.text(), args.limit),
        target,
        |question, spec| {
            let merged = merge_design::<Failure>(campaign, ledger, question, spec, monitor)?;
            Ok::<_, Failure>(match merged {
                Merged::Answer(one) => Ok(one),
                Merged::Missing(missing, so_far) => Err((missing, so_far)),
            })
        },
    )?;
    Ok(match merged {
        Ok(outcome) => {
            say_of(ledger);
            outcome
        }
        Err((missing, so_far)) => {
            say_missing(campaign.manifest().question, ledger, &missing, &so_far)
        }
    })
}

/// Prints which parts are missing, and the results of the finished parts.
fn say_missing(
    question: CampaignQuestion,
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

/// Prints on stderr which processes and machines computed the result, and how many parts were
/// computed twice.
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
