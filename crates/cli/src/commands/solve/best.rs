//! The most symmetric solutions of a search, held until its end.

use std::collections::BTreeMap;

use anyhow::anyhow;
use tilewright_dlx::{OptionId, SymmetryId};

use super::super::{Loaded, grouped};
use crate::failure::Failure;
use crate::orbits::Group;
use crate::scores::{Scorer, Scores};

/// The most solutions that are held to be sorted.
const MAX_SORTED: usize = 5_000_000;

/// What held solutions are ordered by: the most symmetric first, then as found.
#[derive(PartialEq, Eq)]
struct Key {
    scores: Scores,
    number: u64,
}

impl Ord for Key {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.scores.rank(), self.number).cmp(&(other.scores.rank(), other.number))
    }
}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// A solution and its stabilizer.
type Pair = (Box<[OptionId]>, Box<[SymmetryId]>);

/// A solution that is held.
pub(super) struct Held<'b> {
    pub(super) solution: &'b [OptionId],
    pub(super) stabilizer: &'b [SymmetryId],
    pub(super) scores: Scores,
}

/// The most symmetric solutions so far.
pub(super) struct Best<'a> {
    loaded: &'a Loaded,
    group: Option<&'a Group>,
    scorer: &'a Scorer,
    limit: u64,
    number: u64,
    held: BTreeMap<Key, Pair>,
}

impl<'a> Best<'a> {
    pub(super) fn new(
        loaded: &'a Loaded,
        group: Option<&'a Group>,
        scorer: &'a Scorer,
        limit: u64,
    ) -> Self {
        Self {
            loaded,
            group,
            scorer,
            limit,
            number: 0,
            held: BTreeMap::new(),
        }
    }

    /// Holds a solution; of a distinct one, the image that scores best.
    pub(super) fn hold(
        &mut self,
        solution: &[OptionId],
        stabilizer: &[SymmetryId],
    ) -> Result<(), Failure> {
        self.number += 1;
        let (scores, solution, stabilizer) = match self.group {
            None => (self.score(solution), solution.to_vec(), Vec::new()),
            Some(group) => self.best_image(group, solution, stabilizer),
        };
        let key = Key {
            scores,
            number: self.number,
        };
        self.held.insert(key, (solution.into(), stabilizer.into()));
        if self.held.len() as u64 > self.limit {
            self.held.pop_last();
        }
        if self.held.len() > MAX_SORTED {
            return Err(anyhow!(
                "there are more than {} solutions to sort, the limit; \
                 ask for the first of them with `--best N`",
                grouped(MAX_SORTED as u64)
            )
            .into());
        }
        Ok(())
    }

    /// Those held, the most symmetric first.
    pub(super) fn held(&self) -> impl Iterator<Item = Held<'_>> {
        self.held.iter().map(|(key, (solution, stabilizer))| Held {
            solution,
            stabilizer,
            scores: key.scores,
        })
    }

    fn score(&self, solution: &[OptionId]) -> Scores {
        let matrix = &self.loaded.matrix;
        let cells = solution
            .iter()
            .map(|option| matrix.meaning(*option).placement.cells.as_ref());
        self.scorer.score(cells)
    }

    /// The image of a solution with the best scores, and its stabilizer. A sixth
    /// of a turn, say, brings another pair of mirror axes upright.
    fn best_image(
        &self,
        group: &Group,
        solution: &[OptionId],
        stabilizer: &[SymmetryId],
    ) -> (Scores, Vec<OptionId>, Vec<SymmetryId>) {
        let mut best: Option<(Scores, SymmetryId, Vec<OptionId>)> = None;
        for g in group.symmetries.ids() {
            let image: Vec<OptionId> = solution
                .iter()
                .map(|option| group.symmetries.image(g, *option))
                .collect();
            let scores = self.score(&image);
            if best
                .as_ref()
                .is_none_or(|(known, ..)| scores.rank() < known.rank())
            {
                best = Some((scores, g, image));
            }
        }
        match best {
            Some((scores, g, image)) => (scores, image, group.conjugated(g, stabilizer)),
            None => (self.score(solution), solution.to_vec(), stabilizer.to_vec()),
        }
    }
}
