//! A search for solutions that are listed or drawn, in the order of `solve`.

use std::ops::ControlFlow;

use tilewright_dlx::schedule::Map;
use tilewright_dlx::{Distinct, Forecast, OptionId, SymmetryId};

use super::Loaded;
use crate::effort::Effort;
use crate::failure::Failure;
use crate::orbits::Group;
use crate::search::{Heard, Interrupt, Scope, Search};

/// A search for solutions as it ended.
pub(super) struct Found {
    /// How many were handed on or held.
    pub(super) solutions: u64,
    pub(super) complete: bool,
    pub(super) interrupted: bool,
    pub(super) seconds: f64,
}

/// A search for solutions, all or distinct ones.
pub(super) struct Hunt<'a> {
    pub(super) loaded: &'a Loaded,
    pub(super) distinct: Option<&'a Distinct<'a>>,
    pub(super) effort: &'a Effort,
    pub(super) interrupt: &'a Interrupt,
}

impl Hunt<'_> {
    pub(super) fn scope(&self) -> Scope<'_> {
        let matrix = &self.loaded.matrix;
        let all = || Scope::all(&matrix.problem, &matrix.givens);
        self.distinct.map_or_else(all, Scope::Distinct)
    }

    pub(super) fn forecast(&self) -> Forecast {
        self.effort.forecast(|walks| match self.distinct {
            Some(distinct) => distinct.forecast(walks),
            None => Forecast::of(&self.loaded.matrix.problem, walks),
        })
    }

    /// Hands on what `map` makes of each solution, in order, until `listen`
    /// breaks off.
    pub(super) fn each<T: Send>(
        &self,
        map: &Map<'_, T>,
        mut listen: impl FnMut(T) -> Result<ControlFlow<()>, Failure>,
    ) -> Result<Found, Failure> {
        let search = Search {
            scope: self.scope(),
            schedule: self.effort.schedule(&self.forecast(), false),
            done: 0,
        };
        let mut solutions = 0;
        let ended = search.run(self.interrupt, map, |heard| {
            if let Heard::Solution(found) = heard {
                solutions += 1;
                return listen(found);
            }
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(Found {
            solutions,
            complete: ended.complete,
            interrupted: ended.interrupted,
            seconds: ended.elapsed.as_secs_f64(),
        })
    }
}

/// The puzzle's symmetries, if distinct solutions are wanted.
pub(super) fn group_for(loaded: &Loaded, distinct: bool) -> Result<Option<Group>, Failure> {
    let group = || Group::of(&loaded.puzzle, &loaded.matrix);
    let group = distinct.then(group).transpose();
    group.map_err(|error| anyhow::Error::new(error).into())
}

/// Hands on all or distinct solutions by their numbers, from 1, until `listen`
/// breaks off.
pub(super) fn numbered(
    loaded: &Loaded,
    distinct: bool,
    effort: &Effort,
    mut listen: impl FnMut(u64, Vec<OptionId>) -> Result<ControlFlow<()>, Failure>,
) -> Result<Found, Failure> {
    let group = group_for(loaded, distinct)?;
    let distinct = group
        .as_ref()
        .map(|group| Distinct::new(&loaded.matrix.problem, &group.symmetries));
    let hunt = Hunt {
        loaded,
        distinct: distinct.as_ref(),
        effort,
        interrupt: &Interrupt::listen()?,
    };
    let mut number = 0;
    let copy = |solution: &[OptionId], _: &[SymmetryId]| Some(solution.to_vec());
    hunt.each(&copy, |solution| {
        number += 1;
        listen(number, solution)
    })
}
