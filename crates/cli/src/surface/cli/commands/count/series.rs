//! `count --for n=1..12`: a series as a table, as JSON or as a b-file.

use std::io::Write;
use std::ops::ControlFlow::{Break, Continue};

use super::super::json_answer::{JsonLayout, write_json};
use super::super::kinds;
use super::counts_of;
use crate::publish::interchange::table::{Record, Value, record};
use crate::puzzle::Source;
use crate::solve::counting::CountResult;
use crate::solve::series::{Series, SeriesError};
use crate::surface::cli::args::{BFileColumn, CountArgs, DataFormat, ForArg};
use crate::surface::cli::commands::text_table::aligned;
use crate::surface::cli::commands::{Output, say};
use crate::surface::cli::failure::{Failure, Outcome};
use crate::surface::cli::signals;

pub(super) fn run(args: &CountArgs, range: &ForArg) -> Result<Outcome, Failure> {
    let source = Source::load_named(&args.file)?;
    if let Some(other) = kinds::no_puzzle(&source) {
        return Err(Failure::Diagnostic(Box::new(other), source));
    }
    let monitor = signals::listen()?.with(&args.resources);
    let series = Series {
        source: &source,
        part: args.part.part(),
        parameter: &range.name,
        values: range.least..=range.most,
        solutions_alone: args.total || args.b_file == Some(BFileColumn::Solutions),
    };
    let mut out = Output::stdout();
    let mut terms: Vec<(i64, CountResult)> = Vec::new();
    let mut failure = None;
    let ended = series.count(&monitor, |value, count| {
        if let (Some(column), true) = (args.b_file, count.complete) {
            failure = write_line(&mut out, column, value, &count).err();
        }
        terms.push((value, count));
        match &failure {
            Some(_) => Break(()),
            None => Continue(()),
        }
    });
    if let Some(failure) = failure {
        return Err(failure);
    }
    let is_last = |(value, _): &(i64, CountResult)| *value == range.most;
    let complete =
        terms.last().is_some_and(is_last) && terms.iter().all(|(_, count)| count.complete);
    if args.b_file.is_none() && !terms.is_empty() {
        match args.format {
            DataFormat::Json => {
                let answer = answer(source.name(), &range.name, &terms, complete);
                write_json(&mut out, &answer, JsonLayout::Pretty)?;
            }
            DataFormat::Text => write_table(&mut out, &range.name, &terms)?,
        }
    }
    out.flush()?;
    ended.map_err(|error| match error {
        SeriesError::File {
            diagnostic,
            source_text,
        } => Failure::Diagnostic(diagnostic, *source_text),
        SeriesError::Count(error) => error.into(),
    })?;
    if !complete {
        say::interrupted("the series is incomplete");
        return Ok(Outcome::Interrupted);
    }
    Ok(Outcome::Done)
}

/// Writes a line of a b-file (the index and the number) if the number is exact.
fn write_line(
    out: &mut Output,
    column: BFileColumn,
    value: i64,
    count: &CountResult,
) -> Result<(), Failure> {
    let number = match column {
        BFileColumn::Solutions => &count.solutions,
        BFileColumn::Distinct => &count.distinct,
    };
    if let Some(number) = number.exact() {
        writeln!(out, "{value} {number}")?;
        out.flush()?;
    }
    Ok(())
}

fn write_table(out: &mut Output, name: &str, terms: &[(i64, CountResult)]) -> Result<(), Failure> {
    let row = |(value, count): &(i64, CountResult)| {
        let text = |known: &crate::solve::counting::Known<num_bigint::BigUint>| {
            let known = known.to_string();
            if known.is_empty() {
                "?".to_owned()
            } else {
                known
            }
        };
        [
            value.to_string(),
            text(&count.solutions),
            text(&count.distinct),
            text(&count.distinct_rotations),
        ]
    };
    let head = [name, "solutions", "distinct", "by rotation"].map(str::to_owned);
    let alone = terms
        .iter()
        .all(|(_, count)| count.distinct.value().is_none());
    let rows: Vec<[String; 4]> = std::iter::once(head).chain(terms.iter().map(row)).collect();
    let columns = if alone { 2 } else { 4 };
    let rows: Vec<&[String]> = rows.iter().map(|row| &row[..columns]).collect();
    for line in aligned(&rows, columns) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn answer(file: &str, parameter: &str, terms: &[(i64, CountResult)], complete: bool) -> Record {
    let terms = terms.iter().map(|(value, count)| {
        record! { value: *value, ..counts_of(count), seconds: count.elapsed.as_secs_f64() }
    });
    record! {
        file: file,
        parameter: parameter,
        terms: terms.collect::<Value>(),
        complete: complete,
    }
}
