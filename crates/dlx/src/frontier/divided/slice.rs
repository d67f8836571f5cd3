//! Slices of the solutions that a sweep counts, small enough to be counted in another way.
//!
//! All solutions that cross the cut to the same node leave the same primary items for the options below the cut. A
//! slice is the set of all solutions that leave certain items. They cross to one node, or to several nodes that
//! differ in secondary items. A separate problem has exactly these solutions. It restricts only the primary items
//! that options on both sides can cover: options above the cut may not cover the items that are left, and options
//! below it may cover no others.

use std::collections::HashMap;

use crate::diagram::graph::Graph;
use crate::frontier::error::FrontierError;
use crate::frontier::meet_in_middle::SetJoin;
use crate::frontier::meet_in_middle::blocks::NodeBlock;
use crate::frontier::preparation::Preparation;
use crate::problem::{ItemId, OptionId, Problem, ProblemError};

/// The maximum number of slices of a part.
const MOST: usize = 4;

/// A set of solutions: those that cross the cut to certain nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Slice {
    pub(super) part: usize,
    /// The nodes to which the solutions cross: all nodes whose paths from the root cover the items `covered`.
    pub(super) nodes: Vec<u32>,
    /// The indices of the primary items that options on both sides can cover, and that are covered above the cut.
    pub(super) covered: Vec<u32>,
}

/// One edge over which a node is reached from above the cut: its source node, and its option as numbered in the
/// graph. `None` if there is no such edge.
type Back = Option<(u32, Option<usize>)>;

/// For each option, whether the option lies above the cut; `None` if no path of the graph uses it.
pub(super) type CutSides = Vec<Option<bool>>;

/// Computes on which side of the cut each option lies.
pub(super) fn sides(
    join: &SetJoin,
    graph: &Graph,
    options: usize,
    preparation: &mut Preparation<'_, '_>,
) -> Result<CutSides, FrontierError> {
    let mut above = vec![None; options];
    for node in graph.inner() {
        for option in preparation
            .edges(graph, node)?
            .iter()
            .filter_map(|edge| edge.option())
        {
            above[option] = Some(!join.is_below(node));
        }
    }
    Ok(above)
}

/// For each item, whether it is primary and options on both sides of the cut cover it. False for the items in
/// `sets`.
fn shared(problem: &Problem, above: &[Option<bool>], sets: &[ItemId]) -> Vec<bool> {
    let mut covered = vec![[false; 2]; problem.item_count()];
    for (option, side) in problem.options().zip(above) {
        let Some(side) = side else { continue };
        for item in problem.option_items(option) {
            covered[item.index()][usize::from(*side)] = true;
        }
    }
    let secondary = problem.items().filter(|item| !problem.is_primary(*item));
    for item in secondary.chain(sets.iter().copied()) {
        covered[item.index()] = [false; 2];
    }
    covered.iter().map(|sides| *sides == [true; 2]).collect()
}

/// Selects up to `MOST` slices of each part below the cut. Returns none if the problem has bounded items or
/// colours: then a node records more than which items are covered.
pub(super) fn slices(
    problem: &Problem,
    sets: &[ItemId],
    above: &[Option<bool>],
    (join, graph, blocks): (&SetJoin, &Graph, &[NodeBlock]),
    preparation: &mut Preparation<'_, '_>,
) -> Result<Vec<Slice>, FrontierError> {
    if problem.has_bounded() || problem.has_colours() {
        return Ok(Vec::new());
    }
    let shared = shared(problem, above, sets);
    // For each node reached from above the cut, one edge over which it is reached.
    let mut back: Vec<Back> = vec![None; graph.nodes()];
    for node in graph.inner().rev() {
        for edge in preparation.edges(graph, node)? {
            let is_over = !join.is_below(node);
            if is_over {
                back[edge.target as usize] = Some((node, edge.option()));
            }
        }
    }
    let options: Vec<OptionId> = problem.options().collect();
    let covered = |node: u32| {
        let (mut covered, mut at) = (Vec::new(), node);
        while let Some((from, option)) = back[at as usize] {
            let items = option.map_or(&[][..], |option| problem.option_items(options[option]));
            let both = items.iter().filter(|item| shared[item.index()]);
            covered.extend(both.filter_map(|item| u32::try_from(item.index()).ok()));
            at = from;
        }
        covered.sort_unstable();
        covered
    };
    let crossed_of = |block: &NodeBlock| {
        let nodes = join.nodes_of(block);
        nodes.filter(|node| join.is_below(*node) && back[*node as usize].is_some())
    };
    let mut slices = Vec::new();
    for (part, block) in blocks.iter().enumerate() {
        let crossed: Vec<u32> = crossed_of(block).collect();
        let every = crossed.len().div_ceil(MOST).max(1);
        // Take the node in the middle of each quarter of the part.
        for &node in crossed.iter().skip(every / 2).step_by(every) {
            slices.push(Slice {
                part,
                nodes: vec![node],
                covered: covered(node),
            });
        }
    }
    if problem.secondary_count() > 0 {
        let parts = blocks.iter().enumerate();
        let crossed =
            parts.flat_map(|(part, block)| crossed_of(block).map(move |node| (part, node)));
        find_others(&mut slices, crossed, covered, preparation)?;
    }
    Ok(slices)
}

/// Each slice begins with a single node. Adds all other nodes that belong to it, and drops slices with nodes in
/// several parts.
fn find_others(
    slices: &mut Vec<Slice>,
    crossed: impl Iterator<Item = (usize, u32)>,
    covered: impl Fn(u32) -> Vec<u32>,
    preparation: &mut Preparation<'_, '_>,
) -> Result<(), FrontierError> {
    let mut by_covered: HashMap<Vec<u32>, Option<Slice>> = slices
        .drain(..)
        .map(|slice| (slice.covered.clone(), Some(slice)))
        .collect();
    for (part, node) in crossed {
        let covered = covered(node);
        preparation.advance(covered.len())?;
        let Some(found) = by_covered.get_mut(&covered) else {
            continue;
        };
        match found {
            Some(slice) if slice.part != part => *found = None,
            Some(slice) if !slice.nodes.contains(&node) => slice.nodes.push(node),
            _ => {}
        }
    }
    slices.extend(by_covered.into_values().flatten());
    slices.sort_by(|one, other| (one.part, &one.covered).cmp(&(other.part, &other.covered)));
    Ok(())
}

impl Slice {
    /// A problem that has exactly the solutions of the slice.
    pub(super) fn problem(
        &self,
        problem: &Problem,
        sets: &[ItemId],
        above: &[Option<bool>],
    ) -> Result<Problem, ProblemError> {
        let shared = shared(problem, above, sets);
        let is_covered = |item: ItemId| {
            let number = u32::try_from(item.index());
            number.is_ok_and(|number| self.covered.binary_search(&number).is_ok())
        };
        let keeps = |option: &OptionId| {
            let Some(Some(side)) = above.get(option.index()) else {
                return false;
            };
            problem
                .option_items(*option)
                .iter()
                .all(|item| !shared[item.index()] || is_covered(*item) == *side)
        };
        Ok(problem.derive().keep(keeps).build()?.problem)
    }
}
