//! Dissections of a board into connected regions, and small changes of them.

use super::components::components;
use super::ground::SearchGround;
use super::reshape::reshape;
use crate::support::rng::StableRng;

/// A dissection: the region of each cell of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Dissection {
    /// The region of each cell of the frame. `None` for cells of givens, for optional cells that
    /// are not covered, and for cells that the design's board lacks.
    regions: Vec<Option<u16>>,
    /// The number of regions.
    number: u16,
}

impl Dissection {
    /// A random dissection of the free cells of a board into `number` regions of any sizes, each
    /// grown from a seed cell. `None` if the board has more than `number` components, or fewer than
    /// `number` cells.
    pub(super) fn grow(
        ground: &SearchGround,
        board: &[usize],
        number: u16,
        rng: &mut StableRng,
    ) -> Option<Self> {
        let seeds = usize::from(number);
        let parts = components(&ground.neighbours, board);
        if seeds < parts.len() || seeds > board.len() {
            return None;
        }
        let mut regions = vec![None; ground.neighbours.len()];
        // Each component of the board gets one seed cell. The other seeds are random cells of the
        // board.
        let mut border = Vec::new();
        for part in &parts {
            border.push(part[rng.below(part.len())]);
        }
        let mut others: Vec<usize> = board.to_vec();
        others.retain(|at| !border.contains(at));
        rng.shuffle(&mut others);
        border.extend(others.into_iter().take(seeds - parts.len()));
        let mut is_on = vec![false; ground.neighbours.len()];
        for &at in board {
            is_on[at] = true;
        }
        for (region, &at) in (0..number).zip(&border) {
            regions[at] = Some(region);
        }
        while !border.is_empty() {
            let pick = rng.below(border.len());
            let at = border[pick];
            let adjacent = &ground.neighbours[at];
            let open = adjacent
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
        Some(Self { regions, number })
    }

    /// The dissection in which each cell belongs to the given region. `None` if a region is empty
    /// or not connected, if a required cell is missing, if a cell is not free, or if the covered
    /// cells are not a board of a design.
    pub(super) fn new(regions: Vec<Option<u16>>, ground: &SearchGround) -> Option<Self> {
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

    /// The region of each cell of the frame.
    pub(super) fn regions(&self) -> &[Option<u16>] {
        &self.regions
    }

    /// The cells that the design's board lacks, if the board may vary.
    pub(super) fn off(&self, ground: &SearchGround) -> Vec<usize> {
        let mut off = ground.free.clone();
        off.retain(|&at| ground.boards.is_some() && self.regions[at].is_none());
        off
    }

    /// The cells of every region, each in increasing order.
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

    /// Makes a small random change. A cell moves to a neighbouring region; or the borders of two or
    /// three neighbouring regions are redrawn, with any sizes within the bounds; or cells leave and
    /// join the board, if it may vary. Returns the changed regions, or `None` if the drawn change
    /// is impossible.
    pub(super) fn change(
        &mut self,
        ground: &SearchGround,
        sizes: (usize, usize),
        rng: &mut StableRng,
    ) -> Option<Vec<u16>> {
        if let Some(boards) = &ground.boards
            && rng.below(3) == 0
        {
            let (regions, changed) = reshape(&self.regions, boards, ground, rng)?;
            self.regions = regions;
            return Some(changed);
        }
        match rng.below(4) {
            0 | 1 => self.hand_over(ground, rng),
            2 => self.recut(ground, sizes, 2, rng),
            _ => self.recut(ground, sizes, 3, rng),
        }
    }

    /// Moves a random cell to a neighbouring region. An optional cell may become covered or
    /// uncovered. Returns the changed regions, or `None` if the drawn move is impossible.
    fn hand_over(&mut self, ground: &SearchGround, rng: &mut StableRng) -> Option<Vec<u16>> {
        let at = ground.free[rng.below(ground.free.len())];
        let from = self.regions[at];
        let is_settled = ground.boards.is_some();
        if is_settled && from.is_none() {
            return None;
        }
        let adjacent = ground.neighbours[at].iter();
        let mut to: Vec<Option<u16>> = adjacent.map(|&other| self.regions[other]).collect();
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

    /// Redraws the borders of `number` neighbouring regions, along random spanning trees. Returns
    /// the changed regions, or `None` if the drawn change is impossible.
    fn recut(
        &mut self,
        ground: &SearchGround,
        sizes: (usize, usize),
        number: usize,
        rng: &mut StableRng,
    ) -> Option<Vec<u16>> {
        let mut among = vec![rng.below(usize::from(self.number))];
        let mut cells = self.cells_of(u16::try_from(among[0]).ok()?);
        while among.len() < number {
            let adjacent = cells.iter().flat_map(|&at| &ground.neighbours[at]);
            let adjacent = adjacent.filter_map(|&other| self.regions[other]);
            let mut adjacent: Vec<u16> = adjacent.collect();
            adjacent.retain(|region| !among.contains(&usize::from(*region)));
            if adjacent.is_empty() {
                return None;
            }
            let next = adjacent[rng.below(adjacent.len())];
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

/// A connected part of connected cells that leaves the remaining ones connected, with a size within
/// the bounds: the subtree below an edge of a random spanning tree. `None` if no subtree has such a
/// size.
fn cut_off(
    ground: &SearchGround,
    cells: &[usize],
    (least, most): (usize, usize),
    rng: &mut StableRng,
) -> Option<Vec<usize>> {
    // The spanning tree as a list: each cell with the index of its parent. A parent comes before
    // its children.
    let mut tree: Vec<(usize, usize)> = vec![(cells[rng.below(cells.len())], 0)];
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut is_in = vec![true; ground.neighbours.len()];
    for &at in cells {
        is_in[at] = false;
    }
    let mut last = 0;
    is_in[tree[0].0] = true;
    loop {
        let adjacent = ground.neighbours[tree[last].0].iter();
        open.extend(adjacent.filter(|&&at| !is_in[at]).map(|&at| (at, last)));
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
