//! The placements that solutions hold, orbit by orbit.

use std::ops::Range;

use itertools::Itertools;
use num_bigint::BigUint;
use tilewright_dlx::OptionId;

use crate::cover::orbits::PuzzleSymmetry;
use crate::solve::space::Space;

/// Placements that some solution holds and that are no givens, numbered so
/// that orbits lie together: those that few solutions hold first, for lists of
/// their companions are then short. A number is a *place*.
#[derive(Debug)]
pub(super) struct Places {
    /// By place.
    options: Vec<OptionId>,
    /// By option; none if no solution holds it, or it is given.
    by_option: Vec<Option<u32>>,
    /// By place, how many solutions hold it.
    holding: Vec<BigUint>,
    /// The orbits' places, in their order.
    orbits: Vec<Range<u32>>,
    /// By symmetry and place, the image. The identity is left out.
    images: Vec<Vec<u32>>,
}

impl Places {
    pub(super) fn new(space: &Space<'_>, group: &PuzzleSymmetry) -> Self {
        let symmetries = &group.symmetries;
        let held = space.holding();
        let givens = space.instance().givens();
        let counts =
            |option: &OptionId| held[option.index()] != BigUint::ZERO && !givens.contains(option);
        // The first image of an option names its orbit.
        let orbit = |option: OptionId| {
            let images = symmetries.ids().map(|g| symmetries.image(g, option));
            images.min().unwrap_or(option)
        };
        let all = space.instance().problem().options();
        let keyed = all.filter(counts).map(|option| {
            let orbit = orbit(option);
            (&held[orbit.index()], orbit, option)
        });
        let keyed: Vec<(&BigUint, OptionId, OptionId)> = keyed.sorted_unstable().collect();
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
                // Solutions go to solutions, so the image is held as well.
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

    /// How many places there are.
    pub(super) fn len(&self) -> usize {
        self.options.len()
    }

    /// How many symmetries there are, the identity included.
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

    /// How many solutions hold the placement.
    pub(super) fn holding(&self, place: u32) -> &BigUint {
        &self.holding[place as usize]
    }

    /// How many symmetries send the placement to itself.
    pub(super) fn fixing(&self, place: u32) -> usize {
        self.stabilizer(&[place])
    }

    /// How many symmetries send a set to itself.
    pub(super) fn stabilizer(&self, set: &[u32]) -> usize {
        let keeps = |images: &&Vec<u32>| set.iter().all(|at| set.contains(&images[*at as usize]));
        1 + self.images.iter().filter(keeps).count()
    }

    /// The first of a sorted set's images, sorted.
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
