//! What a step makes of the shapes before it.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::super::single::{CLOSED, ENTERING};
use super::super::step::{PLACES, SingleStep, Step};
use super::Parts;
use super::rule::{BoundRule, Rule, Shift, shift};
use super::shape::{Labels, Numbering, Shape};

/// A set of regions, by their numbers from 1.
type Set = u16;

/// Some states of a shape before the step that become such of one after it.
pub(super) struct Run {
    /// The number of the shape before.
    pub(super) source: usize,
    pub(super) rule: Rule,
    /// Another run that leads to the same shape.
    pub(super) next: Option<usize>,
}

/// A shape after the step.
pub(super) struct Target {
    pub(super) shape: Shape,
    /// Of each symmetry that keeps it but moves its regions, the shifts of their sizes.
    pub(super) turns: Vec<Range<usize>>,
    pub(super) regions: usize,
    /// One of the runs that lead to it.
    pub(super) run: Option<usize>,
    /// The most states that any of them looks at.
    pub(super) longest: usize,
}

/// All that a step does.
pub(super) struct Transitions {
    mirrors: Vec<Mirror>,
    targets: Vec<Target>,
    ids: FxHashMap<Shape, usize>,
    runs: Vec<Run>,
    shifts: Vec<Shift>,
    /// How many shapes before the step are done.
    sources: usize,
}

/// A symmetry of what is left: where what stands at each place of the image, and of each pair that is
/// asked about, comes from.
struct Mirror {
    places: Vec<usize>,
    asked: Vec<usize>,
}

impl Mirror {
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

    /// The image of a shape, given by its regions and the pairs told apart.
    fn image(&self, regions: &Labels, apart: u64) -> (Shape, Numbering) {
        let regions = self
            .places
            .iter()
            .map(|&place| regions[place & (PLACES - 1)]);
        let numbered = Numbering::along(regions);
        let bits = self.asked.iter().zip(0..);
        let apart = bits.fold(0, |all, (&from, to)| all | (apart >> from & 1) << to);
        let labels = numbered.labels;
        (Shape { labels, apart }, numbered)
    }
}

/// A shape taken apart.
struct Before {
    regions: Labels,
    count: usize,
    /// By region, those that it was told from.
    apart: [Set; PLACES],
    /// The regions next to the vertex that comes in.
    around: Labels,
    around_count: usize,
}

impl Before {
    fn new(step: &SingleStep, shape: Shape) -> Self {
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

/// What becomes of a shape: the regions as before the step, but for one.
struct After {
    regions: Labels,
    apart: u64,
}

/// What a vertex that comes in makes of the regions.
#[derive(Clone, Copy)]
struct Choice {
    /// The regions that become one with it.
    joined: Set,
    /// Those that it is told from then.
    apart: Set,
    /// Whether that is a whole part.
    closes: bool,
}

impl Before {
    /// What becomes of it; none if a region is lost that is not closed.
    fn after(&self, step: &SingleStep, choice: Choice) -> Option<After> {
        let Choice {
            joined,
            apart,
            closes,
        } = choice;
        let mut regions = [0; PLACES];
        let mut seen: Set = 0;
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
        let mut all: Set = (1..=self.count).fold(0, |set, region| set | 1 << region) & !joined;
        all |= Set::from(!closes) << ENTERING;
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
        Some(After {
            regions,
            apart: bits,
        })
    }
}

impl Transitions {
    /// Before any shape is looked at.
    pub(super) fn new(step: &Step, single: &SingleStep) -> Self {
        let mirrors = step.mirrors.iter();
        Self {
            mirrors: mirrors
                .filter_map(|places| Mirror::new(places, &single.asked_after))
                .collect(),
            targets: Vec::new(),
            ids: FxHashMap::default(),
            runs: Vec::new(),
            shifts: Vec::new(),
            sources: 0,
        }
    }

    /// How many shapes it has taken.
    pub(super) fn sources(&self) -> usize {
        self.sources
    }

    pub(super) fn targets(&self) -> usize {
        self.targets.len()
    }

    pub(super) fn target(&self, number: usize) -> &Target {
        &self.targets[number]
    }

    pub(super) fn run(&self, number: usize) -> &Run {
        &self.runs[number]
    }

    /// A run that leads to a shape, with all that it takes.
    pub(super) fn applied<'a>(
        &'a self,
        target: &'a Target,
        run: &'a Run,
        parts: Parts,
    ) -> BoundRule<'a> {
        BoundRule {
            rule: &run.rule,
            turns: &target.turns,
            all_shifts: &self.shifts,
            parts,
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        let targets = self.targets.capacity() * (size_of::<Target>() + 2 * size_of::<Shape>());
        let runs = self.runs.capacity() * size_of::<Run>();
        (targets + runs + self.shifts.capacity() * size_of::<Shift>()) as u64
    }

    /// Takes the next shape before the step, of which there are so many states.
    pub(super) fn take(&mut self, step: &SingleStep, shape: Shape, states: usize, parts: Parts) {
        let before = Before::new(step, shape);
        'choices: for joins in 0_u32..1 << before.around_count {
            let (mut joined, mut apart, mut parted): (Set, Set, Set) = (0, 0, 0);
            for (at, &region) in before.around().iter().enumerate() {
                if joins >> at & 1 == 0 {
                    parted |= 1 << region;
                    continue;
                }
                joined |= 1 << region;
                apart |= before.apart[usize::from(region) & (PLACES - 1)];
            }
            // One region is to be kept from the other, but both are joined.
            if apart & joined != 0 || u64::from(joined.count_ones()) >= parts.size {
                continue 'choices;
            }
            let apart = apart | parted;
            for closes in [false, true] {
                let choice = Choice {
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

    /// Adds a run of what the next shape becomes.
    fn add(
        &mut self,
        choice: Choice,
        after: &After,
        (places, states): (usize, usize),
        parts: Parts,
    ) {
        let numbered = Numbering::new(&after.regions[..places]);
        let shape = Shape {
            labels: numbered.labels,
            apart: after.apart,
        };
        let (mut shape, mut numbered) = (shape, numbered);
        for mirror in &self.mirrors {
            let (image, numbered_image) = mirror.image(&after.regions, after.apart);
            // What lies in front, the next steps do away with first.
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
        let rule = Rule {
            joined: choice.joined >> 1,
            closes: choice.closes,
            fixed,
            shifts: first..self.shifts.len(),
        };
        let run = self.runs.len();
        let target = self.target_of(shape, places, parts);
        target.longest = target.longest.max(states);
        let next = target.run.replace(run);
        self.runs.push(Run {
            source: self.sources,
            rule,
            next,
        });
    }

    /// A shape after the step.
    fn target_of(&mut self, shape: Shape, places: usize, parts: Parts) -> &mut Target {
        let new = self.targets.len();
        let id = *self.ids.entry(shape).or_insert(new);
        if id == new {
            let (labels, regions) = shape.read(places);
            let turns = self.turns(shape, &labels, parts);
            self.targets.push(Target {
                shape,
                regions,
                turns,
                run: None,
                longest: 0,
            });
        }
        &mut self.targets[id]
    }

    /// How the symmetries that keep a shape move its sizes.
    fn turns(&mut self, shape: Shape, labels: &Labels, parts: Parts) -> Vec<Range<usize>> {
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
