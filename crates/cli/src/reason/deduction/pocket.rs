//! Pockets: can the remaining pieces be distributed so that every pocket is filled?
//!
//! Two open cells belong to one pocket if a possible option covers both, directly or through a
//! chain of such cells. So every option lies within one pocket. The sizes of the remaining pieces
//! must be distributed over all pockets at once.
//!
//! Considering all pockets together keeps the test monotone: if less is possible, pockets can only
//! split, and a distribution over the parts of a pocket is a distribution over the pocket.

use tilewright_geometry::compact::CompactSort;

use super::bits;
use super::position::Position;
use super::table::DeductionTable;

/// The maximum number of states of a test whether the pieces can fill the pockets. A state is the number of used
/// pieces of each size class. If there are more states, no contradiction is reported.
const MAX_STATES: usize = 1 << 16;

/// If at most this many copies of all pieces together are left, a piece counts only with the sizes of its
/// possible placements. If more are left, it counts with all its sizes. (A piece has several sizes only in a
/// tray with depth, where they depend on the orientation.)
///
/// The first rule finds every contradiction that the second finds. So a contradiction found in a
/// position is also found in all lower ones.
const MAX_SINGLED_OUT: usize = 16;

/// A set of open cells that are connected by possible options (see the module).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pocket {
    pub(super) cells: Vec<u64>,
    /// The number of cells of the pocket that must be covered.
    pub(super) least: usize,
    /// The number of cells of the pocket that may be covered, including those that must be.
    pub(super) most: usize,
}

/// Pieces that can cover the same numbers of cells: `sizes` lists these numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
struct SizeClass {
    sizes: Vec<usize>,
    need: usize,
    room: usize,
}

/// Buffers for the test whether the remaining pieces can fill all pockets.
#[derive(Debug, Default)]
pub(super) struct PocketTest {
    unmerged: Vec<u64>,
    frontier: Vec<u64>,
    /// For each combination of pieces used, a bit set of cell counts: bit n is set if the
    /// combination can cover exactly n cells of the pocket.
    fillings: Vec<u64>,
    reached: Vec<bool>,
}

impl PocketTest {
    /// The pockets of a position, in the order of their first cells.
    ///
    /// An optional cell that no option covers belongs to no pocket.
    pub(super) fn of(&mut self, table: &DeductionTable, position: &Position) -> Vec<Pocket> {
        let mut pockets = Vec::new();
        let mut left = position.open.clone();
        self.unmerged.clone_from(&position.live);
        while let Some(first) = bits::first(&left) {
            let mut cells = vec![0; left.len()];
            bits::insert(&mut cells, first);
            self.spread(table, &mut cells, &left, first);
            bits::subtract(&mut left, &cells);
            let most = bits::len(&cells);
            let least = bits::common(&cells, &table.required);
            if least > 0 || bits::meet(&position.live, table.columns.row(first)) {
                pockets.push(Pocket { cells, least, most });
            }
        }
        pockets
    }

    /// Extends `cells`, which contains one cell, to the whole pocket. Stops early once `cells`
    /// equals `left`, the cells that belong to no earlier pocket.
    fn spread(&mut self, table: &DeductionTable, cells: &mut [u64], left: &[u64], first: usize) {
        self.frontier.clear();
        self.frontier.resize(cells.len(), 0);
        bits::insert(&mut self.frontier, first);
        while let Some(cell) = bits::first(&self.frontier) {
            bits::remove(&mut self.frontier, cell);
            let column = table.columns.row(cell);
            for (word, column) in column.iter().enumerate() {
                let mut found = self.unmerged[word] & column;
                self.unmerged[word] &= !found;
                while found != 0 {
                    let option = word * 64 + found.trailing_zeros() as usize;
                    found &= found - 1;
                    let mask = table.masks.row(option);
                    for ((cells, frontier), mask) in
                        cells.iter_mut().zip(&mut self.frontier).zip(mask)
                    {
                        *frontier |= mask & !*cells;
                        *cells |= mask;
                    }
                }
            }
            if cells == left {
                return;
            }
        }
    }

    /// Whether the remaining pieces can be distributed over all pockets. True if it is too costly
    /// to decide.
    pub(super) fn can_fill(&mut self, table: &DeductionTable, position: &Position) -> bool {
        let mut pockets = self.of(table, position);
        if pockets.len() <= 1 && table.is_rigid {
            return true;
        }
        // Small pockets come first, which keeps the number of combinations low.
        pockets.compact_sort_by_key(|pocket| pocket.most);
        let shapes: Vec<(usize, usize)> = pockets
            .iter()
            .map(|pocket| (pocket.least, pocket.most))
            .collect();
        self.can_share(&classes(table, position), &shapes)
    }

    /// Whether a pocket could be filled if it were the only one and no piece were required.
    pub(super) fn can_fill_alone(
        &mut self,
        table: &DeductionTable,
        position: &Position,
        pocket: &Pocket,
    ) -> bool {
        let mut classes = classes(table, position);
        for class in &mut classes {
            class.need = 0;
        }
        self.can_share(&classes, &[(pocket.least, pocket.most)])
    }

    /// Whether the pieces of the size classes can be distributed over pockets so that every pocket is filled. A
    /// pocket is given as the minimum and the maximum number of cells to cover.
    fn can_share(&mut self, classes: &[SizeClass], pockets: &[(usize, usize)]) -> bool {
        let states = classes
            .iter()
            .try_fold(1_usize, |states, class| states.checked_mul(class.room + 1))
            .filter(|states| *states <= MAX_STATES);
        let Some(states) = states else {
            return true;
        };
        self.reached.clear();
        self.reached.resize(states, false);
        self.reached[0] = true;
        for &(least, most) in pockets {
            self.fill(classes, least, most);
            if !self.reached.contains(&true) {
                return false;
            }
        }
        (0..states).any(|state| {
            let mut rest = state;
            self.reached[state]
                && classes.iter().all(|class| {
                    let used = rest % (class.room + 1);
                    rest /= class.room + 1;
                    used >= class.need
                })
        })
    }

    /// Updates the reachable combinations of used pieces to those after filling one more pocket.
    fn fill(&mut self, classes: &[SizeClass], least: usize, most: usize) {
        let words = bits::words_for(most + 1);
        self.fillings.clear();
        self.fillings.resize(self.reached.len() * words, 0);
        for (state, reached) in self.reached.iter().enumerate() {
            self.fillings[state * words] = u64::from(*reached);
        }
        let mut step = 1;
        for class in classes {
            let radix = class.room + 1;
            for &size in class.sizes.iter().filter(|size| **size <= most) {
                for state in 0..self.reached.len() {
                    if state / step % radix == class.room {
                        continue;
                    }
                    let (from, to) = self.fillings.split_at_mut((state + step) * words);
                    let from = &from[state * words..][..words];
                    bits::unite_raised(&mut to[..words], from, size);
                }
            }
            step *= radix;
        }
        for (state, reached) in self.reached.iter_mut().enumerate() {
            let fillings = &self.fillings[state * words..][..words];
            *reached = (least..=most).any(|filling| bits::contains(fillings, filling));
        }
    }
}

/// The remaining pieces, grouped by the numbers of cells that a copy can cover.
fn classes(table: &DeductionTable, position: &Position) -> Vec<SizeClass> {
    let open = bits::len(&position.open);
    let copies = |piece: usize| (position.room[piece] as usize).min(open);
    let count = (0..table.pieces.len()).map(copies).sum::<usize>();
    let mut classes: Vec<SizeClass> = Vec::new();
    for (at, piece) in table.pieces.iter().enumerate() {
        let room = copies(at);
        let possible =
            |options: &[u64]| count > MAX_SINGLED_OUT || bits::meet(options, &position.live);
        let sizes: Vec<usize> = match piece.sizes.as_slice() {
            [(size, _)] => vec![*size],
            sizes => sizes
                .iter()
                .filter(|(_, options)| possible(options))
                .map(|(size, _)| *size)
                .collect(),
        };
        let need = position.need[at] as usize;
        if need == 0 && (room == 0 || sizes.is_empty()) {
            continue;
        }
        // The open cells have no space for more copies.
        let room = room.min(open / sizes.first().map_or(1, |size| (*size).max(1)));
        match classes.iter_mut().find(|class| class.sizes == sizes) {
            Some(class) => {
                class.need += need;
                class.room += room;
            }
            None => classes.push(SizeClass { sizes, need, room }),
        }
    }
    classes
}
