//! Solids for 3-D printers.
//!
//! ```text
//! Puzzle ─► solids ─► Solid (a closed Mesh) ─► plates ─► STL, 3MF
//!             blocks, prisms of contours with inlays, balls and necks
//! ```
//!
//! Polycubes become [`blocks()`]. Pieces of other prisms become stacked layers with one surface.
//! Flat pieces become a [`prism()`] over the contours that a cutter would follow. All of these can
//! become [`Balls`] instead; pieces of balls always do.

mod archive;
mod balls;
mod blocks;
mod inlay;
mod mesh;
mod placing;
mod plates;
pub(super) mod prism;
mod stack;
mod stl;
mod style;
mod terraces;
mod threemf;
mod tray;
mod triangulate;

use tilewright_geometry::{Cell, LatticeTable, Polyform, Sides, Vector};

use super::contour::{Contour, RoundedCorner};
use super::error::FabricateError;
use super::limits::MAX_PRINTED_LENGTH;
use super::offset::Beam;
use super::part::{CutPart, PartKind};
use super::pieces::{contours, require_connected};
use super::stock::copies_needed;
use super::style::CutStyle;
use crate::picture::drawing::{Frame, Path, Point};
use crate::puzzle::{CellColors, Piece, PieceId, Puzzle};

pub use balls::{Balls, MAX_CUBES};
pub use blocks::blocks;
use inlay::Depths;
pub use inlay::Inlay;
pub use mesh::{GRAIN, MAX_COORDINATE, Mesh, MeshPoint};
pub use placing::Placing;
pub use plates::{Plate, plate_objects, plates};
pub use prism::{MAX_CORNERS, PrismError, prism};
use stack::stack;
pub use stl::stl;
pub use style::{CellForm, PrintStyle};
pub use threemf::{ColoredMesh, Object, threemf};
pub use tray::{TraySize, printed_tray};

/// A piece to be printed.
#[derive(Debug, Clone, PartialEq)]
pub struct Solid {
    /// The piece that is printed.
    pub piece: PieceId,
    /// The maximum number of copies that a solution uses.
    pub copies: u32,
    /// The surface, with its lowest points at z = 0. It has a pocket for each coloured cell.
    pub mesh: Mesh,
    /// The fillings of the pockets, one for each colour.
    pub inlays: Vec<Inlay>,
    /// The outline seen from above, for nesting.
    pub footprint: CutPart,
}

impl Solid {
    /// The volume in mm³, including inlays.
    pub fn volume(&self) -> f64 {
        let inlays = self.inlays.iter().map(|inlay| inlay.mesh.volume());
        self.mesh.volume() + inlays.sum::<f64>()
    }
}

/// The pieces of a puzzle's set as solids.
///
/// Each piece is rotated to have as few layers as possible, and then as few overhanging cells as
/// possible. Coloured cells of flat pieces become inlays: on both sides, or only on the front if
/// the back has other colours. All faces of a tile are one solid.
///
/// # Errors
///
/// [`FabricateError`]: inconsistent lengths, sticks as balls, too fine a surface, coloured cells of
/// pieces that are not printed flat, a piece that is not connected or too long, a board that wraps
/// around.
///
/// # Examples
///
/// ```
/// use tilewright::publish::fabricate::{PrintStyle, solids};
/// use tilewright::puzzle::{Source, load};
///
/// let source = Source::new("t.ron", r#"(
///     lattice: Cube, board: Box(2, 1, 1), pieces: [Piece(name: "D", cells: Rect(2, 1))],
/// )"#);
/// let puzzle = load(&source)?.puzzle;
/// let style = PrintStyle { clearance: 0.2, ..PrintStyle::default() };
/// let solids = solids(&puzzle, &style)?;
/// // 20 mm cubes, a tenth of a millimetre less on every side.
/// assert!((solids[0].mesh.volume() - 39.8 * 19.8 * 19.8).abs() < 1e-6);
/// assert!(solids[0].mesh.is_closed());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Cost: see [`blocks()`], [`prism()`] and [`Balls::mesh`].
pub fn solids(puzzle: &Puzzle, style: &PrintStyle) -> Result<Vec<Solid>, FabricateError> {
    if !puzzle.board.seams().is_empty() {
        return Err(FabricateError::Wraps);
    }
    style.check()?;
    let mut cubes = 0.0;
    let mut solids = Vec::with_capacity(puzzle.pieces.len());
    for (id, piece) in puzzle.first_faces() {
        require_connected(piece)?;
        let polyform = broadest(&piece.polyform);
        let seen = Silhouette::new(puzzle, piece, &polyform, style);
        let (width, depth) = seen.frame.size();
        let height = f64::from(polyform.extent().z + 1) * style.unit;
        require_printable(&named(piece), &[width, depth, height])?;
        let table = puzzle.lattice.table();
        let shape = match style.shape {
            CellForm::Blocks if table.drawing.round => CellForm::BALLS,
            shape => shape,
        };
        if piece.cell_colors.is_some() {
            solids.push(inlaid_solid(puzzle, id, &seen)?);
            continue;
        }
        let mesh = match shape {
            CellForm::Balls { neck, resolution } => {
                let balls = balls(&polyform, style, neck, resolution)?;
                cubes += balls.cubes();
                if cubes > MAX_CUBES {
                    return Err(FabricateError::TooFine { resolution });
                }
                balls.mesh()
            }
            CellForm::Blocks if puzzle.lattice.dimensions() == 3 && !is_cubic(table) => {
                stack(table, polyform.cells(), style.unit, style.clearance)
            }
            CellForm::Blocks if puzzle.lattice.dimensions() == 3 => {
                let places = polyform.cells().iter().map(|&cell| {
                    let Vector { x, y, z } = puzzle.lattice.offset_and_kind(cell).0;
                    // On the page the y axis points down, in meshes up.
                    [x, -y, z]
                });
                blocks(&places.collect::<Vec<_>>(), style.unit, style.clearance)
            }
            CellForm::Blocks => {
                let outline = seen.contours(style.clearance, style.radius)?;
                prism(&outline, style.thickness).map_err(|error| FabricateError::Prism {
                    part: named(piece),
                    error,
                })?
            }
        };
        let mesh = mesh.grounded();
        let contours = if table.drawing.round {
            let [width, depth, _] = mesh.size();
            let corners = [(0.0, 0.0), (width, 0.0), (width, depth), (0.0, depth)];
            let corners = corners.map(|(x, y)| RoundedCorner {
                at: Point::new(x, y),
                radius: 0.0,
            });
            // Sharp corners always have room, so the outline of the box is never empty.
            vec![Contour::rounded(&corners).unwrap_or_default()]
        } else {
            seen.contours(0.0, 0.0)?
        };
        solids.push(Solid {
            piece: id,
            copies: copies_needed(puzzle, piece),
            mesh,
            inlays: Vec::new(),
            footprint: footprint(puzzle, piece, contours),
        });
    }
    Ok(solids)
}

/// A piece's name in messages.
fn named(piece: &Piece) -> String {
    format!("piece `{}`", piece.name)
}

/// Rejects lengths, in millimetres, beyond the range of meshes.
fn require_printable(part: &str, lengths: &[f64]) -> Result<(), FabricateError> {
    let length = lengths.iter().copied().fold(0.0, f64::max);
    if length > MAX_PRINTED_LENGTH {
        let part = part.to_owned();
        return Err(FabricateError::TooLong { part, length });
    }
    Ok(())
}

/// The outline of a piece for nesting.
fn footprint(puzzle: &Puzzle, piece: &Piece, contours: Vec<Contour>) -> CutPart {
    CutPart {
        name: piece.name.to_string(),
        kind: PartKind::Piece,
        copies: copies_needed(puzzle, piece),
        contours,
        engraving: Path::default(),
        label: None,
        stock: String::new(),
    }
}

/// The solid of a tile, with its colours as inlays.
fn inlaid_solid(
    puzzle: &Puzzle,
    tile: PieceId,
    seen: &Silhouette<'_>,
) -> Result<Solid, FabricateError> {
    let (style, piece) = (seen.style, seen.piece);
    let table = puzzle.lattice.table();
    let is_flat = table.drawing.closed && puzzle.lattice.dimensions() == 2;
    let Some(CellColors { colors, .. }) = piece
        .cell_colors
        .as_ref()
        .filter(|_| is_flat && style.shape == CellForm::Blocks)
    else {
        return Err(FabricateError::ColoredCells);
    };
    let (thickness, depth) = (style.thickness, style.inlay);
    if depth * 2.0 >= thickness {
        return Err(FabricateError::InlaysTooDeep { depth, thickness });
    }
    let depths = Depths {
        thickness,
        inlay: depth,
        both: inlay::is_two_sided(puzzle, tile),
    };
    let failed = |error| FabricateError::Prism {
        part: named(piece),
        error,
    };
    let outline = seen.contours(style.clearance, style.radius)?;
    let cells = piece.polyform.cells();
    let pockets = inlay::pockets(&seen.frame, cells, style.unit, &piece.name)?;
    let mesh = inlay::inlaid(&outline, &pockets, depths).map_err(failed)?;
    let (low, _) = mesh.bounds();
    let inlays = inlay::inlays(colors, &pockets, depths).map_err(failed)?;
    let grounded = |inlay: Inlay| Inlay {
        mesh: inlay.mesh.seen_from(low),
        ..inlay
    };
    Ok(Solid {
        piece: tile,
        copies: copies_needed(puzzle, piece),
        mesh: mesh.seen_from(low),
        inlays: inlays.into_iter().map(grounded).collect(),
        footprint: footprint(puzzle, piece, seen.contours(0.0, 0.0)?),
    })
}

/// Whether the cells of a lattice are unit cubes along the page's axes.
fn is_cubic(table: &LatticeTable) -> bool {
    table.kinds.len() == 1
        && table.drawing.basis == [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
}

/// A piece seen from above.
struct Silhouette<'a> {
    piece: &'a Piece,
    style: &'a PrintStyle,
    /// The piece's cells, projected to the lowest layer.
    cells: Vec<Cell>,
    frame: Frame,
}

impl<'a> Silhouette<'a> {
    fn new(puzzle: &Puzzle, piece: &'a Piece, polyform: &Polyform, style: &'a PrintStyle) -> Self {
        let lattice = puzzle.lattice;
        let mut cells: Vec<Cell> = polyform
            .cells()
            .iter()
            .filter_map(|&cell| {
                let above = lattice.offset_and_kind(cell).0.z;
                let down = Vector::new(0, 0, above * lattice.table().scale);
                lattice.cell_at(cell.vector() - down)
            })
            .collect();
        cells.sort_unstable();
        cells.dedup();
        let frame = Frame::new(lattice.table(), cells.iter().copied(), style.unit, 0.0);
        Self {
            piece,
            style,
            cells,
            frame,
        }
    }

    /// The outlines of the piece from above, with rounded corners.
    fn contours(&self, clearance: f64, radius: f64) -> Result<Vec<Contour>, FabricateError> {
        let style = CutStyle {
            unit: self.style.unit,
            clearance,
            beam: Beam {
                kerf: 0.0,
                radius,
                inner_radius: 0.0,
            },
            stick_width: self.style.stick_width,
            ends: self.style.ends,
            ..CutStyle::default()
        };
        contours(&self.frame, &self.cells, &style, &self.piece.name)
    }
}

/// The rotation of the piece with the fewest layers, and among those the one with the fewest
/// overhanging cells.
fn broadest(polyform: &Polyform) -> Polyform {
    let lattice = polyform.lattice();
    if lattice.dimensions() == 2 {
        return polyform.clone();
    }
    let images = polyform.orientations(Sides::OneSided);
    let overhang = |image: &Polyform| {
        let cells = image.cells();
        let down = Vector::new(0, 0, lattice.table().scale);
        let hangs = |cell: &&Cell| {
            let is_low = lattice.offset_and_kind(**cell).0.z == 0;
            let below = lattice.cell_at(cell.vector() - down);
            !is_low && below.is_none_or(|below| cells.binary_search(&below).is_err())
        };
        cells.iter().filter(hangs).count()
    };
    let best = images
        .into_iter()
        .min_by_key(|image| (image.extent().z, overhang(image)));
    best.unwrap_or_else(|| polyform.clone())
}

/// The balls of a piece. They are as large as the clearance allows; balls of neighbouring cells are joined.
fn balls(
    polyform: &Polyform,
    style: &PrintStyle,
    neck: f64,
    resolution: u32,
) -> Result<Balls, FabricateError> {
    let lattice = polyform.lattice();
    if !lattice.table().drawing.closed {
        return Err(FabricateError::NoBalls);
    }
    let cells = polyform.cells();
    let table = lattice.table();
    let origin = cells.first().map_or([0.0; 3], |&cell| table.centre(cell));
    let centre = |cell: Cell| {
        let at = table.centre(cell);
        let [x, y, z] = [0, 1, 2].map(|axis| (at[axis] - origin[axis]) * style.unit);
        // On the page the y axis points down, in meshes up.
        [x, -y, z]
    };
    let mut necks = Vec::new();
    for (index, &cell) in cells.iter().enumerate() {
        for near in lattice.neighbours(cell) {
            if let Ok(other) = cells.binary_search(&near)
                && other > index
            {
                necks.push((index, other));
            }
        }
    }
    // `PrintStyle::check` limits the clearance to a fifth of an edge, so the diameter of the balls is
    // positive in every lattice.
    let diameter = apart(table) * style.unit - style.clearance;
    Ok(Balls {
        centres: cells.iter().map(|&cell| centre(cell)).collect(),
        necks,
        radius: diameter / 2.0,
        neck_radius: diameter / 2.0 * neck,
        step: diameter / f64::from(resolution),
    })
}

/// The smallest distance between the centres of neighbouring cells, in edge lengths.
fn apart(table: &LatticeTable) -> f64 {
    let cells = table.kinds.iter().flat_map(|kind| {
        let cell = table.cell_at(kind.origin);
        let near = kind.neighbours.iter();
        near.filter_map(move |&step| Some((cell?, table.cell_at(kind.origin + step)?)))
    });
    let distances = cells.map(|(cell, near)| {
        let (a, b) = (table.centre(cell), table.centre(near));
        let squares = [0, 1, 2].map(|axis| (a[axis] - b[axis]).powi(2));
        squares.iter().sum::<f64>().sqrt()
    });
    distances.fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests;
