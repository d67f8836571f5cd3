//! Solutions as a Parquet file, if the program was built with the feature `parquet`.

use super::sorted::NumberedSolution;
use super::{ListRequest, OutputTarget, SolutionOrder, nothing, outcome};
use crate::cover::orbits::PuzzleSymmetry;
use crate::surface::cli::args::SolveArgs;
use crate::surface::cli::commands::LoadedPuzzle;
use crate::surface::cli::failure::{Failure, Outcome};

/// The callback that receives the solutions of a list.
pub(in super::super) type AddSolution<'a> =
    dyn FnMut(&NumberedSolution) -> Result<(), Failure> + 'a;

/// A list of solutions to be written as a Parquet file.
#[cfg_attr(
    not(feature = "parquet"),
    expect(dead_code, reason = "what would be written is not")
)]
pub(in super::super) struct ParquetList<'a> {
    pub(in super::super) loaded: &'a LoadedPuzzle,
    /// The symmetry group of the puzzle, if only distinct solutions are listed.
    pub(in super::super) group: Option<&'a PuzzleSymmetry>,
    /// Whether solutions have scores.
    pub(in super::super) scored: bool,
    pub(in super::super) target: Option<&'a OutputTarget>,
}

impl ListRequest<'_> {
    /// Lists the solutions as a Parquet file.
    pub(super) fn tabulate(
        &self,
        args: &SolveArgs,
        target: Option<&OutputTarget>,
    ) -> Result<Outcome, Failure> {
        if self.limit == 0 {
            return nothing(args);
        }
        let list = ParquetList {
            loaded: self.stream.loaded,
            group: self.group,
            scored: matches!(self.order, Some(SolutionOrder::Symmetry(_))),
            target,
        };
        let found = list.write(|add| {
            let found = self.each(add)?;
            let complete = found.complete;
            Ok((found, complete))
        })?;
        self.end(args, &found)?;
        Ok(outcome(&found, self.noun()))
    }
}

#[cfg(not(feature = "parquet"))]
impl ParquetList<'_> {
    /// Returns an error, because this program was built without Parquet. The error says how to build it with
    /// Parquet.
    #[expect(clippy::unused_self, reason = "the other one needs it")]
    pub(in super::super) fn write<T>(
        &self,
        _: impl FnOnce(&mut AddSolution<'_>) -> Result<(T, bool), Failure>,
    ) -> Result<T, Failure> {
        Err(crate::publish::interchange::table::TableError::NoParquet.into())
    }
}

#[cfg(feature = "parquet")]
impl ParquetList<'_> {
    /// Writes the solutions that `each` passes on. `each` returns its own result, and whether the
    /// list is complete.
    pub(in super::super) fn write<T>(
        &self,
        each: impl FnOnce(&mut AddSolution<'_>) -> Result<(T, bool), Failure>,
    ) -> Result<T, Failure> {
        use crate::publish::interchange::parquet::{FurtherColumns, ParquetWriter, SolutionRow};
        use crate::publish::interchange::solution_table::SolutionTable;

        let instance = &self.loaded.instance;
        let puzzle = instance.puzzle();
        let table = SolutionTable::new(instance)?;
        let further = FurtherColumns {
            symmetry: self.group.is_some(),
            scores: self.scored,
        };
        super::super::pictures::write_whole(self.target, |out| {
            let mut file = ParquetWriter::begin(&table, further, out)?;
            let (found, complete) = each(&mut |found| {
                let group = self.group;
                let symmetry = group.map(|group| group.describe(puzzle, &found.stabilizer));
                Ok(file.add(SolutionRow {
                    number: found.number,
                    solution: &found.solution,
                    symmetry: symmetry.as_deref(),
                    scores: found.scores,
                })?)
            })?;
            file.finish(&puzzle.title, complete)?;
            Ok(found)
        })
    }
}
