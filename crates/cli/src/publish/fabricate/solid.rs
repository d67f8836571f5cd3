//! Solids for printers in three dimensions.
//!
//! ```text
//! Puzzle ─► solids ─► Solid (a closed Mesh) ─► plates ─► STL, 3MF
//!             blocks, prisms of contours with inlays, balls and necks
//! ```
//!
//! Polycubes become [`blocks()`], pieces of other prisms layers of them in one surface, flat pieces a
//! [`prism()`] of the contours that a cutter would follow, and all of these become [`Balls`] where that is
//! asked for. Pieces of balls are balls, whatever is asked for.

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

use tilewright_geometry::{Cell, Polyform, Sides, Table, Vector};

use super::contour::{Contour, Corner};
use super::error::FabricateError;
use super::limits::MAX_PRINTED_LENGTH;
use super::offset::Beam;
use super::part::{Kind, Part};
use super::pieces::{contours, require_connected};
use super::stock::copies_needed;
use super::style::CutStyle;
use crate::picture::drawing::{Frame, Path, Point};
use crate::puzzle::{CellColors, Piece, PieceId, Puzzle};

pub use balls::{Balls, MAX_CUBES};
pub use blocks::blocks;
use inlay::Depths;
pub use inlay::Inlay;
pub use mesh::{GRAIN, MAX_COORDINATE, Mesh, Place};
pub use placing::Placing;
pub use plates::{Plate, plate_objects, plates};
pub use prism::{MAX_CORNERS, PrismError, prism};
use stack::stack;
pub use stl::stl;
pub use style::{PrintStyle, Shape};
pub use threemf::{ColoredMesh, Object, threemf};
pub use tray::{TraySize, printed_tray};

/// A piece as it is printed.
#[derive(Debug, Clone, PartialEq)]
pub struct Solid {
    /// The piece.
    pub piece: PieceId,
    /// How often it is needed.
    pub copies: u32,
    /// Its surface, standing on z = 0; with pockets if its cells have colours.
    pub mesh: Mesh,
    /// What fills the pockets, by colour.
    pub inlays: Vec<Inlay>,
    /// What it takes up of a plate, seen from above.
    pub footprint: Part,
}

impl Solid {
    /// The volume in mm³, inlays and all.
    pub fn volume(&self) -> f64 {
        let inlays = self.inlays.iter().map(|inlay| inlay.mesh.volume());
        self.mesh.volume() + inlays.sum::<f64>()
    }
}

/// The pieces of a puzzle's set as solids, each standing on its broadest side: in the fewest layers,
/// with the fewest cubes over nothing. Coloured cells of flat pieces are let in, on the front alone where the
/// back has other colours; a tile is one piece.
///
/// # Errors
///
/// [`FabricateError`]: lengths that do not go together, balls of sticks, too fine a surface, coloured cells
/// of pieces that are not flat.
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
            Shape::Blocks if table.drawing.round => Shape::BALLS,
            shape => shape,
        };
        if piece.cell_colors.is_some() {
            solids.push(inlaid_solid(puzzle, id, &seen)?);
            continue;
        }
        let mesh = match shape {
            Shape::Balls { neck, resolution } => {
                let balls = balls(&polyform, style, neck, resolution)?;
                cubes += balls.cubes();
                if cubes > MAX_CUBES {
                    return Err(FabricateError::TooFine { resolution });
                }
                balls.mesh()
            }
            Shape::Blocks if puzzle.lattice.dimensions() == 3 && !is_cubic(table) => {
                stack(table, polyform.cells(), style.unit, style.clearance)
            }
            Shape::Blocks if puzzle.lattice.dimensions() == 3 => {
                let places = polyform.cells().iter().map(|&cell| {
                    let Vector { x, y, z } = puzzle.lattice.offset_and_kind(cell).0;
                    // On the page y points down.
                    [x, -y, z]
                });
                blocks(&places.collect::<Vec<_>>(), style.unit, style.clearance)
            }
            Shape::Blocks => {
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
            let corners = corners.map(|(x, y)| Corner {
                at: Point::new(x, y),
                radius: 0.0,
            });
            // Corners that are not round always have room.
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

/// A piece, as messages name it.
fn named(piece: &Piece) -> String {
    format!("piece `{}`", piece.name)
}

/// Refuses lengths, in millimetres, that a mesh cannot have.
fn require_printable(part: &str, lengths: &[f64]) -> Result<(), FabricateError> {
    let length = lengths.iter().copied().fold(0.0, f64::max);
    if length > MAX_PRINTED_LENGTH {
        let part = part.to_owned();
        return Err(FabricateError::TooLong { part, length });
    }
    Ok(())
}

/// What a piece takes up of a plate.
fn footprint(puzzle: &Puzzle, piece: &Piece, contours: Vec<Contour>) -> Part {
    Part {
        name: piece.name.to_string(),
        kind: Kind::Piece,
        copies: copies_needed(puzzle, piece),
        contours,
        engraving: Path::default(),
        label: None,
        stock: String::new(),
    }
}

/// A tile with its colours let in.
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
        .filter(|_| is_flat && style.shape == Shape::Blocks)
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

/// Whether the cells of a lattice are cubes: the axes go along the page's, an edge each.
fn is_cubic(table: &Table) -> bool {
    table.kinds.len() == 1
        && table.drawing.basis == [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
}

/// A piece seen from above.
struct Silhouette<'a> {
    piece: &'a Piece,
    style: &'a PrintStyle,
    /// Its cells, brought down to the lowest layer.
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

    /// Its outline, with corners of a radius.
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

/// The piece turned so that it has the fewest layers, and then the fewest cells above nothing.
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

/// The balls of a piece: as large as the cells let them be, joined where cells are neighbours.
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
        // On the page y points down.
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
    // The clearance is far below the distance, in every lattice: see `PrintStyle::check`.
    let diameter = apart(table) * style.unit - style.clearance;
    Ok(Balls {
        centres: cells.iter().map(|&cell| centre(cell)).collect(),
        necks,
        radius: diameter / 2.0,
        neck_radius: diameter / 2.0 * neck,
        step: diameter / f64::from(resolution),
    })
}

/// How far the middles of two neighbouring cells are apart at least, in edges.
fn apart(table: &Table) -> f64 {
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
