//! The items for pieces. Choices of pieces differ in how often these items are covered.

use std::ops::RangeInclusive;

use tilewright_dlx::{Derivation, ItemId, OptionId, Problem};

use crate::cover::{Instance, InstanceError, ItemMeaning};
use crate::puzzle::PieceId;
use crate::solve::SolveError;

/// The problem of a pool with an item for each piece whose copies may vary.
#[derive(Debug)]
pub(super) struct ChoiceItems<'a> {
    instance: &'a Instance,
    /// The problem with an added item for the piece whose copies follow from the area. `None` if
    /// every piece whose copies may vary has an item in the instance's own problem.
    derived: Option<Problem>,
    pub(super) items: Vec<ItemId>,
    /// For each item, its piece.
    pub(super) pieces: Vec<PieceId>,
    /// For each piece of the puzzle, the number of its givens. The givens of a tile are all counted
    /// at its first face; its other faces have 0.
    pub(super) givens: Vec<u32>,
}

impl<'a> ChoiceItems<'a> {
    pub(super) fn new(instance: &'a Instance) -> Result<Self, SolveError> {
        let derived = with_all_items(instance)?;
        let problem = derived.as_ref().unwrap_or(instance.problem());
        let own = instance.problem().items().filter_map(|item| {
            let ItemMeaning::Piece(piece) = instance.item(item) else {
                return None;
            };
            Some(piece)
        });
        let named = |piece: PieceId| problem.item(&instance.puzzle().piece(piece).name);
        let (items, pieces) = own
            .chain(instance.implied())
            .filter_map(|piece| Some((named(piece)?, piece)))
            .unzip();
        Ok(Self {
            instance,
            derived,
            items,
            pieces,
            givens: instance.puzzle().givens_of_tiles(),
        })
    }

    pub(super) fn problem(&self) -> &Problem {
        (self.derived.as_ref()).unwrap_or(self.instance.problem())
    }
}

/// The number of copies of each piece of a puzzle: its givens, and how often its item is covered.
/// `times` has this for the items of `pieces`.
pub(super) fn copies(givens: &[u32], pieces: &[PieceId], times: &[u32]) -> Vec<u32> {
    let mut copies = givens.to_vec();
    for (piece, times) in pieces.iter().zip(times) {
        copies[piece.index()] += times;
    }
    copies
}

/// The problem with an added item for the piece whose copies follow from the area. `None` if there
/// is no such piece.
fn with_all_items(instance: &Instance) -> Result<Option<Problem>, SolveError> {
    let Some(implied) = instance.implied() else {
        return Ok(None);
    };
    let (puzzle, problem) = (instance.puzzle(), instance.problem());
    let piece = puzzle.piece(implied);
    let givens = puzzle.givens.iter().filter(|given| given.piece == implied);
    let givens = u32::try_from(givens.count()).unwrap_or(u32::MAX);
    let least = piece.copies.min.saturating_sub(givens);
    let most = piece.copies.max.saturating_sub(givens);
    let derivation = with_item(problem.derive(), instance, implied, least..=most);
    let derived = derivation.build().map_err(InstanceError::from)?;
    Ok(Some(derived.problem))
}

/// Adds an item with these bounds for a piece without one. The piece's placements cover the item,
/// but its givens do not.
pub(super) fn with_item<'p>(
    derivation: Derivation<'p>,
    instance: &'p Instance,
    piece: PieceId,
    bounds: RangeInclusive<u32>,
) -> Derivation<'p> {
    let is_own = |option: &OptionId| {
        let meaning = instance.meaning(*option);
        meaning.piece == piece && meaning.given.is_none()
    };
    let own: Vec<OptionId> = instance.problem().options().filter(is_own).collect();
    let name = instance.puzzle().piece(piece).name.as_str();
    derivation.add_bounded(name, bounds, &own)
}
