//! What a checkpoint keeps of a search.
//!
//! Which pieces a dissection is made of, how many solutions these have and whether a design is as wanted is
//! found anew, so what is printed does not rest on the file. Taken from it, if they can be, are the numbers of
//! steps and the choices that were refused: to judge those again would take as long as it took.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::candidate::Candidate;
use super::chain::{Chain, Place};
use super::dissection::Dissection;
use super::session::Session;
use super::walk::{CHAINS, ROUND, Walk};
use super::{Design, SearchError};
use crate::puzzle::Puzzle;

/// By cell of the board, the number of its region.
type Regions = Vec<Option<u16>>;

/// A [`Walk`] as data.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SearchRecord {
    chains: Vec<ChainRecord>,
    /// A solution of each design.
    designs: Vec<Regions>,
    begun: u64,
}

/// A [`Chain`] as data.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ChainRecord {
    round: u64,
    steps: u64,
    cooled: u64,
    here: Option<Regions>,
    best: Option<Regions>,
    refused: Vec<Candidate>,
}

impl SearchRecord {
    /// What a search on the board of a puzzle has come to.
    pub(super) fn of(walk: &Walk, puzzle: &Puzzle) -> Self {
        Self {
            chains: walk.chains.iter().map(ChainRecord::of).collect(),
            designs: (walk.designs.iter())
                .map(|design| regions(design, puzzle))
                .collect(),
            begun: walk.begun,
        }
    }

    /// The walk again; none if no search comes to this.
    pub(super) fn walk(self, session: &Session<'_>) -> Result<Option<Walk>, SearchError> {
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
        let regions = |place: &Place| place.dissection.regions().to_vec();
        Self {
            round: chain.round,
            steps: chain.steps,
            cooled: chain.cooled,
            here: chain.here.as_ref().map(regions),
            best: chain.best.as_ref().map(regions),
            refused: chain.refused.iter().cloned().collect(),
        }
    }

    /// The chain again; none if no search comes to this.
    fn chain(self, number: u64, session: &Session<'_>) -> Result<Option<Chain>, SearchError> {
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

/// A place by its regions; none if they are no dissection of the board into pieces of the pool.
fn place(
    regions: Regions,
    chain: &mut Chain,
    session: &Session<'_>,
) -> Result<Option<Place>, SearchError> {
    let dissection = Dissection::new(regions, &session.chains.ground);
    match dissection {
        Some(dissection) => session.chains.place(dissection, chain),
        None => Ok(None),
    }
}

/// The solution of a design as regions of the puzzle's board.
fn regions(design: &Design, puzzle: &Puzzle) -> Regions {
    let mut regions = vec![None; puzzle.board.cells().len()];
    for (number, (_, region)) in (0..).zip(&design.solution) {
        let cells = region.iter().map(|cell| design.pool.board.cell(*cell));
        for cell in cells.filter_map(|cell| puzzle.board.index_of(cell)) {
            regions[cell.index()] = Some(number);
        }
    }
    regions
}
