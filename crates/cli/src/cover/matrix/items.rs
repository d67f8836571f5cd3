//! The items of a problem: cells, pieces, optional cells, junctions, conditions.

use std::collections::{BTreeMap, HashMap};

use tilewright_dlx::{Colour, Entry, ItemId, OptionId, Problem, ProblemError};
use tilewright_geometry::{BoardCell, Junctions, Placement};

use super::ItemMeaning;
use super::demand::Demand;
use crate::cover::conditions::{Constraint, Constraints, CoveredItem};
use crate::puzzle::{Copies, PieceId, Puzzle};

/// The exact cover problem while it is built, with the items of each kind in separate lists.
pub(super) struct MatrixItems {
    pub(super) problem: Problem,
    pub(super) meanings: Vec<ItemMeaning>,
    pub(super) cells: Vec<ItemId>,
    pub(super) demands: Vec<Option<ItemId>>,
    pub(super) junctions: Vec<ItemId>,
    constraints: Vec<ItemId>,
    /// The colours of the problem, in the order of [`Puzzle::cell_colors`].
    colors: Vec<Colour>,
}

impl MatrixItems {
    pub(super) fn new(
        puzzle: &Puzzle,
        junctions: &Junctions,
        demands: &[Demand],
        implied: Option<usize>,
        constraints: &Constraints,
    ) -> Result<Self, ProblemError> {
        let mut problem = Problem::new();
        let mut meanings = Vec::new();
        let board = &puzzle.board;
        let mut cells = BTreeMap::new();
        let required = |cell: &BoardCell| board.is_required(*cell);
        let name = |cell: BoardCell| puzzle.lattice.coordinates(board.cell(cell)).to_string();
        for cell in board.indices().filter(required) {
            cells.insert(cell, problem.add_primary(name(cell))?);
            meanings.push(ItemMeaning::Cell(cell));
        }
        let mut demand_items = Vec::with_capacity(demands.len());
        let mut tiles: HashMap<PieceId, ItemId> = HashMap::new();
        for (index, demand) in demands.iter().enumerate() {
            if Some(index) == implied {
                demand_items.push(None);
                continue;
            }
            let piece = puzzle.piece(demand.piece);
            let name = match demand.given {
                Some(given) if piece.copies.max > 1 => format!("{}@{}", piece.name, given + 1),
                _ => piece.name.to_string(),
            };
            if let Some(tile) = demand.tile
                && let Some(item) = tiles.get(&tile.first)
            {
                // The faces of a tile share an item.
                demand_items.push(Some(*item));
                continue;
            }
            let name = match demand.tile {
                Some(tile) => puzzle.piece(tile.first).name.to_string(),
                None => name,
            };
            let Copies { min, max } = demand.tile.map_or(demand.copies, |tile| tile.copies);
            let item = problem.add_bounded(name, min..=max)?;
            tiles.extend(demand.tile.map(|tile| (tile.first, item)));
            demand_items.push(Some(item));
            meanings.push(match demand.given {
                Some(given) => ItemMeaning::Given(given),
                None => ItemMeaning::Piece(demand.tile.map_or(demand.piece, |tile| tile.first)),
            });
        }
        let bounds = |(constraint, holders): (&Constraint, &u32)| constraint.bounds(*holders);
        let bounds = constraints.all.iter().zip(&constraints.holders).map(bounds);
        let constrained = || constraints.ids().zip(bounds.clone());
        let mut constraint_items = Vec::with_capacity(constraints.all.len());
        for (id, bounds) in constrained() {
            if let Some(bounds) = bounds {
                let name = constraints.item_name(id, puzzle);
                constraint_items.push(problem.add_bounded(name, bounds)?);
                meanings.push(ItemMeaning::Constraint(id));
            }
        }
        for cell in board.indices().filter(|cell| !required(cell)) {
            cells.insert(cell, problem.add_secondary(name(cell))?);
            meanings.push(ItemMeaning::Cell(cell));
        }
        let junctions = junctions
            .ids()
            .filter_map(|id| Some((id, junctions.name(puzzle.lattice, id)?)))
            .map(|(id, name)| {
                meanings.push(ItemMeaning::Junction(id));
                problem.add_secondary(format!("+{name}"))
            })
            .collect::<Result<_, _>>()?;
        for (id, bounds) in constrained() {
            if bounds.is_none() {
                let name = constraints.item_name(id, puzzle);
                constraint_items.push(problem.add_secondary(name)?);
                meanings.push(ItemMeaning::Constraint(id));
            }
        }
        let colors = puzzle.cell_colors().into_iter();
        let colors = colors.map(|color| problem.add_colour(color.as_str()));
        let colors = colors.collect::<Result<_, _>>()?;
        Ok(Self {
            colors,
            problem,
            meanings,
            cells: cells.into_values().collect(),
            demands: demand_items,
            junctions,
            constraints: constraint_items,
        })
    }

    pub(super) fn add_option(
        &mut self,
        demand: usize,
        placement: &Placement,
        constraints: &[CoveredItem],
    ) -> Result<OptionId, ProblemError> {
        let cells = placement.cells.iter().map(|cell| self.cells[cell.index()]);
        let junctions = placement
            .junctions
            .iter()
            .map(|j| self.junctions[j.index()]);
        let items = self.demands[demand]
            .into_iter()
            .chain(cells)
            .chain(junctions)
            .map(Entry::from);
        let constraints = constraints.iter().map(|covered| Entry {
            item: self.constraints[covered.constraint.index()],
            colour: covered.color.map(|color| self.colors[color as usize]),
        });
        let entries: Vec<Entry> = items.chain(constraints).collect();
        self.problem.add_coloured_option(&entries)
    }
}
