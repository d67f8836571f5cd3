//! `count`: the number of solutions, up to symmetry too.

use std::fmt;
use std::io::Write;

use itertools::Itertools;
use serde::Serialize;
use tilewright_dlx::burnside::Certificate;
use tilewright_dlx::{Distinct, Problem};

use super::{Loaded, Output, counted, grouped, load, say_incomplete};
use crate::args::{CountArgs, DataFormat};
use crate::failure::{Failure, Outcome};
use crate::orbits::{Group, Tally, tally};
use crate::restricted;
use crate::search::Interrupt;

/// The answer as JSON; the first fields are fixed by the design.
#[derive(Serialize)]
struct Answer<'a> {
    puzzle: &'a str,
    options: usize,
    items: Items,
    solutions: u128,
    distinct: u64,
    distinct_rotations: u64,
    complete: bool,
    engine: &'static str,
    seconds: f64,
    threads: u32,
    symmetries: usize,
    by_symmetry: Vec<BySymmetry<'a>>,
    restricted: &'a [String],
    certificate: Option<CertificateAnswer<'a>>,
}

#[derive(Serialize)]
struct BySymmetry<'a> {
    symmetry: &'a str,
    distinct: u64,
}

#[derive(Serialize)]
struct CertificateAnswer<'a> {
    /// The solutions that each symmetry maps to themselves, the identity first.
    fixed: &'a [u128],
    orbits: u128,
    seconds: f64,
}

/// How many items there are.
#[derive(Serialize)]
pub(super) struct Items {
    primary: usize,
    secondary: usize,
}

impl Items {
    pub(super) fn of(problem: &Problem) -> Self {
        Self {
            primary: problem.primary_count(),
            secondary: problem.secondary_count(),
        }
    }
}

impl fmt::Display for Items {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (primary, secondary) = (grouped(self.primary as u64), grouped(self.secondary as u64));
        write!(f, "{primary} primary, {secondary} secondary")
    }
}

pub(super) fn run(args: &CountArgs) -> Result<Outcome, Failure> {
    let loaded = load(&args.file, args.case.as_deref())?;
    let impossible = loaded.warn_of_plain_obstacles();
    let Loaded { puzzle, matrix, .. } = &loaded;
    let interrupt = Interrupt::listen()?;
    let group = Group::of(puzzle, matrix).map_err(anyhow::Error::new)?;
    let distinct = Distinct::new(&matrix.problem, &group.symmetries);
    let restricted = restricted::in_words(puzzle, matrix, distinct.cases());
    let tally = if impossible {
        Tally::none()
    } else {
        tally(
            puzzle,
            matrix,
            &group,
            &distinct,
            !args.no_certificate,
            &interrupt,
        )?
    };

    let mut out = Output::stdout();
    match args.format {
        DataFormat::Json => {
            let answer = Answer {
                puzzle: &puzzle.title,
                options: matrix.problem.option_count(),
                items: Items::of(&matrix.problem),
                solutions: tally.solutions,
                distinct: tally.distinct,
                distinct_rotations: tally.distinct_rotations,
                complete: tally.complete,
                engine: "links",
                seconds: tally.elapsed.as_secs_f64(),
                threads: 1,
                symmetries: group.order(),
                by_symmetry: tally
                    .by_symmetry
                    .iter()
                    .map(|(symmetry, distinct)| BySymmetry {
                        symmetry,
                        distinct: *distinct,
                    })
                    .collect(),
                restricted: &restricted,
                certificate: tally
                    .certificate
                    .as_ref()
                    .map(|certificate| CertificateAnswer {
                        fixed: &certificate.fixed,
                        orbits: certificate.orbits,
                        seconds: tally.certifying.as_secs_f64(),
                    }),
            };
            serde_json::to_writer(&mut out, &answer)?;
            writeln!(out)?;
        }
        DataFormat::Text => write_text(&mut out, &loaded, &group, &restricted, &tally)?,
    }
    out.flush()?;
    if tally.interrupted {
        if tally.complete {
            anstream::eprintln!("interrupted: the count is complete, its certificate is not");
        } else {
            say_incomplete(&counted(tally.distinct, "distinct solution"));
        }
        return Ok(Outcome::Interrupted);
    }
    Ok(if impossible {
        Outcome::No
    } else {
        Outcome::Done
    })
}

fn write_text(
    out: &mut Output,
    loaded: &Loaded,
    group: &Group,
    restricted: &[String],
    tally: &Tally,
) -> Result<(), Failure> {
    let Loaded { puzzle, matrix, .. } = loaded;
    let at_least = if tally.complete { "" } else { "at least " };
    writeln!(out, "{}", puzzle.title)?;
    writeln!(out, "  solutions    {at_least}{}", grouped(tally.solutions))?;
    if group.order() == 1 {
        writeln!(out, "  distinct     the same: the puzzle has no symmetry")?;
    } else {
        writeln!(out, "  distinct     {at_least}{}", grouped(tally.distinct))?;
        writeln!(
            out,
            "  by rotation  {at_least}{}",
            grouped(tally.distinct_rotations)
        )?;
        let by_symmetry = tally
            .by_symmetry
            .iter()
            .map(|(name, count)| format!("{} with {name}", grouped(*count)))
            .join("; ");
        if !by_symmetry.is_empty() {
            writeln!(out, "  symmetry     {by_symmetry}")?;
        }
        for words in restricted {
            writeln!(out, "  restricted   {words}")?;
        }
        if let Some(certificate) = &tally.certificate {
            writeln!(out, "  certificate  {}", burnside(certificate))?;
        }
    }
    writeln!(
        out,
        "  options      {}",
        grouped(matrix.problem.option_count() as u64)
    )?;
    writeln!(out, "  items        {}", Items::of(&matrix.problem))?;
    writeln!(
        out,
        "  engine       links, {:.2} s, certificate {:.2} s",
        tally.elapsed.as_secs_f64(),
        tally.certifying.as_secs_f64()
    )?;
    Ok(())
}

/// The certificate as a sum: `(520 + 7 × 0) / 8 = 65`; what the identity fixes
/// stands first.
fn burnside(certificate: &Certificate) -> String {
    let others = certificate.fixed.iter().skip(1).sorted().rev();
    let sum = certificate
        .fixed
        .iter()
        .take(1)
        .chain(others)
        .dedup_with_count()
        .map(|(times, fixed)| match times {
            1 => grouped(*fixed),
            times => format!("{times} × {}", grouped(*fixed)),
        })
        .join(" + ");
    format!(
        "({sum}) / {} = {}",
        certificate.fixed.len(),
        grouped(certificate.orbits)
    )
}
