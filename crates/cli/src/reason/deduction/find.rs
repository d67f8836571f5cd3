//! Finds steps: places at which all placements fail except the needed ones, and the effort to see
//! that they fail.

use tilewright_geometry::compact::CompactSort;

use super::bits;
use super::effort::{BEYOND, LOOK, MAX_STEP, finding};
use super::follow::Workspace;
use super::place::{Place, needed_count, serving, unserved, ways};
use super::position::{Position, PositionConflict};
use super::table::DeductionTable;
use super::technique::Technique;

/// Placements are examined beyond what they force only if at most this many options are live. The
/// number of live options never rises from a position to a lower one (see `position`).
const MAX_LIVE: usize = 512;

/// A place is examined beyond forced placements only if at most this many of its placements are
/// unrefuted.
const MAX_REMAINING: usize = 12;

/// The minimum effort of a step that looks beyond forced placements.
pub(super) const LEAST_FURTHER: u32 = BEYOND + 2 * LOOK;

/// A possible step: the placements and the effort.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FoundStep {
    pub(super) effort: u32,
    pub(super) technique: Technique,
    pub(super) place: Place,
    /// The options that remain for the place: exactly as many as it needs.
    pub(super) left: Vec<usize>,
}

/// Whether an option is refuted by following what it forces.
#[derive(Debug, Clone, Copy)]
enum OptionFate {
    Fails(u32, Technique),
    Remains,
}

/// A cache for one position: for each option that has been tested, whether it is refuted.
struct OptionFates<'a> {
    table: &'a DeductionTable,
    position: &'a Position,
    known: Vec<Option<OptionFate>>,
}

impl<'a> OptionFates<'a> {
    fn new(table: &'a DeductionTable, position: &'a Position) -> Self {
        Self {
            table,
            position,
            known: vec![None; table.options.len()],
        }
    }

    fn at(&mut self, workspace: &mut Workspace, option: usize) -> OptionFate {
        if let Some(known) = self.known[option] {
            return known;
        }
        let fate = match workspace.fails(self.table, self.position, option) {
            None => OptionFate::Remains,
            Some((effort, round, found)) => OptionFate::Fails(effort, technique(round, found)),
        };
        self.known[option] = Some(fate);
        fate
    }
}

/// The technique that refutes an option, determined by the contradiction and by the round in which
/// it appears.
fn technique(round: u32, found: PositionConflict) -> Technique {
    match (round, found) {
        (_, PositionConflict::Colouring(_)) => Technique::Colouring,
        (0, PositionConflict::Cell(_) | PositionConflict::Pocket) => Technique::Pocket,
        (0, PositionConflict::Piece(_) | PositionConflict::Asked(_)) => Technique::ShutOut,
        _ => Technique::LookAhead(1),
    }
}

/// All places that still need options, sorted by a lower bound on the effort of a step there: the
/// effort if each superfluous option failed at the first look.
fn by_least_effort(table: &DeductionTable, position: &Position) -> Vec<(u32, Place)> {
    let mut places: Vec<(u32, Place)> = unserved(table, position)
        .map(|place| {
            let more = ways(table, position, place).saturating_sub(needed_count(position, place));
            let looks = LOOK.saturating_mul(u32::try_from(more).unwrap_or(u32::MAX));
            let least = finding(table, position, place).saturating_add(looks);
            (least, place)
        })
        .collect();
    places.compact_sort();
    places
}

/// A place for which more options remain than it needs, after following forced placements.
struct OpenPlace {
    /// The minimum effort of a step at the place.
    least: u32,
    /// The effort spent so far on refuting options at this place.
    effort: u32,
    place: Place,
    remaining: Vec<usize>,
}

/// All steps of effort at most `enough`. If there are none, the steps of minimum effort, at most [`MAX_STEP`].
///
/// `solution` is the only solution of the position as a bit set of options, if it is known. Its
/// options are not tested for failure. If forced placements are not enough, the search looks
/// further; such steps take more than [`LEAST_FURTHER`].
pub(super) fn find_all(
    workspace: &mut Workspace,
    table: &DeductionTable,
    position: &Position,
    enough: u32,
    solution: Option<&[u64]>,
) -> Vec<FoundStep> {
    let mut fates = OptionFates::new(table, position);
    let mut found: Vec<FoundStep> = Vec::new();
    let mut open: Vec<OpenPlace> = Vec::new();
    let mut bound = MAX_STEP;
    for (least, place) in by_least_effort(table, position) {
        if least > bound || workspace.is_interrupted() {
            break;
        }
        match look_at(workspace, &mut fates, place, bound, solution) {
            PlaceOutcome::Step(step) => {
                bound = bound.min(step.effort.max(enough));
                found.push(step);
            }
            PlaceOutcome::Open(place) => open.push(place),
            PlaceOutcome::TooMuch => {}
        }
    }
    if let Some(solution) = solution
        && found.iter().all(|step| step.effort > enough)
    {
        go_further(
            workspace,
            &mut fates,
            open,
            (enough, &mut bound),
            solution,
            &mut found,
        );
    }
    found.retain(|step| step.effort <= bound);
    found
}

enum PlaceOutcome {
    Step(FoundStep),
    Open(OpenPlace),
    TooMuch,
}

/// Tries the options of a place, up to effort `most`. The outcome is a step, a place where a few superfluous
/// options remain, or `TooMuch` if many remain or the effort is higher.
fn look_at(
    workspace: &mut Workspace,
    fates: &mut OptionFates<'_>,
    place: Place,
    most: u32,
    solution: Option<&[u64]>,
) -> PlaceOutcome {
    let OptionFates {
        table, position, ..
    } = *fates;
    let needed = needed_count(position, place);
    let count = ways(table, position, place);
    let mut effort = finding(table, position, place);
    let mut hardest = match place {
        Place::Cell(_) => Technique::ForcedCell,
        Place::Piece(_) | Place::Asked(_) => Technique::ForcedPiece,
    };
    let mut remaining = Vec::new();
    if count <= needed {
        remaining.extend(bits::ones_in_both(&position.live, serving(table, place)));
    } else {
        for option in bits::ones_in_both(&position.live, serving(table, place)) {
            if solution.is_some_and(|solution| bits::contains(solution, option)) {
                remaining.push(option);
                continue;
            }
            match fates.at(workspace, option) {
                OptionFate::Remains => {
                    remaining.push(option);
                    if remaining.len() > needed + MAX_REMAINING - 1 {
                        return PlaceOutcome::TooMuch;
                    }
                }
                OptionFate::Fails(costs, technique) => {
                    effort = effort.saturating_add(costs);
                    hardest = hardest.max(technique);
                }
            }
            if effort > most {
                return PlaceOutcome::TooMuch;
            }
        }
    }
    if remaining.len() == needed {
        return PlaceOutcome::Step(FoundStep {
            effort,
            technique: hardest,
            place,
            left: remaining,
        });
    }
    let further = u32::try_from(remaining.len().saturating_sub(needed)).unwrap_or(u32::MAX);
    PlaceOutcome::Open(OpenPlace {
        least: effort.saturating_add(further.saturating_mul(LEAST_FURTHER)),
        effort,
        place,
        remaining,
    })
}

/// Looks further at places where too many options remain: an option also fails if all options of
/// another place fail once everything that it forces has been placed.
fn go_further(
    workspace: &mut Workspace,
    fates: &mut OptionFates<'_>,
    mut open: Vec<OpenPlace>,
    (enough, bound): (u32, &mut u32),
    solution: &[u64],
    found: &mut Vec<FoundStep>,
) {
    let (table, position) = (fates.table, fates.position);
    if bits::len(&position.live) > MAX_LIVE {
        return;
    }
    open.compact_sort_by_key(|open| (open.least, open.place));
    // For each option, the effort to see that it fails; or, as an error, an effort that was not
    // enough.
    let mut known: Vec<Option<Result<u32, u32>>> = vec![None; table.options.len()];
    for open in open {
        if open.least > *bound || workspace.is_interrupted() {
            break;
        }
        let needed = needed_count(position, open.place);
        let mut effort = open.effort;
        let mut left = Vec::new();
        for option in open.remaining {
            if bits::contains(solution, option) {
                left.push(option);
                continue;
            }
            let room = bound.saturating_sub(effort);
            let takes = match known[option] {
                Some(Ok(takes)) => Ok(takes),
                Some(Err(more)) if more >= room => Err(more),
                _ => fails_further(workspace, table, position, option, room).ok_or(room),
            };
            known[option] = Some(takes);
            match takes {
                Ok(takes) if takes <= room => effort += takes,
                _ => left.push(option),
            }
            if left.len() > needed {
                break;
            }
        }
        if left.len() == needed {
            *bound = (*bound).min(effort.max(enough));
            found.push(FoundStep {
                effort,
                technique: Technique::LookAhead(2),
                place: open.place,
                left,
            });
        }
    }
}

/// The effort to see that an option fails because, after all that it forces, each of the remaining
/// options at some place fails. `None` if the effort exceeds `most`, or if there is no such place.
pub(super) fn fails_further(
    workspace: &mut Workspace,
    table: &DeductionTable,
    position: &Position,
    option: usize,
    most: u32,
) -> Option<u32> {
    place_without_ways(workspace, table, position, option, most).map(|(effort, _)| effort)
}

/// Follows an option and all that it forces, then looks for a place at which each of the remaining
/// options fails. Returns the effort to see that, and the place. `None` if the effort exceeds
/// `most`, or if there is no such place.
pub(super) fn place_without_ways(
    workspace: &mut Workspace,
    table: &DeductionTable,
    position: &Position,
    option: usize,
    most: u32,
) -> Option<(u32, Place)> {
    let most = most.checked_sub(BEYOND)?;
    workspace.trial(table, position, option, |workspace, trial| {
        workspace.follow(table, trial).ok()?;
        let mut fates = OptionFates::new(table, trial);
        let mut best: Option<(u32, Place)> = None;
        for (least, place) in by_least_effort(table, trial) {
            let bound = best.map_or(most, |(effort, _)| effort);
            if least > bound || workspace.is_interrupted() {
                break;
            }
            if let Some(effort) = all_fail(workspace, &mut fates, place, bound)
                && best.is_none_or(|best| (effort, place) < best)
            {
                best = Some((effort, place));
            }
        }
        best.map(|(effort, place)| (BEYOND + effort, place))
    })
}

/// The effort to see that fewer options remain for a place than it needs. `None` if enough options remain, or if
/// the effort is more than `most`.
fn all_fail(
    workspace: &mut Workspace,
    fates: &mut OptionFates<'_>,
    place: Place,
    most: u32,
) -> Option<u32> {
    let (table, position) = (fates.table, fates.position);
    let needed = needed_count(position, place);
    let mut effort = finding(table, position, place);
    let mut remaining = 0;
    for option in bits::ones_in_both(&position.live, serving(table, place)) {
        match fates.at(workspace, option) {
            OptionFate::Remains => remaining += 1,
            OptionFate::Fails(costs, _) => effort = effort.saturating_add(costs),
        }
        if remaining >= needed || effort > most {
            return None;
        }
    }
    Some(effort)
}
