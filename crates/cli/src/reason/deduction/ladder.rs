//! The ladder climbed: deductions of one kind at a time, all that apply at
//! once, always the easiest kind that has something to say.
//!
//! Done all at once, the deductions of a kind take a position to one that does
//! not depend on the order of cells, pieces or options, so that a symmetry of
//! the puzzle changes nothing. And they keep the order of positions: of two,
//! the lower one stays the lower one. So with more given, every kind of
//! deduction goes at least as far, in at most as many goes.

use super::bits;
use super::look_ahead::Workspace;
use super::pair::for_each_pair;
use super::position::Position;
use super::shut_out::{shut_out, wanting};
use super::table::Table;
use super::technique::Technique;

/// With more live options than this, look-ahead of depth 2 and 3 is not tried:
/// some 10^5 to 10^7 trials at the limit. The number of live options falls as a
/// position goes down, so what is tried in one is tried in all below it.
const MAX_TRIED: [usize; 2] = [512, 128];

/// Whether a technique is tried with so many live options.
pub(super) fn is_tried(technique: Technique, live: usize) -> bool {
    match technique {
        Technique::LookAhead(depth) if depth >= 2 => live <= MAX_TRIED[(depth as usize - 2).min(1)],
        Technique::Search => false,
        _ => true,
    }
}

/// How a technique changed a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Go {
    /// It did not apply.
    Nothing,
    /// It placed or ruled out something.
    Something,
    /// It showed that there is no solution.
    NoSolution,
}

/// Makes all deductions of one kind at once.
pub(super) fn go(
    workspace: &mut Workspace,
    table: &Table,
    position: &mut Position,
    technique: Technique,
) -> Go {
    match technique {
        Technique::ForcedCell => {
            let cells = position.wanting(table);
            let forced = cells
                .filter(|cell| position.ways(table, *cell) <= 1)
                .map(|cell| (table.columns.row(cell), 1))
                .collect();
            place_all(table, position, forced)
        }
        Technique::ForcedPiece => {
            let needed = position.needed().map(|piece| (piece, position.need[piece]));
            let forced = needed
                .filter(|(piece, need)| position.places(table, *piece) <= *need as usize)
                .map(|(piece, need)| (table.pieces[piece].options.as_slice(), need));
            let asked = position.asked();
            let asked = asked
                .filter(|asked| position.bringing(table, *asked) <= 1)
                .map(|asked| (table.bringing.row(asked), 1));
            let forced = forced.chain(asked).collect();
            place_all(table, position, forced)
        }
        Technique::ShutOut => {
            let mut all = vec![0; position.live.len()];
            let mut out = Vec::new();
            for place in wanting(table, position) {
                if shut_out(table, position, place, &mut out) {
                    bits::unite(&mut all, &out);
                }
            }
            rule_out(position, &all)
        }
        Technique::Pair => {
            let mut all = vec![0; position.live.len()];
            for_each_pair(table, position, &mut |_, out| {
                bits::unite(&mut all, out);
                std::ops::ControlFlow::Continue(())
            });
            rule_out(position, &all)
        }
        Technique::Pocket => {
            let out = failing(workspace, table, position, |workspace, trial| {
                workspace.is_split(table, trial)
            });
            rule_out(position, &out)
        }
        Technique::Colouring => {
            let out = failing(workspace, table, position, |workspace, trial| {
                workspace.sums.unmet(table, trial).is_some()
            });
            rule_out(position, &out)
        }
        Technique::LookAhead(depth) => {
            let out = workspace.refuted(table, position, depth);
            rule_out(position, &out)
        }
        Technique::Search => Go::Nothing,
    }
}

/// The live options whose placement fails a test.
pub(super) fn failing(
    workspace: &mut Workspace,
    table: &Table,
    position: &Position,
    mut fails: impl FnMut(&mut Workspace, &Position) -> bool,
) -> Vec<u64> {
    let mut out = vec![0; position.live.len()];
    for option in bits::ones(&position.live) {
        if workspace.trial(table, position, option, |workspace, trial| {
            fails(workspace, trial)
        }) {
            bits::insert(&mut out, option);
        }
    }
    out
}

fn rule_out(position: &mut Position, out: &[u64]) -> Go {
    if bits::is_empty(out) {
        return Go::Nothing;
    }
    bits::subtract(&mut position.live, out);
    Go::Something
}

/// Places all live options of sets that must have so many of them.
fn place_all(table: &Table, position: &mut Position, forced: Vec<(&[u64], u32)>) -> Go {
    if forced.is_empty() {
        return Go::Nothing;
    }
    let mut all = vec![0; position.live.len()];
    for (options, count) in forced {
        if bits::common(options, &position.live) < count as usize {
            return Go::NoSolution;
        }
        bits::unite(&mut all, options);
    }
    bits::intersect(&mut all, &position.live);
    for option in bits::ones(&all) {
        if !position.is_live(option) {
            return Go::NoSolution;
        }
        position.place(table, option);
    }
    Go::Something
}
