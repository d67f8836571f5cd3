//! The graph of a diagram. Its paths are the solutions.
//!
//! Nodes are numbered upwards from the end: node 0 is the end, and an edge leads to a lower number. The nodes of one
//! step are consecutive, and all edges with one option start in nodes of one step. Invariant: from each node a path
//! leads to the end, and to each node a path leads from the root. So every count of paths from or to a node is at
//! most the number of solutions.

use crate::problem::OptionId;

/// The option of an edge that chooses none of the step's options.
pub(crate) const SKIP: u32 = u32::MAX;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Edge {
    /// The option's index, or [`SKIP`].
    pub(crate) option: u32,
    pub(crate) target: u32,
}

impl Edge {
    pub(crate) fn option(self) -> Option<usize> {
        (self.option != SKIP).then_some(self.option as usize)
    }
}

/// A graph of choices, in layers that correspond to steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Graph {
    /// For each node, where its edges end in `edges`; those of the next node begin there. Node 0, the end of all
    /// paths, has no edges.
    pub(super) ends: Vec<u32>,
    pub(super) edges: Vec<Edge>,
    /// The first node of each step that has nodes, in increasing order.
    pub(super) steps: Vec<u32>,
    /// The node at which all paths begin; `None` if there is no solution.
    pub(super) root: Option<u32>,
}

/// Options that paths are required to contain, each with the first node of its step.
///
/// The nodes from that first node on belong to the option's step or to steps above it. A path lacks the option
/// exactly if it leads from one of these nodes to a node below them along an edge with a different option, or
/// none.
pub(super) struct Held(pub(super) Vec<(u32, u32)>);

impl Held {
    /// Required options, each with the first node of its step. `None` if an option is on no edge.
    pub(super) fn new(with: &[(OptionId, Option<u32>)]) -> Option<Self> {
        let held = with.iter();
        let held = held.map(|(option, floor)| Some((option.number(), (*floor)?)));
        held.collect::<Option<_>>().map(Self)
    }

    /// Whether a path that contains all these options may use an edge of a node.
    pub(super) fn allows(&self, node: u32, edge: Edge) -> bool {
        self.0
            .iter()
            .all(|&(option, floor)| node < floor || edge.target >= floor || edge.option == option)
    }
}

/// The error if the graph would have more nodes or edges than can be numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Full;

impl Graph {
    /// A graph without a path. Its only node is the end.
    pub(crate) fn new() -> Self {
        Self {
            ends: vec![0],
            edges: Vec::new(),
            steps: Vec::new(),
            root: None,
        }
    }

    /// Begins a new step. Nodes that are added from now on belong to it.
    pub(crate) fn begin_step(&mut self) {
        let next = self.next();
        if self.steps.last() != Some(&next) {
            self.steps.push(next);
        }
    }

    fn next(&self) -> u32 {
        // [`add`](Self::add) keeps the number of nodes within 32 bits.
        u32::try_from(self.ends.len()).unwrap_or(u32::MAX)
    }

    /// Adds a node with edges to existing nodes, and returns its number.
    pub(crate) fn add(&mut self, edges: &[Edge]) -> Result<u32, Full> {
        let node = self.next();
        let end = self.edges.len() + edges.len();
        let end = u32::try_from(end).map_err(|_| Full)?;
        if node == u32::MAX {
            return Err(Full);
        }
        self.edges.extend_from_slice(edges);
        self.ends.push(end);
        Ok(node)
    }

    /// Sets the root, and ends the building of the graph. With `None`, removes all nodes except the end.
    pub(crate) fn set_root(&mut self, root: Option<u32>) {
        self.root = root;
        if root.is_none() {
            *self = Self::new();
        }
        self.edges.shrink_to_fit();
        self.ends.shrink_to_fit();
    }

    pub(crate) fn root(&self) -> Option<u32> {
        self.root
    }

    /// The ranges of the nodes of each step, in increasing order.
    pub(crate) fn steps(&self) -> impl Iterator<Item = std::ops::Range<u32>> {
        let ends = self.steps.iter().skip(1).copied().chain([self.next()]);
        self.steps.iter().zip(ends).map(|(&first, end)| first..end)
    }

    /// The number of nodes, including the end.
    pub(crate) fn nodes(&self) -> usize {
        self.ends.len()
    }

    /// All nodes except the end.
    pub(crate) fn inner(&self) -> std::ops::Range<u32> {
        1..self.next()
    }

    pub(crate) fn edges(&self, node: u32) -> &[Edge] {
        let at = node as usize;
        let from = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.edges[from as usize..self.ends[at] as usize]
    }

    pub(crate) fn bytes(&self) -> u64 {
        (self.edges.len() * size_of::<Edge>() + self.ends.len() * size_of::<u32>()) as u64
    }

    /// The number after the last node of the step that begins with the node `first`.
    pub(super) fn step_end(&self, first: u32) -> u32 {
        let next = self.steps.partition_point(|&step| step <= first);
        self.steps.get(next).copied().unwrap_or(self.next())
    }

    /// For each option, the first node of its step; `None` if it is on no edge.
    pub(crate) fn floors(&self, options: usize) -> Vec<Option<u32>> {
        let mut floors = vec![None; options];
        for (at, &first) in self.steps.iter().enumerate() {
            let end = self.steps.get(at + 1).copied().unwrap_or(self.next());
            for edge in (first..end).flat_map(|node| self.edges(node)) {
                if let Some(floor) = edge.option().and_then(|option| floors.get_mut(option)) {
                    *floor = Some(first);
                }
            }
        }
        floors
    }

    /// A graph of those paths that contain all options of `with` and none of `without`.
    pub(super) fn restrict(&self, with: &[(OptionId, Option<u32>)], without: &[bool]) -> Self {
        let (Some(root), Some(held)) = (self.root, Held::new(with)) else {
            return Self::new();
        };
        let keeps = |node: u32, edge: &Edge| {
            edge.option().is_none_or(|option| !without[option]) && held.allows(node, *edge)
        };
        let mut reached = vec![false; self.nodes()];
        reached[root as usize] = true;
        for node in self.inner().rev() {
            if reached[node as usize] {
                for edge in self.edges(node).iter().filter(|edge| keeps(node, edge)) {
                    reached[edge.target as usize] = true;
                }
            }
        }
        let mut graph = Self::new();
        let mut new = vec![None; self.nodes()];
        new[0] = Some(0);
        let mut steps = self.steps.iter().peekable();
        let mut edges = Vec::new();
        for node in self.inner() {
            if steps.next_if_eq(&&node).is_some() {
                graph.begin_step();
            }
            if !reached[node as usize] {
                continue;
            }
            edges.clear();
            let kept = self.edges(node).iter().filter(|edge| keeps(node, edge));
            edges.extend(kept.filter_map(|edge| {
                let target = new[edge.target as usize]?;
                Some(Edge { target, ..*edge })
            }));
            #[expect(clippy::expect_used, reason = "an invariant of the graph")]
            let added = graph
                .add_unless_idle(&edges)
                .expect("invariant: there is room for no more nodes and edges than there are here");
            new[node as usize] = added;
        }
        graph.trim();
        graph.set_root(new[root as usize]);
        graph
    }

    /// Removes steps without nodes at the end of the graph.
    pub(crate) fn trim(&mut self) {
        let next = self.next();
        while self.steps.last() == Some(&next) {
            self.steps.pop();
        }
    }
}
