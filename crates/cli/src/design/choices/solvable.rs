//! The choices that have a solution, without their numbers of solutions.

use tilewright_dlx::{Answer, ChoiceList, ItemId};

use super::items::ChoiceItems;
use super::{ChoiceForm, ChoiceQuestion, SweepObserver};
use crate::puzzle::PieceId;
use crate::solve::SolveError;
use crate::solve::checkpoint::CheckpointFile;
use crate::solve::search::RunContext;
use crate::support::scratch_file::scratch_file;

/// The choices that have a solution, in lexicographic order of the copies of the pieces.
#[derive(Debug)]
pub struct SolvableChoices<'a> {
    form: ChoiceForm<'a>,
    list: ChoiceList,
}

impl<'a> ChoiceQuestion<'a> {
    /// Finds the choices that have a solution, without counting solutions.
    ///
    /// If placements of a piece can be exchanged for placements of others, as those of a domino for
    /// two monominoes each, the search leaves out choices that result from such an exchange. They
    /// follow from the choices found.
    ///
    /// ```
    /// use tilewright::cover::Instance;
    /// use tilewright::design::choices::{ChoiceQuestion, ChoiceRule};
    /// use tilewright::puzzle::{Source, load};
    /// use tilewright::solve::checkpoint::CheckpointFile;
    /// use tilewright::solve::search::RunContext;
    ///
    /// // Monominoes and dominoes in a row of three.
    /// let source = Source::new("row.ron", r#"(
    ///     lattice: Square,
    ///     board: Rect(3, 1),
    ///     pieces: [
    ///         Piece(name: "1", cells: Rect(1, 1), copies: Any),
    ///         Piece(name: "2", cells: Rect(2, 1), copies: Any),
    ///     ],
    /// )"#);
    /// let (instance, rule) = (Instance::new(load(&source)?.puzzle)?, ChoiceRule::default());
    /// let question = ChoiceQuestion::new(&instance, &rule);
    /// let monitor = RunContext::silent();
    /// let mut choices = question.solvable(&monitor, &mut CheckpointFile::nothing())?;
    /// assert_eq!(choices.next()?, Some(vec![1, 1]));
    /// assert_eq!(choices.next()?, Some(vec![3, 0]));
    /// assert_eq!(choices.next()?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Cost: that of [`Solver::choices`](tilewright_dlx::Solver::choices).
    ///
    /// # Errors
    ///
    /// The engine cannot do it, the run was stopped, data that outgrow the memory cannot be written
    /// to a file, or the checkpoint cannot be read or written.
    pub fn solvable(
        &self,
        monitor: &RunContext,
        checkpoint: &mut CheckpointFile,
    ) -> Result<SolvableChoices<'a>, SolveError> {
        let items = ChoiceItems::new(self.instance)?;
        // The items are sorted by piece, so that the choices are listed in the order of the
        // puzzle's pieces.
        let mut sorted: Vec<(PieceId, ItemId)> = Vec::new();
        sorted.extend(
            items
                .pieces
                .iter()
                .copied()
                .zip(items.items.iter().copied()),
        );
        sorted.sort_unstable();
        let (pieces, kept): (Vec<PieceId>, Vec<ItemId>) = sorted.into_iter().unzip();
        let meter = SweepObserver::new(monitor);
        let solver = self.solver(items.problem(), monitor, &meter)?;
        let solver = solver.spill(|| Ok(Box::new(scratch_file()?)));
        let listed = solver.choices(&kept, checkpoint.of_sweeps());
        let answer = listed.map_err(|error| checkpoint.of_sweep(error))?;
        drop(solver);
        drop(meter);
        let Answer::Known(list) = answer else {
            checkpoint.stop(|| Ok::<(), SolveError>(()))?;
            return Err(SolveError::Interrupted);
        };
        Ok(SolvableChoices {
            form: self.form(pieces),
            list,
        })
    }
}

impl SolvableChoices<'_> {
    /// The copies of each piece of the puzzle, givens included, of the next choice that the rule
    /// allows. `None` after the last choice.
    ///
    /// # Errors
    ///
    /// Data that outgrew the memory cannot be read back.
    #[expect(
        clippy::should_implement_trait,
        reason = "an iterator of results would go on after an error"
    )]
    pub fn next(&mut self) -> Result<Option<Vec<u32>>, SolveError> {
        while let Some(times) = self.list.next()? {
            let copies = self.form.copies(&times);
            if self.form.rule.allows(&copies) {
                return Ok(Some(copies));
            }
        }
        Ok(None)
    }
}
