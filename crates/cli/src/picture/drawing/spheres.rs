//! The isometric view of balls: shaded spheres, drawn from the farthest to the nearest in the same
//! projection as cubes.
//!
//! This order is exact. If a line of sight meets two balls of the same size, the middle of its
//! section within each ball is as far away as the ball's centre. Touching balls of a piece are
//! joined.

use std::collections::BTreeMap;

use tilewright_geometry::compact::{CompactSort, map_of};
use tilewright_geometry::{Cell, LatticeTable};

use super::corner_view::{CornerView, SolidBlock, project};
use super::path::{Path, Point};
use super::scene::{Element, Fill, Role, Shape, Stroke, Text};
use super::style::Labelling;
use crate::picture::palette::{INK, PAPER, ink_on, mix};

/// The radius of a ball on the page, relative to the length of a projected edge along an axis: 1/2
/// × √(3/2). The factor √(3/2) is the ratio of a true length to its projection along an axis.
const RADIUS: f64 = 0.612_372_435_695_794_5;

/// Half the width of a joint between balls, relative to the radius.
const NECK: f64 = 0.45;

/// The width of outlines, in edge lengths.
const LINE: f64 = 0.045;

/// A projected ball.
struct Sphere {
    block: usize,
    cell: Cell,
    middle: Point,
    depth: f64,
}

/// The isometric view of blocks of balls, which have no common cells.
///
/// Cost: O(n log n) for n balls, and for each ball a comparison with the balls that overlap it.
pub(super) fn spheres(
    table: &LatticeTable,
    blocks: &[SolidBlock<'_>],
    cell: f64,
    labels: Labelling,
) -> CornerView {
    let radius = RADIUS * cell;
    let mut spheres: Vec<Sphere> = Vec::new();
    for (block, of) in blocks.iter().enumerate() {
        spheres.extend(of.cells.iter().map(|&at| {
            let (middle, depth) = project(table.project(at.vector()));
            Sphere {
                block,
                cell: at,
                middle: Point::new(middle.x * cell, middle.y * cell),
                depth,
            }
        }));
    }
    if spheres.is_empty() {
        return CornerView::default();
    }
    spheres.compact_sort_by(|a, b| a.depth.total_cmp(&b.depth).then(a.cell.cmp(&b.cell)));
    let middles = || spheres.iter().map(|sphere| sphere.middle);
    let low = middles().fold(spheres[0].middle, |low, p| {
        Point::new(low.x.min(p.x), low.y.min(p.y))
    });
    let high = middles().fold(spheres[0].middle, |high, p| {
        Point::new(high.x.max(p.x), high.y.max(p.y))
    });
    for sphere in &mut spheres {
        let shift = Point::new(radius - low.x, radius - low.y);
        sphere.middle = sphere.middle.shifted(shift);
    }
    let spheres = spheres.as_slice();
    let cover = SphereCover::new(spheres, radius);
    let hidden: Vec<bool> = (0..spheres.len()).map(|at| cover.hides_all(at)).collect();
    let labelled: Vec<usize> = match labels {
        Labelling::None => Vec::new(),
        Labelling::Cells => (0..spheres.len()).collect(),
        Labelling::Pieces => (0..blocks.len())
            .filter_map(|block| {
                let of_block = |at: &usize| spheres[*at].block == block;
                let own: Vec<usize> = (0..spheres.len()).filter(of_block).collect();
                let nearest = own.iter().rev().copied();
                let free = nearest
                    .clone()
                    .find(|&at| !cover.hides(at, spheres[at].middle));
                free.or_else(|| nearest.clone().find(|&at| !hidden[at]))
            })
            .collect(),
    };
    let mut picture = Picture {
        table,
        blocks,
        spheres,
        places: map_of(spheres.iter().map(|sphere| sphere.cell).zip(0..)),
        cell,
        elements: Vec::new(),
    };
    for at in (0..spheres.len()).filter(|&at| !hidden[at]) {
        picture.ball(at, labelled.contains(&at));
    }
    CornerView {
        elements: picture.elements,
        width: high.x - low.x + 2.0 * radius,
        height: high.y - low.y + 2.0 * radius,
        hidden: hidden.iter().filter(|hidden| **hidden).count(),
    }
}

/// The balls by their position on the page, to find those that hide a point.
struct SphereCover<'a> {
    spheres: &'a [Sphere],
    radius: f64,
    /// For each square of the page, the indices of the balls with their centres in it. Squares are
    /// two radii wide.
    near: BTreeMap<(u64, u64), Vec<usize>>,
}

impl<'a> SphereCover<'a> {
    fn new(spheres: &'a [Sphere], radius: f64) -> Self {
        let mut near: BTreeMap<(u64, u64), Vec<usize>> = BTreeMap::new();
        for (index, sphere) in spheres.iter().enumerate() {
            let place = Self::place(radius, sphere.middle, (0.0, 0.0));
            near.entry(place).or_default().push(index);
        }
        Self {
            spheres,
            radius,
            near,
        }
    }

    fn place(radius: f64, p: Point, (dx, dy): (f64, f64)) -> (u64, u64) {
        let at = |c: f64, d: f64| ((c / (2.0 * radius)).floor() + d + 0.0).to_bits();
        (at(p.x, dx), at(p.y, dy))
    }

    /// Whether a nearer ball hides a point of a ball.
    fn hides(&self, index: usize, p: Point) -> bool {
        let steps = [-1.0, 0.0, 1.0];
        let around = steps
            .iter()
            .flat_map(|&dx| steps.iter().map(move |&dy| (dx, dy)));
        let mut there = around.filter_map(|step| self.near.get(&Self::place(self.radius, p, step)));
        there.any(|list| {
            let nearer = list.iter().filter(|&&other| other > index);
            nearer
                .into_iter()
                .any(|&other| self.spheres[other].middle.distance(p) <= self.radius)
        })
    }

    /// Whether nearer balls hide a ball, judged by its centre and 32 points around it.
    fn hides_all(&self, index: usize) -> bool {
        let middle = self.spheres[index].middle;
        let ring = |share: f64| {
            (0..16).map(move |step| {
                let angle = std::f64::consts::TAU * f64::from(step) / 16.0;
                let (sine, cosine) = angle.sin_cos();
                let out = share * self.radius;
                Point::new(middle.x + out * cosine, middle.y + out * sine)
            })
        };
        let mut points = std::iter::once(middle).chain(ring(0.5)).chain(ring(0.97));
        points.all(|p| self.hides(index, p))
    }
}

/// The picture of balls under construction.
struct Picture<'a> {
    table: &'a LatticeTable,
    blocks: &'a [SolidBlock<'a>],
    spheres: &'a [Sphere],
    /// The index of the ball in each cell.
    places: BTreeMap<Cell, usize>,
    cell: f64,
    elements: Vec<Element>,
}

impl Picture<'_> {
    /// Draws a ball over those behind it, with its joints to balls of the same piece that are already drawn.
    fn ball(&mut self, at: usize, labelled: bool) {
        let sphere = &self.spheres[at];
        let block = &self.blocks[sphere.block];
        let ground = match &block.fill {
            Fill::Color(color) => *color,
            Fill::Pattern(pattern) => pattern.ground,
        };
        let (middle, radius, cell) = (sphere.middle, RADIUS * self.cell, self.cell);
        let mut shapes = Vec::new();
        let (behind, level): (Vec<_>, Vec<_>) = self
            .joined(at)
            .partition(|&other| self.spheres[other].depth < sphere.depth - 1e-6);
        let neck = |other: usize| {
            let there = self.spheres[other].middle;
            let half = NECK * radius;
            let far = middle.distance(there);
            let (from, to) = (
                middle.towards(there, 0.3 * far),
                there.towards(middle, 0.3 * far),
            );
            let across = Point::new(
                half * (there.y - middle.y) / far.max(1e-9),
                half * (middle.x - there.x) / far.max(1e-9),
            );
            let back = Point::new(-across.x, -across.y);
            let sides = [across, back].map(|side| [from.shifted(side), to.shifted(side)]);
            let mut lines = Path::default();
            for side in sides {
                lines.add_line(side);
            }
            let [[a, b], [d, c]] = sides;
            [
                Shape::filled(Path::polygon([a, b, c, d]), Fill::Color(ground)),
                Shape::stroked(lines, Stroke::new(INK, LINE * cell)),
            ]
        };
        shapes.extend(behind.into_iter().flat_map(neck));
        let circle = |share: f64, out: f64| {
            let away = Point::new(middle.x - out * radius, middle.y - out * radius);
            Path::circle(away, share * radius)
        };
        match &block.fill {
            Fill::Color(color) => {
                let parts = [
                    (mix(*color, INK, 0.22), 1.0, 0.0),
                    (*color, 0.84, 0.1),
                    (mix(*color, PAPER, 0.45), 0.26, 0.38),
                ];
                let parts = parts.into_iter();
                shapes.extend(parts.map(|(color, share, out)| {
                    Shape::filled(circle(share, out), Fill::Color(color))
                }));
            }
            Fill::Pattern(_) => {
                shapes.push(Shape::filled(circle(1.0, 0.0), block.fill.clone()));
            }
        }
        let line = Stroke::new(INK, LINE * cell);
        shapes.push(Shape::stroked(circle(1.0, 0.0), line));
        shapes.extend(level.into_iter().flat_map(neck));
        if labelled && !block.label.is_empty() {
            if matches!(block.fill, Fill::Pattern(_)) {
                let disc = Path::circle(middle, cell * 0.3);
                shapes.push(Shape::filled(disc, Fill::Color(PAPER)));
            }
            let text = Text::centred(middle, cell * 0.45, ink_on(ground), block.label);
            shapes.push(Shape::Text(text.bold()));
        }
        self.push(sphere, shapes);
    }

    /// The neighbouring balls of the same piece that are drawn before this one.
    fn joined(&self, at: usize) -> impl Iterator<Item = usize> {
        let sphere = &self.spheres[at];
        let (_, kind) = self.table.offset_and_kind(sphere.cell);
        let kind = self.table.kinds.get(kind.index());
        let steps = kind.map_or(&[][..], |kind| kind.neighbours).iter();
        let near = steps.filter_map(|&step| self.table.cell_at(sphere.cell.vector() + step));
        let near = near.filter_map(|near| self.places.get(&near).copied());
        near.filter(move |&other| other < at && self.spheres[other].block == sphere.block)
    }

    fn push(&mut self, sphere: &Sphere, shapes: Vec<Shape>) {
        let name = self.blocks[sphere.block].name;
        let written = self.table.coordinates(sphere.cell);
        match self.elements.last_mut() {
            Some(last) if last.name.as_deref() == Some(name) => {
                last.shapes.extend(shapes);
                last.cells.push(written);
            }
            _ => self.elements.push(
                Element::new(Role::Face, shapes)
                    .named(name)
                    .of_cells([written]),
            ),
        }
    }
}
