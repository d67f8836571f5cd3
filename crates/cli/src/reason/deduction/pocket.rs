//! Pockets: can the pieces left be shared out so that every pocket is filled?
//!
//! Two open cells hang together if an option still possible covers both; what
//! hangs together is a pocket, and every option lies within one. The sizes of
//! the pieces left must be shared out over all pockets at once, so that each
//! adds up.
//!
//! That all pockets are looked at together makes it hold further down: with
//! less possible the pockets only fall apart, and a way to share the pieces
//! out over the parts is a way to share them out over the whole.

use super::bits;
use super::position::Position;
use super::table::Table;

/// How many ways to have used pieces of each size are told apart at most;
/// beyond it nothing is said.
const MAX_STATES: usize = 1 << 16;

/// With so many copies left or fewer, each piece counts by the sizes it can
/// still have (in a tray with depth they differ); with more, by all its sizes.
///
/// The first says no wherever the second does, so that what is seen in one
/// position is seen in all below it.
const MAX_SINGLED_OUT: usize = 16;

/// Cells that hang together.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pocket {
    pub(super) cells: Vec<u64>,
    /// How many of its cells must be filled, and how many may be.
    pub(super) least: usize,
    pub(super) most: usize,
}

/// Pieces that have the same sizes.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Class {
    sizes: Vec<usize>,
    need: usize,
    room: usize,
}

/// Room to work in.
#[derive(Debug, Default)]
pub(super) struct Pockets {
    unmerged: Vec<u64>,
    frontier: Vec<u64>,
    /// By the pieces used, the fillings of the pocket at hand that are reached.
    fillings: Vec<u64>,
    reached: Vec<bool>,
}

impl Pockets {
    /// The pockets of a position, in the order of their first cells.
    ///
    /// An optional cell that no option covers is none.
    pub(super) fn of(&mut self, table: &Table, position: &Position) -> Vec<Pocket> {
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

    /// Adds to `cells`, which has one cell so far, all that hangs together
    /// with it; stops once it has all that is `left`.
    fn spread(&mut self, table: &Table, cells: &mut [u64], left: &[u64], first: usize) {
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

    /// Whether the pieces left can be shared out over all pockets.
    pub(super) fn can_fill(&mut self, table: &Table, position: &Position) -> bool {
        let mut pockets = self.of(table, position);
        if pockets.len() <= 1 && table.is_rigid {
            return true;
        }
        // Small ones first: that leaves few ways.
        pockets.sort_unstable_by_key(|pocket| pocket.most);
        let shapes: Vec<(usize, usize)> = pockets
            .iter()
            .map(|pocket| (pocket.least, pocket.most))
            .collect();
        self.can_share(&classes(table, position), &shapes)
    }

    /// Whether a pocket could be filled if it were the only one, and no piece
    /// had to be used.
    pub(super) fn can_fill_alone(
        &mut self,
        table: &Table,
        position: &Position,
        pocket: &Pocket,
    ) -> bool {
        let mut classes = classes(table, position);
        for class in &mut classes {
            class.need = 0;
        }
        self.can_share(&classes, &[(pocket.least, pocket.most)])
    }

    /// Whether the classes can be shared out over pockets of which at least
    /// and at most so many cells are to be filled.
    fn can_share(&mut self, classes: &[Class], pockets: &[(usize, usize)]) -> bool {
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

    /// From the numbers of pieces used so far, as reached, to those with one
    /// pocket more.
    fn fill(&mut self, classes: &[Class], least: usize, most: usize) {
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

/// The pieces left, those of equal sizes together.
fn classes(table: &Table, position: &Position) -> Vec<Class> {
    let open = bits::len(&position.open);
    let copies = |piece: usize| (position.room[piece] as usize).min(open);
    let count = (0..table.pieces.len()).map(copies).sum::<usize>();
    let mut classes: Vec<Class> = Vec::new();
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
        // More would not find room.
        let room = room.min(open / sizes.first().map_or(1, |size| (*size).max(1)));
        match classes.iter_mut().find(|class| class.sizes == sizes) {
            Some(class) => {
                class.need += need;
                class.room += room;
            }
            None => classes.push(Class { sizes, need, room }),
        }
    }
    classes
}
