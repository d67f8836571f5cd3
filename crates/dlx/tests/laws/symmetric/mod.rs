//! Small random problems with symmetries. A random group permutes the items and the colours, and the images of
//! random options are options too.

pub(crate) mod board;

use std::collections::{BTreeMap, BTreeSet};

use proptest::collection::{btree_set, vec};
use proptest::prelude::*;
use tilewright_dlx::{Colour, Entry, ItemId, OptionId, Problem, Symmetries};

type Permutation = Vec<usize>;

/// The maximum order of a random group of symmetries.
const ORDER: usize = 16;

/// The group that the permutations generate, or only the identity if its order would exceed [`ORDER`].
fn closure(count: usize, generators: &[Permutation]) -> Vec<Permutation> {
    let identity: Permutation = (0..count).collect();
    let mut group = vec![identity];
    let mut at = 0;
    while at < group.len() {
        for generator in generators {
            let product: Permutation = group[at].iter().map(|&to| generator[to]).collect();
            if !group.contains(&product) {
                group.push(product);
            }
        }
        if group.len() > ORDER {
            group.truncate(1);
            break;
        }
        at += 1;
    }
    group
}

/// A random permutation that maps each item to an item of the same kind. `kinds[i]` is the kind of item `i`.
fn permutation(kinds: Vec<usize>) -> impl Strategy<Value = Permutation> {
    let swaps = vec(
        (any::<prop::sample::Index>(), any::<prop::sample::Index>()),
        0..5,
    );
    swaps.prop_map(move |swaps| {
        let mut permutation: Permutation = (0..kinds.len()).collect();
        for (a, b) in swaps {
            let (a, b) = (a.index(kinds.len()), b.index(kinds.len()));
            if kinds[a] == kinds[b] {
                permutation.swap(a, b);
            }
        }
        permutation
    })
}

/// The kinds of items, with their bounds: covered exactly once, bounded in two ways, and secondary.
const KINDS: [Option<(u32, u32)>; 4] = [Some((1, 1)), Some((0, 2)), Some((2, 4)), None];

/// Represents each of the two colours in a list of kinds, because colours are permuted like the items of one kind.
const COLOUR: usize = 4;

/// The items of an option, each with the number of its colour, if any. The numbers of the colours follow those of
/// the items.
type Holding = BTreeSet<(usize, Option<usize>)>;

/// Random problems with at most 8 items and 24 options, each with a group of at most 16 symmetries.
pub(crate) fn problem() -> impl Strategy<Value = (Problem, Symmetries)> {
    let kinds = prop_oneof![
        3 => vec(Just(0), 2..8),
        2 => vec(prop_oneof![3 => Just(0_usize), 1 => Just(3)], 2..9),
        3 => vec(prop_oneof![3 => Just(0_usize), 1 => 1..4_usize], 2..9),
        1 => vec(1..3_usize, 1..4),
    ];
    kinds
        .prop_map(|mut kinds| {
            kinds.sort_unstable();
            kinds
        })
        .prop_flat_map(|kinds| {
            let count = kinds.len();
            let permuted = kinds.iter().copied().chain([COLOUR; 2]).collect();
            let generators = vec(permutation(permuted), 0..4);
            let colour = prop_oneof![Just(None), (count..count + 2).prop_map(Some)];
            let option = (btree_set(0..count, 1..4), vec(colour, 3));
            let is_secondary = kinds.iter().map(|&kind| kind == 3).collect::<Vec<_>>();
            let option = option.prop_map(move |(items, colours)| {
                let held = items.into_iter().zip(colours);
                held.map(|(item, colour)| (item, colour.filter(|_| is_secondary[item])))
                    .collect::<Holding>()
            });
            (Just(kinds), generators, vec(option, 0..7), any::<u64>())
        })
        .prop_map(|(kinds, generators, options, shuffle)| {
            build(
                &kinds,
                &closure(kinds.len() + 2, &generators),
                &options,
                shuffle,
            )
        })
}

fn build(
    kinds: &[usize],
    group: &[Permutation],
    options: &[Holding],
    shuffle: u64,
) -> (Problem, Symmetries) {
    let mut problem = Problem::new();
    for (at, &kind) in kinds.iter().enumerate() {
        let name = format!("i{at}");
        match KINDS[kind] {
            Some((least, most)) => problem.add_bounded(name, least..=most).unwrap(),
            None => problem.add_secondary(name).unwrap(),
        };
    }
    let ids: Vec<ItemId> = problem.items().collect();
    let colours = ["red", "blue"].map(|name| problem.add_colour(name).unwrap());
    let entry = |&(item, colour): &(usize, Option<usize>)| Entry {
        item: ids[item],
        colour: colour.map(|at| -> Colour { colours[at - kinds.len()] }),
    };
    let image = |g: &Permutation, option: &Holding| -> Holding {
        let moved = option
            .iter()
            .map(|&(item, colour)| (g[item], colour.map(|at| g[at])));
        moved.collect()
    };
    let closed: BTreeSet<Holding> = options
        .iter()
        .filter(|option| option.iter().any(|&(item, _)| kinds[item] != 3))
        .flat_map(|option| group.iter().map(move |g| image(g, option)))
        .collect();
    // At most 24 options are kept, and they are shuffled.
    let mut closed: Vec<Holding> = closed.into_iter().take(24).collect();
    let mut state = shuffle | 1;
    for at in (1..closed.len()).rev() {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        closed.swap(at, usize::try_from(state >> 33).unwrap() % (at + 1));
    }
    // Only the first 24 options are kept. If this cuts an orbit of options, remove the rest of the orbit too.
    let there: BTreeSet<Holding> = closed.iter().cloned().collect();
    closed.retain(|option| group.iter().all(|g| there.contains(&image(g, option))));
    let mut numbers: BTreeMap<Holding, OptionId> = BTreeMap::new();
    for option in &closed {
        let entries: Vec<Entry> = option.iter().map(entry).collect();
        numbers.insert(
            option.clone(),
            problem.add_coloured_option(&entries).unwrap(),
        );
    }
    // Different permutations of the items may permute the options in the same way.
    let rows: BTreeSet<Vec<OptionId>> = group
        .iter()
        .map(|g| {
            closed
                .iter()
                .map(|option| numbers[&image(g, option)])
                .collect()
        })
        .collect();
    let mut rows: Vec<Vec<OptionId>> = rows.into_iter().collect();
    let by = usize::try_from(shuffle % 16).unwrap() % rows.len();
    rows.rotate_left(by);
    let symmetries = Symmetries::new(&problem, rows).unwrap();
    (problem, symmetries)
}
