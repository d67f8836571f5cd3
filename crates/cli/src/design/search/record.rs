//! The record of a search in a checkpoint.
//!
//! The pieces of a dissection, their number of solutions and the verdict on a design are computed
//! again, so the output does not depend on the file. Only two things are taken from the file, if
//! they are plausible: the numbers of steps, and the refused choices, which would take as long to
//! judge again as before.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::candidate::DesignCandidate;
use super::chain::{Chain, ScoredDissection};
use super::dissection::Dissection;
use super::session::SearchSession;
use super::walk::{CHAINS, ROUND, Walk};
use super::{Design, SearchError};
use crate::puzzle::Puzzle;

/// The index of the region of each cell of the board.
type RegionByCell = Vec<Option<u16>>;

/// A [`Walk`] as JSON.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SearchRecord {
    chains: Vec<ChainRecord>,
    /// For each design found, a solution: the region of each cell.
    designs: Vec<RegionByCell>,
    begun: u64,
}

/// A [`Chain`] as JSON.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ChainRecord {
    round: u64,
    steps: u64,
    cooled: u64,
    here: Option<RegionByCell>,
    best: Option<RegionByCell>,
    refused: Vec<DesignCandidate>,
}

impl SearchRecord {
    /// The record of a search on the board of a puzzle.
    pub(super) fn of(walk: &Walk, puzzle: &Puzzle) -> Self {
        Self {
            chains: walk.chains.iter().map(ChainRecord::of).collect(),
            designs: (walk.designs.iter())
                .map(|design| regions(design, puzzle))
                .collect(),
            begun: walk.begun,
        }
    }

    /// Converts the record back to a walk. `None` if no search can reach it.
    pub(super) fn walk(self, session: &SearchSession<'_>) -> Result<Option<Walk>, SearchError> {
        if self.chains.len() as u64 != CHAINS {
            return Ok(None);
        }
        let mut chains = Vec::new();
        for (number, chain) in (0..).zip(self.chains) {
            let Some(chain) = chain.chain(number, session)? else {
                return Ok(None);
            };
            chains.push(chain);
        }
        let mut designs: Vec<Design> = Vec::new();
        for regions in self.designs {
            let Some(place) = place(regions, &mut Chain::new(0), session)? else {
                return Ok(None);
            };
            let mut known = designs.iter();
            let Some(design) = session.judged(&place)? else {
                return Ok(None);
            };
            if known.any(|known| session.are_alike(known, &design)) {
                return Ok(None);
            }
            designs.push(design);
        }
        let begun = self.begun;
        Ok(Some(Walk {
            chains,
            designs,
            begun,
        }))
    }
}

impl ChainRecord {
    fn of(chain: &Chain) -> Self {
        let regions = |place: &ScoredDissection| place.dissection.regions().to_vec();
        Self {
            round: chain.round,
            steps: chain.steps,
            cooled: chain.cooled,
            here: chain.here.as_ref().map(regions),
            best: chain.best.as_ref().map(regions),
            refused: chain.refused.iter().cloned().collect(),
        }
    }

    /// Converts the record back to a chain. `None` if no search can reach it.
    fn chain(self, number: u64, session: &SearchSession<'_>) -> Result<Option<Chain>, SearchError> {
        let most = self.round.checked_mul(ROUND + 1);
        let is_known = self.round < 1 << 40
            && most.is_some_and(|most| self.steps <= most)
            && self.cooled <= session.chains.cooling
            && (self.refused.iter()).all(|candidate| session.chains.knows(candidate));
        if !is_known {
            return Ok(None);
        }
        let mut chain = Chain::new(number);
        (chain.round, chain.steps, chain.cooled) = (self.round, self.steps, self.cooled);
        chain.refused = BTreeSet::from_iter(self.refused);
        for (regions, is_best) in [(self.here, false), (self.best, true)] {
            let Some(regions) = regions else {
                continue;
            };
            let place = place(regions, &mut chain, session)?;
            if place.is_none() {
                return Ok(None);
            }
            if is_best {
                chain.best = place;
            } else {
                chain.here = place;
            }
        }
        Ok(Some(chain))
    }
}

/// The dissection with these regions, scored. `None` if they are not a dissection of the board into
/// pieces of the pool.
fn place(
    regions: RegionByCell,
    chain: &mut Chain,
    session: &SearchSession<'_>,
) -> Result<Option<ScoredDissection>, SearchError> {
    let dissection = Dissection::new(regions, &session.chains.ground);
    match dissection {
        Some(dissection) => session.chains.place(dissection, chain),
        None => Ok(None),
    }
}

/// The solution of a design as regions of the frame.
fn regions(design: &Design, puzzle: &Puzzle) -> RegionByCell {
    let mut regions = vec![None; puzzle.board.cells().len()];
    for (number, (_, region)) in (0..).zip(&design.solution) {
        let cells = region.iter().map(|cell| design.pool.board.cell(*cell));
        for cell in cells.filter_map(|cell| puzzle.board.index_of(cell)) {
            regions[cell.index()] = Some(number);
        }
    }
    regions
}
