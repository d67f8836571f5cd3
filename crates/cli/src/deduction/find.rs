//! What a person finds with a technique: one deduction, with its reason.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use tilewright_geometry::BoardCell;

use super::balance::Wanted;
use super::bits;
use super::look_ahead::Workspace;
use super::pair::for_each_pair;
use super::pocket::Pocket;
use super::position::{Contradiction, Position};
use super::shut_out::{Place, serving, shut_out, wanting};
use super::step::{Balance, End, Pockets, Reason, Want};
use super::table::Table;
use super::technique::Technique;
use super::trace::{Trace, trace};

/// What a technique found: an option to be placed, or options that are out.
pub(super) enum Found {
    Placed(usize, Reason),
    Out(Vec<u64>, Reason),
}

/// What a technique finds, if anything.
pub(super) fn find(
    workspace: &mut Workspace,
    table: &Table,
    position: &Position,
    technique: Technique,
) -> Option<Found> {
    match technique {
        Technique::ForcedCell => forced_cell(table, position),
        Technique::ForcedPiece => forced_piece(table, position),
        Technique::Pocket => pocket(workspace, table, position),
        Technique::ShutOut => shut_out_one(table, position),
        Technique::Pair => pair(table, position),
        Technique::Colouring => colouring(workspace, table, position),
        Technique::LookAhead(0 | 1) => look_ahead(workspace, table, position),
        Technique::LookAhead(depth) => deep_look_ahead(workspace, table, position, depth),
        Technique::Search => None,
    }
}

fn forced_cell(table: &Table, position: &Position) -> Option<Found> {
    let cell = position
        .wanting(table)
        .find(|cell| position.ways(table, *cell) == 1)?;
    let option = bits::ones_in_both(&position.live, table.columns.row(cell)).next()?;
    let reason = Reason::ForcedCell(table.cells[cell]);
    Some(Found::Placed(option, reason))
}

fn forced_piece(table: &Table, position: &Position) -> Option<Found> {
    let piece = position
        .needed()
        .find(|piece| position.places(table, *piece) == position.need[*piece] as usize)?;
    let options = &table.pieces[piece].options;
    let option = bits::ones_in_both(&position.live, options).next()?;
    let reason = Reason::ForcedPiece {
        piece: table.pieces[piece].id,
        needed: position.need[piece],
    };
    Some(Found::Placed(option, reason))
}

/// The placements that would leave the same pockets; the smallest ones.
fn pocket(workspace: &mut Workspace, table: &Table, position: &Position) -> Option<Found> {
    let mut groups: BTreeMap<(usize, Vec<Pocket>, bool), Vec<u64>> = BTreeMap::new();
    for option in bits::ones(&position.live) {
        let bad = workspace.trial(table, position, option, |workspace, trial| {
            let is_split = workspace.is_split(table, trial);
            is_split.then(|| bad_pockets(workspace, table, trial))
        });
        if let Some((pockets, alone)) = bad {
            let size = pockets.iter().map(|pocket| pocket.most).sum();
            let none = || vec![0; position.live.len()];
            let group = groups.entry((size, pockets, alone));
            bits::insert(group.or_insert_with(none), option);
        }
    }
    let ((_, pockets, alone), out) = groups.pop_first()?;
    let reason = Reason::Pocket(pockets_found(table, position, &pockets, alone));
    Some(Found::Out(out, reason))
}

/// Of the cells and pieces that can be shut out, one with the fewest ways.
fn shut_out_one(table: &Table, position: &Position) -> Option<Found> {
    let mut out = Vec::new();
    let mut best: Option<(usize, Place, Vec<u64>)> = None;
    for place in wanting(table, position) {
        let ways = bits::common(&position.live, serving(table, place));
        if best.as_ref().is_none_or(|best| ways < best.0)
            && shut_out(table, position, place, &mut out)
        {
            best = Some((ways, place, out.clone()));
        }
    }
    let (ways, place, out) = best?;
    let want = want(table, place);
    Some(Found::Out(out, Reason::ShutOut { want, ways }))
}

fn pair(table: &Table, position: &Position) -> Option<Found> {
    let mut found = None;
    for_each_pair(table, position, &mut |pair, out| {
        let reason = Reason::Pair {
            wants: pair.wants.map(|place| want(table, place)),
            supplies: pair.supplies.map(|place| want(table, place)),
        };
        found = Some(Found::Out(out.to_vec(), reason));
        ControlFlow::Break(())
    });
    found
}

/// The placements of one piece that cover the same difference of one
/// colouring.
fn colouring(workspace: &mut Workspace, table: &Table, position: &Position) -> Option<Found> {
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
        let Wanted { least, most } = Wanted::of(table, trial, colours);
        let can = workspace.sums.range(trial, colours).unwrap_or_default();
        ((least, most), can)
    });
    let colouring = colours.colouring;
    let balance = Balance {
        colouring: colouring.name,
        colours: colouring.colours,
        open: [&colours.plus, &colours.minus].map(|set| bits::common(&position.open, set)),
        covers,
        wanted,
        can,
    };
    Some(Found::Out(out, Reason::Colouring(balance)))
}

/// The placement that is refuted in the fewest steps.
fn look_ahead(workspace: &mut Workspace, table: &Table, position: &Position) -> Option<Found> {
    let out = workspace.refuted(table, position, 1);
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
) -> Option<Found> {
    let mut places: Vec<(usize, Place)> = wanting(table, position)
        .map(|place| (bits::common(&position.live, serving(table, place)), place))
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
) -> Found {
    let end = match trace.end {
        Some(Contradiction::Cell(cell)) => End::Nothing(want(table, Place::Cell(cell))),
        Some(Contradiction::Piece(piece)) => End::Nothing(want(table, Place::Piece(piece))),
        Some(Contradiction::Clash(piece)) => End::Clash(table.pieces[piece].id),
        Some(Contradiction::Pocket) => {
            let (pockets, alone) = bad_pockets(workspace, table, &trace.last);
            End::Pocket(pockets_found(table, &trace.last, &pockets, alone))
        }
        Some(Contradiction::Colouring(colouring)) => {
            End::Colouring(table.colours[colouring].colouring.name)
        }
        None => End::Deeper,
    };
    let follows = trace.follows.iter().map(|o| table.options[*o]).collect();
    let mut out = vec![0; position.live.len()];
    bits::insert(&mut out, option);
    Found::Out(out, Reason::LookAhead { follows, end })
}

fn want(table: &Table, place: Place) -> Want {
    match place {
        Place::Cell(cell) => Want::Cell(table.cells[cell]),
        Place::Piece(piece) => Want::Piece(table.pieces[piece].id),
    }
}

/// Of the pockets of a position that can't be filled, those that can't be
/// filled alone, and true; if each can, all but the largest.
fn bad_pockets(
    workspace: &mut Workspace,
    table: &Table,
    position: &Position,
) -> (Vec<Pocket>, bool) {
    let mut pockets = workspace.pockets.of(table, position);
    let alone: Vec<Pocket> = pockets
        .iter()
        .filter(|pocket| !workspace.pockets.can_fill_alone(table, position, pocket))
        .cloned()
        .collect();
    if !alone.is_empty() {
        return (alone, true);
    }
    let largest = (0..pockets.len()).rev().max_by_key(|at| pockets[*at].most);
    if let Some(largest) = largest
        && pockets.len() > 1
    {
        pockets.remove(largest);
    }
    (pockets, false)
}

fn pockets_found(table: &Table, position: &Position, pockets: &[Pocket], alone: bool) -> Pockets {
    let cells = |pocket: &Pocket| -> Vec<BoardCell> {
        let cells = bits::ones(&pocket.cells);
        cells.map(|cell| table.cells[cell]).collect()
    };
    let left = (0..table.pieces.len()).filter(|piece| position.room[*piece] > 0);
    let mut sizes: Vec<usize> = left
        .flat_map(|piece| table.pieces[piece].sizes.iter().map(|(size, _)| *size))
        .collect();
    sizes.sort_unstable();
    sizes.dedup();
    Pockets {
        pockets: pockets.iter().map(cells).collect(),
        alone,
        sizes,
    }
}
