//! Counts solutions on several boards up to a group that is a wreath product, from the counts of
//! each board.
//!
//! Each board is an exact cover problem that shares only pieces with the others. For each
//! [motion](crate::cover::board_motions) of a board to itself, one sweep counts the solutions that
//! the motion fixes, by the pieces they use. The rest is multiplication ([`wreath_coset`]), in
//! which all boards that may be exchanged are a single factor. Some motions exchange pieces: a
//! reflection exchanges left-handed and right-handed ones. The count is then made for each such
//! exchange, and Burnside's lemma averages these counts.
//!
//! The elements of the group are never enumerated: for eight cubes there are 48⁸ · 8!.

use std::collections::HashMap;

use num_bigint::BigUint;
use tilewright_dlx::burnside::{CoverEnumerator, EnumeratorLimit, fixed_counts_by, wreath_coset};
use tilewright_dlx::{Answer, Engine, ItemId, OptionId, Problem, Solver, Symmetries, SymmetryId};

use super::{CountResult, Known};
use crate::cover::board_motions::{BoardMotion, BoardMotions};
use crate::cover::{Instance, InstanceError, ItemMeaning};
use crate::puzzle::PieceId;
use crate::solve::SolveError;
use crate::solve::search::RunContext;
use crate::solve::symmetric::requested_kinds;
use crate::support::clock::Instant;

/// The maximum number of products of two terms that are computed for a count. This many take less than 0.5 s.
const MAX_PRODUCTS: u64 = 1 << 21;

/// The count of a puzzle with several boards.
#[derive(Debug)]
pub struct BoardsCount {
    /// The count, without the numbers of distinct solutions by symmetry.
    pub count: CountResult,
    /// The order of the puzzle's symmetry group.
    pub order: BigUint,
}

/// Counts the solutions of a puzzle with several boards whose group is too large to be listed.
///
/// `None` if the group is [listed](Instance::lists_symmetries), if another engine than a sweep is requested, or if
/// a condition applies to each solution. Also if the boards share anything but pieces, if their motions are not
/// independent, if a board or a cell has no placement, or if the boards can use too many different sets of pieces.
///
/// Cost: a sweep for each motion of one board of each kind; then multiplications, which take under
/// 0.5 s.
///
/// # Errors
///
/// [`SolveError::Interrupted`], or the error of a sweep.
pub fn count_by_boards(
    instance: &Instance,
    monitor: &RunContext,
) -> Result<Option<BoardsCount>, SolveError> {
    let is_of_use = matches!(monitor.resources.engine, None | Some(Engine::Frontier));
    if instance.lists_symmetries()
        || !is_of_use
        || instance.filter().is_some()
        || !requested_kinds(instance).is_empty()
    {
        return Ok(None);
    }
    by_boards(instance, monitor)
}

/// Counts the solutions of a puzzle with several boards, whatever the order of its group and ignoring conditions
/// that apply to each solution. `None` if the boards cannot be counted separately ([`SeparateBoards::of`]), or if
/// they can use too many different sets of pieces.
fn by_boards(instance: &Instance, monitor: &RunContext) -> Result<Option<BoardsCount>, SolveError> {
    let started = Instant::now();
    let Some(boards) = SeparateBoards::of(instance, monitor)? else {
        return Ok(None);
    };
    let mut tallies = Tallies::new(&boards, monitor);
    let mut products = MAX_PRODUCTS;
    let all = boards.solutions(&mut tallies, &mut products)?;
    let distinct = boards.orbits(&mut tallies, &mut products, false)?;
    let rotations = boards.orbits(&mut tallies, &mut products, true)?;
    let (Some(all), Some((distinct, order)), Some((rotations, _))) = (all, distinct, rotations)
    else {
        return Ok(None);
    };
    let count = CountResult {
        solutions: Known::Exact(all),
        distinct: Known::Exact(distinct),
        distinct_rotations: Known::Exact(rotations),
        engine: Some(Engine::Frontier),
        threads: monitor.resources.threads,
        elapsed: started.elapsed(),
        ..CountResult::none()
    };
    Ok(Some(BoardsCount { count, order }))
}

/// The orbits of solutions of a puzzle with several boards, grouped by the number of uses of each
/// piece.
#[derive(Debug)]
pub struct OrbitsByPieces {
    /// The pieces that have an item of the exact cover problem.
    pieces: Vec<PieceId>,
    all: CoverEnumerator,
    rotations: CoverEnumerator,
}

impl OrbitsByPieces {
    /// Counts the orbits, ignoring conditions that apply to each solution. `None` if an isometry of the boards
    /// exchanges pieces, if the boards share anything but pieces, if their motions are not independent, if a board
    /// or a cell has no placement, or if the boards can use too many different sets of pieces.
    ///
    /// # Errors
    ///
    /// As [`count_by_boards`].
    pub fn of(instance: &Instance, monitor: &RunContext) -> Result<Option<Self>, SolveError> {
        let boards = SeparateBoards::of(instance, monitor)?;
        let Some(boards) = boards.filter(|boards| boards.motions.keeps_pieces) else {
            return Ok(None);
        };
        let mut tallies = Tallies::new(&boards, monitor);
        let mut products = MAX_PRODUCTS;
        let all = boards.cosets(&mut tallies, &mut products, false)?;
        let rotations = boards.cosets(&mut tallies, &mut products, true)?;
        let (Some((mut all, _)), Some((mut rotations, _))) = (all, rotations) else {
            return Ok(None);
        };
        // There is a single coset, since no isometry exchanges pieces.
        Ok(all.pop().zip(rotations.pop()).map(|(all, rotations)| Self {
            pieces: boards.pieces(),
            all,
            rotations,
        }))
    }

    /// The number of orbits of solutions that use each piece exactly `times` times, not counting
    /// givens: first the orbits of the whole group, then those of its rotations.
    pub fn of_choice(&self, times: impl Fn(PieceId) -> u32) -> (BigUint, BigUint) {
        let times: Vec<u32> = self.pieces.iter().map(|piece| times(*piece)).collect();
        (self.all.solutions(&times), self.rotations.solutions(&times))
    }
}

/// The boards of a puzzle, which share only its pieces.
struct SeparateBoards<'a> {
    instance: &'a Instance,
    motions: BoardMotions,
    /// The items of the pieces, which the boards share.
    shared: Vec<ItemId>,
    /// For each piece, the index of its item in `shared`; `None` for a piece without an item.
    of_piece: Vec<Option<usize>>,
    /// For each item, the index of its board; `None` for items of pieces.
    board_of: Vec<Option<usize>>,
}

impl<'a> SeparateBoards<'a> {
    /// Splits a puzzle into its boards. `None` if two boards share anything but pieces, if their motions are not
    /// independent ([`BoardMotions::of`]), or if a board, or an item that must be covered, has no
    /// placement.
    fn of(instance: &'a Instance, monitor: &RunContext) -> Result<Option<Self>, SolveError> {
        let Some(motions) = BoardMotions::of(instance, monitor.stop())? else {
            return Ok(None);
        };
        let problem = instance.problem();
        let mut shared = Vec::new();
        let mut of_piece = vec![None; instance.puzzle().pieces.len()];
        for item in problem.items() {
            if let ItemMeaning::Piece(piece) = instance.item(item) {
                of_piece[piece.index()] = Some(shared.len());
                shared.push(item);
            }
        }
        let mut board_of = vec![None; problem.item_count()];
        for (board, options) in motions.options.iter().enumerate() {
            for item in options
                .iter()
                .flat_map(|option| problem.option_items(*option))
            {
                let is_piece = matches!(instance.item(*item), ItemMeaning::Piece(_));
                if !is_piece && *board_of[item.index()].get_or_insert(board) != board {
                    return Ok(None);
                }
            }
        }
        let is_left_over = |item: ItemId| {
            board_of[item.index()].is_none()
                && !matches!(instance.item(item), ItemMeaning::Piece(_))
        };
        let is_missed = |item: &ItemId| {
            is_left_over(*item)
                && problem
                    .bounds(*item)
                    .is_some_and(|bounds| *bounds.start() > 0)
        };
        // There is no solution: no placement covers one of the items that must be covered, or a board
        // has no placements.
        if problem.items().any(|item| is_missed(&item)) || motions.options.iter().any(Vec::is_empty)
        {
            return Ok(None);
        }
        Ok(Some(Self {
            instance,
            motions,
            shared,
            of_piece,
            board_of,
        }))
    }

    fn limit(&self, products: u64) -> EnumeratorLimit {
        let most = |item: &ItemId| {
            self.instance
                .problem()
                .bounds(*item)
                .map_or(u32::MAX, |bounds| *bounds.end())
        };
        EnumeratorLimit {
            most: self.shared.iter().map(most).collect(),
            products,
        }
    }

    /// The exact cover problem of one board. Its solutions need not use all pieces.
    fn problem(&self, board: usize) -> Result<Problem, SolveError> {
        let problem = self.instance.problem();
        let mut own = Problem::new();
        let mut ids: HashMap<ItemId, ItemId> = HashMap::new();
        let is_of_it = |item: &ItemId| {
            self.board_of[item.index()].is_none_or(|other| other == board)
                && (self.board_of[item.index()].is_some() || self.shared.contains(item))
        };
        let added = |error| SolveError::from(InstanceError::from(error));
        for item in problem.items().filter(is_of_it) {
            let name = problem.item_name(item);
            let id = match problem
                .bounds(item)
                .map(std::ops::RangeInclusive::into_inner)
            {
                Some((_, most)) if self.board_of[item.index()].is_none() => {
                    own.add_bounded(name, 0..=most)
                }
                Some((least, most)) => own.add_bounded(name, least..=most),
                None => own.add_secondary(name),
            };
            ids.insert(item, id.map_err(added)?);
        }
        for option in &self.motions.options[board] {
            let items = problem.option_items(*option).iter();
            let items: Vec<ItemId> = items.map(|item| ids[item]).collect();
            own.add_option(&items).map_err(added)?;
        }
        Ok(own)
    }

    /// The image of each shared item under a motion. `None` if the motion exchanges a piece that
    /// has an item with one that has none.
    fn permutation(&self, pieces: &[PieceId]) -> Option<Vec<usize>> {
        let mut permutation = vec![usize::MAX; self.shared.len()];
        for (place, image) in self.of_piece.iter().zip(pieces) {
            match (place, self.of_piece[image.index()]) {
                (Some(place), Some(image)) => permutation[*place] = image,
                (None, None) => {}
                _ => return None,
            }
        }
        Some(permutation)
    }

    /// The motions from one board to another that permute the pieces as `pieces` says.
    fn motions<'m>(
        &'m self,
        (from, to): (usize, usize),
        pieces: &'m [PieceId],
        rotations: bool,
    ) -> impl Iterator<Item = (usize, &'m BoardMotion)> {
        let all = self.motions.motions[from][to].iter().enumerate();
        all.filter(move |(_, motion)| motion.pieces == pieces && (motion.is_rotation || !rotations))
    }

    /// The number of solutions in which each piece is used within the bounds of its copies.
    fn within_bounds(&self, enumerator: &CoverEnumerator) -> BigUint {
        let is_within = |times: &[u32]| {
            let mut pairs = self.shared.iter().zip(times);
            pairs.all(|(item, times)| {
                self.instance
                    .problem()
                    .bounds(*item)
                    .is_none_or(|bounds| bounds.contains(times))
            })
        };
        let terms = enumerator.iter().filter(|(times, _)| is_within(times));
        terms.map(|(_, solutions)| solutions).sum()
    }

    /// The pieces that have an item of the exact cover problem. The boards share these items.
    fn pieces(&self) -> Vec<PieceId> {
        let meaning = |item: &ItemId| match self.instance.item(*item) {
            ItemMeaning::Piece(piece) => Some(piece),
            _ => None,
        };
        self.shared.iter().filter_map(meaning).collect()
    }

    fn board_count(&self) -> usize {
        self.motions.options.len()
    }

    fn identity(&self) -> Vec<PieceId> {
        self.instance.puzzle().pieces().map(|(id, _)| id).collect()
    }

    /// The total number of solutions; `None` if that takes more products than the limit.
    fn solutions(
        &self,
        tallies: &mut Tallies<'_>,
        products: &mut u64,
    ) -> Result<Option<BigUint>, SolveError> {
        let mut limit = self.limit(*products);
        let mut all = CoverEnumerator::one(self.shared.len());
        for class in self.classes(false) {
            let Some(&first) = class.first() else {
                continue;
            };
            let options = &self.motions.options[first];
            let motions = self.motions.motions[first][first].iter();
            let Some(identity) = motions
                .clone()
                .position(|motion| motion.options == *options)
            else {
                return Ok(None);
            };
            let Some(own) = tallies.of(first, identity)? else {
                return Ok(None);
            };
            for _ in class {
                let Some(next) = all.times(&own, &mut limit) else {
                    return Ok(None);
                };
                all = next;
            }
        }
        *products = limit.products;
        Ok(Some(self.within_bounds(&all)))
    }

    /// The boards in classes: two boards are in one class if a motion that keeps every piece maps
    /// one to the other.
    fn classes(&self, rotations: bool) -> Vec<Vec<usize>> {
        let identity = self.identity();
        let mut classes: Vec<Vec<usize>> = Vec::new();
        for board in 0..self.board_count() {
            let is_equal = |class: &&mut Vec<usize>| {
                let mut motions = self.motions((class[0], board), &identity, rotations);
                motions.next().is_some()
            };
            match classes.iter_mut().find(is_equal) {
                Some(class) => class.push(board),
                None => classes.push(vec![board]),
            }
        }
        classes
    }

    /// The image of each class of boards under motions that permute the pieces as `pieces` says. `None` if some
    /// class has no image.
    fn class_images(
        &self,
        classes: &[Vec<usize>],
        pieces: &[PieceId],
        rotations: bool,
    ) -> Option<Vec<usize>> {
        let image = |class: &Vec<usize>| {
            let goes = |to: &Vec<usize>| {
                to.len() == class.len()
                    && self
                        .motions((class[0], to[0]), pieces, rotations)
                        .next()
                        .is_some()
            };
            classes.iter().position(goes)
        };
        classes.iter().map(image).collect()
    }

    /// The number of orbits of solutions that use each piece within the bounds of its copies, and the order of
    /// the group (of its rotations, if `rotations`). `None` if [`cosets`](Self::cosets) returns `None`.
    fn orbits(
        &self,
        tallies: &mut Tallies<'_>,
        products: &mut u64,
        rotations: bool,
    ) -> Result<Option<(BigUint, BigUint)>, SolveError> {
        let Some((cosets, order)) = self.cosets(tallies, products, rotations)? else {
            return Ok(None);
        };
        let fixed: BigUint = cosets.iter().map(|coset| self.within_bounds(coset)).sum();
        let count = BigUint::from(cosets.len());
        debug_assert!(
            &fixed % &count == BigUint::ZERO,
            "invariant: a number of orbits is whole"
        );
        Ok(Some((fixed / count, order)))
    }

    /// For each permutation of the pieces, the mean number of solutions that its motions fix; the
    /// identity comes first. Also the order of the group. `None` if more than [`MAX_PRODUCTS`]
    /// terms would be multiplied, or if pieces with and without an item are exchanged.
    fn cosets(
        &self,
        tallies: &mut Tallies<'_>,
        products: &mut u64,
        rotations: bool,
    ) -> Result<Option<(Vec<CoverEnumerator>, BigUint)>, SolveError> {
        let classes = self.classes(rotations);
        let identity = self.identity();
        let mut kinds: Vec<&[PieceId]> = Vec::new();
        for motion in self.motions.motions.iter().flatten().flatten() {
            if !kinds.contains(&motion.pieces.as_slice()) {
                kinds.push(&motion.pieces);
            }
        }
        let mut cosets = Vec::new();
        let mut sent: Vec<&[PieceId]> = Vec::new();
        let mut limit = self.limit(*products);
        for pieces in kinds {
            let Some(images) = self.class_images(&classes, pieces, rotations) else {
                continue;
            };
            let Some(permutation) = self.permutation(pieces) else {
                return Ok(None);
            };
            let mut coset = CoverEnumerator::one(self.shared.len());
            for cycle in cycles(&images) {
                let class = &classes[cycle[0]];
                let mut failure = None;
                let mut along = |length: usize| {
                    let length = length * cycle.len();
                    let kept = (0..length).fold(identity.clone(), |kept, _| {
                        kept.iter().map(|piece| pieces[piece.index()]).collect()
                    });
                    let mean = self.mean(class[0], &kept, rotations, tallies);
                    let mean = mean.unwrap_or_else(|error| {
                        failure = Some(error);
                        None
                    });
                    Some(mean?.along(&permutation, length))
                };
                let choices = wreath_coset(class.len(), &mut along, &mut limit);
                if let Some(failure) = failure {
                    return Err(failure);
                }
                let Some(next) = choices.and_then(|own| coset.times(&own, &mut limit)) else {
                    return Ok(None);
                };
                coset = next;
            }
            cosets.push(coset);
            sent.push(pieces);
        }
        *products = limit.products;
        // Motions that differ only in pieces without placements count as one element of the group.
        let idle = sent
            .iter()
            .filter(|pieces| self.is_idle(pieces, rotations))
            .count();
        let mut order = BigUint::from(cosets.len() / idle.max(1));
        for class in &classes {
            let own = self
                .motions((class[0], class[0]), &identity, rotations)
                .count();
            for board in 1..=class.len() {
                order *= own * board;
            }
        }
        Ok(Some((cosets, order)))
    }

    /// Whether each board has a motion to itself that permutes the pieces as `pieces` says and leaves every option
    /// in place.
    fn is_idle(&self, pieces: &[PieceId], rotations: bool) -> bool {
        (0..self.board_count()).all(|board| {
            let mut motions = self.motions((board, board), pieces, rotations);
            motions.any(|(_, motion)| motion.options == self.motions.options[board])
        })
    }

    /// The mean number of solutions of a board that a motion fixes. The mean is over the motions of
    /// the board to itself that permute the pieces as `pieces` says. `None` if there are too many
    /// terms.
    fn mean(
        &self,
        board: usize,
        pieces: &[PieceId],
        rotations: bool,
        tallies: &mut Tallies<'_>,
    ) -> Result<Option<CoverEnumerator>, SolveError> {
        let mut sum = CoverEnumerator::default();
        let mut order = 0_u32;
        for (motion, _) in self.motions((board, board), pieces, rotations) {
            let Some(fixed) = tallies.of(board, motion)? else {
                return Ok(None);
            };
            sum = sum.plus(&fixed);
            order += 1;
        }
        Ok(sum.divided(&order.max(1).into()))
    }
}

/// The cycles of the permutation that maps each index i to `images[i]`.
fn cycles(images: &[usize]) -> Vec<Vec<usize>> {
    let mut seen = vec![false; images.len()];
    let mut cycles = Vec::new();
    for first in 0..images.len() {
        let mut cycle = Vec::new();
        let mut at = first;
        while !std::mem::replace(&mut seen[at], true) {
            cycle.push(at);
            at = images[at];
        }
        if !cycle.is_empty() {
            cycles.push(cycle);
        }
    }
    cycles
}

/// For each motion of a board to itself: the number of solutions that it fixes, for each multiset
/// of pieces used. Each tally is computed once and kept.
struct Tallies<'a> {
    boards: &'a SeparateBoards<'a>,
    monitor: &'a RunContext,
    prepared: HashMap<usize, PreparedBoard>,
    counted: HashMap<(usize, SymmetryId), Option<CoverEnumerator>>,
}

/// The exact cover problem of one board, and the board's motions to itself as symmetries of this problem.
struct PreparedBoard {
    problem: Problem,
    symmetries: Symmetries,
    /// For each motion of the board to itself, by its index: the symmetry of `problem` that it
    /// gives. Motions that differ only in pieces of other boards give the same symmetry.
    of_motion: Vec<SymmetryId>,
}

impl<'a> Tallies<'a> {
    fn new(boards: &'a SeparateBoards<'a>, monitor: &'a RunContext) -> Self {
        Self {
            boards,
            monitor,
            prepared: HashMap::new(),
            counted: HashMap::new(),
        }
    }

    /// The number of solutions that a motion fixes, for each multiset of pieces used. `None` if
    /// there are too many terms.
    fn of(&mut self, board: usize, motion: usize) -> Result<Option<CoverEnumerator>, SolveError> {
        if !self.prepared.contains_key(&board) {
            let prepared = self.prepare(board)?;
            self.prepared.insert(board, prepared);
        }
        let PreparedBoard {
            problem,
            symmetries,
            of_motion,
        } = &self.prepared[&board];
        let g = of_motion[motion];
        if let Some(known) = self.counted.get(&(board, g)) {
            return Ok(known.clone());
        }
        let shared = self.boards.shared.iter();
        let named =
            shared.filter_map(|item| problem.item(self.boards.instance.problem().item_name(*item)));
        let shared: Vec<ItemId> = named.collect();
        let mut failure = None;
        let mut count = |quotient: &Problem, items: &[ItemId]| {
            let solver = Solver::new(quotient)
                .threads(self.monitor.resources.threads)
                .memory(self.monitor.resources.memory())
                .stop(self.monitor.stop());
            match solver.count_by(items) {
                Ok(Answer::Known(tally)) => Some(tally),
                Ok(_) => {
                    failure = Some(SolveError::Interrupted);
                    None
                }
                Err(error) => {
                    failure = Some(error.into());
                    None
                }
            }
        };
        let fixed = fixed_counts_by(problem, symmetries, g, &shared, &mut count)?;
        if let Some(failure) = failure {
            return Err(failure);
        }
        self.counted.insert((board, g), fixed.clone());
        Ok(fixed)
    }

    fn prepare(&self, board: usize) -> Result<PreparedBoard, SolveError> {
        let problem = self.boards.problem(board)?;
        let motions = &self.boards.motions;
        let own = motions.options[board].iter().copied();
        let places: HashMap<OptionId, OptionId> = own.zip(problem.options()).collect();
        let (mut images, mut rows) = (Vec::<Vec<OptionId>>::new(), Vec::new());
        for motion in &motions.motions[board][board] {
            let image = motion.options.iter().map(|option| places[option]);
            let image: Vec<OptionId> = image.collect();
            let known = images.iter().position(|known| *known == image);
            rows.push(known.unwrap_or(images.len()));
            if known.is_none() {
                images.push(image);
            }
        }
        let symmetries = Symmetries::new_until(&problem, images, self.monitor.stop())?;
        let ids: Vec<SymmetryId> = symmetries.ids().collect();
        Ok(PreparedBoard {
            problem,
            of_motion: rows.into_iter().map(|row| ids[row]).collect(),
            symmetries,
        })
    }
}

#[cfg(test)]
mod tests;
