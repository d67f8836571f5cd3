//! All parts of a puzzle on sheets.

use super::error::FabricateError;
use super::nest::{Sheet, Turns, nest};
use super::part::Part;
use super::pieces::piece_parts;
use super::style::CutStyle;
use super::tray::tray_parts;
use crate::puzzle::Puzzle;

/// The squares that sheets are seen in, in cells.
const STEP: f64 = 0.05;

/// All parts of a puzzle on sheets.
#[derive(Debug, Clone, PartialEq)]
pub struct Cuttings {
    /// The size of each sheet.
    pub sheet: Sheet,
    /// By sheet, the parts where they lie, one for each copy, the largest first.
    pub sheets: Vec<Vec<Part>>,
}

/// Makes the parts of a puzzle's set, its tray if the style has one, and lays them on sheets.
///
/// # Errors
///
/// [`FabricateError`]: lengths that do not go together, a solid piece, a part larger than the sheet.
///
/// # Examples
///
/// ```
/// use tilewright::make::fabricate::{CutStyle, Sheet, cut, svg};
/// use tilewright::puzzle::{Source, load};
///
/// let source = Source::new("t.ron", r#"(
///     lattice: Square, board: Rect(5, 4), pieces: [Set(of: Polyominoes(4))],
/// )"#);
/// let puzzle = load(&source)?.puzzle;
/// let sheet = Sheet { width: 300.0, height: 200.0, gap: 2.0 };
/// let cuttings = cut(&puzzle, &CutStyle::default(), sheet)?;
/// // Five tetrominoes, frame and base.
/// assert_eq!(cuttings.sheets.len(), 1);
/// assert_eq!(cuttings.sheets[0].len(), 7);
/// assert!(svg("Tetrominoes", sheet, &cuttings.sheets[0]).contains("<title>piece T</title>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Cost: see [`nest`]; some 10 ms for a dozen pieces.
pub fn cut(puzzle: &Puzzle, style: &CutStyle, sheet: Sheet) -> Result<Cuttings, FabricateError> {
    style.check()?;
    let mut parts = piece_parts(puzzle, style)?;
    if let Some(width) = style.frame {
        parts.extend(tray_parts(puzzle, style, width)?);
    }
    let table = puzzle.lattice.table();
    // In space, the lattice's rotations turn about other axes too; cubes lie square.
    let turns = if table.dimensions == 2 && table.rotations.is_multiple_of(3) {
        Turns::Twelfths
    } else {
        Turns::Quarters
    };
    let sheets = nest(&parts, sheet, turns, STEP * style.unit)?;
    let place = |nested: super::PlacedPart| parts[nested.part].placed(nested.turn, nested.shift);
    Ok(Cuttings {
        sheet,
        sheets: sheets
            .into_iter()
            .map(|sheet| sheet.into_iter().map(place).collect())
            .collect(),
    })
}
