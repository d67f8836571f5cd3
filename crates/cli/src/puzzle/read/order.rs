//! Reads `order:`, the items on which `profile --heuristic first` branches first or last.

use std::collections::HashSet;

use serde::Deserialize;

use super::diagnostic::Diagnostic;
use super::node::{Node, Raw, Reader};
use super::span::Span;
use crate::puzzle::model::Puzzle;

/// The names of the items on which `profile --heuristic first` branches before and after all
/// others. They are the names in the exact cover problem.
#[derive(Debug, Clone, Default)]
pub struct ItemOrder {
    /// The items to branch on first, in this order, each with the span of its name in the file.
    pub first: Vec<(String, Span)>,
    /// The items to branch on last, in this order, each with the span of its name in the file.
    pub last: Vec<(String, Span)>,
}

impl ItemOrder {
    /// Whether the file has no order.
    pub fn is_empty(&self) -> bool {
        self.first.is_empty() && self.last.is_empty()
    }

    /// All names, those of `first` before those of `last`.
    pub fn names(&self) -> impl Iterator<Item = &(String, Span)> {
        self.first.iter().chain(&self.last)
    }
}

/// The fields of `order: (first: […], last: […])`.
#[derive(Debug, Deserialize)]
#[serde(rename = "Order", deny_unknown_fields, bound(deserialize = "'de: 's"))]
struct OrderFields<'s> {
    first: Option<Raw<'s>>,
    last: Option<Raw<'s>>,
}

/// Reads the value of `order:`: different names of required cells, pieces and givens. Names that
/// begin with `@` belong to conditions, and are checked later.
pub(super) fn read_order(
    reader: Reader<'_>,
    puzzle: &Puzzle,
    node: Node<'_>,
) -> Result<ItemOrder, Diagnostic> {
    let names = |node: Node<'_>| -> Result<Vec<(String, Span)>, Diagnostic> {
        let raws = node.read::<Vec<Raw<'_>>>()?;
        let name = |raw| {
            let node = reader.node(raw);
            Ok((node.read::<String>()?, node.span()))
        };
        raws.into_iter().map(name).collect()
    };
    let order = if node.text().starts_with('(') {
        let OrderFields { first, last } = node.read()?;
        let list = |raw: Option<Raw<'_>>| raw.map_or(Ok(Vec::new()), |raw| names(reader.node(raw)));
        ItemOrder {
            first: list(first)?,
            last: list(last)?,
        }
    } else {
        ItemOrder {
            first: names(node)?,
            last: Vec::new(),
        }
    };
    let all: Vec<&(String, Span)> = order.names().collect();
    for (at, (name, span)) in all.iter().enumerate() {
        if let Some((_, first)) = all[..at].iter().find(|(other, _)| other == name) {
            let error = Diagnostic::error(
                format!("the item {name:?} occurs twice in the order"),
                *span,
                "again here",
            );
            return Err(error
                .context(*first, "first here")
                .help("remove one of them"));
        }
    }
    check_names(puzzle, &order)?;
    Ok(order)
}

/// Checks that each name is that of a required cell, a piece or a given.
fn check_names(puzzle: &Puzzle, order: &ItemOrder) -> Result<(), Diagnostic> {
    let board = &puzzle.board;
    let required = board.indices().filter(|cell| board.is_required(*cell));
    let cells = required.map(|cell| puzzle.lattice.coordinates(board.cell(cell)).to_string());
    let pieces = puzzle.pieces.iter().map(|piece| piece.name.to_string());
    let givens = puzzle.givens.iter().enumerate();
    let givens = givens.map(|(at, given)| format!("{}@{}", puzzle.piece(given.piece).name, at + 1));
    let known: HashSet<String> = cells.chain(pieces).chain(givens).collect();
    let wrong = |(name, _): &&(String, Span)| !name.starts_with('@') && !known.contains(name);
    match order.names().find(wrong) {
        None => Ok(()),
        Some((name, place)) => Err(Diagnostic::error(
            format!("no item that must be covered has the name {name:?}"),
            *place,
            "",
        )
        .help(
            "items are named after pieces and cells, as in \"3,0\": the first line of `tilewright \
             matrix` lists them",
        )),
    }
}
