//! The solutions of a search in an order of their own, held until its end.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use anyhow::anyhow;
use tilewright_dlx::{OptionId, SymmetryId};

use super::super::{Loaded, grouped};
use crate::failure::Failure;
use crate::orbits::Group;
use crate::scores::{Scorer, Scores};
use crate::similarity::chain;

/// The most solutions that are held to be sorted.
const MAX_SORTED: usize = 5_000_000;

/// The most that are sorted by similarity, whose time grows with their square.
const MAX_SIMILAR: usize = 100_000;

/// What solutions are sorted by.
pub(super) enum Order {
    /// The most symmetric first, then as found.
    Symmetry(Scorer),
    /// By the place of the first piece, then of the second, and so on.
    Canonical,
    /// Each is followed by the one most like it.
    Similarity,
}

/// What held solutions are ordered by while the search goes on, then as found.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Symmetric(Reverse<(Option<u32>, Option<u32>)>),
    Canonical(Box<[OptionId]>),
    Found,
}

/// A solution that is held.
#[derive(Clone)]
pub(super) struct Held {
    /// Its number as found.
    pub(super) number: u64,
    pub(super) solution: Box<[OptionId]>,
    pub(super) stabilizer: Box<[SymmetryId]>,
    pub(super) scores: Option<Scores>,
}

/// The first solutions in an order, so far.
pub(super) struct Sorted<'a> {
    loaded: &'a Loaded,
    group: Option<&'a Group>,
    order: &'a Order,
    limit: u64,
    number: u64,
    held: BTreeMap<(Rank, u64), Held>,
}

impl<'a> Sorted<'a> {
    pub(super) fn new(
        loaded: &'a Loaded,
        group: Option<&'a Group>,
        order: &'a Order,
        limit: u64,
    ) -> Self {
        Self {
            loaded,
            group,
            order,
            limit,
            number: 0,
            held: BTreeMap::new(),
        }
    }

    /// Holds a solution; of a distinct one by symmetry, the image that scores best.
    pub(super) fn hold(
        &mut self,
        solution: Box<[OptionId]>,
        stabilizer: Box<[SymmetryId]>,
    ) -> Result<(), Failure> {
        self.number += 1;
        let mut held = Held {
            number: self.number,
            solution,
            stabilizer,
            scores: None,
        };
        let rank = match self.order {
            Order::Symmetry(scorer) => {
                let scores = self.best_image(scorer, &mut held);
                held.scores = Some(scores);
                Rank::Symmetric(scores.rank())
            }
            Order::Canonical => {
                // Options are numbered piece by piece.
                let mut options = held.solution.to_vec();
                options.sort_unstable();
                Rank::Canonical(options.into())
            }
            Order::Similarity => Rank::Found,
        };
        self.held.insert((rank, self.number), held);
        let similar = matches!(self.order, Order::Similarity);
        if !similar && self.held.len() as u64 > self.limit {
            self.held.pop_last();
        }
        let (most, to_do, remedy) = if similar {
            let remedy = "sort them by symmetry or canonically";
            (MAX_SIMILAR, "sort by similarity", remedy)
        } else {
            let remedy = "ask for the first of them with `--limit N`";
            (MAX_SORTED, "sort", remedy)
        };
        if self.held.len() > most {
            return Err(anyhow!(
                "there are more than {} solutions to {to_do}, the limit; {remedy}",
                grouped(most as u64)
            )
            .into());
        }
        Ok(())
    }

    /// Those held, in their order; if `stop` says so before they are sorted, as they were found.
    pub(super) fn finish(self, stop: impl FnMut() -> bool) -> Vec<Held> {
        let mut held: Vec<Held> = self.held.into_values().collect();
        if matches!(self.order, Order::Similarity) {
            let placements: Vec<Vec<usize>> = held
                .iter()
                .map(|held| held.solution.iter().map(|option| option.index()).collect())
                .collect();
            if let Some(order) = chain(&placements, stop) {
                held = order.into_iter().map(|index| held[index].clone()).collect();
            }
        }
        held.truncate(usize::try_from(self.limit).unwrap_or(usize::MAX));
        held
    }

    fn score(&self, scorer: &Scorer, solution: &[OptionId]) -> Scores {
        let matrix = &self.loaded.matrix;
        let cells = solution
            .iter()
            .map(|option| matrix.meaning(*option).placement.cells.as_ref());
        scorer.score(cells)
    }

    /// The scores of a solution. Of a distinct one, puts the image with the best scores in its
    /// place: a sixth of a turn, say, brings another pair of mirror axes upright.
    fn best_image(&self, scorer: &Scorer, held: &mut Held) -> Scores {
        let mut best = self.score(scorer, &held.solution);
        let Some(group) = self.group else {
            return best;
        };
        let (solution, stabilizer) = (held.solution.clone(), held.stabilizer.clone());
        for g in group.symmetries.ids() {
            let image: Box<[OptionId]> = solution
                .iter()
                .map(|option| group.symmetries.image(g, *option))
                .collect();
            let scores = self.score(scorer, &image);
            if scores.rank() < best.rank() {
                best = scores;
                held.stabilizer = group.conjugated(g, &stabilizer).into();
                held.solution = image;
            }
        }
        best
    }
}
