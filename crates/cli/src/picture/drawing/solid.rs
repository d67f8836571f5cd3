//! Solids from a corner, in isometric projection.
//!
//! A face is drawn if it looks to the eye and no cell lies against it, from the farthest to the
//! nearest; faces behind others are left out. Edges between pieces are bold, folds of a piece
//! middling, edges between cells of one face fine.
//!
//! The eye is at the right, below and above the page seen from above: x goes down to the right, y
//! down to the left, z up. Edges along the axes keep their length on the page.
//!
//! For cubes this order is exact: if one hides a part of another, none of its coordinates is less,
//! so it is nearer. What is left out is exact for cubes, too: their faces are seen in halves, which
//! are hidden wholly or not at all. Hexagonal prisms are drawn whole, back to front: where the planes of
//! faces between two of them leave one nearer, its middle is nearer, too. Balls are spheres.

use std::collections::BTreeMap;

use tilewright_geometry::{Cell, Table, Vector};

use super::corner_view::{Block, CornerView, project};
use super::path::{Path, Point};
use super::scene::{Element, Fill, Role, Shape, Stroke, Text};
use super::spheres::spheres;
use super::style::Labelling;
use crate::picture::palette::{INK, PAPER, ink_on, mix};
use crate::puzzle::Color;

/// A face that may be seen.
struct Facet {
    block: usize,
    cell: Cell,
    /// The step to the cell that would hide it.
    step: Vector,
    corners: Vec<Vector>,
    points: Vec<Point>,
    depth: f64,
}

/// A view of blocks, of which no two share a cell. `cell` is the length of an edge in millimetres.
///
/// Cost: O(n log n) for n cells, and for each face a comparison with those that overlap it.
pub fn isometric(
    table: &'static Table,
    blocks: &[Block<'_>],
    cell: f64,
    labels: Labelling,
) -> CornerView {
    if table.drawing.round {
        return spheres(table, blocks, cell, labels);
    }
    let owner: BTreeMap<Cell, usize> = blocks
        .iter()
        .enumerate()
        .flat_map(|(index, block)| block.cells.iter().map(move |&cell| (cell, index)))
        .collect();
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

/// The faces that look to the eye with nothing against them, the farthest first; in units of an
/// edge.
fn facets(table: &'static Table, owner: &BTreeMap<Cell, usize>) -> Vec<Facet> {
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
    facets.sort_by(|a, b| {
        let place = |f: &Facet| (f.cell, f.step);
        a.depth
            .total_cmp(&b.depth)
            .then_with(|| place(a).cmp(&place(b)))
    });
    facets
}

/// Twice the area, positive if the corners go clockwise on the page.
fn double_area(points: &[Point]) -> f64 {
    let next = points.iter().cycle().skip(1);
    let pairs = points.iter().zip(next);
    pairs.map(|(a, b)| a.x * b.y - b.x * a.y).sum()
}

/// Leaves out faces that nearer ones hide.
fn seen(facets: Vec<Facet>, cell: f64) -> Vec<Facet> {
    // Faces by the square of the page that holds their middle: one that hides a point has its own
    // middle within an edge's length or two.
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
                // Adding 0.0 makes -0.0 the same as 0.0.
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

/// Whether a point lies within a convex face whose corners go clockwise.
fn contains(points: &[Point], p: Point) -> bool {
    let next = points.iter().cycle().skip(1);
    points
        .iter()
        .zip(next)
        .all(|(a, b)| (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) >= 0.0)
}

/// Widths of lines, in cells.
const FINE: f64 = 0.025;
const FOLD: f64 = 0.05;
const BOLD: f64 = 0.09;

fn draw(
    table: &Table,
    blocks: &[Block<'_>],
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
        drawn.sort_by(|a, b| a.0.total_cmp(&b.0));
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

/// The faces that bear labels: of each block the one nearest to the middle of its faces.
fn labelled(blocks: &[Block<'_>], facets: &[Facet], labels: Labelling) -> Vec<usize> {
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

/// The fill of a face that is so much darker, and its main colour.
fn shaded(fill: &Fill, shade: f64) -> (Fill, Color) {
    match fill {
        Fill::Pattern(pattern) => (fill.clone(), pattern.ground),
        Fill::Color(color) => {
            let color = mix(*color, INK, shade);
            (Fill::Color(color), color)
        }
    }
}

/// How much darker than its piece a face is, 0 to 1, by the step to the cell beyond it: light comes from
/// above and from the left, so faces are the darker the more they look to the right.
pub fn shade(table: &Table, step: Vector) -> f64 {
    let [x, y, _] = table.project(step);
    if step.z > 0 {
        0.0
    } else {
        let quarters = y.atan2(x) / std::f64::consts::FRAC_PI_2;
        0.30 - 0.15 * quarters.clamp(-0.5, 1.5)
    }
}
