//! Bounds that need not be kept when symmetries are divided out.

use std::convert::Infallible;

use crate::problem::redundant::without_redundant_bounds;
use crate::problem::residual::Residual;
use crate::problem::{ItemId, Problem};
use crate::symmetry::Symmetries;

/// The problem without bounds that the others imply: it has the same solutions and symmetries. What
/// an item has lost, all items have to which a symmetry carries it, for one of them stands for all.
#[expect(clippy::expect_used, reason = "an invariant of problems")]
pub(super) fn loose(problem: &Problem, symmetries: &Symmetries) -> Problem {
    let residual = Residual::new(problem, &[], |_| true);
    let Ok(loose) = without_redundant_bounds(residual, &mut |_| Ok::<(), Infallible>(()));
    let is_free = |item: ItemId| {
        problem.is_primary(item) && (loose.least(item), loose.most(item)) == (0, u32::MAX)
    };
    // By the first item of a class: whether an item of its orbit keeps its bounds.
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
