//! Removes redundant bounds from a problem with symmetries.

use std::convert::Infallible;

use crate::problem::redundant::without_redundant_bounds;
use crate::problem::residual::Residual;
use crate::problem::{ItemId, Problem};
use crate::symmetry::Symmetries;

/// The same problem without the bounds that follow from other bounds. It has the same solutions and symmetries. An
/// item loses its bounds only if all its images do, since a quotient keeps one item of each orbit.
#[expect(clippy::expect_used, reason = "an invariant of problems")]
pub(super) fn loose(problem: &Problem, symmetries: &Symmetries) -> Problem {
    let residual = Residual::new(problem, &[], |_| true);
    let Ok(loose) = without_redundant_bounds(residual, &mut |_| Ok::<(), Infallible>(()));
    let is_free = |item: ItemId| {
        problem.is_primary(item) && (loose.least(item), loose.most(item)) == (0, u32::MAX)
    };
    // For the first item of each class: whether a symmetry maps an item that keeps its bounds to this class.
    let mut keeps = vec![false; problem.item_count()];
    for item in problem.items().filter(|&item| !is_free(item)) {
        for g in symmetries.ids() {
            keeps[symmetries.item_image(g, item).index()] = true;
        }
    }
    let freed = problem
        .items()
        .filter(|&item| is_free(item) && !keeps[symmetries.class(item).index()]);
    let derivation = freed.fold(problem.derive(), |problem, item| {
        problem.bounds(item, 0..=u32::MAX)
    });
    let derived = derivation.build();
    derived
        .expect("invariant: a problem with wider bounds is one")
        .problem
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::OptionId;
    use crate::text;

    const FREE: (u32, u32) = (0, u32::MAX);

    fn bounds(problem: &Problem) -> Vec<(u32, u32)> {
        let bounds = problem.items().filter_map(|item| problem.bounds(item));
        bounds.map(std::ops::RangeInclusive::into_inner).collect()
    }

    /// Uses two boards of four cells. Each must be covered by two pieces of one kind and two pieces of another.
    #[test]
    fn bounds_of_images_are_kept_together() {
        let mut text = "a0 a1 a2 a3 b0 b1 b2 b3 2:2|k 2:2|l 2:2|m 2:2|n\n".to_owned();
        for (board, kinds) in [("a", ["k", "l"]), ("b", ["m", "n"])] {
            for cell in 0..4 {
                for kind in kinds {
                    text.push_str(&format!("{board}{cell} {kind}\n"));
                }
            }
        }
        let problem = text::read(&text).unwrap();
        // On each board, every piece has one of two kinds. So the bounds of one kind follow from those of the
        // other.
        let alone = loose(&problem, &Symmetries::trivial(&problem));
        assert_eq!(bounds(&alone)[8..], [FREE, (2, 2), FREE, (2, 2)]);
        let options: Vec<OptionId> = problem.options().collect();
        let exchanged = (0..options.len()).map(|at| options[at ^ 1]).collect();
        let symmetries = Symmetries::new(&problem, vec![options, exchanged]).unwrap();
        assert_eq!(bounds(&loose(&problem, &symmetries)), bounds(&problem));
    }
}
