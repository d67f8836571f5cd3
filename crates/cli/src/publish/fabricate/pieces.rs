//! The parts of pieces: outlines of areas, bars of sticks, layers of cubes.

use std::collections::BTreeSet;
use std::f64::consts::{PI, TAU};

use tilewright_geometry::{Cell, LatticeTable, Polyform, Sides, Vector};

use super::bars::{Bars, bend_radius};
use super::contour::{Contour, heading};
use super::error::FabricateError;
use super::lettering::{Lettering, lettered};
use super::offset::{corners, offset};
use super::part::{CutPart, PartKind, PartLabel};
use super::stock::copies_needed;
use super::style::{CutStyle, Ends, Engraving, Stocks};
use crate::picture::drawing::{Frame, Path, Point, grid_lines, text_width};
use crate::picture::palette::Scheme;
use crate::puzzle::{Piece, Puzzle, Tray};

/// The parts into which a puzzle's pieces are cut.
///
/// A piece in the plane is one part. A flat piece of cubes is also one part, cut from a sheet as
/// thick as a cube. Other pieces of cubes are cut layer by layer, if the tray has depth or the
/// style allows glue.
///
/// # Errors
///
/// [`FabricateError`]: the board wraps around, cells are balls, a piece is not connected or not
/// flat, or an edge is too short for its corners.
///
/// Cost: O(n log n) for n cells.
pub(crate) fn piece_parts(
    puzzle: &Puzzle,
    style: &CutStyle,
) -> Result<Vec<CutPart>, FabricateError> {
    if !puzzle.board.seams().is_empty() {
        return Err(FabricateError::Wraps);
    }
    let table = puzzle.lattice.table();
    if table.drawing.round {
        return Err(FabricateError::Round {
            cells: table.cell_names[1],
        });
    }
    let mut parts = Vec::new();
    let scheme = Scheme::of_puzzle(puzzle);
    for (id, piece) in puzzle.pieces().filter(|(_, piece)| piece.is_first_face()) {
        let slices = slices(puzzle, piece, style.glue)?;
        for (suffix, cells) in slices {
            let name = format!("{}{suffix}", piece.name);
            let frame = Frame::new(
                puzzle.lattice.table(),
                cells.iter().copied(),
                style.unit,
                0.0,
            );
            let mut engraving = if style.engraves(Engraving::Cells) {
                grid_lines(&frame, cells.iter().copied())
            } else {
                Path::default()
            };
            let marks = color_marks(puzzle, piece, &cells);
            for (cell, mark) in &marks {
                // A tile is useless without its colours, so they are always engraved, instead of the name.
                let PartLabel {
                    at,
                    along,
                    text,
                    size,
                } = label(&frame, &[*cell], style, mark);
                let lines = lettered(&text, at, along, size, style.lettering.as_lines());
                engraving.segments.extend(lines.segments);
            }
            let label = (marks.is_empty() && style.engraves(Engraving::Names))
                .then(|| label(&frame, &cells, style, &piece.name));
            // With `Lettering::Text` the name stays a label, for which other software supplies the font.
            // Otherwise its lines become part of the engraving.
            let label = match (label, style.lettering) {
                (Some(label), Lettering::Outlines | Lettering::SingleStroke) => {
                    let PartLabel {
                        at,
                        along,
                        text,
                        size,
                    } = &label;
                    let lines = lettered(text, *at, *along, *size, style.lettering);
                    engraving.segments.extend(lines.segments);
                    None
                }
                (label, _) => label,
            };
            let part = CutPart {
                contours: contours(&frame, &cells, style, &name)?,
                engraving,
                label,
                stock: match style.stocks {
                    Stocks::One => String::new(),
                    Stocks::ByPart => "pieces".to_owned(),
                    Stocks::ByColor => format!("pieces in {}", scheme.fill(id).color),
                },
                name,
                kind: PartKind::Piece,
                copies: copies_needed(puzzle, piece),
            };
            parts.push(part);
        }
    }
    Ok(parts)
}

/// The marks engraved on coloured cells: the names of the colours if all have at most two
/// characters, otherwise `A`, `B`, … in the order of the puzzle's colours, or numbers from the 27th
/// colour on.
fn color_marks(puzzle: &Puzzle, piece: &Piece, cells: &[Cell]) -> Vec<(Cell, String)> {
    let Some(own) = &piece.cell_colors else {
        return Vec::new();
    };
    let known = puzzle.cell_colors();
    let is_short = known.iter().all(|color| color.chars().count() <= 2);
    let mark = |color: &crate::support::label::Label| {
        let number = known.binary_search(&color).unwrap_or_default();
        let letter = u8::try_from(number).ok().filter(|number| *number < 26);
        match letter {
            _ if is_short => color.to_string(),
            Some(letter) => char::from(b'A' + letter).to_string(),
            None => (number + 1).to_string(),
        }
    };
    let colored = piece.polyform.cells().iter().zip(&own.colors);
    let colored = colored.filter(|(cell, _)| cells.contains(cell));
    colored.map(|(cell, color)| (*cell, mark(color))).collect()
}

/// For a lattice of sticks: the smallest angle between adjacent sticks, and the smallest turn of a path.
struct StickAngles {
    /// The tangent of half the smallest angle between two sticks.
    narrow: f64,
    /// The tangent of half the smallest angle by which a path of two sticks turns, apart from straight paths.
    gentle: f64,
}

impl StickAngles {
    fn of(table: &LatticeTable) -> Self {
        let heading = |v: Vector| {
            let [x, y, _] = table.project(v);
            y.atan2(x)
        };
        let kinds = table.kinds.iter();
        // The directions of two sticks, both seen from their common end.
        let pairs = kinds.flat_map(|kind| {
            let near = kind.neighbours.iter().filter_map(|&step| {
                let other = table.cell_at(kind.origin + step)?;
                let (_, kind) = table.offset_and_kind(other);
                Some((step, table.kinds.get(kind.index())?))
            });
            near.flat_map(move |(step, other)| {
                let ends = kind.corners.iter();
                ends.flat_map(move |&end| {
                    let meets = other.corners.iter().filter(move |&&far| step + far == end);
                    meets.map(move |&far| (-end, -far))
                })
            })
        });
        let angles = pairs.map(|(a, b)| {
            let between = (heading(a) - heading(b)).abs();
            between.min(TAU - between)
        });
        let (mut least, mut bend) = (PI, 0.0_f64);
        for angle in angles {
            least = least.min(angle);
            if angle < PI - 1e-6 {
                bend = bend.max(angle);
            }
        }
        Self {
            narrow: (least / 2.0).tan(),
            gentle: ((PI - bend) / 2.0).tan(),
        }
    }
}

/// The dimensions of the bars for a puzzle's sticks.
pub(super) fn bars(table: &LatticeTable, style: &CutStyle) -> Bars {
    let (half_width, beam) = (style.stick_width / 2.0, style.beam.kerf / 2.0);
    Bars {
        half_width,
        setback: (half_width + style.clearance) / StickAngles::of(table).narrow,
        bend_gap: Some(style.clearance),
        end_radius: match style.ends {
            Ends::Square => style.beam.radius_at(true).min(half_width + beam),
            Ends::Round => half_width + beam,
        },
        branch_radius: style.beam.radius_at(false),
        beam,
    }
}

/// The contours of connected cells: first the outer one, then those of holes.
///
/// # Errors
///
/// [`FabricateError`] if there is no room for corners or bends.
pub(super) fn contours(
    frame: &Frame,
    cells: &[Cell],
    style: &CutStyle,
    name: &str,
) -> Result<Vec<Contour>, FabricateError> {
    let failed = |edge| FabricateError::Corners {
        part: format!("piece {name}"),
        edge,
    };
    if !frame.table().drawing.closed {
        let table = frame.table();
        if table.crossing.is_none() {
            return Err(FabricateError::Crowded {
                sticks: table.cell_names[1],
            });
        }
        let gentle = StickAngles::of(table).gentle;
        let reach = gentle * bend_radius(style.stick_width / 2.0, style.clearance, gentle);
        if reach > style.unit / 2.0 + 1e-9 {
            // A stick may have a bend at each end, and each bend takes `reach` of the stick. The
            // limit is this inequality solved for the width.
            let vertex = (1.0 + gentle * gentle).sqrt() - 1.0;
            return Err(FabricateError::TooMuch {
                what: "stick width",
                given: style.stick_width,
                unit: style.unit,
                limit: style.unit * vertex / gentle - style.clearance,
            });
        }
        return bars(table, style).contours(frame, cells).map_err(failed);
    }
    let loops = frame.table().boundary(cells.iter().copied());
    let mut contours = loops
        .iter()
        .map(|line| offset(&corners(line, frame), style.inset(), &style.beam))
        .collect::<Result<Vec<Contour>, f64>>()
        .map_err(failed)?;
    contours.sort_by(|a, b| b.area().total_cmp(&a.area()));
    Ok(contours)
}

/// The cells of a piece as flat, connected parts, each with a suffix for its name: `, layer 2 part 1`.
pub(super) fn slices(
    puzzle: &Puzzle,
    piece: &Piece,
    glue: bool,
) -> Result<Vec<(String, Vec<Cell>)>, FabricateError> {
    require_connected(piece)?;
    let flattest = flattest(&piece.polyform);
    let mut layers: BTreeSet<i32> = BTreeSet::new();
    let layer = |cell: &Cell| puzzle.lattice.offset_and_kind(*cell).0.z;
    layers.extend(flattest.cells().iter().map(layer));
    if layers.len() > 1 && puzzle.tray == Tray::Flat && !glue {
        return Err(FabricateError::Solid {
            piece: piece.name.to_string(),
        });
    }
    let mut slices = Vec::new();
    for (index, &z) in layers.iter().enumerate() {
        let cells = flattest.cells().iter().copied().filter(|c| layer(c) == z);
        let parts = puzzle.lattice.components(cells);
        let several = parts.len() > 1;
        for (number, cells) in parts.into_iter().enumerate() {
            let mut suffix = String::new();
            if layers.len() > 1 {
                suffix = format!(", layer {}", index + 1);
            }
            if several {
                suffix.push_str(&format!(" part {}", number + 1));
            }
            slices.push((suffix, cells));
        }
    }
    Ok(slices)
}

pub(super) fn require_connected(piece: &Piece) -> Result<(), FabricateError> {
    if piece.polyform.is_connected() {
        return Ok(());
    }
    Err(FabricateError::Apart {
        piece: piece.name.to_string(),
    })
}

/// The rotation of the piece that has the fewest layers. If several have, the first of them; the unrotated piece
/// is the first of all.
pub(super) fn flattest(polyform: &Polyform) -> Polyform {
    let images = polyform.orientations(Sides::OneSided);
    let best = images.into_iter().min_by_key(|image| image.extent().z);
    best.unwrap_or_else(|| polyform.clone())
}

/// The label with a piece's name, on the cell nearest the centre of the cells.
fn label(frame: &Frame, cells: &[Cell], style: &CutStyle, name: &str) -> PartLabel {
    let middle = Point::mean(cells.iter().map(|&cell| frame.centre(cell)));
    let nearest = cells.iter().copied().min_by(|&a, &b| {
        let distance = |cell| frame.centre(cell).distance(middle);
        distance(a).total_cmp(&distance(b))
    });
    let at = nearest.map_or(middle, |cell| frame.centre(cell));
    let corners = nearest.map(|cell| frame.table().outline(cell).corners);
    let corners: Vec<Point> = corners
        .into_iter()
        .flatten()
        .map(|corner| frame.corner(corner))
        .collect();
    let (along, height, width) = if let &[a, b] = corners.as_slice() {
        (heading(a, b).0, 0.6 * style.stick_width, 0.5 * style.unit)
    } else {
        let next = corners.iter().cycle().skip(1);
        let edges = corners.iter().zip(next);
        let room = edges.map(|(a, b)| Point::mean([*a, *b]).distance(at));
        let room = room.fold(style.unit, f64::min);
        (Point::new(1.0, 0.0), 0.7 * room, 1.6 * room)
    };
    PartLabel {
        at,
        along,
        text: name.to_owned(),
        size: height.min(width / text_width(name, 1.0)),
    }
}
