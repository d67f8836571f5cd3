//! `cut`: pieces and tray for a laser cutter.

use std::io::Write;
use std::path::Path;
use std::rc::Rc;

use serde::Serialize;

use super::files::{OutputFile, numbered, outputs, thousandths, write};
use super::json_answer::{Layout, write_json};
use super::posed::to_be_made;
use super::{Inputs, Output, counted, say};
use crate::publish::fabricate::{
    self, Beam, CutStyle, Cuttings, Ends, Engraving, GluedPiece, Kind, Lettering, Part, Sheet,
    Stocks, Turns,
};
use crate::puzzle::Puzzle;
use crate::support::label::{Label, shown};
use crate::surface::cli::args::{
    CutArgs, DataFormat, EndsArg, EngravingArg, LetteringArg, StocksArg,
};
use crate::surface::cli::failure::{Failure, Outcome};

/// What was written, as JSON; lengths in mm, areas in mm².
#[derive(Serialize)]
struct Answer<'a> {
    puzzle: &'a str,
    unit: f64,
    kerf: f64,
    clearance: f64,
    sheet: [f64; 2],
    sheets: Vec<SheetAnswer<'a>>,
    /// The pieces that are glued: the names of parts, layer by layer from below.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    glue: Vec<GlueAnswer<'a>>,
}

#[derive(Serialize)]
struct GlueAnswer<'a> {
    piece: &'a str,
    copies: u32,
    layers: &'a [Vec<String>],
}

#[derive(Serialize)]
struct SheetAnswer<'a> {
    files: Vec<&'a Path>,
    /// What the sheet is a stock for.
    #[serde(skip_serializing_if = "Option::is_none")]
    stock: Option<&'a str>,
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
    let inputs = Rc::new(Inputs::of([("the puzzle", args.file.as_ref())]));
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
                Drawing::Svg => fabricate::svg(&work.title, work.cuttings.sheet, parts),
                Drawing::Dxf => fabricate::dxf(work.cuttings.sheet, parts),
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
        say::note("the board is a solid, so there is no tray");
    }
    let mut out = Output::stdout();
    match args.format {
        DataFormat::Text => tell(&work, &files, &mut out)?,
        DataFormat::Json => write_json(&mut out, &answer(&work, &files), Layout::Compact)?,
    }
    out.flush()?;
    Ok(Outcome::Done)
}

/// What is cut.
struct Work {
    title: Label,
    /// None for a test of the kerf.
    puzzle: Option<Puzzle>,
    style: CutStyle,
    cuttings: Cuttings,
    glued: Vec<GluedPiece>,
}

/// Cuts the pieces and the tray of a puzzle.
fn of_puzzle(args: &CutArgs, path: &Path, mut style: CutStyle) -> Result<Work, Failure> {
    let made = to_be_made(path, args.goal.as_deref())?;
    let puzzle = made.puzzle;
    if !made.has_board && style.frame.take().is_some() {
        say::note("cards have many boards, so there is no tray; `booklet` prints them");
    }
    if style.beam.inner_radius > style.beam.radius {
        say::warn(format_args!(
            "corners that stick out, of radius {} mm, do not go into those that go in, of \
             radius {} mm",
            style.beam.radius, style.beam.inner_radius
        ));
    }
    let cuttings = fabricate::cut(&puzzle, &style, sheet(args)).map_err(anyhow::Error::new)?;
    let glued = fabricate::glued_pieces(&puzzle, style.glue).map_err(anyhow::Error::new)?;
    Ok(Work {
        title: puzzle.title.clone(),
        puzzle: Some(puzzle),
        style,
        cuttings,
        glued,
    })
}

/// Cuts the comb and the key.
fn of_kerf_test(args: &CutArgs, style: CutStyle) -> Result<Work, Failure> {
    let parts = fabricate::kerf_test(style.lettering);
    let cuttings = fabricate::lay(&parts, sheet(args), Turns::Quarters, TEST_STEP);
    Ok(Work {
        title: Label::escaping("Kerf test"),
        puzzle: None,
        style,
        cuttings: cuttings.map_err(anyhow::Error::new)?,
        glued: Vec::new(),
    })
}

/// How fine places on the sheet of a test are told apart, in millimetres.
const TEST_STEP: f64 = 1.0;

fn sheet(args: &CutArgs) -> Sheet {
    Sheet {
        width: args.sheet.0,
        height: args.sheet.1,
        gap: args.gap,
    }
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
        lettering: match args.lettering {
            LetteringArg::Outlines => Lettering::Outlines,
            LetteringArg::SingleStroke => Lettering::SingleStroke,
            LetteringArg::Text => Lettering::Text,
        },
        notch: args.notch,
        lid: args.lid,
        glue: args.glue,
        stocks: match args.stocks {
            StocksArg::One => Stocks::One,
            StocksArg::Parts => Stocks::ByPart,
            StocksArg::Colors => Stocks::ByColor,
        },
    }
}

/// What part of the sheet is within parts.
fn used(sheet: Sheet, parts: &[Part]) -> f64 {
    parts.iter().map(Part::area).sum::<f64>() / (sheet.width * sheet.height)
}

fn cut_length(parts: &[Part]) -> f64 {
    parts.iter().map(Part::cut_length).sum()
}

fn tell(work: &Work, files: &[OutputFile], out: &mut Output) -> Result<(), Failure> {
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
        for file in files.iter().filter(|file| file.index == index) {
            writeln!(out, "  wrote        {}", shown(&file.path))?;
        }
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
            "  read         the greatest number whose slot the key goes into is the kerf"
        )?;
    }
    Ok(())
}

/// What is on a sheet.
fn contents(parts: &[Part], is_glued: bool) -> String {
    let (pieces, others): (Vec<&Part>, Vec<&Part>) =
        parts.iter().partition(|part| part.kind == Kind::Piece);
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

fn answer<'a>(work: &'a Work, files: &'a [OutputFile]) -> Answer<'a> {
    let (style, cuttings) = (&work.style, &work.cuttings);
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
    let stock = |index| cuttings.stocks.get(index).map(String::as_str);
    Answer {
        puzzle: &work.title,
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
                stock: stock(index).filter(|stock| !stock.is_empty()),
                cut_length: thousandths(cut_length(parts)),
                used: thousandths(used(sheet, parts)),
                parts: parts.iter().map(part).collect(),
            })
            .collect(),
        glue: work
            .glued
            .iter()
            .map(|piece| GlueAnswer {
                piece: &piece.name,
                copies: piece.copies,
                layers: &piece.layers,
            })
            .collect(),
    }
}
