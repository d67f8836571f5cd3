//! Finds the paths through a graph that contain at least one of given options.
//!
//! Each node is split in two: one for the paths to it that already contain such an option, and one for the paths
//! that still need one. The first node keeps all continuations. The second keeps only those that contain such an
//! option.

use super::graph::{Edge, Full, Graph, SKIP};

impl Graph {
    /// A graph of those paths that contain at least one of the marked options.
    pub(super) fn restrict_to_any(&self, marked: &[bool]) -> Result<Self, Full> {
        let Some(root) = self.root else {
            return Ok(Self::new());
        };
        let is_marked = |edge: &Edge| edge.option().is_some_and(|option| marked[option]);
        // For each node, whether paths to it exist that contain a marked option (`with`), and paths that do not
        // (`without`).
        let mut with = vec![false; self.nodes()];
        let mut without = vec![false; self.nodes()];
        without[root as usize] = true;
        for node in self.inner().rev() {
            let at = node as usize;
            if !with[at] && !without[at] {
                continue;
            }
            for edge in self.edges(node) {
                let target = edge.target as usize;
                with[target] |= with[at] || is_marked(edge);
                without[target] |= without[at] && !is_marked(edge);
            }
        }
        let mut graph = Self::new();
        // For each old node, the new node with all its continuations (`all`), and the new node with only those
        // that contain a marked option (`taking`).
        let mut all: Vec<Option<u32>> = vec![None; self.nodes()];
        let mut taking: Vec<Option<u32>> = vec![None; self.nodes()];
        all[0] = Some(0);
        let mut steps = self.steps.iter().peekable();
        let mut edges = Vec::new();
        for node in self.inner() {
            if steps.next_if_eq(&&node).is_some() {
                graph.begin_step();
            }
            let at = node as usize;
            if with[at] {
                edges.clear();
                edges.extend(self.edges(node).iter().filter_map(|edge| {
                    let target = all[edge.target as usize]?;
                    Some(Edge { target, ..*edge })
                }));
                all[at] = graph.add_unless_idle(&edges)?;
            }
            if without[at] {
                edges.clear();
                edges.extend(self.edges(node).iter().filter_map(|edge| {
                    let targets = if is_marked(edge) { &all } else { &taking };
                    let target = targets[edge.target as usize]?;
                    Some(Edge { target, ..*edge })
                }));
                taking[at] = graph.add_unless_idle(&edges)?;
            }
        }
        graph.trim();
        graph.set_root(taking[root as usize]);
        Ok(graph)
    }

    /// Adds a node with these edges and returns it, unless no node is needed. Returns `None` if there is no edge.
    /// If the only edge has no option, returns its target.
    pub(super) fn add_unless_idle(&mut self, edges: &[Edge]) -> Result<Option<u32>, Full> {
        match *edges {
            [] => Ok(None),
            [
                Edge {
                    option: SKIP,
                    target,
                },
            ] => Ok(Some(target)),
            _ => self.add(edges).map(Some),
        }
    }
}
