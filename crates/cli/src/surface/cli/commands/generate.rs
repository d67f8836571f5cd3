//! `generate`: lists the polyforms of a given size.

use std::fmt::Write as _;
use std::io::Write;

use itertools::Itertools;
use tilewright_geometry::{
    Lattice, NamedPolyform, PolyformCount, Sides, count_until, family_name, named_polyforms,
};

use super::background::{interruptible, with_progress};
use super::json_answer::{JsonLayout, write_json};
use super::{Output, counted, grouped, say};
use crate::picture::drawing::{Style, polyforms, svg};
use crate::picture::render;
use crate::publish::interchange::table::{Record, Value, record};
use crate::solve::search::WorkKind;
use crate::surface::cli::args::{GenerateArgs, GenerateFormat, SidesArg};
use crate::surface::cli::failure::{Failure, Outcome};
use crate::surface::cli::signals;

/// The width of the text in columns.
const WIDTH: usize = 80;

/// The edge of a cell in a picture, in millimetres.
const CELL: f64 = 6.0;
/// The width of a row of polyforms in a picture, in millimetres.
const LINE: f64 = 180.0;

pub(super) fn run(args: &GenerateArgs) -> Result<Outcome, Failure> {
    let lattice = args.family.lattice();
    let sides = match args.sides {
        None => lattice.default_sides(),
        Some(SidesArg::Free) => Sides::Free,
        Some(SidesArg::OneSided) => Sides::OneSided,
        Some(SidesArg::Fixed) => Sides::Fixed,
    };
    let family = family_name(lattice, args.size);
    let monitor = signals::listen()?;
    if args.count {
        let counted = with_progress(&monitor, WorkKind::Busy("counting"), |_| {
            count_until(lattice, args.size, sides, &|| monitor.is_set())
        });
        return print_count(args, sides, counted?);
    }

    let listing = Some(WorkKind::Busy("listing"));
    let text = interruptible(&monitor, listing, || {
        let named = named_polyforms(lattice, args.size, sides)?;
        listed(args, lattice, sides, &family, &named)
    })?;
    let mut out = Output::stdout();
    out.write_all(&text)?;
    out.flush()?;
    Ok(Outcome::Done)
}

/// The polyforms in the requested format.
fn listed(
    args: &GenerateArgs,
    lattice: Lattice,
    sides: Sides,
    family: &str,
    named: &[NamedPolyform],
) -> Result<Vec<u8>, Failure> {
    let mut out = Vec::new();
    match args.format {
        GenerateFormat::Text => {
            let count = grouped(named.len() as u64);
            writeln!(out, "{count} {} {family}", sides.word())?;
            let picture = |named: &NamedPolyform| {
                let cells = named.polyform.cells();
                let picture = render::polyform(lattice, cells, "", None, false);
                format!("{}\n{picture}", named.name)
            };
            let pictures = named.iter().map(picture).collect_vec();
            writeln!(out, "{}", render::side_by_side(&pictures, WIDTH).trim_end())?;
        }
        GenerateFormat::Svg => {
            let style = Style::default().with_cell(CELL);
            let title = format!("{} {family}", sides.word());
            let picture = polyforms(&title, lattice, named, LINE, style);
            write!(out, "{}", svg::file(&picture))?;
        }
        GenerateFormat::Ron => {
            for named in named {
                writeln!(out, "{}", entry(lattice, named, sides))?;
            }
        }
        GenerateFormat::Json => {
            let polyforms = named.iter().map(|named| answer_of(lattice, named));
            let answer = record! {
                family: family,
                size: args.size,
                sides: sides.word(),
                count: named.len(),
                complete: true,
                polyforms: polyforms.collect::<Value>(),
            };
            write_json(&mut out, &answer, JsonLayout::Compact)?;
        }
    }
    Ok(out)
}

fn answer_of(lattice: Lattice, named: &NamedPolyform) -> Record {
    let cells = named.polyform.cells().iter();
    let cells = cells.map(|cell| lattice.coordinates(*cell).to_vec());
    record! { name: &named.name, cells: cells.collect::<Value>() }
}

/// Prints the number of polyforms, or a lower bound if counting was interrupted.
fn print_count(
    args: &GenerateArgs,
    sides: Sides,
    PolyformCount { forms, complete }: PolyformCount,
) -> Result<Outcome, Failure> {
    let family = family_name(args.family.lattice(), args.size);
    let mut out = Output::stdout();
    match args.format {
        GenerateFormat::Json => {
            let answer = record! {
                family: &family,
                size: args.size,
                sides: sides.word(),
                count: forms,
                complete: complete,
            };
            write_json(&mut out, &answer, JsonLayout::Compact)?;
        }
        GenerateFormat::Text | GenerateFormat::Ron | GenerateFormat::Svg => {
            let least = if complete { "" } else { "at least " };
            writeln!(out, "{least}{forms}")?;
        }
    }
    out.flush()?;
    if complete {
        return Ok(Outcome::Done);
    }
    say::incomplete(&counted(forms, "polyform"));
    Ok(Outcome::Interrupted)
}

/// An entry for the field `pieces` of a puzzle file, which reads back as the same polyform.
fn entry(lattice: Lattice, named: &NamedPolyform, sides: Sides) -> String {
    let cells = named
        .polyform
        .cells()
        .iter()
        .map(|cell| format!("({})", lattice.coordinates(*cell).iter().join(", ")))
        .join(", ");
    let mut entry = format!("Piece(name: {:?}, cells: Cells([{cells}])", named.name);
    if sides != lattice.default_sides() {
        let _ = write!(entry, ", sides: {}", sides.name());
    }
    entry.push_str("),");
    entry
}
