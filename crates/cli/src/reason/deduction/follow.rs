//! Assumes a placement and follows what it forces.

use super::balance::DifferenceSums;
use super::bits;
use super::effort::failing;
use super::place::{Place, needed_count, serving, unserved, ways};
use super::pocket::PocketTest;
use super::position::{Position, PositionConflict};
use super::table::DeductionTable;
use crate::solve::search::RunContext;

/// Buffers, and spare positions in which placements are tried.
#[derive(Debug)]
pub(super) struct Workspace {
    pub(super) sums: DifferenceSums,
    pub(super) pockets: PocketTest,
    spare: Vec<Position>,
    monitor: RunContext,
}

impl Workspace {
    /// A workspace whose searches end early when the monitor is stopped.
    pub(super) fn new(monitor: &RunContext) -> Self {
        Self {
            sums: DifferenceSums::default(),
            pockets: PocketTest::default(),
            spare: Vec::new(),
            monitor: monitor.clone(),
        }
    }

    pub(super) fn is_interrupted(&self) -> bool {
        self.monitor.is_set()
    }

    /// Places a live option in a copy of a position and judges the result.
    pub(super) fn trial<T>(
        &mut self,
        table: &DeductionTable,
        position: &Position,
        option: usize,
        judge: impl FnOnce(&mut Self, &mut Position) -> T,
    ) -> T {
        let mut trial = match self.spare.pop() {
            Some(mut spare) => {
                spare.clone_from(position);
                spare
            }
            None => position.clone(),
        };
        trial.place(table, option);
        let judged = judge(self, &mut trial);
        self.spare.push(trial);
        judged
    }

    /// Places everything that is forced, in rounds. Each round places what is forced at its
    /// beginning. Returns a contradiction with its round, counted from 0.
    ///
    /// In a lower position (see `position`), a contradiction appears in the same round or earlier.
    pub(super) fn follow(
        &mut self,
        table: &DeductionTable,
        position: &mut Position,
    ) -> Result<(), (u32, PositionConflict)> {
        let mut round = 0;
        loop {
            self.contradiction(table, position)
                .map_or(Ok(()), |found| Err((round, found)))?;
            let forced = forced(table, position);
            if bits::is_empty(&forced) {
                break;
            }
            for option in bits::ones(&forced) {
                if !position.is_live(option) {
                    return Err((round, PositionConflict::Clash));
                }
                position.place(table, option);
            }
            round += 1;
        }
        match self.sums.unmet(table, position) {
            Some(colouring) => Err((round, PositionConflict::Colouring(colouring))),
            None => Ok(()),
        }
    }

    /// The simplest immediate contradiction of a position; `None` if there is none.
    fn contradiction(
        &mut self,
        table: &DeductionTable,
        position: &Position,
    ) -> Option<PositionConflict> {
        if let Some(cell) = position.starved_cell(table) {
            return Some(cell);
        }
        if !self.pockets.can_fill(table, position) {
            return Some(PositionConflict::Pocket);
        }
        position.starved_piece(table)
    }

    /// The effort to see that a live option fails by what it forces, the round in which it fails,
    /// and the contradiction. `None` if it does not fail.
    pub(super) fn fails(
        &mut self,
        table: &DeductionTable,
        position: &Position,
        option: usize,
    ) -> Option<(u32, u32, PositionConflict)> {
        self.trial(table, position, option, |workspace, trial| {
            let (round, found) = workspace.follow(table, trial).err()?;
            Some((failing(round, found), round, found))
        })
    }
}

/// The live options of all places that need all of their live options, as a bit set.
fn forced(table: &DeductionTable, position: &Position) -> Vec<u64> {
    let mut forced = vec![0; position.live.len()];
    for place in unserved(table, position) {
        if ways(table, position, place) == needed_count(position, place) {
            bits::unite(&mut forced, serving(table, place));
        }
    }
    bits::intersect(&mut forced, &position.live);
    forced
}

/// Places forced options one by one until a contradiction. Returns them, and the contradiction if
/// there is one.
pub(super) fn forced_one_by_one(
    workspace: &mut Workspace,
    table: &DeductionTable,
    position: &mut Position,
) -> (Vec<usize>, Option<PositionConflict>) {
    let mut follows = Vec::new();
    loop {
        if let Some(found) = workspace.contradiction(table, position) {
            return (follows, Some(found));
        }
        let place = unserved(table, position)
            .find(|place| ways(table, position, *place) == needed_count(position, *place));
        let Some(option) = place.and_then(|place: Place| {
            bits::ones_in_both(&position.live, serving(table, place)).next()
        }) else {
            let unmet = workspace.sums.unmet(table, position);
            return (follows, unmet.map(PositionConflict::Colouring));
        };
        position.place(table, option);
        follows.push(option);
    }
}
