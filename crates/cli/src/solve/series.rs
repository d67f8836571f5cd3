//! Series: the number of solutions of a file for consecutive values of one parameter.
//!
//! ```text
//! Source ─with_parameters─► Source ─load─► puzzle ─► Instance ─► Count   (one term)
//! ```

use std::ops::{ControlFlow, RangeInclusive};

use super::SolveError;
use super::counting::{CountRequest, CountResult};
use super::refute::feasibility::plain_obstacles;
use super::search::RunContext;
use crate::cover::{Instance, InstanceError};
use crate::puzzle::{Diagnostic, PuzzlePart, Source, load};
use thiserror::Error;

/// A series to count: a file, a parameter and its values.
///
/// ```
/// use std::ops::ControlFlow;
/// use tilewright::puzzle::Source;
/// use tilewright::solve::search::RunContext;
/// use tilewright::solve::series::Series;
///
/// // Dominoes in rectangles of two rows: Fibonacci's numbers.
/// let text = "(lattice: Square, board: Rect(n, 2), pieces: [Set(of: Polyominoes(2), copies: Any)])";
/// let series = Series {
///     source: &Source::new("dominoes.ron", text),
///     part: tilewright::puzzle::PuzzlePart::Whole,
///     parameter: "n",
///     values: 1..=6,
///     solutions_alone: true,
/// };
/// let mut terms = Vec::new();
/// series.count(&RunContext::silent(), |_, count| {
///     terms.push(count.solutions.to_string());
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(terms, ["1", "2", "3", "5", "8", "13"]);
/// # Ok::<(), tilewright::solve::series::SeriesError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Series<'a> {
    /// The source of the puzzle file.
    pub source: &'a Source,
    /// The puzzle, case or goal of the file.
    pub part: PuzzlePart<'a>,
    /// The parameter that takes the values.
    pub parameter: &'a str,
    /// The values of the parameter, in the order in which they are counted.
    pub values: RangeInclusive<i64>,
    /// Whether to count only the total numbers of solutions, and not those up to symmetry. No
    /// symmetries are then looked for.
    pub solutions_alone: bool,
}

/// Why a series stopped early.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SeriesError {
    /// The file is not a valid puzzle for one of the values.
    #[error("{}", diagnostic.message)]
    File {
        /// The error; its message names the value.
        diagnostic: Box<Diagnostic>,
        /// The source with the value filled in. The error's positions refer to it.
        source_text: Box<Source>,
    },
    /// The solutions of a puzzle cannot be counted.
    #[error(transparent)]
    Count(#[from] SolveError),
}

impl From<InstanceError> for SeriesError {
    fn from(error: InstanceError) -> Self {
        Self::Count(error.into())
    }
}

impl Series<'_> {
    /// Counts term by term. Each value and its count go to `on_term` as soon as the count is known.
    /// `Break` ends the series. After a stop the last term is the incomplete count, with `complete`
    /// false.
    ///
    /// Cost: that of all counts, which are made one after another.
    ///
    /// # Errors
    ///
    /// [`SeriesError`]; earlier terms have been passed to `on_term`.
    pub fn count(
        &self,
        monitor: &RunContext,
        mut on_term: impl FnMut(i64, CountResult) -> ControlFlow<()>,
    ) -> Result<(), SeriesError> {
        for value in self.values.clone() {
            match self.term(value, monitor) {
                Err(SeriesError::Count(SolveError::Interrupted)) => return Ok(()),
                count => {
                    let count = count?;
                    let is_over = !count.complete;
                    if on_term(value, count).is_break() || is_over {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    /// Loads the puzzle for a value of the parameter.
    fn instance(&self, value: i64) -> Result<Instance, SeriesError> {
        let refused = |mut diagnostic: Box<Diagnostic>, source| {
            let message = &diagnostic.message;
            diagnostic.message = format!("for {} = {value}: {message}", self.parameter);
            SeriesError::File {
                diagnostic,
                source_text: Box::new(source),
            }
        };
        let bound = self.source.with_parameters(&[(self.parameter, value)]);
        let source = bound.map_err(|error| refused(error, self.source.as_written()))?;
        let file = load(&source).and_then(|file| file.into_part(self.part));
        let file = file.map_err(|error| refused(error, source))?;
        Ok(Instance::with_filter(file.puzzle)?)
    }

    fn term(&self, value: i64, monitor: &RunContext) -> Result<CountResult, SeriesError> {
        let instance = self.instance(value)?;
        if !plain_obstacles(&instance).is_empty() {
            return Ok(CountResult::none());
        }
        let request = CountRequest {
            solutions_alone: self.solutions_alone,
            certify: false,
        };
        Ok(request.count(&instance, monitor)?)
    }
}
