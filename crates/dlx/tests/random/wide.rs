//! Problems with few solutions but a large number of items that are open at once, so that a state takes several
//! words.

use proptest::collection::vec;
use proptest::prelude::*;
use tilewright_dlx::Problem;

/// The maximum number of links in the chain. A sweep may have up to 3^11 states, even if there are few solutions.
const LENGTH: usize = 11;

/// A chain of links, each a choice of three options, and up to 400 secondary or bounded items. Each of these items
/// is in a few options anywhere in the chain.
pub(crate) fn problem() -> impl Strategy<Value = Problem> {
    let tie = (0_u32..3, vec((0..LENGTH, 0_usize..3), 1..4));
    (1..=LENGTH, vec(tie, 0..400)).prop_map(|(length, ties)| {
        let mut problem = Problem::new();
        let chain: Vec<_> = (0..length)
            .map(|at| problem.add_primary(format!("c{at}")).unwrap())
            .collect();
        let mut options = vec![[vec![], vec![], vec![]]; length];
        for (at, options) in options.iter_mut().enumerate() {
            for option in options {
                option.push(chain[at]);
            }
        }
        // Add primary items before secondary ones.
        let mut ordered: Vec<_> = ties.iter().enumerate().collect();
        ordered.sort_by_key(|(_, (most, _))| *most == 0);
        for (at, (most, places)) in ordered {
            let item = if *most == 0 {
                problem.add_secondary(format!("t{at}")).unwrap()
            } else {
                problem.add_bounded(format!("t{at}"), 0..=*most).unwrap()
            };
            for &(link, which) in places {
                let Some(options) = options.get_mut(link) else {
                    continue;
                };
                if !options[which].contains(&item) {
                    options[which].push(item);
                }
            }
        }
        for option in options.iter().flatten() {
            problem.add_option(option).unwrap();
        }
        problem
    })
}
