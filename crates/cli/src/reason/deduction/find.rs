//! What a person finds with a technique: one deduction, with its reason.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use tilewright_geometry::BoardCell;

use super::balance::RequiredBalance;
use super::bits;
use super::ladder::failing;
use super::look_ahead::Workspace;
use super::pair::for_each_pair;
use super::pocket::Pocket;
use super::position::{Contradiction, Position};
use super::shut_out::{Place, serving, shut_out, wanted, wanting, ways};
use super::step::{Balance, End, Pockets, Reason, Want};
use super::table::Table;
use super::technique::Technique;
use super::trace::{Trace, trace};

/// What a technique found: an option to be placed, or options that are out.
pub(super) enum Finding {
    Placed(usize, Reason),
    Out(Vec<u64>, Reason),
}

/// What a technique finds, if anything.
pub(super) fn find(
    workspace: &mut Workspace,
    table: &Table,
    position: &Position,
    technique: Technique,
) -> Option<Finding> {
    match technique {
        Technique::ForcedCell => forced_cell(table, position),
        Technique::ForcedPiece => {
            forced_piece(table, position).or_else(|| forced_constraint(table, position))
        }
        Technique::Pocket => pocket(workspace, table, position),
        Technique::ShutOut => shut_out_one(table, position),
        Technique::Pair => pair(table, position),
        Technique::Colouring => colouring(workspace, table, position),
        Technique::LookAhead(0 | 1) => look_ahead(workspace, table, position),
        Technique::LookAhead(depth) => deep_look_ahead(workspace, table, position, depth),
        Technique::Search => None,
    }
}

fn forced_cell(table: &Table, position: &Position) -> Option<Finding> {
    let cell = position
        .wanting(table)
        .find(|cell| position.ways(table, *cell) == 1)?;
    let option = bits::ones_in_both(&position.live, table.columns.row(cell)).next()?;
    let reason = Reason::ForcedCell(table.cells[cell]);
    Some(Finding::Placed(option, reason))
}

fn forced_piece(table: &Table, position: &Position) -> Option<Finding> {
    let piece = position
        .needed()
        .find(|piece| position.places(table, *piece) == position.need[*piece] as usize)?;
    let options = &table.pieces[piece].options;
    let option = bits::ones_in_both(&position.live, options).next()?;
    let reason = Reason::ForcedPiece {
        piece: table.pieces[piece].id,
        needed: position.need[piece],
    };
    Some(Finding::Placed(option, reason))
}

fn forced_constraint(table: &Table, position: &Position) -> Option<Finding> {
    let asked = position
        .asked()
        .find(|asked| position.bringing(table, *asked) == 1)?;
    let option = bits::ones_in_both(&position.live, table.bringing.row(asked)).next()?;
    let reason = Reason::ForcedConstraint(table.asked[asked]);
    Some(Finding::Placed(option, reason))
}

/// Of the cells and pieces that are forced once some options are out, one with
/// the fewest ways: how many, and which of them are out.
fn forcing(table: &Table, position: &Position, out: &[u64]) -> Option<(usize, Place, Vec<u64>)> {
    wanting(table, position)
        .filter_map(|place| {
            let count = ways(table, position, place);
            let mut gone = serving(table, place).to_vec();
            bits::intersect(&mut gone, out);
            let left = count - bits::len(&gone);
            (left <= wanted(position, place) && left < count).then_some((count, place, gone))
        })
        .min_by_key(|(count, place, _)| (*count, *place))
}

/// A cell or a piece of whose options so many cut off pockets that the rest is
/// forced; if there is none, all options that do.
fn pocket(workspace: &mut Workspace, table: &Table, position: &Position) -> Option<Finding> {
    let all = failing(workspace, table, position, |workspace, trial| {
        workspace.is_split(table, trial)
    });
    let (at, out) = match forcing(table, position, &all) {
        Some((ways, place, out)) => (Some((want(table, place), ways)), out),
        None => (None, all),
    };
    if bits::is_empty(&out) {
        return None;
    }
    let examples = bits::ones(&out).map(|option| {
        let pockets = workspace.trial(table, position, option, |workspace, trial| {
            pockets_found(workspace, table, trial)
        });
        (option, pockets)
    });
    let (example, pockets) = examples.min_by_key(|(option, pockets)| {
        let cells: usize = pockets.pockets.iter().map(Vec::len).sum();
        (!pockets.alone, cells, *option)
    })?;
    let reason = Reason::Pocket {
        at,
        example: table.options[example],
        pockets,
    };
    Some(Finding::Out(out, reason))
}

/// Of the cells and pieces that can be shut out, one with the fewest ways.
fn shut_out_one(table: &Table, position: &Position) -> Option<Finding> {
    let mut out = Vec::new();
    let mut best: Option<(usize, Place, Vec<u64>)> = None;
    for place in wanting(table, position) {
        let ways = ways(table, position, place);
        if best.as_ref().is_none_or(|best| ways < best.0)
            && shut_out(table, position, place, &mut out)
        {
            best = Some((ways, place, out.clone()));
        }
    }
    let (ways, place, out) = best?;
    let reason = Reason::ShutOut {
        want: want(table, place),
        needed: wanted(position, place),
        ways,
    };
    Some(Finding::Out(out, reason))
}

fn pair(table: &Table, position: &Position) -> Option<Finding> {
    let mut found = None;
    for_each_pair(table, position, &mut |pair, out| {
        let reason = Reason::Pair {
            wants: pair.wants.map(|place| want(table, place)),
            supplies: pair.supplies.map(|place| want(table, place)),
        };
        found = Some(Finding::Out(out.to_vec(), reason));
        ControlFlow::Break(())
    });
    found
}

/// The placements of one piece that cover the same difference of one
/// colouring.
fn colouring(workspace: &mut Workspace, table: &Table, position: &Position) -> Option<Finding> {
    let mut groups: BTreeMap<(usize, usize, i64), Vec<u64>> = BTreeMap::new();
    for option in bits::ones(&position.live) {
        let unmet = workspace.trial(table, position, option, |workspace, trial| {
            workspace.sums.unmet(table, trial)
        });
        if let Some(colouring) = unmet {
            let piece = table.piece_of[option];
            let weights = &table.colours[colouring].weights[piece];
            let weight = weights
                .iter()
                .find(|(_, options)| bits::contains(options, option))
                .map_or(0, |(weight, _)| *weight);
            let none = || vec![0; position.live.len()];
            let group = groups.entry((colouring, piece, weight));
            bits::insert(group.or_insert_with(none), option);
        }
    }
    let ((colouring, _, covers), out) = groups.pop_first()?;
    let first = bits::first(&out)?;
    let colours = &table.colours[colouring];
    let (wanted, can) = workspace.trial(table, position, first, |workspace, trial| {
        let RequiredBalance { least, most } = RequiredBalance::of(table, trial, colours);
        let can = workspace.sums.range(trial, colours).unwrap_or_default();
        ((least, most), can)
    });
    let colouring = colours.colouring;
    let balance = Balance {
        colouring: &colouring.name,
        colours: colouring.colours,
        open: (
            bits::common(&position.open, &colours.plus),
            bits::common(&position.open, &colours.minus),
        ),
        covers,
        wanted,
        can,
    };
    Some(Finding::Out(out, Reason::Colouring(balance)))
}

/// The placement that is refuted in the fewest steps, if possible of those that
/// stand in the way of a cell or a piece that is forced then.
fn look_ahead(workspace: &mut Workspace, table: &Table, position: &Position) -> Option<Finding> {
    let all = workspace.refuted(table, position, 1);
    let out = forcing(table, position, &all).map_or(all, |(_, _, out)| out);
    let traces = bits::ones(&out).map(|option| {
        let trace = trace(workspace, table, position, option);
        let plain = matches!(
            trace.end,
            Some(Contradiction::Cell(_) | Contradiction::Piece(_))
        );
        (trace.follows.len(), !plain, option, trace)
    });
    let (_, _, option, trace) =
        traces.min_by_key(|(steps, odd, option, _)| (*steps, *odd, *option))?;
    Some(refuted(workspace, table, position, option, &trace))
}

/// The first placement that is refuted, of the cells and pieces with the
/// fewest ways first.
fn deep_look_ahead(
    workspace: &mut Workspace,
    table: &Table,
    position: &Position,
    depth: u32,
) -> Option<Finding> {
    let mut places: Vec<(usize, Place)> = wanting(table, position)
        .map(|place| (ways(table, position, place), place))
        .collect();
    places.sort_unstable();
    let mut tried = vec![0; position.live.len()];
    for (_, place) in places {
        for option in bits::ones_in_both(&position.live, serving(table, place)) {
            if bits::contains(&tried, option) {
                continue;
            }
            bits::insert(&mut tried, option);
            if workspace.refutes(table, position, option, depth) {
                let trace = trace(workspace, table, position, option);
                return Some(refuted(workspace, table, position, option, &trace));
            }
        }
    }
    // What serves no cell or piece that is wanting.
    let rest = bits::ones(&position.live).find(|option| {
        !bits::contains(&tried, *option) && workspace.refutes(table, position, *option, depth)
    })?;
    let trace = trace(workspace, table, position, rest);
    Some(refuted(workspace, table, position, rest, &trace))
}

fn refuted(
    workspace: &mut Workspace,
    table: &Table,
    position: &Position,
    option: usize,
    trace: &Trace,
) -> Finding {
    let end = match trace.end {
        Some(Contradiction::Cell(cell)) => End::Nothing(want(table, Place::Cell(cell))),
        Some(Contradiction::Piece(piece)) => End::Nothing(want(table, Place::Piece(piece))),
        Some(Contradiction::Asked(asked)) => End::Nothing(want(table, Place::Asked(asked))),
        Some(Contradiction::Clash(piece)) => End::Clash(table.pieces[piece].id),
        Some(Contradiction::Pocket) => End::Pocket(pockets_found(workspace, table, &trace.last)),
        Some(Contradiction::Colouring(colouring)) => {
            End::Colouring(&table.colours[colouring].colouring.name)
        }
        None => End::Deeper,
    };
    let follows = trace.follows.iter().map(|o| table.options[*o]).collect();
    let mut out = vec![0; position.live.len()];
    bits::insert(&mut out, option);
    Finding::Out(out, Reason::LookAhead { follows, end })
}

fn want(table: &Table, place: Place) -> Want {
    match place {
        Place::Cell(cell) => Want::Cell(table.cells[cell]),
        Place::Piece(piece) => Want::Piece(table.pieces[piece].id),
        Place::Asked(asked) => Want::Constraint(table.asked[asked]),
    }
}

/// Of the pockets of a position, the smallest that can't be filled alone, and
/// true; if each can, all but the largest, and false.
fn bad_pockets(
    workspace: &mut Workspace,
    table: &Table,
    position: &Position,
) -> (Vec<Pocket>, bool) {
    let mut pockets = workspace.pockets.of(table, position);
    pockets.sort_by_key(|pocket| pocket.most);
    let alone = pockets
        .iter()
        .find(|pocket| !workspace.pockets.can_fill_alone(table, position, pocket));
    if let Some(alone) = alone {
        return (vec![alone.clone()], true);
    }
    pockets.pop();
    (pockets, false)
}

/// The pockets of a position that can't be filled, and by what.
fn pockets_found(workspace: &mut Workspace, table: &Table, position: &Position) -> Pockets {
    let (pockets, alone) = bad_pockets(workspace, table, position);
    let cells = |pocket: &Pocket| -> Vec<BoardCell> {
        let cells = bits::ones(&pocket.cells);
        cells.map(|cell| table.cells[cell]).collect()
    };
    let mut sizes: BTreeMap<usize, u64> = BTreeMap::new();
    for (piece, room) in table.pieces.iter().zip(&position.room) {
        for (size, _) in piece.sizes.iter().filter(|_| *room > 0) {
            *sizes.entry(*size).or_default() += u64::from(*room);
        }
    }
    Pockets {
        pockets: pockets.iter().map(cells).collect(),
        alone,
        sizes: sizes.into_iter().collect(),
    }
}
