//! Tests whether a solution is the least of its images among the solutions of a case.

use crate::problem::OptionId;
use crate::symmetry::{Symmetries, SymmetryId};

/// The approximate number of images that a solution is compared with. Most solutions are not the least of their
/// images. With `n` images in random order, about the logarithm of `n` are compared before a smaller one is found.
pub(super) fn images_of(group: &[SymmetryId]) -> u32 {
    group.len().max(1).ilog2()
}

/// Tests which solutions of one case are the least of their images.
pub(super) struct LeafTest<'p> {
    symmetries: &'p Symmetries,
    /// The group under which a solution is compared with its images, including the identity.
    group: &'p [SymmetryId],
    /// For each option, whether the solutions of the case may use it.
    keep: &'p [bool],
    solution: Vec<OptionId>,
    image: Vec<OptionId>,
    stabilizer: Vec<SymmetryId>,
}

impl<'p> LeafTest<'p> {
    pub(super) fn new(
        symmetries: &'p Symmetries,
        group: &'p [SymmetryId],
        keep: &'p [bool],
    ) -> Self {
        Self {
            symmetries,
            group,
            keep,
            solution: Vec::new(),
            image: Vec::new(),
            stabilizer: Vec::new(),
        }
    }

    pub(super) fn images(&self) -> u32 {
        images_of(self.group)
    }

    /// Tests a solution. Returns its stabilizer if it is the least of its images, otherwise `None`.
    pub(super) fn accept(&mut self, options: &[OptionId]) -> Option<&[SymmetryId]> {
        if let [_] = self.group {
            return Some(self.group);
        }
        self.solution.clear();
        self.solution.extend_from_slice(options);
        self.solution.sort_unstable();
        self.stabilizer.clear();
        for &g in self.group {
            if self.symmetries.is_identity(g) {
                self.stabilizer.push(g);
                continue;
            }
            if !self.map(g) {
                continue;
            }
            // Compare the least options first, before sorting: they decide most comparisons.
            if self.image.iter().min() > self.solution.first() {
                continue;
            }
            self.image.sort_unstable();
            match self.image.cmp(&self.solution) {
                std::cmp::Ordering::Less => return None,
                std::cmp::Ordering::Equal => self.stabilizer.push(g),
                std::cmp::Ordering::Greater => {}
            }
        }
        Some(&self.stabilizer)
    }

    /// Computes the image of the solution under `g`. Returns whether the solutions of the case may use all options
    /// of the image.
    fn map(&mut self, g: SymmetryId) -> bool {
        self.image.clear();
        for &option in &self.solution {
            let image = self.symmetries.image(g, option);
            if self.keep.get(image.index()) != Some(&true) {
                return false;
            }
            self.image.push(image);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text;

    /// Checks that only the least solution of an orbit is accepted. If the case leaves options out, only the
    /// solutions of the orbit without these options count. Solutions are compared as sorted lists of options,
    /// whatever the order in which their options were chosen.
    #[test]
    fn the_least_of_an_orbit_is_accepted() {
        let problem = text::read("a b c d\na\nb\nc\nd\na b\nb c\nc d\nd a\n").unwrap();
        let options: Vec<OptionId> = problem.options().collect();
        let turned = |by: usize| {
            let image = |at: usize| options[at / 4 * 4 + (at + by) % 4];
            (0..8).map(image).collect()
        };
        let symmetries = Symmetries::new(&problem, (0..4).map(turned).collect()).unwrap();
        let group: Vec<SymmetryId> = symmetries.ids().collect();
        let accepts = |keep: &[bool], solution: &[usize]| {
            let solution: Vec<OptionId> = solution.iter().map(|&at| options[at]).collect();
            let mut test = LeafTest::new(&symmetries, &group, keep);
            test.accept(&solution).map(<[_]>::len)
        };
        let all = [true; 8];
        // A pair of neighbours and two single items. The least image has the single items with options 0 and 1.
        assert_eq!(accepts(&all, &[6, 0, 1]), Some(1));
        for other in [[7, 1, 2], [4, 2, 3], [5, 3, 0]] {
            assert_eq!(accepts(&all, &other), None);
        }
        // First a solution of two options with two items each: the half turn maps it to itself. Later a solution
        // of four options with one item each: all rotations map it to itself.
        assert_eq!(accepts(&all, &[6, 4]), Some(2));
        assert_eq!(accepts(&all, &[5, 7]), None);
        assert_eq!(accepts(&all, &[3, 1, 0, 2]), Some(4));
        // Without option 6, the case lacks the least image of the first solution. Of the others, 0, 3, 5 is the
        // least.
        let mut family = all;
        family[6] = false;
        assert_eq!(accepts(&family, &[5, 3, 0]), Some(1));
        assert_eq!(accepts(&family, &[4, 2, 3]), None);
    }

    #[test]
    fn the_images_are_the_logarithm_of_the_group() {
        let problem = text::read("a\na\na\na\na\na\na\na\na\n").unwrap();
        let options: Vec<OptionId> = problem.options().collect();
        let turned = |by: usize| (0..8).map(|at| options[(at + by) % 8]).collect();
        let symmetries = Symmetries::new(&problem, (0..8).map(turned).collect()).unwrap();
        let ids: Vec<SymmetryId> = symmetries.ids().collect();
        let logarithms = [0, 1, 2, 4, 8].map(|order| images_of(&ids[..order]));
        assert_eq!(logarithms, [0, 0, 1, 2, 3]);
        assert_eq!(LeafTest::new(&symmetries, &ids, &[true; 8]).images(), 3);
    }
}
