//! The isometric view of solids.
//!
//! A face is drawn if it points towards the eye and no cell is in front of it. Faces are drawn from
//! the farthest to the nearest; faces that others hide completely are left out. Lines between
//! pieces are thick. Lines along the edges of a single piece are medium. Lines between cells of one
//! plane face are thin.
//!
//! On the page the x axis points down to the right, the y axis down to the left, and the z axis up.
//! Edges along the axes keep their length.
//!
//! The order by depth is exact for cubes: if one cube hides a part of another, none of its
//! coordinates is less, so it is nearer. The test for hidden faces is exact for cubes too: a face
//! consists of two halves, and each half is hidden completely or not at all. It is also correct to
//! draw hexagonal prisms from back to front: if a plane separates two prisms, their centres have
//! the same order as the prisms. Balls are drawn as spheres.

use std::collections::BTreeMap;

use tilewright_geometry::compact::{CompactSort, map_of};
use tilewright_geometry::{Cell, LatticeTable, Vector};

use super::corner_view::{CornerView, SolidBlock, project};
use super::path::{Path, Point};
use super::scene::{Element, Fill, Role, Shape, Stroke, Text};
use super::spheres::spheres;
use super::style::Labelling;
use crate::picture::palette::{INK, PAPER, ink_on, mix};
use crate::puzzle::Color;

/// A face that points towards the eye.
struct Facet {
    block: usize,
    cell: Cell,
    /// The step to the neighbour that would cover this face.
    step: Vector,
    corners: Vec<Vector>,
    points: Vec<Point>,
    depth: f64,
}

/// The isometric view of blocks, which have no common cells. `cell` is the length of an edge in millimetres.
///
/// Cost: O(n log n) for n cells, and for each face a comparison with the faces that overlap it.
pub(crate) fn isometric(
    table: &'static LatticeTable,
    blocks: &[SolidBlock<'_>],
    cell: f64,
    labels: Labelling,
) -> CornerView {
    if table.drawing.round {
        return spheres(table, blocks, cell, labels);
    }
    let owner: BTreeMap<Cell, usize> = map_of(
        blocks
            .iter()
            .enumerate()
            .flat_map(|(index, block)| block.cells.iter().map(move |&cell| (cell, index))),
    );
    let mut facets = facets(table, &owner);
    let low = |axis: fn(&Point) -> f64| {
        let all = facets.iter().flat_map(|f| &f.points).map(axis);
        all.fold(f64::INFINITY, f64::min)
    };
    let high = |axis: fn(&Point) -> f64| {
        let all = facets.iter().flat_map(|f| &f.points).map(axis);
        all.fold(f64::NEG_INFINITY, f64::max)
    };
    let (left, top) = (low(|p| p.x), low(|p| p.y));
    let (right, bottom) = (high(|p| p.x), high(|p| p.y));
    if facets.is_empty() {
        return CornerView::default();
    }
    for facet in &mut facets {
        for p in &mut facet.points {
            *p = Point::new((p.x - left) * cell, (p.y - top) * cell);
        }
    }
    let facets = seen(facets, cell);
    let mut cells_seen: Vec<Cell> = facets.iter().map(|facet| facet.cell).collect();
    cells_seen.sort_unstable();
    cells_seen.dedup();
    CornerView {
        elements: draw(table, blocks, &facets, cell, labels),
        width: (right - left) * cell,
        height: (bottom - top) * cell,
        hidden: owner.len() - cells_seen.len(),
    }
}

/// The uncovered faces that point towards the eye, the farthest first. Coordinates are in edge lengths.
fn facets(table: &'static LatticeTable, owner: &BTreeMap<Cell, usize>) -> Vec<Facet> {
    let mut facets = Vec::new();
    for (&cell, &block) in owner {
        let (_, depth) = project(table.project(cell.vector()));
        for (outline, step) in table.faces(cell) {
            let beyond = table.cell_at(cell.vector() + step);
            if beyond.is_some_and(|beyond| owner.contains_key(&beyond)) {
                continue;
            }
            let corners: Vec<Vector> = outline.corners.into_iter().collect();
            let points: Vec<Point> = corners
                .iter()
                .map(|&corner| project(table.project_corner(corner)).0)
                .collect();
            if double_area(&points) > 1e-9 {
                facets.push(Facet {
                    block,
                    cell,
                    step,
                    corners,
                    points,
                    depth,
                });
            }
        }
    }
    facets.compact_sort_by(|a, b| {
        let place = |f: &Facet| (f.cell, f.step);
        a.depth
            .total_cmp(&b.depth)
            .then_with(|| place(a).cmp(&place(b)))
    });
    facets
}

/// Twice the signed area, positive if the corners are clockwise on the page.
fn double_area(points: &[Point]) -> f64 {
    let next = points.iter().cycle().skip(1);
    let pairs = points.iter().zip(next);
    pairs.map(|(a, b)| a.x * b.y - b.x * a.y).sum()
}

/// The faces that nearer faces do not hide.
fn seen(facets: Vec<Facet>, cell: f64) -> Vec<Facet> {
    // The page is divided into squares, and each face belongs to the square with its centre. A face
    // can only hide points in its own square and the neighbouring ones.
    let reach = cell * 2.0;
    let place = |p: Point| {
        let at = |c: f64| (c / reach).floor();
        (at(p.x), at(p.y))
    };
    let key = |(x, y): (f64, f64)| (x.to_bits(), y.to_bits());
    let mut near: BTreeMap<(u64, u64), Vec<usize>> = BTreeMap::new();
    for (index, facet) in facets.iter().enumerate() {
        let middle = Point::mean(facet.points.iter().copied());
        near.entry(key(place(middle))).or_default().push(index);
    }
    let hides = |index: usize, p: Point| {
        let (x, y) = place(p);
        let steps = [-1.0, 0.0, 1.0];
        steps.iter().any(|dx| {
            steps.iter().any(|dy| {
                // Adding 0.0 turns -0.0 into 0.0, since the two have different bits.
                let there = near.get(&key((x + dx + 0.0, y + dy + 0.0)));
                there.is_some_and(|list| {
                    let later = list.partition_point(|&other| other <= index);
                    list[later..]
                        .iter()
                        .any(|&o| contains(&facets[o].points, p))
                })
            })
        })
    };
    let visible: Vec<bool> = facets
        .iter()
        .enumerate()
        .map(|(index, facet)| {
            let middle = Point::mean(facet.points.iter().copied());
            let next = facet.points.iter().cycle().skip(1);
            let mut samples = facet
                .points
                .iter()
                .zip(next)
                .map(|(&a, &b)| Point::mean([a, b, middle]));
            samples.any(|p| !hides(index, p))
        })
        .collect();
    let kept = facets.into_iter().zip(visible);
    kept.filter(|(_, seen)| *seen)
        .map(|(facet, _)| facet)
        .collect()
}

/// Whether a point lies within a convex face whose corners are clockwise.
fn contains(points: &[Point], p: Point) -> bool {
    let next = points.iter().cycle().skip(1);
    points
        .iter()
        .zip(next)
        .all(|(a, b)| (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) >= 0.0)
}

/// The width of lines between cells of one piece that lie in one plane, in edge lengths.
const FINE: f64 = 0.025;
/// The width of lines where faces of one piece meet at an angle, in edge lengths.
const FOLD: f64 = 0.05;
/// The width of lines at the outline of a piece, in edge lengths.
const BOLD: f64 = 0.09;

fn draw(
    table: &LatticeTable,
    blocks: &[SolidBlock<'_>],
    facets: &[Facet],
    cell: f64,
    labels: Labelling,
) -> Vec<Element> {
    let edge = |a: Vector, b: Vector| (a.min(b), a.max(b));
    let edges = |facet: &Facet| {
        let next = facet.corners.iter().cycle().skip(1).copied();
        let corners = facet.corners.iter().copied();
        corners
            .zip(next)
            .map(|(a, b)| edge(a, b))
            .collect::<Vec<_>>()
    };
    let mut around: BTreeMap<(Vector, Vector), Vec<usize>> = BTreeMap::new();
    for (index, facet) in facets.iter().enumerate() {
        for edge in edges(facet) {
            around.entry(edge).or_default().push(index);
        }
    }
    let labelled = labelled(blocks, facets, labels);
    let mut elements: Vec<Element> = Vec::new();
    for (index, facet) in facets.iter().enumerate() {
        let block = &blocks[facet.block];
        let (fill, ground) = shaded(&block.fill, shade(table, facet.step));
        let mut shapes = vec![Shape::filled(
            Path::polygon(facet.points.iter().copied()),
            fill,
        )];
        let next = facet.points.iter().cycle().skip(1);
        let lines = facet.points.iter().zip(next);
        let mut drawn: Vec<(f64, Path)> = Vec::new();
        for (edge, (&a, &b)) in edges(facet).into_iter().zip(lines) {
            let others = around.get(&edge).into_iter().flatten();
            let own = others
                .filter(|&&other| other != index && facets[other].block == facet.block)
                .map(|&other| facets[other].step == facet.step)
                .reduce(|a, b| a || b);
            let width = match own {
                Some(true) => FINE,
                Some(false) => FOLD,
                None => BOLD,
            };
            let same = drawn.iter_mut().find(|(w, _)| w.total_cmp(&width).is_eq());
            if let Some((_, path)) = same {
                path.add_line([a, b]);
            } else {
                let mut path = Path::default();
                path.add_line([a, b]);
                drawn.push((width, path));
            }
        }
        drawn.compact_sort_by(|a, b| a.0.total_cmp(&b.0));
        for (width, path) in drawn {
            let color = if width > FINE {
                INK
            } else {
                mix(ground, INK, 0.45)
            };
            shapes.push(Shape::stroked(path, Stroke::new(color, width * cell)));
        }
        if labelled.contains(&index) && !block.label.is_empty() {
            let middle = Point::mean(facet.points.iter().copied());
            if matches!(block.fill, Fill::Pattern(_)) {
                shapes.push(Shape::filled(
                    Path::circle(middle, cell * 0.28),
                    Fill::Color(PAPER),
                ));
            }
            let text = Text::centred(middle, cell * 0.38, ink_on(ground), block.label);
            shapes.push(Shape::Text(text.bold()));
        }
        match elements.last_mut() {
            Some(last) if last.name.as_deref() == Some(block.name) => last.shapes.extend(shapes),
            _ => elements.push(Element::new(Role::Face, shapes).named(block.name)),
        }
        let written = table.coordinates(facet.cell);
        if let Some(last) = elements.last_mut()
            && !last.cells.contains(&written)
        {
            last.cells.push(written);
        }
    }
    elements
}

/// The faces that get labels: all, or for each block the face nearest to the mean of its faces.
fn labelled(blocks: &[SolidBlock<'_>], facets: &[Facet], labels: Labelling) -> Vec<usize> {
    let middle = |index: usize| Point::mean(facets[index].points.iter().copied());
    match labels {
        Labelling::None => Vec::new(),
        Labelling::Cells => (0..facets.len()).collect(),
        Labelling::Pieces => (0..blocks.len())
            .filter_map(|block| {
                let own = || (0..facets.len()).filter(move |&i| facets[i].block == block);
                let whole = Point::mean(own().map(middle));
                own().min_by(|&a, &b| {
                    let far = |i: usize| middle(i).distance(whole);
                    far(a).total_cmp(&far(b))
                })
            })
            .collect(),
    }
}

/// A fill darkened by `shade`, and its background colour. Patterns are not darkened.
fn shaded(fill: &Fill, shade: f64) -> (Fill, Color) {
    match fill {
        Fill::Pattern(pattern) => (fill.clone(), pattern.ground),
        Fill::Color(color) => {
            let color = mix(*color, INK, shade);
            (Fill::Color(color), color)
        }
    }
}

/// The amount by which a face is darkened, from 0 to 1. `step` is the step to the cell beyond the
/// face. Light comes from above left, so faces that point further to the right are darker.
pub(crate) fn shade(table: &LatticeTable, step: Vector) -> f64 {
    let [x, y, _] = table.project(step);
    if step.z > 0 {
        0.0
    } else {
        let quarters = y.atan2(x) / std::f64::consts::FRAC_PI_2;
        0.30 - 0.15 * quarters.clamp(-0.5, 1.5)
    }
}
