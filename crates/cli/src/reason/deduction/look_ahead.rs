//! Assuming a placement, and seeing what becomes of it.

use super::balance::Sums;
use super::bits;
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
    /// Deep look-ahead finds nothing more once the monitor says so.
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

    /// Whether the pieces left can't be shared out over the pockets.
    pub(super) fn is_split(&mut self, table: &Table, position: &Position) -> bool {
        !self.pockets.can_fill(table, position)
    }

    /// Places all that is forced, and looks at pockets and colours then.
    pub(super) fn follow(
        &mut self,
        table: &Table,
        position: &mut Position,
    ) -> Result<(), Contradiction> {
        position.force(table)?;
        if self.is_split(table, position) {
            return Err(Contradiction::Pocket);
        }
        match self.sums.unmet(table, position) {
            Some(colouring) => Err(Contradiction::Colouring(colouring)),
            None => Ok(()),
        }
    }

    /// Whether placing a live option leads to a contradiction by look-ahead of
    /// this depth, at least 1.
    ///
    /// What follows does not depend on the order in which it is found, for
    /// every deduction made on the way holds further down too.
    pub(super) fn refutes(
        &mut self,
        table: &Table,
        position: &Position,
        option: usize,
        depth: u32,
    ) -> bool {
        self.trial(table, position, option, |workspace, trial| {
            workspace.contradicts(table, trial, depth - 1)
        })
    }

    /// Whether a position leads to a contradiction by look-ahead of this depth;
    /// with depth 0, by what is forced alone.
    fn contradicts(&mut self, table: &Table, position: &mut Position, depth: u32) -> bool {
        if self.follow(table, position).is_err() {
            return true;
        }
        let mut reach = 1;
        while reach <= depth {
            let mut went = false;
            let tried = position.live.clone();
            for option in bits::ones(&tried) {
                if self.is_interrupted() {
                    return false;
                }
                if position.is_live(option) && self.refutes(table, position, option, reach) {
                    went = true;
                    bits::remove(&mut position.live, option);
                    if self.follow(table, position).is_err() {
                        return true;
                    }
                }
            }
            reach = if went { 1 } else { reach + 1 };
        }
        false
    }

    /// The live options that look-ahead of this depth refutes.
    pub(super) fn refuted(&mut self, table: &Table, position: &Position, depth: u32) -> Vec<u64> {
        let mut refuted = vec![0; position.live.len()];
        for option in bits::ones(&position.live) {
            if self.refutes(table, position, option, depth) {
                bits::insert(&mut refuted, option);
            }
        }
        refuted
    }
}
