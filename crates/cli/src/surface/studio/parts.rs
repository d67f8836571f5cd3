//! Parts of a puzzle for a laser cutter and a 3-D printer, with the lengths that the user chose in a form.

use serde::Deserialize;

use super::download_error::DownloadError;
use crate::publish::fabricate::{self, Beam, CutStyle, FabricateError, MaterialSheet, PrintStyle};
use crate::puzzle::Puzzle;

/// The largest sheet or printer bed that is tried, in millimetres.
const LARGEST: f64 = 20_000.0;

/// The greatest length in a form, in millimetres.
const LONGEST: f64 = 10_000.0;

/// The settings for a laser cutter, in millimetres; `None` for the default.
#[derive(Debug, Clone, Copy, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct CutForm {
    /// The edge of a cell, or the length of a stick.
    pub unit: Option<f64>,
    /// The width of the cut.
    pub kerf: Option<f64>,
    /// The gap between two adjacent pieces.
    pub clearance: Option<f64>,
}

/// The settings for a 3-D printer, in millimetres; `None` for the default.
#[derive(Debug, Clone, Copy, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct PrintForm {
    /// The edge of a cell, or the length of a stick.
    pub unit: Option<f64>,
    /// The gap between two adjacent pieces.
    pub clearance: Option<f64>,
}

/// A length of a form in millimetres, or the default if it is not given. Returns an error for a length
/// that is out of range.
fn length(
    what: &str,
    given: Option<f64>,
    (least, default): (f64, f64),
) -> Result<f64, DownloadError> {
    match given.unwrap_or(default) {
        length if (least..=LONGEST).contains(&length) => Ok(length),
        length => Err(DownloadError::of(format!(
            "{what} of {length} mm: allowed are {least} to {LONGEST} mm"
        ))),
    }
}

/// The pieces on one sheet as an SVG file, with the tray if `has_tray` is set.
pub(super) fn cut(
    puzzle: &Puzzle,
    form: &CutForm,
    has_tray: bool,
) -> Result<String, DownloadError> {
    let style = CutStyle::default();
    let unit = length("cells", form.unit, (1.0, style.unit))?;
    let style = CutStyle {
        clearance: length("a clearance", form.clearance, (0.0, style.clearance))?,
        beam: Beam {
            kerf: length("a kerf", form.kerf, (0.0, style.beam.kerf))?,
            ..style.beam
        },
        frame: CutStyle::of_unit(unit).frame.filter(|_| has_tray),
        ..CutStyle::of_unit(unit)
    };
    let sheet = MaterialSheet {
        width: 600.0,
        height: 400.0,
        gap: 2.0,
    };
    let (sheet, parts) = on_one(sheet, "sheet", |sheet| {
        Ok(fabricate::cut(puzzle, &style, sheet)?.sheets)
    })?;
    Ok(fabricate::svg(&puzzle.title, sheet, &parts))
}

/// Lays parts on one sheet, which is enlarged until they fit, up to [`LARGEST`]. Errors name the sheet as `what`.
fn on_one<T: Default>(
    mut sheet: MaterialSheet,
    what: &str,
    lay: impl Fn(MaterialSheet) -> Result<Vec<T>, FabricateError>,
) -> Result<(MaterialSheet, T), DownloadError> {
    loop {
        match lay(sheet) {
            Ok(sheets) if sheets.len() <= 1 => {
                return Ok((sheet, sheets.into_iter().next().unwrap_or_default()));
            }
            Err(error) if sheet.width >= LARGEST => return Err(error.into()),
            Ok(_) if sheet.width >= LARGEST => {
                let why = format!("the pieces are too many for one {what}");
                return Err(DownloadError::of(why));
            }
            _ => (sheet.width, sheet.height) = (sheet.width * 1.5, sheet.height * 1.5),
        }
    }
}

/// The pieces on one plate, as a 3MF file.
pub(super) fn print(puzzle: &Puzzle, form: &PrintForm) -> Result<Vec<u8>, DownloadError> {
    let style = PrintStyle::default();
    let unit = length("cells", form.unit, (1.0, style.unit))?;
    let style = PrintStyle {
        clearance: length("a clearance", form.clearance, (0.0, style.clearance))?,
        ..PrintStyle::of_unit(unit)
    };
    let solids = fabricate::solids(puzzle, &style)?;
    let bed = MaterialSheet {
        width: 220.0,
        height: 220.0,
        gap: 4.0,
    };
    let (_, plate) = on_one(bed, "plate", |bed| {
        fabricate::plates(&solids, bed, style.unit / 4.0)
    })?;
    let objects = fabricate::plate_objects(puzzle, &solids, &plate);
    let mut bytes = Vec::new();
    fabricate::threemf(&puzzle.title, &objects, &mut bytes)?;
    Ok(bytes)
}
