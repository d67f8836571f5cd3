//! All parts of a puzzle, nested on sheets.

use itertools::Itertools;

use super::error::FabricateError;
use super::limits::MAX_SHEETS;
use super::nest::{MaterialSheet, PartTurns, nest};
use super::part::CutPart;
use super::pieces::piece_parts;
use super::style::CutStyle;
use super::tray::tray_parts;
use crate::puzzle::Puzzle;

/// The side of the squares used for nesting, relative to the edge of a cell.
const STEP: f64 = 0.05;

/// All parts of a puzzle, nested on sheets.
#[derive(Debug, Clone, PartialEq)]
pub struct Cuttings {
    /// The size of each sheet, and the free space between parts.
    pub sheet: MaterialSheet,
    /// For each sheet, the parts in their positions, the largest first. Each copy is a separate
    /// part.
    pub sheets: Vec<Vec<CutPart>>,
    /// For each sheet, the name of its stock, a kind of material; `""` if everything is cut from
    /// one stock.
    pub stocks: Vec<String>,
}

/// Makes the parts of a puzzle's set, and its tray if the style has a frame, and nests them on sheets.
///
/// # Errors
///
/// [`FabricateError`]: inconsistent lengths, a piece that is not flat, a part larger than the sheet.
///
/// Cost: see `nest`; about 10 ms for a dozen pieces.
pub fn cut(
    puzzle: &Puzzle,
    style: &CutStyle,
    sheet: MaterialSheet,
) -> Result<Cuttings, FabricateError> {
    style.check()?;
    let mut parts = piece_parts(puzzle, style)?;
    if let Some(width) = style.frame {
        parts.extend(tray_parts(puzzle, style, width)?);
    }
    let table = puzzle.lattice.table();
    // Lattices whose number of rotations is a multiple of 3 have rotations by 60° or 120° in the plane. This
    // holds only in two dimensions: in three, the number includes rotations about horizontal axes. Layers of
    // cubes need only quarter turns.
    let turns = if table.dimensions == 2 && table.rotations.is_multiple_of(3) {
        PartTurns::Twelfths
    } else {
        PartTurns::Quarters
    };
    lay(&parts, sheet, turns, STEP * style.unit)
}

/// Nests all copies of parts on sheets; each stock has separate sheets. `step` is as in `nest`.
///
/// # Errors
///
/// As `nest`.
pub fn lay(
    parts: &[CutPart],
    sheet: MaterialSheet,
    turns: PartTurns,
    step: f64,
) -> Result<Cuttings, FabricateError> {
    let mut cuttings = Cuttings {
        sheet,
        sheets: Vec::new(),
        stocks: Vec::new(),
    };
    let stocks: Vec<String> = parts
        .iter()
        .map(|part| part.stock.clone())
        .unique()
        .collect();
    for stock in stocks {
        let of_it = parts.iter().filter(|part| part.stock == stock);
        let of_it: Vec<CutPart> = of_it.cloned().collect();
        for nested in nest(&of_it, sheet, turns, step)? {
            let placed = nested.into_iter();
            let placed = placed.map(|nested| of_it[nested.part].placed(nested.turn, nested.shift));
            cuttings.sheets.push(placed.collect());
            cuttings.stocks.push(stock.clone());
        }
    }
    if cuttings.sheets.len() > MAX_SHEETS {
        return Err(FabricateError::TooManySheets);
    }
    Ok(cuttings)
}
