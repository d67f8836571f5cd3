//! The placements that occur in solutions, numbered by orbits.

use std::ops::Range;

use num_bigint::BigUint;
use tilewright_dlx::OptionId;
use tilewright_geometry::compact::CompactSort;

use crate::cover::orbits::PuzzleSymmetry;
use crate::solve::space::Space;

/// The placements that occur in a solution and are not givens, numbered so that each orbit is a
/// range. A number is a *place*. Orbits in few solutions come first, so that the lists that begin
/// with them are short.
#[derive(Debug)]
pub(super) struct StartPlacements {
    /// For each place, its option.
    options: Vec<OptionId>,
    /// The place of each option; `None` if the option occurs in no solution or is a given.
    by_option: Vec<Option<u32>>,
    /// For each place, the number of solutions that contain it.
    holding: Vec<BigUint>,
    /// For each orbit, its range of places.
    orbits: Vec<Range<u32>>,
    /// For each symmetry except the identity, the image of each place.
    images: Vec<Vec<u32>>,
}

impl StartPlacements {
    pub(super) fn new(space: &Space<'_>, group: &PuzzleSymmetry) -> Self {
        let symmetries = &group.symmetries;
        let held = space.holding();
        let givens = space.instance().givens();
        let counts =
            |option: &OptionId| held[option.index()] != BigUint::ZERO && !givens.contains(option);
        // The least image of an option identifies its orbit.
        let orbit = |option: OptionId| {
            let images = symmetries.ids().map(|g| symmetries.image(g, option));
            images.min().unwrap_or(option)
        };
        let all = space.instance().problem().options();
        let keyed = all.filter(counts).map(|option| {
            let orbit = orbit(option);
            (&held[orbit.index()], orbit, option)
        });
        let mut keyed: Vec<(&BigUint, OptionId, OptionId)> = keyed.collect();
        keyed.compact_sort();
        let mut by_option = vec![None; held.len()];
        let mut orbits: Vec<Range<u32>> = Vec::new();
        for (at, (place, (_, orbit, option))) in (0_u32..).zip(&keyed).enumerate() {
            by_option[option.index()] = Some(place);
            match orbits.last_mut() {
                Some(last) if keyed[at - 1].1 == *orbit => last.end = place + 1,
                _ => orbits.push(place..place + 1),
            }
        }
        let image = |g, option: OptionId| by_option[symmetries.image(g, option).index()];
        let images = symmetries
            .ids()
            .filter(|g| *g != symmetries.identity())
            .map(|g| {
                // Symmetries map solutions to solutions, so the image occurs in a solution, too.
                let images = keyed.iter().filter_map(|(.., option)| image(g, *option));
                images.collect()
            })
            .collect();
        Self {
            options: keyed.iter().map(|(.., option)| *option).collect(),
            holding: keyed.iter().map(|(held, ..)| (*held).clone()).collect(),
            by_option,
            orbits,
            images,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.options.len()
    }

    /// The number of symmetries, the identity included.
    pub(super) fn order(&self) -> usize {
        self.images.len() + 1
    }

    pub(super) fn orbits(&self) -> &[Range<u32>] {
        &self.orbits
    }

    pub(super) fn option(&self, place: u32) -> OptionId {
        self.options[place as usize]
    }

    pub(super) fn place(&self, option: OptionId) -> Option<u32> {
        self.by_option[option.index()]
    }

    /// The number of solutions that contain the placement.
    pub(super) fn holding(&self, place: u32) -> &BigUint {
        &self.holding[place as usize]
    }

    /// The number of symmetries that fix the placement.
    pub(super) fn fixing(&self, place: u32) -> usize {
        self.stabilizer(&[place])
    }

    /// The number of symmetries that map a set to itself.
    pub(super) fn stabilizer(&self, set: &[u32]) -> usize {
        let keeps = |images: &&Vec<u32>| set.iter().all(|at| set.contains(&images[*at as usize]));
        1 + self.images.iter().filter(keeps).count()
    }

    /// The least of the images of a sorted set under the symmetries, itself included. Images are
    /// sorted, too.
    pub(super) fn first_image(&self, set: &[u32]) -> Vec<u32> {
        let image = |images: &Vec<u32>| {
            let mut image: Vec<u32> = set.iter().map(|at| images[*at as usize]).collect();
            image.sort_unstable();
            image
        };
        let images = self.images.iter().map(image);
        images.fold(set.to_vec(), Vec::min)
    }
}
