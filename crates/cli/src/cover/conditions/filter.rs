//! The conditions that items cannot express. They are tested on each solution.

use tilewright_geometry::{BoardCell, BoardCorner};

use super::maximal::needs_filter;
use super::{Means, crossroads, touching};
use crate::puzzle::{Condition, Puzzle};

/// Marks a cell that no placement covers, and a vertex without a colour.
const EMPTY: u32 = u32::MAX;

/// The conditions of a puzzle that are tested on each solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConditionFilter {
    cells: usize,
    /// The corners where four pieces must not meet.
    corners: Vec<BoardCorner>,
    /// The number of colours, if the pieces must be colourable.
    colors: Option<u32>,
    /// The pairs of touching cells, if the pieces must be colourable.
    pairs: Vec<[BoardCell; 2]>,
    /// Whether solutions must be tested for room for one more copy of a piece.
    finds_room: bool,
}

impl ConditionFilter {
    /// The filter of a puzzle; `None` if items express all of its conditions.
    ///
    /// Cost: O(n log n) for a board of n cells.
    pub fn of(puzzle: &Puzzle) -> Option<Self> {
        let mut filter = Self {
            cells: puzzle.board.cells().len(),
            corners: Vec::new(),
            colors: None,
            pairs: Vec::new(),
            finds_room: false,
        };
        for condition in &puzzle.conditions {
            match *condition {
                Condition::NoCrossroads => (_, filter.corners) = crossroads(&puzzle.board),
                Condition::Colorable { colors } => {
                    // Of several limits on the number of colours only the smallest counts: a
                    // colouring with few colours also meets the larger limits.
                    filter.colors = Some(filter.colors.map_or(colors, |least| least.min(colors)));
                    filter.pairs = touching(&puzzle.board, false);
                }
                Condition::FaultFree
                | Condition::Apart { .. }
                | Condition::Matching
                | Condition::Differing
                | Condition::Meeting { .. }
                | Condition::Symmetric { .. } => {}
                Condition::Maximal => filter.finds_room = needs_filter(puzzle),
            }
        }
        let tests = !filter.corners.is_empty() || filter.colors.is_some() || filter.finds_room;
        tests.then_some(filter)
    }

    /// The index of the first condition of a puzzle that is not enforced by items alone; `None` if
    /// there is none.
    pub(crate) fn first_condition(puzzle: &Puzzle) -> Option<usize> {
        let mut conditions = puzzle.conditions.iter();
        conditions.position(|condition| Means::of(puzzle, condition) != Means::Constraint)
    }

    /// Whether solutions with room for one more copy of a piece must be rejected, which
    /// [`accepts`](Self::accepts) does not test.
    pub(crate) fn finds_room(&self) -> bool {
        self.finds_room
    }

    /// Whether a solution, given by the cells of its placements, meets the conditions on corners and
    /// colours.
    ///
    /// Cost: linear in the cells of the board, except for colours. Finding three colours for a map, or proving that
    /// there are none, may take long for hundreds of pieces.
    pub fn accepts<'a>(&self, placements: impl Iterator<Item = &'a [BoardCell]>) -> bool {
        let mut owner = vec![EMPTY; self.cells];
        let mut count = 0;
        for cells in placements {
            for cell in cells {
                owner[cell.index()] = count;
            }
            count += 1;
        }
        let has_no_crossroads = |corner: &BoardCorner| {
            let owners = corner.cells.iter().map(|cell| owner[cell.index()]);
            let mut owners: Vec<u32> = owners.filter(|owner| *owner != EMPTY).collect();
            owners.sort_unstable();
            owners.dedup();
            owners.len() < 4
        };
        self.corners.iter().all(has_no_crossroads)
            && self.colors.is_none_or(|colors| {
                let pairs = self
                    .pairs
                    .iter()
                    .map(|pair| pair.map(|cell| owner[cell.index()]));
                let pairs =
                    pairs.filter(|[one, other]| one != other && *one != EMPTY && *other != EMPTY);
                let mut neighbours = vec![Vec::new(); count as usize];
                for [one, other] in pairs {
                    neighbours[one as usize].push(other);
                    neighbours[other as usize].push(one);
                }
                for near in &mut neighbours {
                    near.sort_unstable();
                    near.dedup();
                }
                is_colorable(&neighbours, colors)
            })
    }
}

/// Whether a graph has a proper colouring with this number of colours.
///
/// A vertex with fewer neighbours than colours can be coloured last, so such vertices are removed
/// repeatedly. The next vertex to colour is always one with the fewest possible colours, and of
/// these one with the most neighbours. Of the colours that no vertex has yet, only one is tried.
/// Source: D. Brélaz, "New Methods to Color the Vertices of a Graph" (Communications of the ACM 22,
/// 1979), with the backtracking of its last section.
fn is_colorable(neighbours: &[Vec<u32>], colors: u32) -> bool {
    let mut colouring = GraphColouring {
        neighbours,
        open: core(neighbours, colors),
        color: vec![EMPTY; neighbours.len()],
    };
    // The vertices coloured so far, each with the number of colours in use before it.
    let mut done: Vec<(usize, u32)> = Vec::new();
    let mut used = 0;
    while let Some(vertex) = colouring.next() {
        let (mut at, mut from) = (vertex, 0);
        loop {
            let most = colors.min(used + 1);
            if let Some(color) = colouring.first_free(at, from..most) {
                colouring.color[at] = color;
                done.push((at, used));
                used = used.max(color + 1);
                break;
            }
            let Some((last, before)) = done.pop() else {
                return false;
            };
            from = colouring.color[last] + 1;
            colouring.color[last] = EMPTY;
            (at, used) = (last, before);
        }
    }
    true
}

/// The vertices that remain after repeatedly removing those with fewer neighbours than colours.
fn core(neighbours: &[Vec<u32>], colors: u32) -> Vec<usize> {
    let mut degrees: Vec<usize> = neighbours.iter().map(Vec::len).collect();
    let is_small = |degree: usize| degree < colors as usize;
    let mut away: Vec<usize> = (0..degrees.len())
        .filter(|at| is_small(degrees[*at]))
        .collect();
    let mut is_away = vec![false; degrees.len()];
    for &vertex in &away {
        is_away[vertex] = true;
    }
    while let Some(vertex) = away.pop() {
        for &next in &neighbours[vertex] {
            let next = next as usize;
            degrees[next] = degrees[next].saturating_sub(1);
            if is_small(degrees[next]) && !std::mem::replace(&mut is_away[next], true) {
                away.push(next);
            }
        }
    }
    (0..degrees.len())
        .filter(|vertex| !is_away[*vertex])
        .collect()
}

struct GraphColouring<'a> {
    neighbours: &'a [Vec<u32>],
    /// The vertices to colour.
    open: Vec<usize>,
    /// The colour of each vertex, or [`EMPTY`].
    color: Vec<u32>,
}

impl GraphColouring<'_> {
    /// The colours of a vertex's neighbours, sorted.
    fn near(&self, vertex: usize) -> Vec<u32> {
        let near = self.neighbours[vertex].iter();
        let mut colors: Vec<u32> = near.map(|next| self.color[*next as usize]).collect();
        colors.retain(|color| *color != EMPTY);
        colors.sort_unstable();
        colors.dedup();
        colors
    }

    /// The next vertex to colour; `None` if all are coloured.
    fn next(&self) -> Option<usize> {
        let open = self.open.iter().copied();
        let open = open.filter(|vertex| self.color[*vertex] == EMPTY);
        open.max_by_key(|&vertex| (self.near(vertex).len(), self.neighbours[vertex].len()))
    }

    /// The first of these colours that no neighbour of the vertex has; `None` if the neighbours
    /// have all of them.
    fn first_free(&self, vertex: usize, colors: std::ops::Range<u32>) -> Option<u32> {
        let taken = self.near(vertex);
        let mut colors = colors;
        colors.find(|color| taken.binary_search(color).is_err())
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    fn graph(vertices: u32, edges: &[(u32, u32)]) -> Vec<Vec<u32>> {
        let mut neighbours = vec![Vec::new(); vertices as usize];
        for &(one, other) in edges {
            if one != other && !neighbours[one as usize].contains(&other) {
                neighbours[one as usize].push(other);
                neighbours[other as usize].push(one);
            }
        }
        neighbours
    }

    /// Whether a graph has a proper colouring with this number of colours, found by trying all colourings.
    fn by_force(neighbours: &[Vec<u32>], colors: u32) -> bool {
        let vertices = u32::try_from(neighbours.len()).unwrap();
        let color = |colouring: u32, vertex: u32| colouring / colors.pow(vertex) % colors;
        (0..colors.pow(vertices)).any(|colouring| {
            (0..vertices).zip(neighbours).all(|(vertex, near)| {
                let own = color(colouring, vertex);
                near.iter().all(|next| color(colouring, *next) != own)
            })
        })
    }

    proptest! {
        #[test]
        fn colourings_are_found_where_there_are_any(
            vertices in 1_u32..7,
            edges in vec((0_u32..7, 0_u32..7), 0..16),
            colors in 1_u32..5,
        ) {
            let edges: Vec<(u32, u32)> = (edges.iter())
                .map(|(one, other)| (one % vertices, other % vertices))
                .collect();
            let neighbours = graph(vertices, &edges);
            prop_assert_eq!(is_colorable(&neighbours, colors), by_force(&neighbours, colors));
        }
    }

    #[test]
    fn a_long_chain_of_wheels_takes_no_stack() {
        // A row of wheels with five spokes, each with an edge to the next wheel.
        let wheel = |at: u32| {
            let rim = (0..5).map(move |spoke| (6 * at + spoke, 6 * at + (spoke + 1) % 5));
            rim.chain((0..5).map(move |spoke| (6 * at + spoke, 6 * at + 5)))
        };
        let edges: Vec<(u32, u32)> = (0..300)
            .flat_map(|at| wheel(at).chain([(6 * at, 6 * at + 7)]))
            .filter(|(_, other)| *other < 1800)
            .collect();
        assert!(is_colorable(&graph(1800, &edges), 4));
        assert!(!is_colorable(&graph(1800, &edges), 3));
    }

    #[test]
    fn the_wheel_of_five_spokes_needs_four_colours() {
        let rim = (0..5).map(|at| (at, (at + 1) % 5));
        let edges: Vec<(u32, u32)> = rim.chain((0..5).map(|at| (at, 5))).collect();
        let wheel = graph(6, &edges);
        assert!(!is_colorable(&wheel, 3) && is_colorable(&wheel, 4));
    }
}
