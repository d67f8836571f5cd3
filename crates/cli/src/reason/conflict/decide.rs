//! Decides whether a problem has a solution, by a search and a sweep alternately, with growing
//! budgets.

use tilewright_dlx::{
    Answer, Bits, Budget, Engine, Frontier, FrontierProgress, OptionId, Problem, Progress, Solver,
};

use crate::solve::search::RunContext;
use crate::support::control_flow::break_if;

/// The maximum number of nodes of the first search, which decides most problems.
const FIRST_NODES: u64 = 20_000;

/// The number of units of a sweep's work that take about as long as a node of a search.
const WORK_PER_NODE: u64 = 20;

/// If a round decides the problem, only its budget divided by this counts as spent, since most of these rounds end
/// early.
const DECIDED: u64 = 8;

/// The number of options that can be added to a problem in the time in which a search visits a node.
const OPTIONS_PER_NODE: u64 = 4;

/// The budget of each round relative to the previous one.
const LONGER: u64 = 4;

/// The share of the memory that a sweep gets is one divided by this. Several sweeps run at once on different
/// threads.
const PARTS_OF_MEMORY: u64 = 8;

/// The result of deciding a problem.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ProblemStatus {
    /// The problem has a solution, for example these options.
    Solvable(Vec<OptionId>),
    /// The problem has no solution, as this engine found.
    Unsolvable(Engine),
    /// It is not known whether the problem has a solution.
    Open,
}

/// Decides whether a problem has a solution. Also returns the work spent, in nodes. The engine
/// `without` is not used. The status is [`ProblemStatus::Open`] if `most` nodes are not enough, if
/// the stop flag is set, or if no other engine can decide the problem. Each sweep takes at most an
/// eighth of the memory.
///
/// Unless stopped, the result depends only on the problem, `without`, the memory and `most`.
pub(super) fn decide(
    problem: &Problem,
    without: Option<Engine>,
    most: u64,
    monitor: &RunContext,
) -> (ProblemStatus, u64) {
    let mut nodes = FIRST_NODES;
    // Building the problem counts as work too.
    let mut spent = problem.option_count() as u64 / OPTIONS_PER_NODE + 1;
    let mut sweeps = without != Some(Engine::Frontier);
    let tree = match (Bits::fits(problem), without) {
        (true, Some(Engine::Links | Engine::Frontier) | None) => Some(Engine::Bits),
        (_, Some(Engine::Links)) => None,
        _ => Some(Engine::Links),
    };
    let observer = |_: &Progress| break_if(monitor.is_set());
    let solver = Solver::new(problem).engine(tree).observer(&observer);
    while !monitor.is_set() && (spent < most) {
        // The last round gets the remaining nodes, half for each engine.
        nodes = nodes.min((most - spent).div_ceil(2));
        if let Some(engine) = tree {
            match search(&solver, engine, nodes) {
                ProblemStatus::Open => spent += nodes,
                decided => return (decided, spent + nodes / DECIDED),
            }
        }
        if sweeps && !monitor.is_set() {
            match sweep(problem, nodes.saturating_mul(WORK_PER_NODE), monitor) {
                SweepOutcome::None => {
                    let decided = ProblemStatus::Unsolvable(Engine::Frontier);
                    return (decided, spent + nodes / DECIDED);
                }
                // If there is a solution, the search will find one, so no further sweep is needed.
                SweepOutcome::Some | SweepOutcome::Refused => sweeps = false,
                SweepOutcome::Stopped => spent += nodes,
            }
        }
        if tree.is_none() && !sweeps {
            break;
        }
        nodes = nodes.saturating_mul(LONGER);
    }
    (ProblemStatus::Open, spent)
}

fn search(solver: &Solver<'_>, engine: Engine, nodes: u64) -> ProblemStatus {
    match solver.clone().budget(Budget::nodes(nodes)).first() {
        Ok(Answer::Known(Some(solution))) => ProblemStatus::Solvable(solution),
        Ok(Answer::Known(None)) => ProblemStatus::Unsolvable(engine),
        Ok(Answer::Stopped(()) | Answer::OutOfBudget(())) | Err(_) => ProblemStatus::Open,
    }
}

enum SweepOutcome {
    None,
    Some,
    Stopped,
    Refused,
}

fn sweep(problem: &Problem, work: u64, monitor: &RunContext) -> SweepOutcome {
    let mut watcher =
        |progress: &FrontierProgress| break_if(progress.work > work || monitor.is_set());
    let memory = monitor.resources.memory() / PARTS_OF_MEMORY;
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

    /// The pigeonhole problem: seven pigeons in `holes` holes.
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
                decide(&pigeons(6), without, u64::MAX, &RunContext::silent()).0,
                ProblemStatus::Unsolvable(_)
            ));
            let ProblemStatus::Solvable(solution) =
                decide(&pigeons(7), without, u64::MAX, &RunContext::silent()).0
            else {
                panic!("seven holes are enough");
            };
            assert_eq!(pigeons(7).check(&solution), Ok(()));
        }
    }

    #[test]
    fn nothing_is_said_when_there_is_no_work_left_or_a_stop() {
        let monitor = RunContext::silent();
        let (none, spent) = decide(&pigeons(7), None, 0, &monitor);
        monitor.stop().set();
        let stopped = decide(&pigeons(7), None, u64::MAX, &monitor);
        assert_eq!(stopped.0, ProblemStatus::Open);
        assert_eq!((none, spent < 100), (ProblemStatus::Open, true));
    }
}
