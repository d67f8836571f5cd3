//! Small random problems: ordinary, bounded and secondary items, any options.

use proptest::collection::{btree_set, vec};
use proptest::prelude::*;
use tilewright_dlx::{ItemId, Problem};

/// Bounds with ordinary items as likely as all others.
fn bounds() -> impl Strategy<Value = (u32, u32)> {
    prop_oneof![
        Just((1, 1)),
        (0_u32..4, 0_u32..3).prop_map(|(least, more)| (least, (least + more).max(1))),
    ]
}

/// Problems with at most 6 primary items, 3 secondary ones and 11 options, few enough for all sets
/// of options to be tried.
pub(crate) fn problem() -> impl Strategy<Value = Problem> {
    let ordinary = vec(Just((1, 1)), 0..7);
    let primary = prop_oneof![ordinary, vec(bounds(), 0..7)];
    (primary, 0_usize..4).prop_flat_map(|(primary, secondary)| {
        let items = primary.len() + secondary;
        let option = btree_set(0..items.max(1), 1..5);
        (Just(primary), Just(secondary), vec(option, 0..12)).prop_map(
            |(primary, secondary, options)| {
                let mut problem = Problem::new();
                for (at, (least, most)) in primary.into_iter().enumerate() {
                    problem.add_bounded(format!("p{at}"), least..=most).unwrap();
                }
                for at in 0..secondary {
                    problem.add_secondary(format!("s{at}")).unwrap();
                }
                let ids: Vec<ItemId> = problem.items().collect();
                for option in options {
                    let items: Vec<ItemId> = option
                        .iter()
                        .filter_map(|&at| ids.get(at).copied())
                        .collect();
                    // Those that make no option (secondary items only) are left out.
                    let _ = problem.add_option(&items);
                }
                problem
            },
        )
    })
}
