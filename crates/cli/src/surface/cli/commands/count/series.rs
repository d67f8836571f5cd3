//! `count --for n=1..12`: a series, as a table, as JSON, as a b-file.

use std::io::Write;
use std::ops::ControlFlow::{Break, Continue};

use serde::Serialize;

use super::super::json_answer::{Layout, write_json};
use super::super::kinds;
use super::States;
use crate::puzzle::Source;
use crate::solve::counting::Count;
use crate::solve::resources::Resources;
use crate::solve::series::{Series, SeriesError};
use crate::surface::cli::args::{BFileColumn, CountArgs, DataFormat, ForArg};
use crate::surface::cli::commands::number::Whole;
use crate::surface::cli::commands::{Output, say};
use crate::surface::cli::failure::{Failure, Outcome};
use crate::surface::cli::signals;

/// The answer as JSON.
#[derive(Serialize)]
struct Answer<'a> {
    file: &'a str,
    parameter: &'a str,
    terms: Vec<TermAnswer<'a>>,
    complete: bool,
}

#[derive(Serialize)]
struct TermAnswer<'a> {
    value: i64,
    solutions: Option<Whole<'a>>,
    distinct: Option<Whole<'a>>,
    distinct_rotations: Option<Whole<'a>>,
    states: States,
    seconds: f64,
}

pub(super) fn run(args: &CountArgs, asked: &ForArg) -> Result<Outcome, Failure> {
    let source = Source::load_named(&args.file)?;
    if let Some(other) = kinds::no_puzzle(&source) {
        return Err(Failure::Diagnostic(Box::new(other), source));
    }
    let monitor = signals::listen()?;
    let resources = Resources::from(&args.resources);
    let series = Series {
        source: &source,
        part: args.part.part(),
        parameter: &asked.name,
        values: asked.least..=asked.most,
        solutions_alone: args.total || args.b_file == Some(BFileColumn::Solutions),
    };
    let mut out = Output::stdout();
    let mut terms: Vec<(i64, Count)> = Vec::new();
    let mut failure = None;
    let ended = series.count(&resources, &monitor, |value, count| {
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
    let is_last = |(value, _): &(i64, Count)| *value == asked.most;
    let complete =
        terms.last().is_some_and(is_last) && terms.iter().all(|(_, count)| count.complete);
    if args.b_file.is_none() && !terms.is_empty() {
        match args.format {
            DataFormat::Json => {
                let answer = answer(source.name(), &asked.name, &terms, complete);
                write_json(&mut out, &answer, Layout::Pretty)?;
            }
            DataFormat::Text => write_table(&mut out, &asked.name, &terms)?,
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
        say::interrupted("the series goes on");
        return Ok(Outcome::Interrupted);
    }
    Ok(Outcome::Done)
}

/// A line of a b-file: the index and the number.
fn write_line(
    out: &mut Output,
    column: BFileColumn,
    value: i64,
    count: &Count,
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

fn write_table(out: &mut Output, name: &str, terms: &[(i64, Count)]) -> Result<(), Failure> {
    let row = |(value, count): &(i64, Count)| {
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
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for row in &rows {
        let cells = row.iter().zip(&widths);
        let cells: Vec<String> = cells
            .map(|(cell, &width)| format!("{cell:>width$}"))
            .collect();
        writeln!(out, "{}", cells.join("  "))?;
    }
    Ok(())
}

fn answer<'a>(
    file: &'a str,
    parameter: &'a str,
    terms: &'a [(i64, Count)],
    complete: bool,
) -> Answer<'a> {
    let term = |(value, count): &'a (i64, Count)| TermAnswer {
        value: *value,
        solutions: Whole::known(&count.solutions),
        distinct: Whole::known(&count.distinct),
        distinct_rotations: Whole::known(&count.distinct_rotations),
        states: States::of(&count.solutions, &count.distinct, &count.distinct_rotations),
        seconds: count.elapsed.as_secs_f64(),
    };
    Answer {
        file,
        parameter,
        terms: terms.iter().map(term).collect(),
        complete,
    }
}
