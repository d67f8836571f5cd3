//! The states of one half at the cut, grouped by shape for a join.

use std::collections::HashMap;
use std::ops::Range;

use crate::compact::CompactSort;
use crate::dissections::join_position::JoinEnd;
use crate::dissections::states::Expansion;
use crate::dissections::step::VertexStep;
use crate::dissections::table::StateLayer;

/// The number of states processed between two checks of the watcher.
const PULSE: usize = 1 << 12;

/// A state without its shape: the packed sizes of its regions, and its number of partial partitions.
pub(super) type SizeCount = (u64, u64);

/// A shape, and all its states. States have the same shape if their open vertices lie in the same regions and the
/// same pairs of regions must not merge.
pub(super) struct HalfShape {
    /// The code of each open vertex, in the order of the join: twice the number of its region, or 0 if the region
    /// is closed. Regions are numbered from 1, in the order in which they first occur. At one vertex of each
    /// region, the one whose edges are decided last, the code is 1 greater.
    codes: Box<[u8]>,
    pub(super) regions: usize,
    /// Pairs of regions, counted from 0, that must not merge.
    pub(super) apart: Box<[(u8, u8)]>,
    /// The states, sorted by sizes.
    pub(super) entries: Vec<SizeCount>,
}

/// A node of a tree of shapes. Its shapes have the same codes up to an open vertex, in the order of the join.
pub(super) struct HalfNode {
    /// The code of the last open vertex up to which the shapes of this node have the same codes.
    pub(super) code: u8,
    /// The range of the nodes for the next open vertex or, after the last one, the range of the shapes.
    pub(super) below: Range<usize>,
}

pub(super) struct Half {
    pub(super) shapes: Vec<HalfShape>,
    pub(super) nodes: Vec<HalfNode>,
    /// The range of the nodes for the first open vertex or, if there is none, the range of the shapes.
    pub(super) root: Range<usize>,
}

/// A decoded state of a half.
#[derive(Default, PartialEq, Eq, PartialOrd, Ord)]
struct HalfState {
    /// For each open vertex, the number of its region, from 1; 0 if the region is closed.
    labels: Vec<u8>,
    sizes: Vec<u32>,
    apart: Vec<(u8, u8)>,
}

impl HalfState {
    /// Sets this state to `other` with its open vertices permuted: the vertex at index i comes from index
    /// `places[i]`.
    fn take(&mut self, other: &Self, places: &[usize]) {
        self.labels.clear();
        self.sizes.clear();
        self.apart.clear();
        let mut numbers = [0_u8; u8::MAX as usize + 1];
        for &place in places {
            let label = other.labels[place];
            let number = &mut numbers[usize::from(label)];
            if label > 0 && *number == 0 {
                self.sizes.push(other.sizes[usize::from(label) - 1]);
                #[expect(
                    clippy::cast_possible_truncation,
                    reason = "there are at most 64 regions"
                )]
                let count = self.sizes.len() as u8;
                *number = count;
            }
            self.labels.push(*number);
        }
        for &(a, b) in &other.apart {
            let (a, b) = (
                numbers[usize::from(a) + 1] - 1,
                numbers[usize::from(b) + 1] - 1,
            );
            let pair = (a.min(b), a.max(b));
            let at = self.apart.partition_point(|other| *other < pair);
            self.apart.insert(at, pair);
        }
    }
}

/// The states that a sweep has made for one half, and the data by which they are grouped.
pub(super) struct HalfSource<'a> {
    pub(super) layer: &'a StateLayer,
    /// The step that would follow if the sweep continued.
    pub(super) step: &'a VertexStep,
    /// The indices of the open vertices in the order of the join.
    pub(super) places: &'a [usize],
    /// For each open vertex, in the order of the join, the index of the join event after which all its edges are
    /// decided.
    pub(super) lasts: &'a [usize],
    /// A group of symmetries, as permutations of the open vertices. A state of the layer represents all its
    /// images.
    pub(super) mirrors: &'a [Vec<usize>],
}

impl Half {
    /// Groups the states of a half by shape.
    ///
    /// # Errors
    ///
    /// [`JoinEnd::Stopped`] once `may_continue` returns false, [`JoinEnd::Outgrown`] if the total number of
    /// partial partitions exceeds 64 bits.
    pub(super) fn new(
        source: &HalfSource<'_>,
        expansion: &mut Expansion,
        size_bits: u32,
        may_continue: &mut dyn FnMut() -> bool,
    ) -> Result<Self, JoinEnd> {
        let mut shapes: Vec<HalfShape> = Vec::new();
        let mut ids: HashMap<Box<[u8]>, usize> = HashMap::new();
        let (mut read, mut state, mut image) = (
            HalfState::default(),
            HalfState::default(),
            HalfState::default(),
        );
        let mut id = Vec::new();
        let mut total = 0_u64;
        let images = source.mirrors.len() as u64;
        for number in 0..source.layer.len() {
            if (number + 1) % PULSE == 0 && !may_continue() {
                return Err(JoinEnd::Stopped);
            }
            let (key, count) = source.layer.entry(number);
            let [low] = *count else {
                return Err(JoinEnd::Outgrown);
            };
            total = total.checked_add(low).ok_or(JoinEnd::Outgrown)?;
            expansion.unpack(source.step, key);
            read.labels.clear();
            read.labels.extend(expansion.labels(source.step));
            read.sizes.clear();
            read.sizes.extend(expansion.open_sizes(source.step));
            read.apart.clear();
            read.apart.extend(expansion.apart());
            for mirror in source.mirrors {
                image.take(&read, mirror);
                state.take(&image, source.places);
                id.clear();
                id.extend(&state.labels);
                id.extend(state.apart.iter().flat_map(|&(a, b)| [a, b]));
                let shape = ids.get(&id[..]).copied().unwrap_or_else(|| {
                    ids.insert(id.as_slice().into(), shapes.len());
                    shapes.push(HalfShape::new(&state, source.lasts));
                    shapes.len() - 1
                });
                let sizes = (0..).step_by(size_bits as usize).zip(&state.sizes);
                let sizes = sizes.fold(0, |sizes, (at, &size)| sizes | u64::from(size) << at);
                shapes[shape].entries.push((sizes, low));
            }
        }
        total.checked_mul(images).ok_or(JoinEnd::Outgrown)?;
        shapes.compact_sort_by(|a, b| (&a.codes, &a.apart).cmp(&(&b.codes, &b.apart)));
        for shape in &mut shapes {
            if shape.entries.len() >= PULSE && !may_continue() {
                return Err(JoinEnd::Stopped);
            }
            let entries = &mut shape.entries;
            sum_up(entries);
            // Images have equal counts except for states without a completion, of which the sweep dropped some.
            // The counts of these states do not matter, so the remainder of the division may be lost.
            for (_, count) in entries {
                *count /= images;
            }
        }
        let mut half = Self {
            root: 0..shapes.len(),
            shapes,
            nodes: Vec::new(),
        };
        half.root = half.grow(0..half.shapes.len(), 0, source.places.len());
        Ok(half)
    }

    /// Makes the tree nodes of the given shapes for the open vertex `place` and all later ones. At each earlier
    /// open vertex, these shapes have the same code.
    fn grow(&mut self, shapes: Range<usize>, place: usize, places: usize) -> Range<usize> {
        if place == places {
            return shapes;
        }
        let first = self.nodes.len();
        let mut start = shapes.start;
        let groups = self.shapes[shapes].chunk_by(|a, b| a.codes[place] == b.codes[place]);
        for group in groups {
            let end = start + group.len();
            self.nodes.push(HalfNode {
                code: group[0].codes[place],
                below: start..end,
            });
            start = end;
        }
        let nodes = first..self.nodes.len();
        for node in nodes.clone() {
            let shapes = self.nodes[node].below.clone();
            self.nodes[node].below = self.grow(shapes, place + 1, places);
        }
        nodes
    }
}

/// Sorts states by sizes, and adds up the counts of states with the same sizes.
pub(super) fn sum_up(entries: &mut Vec<SizeCount>) {
    entries.sort_unstable_by_key(|&(sizes, _)| sizes);
    entries.dedup_by(|next, sum| {
        let is_same = next.0 == sum.0;
        if is_same {
            sum.1 += next.1;
        }
        is_same
    });
}

impl HalfShape {
    fn new(state: &HalfState, lasts: &[usize]) -> Self {
        let labels = &state.labels;
        let code = |(place, &label): (usize, &u8)| {
            let others = (0..labels.len()).filter(|&other| labels[other] == label);
            let is_last = others.max_by_key(|&other| lasts[other]) == Some(place);
            2 * label + u8::from(label > 0 && is_last)
        };
        Self {
            codes: labels.iter().enumerate().map(code).collect(),
            regions: state.sizes.len(),
            apart: state.apart.as_slice().into(),
            entries: Vec::new(),
        }
    }
}
