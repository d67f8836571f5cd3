//! Printed trays: a floor, a rim around the board, islands in its holes; for balls a plate with dimples.
//!
//! A tray is one closed surface: every line around the board goes up as a wall, and what lies between the lines is
//! covered at the height of the floor or of the rim.

use tilewright_geometry::Cell;

use super::apart;
use super::balls::{Balls, MAX_CUBES};
use super::mesh::{Mesh, grains};
use super::prism::{MAX_CORNERS, PrismError, TOLERANCE, plane_lines};
use super::style::{PrintStyle, Shape};
use super::triangulate::{PlanePoint, triangulate};
use crate::make::fabricate::contour::Contour;
use crate::make::fabricate::error::FabricateError;
use crate::make::fabricate::offset::Beam;
use crate::make::fabricate::part::Kind;
use crate::make::fabricate::style::CutStyle;
use crate::make::fabricate::tray::{contains, tray_parts};
use crate::picture::drawing::Point;
use crate::puzzle::{Puzzle, Tray};

/// The size of a tray besides what the board asks for, in millimetres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TraySize {
    /// The width of the rim.
    pub rim: f64,
    /// The thickness of the floor.
    pub floor: f64,
}

/// The tray of a puzzle, standing on z = 0: its walls are as high as the pieces, its openings as wide as the board, so
/// that pieces have half their clearance to it. Balls lie in dimples, a quarter of a ball deep. None for a board of
/// several layers that are no balls, which is no tray.
///
/// # Errors
///
/// [`FabricateError`]: lengths that do not go together, too fine dimples, lines that cross.
///
/// # Examples
///
/// ```
/// use tilewright::make::fabricate::{PrintStyle, TraySize, printed_tray};
/// use tilewright::puzzle::{Source, load};
///
/// let source = Source::new("t.ron", r#"(
///     lattice: Square, board: Rect(5, 2), pieces: [Set(of: Polyominoes(2), copies: 5)],
/// )"#);
/// let puzzle = load(&source)?.puzzle;
/// let tray = printed_tray(&puzzle, &PrintStyle::default(), TraySize { rim: 8.0, floor: 2.0 })?;
/// let mesh = tray.expect("a board in the plane");
/// assert!(mesh.is_closed());
/// // Five cells of 20 mm and the rim on both sides; the floor and the thickness of the pieces.
/// assert_eq!(mesh.size(), [116.0, 56.0, 7.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Cost: O(n²) for n corners as a rule; of balls see [`Balls::mesh`].
pub fn printed_tray(
    puzzle: &Puzzle,
    style: &PrintStyle,
    size: TraySize,
) -> Result<Option<Mesh>, FabricateError> {
    if !puzzle.board.seams().is_empty() {
        return Err(FabricateError::Wraps);
    }
    style.check()?;
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
    let parts = tray_parts(puzzle, &cut, size.rim)?;
    let Some(frame) = parts.iter().find(|part| part.kind == Kind::Frame) else {
        return Ok(None);
    };
    let walls = match puzzle.tray {
        Tray::Projected { layers } => f64::from(layers) * style.unit,
        Tray::Flat if puzzle.lattice.dimensions() == 3 => style.unit,
        Tray::Flat => style.thickness,
    };
    let islands = parts.iter().filter(|part| part.kind == Kind::Island);
    let islands: Vec<&[Contour]> = islands.map(|part| part.contours.as_slice()).collect();
    let mesh = walled(&frame.contours, &islands, size.floor, walls);
    let mesh = mesh.map_err(|error| FabricateError::Prism {
        piece: "tray".to_owned(),
        error,
    })?;
    Ok(Some(mesh.grounded()))
}

/// A closed line with its vertices at two heights, counterclockwise from above.
struct Ring {
    points: Vec<PlanePoint>,
    low: Vec<u32>,
    high: Vec<u32>,
}

impl Ring {
    /// The line around a contour, whichever way that runs.
    fn new(contour: &Contour, heights: [f64; 2], mesh: &mut Mesh) -> Self {
        let contour = if contour.area() < 0.0 {
            contour.reversed()
        } else {
            contour.clone()
        };
        let points = plane_lines(std::slice::from_ref(&contour));
        let points = points.into_iter().next().unwrap_or_default();
        let [low, high] = heights.map(|height| {
            let z = grains(height);
            let vertices = points.iter().map(|&[x, y]| mesh.vertex([x, y, z]));
            vertices.collect()
        });
        Self { points, low, high }
    }

    /// The wall along the line: seen from outside if there is material within, from inside if it is without.
    fn wall(&self, material_within: bool, mesh: &mut Mesh) {
        let count = self.points.len();
        for at in 0..count {
            let next = (at + 1) % count;
            let (a, b) = if material_within {
                (at, next)
            } else {
                (next, at)
            };
            mesh.quad([self.low[a], self.low[b], self.high[b], self.high[a]]);
        }
    }
}

/// Which ends of walls a cover lies at.
#[derive(Clone, Copy)]
enum End {
    Low,
    High,
}

/// Covers what is within a ring and not within others, seen from above or from below.
fn cover(
    outer: (&Ring, End),
    holes: &[(&Ring, End)],
    from_above: bool,
    mesh: &mut Mesh,
) -> Result<(), PrismError> {
    let of = |(ring, end): (&Ring, End), reversed: bool| {
        let mut points = ring.points.clone();
        let mut vertices = match end {
            End::Low => ring.low.clone(),
            End::High => ring.high.clone(),
        };
        if reversed {
            points.reverse();
            vertices.reverse();
        }
        (points, vertices)
    };
    let all = std::iter::once(of(outer, false)).chain(holes.iter().map(|hole| of(*hole, true)));
    let (lines, vertices): (Vec<Vec<PlanePoint>>, Vec<Vec<u32>>) = all.unzip();
    let corners = lines.iter().map(Vec::len).sum();
    if corners > MAX_CORNERS {
        return Err(PrismError::TooManyCorners { corners });
    }
    let vertices = vertices.concat();
    for triangle in triangulate(&lines).ok_or(PrismError::Crossed)? {
        let [a, b, c] = triangle.map(|corner| vertices[corner as usize]);
        mesh.triangles
            .push(if from_above { [a, b, c] } else { [c, b, a] });
    }
    Ok(())
}

/// A closed line of a tray, and the same as points.
struct Line {
    ring: Ring,
    outline: Vec<Point>,
    /// Of an opening, the island that it is in, by its number.
    island: Option<usize>,
}

/// The tray of a frame, its rim first and then its openings, and of islands, each with openings of its own.
fn walled(
    frame: &[Contour],
    islands: &[&[Contour]],
    floor: f64,
    walls: f64,
) -> Result<Mesh, PrismError> {
    let mut mesh = Mesh::default();
    let top = floor + walls;
    let Some((rim, openings)) = frame.split_first() else {
        return Ok(mesh);
    };
    let rim = Ring::new(rim, [0.0, top], &mut mesh);
    let mut line = |contour: &Contour, island| Line {
        ring: Ring::new(contour, [floor, top], &mut mesh),
        outline: contour.flattened(TOLERANCE),
        island,
    };
    let mut pits: Vec<Line> = openings.iter().map(|opening| line(opening, None)).collect();
    let mut hills: Vec<Line> = Vec::with_capacity(islands.len());
    for (number, contours) in islands.iter().enumerate() {
        if let Some((outer, inner)) = contours.split_first() {
            hills.push(line(outer, None));
            pits.extend(inner.iter().map(|opening| line(opening, Some(number))));
        }
    }
    rim.wall(true, &mut mesh);
    cover((&rim, End::Low), &[], false, &mut mesh)?;
    let within = |island: Option<usize>| -> Vec<(&Ring, End)> {
        let own = pits.iter().filter(|pit| pit.island == island);
        own.map(|pit| (&pit.ring, End::High)).collect()
    };
    cover((&rim, End::High), &within(None), true, &mut mesh)?;
    for (number, hill) in hills.iter().enumerate() {
        hill.ring.wall(true, &mut mesh);
        cover(
            (&hill.ring, End::High),
            &within(Some(number)),
            true,
            &mut mesh,
        )?;
    }
    for (index, pit) in pits.iter().enumerate() {
        pit.ring.wall(false, &mut mesh);
        let standing = hills
            .iter()
            .filter(|hill| pit_of(hill, &pits) == Some(index));
        let standing: Vec<(&Ring, End)> = standing.map(|hill| (&hill.ring, End::Low)).collect();
        cover((&pit.ring, End::Low), &standing, true, &mut mesh)?;
    }
    Ok(mesh)
}

/// The opening that an island stands in: the smallest one around it.
fn pit_of(hill: &Line, pits: &[Line]) -> Option<usize> {
    let edge = Point::mean(hill.outline.iter().copied().take(2));
    let around = pits.iter().enumerate();
    let around = around.filter(|(_, pit)| contains(&pit.outline, edge));
    let area = |pit: &Line| Contour::polygon(pit.outline.iter().copied()).area().abs();
    let least = around.min_by(|(_, a), (_, b)| area(a).total_cmp(&area(b)));
    least.map(|(index, _)| index)
}

/// A plate with a dimple for each ball of the lowest layer.
fn dimpled(puzzle: &Puzzle, style: &PrintStyle, size: TraySize) -> Result<Mesh, FabricateError> {
    let table = puzzle.lattice.table();
    let resolution = match style.shape {
        Shape::Balls { resolution, .. } => resolution,
        Shape::Blocks => 16,
    };
    let cells = puzzle.board.cells();
    let layer = |cell: &Cell| table.offset_and_kind(*cell).0.z;
    let lowest = cells.iter().map(layer).min();
    let centres = cells.iter().filter(|cell| Some(layer(cell)) == lowest);
    let centres = centres.map(|&cell| {
        let [x, y, _] = table.centre(cell).map(|along| along * style.unit);
        // On the page y points down.
        [x, -y, 0.0]
    });
    let radius = apart(table) * style.unit / 2.0;
    let balls = Balls {
        centres: centres.collect(),
        necks: Vec::new(),
        radius,
        neck_radius: 0.0,
        step: 2.0 * radius / f64::from(resolution),
    };
    // A quarter of a ball lies below the surface.
    let plate = balls.dimples(size.rim, [-radius - size.floor, -radius / 2.0]);
    if plate.cubes() > MAX_CUBES {
        return Err(FabricateError::TooFine { resolution });
    }
    Ok(plate.mesh().grounded())
}
