//! Small changes of the board of a dissection: cells leave or join it.

use super::boards::{DesignBoards, covered};
use super::ground::SearchGround;
use crate::support::rng::StableRng;

/// The region of each cell of the frame.
type RegionByCell = Vec<Option<u16>>;

/// Removes cells from the board of a dissection, adds cells, or both. Returns the new regions and
/// which of them changed. `None` if the drawn change is impossible.
pub(super) fn reshape(
    regions: &[Option<u16>],
    boards: &DesignBoards,
    ground: &SearchGround,
    rng: &mut StableRng,
) -> Option<(RegionByCell, Vec<u16>)> {
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
        // With probability 1/2, the regions that lost cells also gain the new ones.
        let given = changed.clone();
        let by = if leave && rng.below(2) == 0 {
            &given[..]
        } else {
            &[]
        };
        changed.extend(join_regions(&mut regions, &gone, by, ground, rng)?);
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

/// Adds the cells of one of these orbits to neighbouring regions, if possible to regions of `by`.
/// Returns the regions that gained cells. `None` if no orbit is next to a region of `by`, or to any
/// region if `by` is empty.
fn join_regions(
    regions: &mut RegionByCell,
    orbits: &[&Vec<usize>],
    by: &[u16],
    ground: &SearchGround,
    rng: &mut StableRng,
) -> Option<Vec<u16>> {
    let is_near = |orbit: &&&Vec<usize>| {
        let adjacent = orbit.iter().flat_map(|&cell| ground.neighbours(cell));
        let mut adjacent = adjacent.filter_map(|&cell| regions[cell]);
        adjacent.any(|region| by.is_empty() || by.contains(&region))
    };
    let near: Vec<&Vec<usize>> = orbits.iter().filter(is_near).copied().collect();
    let mut taken = Vec::new();
    for &cell in *pick(&near, rng)? {
        let adjacent = ground.neighbours(cell).iter();
        let mut to: Vec<u16> = adjacent.filter_map(|&other| regions[other]).collect();
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
