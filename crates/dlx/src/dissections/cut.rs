//! Divides the vertices between two sweeps, and orders the decisions of the join of their states.

/// The maximum number of open vertices of a half at the cut, and thus of its regions.
pub(super) const MOST_PLACES: usize = 16;

/// The maximum number of bits for the packed sizes of all regions of a state.
const MOST_SIZE_BITS: usize = 60;

/// The maximum number of symmetries of the back half that are used.
const MOST_MIRRORS: usize = 16;

/// A decision of a join. A *place* is the position of an open vertex of a half in the order of the join.
#[derive(Clone, Copy, Debug)]
pub(super) enum JoinEvent {
    /// Choose the region of a place of a half. The places of a half are decided in order.
    Place(HalfSide, usize),
    /// Decide whether the region of a place of the front and that of a place of the back merge.
    Edge(usize, usize),
    /// No decision, only a mark in the order: all edges of this place of this half have been decided.
    Last(HalfSide, usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HalfSide {
    Front,
    Back,
}

impl HalfSide {
    /// The index of the half's first region among the regions of both halves.
    pub(super) const fn first(self) -> u8 {
        match self {
            Self::Front => 0,
            #[expect(clippy::cast_possible_truncation, reason = "16")]
            Self::Back => MOST_PLACES as u8,
        }
    }
}

/// The division of the vertices between two sweeps, and the order of the join.
pub(super) struct SweepCut {
    /// The number of steps of the sweep that starts at the beginning of the order.
    pub(super) front: usize,
    /// The number of steps of the sweep that starts at the end of the order.
    pub(super) back: usize,
    /// The group of symmetries of the back half, as permutations of its open vertices.
    pub(super) mirrors: Vec<Vec<usize>>,
    /// For each half, the indices of its open vertices in the order of the join.
    pub(super) places: [Vec<usize>; 2],
    /// For each half and place, the index in `events` of the event that marks that all edges of the place are
    /// decided.
    pub(super) lasts: [Vec<usize>; 2],
    /// For each half and place, the earlier places whose vertices are neighbours of its vertex.
    pub(super) near: [Vec<Vec<usize>>; 2],
    pub(super) events: Vec<JoinEvent>,
}

impl SweepCut {
    /// Cuts an order of the vertices at its middle or shortly after it, where fewest vertices are open and, if
    /// possible, a symmetry keeps both halves. `None` if too many vertices are open for a join.
    pub(super) fn new(
        neighbours: &[Vec<usize>],
        order: &[usize],
        symmetries: &[Vec<usize>],
        size_bits: u32,
    ) -> Option<Self> {
        // If a part has one vertex, every region is closed at once. Then there is nothing to join.
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
            if let JoinEvent::Last(side, place) = *event {
                cut.lasts[side as usize][place] = at;
            }
        }
        Some(cut)
    }

    /// The approximate factor by which symmetries reduce the work: 2 if one sweep serves for both halves, times 2
    /// if a symmetry pairs most states at the cut with their images.
    pub(super) fn gain(order: &[usize], symmetries: &[Vec<usize>]) -> f64 {
        let is_one = symmetries.iter().any(|g| is_reversal(g, order));
        let is_kept = kept_beginnings(order, symmetries)[window(order)].contains(&true);
        [is_one, is_kept]
            .map(|is_so| if is_so { 2.0 } else { 1.0 })
            .iter()
            .product()
    }

    /// Plans the decisions of the join. Each place of the front is followed by its edges to the back. A place of
    /// the back comes before the first edge that leads to it.
    fn plan_join(&mut self, neighbours: &[Vec<usize>], ends: &[Vec<usize>; 2]) {
        let [front, back] = ends;
        let are_near = |a: usize, b: usize| neighbours[front[a]].binary_search(&back[b]).is_ok();
        for a in 0..front.len() {
            self.places[0].push(a);
            self.events.push(JoinEvent::Place(HalfSide::Front, a));
            for b in (0..back.len()).filter(|&b| are_near(a, b)) {
                let known = self.places[1].iter().position(|&other| other == b);
                let place = known.unwrap_or_else(|| {
                    self.events
                        .push(JoinEvent::Place(HalfSide::Back, self.places[1].len()));
                    self.places[1].push(b);
                    self.places[1].len() - 1
                });
                self.events.push(JoinEvent::Edge(a, place));
                if (a + 1..front.len()).all(|later| !are_near(later, b)) {
                    self.events.push(JoinEvent::Last(HalfSide::Back, place));
                }
            }
            self.events.push(JoinEvent::Last(HalfSide::Front, a));
        }
    }

    /// Sets `mirrors` to the group that these symmetries of the back half generate. Returns false if the group is
    /// too large.
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

/// The range of the number of vertices in the front half, within which the cut is chosen.
fn window(order: &[usize]) -> std::ops::Range<usize> {
    let middle = order.len().div_ceil(2);
    middle..(middle + order.len() / 10 + 1).min(order.len())
}

/// Whether an automorphism reverses an order of the vertices.
pub(super) fn is_reversal(automorphism: &[usize], order: &[usize]) -> bool {
    let images = order.iter().map(|&vertex| automorphism[vertex]);
    images.eq(order.iter().rev().copied())
}

/// For each number n, whether an automorphism other than the identity maps the first n vertices of the order to
/// themselves.
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

/// Whether an automorphism maps a set of vertices to itself.
pub(super) fn keeps(automorphism: &[usize], vertices: &[usize]) -> bool {
    let mut is_in = vec![false; automorphism.len()];
    for &vertex in vertices {
        is_in[vertex] = true;
    }
    vertices.iter().all(|&vertex| is_in[automorphism[vertex]])
}

/// The vertices among the first `taken` of an order that have a neighbour outside these, in that order.
pub(super) fn open(neighbours: &[Vec<usize>], order: &[usize], taken: usize) -> Vec<usize> {
    let mut is_in = vec![false; neighbours.len()];
    for &vertex in &order[..taken] {
        is_in[vertex] = true;
    }
    let is_open = |vertex: &usize| neighbours[*vertex].iter().any(|&other| !is_in[other]);
    order[..taken].iter().copied().filter(is_open).collect()
}

/// For each place, the earlier places whose vertices are neighbours of its vertex.
fn near(neighbours: &[Vec<usize>], open: &[usize], places: &[usize]) -> Vec<Vec<usize>> {
    let vertex = |at: usize| open[places[at]];
    let of = |at: usize| {
        let are_near =
            |&other: &usize| neighbours[vertex(at)].binary_search(&vertex(other)).is_ok();
        (0..at).filter(are_near).collect()
    };
    (0..places.len()).map(of).collect()
}
