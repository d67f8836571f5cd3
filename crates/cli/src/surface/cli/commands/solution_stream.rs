//! A search for solutions that a command lists or draws, in the same order as `solve`.

use std::ops::ControlFlow;

use tilewright_dlx::schedule::Map;
use tilewright_dlx::{Distinct, Forecast, OptionId, SymmetryId};

use super::LoadedPuzzle;
use super::objective_number::BestEnd;
use crate::cover::orbits::PuzzleSymmetry;
use crate::puzzle::SymmetryKind;
use crate::solve::resources::Resources;
use crate::solve::search::{RunContext, Scope, Search, SearchEvent};
use crate::solve::symmetric::{of_kind, requested_kinds, symmetric_solutions};
use crate::surface::cli::failure::Failure;
use crate::surface::cli::signals;

/// The result of a search for solutions.
pub(super) struct StreamEnd {
    /// The number of solutions found. After a signal, only those that were written count.
    pub(super) solutions: u64,
    pub(super) complete: bool,
    pub(super) interrupted: bool,
    pub(super) seconds: f64,
    /// How good the solutions are, if the list has an objective.
    pub(super) best: Option<BestEnd>,
}

/// A search for all or for distinct solutions.
pub(super) struct SolutionStream<'a> {
    pub(super) loaded: &'a LoadedPuzzle,
    pub(super) distinct: Option<&'a Distinct<'a>>,
    pub(super) monitor: &'a RunContext,
}

impl SolutionStream<'_> {
    pub(super) fn scope(&self) -> Scope<'_> {
        let instance = &self.loaded.instance;
        let all = || Scope::all(instance.problem(), instance.givens());
        self.distinct.map_or_else(all, Scope::Distinct)
    }

    pub(super) fn forecast(&self) -> Result<Forecast, Failure> {
        let stop = self.monitor.stop();
        let forecast = self
            .monitor
            .resources
            .forecast(|walks| match self.distinct {
                Some(distinct) => distinct.forecast_until(walks, stop),
                None => Forecast::of_until(self.loaded.instance.problem(), walks, stop),
            });
        Ok(forecast?)
    }

    /// Calls `visit` with the result of `map` for each solution, in order, until `visit` breaks.
    pub(super) fn each<T: Send>(
        &self,
        map: &Map<'_, T>,
        mut visit: impl FnMut(T) -> Result<ControlFlow<()>, Failure>,
    ) -> Result<StreamEnd, Failure> {
        let kinds = requested_kinds(&self.loaded.instance);
        if !kinds.is_empty() {
            return self.each_symmetric(&kinds, map, visit);
        }
        let search = Search {
            scope: self.scope(),
            schedule: self.monitor.resources.schedule(&self.forecast()?, false),
            done: 0,
        };
        let mut solutions = 0;
        let accepted = |solution: &[OptionId], stabilizer: &[SymmetryId]| {
            let accepts = self.loaded.instance.accepts(solution);
            accepts.then(|| map(solution, stabilizer)).flatten()
        };
        let ended = search.run(self.monitor, &accepted, |event| {
            if let SearchEvent::Solution(found) = event {
                solutions += 1;
                return visit(found);
            }
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(StreamEnd {
            solutions,
            complete: ended.complete,
            interrupted: ended.interrupted,
            seconds: ended.elapsed.as_secs_f64(),
            best: None,
        })
    }
}

impl SolutionStream<'_> {
    /// As [`each`](Self::each), for solutions with a requested symmetry.
    fn each_symmetric<T: Send>(
        &self,
        kinds: &[SymmetryKind],
        map: &Map<'_, T>,
        mut visit: impl FnMut(T) -> Result<ControlFlow<()>, Failure>,
    ) -> Result<StreamEnd, Failure> {
        let instance = &self.loaded.instance;
        let group = instance.symmetry(self.monitor.stop())?;
        let kept_by: Vec<_> = kinds.iter().map(|kind| of_kind(group, *kind)).collect();
        let distinct = self.distinct.is_some();
        let (mut solutions, mut failure) = (0, None);
        let ended = symmetric_solutions(
            instance,
            group,
            &kept_by,
            distinct,
            self.monitor,
            &mut |solution, stabilizer| {
                let stabilizer = if distinct { stabilizer } else { &[] };
                let Some(found) = map(solution, stabilizer) else {
                    return ControlFlow::Continue(());
                };
                solutions += 1;
                visit(found).unwrap_or_else(|error| {
                    failure = Some(error);
                    ControlFlow::Break(())
                })
            },
        )?;
        match failure {
            Some(failure) => Err(failure),
            None => Ok(StreamEnd {
                solutions,
                complete: ended.complete,
                interrupted: ended.interrupted,
                seconds: ended.elapsed.as_secs_f64(),
                best: None,
            }),
        }
    }
}

/// The symmetry group of the puzzle, if distinct solutions are requested.
pub(super) fn group_for<'a>(
    loaded: &'a LoadedPuzzle,
    distinct: bool,
    monitor: &RunContext,
) -> Result<Option<&'a PuzzleSymmetry>, Failure> {
    let group = || loaded.instance.symmetry(monitor.stop());
    Ok(distinct.then(group).transpose()?)
}

/// The search for distinct solutions under a symmetry group; `None` without a group.
pub(super) fn distinct_for<'a>(
    loaded: &'a LoadedPuzzle,
    group: Option<&'a PuzzleSymmetry>,
    monitor: &RunContext,
) -> Result<Option<Distinct<'a>>, Failure> {
    let problem = loaded.instance.problem();
    let distinct =
        |group: &'a PuzzleSymmetry| Distinct::new_until(problem, &group.symmetries, monitor.stop());
    Ok(group.map(distinct).transpose()?)
}

/// Calls `visit` with all or distinct solutions and their numbers, from 1, until it breaks.
pub(super) fn numbered(
    loaded: &LoadedPuzzle,
    distinct: bool,
    resources: impl Into<Resources>,
    mut visit: impl FnMut(u64, Vec<OptionId>) -> Result<ControlFlow<()>, Failure>,
) -> Result<StreamEnd, Failure> {
    let monitor = signals::listen()?.with(resources);
    let group = group_for(loaded, distinct, &monitor)?;
    let distinct = distinct_for(loaded, group, &monitor)?;
    let stream = SolutionStream {
        loaded,
        distinct: distinct.as_ref(),
        monitor: &monitor,
    };
    let mut number = 0;
    let copy = |solution: &[OptionId], _: &[SymmetryId]| Some(solution.to_vec());
    stream.each(&copy, |solution| {
        number += 1;
        visit(number, solution)
    })
}
