//! Colouring: can the pieces left make the difference between dark and light
//! cells that is left?
//!
//! Source: Golomb, "Polyominoes"; see [`crate::solve::refute::feasibility`].

use super::bits;
use super::position::Position;
use super::table::{Colours, Table, difference};

/// What the sums may cost, in words; beyond it nothing is said.
///
/// The cost falls as a position goes down, so that what is seen in one is seen
/// in all below it.
const MAX_WORDS: usize = 1 << 20;

/// Room for sums of differences, from minus to plus the number of open cells.
///
/// Pieces that do not overlap never add up to more, in whatever order.
#[derive(Debug, Default)]
pub(super) struct Sums {
    reached: Vec<u64>,
    layer: Vec<u64>,
    next: Vec<u64>,
    total: Vec<u64>,
}

impl Sums {
    /// The first colouring that the pieces left can't meet.
    pub(super) fn unmet(&mut self, table: &Table, position: &Position) -> Option<usize> {
        table
            .colours
            .iter()
            .position(|colours| !self.can_meet(table, position, colours))
    }

    /// Whether the pieces left can meet a colouring.
    fn can_meet(&mut self, table: &Table, position: &Position, colours: &Colours) -> bool {
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

    /// Finds the sums that can be reached; false if it is too much work.
    fn gather(&mut self, position: &Position, colours: &Colours, open: usize) -> bool {
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

/// What the differences of the pieces left must add up to: one number, or a
/// range if optional cells may even things out.
pub(super) struct RequiredBalance {
    pub(super) least: i64,
    pub(super) most: i64,
}

impl RequiredBalance {
    pub(super) fn of(table: &Table, position: &Position, colours: &Colours) -> Self {
        let mut must = position.open.clone();
        bits::intersect(&mut must, &table.required);
        let mut may = position.open.clone();
        bits::subtract(&mut may, &table.required);
        let wanted = difference(&must, &colours.plus, &colours.minus);
        Self {
            least: wanted - signed(bits::common(&may, &colours.minus)),
            most: wanted + signed(bits::common(&may, &colours.plus)),
        }
    }
}

fn signed(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
