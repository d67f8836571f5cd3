//! In which order the vertices are taken in, and what each step decides.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use super::cut::Cut;
use super::graph::{Regions, RegionsError};
use super::order::{orbits, weight};
use super::packing::bits_for;
use super::step::{FAR, Frontier, MOST_OPEN, SingleStep, Step};

/// The most orbits of edges that a step may decide: it tries all their subsets.
const MOST_EDGES: usize = 16;

/// The steps between two looks at whether to go on.
const PULSE: usize = 1 << 8;

/// The steps of a sweep.
pub(super) struct Plan {
    /// The orbits of the vertices, as they come in.
    pub(super) orbits: Vec<Vec<usize>>,
    pub(super) steps: Vec<Step>,
    /// The 64-bit words of a count: partitions are told apart by which edges they cut, so there are
    /// no more than 2 to the number of edges.
    pub(super) count_words: usize,
}

/// A pair of places, of 64 at most.
#[expect(
    clippy::cast_possible_truncation,
    reason = "there are at most 64 open vertices"
)]
fn pair(a: usize, b: usize) -> (u8, u8) {
    (a as u8, b as u8)
}

impl Plan {
    /// The plan for the group that some automorphisms generate, by the best of the graph's orders; none
    /// once `goes_on` says no.
    pub(super) fn new(
        graph: &Regions,
        automorphisms: &[Vec<usize>],
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Self>, RegionsError> {
        let mut best: Option<(f64, Vec<Vec<usize>>)> = None;
        for order in &graph.orders {
            if !goes_on() {
                return Ok(None);
            }
            let orbits = orbits(order, automorphisms);
            let mut weight = weight(&graph.neighbours, &orbits);
            if automorphisms.is_empty() {
                weight /= Cut::gain(order, &graph.symmetries);
            }
            if best.as_ref().is_none_or(|(least, _)| weight < *least) {
                best = Some((weight, orbits));
            }
        }
        let orbits = best.map_or_else(Vec::new, |(_, orbits)| orbits);
        // What maps partitions that the group fixes to others of them is not looked for.
        let mirrors: &[_] = if automorphisms.is_empty() {
            &graph.symmetries
        } else {
            &[]
        };
        Self::along(graph, automorphisms, mirrors, orbits, goes_on)
    }

    /// The plan for the orbits of a group in this order, with these symmetries of the graph; none once
    /// `goes_on` says no.
    pub(super) fn along(
        graph: &Regions,
        automorphisms: &[Vec<usize>],
        mirrors: &[Vec<usize>],
        orbits: Vec<Vec<usize>>,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Self>, RegionsError> {
        let neighbours = &graph.neighbours;
        let faces = graph.faces.as_deref();
        let faces = faces.filter(|faces| {
            let mut moves = automorphisms.iter().chain(mirrors);
            moves.all(|g| maps_faces(faces, g))
        });
        let faces = faces.map(|faces| {
            let mut around = vec![Vec::new(); neighbours.len()];
            for face in faces {
                for &vertex in face {
                    around[vertex].push(&face[..]);
                }
            }
            around
        });
        let mut builder = Builder {
            neighbours,
            automorphisms,
            is_in: vec![false; neighbours.len()],
            open: Vec::new(),
            frontier: Arc::new(Frontier {
                asked: faces.is_some().then(Vec::new),
                ..Frontier::default()
            }),
            faces,
            left: neighbours.len(),
            size: graph.size,
            steps_to: vec![FAR; neighbours.len()],
            mirrors: mirrors.iter().map(|g| Mirror::new(g)).collect(),
        };
        let mut steps = Vec::with_capacity(orbits.len());
        for orbit in &orbits {
            if steps.len() % PULSE == 0 && !goes_on() {
                return Ok(None);
            }
            steps.push(builder.step(orbit)?);
        }
        let edges = neighbours.iter().map(Vec::len).sum::<usize>() / 2;
        Ok(Some(Self {
            orbits,
            steps,
            count_words: edges / 64 + 1,
        }))
    }
}

/// Whether an automorphism maps faces to faces.
fn maps_faces(faces: &[Vec<usize>], automorphism: &[usize]) -> bool {
    let sorted = |face: Vec<usize>| {
        let mut face = face;
        face.sort_unstable();
        face
    };
    let all: BTreeSet<Vec<usize>> = faces.iter().cloned().map(sorted).collect();
    let image = |face: &Vec<usize>| sorted(face.iter().map(|&v| automorphism[v]).collect());
    faces.iter().all(|face| all.contains(&image(face)))
}

/// What is known between two steps.
struct Builder<'a> {
    neighbours: &'a [Vec<usize>],
    automorphisms: &'a [Vec<usize>],
    is_in: Vec<bool>,
    open: Vec<usize>,
    frontier: Arc<Frontier>,
    /// The faces around each vertex, if they are known and of use.
    faces: Option<Vec<Vec<&'a [usize]>>>,
    left: usize,
    /// The size of a part.
    size: usize,
    /// How far each vertex is from one that is looked at; [`FAR`] between looks.
    steps_to: Vec<u32>,
    mirrors: Vec<Mirror>,
}

/// A symmetry of the graph.
struct Mirror {
    images: Vec<usize>,
    /// The vertices by their images.
    origins: Vec<usize>,
    /// The vertices that are in while their images are not.
    strays: usize,
}

impl Mirror {
    fn new(images: &[usize]) -> Self {
        let mut origins = vec![0; images.len()];
        for (vertex, &image) in images.iter().enumerate() {
            origins[image] = vertex;
        }
        Self {
            images: images.to_vec(),
            origins,
            strays: 0,
        }
    }

    /// Takes note of a vertex that has come in.
    fn enters(&mut self, vertex: usize, is_in: &[bool]) {
        let (image, origin) = (self.images[vertex], self.origins[vertex]);
        self.strays += usize::from(!is_in[image]);
        self.strays -= usize::from(origin != vertex && is_in[origin]);
    }

    /// How it moves the open vertices, if it maps what is in, and so what is left, to itself.
    fn moves(&self, open: &[usize]) -> Option<Vec<usize>> {
        let place = |vertex: &usize| open.iter().position(|other| *other == self.images[*vertex]);
        if self.strays > 0 {
            return None;
        }
        let moves = open.iter().map(place).collect::<Option<Vec<usize>>>()?;
        let is_identity = moves.iter().enumerate().all(|(at, &to)| at == to);
        (!is_identity).then_some(moves)
    }
}

impl Builder<'_> {
    fn step(&mut self, orbit: &[usize]) -> Result<Step, RegionsError> {
        let before = self.open.len();
        let mut places = std::mem::take(&mut self.open);
        places.extend(orbit);
        let place: BTreeMap<usize, usize> = (0..).zip(&places).map(|(at, &v)| (v, at)).collect();
        let edges = self.edges(orbit, &place);
        if places.len() > MOST_OPEN || edges.len() > MOST_EDGES {
            return Err(RegionsError::TooWide {
                open: places.len(),
                edges: edges.len(),
                most_open: MOST_OPEN,
                most_edges: MOST_EDGES,
            });
        }
        for &vertex in orbit {
            self.is_in[vertex] = true;
            for mirror in &mut self.mirrors {
                mirror.enters(vertex, &self.is_in);
            }
        }
        self.left -= orbit.len();
        let stays = |&at: &usize| {
            let mut others = self.neighbours[places[at]].iter();
            others.any(|&other| !self.is_in[other])
        };
        let staying: Vec<usize> = (0..places.len()).filter(stays).collect();
        self.open = staying.iter().map(|&at| places[at]).collect();
        let frontier_before = Arc::clone(&self.frontier);
        self.frontier = Arc::new(self.frontier());
        let mirrors = self.mirrors.iter();
        let mirrors = mirrors.filter_map(|mirror| mirror.moves(&self.open));
        let mut step = Step {
            single: None,
            open: before,
            entering: orbit.len(),
            edges,
            staying,
            left: u32::try_from(self.left).unwrap_or(u32::MAX),
            before: frontier_before,
            after: Arc::clone(&self.frontier),
            mirrors: mirrors.collect(),
        };
        step.single = SingleStep::new(&step);
        Ok(step)
    }

    /// The edges from an orbit to the open vertices and within it, by their orbits.
    fn edges(&self, orbit: &[usize], place: &BTreeMap<usize, usize>) -> Vec<Vec<(usize, usize)>> {
        let mut seen = BTreeSet::new();
        let mut orbits = Vec::new();
        for &vertex in orbit {
            for &other in &self.neighbours[vertex] {
                let edge = (vertex.min(other), vertex.max(other));
                if !place.contains_key(&other) || !seen.insert(edge) {
                    continue;
                }
                let mut edges = vec![edge];
                let mut at = 0;
                while at < edges.len() {
                    for g in self.automorphisms {
                        let (a, b) = (g[edges[at].0], g[edges[at].1]);
                        let image = (a.min(b), a.max(b));
                        if seen.insert(image) {
                            edges.push(image);
                        }
                    }
                    at += 1;
                }
                orbits.push(edges.iter().map(|(a, b)| (place[a], place[b])).collect());
            }
        }
        orbits
    }

    /// What is open now.
    fn frontier(&mut self) -> Frontier {
        let place: BTreeMap<usize, usize> = (self.open.iter().copied()).zip(0..).collect();
        let mut near = BTreeSet::new();
        for (at, vertex) in self.open.iter().enumerate() {
            let others = self.neighbours[*vertex].iter();
            let others = others.filter_map(|other| place.get(other));
            near.extend(
                others
                    .filter(|&&other| other < at)
                    .map(|&other| pair(other, at)),
            );
        }
        let asked: Option<Vec<_>> = self.faces.as_ref().map(|around| {
            let mut asked = BTreeSet::new();
            let faces = self.open.iter().flat_map(|&vertex| &around[vertex]);
            for face in faces.filter(|face| face.iter().any(|&vertex| !self.is_in[vertex])) {
                let places = face.iter().filter_map(|vertex| place.get(vertex).copied());
                let places: Vec<usize> = places.collect();
                for &a in &places {
                    asked.extend(places.iter().filter(|&&b| a < b).map(|&b| pair(a, b)));
                }
            }
            // Regions next to each other are known to be apart.
            asked.difference(&near).copied().collect()
        });
        let count = self.open.len();
        let pairs = || count * count.saturating_sub(1) / 2;
        let bits = asked.as_ref().map_or_else(pairs, Vec::len);
        let each = bits_for(count) + bits_for(self.size - 1);
        Frontier {
            key_words: (count * each as usize + bits).div_ceil(64),
            near: near.into_iter().collect(),
            between: asked
                .as_ref()
                .map_or_else(|| self.between(), |_| Vec::new()),
            asked,
        }
    }

    /// How many vertices to come lie between each two open ones, on a path of such alone; [`FAR`] if
    /// that is more than a part has.
    fn between(&mut self) -> Vec<u32> {
        let mut between = Vec::with_capacity(self.open.len() * self.open.len());
        for &from in &self.open {
            self.steps_to[from] = 0;
            let mut reached = vec![from];
            let mut queue = VecDeque::from([from]);
            while let Some(vertex) = queue.pop_front() {
                let steps = self.steps_to[vertex] + 1;
                if steps as usize > self.size {
                    break;
                }
                let next = self.neighbours[vertex].iter().copied();
                for other in next.filter(|&other| vertex != from || !self.is_in[other]) {
                    if self.steps_to[other] == FAR {
                        self.steps_to[other] = steps;
                        reached.push(other);
                        if !self.is_in[other] {
                            queue.push_back(other);
                        }
                    }
                }
            }
            let steps_to = self.open.iter().map(|&to| self.steps_to[to]);
            between.extend(steps_to.map(|steps| if steps == FAR { FAR } else { steps.max(1) - 1 }));
            for vertex in reached {
                self.steps_to[vertex] = FAR;
            }
        }
        between
    }
}
