//! In which order the vertices are taken in, and what each step decides.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::{Regions, RegionsError};

/// The most vertices that may be open at once, those that come in among them.
pub(super) const MOST_OPEN: usize = 64;

/// The most orbits of edges that a step may decide: it tries all their subsets.
const MOST_EDGES: usize = 16;

/// The steps between two looks at whether to go on.
const PULSE: usize = 1 << 8;

/// Farther apart than any two vertices.
pub(super) const FAR: u32 = u32::MAX / 8;

/// How many times as many states there are, about, with one orbit of vertices more open: what orders
/// are compared by.
const GROWTH: f64 = 4.0;

/// The steps of a sweep.
pub(super) struct Plan {
    pub(super) steps: Vec<Step>,
    /// The 64-bit words of a count: partitions are told apart by which edges they cut, so there are
    /// no more than 2 to the number of edges.
    pub(super) count_words: usize,
}

/// What happens when an orbit of vertices comes in.
pub(super) struct Step {
    /// The vertices open before.
    pub(super) open: usize,
    /// The vertices that come in: their places follow those of the open ones.
    pub(super) entering: usize,
    /// The edges to be decided, orbit by orbit, as pairs of places.
    pub(super) edges: Vec<Vec<(usize, usize)>>,
    /// The places of the vertices that are open after, in their new order.
    pub(super) staying: Vec<usize>,
    /// The vertices that come in later.
    pub(super) left: u32,
    /// How many vertices to come lie between each two that are open after, at least, row by row;
    /// [`FAR`] if that is more than a part has.
    pub(super) between: Vec<u32>,
    /// Symmetries of what is left: of each place that stays, the place whose region stands there in
    /// the image.
    pub(super) mirrors: Vec<Vec<usize>>,
}

pub(super) fn is_permutation(images: &[usize], count: usize) -> bool {
    let mut seen = vec![false; count];
    let is_new = |&image: &usize| {
        let seen = seen.get_mut(image);
        seen.is_some_and(|seen| !std::mem::replace(seen, true))
    };
    images.len() == count && images.iter().all(is_new)
}

impl Plan {
    /// The plan for the group that some automorphisms generate, by the best of the graph's orders; none
    /// once `goes_on` says no.
    pub(super) fn new(
        graph: &Regions,
        automorphisms: &[Vec<usize>],
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Self>, RegionsError> {
        let neighbours = &graph.neighbours;
        let mut best: Option<(f64, Vec<Vec<usize>>)> = None;
        for order in &graph.orders {
            if !goes_on() {
                return Ok(None);
            }
            let orbits = orbits(order, automorphisms);
            let weight = weight(neighbours, &orbits);
            if best.as_ref().is_none_or(|(least, _)| weight < *least) {
                best = Some((weight, orbits));
            }
        }
        let orbits = best.map_or_else(Vec::new, |(_, orbits)| orbits);
        let mut builder = Builder {
            neighbours,
            automorphisms,
            is_in: vec![false; neighbours.len()],
            open: Vec::new(),
            left: neighbours.len(),
            size: graph.size,
            steps_to: vec![FAR; neighbours.len()],
            // What maps partitions that the group fixes to others of them is not looked for.
            mirrors: if automorphisms.is_empty() {
                graph.symmetries.iter().map(|g| Mirror::new(g)).collect()
            } else {
                Vec::new()
            },
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
            steps,
            count_words: edges / 64 + 1,
        }))
    }
}

/// The orbits of the vertices, in the order of their first ones.
fn orbits(order: &[usize], automorphisms: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut seen = vec![false; order.len()];
    let mut orbits = Vec::new();
    for &first in order {
        if std::mem::replace(&mut seen[first], true) {
            continue;
        }
        let mut orbit = vec![first];
        let mut at = 0;
        while at < orbit.len() {
            for g in automorphisms {
                let image = g[orbit[at]];
                if !std::mem::replace(&mut seen[image], true) {
                    orbit.push(image);
                }
            }
            at += 1;
        }
        orbits.push(orbit);
    }
    orbits
}

/// About how many states a sweep has that takes the orbits in so.
fn weight(neighbours: &[Vec<usize>], orbits: &[Vec<usize>]) -> f64 {
    let mut place = vec![0; neighbours.len()];
    for (at, orbit) in orbits.iter().enumerate() {
        for &vertex in orbit {
            place[vertex] = at;
        }
    }
    let mut closing = vec![0; orbits.len()];
    for orbit in orbits {
        let last = |&vertex: &usize| {
            let others = neighbours[vertex].iter().map(|&other| place[other]);
            others.max().unwrap_or(0).max(place[vertex])
        };
        if let Some(last) = orbit.iter().map(last).max() {
            closing[last] += 1;
        }
    }
    let mut open = 0;
    let mut weight = 0.0;
    for closing in closing {
        open += 1 - closing;
        weight += GROWTH.powi(open);
    }
    weight
}

/// What is known between two steps.
struct Builder<'a> {
    neighbours: &'a [Vec<usize>],
    automorphisms: &'a [Vec<usize>],
    is_in: Vec<bool>,
    open: Vec<usize>,
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
        let between = self.between();
        let mirrors = self.mirrors.iter();
        let mirrors = mirrors.filter_map(|mirror| mirror.moves(&self.open));
        Ok(Step {
            open: before,
            entering: orbit.len(),
            edges,
            staying,
            left: u32::try_from(self.left).unwrap_or(u32::MAX),
            between,
            mirrors: mirrors.collect(),
        })
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
