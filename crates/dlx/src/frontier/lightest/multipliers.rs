//! Multipliers of the items left out of a diagram, which raise its lower bounds.
//!
//! Each time that a path covers an item left out, the multiplier of the item is added to its weight. In a
//! solution, these additions are at most the multiplier times the maximum number of times that the item may be
//! covered (or times the minimum, if the multiplier is negative). So the least weight of a path, less these
//! products, is a lower bound for every choice of multipliers. Steps along subgradients raise it: the
//! multiplier of an item that the lightest path covers too often grows. At best the bound is that of the linear
//! relaxation over the convex hull of the diagram's paths.
//!
//! Weights and multipliers are integers in units of 2^-[`FINEST`] of a weight of 1, or in coarser units if sums of
//! weights would not fit into 64 bits. So a bound does not depend on rounding; floating-point numbers only choose
//! the steps.
//!
//! Source: Bergman, Cire and van Hoeve, "Lagrangian bounds from decision diagrams", Constraints 20 (2015); Held, Wolfe
//! and Crowder, "Validation of subgradient optimization", Mathematical Programming 6 (1974).

use super::counters::LeftOutItems;
use crate::diagram::graph::{Edge, Graph};
use crate::frontier::error::FrontierError;
use crate::frontier::preparation::Preparation;

/// A weight of 1 is 2^`FINEST` units, or fewer if sums of weights would not fit into 64 bits.
const FINEST: u32 = 16;

/// The maximum number of steps along subgradients.
const MOST_STEPS: usize = 200;

/// After this many steps without a better bound, the following steps are half as long.
const PATIENCE: usize = 8;

/// The search for multipliers ends once its steps are shorter than this fraction (1/64) of the first one.
const SHORTEST: f64 = 1.0 / 64.0;

/// The weights of the options with the multipliers added, and the lower bounds that follow from them.
#[derive(Debug)]
pub(super) struct LagrangeBounds {
    /// The unit is 1/2^`shift` of a weight of 1.
    shift: u32,
    /// For each option, the sum of its weight and of the multipliers of its items, in units.
    of_options: Vec<i64>,
    /// For each node, the least sum of `of_options` on a path from it to the end.
    ahead: Vec<i64>,
    /// The largest sum of multipliers that a solution can have, in units. It is subtracted from the sums of
    /// paths.
    paid: i64,
}

impl LagrangeBounds {
    /// Chooses multipliers that raise the bounds, and returns these bounds. `limit` is the weight of a known
    /// solution; bounds above it are not sought.
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        reason = "bounds do not depend on the lengths of steps"
    )]
    pub(super) fn of(
        graph: &Graph,
        weights: &[i64],
        items: &LeftOutItems,
        mut limit: Option<i64>,
        preparation: &mut Preparation<'_, '_>,
    ) -> Result<Self, FrontierError> {
        let all = weights
            .iter()
            .fold(1_i64, |all, weight| all.saturating_add(weight.abs()));
        let shift = FINEST.min(all.leading_zeros().saturating_sub(3));
        let mut multipliers = vec![0; items.ranges.len()];
        let mut bounds = Self::with(graph, weights, items, &multipliers, shift, preparation)?;
        let Some(root) = graph.root() else {
            return Ok(bounds);
        };
        let unit = (1_i64 << shift) as f64;
        let mut best = bounds.at(root);
        let mut kept = multipliers.clone();
        let (mut length, mut waited) = (1.0, 0);
        for _ in 0..MOST_STEPS {
            let path = bounds.lightest(graph, root);
            let covered = items.covered(&path);
            if items.allows(&covered) {
                let weight = path.iter().map(|option| weights[*option]).sum();
                limit = Some(limit.map_or(weight, |limit| limit.min(weight)));
            }
            if limit.is_some_and(|limit| bounds.whole(best) >= limit) || length < SHORTEST {
                break;
            }
            let excess = items.excess(&covered, &multipliers);
            let square: i64 = excess.iter().map(|excess| excess * excess).sum();
            // The step aims at the weight `limit`. If there is none, it aims at a bound that is better than the
            // best one so far by a weight of 1.
            let bound = bounds.at(root) as f64;
            let aim = limit.map_or(best as f64 + unit, |limit| limit as f64 * unit);
            let step = length * (aim - bound).max(unit / 8.0) / square.max(1) as f64;
            for (multiplier, excess) in multipliers.iter_mut().zip(&excess) {
                *multiplier += (step * *excess as f64) as i64;
            }
            items.clamp(&mut multipliers);
            bounds = Self::with(graph, weights, items, &multipliers, shift, preparation)?;
            if bounds.at(root) > best {
                best = bounds.at(root);
                kept.clone_from(&multipliers);
                waited = 0;
            } else {
                waited += 1;
                if waited == PATIENCE {
                    (length, waited) = (length / 2.0, 0);
                    multipliers.clone_from(&kept);
                }
            }
        }
        Self::with(graph, weights, items, &kept, shift, preparation)
    }

    /// The bounds that follow from the given multipliers.
    fn with(
        graph: &Graph,
        weights: &[i64],
        items: &LeftOutItems,
        multipliers: &[i64],
        shift: u32,
        preparation: &mut Preparation<'_, '_>,
    ) -> Result<Self, FrontierError> {
        let of_option =
            |(option, weight): (usize, &i64)| (weight << shift) + items.sum(option, multipliers);
        let of_options: Vec<i64> = weights.iter().enumerate().map(of_option).collect();
        let mut ahead = vec![0; graph.nodes()];
        for node in graph.inner() {
            let edges = preparation.edges(graph, node)?.iter();
            let all = edges.map(|&edge| of_edge(&of_options, edge) + ahead[edge.target as usize]);
            ahead[node as usize] = all.min().unwrap_or(0);
        }
        Ok(Self {
            shift,
            of_options,
            ahead,
            paid: items.paid(multipliers),
        })
    }

    /// A lower bound on the weight that a solution adds from a node to the end, in units. To bound a whole
    /// solution, add the sum of `of_options` on the path to the node.
    pub(super) fn at(&self, node: u32) -> i64 {
        self.ahead[node as usize] - self.paid
    }

    /// By how much the lower bound of a path that ends at `node` rises when the path is extended by an edge from
    /// there, in units.
    pub(super) fn added(&self, node: u32, edge: Edge) -> i64 {
        of_edge(&self.of_options, edge) + self.ahead[edge.target as usize]
            - self.ahead[node as usize]
    }

    /// Rounds a number of units up to a whole weight.
    pub(super) fn whole(&self, units: i64) -> i64 {
        -(-units >> self.shift)
    }

    /// Converts a weight to units.
    pub(super) fn units(&self, weight: i64) -> i64 {
        weight << self.shift
    }

    /// The options on the lightest path.
    fn lightest(&self, graph: &Graph, root: u32) -> Vec<usize> {
        let mut options = Vec::new();
        let mut node = root;
        while node != 0 {
            let is_best = |edge: &&Edge| self.added(node, **edge) == 0;
            let Some(edge) = graph.edges(node).iter().find(is_best) else {
                break;
            };
            options.extend(edge.option());
            node = edge.target;
        }
        options
    }
}

fn of_edge(of_options: &[i64], edge: Edge) -> i64 {
    edge.option().map_or(0, |option| of_options[option])
}
