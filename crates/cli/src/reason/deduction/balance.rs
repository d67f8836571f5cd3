//! Colouring arguments: can the remaining pieces produce the remaining difference between dark and light cells?
//!
//! Source: Golomb, "Polyominoes"; see [`crate::solve::refute::feasibility`].

use super::bits;
use super::position::Position;
use super::table::{DeductionTable, TableColouring, difference};

/// The maximum cost of computing the sums, as a number of 64-bit words of bit sets. If it is higher,
/// no contradiction is reported.
///
/// The cost never rises from a position to a lower one (see `position`). So a contradiction found
/// in a position is also found in all lower ones.
const MAX_WORDS: usize = 1 << 20;

/// Buffers for sets of sums of cell weights, each 1, −1 or 0. The sums lie between −n and n, where n
/// is the number of open cells.
///
/// Partial sums of pieces that do not overlap stay within this range, whatever their order.
#[derive(Debug, Default)]
pub(super) struct DifferenceSums {
    reached: Vec<u64>,
    layer: Vec<u64>,
    next: Vec<u64>,
    total: Vec<u64>,
}

impl DifferenceSums {
    /// The index of the first colouring whose remaining difference between dark and light cells the
    /// remaining pieces cannot produce; `None` if they can produce all.
    pub(super) fn unmet(&mut self, table: &DeductionTable, position: &Position) -> Option<usize> {
        table
            .colours
            .iter()
            .position(|colours| !self.can_meet(table, position, colours))
    }

    /// Whether the remaining pieces can produce the difference between dark and light cells that
    /// remains in a colouring. True if it is too costly to decide.
    fn can_meet(
        &mut self,
        table: &DeductionTable,
        position: &Position,
        colours: &TableColouring,
    ) -> bool {
        let open = bits::len(&position.open);
        if !self.gather(position, colours, open) {
            return true;
        }
        let RequiredBalance { least, most } = RequiredBalance::of(table, position, colours);
        bits::ones(&self.reached).any(|sum| {
            let sum = signed(sum) - signed(open);
            (least..=most).contains(&sum)
        })
    }

    /// Computes which sums of the remaining pieces' weights are possible. Returns false if that is
    /// too costly.
    fn gather(&mut self, position: &Position, colours: &TableColouring, open: usize) -> bool {
        let words = bits::words_for(2 * open + 1);
        let copies = |piece: usize| (position.room[piece] as usize).min(open);
        let cost = (0..position.room.len())
            .map(|piece| copies(piece).saturating_mul(colours.weights[piece].len()))
            .fold(0_usize, usize::saturating_add);
        if cost.saturating_mul(words) > MAX_WORDS {
            return false;
        }
        self.reached.clear();
        self.reached.resize(words, 0);
        bits::insert(&mut self.reached, open);
        for (piece, weights) in colours.weights.iter().enumerate() {
            let copies = copies(piece);
            let need = position.need[piece] as usize;
            if copies == 0 && need == 0 {
                continue;
            }
            self.layer.clone_from(&self.reached);
            self.total.clear();
            self.total.resize(words, 0);
            if need == 0 {
                bits::unite(&mut self.total, &self.reached);
            }
            for copy in 1..=copies {
                self.next.clear();
                self.next.resize(words, 0);
                for (weight, options) in weights {
                    if !bits::meet(options, &position.live) {
                        continue;
                    }
                    let by = usize::try_from(weight.unsigned_abs()).unwrap_or(usize::MAX);
                    if *weight < 0 {
                        bits::unite_lowered(&mut self.next, &self.layer, by);
                    } else {
                        bits::unite_raised(&mut self.next, &self.layer, by);
                    }
                }
                std::mem::swap(&mut self.layer, &mut self.next);
                if copy >= need {
                    bits::unite(&mut self.total, &self.layer);
                }
            }
            std::mem::swap(&mut self.reached, &mut self.total);
        }
        true
    }
}

/// The range of sums that the remaining pieces must produce. It is a single number if no cell is
/// optional.
pub(super) struct RequiredBalance {
    pub(super) least: i64,
    pub(super) most: i64,
}

impl RequiredBalance {
    pub(super) fn of(
        table: &DeductionTable,
        position: &Position,
        colours: &TableColouring,
    ) -> Self {
        let mut must = position.open.clone();
        bits::intersect(&mut must, &table.required);
        let mut may = position.open.clone();
        bits::subtract(&mut may, &table.required);
        let needed = difference(&must, &colours.plus, &colours.minus);
        Self {
            least: needed - signed(bits::common(&may, &colours.minus)),
            most: needed + signed(bits::common(&may, &colours.plus)),
        }
    }
}

fn signed(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
