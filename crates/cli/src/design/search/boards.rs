//! The boards that the designs of a search may have, and small changes of them.
//!
//! A board is what a frame leaves when some orbits of its cells under a group of isometries are taken away.

use tilewright_dlx::{StopFlag, Stopped};
use tilewright_geometry::{BoardCell, SubBoards};

use super::SearchError;
use super::dissection::{Dissection, Ground, parts};
use crate::puzzle::{BoardRequest, Puzzle};
use crate::support::rng::StableRng;

/// So many boards are drawn for one that has as many cells as are wanted.
const DRAWS: usize = 50;

/// Which cells of a frame belong to which region.
type Regions = Vec<Option<u16>>;

/// The boards that a design may have: the connected ones of so many cells that a frame leaves.
#[derive(Debug)]
pub(super) struct Boards {
    /// The fewest and the most cells, not counted those of givens.
    cells: (usize, usize),
    /// By group of isometries of the frame that may keep a board: the orbits of which it has all cells or none.
    groups: Vec<Vec<Vec<usize>>>,
    /// By cell, whether a board may be without it.
    may_go: Vec<bool>,
    /// By cell, those beside it.
    neighbours: Vec<Vec<usize>>,
    /// The cells that givens cover, which every board has.
    given: Vec<usize>,
    /// All others.
    free: Vec<usize>,
}

impl Boards {
    /// The boards that a request names on the frame that is the board of a puzzle.
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
        // Optional cells are not told from required ones by the isometries of a frame.
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
        let beside = |cell: &tilewright_geometry::Cell| {
            let beside = board.lattice().neighbours(*cell);
            let beside = beside.filter_map(|cell| board.index_of(cell));
            beside.map(BoardCell::index).collect()
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
            neighbours: board.cells().iter().map(beside).collect(),
            given,
            free,
        })
    }

    /// Whether a board may be without a cell.
    pub(super) fn may_go(&self, cell: usize) -> bool {
        self.may_go[cell]
    }

    /// The free cells of a board at random; none if none was found.
    ///
    /// # Errors
    ///
    /// It was stopped.
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
            // A cell that holds the board together may do so no more when others are gone.
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

    /// Whether what regions cover is one of the boards.
    pub(super) fn have(&self, regions: &[Option<u16>]) -> bool {
        let (least, most) = self.cells;
        let on = on(regions);
        (least..=most).contains(&on.len())
            && self.is_connected(&on)
            && self.groups_of(regions).next().is_some()
    }

    /// Cells leave the board of a dissection, or come to it, or both. The regions then, and which of them
    /// changed; none if what was drawn cannot be done.
    pub(super) fn reshape(
        &self,
        dissection: &Dissection,
        ground: &Ground,
        rng: &mut StableRng,
    ) -> Option<(Regions, Vec<u16>)> {
        let mut regions = dissection.regions().to_vec();
        let groups: Vec<&Vec<Vec<usize>>> = self.groups_of(dissection.regions()).collect();
        let group = *pick(&groups, rng)?;
        let (least, most) = self.cells;
        let (leave, come) = match rng.below(3) {
            0 if least < most => (true, false),
            1 if least < most => (false, true),
            _ => (true, true),
        };
        let (there, gone): (Vec<&Vec<usize>>, Vec<&Vec<usize>>) =
            (group.iter()).partition(|orbit| regions[orbit[0]].is_some());
        let mut changed = Vec::new();
        if leave {
            for &cell in *pick(&there, rng)? {
                changed.extend(regions[cell].take());
            }
        }
        if come {
            // Half of the time a piece takes up what it gives.
            let given = changed.clone();
            let by = if leave && rng.below(2) == 0 {
                &given[..]
            } else {
                &[]
            };
            changed.extend(take_up(&mut regions, &gone, by, ground, rng)?);
        }
        changed.sort_unstable();
        changed.dedup();
        let on = on(&regions);
        let is_whole = |region: &u16| {
            let own = on.iter().filter(|&&cell| regions[cell] == Some(*region));
            let own: Vec<usize> = own.copied().collect();
            !own.is_empty() && ground.is_connected(&own)
        };
        let is_board = (least..=most).contains(&on.len())
            && self.is_connected(&on)
            && changed.iter().all(is_whole);
        is_board.then_some((regions, changed))
    }

    /// The groups that keep what regions cover.
    fn groups_of<'a>(
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

    /// Whether free cells and those of the givens are connected.
    fn is_connected(&self, free: &[usize]) -> bool {
        let cells: Vec<usize> = self.given.iter().chain(free).copied().collect();
        parts(&self.neighbours, &cells).len() == 1
    }
}

/// Cells of one of these orbits come to regions beside them, and to some regions rather than to others if these
/// are named. Tells to which; none if there is no such orbit.
fn take_up(
    regions: &mut Regions,
    orbits: &[&Vec<usize>],
    by: &[u16],
    ground: &Ground,
    rng: &mut StableRng,
) -> Option<Vec<u16>> {
    let is_near = |orbit: &&&Vec<usize>| {
        let beside = orbit.iter().flat_map(|&cell| ground.neighbours(cell));
        let mut beside = beside.filter_map(|&cell| regions[cell]);
        beside.any(|region| by.is_empty() || by.contains(&region))
    };
    let near: Vec<&Vec<usize>> = orbits.iter().filter(is_near).copied().collect();
    let mut taken = Vec::new();
    for &cell in *pick(&near, rng)? {
        let beside = ground.neighbours(cell).iter();
        let mut to: Vec<u16> = beside.filter_map(|&other| regions[other]).collect();
        if to.iter().any(|region| by.contains(region)) {
            to.retain(|region| by.contains(region));
        }
        let to = *pick(&to, rng)?;
        regions[cell] = Some(to);
        taken.push(to);
    }
    Some(taken)
}

/// The cells that regions cover.
fn on(regions: &[Option<u16>]) -> Vec<usize> {
    let cells = 0..regions.len();
    cells.filter(|&cell| regions[cell].is_some()).collect()
}

fn pick<'a, T>(list: &'a [T], rng: &mut StableRng) -> Option<&'a T> {
    (!list.is_empty()).then(|| &list[rng.below(list.len())])
}
