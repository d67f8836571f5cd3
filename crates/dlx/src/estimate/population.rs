//! Estimates the number of solutions by populations of walks. Walks that reach a dead end are replaced by copies
//! of the others.
//!
//! A single walk reaches a solution about as rarely as solutions occur among the leaves of the
//! tree, and then has a large weight. A *population* descends level by level. Each walk takes a
//! random branch, and its weight is multiplied by the degree, as in Knuth's estimate. Then the
//! walks are resampled: each is drawn in proportion to its share of the total weight, and all get
//! the same weight. The mean weight of the solutions reached still has the total number of
//! solutions as its expectation, for any size of the population (a population of one is Knuth's
//! walk). Its variance is smaller by orders of magnitude if dead ends are many.
//!
//! The resampling is systematic: each walk is taken as often as multiples of the mean weight, shifted by one random
//! number, fall into its interval of the cumulative sum.
//!
//! Source: D. Aldous and U. Vazirani, "'Go with the winners' algorithms", FOCS 1994, 492–501; for the variance,
//! J. S. Liu, *Monte Carlo Strategies in Scientific Computing* (2001), section 3.4.

use std::ops::ControlFlow::{Break, Continue};

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::links::Walker;
use crate::stop::{StopFlag, Stopped};

/// A walk of a population that has not reached a leaf.
#[derive(Clone)]
struct PopulationWalk {
    /// The indices of the branches taken so far.
    branches: Vec<u32>,
    weight: f64,
}

/// The kind of node that a walk reaches by its next branch.
enum WalkEnd {
    /// An inner node, so the walk continues.
    None,
    Solution,
    DeadEnd,
}

/// Sends one population of `size` walks through the tree. Returns its estimate of the number of solutions: the
/// total weight of the walks that reach a solution.
pub(super) fn solutions(
    walker: &mut Walker,
    size: usize,
    generator: &mut Xoshiro256PlusPlus,
    stop: &StopFlag,
) -> Result<f64, Stopped> {
    #[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
    let number = size as f64;
    let first = PopulationWalk {
        branches: Vec::new(),
        weight: 1.0 / number,
    };
    let mut ways = vec![first; size];
    let mut solutions = 0.0;
    while !ways.is_empty() {
        let mut onward = Vec::with_capacity(size);
        for mut way in ways {
            match step(walker, &mut way, generator, stop)? {
                WalkEnd::None => onward.push(way),
                WalkEnd::Solution => solutions += way.weight,
                WalkEnd::DeadEnd => {}
            }
        }
        ways = renewed(onward, size, generator);
    }
    Ok(solutions)
}

/// Extends a walk by a random branch. At a leaf, returns the kind of the leaf.
fn step(
    walker: &mut Walker,
    way: &mut PopulationWalk,
    generator: &mut Xoshiro256PlusPlus,
    stop: &StopFlag,
) -> Result<WalkEnd, Stopped> {
    let mut at = 0;
    let mut taken = None;
    let draw = |degree: u32| {
        at += 1;
        if let Some(&branch) = way.branches.get(at - 1) {
            return branch;
        }
        let branch = generator.random_range(0..degree);
        taken = Some((branch, degree));
        branch
    };
    let (mut steps, ahead) = (0, way.branches.len());
    let walked = walker.walk(draw, |step| {
        steps += 1;
        // Break after one step beyond the branches taken so far. A walk that reaches a leaf ends by itself.
        if (steps > ahead && step.degree > 0) || stop.check().is_err() {
            Break(())
        } else {
            Continue(())
        }
    });
    stop.check()?;
    Ok(match walked {
        None => {
            let (branch, degree) = taken.unwrap_or((0, 1));
            way.branches.push(branch);
            way.weight *= f64::from(degree);
            WalkEnd::None
        }
        Some((_, true)) => WalkEnd::Solution,
        Some((_, false)) => WalkEnd::DeadEnd,
    })
}

/// Resamples the walks if their effective number is less than half of `size`; otherwise keeps them.
fn renewed(
    ways: Vec<PopulationWalk>,
    size: usize,
    generator: &mut Xoshiro256PlusPlus,
) -> Vec<PopulationWalk> {
    let sum: f64 = ways.iter().map(|way| way.weight).sum();
    let squares: f64 = ways.iter().map(|way| way.weight * way.weight).sum();
    #[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
    let number = size as f64;
    // The effective number of walks is `sum`² / `squares`.
    if ways.is_empty() || sum * sum >= squares * number / 2.0 {
        return ways;
    }
    let weight = sum / number;
    let mut next = generator.random::<f64>() * weight;
    let (mut before, mut drawn) = (0.0, Vec::with_capacity(size));
    for way in ways {
        before += way.weight;
        while next < before && drawn.len() < size {
            drawn.push(PopulationWalk {
                weight,
                branches: way.branches.clone(),
            });
            next += weight;
        }
    }
    drawn
}
