//! The boards that the designs of a search may have.
//!
//! A board is what remains of a frame when some orbits of its cells under a group of isometries are
//! removed.

use tilewright_dlx::{StopFlag, Stopped};
use tilewright_geometry::{BoardCell, SubBoards};

use super::SearchError;
use super::components::components;
use crate::puzzle::{BoardRequest, Puzzle};
use crate::support::rng::StableRng;

/// The maximum number of random attempts to find a board with the required number of cells.
const DRAWS: usize = 50;

/// The boards that a design may have: the connected subsets of a frame with the required number of
/// cells and symmetry.
#[derive(Debug)]
pub(super) struct DesignBoards {
    /// The minimum and maximum number of cells of a board, not counting cells of givens.
    cells: (usize, usize),
    /// For each group of isometries under which a board may be symmetric: the orbits of cells. A
    /// board contains all or none of the cells of an orbit.
    groups: Vec<Vec<Vec<usize>>>,
    /// For each cell, whether it may be removed.
    may_go: Vec<bool>,
    neighbours: Vec<Vec<usize>>,
    /// The cells that givens cover, which every board has.
    given: Vec<usize>,
    /// The cells that no given covers.
    free: Vec<usize>,
}

impl DesignBoards {
    /// The boards that match a request. The frame is the puzzle's board, from which cells are
    /// removed.
    pub(super) fn new(puzzle: &Puzzle, request: &BoardRequest) -> Result<Self, SearchError> {
        let board = &puzzle.board;
        let mut is_given = vec![false; board.cells().len()];
        for cell in puzzle.givens.iter().flat_map(|given| &given.cells) {
            is_given[cell.index()] = true;
        }
        let removable = board.indices().filter(|cell| {
            let is_optional = board.optional_count() == 0 || !board.is_required(*cell);
            is_optional && !is_given[cell.index()]
        });
        // The frame's isometries must ignore the difference between optional and required cells.
        let frame =
            (board.with_cells(board.cells().to_vec(), [])).map_err(|_| SearchError::NoBoard)?;
        let boards = SubBoards::new(&frame, 0)
            .removable(removable.collect())
            .symmetry(request.symmetry);
        let indices = |orbit: Vec<BoardCell>| orbit.into_iter().map(BoardCell::index).collect();
        let groups = boards.orbits().into_iter();
        let groups: Vec<Vec<Vec<usize>>> = groups
            .map(|orbits| orbits.into_iter().map(indices).collect())
            .collect();
        let mut may_go = vec![false; is_given.len()];
        for &cell in groups.iter().flatten().flatten() {
            may_go[cell] = true;
        }
        let adjacent = |cell: &tilewright_geometry::Cell| {
            let adjacent = board.lattice().neighbours(*cell);
            let adjacent = adjacent.filter_map(|cell| board.index_of(cell));
            adjacent.map(BoardCell::index).collect()
        };
        let (given, free): (Vec<usize>, Vec<usize>) =
            (0..is_given.len()).partition(|&cell| is_given[cell]);
        let bound = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let least = bound(request.cells.least).saturating_sub(given.len());
        let most = request.cells.most.map_or(usize::MAX, bound);
        let most = most.saturating_sub(given.len()).min(free.len());
        let staying = free.iter().filter(|&&cell| !may_go[cell]).count();
        let least = least.max(staying).max(1);
        if groups.is_empty() || least > most {
            return Err(SearchError::NoBoard);
        }
        Ok(Self {
            cells: (least, most),
            groups,
            may_go,
            neighbours: board.cells().iter().map(adjacent).collect(),
            given,
            free,
        })
    }

    pub(super) fn may_go(&self, cell: usize) -> bool {
        self.may_go[cell]
    }

    /// Chooses the free cells of a board at random. `None` if no board was found.
    ///
    /// # Errors
    ///
    /// The stop flag was set.
    pub(super) fn draw(
        &self,
        rng: &mut StableRng,
        stop: &StopFlag,
    ) -> Result<Option<Vec<usize>>, Stopped> {
        let (least, most) = self.cells;
        for _ in 0..DRAWS {
            let mut orbits: Vec<&Vec<usize>> =
                self.groups[rng.below(self.groups.len())].iter().collect();
            rng.shuffle(&mut orbits);
            let wanted = least + rng.below(most - least + 1);
            let mut on = self.free.clone();
            // Each orbit is tried twice. An orbit that first kept the board connected may be
            // removable once others are gone.
            for orbit in orbits.iter().chain(&orbits) {
                stop.check()?;
                if on.len() < wanted + orbit.len() || !on.contains(&orbit[0]) {
                    continue;
                }
                let mut rest = on.clone();
                rest.retain(|cell| !orbit.contains(cell));
                if self.is_connected(&rest) {
                    on = rest;
                }
            }
            if (least..=most).contains(&on.len()) {
                return Ok(Some(on));
            }
        }
        Ok(None)
    }

    /// Whether the cells that these regions cover form one of the boards.
    pub(super) fn have(&self, regions: &[Option<u16>]) -> bool {
        self.is_board(&covered(regions)) && self.groups_of(regions).next().is_some()
    }

    /// Whether the number of these free cells is in the range of the boards, and they are connected
    /// together with the cells of givens.
    pub(super) fn is_board(&self, free: &[usize]) -> bool {
        let (least, most) = self.cells;
        (least..=most).contains(&free.len()) && self.is_connected(free)
    }

    /// Whether all boards have the same number of cells.
    pub(super) fn have_one_size(&self) -> bool {
        self.cells.0 == self.cells.1
    }

    /// For each group of isometries that keeps the set of covered cells, its orbits of cells.
    pub(super) fn groups_of<'a>(
        &'a self,
        regions: &'a [Option<u16>],
    ) -> impl Iterator<Item = &'a Vec<Vec<usize>>> {
        let off = self.free.iter().filter(|&&cell| regions[cell].is_none());
        let off = off.count();
        self.groups.iter().filter(move |orbits| {
            let mut gone = 0;
            let is_kept = |orbit: &Vec<usize>| {
                let cells = orbit.iter().filter(|&&cell| regions[cell].is_none());
                let number = cells.count();
                gone += number;
                number == 0 || number == orbit.len()
            };
            orbits.iter().all(is_kept) && gone == off
        })
    }

    /// Whether free cells are connected together with the cells of givens.
    fn is_connected(&self, free: &[usize]) -> bool {
        let cells: Vec<usize> = self.given.iter().chain(free).copied().collect();
        components(&self.neighbours, &cells).len() == 1
    }
}

pub(super) fn covered(regions: &[Option<u16>]) -> Vec<usize> {
    let cells = 0..regions.len();
    cells.filter(|&cell| regions[cell].is_some()).collect()
}
