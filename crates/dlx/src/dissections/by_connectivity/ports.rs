//! The edges between two halves, and what both halves must agree on there.
//!
//! The join decides for each edge between the halves whether it lies within a part: whether its ends belong to the
//! same part. If the faces are known, it is enough to ensure that no face has all but one of its edges within
//! parts. So a half needs to know only two things about each of its states. The first is which of its regions
//! contain the ends of the edges within parts. The second is, for each face between two of the edges, whether its
//! two ends in this half lie in one region, or in two that must not merge.

use super::super::graph::Dissections;
use super::super::plan::DissectionPlan;
use super::VertexLayout;

/// The maximum number of edges between the halves.
pub(super) const MOST_EDGES: usize = 32;

/// The maximum number of faces between the halves.
const MOST_FACES: usize = 32;

/// The maximum number of symmetries of the halves that are used.
const MOST_MIRRORS: usize = 16;

/// The maximum number of pairs of open vertices for which a shape records whether their regions must not merge.
const MOST_ASKED: usize = 64;

/// The edges and faces between the two halves, and the symmetries that keep the halves.
pub(in super::super) struct Ports {
    /// For each edge, the *places* of its ends: their positions among the open vertices of the front and of the
    /// back.
    pub(super) edges: Vec<[usize; 2]>,
    /// The number of open vertices of each half.
    pub(super) places: [usize; 2],
    pub(super) faces: Vec<PortFace>,
    /// For each edge, the faces between it and an edge before it in `edges`.
    pub(super) earlier: Vec<Vec<usize>>,
    /// A group of symmetries that keep both halves, the identity first.
    pub(super) mirrors: Vec<PortMirror>,
    /// Whether some symmetry exchanges both halves and maps each edge between them to itself.
    is_flipped: bool,
    pub(super) parts: VertexLayout,
}

/// A face with vertices in both halves.
pub(super) struct PortFace {
    /// The indices of the two edges of the face that lead from one half to the other.
    pub(super) edges: [usize; 2],
    /// For each half, what is known about the ends that the two edges have in this half.
    pub(super) ends: [KnownEnds; 2],
}

/// What is known about two open vertices of a half: the ends of the two edges of a face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KnownEnds {
    /// The two ends are the same vertex.
    Same,
    /// The two ends are neighbours. If they lie in two regions, these must not merge.
    Near,
    /// If the two ends lie in two regions, this bit of the shape says whether these must not merge.
    Asked(usize),
    /// If the two ends lie in two regions, the face does not require that the regions stay separate.
    Free,
}

/// A symmetry that keeps both halves, given by the images of the edges and of the faces between them.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct PortMirror {
    pub(super) edges: Vec<usize>,
    pub(super) faces: Vec<usize>,
}

/// The two halves of a graph, at the cut where two sweeps meet. Arrays have the front first, then the back.
pub(in super::super) struct Halves<'a> {
    pub(in super::super) plans: [&'a DissectionPlan; 2],
    pub(in super::super) steps: [usize; 2],
    /// The open vertices of each half, in the order of their places.
    pub(in super::super) open: [Vec<usize>; 2],
    /// For each vertex, whether it belongs to the front half.
    pub(in super::super) is_front: Vec<bool>,
    /// Symmetries that keep both halves. They generate all symmetries by which the sweep from the back merges
    /// states.
    pub(in super::super) mirrors: Vec<Vec<usize>>,
}

impl Ports {
    /// Finds the edges between the halves. `None` if the sweeps cannot group states by
    /// connectivity, or if there are too many edges, faces or symmetries.
    pub(in super::super) fn new(
        regions: &Dissections,
        halves: &Halves<'_>,
        parts: VertexLayout,
    ) -> Option<Self> {
        let goes = |side: usize| {
            let plan = halves.plans[side];
            plan.steps[..=halves.steps[side]].iter().all(|step| {
                let single = step.single.as_ref();
                single.is_some_and(|single| {
                    let places = single.staying.len().max(single.open);
                    let asked = single.asked.len().max(single.asked_after.len());
                    asked <= MOST_ASKED && parts.has_room(places)
                })
            })
        };
        if !goes(0) || !goes(1) {
            return None;
        }
        let edges = edges(regions, halves);
        if edges.len() > MOST_EDGES {
            return None;
        }
        let faces = faces(regions, halves, &edges)?;
        let mut earlier = vec![Vec::new(); edges.len()];
        for (number, face) in faces.iter().enumerate() {
            earlier[face.edges[1]].push(number);
        }
        let of = |g: &Vec<usize>| PortMirror::new(g, halves, &edges, &faces);
        let generators = halves.mirrors.iter().map(of).collect::<Option<Vec<_>>>()?;
        let mirrors = group(&generators, edges.len(), faces.len())?;
        let [front, back] = &halves.open;
        let is_flip = |g: &Vec<usize>| {
            let exchanges = (0..g.len()).all(|v| halves.is_front[v] != halves.is_front[g[v]]);
            exchanges && edges.iter().all(|&[a, b]| g[front[a]] == back[b])
        };
        Some(Self {
            is_flipped: regions.symmetries.iter().any(is_flip),
            places: [front.len(), back.len()],
            edges,
            faces,
            earlier,
            mirrors,
            parts,
        })
    }

    pub(in super::super) fn is_flipped(&self) -> bool {
        self.is_flipped
    }

    pub(in super::super) fn parts(&self) -> VertexLayout {
        self.parts
    }
}

/// The edges between the halves, each as the places of its ends in the front and in the back.
fn edges(regions: &Dissections, halves: &Halves<'_>) -> Vec<[usize; 2]> {
    let [front, back] = &halves.open;
    let mut edges = Vec::new();
    for (a, &vertex) in front.iter().enumerate() {
        let list = &regions.neighbours[vertex];
        let others = (0..back.len()).filter(|&b| list.binary_search(&back[b]).is_ok());
        edges.extend(others.map(|b| [a, b]));
    }
    edges
}

/// The faces with vertices in both halves. `None` if there are too many, or if more than two edges of a face
/// lead from one half to the other.
fn faces(
    regions: &Dissections,
    halves: &Halves<'_>,
    edges: &[[usize; 2]],
) -> Option<Vec<PortFace>> {
    let mut faces = Vec::new();
    let vertices = |&[a, b]: &[usize; 2]| [halves.open[0][a], halves.open[1][b]];
    for face in regions.faces.as_ref()? {
        let is_of = |edge: &[usize; 2]| vertices(edge).iter().all(|vertex| face.contains(vertex));
        let between: Vec<usize> = (0..edges.len()).filter(|&at| is_of(&edges[at])).collect();
        match between[..] {
            [] => {}
            [first, second] => {
                let known = |side: usize| {
                    let places = [edges[first][side], edges[second][side]];
                    halves.known(regions, side, places)
                };
                faces.push(PortFace {
                    edges: [first, second],
                    ends: [known(0), known(1)],
                });
            }
            _ => return None,
        }
    }
    (faces.len() <= MOST_FACES).then_some(faces)
}

impl Halves<'_> {
    fn known(&self, regions: &Dissections, side: usize, places: [usize; 2]) -> KnownEnds {
        let [a, b] = [places[0].min(places[1]), places[0].max(places[1])];
        let [first, second] = [a, b].map(|place| self.open[side][place]);
        if a == b {
            return KnownEnds::Same;
        }
        if regions.neighbours[first].binary_search(&second).is_ok() {
            return KnownEnds::Near;
        }
        let single = self.plans[side].steps[self.steps[side]].single.as_ref();
        let mut asked = single.iter().flat_map(|single| single.asked.iter());
        let bit = asked.position(|&(c, d)| (usize::from(c), usize::from(d)) == (a, b));
        bit.map_or(KnownEnds::Free, KnownEnds::Asked)
    }
}

impl PortMirror {
    /// The images of the edges and faces between the halves under the symmetry `images`. `None` if it does not map
    /// them to each other.
    fn new(
        images: &[usize],
        halves: &Halves<'_>,
        edges: &[[usize; 2]],
        faces: &[PortFace],
    ) -> Option<Self> {
        let [front, back] = &halves.open;
        let image = |&[a, b]: &[usize; 2]| {
            let ends = (images[front[a]], images[back[b]]);
            edges.iter().position(|&[a, b]| (front[a], back[b]) == ends)
        };
        let edges = edges.iter().map(image).collect::<Option<Vec<_>>>()?;
        let image = |face: &PortFace| {
            let [a, b] = face.edges.map(|edge| edges[edge]);
            faces
                .iter()
                .position(|face| face.edges == [a.min(b), a.max(b)])
        };
        let faces = faces.iter().map(image).collect::<Option<Vec<_>>>()?;
        Some(Self { edges, faces })
    }

    fn followed_by(&self, other: &Self) -> Self {
        Self {
            edges: self.edges.iter().map(|&edge| other.edges[edge]).collect(),
            faces: self.faces.iter().map(|&face| other.faces[face]).collect(),
        }
    }

    pub(super) fn image(&self, joined: u32) -> u32 {
        let edges = self.edges.iter().zip(0..);
        edges.fold(0, |all, (&to, from)| all | (joined >> from & 1) << to)
    }
}

/// The group that symmetries generate, with the identity first. `None` if it has more than `MOST_MIRRORS`
/// elements.
fn group(generators: &[PortMirror], edges: usize, faces: usize) -> Option<Vec<PortMirror>> {
    let mut group = vec![PortMirror {
        edges: (0..edges).collect(),
        faces: (0..faces).collect(),
    }];
    let mut at = 0;
    while at < group.len() {
        for generator in generators {
            let product = group[at].followed_by(generator);
            if !group.contains(&product) {
                group.push(product);
            }
        }
        if group.len() > MOST_MIRRORS {
            return None;
        }
        at += 1;
    }
    Some(group)
}
