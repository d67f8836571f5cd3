//! A search for solutions that are listed or drawn, in the order of `solve`.

use std::ops::ControlFlow;

use tilewright_dlx::schedule::Map;
use tilewright_dlx::{Distinct, Forecast, OptionId, SymmetryId};

use super::LoadedPuzzle;
use crate::cover::orbits::PuzzleSymmetry;
use crate::puzzle::SymmetryKind;
use crate::solve::resources::Resources;
use crate::solve::search::{Heard, Monitor, Scope, Search};
use crate::solve::symmetric::{of_kind, requested_kinds, symmetric_solutions};
use crate::surface::cli::failure::Failure;
use crate::surface::cli::signals;

/// A search for solutions as it ended.
pub(super) struct StreamEnd {
    /// How many were handed on or held.
    pub(super) solutions: u64,
    pub(super) complete: bool,
    pub(super) interrupted: bool,
    pub(super) seconds: f64,
}

/// A search for solutions, all or distinct ones.
pub(super) struct SolutionStream<'a> {
    pub(super) loaded: &'a LoadedPuzzle,
    pub(super) distinct: Option<&'a Distinct<'a>>,
    pub(super) resources: &'a Resources,
    pub(super) monitor: &'a Monitor,
}

impl SolutionStream<'_> {
    pub(super) fn scope(&self) -> Scope<'_> {
        let instance = &self.loaded.instance;
        let all = || Scope::all(instance.problem(), instance.givens());
        self.distinct.map_or_else(all, Scope::Distinct)
    }

    pub(super) fn forecast(&self) -> Result<Forecast, Failure> {
        let stop = self.monitor.stop();
        let forecast = self.resources.forecast(|walks| match self.distinct {
            Some(distinct) => distinct.forecast_until(walks, stop),
            None => Forecast::of_until(self.loaded.instance.problem(), walks, stop),
        });
        Ok(forecast?)
    }

    /// Hands on what `map` makes of each solution, in order, until `listen`
    /// breaks off.
    pub(super) fn each<T: Send>(
        &self,
        map: &Map<'_, T>,
        mut listen: impl FnMut(T) -> Result<ControlFlow<()>, Failure>,
    ) -> Result<StreamEnd, Failure> {
        let kinds = requested_kinds(&self.loaded.instance);
        if !kinds.is_empty() {
            return self.each_symmetric(&kinds, map, listen);
        }
        let search = Search {
            scope: self.scope(),
            schedule: self.resources.schedule(&self.forecast()?, false),
            done: 0,
        };
        let mut solutions = 0;
        let accepted = |solution: &[OptionId], stabilizer: &[SymmetryId]| {
            let accepts = self.loaded.instance.accepts(solution);
            accepts.then(|| map(solution, stabilizer)).flatten()
        };
        let ended = search.run(self.monitor, &accepted, |heard| {
            if let Heard::Solution(found) = heard {
                solutions += 1;
                return listen(found);
            }
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(StreamEnd {
            solutions,
            complete: ended.complete,
            interrupted: ended.interrupted,
            seconds: ended.elapsed.as_secs_f64(),
        })
    }
}

impl SolutionStream<'_> {
    /// Hands on the solutions with a symmetry, as [`each`](Self::each) does all.
    fn each_symmetric<T: Send>(
        &self,
        kinds: &[SymmetryKind],
        map: &Map<'_, T>,
        mut listen: impl FnMut(T) -> Result<ControlFlow<()>, Failure>,
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
                listen(found).unwrap_or_else(|error| {
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
            }),
        }
    }
}

/// The puzzle's symmetries, if distinct solutions are wanted.
pub(super) fn group_for<'a>(
    loaded: &'a LoadedPuzzle,
    distinct: bool,
    monitor: &Monitor,
) -> Result<Option<&'a PuzzleSymmetry>, Failure> {
    let group = || loaded.instance.symmetry(monitor.stop());
    Ok(distinct.then(group).transpose()?)
}

/// The search for distinct solutions, if the puzzle's symmetries are divided
/// out.
pub(super) fn distinct_for<'a>(
    loaded: &'a LoadedPuzzle,
    group: Option<&'a PuzzleSymmetry>,
    monitor: &Monitor,
) -> Result<Option<Distinct<'a>>, Failure> {
    let problem = loaded.instance.problem();
    let distinct =
        |group: &'a PuzzleSymmetry| Distinct::new_until(problem, &group.symmetries, monitor.stop());
    Ok(group.map(distinct).transpose()?)
}

/// Hands on all or distinct solutions by their numbers, from 1, until `listen`
/// breaks off.
pub(super) fn numbered(
    loaded: &LoadedPuzzle,
    distinct: bool,
    resources: &Resources,
    mut listen: impl FnMut(u64, Vec<OptionId>) -> Result<ControlFlow<()>, Failure>,
) -> Result<StreamEnd, Failure> {
    let monitor = signals::listen()?;
    let group = group_for(loaded, distinct, &monitor)?;
    let distinct = distinct_for(loaded, group, &monitor)?;
    let stream = SolutionStream {
        loaded,
        distinct: distinct.as_ref(),
        resources,
        monitor: &monitor,
    };
    let mut number = 0;
    let copy = |solution: &[OptionId], _: &[SymmetryId]| Some(solution.to_vec());
    stream.each(&copy, |solution| {
        number += 1;
        listen(number, solution)
    })
}
