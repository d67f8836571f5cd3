//! Tells whether the solutions of an exact cover problem are dissections.

use std::collections::{BTreeMap, HashSet};

use super::Regions;
use super::connected_sets::ConnectedSets;
use crate::problem::{ItemId, Problem};
use crate::stop::{StopFlag, Stopped};

/// Larger parts are not looked at: a graph with so few connected sets of them that they can be
/// options is a path, or little more.
const LARGEST: usize = 64;

/// The options between two looks at the flag.
const PULSE: usize = 1 << 12;

impl Regions {
    /// The graph whose dissections are the solutions of `problem`, each one solution; none if they
    /// are not.
    ///
    /// They are if every connected set of n vertices is the set of vertices of exactly one option,
    /// if no option has another number of vertices, if each vertex is covered exactly once, and if no
    /// other item binds: no option has a secondary one, and bounds go from 0 to at least the number
    /// of parts. `vertices` are the items that the vertices stand for, `neighbours` their lists.
    ///
    /// Takes time in proportion to the entries of the problem, but for logarithms; less where the
    /// solutions are none.
    ///
    /// # Errors
    ///
    /// [`Stopped`].
    ///
    /// ```
    /// use tilewright_dlx::{Regions, StopFlag, text};
    ///
    /// // A row of four in dominoes; without the one in the middle the options are not all of them.
    /// let row = vec![vec![1], vec![0, 2], vec![1, 3], vec![2]];
    /// for (options, is_dissection) in [("a b\nb c\nc d", true), ("a b\nc d", false)] {
    ///     let problem = text::read(&format!("a b c d\n{options}\n"))?;
    ///     let vertices: Vec<_> = problem.items().collect();
    ///     let found = Regions::of_problem(&problem, &vertices, &row, &StopFlag::new())?;
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
        let vertex: BTreeMap<ItemId, usize> = vertices.iter().copied().zip(0..).collect();
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
