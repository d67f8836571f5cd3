//! `cut`: pieces and tray for a laser cutter.

use std::io::Write;
use std::path::Path;

use super::challenge_input::to_be_made;
use super::files::{OutputFile, files_of, numbered, outputs, thousandths, write, write_names};
use super::json_answer::{JsonLayout, print_answer};
use super::{Inputs, Output, counted, say};
use crate::publish::fabricate::{
    self, Beam, CutPart, CutStyle, Cuttings, GluedPiece, MaterialSheet, PartKind, PartTurns,
};
use crate::publish::interchange::table::{Record, Value, record};
use crate::puzzle::Puzzle;
use crate::support::label::Label;
use crate::surface::cli::args::CutArgs;
use crate::surface::cli::failure::{Failure, Outcome};

#[derive(Debug, Clone, Copy)]
enum SheetFormat {
    Svg,
    Dxf,
}

pub(super) fn run(args: &CutArgs) -> Result<Outcome, Failure> {
    let formats = [("svg", SheetFormat::Svg), ("dxf", SheetFormat::Dxf)];
    let inputs = Inputs::of([("the puzzle", args.file.as_ref())]);
    let outputs = outputs(&args.output, &formats, &inputs)?;
    let style = style(args);
    let work = match &args.file {
        Some(path) => of_puzzle(args, path, style)?,
        None => of_kerf_test(args, style)?,
    };
    let sheets = &work.cuttings.sheets;
    let mut files: Vec<OutputFile> = Vec::new();
    for (path, drawing) in outputs {
        for (index, parts) in sheets.iter().enumerate() {
            let text = match drawing {
                SheetFormat::Svg => fabricate::svg(&work.title, work.cuttings.sheet, parts),
                SheetFormat::Dxf => fabricate::dxf(work.cuttings.sheet, parts),
            };
            files.push(OutputFile {
                index,
                path: numbered(path, index, sheets.len()),
                bytes: text.into_bytes(),
            });
        }
    }
    write(&files, &inputs)?;
    if work.puzzle.is_some() && work.style.frame.is_some() && !has_tray(&work.cuttings) {
        say::note("the board is three-dimensional, so there is no tray");
    }
    let as_json = || answer(&work, &files);
    print_answer(args.format, JsonLayout::Compact, as_json, |out| {
        write_text(&work, &files, out)
    })?;
    Ok(Outcome::Done)
}

/// The parts on their sheets, and the other data of the answer.
struct CutWork {
    title: Label,
    /// The puzzle; `None` for a kerf test.
    puzzle: Option<Puzzle>,
    style: CutStyle,
    cuttings: Cuttings,
    glued: Vec<GluedPiece>,
}

/// Cuts the pieces and the tray of a puzzle.
fn of_puzzle(args: &CutArgs, path: &Path, mut style: CutStyle) -> Result<CutWork, Failure> {
    let made = to_be_made(path, args.goal.as_deref())?;
    let puzzle = made.puzzle;
    if !made.has_board && style.frame.take().is_some() {
        say::note("cards have many boards, so there is no tray; `booklet` prints them");
    }
    if style.beam.inner_radius > style.beam.radius {
        say::warn(format_args!(
            "outer corners of radius {} mm do not fit into inner corners of radius {} mm",
            style.beam.radius, style.beam.inner_radius
        ));
    }
    let cuttings = fabricate::cut(&puzzle, &style, sheet(args))?;
    let glued = fabricate::glued_pieces(&puzzle, style.glue)?;
    Ok(CutWork {
        title: puzzle.title.clone(),
        puzzle: Some(puzzle),
        style,
        cuttings,
        glued,
    })
}

/// Lays out the kerf test: the comb and the key.
fn of_kerf_test(args: &CutArgs, style: CutStyle) -> Result<CutWork, Failure> {
    let parts = fabricate::kerf_test(style.lettering);
    let cuttings = fabricate::lay(&parts, sheet(args), PartTurns::Quarters, TEST_STEP);
    Ok(CutWork {
        title: Label::escaping("Kerf test"),
        puzzle: None,
        style,
        cuttings: cuttings?,
        glued: Vec::new(),
    })
}

/// The step of the grid on which the parts of a kerf test are placed, in millimetres.
const TEST_STEP: f64 = 1.0;

fn sheet(args: &CutArgs) -> MaterialSheet {
    MaterialSheet {
        width: args.sheet.0,
        height: args.sheet.1,
        gap: args.gap,
    }
}

fn has_tray(cuttings: &Cuttings) -> bool {
    let mut parts = cuttings.sheets.iter().flatten();
    parts.any(|part| part.kind == PartKind::Base)
}

fn style(args: &CutArgs) -> CutStyle {
    let default = CutStyle::of_unit(args.unit);
    CutStyle {
        unit: args.unit,
        clearance: args.clearance,
        beam: Beam {
            kerf: args.kerf,
            radius: args.radius,
            inner_radius: args.inner_radius,
        },
        stick_width: args.stick_width.unwrap_or(default.stick_width),
        ends: args.ends.into(),
        frame: (!args.no_tray).then_some(args.frame),
        engraving: args.engrave.iter().map(|what| (*what).into()).collect(),
        lettering: args.lettering.into(),
        notch: args.notch,
        lid: args.lid,
        glue: args.glue,
        stocks: args.stocks.into(),
    }
}

/// The fraction of the sheet's area that is within parts.
fn used(sheet: MaterialSheet, parts: &[CutPart]) -> f64 {
    parts.iter().map(CutPart::area).sum::<f64>() / (sheet.width * sheet.height)
}

fn cut_length(parts: &[CutPart]) -> f64 {
    parts.iter().map(CutPart::cut_length).sum()
}

fn write_text(work: &CutWork, files: &[OutputFile], out: &mut Output) -> Result<(), Failure> {
    let (style, cuttings) = (&work.style, &work.cuttings);
    let sheet = cuttings.sheet;
    writeln!(out, "{}", work.title)?;
    if let Some(puzzle) = &work.puzzle
        && puzzle.lattice.dimensions() == 3
    {
        writeln!(
            out,
            "  stock        {unit} mm thick, as the {cells} are",
            unit = style.unit,
            cells = puzzle.lattice.table().cell_names[1]
        )?;
    }
    for (index, parts) in cuttings.sheets.iter().enumerate() {
        writeln!(
            out,
            "  sheet {:<7}{} × {} mm, {:.0} % used: {}",
            index + 1,
            sheet.width,
            sheet.height,
            100.0 * used(sheet, parts),
            contents(parts, !work.glued.is_empty()),
        )?;
        if let Some(stock) = cuttings.stocks.get(index).filter(|stock| !stock.is_empty()) {
            writeln!(out, "  of           {stock}")?;
        }
        writeln!(out, "  cut          {:.0} mm", cut_length(parts))?;
        write_names(files, index, out)?;
    }
    for piece in &work.glued {
        let layers: Vec<String> = piece
            .layers
            .iter()
            .map(|parts| parts.join(" and "))
            .collect();
        let times = match piece.copies {
            1 => String::new(),
            copies => format!(" ({})", counted(copies, "time")),
        };
        writeln!(
            out,
            "  glue         {}{times}: {}",
            piece.name,
            layers.join(" < ")
        )?;
    }
    if !work.glued.is_empty() {
        writeln!(
            out,
            "               each layer on the one before it, face on face"
        )?;
    }
    if work.puzzle.is_none() {
        writeln!(
            out,
            "  read         the kerf is the greatest number whose slot the key fits"
        )?;
    }
    Ok(())
}

/// The contents of a sheet, in words.
fn contents(parts: &[CutPart], is_glued: bool) -> String {
    let (pieces, others): (Vec<&CutPart>, Vec<&CutPart>) =
        parts.iter().partition(|part| part.kind == PartKind::Piece);
    let mut what: Vec<String> = others.iter().map(|part| part.name.clone()).collect();
    if !pieces.is_empty() {
        what.push(if is_glued {
            format!("{} of pieces, to be glued", counted(pieces.len(), "layer"))
        } else {
            counted(pieces.len(), "piece")
        });
    }
    what.join(", ")
}

fn answer(work: &CutWork, files: &[OutputFile]) -> Record {
    let (style, cuttings) = (&work.style, &work.cuttings);
    let sheet = cuttings.sheet;
    let part = |part: &CutPart| {
        let (low, high) = part.bounds();
        record! {
            kind: part.kind.word(),
            name: &part.name,
            x: [low.x, high.x].map(thousandths),
            y: [low.y, high.y].map(thousandths),
            area: thousandths(part.area()),
            cut_length: thousandths(part.cut_length()),
        }
    };
    let stock = |index: usize| cuttings.stocks.get(index).filter(|stock| !stock.is_empty());
    let sheets = cuttings.sheets.iter().enumerate().map(|(index, parts)| {
        record! {
            files: files_of(files, index),
            stock?: stock(index),
            cut_length: thousandths(cut_length(parts)),
            used: thousandths(used(sheet, parts)),
            parts: parts.iter().map(part).collect::<Value>(),
        }
    });
    let glue = work.glued.iter().map(|piece| {
        let layers = piece.layers.iter();
        record! {
            piece: &piece.name,
            copies: piece.copies,
            layers: layers.map(Value::from_iter).collect::<Value>(),
        }
    });
    record! {
        puzzle: &work.title,
        unit: style.unit,
        kerf: style.beam.kerf,
        clearance: style.clearance,
        sheet: [sheet.width, sheet.height],
        sheets: sheets.collect::<Value>(),
        glue?: glue.collect::<Value>().unless_empty(),
    }
}
