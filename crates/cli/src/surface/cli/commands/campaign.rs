//! `campaign`: a count, a list or a design divided into parts for many machines.

mod merge;
mod no_forecast;
mod recheck;
mod script;
mod status;

use no_forecast::NO_FORECAST;
use std::env;
use std::io::Write;

use anyhow::anyhow;
use tilewright_dlx::Engine;

use self::recheck::{drawn, other_engine, recheck};
use super::{Output, counted, grouped, load_part, refuse_apart_in_design, refuse_filter, say};
use crate::campaign::{Campaign, CampaignQuestion, NewCampaign, PartShare, RunOptions, create};
use crate::solve::resources::Resources;
use crate::support::format::rough;
use crate::surface::cli::args::{CampaignCommand, CampaignNewArgs, CampaignRunArgs};
use crate::surface::cli::failure::{Failure, Outcome};
use crate::surface::cli::signals;

pub(super) fn run(command: &CampaignCommand) -> Result<Outcome, Failure> {
    match command {
        CampaignCommand::New(args) => new(args),
        CampaignCommand::Run(args) => work(args),
        CampaignCommand::Status(args) => status::run(args),
        CampaignCommand::Merge(args) => merge::run(args),
        CampaignCommand::Script(args) => script::run(args),
    }
}

fn new(args: &CampaignNewArgs) -> Result<Outcome, Failure> {
    let part = args.part.part();
    let (source, file) = load_part(&args.file, part)?;
    refuse_filter(&source, &file)?;
    if args.design {
        refuse_apart_in_design(&source, &file)?;
    }
    if part == crate::puzzle::PuzzlePart::Whole && !file.goals.is_empty() {
        refuse!("a campaign needs one goal: name it with --goal NAME");
    }
    let monitor = signals::listen()?;
    let new = NewCampaign {
        source: &source,
        file,
        part,
        question: match (args.total, args.list, args.distinct_list, args.design) {
            (true, ..) => CampaignQuestion::Total,
            (_, true, ..) => CampaignQuestion::List,
            (.., true, _) => CampaignQuestion::ListDistinct,
            (.., true) => CampaignQuestion::Design,
            _ => CampaignQuestion::Count,
        },
        parts: args.parts.get(),
        division: args.divide.into(),
    };
    let monitor = monitor.with(&args.resources);
    let campaign = create(&args.output, new, &monitor)?;
    let mut out = Output::stdout();
    let manifest = campaign.manifest();
    let what = match (manifest.question, manifest.engine) {
        (CampaignQuestion::Design, _) => "the choices",
        (_, Engine::Frontier) => "a sweep",
        _ => "a search",
    };
    writeln!(out, "{}", manifest.title)?;
    writeln!(out, "  question  {}", manifest.question.command())?;
    writeln!(
        out,
        "  parts     {} of {what} by {}",
        grouped(campaign.part_count()),
        manifest.engine
    )?;
    let error = manifest
        .seconds_error
        .map_or_else(String::new, |error| format!(" ± {}", rough(error)));
    match manifest.forecast() {
        Some(seconds) => writeln!(
            out,
            "  forecast  {}{error} of one thread, {} a part",
            rough(seconds),
            rough(mean(seconds, campaign.part_count()))
        )?,
        None => writeln!(out, "  forecast  {NO_FORECAST}")?,
    }
    out.flush()?;
    Ok(Outcome::Done)
}

#[expect(clippy::cast_precision_loss, reason = "for reading")]
fn mean(sum: f64, count: usize) -> f64 {
    sum / count.max(1) as f64
}

fn work(args: &CampaignRunArgs) -> Result<Outcome, Failure> {
    let campaign = Campaign::open(&args.folder)?;
    let mut resources = Resources::from(&args.resources);
    let again = match args.recheck {
        None => None,
        Some(share) => {
            resources.engine = Some(other_engine(&campaign));
            Some(drawn(&campaign, share)?)
        }
    };
    let options = RunOptions {
        share: share(args.share.as_deref())?,
        stop_after: args.stop_after.map(Into::into),
        part_budget: args.split_after.into(),
        flush_every: args.write_every.into(),
        again,
    };
    let monitor = signals::listen()?.with(resources);
    let end = crate::campaign::run(&campaign, &options, &monitor)?;
    let mut out = Output::stdout();
    let done = counted(end.done, "part");
    let split = if end.split > 0 {
        format!(", {} split", grouped(end.split))
    } else {
        String::new()
    };
    writeln!(out, "share {}: {done} done{split}", options.share)?;
    out.flush()?;
    remark_line!("{} of one thread", rough(end.seconds));
    if end.interrupted {
        say::interrupted("run the same command again to continue");
        return Ok(Outcome::Interrupted);
    }
    if end.left {
        say::note("parts are left; run the same command again to continue");
        return Ok(Outcome::No);
    }
    Ok(Outcome::Done)
}

/// The share of the parts that this process computes, from `--share` or from the environment
/// variables of the scheduler.
fn share(named: Option<&str>) -> Result<PartShare, Failure> {
    let variable = |name: &str| env::var(name).ok();
    let of_scheduler = |of| PartShare::of_scheduler(of, &variable);
    match named {
        None => Ok(of_scheduler(None)?.unwrap_or(PartShare::ALL)),
        Some(named) => match named.strip_prefix('/') {
            None => Ok(named.parse()?),
            Some(of) => {
                let of = of
                    .parse()
                    .map_err(|_| anyhow!("/{of} is not a number of shares"))?;
                of_scheduler(Some(of))?.ok_or_else(|| {
                    anyhow!(
                        "/{of} needs the number of this share from a scheduler, but no scheduler \
                         has set it"
                    )
                    .into()
                })
            }
        },
    }
}
