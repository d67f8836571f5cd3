//! Where the sweeps meet, and in which order the states are joined there.

/// The most places of a half at the cut, and so the most regions of it.
pub(super) const MOST_PLACES: usize = 16;

/// The most bits of the sizes of all regions of a state.
const MOST_SIZE_BITS: usize = 60;

/// The most symmetries of what is left that are made use of.
const MOST_MIRRORS: usize = 16;

/// What is decided next.
#[derive(Clone, Copy, Debug)]
pub(super) enum Event {
    /// The region of a place of a half. They come in the order of the places.
    Place(Side, usize),
    /// Whether the regions of a place of the front and of one of the back become one.
    Edge(usize, usize),
    /// All edges of a place are decided.
    Last(Side, usize),
}

/// One of the halves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Front,
    Back,
}

impl Side {
    /// The first number of its regions.
    pub(super) const fn first(self) -> u8 {
        match self {
            Self::Front => 0,
            #[expect(clippy::cast_possible_truncation, reason = "16")]
            Self::Back => MOST_PLACES as u8,
        }
    }
}

/// A division of the steps among two sweeps.
pub(super) struct Cut {
    /// The steps of the sweep from the beginning.
    pub(super) front: usize,
    /// Those of the sweep from the end.
    pub(super) back: usize,
    /// The group of symmetries of the back, as places of its open vertices.
    pub(super) mirrors: Vec<Vec<usize>>,
    /// Of each half its places in the order of the join.
    pub(super) places: [Vec<usize>; 2],
    /// Of each place in that order when its last edge is decided: a number that grows.
    pub(super) lasts: [Vec<usize>; 2],
    /// Of each place in that order, those before it that are next to it.
    pub(super) near: [Vec<Vec<usize>>; 2],
    pub(super) events: Vec<Event>,
}

impl Cut {
    /// Cuts an order of the vertices at or behind its middle, where few of them are open and, if it may
    /// be, a symmetry keeps both halves; none if too many are open for a join.
    pub(super) fn new(
        neighbours: &[Vec<usize>],
        order: &[usize],
        symmetries: &[Vec<usize>],
        size_bits: u32,
    ) -> Option<Self> {
        // Parts of one vertex are always closed.
        if size_bits == 0 {
            return None;
        }
        let kept = kept_beginnings(order, symmetries);
        let front =
            window(order).min_by_key(|&at| (open(neighbours, order, at).len(), !kept[at]))?;
        let reverse: Vec<usize> = order.iter().rev().copied().collect();
        let back = order.len() - front;
        let ends = [
            open(neighbours, order, front),
            open(neighbours, &reverse, back),
        ];
        let most = ends.iter().map(Vec::len).max()?;
        if most > MOST_PLACES || most * size_bits as usize > MOST_SIZE_BITS {
            return None;
        }
        let mut cut = Self {
            front,
            back,
            mirrors: Vec::new(),
            places: [const { Vec::new() }; 2],
            lasts: [const { Vec::new() }; 2],
            near: [const { Vec::new() }; 2],
            events: Vec::new(),
        };
        cut.plan_join(neighbours, &ends);
        for (side, ends) in ends.iter().enumerate() {
            cut.near[side] = near(neighbours, ends, &cut.places[side]);
            cut.lasts[side] = vec![0; ends.len()];
        }
        for (at, event) in cut.events.iter().enumerate() {
            if let Event::Last(side, place) = *event {
                cut.lasts[side as usize][place] = at;
            }
        }
        Some(cut)
    }

    /// How many times as many states there are, about, where the symmetries are no use: one sweep may do
    /// for both, and a symmetry make half of the states at the cut the images of others.
    pub(super) fn gain(order: &[usize], symmetries: &[Vec<usize>]) -> f64 {
        let is_one = symmetries.iter().any(|g| is_reversal(g, order));
        let is_kept = kept_beginnings(order, symmetries)[window(order)].contains(&true);
        [is_one, is_kept]
            .map(|is_so| if is_so { 2.0 } else { 1.0 })
            .iter()
            .product()
    }

    /// Makes the list of events: each place of the front, its edges to the back, and each place of the
    /// back when the first edge leads there.
    fn plan_join(&mut self, neighbours: &[Vec<usize>], ends: &[Vec<usize>; 2]) {
        let [front, back] = ends;
        let are_near = |a: usize, b: usize| neighbours[front[a]].binary_search(&back[b]).is_ok();
        for a in 0..front.len() {
            self.places[0].push(a);
            self.events.push(Event::Place(Side::Front, a));
            for b in (0..back.len()).filter(|&b| are_near(a, b)) {
                let known = self.places[1].iter().position(|&other| other == b);
                let place = known.unwrap_or_else(|| {
                    self.events
                        .push(Event::Place(Side::Back, self.places[1].len()));
                    self.places[1].push(b);
                    self.places[1].len() - 1
                });
                self.events.push(Event::Edge(a, place));
                if (a + 1..front.len()).all(|later| !are_near(later, b)) {
                    self.events.push(Event::Last(Side::Back, place));
                }
            }
            self.events.push(Event::Last(Side::Front, a));
        }
    }

    /// Takes over the symmetries of the back at the cut, and the group that these generate; false if that
    /// is too large.
    pub(super) fn take_mirrors(&mut self, mirrors: &[Vec<usize>]) -> bool {
        let places = self.places[1].len();
        self.mirrors = vec![(0..places).collect()];
        let mut at = 0;
        while at < self.mirrors.len() {
            for mirror in mirrors {
                let product = self.mirrors[at].iter().map(|&place| mirror[place]);
                let product: Vec<usize> = product.collect();
                if !self.mirrors.contains(&product) {
                    self.mirrors.push(product);
                }
            }
            if self.mirrors.len() > MOST_MIRRORS {
                self.mirrors.truncate(1);
                return false;
            }
            at += 1;
        }
        true
    }
}

/// Where an order may be cut.
fn window(order: &[usize]) -> std::ops::Range<usize> {
    let middle = order.len().div_ceil(2);
    middle..(middle + order.len() / 10 + 1).min(order.len())
}

/// Whether an automorphism maps an order to its reverse.
pub(super) fn is_reversal(automorphism: &[usize], order: &[usize]) -> bool {
    let images = order.iter().map(|&vertex| automorphism[vertex]);
    images.eq(order.iter().rev().copied())
}

/// Of each number of vertices whether so many of an order are mapped to themselves by one of some
/// automorphisms that is not the identity.
fn kept_beginnings(order: &[usize], automorphisms: &[Vec<usize>]) -> Vec<bool> {
    let mut kept = vec![false; order.len() + 1];
    let mut places = vec![0; order.len()];
    for (place, &vertex) in order.iter().enumerate() {
        places[vertex] = place;
    }
    for automorphism in automorphisms.iter().filter(|g| !g.is_sorted()) {
        let mut last = 0;
        for (place, &vertex) in order.iter().enumerate() {
            last = last.max(places[automorphism[vertex]]);
            kept[place + 1] |= last <= place;
        }
    }
    kept
}

/// Whether an automorphism maps some vertices to themselves.
pub(super) fn keeps(automorphism: &[usize], vertices: &[usize]) -> bool {
    let mut is_in = vec![false; automorphism.len()];
    for &vertex in vertices {
        is_in[vertex] = true;
    }
    vertices.iter().all(|&vertex| is_in[automorphism[vertex]])
}

/// The open vertices behind so many of an order, in that order.
pub(super) fn open(neighbours: &[Vec<usize>], order: &[usize], taken: usize) -> Vec<usize> {
    let mut is_in = vec![false; neighbours.len()];
    for &vertex in &order[..taken] {
        is_in[vertex] = true;
    }
    let is_open = |vertex: &usize| neighbours[*vertex].iter().any(|&other| !is_in[other]);
    order[..taken].iter().copied().filter(is_open).collect()
}

/// Of each place, those before it that are next to it.
fn near(neighbours: &[Vec<usize>], open: &[usize], places: &[usize]) -> Vec<Vec<usize>> {
    let vertex = |at: usize| open[places[at]];
    let of = |at: usize| {
        let are_near =
            |&other: &usize| neighbours[vertex(at)].binary_search(&vertex(other)).is_ok();
        (0..at).filter(are_near).collect()
    };
    (0..places.len()).map(of).collect()
}
