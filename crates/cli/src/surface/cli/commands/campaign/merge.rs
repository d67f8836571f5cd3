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
    let campaign = Campaign::open(&args.folder)?;
    let target = target(args, &campaign)?;
    check_table(args.table(), target.as_ref())?;
    let question = campaign.manifest().question;
    if question != Question::Design && args.limit.is_some() {
        return Err(anyhow!(
            "--limit says how many choices of pieces are printed, and this campaign is about \
             solutions: leave it out"
        )
        .into());
    }
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
    let target = target.as_ref();
    if question == Question::Design {
        design(args, &campaign, &ledger, target, (&resources, &monitor))
    } else if question.lists() {
        list(args, &campaign, &ledger, target, &monitor)
    } else if args.table().is_some() {
        Err(
            anyhow!("a table is of solutions or of choices of pieces: --format text or json")
                .into(),
        )
    } else {
        count(args, &campaign, &ledger, target, (&resources, &monitor))
    }
}

/// Where the answer goes: anywhere but into the place of what it is made of.
fn target(args: &CampaignMergeArgs, campaign: &Campaign) -> Result<Option<Target>, Failure> {
    let mut inputs = Inputs::default();
    for file in campaign.files() {
        inputs.add("a part of the campaign", &file);
    }
    for folder in campaign.folders() {
        inputs.add_folder("a part of the campaign", &folder);
    }
    Target::of(args.output.as_ref(), &Rc::new(inputs))
}

/// The count, as `count` prints it.
fn count(
    args: &CampaignMergeArgs,
    campaign: &Campaign,
    ledger: &Ledger,
    target: Option<&Target>,
    means: (&Resources, &Monitor),
) -> Result<Outcome, Failure> {
    let mut out = Output::to(target)?;
    let merged = merge_count(campaign, ledger, means.0, means.1, |merged| {
        write_count(args, campaign, merged, &mut out)?;
        Ok::<_, Failure>(merged.count.solutions.exact() == Some(&BigUint::ZERO))
    })?;
    let is_none = match merged {
        Merged::Answer(is_none) => is_none?,
        Merged::Missing(missing, so_far) => {
            let question = campaign.manifest().question;
            return Ok(say_missing(question, ledger, &missing, &so_far));
        }
    };
    out.flush()?;
    say_of(ledger);
    Ok(some_or_no(!is_none))
}

/// The answer of a campaign that has come to its end, by whether there is a solution.
fn some_or_no(any: bool) -> Outcome {
    if any { Outcome::Done } else { Outcome::No }
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
            let by = count::DividedBy::from(merged.group);
            count::write_text(out, merged.instance, &by, &restricted, &count)
        }
        MergeFormat::Json => {
            let order = BigUint::from(merged.group.order());
            let order = (!is_total).then_some(&order);
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
    target: Option<&Target>,
    monitor: &Monitor,
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
    let mut each = |listen: &mut AddSolution<'_>| {
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
                listen(&NumberedSolution {
                    number,
                    solution: solution.options.as_slice().into(),
                    stabilizer: solution.stabilizer.as_slice().into(),
                    scores: None,
                })?;
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
            return Ok(some_or_no(number > 0));
        }
    };
    let mut out = Output::to(target)?;
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
    say_of(ledger);
    Ok(some_or_no(number > 0))
}

/// The choices of pieces, as `design` prints them.
fn design(
    args: &CampaignMergeArgs,
    campaign: &Campaign,
    ledger: &Ledger,
    target: Option<&Target>,
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
        (format, args.csv.text(), args.limit),
        target,
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
        Ok(outcome) => {
            say_of(ledger);
            outcome
        }
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
