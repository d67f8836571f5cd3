//! `campaign status`: the progress of a campaign.

use std::io::Write;

use itertools::Itertools;
use num_bigint::BigUint;

use super::super::json_answer::{JsonLayout, write_json};
use super::super::{Output, counted, grouped};
use crate::campaign::{Campaign, CampaignQuestion, Rejected, SeenWorker, Status};
use crate::publish::interchange::table::{Record, Value, record};
use crate::support::format::rough;
use crate::support::label::escaped;
use crate::surface::cli::args::{CampaignStatusArgs, StatusFormat};
use crate::surface::cli::failure::{Failure, Outcome};

/// The maximum number of lines of each list that are printed.
const MOST_LINES: usize = 20;

pub(super) fn run(args: &CampaignStatusArgs) -> Result<Outcome, Failure> {
    let campaign = Campaign::open(&args.folder)?;
    let ledger = campaign.ledger()?;
    let status = Status::of(&campaign, &ledger)?;
    let mut out = Output::stdout();
    match args.format {
        StatusFormat::Text => write_text(&mut out, &campaign, &status)?,
        StatusFormat::Json => {
            write_json(&mut out, &answer(&campaign, &status), JsonLayout::Compact)?;
        }
        StatusFormat::Html => out.write_all(status.page(&campaign).as_bytes())?,
    }
    out.flush()?;
    Ok(Outcome::of(status.contradictions.is_empty()))
}

fn answer(campaign: &Campaign, status: &Status) -> Record {
    let manifest = campaign.manifest();
    let worker = |seen: &SeenWorker| {
        record! {
            machine: &seen.worker.machine,
            process: seen.worker.process,
            share: &seen.worker.share,
            parts: seen.worker.parts.iter().map(Value::display).collect::<Value>(),
            done: seen.worker.done,
            since: &seen.worker.since,
            silent_seconds: seen.silent.as_secs(),
        }
    };
    let is_of_choices = manifest.question == CampaignQuestion::Design;
    record! {
        puzzle: &manifest.title,
        question: manifest.question.command(),
        engine: manifest.engine.name(),
        parts: status.parts,
        done: status.done,
        split: status.split,
        running: status.running().map(worker).collect::<Value>(),
        lost: status.lost().map(worker).collect::<Value>(),
        damaged: status.rejected.iter().map(|(name, _)| name).collect::<Value>(),
        repeated: status.repeated,
        rechecked: status.rechecked,
        contradictions: status.contradictions.iter().collect::<Value>(),
        choices_so_far?: is_of_choices.then_some(status.so_far.found),
        solutions_so_far: &status.so_far.solutions,
        complete: status.is_complete(),
        seconds: status.seconds,
        seconds_forecast: status.forecast,
        seconds_forecast_standard_error: status.forecast.and(status.forecast_error),
        seconds_left: status.left.map(|(seconds, _)| seconds),
        seconds_left_standard_error: status.left.map(|(_, error)| error),
    }
}

fn write_text(out: &mut Output, campaign: &Campaign, status: &Status) -> Result<(), Failure> {
    let manifest = campaign.manifest();
    writeln!(out, "{}", escaped(&manifest.title))?;
    writeln!(
        out,
        "  question  {}, by {}",
        manifest.question.command(),
        manifest.engine
    )?;
    let done = grouped(status.done);
    writeln!(out, "  parts     {done} of {} done", grouped(status.parts))?;
    if status.split > 0 {
        writeln!(out, "  split     {}, not done yet", grouped(status.split))?;
    }
    for seen in status.running() {
        writeln!(out, "  running   {}", worker(seen))?;
    }
    for seen in status.lost() {
        let silent = rough(seen.silent.as_secs_f64());
        writeln!(out, "  lost      {}, silent for {silent}", worker(seen))?;
    }
    let rejected = status.rejected.iter().map(|(name, why)| match why {
        Rejected::Damaged => format!("damaged   results/{}", escaped(name)),
        Rejected::Unlisted => format!(
            "damaged   results/{}: its list is missing or incomplete",
            escaped(name)
        ),
        Rejected::Foreign => format!("foreign   results/{}: of another campaign", escaped(name)),
    });
    write_some(out, rejected)?;
    if status.repeated > 0 {
        let by_two = grouped(status.rechecked);
        let results = counted(status.repeated, "result");
        writeln!(
            out,
            "  again     {results}; {by_two} parts checked by two engines"
        )?;
    }
    let contradictions = status.contradictions.iter();
    write_some(
        out,
        contradictions.map(|said| format!("differs   {}", escaped(said))),
    )?;
    if status.so_far.solutions > BigUint::ZERO {
        let at_least = if status.is_complete() {
            ""
        } else {
            "at least "
        };
        writeln!(
            out,
            "  found     {at_least}{}",
            status.so_far.in_words(manifest.question)
        )?;
    }
    let machines = status.machines.keys().map(|name| escaped(name)).join(", ");
    if !machines.is_empty() {
        writeln!(out, "  machines  {machines}")?;
    }
    writeln!(
        out,
        "  took      {} of one thread so far",
        rough(status.seconds)
    )?;
    match status.left {
        _ if status.is_complete() => {}
        Some((left, error)) => {
            writeln!(
                out,
                "  left      {} ± {} of one thread",
                rough(left),
                rough(error)
            )?;
        }
        None => match (status.forecast.map(rough), status.forecast_error.map(rough)) {
            (None, _) => writeln!(out, "  forecast  {}", super::no_forecast::NO_FORECAST)?,
            (Some(forecast), Some(error)) => writeln!(
                out,
                "  forecast  {forecast} ± {error} of one thread in all, by random walks"
            )?,
            (Some(forecast), None) => {
                writeln!(out, "  forecast  {forecast} of one thread in all")?;
            }
        },
    }
    Ok(())
}

/// Writes the first [`MOST_LINES`] lines, then how many are left out.
fn write_some(out: &mut Output, lines: impl Iterator<Item = String>) -> Result<(), Failure> {
    let mut left: usize = 0;
    for (number, line) in lines.enumerate() {
        if number < MOST_LINES {
            writeln!(out, "  {line}")?;
        } else {
            left += 1;
        }
    }
    if left > 0 {
        writeln!(out, "            … and {} more", grouped(left))?;
    }
    Ok(())
}

fn worker(seen: &SeenWorker) -> String {
    let worker = &seen.worker;
    let parts = match worker.parts.as_slice() {
        [] => "between parts".to_owned(),
        parts => format!("at {}", parts.iter().take(4).join(", ")),
    };
    format!(
        "share {} on {}, process {}: {parts}, {} done",
        escaped(&worker.share),
        escaped(&worker.machine),
        worker.process,
        grouped(worker.done),
    )
}
