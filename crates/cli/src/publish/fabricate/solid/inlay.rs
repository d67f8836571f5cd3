//! Inlays: coloured cells of flat pieces as separate solids in pockets of the piece.
//!
//! ```text
//! piece ─► outline ─┐                     ┌► the piece with a pocket for each cell
//!          cells ───┴► pockets, with sides ┴► an inlay for each colour, which fills its pockets
//! ```
//!
//! A pocket is a cell reduced by a margin on all sides. A multicolour printer fills the pockets
//! with the inlays. After printing in a single colour, the pockets can be painted.

use std::collections::BTreeMap;

use tilewright_geometry::{Cell, Sides};

use super::mesh::{Mesh, grains};
use super::prism::{MAX_CORNERS, PrismError, plane_lines};
use super::triangulate::{PlanePoint, triangulate};
use crate::picture::drawing::Frame;
use crate::publish::fabricate::contour::Contour;
use crate::publish::fabricate::error::FabricateError;
use crate::publish::fabricate::offset::{Beam, corners, offset};
use crate::puzzle::{Piece, PieceId, Puzzle};
use crate::support::label::Label;

/// The inlay of all cells of one colour.
#[derive(Debug, Clone, PartialEq)]
pub struct Inlay {
    /// The colour's name, as the puzzle file writes it.
    pub color: Label,
    /// The surface, in its position within the piece.
    pub mesh: Mesh,
}

/// The maximum margin around a pocket, relative to the edge of a cell.
const MARGIN: f64 = 0.08;

/// The maximum margin around a pocket, relative to the radius of the cell's inscribed circle.
const MARGIN_OF_RADIUS: f64 = 0.3;

/// The pocket of each cell, in the order of the cells.
///
/// # Errors
///
/// [`FabricateError::Corners`] if a cell is too small for its margin.
pub(super) fn pockets(
    frame: &Frame,
    cells: &[Cell],
    unit: f64,
    name: &str,
) -> Result<Vec<Contour>, FabricateError> {
    let beam = Beam {
        kerf: 0.0,
        radius: 0.0,
        inner_radius: 0.0,
    };
    let pocket = |cell: &Cell| {
        let loops = frame.table().boundary([*cell]);
        let outline = corners(&loops[0], frame);
        let whole = Contour::polygon(outline.iter().copied());
        let radius = 2.0 * whole.area().abs() / whole.length();
        let margin = (MARGIN * unit).min(MARGIN_OF_RADIUS * radius);
        offset(&outline, margin, &beam)
    };
    let failed = |edge| FabricateError::Corners {
        part: format!("piece {name}"),
        edge,
    };
    let pockets: Result<Vec<Contour>, f64> = cells.iter().map(pocket).collect();
    pockets.map_err(failed)
}

/// Whether a tile needs inlays on both sides, because its back shows the same colours as its front:
/// every reflection of the front is a face of the tile, and every face is a front face or such a
/// reflection.
pub(super) fn is_two_sided(puzzle: &Puzzle, tile: PieceId) -> bool {
    let tiles = puzzle.tiles();
    let fronts = puzzle.front_faces(tile);
    let reflections = puzzle.lattice.symmetries(Sides::Free).iter();
    let reflections = reflections.filter(|symmetry| !symmetry.is_rotation());
    let first = puzzle.piece(tile);
    let images = reflections.map(|reflection| first.face_image(reflection));
    let Some(images) = images.collect::<Option<Vec<Piece>>>() else {
        return false;
    };
    let is_face = |image: &Piece| {
        let mut faces = puzzle.pieces().zip(&tiles);
        faces.any(|((_, face), of)| *of == tile && face.is_face(image))
    };
    let is_image = |face: &Piece| images.iter().any(|image| face.is_face(image));
    let mut faces = puzzle.pieces().zip(&tiles).filter(|(_, of)| **of == tile);
    images.iter().all(is_face)
        && faces.all(|((id, face), _)| fronts.contains(&id) || is_image(face))
}

/// The thickness of a piece and the depth of its pockets, in millimetres.
#[derive(Debug, Clone, Copy)]
pub(super) struct Depths {
    pub(super) thickness: f64,
    /// The depth of the pockets.
    pub(super) inlay: f64,
    /// Whether the lower side has pockets too.
    pub(super) both: bool,
}

/// A piece with pockets in its upper side, or in both sides.
///
/// # Errors
///
/// [`PrismError`] if lines cross or have too many corners.
///
/// Cost: O(n²) for n corners in typical cases.
pub(super) fn inlaid(
    outline: &[Contour],
    pockets: &[Contour],
    depths: Depths,
) -> Result<Mesh, PrismError> {
    let outline = plane_lines(outline);
    let pockets = plane_lines(pockets);
    let corners = outline.iter().chain(&pockets).map(Vec::len).sum();
    if corners > MAX_CORNERS {
        return Err(PrismError::TooManyCorners { corners });
    }
    let mut mesh = Mesh::default();
    let [top, depth] = [depths.thickness, depths.inlay].map(grains);
    let whole: Vec<[InlayRing; 2]> = rings_at(&outline, [0, top], &mut mesh);
    for [low, high] in &whole {
        wall(low, high, &mut mesh);
    }
    let lower: Vec<InlayRing> = whole.iter().map(|[low, _]| low.clone()).collect();
    let upper: Vec<InlayRing> = whole.iter().map(|[_, high]| high.clone()).collect();
    side(upper, &pockets, [top, top - depth], &mut mesh)?;
    if depths.both {
        side(lower, &pockets, [0, depth], &mut mesh)?;
    } else {
        cap(&lower, false, &mut mesh)?;
    }
    Ok(mesh)
}

/// The inlays of a piece, in the order of their colours.
///
/// # Errors
///
/// [`PrismError`] if lines cross.
pub(super) fn inlays(
    colors: &[Label],
    pockets: &[Contour],
    depths: Depths,
) -> Result<Vec<Inlay>, PrismError> {
    let pockets = plane_lines(pockets);
    let [top, depth] = [depths.thickness, depths.inlay].map(grains);
    let mut meshes: BTreeMap<&Label, Mesh> = BTreeMap::new();
    for (color, pocket) in colors.iter().zip(&pockets) {
        let mesh = meshes.entry(color).or_default();
        let lower = depths.both.then_some([0, depth]);
        for heights in lower.into_iter().chain([[top - depth, top]]) {
            let rings = rings_at(std::slice::from_ref(pocket), heights, mesh);
            for [low, high] in &rings {
                wall(low, high, mesh);
                cap(std::slice::from_ref(low), false, mesh)?;
                cap(std::slice::from_ref(high), true, mesh)?;
            }
        }
    }
    let inlays = meshes.into_iter().map(|(color, mesh)| Inlay {
        color: color.clone(),
        mesh,
    });
    Ok(inlays.collect())
}

/// A closed line at a height: its corners in the plane, and the indices of its vertices in a mesh.
#[derive(Clone)]
struct InlayRing {
    points: Vec<PlanePoint>,
    vertices: Vec<u32>,
}

impl InlayRing {
    fn reversed(&self) -> Self {
        let mut reversed = self.clone();
        reversed.points.reverse();
        reversed.vertices.reverse();
        reversed
    }
}

/// The rings of closed lines at two heights, with new vertices in the mesh.
fn rings_at(lines: &[Vec<PlanePoint>], heights: [i32; 2], mesh: &mut Mesh) -> Vec<[InlayRing; 2]> {
    let mut ring = |points: &Vec<PlanePoint>, z: i32| {
        let vertices = points.iter().map(|&[x, y]| mesh.vertex([x, y, z]));
        InlayRing {
            vertices: vertices.collect(),
            points: points.clone(),
        }
    };
    let lines = lines.iter();
    lines
        .map(|line| heights.map(|height| ring(line, height)))
        .collect()
}

/// Adds the wall between a ring and the same ring at a greater height. The outside of the wall is to the
/// right of the ring's direction.
fn wall(low: &InlayRing, high: &InlayRing, mesh: &mut Mesh) {
    let count = low.vertices.len();
    for at in 0..count {
        let next = (at + 1) % count;
        mesh.quad([
            low.vertices[at],
            low.vertices[next],
            high.vertices[next],
            high.vertices[at],
        ]);
    }
}

/// Covers the area between rings at one height. The outside of the surface is above if `from_above`,
/// otherwise below. Outer rings run counterclockwise, those of holes clockwise.
fn cap(rings: &[InlayRing], from_above: bool, mesh: &mut Mesh) -> Result<(), PrismError> {
    let lines: Vec<Vec<PlanePoint>> = rings.iter().map(|ring| ring.points.clone()).collect();
    let vertices: Vec<u32> = rings
        .iter()
        .flat_map(|ring| ring.vertices.clone())
        .collect();
    for triangle in triangulate(&lines).ok_or(PrismError::Crossed)? {
        let [a, b, c] = triangle.map(|corner| vertices[corner as usize]);
        let triangle = if from_above { [a, b, c] } else { [c, b, a] };
        mesh.triangles.push(triangle);
    }
    Ok(())
}

/// Adds a side of a piece at height `surface`, with pockets down or up to `floor`.
fn side(
    mut rings: Vec<InlayRing>,
    pockets: &[Vec<PlanePoint>],
    [surface, floor]: [i32; 2],
    mesh: &mut Mesh,
) -> Result<(), PrismError> {
    let is_upper = surface > floor;
    for [edge, ground] in rings_at(pockets, [surface, floor], mesh) {
        let (low, high) = if is_upper {
            (&ground, &edge)
        } else {
            (&edge, &ground)
        };
        // The outside of these walls is the inside of the pocket.
        wall(&low.reversed(), &high.reversed(), mesh);
        cap(std::slice::from_ref(&ground), is_upper, mesh)?;
        rings.push(edge.reversed());
    }
    cap(&rings, is_upper, mesh)
}
