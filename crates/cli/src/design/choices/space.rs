//! All choices that a rule allows, with or without solutions: their number, and random draws.
//!
//! A choice is a number of copies for each piece. The rule restricts their total area and number.
//! So the choices are the paths through a table of sums: the numbers of cells and pieces that the
//! first pieces use. The table has the number of paths to each sum. A path is drawn from its end,
//! each step with a probability proportional to the number of paths through it.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use itertools::Itertools;
use num_bigint::BigUint;

use super::ChoiceRule;
use crate::puzzle::{Copies, PieceId, Puzzle, Tray};
use crate::support::rng::StableRng;

/// The maximum number of sums that are computed. A sum is a number of cells and a number of pieces.
const MOST_SUMS: usize = 1 << 22;

/// A sum: the number of cells and the number of pieces that the first few groups of pieces use
/// together.
type AreaAndNumber = (u64, u64);

/// All choices that a rule allows.
#[derive(Debug)]
pub struct ChoiceSpace {
    groups: Vec<Vec<Copied>>,
    /// For each group of pieces: the sums of this group and the groups before it. Each is stored
    /// with the number of ways to choose copies that reach it.
    ways: Vec<BTreeMap<AreaAndNumber, BigUint>>,
    /// The totals over all groups that the rule allows, each with the number of ways to choose
    /// copies that reach it.
    ends: Vec<(AreaAndNumber, BigUint)>,
    pieces: usize,
}

/// One way to choose the numbers of copies of a group's pieces, with the total number of cells and
/// the total number of pieces.
#[derive(Debug, Clone)]
struct Copied {
    copies: Vec<(PieceId, u32)>,
    area: u64,
    number: u64,
}

impl ChoiceRule {
    /// The number of choices, with or without solutions: each piece within its bounds, and together
    /// as many cells as must be covered (see [`cells_to_cover`](super::cells_to_cover)). `None` if
    /// [`ChoiceSpace::new`] returns `None`.
    pub fn choices(&self, puzzle: &Puzzle, cells: RangeInclusive<u64>) -> Option<BigUint> {
        ChoiceSpace::new(self, puzzle, cells).map(|space| space.size())
    }
}

impl ChoiceSpace {
    /// The choices of a puzzle's pieces that cover a number of cells in `cells`. `None` in a tray
    /// with depth, where the area of a piece depends on its orientation; if the rule bounds the
    /// number of different pieces; if a piece excludes two others; and if there are
    /// more than 4 million sums.
    ///
    /// Cost, in time and memory: about the number of pieces times the number of pairs of a total
    /// area and a total number of pieces.
    pub fn new(rule: &ChoiceRule, puzzle: &Puzzle, cells: RangeInclusive<u64>) -> Option<Self> {
        let apart = rule.apart.iter().flat_map(|(one, other)| [one, other]);
        if puzzle.tray != Tray::Flat || rule.different.is_some() || !apart.clone().all_unique() {
            return None;
        }
        let (least, most) = cells.into_inner();
        let groups = groups(rule, puzzle, most);
        let mut ways: Vec<BTreeMap<AreaAndNumber, BigUint>> =
            vec![BTreeMap::from([((0, 0), 1_u32.into())])];
        let mut looked_at = 0_usize;
        for group in &groups {
            let mut more: BTreeMap<AreaAndNumber, BigUint> = BTreeMap::new();
            let before = ways.last()?;
            looked_at = looked_at.saturating_add(before.len().saturating_mul(group.len()));
            if looked_at > MOST_SUMS {
                return None;
            }
            for (&(area, number), count) in before {
                for copied in group.iter().filter(|copied| area + copied.area <= most) {
                    *more
                        .entry((area + copied.area, number + copied.number))
                        .or_default() += count;
                }
            }
            ways.push(more);
        }
        let allowed = |(area, number): AreaAndNumber| area >= least && rule.allows_number(number);
        let ends = ways.last()?.iter().filter(|(sums, _)| allowed(**sums));
        Some(Self {
            ends: ends.map(|(sums, count)| (*sums, count.clone())).collect(),
            groups,
            ways,
            pieces: puzzle.pieces.len(),
        })
    }

    /// The number of choices that the rule allows.
    pub fn size(&self) -> BigUint {
        self.ends.iter().map(|(_, count)| count).sum()
    }

    /// Draws a choice uniformly: the copies of each piece. `None` if there are no choices.
    pub(crate) fn draw(&self, rng: &mut StableRng) -> Option<Vec<u32>> {
        let mut copies = vec![0; self.pieces];
        let (mut sums, _) = *weighted(&self.ends, |end| Some(&end.1), rng)?;
        for (group, ways) in self.groups.iter().zip(&self.ways).rev() {
            let before = |copied: &Copied| {
                let area = sums.0.checked_sub(copied.area)?;
                Some((area, sums.1.checked_sub(copied.number)?))
            };
            let copied = weighted(group, |copied| ways.get(&before(copied)?), rng)?;
            sums = before(copied)?;
            for &(piece, number) in &copied.copies {
                copies[piece.index()] = number;
            }
        }
        Some(copies)
    }
}

/// Draws one of `things` with a probability proportional to its weight. `None` if all weights are
/// zero.
fn weighted<'a, 'w, T>(
    things: &'a [T],
    weight: impl Fn(&'a T) -> Option<&'w BigUint>,
    rng: &mut StableRng,
) -> Option<&'a T> {
    let sum: BigUint = things.iter().filter_map(&weight).sum();
    let mut left = below(&sum, rng)?;
    things.iter().find(|thing| {
        let Some(weight) = weight(thing) else {
            return false;
        };
        if left < *weight {
            return true;
        }
        left -= weight;
        false
    })
}

/// Draws a number below `limit` uniformly. `None` if `limit` is zero.
fn below(limit: &BigUint, rng: &mut StableRng) -> Option<BigUint> {
    if *limit == BigUint::ZERO {
        return None;
    }
    let bits = limit.bits();
    loop {
        let words = bits.div_ceil(64);
        let bytes = (0..words).flat_map(|_| rng.any().to_le_bytes());
        let bytes: Vec<u8> = bytes.collect();
        let number = BigUint::from_bytes_le(&bytes) >> (words * 64 - bits);
        if number < *limit {
            return Some(number);
        }
    }
}

/// Divides the pieces into pairs that exclude each other and single pieces. How often the pieces of
/// one group are used does not restrict the other groups. For each group, lists the possible
/// numbers of copies that cover at most `most` cells.
fn groups(rule: &ChoiceRule, puzzle: &Puzzle, most: u64) -> Vec<Vec<Copied>> {
    let givens = puzzle.givens_of_tiles();
    let numbers = |id: PieceId| {
        let piece = puzzle.piece(id);
        let size = piece.polyform.size() as u64;
        let given = givens[id.index()];
        let Copies { min, max } = piece.copies_of_tile();
        let room = u32::try_from(most / size.max(1)).unwrap_or(u32::MAX);
        (min.max(given)..=max.min(room)).map(move |number| Copied {
            copies: vec![(id, number)],
            area: u64::from(number) * size,
            number: number.into(),
        })
    };
    let alone = puzzle
        .first_faces()
        .map(|(piece, _)| piece)
        .filter(|piece| {
            let mut apart = rule.apart.iter();
            !apart.any(|(one, other)| one == piece || other == piece)
        });
    let alone = alone.map(|piece| numbers(piece).collect());
    let pairs = rule.apart.iter().map(|&(one, other)| {
        let both = numbers(one).cartesian_product(numbers(other));
        let both = both.filter(|(one, other)| one.number == 0 || other.number == 0);
        both.map(|(one, other)| Copied {
            area: one.area + other.area,
            number: one.number + other.number,
            copies: [one.copies, other.copies].concat(),
        })
        .collect()
    });
    alone.chain(pairs).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use tilewright_geometry::{Lattice, rectangle};

    use super::*;
    use crate::design::choices::{cells_to_cover, mirror_pairs};
    use crate::puzzle::Piece;

    #[test]
    fn choices_are_drawn_evenly_and_all() {
        let square = Lattice::Square;
        let cells = rectangle(square, 4, 3).unwrap();
        let pieces = [2, 3, 4].into_iter().flat_map(|size| {
            let all = Piece::all_of_size(square, size).unwrap().into_iter();
            all.enumerate().map(move |(at, piece)| {
                let renamed = Piece {
                    name: crate::support::label::Label::escaping(&format!("{size}{at}")),
                    ..piece
                };
                renamed.with_copies(0..=2).unwrap()
            })
        });
        let board = tilewright_geometry::Board::new(square, cells, []).unwrap();
        let puzzle = Puzzle::builder(square)
            .board(board)
            .pieces(pieces)
            .build()
            .unwrap();
        let rule = ChoiceRule {
            apart: mirror_pairs(&puzzle),
            ..ChoiceRule::default()
        };
        let space = ChoiceSpace::new(&rule, &puzzle, cells_to_cover(&puzzle.board)).unwrap();
        let size: u32 = space.size().try_into().unwrap();
        let mut drawn: HashMap<Vec<u32>, u32> = HashMap::new();
        let mut rng = StableRng::new(1, 0);
        let draws = size * 200;
        for _ in 0..draws {
            let copies = space.draw(&mut rng).unwrap();
            assert!(rule.allows(&copies));
            let area: usize = puzzle
                .pieces
                .iter()
                .zip(&copies)
                .map(|(piece, copies)| piece.polyform.size() * *copies as usize)
                .sum();
            assert_eq!(area, 12);
            *drawn.entry(copies).or_default() += 1;
        }
        assert_eq!(drawn.len(), size as usize);
        // Each choice is expected 200 times; the limit is five standard deviations.
        assert!(drawn.values().all(|times| times.abs_diff(200) < 71));
    }
}
