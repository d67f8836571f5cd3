//! Whether a problem has a solution, by search and by sweep in turn, each for
//! longer than before.

use std::ops::ControlFlow::{Break, Continue};

use tilewright_dlx::{
    Answer, Bits, Budget, Engine, Frontier, FrontierProgress, OptionId, Problem, Progress, Solver,
};

use crate::solve::resources::Resources;

/// The nodes of the first search; most problems here need fewer.
const FIRST_NODES: u64 = 20_000;

/// A node of a search takes about so many units of a sweep's work.
const WORK_PER_NODE: u64 = 20;

/// A round that decides is counted as this part of its nodes: most end early.
const DECIDED: u64 = 8;

/// The options that are added to a problem in the time of a node.
const OPTIONS_PER_NODE: u64 = 4;

/// How much longer each round is than the one before.
const LONGER: u64 = 4;

/// So many sweeps may share the memory: more than there are threads, as a rule.
const PARTS_OF_MEMORY: u64 = 8;

/// What was found of a problem.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Decision {
    /// It has this solution.
    Solvable(Vec<OptionId>),
    /// It has none, by this engine.
    Unsolvable(Engine),
    /// It was not found out.
    Open,
}

/// Decides whether a problem has a solution, and says what that is counted as, in nodes;
/// [`Decision::Open`] when more than `most` nodes would be needed, `stop` says so, or the engine that is
/// left out is the only one that could. A sweep takes a part of the memory at most.
///
/// What is found does not depend on anything but the problem and `most`, unless it is
/// stopped.
pub(super) fn decide(
    problem: &Problem,
    without: Option<Engine>,
    most: u64,
    resources: &Resources,
    stop: &(dyn Fn() -> bool + Sync),
) -> (Decision, u64) {
    let mut nodes = FIRST_NODES;
    // To make the problem is work, too.
    let mut spent = problem.option_count() as u64 / OPTIONS_PER_NODE + 1;
    let mut sweeps = without != Some(Engine::Frontier);
    let tree = match (Bits::fits(problem), without) {
        (true, Some(Engine::Links | Engine::Frontier) | None) => Some(Engine::Bits),
        (_, Some(Engine::Links)) => None,
        _ => Some(Engine::Links),
    };
    let observer = |_: &Progress| if stop() { Break(()) } else { Continue(()) };
    let solver = Solver::new(problem).engine(tree).observer(&observer);
    while !stop() && (spent < most) {
        // The last round is shorter.
        nodes = nodes.min((most - spent).div_ceil(2));
        if let Some(engine) = tree {
            match search(&solver, engine, nodes) {
                Decision::Open => spent += nodes,
                decided => return (decided, spent + nodes / DECIDED),
            }
        }
        if sweeps && !stop() {
            match sweep(
                problem,
                nodes.saturating_mul(WORK_PER_NODE),
                resources,
                stop,
            ) {
                SweepOutcome::None => {
                    let decided = Decision::Unsolvable(Engine::Frontier);
                    return (decided, spent + nodes / DECIDED);
                }
                // The search will find one.
                SweepOutcome::Some | SweepOutcome::Refused => sweeps = false,
                SweepOutcome::Stopped => spent += nodes,
            }
        }
        if tree.is_none() && !sweeps {
            break;
        }
        nodes = nodes.saturating_mul(LONGER);
    }
    (Decision::Open, spent)
}

fn search(solver: &Solver<'_>, engine: Engine, nodes: u64) -> Decision {
    match solver.clone().budget(Budget::nodes(nodes)).first() {
        Ok(Answer::Known(Some(solution))) => Decision::Solvable(solution),
        Ok(Answer::Known(None)) => Decision::Unsolvable(engine),
        Ok(Answer::Stopped(()) | Answer::OutOfBudget(())) | Err(_) => Decision::Open,
    }
}

enum SweepOutcome {
    None,
    Some,
    Stopped,
    Refused,
}

fn sweep(
    problem: &Problem,
    work: u64,
    resources: &Resources,
    stop: &dyn Fn() -> bool,
) -> SweepOutcome {
    let mut watcher = |progress: &FrontierProgress| {
        if progress.work > work || stop() {
            Break(())
        } else {
            Continue(())
        }
    };
    let memory = resources.memory() / PARTS_OF_MEMORY;
    match Frontier::new(problem).memory(memory).count(&mut watcher) {
        Ok(report) if !report.complete => SweepOutcome::Stopped,
        Ok(report) if report.count.bits() == 0 => SweepOutcome::None,
        Ok(_) => SweepOutcome::Some,
        Err(_) => SweepOutcome::Refused,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Seven pigeons in so many holes.
    fn pigeons(holes: usize) -> Problem {
        let mut problem = Problem::new();
        let pigeons: Vec<_> = (0..7)
            .map(|pigeon| problem.add_primary(format!("p{pigeon}")).unwrap())
            .collect();
        let holes: Vec<_> = (0..holes)
            .map(|hole| problem.add_secondary(format!("h{hole}")).unwrap())
            .collect();
        for pigeon in &pigeons {
            for hole in &holes {
                problem.add_option(&[*pigeon, *hole]).unwrap();
            }
        }
        problem
    }

    #[test]
    fn every_engine_decides() {
        for without in [
            None,
            Some(Engine::Links),
            Some(Engine::Bits),
            Some(Engine::Frontier),
        ] {
            assert!(matches!(
                decide(
                    &pigeons(6),
                    without,
                    u64::MAX,
                    &Resources::default(),
                    &|| false
                )
                .0,
                Decision::Unsolvable(_)
            ));
            let Decision::Solvable(solution) = decide(
                &pigeons(7),
                without,
                u64::MAX,
                &Resources::default(),
                &|| false,
            )
            .0
            else {
                panic!("seven holes are enough");
            };
            assert_eq!(pigeons(7).check(&solution), Ok(()));
        }
    }

    #[test]
    fn nothing_is_said_when_there_is_no_work_left_or_a_stop() {
        let resources = Resources::default();
        let stopped = decide(&pigeons(7), None, u64::MAX, &resources, &|| true);
        assert_eq!(stopped.0, Decision::Open);
        let (none, spent) = decide(&pigeons(7), None, 0, &resources, &|| false);
        assert_eq!((none, spent < 100), (Decision::Open, true));
    }
}
