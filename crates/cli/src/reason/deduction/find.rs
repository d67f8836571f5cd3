//! Finding steps: the places at which all ways but one fail, and what it takes to see that.

use super::bits;
use super::effort::{BEYOND, LOOK, MAX_STEP, finding};
use super::follow::Workspace;
use super::place::{Place, serving, wanted, wanting, ways};
use super::position::{Contradiction, Position};
use super::table::Table;
use super::technique::Technique;

/// With more live options than this, nobody looks further than what is forced. The number falls
/// as a position goes down.
const MAX_LIVE: usize = 512;

/// With more ways than this that do not fail by what they force, nobody looks further at a place.
const MAX_STANDING: usize = 12;

/// What a step takes at least that looks further than what is forced.
pub(super) const LEAST_FURTHER: u32 = BEYOND + 2 * LOOK;

/// A step that can be made: what is placed, and what it takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Finding {
    pub(super) effort: u32,
    pub(super) technique: Technique,
    pub(super) place: Place,
    /// What is left for the place: as many options as it wants.
    pub(super) left: Vec<usize>,
}

/// Whether an option fails by what it forces.
#[derive(Debug, Clone, Copy)]
enum Look {
    Fails(u32, Technique),
    Stands,
}

/// What is known of the options of one position.
struct Looks<'a> {
    table: &'a Table,
    position: &'a Position,
    known: Vec<Option<Look>>,
}

impl<'a> Looks<'a> {
    fn new(table: &'a Table, position: &'a Position) -> Self {
        Self {
            table,
            position,
            known: vec![None; table.options.len()],
        }
    }

    fn at(&mut self, workspace: &mut Workspace, option: usize) -> Look {
        if let Some(known) = self.known[option] {
            return known;
        }
        let look = match workspace.fails(self.table, self.position, option) {
            None => Look::Stands,
            Some((effort, round, found)) => Look::Fails(effort, technique(round, found)),
        };
        self.known[option] = Some(look);
        look
    }
}

/// By what an option is ruled out that fails in a round.
fn technique(round: u32, found: Contradiction) -> Technique {
    match (round, found) {
        (_, Contradiction::Colouring(_)) => Technique::Colouring,
        (0, Contradiction::Cell(_) | Contradiction::Pocket) => Technique::Pocket,
        (0, Contradiction::Piece(_) | Contradiction::Asked(_)) => Technique::ShutOut,
        _ => Technique::LookAhead(1),
    }
}

/// A place with the least that a step there may take: as if every other way failed at once.
fn by_least_effort(table: &Table, position: &Position) -> Vec<(u32, Place)> {
    let mut places: Vec<(u32, Place)> = wanting(table, position)
        .map(|place| {
            let more = ways(table, position, place).saturating_sub(wanted(position, place));
            let looks = LOOK.saturating_mul(u32::try_from(more).unwrap_or(u32::MAX));
            let least = finding(table, position, place).saturating_add(looks);
            (least, place)
        })
        .collect();
    places.sort_unstable();
    places
}

/// A place at which more ways stand than it wants, by what they force.
struct OpenPlace {
    /// The least that a step there may take.
    least: u32,
    /// What it takes so far.
    effort: u32,
    place: Place,
    stand: Vec<usize>,
}

/// All steps that take at most `enough`; if there are none, those that take the least. No step
/// takes more than [`MAX_STEP`].
///
/// `solution` is the only solution that the position leaves, if that is known: of its options it need
/// not be seen whether they fail, and where what is forced is not enough, it is looked further. Such
/// a step takes more than [`LEAST_FURTHER`].
pub(super) fn find_all(
    workspace: &mut Workspace,
    table: &Table,
    position: &Position,
    enough: u32,
    solution: Option<&[u64]>,
) -> Vec<Finding> {
    let mut looks = Looks::new(table, position);
    let mut found: Vec<Finding> = Vec::new();
    let mut open: Vec<OpenPlace> = Vec::new();
    let mut bound = MAX_STEP;
    for (least, place) in by_least_effort(table, position) {
        if least > bound || workspace.is_interrupted() {
            break;
        }
        match look_at(workspace, &mut looks, place, bound, solution) {
            Looked::Step(step) => {
                bound = bound.min(step.effort.max(enough));
                found.push(step);
            }
            Looked::Open(place) => open.push(place),
            Looked::TooMuch => {}
        }
    }
    if let Some(solution) = solution
        && found.iter().all(|step| step.effort > enough)
    {
        go_further(
            workspace,
            &mut looks,
            open,
            (enough, &mut bound),
            solution,
            &mut found,
        );
    }
    found.retain(|step| step.effort <= bound);
    found
}

enum Looked {
    Step(Finding),
    Open(OpenPlace),
    TooMuch,
}

/// Tries the ways of a place, as long as that takes no more than `most`.
fn look_at(
    workspace: &mut Workspace,
    looks: &mut Looks<'_>,
    place: Place,
    most: u32,
    solution: Option<&[u64]>,
) -> Looked {
    let Looks {
        table, position, ..
    } = *looks;
    let wants = wanted(position, place);
    let count = ways(table, position, place);
    let mut effort = finding(table, position, place);
    let mut hardest = match place {
        Place::Cell(_) => Technique::ForcedCell,
        Place::Piece(_) | Place::Asked(_) => Technique::ForcedPiece,
    };
    let mut stand = Vec::new();
    if count <= wants {
        stand.extend(bits::ones_in_both(&position.live, serving(table, place)));
    } else {
        for option in bits::ones_in_both(&position.live, serving(table, place)) {
            if solution.is_some_and(|solution| bits::contains(solution, option)) {
                stand.push(option);
                continue;
            }
            match looks.at(workspace, option) {
                Look::Stands => {
                    stand.push(option);
                    if stand.len() > wants + MAX_STANDING - 1 {
                        return Looked::TooMuch;
                    }
                }
                Look::Fails(costs, technique) => {
                    effort = effort.saturating_add(costs);
                    hardest = hardest.max(technique);
                }
            }
            if effort > most {
                return Looked::TooMuch;
            }
        }
    }
    if stand.len() == wants {
        return Looked::Step(Finding {
            effort,
            technique: hardest,
            place,
            left: stand,
        });
    }
    let further = u32::try_from(stand.len().saturating_sub(wants)).unwrap_or(u32::MAX);
    Looked::Open(OpenPlace {
        least: effort.saturating_add(further.saturating_mul(LEAST_FURTHER)),
        effort,
        place,
        stand,
    })
}

/// Looks further at the places where more ways stand than are wanted: whether all ways fail at
/// some other place, once what is forced is placed.
fn go_further(
    workspace: &mut Workspace,
    looks: &mut Looks<'_>,
    mut open: Vec<OpenPlace>,
    (enough, bound): (u32, &mut u32),
    solution: &[u64],
    found: &mut Vec<Finding>,
) {
    let (table, position) = (looks.table, looks.position);
    if bits::len(&position.live) > MAX_LIVE {
        return;
    }
    open.sort_unstable_by_key(|open| (open.least, open.place));
    // By option, what it takes to see that it fails; or more than which it takes.
    let mut known: Vec<Option<Result<u32, u32>>> = vec![None; table.options.len()];
    for open in open {
        if open.least > *bound || workspace.is_interrupted() {
            break;
        }
        let wants = wanted(position, open.place);
        let mut effort = open.effort;
        let mut left = Vec::new();
        for option in open.stand {
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
            if left.len() > wants {
                break;
            }
        }
        if left.len() == wants {
            *bound = (*bound).min(effort.max(enough));
            found.push(Finding {
                effort,
                technique: Technique::LookAhead(2),
                place: open.place,
                left,
            });
        }
    }
}

/// What it takes to see that an option fails where it does not by what it forces; none if that is
/// more than `most`.
pub(super) fn fails_further(
    workspace: &mut Workspace,
    table: &Table,
    position: &Position,
    option: usize,
    most: u32,
) -> Option<u32> {
    place_without_ways(workspace, table, position, option, most).map(|(effort, _)| effort)
}

/// The same, and the place at which all ways fail.
pub(super) fn place_without_ways(
    workspace: &mut Workspace,
    table: &Table,
    position: &Position,
    option: usize,
    most: u32,
) -> Option<(u32, Place)> {
    let most = most.checked_sub(BEYOND)?;
    workspace.trial(table, position, option, |workspace, trial| {
        workspace.follow(table, trial).ok()?;
        let mut looks = Looks::new(table, trial);
        let mut best: Option<(u32, Place)> = None;
        for (least, place) in by_least_effort(table, trial) {
            let bound = best.map_or(most, |(effort, _)| effort);
            if least > bound || workspace.is_interrupted() {
                break;
            }
            if let Some(effort) = all_fail(workspace, &mut looks, place, bound)
                && best.is_none_or(|best| (effort, place) < best)
            {
                best = Some((effort, place));
            }
        }
        best.map(|(effort, place)| (BEYOND + effort, place))
    })
}

/// What it takes to see that fewer ways of a place stand than it wants; none if that is more than
/// `most`.
fn all_fail(
    workspace: &mut Workspace,
    looks: &mut Looks<'_>,
    place: Place,
    most: u32,
) -> Option<u32> {
    let (table, position) = (looks.table, looks.position);
    let wants = wanted(position, place);
    let mut effort = finding(table, position, place);
    let mut stand = 0;
    for option in bits::ones_in_both(&position.live, serving(table, place)) {
        match looks.at(workspace, option) {
            Look::Stands => stand += 1,
            Look::Fails(costs, _) => effort = effort.saturating_add(costs),
        }
        if stand >= wants || effort > most {
            return None;
        }
    }
    Some(effort)
}
