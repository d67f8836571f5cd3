//! `cut`: pieces and tray for a laser cutter.

use std::io::Write;
use std::path::Path;
use std::rc::Rc;

use serde::Serialize;

use super::files::{OutputFile, numbered, outputs, thousandths, write};
use super::json_answer::{Layout, write_json};
use super::posed::to_be_made;
use super::{Inputs, Output, counted, say};
use crate::cli::args::{CutArgs, DataFormat, EndsArg, EngravingArg};
use crate::cli::failure::{Failure, Outcome};
use crate::make::fabricate::{self, Beam, CutStyle, Cuttings, Ends, Engraving, Kind, Part, Sheet};
use crate::puzzle::{Puzzle, Tray};
use crate::support::label::shown;

/// What was written, as JSON; lengths in mm, areas in mm².
#[derive(Serialize)]
struct Answer<'a> {
    puzzle: &'a str,
    unit: f64,
    kerf: f64,
    clearance: f64,
    sheet: [f64; 2],
    sheets: Vec<SheetAnswer<'a>>,
}

#[derive(Serialize)]
struct SheetAnswer<'a> {
    files: Vec<&'a Path>,
    cut_length: f64,
    /// How much of the sheet is within parts.
    used: f64,
    parts: Vec<PartAnswer<'a>>,
}

#[derive(Serialize)]
struct PartAnswer<'a> {
    kind: &'static str,
    name: &'a str,
    /// Least and greatest coordinates from the sheet's upper left corner.
    x: [f64; 2],
    y: [f64; 2],
    area: f64,
    cut_length: f64,
}

/// The formats of sheets.
#[derive(Debug, Clone, Copy)]
enum Drawing {
    Svg,
    Dxf,
}

pub(super) fn run(args: &CutArgs) -> Result<Outcome, Failure> {
    let formats = [("svg", Drawing::Svg), ("dxf", Drawing::Dxf)];
    let inputs = Rc::new(Inputs::of([("the puzzle", Some(&args.file))]));
    let outputs = outputs(&args.output, &formats, &inputs)?;
    let made = to_be_made(&args.file, args.goal.as_deref())?;
    let puzzle = made.puzzle;
    let mut style = style(args);
    if !made.has_board && style.frame.take().is_some() {
        say::note("cards have many boards, so there is no tray; `booklet` prints them");
    }
    let sheet = Sheet {
        width: args.sheet.0,
        height: args.sheet.1,
        gap: args.gap,
    };
    if style.beam.inner_radius > style.beam.radius {
        say::warn(format_args!(
            "corners that stick out, of radius {} mm, do not go into those that go in, of \
             radius {} mm",
            style.beam.radius, style.beam.inner_radius
        ));
    }
    let cuttings = fabricate::cut(&puzzle, &style, sheet).map_err(anyhow::Error::new)?;
    let mut files: Vec<OutputFile> = Vec::new();
    for (path, drawing) in outputs {
        for (index, parts) in cuttings.sheets.iter().enumerate() {
            let text = match drawing {
                Drawing::Svg => fabricate::svg(&puzzle.title, sheet, parts),
                Drawing::Dxf => fabricate::dxf(sheet, parts),
            };
            files.push(OutputFile {
                index,
                path: numbered(path, index, cuttings.sheets.len()),
                bytes: text.into_bytes(),
            });
        }
    }
    write(&files, &inputs)?;
    if style.frame.is_some() && !has_tray(&cuttings) {
        say::note("the board is a solid, so there is no tray");
    }
    let mut out = Output::stdout();
    match args.format {
        DataFormat::Text => tell(&puzzle, &style, &cuttings, &files, &mut out)?,
        DataFormat::Json => {
            write_json(
                &mut out,
                &answer(&puzzle, &style, &cuttings, &files),
                Layout::Compact,
            )?;
        }
    }
    out.flush()?;
    Ok(Outcome::Done)
}

fn has_tray(cuttings: &Cuttings) -> bool {
    let mut parts = cuttings.sheets.iter().flatten();
    parts.any(|part| part.kind == Kind::Base)
}

fn style(args: &CutArgs) -> CutStyle {
    CutStyle {
        unit: args.unit,
        clearance: args.clearance,
        beam: Beam {
            kerf: args.kerf,
            radius: args.radius,
            inner_radius: args.inner_radius,
        },
        stick_width: args.stick_width.unwrap_or(args.unit / 5.0),
        ends: match args.ends {
            EndsArg::Round => Ends::Round,
            EndsArg::Square => Ends::Square,
        },
        frame: (!args.no_tray).then_some(args.frame),
        engraving: args
            .engrave
            .iter()
            .map(|what| match what {
                EngravingArg::Names => Engraving::Names,
                EngravingArg::Cells => Engraving::Cells,
            })
            .collect(),
    }
}

/// What part of the sheet is within parts.
fn used(sheet: Sheet, parts: &[Part]) -> f64 {
    parts.iter().map(Part::area).sum::<f64>() / (sheet.width * sheet.height)
}

fn cut_length(parts: &[Part]) -> f64 {
    parts.iter().map(Part::cut_length).sum()
}

fn tell(
    puzzle: &Puzzle,
    style: &CutStyle,
    cuttings: &Cuttings,
    files: &[OutputFile],
    out: &mut Output,
) -> Result<(), Failure> {
    let sheet = cuttings.sheet;
    writeln!(out, "{}", puzzle.title)?;
    if puzzle.lattice.dimensions() == 3 {
        writeln!(
            out,
            "  stock        {unit} mm thick, as the {cells} are",
            unit = style.unit,
            cells = puzzle.lattice.table().cell_names[1]
        )?;
    }
    for (index, parts) in cuttings.sheets.iter().enumerate() {
        let (pieces, others): (Vec<&Part>, Vec<&Part>) =
            parts.iter().partition(|part| part.kind == Kind::Piece);
        let mut what: Vec<String> = others.iter().map(|part| part.name.clone()).collect();
        if !pieces.is_empty() {
            what.push(match puzzle.tray {
                Tray::Flat => counted(pieces.len(), "piece"),
                Tray::Projected { .. } => {
                    format!("{} of pieces, to be glued", counted(pieces.len(), "layer"))
                }
            });
        }
        writeln!(
            out,
            "  sheet {:<7}{} × {} mm, {:.0} % used: {}",
            index + 1,
            sheet.width,
            sheet.height,
            100.0 * used(sheet, parts),
            what.join(", ")
        )?;
        writeln!(out, "  cut          {:.0} mm", cut_length(parts))?;
        for file in files.iter().filter(|file| file.index == index) {
            writeln!(out, "  wrote        {}", shown(&file.path))?;
        }
    }
    Ok(())
}

fn answer<'a>(
    puzzle: &'a Puzzle,
    style: &CutStyle,
    cuttings: &'a Cuttings,
    files: &'a [OutputFile],
) -> Answer<'a> {
    let sheet = cuttings.sheet;
    let part = |part: &'a Part| {
        let (low, high) = part.bounds();
        PartAnswer {
            kind: part.kind.word(),
            name: &part.name,
            x: [low.x, high.x].map(thousandths),
            y: [low.y, high.y].map(thousandths),
            area: thousandths(part.area()),
            cut_length: thousandths(part.cut_length()),
        }
    };
    let sheets = cuttings.sheets.iter().enumerate();
    Answer {
        puzzle: &puzzle.title,
        unit: style.unit,
        kerf: style.beam.kerf,
        clearance: style.clearance,
        sheet: [sheet.width, sheet.height],
        sheets: sheets
            .map(|(index, parts)| SheetAnswer {
                files: files
                    .iter()
                    .filter(|file| file.index == index)
                    .map(|file| file.path.as_path())
                    .collect(),
                cut_length: thousandths(cut_length(parts)),
                used: thousandths(used(sheet, parts)),
                parts: parts.iter().map(part).collect(),
            })
            .collect(),
    }
}
