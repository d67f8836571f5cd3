//! Assuming a placement, and following what it forces.

use super::balance::Sums;
use super::bits;
use super::effort::failing;
use super::place::{Place, serving, wanted, wanting, ways};
use super::pocket::Pockets;
use super::position::{Contradiction, Position};
use super::table::Table;
use crate::solve::search::Monitor;

/// Room to work in, and to keep positions in while others are tried.
#[derive(Debug)]
pub(super) struct Workspace {
    pub(super) sums: Sums,
    pub(super) pockets: Pockets,
    spare: Vec<Position>,
    monitor: Monitor,
}

impl Workspace {
    /// Finds no step any more once the monitor says so.
    pub(super) fn new(monitor: &Monitor) -> Self {
        Self {
            sums: Sums::default(),
            pockets: Pockets::default(),
            spare: Vec::new(),
            monitor: monitor.clone(),
        }
    }

    pub(super) fn is_interrupted(&self) -> bool {
        self.monitor.is_set()
    }

    /// What becomes of a position when a live option is placed.
    pub(super) fn trial<T>(
        &mut self,
        table: &Table,
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

    /// Places all that is forced, in rounds: in each one all that is forced when it begins. Ends
    /// with the first contradiction, and in which round it shows, counted from 0.
    ///
    /// In a lower position a contradiction shows in the same round or before.
    pub(super) fn follow(
        &mut self,
        table: &Table,
        position: &mut Position,
    ) -> Result<(), (u32, Contradiction)> {
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
                    return Err((round, Contradiction::Clash));
                }
                position.place(table, option);
            }
            round += 1;
        }
        match self.sums.unmet(table, position) {
            Some(colouring) => Err((round, Contradiction::Colouring(colouring))),
            None => Ok(()),
        }
    }

    /// The plainest contradiction of a position that shows at once.
    fn contradiction(&mut self, table: &Table, position: &Position) -> Option<Contradiction> {
        if let Some(cell) = position.starved_cell(table) {
            return Some(cell);
        }
        if !self.pockets.can_fill(table, position) {
            return Some(Contradiction::Pocket);
        }
        position.starved_piece(table)
    }

    /// What it takes to see that a live option fails by what it forces; none if it does not.
    pub(super) fn fails(
        &mut self,
        table: &Table,
        position: &Position,
        option: usize,
    ) -> Option<(u32, u32, Contradiction)> {
        self.trial(table, position, option, |workspace, trial| {
            let (round, found) = workspace.follow(table, trial).err()?;
            Some((failing(round, found), round, found))
        })
    }
}

/// The options without which some place has not enough.
fn forced(table: &Table, position: &Position) -> Vec<u64> {
    let mut forced = vec![0; position.live.len()];
    for place in wanting(table, position) {
        if ways(table, position, place) == wanted(position, place) {
            bits::unite(&mut forced, serving(table, place));
        }
    }
    bits::intersect(&mut forced, &position.live);
    forced
}

/// What is placed after a live option, one after the other, until it fails.
pub(super) fn forced_one_by_one(
    workspace: &mut Workspace,
    table: &Table,
    position: &mut Position,
) -> (Vec<usize>, Option<Contradiction>) {
    let mut follows = Vec::new();
    loop {
        if let Some(found) = workspace.contradiction(table, position) {
            return (follows, Some(found));
        }
        let place = wanting(table, position)
            .find(|place| ways(table, position, *place) == wanted(position, *place));
        let Some(option) = place.and_then(|place: Place| {
            bits::ones_in_both(&position.live, serving(table, place)).next()
        }) else {
            let unmet = workspace.sums.unmet(table, position);
            return (follows, unmet.map(Contradiction::Colouring));
        };
        position.place(table, option);
        follows.push(option);
    }
}
