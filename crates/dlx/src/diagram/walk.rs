//! Iterates over the paths through a graph, finds a path by its number, and draws paths at random.

use num_bigint::BigUint;
use rand::{Rng, SeedableRng};
use rand_xoshiro::{SplitMix64, Xoshiro256PlusPlus};

use super::SolutionDiagram;
use super::error::DiagramError;
use super::graph::Graph;
use super::number::{Number, PathCounts};
use crate::problem::OptionId;

impl SolutionDiagram {
    /// The solution with a given number, counted from zero in the order of [`iter`](Self::iter). It lists the
    /// givens first, then the other options in the order of the sweep.
    ///
    /// Takes time proportional to the length of a path.
    ///
    /// # Errors
    ///
    /// The diagram has at most `number` solutions.
    pub fn nth(&self, number: &BigUint) -> Result<Vec<OptionId>, DiagramError> {
        let count = self.count();
        if *number >= count {
            return Err(DiagramError::Beyond {
                number: number.clone(),
                count,
            });
        }
        let mut found = Vec::new();
        nth(&self.graph, &self.counts, number, &mut found);
        let found = found.into_iter().filter_map(OptionId::new);
        Ok(self.givens.iter().copied().chain(found).collect())
    }

    /// All solutions, in a fixed order. At each step, the options come in the order in which they were added to
    /// the problem, and then no option.
    pub fn iter(&self) -> Solutions<'_> {
        Solutions::new(self)
    }

    /// Solutions drawn at random with replacement, all with exactly the same probability. The iterator is endless, or
    /// empty if there is no solution. The same seed draws the same solutions.
    ///
    /// The generator is xoshiro256++, as in [`Estimator`](crate::Estimator).
    pub fn sample(&self, seed: u64) -> Samples<'_> {
        Samples::new(self, seed)
    }
}

impl<'d> IntoIterator for &'d SolutionDiagram {
    type Item = Vec<OptionId>;
    type IntoIter = Solutions<'d>;

    fn into_iter(self) -> Solutions<'d> {
        self.iter()
    }
}

/// Finds the options on the path with a given number, which must be below the number of paths. Appends them to
/// `found`.
fn nth(graph: &Graph, counts: &PathCounts, number: &BigUint, found: &mut Vec<usize>) {
    match counts {
        PathCounts::Small(counts) => {
            #[expect(clippy::expect_used, reason = "an invariant of the counts")]
            let number = u64::try_from(number)
                .expect("invariant: the number is less than a count of 64 bits");
            descend(graph, counts, number, found, |left, count| *left -= count);
        }
        PathCounts::Large(counts) => {
            descend(graph, counts, number.clone(), found, |left, count| {
                *left -= count;
            });
        }
    }
}

fn descend<N: Number + Ord>(
    graph: &Graph,
    counts: &[N],
    mut left: N,
    found: &mut Vec<usize>,
    subtract: impl Fn(&mut N, &N),
) {
    let Some(mut node) = graph.root else {
        return;
    };
    while node != 0 {
        let mut next = 0;
        for edge in graph.edges(node) {
            let count = &counts[edge.target as usize];
            if left < *count {
                found.extend(edge.option());
                next = edge.target;
                break;
            }
            subtract(&mut left, count);
        }
        node = next;
    }
}

/// An iterator over all solutions of a diagram; see [`SolutionDiagram::iter`].
#[derive(Clone, Debug)]
pub struct Solutions<'d> {
    diagram: &'d SolutionDiagram,
    /// The nodes of the current path from the root down, each with the index of the edge taken.
    way: Vec<(u32, usize)>,
    /// The givens, and then the options on the current path from the root down.
    options: Vec<OptionId>,
    started: bool,
}

impl<'d> Solutions<'d> {
    fn new(diagram: &'d SolutionDiagram) -> Self {
        Self {
            diagram,
            way: Vec::new(),
            options: diagram.givens.clone(),
            started: false,
        }
    }

    /// Extends the path from `node` to the end, always along the first edge.
    fn descend(&mut self, mut node: u32) {
        while node != 0 {
            self.way.push((node, 0));
            node = self.take();
        }
    }

    /// Adds the option of the last node's current edge to the path, and returns the target of the edge.
    fn take(&mut self) -> u32 {
        let Some(&(node, edge)) = self.way.last() else {
            return 0;
        };
        let edge = self.diagram.graph.edges(node)[edge];
        self.options.extend(edge.option().and_then(OptionId::new));
        edge.target
    }
}

impl Iterator for Solutions<'_> {
    type Item = Vec<OptionId>;

    fn next(&mut self) -> Option<Vec<OptionId>> {
        if self.started {
            loop {
                let (node, edge) = self.way.pop()?;
                let edges = self.diagram.graph.edges(node);
                if edges[edge].option().is_some() {
                    self.options.pop();
                }
                if edge + 1 < edges.len() {
                    self.way.push((node, edge + 1));
                    let next = self.take();
                    self.descend(next);
                    break;
                }
            }
        } else {
            self.started = true;
            self.descend(self.diagram.graph.root?);
        }
        Some(self.options.clone())
    }
}

/// An iterator over solutions drawn at random, all with the same probability; see [`SolutionDiagram::sample`].
#[derive(Clone, Debug)]
pub struct Samples<'d> {
    diagram: &'d SolutionDiagram,
    count: BigUint,
    generator: Xoshiro256PlusPlus,
}

impl<'d> Samples<'d> {
    fn new(diagram: &'d SolutionDiagram, seed: u64) -> Self {
        let key = SplitMix64::seed_from_u64(seed).next_u64();
        Self {
            diagram,
            count: diagram.count(),
            generator: Xoshiro256PlusPlus::seed_from_u64(key),
        }
    }
}

impl Iterator for Samples<'_> {
    type Item = Vec<OptionId>;

    fn next(&mut self) -> Option<Vec<OptionId>> {
        if self.count == BigUint::ZERO {
            return None;
        }
        // Draws numbers with as many bits as the count has, until one is below the count. All numbers below the
        // count are equally likely, and at most two draws are needed on average.
        let bits = self.count.bits();
        let number = loop {
            let mut digits: Vec<u32> = Vec::new();
            let mut left = bits;
            while left > 0 {
                let word = self.generator.next_u64() >> 64_u64.saturating_sub(left);
                let bytes = word.to_le_bytes();
                let (low, high) = bytes.split_at(4);
                for half in [low, high] {
                    digits.push(
                        half.iter()
                            .rev()
                            .fold(0, |all, &byte| all << 8 | u32::from(byte)),
                    );
                }
                left = left.saturating_sub(64);
            }
            let number = BigUint::new(digits);
            if number < self.count {
                break number;
            }
        };
        #[expect(clippy::expect_used, reason = "an invariant of the draw")]
        let drawn = (self.diagram.nth(&number))
            .expect("invariant: the number drawn is less than the count");
        Some(drawn)
    }
}
