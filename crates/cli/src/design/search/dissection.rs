//! Dissections of a board into connected regions, and small changes of them.

use tilewright_dlx::{StopFlag, Stopped};
use tilewright_geometry::{Board, BoardCell};

use super::boards::Boards;
use crate::puzzle::Puzzle;
use crate::support::rng::StableRng;

/// The cells of a board that a search may dissect, and which of them touch.
#[derive(Debug)]
pub(super) struct Ground {
    /// By cell of the board, the cells beside it that are free.
    neighbours: Vec<Vec<usize>>,
    /// Cells that no given covers.
    free: Vec<usize>,
    /// By cell, whether it must be covered.
    required: Vec<bool>,
    /// Which boards a design may have, if there are several.
    boards: Option<Boards>,
}

/// Which region each cell of a board belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Dissection {
    /// By cell of the board; none for what a given covers, for optional cells that are not covered, and for cells that the
    /// board of the design does not have.
    regions: Vec<Option<u16>>,
    /// How many regions there are.
    number: u16,
}

impl Ground {
    /// The cells of a puzzle, of which a design may have those of one of these boards.
    pub(super) fn of(puzzle: &Puzzle, boards: Option<Boards>) -> Self {
        let board: &Board = &puzzle.board;
        let mut is_free = vec![true; board.cells().len()];
        for given in &puzzle.givens {
            for cell in &given.cells {
                is_free[cell.index()] = false;
            }
        }
        let beside = |at: usize| {
            let cell = board.cells()[at];
            let beside = board.lattice().neighbours(cell);
            let beside = beside.filter_map(|cell| board.index_of(cell));
            let mut beside: Vec<usize> = beside.map(BoardCell::index).collect();
            beside.retain(|&other| is_free[other]);
            beside.sort_unstable();
            beside
        };
        let neighbours: Vec<Vec<usize>> = (0..is_free.len()).map(beside).collect();
        let free: Vec<usize> = (0..is_free.len()).filter(|&at| is_free[at]).collect();
        let required = board.indices().map(|cell| match &boards {
            Some(boards) => !boards.may_go(cell.index()),
            None => board.is_required(cell),
        });
        let required = required.collect();
        Self {
            neighbours,
            free,
            required,
            boards,
        }
    }

    /// The free cells of a board at random of those that a design may have; all if there is one. None if none was
    /// found.
    ///
    /// # Errors
    ///
    /// It was stopped.
    pub(super) fn draw_board(
        &self,
        rng: &mut StableRng,
        stop: &StopFlag,
    ) -> Result<Option<Vec<usize>>, Stopped> {
        match &self.boards {
            Some(boards) => boards.draw(rng, stop),
            None => Ok(Some(self.free.clone())),
        }
    }

    /// Whether a board may be without just these cells, in order.
    pub(super) fn knows(&self, off: &[usize]) -> bool {
        let may_go = |cell: &usize| {
            let boards = self.boards.as_ref();
            boards.is_some_and(|boards| *cell < self.required.len() && boards.may_go(*cell))
        };
        off.is_sorted_by(|one, next| one < next) && off.iter().all(may_go)
    }

    /// How many cells of a board that was drawn are to be covered: at least and at most.
    pub(super) fn to_cover(&self, board: &[usize]) -> (usize, usize) {
        match &self.boards {
            Some(_) => (board.len(), board.len()),
            None => self.cells(),
        }
    }

    /// How many cells are to be covered: at least and at most.
    pub(super) fn cells(&self) -> (usize, usize) {
        let required = self.free.iter().filter(|&&at| self.required[at]);
        (required.count(), self.free.len())
    }

    /// A dissection of the free cells of a board into so many regions of any sizes, each grown from a cell; none
    /// if the board has more parts, or fewer cells.
    pub(super) fn dissect(
        &self,
        board: &[usize],
        number: u16,
        rng: &mut StableRng,
    ) -> Option<Dissection> {
        let seeds = usize::from(number);
        let parts = parts(&self.neighbours, board);
        if seeds < parts.len() || seeds > board.len() {
            return None;
        }
        let mut regions = vec![None; self.neighbours.len()];
        // One seed in each part, the others anywhere.
        let mut border = Vec::new();
        for part in &parts {
            border.push(part[rng.below(part.len())]);
        }
        let mut others: Vec<usize> = board.to_vec();
        others.retain(|at| !border.contains(at));
        rng.shuffle(&mut others);
        border.extend(others.into_iter().take(seeds - parts.len()));
        let mut is_on = vec![false; self.neighbours.len()];
        for &at in board {
            is_on[at] = true;
        }
        for (region, &at) in (0..number).zip(&border) {
            regions[at] = Some(region);
        }
        while !border.is_empty() {
            let pick = rng.below(border.len());
            let at = border[pick];
            let beside = &self.neighbours[at];
            let open = beside
                .iter()
                .filter(|&&other| is_on[other] && regions[other].is_none());
            let open: Vec<usize> = open.copied().collect();
            if open.is_empty() {
                border.swap_remove(pick);
                continue;
            }
            let next = open[rng.below(open.len())];
            regions[next] = regions[at];
            border.push(next);
        }
        Some(Dissection { regions, number })
    }

    pub(super) fn neighbours(&self, cell: usize) -> &[usize] {
        &self.neighbours[cell]
    }

    pub(super) fn is_connected(&self, cells: &[usize]) -> bool {
        cells.is_empty() || parts(&self.neighbours, cells).len() == 1
    }
}

/// The connected parts of some cells.
pub(super) fn parts(neighbours: &[Vec<usize>], cells: &[usize]) -> Vec<Vec<usize>> {
    let mut is_left = vec![false; neighbours.len()];
    for &at in cells {
        is_left[at] = true;
    }
    let mut parts = Vec::new();
    for &at in cells {
        if !std::mem::take(&mut is_left[at]) {
            continue;
        }
        let mut part = vec![at];
        let mut next = 0;
        while let Some(&from) = part.get(next) {
            next += 1;
            for &other in &neighbours[from] {
                if std::mem::take(&mut is_left[other]) {
                    part.push(other);
                }
            }
        }
        parts.push(part);
    }
    parts
}

impl Dissection {
    /// The dissection with these regions, by cell; none if they are none: a region without cells or in
    /// several parts, a cell that is missing or is not free, or cells that are no board of a design.
    pub(super) fn new(regions: Vec<Option<u16>>, ground: &Ground) -> Option<Self> {
        let mut is_free = vec![false; ground.neighbours.len()];
        for &at in &ground.free {
            is_free[at] = true;
        }
        let last = regions.iter().flatten().max();
        let number = last.map_or(Some(0), |last| last.checked_add(1))?;
        let is_whole = regions.len() == is_free.len()
            && (0..regions.len()).all(|at| match regions[at] {
                Some(_) => is_free[at],
                None => !(is_free[at] && ground.required[at]),
            })
            && (ground.boards.as_ref()).is_none_or(|boards| boards.have(&regions));
        let dissection = Self { regions, number };
        let is_region = |cells: &Vec<usize>| !cells.is_empty() && ground.is_connected(cells);
        (is_whole && dissection.cells().iter().all(is_region)).then_some(dissection)
    }

    /// By cell of the board, which region it belongs to.
    pub(super) fn regions(&self) -> &[Option<u16>] {
        &self.regions
    }

    /// The cells that the board of the design does not have, where it may be one of several.
    pub(super) fn off(&self, ground: &Ground) -> Vec<usize> {
        let mut off = ground.free.clone();
        off.retain(|&at| ground.boards.is_some() && self.regions[at].is_none());
        off
    }

    /// The cells of every region, each in the order of the board.
    pub(super) fn cells(&self) -> Vec<Vec<usize>> {
        let mut cells = vec![Vec::new(); usize::from(self.number)];
        for (at, region) in self.regions.iter().enumerate() {
            if let Some(region) = region {
                cells[usize::from(*region)].push(at);
            }
        }
        cells
    }

    pub(super) fn cells_of(&self, region: u16) -> Vec<usize> {
        let regions = self.regions.iter().enumerate();
        regions
            .filter(|(_, of)| **of == Some(region))
            .map(|(at, _)| at)
            .collect()
    }

    /// Changes a little: a cell goes to the region beside it, or two or three regions beside each other
    /// are cut anew into regions of the same sizes or others between the bounds; or cells leave the board and
    /// others come to it, if it may be one of several. Tells which regions changed; none if what was drawn cannot be done.
    pub(super) fn change(
        &mut self,
        ground: &Ground,
        sizes: (usize, usize),
        rng: &mut StableRng,
    ) -> Option<Vec<u16>> {
        if let Some(boards) = &ground.boards
            && rng.below(3) == 0
        {
            let (regions, changed) = boards.reshape(self, ground, rng)?;
            self.regions = regions;
            return Some(changed);
        }
        match rng.below(4) {
            0 | 1 => self.hand_over(ground, rng),
            2 => self.recut(ground, sizes, 2, rng),
            _ => self.recut(ground, sizes, 3, rng),
        }
    }

    /// A cell goes to the region beside it; an optional one may come to be uncovered, or covered.
    fn hand_over(&mut self, ground: &Ground, rng: &mut StableRng) -> Option<Vec<u16>> {
        let at = ground.free[rng.below(ground.free.len())];
        let from = self.regions[at];
        let is_settled = ground.boards.is_some();
        if is_settled && from.is_none() {
            return None;
        }
        let beside = ground.neighbours[at].iter();
        let mut to: Vec<Option<u16>> = beside.map(|&other| self.regions[other]).collect();
        to.retain(|region| *region != from && region.is_some());
        if !ground.required[at] && from.is_some() && !is_settled {
            to.push(None);
        }
        if to.is_empty() {
            return None;
        }
        let to = to[rng.below(to.len())];
        if let Some(from) = from {
            let mut rest = self.cells_of(from);
            rest.retain(|&other| other != at);
            if rest.is_empty() || !ground.is_connected(&rest) {
                return None;
            }
        }
        self.regions[at] = to;
        Some(from.into_iter().chain(to).collect())
    }

    /// Cuts some regions beside each other anew, along random spanning trees.
    fn recut(
        &mut self,
        ground: &Ground,
        sizes: (usize, usize),
        number: usize,
        rng: &mut StableRng,
    ) -> Option<Vec<u16>> {
        let mut among = vec![rng.below(usize::from(self.number))];
        let mut cells = self.cells_of(u16::try_from(among[0]).ok()?);
        while among.len() < number {
            let beside = cells.iter().flat_map(|&at| &ground.neighbours[at]);
            let beside = beside.filter_map(|&other| self.regions[other]);
            let mut beside: Vec<u16> = beside.collect();
            beside.retain(|region| !among.contains(&usize::from(*region)));
            if beside.is_empty() {
                return None;
            }
            let next = beside[rng.below(beside.len())];
            among.push(usize::from(next));
            cells.extend(self.cells_of(next));
        }
        let among: Vec<u16> = among
            .into_iter()
            .filter_map(|region| u16::try_from(region).ok())
            .collect();
        let (least, most) = sizes;
        let mut cut = Vec::new();
        for (at, &region) in among.iter().enumerate() {
            let rest = among.len() - 1 - at;
            let bounds = (
                least.max(cells.len().saturating_sub(rest * most)),
                most.min(cells.len().saturating_sub(rest * least)),
            );
            let piece = if rest == 0 {
                let fits = (least..=most).contains(&cells.len());
                fits.then(|| cells.clone())?
            } else {
                cut_off(ground, &cells, bounds, rng)?
            };
            cells.retain(|cell| !piece.contains(cell));
            cut.push((region, piece));
        }
        for (region, piece) in cut {
            for at in piece {
                self.regions[at] = Some(region);
            }
        }
        Some(among)
    }
}

/// A connected part of some connected cells, of a size between two bounds, that leaves the others
/// connected: what hangs on an edge of a random spanning tree.
fn cut_off(
    ground: &Ground,
    cells: &[usize],
    (least, most): (usize, usize),
    rng: &mut StableRng,
) -> Option<Vec<usize>> {
    // The tree, each cell after the one that it hangs on.
    let mut tree: Vec<(usize, usize)> = vec![(cells[rng.below(cells.len())], 0)];
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut is_in = vec![true; ground.neighbours.len()];
    for &at in cells {
        is_in[at] = false;
    }
    let mut last = 0;
    is_in[tree[0].0] = true;
    loop {
        let beside = ground.neighbours[tree[last].0].iter();
        open.extend(beside.filter(|&&at| !is_in[at]).map(|&at| (at, last)));
        open.retain(|&(at, _)| !is_in[at]);
        if open.is_empty() {
            break;
        }
        let (at, on) = open.swap_remove(rng.below(open.len()));
        is_in[at] = true;
        tree.push((at, on));
        last = tree.len() - 1;
    }
    let mut sizes = vec![1; tree.len()];
    for at in (1..tree.len()).rev() {
        sizes[tree[at].1] += sizes[at];
    }
    let mut roots: Vec<usize> = (1..tree.len()).collect();
    roots.retain(|&at| (least..=most).contains(&sizes[at]));
    if roots.is_empty() {
        return None;
    }
    let root = roots[rng.below(roots.len())];
    let mut hangs = vec![false; tree.len()];
    hangs[root] = true;
    for at in root + 1..tree.len() {
        hangs[at] = hangs[at] || hangs[tree[at].1];
    }
    let part = tree.iter().zip(hangs).filter(|(_, hangs)| *hangs);
    Some(part.map(|((at, _), _)| *at).collect())
}
