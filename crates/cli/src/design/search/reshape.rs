//! Small changes of the board of a dissection: cells leave it, or come to it.

use super::boards::{Boards, covered};
use super::ground::Ground;
use crate::support::rng::StableRng;

/// Which cells of a frame belong to which region.
type Regions = Vec<Option<u16>>;

/// Cells leave the board of a dissection, or come to it, or both. The regions then, and which of them
/// changed; none if what was drawn cannot be done.
pub(super) fn reshape(
    regions: &[Option<u16>],
    boards: &Boards,
    ground: &Ground,
    rng: &mut StableRng,
) -> Option<(Regions, Vec<u16>)> {
    let groups: Vec<&Vec<Vec<usize>>> = boards.groups_of(regions).collect();
    let mut regions = regions.to_vec();
    let group = *pick(&groups, rng)?;
    let (leave, come) = match rng.below(3) {
        0 if !boards.have_one_size() => (true, false),
        1 if !boards.have_one_size() => (false, true),
        _ => (true, true),
    };
    let (there, gone): (Vec<&Vec<usize>>, Vec<&Vec<usize>>) =
        (group.iter()).partition(|orbit| regions[orbit[0]].is_some());
    let mut changed = Vec::new();
    if leave {
        for &cell in *pick(&there, rng)? {
            changed.extend(regions[cell].take());
        }
    }
    if come {
        // Half of the time a piece takes up what it gives.
        let given = changed.clone();
        let by = if leave && rng.below(2) == 0 {
            &given[..]
        } else {
            &[]
        };
        changed.extend(take_up(&mut regions, &gone, by, ground, rng)?);
    }
    changed.sort_unstable();
    changed.dedup();
    let on = covered(&regions);
    let is_whole = |region: &u16| {
        let own = on.iter().filter(|&&cell| regions[cell] == Some(*region));
        let own: Vec<usize> = own.copied().collect();
        !own.is_empty() && ground.is_connected(&own)
    };
    let is_dissection = boards.is_board(&on) && changed.iter().all(is_whole);
    is_dissection.then_some((regions, changed))
}

/// Cells of one of these orbits come to regions beside them, and to some regions rather than to others if these
/// are named. Tells to which; none if there is no such orbit.
fn take_up(
    regions: &mut Regions,
    orbits: &[&Vec<usize>],
    by: &[u16],
    ground: &Ground,
    rng: &mut StableRng,
) -> Option<Vec<u16>> {
    let is_near = |orbit: &&&Vec<usize>| {
        let beside = orbit.iter().flat_map(|&cell| ground.neighbours(cell));
        let mut beside = beside.filter_map(|&cell| regions[cell]);
        beside.any(|region| by.is_empty() || by.contains(&region))
    };
    let near: Vec<&Vec<usize>> = orbits.iter().filter(is_near).copied().collect();
    let mut taken = Vec::new();
    for &cell in *pick(&near, rng)? {
        let beside = ground.neighbours(cell).iter();
        let mut to: Vec<u16> = beside.filter_map(|&other| regions[other]).collect();
        if to.iter().any(|region| by.contains(region)) {
            to.retain(|region| by.contains(region));
        }
        let to = *pick(&to, rng)?;
        regions[cell] = Some(to);
        taken.push(to);
    }
    Some(taken)
}

fn pick<'a, T>(list: &'a [T], rng: &mut StableRng) -> Option<&'a T> {
    (!list.is_empty()).then(|| &list[rng.below(list.len())])
}
