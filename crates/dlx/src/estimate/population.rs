//! Walks in populations: those that come to a dead end are replaced by copies of those that go on.
//!
//! A lone walk comes to a solution as seldom as solutions are among the leaves of the tree, and weighs all the
//! more then. A *population* goes down level by level: each walk takes a branch at random and its weight is
//! multiplied by the degree, as Knuth's is; then the walks are drawn anew, each as often as its share of all
//! weights says, and weigh the same. So the mean weight of the solutions reached still has the number of all
//! solutions for its expectation, whatever the size of the population (a population of one is Knuth's walk), and
//! its variance is smaller by orders of magnitude where dead ends are many.
//!
//! Drawn anew by systematic sampling: one random number, and each walk is taken as often as the multiples of the
//! mean weight, shifted by it, fall into its stretch of the sum.
//!
//! Source: D. Aldous and U. Vazirani, "'Go with the winners' algorithms", FOCS 1994, 492–501; for the variance,
//! J. S. Liu, *Monte Carlo Strategies in Scientific Computing* (2001), section 3.4.

use std::ops::ControlFlow::{Break, Continue};

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::links::Walker;
use crate::stop::{StopFlag, Stopped};

/// A walk on its way.
#[derive(Clone)]
struct Way {
    /// The branches taken.
    branches: Vec<u32>,
    weight: f64,
}

/// What a walk comes to by another branch.
enum Leaf {
    /// It goes on.
    None,
    Solution,
    DeadEnd,
}

/// The mean weight of the solutions that a population of so many walks comes to.
pub(super) fn solutions(
    walker: &mut Walker,
    size: usize,
    generator: &mut Xoshiro256PlusPlus,
    stop: &StopFlag,
) -> Result<f64, Stopped> {
    #[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
    let number = size as f64;
    let first = Way {
        branches: Vec::new(),
        weight: 1.0 / number,
    };
    let mut ways = vec![first; size];
    let mut solutions = 0.0;
    while !ways.is_empty() {
        let mut onward = Vec::with_capacity(size);
        for mut way in ways {
            match step(walker, &mut way, generator, stop)? {
                Leaf::None => onward.push(way),
                Leaf::Solution => solutions += way.weight,
                Leaf::DeadEnd => {}
            }
        }
        ways = renewed(onward, size, generator);
    }
    Ok(solutions)
}

/// Takes another branch at random, if there is one.
fn step(
    walker: &mut Walker,
    way: &mut Way,
    generator: &mut Xoshiro256PlusPlus,
    stop: &StopFlag,
) -> Result<Leaf, Stopped> {
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
        // Of a leaf without a branch the walker tells by itself.
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
            Leaf::None
        }
        Some((_, true)) => Leaf::Solution,
        Some((_, false)) => Leaf::DeadEnd,
    })
}

/// The walks as they are if most of them still count; else so many drawn anew, all of one weight.
fn renewed(ways: Vec<Way>, size: usize, generator: &mut Xoshiro256PlusPlus) -> Vec<Way> {
    let sum: f64 = ways.iter().map(|way| way.weight).sum();
    let squares: f64 = ways.iter().map(|way| way.weight * way.weight).sum();
    #[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
    let number = size as f64;
    // How many walks of one weight would have this variance.
    if ways.is_empty() || sum * sum >= squares * number / 2.0 {
        return ways;
    }
    let weight = sum / number;
    let mut next = generator.random::<f64>() * weight;
    let (mut before, mut drawn) = (0.0, Vec::with_capacity(size));
    for way in ways {
        before += way.weight;
        while next < before && drawn.len() < size {
            drawn.push(Way {
                weight,
                branches: way.branches.clone(),
            });
            next += weight;
        }
    }
    drawn
}
