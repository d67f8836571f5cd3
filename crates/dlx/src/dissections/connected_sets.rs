//! Lists the connected sets of a given number of vertices.

use super::Dissections;
use crate::stop::{StopFlag, Stopped};

/// The number of sets that are listed between two checks of the stop flag.
const PULSE: usize = 1 << 12;

/// Lists the connected sets of as many vertices as a part has. Each set is listed once, beginning with its lowest
/// vertex.
///
/// Source: S. Wernicke, "Efficient Detection of Network Motifs" (IEEE/ACM Transactions on
/// Computational Biology and Bioinformatics 3, 2006).
pub(super) struct ConnectedSets<'a> {
    regions: &'a Dissections,
    stop: &'a StopFlag,
    /// The vertices chosen so far.
    set: Vec<usize>,
    /// For each vertex, whether it or one of its neighbours is chosen.
    is_near: Vec<bool>,
    found: usize,
}

impl<'a> ConnectedSets<'a> {
    pub(super) fn new(regions: &'a Dissections, stop: &'a StopFlag) -> Self {
        Self {
            regions,
            stop,
            set: Vec::new(),
            is_near: vec![false; regions.neighbours.len()],
            found: 0,
        }
    }

    /// Lists the sets until `pass` rejects one. Returns whether it accepted all of them.
    ///
    /// # Errors
    ///
    /// [`Stopped`].
    pub(super) fn all(mut self, pass: &mut dyn FnMut(&[usize]) -> bool) -> Result<bool, Stopped> {
        for root in 0..self.is_near.len() {
            self.is_near[root] = true;
            let all = self.extend(root, root, Vec::new(), pass)?;
            self.is_near[root] = false;
            if !all {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Adds `vertex` to the set. Lists the sets of full size that continue the result by new neighbours of
    /// `vertex` and by vertices of `others`. Returns false once `pass` rejects a set.
    fn extend(
        &mut self,
        root: usize,
        vertex: usize,
        mut others: Vec<usize>,
        pass: &mut dyn FnMut(&[usize]) -> bool,
    ) -> Result<bool, Stopped> {
        self.set.push(vertex);
        let mut all = true;
        if self.set.len() == self.regions.size {
            if self.found.is_multiple_of(PULSE) {
                self.stop.check()?;
            }
            self.found += 1;
            all = pass(&self.set);
        } else {
            let new: Vec<usize> = self.regions.neighbours[vertex]
                .iter()
                .copied()
                .filter(|&other| other > root && !self.is_near[other])
                .collect();
            for &other in &new {
                self.is_near[other] = true;
            }
            others.extend(&new);
            while all && let Some(next) = others.pop() {
                all = self.extend(root, next, others.clone(), pass)?;
            }
            for &other in &new {
                self.is_near[other] = false;
            }
        }
        self.set.pop();
        Ok(all)
    }
}
