//! Computes the effect of a step on the shapes before it.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::super::single::{CLOSED, ENTERING};
use super::super::step::{PLACES, SingleStep, VertexStep};
use super::VertexLayout;
use super::rule::{BoundRule, SizeRule, SizeShift, shift};
use super::shape::{Numbering, RegionLabels, StateShape};

/// A bit set of regions, which are numbered from 1: bit r represents region r.
type RegionSet = u16;

/// A choice of a step for the states of one shape. It makes states of a single other shape.
pub(super) struct ShapeRun {
    /// The index of the shape before the step, whose states the run reads.
    pub(super) source: usize,
    pub(super) rule: SizeRule,
    /// The index of the next run that leads to the same shape.
    pub(super) next: Option<usize>,
}

pub(super) struct TargetShape {
    pub(super) shape: StateShape,
    /// For each symmetry that keeps the shape but moves its regions: the range of the shifts that move the sizes.
    pub(super) turns: Vec<Range<usize>>,
    pub(super) regions: usize,
    /// The index of the first [run](ShapeRun) that leads to the shape; `None` if there is none.
    pub(super) run: Option<usize>,
    /// The largest number of states that one of the [runs](ShapeRun) to this shape reads.
    pub(super) longest: usize,
}

/// The effect of a step on all shapes: the shapes after it, and the runs that lead to them.
pub(super) struct Transitions {
    mirrors: Vec<ShapeMirror>,
    targets: Vec<TargetShape>,
    ids: FxHashMap<StateShape, usize>,
    runs: Vec<ShapeRun>,
    shifts: Vec<SizeShift>,
    /// The number of shapes before the step that have been processed.
    sources: usize,
}

/// A symmetry of the rest of the graph. For each open vertex and each recorded pair of open vertices, it holds the
/// index of the vertex or pair that is mapped to it.
struct ShapeMirror {
    places: Vec<usize>,
    asked: Vec<usize>,
}

impl ShapeMirror {
    fn new(places: &[usize], asked: &[(u8, u8)]) -> Option<Self> {
        let image = |&(a, b): &(u8, u8)| {
            let (a, b) = (places[usize::from(a)], places[usize::from(b)]);
            let is_it = |&(c, d): &(u8, u8)| (a.min(b), a.max(b)) == (c.into(), d.into());
            asked.iter().position(is_it)
        };
        Some(Self {
            asked: asked.iter().map(image).collect::<Option<_>>()?,
            places: places.to_vec(),
        })
    }

    /// The image of a shape, and the new numbers of its regions. The shape is given by the region of each open
    /// vertex, and by `apart` as in [`StateShape`].
    fn image(&self, regions: &RegionLabels, apart: u64) -> (StateShape, Numbering) {
        let regions = self
            .places
            .iter()
            .map(|&place| regions[place & (PLACES - 1)]);
        let numbered = Numbering::along(regions);
        let bits = self.asked.iter().zip(0..);
        let apart = bits.fold(0, |all, (&from, to)| all | (apart >> from & 1) << to);
        let labels = numbered.labels;
        (StateShape { labels, apart }, numbered)
    }
}

/// A decoded shape before a step.
struct ShapeBefore {
    regions: RegionLabels,
    count: usize,
    /// For each region, the regions with which it must not merge.
    apart: [RegionSet; PLACES],
    /// The regions that contain a neighbour of the new vertex.
    around: RegionLabels,
    around_count: usize,
}

impl ShapeBefore {
    fn new(step: &SingleStep, shape: StateShape) -> Self {
        let (regions, count) = shape.read(step.open);
        let mut before = Self {
            regions,
            count,
            apart: [0; PLACES],
            around: [0; PLACES],
            around_count: 0,
        };
        let region = |place: u8| usize::from(regions[usize::from(place) & (PLACES - 1)]);
        let asked = (step.asked.iter().zip(0..)).filter(|(_, bit)| shape.apart >> bit & 1 == 1);
        for &(a, b) in step.near.iter().chain(asked.map(|(pair, _)| pair)) {
            let (a, b) = (region(a), region(b));
            if a != b && a != CLOSED && b != CLOSED {
                before.apart[a] |= 1 << b;
                before.apart[b] |= 1 << a;
            }
        }
        for &place in &step.edges {
            let label = regions[usize::from(place)];
            if usize::from(label) != CLOSED && !before.around().contains(&label) {
                before.around[before.around_count] = label;
                before.around_count += 1;
            }
        }
        before
    }

    fn around(&self) -> &[u8] {
        &self.around[..self.around_count]
    }
}

/// The shape after a choice. Its regions have the same numbers as before the step, except the merged one.
struct ShapeAfter {
    regions: RegionLabels,
    apart: u64,
}

#[derive(Clone, Copy)]
struct VertexChoice {
    /// The regions that merge with the new vertex into one region.
    joined: RegionSet,
    /// The regions with which the region after the merge must not merge later.
    apart: RegionSet,
    /// Whether the region after the merge becomes a whole part.
    closes: bool,
}

impl ShapeBefore {
    /// The shape that a choice leads to. `None` if a region that is not closed loses its last open vertex.
    fn after(&self, step: &SingleStep, choice: VertexChoice) -> Option<ShapeAfter> {
        let VertexChoice {
            joined,
            apart,
            closes,
        } = choice;
        let mut regions = [0; PLACES];
        let mut seen: RegionSet = 0;
        for (&from, region) in step.staying.iter().zip(&mut regions) {
            let mut whole = if usize::from(from) == step.open {
                ENTERING
            } else {
                self.regions[usize::from(from) & (PLACES - 1)].into()
            };
            if joined >> whole & 1 == 1 {
                whole = ENTERING;
            }
            seen |= 1 << whole;
            let is_closed = closes && whole == ENTERING;
            let whole = if is_closed { CLOSED } else { whole };
            #[expect(clippy::cast_possible_truncation, reason = "there are less than 16")]
            let whole = whole as u8;
            *region = whole;
        }
        let mut all: RegionSet =
            (1..=self.count).fold(0, |set, region| set | 1 << region) & !joined;
        all |= RegionSet::from(!closes) << ENTERING;
        if all & !seen != 0 {
            return None;
        }
        let mut bits = 0;
        for (&(a, b), bit) in step.asked_after.iter().zip(0..) {
            let region = |place: u8| usize::from(regions[usize::from(place) & (PLACES - 1)]);
            let (a, b) = (region(a), region(b));
            if a == b || a == CLOSED || b == CLOSED {
                continue;
            }
            let is_apart = match (a, b) {
                (ENTERING, other) | (other, ENTERING) => apart >> other & 1,
                _ => self.apart[a] >> b & 1,
            };
            bits |= u64::from(is_apart) << bit;
        }
        Some(ShapeAfter {
            regions,
            apart: bits,
        })
    }
}

impl Transitions {
    pub(super) fn new(step: &VertexStep, single: &SingleStep) -> Self {
        let mirrors = step.mirrors.iter();
        Self {
            mirrors: mirrors
                .filter_map(|places| ShapeMirror::new(places, &single.asked_after))
                .collect(),
            targets: Vec::new(),
            ids: FxHashMap::default(),
            runs: Vec::new(),
            shifts: Vec::new(),
            sources: 0,
        }
    }

    pub(super) fn sources(&self) -> usize {
        self.sources
    }

    pub(super) fn targets(&self) -> usize {
        self.targets.len()
    }

    pub(super) fn target(&self, number: usize) -> &TargetShape {
        &self.targets[number]
    }

    pub(super) fn run(&self, number: usize) -> &ShapeRun {
        &self.runs[number]
    }

    /// The rule of `run`, which leads to `target`, together with the shifts that it refers to.
    pub(super) fn applied<'a>(
        &'a self,
        target: &'a TargetShape,
        run: &'a ShapeRun,
        parts: VertexLayout,
    ) -> BoundRule<'a> {
        BoundRule {
            rule: &run.rule,
            turns: &target.turns,
            all_shifts: &self.shifts,
            parts,
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        let targets =
            self.targets.capacity() * (size_of::<TargetShape>() + 2 * size_of::<StateShape>());
        let runs = self.runs.capacity() * size_of::<ShapeRun>();
        (targets + runs + self.shifts.capacity() * size_of::<SizeShift>()) as u64
    }

    /// Computes the effect of the step on the next shape, which has `states` states.
    pub(super) fn take(
        &mut self,
        step: &SingleStep,
        shape: StateShape,
        states: usize,
        parts: VertexLayout,
    ) {
        let before = ShapeBefore::new(step, shape);
        'choices: for joins in 0_u32..1 << before.around_count {
            let (mut joined, mut apart, mut parted): (RegionSet, RegionSet, RegionSet) = (0, 0, 0);
            for (at, &region) in before.around().iter().enumerate() {
                if joins >> at & 1 == 0 {
                    parted |= 1 << region;
                    continue;
                }
                joined |= 1 << region;
                apart |= before.apart[usize::from(region) & (PLACES - 1)];
            }
            // Regions that an earlier step separated must not merge.
            if apart & joined != 0 || u64::from(joined.count_ones()) >= parts.size {
                continue 'choices;
            }
            let apart = apart | parted;
            for closes in [false, true] {
                let choice = VertexChoice {
                    joined,
                    apart,
                    closes,
                };
                if (!closes || joined != 0 || parts.size == 1)
                    && let Some(after) = before.after(step, choice)
                {
                    self.add(choice, &after, (step.staying.len(), states), parts);
                }
            }
        }
        self.sources += 1;
    }

    /// Adds the run of a choice, from the shape being processed to the shape `after`.
    fn add(
        &mut self,
        choice: VertexChoice,
        after: &ShapeAfter,
        (places, states): (usize, usize),
        parts: VertexLayout,
    ) {
        let numbered = Numbering::new(&after.regions[..places]);
        let shape = StateShape {
            labels: numbered.labels,
            apart: after.apart,
        };
        let (mut shape, mut numbered) = (shape, numbered);
        for mirror in &self.mirrors {
            let (image, numbered_image) = mirror.image(&after.regions, after.apart);
            // Prefer the image whose regions change early from place to place: the next steps remove the first
            // open vertices first.
            if (image.lateness(places), image) < (shape.lateness(places), shape) {
                (shape, numbered) = (image, numbered_image);
            }
        }
        let first = self.shifts.len();
        let mut fixed = 0;
        for (to, &region) in numbered.order().iter().enumerate() {
            if usize::from(region) != ENTERING {
                shift(&mut self.shifts, first, usize::from(region) - 1, to, parts);
                continue;
            }
            fixed = 1 << parts.at(to);
            let mut left = choice.joined;
            while left != 0 {
                let from = left.trailing_zeros() as usize - 1;
                shift(&mut self.shifts, first, from, to, parts);
                left &= left - 1;
            }
        }
        let rule = SizeRule {
            joined: choice.joined >> 1,
            closes: choice.closes,
            fixed,
            shifts: first..self.shifts.len(),
        };
        let run = self.runs.len();
        let target = self.target_of(shape, places, parts);
        target.longest = target.longest.max(states);
        let next = target.run.replace(run);
        self.runs.push(ShapeRun {
            source: self.sources,
            rule,
            next,
        });
    }

    fn target_of(
        &mut self,
        shape: StateShape,
        places: usize,
        parts: VertexLayout,
    ) -> &mut TargetShape {
        let new = self.targets.len();
        let id = *self.ids.entry(shape).or_insert(new);
        if id == new {
            let (labels, regions) = shape.read(places);
            let turns = self.turns(shape, &labels, parts);
            self.targets.push(TargetShape {
                shape,
                regions,
                turns,
                run: None,
                longest: 0,
            });
        }
        &mut self.targets[id]
    }

    /// For each symmetry that keeps a shape but moves its regions: the range of the shifts that move the sizes.
    fn turns(
        &mut self,
        shape: StateShape,
        labels: &RegionLabels,
        parts: VertexLayout,
    ) -> Vec<Range<usize>> {
        let mut turns = Vec::new();
        for mirror in &self.mirrors {
            let (image, numbered) = mirror.image(labels, shape.apart);
            if image == shape && !numbered.order().is_sorted() {
                let first = self.shifts.len();
                for (to, &region) in numbered.order().iter().enumerate() {
                    shift(&mut self.shifts, first, usize::from(region) - 1, to, parts);
                }
                turns.push(first..self.shifts.len());
            }
        }
        turns
    }
}
