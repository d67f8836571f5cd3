//! Small random problems for property tests: primary, bounded and secondary items, with or without colours.

use std::ops::ControlFlow::Continue;

use proptest::collection::{btree_set, vec};
use proptest::prelude::*;

use super::preparation::Preparation;
use super::step_masks::{State, StepMasks};
use crate::links::Links;
use crate::problem::{Colour, Entry, ItemId, Problem};

/// Random problems of up to nine items and fourteen options.
pub(super) fn problems() -> impl Strategy<Value = Problem> {
    let bounds = prop_oneof![
        4 => Just(Some((1, 1))),
        1 => (0_u32..3, 0_u32..3).prop_map(|(least, more)| Some((least, (least + more).max(1)))),
        2 => Just(None),
    ];
    let option = (btree_set(0_usize..9, 1..4), vec(0_usize..4, 3));
    (vec(bounds, 1..10), vec(option, 0..15), any::<bool>()).prop_map(
        |(mut bounds, options, has_colours)| {
            // `None`, which gives a secondary item, is sorted to the end.
            bounds.sort_by_key(Option::is_none);
            let mut problem = Problem::new();
            let items: Vec<ItemId> = (bounds.iter().enumerate())
                .map(|(at, bounds)| match *bounds {
                    Some((least, most)) => problem.add_bounded(format!("i{at}"), least..=most),
                    None => problem.add_secondary(format!("i{at}")),
                })
                .collect::<Result<_, _>>()
                .unwrap();
            let names = if has_colours {
                &["red", "green", "blue"][..]
            } else {
                &[]
            };
            let colours: Vec<Colour> = (names.iter())
                .map(|&name| problem.add_colour(name).unwrap())
                .collect();
            for (option, values) in options {
                let option = option.iter().filter_map(|&at| items.get(at)).copied();
                let entries: Vec<Entry> = (option.zip(values))
                    .map(|(item, value)| Entry {
                        item,
                        colour: (colours.get(value).copied()).filter(|_| !problem.is_primary(item)),
                    })
                    .collect();
                // Options without a primary item are left out.
                if entries.iter().any(|entry| problem.is_primary(entry.item)) {
                    problem.add_coloured_option(&entries).unwrap();
                }
            }
            problem
        },
    )
}

pub(super) fn ordered() -> impl Strategy<Value = (Problem, Vec<ItemId>)> {
    problems().prop_flat_map(|problem| {
        let items: Vec<ItemId> = problem.items().collect();
        (Just(problem), Just(items).prop_shuffle())
    })
}

/// Calls `with` with a preparation whose watcher never stops it.
pub(super) fn prepare<T>(with: impl FnOnce(&mut Preparation<'_, '_>) -> T) -> T {
    with(&mut Preparation::new(&mut |_| Continue(())))
}

/// Calls `leave` with each state that a choice at a step leads to: one for each option that fits and, if allowed,
/// one for no option.
pub(super) fn choices<const N: usize>(
    masks: &StepMasks<N>,
    step: usize,
    state: &State<N>,
    mut leave: impl FnMut(State<N>),
) {
    for (option, mask) in masks.masks(step).iter().enumerate() {
        let is_free = state.iter().zip(mask).all(|(word, mask)| word & mask == 0);
        if is_free && let Some(taken) = masks.add(step, option, state) {
            leave(taken);
        }
    }
    if masks.may_skip(step) {
        leave(*state);
    }
}

/// The number of solutions, found by dancing links.
pub(super) fn solutions(problem: &Problem) -> u64 {
    Links::new(problem)
        .run(&mut |_: &[_]| Continue(()))
        .solutions
}
