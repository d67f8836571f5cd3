//! Printed trays: a floor, a rim around the board, and islands in its holes, with letters sunk into
//! all of these. For balls, a plate with dimples.

use tilewright_geometry::Cell;

use super::balls::{Balls, MAX_CUBES};
use super::mesh::Mesh;
use super::prism::TOLERANCE;
use super::style::{CellForm, PrintStyle};
use super::terraces::{Ground, Line, terraces};
use super::{apart, require_printable};
use crate::publish::fabricate::error::FabricateError;
use crate::publish::fabricate::offset::Beam;
use crate::publish::fabricate::part::{CutPart, PartKind};
use crate::publish::fabricate::style::CutStyle;
use crate::publish::fabricate::tray::{cell_letters, inset_tray_parts};
use crate::puzzle::{Puzzle, Tray};

/// The maximum deviation of polygons from the curves of letters, in millimetres; finer than any nozzle.
const COARSE: f64 = 0.03;

/// If openings touch in a corner, the length in millimetres by which they are reduced; islands are
/// reduced by twice this length. Otherwise four walls would meet at one edge, and the surface would
/// have no well-defined inside.
const APART: f64 = 0.005;

/// The dimensions of a tray that are independent of the board, in millimetres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TraySize {
    /// The width of the rim.
    pub rim: f64,
    /// The thickness of the floor.
    pub floor: f64,
    /// The depth of letters on cells, less than the thickness of the floor; 0 omits letters.
    pub letters: f64,
}

/// The tray of a puzzle, with its bottom at z = 0. `None` for a board with several layers of cells
/// other than balls.
///
/// Walls are as high as the pieces. Openings are as wide as the board, which leaves half the
/// clearance between pieces and walls. Letters on cells are sunk into the floor, or into the island
/// or rim that covers the cell. Balls lie in dimples a quarter of a ball's diameter deep, without
/// letters.
///
/// # Errors
///
/// [`FabricateError`]: inconsistent lengths, dimples that are too fine, lines or letters that
/// cross, a tray that is too long, a board that wraps around.
///
/// # Examples
///
/// ```
/// use tilewright::publish::fabricate::{PrintStyle, TraySize, printed_tray};
/// use tilewright::puzzle::{Source, load};
///
/// let source = Source::new("t.ron", r#"(
///     lattice: Square, board: Rect(5, 2), pieces: [Set(of: Polyominoes(2), copies: 5)],
/// )"#);
/// let puzzle = load(&source)?.puzzle;
/// let size = TraySize { rim: 8.0, floor: 2.0, letters: 0.6 };
/// let tray = printed_tray(&puzzle, &PrintStyle::default(), size)?;
/// let mesh = tray.expect("a board in the plane");
/// assert!(mesh.is_closed());
/// // Five cells of 20 mm and the rim on both sides; the floor and the thickness of the pieces.
/// assert_eq!(mesh.size(), [116.0, 56.0, 7.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Cost: O(n²) for n corners in typical cases; for balls see [`Balls::mesh`].
pub fn printed_tray(
    puzzle: &Puzzle,
    style: &PrintStyle,
    size: TraySize,
) -> Result<Option<Mesh>, FabricateError> {
    if !puzzle.board.seams().is_empty() {
        return Err(FabricateError::Wraps);
    }
    style.check()?;
    if size.letters >= size.floor && !puzzle.labels.is_empty() {
        return Err(FabricateError::LettersTooDeep {
            depth: size.letters,
            floor: size.floor,
        });
    }
    if puzzle.lattice.table().drawing.round {
        return dimpled(puzzle, style, size).map(Some);
    }
    let cut = CutStyle {
        unit: style.unit,
        clearance: style.clearance,
        beam: Beam {
            kerf: 0.0,
            radius: 0.0,
            inner_radius: 0.0,
        },
        stick_width: style.stick_width,
        ends: style.ends,
        ..CutStyle::default()
    };
    let parts = inset_tray_parts(puzzle, &cut, size.rim, APART)?;
    let Some(frame) = parts.first() else {
        return Ok(None);
    };
    let (low, high) = frame.bounds();
    require_printable("tray", &[high.x - low.x, high.y - low.y])?;
    let walls = match puzzle.tray {
        Tray::Projected { layers } => f64::from(layers) * style.unit,
        Tray::Flat if puzzle.lattice.dimensions() == 3 => style.unit,
        Tray::Flat => style.thickness,
    };
    let heights = Heights {
        floor: size.floor,
        top: size.floor + walls,
        letters: size.letters,
    };
    let tray = walls_of(&parts, heights);
    let letters = letters(puzzle, &cut, heights);
    if !letters.is_empty() {
        let all = [tray.as_slice(), letters.as_slice()].concat();
        if let Ok(mesh) = terraces(&all) {
            return Ok(Some(mesh.grounded()));
        }
    }
    let of_walls = terraces(&tray).map_err(|error| FabricateError::Prism {
        part: "tray".to_owned(),
        error,
    })?;
    // If the tray can be made without letters, the letters are the problem.
    if letters.is_empty() {
        Ok(Some(of_walls.grounded()))
    } else {
        Err(FabricateError::Letters)
    }
}

/// The heights of the parts of a tray, in millimetres.
#[derive(Clone, Copy)]
struct Heights {
    floor: f64,
    top: f64,
    letters: f64,
}

/// The lines of the frame and the islands. The first line of each part encloses material; its other lines are
/// openings.
fn walls_of(parts: &[CutPart], heights: Heights) -> Vec<Line> {
    let standing = parts
        .iter()
        .filter(|part| matches!(part.kind, PartKind::Frame | PartKind::Island));
    let lines = standing.flat_map(|part| part.contours.iter().enumerate());
    lines
        .map(|(index, contour)| Line {
            outline: contour.flattened(TOLERANCE),
            ground: Ground::At(if index == 0 {
                heights.top
            } else {
                heights.floor
            }),
        })
        .collect()
}

/// The outlines of letters on cells.
fn letters(puzzle: &Puzzle, style: &CutStyle, heights: Heights) -> Vec<Line> {
    if heights.letters <= 0.0 {
        return Vec::new();
    }
    let paths = cell_letters(puzzle, style);
    let outlines = paths.iter().flat_map(|path| path.polylines(COARSE));
    outlines
        .map(|(outline, _)| Line {
            outline,
            ground: Ground::Sunk(heights.letters),
        })
        .collect()
}

/// A plate with a dimple for each ball of the lowest layer.
fn dimpled(puzzle: &Puzzle, style: &PrintStyle, size: TraySize) -> Result<Mesh, FabricateError> {
    let table = puzzle.lattice.table();
    let resolution = match style.shape {
        CellForm::Balls { resolution, .. } => resolution,
        CellForm::Blocks => 16,
    };
    let cells = puzzle.board.cells();
    let layer = |cell: &Cell| table.offset_and_kind(*cell).0.z;
    let lowest = cells.iter().map(layer).min();
    let centres = cells.iter().filter(|cell| Some(layer(cell)) == lowest);
    let centres = centres.map(|&cell| {
        let [x, y, _] = table.centre(cell).map(|along| along * style.unit);
        // On the page the y axis points down, in meshes up.
        [x, -y, 0.0]
    });
    let radius = apart(table) * style.unit / 2.0;
    let centres: Vec<[f64; 3]> = centres.collect();
    let length = |axis: usize| {
        let along = || centres.iter().map(|centre| centre[axis]);
        along().fold(f64::MIN, f64::max) - along().fold(f64::MAX, f64::min) + 2.0 * size.rim
    };
    require_printable("tray", &[length(0), length(1)])?;
    let balls = Balls {
        centres,
        necks: Vec::new(),
        radius,
        neck_radius: 0.0,
        step: 2.0 * radius / f64::from(resolution),
    };
    // The top of the plate is half a radius below the centres, so a quarter of each ball's diameter
    // is below it.
    let plate = balls.dimples(size.rim, [-radius - size.floor, -radius / 2.0]);
    if plate.cubes() > MAX_CUBES {
        return Err(FabricateError::TooFine { resolution });
    }
    Ok(plate.mesh().grounded())
}
