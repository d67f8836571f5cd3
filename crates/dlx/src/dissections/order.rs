//! Chooses the order in which a sweep takes in the vertices, by an estimate of its states.

/// The factor by which the states are assumed to grow with each additional open orbit, in estimates that compare
/// orders.
const GROWTH: f64 = 4.0;

/// The estimated number of states is multiplied by this for each open orbit without an edge to another open one. A
/// sweep of 8 × 8 squares along diagonals has twice as many states with the same number of open vertices (November
/// 2026).
const GAP: f64 = 1.5;

/// The orbits of the vertices under the group that the automorphisms generate, sorted by the position of their
/// first vertex in `order`.
pub(super) fn orbits(order: &[usize], automorphisms: &[Vec<usize>]) -> Vec<Vec<usize>> {
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

/// The estimated number of states of a sweep that takes in the orbits in this order.
pub(super) fn weight(neighbours: &[Vec<usize>], orbits: &[Vec<usize>]) -> f64 {
    let mut place = vec![0; neighbours.len()];
    for (at, orbit) in orbits.iter().enumerate() {
        for &vertex in orbit {
            place[vertex] = at;
        }
    }
    // For each vertex, the step after which it is no longer open; for each step, the number of orbits for which it
    // is the last.
    let last = |vertex: usize| {
        let others = neighbours[vertex].iter().map(|&other| place[other]);
        others.max().unwrap_or(0).max(place[vertex])
    };
    let lasts: Vec<usize> = (0..neighbours.len()).map(last).collect();
    let mut closing = vec![0; orbits.len()];
    // For each step, by how much it changes the number of edges between open vertices.
    let mut edges = vec![0; orbits.len() + 1];
    for orbit in orbits {
        if let Some(last) = orbit.iter().map(|&vertex| lasts[vertex]).max() {
            closing[last] += 1;
        }
        // Only the edges of one vertex of each orbit are counted.
        if let Some(&vertex) = orbit.first() {
            for &other in neighbours[vertex]
                .iter()
                .filter(|&&other| place[other] < place[vertex])
            {
                let until = lasts[vertex].min(lasts[other]);
                if until > place[vertex] {
                    edges[place[vertex]] += 1;
                    edges[until] -= 1;
                }
            }
        }
    }
    let (mut open, mut joined) = (0_i32, 0_i32);
    let mut weight = 0.0;
    for (closing, edges) in closing.into_iter().zip(edges) {
        open += 1 - closing;
        joined += edges;
        weight += GROWTH.powi(open) * GAP.powi((open - 1 - joined).max(0));
    }
    weight
}
