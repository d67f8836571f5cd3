//! Recognises exact cover problems whose solutions are the dissections of a graph.

use std::collections::{BTreeMap, HashSet};

use super::Dissections;
use super::connected_sets::ConnectedSets;
use crate::compact::map_of;
use crate::problem::{ItemId, Problem};
use crate::stop::{StopFlag, Stopped};

/// The largest part size, in vertices, that is considered. A graph whose larger connected sets are few enough to
/// be options is little more than a path.
const LARGEST: usize = 64;

/// The number of options that are checked between two checks of the stop flag.
const PULSE: usize = 1 << 12;

impl Dissections {
    /// The graph with these vertices and neighbours, if its dissections correspond one to one to the solutions of
    /// `problem`; otherwise `None`.
    ///
    /// The conditions: every connected set of n vertices is the set of vertices of exactly one option; no option
    /// has a different number of vertices; each vertex is covered exactly once; and no other item restricts the
    /// choice. That is, no option has a secondary item, and the bounds of other items range from 0 to at least the
    /// number of parts. `vertices` are the items that represent the vertices, and `neighbours` lists the
    /// neighbours of each vertex.
    ///
    /// Takes time proportional to the number of entries of the problem, up to logarithms; less if the result is
    /// `None`.
    ///
    /// # Errors
    ///
    /// [`Stopped`].
    ///
    /// ```
    /// use tilewright_dlx::{Dissections, StopFlag, text};
    ///
    /// // Dominoes on a row of four cells. Without the middle one, a connected pair has no option.
    /// let row = vec![vec![1], vec![0, 2], vec![1, 3], vec![2]];
    /// for (options, is_dissection) in [("a b\nb c\nc d", true), ("a b\nc d", false)] {
    ///     let problem = text::read(&format!("a b c d\n{options}\n"))?;
    ///     let vertices: Vec<_> = problem.items().collect();
    ///     let found = Dissections::of_problem(&problem, &vertices, &row, &StopFlag::new())?;
    ///     assert_eq!(found.is_some(), is_dissection);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_problem(
        problem: &Problem,
        vertices: &[ItemId],
        neighbours: &[Vec<usize>],
        stop: &StopFlag,
    ) -> Result<Option<Self>, Stopped> {
        let vertex: BTreeMap<ItemId, usize> = map_of(vertices.iter().copied().zip(0..));
        let Some(first) = problem.options().next() else {
            return Ok(None);
        };
        let is_vertex = |item: &&ItemId| vertex.contains_key(item);
        let size = problem.option_items(first).iter().filter(is_vertex).count();
        if size == 0 || size > LARGEST || vertex.len() != neighbours.len() {
            return Ok(None);
        }
        let parts = vertices.len() / size;
        let binds = |item: ItemId| match problem.bounds(item) {
            None => false,
            Some(bounds) if vertex.contains_key(&item) => bounds != (1..=1),
            Some(bounds) => *bounds.start() > 0 || (*bounds.end() as usize) < parts,
        };
        let all_are_primary = vertices.iter().all(|&item| problem.is_primary(item));
        if !all_are_primary || problem.items().any(binds) {
            return Ok(None);
        }
        let Ok(regions) = Self::new(neighbours.to_vec(), size) else {
            return Ok(None);
        };
        let mut options = HashSet::with_capacity(problem.option_count());
        for option in problem.options() {
            if option.index() % PULSE == 0 {
                stop.check()?;
            }
            let mut set = Vec::with_capacity(size);
            for item in problem.option_items(option) {
                match vertex.get(item) {
                    Some(&vertex) => set.push(vertex),
                    None if problem.is_primary(*item) => {}
                    None => return Ok(None),
                }
            }
            set.sort_unstable();
            if set.len() != size || !options.insert(set) {
                return Ok(None);
            }
        }
        let mut found = 0;
        let are_all = ConnectedSets::new(&regions, stop).all(&mut |set| {
            let mut set = set.to_vec();
            set.sort_unstable();
            found += 1;
            options.contains(&set)
        })?;
        Ok((are_all && found == options.len()).then_some(regions))
    }
}
