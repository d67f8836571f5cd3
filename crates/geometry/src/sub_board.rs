//! Sub-boards: all boards that are left when cells of a frame are taken away, with a symmetry.
//!
//! A board that an isometry g of the frame keeps is the frame without some orbits of the cells under the
//! group that g generates. So the orbits whose cells may all be taken away are chosen, in all ways in which
//! their sizes add up; of boards that are images of one another only the first is kept.

use std::collections::BTreeSet;

use thiserror::Error;

use crate::board::{Board, BoardCell};
use crate::lattice::Sides;
use crate::symmetry::BoardSymmetry;

/// At most so many choices of orbits are begun.
pub const MAX_SUB_BOARD_STEPS: u64 = 2_000_000;

/// Which isometries of its frame keep a sub-board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SubBoardSymmetry {
    /// It need not have any.
    #[default]
    Any,
    /// A rotation of this order: 2 is a half turn.
    Rotation(u32),
    /// A reflection in a line, or in space in a plane.
    Reflection,
    /// All of them.
    Full,
}

/// The sub-boards of a frame.
///
/// ```
/// use tilewright_geometry::{Board, Lattice, SubBoardSymmetry, SubBoards, rectangle};
///
/// // A chessboard without four cells that looks the same after a quarter turn: the four cells are one of the
/// // 16 orbits, of which some are each other's images.
/// let board = Board::new(Lattice::Square, rectangle(Lattice::Square, 8, 8)?, [])?;
/// let boards = SubBoards::new(&board, 60).symmetry(SubBoardSymmetry::Rotation(4)).removals()?;
/// assert_eq!(boards.len(), 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SubBoards<'a> {
    frame: &'a Board,
    cells: usize,
    removable: Vec<BoardCell>,
    symmetry: SubBoardSymmetry,
    connected: bool,
    alike: Option<Vec<BoardSymmetry>>,
}

/// At most so many images of cells are held: the isometries of the frame, times its cells.
const MAX_IMAGES: u128 = 1 << 28;

/// Why sub-boards are not listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SubBoardError {
    /// There would be more of them than are listed.
    #[error("there are more than {limit} sub-boards")]
    TooMany {
        /// How many are listed at most.
        limit: usize,
    },
    /// There are more ways to choose cells than are tried.
    #[error(
        "there are too many ways to take cells away: more than {MAX_SUB_BOARD_STEPS} are not tried"
    )]
    TooLong,
}

impl<'a> SubBoards<'a> {
    /// At most so many are listed.
    pub const MAX_LISTED: usize = 100_000;

    /// All connected boards of so many cells that a frame leaves when other cells are taken away, up to
    /// the isometries of the frame.
    pub fn new(frame: &'a Board, cells: usize) -> Self {
        Self {
            frame,
            cells,
            removable: frame.indices().collect(),
            symmetry: SubBoardSymmetry::Any,
            connected: true,
            alike: None,
        }
    }

    /// Sets which cells may be taken away; all of the frame if it is not called.
    #[must_use]
    pub fn removable(mut self, cells: Vec<BoardCell>) -> Self {
        self.removable = cells;
        self
    }

    /// Asks for a symmetry.
    #[must_use]
    pub fn symmetry(mut self, symmetry: SubBoardSymmetry) -> Self {
        self.symmetry = symmetry;
        self
    }

    /// Sets whether only connected boards are wanted: each cell is reached from each by neighbours.
    #[must_use]
    pub fn connected(mut self, connected: bool) -> Self {
        self.connected = connected;
        self
    }

    /// Sets which isometries make boards alike, of which one is kept; those of the frame if it is not
    /// called. They must form a group.
    #[must_use]
    pub fn alike(mut self, isometries: Vec<BoardSymmetry>) -> Self {
        self.alike = Some(isometries);
        self
    }

    /// The cells taken away for each board, sorted, in lexicographic order.
    ///
    /// # Complexity
    ///
    /// About the number of choices of orbits, for each isometry asked for, times the cells of the frame.
    ///
    /// # Errors
    ///
    /// [`SubBoardError`] if there are too many.
    pub fn removals(&self) -> Result<Vec<Vec<BoardCell>>, SubBoardError> {
        let Some(away) = self.frame.cells().len().checked_sub(self.cells) else {
            return Ok(Vec::new());
        };
        let ways = self.frame.symmetries_at_most();
        if ways.saturating_mul(self.frame.cells().len() as u128) > MAX_IMAGES {
            return Err(SubBoardError::TooLong);
        }
        let all: Vec<BoardSymmetry> = self.frame.symmetries(Sides::Free).collect();
        let alike = self.alike.as_ref().unwrap_or(&all);
        let mut found = BTreeSet::new();
        let mut steps = MAX_SUB_BOARD_STEPS;
        for generators in self.generators(&all) {
            let orbits = self.orbits_under(&generators);
            let mut choice = OrbitChoice {
                boards: self,
                alike,
                within_reach: within_reach(&orbits, away),
                orbits,
                is_removable: self.is_removable(),
                removed: Vec::new(),
                steps,
                found,
            };
            choice.choose(0, away)?;
            OrbitChoice { steps, found, .. } = choice;
        }
        Ok(found.into_iter().collect())
    }

    /// For each group of isometries that a sub-board may have, the orbits of cells of which all may be taken
    /// away, the largest first. A board that is asked for is the frame without some orbits of one of the groups.
    ///
    /// ```
    /// use tilewright_geometry::{Board, Lattice, SubBoardSymmetry, SubBoards, rectangle};
    ///
    /// // The half turn of 3 × 3: four pairs of cells, and the one in the middle.
    /// let board = Board::new(Lattice::Square, rectangle(Lattice::Square, 3, 3)?, [])?;
    /// let boards = SubBoards::new(&board, 7).symmetry(SubBoardSymmetry::Rotation(2));
    /// let orbits = boards.orbits();
    /// let sizes: Vec<usize> = orbits[0].iter().map(Vec::len).collect();
    /// assert_eq!((orbits.len(), sizes), (1, vec![2, 2, 2, 2, 1]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn orbits(&self) -> Vec<Vec<Vec<BoardCell>>> {
        let all: Vec<BoardSymmetry> = self.frame.symmetries(Sides::Free).collect();
        let groups = self.generators(&all);
        let orbits = groups
            .iter()
            .map(|generators| self.orbits_under(generators));
        orbits.collect()
    }

    /// For each group that a board may have, isometries that generate it.
    fn generators<'s>(&self, all: &'s [BoardSymmetry]) -> Vec<Vec<&'s BoardSymmetry>> {
        let each = |wanted: &dyn Fn(&BoardSymmetry) -> bool| {
            let wanted = all.iter().filter(|isometry| wanted(isometry));
            wanted.map(|isometry| vec![isometry]).collect()
        };
        match self.symmetry {
            SubBoardSymmetry::Any => vec![Vec::new()],
            SubBoardSymmetry::Full => vec![all.iter().collect()],
            SubBoardSymmetry::Rotation(order) => {
                each(&|isometry| isometry.is_rotation() && isometry.order() == order)
            }
            SubBoardSymmetry::Reflection => each(&BoardSymmetry::is_reflection),
        }
    }

    /// By cell, whether it may be taken away.
    fn is_removable(&self) -> Vec<bool> {
        let mut is_removable = vec![false; self.frame.cells().len()];
        for cell in &self.removable {
            is_removable[cell.index()] = true;
        }
        is_removable
    }

    /// The orbits of cells of which all may be taken away, the largest first.
    fn orbits_under(&self, generators: &[&BoardSymmetry]) -> Vec<Vec<BoardCell>> {
        let is_removable = self.is_removable();
        let mut seen = vec![false; is_removable.len()];
        let mut orbits = Vec::new();
        for cell in self.frame.indices() {
            if std::mem::replace(&mut seen[cell.index()], true) {
                continue;
            }
            let mut orbit = vec![cell];
            let mut next = 0;
            while let Some(&cell) = orbit.get(next) {
                next += 1;
                for image in generators.iter().map(|isometry| isometry.image(cell)) {
                    if !std::mem::replace(&mut seen[image.index()], true) {
                        orbit.push(image);
                    }
                }
            }
            if orbit.iter().all(|cell| is_removable[cell.index()]) {
                orbits.push(orbit);
            }
        }
        orbits.sort_by_key(|orbit| (usize::MAX - orbit.len(), orbit[0]));
        orbits
    }

    /// Whether the cells that are left are connected.
    fn is_connected(&self, removed: &[BoardCell]) -> bool {
        let frame = self.frame;
        let mut seen = vec![false; frame.cells().len()];
        for cell in removed {
            seen[cell.index()] = true;
        }
        let Some(first) = frame.indices().find(|cell| !seen[cell.index()]) else {
            return true;
        };
        seen[first.index()] = true;
        let mut reached = vec![first];
        let mut next = 0;
        while let Some(&cell) = reached.get(next) {
            next += 1;
            let near = frame.lattice().neighbours(frame.cell(cell));
            for cell in near.filter_map(|near| frame.index_of(near)) {
                if !std::mem::replace(&mut seen[cell.index()], true) {
                    reached.push(cell);
                }
            }
        }
        reached.len() + removed.len() == seen.len()
    }
}

/// By orbit, whether those from it on can be chosen to have so many cells in all.
fn within_reach(orbits: &[Vec<BoardCell>], cells: usize) -> Vec<Vec<bool>> {
    let mut reach = vec![vec![false; cells + 1]; orbits.len() + 1];
    reach[orbits.len()][0] = true;
    for at in (0..orbits.len()).rev() {
        for sum in 0..=cells {
            let with = sum.checked_sub(orbits[at].len());
            reach[at][sum] = reach[at + 1][sum] || with.is_some_and(|sum| reach[at + 1][sum]);
        }
    }
    reach
}

/// Chooses orbits to be taken away.
struct OrbitChoice<'a> {
    boards: &'a SubBoards<'a>,
    alike: &'a [BoardSymmetry],
    orbits: Vec<Vec<BoardCell>>,
    within_reach: Vec<Vec<bool>>,
    is_removable: Vec<bool>,
    removed: Vec<BoardCell>,
    steps: u64,
    found: BTreeSet<Vec<BoardCell>>,
}

impl OrbitChoice<'_> {
    /// Chooses among the orbits from one on; the depth is at most the cells to be taken away.
    fn choose(&mut self, from: usize, away: usize) -> Result<(), SubBoardError> {
        self.steps = self.steps.checked_sub(1).ok_or(SubBoardError::TooLong)?;
        if away == 0 {
            return self.take();
        }
        for at in from..self.orbits.len() {
            if !self.within_reach[at][away] {
                break;
            }
            let size = self.orbits[at].len();
            let rest = away.checked_sub(size);
            let Some(rest) = rest.filter(|rest| self.within_reach[at + 1][*rest]) else {
                continue;
            };
            self.removed.extend_from_slice(&self.orbits[at]);
            self.choose(at + 1, rest)?;
            self.removed.truncate(self.removed.len() - size);
        }
        Ok(())
    }

    /// Keeps a board unless one like it comes first.
    fn take(&mut self) -> Result<(), SubBoardError> {
        let mut removed = self.removed.clone();
        removed.sort_unstable();
        let may_go = |cell: &BoardCell| self.is_removable[cell.index()];
        let is_first = self.alike.iter().all(|isometry| {
            let image = isometry.image_of_all(&removed);
            *image >= *removed || !image.iter().all(may_go)
        });
        if !is_first || self.boards.connected && !self.boards.is_connected(&removed) {
            return Ok(());
        }
        self.found.insert(removed);
        if self.found.len() > SubBoards::MAX_LISTED {
            let limit = SubBoards::MAX_LISTED;
            return Err(SubBoardError::TooMany { limit });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Lattice, box_, hexagon, rectangle};

    fn frame(lattice: Lattice, cells: Vec<crate::Cell>) -> Board {
        Board::new(lattice, cells, []).unwrap()
    }

    /// All sub-boards, by looking at each set of cells.
    fn by_force(frame: &Board, cells: usize, symmetry: SubBoardSymmetry) -> Vec<Vec<BoardCell>> {
        let all: Vec<BoardSymmetry> = frame.symmetries(Sides::Free).collect();
        let n = frame.cells().len();
        let boards = SubBoards::new(frame, cells);
        let keeps =
            |isometry: &BoardSymmetry, set: &Vec<BoardCell>| *isometry.image_of_all(set) == **set;
        let sets = (0_u32..1 << n).filter(|set| set.count_ones() as usize == n - cells);
        let sets = sets.map(|set| {
            frame
                .indices()
                .filter(|cell| set >> cell.index() & 1 == 1)
                .collect()
        });
        let mut found: Vec<Vec<BoardCell>> = sets
            .filter(|set: &Vec<BoardCell>| {
                boards.is_connected(set)
                    && all
                        .iter()
                        .all(|isometry| *isometry.image_of_all(set) >= **set)
                    && match symmetry {
                        SubBoardSymmetry::Any => true,
                        SubBoardSymmetry::Full => all.iter().all(|isometry| keeps(isometry, set)),
                        SubBoardSymmetry::Reflection => all
                            .iter()
                            .any(|isometry| isometry.is_reflection() && keeps(isometry, set)),
                        SubBoardSymmetry::Rotation(order) => all.iter().any(|isometry| {
                            isometry.is_rotation()
                                && isometry.order() == order
                                && keeps(isometry, set)
                        }),
                    }
            })
            .collect();
        found.sort();
        found
    }

    #[test]
    fn sub_boards_are_those_of_all_sets_of_cells() {
        let symmetries = [
            SubBoardSymmetry::Any,
            SubBoardSymmetry::Rotation(2),
            SubBoardSymmetry::Rotation(3),
            SubBoardSymmetry::Rotation(4),
            SubBoardSymmetry::Reflection,
            SubBoardSymmetry::Full,
        ];
        let frames = [
            frame(Lattice::Square, rectangle(Lattice::Square, 4, 4).unwrap()),
            frame(Lattice::Square, rectangle(Lattice::Square, 5, 3).unwrap()),
            frame(Lattice::Cube, box_(Lattice::Cube, 2, 2, 3).unwrap()),
            frame(Lattice::Triangle, hexagon(Lattice::Triangle, 1).unwrap()),
            frame(Lattice::Stick, rectangle(Lattice::Stick, 2, 2).unwrap()),
        ];
        for frame in &frames {
            for cells in 1..=frame.cells().len() {
                for symmetry in symmetries {
                    let boards = SubBoards::new(frame, cells)
                        .symmetry(symmetry)
                        .removals()
                        .unwrap();
                    assert_eq!(
                        boards,
                        by_force(frame, cells, symmetry),
                        "{cells} {symmetry:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn reflections_are_told_from_other_isometries() {
        let square = frame(Lattice::Square, rectangle(Lattice::Square, 4, 4).unwrap());
        let cube = frame(Lattice::Cube, box_(Lattice::Cube, 3, 3, 3).unwrap());
        let hexagon = frame(Lattice::Triangle, hexagon(Lattice::Triangle, 2).unwrap());
        let reflections = |board: &Board| {
            let isometries = board.symmetries(Sides::Free);
            isometries.filter(BoardSymmetry::is_reflection).count()
        };
        assert_eq!(
            [
                reflections(&square),
                reflections(&cube),
                reflections(&hexagon)
            ],
            [4, 9, 6]
        );
    }

    #[test]
    fn too_many_are_refused() {
        let square = frame(Lattice::Square, rectangle(Lattice::Square, 8, 8).unwrap());
        let boards = SubBoards::new(&square, 58).removals();
        assert!(matches!(boards, Err(SubBoardError::TooMany { .. })));
    }
}
