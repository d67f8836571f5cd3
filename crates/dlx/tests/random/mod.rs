//! Small random problems with items covered once, bounded items and secondary items. Some problems have colours.

use proptest::collection::{btree_set, vec};
use proptest::prelude::*;
use tilewright_dlx::{Entry, ItemId, Problem};

/// The bounds of a primary item. In half of the cases, it must be covered exactly once.
fn bounds() -> impl Strategy<Value = (u32, u32)> {
    prop_oneof![
        Just((1, 1)),
        (0_u32..4, 0_u32..3).prop_map(|(least, more)| (least, (least + more).max(1))),
    ]
}

/// Random problems with at most 6 primary items, 3 secondary items and 11 options. They are so small that all sets
/// of options can be tested.
pub(crate) fn problem() -> impl Strategy<Value = Problem> {
    let ordinary = vec(Just((1, 1)), 0..7);
    let primary = prop_oneof![ordinary, vec(bounds(), 0..7)];
    (primary, 0_usize..4).prop_flat_map(|(primary, secondary)| {
        let items = primary.len() + secondary;
        let option = btree_set(0..items.max(1), 1..5);
        let options = vec((option, vec(0_usize..4, 5)), 0..12);
        (Just(primary), Just(secondary), options, any::<bool>()).prop_map(
            |(primary, secondary, options, has_colours)| {
                let mut problem = Problem::new();
                for (at, (least, most)) in primary.into_iter().enumerate() {
                    problem.add_bounded(format!("p{at}"), least..=most).unwrap();
                }
                for at in 0..secondary {
                    problem.add_secondary(format!("s{at}")).unwrap();
                }
                let ids: Vec<ItemId> = problem.items().collect();
                let colours = if has_colours {
                    &["red", "green", "blue"][..]
                } else {
                    &[]
                };
                for (option, values) in options {
                    let items = option.iter().filter_map(|&at| ids.get(at).copied());
                    // A set of only secondary items is not a valid option. It is left out.
                    if !items.clone().any(|item| problem.is_primary(item)) {
                        continue;
                    }
                    let mut entries: Vec<Entry> = Vec::new();
                    for (item, value) in items.zip(values) {
                        let name = colours.get(value).filter(|_| !problem.is_primary(item));
                        let colour = name.map(|&name| problem.add_colour(name).unwrap());
                        entries.push(Entry { item, colour });
                    }
                    problem.add_coloured_option(&entries).unwrap();
                }
                problem
            },
        )
    })
}
