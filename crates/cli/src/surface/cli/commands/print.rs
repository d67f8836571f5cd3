//! `print`: writes pieces and tray for a 3-D printer.

use std::io::Write;

use super::challenge_input::to_be_made;
use super::files::{
    OutputFile, files_of, named, numbered, outputs, thousandths, write, write_names,
};
use super::json_answer::{JsonLayout, print_answer};
use super::target::marked;
use super::{Inputs, Output, counted, say};
use crate::picture::palette::INK;
use crate::publish::fabricate::{
    self, CellForm, FabricateError, MaterialSheet, Mesh, Object, Placing, Plate, PrintStyle, Solid,
    TraySize,
};
use crate::publish::interchange::table::{Record, Value, record};
use crate::puzzle::Puzzle;
use crate::support::format::grouped;
use crate::surface::cli::args::{PrintArgs, ShapeArg};
use crate::surface::cli::failure::{Failure, Outcome};

/// The step of the grid on which pieces are placed on a plate, in cells.
const STEP: f64 = 0.05;

#[derive(Debug, Clone, Copy)]
enum SolidFormat {
    Stl,
    ThreeMf,
}

pub(super) fn run(args: &PrintArgs) -> Result<Outcome, Failure> {
    let formats = [("stl", SolidFormat::Stl), ("3mf", SolidFormat::ThreeMf)];
    let inputs = Inputs::of([("the puzzle", Some(&args.file))]);
    let outputs = outputs(&args.output, &formats, &inputs)?;
    let made = to_be_made(&args.file, args.goal.as_deref())?;
    let puzzle = made.puzzle;
    let style = style(args, puzzle.lattice.table().drawing.round);
    let solids = fabricate::solids(&puzzle, &style)?;
    let plates = plates(args, &solids)?;
    let tray = if args.tray && made.has_board {
        tray(args, &puzzle, &style)?
    } else {
        if args.tray {
            say::note("cards have many boards, so there is no tray");
        }
        None
    };
    let mut files: Vec<OutputFile> = Vec::new();
    for &(path, model) in &outputs {
        let names = if args.each {
            let solids = solids.iter();
            named(
                path,
                solids.map(|solid| puzzle.piece(solid.piece).name.as_str()),
            )
        } else {
            let number = |index| numbered(path, index, plates.len());
            (0..plates.len()).map(number).collect()
        };
        for (index, (plate, path)) in plates.iter().zip(names).enumerate() {
            let title = match plate.as_slice() {
                [(solid, _)] if args.each => &puzzle.piece(solids[*solid].piece).name,
                _ => &puzzle.title,
            };
            let bytes = bytes(title, &puzzle, &solids, plate, model)?;
            files.push(OutputFile { index, path, bytes });
        }
    }
    if let Some(mesh) = &tray {
        for (path, model) in &outputs {
            files.push(OutputFile {
                index: plates.len(),
                path: marked(path, "tray"),
                bytes: tray_bytes(&puzzle.title, mesh, *model)?,
            });
        }
    }
    write(&files, &inputs)?;
    let report = PrintReport {
        tray: tray.as_ref(),
        args,
        puzzle: &puzzle,
        solids: &solids,
        plates: &plates,
        files: &files,
    };
    let as_json = || report.answer();
    print_answer(args.format, JsonLayout::Compact, as_json, |out| {
        report.write_text(out)
    })?;
    Ok(Outcome::Done)
}

/// The style that the options describe. Pieces of balls stay balls whatever `--shape` says.
fn style(args: &PrintArgs, round: bool) -> PrintStyle {
    let default = PrintStyle::of_unit(args.unit);
    PrintStyle {
        unit: args.unit,
        clearance: args.clearance,
        shape: match args.shape {
            ShapeArg::Blocks if !round => CellForm::Blocks,
            ShapeArg::Blocks | ShapeArg::Balls => CellForm::Balls {
                neck: args.neck,
                resolution: args.resolution,
            },
        },
        thickness: args.thickness.unwrap_or(default.thickness),
        radius: args.radius,
        stick_width: args.stick_width.unwrap_or(default.stick_width),
        ends: args.ends.into(),
        inlay: args.inlay,
    }
}

/// Lays the pieces out on plates. With `--each`, one copy of each piece gets its own plate.
fn plates(args: &PrintArgs, solids: &[Solid]) -> Result<Vec<Plate>, Failure> {
    if args.each {
        let alone = |index| vec![(index, Placing::default())];
        return Ok((0..solids.len()).map(alone).collect());
    }
    let bed = MaterialSheet {
        width: args.bed.0,
        height: args.bed.1,
        gap: args.gap,
    };
    let plates = fabricate::plates(solids, bed, STEP * args.unit);
    Ok(plates?)
}

/// The tray; `None`, with a note, if the board is a solid.
///
/// # Errors
///
/// The tray does not fit on the bed.
fn tray(args: &PrintArgs, puzzle: &Puzzle, style: &PrintStyle) -> Result<Option<Mesh>, Failure> {
    let size = TraySize {
        rim: args.rim,
        floor: args.floor,
        letters: args.letter_depth,
    };
    let tray = fabricate::printed_tray(puzzle, style, size)?;
    let Some(mesh) = tray else {
        say::note("the board is three-dimensional, so there is no tray");
        return Ok(None);
    };
    let [width, depth, _] = mesh.size();
    let room = (args.bed.0 - 2.0 * args.gap, args.bed.1 - 2.0 * args.gap);
    let fits = |width: f64, depth: f64| width <= room.0 && depth <= room.1;
    if !args.each && !fits(width, depth) && !fits(depth, width) {
        let error = FabricateError::TooLarge {
            part: "tray".to_owned(),
            width,
            height: depth,
            sheet: (args.bed.0, args.bed.1),
            gap: args.gap,
        };
        return Err(error.into());
    }
    Ok(Some(mesh))
}

fn tray_bytes(title: &str, mesh: &Mesh, model: SolidFormat) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    match model {
        SolidFormat::Stl => fabricate::stl(title, &[(mesh, Placing::default())], &mut bytes)?,
        SolidFormat::ThreeMf => {
            let tray = Object {
                name: "tray",
                color: INK,
                mesh,
                inlays: Vec::new(),
                placings: vec![Placing::default()],
            };
            fabricate::threemf(title, &[tray], &mut bytes)?;
        }
    }
    Ok(bytes)
}

/// The contents of a plate's file.
fn bytes(
    title: &str,
    puzzle: &Puzzle,
    solids: &[Solid],
    plate: &Plate,
    model: SolidFormat,
) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    match model {
        SolidFormat::Stl => {
            let meshes: Vec<_> = plate
                .iter()
                .map(|&(solid, placing)| (&solids[solid].mesh, placing))
                .collect();
            fabricate::stl(title, &meshes, &mut bytes)?;
        }
        SolidFormat::ThreeMf => {
            let objects = fabricate::plate_objects(puzzle, solids, plate);
            fabricate::threemf(title, &objects, &mut bytes)?;
        }
    }
    Ok(bytes)
}

/// The solids, plates and files that were made.
struct PrintReport<'a> {
    args: &'a PrintArgs,
    puzzle: &'a Puzzle,
    solids: &'a [Solid],
    plates: &'a [Plate],
    files: &'a [OutputFile],
    tray: Option<&'a Mesh>,
}

impl PrintReport<'_> {
    fn write_text(&self, out: &mut Output) -> Result<(), Failure> {
        let copies = |solid: &Solid| f64::from(solid.copies);
        let volumes = self.solids.iter().map(|s| s.volume() * copies(s));
        writeln!(out, "{}", self.puzzle.title)?;
        writeln!(
            out,
            "  volume       {:.1} cm³",
            volumes.sum::<f64>() / 1000.0
        )?;
        for (index, plate) in self.plates.iter().enumerate() {
            let meshes = plate.iter().map(|&(solid, _)| &self.solids[solid]);
            let triangles: usize = meshes.clone().map(|s| s.mesh.triangles.len()).sum();
            let height = meshes.clone().map(|s| s.mesh.size()[2]).fold(0.0, f64::max);
            if let (true, Some(solid)) = (self.args.each, meshes.clone().next()) {
                let name = &self.puzzle.piece(solid.piece).name;
                write!(out, "  {name:<13}{}, ", counted(solid.copies, "time"))?;
            } else {
                let pieces = counted(plate.len(), "piece");
                write!(out, "  plate {:<7}{pieces}, ", index + 1)?;
            }
            let triangles = grouped(triangles);
            writeln!(
                out,
                "{} mm high, {triangles} triangles",
                thousandths(height)
            )?;
            write_names(self.files, index, out)?;
        }
        if let Some(tray) = self.tray {
            let [width, depth, height] = tray.size().map(thousandths);
            let triangles = grouped(tray.triangles.len());
            writeln!(
                out,
                "  tray         {width} × {depth} × {height} mm, {triangles} triangles"
            )?;
            write_names(self.files, self.plates.len(), out)?;
        }
        Ok(())
    }

    fn answer(&self) -> Record {
        let name = |solid: &Solid| self.puzzle.piece(solid.piece).name.as_str();
        let pieces = self.solids.iter().map(|solid| {
            record! {
                piece: name(solid),
                copies: solid.copies,
                size: solid.mesh.size().map(thousandths),
                volume: thousandths(solid.volume()),
                triangles: solid.mesh.triangles.len(),
            }
        });
        let plates = self.plates.iter().enumerate().map(|(index, plate)| {
            let pieces = plate.iter().map(|&(solid, _)| name(&self.solids[solid]));
            record! { files: files_of(self.files, index), pieces: pieces.collect::<Value>() }
        });
        let tray = self.tray.map(|tray| {
            record! {
                files: files_of(self.files, self.plates.len()),
                size: tray.size().map(thousandths),
                volume: thousandths(tray.volume()),
                triangles: tray.triangles.len(),
            }
        });
        record! {
            puzzle: &self.puzzle.title,
            unit: self.args.unit,
            clearance: self.args.clearance,
            pieces: pieces.collect::<Value>(),
            plates: plates.collect::<Value>(),
            tray?: tray,
        }
    }
}
