//! Solutions as a Parquet file, if the program was built with it.

#[cfg(not(feature = "parquet"))]
use anyhow::anyhow;

use super::{ListRequest, Target};
use crate::cli::args::SolveArgs;
use crate::cli::failure::{Failure, Outcome};

#[cfg(not(feature = "parquet"))]
impl ListRequest<'_> {
    /// Says how to build the program.
    #[expect(clippy::unused_self, reason = "the other one needs it")]
    pub(super) fn tabulate(&self, _: &SolveArgs, _: Option<&Target>) -> Result<Outcome, Failure> {
        Err(anyhow!(
            "this program was built without Parquet: build it with `--features parquet`, or list \
             with --format csv, which the same programs read"
        )
        .into())
    }
}

#[cfg(feature = "parquet")]
mod with_parquet {
    use super::super::super::pictures::write_whole;
    use super::super::{Order, nothing, outcome};
    use super::{Failure, ListRequest, Outcome, SolveArgs, Target};
    use crate::interchange::parquet::{
        FurtherColumns, ParquetFileError, ParquetWriter, SolutionRow,
    };
    use crate::interchange::solution_table::SolutionTable;

    impl ListRequest<'_> {
        /// Lists the solutions as a Parquet file.
        pub(in super::super) fn tabulate(
            &self,
            args: &SolveArgs,
            target: Option<&Target>,
        ) -> Result<Outcome, Failure> {
            if self.limit == 0 {
                return nothing(args);
            }
            let instance = &self.stream.loaded.instance;
            let puzzle = instance.puzzle();
            let table = SolutionTable::new(instance).map_err(anyhow::Error::new)?;
            let further = FurtherColumns {
                symmetry: self.group.is_some(),
                scores: matches!(self.order, Some(Order::Symmetry(_))),
            };
            let found = write_whole(target, |out| {
                let mut file = ParquetWriter::begin(&table, further, out)?;
                let found = self.each(|found| {
                    let symmetry = self
                        .group
                        .map(|group| group.describe(puzzle, &found.stabilizer));
                    file.add(SolutionRow {
                        number: found.number,
                        solution: &found.solution,
                        symmetry: symmetry.as_deref(),
                        scores: found.scores,
                    })?;
                    Ok(())
                })?;
                file.finish(&puzzle.title, found.complete)?;
                Ok(found)
            })?;
            self.end(args, &found)?;
            Ok(outcome(&found, self.noun()))
        }
    }

    impl From<ParquetFileError> for Failure {
        fn from(error: ParquetFileError) -> Self {
            match error {
                ParquetFileError::System(error) => error.into(),
                error => Self::Other(error.into()),
            }
        }
    }
}
