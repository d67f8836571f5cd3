//! What `count` prints as text.

use std::io::Write;

use itertools::Itertools;
use num_bigint::BigUint;
use tilewright_dlx::burnside::Certificate;

use super::items::ItemCounts;
use crate::cover::Instance;
use crate::cover::conditions::Means;
use crate::cover::orbits::PuzzleSymmetry;
use crate::puzzle::{Condition, Puzzle};
use crate::solve::counting::{CountResult, Known};
use crate::surface::cli::commands::{Output, grouped};
use crate::surface::cli::failure::Failure;

/// The symmetry group up to which distinct solutions are counted.
pub(in crate::surface::cli::commands) struct DividedBy {
    pub(super) order: BigUint,
    pub(super) has_idle_symmetries: bool,
}

impl From<&PuzzleSymmetry> for DividedBy {
    fn from(group: &PuzzleSymmetry) -> Self {
        Self {
            order: group.order().into(),
            has_idle_symmetries: group.has_idle_symmetries(),
        }
    }
}

/// The conditions of a puzzle, and how each is enforced.
pub(super) fn conditions(puzzle: &Puzzle) -> impl Iterator<Item = (&Condition, Means)> {
    let conditions = puzzle.conditions.iter();
    conditions.map(|condition| (condition, Means::of(puzzle, condition)))
}

/// Writes the answer as text. `details` are the restrictions of the search, in words. They are followed by the
/// items and the engine. All of this interests only readers who know exact covers; `None` leaves it out.
pub(in crate::surface::cli::commands) fn write_text(
    out: &mut Output,
    instance: &Instance,
    by: &DividedBy,
    details: Option<&[String]>,
    count: &CountResult,
) -> Result<(), Failure> {
    let puzzle = instance.puzzle();
    writeln!(out, "{}", puzzle.title)?;
    writeln!(out, "  solutions    {}", count.solutions)?;
    let is_none = count.solutions.exact() == Some(&BigUint::ZERO);
    if count.distinct != Known::Unknown && !is_none {
        write_distinct(out, by, count)?;
    }
    if let Some(certified) = &count.certificate {
        let sum = burnside(&certified.burnside);
        writeln!(out, "  certificate  {sum}, by {}", certified.engine)?;
    }
    let conditions: Vec<String> = conditions(puzzle)
        .map(|(condition, means)| format!("{condition} ({})", means.in_words()))
        .collect();
    if !conditions.is_empty() {
        writeln!(out, "  conditions   {}", conditions.join("; "))?;
    }
    if !puzzle.restrictions.is_empty() {
        writeln!(out, "  restricted   by `restrict` in the file")?;
    }
    let Some(restricted) = details else {
        return Ok(());
    };
    for words in restricted {
        writeln!(out, "  searched     {words}")?;
    }
    let options = instance.problem().option_count();
    writeln!(out, "  placements   {}", grouped(options))?;
    writeln!(out, "  items        {}", ItemCounts::of(instance.problem()))?;
    if let Some(engine) = count.engine {
        writeln!(out, "  engine       {engine}")?;
    }
    Ok(())
}

/// Writes the numbers of distinct solutions and their symmetries.
fn write_distinct(out: &mut Output, by: &DividedBy, count: &CountResult) -> Result<(), Failure> {
    if by.order == BigUint::from(1_u32) {
        let why = if by.has_idle_symmetries {
            "no symmetry of the puzzle moves a placement"
        } else {
            "the puzzle has no symmetry"
        };
        return Ok(writeln!(out, "  distinct     the same: {why}")?);
    }
    writeln!(out, "  distinct     {}", count.distinct)?;
    writeln!(
        out,
        "  by rotation  {}, if mirror images count as different",
        count.distinct_rotations
    )?;
    let by_symmetry = count
        .by_symmetry
        .iter()
        .map(|(name, count)| {
            let has = if *count == BigUint::from(1_u32) {
                "has"
            } else {
                "have"
            };
            format!("{} {has} {name}", grouped(count))
        })
        .join("; ");
    if !by_symmetry.is_empty() {
        let so_far = if count.distinct.is_exact() {
            ""
        } else {
            ", so far"
        };
        writeln!(out, "  symmetry     {by_symmetry}{so_far}")?;
    }
    Ok(())
}

/// The certificate as a sum: `(520 + 7 × 0) / 8 = 65`. The first term is the number of solutions
/// that the identity fixes: all.
fn burnside(certificate: &Certificate) -> String {
    if certificate.fixed.len() == 1 {
        return grouped(&certificate.orbits);
    }
    let others = certificate.fixed.iter().skip(1).sorted().rev();
    let sum = certificate
        .fixed
        .iter()
        .take(1)
        .chain(others)
        .dedup_with_count()
        .map(|(times, fixed)| match times {
            1 => grouped(fixed),
            times => format!("{times} × {}", grouped(fixed)),
        })
        .join(" + ");
    format!(
        "({sum}) / {} = {}",
        certificate.fixed.len(),
        grouped(&certificate.orbits)
    )
}
