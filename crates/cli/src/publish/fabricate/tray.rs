//! Trays: a frame around the board, a base below it, islands for its holes.
//!
//! The opening of the frame is exactly the board; the pieces are smaller. Islands are glued on the
//! base, where their outlines are engraved. Labels of cells are engraved on the base, or for open
//! cells on the frame or island that covers them. For a board of sticks, the opening surrounds all
//! sticks, which are engraved as lines on the base.

use tilewright_geometry::{Cell, Loop, Vector};

use super::bars::Bars;
use super::contour::{Contour, RoundedCorner};
use super::error::FabricateError;
use super::lettering::{Lettering, lettered};
use super::lid::lid_parts;
use super::notch::Notch;
use super::offset::{corners, offset};
use super::part::{CutPart, PartKind};
use super::style::{CutStyle, Engraving, Stocks};
use crate::picture::drawing::{Frame, Path, Point, cell_label_size, grid_lines};
use crate::puzzle::{Puzzle, Tray, is_within};

/// The minimum clearance between a tray and its lid, in millimetres.
const LID_CLEARANCE: f64 = 0.3;

/// The parts of a puzzle's tray, with a frame that is `width` millimetres wide. Empty for a board
/// with several layers.
///
/// # Errors
///
/// [`FabricateError`] if there is no room for corners or notches.
///
/// Cost: O(n log n) for n cells, and for each hole a comparison with each line around the board.
pub(crate) fn tray_parts(
    puzzle: &Puzzle,
    style: &CutStyle,
    width: f64,
) -> Result<Vec<CutPart>, FabricateError> {
    inset_tray_parts(puzzle, style, width, 0.0)
}

/// The parts of a tray as in [`tray_parts`]. If openings touch in a corner, openings are reduced by
/// `inset` millimetres on all sides and islands by twice as much, so that they no longer touch.
pub(super) fn inset_tray_parts(
    puzzle: &Puzzle,
    style: &CutStyle,
    width: f64,
    inset: f64,
) -> Result<Vec<CutPart>, FabricateError> {
    let (low, high) = puzzle.board.bounding_box();
    if puzzle.tray == Tray::Flat && low.z != high.z {
        return Ok(Vec::new());
    }
    let cells: Vec<Cell> = puzzle.board.cells().to_vec();
    let frame = Frame::new(
        puzzle.lattice.table(),
        cells.iter().copied(),
        style.unit,
        0.0,
    );
    let (openings, islands) = if frame.table().drawing.closed {
        around(&frame, &cells, style, inset)?
    } else {
        (grooves(&frame, &cells, style)?, Vec::new())
    };
    let beam = style.beam.kerf / 2.0;
    let rim = rim(&openings, width, beam)?;
    let mut engraving = Path::default();
    for island in &islands {
        engraving.add_polygon(island.outline.iter().copied());
    }
    if style.engraves(Engraving::Cells) {
        engraving.segments.extend(grid(&frame, &cells).segments);
    }
    let mut on_frame = Path::default();
    let mut on_islands = vec![Path::default(); islands.len()];
    for (cell, letters) in cell_labels(puzzle, &frame, style.lettering) {
        let centre = frame.centre(cell);
        let island = islands
            .iter()
            .position(|island| contains(&island.outline, centre));
        let ground = match island {
            _ if puzzle.board.index_of(cell).is_some() => &mut engraving,
            Some(island) => &mut on_islands[island],
            None => &mut on_frame,
        };
        ground.segments.extend(letters.segments);
    }
    let part = |name: String, kind, contours, engraving| CutPart {
        name,
        kind,
        copies: 1,
        contours,
        engraving,
        label: None,
        stock: String::new(),
    };
    let mut ways: Vec<Contour> = openings.into_iter().map(|opening| opening.way).collect();
    if let Some(notch) = style.notch {
        ways = Notch::new(notch, width, beam)
            .cut(&ways)
            .ok_or(FabricateError::NoRoomForNotch { width: notch })?;
    }
    let lid = if style.lid {
        lid_parts(
            &rim,
            style.clearance.max(LID_CLEARANCE),
            width,
            width / 2.0,
            beam,
        )?
        .to_vec()
    } else {
        Vec::new()
    };
    let mut contours = vec![rim.clone()];
    contours.extend(ways);
    let mut parts = vec![
        part("frame".to_owned(), PartKind::Frame, contours, on_frame),
        part("base".to_owned(), PartKind::Base, vec![rim], engraving),
    ];
    parts.extend(lid);
    for ((number, island), letters) in (1..).zip(islands).zip(on_islands) {
        let name = format!("island {number}");
        parts.push(part(name, PartKind::Island, island.ways, letters));
    }
    if style.stocks != Stocks::One {
        for part in &mut parts {
            let stock = match part.kind {
                PartKind::Frame | PartKind::Island => "frame and islands",
                PartKind::Base => "base",
                PartKind::Lid => "lid",
                PartKind::Test | PartKind::Piece => "pieces",
            };
            stock.clone_into(&mut part.stock);
        }
    }
    Ok(parts)
}

/// The labels of cells of the board and of holes, as engraved lines. Labels outside the bounding
/// box of the board are omitted, because there may be no frame to write on.
fn cell_labels<'p>(
    puzzle: &'p Puzzle,
    frame: &'p Frame,
    lettering: Lettering,
) -> impl Iterator<Item = (Cell, Path)> {
    let size = cell_label_size(puzzle, frame);
    let labels = puzzle.labels.iter();
    let on_tray = labels.filter(|(cell, _)| is_within(&puzzle.board, *cell, 0));
    on_tray.map(move |(cell, label)| {
        let along = Point::new(1.0, 0.0);
        (
            cell,
            lettered(
                label,
                frame.centre(cell),
                along,
                size(cell, label),
                lettering,
            ),
        )
    })
}

/// The labels of cells of the board and of holes as outlines of letters, in the coordinates of
/// [`tray_parts`].
pub(super) fn cell_letters(puzzle: &Puzzle, style: &CutStyle) -> Vec<Path> {
    let cells = puzzle.board.cells().iter().copied();
    let frame = Frame::new(puzzle.lattice.table(), cells, style.unit, 0.0);
    let labels = cell_labels(puzzle, &frame, Lettering::Outlines);
    labels.map(|(_, letters)| letters).collect()
}

/// An opening of the frame: a line around cells of the board.
struct Opening {
    outline: Vec<Point>,
    /// The path of the beam, inside the line.
    way: Contour,
}

/// The filling of a hole of the board.
struct Island {
    outline: Vec<Point>,
    /// The paths of the beam: around the island, and around cells of the board within it.
    ways: Vec<Contour>,
}

/// The openings of the frame and the islands, for a board whose cells are areas. If any touch in a
/// corner, openings are reduced by `inset` and islands by twice as much.
fn around(
    frame: &Frame,
    cells: &[Cell],
    style: &CutStyle,
    inset: f64,
) -> Result<(Vec<Opening>, Vec<Island>), FabricateError> {
    let way = |line: &Loop, part: &str, inset: f64| {
        let mut outline = corners(line, frame);
        // The line runs around the cells with the cells on its right. Reversed, it has the frame on
        // its right.
        outline.reverse();
        let way = offset(&outline, inset, &style.beam).map_err(|edge| FabricateError::Corners {
            part: part.to_owned(),
            edge,
        })?;
        Ok::<_, FabricateError>(Opening { outline, way })
    };
    let loops = frame.table().boundary(cells.iter().copied());
    // A line that passes a corner twice is split there, because material connected only in a corner would
    // break off.
    let loops: Vec<Loop> = loops.iter().flat_map(Loop::simple).collect();
    let mut corners: Vec<Vector> = loops.iter().flat_map(Loop::corners).copied().collect();
    corners.sort_unstable();
    let inset = if corners.windows(2).any(|two| two[0] == two[1]) {
        inset
    } else {
        0.0
    };
    let (outer, holes): (Vec<&Loop>, Vec<&Loop>) =
        loops.iter().partition(|line| line.double_area() > 0);
    let mut islands = holes
        .into_iter()
        .map(|line| {
            let Opening { outline, way } = way(line, "island", 2.0 * inset)?;
            Ok(Island {
                outline,
                ways: vec![way],
            })
        })
        .collect::<Result<Vec<Island>, FabricateError>>()?;
    let mut openings = Vec::new();
    for line in outer {
        let opening = way(line, "frame", -inset)?;
        let edge = Point::mean(opening.outline.iter().copied().take(2));
        let within = islands
            .iter_mut()
            .filter(|island| contains(&island.outline, edge))
            .min_by(|a, b| a.ways[0].area().total_cmp(&b.ways[0].area()));
        match within {
            Some(island) => island.ways.push(opening.way),
            None => openings.push(opening),
        }
    }
    Ok((openings, islands))
}

/// The openings of the frame for a board of sticks.
fn grooves(
    frame: &Frame,
    cells: &[Cell],
    style: &CutStyle,
) -> Result<Vec<Opening>, FabricateError> {
    let half_width = style.stick_width / 2.0 + style.clearance;
    let bars = Bars {
        half_width,
        setback: -half_width,
        bend_gap: None,
        end_radius: 0.0,
        branch_radius: 0.0,
        // The bars are cut out of the frame, so the material is outside them, and the beam runs inside them.
        beam: -style.beam.kerf / 2.0,
    };
    let ways = bars
        .contours(frame, cells)
        .map_err(|edge| FabricateError::Corners {
            part: "frame".to_owned(),
            edge,
        })?;
    Ok(ways
        .into_iter()
        .filter(|way| way.area() > 0.0)
        .map(|way| Opening {
            outline: Vec::new(),
            way: way.reversed(),
        })
        .collect())
}

/// The outer line of frame and base: a rectangle with rounded corners.
fn rim(openings: &[Opening], width: f64, beam: f64) -> Result<Contour, FabricateError> {
    let mut low = Point::new(f64::INFINITY, f64::INFINITY);
    let mut high = Point::new(f64::NEG_INFINITY, f64::NEG_INFINITY);
    for opening in openings {
        let (least, greatest) = opening.way.bounds();
        low = Point::new(low.x.min(least.x), low.y.min(least.y));
        high = Point::new(high.x.max(greatest.x), high.y.max(greatest.y));
    }
    // The distance between the beam's paths: half a kerf to the opening, the frame's width, and half a kerf
    // beyond the rim.
    let width = width + 2.0 * beam;
    let corners = [
        Point::new(low.x - width, low.y - width),
        Point::new(high.x + width, low.y - width),
        Point::new(high.x + width, high.y + width),
        Point::new(low.x - width, high.y + width),
    ];
    let corners = corners.map(|at| RoundedCorner {
        at,
        radius: width / 2.0,
    });
    Contour::rounded(&corners).map_err(|edge| FabricateError::Corners {
        part: "frame".to_owned(),
        edge,
    })
}

/// The lines between the cells of a board, or its sticks.
fn grid(frame: &Frame, cells: &[Cell]) -> Path {
    if frame.table().drawing.closed {
        return grid_lines(frame, cells.iter().copied());
    }
    let mut path = Path::default();
    for &cell in cells {
        let corners = frame.table().outline(cell).corners;
        path.add_line(corners.into_iter().map(|corner| frame.corner(corner)));
    }
    path
}

/// Whether a point is inside a closed line. The point must not be on the line.
pub(in crate::publish::fabricate) fn contains(line: &[Point], p: Point) -> bool {
    let next = line.iter().cycle().skip(1);
    let crossings = line.iter().zip(next).filter(|(a, b)| {
        let right = a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x) > p.x;
        (a.y > p.y) != (b.y > p.y) && right
    });
    crossings.count() % 2 == 1
}
