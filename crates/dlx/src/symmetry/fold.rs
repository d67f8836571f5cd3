//! Replaces options by copies of equivalent ones, in a problem whose solutions are counted, not listed.
//!
//! Let p be an item that must be covered exactly once, let H be the subgroup that maps p to itself, and let O be
//! an orbit of p's options under H. For any two options of O, some element of H maps the solutions with one of
//! them to those with the other, one to one. So all options of O are in the same number of solutions. Therefore
//! |O| copies of one of these options can represent them all.
//!
//! The best item is the one with the smallest ratio of orbits to options, since it leaves the least
//! work. Among equal ratios, it is the one with the fewest options. (November 2026: on 6 × 10
//! pentominoes, folding X leaves fewer states than any other piece; on Scott's board, P would be
//! better by a third.)

use std::cmp::Reverse;
use std::iter::repeat_n;

use super::{ActionError, Symmetries, SymmetryId};
use crate::problem::{ItemId, OptionId, Problem};
use crate::stop::{StopFlag, Stopped};

/// The options of one item that symmetries map to each other.
type FoldedOrbit = Vec<OptionId>;

impl Symmetries {
    /// Makes a problem with the same number of solutions, for a sweep to count. The options of one item are
    /// replaced: of each orbit, one option is kept, as often as the orbit has options. Returns `None` if this
    /// would change no option of any item.
    ///
    /// The items are those of `problem`. Of each orbit, the option that comes last in `order`, the order of the
    /// sweep, is kept. The first part of a board then has fewer options, and thus fewer states. An engine that
    /// lists solutions would list the copies too; use [`Distinct`](crate::Distinct) with such an engine.
    ///
    /// Takes time proportional to the number of entries times the order of the group.
    ///
    /// # Errors
    ///
    /// The symmetries do not belong to `problem`.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use tilewright_dlx::{Frontier, Problem, Symmetries};
    ///
    /// // Three cells in a row, dominoes and single cells; the mirror exchanges left and right.
    /// let mut problem = Problem::new();
    /// let [a, b, c] = [problem.add_primary("a")?, problem.add_primary("b")?, problem.add_primary("c")?];
    /// let mut options = Vec::new();
    /// for items in [&[a, b][..], &[b, c], &[a], &[b], &[c]] {
    ///     options.push(problem.add_option(items)?);
    /// }
    /// let mirrored = [1, 0, 4, 3, 2].map(|at| options[at]);
    /// let symmetries = Symmetries::new(&problem, vec![options, mirrored.to_vec()])?;
    ///
    /// // The middle cell is covered by a domino to its right, twice, or by a single cell.
    /// let folded = symmetries.fold(&problem, &[a, b, c])?.unwrap();
    /// assert_eq!(folded.option_count(), 5);
    /// assert_eq!(folded.options().filter(|&o| folded.option_items(o) == [b, c]).count(), 2);
    /// let count = Frontier::new(&folded).count(&mut |_| ControlFlow::Continue(()))?.count;
    /// assert_eq!(count, 3_u32.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fold(
        &self,
        problem: &Problem,
        order: &[ItemId],
    ) -> Result<Option<Problem>, ActionError> {
        self.fold_until(problem, order, &StopFlag::new())
    }

    /// Like [`fold`](Self::fold), but can be stopped.
    ///
    /// # Errors
    ///
    /// Those of [`fold`](Self::fold); and [`ActionError::Stopped`].
    pub fn fold_until(
        &self,
        problem: &Problem,
        order: &[ItemId],
        stop: &StopFlag,
    ) -> Result<Option<Problem>, ActionError> {
        self.check_problem(problem)?;
        let orbits = self.fewest_orbits(problem, stop)?;
        Ok(orbits.map(|orbits| fold_orbits(problem, order, &orbits)))
    }

    /// For the item that is best to fold, the orbits of its options; `None` if no item can be folded.
    fn fewest_orbits(
        &self,
        problem: &Problem,
        stop: &StopFlag,
    ) -> Result<Option<Vec<FoldedOrbit>>, Stopped> {
        let times = |orbits: &[FoldedOrbit], options: usize| orbits.len() as u64 * options as u64;
        let mut fewest: Option<(Vec<FoldedOrbit>, usize)> = None;
        for (item, column) in problem.items().zip(self.columns(problem)) {
            stop.check()?;
            let orbits = self.orbits_at(item, &column);
            let options = column.len();
            if orbits.len() == options {
                continue;
            }
            let fewer = fewest.as_ref().is_none_or(|(best, of_best)| {
                let shares = times(&orbits, *of_best).cmp(&times(best, options));
                shares.then(options.cmp(of_best)).is_lt()
            });
            if fewer {
                fewest = Some((orbits, options));
            }
        }
        Ok(fewest.map(|(orbits, _)| orbits))
    }

    /// The orbits of the options of an item under the symmetries that map the item to itself.
    fn orbits_at(&self, item: ItemId, column: &[OptionId]) -> Vec<FoldedOrbit> {
        let keeps = |&g: &SymmetryId| self.item_image(g, item) == item;
        let group: Vec<SymmetryId> = self.ids().filter(keeps).collect();
        let orbits = column.iter().map(|&option| self.orbit(option, &group));
        orbits.flatten().collect()
    }
}

/// Of each orbit, keeps the option that comes last in the order of the sweep, as often as the orbit has options.
#[expect(clippy::expect_used, reason = "an invariant of the orbits")]
fn fold_orbits(problem: &Problem, order: &[ItemId], orbits: &[FoldedOrbit]) -> Problem {
    let mut place = vec![None; problem.item_count()];
    for (at, item) in order.iter().enumerate() {
        if let Some(place) = place.get_mut(item.index()) {
            *place = Some(at);
        }
    }
    let places = |option: OptionId| {
        let items = problem.option_items(option).iter();
        let mut places: Vec<usize> = items.filter_map(|item| place[item.index()]).collect();
        places.sort_unstable();
        places
    };
    let mut keep = vec![true; problem.option_count()];
    let mut copies = Vec::new();
    for orbit in orbits {
        for option in orbit {
            keep[option.index()] = false;
        }
        let last = |&&option: &&OptionId| (places(option), Reverse(option));
        let kept = orbit.iter().max_by_key(last);
        let kept = *kept.expect("invariant: an orbit has an option");
        keep[kept.index()] = true;
        copies.extend(repeat_n(kept, orbit.len() - 1));
    }
    let mut options: Vec<OptionId> = (problem.options())
        .filter(|option| keep[option.index()])
        .collect();
    options.extend(copies);
    // There are as many options as before, some repeated and some left out. So all of them are options of the
    // problem.
    problem.with_options(&options)
}
